import { type Purchase, Refusal } from '@butaca/contract';
import { type PurchaseWorld, presentPurchase } from './present-purchase.ts';

/** A purchase of this customer; anybody else's does not exist for them. */
export async function findPurchase(world: PurchaseWorld, purchaseId: string, customerId: string): Promise<Purchase> {
  const row = await world.readPurchase(purchaseId);
  if (row?.customerId !== customerId) throw new Refusal('not_found');
  return presentPurchase(row, world);
}
