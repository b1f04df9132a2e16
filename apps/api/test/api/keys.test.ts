import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetUsedKeys } from '../../src/db/used-key.ts';
import { freshDatabase } from '../database.ts';
import { resultOf } from '../factories/client.ts';
import { allEndpoints, contents, rowCounter } from '../factories/every-call.ts';
import { keyedCalls } from '../factories/keyed-calls.ts';

/** A click's key means one act (decision 092): every call that takes one, however it is used again. */
const { db, close } = await freshDatabase();
const { scenarios, refusedFirst, close: closeAll } = await keyedCalls(db);
const countRows = await rowCounter(db);
afterAll(async () => {
  await closeAll();
  await close();
});

const keyed = allEndpoints.flatMap(([name, { key }]) => (key ? [[name, key] as const] : []));
/** Calls that leave a row with their key beside `used_key`; what else they are asked of is refused where the name says so. */
const STAFF_LINES = ['recordPrint', 'voidSale', 'changePlaces', 'moveCash', 'refundOrder', 'resendTickets', 'clearName', 'settleDoubt'];
const ANOTHER = /^another (sale|order|bill|payment)$/;
let clicks = 0;
const nextKey = () => `a-key-of-a-click-${++clicks}`;

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
  let once: Readonly<Record<string, number>> = {};
  beforeAll(async () => {
    const { first } = await scenario();
    once = await rowsAfter(async () => expect(resultOf(await first(nextKey()))).toBe('ok'));
  }, 30_000);

  test('the same again acts once, anything else under its key is refused, and nothing changes', async () => {
    const { first, others, stranger } = await scenario();
    const key = nextKey();
    const answered = await first(key);
    expect(resultOf(answered)).toBe('ok');
    const after = await contents(db);
    expect(resultOf(await first(key))).toBe('ok');
    for (const [what, ask] of Object.entries(others)) expect([what, resultOf(await ask(key))]).toEqual([what, 'key_reused']);
    expect(await contents(db)).toEqual(after);
    // The key of another caller is another key.
    if (stranger) expect(await rowsAfter(async () => expect(resultOf(await stranger(key))).toBe('ok'))).toEqual(once);
    expect(resultOf(await first(key))).toBe('ok');
  }, 30_000);

  test('of two that are the same at the same moment one acts, and both are answered', async () => {
    const { first } = await scenario();
    const key = nextKey();
    const rows = await rowsAfter(async () => expect((await Promise.all([first(key), first(key)])).map(resultOf)).toEqual(['ok', 'ok']));
    expect(rows).toEqual(once);
  }, 30_000);

  test('of two that differ at the same moment one acts, and the other is refused', async () => {
    const { first, others } = await scenario();
    const key = nextKey();
    const asked = [first, ...Object.values(others).slice(0, 1)];
    expect((await Promise.all(asked.map((ask) => ask(key)))).map(resultOf).sort()).toEqual(['key_reused', 'ok']);
  }, 30_000);

  test('without a key it is refused where it needs one', async () => {
    const { first } = await scenario();
    const answered = await first(null);
    if (need === 'optional') return expect(resultOf(answered)).toBe('ok');
    expect(answered).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'idempotency-key', reason: 'missing' }] } });
  }, 30_000);
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

test('what comes with a key of before there were hashes counts as the same', async () => {
  const { first, others } = await (scenarios.recordPrint as (typeof scenarios)[string])();
  const key = nextKey();
  const { data } = await first(key);
  await db`update used_key set asked = null where key = ${key}`;
  for (const ask of [first, others['another reason']]) expect(await ask?.(key)).toMatchObject({ status: 'ok', data });
});

test.each(keyed.filter(([name]) => STAFF_LINES.includes(name)))(
  'the key of %s that a server of the version before has used acts no second time',
  async (name) => {
    const { first, others } = await (scenarios[name] as (typeof scenarios)[string])();
    const key = nextKey();
    const forget = () => db`delete from used_key where key = ${key}`;
    expect(resultOf(await first(key))).toBe('ok');
    const after = await contents(db);
    await forget();
    expect(resultOf(await first(key))).toBe('ok');
    await forget();
    const ofAnother = Object.entries(others).find(([what]) => ANOTHER.test(what));
    if (ofAnother) expect([ofAnother[0], resultOf(await ofAnother[1](key))]).toEqual([ofAnother[0], 'key_reused']);
    await forget();
    expect(resultOf(await first(key))).toBe('ok');
    const now = await contents(db);
    expect({ ...now, used_key: null }).toEqual({ ...after, used_key: null });
  },
  30_000,
);

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
  await forgetUsedKeys(db, 90);
  expect(await kept()).toEqual([0, 1, 2, 3, 4]);
  await db`update used_key set at = now() - interval '91 days' where key = any (${keys}::text[])`;
  await forgetUsedKeys(db, 90);
  expect(await kept()).toEqual([2, 3]);
}, 30_000);
