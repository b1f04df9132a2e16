import { expect, test } from 'vitest';
import { isTransient, waitForDatabase } from '../../src/db/outage.ts';
import { aWatch } from '../factories/watch.ts';

const failing = (code: string) => Object.assign(new Error(`it is ${code}`), { code });

/** A database that refuses for so long, on a clock that moves only while it is waited for. */
function outageOf(seconds: number, code = 'ECONNREFUSED') {
  let nowMs = 0;
  let asked = 0;
  const ask = async () => {
    asked += 1;
    if (nowMs < seconds * 1000) throw failing(code);
  };
  const { watch, lines } = aWatch();
  const world = {
    watch,
    pause: async (ms: number) => {
      nowMs += ms;
    },
    now: () => nowMs,
  };
  return { ask, world, lines, asked: () => asked };
}

test('an outage of ten minutes is waited out with a query every two seconds at most, and logged in two lines', async () => {
  const { ask, world, lines, asked } = outageOf(600);
  const waitedMs = await waitForDatabase(ask, world);
  expect(waitedMs).toBeGreaterThanOrEqual(600_000);
  expect(waitedMs).toBeLessThanOrEqual(602_000);
  expect(asked()).toBeLessThan(310);
  expect(lines()).toMatchObject([
    { msg: 'the database does not answer and is waited for', error: { code: 'ECONNREFUSED', message: 'it is ECONNREFUSED' } },
    { msg: 'the database answers again', ms: waitedMs },
  ]);
});

test('with a database that answers nothing waits and nothing is logged', async () => {
  const { ask, world, lines } = outageOf(0);
  expect(await waitForDatabase(ask, world)).toBe(0);
  expect(lines()).toEqual([]);
});

test.each([
  ['a wrong password', '28P01'],
  ['a setting that a pooler refuses', '08P01'],
])('%s is not retried', async (_, code) => {
  const { ask, world, asked } = outageOf(600, code);
  await expect(waitForDatabase(ask, world)).rejects.toThrow(code);
  expect(asked()).toBe(1);
});

test('a process that is stopped does not go on waiting', async () => {
  const { ask, world, asked } = outageOf(600);
  const leaving = new AbortController();
  const pause = async (ms: number) => {
    await world.pause(ms);
    if (asked() === 3) leaving.abort();
  };
  await waitForDatabase(ask, { ...world, pause, signal: leaving.signal });
  expect(asked()).toBe(3);
});

test.each([
  ['a lost connection', 'CONNECTION_CLOSED'],
  ['a refused connection', 'ECONNREFUSED'],
  ['a connection that was not made in time', 'CONNECT_TIMEOUT'],
  ['a broken protocol connection', '08006'],
  ['a serialization failure', '40001'],
  ['a deadlock', '40P01'],
  ['too many connections', '53300'],
  ['a lock timeout', '55P03'],
  ['a statement timeout', '57014'],
  ['a server that is shutting down', '57P01'],
  ['a server that is starting', '57P03'],
  ['a server that is still a standby', '25006'],
])('%s counts as a passing failure', (_, code) => {
  expect(isTransient(failing(code))).toBe(true);
});

test.each(['08P01', '23505', '42P01', '28P01', '3D000', '22P02', '40002', 'ERR_INVALID_ARG_TYPE'])('%s is no passing failure', (code) => {
  expect(isTransient(failing(code))).toBe(false);
});

test('an error without a code is an internal fault', () => {
  for (const error of [new TypeError('x is not a function'), null, undefined, 'text']) expect(isTransient(error)).toBe(false);
});
