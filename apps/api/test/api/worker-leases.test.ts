import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { readQueue } from '../../src/db/queue-state.ts';
import { extendLease, LEASE_SECONDS, settleJobs, unlockJobsOfTheGone } from '../../src/db/worker-leases.ts';
import { keepLease } from '../../src/jobs/keep-lease.ts';
import { freshDatabase } from '../database.ts';

const SOON = { timeout: limit(20_000), interval: 50 };

const { db, close } = await freshDatabase();
afterAll(close);
beforeEach(async () => {
  await db`delete from graphile_worker._private_jobs`;
  await db`delete from worker_lease`;
});

/** A job that this worker has just begun. */
async function begun(worker: string) {
  await db`select graphile_worker.add_job('send-tickets')`;
  await db`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = clock_timestamp() where locked_by is null`;
}
const lockedBy = async () =>
  (await db<{ who: string | null }[]>`select locked_by as who from graphile_worker.jobs order by 1`).map(({ who }) => who);
async function passes(seconds: number) {
  await db`update worker_lease set until = until - ${seconds}::integer * interval '1 second'`;
  await db`update graphile_worker._private_jobs set locked_at = locked_at - ${seconds}::integer * interval '1 second'`;
}

test('jobs of a worker whose lease expired are released, and the worker is reported once', async () => {
  await begun('killed');
  await extendLease(db, 'killed');
  await passes(LEASE_SECONDS - 5);
  expect([await unlockJobsOfTheGone(db), await lockedBy()]).toEqual([[], ['killed']]);
  await passes(6);
  expect([await unlockJobsOfTheGone(db), await lockedBy()]).toEqual([['killed'], [null]]);
  expect(await unlockJobsOfTheGone(db)).toEqual([]);
});

test('a worker that renews its lease keeps its job, however long that takes', async () => {
  await begun('busy');
  for (let round = 0; round < 4; round++) {
    await extendLease(db, 'busy');
    await passes(LEASE_SECONDS - 5);
  }
  expect([await unlockJobsOfTheGone(db), await lockedBy()]).toEqual([[], ['busy']]);
});

test('a worker that was killed before its first lease is found as well', async () => {
  await begun('young');
  expect(await unlockJobsOfTheGone(db)).toEqual([]);
  await passes(LEASE_SECONDS + 1);
  expect([await unlockJobsOfTheGone(db), await lockedBy()]).toEqual([['young'], [null]]);
});

test('a worker that stops in order leaves no lease, and old leases are deleted', async () => {
  await extendLease(db, 'orderly');
  await settleJobs(db, 'orderly', []);
  await extendLease(db, 'long gone');
  await passes(2 * 60 * 60);
  await unlockJobsOfTheGone(db);
  expect(await db`select * from worker_lease`).toEqual([]);
});

test('the jobs of a stopped worker are settled: finished ones are deleted, others released, and another worker’s stay its own', async () => {
  for (const worker of ['cut off', 'cut off', 'another']) await begun(worker);
  await extendLease(db, 'cut off');
  const [done] = await db<{ id: string }[]>`select id::text from graphile_worker.jobs where locked_by = 'cut off' order by id limit 1`;
  await settleJobs(db, 'cut off', [done?.id ?? '']);
  expect(await lockedBy()).toEqual(['another', null]);
  expect(await db`select from graphile_worker.jobs where id = ${done?.id ?? ''}::bigint`).toEqual([]);
  expect(await db`select from worker_lease`).toEqual([]);
});

test('a job that another worker has taken meanwhile stays its own, although its work was done before', async () => {
  await begun('another');
  const [job] = await db<{ id: string }[]>`select id::text from graphile_worker.jobs`;
  await settleJobs(db, 'cut off', [job?.id ?? '']);
  expect(await lockedBy()).toEqual(['another']);
});

test.each([
  [true, ['silent'], []],
  [false, [null], [['silent']]],
])(
  'after an outage (%s) another worker’s lease counts as lost only once all workers had time to come back',
  async (wasCutOff, locked, unlockedAfter) => {
    await begun('silent');
    await extendLease(db, 'silent');
    await passes(LEASE_SECONDS + 1);
    const unlocked: (readonly string[])[] = [];
    const lease = keepLease(db, 'back', { wasCutOff, ended: [], unlocked: (gone) => unlocked.push(gone), failed: () => {} });
    await vi.waitFor(async () => expect(await db`select from worker_lease where worker_id = 'back'`).toHaveLength(1), SOON);
    await lease.end();
    expect([await lockedBy(), unlocked]).toEqual([locked, unlockedAfter]);
  },
);

test('a job that an ended worker of the same process took after it was settled is released at once, and no other', async () => {
  for (const worker of ['ended', 'another']) await begun(worker);
  const lease = keepLease(db, 'successor', { wasCutOff: true, ended: ['ended'], unlocked: () => {}, failed: () => {} });
  await vi.waitFor(async () => expect(await lockedBy()).toEqual(['another', null]), { timeout: limit(20_000), interval: 20 });
  await lease.end();
});

/** As graphile-worker takes a job: with one try less. */
const taken = (worker: string) => db`
  update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = clock_timestamp(), attempts = attempts + 1 where locked_by is null`;
const stateOf = async () =>
  (await readQueue(db))
    .map(({ task, waiting, givenUp }) => [task, waiting, givenUp])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
const tries = () => db`
  select task_identifier as task, attempts, max_attempts as "most", run_at <= clock_timestamp() as "now", run_at > clock_timestamp() + interval '59 minutes' as "later"
    from graphile_worker.jobs order by task_identifier`;

test('a job whose worker was killed at its last try has not failed: a timed one runs again at once, another one in an hour', async () => {
  await db`select graphile_worker.add_job('count-stock', max_attempts => 1)`;
  await db`select graphile_worker.add_job('send-tickets', max_attempts => 3)`;
  await db`update graphile_worker._private_jobs set attempts = 2 where max_attempts = 3`;
  await db`select graphile_worker.add_job('send-bill', max_attempts => 3)`;
  await taken('killed');
  const working = [
    ['count-stock', 1, 0],
    ['send-bill', 1, 0],
    ['send-tickets', 1, 0],
  ];
  expect(await stateOf()).toEqual(working);

  await passes(LEASE_SECONDS + 1);
  await unlockJobsOfTheGone(db);
  expect(await stateOf()).toEqual(working);
  expect(await tries()).toEqual([
    { task: 'count-stock', attempts: 0, most: 1, now: true, later: false },
    { task: 'send-bill', attempts: 1, most: 3, now: true, later: false },
    { task: 'send-tickets', attempts: 2, most: 3, now: false, later: true },
  ]);
});

test('a job that failed at its last try counts as given up', async () => {
  await db`select graphile_worker.add_job('send-tickets', max_attempts => 1)`;
  await taken('another');
  await db`update graphile_worker._private_jobs set locked_by = null, locked_at = null`;
  expect(await stateOf()).toEqual([['send-tickets', 0, 1]]);
});
