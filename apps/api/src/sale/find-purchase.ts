import type { Purchase } from '@butaca/contract';
import { readOwn } from './own-purchase.ts';
import { presentPurchase } from './present-purchase.ts';
import type { SaleWorld } from './world.ts';

/** A purchase of this customer; anybody else's does not exist for them. */
export async function findPurchase(world: SaleWorld, purchaseId: string, customerId: string): Promise<Purchase> {
  return presentPurchase(await readOwn(world, { purchaseId, customerId }), world);
}
