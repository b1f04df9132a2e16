import type { Tx } from '#db/connect';
import type { Inventory } from '../inventory/index.ts';
import { endPaid, type LockedPurchase, lockReachable } from './queries-checkout.ts';
import { placesOf, sellPlacesOf } from './queries-own-places.ts';

/** Places that are no longer what they were, by performance. */
export type Changes = ReadonlyMap<number, Parameters<Inventory['changed']>[1]>;

/** Places that a purchase has or can have, by performance; locked. */
export type Reachable = ReadonlyMap<number, ReadonlySet<number>>;

type Places = readonly Pick<LockedPurchase['holds'][number], 'performanceId' | 'placeIds'>[];

/** Locks those of the places that this purchase holds or that can be had, performance by performance. */
export async function lockPlaces(tx: Tx, purchaseId: string, wanted: Places): Promise<Reachable> {
  const reachable = new Map<number, ReadonlySet<number>>();
  for (const places of wanted) {
    const rows = await lockReachable(tx, { purchaseId, ...places });
    reachable.set(places.performanceId, new Set(rows.map(({ placeId }) => placeId)));
  }
  return reachable;
}

export const hasAll = (reachable: Reachable, wanted: Places): boolean =>
  wanted.every(({ performanceId, placeIds }) => placeIds.every((place) => reachable.get(performanceId)?.has(place)));

/** Ends a purchase as paid with all its places, locked beforehand: those it still holds, and those that lapsed and can be had again. */
export async function sellPlaces(tx: Tx, purchaseId: string, { holds }: LockedPurchase): Promise<Changes> {
  await Promise.all([sellPlacesOf(tx, placesOf(purchaseId, holds)), endPaid(tx, [purchaseId])]);
  return new Map(
    holds.map(({ performanceId, placeIds }) => [
      performanceId,
      placeIds.map((placeId) => ({ placeId, state: 'sold' as const, heldUntilMs: null, purchaseId })),
    ]),
  );
}
