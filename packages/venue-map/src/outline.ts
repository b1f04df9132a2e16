import { distance } from './curve.ts';
import type { Point } from './form.ts';

/** Around seats that say nothing of their size. */
const LONE_SEAT_PITCH = 10;

/**
 * A polygon around rows that follow each other: along the first, down the right ends, back along the last, up the left
 * ends, half a pitch outside all of them. It keeps the curve of the rows, which a hull would straighten.
 */
export function outlineOfRows(rows: readonly (readonly Point[])[]): Point[] {
  const filled = rows.filter((row) => row.length > 0);
  const first = filled[0];
  const last = filled.at(-1);
  if (!first || !last) return [];
  const pitch = pitchOf(filled);
  const margin = pitch * 0.7;
  const aligned = alignDirections(filled).map((row) => extended(row, margin));
  const front = shifted(aligned[0] as Point[], awayFrom(aligned[0] as Point[], aligned[1]), margin);
  const back = shifted(aligned.at(-1) as Point[], awayFrom(aligned.at(-1) as Point[], aligned.at(-2), -1), margin);
  const inner = aligned.slice(1, -1);
  const right = inner.map((row) => row.at(-1) as Point);
  const left = inner.map((row) => row[0] as Point).reverse();
  return [...front, ...right, ...back.reverse(), ...left].map(rounded);
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

/** Rows may be drawn from either end; here all run the way of the first. */
function alignDirections(rows: readonly (readonly Point[])[]): Point[][] {
  const aligned: Point[][] = [];
  for (const row of rows) {
    const before = aligned.at(-1);
    const flipped =
      before !== undefined &&
      distance(before[0] as Point, row.at(-1) as Point) + distance(before.at(-1) as Point, row[0] as Point) <
        distance(before[0] as Point, row[0] as Point) + distance(before.at(-1) as Point, row.at(-1) as Point);
    aligned.push(flipped ? [...row].reverse() : [...row]);
  }
  return aligned;
}

function extended(row: readonly Point[], by: number): Point[] {
  const start = row[0] as Point;
  const end = row.at(-1) as Point;
  const out = (point: Point, inner: Point | undefined, fallback: Point) => {
    const direction = unit(inner ? { x: point.x - inner.x, y: point.y - inner.y } : fallback);
    return { x: point.x + direction.x * by, y: point.y + direction.y * by };
  };
  return [out(start, row[1], { x: -1, y: 0 }), ...row.slice(1, -1), out(end, row.at(-2), { x: 1, y: 0 })];
}

/** Across the row, to the side on which no other row lies; `side` decides where there is only one. */
function awayFrom(row: readonly Point[], other: readonly Point[] | undefined, side: 1 | -1 = 1): Point {
  const start = row[0] as Point;
  const end = row.at(-1) as Point;
  const across = unit({ x: -(end.y - start.y), y: end.x - start.x });
  if (!other) return { x: across.x * side, y: across.y * side };
  const middle = row[Math.floor(row.length / 2)] as Point;
  const otherMiddle = other[Math.floor(other.length / 2)] as Point;
  const towards = (otherMiddle.x - middle.x) * across.x + (otherMiddle.y - middle.y) * across.y;
  return towards > 0 ? { x: -across.x, y: -across.y } : across;
}

const shifted = (row: readonly Point[], direction: Point, by: number) =>
  row.map(({ x, y }) => ({ x: x + direction.x * by, y: y + direction.y * by }));

function unit({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length };
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
