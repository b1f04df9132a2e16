import { aheadOf, askAgainAfter, type Position, type QueueDocument, waitOf } from '@butaca/fair-queue';
import type { Visitor } from './crowd.ts';
import { Random } from './random.ts';
import type { Sale } from './sale.ts';

/** As the room's document has it. */
const ASK_AGAIN: QueueDocument['askAgain'] = [
  [0.5, 2],
  [2, 5],
  [10, 12],
  [null, 30],
];
const BEFORE_START_SECONDS = 60;
/** Pages that wait for the start do not all ask in the same second. */
const SPREAD_AT_START_SECONDS = 8;
const JITTER = 0.25;
const RELOAD_EVERY_SECONDS = 5 * 60;
/** Every tenth visitor is followed. */
const SAMPLE = 10;

export interface WaitersRequests {
  readonly perWaiter: number;
  readonly perMinuteOfWaiting: number;
  /** In the busiest ten seconds, after the start and before it. */
  readonly mostPerSecond: number;
}

/** How often the waiting pages ask, followed through a sale that has happened: for the document, and twice for each reload. */
export function requestsOfWaiters({ visitors, seconds, drawn, demotedNumbers, soldOutAt }: Sale, seed: number): WaitersRequests {
  const random = new Random(seed);
  const end = soldOutAt ?? seconds.length;
  const tens = new Map<number, number>();
  let [requests, waiters, minutes] = [0, 0, 0];
  const ask = (at: number) => {
    requests++;
    tens.set(Math.floor(at / 10), (tens.get(Math.floor(at / 10)) ?? 0) + 1);
  };
  for (const [index, visitor] of visitors.entries()) {
    if (index % SAMPLE !== 0 || visitor.joinedAt === null) continue;
    const gone = Math.min(visitor.leavesAt, visitor.calledAt ?? end, end);
    waiters++;
    minutes += Math.max(0, gone - visitor.joinedAt) / 60;
    // The page, the number and the first document.
    for (let request = 0; request < 3; request++) ask(visitor.joinedAt);
    for (let at = visitor.joinedAt + random.exponential(RELOAD_EVERY_SECONDS); at < gone; at += random.exponential(RELOAD_EVERY_SECONDS)) {
      ask(at);
      ask(at);
    }
    for (let at = visitor.joinedAt; at < gone; ask(at)) at = nextAt(visitor, at);
  }

  function nextAt(visitor: Visitor, at: number): number {
    const jitter = random.between(1 - JITTER, 1 + JITTER);
    const next = at + BEFORE_START_SECONDS * jitter;
    if (at < 0) return next < 0 ? next : random.between(0, SPREAD_AT_START_SECONDS);
    const second = seconds[Math.floor(at)];
    if (!second) return end;
    const position: Position = { lane: visitor.standsIn, position: visitor.position };
    const wait = waitOf(aheadOf(position, { lanes: second.lanes, drawn, demotedNumbers }), second.perMinute);
    return at + askAgainAfter({ askAgain: ASK_AGAIN }, wait?.atMost ?? null) * jitter;
  }

  return {
    perWaiter: requests / waiters,
    perMinuteOfWaiting: requests / minutes,
    mostPerSecond: (Math.max(...tens.values()) * SAMPLE) / 10,
  };
}
