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

test('what comes with a key of before there were hashes counts as the same, and a line of the log is never left out', async () => {
  const { first, others } = await (scenarios.recordPrint as (typeof scenarios)[string])();
  const key = nextKey();
  const { data } = await first(key);
  await db`update used_key set asked = null where key = ${key}`;
  for (const ask of [first, others['another reason']]) expect(await ask?.(key)).toMatchObject({ status: 'ok', data });
  await db`delete from used_key where key = ${key}`;
  expect(resultOf(await first(key))).toBe('key_reused');
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
