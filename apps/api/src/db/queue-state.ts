import type { Db } from './connect.ts';

export interface QueuedTask {
  readonly task: string;
  /** That are worked on, or will be, now or after a failure's pause. */
  readonly waiting: number;
  /** That have failed for the last time; one that is worked on for the last time has not. */
  readonly givenUp: number;
  /** How long the first of those that could run has not been taken. */
  readonly lagSeconds: number;
  /** How long the first of those that wait has been in the queue. */
  readonly oldestSeconds: number;
}

/** The queue by task; a task with nothing in it has no row. */
export const readQueue = (db: Db) => db<QueuedTask[]>`
  select task_identifier as task,
         count(*) filter (where attempts < max_attempts or locked_at is not null)::integer as waiting,
         count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as "givenUp",
         coalesce(extract(epoch from clock_timestamp() - min(run_at)
           filter (where attempts < max_attempts and locked_at is null and run_at <= clock_timestamp())), 0)::float8 as "lagSeconds",
         coalesce(extract(epoch from clock_timestamp() - min(created_at)
           filter (where attempts < max_attempts or locked_at is not null)), 0)::float8 as "oldestSeconds"
    from graphile_worker.jobs
   group by task_identifier`;

/** Whether a job is still to be done, or to be tried again. */
export const isQueued = async (db: Db, key: string): Promise<boolean> =>
  (
    await db`
      select from graphile_worker.jobs where key = ${key} and (attempts < max_attempts or locked_at is not null)`
  ).length > 0;
