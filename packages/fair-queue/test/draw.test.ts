import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commitmentOf, drawnOrder, lanes, seedOf } from '../src/index.ts';
import { documentedCommitment, documentedPosition, documentedSeed } from './as-documented.ts';

const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const lane = fc.constantFrom(...lanes);
const aroundPowers = Array.from({ length: 13 }, (_, bits) => [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]).flat();
const count = fc.oneof(fc.constantFrom(...new Set(aroundPowers)), fc.integer({ min: 0, max: 5000 }));
const counts = fc.record({ priority: fc.nat(1e6), general: fc.nat(1e6), late: fc.nat(1e6) });
const draw = fc.record({ performanceId: fc.nat(), epoch: fc.integer({ min: 1, max: 65_535 }), counts });

const ordered = (seed: string, of: (typeof lanes)[number], numbers: number) => {
  const order = drawnOrder(seed, of, numbers);
  return Array.from({ length: numbers }, (_, number) => order(number));
};

test('whatever the seed and the count, every position belongs to exactly one number', () => {
  fc.assert(
    fc.property(hex, lane, count, (seed, of, numbers) => {
      const positions = ordered(seed, of, numbers).toSorted((a, b) => a - b);
      expect(positions).toEqual(Array.from({ length: numbers }, (_, position) => position));
    }),
  );
});

test.each(aroundPowers)('%i numbers are drawn whole', (numbers) => {
  expect(new Set(ordered('5e'.repeat(32), 'general', numbers)).size).toBe(numbers);
});

test('the draw is what the document defines, also for the largest counts', () => {
  const large = fc.oneof(count, fc.constantFrom(2 ** 28, 2 ** 28 + 1, 2 ** 30 - 1, 2 ** 30), fc.integer({ min: 1, max: 2 ** 30 }));
  fc.assert(
    fc.property(hex, lane, large, fc.double({ min: 0, max: 0.999999999, noNaN: true }), (seed, of, numbers, share) => {
      if (numbers === 0) return;
      const number = Math.floor(numbers * share);
      const position = drawnOrder(seed, of, numbers)(number);
      expect(position).toBe(documentedPosition(seed, of, numbers, number));
      expect(position >= 0 && position < numbers).toBe(true);
    }),
  );
});

test('commitment and seed are what the document defines', () => {
  fc.assert(
    fc.property(hex, draw, (secret, drawn) => {
      expect(commitmentOf(secret)).toBe(documentedCommitment(secret));
      expect(seedOf(secret, drawn)).toBe(documentedSeed(secret, drawn));
    }),
  );
});

test('another secret, performance, opening or count gives another seed', () => {
  fc.assert(
    fc.property(hex, draw, hex, draw, (secret, drawn, otherSecret, otherDrawn) => {
      const others = [
        seedOf(otherSecret, drawn),
        ...(['performanceId', 'epoch'] as const).map((key) => seedOf(secret, { ...drawn, [key]: otherDrawn[key] + 70_000 + drawn[key] })),
        ...lanes.map((each) => seedOf(secret, { ...drawn, counts: { ...drawn.counts, [each]: drawn.counts[each] + 1 } })),
      ];
      if (secret !== otherSecret) expect(others).not.toContain(seedOf(secret, drawn));
      expect(new Set(others).size).toBe(others.length);
    }),
  );
});

describe('lanes and counts do not follow from each other', () => {
  const together = (one: readonly number[], other: readonly number[]) =>
    one.filter((position, number) => position === other[number]).length;

  test('the same number stands elsewhere in another lane, as often as chance has it', () => {
    const seeds = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(64, '0'));
    const same = seeds.map((seed) => together(ordered(seed, 'priority', 500), ordered(seed, 'general', 500)));
    // One of 500 is expected each time.
    expect(same.reduce((sum, each) => sum + each, 0)).toBeLessThan(40 + 4 * Math.sqrt(40));
  });

  test('one number more draws all of them anew', () => {
    expect(together(ordered('ab'.repeat(32), 'general', 1000), ordered('ab'.repeat(32), 'general', 1001))).toBeLessThan(10);
  });
});

describe('what cannot be drawn', () => {
  test('a number that was not given out has no position', () => {
    fc.assert(
      fc.property(count, fc.oneof(fc.integer(), fc.double(), fc.constant(Number.NaN)), (numbers, number) => {
        if (Number.isInteger(number) && number >= 0 && number < numbers) return;
        expect(() => drawnOrder('00'.repeat(32), 'general', numbers)(number)).toThrow(RangeError);
      }),
    );
    expect(() => drawnOrder('00'.repeat(32), 'general', 0)(0)).toThrow('number 0 was not drawn');
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 30 + 1])('there is no draw of %d numbers', (numbers) => {
    expect(() => drawnOrder('00'.repeat(32), 'general', numbers)).toThrow(RangeError);
  });

  test('secrets and seeds have 32 bytes in hex', () => {
    const drawn = { performanceId: 1, epoch: 1, counts: { priority: 0, general: 1, late: 0 } };
    for (const bad of ['', '00'.repeat(31), '00'.repeat(33), 'zz'.repeat(32)]) {
      expect(() => commitmentOf(bad)).toThrow();
      expect(() => seedOf(bad, drawn)).toThrow();
      expect(() => drawnOrder(bad, 'general', 1)).toThrow();
    }
  });
});
