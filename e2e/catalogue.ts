import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PerformanceState } from '@butaca/contract';
import { type APIRequestContext, expect } from '@playwright/test';
import { limit } from '../scripts/test/limits.ts';
import { environment } from './config.ts';

interface PlannedPerformance {
  readonly startsAt: Date;
  readonly state?: 'on_sale' | 'announced' | 'sold_out' | 'cancelled';
  /** Of an announced one. */
  readonly onSaleAt?: Date;
}

/** Time enough to import a show and to open its pages. On a slow machine they take longer, but no longer than this: the rest would be spent waiting. */
export const OPENS_IN_MS = Math.min(limit(60_000), 6 * 60_000);

/** On a whole minute, as organisers have it. */
export const inDays = (days: number) => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + days * 86_400_000);

const moment = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z');

interface PlannedPromotion {
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
}

/** What the storefront asks for and links to. */
export async function addressOf(request: APIRequestContext, seo: string) {
  const { oData } = await (await request.get('/v2/EspectaculosCartel')).json();
  const { idEspectaculoCartel: showId, h } = oData.Lista.find(({ cSeo }: { cSeo: string }) => cSeo === seo);
  const show = await (await request.get(`/v2/EspectaculoCartel/${showId}?h=${h}`)).json();
  const performances: { readonly idFuncion: number; readonly h: string }[] = show.oData.listaFuncion;
  return {
    showId: showId as number,
    performances: performances.map(({ idFuncion: id, h: hash }) => ({ id, address: `/funcion/${seo}/${id}?idFuncion=${id}&h=${hash}` })),
  };
}

/** A show of the club, one floor of which is for sale. */
const club = { venue: 'sotano-club', category: 'Pista' };

/** Imports a hall with so many places without numbers; answers where a show of it plays. */
export async function importHall(name: string, capacity: number): Promise<typeof club> {
  const outline = [
    { x: 20, y: 20 },
    { x: 300, y: 20 },
    { x: 300, y: 180 },
    { x: 20, y: 180 },
  ];
  const map = {
    ...{ schema: 'venue-map/1', name, size: { width: 320, height: 200 }, focal: { x: 160, y: 0 } },
    levels: [{ id: 'sala', name: 'Sala' }],
    categories: [{ id: 'sala', name: 'Sala', color: '#8c1d5f' }],
    sections: [{ id: 'sala', label: 'Sala', level: 'sala', kind: 'standing', capacity, category: 'sala', outline }],
  };
  await runImport('venue', map, ['--city', 'Buenos Aires', '--address', 'Pasaje Angosto 12']);
  return { venue: name.toLowerCase().replaceAll(' ', '-'), category: 'Sala' };
}

/** Imports a show without numbered places, as its organiser does with a file; again to change it. */
export async function importShow(
  seo: string,
  name: string,
  performances: readonly PlannedPerformance[],
  promotions: readonly PlannedPromotion[] = [],
  { venue, category } = club,
): Promise<void> {
  const show = {
    ...{ seo, name, type: 1, venue, listed: true, position: 900_000 },
    prices: [{ category, types: [{ name: 'General', face: 10_000 }] }],
    performances: performances.map(({ startsAt, onSaleAt, state = 'on_sale' }) => ({
      startsAt: moment(startsAt),
      state,
      ...(onSaleAt ? { onSaleAt: moment(onSaleAt) } : {}),
    })),
    promotions: promotions.map(({ name, from, until }, index) => ({
      key: `p${index}`,
      name,
      percent: 20,
      from: moment(from),
      until: moment(until),
    })),
  };
  await runImport('catalogue', { format: 'butaca-catalogue/1', shows: [show] });
  await untilServed(seo, performances);
}

/** The server hears of an import a moment after it; an open page that asks meanwhile asks again only after minutes. */
async function untilServed(seo: string, performances: readonly PlannedPerformance[]): Promise<void> {
  const ask = async (path: string) => (await fetch(`http://localhost:${environment().E2E_PORT}/v2/${path}`)).json();
  // A show that is wholly cancelled leaves the list.
  const isOn = (state: string | undefined) => state !== 'cancelled';
  const served = async (): Promise<readonly string[]> => {
    const { oData } = await ask('EspectaculosCartel');
    const listed = oData.Lista.find(({ cSeo }: { cSeo: string }) => cSeo === seo);
    if (!listed) return [];
    const { oData: show } = await ask(`EspectaculoCartel/${listed.idEspectaculoCartel}?h=${listed.h}`);
    return show.listaFuncion.map(({ cEstado }: { cEstado: unknown }) => PerformanceState.parse(cEstado)).filter(isOn);
  };
  const planned = performances.map(({ state = 'on_sale' }) => state).filter(isOn);
  await expect.poll(served, { timeout: limit(30_000) }).toEqual(planned);
}

async function runImport(kind: 'catalogue' | 'venue', content: object, options: readonly string[] = []): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-import-'));
  const file = join(folder, `${kind}.json`);
  await writeFile(file, JSON.stringify(content));
  try {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../scripts/import.ts'), kind, file, ...options], {
      env: environment(),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The address of the show with the most dates. */
export async function longestRun(request: APIRequestContext): Promise<string> {
  const { oData } = await (await request.get('/v2/Cartelera')).json();
  const shows: { readonly cSeo: string; readonly nCantidadFunciones: number }[] = oData.Lista;
  return `/landing/${shows.sort((one, other) => other.nCantidadFunciones - one.nCantidadFunciones)[0]?.cSeo}`;
}

const BREAK = `
  import { announceChange } from './apps/api/src/catalogue/index.ts';
  import { withDatabase } from './scripts/database.ts';
  await withDatabase('e2e', async (db) => {
    await db\`update show set people = \${process.argv[1]}::text::jsonb where seo = \${process.argv[2]}\`;
    // Servers keep what they have read of it.
    await announceChange(db);
  });`;

/** The show of the journey that breaks one: others, which read every show, leave it out. */
export const BROKEN_SHOW = 'una-funcion-que-falla';

/** The api fails for this show alone while a person of it has no name, which no import lets through. */
export async function breakShow(seo: string, { mended = false } = {}): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BREAK, mended ? '[]' : '[null]', seo], {
    cwd: join(import.meta.dirname, '..'),
    env: environment(),
  });
}
