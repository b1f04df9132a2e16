import type { PurchaseRow } from '../queries-purchases.ts';
import type { SaleWorld } from '../world.ts';
import { countWaiting } from './queries-slow-payments.ts';

const HOUR_MS = 3_600_000;
/** Whoever goes out to pay in cash needs at least so long. */
const LEAST_MS = HOUR_MS;

/**
 * For how long a payment of this purchase may be confirmed later and keeps its places meanwhile, in ms: as long as every one of its shows
 * allows, and never beyond a start. Null where only what is confirmed at once is taken: a show does not allow it, too little time is left,
 * or so many places wait for such payments that nobody could buy the hall empty without paying (decision 098).
 */
export async function slowTimeOf(
  { db, stockOf }: Pick<SaleWorld, 'db' | 'stockOf'>,
  { holds }: Pick<PurchaseRow, 'holds'>,
): Promise<number | null> {
  const times = await Promise.all(
    holds.map(async ({ performanceId, placeIds }) => {
      const stock = await stockOf(performanceId);
      const rule = stock?.sale.slowPayments;
      if (!stock || !rule) return 0;
      const most = Math.floor((stock.venue.map.placeCount * rule.mostPercent) / 100);
      if ((await countWaiting(db, performanceId)) + placeIds.length > most) return 0;
      return Math.min(rule.hours * HOUR_MS, stock.sale.startsInMs());
    }),
  );
  const shortest = Math.min(...times);
  return times.length > 0 && shortest >= LEAST_MS ? shortest : null;
}
