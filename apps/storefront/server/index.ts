import { readdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Brand } from '@butaca/brand';
import { createClient } from '@butaca/contract';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Look } from '../app/context.ts';
import { canonicalUrl, type PageCaching, pageCaching } from './caching.ts';

export type { PageCaching };

/** The storefront's dependencies: the api, the deployment's brand and its files, and the public address. */
export interface StorefrontWorld {
  /** Calls of `/v2` in this process. */
  readonly fetch: typeof fetch;
  readonly brand: Brand;
  readonly look: Look;
  readonly publicOrigin: string;
}

export interface Storefront {
  /** The complete page, never a stream. A page that `caching` declares shared depends on nothing of its request but the key. */
  render(request: Request): Promise<Response>;
  /** Null when the page must not be shared; unknown query parameters take no part, unknown paths share one entry. */
  caching(url: URL): PageCaching | null;
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
type Build = ServerBuild & { entry: { module: { contexts: typeof import('../app/context.ts') } } };

const home = join(import.meta.dirname, '..');

/** The storefront as `npm run build` left it. */
export async function builtStorefront(world: StorefrontWorld): Promise<Storefront & { readonly assetsDirectory: string }> {
  const server = join(home, 'build/server');
  const built = (await readdir(server).catch((): string[] => [])).includes('index.js');
  if (!built) throw new Error('the storefront is not built: npm run build');
  const build = (await import(pathToFileURL(join(server, 'index.js')).href)) as Build;
  return { ...storefront(world, async () => build, 'production'), assetsDirectory: join(home, 'build/client/assets') };
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
  return { ...storefront(world, load, 'development'), middleware: vite.middlewares as Middleware };
}

function storefront(world: StorefrontWorld, load: () => Promise<Build>, mode: 'production' | 'development'): Storefront {
  const client = createClient({
    host: '',
    fetch: world.fetch,
    token: () => undefined,
    fingerprint: () => 'storefront',
    headerNames: world.brand.headers,
    countryCode: world.brand.locale.countryCode,
    // A page that lacks its data answers 5xx itself; on the server there is no user to redirect.
    onTrouble: () => undefined,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });

  async function render(request: Request): Promise<Response> {
    const build = await load();
    const context = new RouterContextProvider();
    // Keys are compared by identity: only the build's own copy is the one that its loaders read.
    context.set(build.entry.module.contexts.worldContext, {
      client,
      fetch: world.fetch,
      brand: world.brand,
      look: world.look,
      publicOrigin: world.publicOrigin,
    });
    return createRequestHandler(build, mode)(new Request(canonicalUrl(new URL(request.url)), request), context);
  }

  return { render, caching: pageCaching };
}
