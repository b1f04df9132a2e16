import { compileVenueMap, type Point } from '@butaca/venue-map';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plan, planRow, seat, understood, zone } from './plans.ts';

/** A plan of one row with seats at these points, as a file of tenths would have them. */
const written = (points: readonly Point[], numbers: readonly string[] = points.map((_, index) => String(index + 1))) =>
  plan({ zones: [zone({ rows: [planRow({ seats: points.map((position, index) => seat(numbers[index], 0, { position })) })] })] });

function readRow(points: readonly Point[], numbers?: readonly string[]) {
  const { map } = understood(written(points, numbers));
  const [section] = map.sections;
  const row = section?.kind === 'seated' ? section.rows[0] : undefined;
  if (!row) throw new Error('no row');
  const { x, y, seatNumbers } = compileVenueMap(map);
  const moved = points.map((point, index) => Math.hypot(point.x - (x[index] ?? Number.NaN), point.y - (y[index] ?? Number.NaN)));
  return { row, seatNumbers, moved: Math.max(...moved) };
}

const tenths = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });

const onArc = fc
  .record({
    x: fc.integer({ min: -500, max: 500 }),
    y: fc.integer({ min: -500, max: 500 }),
    radius: fc.integer({ min: 150, max: 2000 }),
    from: fc.integer({ min: -360, max: 360 }),
    count: fc.integer({ min: 8, max: 60 }),
    aisleAfter: fc.integer({ min: 2, max: 6 }),
    turn: fc.constantFrom(1, -1),
  })
  .filter(({ radius, count }) => count * 11 < radius * Math.PI * 1.8)
  .map(({ x, y, radius, from, count, aisleAfter, turn }) =>
    Array.from({ length: count }, (_, index) => {
      const along = (index + (index >= aisleAfter ? 1 : 0)) * 11;
      const angle = (from * Math.PI) / 180 + (turn * along) / radius;
      return tenths({ x: x + Math.cos(angle) * radius, y: y + Math.sin(angle) * radius });
    }),
  );

describe('a row of a plan', () => {
  test('that runs around a center is kept as an arc with its aisle, each seat within half a unit', () => {
    fc.assert(
      fc.property(onArc, (points) => {
        const { row, moved } = readRow(points);
        expect(moved).toBeLessThan(0.5);
        expect(['arc', 'line']).toContain(row.curve.type);
        expect(row.gaps).toHaveLength(1);
      }),
    );
  });

  test('that bends like a parabola is kept as one', () => {
    const ends = { from: { x: 0, y: 0 }, control: { x: 150, y: 140 }, to: { x: 420, y: 20 } };
    const map = understood(plan()).map;
    const drawn = compileVenueMap({
      ...map,
      sections: [
        { id: 'a', label: 'A', kind: 'seated', rows: [{ label: '1', curve: { type: 'quad', ...ends }, count: 40, category: 'c1' }] },
      ],
    });
    const { row, moved } = readRow(Array.from(drawn.x, (x, index) => tenths({ x, y: drawn.y[index] ?? 0 })));
    expect(row.curve.type).toBe('quad');
    expect(row.count).toBe(40);
    expect(moved).toBeLessThan(0.5);
  });

  test('around a table keeps the points of its seats', () => {
    const table = [
      { x: 0, y: 10 },
      { x: 10, y: 0 },
      { x: 0, y: -10 },
      { x: -10, y: 0 },
    ];
    expect(readRow(table).row.curve).toEqual({ type: 'points', points: table });
  });

  test('whose seats stand anywhere keeps their points', () => {
    const spot = fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) });
    fc.assert(
      fc.property(fc.array(spot, { minLength: 1, maxLength: 20 }), (points) => {
        expect(readRow(points).moved).toBeLessThan(0.5);
      }),
    );
  });

  test.each([
    ['up', ['4', '5', '6', '7']],
    ['down', ['7', '6', '5', '4']],
    ['odd', ['3', '5', '7', '9']],
    ['even', ['2', '4', '6', '8']],
    ['center-out', ['3', '1', '2', '4']],
    ['list', ['1', '2', '2A', '3']],
    ['list', ['01', '02', '03', '04']],
  ])('numbered %s: %j', (scheme, numbers) => {
    const points = numbers.map((_, index) => ({ x: index * 10, y: 0 }));
    const { row, seatNumbers } = readRow(points, numbers);
    expect(row.numbering?.scheme).toBe(scheme);
    expect(seatNumbers).toEqual(numbers);
  });
});
