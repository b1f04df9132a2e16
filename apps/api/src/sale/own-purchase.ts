import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { type LockedPurchase, lockPurchase } from './checkout/queries-checkout.ts';
import type { ReadPurchase } from './purchase.ts';
import type { PurchaseRow } from './queries.ts';
import type { Stage } from './queries-purchases.ts';

/** Refuses to change or pay what is being paid, or over. */
export function demandOpen({ stage, inTime }: { readonly stage: Stage; readonly inTime: boolean }): void {
  if (stage === 'paying') throw new Refusal('purchase_paying');
  if (stage !== 'open') throw new Refusal('purchase_over', { stage });
  if (!inTime) throw new Refusal('purchase_over', { stage: 'expired' });
}

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

/** A purchase of this customer as it is now, locked by nobody; anybody else's does not exist for them. */
export async function readOwn(
  { readPurchase }: { readonly readPurchase: ReadPurchase },
  { purchaseId, customerId }: Own,
): Promise<PurchaseRow> {
  const row = await readPurchase(purchaseId);
  if (row?.customerId !== customerId) throw new Refusal('not_found');
  return row;
}
