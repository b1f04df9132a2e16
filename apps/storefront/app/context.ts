import type { Brand } from '@butaca/brand';
import type { LoadedBrand } from '@butaca/brand/load';
import type { Client } from '@butaca/contract';
import { createContext } from 'react-router';

/** What a page rendered on the server may ask: the api in this process, and how the deployment looks. */
export interface ServerWorld {
  readonly client: Client;
  /** What the api offers beside its calls, by its path. */
  readonly fetch: typeof fetch;
  readonly brand: Brand;
  readonly look: Look;
  readonly publicOrigin: string;
}

/** Files of the brand besides its configuration, as `loadBrand()` read them. */
export type Look = Omit<LoadedBrand, 'brand'>;

// `null`, because a context without a value throws where it is read and leaves a bare 500.
export const worldContext = createContext<ServerWorld | null>(null);
