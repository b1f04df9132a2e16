import { compileVenueMap, type VenueMap } from '@butaca/venue-map';
import { seatingOf } from '@butaca/venue-map/best-available';
import { expect, test } from 'vitest';
import { shareOf } from '../../src/sale/choose/share.ts';
import { LivePerformance } from '../../src/sale/live/performance.ts';
import type { Stock } from '../../src/sale/live/stock.ts';

const ROWS = 10;
const SEATS = 6;
const STANDING = 100;
const authoring: VenueMap = {
  schema: 'venue-map/1',
  name: 'Teatro',
  size: { width: 10, height: 40 },
  focal: { x: 3, y: 0 },
  categories: [{ id: 'platea', name: 'Platea' }],
  sections: [
    {
      id: 'A',
      label: 'Platea',
      kind: 'seated',
      rows: Array.from({ length: ROWS }, (_, index) => ({
        label: String(index + 1),
        category: 'platea',
        count: SEATS,
        curve: { type: 'line' as const, from: { x: 1, y: 2 + index }, to: { x: 6, y: 2 + index } },
      })),
    },
    {
      id: 'C',
      label: 'Campo',
      kind: 'standing',
      category: 'platea',
      capacity: STANDING,
      outline: [
        { x: 0, y: 20 },
        { x: 10, y: 20 },
        { x: 10, y: 30 },
        { x: 0, y: 30 },
      ],
    },
  ],
};
const map = compileVenueMap(authoring);
const seating = seatingOf(map, authoring.focal);
const placesOf = (bits: Uint32Array) =>
  Array.from({ length: map.placeCount }, (_, place) => place).filter((place) => ((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1);

test.each([1, 2, 3, 4])('%i processes first offer places that no other one offers, and together all of them', (of) => {
  const shares = Array.from({ length: of }, (_, index) => placesOf(shareOf(seating, { index, of })));
  expect(shares.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: ROWS * SEATS + STANDING }, (_, place) => place));
});

test('rows stay whole, and each of two processes has one of the two best', () => {
  const [one = [], other = []] = [0, 1].map((index) => placesOf(shareOf(seating, { index, of: 2 })));
  expect(one.slice(0, SEATS)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(other.slice(0, SEATS)).toEqual([6, 7, 8, 9, 10, 11]);
});

test('a process offers every row unless another one has held places a moment ago', () => {
  const stock = { sale: { performanceId: 1, hasEnded: () => false }, venue: { map, seating } } as unknown as Stock;
  const live = new LivePerformance('b', stock);
  const row = { placeId: 1, version: 1, purchaseId: 'p', heldUntilMs: 1 };
  const now = 60_000;
  expect(live.ownShare(now)).toBe(null);
  live.hear('a', [{ ...row, state: 'sold', heldUntilMs: null }], now);
  expect(live.ownShare(now)).toBe(null);
  live.hear('a', [{ ...row, state: 'held' }], now);
  expect(live.ownShare(now + 3000)).toEqual(shareOf(seating, { index: 1, of: 2 }));
  expect(live.ownShare(now + 3001)).toBe(null);
});
