import { cpus } from 'node:os';
import { median } from '../median.ts';
import { judged, type Table } from '../report.ts';
import { claimsByAnswer, namedPlaces, TAKE_NAMED } from './http.ts';
import type { Stage } from './stage.ts';
import { aims } from './targets.ts';

const TAKE_BEST = '/v2/Proceso/0/Posiciones/TomarGrupo';
const PROCESSES = [1, 2, 4];
const ROUNDS = 3;
const CONNECTIONS = 128;
/** Short, so that there is room left in every sector: the refusals of a run are all false ones. */
const SECONDS = 2;
const WON = 200;
/** `busy`, `places_taken`, `not_enough_places`. */
const FALSE_REFUSALS = [503, 470, 471];
const LEAST_GAIN = 1.5;
/** The load generator and PostgreSQL have a core each by then, and there are some left for a second process. */
const CORES_TO_JUDGE = 6;
/** Best places run out in a sector before all of its places are sold. */
const MOST_SOLD = 0.9;

interface Run {
  readonly wonPerSecond: number;
  readonly refused: number;
}

/** The same claims on one performance at one, two and four processes, in turns. */
export async function measureProcesses(stage: Stage): Promise<Table[]> {
  const wishes = await wishesOf(stage);
  const runs = new Map<string, Run[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const processes of PROCESSES) {
      const product = await stage.open({ WEB_CONCURRENCY: String(processes) });
      try {
        const there = { ...stage, origin: product.origin };
        await claimOnce(there, wishes['named places'], 1);
        for (const [kind, wish] of Object.entries(wishes)) {
          const key = keyOf(kind, processes);
          runs.set(key, [...(runs.get(key) ?? []), await claimOnce(there, wish, SECONDS)]);
        }
      } finally {
        await product.stop();
      }
    }
  }
  const judgeGain = cpus().length >= CORES_TO_JUDGE;
  const rows = Object.keys(wishes).flatMap((kind) => {
    const wonBy = (processes: number) => median((runs.get(keyOf(kind, processes)) ?? []).map(({ wonPerSecond }) => wonPerSecond));
    return PROCESSES.map((processes) => {
      const refused = (runs.get(keyOf(kind, processes)) ?? []).reduce((sum, run) => sum + run.refused, 0);
      const gain = wonBy(processes) / wonBy(1);
      const budgets = [judged('0 false refusals', refused === 0)];
      if (processes === 2)
        budgets.push(
          judgeGain ? judged(`≥ ${LEAST_GAIN} × one`, gain >= LEAST_GAIN) : `≥ ${LEAST_GAIN} × one from ${CORES_TO_JUDGE} cores on`,
        );
      return [
        kind,
        String(processes),
        `${Math.round(wonBy(processes)).toLocaleString('en')} /s`,
        String(refused),
        gain.toFixed(2),
        budgets.join(', '),
      ];
    });
  });
  return [
    {
      title: 'Claims by number of processes',
      note: [
        `One performance, two places each, ${CONNECTIONS} connections, ${SECONDS} s; medians of ${ROUNDS}, refusals of all of them together.`,
        'The load generator reads every answer here, which costs more than in the table above. A false refusal says `busy`, taken or not',
        'enough while equal places are free.',
      ].join('\n'),
      columns: ['Claims', 'Processes', 'Won', 'False refusals', 'Won, times one process', 'Budget'],
      rows,
    },
  ];
}

const keyOf = (kind: string, processes: number) => `${kind}, ${processes}`;

interface Wish {
  readonly path: string;
  readonly body: (n: number) => string;
}

async function wishesOf({ origin, performances, placeCount }: Stage) {
  const [performanceId = 0] = performances;
  const answer = await (await fetch(`${origin}/v2/Funcion/${performanceId}/Disponibilidad`)).json();
  const { listaSector: sectors } = (answer as { oData: { listaSector: { idSector: number; nLibres: number }[] } }).oData;
  // As often as each has places, and neighbours in the line want different ones.
  const inTurn = sectors
    .flatMap(({ idSector, nLibres }) =>
      Array.from({ length: nLibres >> 1 }, (_, index) => ({ idSector, at: (index + 0.5) / (nLibres >> 1) })),
    )
    .sort((a, b) => a.at - b.at);
  return {
    'named places': { path: TAKE_NAMED, body: namedPlaces(aims(performances, placeCount)['one performance']) },
    'best available in a sector': {
      path: TAKE_BEST,
      body: (n: number) =>
        `{"idFuncion":${performanceId},"listaSector":[{"idSector":${inTurn[n % inTurn.length]?.idSector},"nCantidad":2}]}`,
    },
    'best available anywhere': { path: TAKE_BEST, body: () => `{"idFuncion":${performanceId},"listaSector":[{"nCantidad":2}]}` },
  } satisfies Record<string, Wish>;
}

async function claimOnce(stage: Stage, wish: Wish, seconds: number): Promise<Run> {
  await stage.reset();
  const { answers, ...load } = await claimsByAnswer(stage, { ...wish, connections: CONNECTIONS, seconds });
  const won = answers.get(WON) ?? 0;
  if (won * 2 > stage.placeCount * MOST_SOLD) throw new Error('the places ran out within a run: make it shorter');
  const unexpected = [...answers.keys()].find((code) => code !== WON && !FALSE_REFUSALS.includes(code));
  if (unexpected !== undefined) throw new Error(`claims were answered with nCode ${unexpected}`);
  return { wonPerSecond: won / load.seconds, refused: load.requests - won };
}
