import { describe, expect, test } from 'vitest';
import { bestAvailable, offersFor, type Party, type Seating } from '../src/best-available/index.ts';
import type { Row } from '../src/index.ts';
import { field, freeBut, hall, range, straightRow as row, seatingFor } from './halls.ts';

const three = seatingFor(hall([row('1', 0, 10), row('2', 1, 10), row('3', 2, 10)]));

const best = (seating: Seating, taken: readonly number[], wanted: number | Party) =>
  bestAvailable(seating, freeBut(seating, taken), typeof wanted === 'number' ? { quantity: wanted } : wanted);
const only = (...free: number[]) => range(0, 30).filter((place) => !free.includes(place));

describe('side by side', () => {
  test('two people sit in the middle of the first row', () => {
    expect(best(three, [], 2)).toEqual({ kind: 'adjacent', places: [4, 5] });
  });

  test('of places that are equally near the first ones are given', () => {
    // One step to the left or to the right of the middle.
    expect(best(three, only(2, 3, 6, 7), 2)).toEqual({ kind: 'adjacent', places: [2, 3] });
    expect(best(three, only(3, 6), 1)).toEqual({ kind: 'adjacent', places: [3] });
  });

  test('no seat is left alone while there is another choice', () => {
    // At the end of a row: 1 to 4 would leave the first seat alone, beside the aisle.
    expect(best(three, only(0, 1, 2, 3, 4, 5), 4)).toEqual({ kind: 'adjacent', places: [2, 3, 4, 5] });
    expect(best(three, only(0, 1, 2), 1)).toEqual({ kind: 'adjacent', places: [2] });
    // Whichever two of three are taken, one is left alone beside taken seats; the row behind has a pair of its own.
    expect(best(three, only(4, 5, 6, 14, 15), 2)).toEqual({ kind: 'adjacent', places: [14, 15] });
    // A seat that is already alone is the best one for a party of one.
    expect(best(three, only(3, 4, 8), 1)).toEqual({ kind: 'adjacent', places: [8] });
  });

  test('the rule about neighbours yields before a sale is lost', () => {
    expect(best(three, only(4, 5, 6), 2)).toEqual({ kind: 'adjacent_with_orphan', places: [4, 5] });
  });

  test('people with an aisle between them do not sit side by side', () => {
    const aisle = seatingFor(hall([row('1', 0, 10, { gaps: [4, 5] })]));
    expect(best(aisle, [0, 1, 2, 5, 6, 7], 2)).toEqual({ kind: 'not_contiguous', places: [3, 4] });
    expect(best(aisle, [], 4)).toEqual({ kind: 'adjacent', places: [0, 1, 2, 3] });
    // The seat at the aisle has no neighbour there: it may not be left alone either.
    expect(best(aisle, [4, 5, 6, 7], 3)).toEqual({ kind: 'adjacent_with_orphan', places: [1, 2, 3] });
  });

  test('the last seat of a row and the first one of the next are no neighbours', () => {
    expect(best(three, only(9, 10), 2)?.kind).toBe('not_contiguous');
  });

  test('a row that bends around the stage is one row', () => {
    const bent: Row = {
      label: '1',
      category: 'platea',
      count: 20,
      curve: { type: 'arc', center: { x: 0, y: 0 }, radius: 10, start: 180, end: 0 },
    };
    const seating = seatingFor({ ...hall([bent]), focal: { x: 0, y: 0 } });
    expect(best(seating, [], 20)).toEqual({ kind: 'adjacent', places: range(0, 20) });
    expect(best(seating, [7, 12], 4)?.kind).toBe('adjacent');
  });

  test('the four seats of a box, two behind two, belong together', () => {
    const box = (label: string, x: number): Row => ({
      label,
      category: 'platea',
      curve: { type: 'points', points: [0, 12].flatMap((y) => [x, x + 10.26].map((x) => ({ x, y }))) },
    });
    const seating = seatingFor(hall([box('Palco 1', 0), box('Palco 2', 27)]));
    expect(best(seating, [], 4)).toEqual({ kind: 'adjacent', places: [0, 1, 2, 3] });
    // Two in each box are neither in one row nor one behind the other.
    expect(best(seating, [2, 3, 6, 7], 4)?.kind).toBe('not_contiguous');
  });

  test('rows longer than a word of bits are searched to their ends', () => {
    const long = seatingFor(hall([row('1', 0, 100)]));
    expect(best(long, [...range(0, 60), ...range(70, 30)], 10)).toEqual({ kind: 'adjacent', places: range(60, 10) });
    expect(best(long, range(40, 60), 40)).toEqual({ kind: 'adjacent', places: range(0, 40) });
    expect(best(long, range(0, 98), 2)).toEqual({ kind: 'adjacent', places: [98, 99] });
  });

  test('a seat that sees only a part of the stage is given later than one a little further away', () => {
    const seating = seatingFor(
      hall([row('1', 0, 10, { traits: range(0, 10).map((seat) => ({ seat, trait: 'restricted-view' as const })) }), row('2', 1, 10)]),
    );
    expect(best(seating, [], 2)).toEqual({ kind: 'adjacent', places: [14, 15] });
    expect(best(seating, range(10, 10), 2)).toEqual({ kind: 'adjacent', places: [4, 5] });
  });
});

describe('when there is no room side by side', () => {
  test('four people and more sit in two rows, one behind the other', () => {
    expect(best(three, only(4, 5, 14, 15), 4)).toEqual({ kind: 'two_rows', places: [4, 5, 14, 15] });
    expect(best(three, only(4, 5, 6, 14, 15), 5)).toEqual({ kind: 'two_rows', places: [4, 5, 6, 14, 15] });
    expect(best(three, only(4, 5, 14, 15, 16), 5)).toEqual({ kind: 'two_rows', places: [4, 5, 14, 15, 16] });
    expect(best(three, only(4, 5, 6, 15, 16), 5)).toEqual({ kind: 'two_rows', places: [4, 5, 6, 15, 16] });
    expect(best(three, only(5, 6, 14, 15, 16), 5)).toEqual({ kind: 'two_rows', places: [5, 6, 14, 15, 16] });
  });

  test('in two rows no seat is left alone either, while there is another choice', () => {
    expect(best(three, only(0, 1, 4, 5, 6, 10, 11, 14, 15), 4)?.places).toEqual([0, 1, 10, 11]);
    expect(best(three, only(0, 1, 4, 5, 10, 11, 14, 15, 16), 4)?.places).toEqual([0, 1, 10, 11]);
    expect(best(three, only(4, 5, 6, 14, 15), 4)).toEqual({ kind: 'two_rows', places: [4, 5, 14, 15] });
  });

  test('a row further back, other columns, or three people are not in two rows', () => {
    expect(best(three, only(4, 5, 24, 25), 4)?.kind).toBe('not_contiguous');
    expect(best(three, only(4, 5, 16, 17), 4)?.kind).toBe('not_contiguous');
    expect(best(three, only(4, 5, 15), 3)?.kind).toBe('not_contiguous');
  });

  test('in bent rows the columns are those that point to the stage', () => {
    const bent = (label: string, radius: number): Row => ({
      label,
      category: 'platea',
      count: radius,
      curve: { type: 'arc', center: { x: 0, y: 0 }, radius, start: 180, end: 0 },
    });
    const seating = seatingFor({ ...hall([bent('1', 20), bent('2', 22)]), focal: { x: 0, y: 0 } });
    // The end of the second row lies behind that of the first, though two seats are counted more.
    expect(
      best(
        seating,
        range(0, 42).filter((place) => ![18, 19, 40, 41].includes(place)),
        4,
      )?.kind,
    ).toBe('two_rows');
    expect(
      best(
        seating,
        range(0, 42).filter((place) => ![18, 19, 38, 39].includes(place)),
        4,
      )?.kind,
    ).toBe('not_contiguous');
  });

  test('otherwise as many as possible sit together and the others near them, and the answer says so', () => {
    expect(best(three, only(0, 4, 9, 18, 19), 3)).toEqual({ kind: 'not_contiguous', places: [9, 18, 19] });
  });

  test('a party is never split over sections', () => {
    const two = seatingFor(hall([row('1', 0, 2)], [{ id: 'B', label: 'Palco', kind: 'seated', rows: [row('1', 3, 2)] }]));
    expect(best(two, [], 3)).toBeNull();
    expect(best(two, [], 2)).toEqual({ kind: 'adjacent', places: [0, 1] });
  });

  test('a party larger than the hall gets nothing', () => {
    expect(best(three, only(), 1)).toBeNull();
    expect(best(three, [], 31)).toBeNull();
  });
});

describe('what is asked for', () => {
  const mixed = seatingFor(hall([row('1', 0, 4), row('2', 1, 4, { category: 'pullman' })], [field(20)]));

  test('only places of the category or the section', () => {
    expect(best(mixed, [], { quantity: 2, categories: [1] })?.places.every((place) => place >= 4 && place < 8)).toBe(true);
    expect(best(mixed, [8, 9], { quantity: 3, sections: [1] })).toEqual({ kind: 'adjacent', places: [10, 11, 12] });
    expect(best(mixed, [], { quantity: 2, sections: [] })).toBeNull();
    expect(best(mixed, [], { quantity: 2, categories: [7] })).toBeNull();
  });

  test('a party that no row holds may stand together', () => {
    expect(best(mixed, [], { quantity: 12 })).toEqual({ kind: 'adjacent', places: range(8, 12) });
  });

  test('a seat that has a free neighbour of another category is not alone', () => {
    const half = seatingFor(hall([row('1', 0, 10, { exceptions: [{ from: 5, to: 9, category: 'pullman' }] })]));
    expect(best(half, [0, 1], { quantity: 2, categories: [0] })).toEqual({ kind: 'adjacent', places: [2, 3] });
    expect(best(half, [0, 1, 5], { quantity: 2, categories: [0] })).toEqual({ kind: 'adjacent_with_orphan', places: [3, 4] });
  });

  test('the remaining places can be offered instead, the largest section first', () => {
    const left = freeBut(mixed, [...range(0, 3), ...range(8, 19)]);
    expect(bestAvailable(mixed, left, { quantity: 6 })).toBeNull();
    expect(offersFor(mixed, left, { quantity: 6 })).toEqual([
      { section: 0, quantity: 5 },
      { section: 1, quantity: 1 },
    ]);
  });

  test.each([0, -1, 1.5, Number.NaN])('%s places are not a question', (quantity) => {
    expect(() => best(three, [], quantity)).toThrow(RangeError);
  });
});

describe('buyers who ask at once', () => {
  const spread = (seating: Seating, share: number, quantity = 2) => best(seating, [], { quantity, among: 32, random: () => share })?.places;

  test('are given different places, none of which overlap', () => {
    const given = range(0, 20).map((step) => spread(three, step / 20) ?? []);
    const different = [...new Set(given.map(String))].map((places) => places.split(',').map(Number));
    expect(different.length).toBeGreaterThan(2);
    expect(new Set(different.flat()).size).toBe(different.length * 2);
  });

  test('are all given places about as good as the best ones', () => {
    expect(range(0, 20).map((step) => Math.max(...(spread(three, step / 20) ?? [30])))).not.toContain(29);
  });

  test('are given places from anywhere in a section without seats', () => {
    const standing = seatingFor(hall([row('1', 50, 1)], [field(40)]));
    expect(spread(standing, 0.5)).toEqual([21, 22]);
    expect(spread(standing, 0.99)).toEqual([1, 40]);
  });
});
