import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { lockPurchase, waitAtMost } from './claim/queries-places.ts';
import type { Stage } from './rows.ts';

const LOCK_TIMEOUT_MS = 2000;
const LOCK_NOT_AVAILABLE = '55P03';

/** A transaction that rather says `busy` than waits long for somebody else's. */
export async function patiently<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return (await db.begin(async (tx) => {
      await waitAtMost(tx, LOCK_TIMEOUT_MS);
      return work(tx);
    })) as Result;
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) throw new Refusal('busy', { retryAfterSeconds: 1 });
    throw error;
  }
}

/** Locks a purchase of this customer that can still be changed; anybody else's does not exist for them. */
export async function lockOpenPurchase(tx: Tx, purchaseId: string, customerId: string): Promise<void> {
  const [purchase] = await lockPurchase(tx, purchaseId);
  if (purchase?.customerId !== customerId) throw new Refusal('not_found');
  demandOpen(purchase);
}

/** Refuses to change or pay what is being paid, or over; `inTime` is before its deadline, by the database's clock. */
export function demandOpen({ stage, inTime }: { readonly stage: Stage; readonly inTime: boolean }): void {
  if (stage === 'paying') throw new Refusal('purchase_paying');
  if (stage !== 'open') throw new Refusal('purchase_over', { stage });
  if (!inTime) throw new Refusal('purchase_over', { stage: 'expired' });
}
