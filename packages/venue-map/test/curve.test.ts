import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance, pointsAlong } from '../src/curve.ts';
import type { Curve, Point } from '../src/form.ts';

const coordinate = fc.integer({ min: -2000, max: 2000 });
const point = fc.record({ x: coordinate, y: coordinate });
const line = fc.record({ type: fc.constant('line' as const), from: point, to: point });
const arc = fc.record({
  type: fc.constant('arc' as const),
  center: point,
  radius: fc.integer({ min: 50, max: 1500 }),
  start: fc.integer({ min: -360, max: 360 }),
  end: fc.integer({ min: -360, max: 360 }),
});
/** A row bent as rows are: the control point is beside the middle, at most as far off as the row is long. */
const quad = fc.record({ from: point, to: point, bend: fc.double({ min: -1, max: 1, noNaN: true }) }).map(({ from, to, bend }) => ({
  type: 'quad' as const,
  from,
  control: { x: (from.x + to.x) / 2 - (to.y - from.y) * bend, y: (from.y + to.y) / 2 + (to.x - from.x) * bend },
  to,
}));

const steps = (points: readonly Point[]) => points.slice(1).map((seat, index) => distance(seat, points[index] as Point));

/** Lengths along the curve between neighbours, measured on a thousand points per step. */
function lengthsAlong(curve: Exclude<Curve, { type: 'points' }>, count: number): number[] {
  const seats = pointsAlong(curve, count);
  const fine = pointsAlong(curve, 4001);
  const along = [0];
  steps(fine).forEach((step) => void along.push((along.at(-1) ?? 0) + step));
  const at = (seat: Point) => along[nearest(fine, seat)] ?? 0;
  return seats.slice(1).map((seat, index) => at(seat) - at(seats[index] as Point));
}

function nearest(points: readonly Point[], seat: Point): number {
  let best = 0;
  points.forEach((each, index) => {
    if (distance(each, seat) < distance(points[best] as Point, seat)) best = index;
  });
  return best;
}

describe('seats along a curve', () => {
  test.each([
    ['a straight row', line],
    ['a row on a circle', arc],
  ] as const)('neighbours in %s sit equally far apart', (_, curves) => {
    fc.assert(
      fc.property(curves, fc.integer({ min: 2, max: 60 }), (curve, count) => {
        const gaps = steps(pointsAlong(curve, count));
        expect(gaps).toHaveLength(count - 1);
        for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] as number, 6);
      }),
    );
  });

  test('neighbours in a bent row sit equally far apart along it, within a hundredth', () => {
    fc.assert(
      fc.property(quad, fc.integer({ min: 2, max: 40 }), (curve, count) => {
        fc.pre(distance(curve.from, curve.to) > 100);
        const lengths = lengthsAlong(curve, count);
        const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
        for (const length of lengths) expect(Math.abs(length - mean)).toBeLessThan(0.01 * mean + 0.0005 * mean * count);
      }),
      { numRuns: 25 },
    );
  });

  test('a bent row does not crowd its seats where the bend is sharp', () => {
    const curve: Curve = { type: 'quad', from: { x: 0, y: 0 }, control: { x: 300, y: 10 }, to: { x: 320, y: 200 } };
    const gaps = steps(pointsAlong(curve, 30));
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.05);
  });

  test('the first and the last seat stand at the ends of the row', () => {
    fc.assert(
      fc.property(fc.oneof(line, quad), fc.integer({ min: 2, max: 60 }), (curve, count) => {
        const seats = pointsAlong(curve, count);
        expect(distance(seats[0] as Point, curve.from)).toBeLessThan(1e-6);
        expect(distance(seats.at(-1) as Point, curve.to)).toBeLessThan(1e-6);
      }),
    );
  });

  test('every seat of a row on a circle is one radius away from its middle', () => {
    fc.assert(
      fc.property(arc, fc.integer({ min: 1, max: 60 }), (curve, count) => {
        for (const seat of pointsAlong(curve, count)) expect(distance(seat, curve.center)).toBeCloseTo(curve.radius, 6);
      }),
    );
  });

  test('a lone seat stands in the middle of its row', () => {
    expect(pointsAlong({ type: 'line', from: { x: 0, y: 0 }, to: { x: 40, y: 20 } }, 1)).toEqual([{ x: 20, y: 10 }]);
    const [onArc] = pointsAlong({ type: 'arc', center: { x: 0, y: 0 }, radius: 10, start: 0, end: 180 }, 1);
    expect(onArc?.x).toBeCloseTo(0);
    expect(onArc?.y).toBeCloseTo(10);
    const [onQuad] = pointsAlong({ type: 'quad', from: { x: 0, y: 0 }, control: { x: 10, y: 10 }, to: { x: 20, y: 0 } }, 1);
    expect(onQuad?.x).toBeCloseTo(10, 1);
    expect(onQuad?.y).toBeCloseTo(5, 1);
  });

  test('seats placed one by one stay where they were put', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        expect(pointsAlong({ type: 'points', points }, points.length)).toEqual(points);
      }),
    );
  });

  test('a row without length piles its seats up instead of losing them', () => {
    const spot = { x: 5, y: 5 };
    expect(pointsAlong({ type: 'quad', from: spot, control: spot, to: spot }, 4)).toEqual([spot, spot, spot, spot]);
    expect(pointsAlong({ type: 'line', from: spot, to: spot }, 2)).toEqual([spot, spot]);
  });
});
