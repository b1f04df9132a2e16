import { Refusal } from '@butaca/contract';
import { companionsAlone } from '@butaca/venue-map';
import { withLockTimeout } from '#db/lock-timeout';
import { dropHolds } from '../claim/release-places.ts';
import type { Stock } from '../live/stock.ts';
import { writeProducts } from '../products/queries-products.ts';
import { lockOwnPurchase, type OwnPurchase, ownOf } from '../purchase.ts';
import { lockPlacesOf, type PlaceChanges } from '../queries-places.ts';
import type { PurchaseHold, PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { holdAgain, placesHeldBy, placesLost } from './held-places.ts';

/**
 * What was cancelled or taken off sale while it was being chosen is not paid any more: it leaves the purchase, whose other performances
 * stay as they are, and the buyer is told before paying what is left. What begins meanwhile is paid within the purchase's time (decision 111).
 * Outside the box office, companions' seats are sold with a wheelchair space only.
 */
export async function requireSellable(
  world: Pick<SaleWorld, 'db' | 'live' | 'limits'>,
  purchase: Pick<PurchaseRow, 'id' | 'customerId' | 'channel' | 'holds' | 'products'>,
): Promise<void> {
  const { channel, holds, products } = purchase;
  const stocks = await Promise.all(holds.map(({ performanceId }) => payableStock(world, performanceId)));
  const refusal = stocks.find((stock) => stock instanceof Refusal);
  if (refusal) {
    const offSale = holds.flatMap(({ performanceId }, index) => (stocks[index] instanceof Refusal ? [performanceId] : []));
    if (![...holds, ...(products ?? [])].some(({ performanceId }) => !offSale.includes(performanceId))) throw refusal;
    await dropLost(world, ownOf(purchase), offSale);
    const lost = holds.filter(({ performanceId }) => offSale.includes(performanceId));
    throw placesLost(
      lost.flatMap(({ performanceId, placeIds }) => placeIds.map((placeId) => ({ performanceId, placeId }))),
      offSale,
    );
  }
  if (channel === 'box_office') return;
  if (holds.some(({ placeIds }, index) => companionsAlone((stocks[index] as Stock).venue.map, placeIds).length > 0))
    throw new Refusal('companion_alone');
}

async function payableStock({ live }: Pick<SaleWorld, 'live'>, performanceId: number): Promise<Stock | Refusal> {
  try {
    return await live.payable(performanceId);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Takes out of an open purchase what it cannot sell any more: places that are not its own, and everything of performances that are off sale.
 * The rest keeps its deadline. Those of a reservation stay: they are of one performance, and are paid in part (decision 048).
 */
export async function dropLost(
  { db, live, limits }: Pick<SaleWorld, 'db' | 'live' | 'limits'>,
  own: OwnPurchase,
  offSale: readonly number[] = [],
): Promise<void> {
  const changes = await withLockTimeout(db, async (tx): Promise<PlaceChanges> => {
    const { id, stage, deadlineMs, reservedUntilMs, holds, products } = await lockOwnPurchase(tx, own);
    if (stage !== 'open' || reservedUntilMs !== null) return new Map();
    const isOff = ({ performanceId }: { readonly performanceId: number }) => offSale.includes(performanceId);
    if (products?.some(isOff)) await writeProducts(tx, { purchaseId: id, products: products.filter((product) => !isOff(product)) });
    const kept = holds.filter((hold) => !isOff(hold));
    const freed = await dropHolds(tx, id, holds.filter(isOff));
    const places = await lockPlacesOf(tx, kept, 'wait');
    const { own: mine, lost } = placesHeldBy({ id, holds: kept }, places);
    if (lost.length === 0) return freed;
    const isMine = (performanceId: number, placeId: number) =>
      mine.some((place) => place.performanceId === performanceId && place.placeId === placeId);
    const left = kept.filter(({ performanceId }) => lost.some((place) => place.performanceId === performanceId));
    const held = await holdAgain(tx, id, {
      holds: left.map((hold) => onlyPlaces(hold, (placeId) => isMine(hold.performanceId, placeId))),
      places,
      heldUntilMs: deadlineMs + limits.graceSeconds * 1000,
    });
    return new Map([...freed, ...held]);
  });
  live.changedAll(changes);
}

function onlyPlaces({ placeIds, priceTypeIds, ...hold }: PurchaseHold, isKept: (placeId: number) => boolean): PurchaseHold {
  const kept = placeIds.flatMap((placeId, index) => (isKept(placeId) ? [index] : []));
  return {
    ...hold,
    placeIds: kept.map((index) => placeIds[index] as number),
    priceTypeIds: kept.map((index) => priceTypeIds[index] as number),
  };
}
