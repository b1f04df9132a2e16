import { readSeatingPlan } from '@butaca/venue-map/read';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plan, planRow, seat, zone } from './plans.ts';

const withSeats = (...seats: unknown[]) => plan({ zones: [zone({ rows: [planRow({ seats })] })] });
const many = (count: number) => Array.from({ length: count }, (_, index) => seat(index + 1, index * 10, { seat_guid: undefined }));
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const paths = (value: unknown) => {
  const read = readSeatingPlan(value);
  if (read.ok) throw new Error('the plan was accepted');
  for (const { reason } of read.problems) expect(reason).not.toBe('');
  return read.problems.map(({ path }) => path);
};

const seatPath = 'zones.0.rows.0.seats.0';

describe('a broken seating plan is refused, and the place in the file is named', () => {
  test.each([null, undefined, 7, 'plan', true, [], [plan()]])('a file that is no plan: %s', (value) => {
    expect(paths(value)).toEqual(['the file']);
  });

  test.each<[string, unknown, string]>([
    ['no name', plan({ name: undefined }), 'name'],
    ['an empty name', plan({ name: ' ' }), 'name'],
    ['no categories', plan({ categories: undefined }), 'categories'],
    ['an empty list of categories', plan({ categories: [] }), 'categories'],
    ['a category without a name', plan({ categories: [{ name: '' }] }), 'categories.0.name'],
    ['zones that are null', plan({ zones: null }), 'zones'],
    ['no zones', plan({ zones: [] }), 'zones'],
    ['a zone that is null', plan({ zones: [null] }), 'zones.0'],
    ['zones without any seat', plan({ zones: [zone({ rows: [] }), zone({ rows: [planRow({ seats: [] })] })] }), 'zones'],
    ['a row that is null', plan({ zones: [zone({ rows: [null] })] }), 'zones.0.rows.0'],
    ['a row without seats in it', plan({ zones: [zone({ rows: [planRow({ seats: undefined })] })] }), 'zones.0.rows.0.seats'],
    [
      'a row name that fills a page',
      plan({ zones: [zone({ rows: [planRow({ row_number: 'A'.repeat(10_000) })] })] }),
      'zones.0.rows.0.row_number',
    ],
    ['a zone name that is an object', plan({ zones: [zone({ name: {} })] }), 'zones.0.name'],
    ['a size of nothing', plan({ size: { width: 0, height: 10 } }), 'size.width'],
    ['an absurd size', plan({ size: { width: 10, height: 1e300 } }), 'size.height'],
    ['an area without a position', plan({ zones: [zone({ areas: [{ shape: 'circle' }] })] }), 'zones.0.areas.0.position'],
    [
      'more than 500 areas',
      plan({ zones: [zone({ areas: Array(501).fill({ shape: 'text', position: { x: 0, y: 0 }, text: { text: 'x' } }) })] }),
      'zones',
    ],
    ['2,001 seats in a row', withSeats(...many(2001)), 'zones.0.rows.0.seats'],
    ['a seat without a position', withSeats(seat('1', 0, { position: undefined })), `${seatPath}.position`],
    ['a seat without a number', withSeats(seat(undefined, 0)), `${seatPath}.seat_number`],
    ['a seat with an empty number', withSeats(seat('', 0)), `${seatPath}.seat_number`],
    ['a seat number that fills a page', withSeats(seat('9'.repeat(10_000), 0)), `${seatPath}.seat_number`],
    ['a seat of no category', withSeats(seat('1', 0, { category: undefined })), `${seatPath}.category`],
    ['a seat of an unknown category', withSeats(seat('1', 0, { category: 'Tribuna' })), `${seatPath}.category`],
    ['a category called after what every object has', withSeats(seat('1', 0, { category: 'constructor' })), `${seatPath}.category`],
  ])('%s', (_, value, path) => {
    expect(paths(value)).toContain(path);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '12', null, undefined, 1e7, {}])(
    'a seat at the position %s',
    (x) => {
      expect(paths(withSeats(seat('1', 0, { position: { x, y: 0 } })))).toEqual([`${seatPath}.position.x`]);
    },
  );

  test('lists in lists without end', () => {
    const area = { shape: 'polygon', position: { x: 0, y: 0 }, polygon: { points: nested(5000) } };
    expect(paths(nested(5000))).toEqual(['the file']);
    expect(paths(withSeats(seat('1', 0, { position: nested(5000) })))).toEqual([`${seatPath}.position`]);
    expect(paths(plan({ zones: [zone({ areas: [area] })] }))).toEqual(['zones.0.areas.0.polygon.points.0']);
  });

  test('positions that add up to a place beyond every map', () => {
    const far = { x: 9e5, y: 0 };
    expect(paths(plan({ zones: [zone({ position: far, rows: [planRow({ position: far })] })] }))).toContain(`${seatPath}.position`);
  });

  test('the same seat twice, wherever it is', () => {
    const twice = [
      planRow({ seats: [seat('1', 0, { seat_guid: 'A-1' })] }),
      planRow({ row_number: '2', seats: [seat('1', 0, { seat_guid: 'A-1' })] }),
    ];
    expect(readSeatingPlan(plan({ zones: [zone({ rows: twice })] }))).toEqual({
      ok: false,
      problems: [{ path: 'zones.0.rows.1.seats.0.seat_guid', reason: `A-1 stands already at ${seatPath}.seat_guid` }],
    });
  });

  test('more than 200,000 places', () => {
    const rows = Array.from({ length: 101 }, (_, index) => planRow({ row_number: index, seats: many(2000) }));
    expect(paths(plan({ zones: [zone({ rows })] }))).toEqual(['zones']);
  });

  test('a file wrong everywhere is refused with its first twenty problems', () => {
    expect(paths(withSeats(...many(2000).map(() => ({}))))).toHaveLength(20);
  });

  test('keys that would change every object change none', () => {
    const value = JSON.parse(
      JSON.stringify(plan()).replace('"name"', '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"name"'),
    );
    const read = readSeatingPlan(value);
    expect(read.ok).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(JSON.stringify(read)).not.toContain('polluted');
  });

  test('never by an exception, whatever the file is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (value) => {
        expect(readSeatingPlan(value).ok).toBe(false);
      }),
    );
  });

  test('never by an exception, whatever one of its fields is', () => {
    const spots = [
      'name',
      'size',
      'categories',
      'zones',
      'zones.0',
      'zones.0.rows',
      'zones.0.rows.0',
      'zones.0.rows.0.seats',
      seatPath,
      `${seatPath}.position`,
    ];
    fc.assert(
      fc.property(fc.constantFrom(...spots), fc.jsonValue(), (spot, value) => {
        const broken = structuredClone(plan()) as unknown as Record<string, unknown>;
        const keys = spot.split('.');
        const last = keys.pop() as string;
        const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, broken);
        parent[last] = value;
        const read = readSeatingPlan(broken);
        if (!read.ok) expect(read.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
