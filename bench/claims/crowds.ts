import { absolute, atLeast, atMost } from '../budgets.ts';
import type { Measurement } from '../report.ts';
import { median, medianBy, type Rate } from '../statistics.ts';
import { type Claimed, claimsWon, namedPlaces, TAKE_NAMED } from './http.ts';
import { type BareHold, prepareBareHold } from './pgbench.ts';
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
/** Buyers who come together wait about as long as one another, and no longer than for the bare statement. */
const MOST_P99 = { ofP50: 3, ofBare: 1, ofBareAtSteadyRate: 8 };

/** In one hot row nearly all claims lose without reaching the database: there all answers count, elsewhere the claims that won. */
const budgets: Readonly<Record<Crowd, { readonly least: number; readonly bare: 'any pair' | 'hot row'; readonly winners: boolean }>> = {
  spread: { least: 0.7, bare: 'any pair', winners: true },
  'one performance': { least: 0.7, bare: 'any pair', winners: true },
  'one hot row': { least: 1.5, bare: 'hot row', winners: false },
};

/**
 * Claims of two places each through HTTP, compared with a bare hold of two places by pgbench. The two alternate in short rounds,
 * because the speed of a shared machine changes by the second; the median round counts.
 */
export async function measureCrowd(stage: Stage, crowd: Crowd): Promise<Measurement[]> {
  const aim = aims(stage.performances, stage.placeCount)[crowd];
  const { least, bare, winners } = budgets[crowd];
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
  const wonOfBare = ({ baseline, many }: (typeof rounds)[number]) => counted(many) / baseline;
  const middle = medianBy(rounds, wonOfBare);
  const { fewer } = medianBy(rounds, (round) => round.fewer.p99Ms);
  const { bareFewer } = medianBy(rounds, (round) => round.bareFewer.p99Ms);
  return [
    {
      what: `claims, ${crowd}, ${MANY} connections`,
      baseline: `${bareHold.tool} ${perSecond(middle.baseline)}`,
      ours: told(middle.many),
      budgets: [atLeast(counted(middle.many) / middle.baseline, least)],
    },
    {
      what: `claims, ${crowd}, ${FEWER} connections`,
      baseline: `${bareHold.tool} with as many ${perSecond(bareFewer.perSecond)}, ${latency(bareFewer)}`,
      ours: told(fewer),
      budgets: [
        atMost(median(rounds.map((round) => round.fewer.p99Ms / round.fewer.p50Ms)), MOST_P99.ofP50, 'p99', 'p50'),
        atMost(median(rounds.map((round) => round.fewer.p99Ms / round.bareFewer.p99Ms)), MOST_P99.ofBare, 'p99', `${bareHold.tool}'s`),
      ],
    },
    await measureSteady(stage, crowd, bareHold, median(rounds.map(({ baseline }) => baseline)) / 4),
  ];
}

/** Checks that claims were won where places were free: refusals are fast and would improve the figure. */
async function measureSteady(stage: Stage, crowd: Crowd, bareHold: BareHold, rate: number): Promise<Measurement> {
  const aim = aims(stage.performances, stage.placeCount)[crowd];
  const pairs = Math.floor(stage.placeCount / 2);
  const seconds = Math.min(STEADY_SECONDS, pairs / rate);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    await bareHold.reset();
    const bare = await bareHold.paced(budgets[crowd].bare, SECONDS, rate);
    await stage.reset();
    const steady = await steadyClaims(stage, aim, rate, seconds);
    const [holds] = await stage.db<{ count: number }[]>`select count(*)::integer as count from hold`;
    rounds.push({ ...steady, bare, refused: budgets[crowd].winners ? Math.round(rate * seconds) - (holds?.count ?? 0) : 0 });
  }
  const middle = medianBy(rounds, ({ p99Ms, bare }) => p99Ms / bare.p99Ms);
  const refused = median(rounds.map((round) => round.refused));
  const told = refused > 0 ? `, ${refused.toLocaleString('en')} refused` : '';
  const generator = `generator ${middle.generatorCpu}, its own delay p99 ${middle.sentLateP99Ms.toFixed(1)} ms`;
  return {
    what: `claims, ${crowd}, at a quarter of the bare rate`,
    baseline: `${bareHold.tool} asked for as many ${perSecond(rate)}, ${latency(middle.bare)}`,
    ours: `${perSecond(middle.perSecond)}, ${latency(middle)}${told}; ${generator}`,
    budgets: [
      atMost(middle.p99Ms / middle.bare.p99Ms, MOST_P99.ofBareAtSteadyRate, 'p99', `${bareHold.tool}'s`),
      ...(budgets[crowd].winners ? [absolute('none refused', refused === 0)] : []),
    ],
  };
}

const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')} /s`;
const latency = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
