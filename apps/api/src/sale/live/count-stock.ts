import type { Db } from '#db/connect';
import { announceChange } from '../../catalogue/index.ts';
import type { QueueStock } from '../../waiting-room/index.ts';
import { countStock, findPerformancesToCount, putStock } from '../queries-stock.ts';
import type { SaleWorld } from '../world.ts';

/** Counts what every performance on sale has left, for the badges of the shop; answers how many were counted. */
export async function countStocks(db: Db): Promise<number> {
  const performances = await findPerformancesToCount(db);
  let hasTurned = false;
  // One after another: nobody waits for it.
  for (const { id } of performances) {
    const stock = await countStock(db, id);
    if (stock.places === 0) continue;
    const [put] = await putStock(db, id, stock);
    hasTurned ||= put?.turned ?? false;
  }
  // Once for all of them: pages that nobody has asked for in a minute would be served as they were.
  if (hasTurned) await announceChange(db);
  return performances.length;
}

/** Counting a stadium reads all its rows; the pace of a waiting room needs it no more often. */
const FRESH_MS = 2000;

/** What performances have left, for the pace of their waiting rooms; null for one that the shop does not sell. */
export function stockLeft({ db, live }: Pick<SaleWorld, 'db' | 'live'>): (performanceId: number) => Promise<QueueStock | null> {
  const kept = new Map<number, { readonly at: number; readonly left: QueueStock | null }>();
  const count = async (performanceId: number): Promise<QueueStock | null> => {
    const stock = await live.stocks.get(performanceId);
    return stock?.sale.obstacle('online') === null ? countStock(db, performanceId) : null;
  };
  return async (performanceId) => {
    const before = kept.get(performanceId);
    if (before && performance.now() - before.at < FRESH_MS) return before.left;
    const left = await count(performanceId);
    kept.set(performanceId, { at: performance.now(), left });
    return left;
  };
}
