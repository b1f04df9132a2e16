import { Refusal } from '@butaca/contract';
import type { Db, Tx } from './connect.ts';

/** Unless the database says another one: `alter database … set butaca.lock_timeout = '4s'`, as tests do on a slow machine. */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK_DETECTED = '40P01';

export const setLockTimeout = (tx: Tx, ms: number) => tx`select set_config('lock_timeout', ${`${ms}ms`}, true)`;

const setUsualLockTimeout = (tx: Tx) =>
  tx`select set_config('lock_timeout', coalesce(nullif(current_setting('butaca.lock_timeout', true), ''), ${LOCK_TIMEOUT}), true)`;

/**
 * Runs `work` in a transaction with a lock timeout of 2 s; a timeout becomes the refusal `busy`. So does a deadlock: PostgreSQL has undone
 * this transaction for the other one, and the same request succeeds a moment later.
 */
export async function withLockTimeout<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return (await db.begin(async (tx) => {
      // Sent, and not waited for: a query that is only made waits for its first reader.
      const [, result] = await Promise.all([setUsualLockTimeout(tx).execute(), work(tx)]);
      return result;
    })) as Result;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED) throw new Refusal('busy', { retryAfterSeconds: 1 });
    throw error;
  }
}
