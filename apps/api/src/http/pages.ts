import type { IncomingMessage } from 'node:http';
import type { LanguageCode } from '@butaca/brand/languages';
import { Refusal } from '@butaca/contract';
import type { OfficePage as RenderedOffice } from '@butaca/office/server';
import type { Page, RenderedPage, Storefront } from '@butaca/storefront/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { BoundedCache } from './bounded-cache.ts';
import { BoundedWork } from './bounded-work.ts';
import { contentSecurityPolicy, type PolicyOptions } from './content-security.ts';
import { type KeptBody, keepBody } from './kept-body.ts';
import { chosenLanguage, languageOf, mountLanguages } from './language.ts';
import { Turns } from './turns.ts';

const FRESH_MS = 5000;
/** Served at once while the next one is rendered. */
const STALE_MS = 60_000;
/**
 * A change of the catalogue is seen within 5 s (decision 075): for so long a page of before is still used, and a shared cache, which
 * hears of no change, uses what it got then for twice as long as it says (`stale-while-revalidate`).
 */
const GRACE_MS = 1000;
const SHARED_SECONDS = 2;
const MOST_PAGES = 300;
const MOST_SEARCHES = 100;

/** How long a browser may go on without asking again; an address may become another page with a deployment. */
const REDIRECT_SECONDS = 3600;

/** Brotli's quality: a quality of 9 takes ten times as long and saves one byte in a hundred. */
const STRENGTH = 5;

/**
 * Pages that are rendered at once and that may wait. Searches have a queue of their own and a short one: their texts have no end,
 * and whoever types new ones must not keep the pages of the catalogue waiting.
 */
const BOUNDS = { catalogue: { atOnce: 2, waiting: 100 }, search: { atOnce: 1, waiting: 4 } } as const;

/** Pages that are not kept, in a turn of the event loop. */
const NEW_PAGES_PER_TURN = 4;

export interface PagesOptions {
  readonly storefront: Storefront;
  readonly publicOrigin: string;
  /** Origins besides our own that pages may call: where cards become tokens, and the brand's pixels. */
  readonly connectTo: readonly string[];
  /** Origins besides our own that pages may frame. */
  readonly frames: readonly string[];
  /** Origins besides our own that pages may post forms to. */
  readonly formsTo: readonly string[];
  readonly scriptsFrom: readonly string[];
  /** Renders every page anew and lets the development server put its styles into it. */
  readonly developing: boolean;
}

/**
 * Everything that is not `/v2`, `/v3` or an asset is a page. Public ones hold nothing personal and are kept rendered. Returns what
 * renews them when the catalogue changed.
 */
export function mountPages(
  app: FastifyInstance,
  { storefront, publicOrigin, connectTo, frames, formsTo, scriptsFrom, developing }: PagesOptions,
): () => void {
  const { languages } = app.languages;
  const hasLanguages = languages.length > 1;
  const freshMs = developing ? 0 : FRESH_MS;
  const staleMs = developing ? 0 : STALE_MS;
  const kept = {
    catalogue: new BoundedCache<KeptBody>({ mostEntries: MOST_PAGES, freshMs, staleMs }),
    search: new BoundedCache<KeptBody>({ mostEntries: MOST_SEARCHES, freshMs, staleMs }),
  };
  const work = { catalogue: new BoundedWork(BOUNDS.catalogue), search: new BoundedWork(BOUNDS.search) };
  const shells = new BoundedCache<Shells>({ mostEntries: languages.length, freshMs: STALE_MS, staleMs: Number.POSITIVE_INFINITY });
  const turns = new Turns(NEW_PAGES_PER_TURN);
  const { watch } = app;
  const renderTimes = watch.counts.renderSeconds.of();
  const { origin } = new URL(publicOrigin);

  const headersOf = ({ headers, scripts, styles }: RenderedPage, cacheControl: string) => ({
    ...headers,
    'content-security-policy': contentSecurityPolicy({
      scripts,
      styles,
      openStyles: developing,
      connectTo,
      frames,
      formsTo,
      scriptsFrom,
    }),
    'cache-control': cacheControl,
    // What a visitor chose stands in a cookie: a shared cache must not hand their page to others.
    ...(hasLanguages ? { vary: 'cookie' } : {}),
  });

  async function render({ address, unshared }: Page, language: LanguageCode): Promise<KeptBody> {
    const startedAt = performance.now();
    const page = await storefront.render(address, language);
    renderTimes.observe((performance.now() - startedAt) / 1000);
    watch.counts.pages.add('rendered');
    const failed = page.status >= 500;
    const headers = {
      ...headersOf(page, developing || unshared || failed ? 'no-store' : SHARED),
      ...(failed ? ASK_AGAIN : {}),
    };
    return keepBody(page.status, headers, Buffer.from(page.body), STRENGTH);
  }

  /** One page stands for all that the catalogue does not have, so that made-up addresses neither render nor keep anything. */
  function find(page: Page, language: LanguageCode): KeptBody | Promise<KeptBody> {
    let own = true;
    const make = async () => {
      if (!page.about || (await storefront.has(page.about))) return work[page.kind].run(() => render(page, language));
      own = false;
      return find(page.about.missing, language);
    };
    return kept[page.kind].get(keyOf(page, language), make, ({ status }) => own && (status === 200 || status === 404));
  }

  async function shellInstead(
    request: FastifyRequest,
    page: Page,
    { language, error }: { language: LanguageCode; error: unknown },
  ): Promise<KeptBody> {
    if (error instanceof Refusal) {
      watch.counts.pages.add('shed');
      watch.say('pages-shed', { page: page.kind }, { requestId: request.id });
    } else {
      watch.counts.pages.add('failed');
      watch.say('page-failed', { page: page.kind, error }, { requestId: request.id });
    }
    const shell = await Promise.resolve(shells.get(language, () => makeShells(language))).catch(() => null);
    if (!shell) return unavailable(language);
    // Search engines do not list searches; any other page they are to ask for again.
    return page.kind === 'search' ? shell.found : shell.later;
  }

  async function makeShells(language: LanguageCode): Promise<Shells> {
    const shell = await storefront.shell(language);
    const body = Buffer.from(shell.body);
    const headers = headersOf(shell, 'no-store');
    const [found, later] = await Promise.all([
      keepBody(200, headers, body, STRENGTH),
      keepBody(503, { ...headers, ...ASK_AGAIN }, body, STRENGTH),
    ]);
    return { found, later };
  }

  if (hasLanguages) mountLanguages(app, publicOrigin);

  app.setNotFoundHandler((request, reply): Promise<void> | FastifyReply | undefined => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(request, reply);
    const asked = ownAddress(request.url, origin);
    const moved = storefront.oneAddress(asked);
    if (moved !== null) return reply.header('cache-control', `public, max-age=${REDIRECT_SECONDS}`).redirect(moved, 301);
    const page = storefront.pageOf(asked);
    const language = languageOf(request);
    // The address is known at the door, the language is each request's own.
    const peek = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
      kept[page.kind].peek(keyOf(page, chosenLanguage(headers.cookie, app.languages)));
    // Only an address that has a page of its own is remembered: there is no end to the others.
    const send = (made: KeptBody) =>
      page.kind === 'catalogue' && peek(request)
        ? app.fastLane.send(request, reply, made, peek)
        : app.fastLane.sendOnce(request, reply, made);
    if (kept[page.kind].has(keyOf(page, language))) return send(find(page, language) as KeptBody);
    return turns
      .wait()
      .then(() => find(page, language))
      .catch((error: unknown) => shellInstead(request, page, { language, error }))
      .then(send);
  });

  return () => {
    storefront.forget();
    kept.catalogue.expire(GRACE_MS);
    kept.search.expire(GRACE_MS);
    shells.expire(GRACE_MS);
  };
}

/** Every page's frame without content, as an answer that stands and as one to be repeated. */
interface Shells {
  readonly found: KeptBody;
  readonly later: KeptBody;
}

const ASK_AGAIN = { 'retry-after': '5' };
const unavailable = (language: LanguageCode) =>
  keepBody(
    503,
    { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...ASK_AGAIN },
    Buffer.from(textsOf(language).answers('page.later')),
    STRENGTH,
  );

/** A page is kept once for each language. */
const keyOf = ({ address }: Page, language: LanguageCode) => `${language} ${address}`;

const SHARED = `public, max-age=0, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${SHARED_SECONDS}`;

/** Pages answer GET and HEAD only. */
function refuseMethod(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(405)
    .headers({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(textsOf(languageOf(request)).answers('page.onlyRead'));
}

/** A path below our own origin, whatever was asked for: `//somewhere` is a path of two slashes and no other host. */
function ownAddress(asked: string, origin: string): URL {
  const path = asked.replace(/^https?:\/\/[^/?#]*/i, '');
  return new URL(`${origin}${path.startsWith('/') ? '' : '/'}${path}`);
}

interface OfficePage {
  /** What its log-in loads of other sites. */
  readonly elsewhere: Pick<PolicyOptions, 'scriptsFrom' | 'connectTo' | 'frames'>;
  readonly page: () => Promise<RenderedOffice>;
  /** Lets the development server put its styles into it. */
  readonly developing: boolean;
}

/** The screens that the office's script knows. */
const OFFICE_ADDRESSES = [
  '/oficina',
  '/oficina/operaciones',
  '/oficina/dinero',
  '/oficina/comprobantes',
  '/oficina/correos',
  '/oficina/cajas',
  '/oficina/filas',
  '/oficina/ingresar',
  '/oficina/seguridad',
];

/** The office's one page; never cached, because it names files of the latest build and is cheap to send. */
export function mountOffice(app: FastifyInstance, { page, elsewhere, developing }: OfficePage) {
  const sendPage = async (_: FastifyRequest, reply: FastifyReply) => {
    const { html, scripts, styles } = await page();
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy({ scripts, styles, openStyles: developing, ...elsewhere }),
      })
      .send(html);
  };
  for (const address of OFFICE_ADDRESSES) app.get(address, { logLevel: 'warn' }, sendPage);
}
