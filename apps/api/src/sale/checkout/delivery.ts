import { type DeliveryType, type Purchase, Refusal, selectDelivery, wireNameOf } from '@butaca/contract';
import { presentPurchase } from '../present-purchase.ts';
import { type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';

/** How the tickets of this purchase can reach their buyer; the same for every purchase, as no show restricts it yet. */
export async function listDeliveries(world: SaleWorld, own: OwnPurchase): Promise<{ items: DeliveryType[] }> {
  await requireOwnPurchase(world, own);
  return { items: await world.deliveries.offered() };
}

export async function chooseDelivery(world: SaleWorld, own: OwnPurchase, deliveryTypeId: number): Promise<Purchase> {
  if (!(await world.deliveries.offers(deliveryTypeId)))
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(selectDelivery.body, 'deliveryTypeId'), reason: 'invalid' }] });
  return presentPurchase(await world.choices.keep({ ...own, deliveryTypeId }), world);
}
