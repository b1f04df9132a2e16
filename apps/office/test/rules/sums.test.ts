import { expect, test } from 'vitest';
import { freeOf, occupancyText, sumsOf } from '../../app/performances/sums.ts';
import { aPerformance } from './a-performance.ts';

test('the totals are those of the performances listed, the last hour span by span', () => {
  const one = aPerformance({
    sold: 10,
    held: 3,
    tickets: 500,
    serviceCharge: 50,
    soldLastHour: 2,
    trend: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
  });
  const other = aPerformance({ sold: 5, places: 50, tickets: 300, soldLastHour: 4, trend: [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] });
  expect(sumsOf([one, other])).toEqual({
    places: 150,
    held: 3,
    sold: 15,
    soldLastHour: 6,
    tickets: 800,
    serviceCharge: 50,
    trend: [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
  });
  expect(sumsOf([])).toMatchObject({ places: 0, sold: 0, trend: Array(12).fill(0) });
});

test('full is only what is sold out, and empty only what has sold nothing', () => {
  const occupancy = (sold: number, places: number) => occupancyText({ sold, places, held: 0 });
  expect([
    occupancy(0, 60_000),
    occupancy(1, 60_000),
    occupancy(30_000, 60_000),
    occupancy(59_999, 60_000),
    occupancy(60_000, 60_000),
  ]).toEqual(['0 %', '<1 %', '50 %', '99 %', '100 %']);
  expect(occupancy(0, 0)).toBe('0 %');
});

test('fewer places than were sold leave none free', () => {
  expect(freeOf({ places: 100, sold: 60, held: 10 })).toBe(30);
  expect(freeOf({ places: 50, sold: 60, held: 10 })).toBe(0);
});
