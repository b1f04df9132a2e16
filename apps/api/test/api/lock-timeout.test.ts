import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { withLockTimeout } from '../../src/db/lock-timeout.ts';
import { freshDatabase } from '../database.ts';

const { url, db, owner, close } = await freshDatabase();
afterAll(close);

test('of two that wait for each other’s locks one is done, and the other is told that it is busy', async () => {
  const bothHaveOne = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const lockBoth = (first: 0 | 1) =>
    withLockTimeout(db, async (tx) => {
      // Longer than PostgreSQL waits before it looks for a deadlock, so that no timeout comes first.
      await tx`select set_config('lock_timeout', '30s', true)`;
      await tx`select pg_advisory_xact_lock(${first})`;
      bothHaveOne[first].resolve();
      await bothHaveOne[1 - first]?.promise;
      await tx`select pg_advisory_xact_lock(${1 - first})`;
      return 'done';
    });
  const ends = await Promise.allSettled([lockBoth(0), lockBoth(1)]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 'done' }]);
  expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { failure: 'busy', data: { retryAfterSeconds: 1 } } },
  ]);
});

test('one that waits for a lock for too long is told that it is busy', async () => {
  await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    await expect(withLockTimeout(db, async (other) => await other`select pg_advisory_xact_lock(1)`)).rejects.toMatchObject({
      failure: 'busy',
    });
  });
});

test('two seconds is too long, unless the database says otherwise', async () => {
  const mayWait = async () => {
    const opened = connect(url, { connections: 1 });
    const [waits] = await withLockTimeout(
      opened,
      async (tx) => await tx<{ most: string }[]>`select current_setting('lock_timeout') as most`,
    );
    await opened.end();
    return waits?.most;
  };
  const [{ name } = { name: '' }] = await owner<{ name: string }[]>`select current_database() as name`;
  await owner`alter database ${owner(name)} set butaca.lock_timeout = '7s'`;
  expect(await mayWait()).toBe('7s');
  await owner`alter database ${owner(name)} reset butaca.lock_timeout`;
  expect(await mayWait()).toBe('2s');
});
