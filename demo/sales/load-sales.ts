import type { Brand } from '@butaca/brand';
import { loadBrand } from '@butaca/brand/load';
import { displayUnit } from '@butaca/brand/money';
import type { Db } from '../../apps/api/src/db/connect.ts';
import { DeliveryTypes, type Prices, Stocks } from '../../apps/api/src/sale/index.ts';
import type { Demo } from '../demo.ts';
import { buyersOf } from './buyers.ts';
import { purchasesOf } from './purchases.ts';
import { findUnsold, type UnsoldPerformance } from './queries.ts';
import { writePurchases } from './write-purchases.ts';

/** Of what its predecessor has sold, a performance of the same show. */
const NEXT_SELLS = 0.7;
const TOO_LITTLE = 0.005;

/**
 * Sells what the demo says is sold out, and of the rest as much as its shows are wanted: paid, with tickets and money in the
 * ledger, but without mails. A performance with a place that is taken is left alone.
 */
export async function loadSales(db: Db, demo: Demo, log: (line: string) => void): Promise<void> {
  const unsold = await findUnsold(db, { shows: demo.shows.map(({ slug }) => slug), venues: demo.venues.map(({ slug }) => slug) });
  const wanted = unsold.map((performance) => ({ ...performance, part: partOf(performance, demo) })).filter(({ part }) => part > TOO_LITTLE);
  if (wanted.length === 0) return;
  const { brand } = await loadBrand(demo.brand);
  const world = { prices: pricesOf(db, brand), buyers: await buyersOf(db, demo) };
  const purchases = (await Promise.all(wanted.map((performance) => purchasesOf(performance, world)))).flat();
  await writePurchases(db, purchases, brand);
  log(`${purchases.length} purchases of ${wanted.length} performances`);
}

const partOf = ({ show, soldOut, turn }: UnsoldPerformance, { runs }: Demo): number =>
  soldOut ? 1 : (runs[show]?.demand ?? 0) * NEXT_SELLS ** turn;

function pricesOf(db: Db, brand: Brand): Prices {
  const stocks = new Stocks(db);
  const unit = displayUnit(brand.locale);
  return { stockOf: (performanceId) => stocks.get(performanceId), displayUnit: unit, deliveries: new DeliveryTypes(db, unit) };
}
