import type { Tx } from '#db/connect';
import { enqueueAll } from '#db/enqueue';
import { issueTickets } from '../../orders/index.ts';
import { endPaid, type LockedPurchase } from '../checkout/queries-checkout.ts';
import { lockReachable, type PlaceRow } from '../queries-places.ts';
import { placesOf, sellPlacesOf } from './queries-own-places.ts';

/** Places that are no longer what they were, by performance. */
export type Changes = ReadonlyMap<number, readonly PlaceRow[]>;

/** What has changed, by purchase. */
export type Sold = ReadonlyMap<string, Changes>;

/** Places that a purchase has or can have, by performance; locked. */
export type Reachable = ReadonlyMap<number, ReadonlySet<number>>;

type Places = readonly Pick<LockedPurchase['holds'][number], 'performanceId' | 'placeIds'>[];

/** Locks those of the places that this purchase holds or that can be had, performance by performance. */
export async function lockPlaces(tx: Tx, purchaseId: string, wanted: Places): Promise<Reachable> {
  const reachable = new Map<number, ReadonlySet<number>>();
  for (const { performanceId, placeIds } of wanted) {
    const rows = await lockReachable(tx, performanceId, purchaseId, placeIds);
    reachable.set(performanceId, new Set(rows.map(({ placeId }) => placeId)));
  }
  return reachable;
}

export const hasAll = (reachable: Reachable, wanted: Places): boolean =>
  wanted.every(({ performanceId, placeIds }) => placeIds.every((place) => reachable.get(performanceId)?.has(place)));

/**
 * Ends purchases as paid with all their places, locked beforehand: those still held, and those that lapsed and can be had
 * again. Their tickets, and the mail that brings them, exist exactly when the purchases are paid. A counter prints its own:
 * who sold them is mailed nothing.
 */
export async function sellPlaces(tx: Tx, purchases: readonly Pick<LockedPurchase, 'id' | 'channel' | 'holds'>[]): Promise<Sold> {
  const ids = purchases.map(({ id }) => id);
  const mailed = purchases.filter(({ channel }) => channel === 'online');
  const places = purchases.flatMap(({ id, holds }) => placesOf(id, holds));
  await Promise.all([
    sellPlacesOf(tx, places),
    endPaid(tx, ids),
    issueTickets(tx, places),
    enqueueAll(
      tx,
      'send-tickets',
      mailed.map(({ id }) => ({ purchaseId: id })),
    ),
  ]);
  return new Map(purchases.map(({ id, holds }) => [id, soldChanges(id, holds)]));
}

const soldChanges = (purchaseId: string, holds: Places): Changes =>
  new Map(
    holds.map(({ performanceId, placeIds }) => [
      performanceId,
      placeIds.map((placeId) => ({ placeId, state: 'sold' as const, heldUntilMs: null, purchaseId })),
    ]),
  );
