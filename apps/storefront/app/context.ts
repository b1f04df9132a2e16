import type { Brand } from '@butaca/brand';
import type { LoadedBrand } from '@butaca/brand/load';
import type { Client } from '@butaca/contract';
import { createContext } from 'react-router';

/** What a page rendered on the server may use: the api in this process, and the brand. */
export interface ServerWorld {
  readonly client: Client;
  /** For files of the api that are no calls, by path. */
  readonly fetch: typeof fetch;
  readonly brand: Brand;
  readonly look: Look;
  readonly publicOrigin: string;
}

/** Files of the brand besides its configuration, as `loadBrand()` read them. */
export type Look = Omit<LoadedBrand, 'brand'>;

// With the default `null`, because reading a context without a value throws and would answer a bare 500.
export const worldContext = createContext<ServerWorld | null>(null);

/** A rendered page with the inline scripts and styles that are the build's own; no others may run in it. */
export interface Rendered {
  readonly body: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Written by the renderer, read once the page is rendered. */
export const renderedContext = createContext<Rendered | null>(null);
