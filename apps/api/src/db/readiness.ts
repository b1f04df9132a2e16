import type { Db } from './connect.ts';

/**
 * Commits nothing but a line of the write-ahead log, so that a database whose commits hang does not count as ready: a primary whose
 * synchronous standby is away answers every read. False on a standby, which sells nothing.
 */
export const canCommit = async (db: Db): Promise<boolean> =>
  (
    await db<{ commits: boolean }[]>`
      select case when pg_is_in_recovery() then false else pg_logical_emit_message(true, 'butaca', '') is not null end as commits`
  )[0]?.commits ?? false;
