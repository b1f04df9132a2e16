import { setTimeout as sleep } from 'node:timers/promises';
import { haveBuyers } from '../../apps/api/test/factories/customers.ts';
import { cardTokens, type Stage, setStage } from './stage.ts';
import { type Visitor, visitorAt } from './visitor.ts';

const ATTACK_MS = 30_000;
const ACCOUNTS = 47;
const HONEST = 60;
/** Honest buyers begin within this time, and try again for as long as the attack lasts. */
const HONEST_BEGIN_MS = 10_000;
const AT_ONCE = 16;

interface Result {
  readonly attack: string;
  readonly got: string;
  readonly honest?: string;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** One fresh account takes what it can, in all performances and as many purchases as it may have. */
async function hoard({ origin, db, season }: Stage): Promise<Result> {
  const visitor = visitorAt({ origin, address: '127.0.7.1' });
  if (!(await visitor.join())) throw new Error('the account was refused');
  const startedAt = performance.now();
  let last = 0;
  let turn = 0;
  const purchases: string[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - startedAt < ATTACK_MS / 2) {
        const performanceId = season[turn++ % season.length] ?? 0;
        const quantity = 10 - (turn % 10);
        const purchase = purchases[turn % 4];
        const outcome = await (purchase ? visitor.takeMore(purchase, performanceId, quantity) : visitor.take(performanceId, quantity));
        if (outcome.status !== 'ok') continue;
        last = performance.now() - startedAt;
        if (!purchases.includes(outcome.data.purchase.id)) purchases.push(outcome.data.purchase.id);
      }
    }),
  );
  const held = await heldIn(db, season);
  return {
    attack: `one fresh account, ${AT_ONCE} connections, ${season.length} performances of 80 places, ${seconds(ATTACK_MS / 2)}`,
    got: `${held} places, the last after ${seconds(last)}; ${turn} claims`,
  };
}

/** One account takes free tickets and confirms them, again and again. */
async function takeFreeTickets({ origin, db, free }: Stage): Promise<Result> {
  const [{ token }] = await haveBuyers(db, 1);
  const visitor = visitorAt({ origin, address: '127.0.8.1', token });
  const startedAt = performance.now();
  while (performance.now() - startedAt < ATTACK_MS / 3) {
    const outcome = await visitor.take(free, 10);
    if (outcome.status === 'ok') await visitor.pay(outcome.data.purchase, null);
  }
  const [got] = await db<{ tickets: number; held: number }[]>`
    select count(*) filter (where state = 'sold')::integer as tickets, count(*) filter (where state = 'held')::integer as held
      from place where performance_id = ${free}`;
  return {
    attack: `one account and 360 free tickets, ${seconds(ATTACK_MS / 3)}`,
    got: `${got?.tickets} tickets, ${got?.held} places held`,
  };
}

interface Place {
  readonly networks: number;
  /** The first of its networks is 127.0.N. */
  readonly subnet: number;
}

/** Scripted accounts sign up, log in and take what they can of one hall, while honest newcomers of other networks buy two places each. */
async function emptyHall({ origin, gateway, db }: Stage, hall: number, { networks, subnet }: Place): Promise<Result> {
  const cards = await cardTokens(gateway, HONEST);
  const sessions = await haveBuyers(db, HONEST);
  const joiningSince = performance.now();
  const addressOf = (n: number) => `127.0.${subnet + (n % networks)}.${1 + Math.floor(n / networks)}`;
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => visitorAt({ origin, address: addressOf(n) }));
  const joined = (await Promise.all(accounts.map((account) => account.join()))).filter(Boolean).length;
  const joinedMs = performance.now() - joiningSince;
  const startedAt = performance.now();
  const since = () => performance.now() - startedAt;
  let emptyMs: number | null = null;
  const attackers = accounts.map(async (account) => {
    while (since() < ATTACK_MS) if ((await account.take(hall, 10)).status !== 'ok') await sleep(200);
  });
  const watching = (async () => {
    while (since() < ATTACK_MS && emptyMs === null) {
      if ((await freeIn(db, hall)) === 0) emptyMs = since();
      await sleep(250);
    }
  })();
  const bought = await Promise.all(
    sessions.map(async ({ token }, n) => {
      await sleep((n / HONEST) * HONEST_BEGIN_MS);
      return buysTwo(visitorAt({ origin, address: `127.0.${180 + n}.1`, token }), hall, {
        card: cards[n] ?? '',
        until: () => since() > ATTACK_MS,
      });
    }),
  );
  await Promise.all([...attackers, watching]);
  const honest = bought.filter(Boolean).length;
  const [left, held] = [await freeIn(db, hall), await heldIn(db, [hall])];
  return {
    attack: `${ACCOUNTS} accounts from ${networks} networks with proof of work, a hall of 1,240, ${seconds(ATTACK_MS)}`,
    got:
      `${joined} accounts had joined after ${seconds(joinedMs)}; ${held} places held; ` +
      (emptyMs === null ? `${left} places were still free` : `the hall was empty after ${seconds(emptyMs)}`),
    honest: `${honest} of ${HONEST} honest newcomers of other networks bought two places each (${Math.round((honest / HONEST) * 100)} %)`,
  };
}

async function buysTwo(buyer: Visitor, hall: number, { card, until }: { card: string; until: () => boolean }): Promise<boolean> {
  while (!until()) {
    const outcome = await buyer.take(hall, 2);
    if (outcome.status === 'ok') return buyer.pay(outcome.data.purchase, card);
    await sleep(2000);
  }
  return false;
}

const heldIn = async (db: Stage['db'], performances: readonly number[]): Promise<number> =>
  (
    await db<{ held: number }[]>`
      select count(*)::integer as held from place where performance_id = any (${[...performances]}::integer[]) and state = 'held'`
  )[0]?.held ?? 0;

const freeIn = async (db: Stage['db'], hall: number): Promise<number> =>
  (await db<{ free: number }[]>`select count(*)::integer as free from place where performance_id = ${hall} and state = 'free'`)[0]?.free ??
  0;

const stage = await setStage();
const results: Result[] = [];
try {
  results.push(await hoard(stage), await takeFreeTickets(stage));
  const [one = 0, eight = 0, forty = 0] = stage.halls;
  results.push(await emptyHall(stage, one, { networks: 1, subnet: 20 }));
  results.push(await emptyHall(stage, eight, { networks: 8, subnet: 30 }));
  results.push(await emptyHall(stage, forty, { networks: ACCOUNTS, subnet: 40 }));
} finally {
  await stage.stop();
}
for (const { attack, got, honest } of results) console.log(`${attack}\n  got: ${got}${honest ? `\n  beside it: ${honest}` : ''}`);
