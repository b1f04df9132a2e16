import type { Point } from './form.ts';

const DIRECTIONS = 8;

/** A convex polygon with a margin around points, however they lie. */
export function hullAround(points: readonly Point[], margin: number): Point[] {
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
