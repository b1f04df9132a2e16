import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestAvailable, seatingOf, type Wanted } from '../src/best-available/index.ts';
import { compileVenueMap, type VenueMap } from '../src/index.ts';

const row = (label: string, y: number, count: number, more: object = {}) => ({
  label,
  category: 'platea',
  count,
  curve: { type: 'line' as const, from: { x: 0, y }, to: { x: count - 1, y } },
  ...more,
});

/** Rows of ten, the first one nearest to the stage, which is before its middle. */
const hall = (rows: readonly object[], more: readonly object[] = []): VenueMap =>
  ({
    schema: 'venue-map/1',
    name: 'Sala',
    size: { width: 20, height: 20 },
    focal: { x: 4.5, y: -4 },
    categories: [{ id: 'platea', name: 'Platea' }],
    sections: [{ id: 'A', label: 'Platea', kind: 'seated', rows }, ...more],
  }) as VenueMap;

const seatingFor = (map: VenueMap) => seatingOf(compileVenueMap(map), map.focal);
const three = seatingFor(hall([row('1', 0, 10), row('2', 1, 10), row('3', 2, 10)]));

/** Everything free but these. */
function freeBut(count: number, taken: readonly number[] = []): Uint32Array {
  const bits = new Uint32Array((count + 31) >>> 5);
  for (let place = 0; place < count; place++)
    if (!taken.includes(place)) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
  return bits;
}
const best = (seating: typeof three, taken: readonly number[], wanted: number | Wanted) =>
  bestAvailable(seating, freeBut(seating.map.placeCount, taken), typeof wanted === 'number' ? { quantity: wanted } : wanted);
const only = (...free: number[]) => Array.from({ length: 30 }, (_, place) => place).filter((place) => !free.includes(place));

describe('side by side', () => {
  test('two people sit in the middle of the first row', () => {
    expect(best(three, [], 2)).toEqual({ kind: 'adjacent', places: [4, 5] });
  });

  test('nobody is left without a neighbour while there is another way', () => {
    // One seat further left would be left over on either side.
    expect(best(three, only(0, 1, 2, 3, 4, 5), 4)).toEqual({ kind: 'adjacent', places: [2, 3, 4, 5] });
    // Three free seats: whichever two are taken, one is left alone; the row behind has a pair of its own.
    expect(best(three, only(4, 5, 6, 14, 15), 2)).toEqual({ kind: 'adjacent', places: [14, 15] });
  });

  test('the rule about neighbours yields before a sale is lost', () => {
    expect(best(three, only(4, 5, 6), 2)).toEqual({ kind: 'adjacent', places: [4, 5] });
  });

  test('people with an aisle between them do not sit side by side', () => {
    const aisle = seatingFor(hall([row('1', 0, 10, { gaps: [4, 5] })]));
    expect(best(aisle, [0, 1, 2, 5, 6, 7], 2)).toEqual({ kind: 'not_contiguous', places: [3, 4] });
    expect(best(aisle, [], 4)).toEqual({ kind: 'adjacent', places: expect.arrayContaining([0, 1, 2, 3]) });
  });
});

describe('when there is no room side by side', () => {
  test('four people and more sit in two rows, one behind the other', () => {
    expect(best(three, only(4, 5, 14, 15), 4)).toEqual({ kind: 'two_rows', places: [4, 5, 14, 15] });
    expect(best(three, only(4, 5, 24, 25), 4)?.kind).toBe('not_contiguous');
  });

  test('else they get the nearest places of one section, and are told', () => {
    expect(best(three, only(0, 4, 9, 18, 27), 3)).toEqual({ kind: 'not_contiguous', places: [0, 4, 9] });
  });

  test('a party is never split over sections', () => {
    const two = seatingFor(hall([row('1', 0, 2)], [{ id: 'B', label: 'Palco', kind: 'seated', rows: [row('1', 3, 2)] }]));
    expect(best(two, [], 3)).toBeNull();
    expect(best(two, [], 2)).toEqual({ kind: 'adjacent', places: [0, 1] });
  });

  test('more than there is: nothing', () => {
    expect(best(three, only(), 1)).toBeNull();
    expect(best(three, [], 31)).toBeNull();
  });
});

describe('what is asked for', () => {
  const mixed = seatingFor({
    ...hall(
      [row('1', 0, 4), row('2', 1, 4, { category: 'pullman' })],
      [{ id: 'B', label: 'Campo', kind: 'standing', category: 'campo', capacity: 20, labelAt: { x: 5, y: 9 } }],
    ),
    categories: [
      { id: 'platea', name: 'Platea' },
      { id: 'pullman', name: 'Pullman' },
      { id: 'campo', name: 'Campo' },
    ],
  } as VenueMap);

  test('only places of the category or the section', () => {
    expect(best(mixed, [], { quantity: 2, categories: [1] })?.places.every((place) => place >= 4 && place < 8)).toBe(true);
    expect(best(mixed, [8, 9], { quantity: 3, sections: [1] })).toEqual({ kind: 'adjacent', places: [10, 11, 12] });
  });

  test('a party that no row holds may stand together', () => {
    expect(best(mixed, [], { quantity: 12 })).toEqual({ kind: 'adjacent', places: Array.from({ length: 12 }, (_, index) => 8 + index) });
  });

  const withWheelchair = seatingFor(
    hall([
      row('1', 0, 10, {
        traits: [
          { seat: 4, trait: 'wheelchair' },
          { seat: 5, trait: 'companion' },
        ],
      }),
    ]),
  );

  test('places for wheelchairs and their company are given to those who ask for them, and to nobody else', () => {
    expect(best(withWheelchair, [], { quantity: 2, accessible: true })?.places).toContain(4);
    expect(best(withWheelchair, [4], { quantity: 2, accessible: true })).toBeNull();
    for (const quantity of [2, 5, 8]) {
      const others = best(withWheelchair, [], quantity)?.places ?? [];
      expect(others).toHaveLength(quantity);
      expect(others.some((place) => place === 4 || place === 5)).toBe(false);
    }
    expect(best(withWheelchair, [], 9)).toBeNull();
  });
});

test('whatever is free: the places are free, different, as many as wanted, and honest about lying side by side', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { maxLength: 29 });
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 8 }), (taken, quantity) => {
      const found = best(three, taken, quantity);
      const free = only(...taken);
      const sideBySide = (list: readonly number[]) =>
        list.every((place, index) => index === 0 || (place === (list[index - 1] ?? 0) + 1 && place % 10 !== 0));
      const possible = free.some((first) => {
        const run = Array.from({ length: quantity }, (_, index) => first + index);
        return run.every((place) => free.includes(place)) && sideBySide(run);
      });
      if (!found) return expect(free.length).toBeLessThan(quantity);
      expect(new Set(found.places).size).toBe(quantity);
      expect(found.places.every((place) => free.includes(place))).toBe(true);
      expect(found.kind === 'adjacent').toBe(possible);
      if (found.kind === 'adjacent') expect(sideBySide(found.places)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('when somebody could sit without leaving another alone, nobody is left alone', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), (taken, quantity) => {
      const free = new Set(only(...taken));
      const strands = (run: readonly number[]) => {
        const alone = (place: number, step: number) => {
          const sameRow = (other: number) => other >= 0 && Math.floor(other / 10) === Math.floor(place / 10);
          const next = place + step;
          return sameRow(next) && free.has(next) && !(sameRow(next + step) && free.has(next + step));
        };
        return alone(run[0] ?? 0, -1) || alone(run.at(-1) ?? 0, 1);
      };
      const runs = [...free]
        .map((first) => Array.from({ length: quantity }, (_, index) => first + index))
        .filter((run) => run.every((place) => free.has(place) && Math.floor(place / 10) === Math.floor((run[0] ?? 0) / 10)));
      const found = best(three, taken, quantity);
      if (found?.kind === 'adjacent' && runs.some((run) => !strands(run))) expect(strands(found.places)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
