import { createHmac } from 'node:crypto';
import { Refusal, type Taken, takePlaces as takePlacesCall, type WantedQuantity, wireNameOf } from '@butaca/contract';
import { randomId } from '#db/random-id';
import { pickPlaces } from '../choose/best-available.ts';
import { releaseOlderSales } from '../counter/release-older-sales.ts';
import { priceTypeOf, type Stock } from '../live/stock.ts';
import { findPurchase, presentPurchase } from '../present-purchase.ts';
import type { Channel, PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import type { Claimed, Wish } from './claim-queue.ts';
import type { PlaceSet } from './judge.ts';

export interface WantedPlaces {
  /** Left out, a purchase is started. */
  readonly purchaseId?: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** Of the log-in that asks. */
  readonly sessionId: string;
  readonly idempotencyKey: string | undefined;
  readonly departed: () => boolean;
  readonly performanceId: number;
  readonly placeIds?: readonly number[] | undefined;
  readonly priceTypeIds?: readonly number[] | undefined;
  readonly quantities?: readonly WantedQuantity[] | undefined;
}

/** Claims places by id, or so many of the best ones; answers the purchase with them in it. */
export async function takePlaces(world: SaleWorld, wanted: WantedPlaces): Promise<Taken> {
  const { customerId, channel, performanceId } = wanted;
  const stock = await world.live.onSale(performanceId);
  const fresh = wanted.purchaseId === undefined;
  const wish: Wish = {
    purchaseId: wanted.purchaseId ?? purchaseIdOf(world.secret, customerId, wanted.idempotencyKey),
    customerId,
    channel,
    // A claim without a key is repeated by this process alone, when it does not know whether its transaction was committed.
    claimKey: wanted.idempotencyKey ?? randomId(),
    fresh,
    places: wanted.placeIds
      ? chosenPlaces(stock, wanted.placeIds, wanted.priceTypeIds)
      : pickPlaces(stock, requireQuantities(wanted.quantities, world.terms.mostPlaces)),
  };
  const claimed = await world.claims.claim(performanceId, wish, wanted.departed);
  if (claimed === null) throw new Refusal('not_enough_places', { sectors: [...(await world.live.freeBySector(stock))] });
  if (fresh && channel === 'box_office') {
    const released = await releaseOlderSales(world, wish, wanted.sessionId);
    if (released.has(wish.purchaseId)) throw new Refusal('purchase_over', { stage: 'cancelled' });
  }
  const purchase = claimed.started
    ? await presentPurchase(startedPurchase(wish, performanceId, claimed.started), world)
    : await findPurchase(world, { purchaseId: wish.purchaseId, customerId });
  return { purchase, placeIds: [...claimed.placeIds], contiguous: claimed.contiguous };
}

/**
 * The id of the purchase that a click starts. It follows from the click's idempotency key, so that a click whose answer was lost
 * finds its own purchase when it is repeated, on whichever process; without a key nothing can be repeated.
 */
function purchaseIdOf(secret: string, customerId: string, key: string | undefined): string {
  if (key === undefined) return randomId();
  return createHmac('sha256', secret).update(`purchase ${customerId} ${key}`).digest().subarray(0, 16).toString('base64url');
}

/** A purchase that has just been started is known without reading it again. */
const startedPurchase = (
  { purchaseId, customerId, channel }: Wish,
  performanceId: number,
  { added, deadlineMs, nowMs }: NonNullable<Claimed['started']>,
): PurchaseRow => ({
  id: purchaseId,
  customerId,
  channel,
  stage: 'open',
  startedAtMs: nowMs,
  deadlineMs,
  nowMs,
  deliveryTypeId: null,
  paymentMethodId: null,
  total: null,
  priced: null,
  holds: [{ performanceId, ...added }],
});

/** The places that a buyer named, each with its price type; what does not fit is refused by its field. */
export function chosenPlaces(stock: Stock, placeIds: readonly number[], priceTypeIds: readonly number[] | undefined): PlaceSet {
  if (new Set(placeIds).size !== placeIds.length || placeIds.some((place) => !stock.levelOf(place))) throw invalid('placeIds');
  if (priceTypeIds && priceTypeIds.length !== placeIds.length) throw invalid('priceTypeIds');
  const types = placeIds.map((place, index) => priceTypeOf(stock, place, priceTypeIds?.[index])?.id ?? 0);
  if (priceTypeIds?.some((wanted, index) => wanted !== types[index])) throw invalid('priceTypeIds');
  return { placeIds, priceTypeIds: types };
}

function requireQuantities(quantities: readonly WantedQuantity[] = [], mostPlaces: number): readonly WantedQuantity[] {
  if (quantities.length === 0) throw invalid('placeIds');
  const total = quantities.reduce((sum, { quantity }) => sum + quantity, 0);
  if (total > mostPlaces) throw new Refusal('too_many_places', { most: mostPlaces });
  return quantities;
}

const invalid = (field: 'placeIds' | 'priceTypeIds') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(takePlacesCall.body, field), reason: 'invalid' }] });
