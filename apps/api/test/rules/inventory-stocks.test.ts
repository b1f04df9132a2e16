import type { VenueMap } from '@butaca/venue-map';
import { expect, test } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { Stocks } from '../../src/sale/live/stock.ts';

const hall: VenueMap = {
  schema: 'venue-map/1',
  name: 'Teatro',
  size: { width: 20, height: 20 },
  focal: { x: 10, y: 0 },
  categories: [{ id: 'platea', name: 'Platea' }],
  sections: [{ id: 'A', label: 'Platea', kind: 'standing', category: 'platea', capacity: 50 }],
};
const HALL = 'a'.repeat(32);

/** A database that knows one map and no performance, and what it was asked for. */
function aDatabase() {
  const asked: unknown[] = [];
  const db = async (_: TemplateStringsArray, wanted: unknown) => {
    asked.push(wanted);
    return wanted === HALL ? [{ authoring: hall }] : [];
  };
  return { asked, stocks: new Stocks(db as unknown as Db) };
}

test('however many unknown performances are requested, a bounded number is cached', async () => {
  const { asked, stocks } = aDatabase();
  for (let id = 1; id <= 5001; id++) await stocks.get(id);
  await stocks.get(5001);
  expect(asked).toHaveLength(5001);
  await stocks.get(1);
  expect(asked.slice(5001)).toEqual([1]);
});

test('unknown maps do not evict a known one from the cache', async () => {
  const { asked, stocks } = aDatabase();
  const venue = await stocks.venue(HALL);
  await Promise.all(Array.from({ length: 60 }, (_, index) => stocks.venue(String(index).padStart(32, '0'))));
  expect(await stocks.venue(HALL)).toBe(venue);
  expect(asked).toHaveLength(61);
});
