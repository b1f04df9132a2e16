import { afterAll, expect, test } from 'vitest';
import { withLockTimeout } from '../../src/db/lock-timeout.ts';
import { freshDatabase } from '../database.ts';

const { db, close } = await freshDatabase();
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

test('one that waits for a lock for longer than two seconds is told that it is busy', async () => {
  await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    await expect(withLockTimeout(db, async (other) => await other`select pg_advisory_xact_lock(1)`)).rejects.toMatchObject({
      failure: 'busy',
    });
  });
});
