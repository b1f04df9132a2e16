import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBits, differingBits, hasBit, withBits } from '../../../app/purchase/seat-map/store/bits.ts';

const COUNT = 200;
const sets = fc.uniqueArray(fc.integer({ min: 0, max: COUNT - 1 }));
const bitsOf = (places: readonly number[]) => withBits(new Uint32Array(Math.ceil(COUNT / 32)), places, true);

test('a place is bit i & 31 of word i >>> 5', () => {
  expect([...bitsOf([0, 31, 32, 69])]).toEqual([0x80000001, 1, 32, 0, 0, 0, 0]);
  expect(hasBit(bitsOf([31]), 31)).toBe(true);
  expect(hasBit(bitsOf([31]), 30)).toBe(false);
  expect(hasBit(bitsOf([31]), 5000)).toBe(false);
});

test('a section has as many free places as are set between its first and last', () => {
  fc.assert(
    fc.property(sets, fc.nat(COUNT - 1), fc.nat(COUNT), (places, first, count) => {
      const expected = places.filter((place) => place >= first && place < first + count).length;
      return countBits(bitsOf(places), first, Math.min(count, COUNT - first)) === expected;
    }),
  );
});

test('only places that changed are said to have changed', () => {
  fc.assert(
    fc.property(sets, sets, (one, other) => {
      const expected = Array.from({ length: COUNT }, (_, place) => place).filter((place) => one.includes(place) !== other.includes(place));
      expect(differingBits(bitsOf(one), bitsOf(other))).toEqual(expected);
    }),
  );
});

test('a place that is given back is free again', () => {
  const before = bitsOf([64, 65]);
  const after = withBits(before, [64], false);
  expect([hasBit(after, 64), hasBit(after, 65)]).toEqual([false, true]);
  expect(hasBit(before, 64)).toBe(true);
});
