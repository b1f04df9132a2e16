import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestAvailable, offersFor, seatingOf } from '../src/best-available/index.ts';
import { compileVenueMap, type SeatTrait } from '../src/index.ts';
import { anyHall, bitsOf, freeBut, hall, range, straightRow as row, seatingFor } from './halls.ts';

/** w for a wheelchair, c for a companion, | for an aisle, which is no place, and ordinary seats. */
const places = (drawn: string) => {
  const traitOf: Readonly<Record<string, SeatTrait>> = { w: 'wheelchair', c: 'companion' };
  const traits = [...drawn.replaceAll('|', '')].flatMap((letter, seat) => (traitOf[letter] ? [{ seat, trait: traitOf[letter] }] : []));
  const gaps = [...drawn].flatMap((letter, slot) => (letter === '|' ? [slot] : []));
  return seatingFor(hall([row('1', 0, drawn.length, { traits, gaps })]));
};

const best = (drawn: string, taken: readonly number[], quantity: number, accessible = true) =>
  bestAvailable(places(drawn), freeBut(places(drawn), taken), { quantity, accessible });

describe('places for wheelchairs and their companions', () => {
  test('are given only on request', () => {
    for (const quantity of [2, 4, 8]) {
      const given = best('....wc....', [], quantity, false)?.places ?? [];
      expect(given).toHaveLength(quantity);
      expect(given.filter((place) => place === 4 || place === 5)).toEqual([]);
    }
    expect(best('....wc....', [], 9, false)).toBeNull();
  });

  test('do not count as neighbours: a seat between them and a taken one is alone', () => {
    expect(best('...wc', [], 2, false)?.kind).toBe('adjacent_with_orphan');
  });

  test('are given together to those who ask', () => {
    expect(best('....wc....', [], 1)).toEqual({ kind: 'adjacent', places: [4] });
    expect(best('....wc....', [], 2)).toEqual({ kind: 'adjacent', places: [4, 5] });
    expect(best('....wc....', [], 4)).toEqual({ kind: 'adjacent', places: [3, 4, 5, 6] });
  });

  test('take no companion away from another wheelchair while there is another way', () => {
    // The nearest two would leave the first wheelchair without company.
    expect(best('...wcwc...', [], 2)?.places).toEqual([3, 4]);
    expect(best('wcwc......', [], 3)?.places).toEqual([2, 3, 4]);
  });

  test('are not used up by company that can sit elsewhere', () => {
    expect(best('...wc.w...', [], 4)?.places).toEqual([2, 3, 4, 5]);
  });

  test('give way to seats nearby, and say so, when the one beside is taken', () => {
    expect(best('....wc....', [3, 5], 2)).toEqual({ kind: 'not_contiguous', places: [2, 4] });
    expect(best('wc..wc', [1, 2, 4, 5], 2)).toEqual({ kind: 'not_contiguous', places: [0, 3] });
  });

  test('are side by side on one side of an aisle', () => {
    expect(best('..wc|....', [], 4)).toEqual({ kind: 'adjacent', places: [0, 1, 2, 3] });
    expect(best('....|wc..', [], 4)).toEqual({ kind: 'adjacent', places: [4, 5, 6, 7] });
    expect(best('.wc|....', [], 4)?.kind).toBe('not_contiguous');
    expect(best('....|cw.', [], 4)?.kind).toBe('not_contiguous');
  });

  test('are not replaced by other seats', () => {
    expect(best('....wc....', [4], 2)).toBeNull();
    expect(best('..........', [], 1)).toBeNull();
    expect(offersFor(places('....wc....'), freeBut(places('....wc....'), [4]), { quantity: 2, accessible: true })).toEqual([]);
  });
});

test('whatever is free, a request for a wheelchair gets exactly as many free places as it asked for, and another request none of that kind', () => {
  fc.assert(
    fc.property(anyHall, fc.infiniteStream(fc.boolean()), fc.integer({ min: 1, max: 6 }), (map, states, quantity) => {
      const compiled = compileVenueMap(map);
      const free = range(0, compiled.placeCount).filter(() => states.next().value);
      const seating = seatingOf(compiled, map.focal);
      const has = (place: number, trait: SeatTrait) => compiled.traits.get(place)?.includes(trait) ?? false;
      const given = (accessible: boolean) =>
        bestAvailable(seating, bitsOf(compiled.placeCount, free), { quantity, accessible })?.places ?? null;

      const asked = given(true);
      if (asked) {
        expect(new Set(asked).size).toBe(quantity);
        expect(asked.every((place) => free.includes(place))).toBe(true);
        expect(asked.some((place) => has(place, 'wheelchair'))).toBe(true);
      } else if (quantity === 1) {
        expect(free.some((place) => has(place, 'wheelchair'))).toBe(false);
      }
      expect((given(false) ?? []).some((place) => has(place, 'wheelchair') || has(place, 'companion'))).toBe(false);
    }),
    { numRuns: 100 },
  );
});
