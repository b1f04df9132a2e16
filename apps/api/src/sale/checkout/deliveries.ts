import { type DeliveryType, type Purchase, Refusal, selectDelivery, wireNameOf } from '@butaca/contract';
import { findPurchase } from '../find-purchase.ts';
import { type Own, readOwn } from '../own-purchase.ts';
import type { SaleWorld } from '../world.ts';

/** How the tickets of this purchase can reach their buyer; the same for every purchase, as no show restricts it yet. */
export async function listDeliveries(world: SaleWorld, own: Own): Promise<{ items: DeliveryType[] }> {
  await readOwn(world, own);
  return { items: await world.deliveries.offered() };
}

export async function chooseDelivery(world: SaleWorld, own: Own, deliveryTypeId: number): Promise<Purchase> {
  if (!(await world.deliveries.offers(deliveryTypeId)))
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectDelivery.body, 'deliveryTypeId'), reason: 'invalid' }] });
  await world.choose({ ...own, deliveryTypeId });
  return findPurchase(world, own.purchaseId, own.customerId);
}
