import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadBrand } from '@butaca/brand/load';
import { contentSecurityPolicy } from '../apps/api/src/http/content-security.ts';
import { keepBody } from '../apps/api/src/http/kept-body.ts';
import { type Build, createRenderer } from '../apps/storefront/server/renderer.ts';
import { aims, type Stage } from './claims/stage.ts';
import { steadyClaims } from './claims/steady.ts';
import { type Load, wrk } from './load.ts';
import type { Measurement } from './report.ts';
import { medianBy } from './statistics.ts';

const DATES = 70;
const MOST_CPU_MS = 8;
const WARM_UP = 60;
const PAGES = 300;
const BATCH = 20;

const CLAIMS_PER_SECOND = 300;
const SECONDS = 5;
const ROUNDS = 3;
const CROWD = 64;
const MOST_P99_MS = 50;

/** Pages that nobody asked for before: what one costs, and what a crowd of them does to claims. */
export async function measurePages(stage: Stage): Promise<Measurement[]> {
  return [await measureFirstRendering(stage.origin), ...(await measureClaimsBesideCrowd(stage))];
}

/**
 * Processor time, because the cores are shared, and of the batch that the others disturbed least, because they share caches too. From the api's answer to the kept page: decoding, rendering, policy, compression; each
 * landing is another show's, so that nothing of it was made before.
 */
async function measureFirstRendering(origin: string): Promise<Measurement> {
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
  const batches: number[] = [];
  for (let turn = WARM_UP + 1; turn <= PAGES; turn += BATCH) {
    const before = process.cpuUsage();
    for (let more = 0; more < BATCH; more++) await first(turn + more);
    const { user, system } = process.cpuUsage(before);
    batches.push((user + system) / 1000 / BATCH);
  }
  const cpuMs = Math.min(...batches);
  return {
    what: `first rendering of a landing with ${DATES} dates, processor time`,
    baseline: '',
    ours: `${cpuMs.toFixed(1)} ms, ${Math.round(bytes / 1000)} kB of HTML`,
    ratio: null,
    budget: `≤ ${MOST_CPU_MS} ms`,
    met: cpuMs <= MOST_CPU_MS,
  };
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

/** Claims at a steady rate, alone and beside connections that ask for new searches and for shows and venues that are not there. */
async function measureClaimsBesideCrowd(stage: Stage): Promise<Measurement[]> {
  const aim = aims(stage.performances, stage.placeCount).spread;
  const folder = await mkdtemp(join(tmpdir(), 'butaca-crowd-'));
  try {
    const script = join(folder, 'crowd.lua');
    await writeFile(script, newAddresses);
    const claims = async () => {
      await stage.reset();
      return steadyClaims(stage, aim, CLAIMS_PER_SECOND, SECONDS);
    };
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await claims();
      await stage.reset();
      const crowd = wrk(stage.origin, { connections: CROWD, seconds: SECONDS + 2, options: ['-s', script], anyStatus: true });
      rounds.push({ alone, beside: await steadyClaims(stage, aim, CLAIMS_PER_SECOND, SECONDS), crowd: await crowd });
    }
    const { alone, beside, crowd } = medianBy(rounds, (round) => round.beside.p99Ms);
    return [
      {
        what: `claims, ${CLAIMS_PER_SECOND} /s, beside ${CROWD} connections of pages that nobody asked for before`,
        baseline: `alone p50 ${alone.p50Ms.toFixed(1)} ms, p99 ${alone.p99Ms.toFixed(1)} ms`,
        ours: `p50 ${beside.p50Ms.toFixed(1)} ms, p99 ${beside.p99Ms.toFixed(1)} ms; pages ${told(crowd)}; generator's own delay p99 ${beside.sentLateP99Ms.toFixed(1)} ms`,
        ratio: null,
        budget: `p99 < ${MOST_P99_MS} ms`,
        met: beside.p99Ms < MOST_P99_MS,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const told = ({ requestsPerSecond, p99Ms }: Load) => `${Math.round(requestsPerSecond).toLocaleString('en')} /s, p99 ${p99Ms.toFixed(0)} ms`;

/** Half of them searches, which have no end; each address once. */
const newAddresses = `
local turn, start = 0, os.time() % 100000
request = function()
  turn = turn + 1
  local new = start .. "x" .. turn
  local path = "/AdvancedSearch?cBuscar=" .. new
  if turn % 4 == 0 then path = "/landing/no-show-" .. new end
  if turn % 4 == 2 then path = "/establecimiento/x/" .. (100000 + turn) end
  return "GET " .. path .. " HTTP/1.1\\r\\nhost: bench\\r\\naccept-encoding: br\\r\\n\\r\\n"
end
`;
