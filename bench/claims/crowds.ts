import type { Measurement } from '../report.ts';
import { median, medianBy, type Rate } from '../statistics.ts';
import { type Claimed, claimsWon, namedPlaces, TAKE_NAMED } from './http.ts';
import { prepareBareHold } from './pgbench.ts';
import { aims, type Crowd, type Stage } from './stage.ts';
import { steadyClaims } from './steady.ts';

const ROUNDS = 5;
/** Short, so that a performance's 29,940 pairs of places outlast a run; every run begins with all of them free. */
const SECONDS = 2;
/**
 * The first claim of each connection waits until all 64 are accepted. In a run of two seconds those are the hundredth part, so that p99
 * would be what connecting takes.
 */
const FEWER_SECONDS = 4;
const WARMING_UP = 3;
const STEADY_SECONDS = 3;
const MANY = 128;
const FEWER = 64;
const MOST_P99_MS = { fewer: 40, steady: 50 };

/** In one hot row nearly all claims lose without reaching the database: there all answers count, elsewhere the claims that won. */
const budgets: Readonly<Record<Crowd, { readonly atLeast: number; readonly bare: 'any pair' | 'hot row'; readonly winners: boolean }>> = {
  spread: { atLeast: 0.4, bare: 'any pair', winners: true },
  'one performance': { atLeast: 0.4, bare: 'any pair', winners: true },
  'one hot row': { atLeast: 0.8, bare: 'hot row', winners: false },
};

/**
 * Claims of two places each through HTTP, compared with a bare hold of two places by pgbench. The two alternate in short rounds,
 * because the speed of a shared machine changes by the second; the median round counts.
 */
export async function measureCrowd(stage: Stage, crowd: Crowd): Promise<Measurement[]> {
  const aim = aims(stage.performances, stage.placeCount)[crowd];
  const { atLeast, bare, winners } = budgets[crowd];
  const bareHold = await prepareBareHold(stage.db, stage.databaseUrl);
  const counted = (claimed: Claimed) => (winners ? claimed.wonPerSecond : claimed.requestsPerSecond);
  const told = (claimed: Claimed) => {
    const won = winners ? `${perSecond(claimed.wonPerSecond)} won of ` : '';
    return `${won}${perSecond(claimed.requestsPerSecond)} answered, ${latency(claimed)}`;
  };
  const claim = async (connections: number, seconds: number) => {
    await stage.reset();
    return claimsWon(stage, { path: TAKE_NAMED, body: namedPlaces(aim), connections, seconds });
  };
  const hold = async (seconds: number) => {
    await bareHold.reset();
    return bareHold.perSecond(bare, seconds);
  };
  const timedHold = async (seconds: number) => {
    await bareHold.reset();
    return bareHold.timed(bare, seconds, FEWER);
  };
  // A server in service has compiled what it runs most: in its first ten thousand claims one takes twice as long.
  for (let round = 0; round < WARMING_UP; round++) await claim(MANY, SECONDS);
  await hold(1);
  const rounds: { baseline: number; many: Claimed; bareFewer: Rate; fewer: Claimed }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      baseline: await hold(SECONDS),
      many: await claim(MANY, SECONDS),
      bareFewer: await timedHold(SECONDS),
      fewer: await claim(FEWER, FEWER_SECONDS),
    });
  }
  const ratioOf = ({ baseline, many }: (typeof rounds)[number]) => counted(many) / baseline;
  const middle = medianBy(rounds, ratioOf);
  const { fewer } = medianBy(rounds, (round) => round.fewer.p99Ms);
  const { bareFewer } = medianBy(rounds, (round) => round.bareFewer.p99Ms);
  return [
    {
      what: `claims, ${crowd}, ${MANY} connections`,
      baseline: `${bareHold.tool} ${perSecond(middle.baseline)}`,
      ours: told(middle.many),
      ratio: ratioOf(middle),
      budget: `≥ ${atLeast}`,
      met: ratioOf(middle) >= atLeast,
    },
    {
      what: `claims, ${crowd}, ${FEWER} connections`,
      baseline: `${bareHold.tool} with as many ${perSecond(bareFewer.perSecond)}, ${latency(bareFewer)}`,
      ours: told(fewer),
      ratio: null,
      budget: `p99 ≤ ${MOST_P99_MS.fewer} ms`,
      met: fewer.p99Ms <= MOST_P99_MS.fewer,
    },
    await measureSteady(stage, crowd, median(rounds.map(({ baseline }) => baseline)) / 4),
  ];
}

/** Checks that claims were won where places were free: refusals are fast and would improve the figure. */
async function measureSteady(stage: Stage, crowd: Crowd, rate: number): Promise<Measurement> {
  const aim = aims(stage.performances, stage.placeCount)[crowd];
  const pairs = Math.floor(stage.placeCount / 2);
  const seconds = Math.min(STEADY_SECONDS, pairs / rate);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    await stage.reset();
    const steady = await steadyClaims(stage, aim, rate, seconds);
    const [holds] = await stage.db<{ count: number }[]>`select count(*)::integer as count from hold`;
    rounds.push({ ...steady, refused: budgets[crowd].winners ? Math.round(rate * seconds) - (holds?.count ?? 0) : 0 });
  }
  const middle = medianBy(rounds, ({ p99Ms }) => p99Ms);
  const refused = middle.refused > 0 ? `, ${middle.refused.toLocaleString('en')} refused` : '';
  const generator = `generator ${middle.generatorCpu}, its own delay p99 ${middle.sentLateP99Ms.toFixed(1)} ms`;
  return {
    what: `claims, ${crowd}, at a quarter of the bare rate`,
    baseline: `asked for: ${perSecond(rate)}`,
    ours: `${perSecond(middle.perSecond)}, ${latency(middle)}${refused}; ${generator}`,
    ratio: null,
    budget: `p99 < ${MOST_P99_MS.steady} ms`,
    met: middle.p99Ms < MOST_P99_MS.steady && middle.refused === 0,
  };
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')} /s`;
const latency = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
