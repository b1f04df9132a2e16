import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Brand } from '@butaca/brand';
import type { MomentPlace } from '@butaca/brand/dates';
import { dateLocale, type LanguageCode } from '@butaca/brand/languages';
import type { QueueState } from '@butaca/contract/queue';
import { QUEUE_HOST } from '@butaca/contract/queue-addresses';
import type { QueueDocument } from '@butaca/fair-queue';
import { escapeUTF8 } from 'entities';
import { type PageSettings, SETTINGS_ID } from '../app/room/settings.ts';
import { titleParts } from '../app/room/title.ts';
import { drawCheckContent } from './draw-check.ts';
import { frame } from './markup.ts';
import { plainContent } from './plain.ts';
import { sayOf, texts } from './texts.ts';
import { waitingContent } from './waiting.ts';

export { PLAIN_FIELD, plainActions } from './plain.ts';

/** The deployment's brand and the files that pages show of it. */
export interface WaitingPageWorld {
  readonly brand: Brand;
  readonly look: { readonly logoSvg: string; readonly tokensCss: string };
}

/** A page with the inline scripts and styles of the build, which alone may run in it. */
export interface WaitingRoomPage {
  readonly html: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface WaitingPageOptions {
  readonly performanceId: number;
  readonly language: LanguageCode;
  /** Null where it cannot be read just now: the script asks again. */
  readonly document: QueueDocument | null;
}

export interface PlainPageOptions {
  readonly performanceId: number;
  readonly language: LanguageCode;
  readonly document: QueueDocument;
  /** Of the visitor's cookie; null for somebody who has no number yet. */
  readonly state: QueueState | null;
  /** A path of our own. */
  readonly nextUrl?: string | null;
}

export interface WaitingPage {
  /** `/fila?qid=12`: nothing personal, the same for everybody who reads it in one language. */
  page(options: WaitingPageOptions): Promise<WaitingRoomPage>;
  /** `/fila/12/simple`: each visitor's own, for browsers without JavaScript. */
  plainPage(options: PlainPageOptions): Promise<WaitingRoomPage>;
  /** `/fila/12/sorteo`: the same for everybody. */
  drawPage(options: Pick<WaitingPageOptions, 'performanceId' | 'language'>): Promise<WaitingRoomPage>;
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

const home = join(import.meta.dirname, '..');

/** The waiting page as `npm run do -- build` left it. */
export async function builtWaitingPage(world: WaitingPageWorld): Promise<WaitingPage & { readonly assetsDirectory: string }> {
  const template = await readFile(join(home, 'build/index.html'), 'utf8').catch(() => {
    throw new Error('the waiting page is not built: npm run do -- build');
  });
  return { ...pagesOf(world, async () => template), assetsDirectory: join(home, 'build/assets') };
}

/** The waiting page from its sources, with hot reload over the given server. */
export async function devWaitingPage(
  world: WaitingPageWorld,
  httpServer: Server,
): Promise<WaitingPage & { readonly middleware: Middleware }> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root: home, appType: 'custom', server: { middlewareMode: true, hmr: { server: httpServer } } });
  const template = async () => vite.transformIndexHtml('/', await readFile(join(home, 'index.html'), 'utf8'));
  return { ...pagesOf(world, template), middleware: vite.middlewares as Middleware };
}

function pagesOf(world: WaitingPageWorld, template: () => Promise<string>): WaitingPage {
  const { brand, look } = world;
  const queueHost = brand.waitingRoom.host || QUEUE_HOST;
  const { timeZone, price } = brand.locale;
  const placeIn = (language: LanguageCode): MomentPlace => ({ language: dateLocale({ language, price }), timeZone });
  const write = async (language: LanguageCode, page: Omit<Parts, 'language'>) => filled(await template(), world, { language, ...page });
  const framed = (language: LanguageCode, content: string) =>
    frame({ brand, logoSvg: look.logoSvg, language, t: sayOf(language) }, content);
  const settingsOf = (screen: PageSettings['screen'], { performanceId, language, document }: WaitingPageOptions): PageSettings => ({
    ...{ screen, performanceId, language, document, queueHost },
    place: placeIn(language),
    sessionMinutes: brand.login.sessionMinutes,
    texts: texts[language],
  });

  return {
    page: (options) => {
      const { language, document } = options;
      const t = sayOf(language);
      return write(language, {
        title: document ? titleParts(document).show : t('kicker'),
        body: framed(language, waitingContent({ ...options, queueHost, place: placeIn(language), t })),
        settings: settingsOf('waiting', options),
      });
    },
    plainPage: ({ nextUrl = null, ...options }) => {
      const { language } = options;
      return write(language, {
        title: titleParts(options.document).show,
        body: framed(language, plainContent({ ...options, nextUrl, place: placeIn(language), t: sayOf(language) })),
        settings: null,
      });
    },
    drawPage: ({ performanceId, language }) => {
      const t = sayOf(language);
      return write(language, {
        title: t('check.title'),
        body: framed(language, drawCheckContent(performanceId, t)),
        settings: settingsOf('draw-check', { performanceId, language, document: null }),
      });
    },
  };
}

/** The brand's, served at the root: put in after the build, because Vite would look for it among the page's own files. */
const FAVICON = '<link rel="icon" href="/favicon.ico" type="image/svg+xml" />';
/** In the version without JavaScript alone: elsewhere a reload would take a screen reader's place in the page away. */
const REFRESH = '<meta http-equiv="refresh" content="30" />';

interface Parts {
  readonly language: LanguageCode;
  readonly title: string;
  readonly body: string;
  /** Null for a page without a script. */
  readonly settings: PageSettings | null;
}

function filled(template: string, { brand, look }: WaitingPageWorld, { language, title, body, settings }: Parts): WaitingRoomPage {
  const own = settings ? template : template.replace(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '');
  const json = JSON.stringify(settings).replace(/</g, '\\u003c');
  const html = own
    .replace('<html lang="es">', () => `<html lang="${language}">`)
    .replace('<title>Fila</title>', () => `<title>${escapeUTF8(title)} · ${escapeUTF8(brand.name)}</title>${settings ? '' : REFRESH}`)
    .replace('</head>', () => `${FAVICON}<style>${look.tokensCss}</style></head>`)
    .replace(
      '<body></body>',
      () => `<body>${body}${settings ? `<script type="application/json" id="${SETTINGS_ID}">${json}</script>` : ''}</body>`,
    );
  // Those of the template alone: what the brand adds is no script.
  return { html, scripts: inlineScripts(own), styles: [look.tokensCss] };
}

const inlineScripts = (template: string): string[] =>
  [...template.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
