import type { Db } from './connect.ts';

/** From a worker's last word to the moment when its jobs are anybody's. */
export const LEASE_SECONDS = 40;

/** The worker is alive and keeps its jobs. */
export const extendLease = (db: Db, workerId: string) => db`
  insert into worker_lease (worker_id, until) values (${workerId}, clock_timestamp() + ${LEASE_SECONDS}::integer * interval '1 second')
      on conflict (worker_id) do update set until = excluded.until`;

/** The worker has finished its jobs and takes no more. */
export const endLease = (db: Db, workerId: string) => db`delete from worker_lease where worker_id = ${workerId}`;

/**
 * Gives the jobs of workers that are gone to whoever asks next, and names those workers. One that never said it was alive
 * counts from when it took its job. A worker that was only suspended does its job a second time: jobs must bear that.
 */
export async function unlockJobsOfTheGone(db: Db): Promise<string[]> {
  const gone = await db<{ workerId: string }[]>`
    select distinct locked_by as "workerId" from graphile_worker.jobs
      left join worker_lease on worker_id = locked_by
     where locked_by is not null
       and coalesce(until, locked_at + ${LEASE_SECONDS}::integer * interval '1 second') < clock_timestamp()`;
  const ids = gone.map(({ workerId }) => workerId);
  if (ids.length > 0) await db`select graphile_worker.force_unlock_workers(${ids}::text[])`;
  await db`delete from worker_lease where until < clock_timestamp() - interval '1 hour'`;
  return ids;
}
