import { Logger, run } from 'graphile-worker';
import type { PoolClient } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openQueuePool } from '../../src/db/queue-pool.ts';
import { freshDatabase } from '../database.ts';

const { url, close } = await freshDatabase();
afterAll(close);

test('a client that is released twice goes back once, and its next user keeps it', async () => {
  const { pool, end } = openQueuePool(url, 1);
  onTestFinished(end);
  const client = await pool.connect();
  const { release } = client;
  client.release();
  client.release();
  const again = await pool.connect();
  expect(again).toBe(client);
  const next = pool.connect();
  release();
  expect(pool.waitingCount).toBe(1);
  again.release();
  (await next).release();
});

test('a runner that is stopped while its LISTEN fails ends, and leaves no rejection without a handler', async () => {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', collect);
  onTestFinished(() => void process.off('unhandledRejection', collect));
  const { pool, end } = openQueuePool(url, 2);
  onTestFinished(end);
  const listening = Promise.withResolvers<never>();
  const asked = Promise.withResolvers<void>();
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      if (!String(given[0]).startsWith('LISTEN')) return query(...given);
      asked.resolve();
      return listening.promise;
    }) as PoolClient['query'];
  });
  const runner = await run({ pgPool: pool, concurrency: 1, taskList: {}, noHandleSignals: true, logger: new Logger(() => () => {}) });
  await asked.promise;
  const stopped = runner.stop();
  listening.reject(new Error('the connection was cut'));
  await stopped;
  // Behind every statement that the runner has sent.
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  await Promise.all(clients.map((client) => client.query('select 1')));
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
});
