import { distance } from './curve.ts';
import type { Point } from './form.ts';
import { contains, hullAround } from './hull.ts';

/** Around seats that say nothing of their size. */
const LONE_SEAT_PITCH = 10;

/**
 * A polygon around rows that follow each other: along the first, down the right ends, back along the last, up the left
 * ends, half a pitch outside all of them. It keeps the curve of the rows, which a hull would straighten; a hull it is
 * where rows cross or come in no order, so that no seat is ever outside.
 */
export function outlineOfRows(rows: readonly (readonly Point[])[]): Point[] {
  const filled = rows.filter((row) => row.length > 0);
  if (filled.length === 0) return [];
  const margin = pitchOf(filled) * 0.7;
  const around = alongRows(filled, margin).map(rounded);
  const seats = filled.flat();
  return seats.every((seat) => contains(around, seat)) ? around : hullAround(seats, margin).map(rounded);
}

function alongRows(rows: readonly (readonly Point[])[], margin: number): Point[] {
  const aligned = alignDirections(rows).map((row) => extended(row, margin));
  const first = aligned[0] as Point[];
  const last = aligned.at(-1) as Point[];
  const front = shifted(first, margin * outerSide(first, aligned[1], 1));
  const back = shifted(last, margin * outerSide(last, aligned.at(-2), -1));
  const inner = aligned.slice(1, -1);
  const right = inner.map((row) => row.at(-1) as Point);
  const left = inner.map((row) => row[0] as Point).reverse();
  return [...front, ...right, ...back.reverse(), ...left];
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

/** The side of a row, 1 or -1, on which no other row lies; `lone` decides where there is only one. */
function outerSide(row: readonly Point[], other: readonly Point[] | undefined, lone: 1 | -1): 1 | -1 {
  if (!other) return lone;
  const middle = Math.floor(row.length / 2);
  const { x, y } = across(row, middle);
  const from = row[middle] as Point;
  const to = other[Math.floor(other.length / 2)] as Point;
  return (to.x - from.x) * x + (to.y - from.y) * y > 0 ? -1 : 1;
}

/** Square to the row at one of its seats. */
function across(row: readonly Point[], index: number): Point {
  const before = row[Math.max(0, index - 1)] as Point;
  const after = row[Math.min(row.length - 1, index + 1)] as Point;
  const { x, y } = unit({ x: after.x - before.x, y: after.y - before.y });
  return { x: -y, y: x };
}

const shifted = (row: readonly Point[], by: number) =>
  row.map((seat, index) => {
    const { x, y } = across(row, index);
    return { x: seat.x + x * by, y: seat.y + y * by };
  });

function unit({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 1, y: 0 } : { x: x / length, y: y / length };
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
