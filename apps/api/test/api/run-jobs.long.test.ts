import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { runJobs } from '../../src/jobs/run-jobs.ts';
import { freshDatabase } from '../database.ts';
import { aWatch } from '../factories/watch.ts';
import { startWire } from '../wire.ts';

/** The queue is worked at over a wire; what stands in it is looked at past the wire. */
const { db, url, close } = await freshDatabase();
const wire = await startWire(url);
const behindWire = connect(wire.url, { connections: 4 });
afterAll(async () => {
  await behindWire.end({ timeout: 1 });
  await close();
});
beforeEach(async () => {
  await db`delete from graphile_worker._private_jobs`;
  await db`delete from worker_lease`;
});

const enqueue = (count: number) => db`
  select graphile_worker.add_job('work', json_build_object('number', number)) from generate_series(1, ${count}::integer) as number`;
const queue = () => db`select payload, locked_by, attempts from graphile_worker._private_jobs`;

/** Works until the test ends; what each job does is the test's. */
function working(work: (number: number) => Promise<unknown>) {
  const { watch, told } = aWatch();
  const done: number[] = [];
  const jobs = runJobs({
    db: behindWire,
    databaseUrl: wire.url,
    tasks: {
      work: async (payload) => {
        const { number } = payload as { number: number };
        done.push(number);
        await work(number);
      },
    },
    crontab: '',
    concurrency: 4,
    watch,
  });
  onTestFinished(jobs.stop);
  return { jobs, done, told };
}

const allDone = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const isEmpty = () => vi.waitFor(async () => expect(await queue()).toEqual([]), { timeout: limit(40_000), interval: 50 });

test('a job whose result is lost with the connection is not done again, and the others follow', async () => {
  await enqueue(20);
  const { done, told } = working(async (number) => {
    if (number !== 7) return;
    await wire.cut();
    void sleep(500).then(wire.mend);
  });
  await isEmpty();
  expect(done.toSorted((a, b) => a - b)).toEqual(allDone(20));
  expect(told('queue-runner-replaced')).toHaveLength(1);
});

test('whichever step the cut interrupts, each job is done once', async () => {
  await enqueue(300);
  const { done } = working(() => sleep(3));
  for (let cut = 0; cut < 6; cut++) {
    const before = done.length;
    await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 5), { timeout: limit(60_000), interval: 1 });
    await wire.cut();
    await sleep(100);
    await wire.mend();
  }
  await isEmpty();
  expect(done.toSorted((a, b) => a - b)).toEqual(allDone(300));
});

test('connections that the database ends are handled like a cut', async () => {
  await enqueue(200);
  const { done } = working(() => sleep(3));
  for (let round = 0; round < 5; round++) {
    const before = done.length;
    await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 5), { timeout: limit(60_000), interval: 1 });
    await db`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'butaca-queue'`;
  }
  await isEmpty();
  expect(done.toSorted((a, b) => a - b)).toEqual(allDone(200));
});

test('stopped while the database is away, it does not wait for it', async () => {
  const { jobs, told } = working(async () => {});
  await enqueue(1);
  await isEmpty();
  await wire.cut();
  try {
    await vi.waitFor(() => expect(told('database-awaited')).toHaveLength(1), { timeout: limit(20_000), interval: 50 });
    const startedAt = performance.now();
    await jobs.stop();
    expect(performance.now() - startedAt).toBeLessThan(limit(5000));
  } finally {
    await wire.mend();
  }
});

test('stopped in order, it finishes its running job, reports it, and leaves no lease', async () => {
  const { jobs, done } = working(() => sleep(300));
  await enqueue(1);
  await vi.waitFor(() => expect(done).toEqual([1]), { timeout: limit(10_000), interval: 5 });
  await jobs.stop();
  expect(await queue()).toEqual([]);
  expect(await db`select from worker_lease where until > clock_timestamp()`).toEqual([]);
});
