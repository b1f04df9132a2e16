import type { Point } from '../form.ts';
import { centreOf, contains } from './outline.ts';

/** Size of a letter as shares of the font size, with the room around a label. */
const LETTER_WIDTH = 0.66;
const LETTER_HEIGHT = 1.4;
const SPOTS_ACROSS = 28;
/** A label may shrink to this share of the requested size. */
const SMALLEST = 40;
const WORTH_MOVING = 1.15;
/** How much larger a label must get by being turned. */
const WORTH_TURNING = 2;

interface Shape {
  readonly width: number;
  readonly height: number;
}

export interface LabelPlace {
  readonly at: Point;
  /** Font size in the map's unit at which the label just fits, at most what was asked for; 0 where there is no room. */
  readonly size: number;
  /** Turned by a quarter, to read upwards, where it would be much smaller otherwise. */
  readonly turned: boolean;
}

/** Where a label fits best inside an outline: as large as wanted, or as possible, and near its middle. */
export function labelPlace(outline: readonly Point[], label: string, wanted: number): LabelPlace {
  const length = Math.max(2, label.length) * LETTER_WIDTH;
  const spots = spotsIn(outline);
  const level = fit(outline, spots, { width: length, height: LETTER_HEIGHT }, wanted);
  if (level.size === wanted) return { ...level, turned: false };
  const turned = fit(outline, spots, { width: LETTER_HEIGHT, height: length }, wanted);
  return turned.size > WORTH_TURNING * level.size ? { ...turned, turned: true } : { ...level, turned: false };
}

/** Looks from the middle outwards; a place further away must make the label clearly larger. */
function fit(outline: readonly Point[], spots: readonly Point[], shape: Shape, wanted: number): { at: Point; size: number } {
  const best = { at: centreOf(outline), size: 0 };
  for (const at of spots) {
    const least = best.size === 0 ? wanted / SMALLEST : best.size * WORTH_MOVING;
    if (!holds(outline, at, shape, Math.min(least, wanted))) continue;
    best.at = at;
    best.size = largestAt(outline, at, shape, Math.min(least, wanted), wanted);
    if (best.size === wanted) break;
  }
  return best;
}

function largestAt(outline: readonly Point[], at: Point, shape: Shape, least: number, most: number): number {
  if (holds(outline, at, shape, most)) return most;
  let [fits, tooLarge] = [least, most];
  for (let step = 0; step < 8; step += 1) {
    const size = (fits + tooLarge) / 2;
    if (holds(outline, at, shape, size)) fits = size;
    else tooLarge = size;
  }
  return fits;
}

/** The middle and a grid of points over the outline, the nearest to the middle first. */
function spotsIn(outline: readonly Point[]): Point[] {
  const middle = centreOf(outline);
  const [left, right] = [Math.min(...outline.map(({ x }) => x)), Math.max(...outline.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...outline.map(({ y }) => y)), Math.max(...outline.map(({ y }) => y))];
  if (right === left || bottom === top) return [];
  const spots = Array.from({ length: SPOTS_ACROSS * SPOTS_ACROSS }, (_, index) => {
    const x = left + ((0.5 + (index % SPOTS_ACROSS)) / SPOTS_ACROSS) * (right - left);
    const y = top + ((0.5 + Math.floor(index / SPOTS_ACROSS)) / SPOTS_ACROSS) * (bottom - top);
    return { x, y, away: Math.hypot(x - middle.x, y - middle.y) };
  });
  return [middle, ...spots.sort((a, b) => a.away - b.away)];
}

const STEPS_ALONG = [0, -0.5, 0.5, -0.25, 0.25];
const STEPS_ACROSS = [-0.5, 0.5, 0];

function holds(outline: readonly Point[], { x, y }: Point, { width, height }: Shape, size: number): boolean {
  return STEPS_ALONG.every((across) =>
    STEPS_ACROSS.every((down) => contains(outline, { x: x + across * width * size, y: y + down * height * size })),
  );
}
