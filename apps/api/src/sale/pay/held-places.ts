import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { mayTake } from '../claim/judge.ts';
import { changed, deleteHolds, holdPlaces, type LockedPlaces, type PlaceChanges, type PlaceRow, writeHold } from '../queries-places.ts';
import type { PurchaseHold, PurchaseRow } from '../queries-purchases.ts';

export interface OwnPlace extends PlaceRow {
  readonly performanceId: number;
  readonly purchaseId: string;
  readonly heldUntilMs: number;
}

export interface PlaceKey {
  readonly performanceId: number;
  readonly placeId: number;
}

/** Of the places that a purchase is for, those that it still holds and those that it does not. */
export function placesHeldBy(
  { id, holds }: Pick<PurchaseRow, 'id' | 'holds'>,
  places: LockedPlaces,
): { own: OwnPlace[]; lost: PlaceKey[] } {
  const own: OwnPlace[] = [];
  const lost: PlaceKey[] = [];
  for (const { performanceId, placeIds } of holds) {
    for (const placeId of placeIds) {
      const place = places.get(performanceId)?.get(placeId);
      const isOwn = place?.state === 'held' && place.purchaseId === id;
      if (isOwn) own.push({ ...place, performanceId, purchaseId: id, heldUntilMs: place.heldUntilMs ?? 0 });
      else lost.push({ performanceId, placeId });
    }
  }
  return { own, lost };
}

/** Names each place with its performance: places of two halls may have the same number. */
export function placesLost(lost: readonly PlaceKey[], offSale: readonly number[] = []): Refusal<'places_lost'> {
  const byPerformance = [...Map.groupBy(lost, ({ performanceId }) => performanceId)];
  return new Refusal('places_lost', {
    performances: byPerformance.map(([performanceId, places]) => ({
      performanceId,
      placeIds: places.map(({ placeId }) => placeId),
      ...(offSale.includes(performanceId) ? { isOffSale: true } : {}),
    })),
  });
}

/** Places that are locked, and the database's clock since then. */
interface LockedNow {
  readonly places: LockedPlaces;
  readonly nowMs: number;
}

interface HoldsAgain {
  /** Of a purchase, performance by performance; what stood in them before and does not now is no longer held. */
  readonly holds: readonly PurchaseHold[];
  /** Locked, and to be had by the purchase. */
  readonly places: LockedPlaces;
  readonly heldUntilMs: number;
}

/** Makes these the places of a locked purchase, held from now on. */
export async function holdAgain(tx: Tx, purchaseId: string, { holds, places, heldUntilMs }: HoldsAgain): Promise<PlaceChanges> {
  const changes = new Map<number, PlaceRow[]>();
  const writes = holds.flatMap(({ performanceId, placeIds, priceTypeIds }) => {
    if (placeIds.length === 0) return [deleteHolds(tx, performanceId, [purchaseId])];
    const rows = placeIds.flatMap((placeId) => places.get(performanceId)?.get(placeId) ?? []);
    const held = rows.map((place) => changed(place, { state: 'held', purchaseId, heldUntilMs }));
    changes.set(performanceId, held);
    return [holdPlaces(tx, performanceId, held), writeHold(tx, performanceId, { purchaseId, placeIds, priceTypeIds, heldUntilMs })];
  });
  await Promise.all(writes);
  return changes;
}

/** A purchase's holds without the places that it can no longer have. */
export const placesLeft = ({ id, holds }: PurchaseRow, { places, nowMs }: LockedNow): PurchaseHold[] =>
  holds.map((hold) => {
    const kept = hold.placeIds.flatMap((placeId, index) =>
      mayTake(places.get(hold.performanceId)?.get(placeId), id, nowMs) ? [index] : [],
    );
    return {
      ...hold,
      placeIds: kept.map((index) => hold.placeIds[index] as number),
      priceTypeIds: kept.map((index) => hold.priceTypeIds[index] as number),
    };
  });

/** Whether all these places are a purchase's own, or can be had by it again. */
export const hasAll = (purchaseId: string, wanted: readonly PurchaseHold[], { places, nowMs }: LockedNow): boolean =>
  wanted.every(({ performanceId, placeIds }) =>
    placeIds.every((placeId) => mayTake(places.get(performanceId)?.get(placeId), purchaseId, nowMs)),
  );

/** Whether a purchase's time for all its places is not over. */
export const isHeld = (purchase: PurchaseRow, { places, nowMs }: LockedNow): boolean => {
  const { own, lost } = placesHeldBy(purchase, places);
  return lost.length === 0 && own.every(({ heldUntilMs }) => heldUntilMs > nowMs);
};

/** For a card payment that is never answered; a gateway's own limit is far below. */
const PAYING_HOLDS_MS = 10 * 60_000;
/** From the first claim: an abandoned payment must not keep places from others for longer. */
const LONGEST_HOLD_MS = 20 * 60_000;

interface Held {
  readonly heldUntilMs: number;
  readonly startedAtMs: number;
  readonly nowMs: number;
}

/** Until when a place stays held for a purchase whose payment starts now; never shorter than it was. */
export const heldWhilePaying = ({ heldUntilMs, startedAtMs, nowMs }: Held): number =>
  Math.max(heldUntilMs, Math.min(nowMs + PAYING_HOLDS_MS, startedAtMs + LONGEST_HOLD_MS));
