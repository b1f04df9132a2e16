import { expect, onTestFinished, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { settleApiRole } from '../../src/db/api-role.ts';
import { connect } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ping, waitForDatabase } from '../../src/db/outage.ts';
import { openQueuePool } from '../../src/db/queue-pool.ts';
import { aPostgres } from '../factories/postgres-servers.ts';
import { silent } from '../factories/watch.ts';

test('of several servers the queries and the queue use the one that takes writes, and follow when another one does', async () => {
  const first = await aPostgres();
  await migrate(first.urlOf('postgres'));
  await settleApiRole(first.urlOf('postgres'), first.apiUrlOf('postgres'));
  await first.stop();
  const second = await aPostgres(first);
  const third = await aPostgres(first);
  await connectOnce(third.urlOf('postgres'), 'select pg_promote()');

  // The first is away, the second is a standby, the third takes writes.
  const servers = [first, second, third].map(({ port }) => `127.0.0.1:${port}`).join(',');
  const several = (url: string) => url.replace(/(?<=@)[^/]+/, servers);
  const ownerUrl = several(third.urlOf('postgres'));
  const url = several(third.apiUrlOf('postgres'));
  await migrate(ownerUrl);
  await settleApiRole(ownerUrl, url);
  const db = connect(url, { connections: 4 });
  const queue = openQueuePool(url, 2);
  onTestFinished(async () => {
    queue.abandon();
    await db.end({ timeout: 1 });
  });
  const asked = 'select inet_server_port() as port, pg_is_in_recovery() as standby';
  const where = async () => (await db.unsafe(asked))[0];
  const queueWhere = async (pool = queue.pool) => (await pool.query(asked)).rows[0];
  /** As a runner has one that follows a broken one, with all its connections at once. */
  const nextQueueWhere = async () => {
    const next = openQueuePool(url, 4);
    const all = await Promise.all(Array.from({ length: 4 }, () => queueWhere(next.pool))).finally(next.abandon);
    return all[0];
  };
  const on = (port: number) => ({ port, standby: false });
  expect(await Promise.all(Array.from({ length: 8 }, where))).toEqual(Array.from({ length: 8 }, () => on(third.port)));
  await vi.waitFor(async () => expect(await queueWhere()).toEqual(on(third.port)), { timeout: limit(10_000) });
  expect(await nextQueueWhere()).toEqual(on(third.port));

  await third.stop();
  const awaited = waitForDatabase(() => ping(db), { watch: silent });
  await connectOnce(second.urlOf('postgres'), 'select pg_promote()');
  await awaited;
  expect(await where()).toEqual(on(second.port));
  await vi.waitFor(async () => expect(await nextQueueWhere()).toEqual(on(second.port)), { timeout: limit(10_000) });
  expect(await queueWhere()).toEqual(on(second.port));
});

async function connectOnce(url: string, statement: string) {
  const db = connect(url, { connections: 1 });
  await db.unsafe(statement);
  await db.end({ timeout: 1 });
}
