import type { Db, Tx } from './connect.ts';

/** From a worker's last heartbeat to the moment when its jobs are released. */
export const LEASE_SECONDS = 40;

/** The worker is alive and keeps its jobs. */
export const extendLease = (db: Db, workerId: string) => db`
  insert into worker_lease (worker_id, until) values (${workerId}, clock_timestamp() + ${LEASE_SECONDS}::integer * interval '1 second')
      on conflict (worker_id) do update set until = excluded.until`;

/**
 * Unlocks the jobs of these workers, so that any worker may take them. A job whose worker was gone has not failed: it gets back the last of
 * its tries. One that is tried several times waits for an hour with it, so that a job which ends its own process does not end them all.
 */
export const unlockJobs = (db: Db, workerIds: readonly string[]): Promise<unknown> => db.begin((tx) => unlock(tx, workerIds));

async function unlock(tx: Tx, workerIds: readonly string[]): Promise<void> {
  const lastTries = await tx<{ id: string; maxAttempts: number }[]>`
    select id::text, max_attempts as "maxAttempts" from graphile_worker.jobs
     where locked_by = any (${[...workerIds]}::text[]) and attempts >= max_attempts`;
  await tx`select graphile_worker.force_unlock_workers(${[...workerIds]}::text[])`;
  // One by one: there are as many as a worker does at once, and this one function of the queue sets the same for all that it is given.
  for (const { id, maxAttempts } of lastTries) {
    const pauseMinutes = maxAttempts > 1 ? 60 : 0;
    await tx`
      select count(*) from graphile_worker.reschedule_jobs(array[${id}::bigint],
        run_at => clock_timestamp() + ${pauseMinutes}::integer * interval '1 minute', attempts => ${maxAttempts - 1}::integer)`;
  }
}

/**
 * Settles what a worker that takes no more jobs has left: those whose work is done are deleted, those that it only locked are released,
 * and its lease ends. One transaction, so that no worker takes a job whose work is done.
 */
export const settleJobs = (db: Db, workerId: string, done: readonly string[]): Promise<unknown> =>
  db.begin(async (tx) => {
    await unlock(tx, [workerId]);
    await tx`select count(*) from graphile_worker.complete_jobs(${[...done]}::bigint[])`;
    await tx`delete from worker_lease where worker_id = ${workerId}`;
  });

/** Which of these jobs are still in the queue. */
export async function jobsInQueue(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`select id::text from graphile_worker.jobs where id = any (${[...ids]}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Releases the jobs of workers that are gone, and names those workers. One that never sent a heartbeat
 * counts from when it took its job. A worker that was only suspended does its job a second time: jobs must bear that.
 */
export async function unlockJobsOfTheGone(db: Db): Promise<string[]> {
  const gone = await db<{ workerId: string }[]>`
    select distinct locked_by as "workerId" from graphile_worker.jobs
      left join worker_lease on worker_id = locked_by
     where locked_by is not null
       and coalesce(until, locked_at + ${LEASE_SECONDS}::integer * interval '1 second') < clock_timestamp()`;
  const ids = gone.map(({ workerId }) => workerId);
  if (ids.length > 0) await unlockJobs(db, ids);
  await db`delete from worker_lease where until < clock_timestamp() - interval '1 hour'`;
  return ids;
}
