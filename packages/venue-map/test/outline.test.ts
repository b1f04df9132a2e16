import { compileVenueMap, type Point, type Row } from '@butaca/venue-map';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centreOf, outlineOfRows } from '../src/outline/outline.ts';
import { anyMap } from './arbitrary.ts';
import { isInside, seatsOutside } from './geometry.ts';
import { mapOf, row, seated } from './maps.ts';

const degrees = (length: number, radius: number) => (length / radius) * (180 / Math.PI);

/** Rows around one centre, each of its own length, as stalls, galleries and corners of a stadium have them. */
const curvedRows = fc
  .record({
    firstRadius: fc.integer({ min: 120, max: 900 }),
    rowGap: fc.integer({ min: 8, max: 20 }),
    middle: fc.integer({ min: -180, max: 180 }),
    reversed: fc.boolean(),
    lengths: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
  })
  .map(({ firstRadius, rowGap, middle, reversed, lengths }): Row[] =>
    lengths.map((count, index) => {
      const radius = firstRadius + rowGap * index;
      const half = Math.min(100, degrees(((count - 1) * 10) / 2, radius));
      const [start, end] = reversed && index % 2 === 1 ? [middle + half, middle - half] : [middle - half, middle + half];
      return row({ label: String(index + 1), count, curve: { type: 'arc', center: { x: 0, y: 0 }, radius, start, end } });
    }),
  );

const outside = (rows: readonly Row[]) => {
  const compiled = compileVenueMap(mapOf(seated(rows)));
  return compiled.sections.flatMap((section) => seatsOutside(compiled, section));
};

describe('the outline of a section', () => {
  test('holds all its seats where rows are curved', () => {
    fc.assert(
      fc.property(curvedRows, (rows) => {
        expect(outside(rows)).toEqual([]);
      }),
    );
  });

  test('holds all its seats on a horseshoe that runs around the hall, and leaves the hall outside', () => {
    const horseshoe = Array.from({ length: 3 }, (_, index) =>
      row({
        label: String(index + 1),
        count: 120 + 4 * index,
        curve: { type: 'arc', center: { x: 0, y: 0 }, radius: 400 + 16 * index, start: -10, end: 190 },
      }),
    );
    expect(outside(horseshoe)).toEqual([]);
    const [section] = compileVenueMap(mapOf(seated(horseshoe))).sections;
    expect(isInside({ x: 0, y: 0 }, section?.outline ?? [])).toBe(false);
  });

  test('holds all its seats where straight rows are of any length and drawn from either end', () => {
    const straight = fc.array(fc.record({ left: fc.nat(20), count: fc.integer({ min: 1, max: 30 }), reversed: fc.boolean() }), {
      minLength: 1,
      maxLength: 15,
    });
    fc.assert(
      fc.property(straight, (rows) => {
        const drawn = rows.map(({ left, count, reversed }, index) => {
          const ends = [
            { x: left * 10, y: index * 12 },
            { x: (left + count - 1) * 10, y: index * 12 },
          ] as const;
          const [from, to] = reversed ? [ends[1], ends[0]] : ends;
          return row({ label: String(index + 1), count, curve: { type: 'line', from, to } });
        });
        expect(outside(drawn)).toEqual([]);
      }),
    );
  });

  test('holds all its seats when the file names the rows in no order', () => {
    const rows = [3, 1, 4, 2].map((line) =>
      row({ label: String(line), curve: { type: 'line', from: { x: 0, y: line * 12 }, to: { x: 90, y: line * 12 } } }),
    );
    expect(outside(rows)).toEqual([]);
  });

  test('holds all its seats even where rows cross each other', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        const compiled = compileVenueMap(map);
        for (const section of compiled.sections.filter(({ kind }) => kind === 'seated')) {
          expect(seatsOutside(compiled, section)).toEqual([]);
        }
      }),
    );
  });

  test('is as drawn where the map draws one', () => {
    const outline = [
      { x: -20, y: -20 },
      { x: 200, y: -20 },
      { x: 90, y: 60 },
    ];
    const { sections } = compileVenueMap(mapOf(seated([row()], { outline, labelAt: { x: 1, y: 2 } })));
    expect(sections[0]).toMatchObject({ outline, labelAt: { x: 1, y: 2 } });
  });

  test('follows the bend of the rows instead of closing it', () => {
    const bent = row({ count: 40, curve: { type: 'arc', center: { x: 0, y: 0 }, radius: 200, start: 0, end: 120 } });
    const [section] = compileVenueMap(mapOf(seated([bent]))).sections;
    const nearest = Math.min(...(section?.outline ?? []).map(({ x, y }) => Math.hypot(x, y)));
    expect(nearest).toBeGreaterThan(180);
  });

  test('is around a lone seat too, and around seats piled on one spot', () => {
    for (const points of [
      [{ x: 50, y: 50 }],
      [
        { x: 50, y: 50 },
        { x: 50, y: 50 },
      ],
    ]) {
      expect(outside([row({ curve: { type: 'points', points } })])).toEqual([]);
    }
  });

  test('has real corners for any map, and its label at a real point', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        for (const { outline, labelAt } of compileVenueMap(map).sections) {
          expect(outline.length).toBeGreaterThanOrEqual(3);
          for (const { x, y } of [...outline, labelAt]) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
        }
      }),
    );
  });

  test('is empty without rows', () => {
    expect(outlineOfRows([])).toEqual([]);
    expect(outlineOfRows([[]])).toEqual([]);
  });
});

describe('the label of a section', () => {
  test('stands in the middle of its area, not of its corners', () => {
    const square: Point[] = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 20 },
      { x: 0, y: 20 },
    ];
    expect(centreOf(square)).toEqual({ x: 10, y: 10 });
    expect(centreOf(square.toReversed())).toEqual({ x: 10, y: 10 });
  });

  test('stands on the line where the area is none', () => {
    expect(
      centreOf([
        { x: 3, y: 4 },
        { x: 8, y: 9 },
        { x: 3, y: 4 },
      ]),
    ).toEqual({ x: 3, y: 4 });
  });
});
