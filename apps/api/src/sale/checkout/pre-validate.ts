import type { Purchase } from '@butaca/contract';
import { placesLost } from '../pay/held-places.ts';
import { dropLost, requireSellable } from '../pay/sellable.ts';
import { requireComplete } from '../pay/start.ts';
import { presentPurchase } from '../present-purchase.ts';
import { requireProducts } from '../products/choose-products.ts';
import { type OwnPurchase, requireOpen, requireOwnPurchase } from '../purchase.ts';
import { readPlaces } from '../queries-places.ts';
import type { PurchaseHold } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { requireDeliverable } from './choose-delivery.ts';
import { requireOffered } from './payment-method.ts';

/** Refuses what paying would refuse just now, and promises nothing. It takes no more out of the purchase than what is lost anyway. */
export async function preValidatePurchase(world: SaleWorld, own: OwnPurchase): Promise<Purchase> {
  const purchase = await requireOwnPurchase(world, own);
  requireOpen(purchase);
  requireComplete(purchase);
  await requireOffered(world, purchase, purchase.paymentMethodId ?? 0);
  await requireSellable(world, purchase);
  await requireDeliverable(world, purchase);
  await requireProducts(world, purchase);
  const lost = (await Promise.all(purchase.holds.map((hold) => findLost(world, own.purchaseId, hold)))).flat();
  if (lost.length > 0) {
    await dropLost(world, own);
    throw placesLost(lost);
  }
  return presentPurchase(purchase, world);
}

/** Its places that it does not hold any more. */
async function findLost({ db }: Pick<SaleWorld, 'db'>, purchaseId: string, { performanceId, placeIds }: PurchaseHold) {
  const places = await readPlaces(db, performanceId, placeIds);
  const own = new Set(places.filter((place) => place.state === 'held' && place.purchaseId === purchaseId).map(({ placeId }) => placeId));
  return placeIds.filter((placeId) => !own.has(placeId)).map((placeId) => ({ performanceId, placeId }));
}
