import { distance } from '../curve.ts';
import type { Point } from '../form.ts';
import { outlineAround } from './around-rows.ts';

/** The assumed distance between seats where a section has a single one. */
const LONE_SEAT_PITCH = 10;

/** How many times the usual reach is tried until the rows of a section hang together. */
const WIDENINGS = [1, 3];

/**
 * A polygon around all rows of a section. It keeps the curve of the rows, which a hull would straighten; a hull it is where
 * they are too far apart or scattered, so that no seat is ever outside.
 */
export function outlineOfRows(rows: readonly (readonly Point[])[]): Point[] {
  const filled = rows.filter((row) => row.length > 0);
  const seats = filled.flat();
  if (seats.length === 0) return [];
  const pitch = pitchOf(filled);
  for (const widening of WIDENINGS) {
    const outline = outlineAround(filled, pitch, widening)?.map((point) => roundedTo(point, pitch));
    if (outline && seats.every((seat) => contains(outline, seat))) return outline;
  }
  return hullAround(seats, pitch * 0.7).map((point) => roundedTo(point, pitch));
}

/** The middle of a polygon by area, where a label stands well. */
export function centreOf(polygon: readonly Point[]): Point {
  let area = 0;
  let x = 0;
  let y = 0;
  polygon.forEach((a, index) => {
    const b = polygon[(index + 1) % polygon.length] as Point;
    const cross = a.x * b.y - b.x * a.y;
    area += cross;
    x += (a.x + b.x) * cross;
    y += (a.y + b.y) * cross;
  });
  if (area === 0) return polygon[0] ?? { x: 0, y: 0 };
  return rounded({ x: x / (3 * area), y: y / (3 * area) });
}

function pitchOf(rows: readonly (readonly Point[])[]): number {
  const gaps = rows.flatMap((row) => row.slice(1).map((point, index) => distance(point, row[index] as Point))).filter((gap) => gap > 0);
  return gaps.length > 0 ? (gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] as number) : LONE_SEAT_PITCH;
}

/** To about a fiftieth of the distance between seats. */
function roundedTo({ x, y }: Point, pitch: number): Point {
  const steps = 10 ** Math.max(0, Math.ceil(1.4 - Math.log10(pitch)));
  return { x: Math.round(x * steps) / steps, y: Math.round(y * steps) / steps };
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });

const DIRECTIONS = 8;

/** A convex polygon with a margin around points, however they lie. */
function hullAround(points: readonly Point[], margin: number): Point[] {
  const reach = margin / Math.cos(Math.PI / DIRECTIONS);
  return hullOf(
    hullOf(points).flatMap(({ x, y }) =>
      Array.from({ length: DIRECTIONS }, (_, index) => {
        const angle = ((index + 0.5) / DIRECTIONS) * 2 * Math.PI;
        return { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach };
      }),
    ),
  );
}

/** Whether a point lies in a polygon, by the even-odd rule. */
export function contains(polygon: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  let before = polygon.at(-1);
  for (const corner of polygon) {
    if (before && corner.y > y !== before.y > y && x < ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x) {
      inside = !inside;
    }
    before = corner;
  }
  return inside;
}

function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

/** One side of the hull without its last corner, which the other side begins with. */
function chain(sorted: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of sorted) {
    while (corners.length > 1 && turn(corners.at(-2) as Point, corners.at(-1) as Point, point) <= 0) corners.pop();
    corners.push(point);
  }
  return corners.length > 1 ? corners.slice(0, -1) : corners;
}

const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
