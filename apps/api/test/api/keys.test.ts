import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetUsedKeys } from '../../src/db/used-key.ts';
import { freshDatabase } from '../database.ts';
import { resultOf } from '../factories/client.ts';
import { contentsReader, rowCounter } from '../factories/contents.ts';
import { allEndpoints } from '../factories/every-call.ts';
import { type KeyedCall, keyedCalls } from '../factories/keyed/index.ts';

/** A click's key means one act (decision 092): every call that takes one, however it is used again. */
const { db, close } = await freshDatabase();
const { scenarios, refusedFirst, close: closeAll } = await keyedCalls(db);
const countRows = await rowCounter(db);
const contents = await contentsReader(db);
afterAll(async () => {
  await closeAll();
  await close();
});

const keyed = allEndpoints.flatMap(([name, { key }]) => (key ? [[name, key] as const] : []));
/**
 * A claim that starts a purchase writes no key, so it and another call meet at no row: of two at the same moment both may act, each answered
 * with what it did (decision 092). Any other pair has one that acts.
 */
const bothMayAct: Readonly<Record<string, string>> = { takePlaces: 'the payment of another purchase', charge: 'a new purchase' };
/** Calls that could not be done under any key, when they look before the other one has ended; each says why. */
const refusedOtherwise: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Its total is not what the purchase costs.
  payInFrame: { 'another price': ['total_changed'] },
  createPayPalOrder: { 'another price': ['total_changed'] },
  // What the link is for is being paid, or has been paid.
  continuePayLink: { 'the payment': ['purchase_paying', 'purchase_over'] },
  // The order has nothing of it.
  handOverProducts: { 'another evening': ['nothing_to_hand_over'] },
  // It is not theirs.
  moveCash: { 'another drawer': ['drawer_over'] },
};
let clicks = 0;
const nextKey = () => `a-key-of-a-click-${++clicks}`;

const askOther = ({ others }: KeyedCall, what: string, key: string) => {
  const ask = others[what];
  if (!ask) throw new Error(`nothing else is called: ${what}`);
  return ask(key);
};

/** Of several calls that acted, by table. */
const sumOf = (acted: readonly Readonly<Record<string, number>>[]) => {
  const sum: Record<string, number> = {};
  for (const rows of acted) for (const [table, count] of Object.entries(rows)) sum[table] = (sum[table] ?? 0) + count;
  return sum;
};

/** What was written since, by table. */
async function rowsAfter(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const before = await countRows();
  await work();
  const after = await countRows();
  return Object.fromEntries(
    Object.entries(after).flatMap(([table, count]) => (count === before[table] ? [] : [[table, count - (before[table] ?? 0)]])),
  );
}

test('every call that takes a key is tried here', () => {
  expect(Object.keys(scenarios).sort()).toEqual(keyed.map(([name]) => name).sort());
});

describe.each(keyed)('%s', (name, need) => {
  const scenario = async () => {
    const make = scenarios[name];
    if (!make) throw new Error(`no scenario of ${name}`);
    return make();
  };
  // Each scenario takes several sales to make: what has acted once is where a repetition starts from, too.
  const key = nextKey();
  let made: KeyedCall;
  let once: Readonly<Record<string, number>> = {};
  beforeAll(async () => {
    made = await scenario();
    once = await rowsAfter(async () => expect(resultOf(await made.first(key))).toBe('ok'));
  });

  test('the same again acts once, anything else under its key is refused, and nothing changes', async () => {
    const { first, others, stranger } = made;
    const after = await contents();
    expect(resultOf(await first(key))).toBe('ok');
    for (const [what, ask] of Object.entries(others)) expect([what, resultOf(await ask(key))]).toEqual([what, 'key_reused']);
    expect(await contents()).toEqual(after);
    // The key of another caller is another key.
    if (stranger) expect(await rowsAfter(async () => expect(resultOf(await stranger(key))).toBe('ok'))).toEqual(once);
    expect(resultOf(await first(key))).toBe('ok');
  });

  test('of two that are the same at the same moment one acts, and both are answered', async () => {
    const { first } = await scenario();
    const twice = nextKey();
    const rows = await rowsAfter(async () => expect((await Promise.all([first(twice), first(twice)])).map(resultOf)).toEqual(['ok', 'ok']));
    expect(rows).toEqual(once);
  });

  test('of two that differ at the same moment one acts, and the other is refused', async () => {
    for (const what of Object.keys(made.others)) {
      const alone = await scenario();
      const rowsOfOther = await rowsAfter(() => askOther(alone, what, nextKey()));
      const both = await scenario();
      const shared = nextKey();
      const ends: string[] = [];
      const rows = await rowsAfter(async () => {
        ends.push(...(await Promise.all([both.first(shared), askOther(both, what, shared)])).map(resultOf));
      });
      const acted = [once, rowsOfOther].filter((_, index) => ends[index] === 'ok');
      expect([what, rows]).toEqual([what, sumOf(acted)]);
      if (bothMayAct[name] === what && acted.length === 2) continue;
      const refusals = ['key_reused', ...(refusedOtherwise[name]?.[what] ?? [])];
      expect([what, acted.length, ends.filter((end) => end !== 'ok' && !refusals.includes(end))]).toEqual([what, 1, []]);
    }
  });

  test('without a key it is refused where it needs one', async () => {
    if (need === 'optional') return expect(resultOf(await (await scenario()).first(null))).toBe('ok');
    expect(await made.first(null)).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'idempotency-key', reason: 'missing' }] },
    });
  });
});

test.each(Object.keys(refusedFirst))(
  '%s may be tried again with the key of one that was refused, and with something else asked',
  async (name) => {
    const { refused, failure, again } = await (refusedFirst[name] as (typeof refusedFirst)[string])();
    const key = nextKey();
    expect(resultOf(await refused(key))).toBe(failure);
    expect(resultOf(await again(key))).toBe('ok');
    expect(resultOf(await refused(key))).toBe('key_reused');
  },
);

test.each(['resumePayment', 'authenticatePayer', 'payAuthenticated', 'continuePayLink'])(
  '%s uses no key where there is nothing to go on with, and refuses one that was used',
  async (name) => {
    const { first, others } = await (scenarios[name] as (typeof scenarios)[string])();
    const [key, later] = [nextKey(), nextKey()];
    expect(resultOf(await first(key))).toBe('ok');
    const after = await contents();
    expect(resultOf(await first(later))).toBe('ok');
    expect(resultOf((await others['another step']?.(key)) ?? { status: 'not asked' })).toBe('key_reused');
    expect(await contents()).toEqual(after);
  },
);

test('what comes with a key of before there were hashes counts as the same', async () => {
  const { first, others } = await (scenarios.recordPrint as (typeof scenarios)[string])();
  const key = nextKey();
  const { data } = await first(key);
  await db`update used_key set asked = null where key = ${key}`;
  for (const ask of [first, others['another reason']]) expect(await ask?.(key)).toMatchObject({ status: 'ok', data });
});

test('a claim with a key that was used for something else, before there were hashes, is refused', async () => {
  for (const name of ['takeMore', 'takePlaces']) {
    const { first, caller } = await (scenarios[name] as (typeof scenarios)[string])();
    const key = nextKey();
    await db`insert into used_key (caller_id, key, asked, lasts) values (${caller ?? ''}, ${key}, null, true)`;
    expect([name, resultOf(await first(key))]).toEqual([name, 'key_reused']);
  }
});

test('keys of buyers are forgotten after ninety days, and those of counters never', async () => {
  const keys: string[] = [];
  for (const name of ['takeMore', 'charge', 'recordPrint', 'refundOrder', 'readCode']) {
    const { first } = await (scenarios[name] as (typeof scenarios)[string])();
    const key = nextKey();
    expect(resultOf(await first(key))).toBe('ok');
    keys.push(key);
  }
  const kept = async () =>
    (await db<{ key: string }[]>`select key from used_key where key = any (${keys}::text[])`).map(({ key }) => keys.indexOf(key)).sort();
  await db`update used_key set at = now() - interval '89 days' where key = any (${keys}::text[])`;
  await forgetUsedKeys(db, { days: 90, most: 2 });
  expect(await kept()).toEqual([0, 1, 2, 3, 4]);
  await db`update used_key set at = now() - interval '91 days' where key = any (${keys}::text[])`;
  while ((await forgetUsedKeys(db, { days: 90, most: 2 })) === 2);
  expect(await kept()).toEqual([2, 3]);
});
