import { Refusal } from '@butaca/contract';
import type { Db, Tx } from './connect.ts';

const LOCK_TIMEOUT_MS = 2000;
const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK_DETECTED = '40P01';

export const setLockTimeout = (tx: Tx, ms: number) => tx`select set_config('lock_timeout', ${`${ms}ms`}, true)`;

/**
 * Runs `work` in a transaction with a 2 s lock timeout; a timeout becomes the refusal `busy`. So does a deadlock: PostgreSQL has undone
 * this transaction for the other one, and the same request succeeds a moment later.
 */
export async function withLockTimeout<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return (await db.begin(async (tx) => {
      // Sent, and not waited for: a query that is only made waits for its first reader.
      const [, result] = await Promise.all([setLockTimeout(tx, LOCK_TIMEOUT_MS).execute(), work(tx)]);
      return result;
    })) as Result;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED) throw new Refusal('busy', { retryAfterSeconds: 1 });
    throw error;
  }
}
