import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LanguageProvider } from '@butaca/ui/i18n/use-translation.tsx';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { worldContext } from './context.ts';

export * as contexts from './context.ts';

type Catalogue = Record<string, string>;
const others = import.meta.glob<Catalogue>('./i18n/{en,pt}/*.json', { eager: true, import: 'default' });

const RENDER_TIMEOUT_MS = 8000;

/** Renders the page to a whole string, because pages are cached with the hashes of their inline scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const world = loadContext.get(worldContext);
  const language = world?.brand.locale.language ?? 'es';
  const html = await renderWhole(
    <LanguageProvider language={{ name: language, catalogues: cataloguesOf(language) }}>
      <ServerRouter context={routerContext} url={request.url} />
    </LanguageProvider>,
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(scriptsAfterArt(html), { status, headers });
}

/** The page can be read without its script, so styles, fonts and the first image are fetched before it. */
const scriptsAfterArt = (html: string) => html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

function renderWhole(page: React.ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady() {
        clearTimeout(timer);
        text(pipe(new PassThrough())).then(resolve, reject);
      },
      onShellError: reject,
      onError: reject,
      // Nothing is streamed, so large boundaries need not be deferred.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

function cataloguesOf(language: string): Record<string, Catalogue> {
  const found = Object.entries(others).filter(([file]) => file.includes(`/${language}/`));
  return Object.fromEntries(found.map(([file, catalogue]) => [file.replace(/^.*\/(.+)\.json$/, '$1'), catalogue]));
}
