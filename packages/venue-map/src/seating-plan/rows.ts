import { distance, pointsAlong } from '../curve.ts';
import { LARGEST_START, MOST_LENGTH, MOST_SEATS_IN_A_ROW } from '../file-problems.ts';
import type { Curve, Numbering, Point, Row } from '../form.ts';
import { seatNumbers } from '../numbering.ts';
import type { PlanRow } from './file.ts';

/** One row of a plan; seats that stand at even steps on a curve become that curve, others keep their points. */
export function rowOf(row: PlanRow, label: string, points: readonly Point[], categoryIds: ReadonlyMap<string, string>): Row {
  const categoryOf = (name: string) => categoryIds.get(name) as string;
  const category = categoryOf(mostCommon(row.seats.map((seat) => seat.category)));
  const exceptions = row.seats.flatMap((seat, index) =>
    categoryOf(seat.category) === category ? [] : [{ from: index, to: index, category: categoryOf(seat.category) }],
  );
  return {
    label,
    ...fitRow(points),
    numbering: numberingOf(row.seats.map(({ seat_number }) => seat_number)),
    category,
    ...(exceptions.length > 0 ? { exceptions } : {}),
  };
}

/** The scheme that gives the numbers as written, else the numbers themselves. */
function numberingOf(numbers: readonly string[]): Numbering {
  const [first, last] = [Number(numbers[0]), Number(numbers.at(-1))];
  const schemes: Numbering[] = [
    { scheme: 'up', start: first },
    { scheme: 'down', start: last },
    { scheme: first % 2 === 0 ? 'even' : 'odd', start: first },
    { scheme: 'center-out' },
  ];
  const starts = (start = 0) => Number.isInteger(start) && start >= 0 && start <= LARGEST_START;
  const found = schemes.find(
    (numbering) =>
      numbering.scheme !== 'list' &&
      starts(numbering.start) &&
      seatNumbers(numbers.length, numbering).every((number, index) => number === numbers[index]),
  );
  return found ?? { scheme: 'list', numbers };
}

function mostCommon(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** How far a seat may be moved onto a curve: in the file's unit, and as a share of the distance between seats. */
const FURTHEST = 0.45;
const FURTHEST_SHARE = 0.05;
/** Three points lie on some circle whatever they are. */
const FEWEST_ON_A_BEND = 4;
/** The control point comes nearer by a sixth or so each time. */
const ROUNDS = 60;

interface Fitted {
  readonly curve: Curve;
  readonly count?: number;
  readonly gaps?: readonly number[];
}

/** A curve on which the seats stand at even steps, with gaps where steps are wider; their own points where there is none. */
function fitRow(points: readonly Point[]): Fitted {
  return (
    onCurve(points, lineThrough) ?? onCurve(points, arcThrough) ?? onCurve(points, quadThrough) ?? { curve: { type: 'points', points } }
  );
}

/** A curve from the first to the last point, and how far along it each point stands, 0 to 1. */
interface Guess {
  readonly curve: Curve;
  readonly shares: readonly number[];
}

function onCurve(points: readonly Point[], guess: (points: readonly Point[]) => Guess | null): Fitted | null {
  if (points.length < 3) return null;
  const steps = stepsOf(points);
  const pitches = [steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] as number, Math.min(...steps)];
  if (Math.min(...steps) <= 0) return null;
  const guessed = guess(points);
  if (!guessed) return null;
  for (const pitch of pitches) {
    const count = 1 + steps.reduce((sum, step) => sum + Math.max(1, Math.round(step / pitch)), 0);
    if (count > Math.min(4 * points.length, MOST_SEATS_IN_A_ROW)) continue;
    const taken = guessed.shares.map((share) => Math.round(share * (count - 1)));
    const slots = pointsAlong(guessed.curve, count);
    const furthest = Math.min(FURTHEST, FURTHEST_SHARE * pitch);
    const fits = points.every((point, index) => {
      const slot = slots[taken[index] as number];
      return slot !== undefined && distance(slot, point) <= furthest && (taken[index] as number) > (taken[index - 1] ?? -1);
    });
    if (!fits) continue;
    const used = new Set(taken);
    const gaps = slots.map((_, slot) => slot).filter((slot) => !used.has(slot));
    return { curve: guessed.curve, count, ...(gaps.length > 0 ? { gaps } : {}) };
  }
  return null;
}

function lineThrough(points: readonly Point[]): Guess {
  const [from, to] = ends(points);
  const length = distance(from, to);
  return { curve: { type: 'line', from, to }, shares: points.map((point) => (length === 0 ? 0 : distance(from, point) / length)) };
}

/** The circle nearest to the points by least squares (Kåsa). */
function arcThrough(points: readonly Point[]): Guess | null {
  if (points.length < FEWEST_ON_A_BEND || !isBend(points)) return null;
  const mean = { x: average(points.map(({ x }) => x)), y: average(points.map(({ y }) => y)) };
  const sum = { xx: 0, xy: 0, yy: 0, xr: 0, yr: 0 };
  for (const point of points) {
    const [x, y] = [point.x - mean.x, point.y - mean.y];
    const squared = x * x + y * y;
    sum.xx += x * x;
    sum.xy += x * y;
    sum.yy += y * y;
    sum.xr += (x * squared) / 2;
    sum.yr += (y * squared) / 2;
  }
  const determinant = sum.xx * sum.yy - sum.xy * sum.xy;
  if (determinant === 0) return null;
  const offset = { x: (sum.xr * sum.yy - sum.yr * sum.xy) / determinant, y: (sum.yr * sum.xx - sum.xr * sum.xy) / determinant };
  const radius = rounded(Math.sqrt(offset.x ** 2 + offset.y ** 2 + (sum.xx + sum.yy) / points.length));
  const center = { x: rounded(mean.x + offset.x), y: rounded(mean.y + offset.y) };
  if (!(radius > 0) || Math.max(radius, Math.abs(center.x), Math.abs(center.y)) > MOST_LENGTH) return null;
  const angles = unwound(points.map(({ x, y }) => (Math.atan2(y - center.y, x - center.x) * 180) / Math.PI));
  const [start, end] = [rounded(angles[0] as number), rounded(angles.at(-1) as number)];
  if (start === end) return null;
  return { curve: { type: 'arc', center, radius, start, end }, shares: angles.map((angle) => (angle - start) / (end - start)) };
}

/** A parabola between the ends; its control point and the points' places on it are found in turns. */
function quadThrough(points: readonly Point[]): Guess | null {
  if (points.length < FEWEST_ON_A_BEND || !isBend(points)) return null;
  const [from, to] = ends(points);
  const walked = [0];
  for (const step of stepsOf(points)) walked.push((walked.at(-1) as number) + step);
  const shares = walked.map((far) => far / (walked.at(-1) as number));
  let parameters = shares;
  let control = from;
  for (let round = 0; round < ROUNDS; round += 1) {
    control = controlFor(points, parameters, from, to);
    parameters = parametersAt({ from, control, to }, shares);
  }
  control = { x: rounded(control.x), y: rounded(control.y) };
  if (Math.max(Math.abs(control.x), Math.abs(control.y)) > MOST_LENGTH) return null;
  return { curve: { type: 'quad', from, control, to }, shares };
}

function controlFor(points: readonly Point[], parameters: readonly number[], from: Point, to: Point): Point {
  const sum = { x: 0, y: 0, weight: 0 };
  points.forEach((point, index) => {
    const t = parameters[index] as number;
    const weight = 2 * t * (1 - t);
    sum.x += weight * (point.x - (1 - t) ** 2 * from.x - t * t * to.x);
    sum.y += weight * (point.y - (1 - t) ** 2 * from.y - t * t * to.y);
    sum.weight += weight * weight;
  });
  return sum.weight === 0 ? from : { x: sum.x / sum.weight, y: sum.y / sum.weight };
}

const SAMPLES = 200;

/** From shares of a parabola's length to its parameter. */
function parametersAt({ from, control, to }: { from: Point; control: Point; to: Point }, shares: readonly number[]): number[] {
  const at = (t: number): Point => ({
    x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * control.x + t * t * to.x,
    y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * control.y + t * t * to.y,
  });
  const lengths = [0];
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    lengths.push((lengths.at(-1) as number) + distance(at((sample - 1) / SAMPLES), at(sample / SAMPLES)));
  }
  const whole = lengths.at(-1) as number;
  let after = 1;
  return shares.map((share) => {
    while (after < SAMPLES && (lengths[after] as number) < share * whole) after += 1;
    const [before, next] = [lengths[after - 1] as number, lengths[after] as number];
    return (after - 1 + (next === before ? 0 : (share * whole - before) / (next - before))) / SAMPLES;
  });
}

/** Whether it never turns sharply: seats listed in no order, or around a table, are no bent row. */
function isBend(points: readonly Point[]): boolean {
  return points.slice(2).every((after, index) => {
    const [before, at] = [points[index] as Point, points[index + 1] as Point];
    return (at.x - before.x) * (after.x - at.x) + (at.y - before.y) * (after.y - at.y) > 0;
  });
}

const stepsOf = (points: readonly Point[]) => points.slice(1).map((point, index) => distance(point, points[index] as Point));

/** Angles that follow each other without a jump of a whole turn. */
function unwound(angles: readonly number[]): number[] {
  let last = angles[0] as number;
  return angles.map((angle) => {
    last += ((((angle - last) % 360) + 540) % 360) - 180;
    return last;
  });
}

const ends = (points: readonly Point[]): [Point, Point] => [points[0] as Point, points.at(-1) as Point];
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
