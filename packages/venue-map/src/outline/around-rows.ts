import { distance } from '../curve.ts';
import type { Point } from '../form.ts';
import { contoursAt } from './contour.ts';
import { distancesTo, type Segment } from './distance-grid.ts';

/** As shares of the distance between seats: the border's distance from them, how much it may be straightened, one cell of the grid. */
const MARGIN = 0.8;
const STRAIGHTENED = 0.09;
const CELL = 0.4;
const MOST_CELLS_ACROSS = 160;
/** A row is open where two seats are further apart, in pitches. */
const WIDEST_AISLE = 4;

/**
 * A polygon that hugs rows of seats: everything within reach of the rows is filled, then the same reach is taken off again.
 * Curves and bends of the rows stay, the steps of their ends are evened out. Null where that leaves several pieces or a hole.
 */
export function outlineAround(rows: readonly (readonly Point[])[], pitch: number, widening: number): Point[] | null {
  const box = boxOf(rows.flat());
  const cell = Math.max(pitch * CELL, Math.max(box.right - box.left, box.bottom - box.top) / MOST_CELLS_ACROSS);
  const reach = widening * Math.max(1.3 * gapBetween(rows, pitch), 2.5 * pitch, 2 * cell);
  const filled = MARGIN * pitch + reach;
  const room = filled + 2 * cell;
  const around = { left: box.left - room, top: box.top - room, right: box.right + room, bottom: box.bottom + room };

  const swollen = distancesTo(
    rows.flatMap((row) => segmentsOf(row, pitch)),
    filled + cell,
    around,
    cell,
  );
  const border = contoursAt(swollen, filled).flatMap((loop) => edgesOf(simplifyLoop(loop, pitch * 0.02)));
  const shrunk = distancesTo(border, reach + cell, around, cell);
  const { values } = shrunk;
  for (let index = 0; index < values.length; index += 1) {
    if ((swollen.values[index] as number) < filled) values[index] = -(values[index] as number);
  }
  const [outline, ...others] = contoursAt(shrunk, -reach);
  return outline && others.length === 0 ? simplifyLoop(outline, pitch * STRAIGHTENED) : null;
}

function segmentsOf(row: readonly Point[], pitch: number): Segment[] {
  const lines: Point[][] = [];
  row.forEach((point, index) => {
    const before = row[index - 1];
    if (before && distance(before, point) <= WIDEST_AISLE * pitch) lines.at(-1)?.push(point);
    else lines.push([point]);
  });
  return lines.flatMap((line) => {
    const corners = simplifyLine(line, pitch * 0.02);
    return corners.map((point, index): Segment => [point, corners[index + 1] ?? point]);
  });
}

/** How far a row usually is from the next, up to a few pitches. */
function gapBetween(rows: readonly (readonly Point[])[], pitch: number): number {
  const gaps = rows.slice(1).flatMap((row, index) => {
    const middle = rows[index]?.[Math.floor((rows[index]?.length ?? 0) / 2)];
    return middle ? [Math.min(...row.map((point) => distance(point, middle)))] : [];
  });
  return Math.min(median(gaps) ?? pitch, WIDEST_AISLE * pitch);
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const edgesOf = (loop: readonly Point[]): Segment[] => loop.map((point, index) => [point, loop[(index + 1) % loop.length] as Point]);

function boxOf(points: readonly Point[]) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** Leaves out the points of a line that stand no further than `tolerance` beside what stays (Douglas and Peucker). */
function simplifyLine(points: readonly Point[], tolerance: number): Point[] {
  const kept = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    const furthest = furthestFrom(points, from, to);
    if (furthest.distance <= tolerance) continue;
    kept.add(furthest.index);
    spans.push([from, furthest.index], [furthest.index, to]);
  }
  return points.filter((_, index) => kept.has(index));
}

/** The same for a closed line; it is opened at the two points furthest apart on it. */
function simplifyLoop(points: readonly Point[], tolerance: number): Point[] {
  const start = furthestPoint(points, points[0] as Point);
  const opened = [...points.slice(start), ...points.slice(0, start)];
  const turn = furthestPoint(opened, opened[0] as Point);
  const back = simplifyLine([...opened.slice(turn), opened[0] as Point], tolerance);
  return [...simplifyLine(opened.slice(0, turn + 1), tolerance), ...back.slice(1, -1)];
}

function furthestFrom(points: readonly Point[], from: number, to: number) {
  const a = points[from] as Point;
  const b = points[to] as Point;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const furthest = { index: from, distance: 0 };
  for (let index = from + 1; index < to; index += 1) {
    const { x, y } = points[index] as Point;
    const distance = length === 0 ? Math.hypot(x - a.x, y - a.y) : Math.abs((x - a.x) * (b.y - a.y) - (y - a.y) * (b.x - a.x)) / length;
    if (distance > furthest.distance) Object.assign(furthest, { index, distance });
  }
  return furthest;
}

function furthestPoint(points: readonly Point[], from: Point): number {
  let [found, most] = [0, -1];
  points.forEach(({ x, y }, index) => {
    const distance = Math.hypot(x - from.x, y - from.y);
    if (distance > most) [found, most] = [index, distance];
  });
  return found;
}
