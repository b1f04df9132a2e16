import type { Point } from '@butaca/venue-map';

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
