import { readdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getPublicPerformance, listShows, listVenues } from '@butaca/contract';
import { oneAddress } from './one-address.ts';
import { type About, type Page, pageOf } from './pages.ts';
import { type Build, createRenderer, type RenderedPage, type Renderer } from './renderer.ts';
import { threadedRenderer } from './threaded-renderer.ts';
import { type StorefrontWorld, serverClient } from './world.ts';

export type { Page, RenderedPage };

export interface Storefront extends Renderer {
  /** What an address shows: unknown query parameters take no part, unknown paths share one page. */
  pageOf(url: URL): Page;
  /** The one address of a page that was asked for by another one, or null. */
  oneAddress(url: URL): string | null;
  /** Whether the catalogue has it; true when that could not be found out. */
  has(about: About): Promise<boolean>;
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

const home = join(import.meta.dirname, '..');

/** The storefront as `npm run do -- build` left it. */
export async function builtStorefront(world: StorefrontWorld): Promise<Storefront & { readonly assetsDirectory: string }> {
  const server = join(home, 'build/server');
  const built = (await readdir(server).catch((): string[] => [])).includes('index.js');
  if (!built) throw new Error('the storefront is not built: npm run do -- build');
  return { ...storefront(world, threadedRenderer(world, server)), assetsDirectory: join(home, 'build/client/assets') };
}

/** The storefront from its sources, with hot reload over the given server. */
export async function devStorefront(world: StorefrontWorld, httpServer: Server): Promise<Storefront & { readonly middleware: Middleware }> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: home,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: httpServer } },
  });
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<Build>;
  return { ...storefront(world, createRenderer(world, load, 'development')), middleware: vite.middlewares as Middleware };
}

function storefront(world: StorefrontWorld, renderer: Renderer): Storefront {
  const client = serverClient(world);
  const files = new Set(world.look.files.map(({ hash, name }) => `${hash}/${name}`));

  async function has(about: About): Promise<boolean> {
    if ('brandFile' in about) return files.has(about.brandFile);
    if ('showSeo' in about) {
      const shows = await client.call(listShows, {});
      return shows.status !== 'ok' || shows.data.items.some(({ seo }) => seo === about.showSeo);
    }
    if ('venueId' in about) {
      const venues = await client.call(listVenues, {});
      return venues.status !== 'ok' || venues.data.items.some(({ id }) => String(id) === about.venueId);
    }
    const { performanceId, hash } = about;
    return (await client.call(getPublicPerformance, { params: { performanceId }, query: { hash } })).status !== 'refusal';
  }

  const forget = () => {
    client.forget();
    renderer.forget();
  };
  return { ...renderer, pageOf, oneAddress, has, forget };
}
