import { readSeatingPlan, readVenueMap } from '@butaca/venue-map/read';
import { describe, expect, test } from 'vitest';
import { mapOf, open, row, seated } from './maps.ts';
import { plan, planRow, seat, understood, zone } from './plans.ts';

const unprintable = [
  ['a character that ends texts', 'Palco\u0000'],
  ['a line break in the middle', 'Palco\nalto'],
  ['half a character', 'Palco \ud83d'],
] as const;

const problemPaths = (read: ReturnType<typeof readSeatingPlan> | ReturnType<typeof readVenueMap>) =>
  read.ok ? [] : read.problems.map(({ path }) => path);

describe.each(unprintable)('%s is refused', (_, text) => {
  test('in a map', () => {
    const map = { ...mapOf(seated([row({ label: text })], { label: text })), name: text };
    expect(problemPaths(readVenueMap(map))).toEqual(['name', 'sections.0.label', 'sections.0.rows.0.label']);
  });

  test('in a plan', () => {
    const file = plan({ name: text, zones: [zone({ name: text, rows: [planRow({ seats: [seat(text, 0)] })] })] });
    expect(problemPaths(readSeatingPlan(file))).toEqual(
      expect.arrayContaining(['name', 'zones.0.name', 'zones.0.rows.0.seats.0.seat_number']),
    );
  });
});

test('words drawn on a plan come on one line, cut between characters', () => {
  const area = (text: string) => ({ shape: 'text', position: { x: 0, y: 0 }, text: { text } });
  const { map } = understood(plan({ zones: [zone({ areas: [area(' Entrada\n norte '), area(`${'x'.repeat(79)}😀`)] })] }));
  expect(map.decor?.map(({ text }) => text)).toEqual(['Entrada norte', 'x'.repeat(79)]);
});

test('the order of the fields in a file changes nothing in what is read', () => {
  const reordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, field]) => [name, reordered(field)]),
    );
  };
  const map = mapOf(seated([row({ gaps: [2] })], { labelAt: { x: 1, y: 2 } }), open('standing', 5));
  expect(JSON.stringify(readVenueMap(reordered(map)))).toBe(JSON.stringify(readVenueMap(map)));
});
