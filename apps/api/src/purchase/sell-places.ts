import type { Tx } from '#db/connect';
import type { Inventory } from '../inventory/index.ts';
import { endPaid, type LockedPurchase, lockReachable } from './queries-checkout.ts';
import { placesOf, sellPlacesOf } from './queries-own-places.ts';

/** Places that are no longer what they were, by performance. */
export type Changes = ReadonlyMap<number, Parameters<Inventory['changed']>[1]>;

/**
 * Ends a purchase as paid with all its places: those it still holds, and those that lapsed and can be had again. Null, and
 * nothing changed, when a single one is somebody else's by now.
 */
export async function sellPlaces(tx: Tx, purchaseId: string, { holds }: LockedPurchase): Promise<Changes | null> {
  for (const hold of holds) {
    const reachable = await lockReachable(tx, { purchaseId, ...hold });
    if (reachable.length < hold.placeIds.length) return null;
  }
  await Promise.all([sellPlacesOf(tx, placesOf(purchaseId, holds)), endPaid(tx, [purchaseId])]);
  return new Map(
    holds.map(({ performanceId, placeIds }) => [
      performanceId,
      placeIds.map((placeId) => ({ placeId, state: 'sold' as const, heldUntilMs: null, purchaseId })),
    ]),
  );
}
