import { Refusal, type Taken, takePlaces, type WantedQuantity, wireNameOf } from '@butaca/contract';
import { choosePlaces } from '../choose/choose-places.ts';
import { releaseOlderSales } from '../counter/release-older-sales.ts';
import { priceTypeOf, type Stock } from '../live/stock.ts';
import { findPurchase, presentPurchase } from '../present-purchase.ts';
import type { PurchaseRow } from '../queries.ts';
import type { Channel } from '../rows.ts';
import type { SaleWorld } from '../world.ts';
import { purchaseIdOf } from './claim-key.ts';
import type { Claimed, Wish } from './performance-places.ts';

export interface WantedPlaces {
  /** Left out, a purchase is started. */
  readonly purchaseId?: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** Of whoever asks. */
  readonly sessionId: string;
  readonly idempotencyKey: string | undefined;
  readonly departed: () => boolean;
  readonly performanceId: number;
  readonly placeIds?: readonly number[] | undefined;
  readonly priceTypeIds?: readonly number[] | undefined;
  readonly quantities?: readonly WantedQuantity[] | undefined;
}

/** Claims places by id, or so many of the best ones; answers the purchase with them in it. */
export async function take(world: SaleWorld, wanted: WantedPlaces): Promise<Taken> {
  const stock = await world.inventory.onSale(wanted.performanceId);
  const purchaseId = wanted.purchaseId ?? purchaseIdOf(world.secret, wanted.customerId, wanted.idempotencyKey);
  const common = {
    purchaseId,
    customerId: wanted.customerId,
    channel: wanted.channel,
    claimKey: wanted.idempotencyKey ?? null,
    fresh: wanted.purchaseId === undefined,
  };
  const wish = wanted.placeIds
    ? { ...common, ...chosenByBuyer(stock, wanted.placeIds, wanted.priceTypeIds) }
    : { ...common, ...chosenByUs(stock, wanted.quantities ?? [], world.inventory.terms.mostPlaces) };
  const claimed = await world.inventory.claim(wanted.performanceId, wish, wanted.departed);
  if (claimed === null) throw new Refusal('not_enough_places', { sectors: [...(await world.inventory.freeBySector(stock))] });
  if (common.fresh && wanted.channel === 'box_office') {
    const released = await releaseOlderSales(world, common, wanted.sessionId);
    if (released.has(purchaseId)) throw new Refusal('purchase_over', { stage: 'cancelled' });
  }
  const purchase = claimed.started
    ? await presentPurchase(startedPurchase(wish, wanted.performanceId, claimed, claimed.started), world)
    : await findPurchase(world, { purchaseId, customerId: wanted.customerId });
  return { purchase, placeIds: [...claimed.placeIds], contiguous: claimed.contiguous };
}

/** A purchase that has just been started is known without reading it once more. */
function startedPurchase(
  { purchaseId, customerId, channel, priceTypesFor }: Wish,
  performanceId: number,
  { placeIds }: Claimed,
  { deadlineMs, nowMs }: { readonly deadlineMs: number; readonly nowMs: number },
): PurchaseRow {
  return {
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
    holds: [{ performanceId, placeIds, priceTypeIds: priceTypesFor(placeIds) }],
  };
}

/** The price type of each place as asked for; wrong ones are refused by name. */
export function chosenByBuyer(stock: Stock, placeIds: readonly number[], priceTypeIds: readonly number[] | undefined) {
  if (new Set(placeIds).size !== placeIds.length || placeIds.some((place) => !stock.levelOf(place))) throw invalid('placeIds');
  if (priceTypeIds && priceTypeIds.length !== placeIds.length) throw invalid('priceTypeIds');
  const types = new Map(placeIds.map((place, index) => [place, priceTypeOf(stock, place, priceTypeIds?.[index])?.id ?? 0]));
  if (priceTypeIds?.some((wanted, index) => wanted !== types.get(placeIds[index] ?? -1))) throw invalid('priceTypeIds');
  return { places: placeIds, priceTypesFor: (some: readonly number[]) => some.map((place) => types.get(place) ?? 0) };
}

function chosenByUs(stock: Stock, quantities: readonly WantedQuantity[], mostPlaces: number) {
  if (quantities.length === 0) throw invalid('placeIds');
  const total = quantities.reduce((sum, { quantity }) => sum + quantity, 0);
  if (total > mostPlaces) throw new Refusal('too_many_places', { most: mostPlaces });
  return choosePlaces(stock, quantities);
}

const invalid = (field: 'placeIds' | 'priceTypeIds') =>
  new Refusal('invalid_input', { fields: [{ name: wireNameOf(takePlaces.body, field), reason: 'invalid' }] });
