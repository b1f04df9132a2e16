import type { LanguageCode } from '@butaca/brand/languages';
import { Refusal } from '@butaca/contract';
import { batchedReader } from '#db/batched-reader';
import type { Db, Tx } from '#db/connect';
import { type Buyer, isOwnedBy } from '../orders/index.ts';
import { findPurchases, lockPurchases, type PurchaseRow } from './queries-purchases.ts';

/** Which purchase a call is about, and whose it must be. */
export interface OwnPurchase extends Buyer {
  readonly purchaseId: string;
  /** That the caller reads; left out, the brand's. */
  readonly language?: LanguageCode | undefined;
}

/** A purchase as its own. */
export const ownOf = ({ id: purchaseId, customerId, channel }: Pick<PurchaseRow, 'id' | 'customerId' | 'channel'>): OwnPurchase => ({
  purchaseId,
  customerId,
  channel,
});

export type ReadPurchase = (purchaseId: string) => Promise<PurchaseRow | undefined>;

/** Reads purchases as they are when asked for; those that are asked for together are read in one statement. */
export const purchaseReader = (db: Db): ReadPurchase =>
  batchedReader({
    unbounded: true,
    read: (ids: readonly string[]) => findPurchases(db, ids),
    nameOfKey: (id) => id,
    nameOf: ({ id }) => id,
  });

/** A purchase of this customer, not locked; `not_found` for another customer's. */
export async function requireOwnPurchase(
  { readPurchase }: { readonly readPurchase: ReadPurchase },
  { purchaseId, ...buyer }: OwnPurchase,
): Promise<PurchaseRow> {
  const purchase = await readPurchase(purchaseId);
  if (!purchase || !isOwnedBy(purchase, buyer)) throw new Refusal('not_found');
  return purchase;
}

export const lockPurchase = async (tx: Tx, purchaseId: string): Promise<PurchaseRow | undefined> =>
  (await lockPurchases(tx, [purchaseId], 'wait')).get(purchaseId);

/** Locks a purchase of this customer; `not_found` for another customer's. */
export async function lockOwnPurchase(tx: Tx, { purchaseId, ...buyer }: OwnPurchase): Promise<PurchaseRow> {
  const purchase = await lockPurchase(tx, purchaseId);
  if (!purchase || !isOwnedBy(purchase, buyer)) throw new Refusal('not_found');
  return purchase;
}

/** Locks a purchase of this customer that can still be changed. */
export async function lockOpenPurchase(tx: Tx, own: OwnPurchase): Promise<PurchaseRow> {
  const purchase = await lockOwnPurchase(tx, own);
  requireOpen(purchase);
  return purchase;
}

/** Locks a purchase of this customer whose places may change: those of a reservation stay, or it is paid in part (decision 048). */
export async function lockChangeablePurchase(tx: Tx, own: OwnPurchase): Promise<PurchaseRow> {
  const purchase = await lockOwnPurchase(tx, own);
  requireChangeable(purchase);
  return purchase;
}

/** Refuses to change the places or products of a purchase that is not open, or of a reservation. */
export function requireChangeable(purchase: PurchaseRow): void {
  requireOpen(purchase);
  if (purchase.reservedUntilMs !== null) throw new Refusal('cannot_reserve', { reason: 'fixed' });
}

/** Whether it can be changed or paid now. */
export const isOpen = ({ stage, deadlineMs, nowMs }: Pick<PurchaseRow, 'stage' | 'deadlineMs' | 'nowMs'>): boolean =>
  stage === 'open' && deadlineMs > nowMs;

/** Refuses to change or pay a purchase that is being paid, has ended, or is past its deadline. */
export function requireOpen({ stage, deadlineMs, nowMs }: Pick<PurchaseRow, 'stage' | 'deadlineMs' | 'nowMs'>): void {
  if (stage === 'paying') throw new Refusal('purchase_paying');
  if (stage !== 'open') throw new Refusal('purchase_over', { stage });
  if (deadlineMs <= nowMs) throw new Refusal('purchase_over', { stage: 'expired' });
}
