import type { Purchase } from '@butaca/contract';
import { findPurchase } from '../find-purchase.ts';
import { demandOpen, type Own, readOwn } from '../own-purchase.ts';
import { placesLost, requireDelivery } from '../pay/begin.ts';
import { requireOnSale } from '../pay/charge.ts';
import type { SaleWorld } from '../world.ts';
import { demandOffered } from './payment-methods.ts';
import { findLostPlaces } from './queries-checkout.ts';

/** Refuses what paying would refuse just now; changes nothing and promises nothing. */
export async function preValidatePurchase(world: SaleWorld, { purchaseId, customerId }: Own): Promise<Purchase> {
  const row = await readOwn(world, { purchaseId, customerId });
  demandOpen({ stage: row.stage, inTime: row.deadlineMs > row.nowMs });
  requireDelivery(row);
  await demandOffered(world, row, row.paymentMethodId ?? 0);
  await requireOnSale(world, row);
  const lost = (await Promise.all(row.holds.map((hold) => findLostPlaces(world.db, { purchaseId, ...hold })))).flat();
  if (row.holds.length === 0 || lost.length > 0) throw placesLost(lost);
  return findPurchase(world, purchaseId, customerId);
}
