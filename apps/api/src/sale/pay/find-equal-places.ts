import type { Db } from '#db/connect';
import type { Replacements } from '../choose/equal-places.ts';
import type { LivePerformances } from '../live/performances.ts';
import type { Stock } from '../live/stock.ts';
import { placeLabel } from '../price/price-purchase.ts';
import { findPurchases, type PlaceLabel } from '../queries-purchases.ts';
import { findGone, wouldLast } from './queries-offers.ts';

export interface EqualPlaces {
  /** By performance; those that keep their places are not in it. */
  readonly replacements: ReadonlyMap<number, Replacements>;
  /** What is printed for one of them. */
  readonly labelOf: (performanceId: number, placeId: number) => PlaceLabel;
}

/** An offer that ends sooner could not be read in time. */
const OFFER_AT_LEAST_SECONDS = 5 * 60;

/**
 * Equal places for those of a purchase that are gone, in all its performances or null (design §6). Looked for with no
 * transaction open: whether they can be had is known when they are locked.
 */
export async function findEqualPlaces(
  { db, live }: { readonly db: Db; readonly live: LivePerformances },
  purchaseId: string,
): Promise<EqualPlaces | null> {
  const [[purchase], lasts] = await Promise.all([findPurchases(db, [purchaseId]), wouldLast(db, purchaseId, OFFER_AT_LEAST_SECONDS)]);
  if (!purchase || !lasts) return null;
  const replacements = new Map<number, Replacements>();
  const stocks = new Map<number, Stock>();
  for (const { performanceId, placeIds } of purchase.holds) {
    const gone = (await findGone(db, { purchaseId, performanceId, placeIds })).map(({ placeId }) => placeId);
    if (gone.length === 0) continue;
    const [stock, found] = await Promise.all([live.stocks.get(performanceId), live.equalPlaces(performanceId, { placeIds, gone })]);
    if (stock === null || found === null) return null;
    stocks.set(performanceId, stock);
    replacements.set(performanceId, found);
  }
  return { replacements, labelOf: (performanceId, placeId) => placeLabel(stocks.get(performanceId) as Stock, placeId) };
}
