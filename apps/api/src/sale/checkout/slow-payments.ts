import type { Tx } from '#db/connect';
import type { PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { countWaiting, isOverfull, lockWaiting } from './queries-slow-payments.ts';

const HOUR_MS = 3_600_000;
/** A buyer who goes out to pay in cash needs at least so long. */
const LEAST_MS = HOUR_MS;

/**
 * For how long a payment of this purchase may be confirmed later and keeps its places meanwhile, in ms: as long as every one of its shows
 * allows, and never beyond a start. Null where only what is confirmed at once is taken (decision 098): a show does not allow it, too little
 * time is left, this customer has another purchase that waits there, as many places wait as the show allows, or products would wait, too.
 */
export async function slowTimeOf(
  { db, stockOf }: Pick<SaleWorld, 'db' | 'stockOf'>,
  purchase: Pick<PurchaseRow, 'id' | 'customerId' | 'holds' | 'products'>,
): Promise<number | null> {
  if (purchase.products !== null) return null;
  const times = await Promise.all(
    purchase.holds.map(async ({ performanceId, placeIds }) => {
      const stock = await stockOf(performanceId);
      const rule = stock?.sale.slowPayments;
      if (!stock || !rule) return 0;
      const most = Math.floor((stock.venue.map.placeCount * rule.mostPercent) / 100);
      const { all, own } = await countWaiting(db, performanceId, purchase);
      if (own > 0 || all + placeIds.length > most) return 0;
      return Math.min(rule.hours * HOUR_MS, stock.sale.startsInMs());
    }),
  );
  const shortest = Math.min(...times);
  return times.length > 0 && shortest >= LEAST_MS ? shortest : null;
}

/** Whether these places of a locked purchase may begin to wait; the places are locked, too. What many buyers chose at once is decided here. */
export async function mayWait(
  tx: Tx,
  { id: purchaseId, customerId, holds }: Pick<PurchaseRow, 'id' | 'customerId' | 'holds'>,
): Promise<boolean> {
  for (const { performanceId, placeIds } of holds) {
    await lockWaiting(tx, performanceId);
    if (await isOverfull(tx, performanceId, { purchaseId, customerId, places: placeIds.length })) return false;
  }
  return true;
}
