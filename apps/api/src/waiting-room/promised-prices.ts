import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import { readSale, type Sale } from '../catalogue/index.ts';
import { findPrices, notePrices, type PriceList } from './queries.ts';

const FRESH_MS = 2000;
const MOST_PERFORMANCES = 500;

/** Writes down what the performance costs now, if that is not what it cost before. */
export async function recordPrices(db: Db, performanceId: number): Promise<void> {
  const sale = await readSale(db, performanceId);
  if (sale) await notePrices(db, performanceId, priceListOf(sale));
}

const priceListOf = ({ levels, charges }: Sale): PriceList => ({
  faces: Object.fromEntries(levels.flatMap(({ types }) => types.map(({ id, faceValue }) => [String(id), faceValue]))),
  charges: charges.online,
});

/**
 * Reads what a performance cost when somebody joined its waiting room: the prices last seen until then, and the first ones for whoever
 * joined before they were written. Null where none were.
 */
export function promisedPrices(db: Db): (performanceId: number, atMs: number) => Promise<PriceList | null> {
  const kept = new BoundedCache<readonly { readonly seenAtMs: number; readonly prices: PriceList }[]>({
    mostEntries: MOST_PERFORMANCES,
    freshMs: FRESH_MS,
  });
  return async (performanceId, atMs) => {
    const seen = await kept.get(String(performanceId), () => findPrices(db, performanceId));
    return (seen.findLast(({ seenAtMs }) => seenAtMs <= atMs) ?? seen[0])?.prices ?? null;
  };
}

/** A sale in which nothing costs more than it was promised: the smaller face value, and no charge that is higher or new. */
export function withPromise(sale: Sale, { faces, charges }: PriceList): Sale {
  const least = (rule: PriceList['charges'][number]): PriceList['charges'] => {
    const then = charges.find(({ kind }) => kind === rule.kind);
    return then ? [{ ...rule, percent: Math.min(rule.percent, then.percent), fixed: Math.min(rule.fixed, then.fixed) }] : [];
  };
  return {
    ...sale,
    levels: sale.levels.map((level) => ({
      ...level,
      types: level.types.map((type) => ({ ...type, faceValue: Math.min(type.faceValue, faces[String(type.id)] ?? type.faceValue) })),
    })),
    charges: { ...sale.charges, online: sale.charges.online.flatMap(least) },
  };
}
