import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { lockOpenPurchase } from '../open-purchase.ts';
import type { PlaceRow, Terms } from '../rows.ts';
import { deleteHold, freePlaces, holdPlaces, insertHold, lockHold, lockReachable, writeHold } from './queries-places.ts';

export interface WantedSet {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly performanceId: number;
  readonly placeIds: readonly number[];
  readonly priceTypeIds: readonly number[];
}

interface SetTerms extends Terms {
  /** Throws its refusal. */
  readonly mayAdd: () => void;
}

/** Makes a purchase's places of one performance exactly these, or changes nothing; answers what has changed. */
export async function setPlaces(tx: Tx, wanted: WantedSet, terms: SetTerms): Promise<PlaceRow[]> {
  const { purchaseId, performanceId, placeIds, priceTypeIds } = wanted;
  await lockOpenPurchase(tx, purchaseId, wanted.customerId);
  if (placeIds.length > terms.mostPlaces) throw new Refusal('too_many_places', { most: terms.mostPlaces });
  const [hold] = await lockHold(tx, performanceId, purchaseId);
  const had = hold?.placeIds ?? [];
  if (placeIds.some((place) => !had.includes(place))) terms.mayAdd();
  const reachable = new Set((await lockReachable(tx, performanceId, purchaseId, [...placeIds, ...had])).map(({ placeId }) => placeId));
  const taken = placeIds.filter((place) => !reachable.has(place));
  if (taken.length > 0) throw new Refusal('places_taken', { placeIds: taken });

  const kept = new Set(placeIds);
  const freed = await freePlaces(
    tx,
    performanceId,
    purchaseId,
    had.filter((place) => !kept.has(place)),
  );
  if (placeIds.length === 0) await deleteHold(tx, performanceId, purchaseId);
  else if (hold) await writeHold(tx, performanceId, purchaseId, placeIds, priceTypeIds);
  else await insertHold(tx, performanceId, purchaseId, { placeIds, priceTypeIds, graceSeconds: terms.graceSeconds });
  const held = await holdPlaces(tx, performanceId, purchaseId, placeIds, terms.graceSeconds);
  return [...freed.map(({ placeId }) => freePlace(placeId)), ...held];
}

export const freePlace = (placeId: number): PlaceRow => ({ placeId, state: 'free', heldUntilMs: null, purchaseId: null });
