import type { QueueState } from '@butaca/contract/queue';
import { aheadOf, type Lane, positionOf, type QueueDocument, type WaitRange, waitOf } from '@butaca/fair-queue';

/** A visitor's number, as the queue host told it. */
export type OwnNumber = NonNullable<QueueState['number']>;

/** What is known about a visit: what everybody reads, and the visitor's own part. */
export interface Visit {
  /** Null until it was read. */
  readonly document: QueueDocument | null;
  /** Null until the queue host has answered. */
  readonly state: QueueState | null;
  /** `working`: the browser solves the challenge. `left`: the visitor gave the number back. */
  readonly activity: 'waiting' | 'working' | 'left';
}

export type Screen =
  | { readonly kind: 'joining' | 'working' | 'left' | 'sold_out' | 'open' }
  | { readonly kind: 'refused'; readonly obstacle: NonNullable<QueueState['obstacle']> }
  | { readonly kind: 'before_draw'; readonly number: OwnNumber; readonly startsAt: number | null; readonly gathered: number }
  | { readonly kind: 'turn' }
  | InLine;

export interface InLine {
  readonly kind: 'in_line';
  readonly number: OwnNumber;
  /** From 1, as it was drawn or given: it never changes. */
  readonly place: number;
  readonly lane: Lane;
  /** The number's network was put behind everybody else. */
  readonly isDemoted: boolean;
  readonly peopleBefore: number;
  /** Its turn came before a pause: it goes in when the pause is over, like all others that were called. */
  readonly isCalled: boolean;
  readonly wait: WaitRange | null;
  readonly pace: 'moving' | 'paused' | 'draining';
  readonly hasLittleLeft: boolean;
  /** This number replaces one whose turn passed. */
  readonly isTurnOver: boolean;
}

/** Which screen a visit shows. */
export function screenOf({ document, state, activity }: Visit): Screen {
  if (activity === 'left') return { kind: 'left' };
  if (document?.phase === 'closed') return { kind: 'open' };
  if (document?.phase === 'sold_out') return { kind: 'sold_out' };
  if (activity === 'working') return { kind: 'working' };
  if (state === null) return { kind: 'joining' };
  if (state.redirectUrl !== '') return { kind: 'turn' };
  if (state.number === undefined) return state.obstacle ? { kind: 'refused', obstacle: state.obstacle } : { kind: 'joining' };
  if (document === null || isWorthless(state.number, document)) return { kind: 'joining' };
  const { number, isTurnOver = false } = state;
  const position = positionOf(number, document);
  if (position === null) return { kind: 'before_draw', number, startsAt: document.startsAt, gathered: gatheredIn(document) };
  const ahead = aheadOf(position, document);
  // Somebody whose turn came during a pause goes in when it is over.
  if (ahead === 0 && document.phase !== 'paused') return { kind: 'turn' };
  return {
    kind: 'in_line',
    number,
    place: position.position + 1,
    lane: position.lane,
    isDemoted: position.lane === 'late' && number.lane !== 'late',
    peopleBefore: Math.max(0, ahead - 1),
    isCalled: ahead === 0,
    wait: document.phase === 'paused' ? null : waitOf(ahead, document.perMinute),
    pace: document.phase === 'paused' || document.phase === 'draining' ? document.phase : 'moving',
    hasLittleLeft: document.stock === 'low',
    isTurnOver,
  };
}

/** The room was opened anew since the number was given, or its turn is over: the queue host gives another one. */
export function isWorthless(number: OwnNumber, document: QueueDocument): boolean {
  if (document.epoch !== number.epoch) return document.epoch > number.epoch;
  const position = positionOf(number, document);
  // One that was given after its position had been called has the same time as all others.
  const isOver = number.joinedAt + document.graceSeconds * 1000 < document.serverNow;
  return position !== null && position.position < document.lanes[position.lane].lapsed && isOver;
}

/** How many numbers were given out: before the draw, the people who wait for it. */
export const gatheredIn = ({ lanes }: Pick<QueueDocument, 'lanes'>): number =>
  lanes.priority.issued + lanes.general.issued + lanes.late.issued;

/** How far the line has moved since this browser first saw it, from 0 to 1. */
export const progressOf = (peopleBefore: number, firstPeopleBefore: number): number =>
  firstPeopleBefore <= 0 ? 1 : Math.min(1, Math.max(0, 1 - peopleBefore / firstPeopleBefore));
