import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitSet, bitsOfBytes, bytesOf, countIn, differingPlaces, has, withPlaces } from '../src/bits.ts';

const COUNT = 200;
const sets = fc.uniqueArray(fc.integer({ min: 0, max: COUNT - 1 }));
const bitsOf = (places: readonly number[]) => withPlaces(bitSet(COUNT), places, true);

test('a place is bit i & 31 of word i >>> 5', () => {
  expect([...bitsOf([0, 31, 32, 69])]).toEqual([0x80000001, 1, 32, 0, 0, 0, 0]);
  expect(has(bitsOf([31]), 31)).toBe(true);
  expect(has(bitsOf([31]), 30)).toBe(false);
  expect(has(bitsOf([31]), 5000)).toBe(false);
});

test('a section has as many free places as are set between its first and last', () => {
  fc.assert(
    fc.property(sets, fc.nat(COUNT - 1), fc.nat(COUNT), (places, first, count) => {
      const expected = places.filter((place) => place >= first && place < first + count).length;
      return countIn(bitsOf(places), { first, end: Math.min(first + count, COUNT) }) === expected;
    }),
  );
});

test('exactly the places that changed differ', () => {
  fc.assert(
    fc.property(sets, sets, (one, other) => {
      const expected = Array.from({ length: COUNT }, (_, place) => place).filter((place) => one.includes(place) !== other.includes(place));
      expect(differingPlaces(bitsOf(one), bitsOf(other))).toEqual(expected);
    }),
  );
});

test('a place that is given back is free again', () => {
  const before = bitsOf([64, 65]);
  const after = withPlaces(before, [64], false);
  expect([has(after, 64), has(after, 65)]).toEqual([false, true]);
  expect(has(before, 64)).toBe(true);
});

test('place i is bit i & 7 of byte i >>> 3 on its way to a browser, which reads the same places', () => {
  expect([...bytesOf(bitsOf([0, 7, 8, 69]), 70)]).toEqual([0x81, 1, 0, 0, 0, 0, 0, 0, 0x20]);
  fc.assert(
    fc.property(sets, (places) => {
      expect(bitsOfBytes(bytesOf(bitsOf(places), COUNT))).toEqual(bitsOf(places));
    }),
  );
});
