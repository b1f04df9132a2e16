import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Brand, publicHosts } from '@butaca/brand';
import { escapeUTF8 } from 'entities';
import { type OfficeSettings, SETTINGS_ID } from './settings.ts';

/** The deployment's brand and the files that pages show of it. */
export interface OfficeWorld {
  readonly brand: Brand;
  readonly look: { readonly logoSvg: string; readonly tokensCss: string };
}

/** A page with the inline scripts and styles of the build, which alone may run in it. */
export interface OfficePage {
  readonly html: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface Office {
  /** The one page of the office, the same for every visitor; its script asks who is logged in. */
  page(): Promise<OfficePage>;
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

const home = join(import.meta.dirname, '..');

/** The office as `npm run do -- build` left it. */
export async function builtOffice(world: OfficeWorld): Promise<Office & { readonly assetsDirectory: string }> {
  const template = await readFile(join(home, 'build/index.html'), 'utf8').catch(() => {
    throw new Error('the office is not built: npm run do -- build');
  });
  const page = branded(template, world);
  return { page: async () => page, assetsDirectory: join(home, 'build/assets') };
}

/** The office from its sources, with hot reload over the given server. */
export async function devOffice(world: OfficeWorld, httpServer: Server): Promise<Office & { readonly middleware: Middleware }> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root: home, appType: 'custom', server: { middlewareMode: true, hmr: { server: httpServer } } });
  const template = () => readFile(join(home, 'index.html'), 'utf8');
  return {
    page: async () => branded(await vite.transformIndexHtml('/', await template()), world),
    middleware: vite.middlewares as Middleware,
  };
}

/** The brand's, served at the root: put in after the build, because Vite would look for it among the office's own files. */
const FAVICON = '<link rel="icon" href="/favicon.ico" type="image/svg+xml" />';

/** Puts the brand into the page: its name, its design tokens, and the settings for the script. */
function branded(template: string, { brand, look }: OfficeWorld): OfficePage {
  const { language, languages, timeZone, price, currency, decimals, countryCode } = brand.locale;
  const settings: OfficeSettings = {
    name: brand.name,
    hosts: publicHosts(brand),
    headers: brand.headers,
    locale: { language, languages, timeZone, price, currency, decimals, countryCode },
    waitingRooms: brand.waitingRoom.enabled,
    bills: brand.fiscal.pack !== 'none',
    documentTypes: brand.people.documentTypes,
    sessionMinutes: brand.login.staff.sessionMinutes,
    secondFactor: brand.login.staff.secondFactor,
    logoSvg: look.logoSvg,
  };
  const json = JSON.stringify(settings).replace(/</g, '\\u003c');
  const html = template
    .replace('<html lang="es">', () => `<html lang="${language}">`)
    .replace('<title>Oficina</title>', () => `<title>Oficina · ${escapeUTF8(brand.name)}</title>`)
    .replace('</head>', () => `${FAVICON}<style>${look.tokensCss}</style></head>`)
    .replace('</body>', () => `<script type="application/json" id="${SETTINGS_ID}">${json}</script></body>`);
  // Those of the template alone: what the brand adds is no script.
  return { html, scripts: inlineScripts(template), styles: [look.tokensCss] };
}

const inlineScripts = (template: string): string[] =>
  [...template.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
