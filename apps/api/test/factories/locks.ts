import { expect } from 'vitest';
import type { Db, Tx } from '../../src/db/connect.ts';
import { waitingForLocks } from '../database.ts';

/** Does it while another transaction has locked these rows, and lets go once it waits. */
export async function whileLocked<Done>(db: Db, lock: (tx: Tx) => Promise<unknown>, does: () => Promise<Done>): Promise<Done> {
  let doing: Promise<Done> | undefined;
  await db.begin(async (tx) => {
    await lock(tx);
    doing = does();
    doing.catch(() => {});
    await expect.poll(() => waitingForLocks(db), { interval: 10 }).toBeGreaterThan(0);
  });
  return doing as Promise<Done>;
}
