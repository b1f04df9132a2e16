import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { LanguageProvider } from '@butaca/ui/i18n/use-translation.tsx';
import { renderToString } from 'react-dom/server';
import { createRequestHandler, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import { renderedContext, worldContext } from './context.ts';
import { earlyScript } from './frame/early-script.ts';
import { byNamespace, type Catalogues } from './i18n/catalogues.ts';

export * as contexts from './context.ts';
export { createRequestHandler, RouterContextProvider };

const others: Readonly<Record<string, Catalogues>> = {
  en: byNamespace(import.meta.glob('./i18n/en/*.json', { eager: true, import: 'default' })),
  pt: byNamespace(import.meta.glob('./i18n/pt/*.json', { eager: true, import: 'default' })),
};

/** The data of a page's loaders, as text that no browser runs. */
const DATA_ID = 'page-data';
/** Hands the data to the router; the same on every page, so that no script of a page contains what a show is called. */
const FEED_DATA = `(function(c){c.enqueue(JSON.parse(document.getElementById('${DATA_ID}').textContent));c.close()})(window.__reactRouterContext.streamController)`;

/**
 * Renders the page to a whole string, because pages are kept. React's string renderer takes half as long as its stream, and is
 * enough for pages that wait for nothing: all data is there before the first component runs.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const world = loadContext.get(worldContext);
  const language = world?.brand.locale.language ?? 'es';
  const data = routerContext.serverHandoffStream ? await text(routerContext.serverHandoffStream) : '';
  // Unknown to everybody, and gone from the page before it leaves: a script that carries it was written by the router, not by a text.
  const mark = randomUUID();
  const html = renderToString(
    <LanguageProvider language={{ name: language, catalogues: others[language] ?? {} }}>
      <ServerRouter context={{ ...routerContext, serverHandoffStream: undefined as never }} url={request.url} nonce={mark} />
    </LanguageProvider>,
  );
  loadContext.set(renderedContext, {
    body: `<!DOCTYPE html>${withData(unmarked(mark, html), data)}`,
    scripts: [...scriptsWith(mark, html), FEED_DATA, ...(world ? [earlyScript()] : [])],
    styles: world ? [world.look.tokensCss] : [],
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  // The body stays behind in the context: a response would encode it and be decoded again.
  return new Response(null, { status, headers });
}

/** The router writes its scripts last, so the search begins at the first of them. */
function scriptsWith(mark: string, html: string): string[] {
  const opening = `<script nonce="${mark}"`;
  const first = html.indexOf(opening);
  if (first < 0) return [];
  const scripts = html.slice(first).split(opening).slice(1);
  return scripts.map((script) => script.slice(script.indexOf('>') + 1, script.indexOf('</script>')));
}

/** The page can be read without its script, so styles, fonts and the first image are fetched before it. */
const unmarked = (mark: string, html: string): string =>
  html.replaceAll(` nonce="${mark}"`, '').replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/** Escaped, so that no text in the data closes the element. */
function withData(html: string, data: string): string {
  const end = html.lastIndexOf('</body>');
  const json = JSON.stringify(data).replace(/</g, '\\u003c');
  return `${html.slice(0, end)}<script type="application/json" id="${DATA_ID}">${json}</script><script>${FEED_DATA}</script>${html.slice(end)}`;
}
