import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadBrand } from '@butaca/brand/load';
import { contentSecurityPolicy } from '../apps/api/src/http/content-security.ts';
import { keepBody } from '../apps/api/src/http/kept-body.ts';
import { type Build, createRenderer } from '../apps/storefront/server/renderer.ts';
import { atMost } from './budgets.ts';
import type { Measurement } from './report.ts';
import { medianBy } from './statistics.ts';

const DATES = 70;
/** Of a bare rendering of as many bytes. */
const MOST_CPU = 12;
const WARM_UP = 60;
const PAGES = 300;
const BATCH = 20;

/**
 * Processor time, because the cores are shared, each batch beside one of bare renderings, because they share caches too; the middle batch
 * counts. From the api's answer to the kept page: decoding, rendering, policy, compression; each landing is another show's, so that
 * nothing of it was made before.
 */
export async function measureFirstRendering(origin: string): Promise<Measurement> {
  const { brand, ...look } = await loadBrand('butaca');
  const build = (await import(pathToFileURL(join(import.meta.dirname, '../apps/storefront/build/server/index.js')).href)) as Build;
  const fetch = await oneShowUnderManyNames(origin);
  const renderer = createRenderer({ fetch, brand, look, publicOrigin: origin }, async () => build, 'production');
  let bytes = 0;
  const first = async (turn: number) => {
    const { body, status, headers, scripts, styles } = await renderer.render(`/landing/show-${turn}`, brand.locale.language);
    if (status !== 200) throw new Error(`the landing was answered ${status}`);
    await keepBody(status, { ...headers, 'content-security-policy': contentSecurityPolicy({ scripts, styles }) }, Buffer.from(body), 5);
    bytes = body.length;
  };
  for (let turn = 1; turn <= WARM_UP; turn++) await first(turn);
  const bare = bareRendering(bytes);
  await cpuMsOf(WARM_UP, bare);
  const batches: { ours: number; bare: number }[] = [];
  for (let turn = WARM_UP + 1; turn <= PAGES; turn += BATCH) {
    batches.push({ ours: await cpuMsOf(BATCH, (more) => first(turn + more)), bare: await cpuMsOf(BATCH, bare) });
  }
  const middle = medianBy(batches, (batch) => batch.ours / batch.bare);
  return {
    what: `first rendering of a landing with ${DATES} dates, processor time`,
    baseline: `bare \`renderToString\` of as many bytes ${middle.bare.toFixed(2)} ms`,
    ours: `${middle.ours.toFixed(1)} ms, ${Math.round(bytes / 1000)} kB of HTML`,
    budgets: [atMost(middle.ours / middle.bare, MOST_CPU)],
  };
}

async function cpuMsOf(times: number, render: (turn: number) => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < times; turn++) await render(turn);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

type React = { createElement: (type: string, props: object | null, ...children: unknown[]) => unknown };
type ReactServer = { renderToString: (element: unknown) => string };

/** The storefront's React in its form for production, which the build contains whatever NODE_ENV is. */
function bareReact(): React & ReactServer {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  const fromStorefront = createRequire(join(import.meta.dirname, '../apps/storefront/package.json'));
  const react = { ...(fromStorefront('react') as React), ...(fromStorefront('react-dom/server') as ReactServer) };
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  return react;
}

/** Renders dates as plain elements, as many as make so many bytes: what React itself takes for them. */
function bareRendering(bytes: number): () => void {
  const { createElement, renderToString } = bareReact();
  const date = (key: number) =>
    createElement(
      'li',
      { key, className: 'date' },
      createElement('time', { dateTime: '2026-12-05T21:00:00-03:00' }, 'sábado 5 de diciembre'),
      createElement('a', { className: 'button', href: '/funcion/10000' }, 'Comprar'),
    );
  const count = Math.ceil(bytes / renderToString(date(0)).length);
  const list = createElement('ul', null, ...Array.from({ length: count }, (_, n) => date(n)));
  return () => void renderToString(list);
}

type Wire = { oData: Record<string, Record<string, unknown>[]> };

/** The product's answers, with its show of most dates under every name, and that many dates. */
async function oneShowUnderManyNames(origin: string): Promise<typeof fetch> {
  const read = async (path: string) => (await (await fetch(`${origin}${path}`)).json()) as Wire;
  const rowsOf = ({ oData }: Wire) => Object.values(oData).find(Array.isArray) ?? [];
  const types = await read('/v2/EspectaculoCartelTipos');
  const shows = await read('/v2/EspectaculosCartel');
  const billboard = rowsOf(await read('/v2/Cartelera'));
  const longest = withMostDates(billboard);
  const show = await read(`/v2/EspectaculoCartel/${longest.idEspectaculoCartel}?h=${longest.h}`);
  const dates = show.oData.listaFuncion ?? [];
  show.oData.listaFuncion = Array.from({ length: DATES }, (_, date) => ({ ...dates[date % dates.length], idFuncion: 10_000 + date }));
  const [listed] = rowsOf(shows);
  const [list] = Object.keys(shows.oData).filter((key) => Array.isArray(shows.oData[key]));
  shows.oData[list ?? ''] = Array.from({ length: PAGES + BATCH }, (_, n) => ({
    ...listed,
    idEspectaculoCartel: n + 1,
    cSeo: `show-${n + 1}`,
  }));
  const [typesText, showsText, showText] = [types, shows, show].map((answer) => JSON.stringify(answer));
  return (async (url: string) => {
    const text = url.includes('/EspectaculoCartel/') ? showText : url.includes('/EspectaculosCartel') ? showsText : typesText;
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  }) as typeof fetch;
}

const withMostDates = (shows: readonly Record<string, unknown>[]): Record<string, unknown> =>
  [...shows].sort((a, b) => Number(b.nCantidadFunciones) - Number(a.nCantidadFunciones))[0] ?? {};
