import { cpus } from 'node:os';
import { absolute, atLeast } from '../budgets.ts';
import type { Table } from '../report.ts';
import { median } from '../statistics.ts';
import { claimsByAnswer, namedPlaces, TAKE_NAMED } from './http.ts';
import { aims, type Stage } from './stage.ts';

const TAKE_BEST = '/v2/Proceso/0/Posiciones/TomarGrupo';
const PROCESSES = [1, 2, 4];
const ROUNDS = 3;
const CONNECTIONS = 128;
/** New processes compile their code while the first claims come. */
const WARM_UP_SECONDS = 3;
/** Short, so that every sector keeps free places: any refusal in a run is a false one. */
const SECONDS = 2;
const MOST_SOLD = 0.9;
const WON = 200;
/** `busy`, `places_taken`, `not_enough_places`. */
const FALSE_REFUSALS = [503, 470, 471];
const LEAST_GAIN = 1.5;
/** The load generator and PostgreSQL have a core each by then, and there are some left for a second process. */
const CORES_TO_JUDGE = 6;

interface Wish {
  readonly path: string;
  readonly body: (n: number) => string;
}

interface Run {
  readonly kind: string;
  readonly processes: number;
  readonly wonPerSecond: number;
  readonly refused: number;
}

/** Claims of places by name, or of the best ones that are free, at one, two and four processes in turns. */
export async function measureProcesses(stage: Stage, by: 'named places' | 'best available'): Promise<Table[]> {
  const wishes = by === 'named places' ? { [by]: namedWish(stage) } : await bestWishes(stage);
  const runs: Run[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const processes of PROCESSES) {
      // One at a time: idle processes would still receive what the others announce.
      const product = await stage.open({ WEB_CONCURRENCY: String(processes) });
      const there = { ...stage, origin: product.origin };
      try {
        for (const wish of Object.values(wishes).slice(0, 1)) await claimOnce(there, wish, WARM_UP_SECONDS);
        for (const [kind, wish] of Object.entries(wishes)) runs.push({ kind, processes, ...(await claimOnce(there, wish, SECONDS)) });
      } finally {
        await product.stop();
      }
    }
  }
  return [
    {
      title: `Claims by number of processes: ${by}`,
      note: [
        `One performance, two places each, ${CONNECTIONS} connections, ${SECONDS} s; medians of ${ROUNDS}, refusals of all of them together.`,
        'The load generator reads every answer here, which costs more than in the first table. A false refusal says that the server is',
        'busy, or that places are taken or too few, while enough of them are free.',
      ].join('\n'),
      columns: ['Claims', 'Processes', 'Won', 'Times one process', 'False refusals', 'Budget'],
      rows: Object.keys(wishes).flatMap((kind) => PROCESSES.map((processes) => rowOf(runs, kind, processes))),
    },
  ];
}

function rowOf(runs: readonly Run[], kind: string, processes: number): Table['rows'][number] {
  const runsOf = (count: number) => runs.filter((run) => run.kind === kind && run.processes === count);
  const wonAt = (count: number) => median(runsOf(count).map(({ wonPerSecond }) => wonPerSecond));
  const refused = runsOf(processes).reduce((sum, run) => sum + run.refused, 0);
  const gain = wonAt(processes) / wonAt(1);
  const noneRefused = absolute('0 false refusals', refused === 0);
  const judgedGain = cpus().length >= CORES_TO_JUDGE ? gain : Number.NaN;
  const gainBudget = atLeast(judgedGain, LEAST_GAIN, '', `one process on ${CORES_TO_JUDGE} cores`);
  return [
    kind,
    String(processes),
    `${Math.round(wonAt(processes)).toLocaleString('en')} /s`,
    gain.toFixed(2),
    String(refused),
    processes === 2 ? [noneRefused, gainBudget] : [noneRefused],
  ];
}

const namedWish = ({ performances, placeCount }: Stage): Wish => ({
  path: TAKE_NAMED,
  body: namedPlaces(aims(performances, placeCount)['one performance']),
});

async function bestWishes({ db, performances }: Stage): Promise<Record<string, Wish>> {
  const [performanceId = 0] = performances;
  const sectors = await db<{ id: number; placeCount: number }[]>`
    select sector.id, sector.place_count as "placeCount" from sector join performance using (venue_map_id) where performance.id = ${performanceId}`;
  // Each as often as it has two places, and far apart in the line.
  const inTurn = sectors
    .flatMap(({ id, placeCount }) => Array.from({ length: placeCount >> 1 }, (_, index) => ({ id, at: (index + 0.5) / placeCount })))
    .sort((a, b) => a.at - b.at);
  const bodyOf = (sector: string) => `{"idFuncion":${performanceId},"listaSector":[{${sector}"nCantidad":2}]}`;
  return {
    'best available, anywhere': { path: TAKE_BEST, body: () => bodyOf('') },
    'best available, in a sector': { path: TAKE_BEST, body: (n) => bodyOf(`"idSector":${inTurn[n % inTurn.length]?.id},`) },
  };
}

async function claimOnce(stage: Stage, wish: Wish, seconds: number): Promise<Pick<Run, 'wonPerSecond' | 'refused'>> {
  await stage.reset();
  const { answers, ...load } = await claimsByAnswer(stage, { ...wish, connections: CONNECTIONS, seconds });
  const unexpected = [...answers.keys()].find((code) => code !== WON && !FALSE_REFUSALS.includes(code));
  if (unexpected !== undefined) throw new Error(`claims were answered with nCode ${unexpected}`);
  const won = answers.get(WON) ?? 0;
  if (won * 2 > stage.placeCount * MOST_SOLD) throw new Error('the places ran out within a run: make it shorter');
  return { wonPerSecond: won / load.seconds, refused: load.requests - won };
}
