import type { HeldPlace, Outcome, Purchase, Taken, WantedQuantity } from '@butaca/contract';
import { setPlaces, takeMore, takePlaces, takeQuantities } from '@butaca/contract/places';
import { browserClient } from '../buy/browser-client.ts';
import { newKey } from '../buy/new-key.ts';

/** Whose purchase is started: a counter's, or, by default, the shop's. */
export type Seller = 'counter' | 'shop';

export type Wanted = { readonly placeIds: readonly number[] } | { readonly quantities: readonly WantedQuantity[] };

/** Claims places for the purchase, or starts one with them. A click is one key: the call may be repeated, the claim is not. */
export async function claim(
  { performanceId, seller }: { performanceId: number; seller: Seller },
  purchase: Purchase | null,
  wanted: Wanted,
): Promise<Outcome<Taken>> {
  const client = await browserClient();
  const options = { idempotencyKey: newKey() };
  const asked = 'placeIds' in wanted ? { placeIds: [...wanted.placeIds] } : { quantities: [...wanted.quantities] };
  if (purchase) return client.call(takeMore, { params: { purchaseId: purchase.id }, body: { performanceId, ...asked } }, options);
  const started = { performanceId, type: seller === 'counter' ? ('box' as const) : undefined };
  if ('placeIds' in wanted) return client.call(takePlaces, { body: { ...started, placeIds: [...wanted.placeIds] } }, options);
  return client.call(takeQuantities, { body: { ...started, quantities: [...wanted.quantities] } }, options);
}

/** Makes the purchase's places of this performance exactly these, each with its price type (C-20). */
export async function setExactly(
  performanceId: number,
  purchase: Purchase,
  places: readonly Pick<HeldPlace, 'placeId' | 'priceTypeId'>[],
): Promise<Outcome<Taken>> {
  const body = {
    performanceId,
    placeIds: places.map(({ placeId }) => placeId),
    priceTypeIds: places.map(({ priceTypeId }) => priceTypeId),
  };
  return (await browserClient()).call(setPlaces, { params: { purchaseId: purchase.id }, body }, { idempotencyKey: newKey() });
}
