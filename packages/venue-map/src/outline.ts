import { distance } from './curve.ts';
import type { Point } from './form.ts';
import { contains, hullAround } from './hull.ts';
import { outlineAround } from './outline/around-rows.ts';

/** Around seats that say nothing of their size. */
const LONE_SEAT_PITCH = 10;

/** How many times the usual reach is tried until the rows of a section hang together. */
const WIDENINGS = [1, 3];

/**
 * A polygon around all rows of a section. It keeps the curve of the rows, which a hull would straighten; a hull it is where
 * they lie too far apart or all over the place, so that no seat is ever outside.
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
