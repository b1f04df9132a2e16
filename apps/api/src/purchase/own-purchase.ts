import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { type LockedPurchase, lockPurchase } from './checkout/queries-checkout.ts';

/** Of whom and what a call is about. */
export interface Own {
  readonly purchaseId: string;
  readonly customerId: string;
}

/** Locks a purchase of this customer; anybody else's does not exist for them. */
export async function lockOwn(tx: Tx, { purchaseId, customerId }: Own): Promise<LockedPurchase> {
  const purchase = await lockPurchase(tx, purchaseId);
  if (purchase?.customerId !== customerId) throw new Refusal('not_found');
  return purchase;
}

/** Refuses to change or pay what is being paid, or over. */
export function demandOpen({ stage, inTime }: Pick<LockedPurchase, 'stage' | 'inTime'>): void {
  if (stage === 'paying') throw new Refusal('purchase_paying');
  if (stage !== 'open') throw new Refusal('purchase_over', { stage });
  if (!inTime) throw new Refusal('purchase_over', { stage: 'expired' });
}
