import type { Db } from '#db/connect';
import type { Inventory, Replacements } from '../inventory/index.ts';
import { findPurchases } from './queries.ts';
import { findGone, wouldLast } from './queries-offers.ts';

/** By performance; those that keep their places are not in it. */
export type EqualPlaces = ReadonlyMap<number, Replacements>;

/** An offer that ends sooner could not be read in time. */
const OFFER_AT_LEAST_SECONDS = 5 * 60;

/**
 * Equal places for those of a purchase that are gone, in all its performances or null (design §6). Looked for with no
 * transaction open: whether they can be had is known when they are locked.
 */
export async function findEqualPlaces(
  { db, inventory }: { readonly db: Db; readonly inventory: Inventory },
  purchaseId: string,
): Promise<EqualPlaces | null> {
  const [[purchase], lasts] = await Promise.all([findPurchases(db, [purchaseId]), wouldLast(db, purchaseId, OFFER_AT_LEAST_SECONDS)]);
  if (!purchase || !lasts) return null;
  const equal = new Map<number, Replacements>();
  for (const { performanceId, placeIds } of purchase.holds) {
    const gone = (await findGone(db, { purchaseId, performanceId, placeIds })).map(({ placeId }) => placeId);
    if (gone.length === 0) continue;
    const found = await inventory.equalPlaces(performanceId, { placeIds, gone });
    if (found === null) return null;
    equal.set(performanceId, found);
  }
  return equal;
}
