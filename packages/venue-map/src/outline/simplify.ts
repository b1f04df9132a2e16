import type { Point } from '../form.ts';

/** Leaves out the points of a line that stand no further than `tolerance` beside what stays (Douglas and Peucker). */
export function simplifyLine(points: readonly Point[], tolerance: number): Point[] {
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
export function simplifyLoop(points: readonly Point[], tolerance: number): Point[] {
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
