import type { Point, Row } from '@butaca/venue-map';

const CORNER_POINTS = 5;

export const polar = (center: Point, radius: number, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return tenths({ x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) });
};

/** Points on a circle between two angles in degrees, clockwise from east. */
export function arc(center: Point, radius: number, from: number, to: number, points = 13): Point[] {
  return Array.from({ length: points }, (_, step) => polar(center, radius, from + ((to - from) * step) / (points - 1)));
}

export const box = (left: number, top: number, right: number, bottom: number): Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

/** A polygon with its corners rounded off, each as far as its sides allow. */
export function rounded(polygon: readonly Point[], radius: number): Point[] {
  return polygon.flatMap((corner, index) => {
    const from = towards(corner, polygon.at(index - 1) as Point, radius);
    const to = towards(corner, polygon[(index + 1) % polygon.length] as Point, radius);
    return Array.from({ length: CORNER_POINTS }, (_, step) => {
      const share = step / (CORNER_POINTS - 1);
      return tenths(between(between(from, corner, share), between(corner, to, share), share));
    });
  });
}

export const mirrored = (points: readonly Point[]): Point[] => points.map(({ x, y }) => ({ x: -x, y }));

function towards(from: Point, to: Point, length: number): Point {
  return between(from, to, Math.min(0.5, length / Math.hypot(to.x - from.x, to.y - from.y)));
}

const between = (a: Point, b: Point, share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

const tenths = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });

type Look = Omit<Row, 'curve' | 'count' | 'label'>;

/** A straight row whose seats stand exactly a pitch apart, in the middle of the room there is. */
export function straightRow(
  label: string,
  middle: { x: number; y: number },
  length: number,
  pitch: number,
  angle: number,
  look: Look,
): Row {
  const count = Math.max(1, Math.floor(length / pitch) + 1);
  const half = ((count - 1) * pitch) / 2;
  const along = { x: Math.cos((angle * Math.PI) / 180) * half, y: Math.sin((angle * Math.PI) / 180) * half };
  const at = (sign: 1 | -1) => ({ x: round(middle.x + sign * along.x), y: round(middle.y + sign * along.y) });
  return { label, curve: { type: 'line', from: at(-1), to: at(1) }, count, ...look };
}

/** A row on a circle from one angle to another, its seats at least a pitch apart; degrees, clockwise from east. */
export function curvedRow(
  label: string,
  center: { x: number; y: number },
  radius: number,
  [from, to]: readonly [number, number],
  pitch: number,
  look: Look,
): Row {
  const room = (Math.abs(to - from) * Math.PI * radius) / 180;
  const count = Math.max(1, Math.floor(room / pitch) + 1);
  return { label, curve: { type: 'arc', center, radius, start: round(from), end: round(to) }, count, ...look };
}

/** A, B … Z, AA, AB …, as rows are called. */
export function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letters(Math.floor(index / 26) - 1)}${letter}`;
}

export const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const round = (value: number) => Math.round(value * 1000) / 1000;
