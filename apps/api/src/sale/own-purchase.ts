import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { type LockedPurchase, lockPurchase } from './checkout/queries-checkout.ts';
import type { ReadPurchase } from './purchase.ts';
import type { PurchaseRow } from './queries-purchases.ts';

export { demandOpen } from './open-purchase.ts';

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
