import type { QueueDocument } from './document.ts';
import { drawnOrder, type Lane, lanes, type Permutation } from './draw.ts';

/** A number in the line, as the visitor's browser knows it. */
export interface QueueNumber {
  readonly lane: Lane;
  /** From 0, in the order of arrival in the lane. */
  readonly number: number;
  /** Short hash of the network that it was given to. */
  readonly group: string;
}

const orders = new WeakMap<object, Map<Lane, Permutation>>();

function orderOf(drawn: NonNullable<QueueDocument['drawn']>, lane: Lane): Permutation {
  const known = orders.get(drawn) ?? new Map<Lane, Permutation>();
  orders.set(drawn, known);
  const order = known.get(lane) ?? drawnOrder(drawn.seed, lane, drawn.counts[lane]);
  known.set(lane, order);
  return order;
}

/** Where a number stands: its lane, and its position there; null before the draw. */
export interface Position {
  readonly lane: Lane;
  readonly position: number;
}

/**
 * A number from before the draw stands where the draw put it, a later one behind all of them in the order of arrival. A number of a
 * demoted network has the same position in the last lane.
 */
export function positionOf(
  { lane, number, group }: QueueNumber,
  { drawn, demoted }: Pick<QueueDocument, 'drawn' | 'demoted'>,
): Position | null {
  if (drawn === null) return null;
  const served = lane === 'general' && number < drawn.counts.general && demoted.includes(group) ? 'late' : lane;
  const position = number < drawn.counts[lane] ? orderOf(drawn, lane)(number) : number;
  return { lane: served, position };
}

/**
 * How many people stand at the positions from `from` to `to` of a lane. Numbers of demoted networks were drawn like all others and moved
 * to the same positions of the last lane: both lanes have gaps, which the draw spread evenly.
 */
export function peopleBetween(
  lane: Lane,
  from: number,
  to: number,
  { drawn, demotedNumbers }: Pick<QueueDocument, 'drawn' | 'demotedNumbers'>,
): number {
  const positions = Math.max(0, to - from);
  if (drawn === null || demotedNumbers === 0 || lane === 'priority') return positions;
  const { general } = drawn.counts;
  const drawnPositions = Math.max(0, Math.min(to, general) - from);
  const moved = (drawnPositions * demotedNumbers) / general;
  return lane === 'late' ? moved : positions - moved;
}

/**
 * The place in the line: 1 for the next one, 0 for somebody who may go in. People of earlier lanes are before those of later ones, also
 * those who come later; so it may grow with them, but never because somebody is let in.
 */
export function aheadOf({ lane, position }: Position, document: Pick<QueueDocument, 'lanes' | 'drawn' | 'demotedNumbers'>): number {
  const { lanes: counts } = document;
  if (position < counts[lane].serving) return 0;
  const earlier = lanes.slice(0, lanes.indexOf(lane));
  const before = earlier.map((other) => peopleBetween(other, counts[other].serving, counts[other].issued, document));
  const own = peopleBetween(lane, counts[lane].serving, position, document);
  return 1 + Math.floor(before.reduce((sum, people) => sum + people, own));
}

/** A wait in minutes, as honest as can be said: `atMost` null stands for more than an hour. */
export interface WaitRange {
  readonly atLeast: number;
  readonly atMost: number | null;
}

const LONGEST_MINUTES = 60;
/** How far off the pace may be, far away and close by: a range that narrows. */
const SPREAD = { far: 0.5, near: 0.15, farMinutes: 30 };

/** How long somebody at this place of the line waits at this pace; null when nobody is let in. */
export function waitOf(ahead: number, perMinute: number): WaitRange | null {
  if (ahead <= 0) return { atLeast: 0, atMost: 0 };
  if (perMinute <= 0) return null;
  const minutes = ahead / perMinute;
  const spread = SPREAD.near + (SPREAD.far - SPREAD.near) * Math.min(1, minutes / SPREAD.farMinutes);
  const atLeast = Math.max(0, Math.floor(minutes * (1 - spread)));
  const atMost = Math.max(atLeast + 1, Math.ceil(minutes * (1 + spread)));
  return { atLeast: Math.min(atLeast, LONGEST_MINUTES), atMost: atMost > LONGEST_MINUTES ? null : atMost };
}

/** Seconds until the document is asked for again by somebody who waits so long at most. */
export function askAgainAfter({ askAgain }: Pick<QueueDocument, 'askAgain'>, minutes: number | null): number {
  const usual = askAgain.at(-1)?.[1] ?? 30;
  if (minutes === null) return usual;
  return askAgain.find(([below]) => below !== null && minutes < below)?.[1] ?? usual;
}
