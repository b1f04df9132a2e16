import { distance } from '../curve.ts';
import type { Curve, Point, Row } from '../form.ts';
import { MOST_SEATS_IN_A_ROW } from '../limits.ts';
import type { PlanRow } from './file.ts';

/** How far a seat may be from the line it is put on, as a share of the distance between seats. */
const TOLERANCE = 0.05;

/** One row of a plan; seats that stand at even steps on a line become that line, others keep their points. */
export function rowOf(row: PlanRow, label: string, points: readonly Point[], categoryIds: ReadonlyMap<string, string>): Row {
  const idOf = (name: string) => categoryIds.get(name) as string;
  const category = idOf(mostCommon(row.seats.map((seat) => seat.category)));
  const exceptions = row.seats.flatMap((seat, index) =>
    idOf(seat.category) === category ? [] : [{ from: index, to: index, category: idOf(seat.category) }],
  );
  return {
    label,
    ...fit(points),
    numbering: numberingOf(row.seats.map(({ seat_number }) => seat_number)),
    category,
    ...(exceptions.length > 0 ? { exceptions } : {}),
  };
}

function fit(points: readonly Point[]): { curve: Curve; count?: number; gaps?: number[] } {
  return fitLine(points) ?? { curve: { type: 'points', points } };
}

function fitLine(points: readonly Point[]): { curve: Curve; count: number; gaps?: number[] } | null {
  const from = points[0];
  const to = points.at(-1);
  if (!from || !to || points.length < 3) return null;
  const steps = points.slice(1).map((point, index) => distance(point, points[index] as Point));
  const pitch = Math.min(...steps);
  const slots = Math.round(distance(from, to) / pitch) + 1;
  if (pitch === 0 || slots > Math.min(4 * points.length, MOST_SEATS_IN_A_ROW)) return null;
  const taken = points.map((point) => Math.round((distance(from, point) / distance(from, to)) * (slots - 1)));
  const onLine = taken.every((slot, index) => {
    const share = slot / (slots - 1);
    const there = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    return distance(there, points[index] as Point) <= pitch * TOLERANCE && slot > (taken[index - 1] ?? -1);
  });
  if (!onLine) return null;
  const used = new Set(taken);
  const gaps = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => !used.has(slot));
  return { curve: { type: 'line', from, to }, count: slots, ...(gaps.length > 0 ? { gaps } : {}) };
}

function numberingOf(numbers: readonly string[]): NonNullable<Row['numbering']> {
  const start = Number(numbers[0]);
  const upwards = Number.isInteger(start) && start >= 0 && numbers.every((number, index) => number === String(start + index));
  return upwards ? { scheme: 'up', start } : { scheme: 'list', numbers };
}

function mostCommon(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
