import type { Measurement } from '../report.ts';
import { httpClaims } from './http.ts';
import type { Stage } from './stage.ts';
import { aims } from './targets.ts';

const ROUNDS = 3;
const SECONDS = 4;
/** A second process brings something where a core is free; here none is, and it must not cost much either. */
const SMALLEST_RATIO = 0.8;

interface Round {
  readonly wonPerSecond: number;
  readonly p99Ms: number;
}

/** Claims on one performance at one process and at two, in turns on the same stage; only those that were won count. */
export async function measureProcesses(stage: Stage): Promise<Measurement> {
  const aim = aims(stage.performances, stage.placeCount)['one performance'];
  if (!aim) throw new Error('no claim to make');
  const several = await stage.open({ WEB_CONCURRENCY: '2' });
  try {
    const round = async (origin: string): Promise<Round> => {
      await stage.reset();
      const { p99Ms } = await httpClaims({ ...stage, origin }, aim, SECONDS);
      const [won] = await stage.db<{ count: number }[]>`select count(*)::integer as count from hold`;
      return { wonPerSecond: (won?.count ?? 0) / SECONDS, p99Ms };
    };
    for (const origin of [stage.origin, several.origin]) await round(origin);
    const one: Round[] = [];
    const two: Round[] = [];
    for (let turn = 0; turn < ROUNDS; turn++) {
      one.push(await round(stage.origin));
      two.push(await round(several.origin));
    }
    const ratio = middle(two, 'wonPerSecond') / middle(one, 'wonPerSecond');
    return {
      what: 'claims won, one performance, two processes instead of one',
      baseline: `one process ${told(one)}`,
      ours: `two processes ${told(two)}`,
      ratio,
      budget: `≥ ${SMALLEST_RATIO.toFixed(1)}`,
      met: ratio >= SMALLEST_RATIO,
    };
  } finally {
    await several.stop();
  }
}

const middle = (rounds: readonly Round[], figure: keyof Round): number =>
  rounds.map((round) => round[figure]).sort((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN;

const told = (rounds: readonly Round[]) =>
  `${Math.round(middle(rounds, 'wonPerSecond')).toLocaleString('en')} /s, p99 ${middle(rounds, 'p99Ms').toFixed(1)} ms`;
