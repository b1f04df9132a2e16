import type { Curve, Point } from './form.ts';

const SAMPLES = 64;

/** `count` points along a curve at equal distances, the first and the last at its ends; a single one in the middle. */
export function pointsAlong(curve: Curve, count: number): Point[] {
  if (curve.type === 'points') return [...curve.points];
  const at = locate(curve);
  if (count === 1) return [at(0.5)];
  return Array.from({ length: count }, (_, index) => at(index / (count - 1)));
}

/** A function from a share of the curve's length, 0 to 1, to the point there. */
function locate(curve: Exclude<Curve, { type: 'points' }>): (share: number) => Point {
  if (curve.type === 'line') return (share) => between(curve.from, curve.to, share);
  if (curve.type === 'arc') {
    return (share) => {
      const angle = ((curve.start + (curve.end - curve.start) * share) * Math.PI) / 180;
      return { x: curve.center.x + curve.radius * Math.cos(angle), y: curve.center.y + curve.radius * Math.sin(angle) };
    };
  }
  const onCurve = (t: number) => between(between(curve.from, curve.control, t), between(curve.control, curve.to, t), t);
  const lengths = cumulativeLengths(Array.from({ length: SAMPLES + 1 }, (_, index) => onCurve(index / SAMPLES)));
  return (share) => onCurve(parameterAt(lengths, share));
}

function cumulativeLengths(points: readonly Point[]): number[] {
  const lengths = [0];
  for (let i = 1; i < points.length; i += 1) lengths.push((lengths[i - 1] ?? 0) + distance(points[i - 1] as Point, points[i] as Point));
  return lengths;
}

function parameterAt(lengths: readonly number[], share: number): number {
  const wanted = share * (lengths.at(-1) ?? 0);
  const after = lengths.findIndex((length) => length >= wanted);
  if (after <= 0) return 0;
  const before = lengths[after - 1] ?? 0;
  const step = (lengths[after] ?? 0) - before;
  return (after - 1 + (step === 0 ? 0 : (wanted - before) / step)) / SAMPLES;
}

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

const between = (a: Point, b: Point, share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
