import { readFileSync } from 'node:fs';
import { compileVenueMap, placeLabel } from '@butaca/venue-map';
import { readSeatingPlan, readVenueMap, type SeatingPlan } from '@butaca/venue-map/read';
import { describe, expect, test } from 'vitest';
import { placesOf, pointOf, seatsOutside } from './geometry.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface File {
  readonly zones: readonly {
    readonly name: string;
    readonly position: Spot;
    readonly rows: readonly {
      readonly row_number: string;
      readonly position: Spot;
      readonly seats: readonly { readonly seat_number: string; readonly category: string; readonly position: Spot }[];
    }[];
  }[];
}

const file: File = JSON.parse(readFileSync(new URL('../../../demo/venues/polideportivo-del-bajo.json', import.meta.url), 'utf8'));
const plan = understood(readSeatingPlan(file));
const compiled = compileVenueMap(plan.map);

function understood(read: ReturnType<typeof readSeatingPlan>): SeatingPlan {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

/** What the file says of each seat, in its order. */
const written = file.zones.flatMap((zone) =>
  zone.rows.flatMap((row) =>
    row.seats.map((seat) => ({
      section: zone.name,
      row: row.row_number,
      seat: seat.seat_number,
      category: seat.category,
      x: zone.position.x + row.position.x + seat.position.x,
      y: zone.position.y + row.position.y + seat.position.y,
    })),
  ),
);

describe('the hall of 1,252 seats, from its published plan', () => {
  test('has six blocks and 63 rows', () => {
    expect(compiled.placeCount).toBe(1252);
    expect(compiled.sections.map(({ label, rows, placeCount }) => [label, rows.length, placeCount])).toEqual([
      ['Block D', 9, 198],
      ['Block E', 9, 193],
      ['Block F', 9, 195],
      ['Block A', 12, 235],
      ['Block B', 12, 198],
      ['Block C', 12, 233],
    ]);
    expect(compiled.sections.flatMap(({ rows }) => rows)).toHaveLength(63);
  });

  test('has as many seats in each category as the file', () => {
    const counts = plan.map.categories.map(({ name }, index) => [name, compiled.category.filter((each) => each === index).length]);
    expect(Object.fromEntries(counts)).toEqual({
      'Kategorie I': 310,
      'Kategorie II': 545,
      'Kategorie III': 153,
      Fanblock: 82,
      'C unten': 81,
      VIP: 81,
    });
  });

  test('puts every seat within half a unit of where the file has it', () => {
    const moved = written.map(({ x, y }, place) => Math.hypot(x - (compiled.x[place] ?? 0), y - (compiled.y[place] ?? 0)));
    expect(Math.max(...moved)).toBeLessThan(0.5);
  });

  test('calls and prices every seat as the file does', () => {
    const read = written.map((_, place) => ({
      ...placeLabel(compiled, place),
      category: plan.map.categories[compiled.category[place] ?? -1]?.name,
    }));
    expect(read).toEqual(written.map(({ section, row, seat, category }) => ({ section, row, seat, category })));
  });

  test('keeps its aisles: neighbours across one stand further apart', () => {
    const rows = plan.map.sections.flatMap((section) => (section.kind === 'seated' ? section.rows : []));
    const aisles = rows.filter(({ gaps = [] }) => gaps.length > 0).length;
    expect(aisles).toBeGreaterThan(0);
    expect(rows.filter(({ curve }) => curve.type === 'line').length).toBeGreaterThan(rows.length / 2);
  });

  test('draws each block around its own seats and around no other seat', () => {
    for (const section of compiled.sections) {
      expect(seatsOutside(compiled, section)).toEqual([]);
      const others = compiled.sections.filter((other) => other !== section);
      const strangers = others.map((other) => seatsOutside(compiled, { ...other, outline: section.outline }).length);
      expect(strangers).toEqual(others.map(({ placeCount }) => placeCount));
    }
  });

  test('looks at its field, which is drawn under its name', () => {
    expect(plan.map.decor).toMatchObject([{ kind: 'field', text: 'Spielfeld' }]);
    const [field] = plan.map.decor ?? [];
    const { x, y } = plan.map.focal;
    const corners = field?.polygon ?? [];
    expect(x).toBeGreaterThan(Math.min(...corners.map((corner) => corner.x)));
    expect(x).toBeLessThan(Math.max(...corners.map((corner) => corner.x)));
    expect(y).toBeGreaterThan(Math.min(...corners.map((corner) => corner.y)));
    expect(y).toBeLessThan(Math.max(...corners.map((corner) => corner.y)));
  });

  test('no two of its seats share a spot', () => {
    const spots = compiled.sections.flatMap(placesOf).map((place) => JSON.stringify(pointOf(compiled, place)));
    expect(new Set(spots).size).toBe(1252);
  });

  test('reads back as a venue map, unchanged', () => {
    expect(readVenueMap(JSON.parse(JSON.stringify(plan.map)))).toEqual({ ok: true, value: plan.map });
  });

  test('the import reports what was understood', () => {
    expect(plan.understood[0]).toMatch(/1252 numbered seats in 6 zones/);
    expect(plan.understood).toContain('Block D: 9 rows, 198 seats');
    expect(plan.understood).toContain('drawn areas: Spielfeld');
  });
});
