import { inLanguage } from '@butaca/brand/in-language';
import type { LanguageCode } from '@butaca/brand/languages';
import type * as router from 'react-router';
import type { ServerBuild } from 'react-router';
import type * as contexts from '../app/context.ts';
import type { Rendered } from '../app/context.ts';
import { type StorefrontWorld, serverClient } from './world.ts';

/** A complete page, never a stream. */
export interface RenderedPage extends Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Renderer {
  /** The page at one of the addresses that `pageOf` gives. */
  render(address: string, language: LanguageCode): Promise<RenderedPage>;
  /** The frame of every page without content; its script reads what the visitor's own address shows. */
  shell(language: LanguageCode): Promise<RenderedPage>;
  /** The catalogue changed: pages that are rendered from now on read it anew. */
  forget(): void;
}

/** The build, with what its server entry exports besides the page: the copies that the build itself uses. */
export type Build = ServerBuild & {
  entry: { module: Pick<typeof router, 'createRequestHandler' | 'RouterContextProvider'> & { readonly contexts: typeof contexts } };
};

export function createRenderer(world: StorefrontWorld, load: () => Promise<Build>, mode: 'production' | 'development'): Renderer {
  const client = serverClient(world);
  const handlerOf = onceFor((build: Build) => build.entry.module.createRequestHandler(build, mode));
  const shellHandlerOf = onceFor((build: Build) => build.entry.module.createRequestHandler(shellOf(build), mode));

  async function answer(build: Build, handle: ReturnType<typeof handlerOf>, { address, language }: Asked): Promise<RenderedPage> {
    // Keys are compared by identity: only the build's own copy is the one that its loaders read.
    const { contexts, RouterContextProvider } = build.entry.module;
    const context = new RouterContextProvider();
    context.set(contexts.worldContext, { ...worldIn(world, language), client });
    const response = await handle(new Request(new URL(address, world.publicOrigin)), context);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      // Data alone, and files, are no pages.
      ...(context.get(contexts.renderedContext) ?? { body: await response.text(), scripts: [], styles: [] }),
    };
  }

  return {
    render: async (address, language) => {
      const build = await load();
      return answer(build, handlerOf(build), { address, language });
    },
    shell: async (language) => {
      const build = await load();
      return answer(build, shellHandlerOf(build), { address: '/', language });
    },
    forget: client.forget,
  };
}

interface Asked {
  readonly address: string;
  readonly language: LanguageCode;
}

/** The brand and its pages as somebody reads them who chose this language. */
function worldIn(world: StorefrontWorld, language: LanguageCode): StorefrontWorld {
  const { brand, look } = world;
  if (language === brand.locale.language) return world;
  return { ...world, brand: inLanguage(brand, language), look: { ...look, pages: look.translatedPages[language] ?? look.pages } };
}

/** React Router's page for apps without a server: the root route alone; the browser's loaders do the rest. */
function shellOf(build: Build): Build {
  const { root } = build.routes;
  const { root: rootAssets } = build.assets.routes;
  if (!root || !rootAssets) throw new Error('the build has no root route');
  return { ...build, ssr: false, prerender: [], routes: { root }, assets: { ...build.assets, routes: { root: rootAssets } } };
}

/** A handler holds the routes in a form of its own, so it is made once for each build. */
function onceFor<Result>(make: (build: Build) => Result): (build: Build) => Result {
  let made: { readonly build: Build; readonly result: Result } | undefined;
  return (build) => {
    if (made?.build !== build) made = { build, result: make(build) };
    return made.result;
  };
}
