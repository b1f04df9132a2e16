import type { LanguageCode } from '@butaca/brand/languages';
import { type QuantityRequest, Refusal, type Taken, takePlaces as takePlacesCall, wireNameOf } from '@butaca/contract';
import { randomId } from '#db/random-id';
import type { Click } from '#db/used-key';
import { pickPlaces } from '../choose/best-available.ts';
import { releaseOlderSales } from '../counter.ts';
import { priceTypeOf, type Stock } from '../live/stock.ts';
import { findPurchase, presentPurchase } from '../present-purchase.ts';
import type { Channel, PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import type { Claimed, Wish } from './claim-queue.ts';
import type { Origin } from './crowds.ts';
import type { PlaceSet } from './judge.ts';
import { purchaseIdOf } from './purchase-id.ts';
import { mostWith, requireAccessible, requireTurn } from './require-turn.ts';

export interface PlacesRequest {
  /** Left out, a purchase is started. */
  readonly purchaseId?: string;
  readonly customerId: string;
  readonly channel: Channel;
  readonly language?: LanguageCode | undefined;
  readonly ip: string;
  /** The log-in session of the caller. */
  readonly sessionId: string;
  /** Without a key a click cannot be repeated. */
  readonly click: Click | undefined;
  /** A claim that is still queued when its buyer has disconnected is dropped. */
  readonly isDisconnected: (() => boolean) | undefined;
  /** Of the performance's waiting room, if it has one. */
  readonly pass: string | undefined;
  readonly performanceId: number;
  readonly placeIds?: readonly number[] | undefined;
  readonly priceTypeIds?: readonly number[] | undefined;
  readonly quantities?: readonly QuantityRequest[] | undefined;
}

/** Claims places by id, or a number of the best ones; answers the purchase with its new places. */
export async function takePlaces(world: SaleWorld, request: PlacesRequest): Promise<Taken> {
  const { customerId, channel, performanceId } = request;
  const stock = await world.live.onSale(performanceId, channel);
  const terms = await requireTurn(world, { ...request, purchaseId: request.purchaseId });
  requireAccessible(stock, terms, request.placeIds);
  const fresh = request.purchaseId === undefined;
  const startedId = purchaseIdOf(world.secret, customerId, request.click?.key);
  const wish: Wish = {
    purchaseId: request.purchaseId ?? startedId,
    customerId,
    channel,
    language: request.language,
    mostPerCustomer: mostWith(terms, stock.sale.mostPerCustomer, world.limits.mostPerCustomer),
    from: channel === 'online' ? originOf(world, stock, request.ip) : undefined,
    promisedAtMs: terms?.promisedAtMs ?? null,
    // A client without a key cannot repeat its click; the random key covers only this process's own retries.
    claimKey: request.click?.key ?? randomId(),
    click: request.click,
    startedId: fresh ? undefined : startedId,
    fresh,
    places: request.placeIds
      ? chosenPlaces(stock, request.placeIds, request.priceTypeIds)
      : pickPlaces(stock, requireQuantities(request.quantities, world.limits.mostPlaces)),
  };
  const claimed = await timed(world, () => world.claims.claim(performanceId, wish, request.isDisconnected));
  if (claimed === null) throw new Refusal('not_enough_places', { sectors: [...(await world.live.freeBySector(stock))] });
  if (fresh && channel === 'box_office') {
    const released = await releaseOlderSales(world, wish, request.sessionId);
    if (released.has(wish.purchaseId)) throw new Refusal('purchase_over', { stage: 'cancelled' });
  }
  const purchase = claimed.started
    ? await presentPurchase(startedPurchase(wish, performanceId, claimed.started), world)
    : await findPurchase(world, wish);
  return { purchase, placeIds: [...claimed.placeIds], contiguous: claimed.contiguous };
}

/** The pace of waiting rooms follows how long claims take, and how many of them the server fails. */
async function timed<Claim>({ claimTimes }: SaleWorld, claim: () => Promise<Claim>): Promise<Claim> {
  const startedAt = performance.now();
  let failed = false;
  try {
    return await claim();
  } catch (error) {
    failed = !(error instanceof Refusal) || error.failure === 'busy';
    throw error;
  } finally {
    claimTimes.add(performance.now() - startedAt, failed);
  }
}

/** Where a claim for places of this performance comes from, as far as that counts. */
export const originOf = ({ crowds, newcomersPerNetwork }: SaleWorld, { sale, venue }: Stock, ip: string): Origin | undefined =>
  crowds.originOf({ ip, percent: sale.newcomersPerNetwork ?? newcomersPerNetwork, capacity: venue.map.placeCount });

/** The row of a purchase that was just started, without reading it. */
const startedPurchase = (
  { purchaseId, customerId, channel, language, promisedAtMs }: Wish,
  performanceId: number,
  { added, deadlineMs, nowMs }: NonNullable<Claimed['started']>,
): PurchaseRow => ({
  id: purchaseId,
  customerId,
  channel,
  language: language ?? null,
  stage: 'open',
  startedAtMs: nowMs,
  deadlineMs,
  nowMs,
  reservedUntilMs: null,
  deliveryTypeId: null,
  deliveryPointId: null,
  deliveryZoneId: null,
  deliveryAddressId: null,
  paymentMethodId: null,
  total: null,
  orderNumber: null,
  priced: null,
  claims: null,
  products: null,
  counterPrice: null,
  counterPriceReason: null,
  holds: [{ performanceId, ...added, promisedAtMs: promisedAtMs ?? null }],
});

/** The places that a buyer named, each with its price type; an invalid id is refused by its field. */
export function chosenPlaces(stock: Stock, placeIds: readonly number[], priceTypeIds: readonly number[] | undefined): PlaceSet {
  if (new Set(placeIds).size !== placeIds.length || placeIds.some((place) => !stock.levelOf(place))) throw invalid('placeIds');
  if (priceTypeIds && priceTypeIds.length !== placeIds.length) throw invalid('priceTypeIds');
  const types = placeIds.map((place, index) => priceTypeOf(stock, place, priceTypeIds?.[index])?.id ?? 0);
  if (priceTypeIds?.some((wanted, index) => wanted !== types[index])) throw invalid('priceTypeIds');
  return { placeIds, priceTypeIds: types };
}

function requireQuantities(quantities: readonly QuantityRequest[] = [], mostPlaces: number): readonly QuantityRequest[] {
  if (quantities.length === 0) throw invalid('placeIds');
  const total = quantities.reduce((sum, { quantity }) => sum + quantity, 0);
  if (total > mostPlaces) throw new Refusal('too_many_places', { limit: 'performance', most: mostPlaces, has: 0 });
  return quantities;
}

const invalid = (field: 'placeIds' | 'priceTypeIds') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(takePlacesCall.body, field), reason: 'invalid' }] });
