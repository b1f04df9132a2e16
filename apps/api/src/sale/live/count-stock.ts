import type { Db } from '#db/connect';
import { countStock, findPerformancesToCount, putStock } from '../queries-stock.ts';

/** Counts what every performance on sale has left, for the badges of the shop; answers how many were counted. */
export async function countStocks(db: Db): Promise<number> {
  const performances = await findPerformancesToCount(db);
  // One after another: nobody waits for it.
  for (const { id } of performances) {
    const [stock] = await countStock(db, id);
    if (stock && stock.places > 0) await putStock(db, id, stock);
  }
  return performances.length;
}
