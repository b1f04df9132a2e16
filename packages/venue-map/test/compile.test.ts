import { compileVenueMap, placeLabel, placesIn, rangeOf } from '@butaca/venue-map';
import { readVenueMap } from '@butaca/venue-map/read';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMap } from './arbitrary.ts';
import { placesOf } from './geometry.ts';
import { mapOf, open, row, seated } from './maps.ts';

describe('every place of a venue', () => {
  test('lies in exactly one section, and where seats are numbered in exactly one row', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(readVenueMap(map)).toMatchObject({ ok: true });
        const compiled = compileVenueMap(map);
        expect(compiled.sections.flatMap(placesOf)).toEqual(Array.from({ length: compiled.placeCount }, (_, place) => place));
        for (const section of compiled.sections) {
          expect(section.rows.flatMap(placesOf)).toEqual(section.kind === 'seated' ? placesOf(section) : []);
        }
      }),
    );
  });

  test('is found in that section and that row; a number that is no place is in none', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        const { sections, placeCount } = compileVenueMap(map);
        for (const ranges of [sections, ...sections.map(({ rows }) => rows)]) {
          for (const range of ranges) expect(new Set(placesOf(range).map((place) => rangeOf(ranges, place)))).toEqual(new Set([range]));
        }
        expect([-1, placeCount].map((place) => rangeOf(sections, place))).toEqual([undefined, undefined]);
      }),
    );
  });

  test('has a position and a category of the map', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        const { x, y, category, placeCount, seatNumbers } = compileVenueMap(map);
        expect([x.length, y.length, category.length, seatNumbers.length]).toEqual([placeCount, placeCount, placeCount, placeCount]);
        expect([...x, ...y].every(Number.isFinite)).toBe(true);
        expect([...category].every((index) => index < map.categories.length)).toBe(true);
      }),
    );
  });

  test('has a name of its own on the ticket', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        const compiled = compileVenueMap(map);
        const seats = compiled.sections.filter(({ kind }) => kind === 'seated').flatMap(placesOf);
        const names = seats.map((place) => Object.values(placeLabel(compiled, place)).join(' | '));
        expect(new Set(names).size).toBe(seats.length);
        expect(names.every((name) => !name.includes('null') && !name.endsWith(' | '))).toBe(true);
      }),
    );
  });

  test('keeps its number each time the map is compiled', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(compileVenueMap(structuredClone(map))).toEqual(compileVenueMap(map));
      }),
    );
  });

  test('is counted without compiling', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(placesIn(map)).toBe(compileVenueMap(map).placeCount);
      }),
    );
  });
});

describe('places are numbered section by section, row by row, seat by seat', () => {
  const compiled = compileVenueMap(
    mapOf(
      seated([row({ label: 'A', count: 3 }), row({ label: 'B', count: 2, numbering: { scheme: 'even' } })]),
      open('standing', 4),
      seated([row({ label: '1', count: 2, category: 'palco' })], { id: 'palco', label: 'Palco 1', level: 'alto' }),
    ),
  );

  test('sections follow each other without holes', () => {
    expect(compiled.sections.map(({ id, firstPlace, placeCount }) => [id, firstPlace, placeCount])).toEqual([
      ['platea', 0, 5],
      ['campo', 5, 4],
      ['palco', 9, 2],
    ]);
    expect(compiled.sections[0]?.rows).toEqual([
      { label: 'A', firstPlace: 0, placeCount: 3 },
      { label: 'B', firstPlace: 3, placeCount: 2 },
    ]);
  });

  test('a ticket for a numbered seat names section, row and seat', () => {
    expect(placeLabel(compiled, 1)).toEqual({ section: 'Platea', row: 'A', seat: '2' });
    expect(placeLabel(compiled, 4)).toEqual({ section: 'Platea', row: 'B', seat: '4' });
    expect(placeLabel(compiled, 9)).toEqual({ section: 'Palco 1', row: '1', seat: '1' });
  });

  test('a ticket for the standing field names the section only', () => {
    expect(placeLabel(compiled, 6)).toEqual({ section: 'Campo', row: null, seat: null });
  });

  test.each([-1, 11, 1.5, Number.NaN])('there is no place %s', (place) => {
    expect(() => placeLabel(compiled, place)).toThrow(RangeError);
  });
});

describe('sections without numbers', () => {
  test.each(['standing', 'quantity'] as const)(
    'a %s section has as many places as its capacity, all in one spot and of one category',
    (kind) => {
      const compiled = compileVenueMap(mapOf(open(kind, 300)));
      expect(compiled.sections[0]).toMatchObject({ kind, placeCount: 300, rows: [], categories: ['campo'], labelAt: { x: 40, y: 120 } });
      expect(new Set(compiled.x)).toEqual(new Set([40]));
      expect(new Set(compiled.y)).toEqual(new Set([120]));
      expect(new Set(compiled.category)).toEqual(new Set([2]));
      expect(new Set(compiled.seatNumbers)).toEqual(new Set(['']));
    },
  );

  test('its places stand where its label is put', () => {
    const compiled = compileVenueMap(mapOf(open('standing', 2, { labelAt: { x: 7, y: 9 } })));
    expect([compiled.x[1], compiled.y[1]]).toEqual([7, 9]);
  });
});

describe('inside a row', () => {
  test('an aisle takes no number: seats are counted past it, and stand behind it', () => {
    const compiled = compileVenueMap(mapOf(seated([row({ gaps: [3, 4] })])));
    expect([...compiled.x]).toEqual([0, 10, 20, 50, 60, 70, 80, 90]);
    expect(compiled.seatNumbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  test('some seats may be of another category than the row; the aisle does not shift them', () => {
    const exceptions = [
      { from: 0, to: 1, category: 'palco' },
      { from: 7, to: 7, category: 'campo' },
    ];
    const compiled = compileVenueMap(mapOf(seated([row({ gaps: [0, 5], exceptions })])));
    expect([...compiled.category]).toEqual([1, 1, 0, 0, 0, 0, 0, 2]);
    expect(compiled.sections[0]?.categories).toEqual(['platea', 'palco', 'campo']);
  });

  test('wheelchair places, their companions and seats behind a pillar are known', () => {
    const traits = [
      { seat: 0, trait: 'wheelchair' as const },
      { seat: 1, trait: 'companion' as const },
      { seat: 1, trait: 'restricted-view' as const },
    ];
    const compiled = compileVenueMap(mapOf(seated([row({ label: '1' }), row({ label: '2', traits })])));
    expect(compiled.traits).toEqual(
      new Map([
        [10, ['wheelchair']],
        [11, ['companion', 'restricted-view']],
      ]),
    );
  });
});
