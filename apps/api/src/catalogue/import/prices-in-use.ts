import type { Tx } from '#db/connect';
import type { Catalogue } from './entries.ts';
import type { Problem } from './problem.ts';
import { findPricesInUse, type PriceInUse } from './queries-prices.ts';

/** Where the prices of a performance stand in the file, by the turn of its show and its own. */
export type PricesAt = (show: number, performance: number) => string;

/**
 * Prices that the file takes out although places are held at them: their buyers would be asked for another, or for none. A
 * whole level also stays once places of it are sold. What a price costs may change: its buyers are shown the new total.
 */
export async function pricesInUse(tx: Tx, { shows }: Catalogue, at: PricesAt): Promise<Problem[]> {
  const named = shows.flatMap(({ seo, performances }, show) =>
    performances.flatMap(({ venue, startsAt, levels }, performance) =>
      levels ? [{ key: { show: seo, venue, startsAt: startsAt.toString() }, levels, at: at(show, performance) }] : [],
    ),
  );
  const inUse = await findPricesInUse(
    tx,
    named.map(({ key, levels }, turn) => ({
      ...key,
      turn,
      kept: levels.flatMap(({ category, types }) => types.map(({ name }) => ({ category, name }))),
    })),
  );
  return inUse
    .filter(({ levelStays, held }) => held > 0 || !levelStays)
    .map((price) => ({ at: named[price.turn]?.at ?? '', reason: reasonOf(price) }));
}

function reasonOf({ level, levelStays, name, held, sold }: PriceInUse): string {
  const what = levelStays ? `the price ${name} of ${level}` : `the level ${level} with its price ${name}`;
  const counts = [held > 0 ? `${held} held` : '', sold > 0 ? `${sold} sold` : ''].filter(Boolean).join(' and ');
  return `${what} cannot be taken out while places have it: ${counts}`;
}
