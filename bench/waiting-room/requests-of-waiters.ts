import { aheadOf, type Position, waitOf } from '@butaca/fair-queue';
import { ASK_AGAIN } from '../../apps/api/src/waiting-room/rooms.ts';
import { nextAskMs } from '../../apps/waiting-room/app/room/timing.ts';
import type { Visitor } from './crowd.ts';
import { Random } from './random.ts';
import type { Sale } from './sale.ts';

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
  const gathered = (issued: number) => ({ issued, serving: 0, lapsed: 0 });
  const { priority, general, late } = drawn.counts;
  // With the people of the start, who are a few more than a page has read of by then.
  const beforeStart = {
    phase: 'pre',
    startsAt: 0,
    askAgain: ASK_AGAIN,
    lanes: { priority: gathered(priority), general: gathered(general), late: gathered(late) },
  } as const;
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

  /** As the waiting page does it; the sale starts at 0. */
  function nextAt(visitor: Visitor, at: number): number {
    const asking = { now: at * 1000, failures: 0, retryAfterMs: 0, random: random.next() };
    if (at < 0) return at + (nextAskMs({ ...asking, document: beforeStart, screen: { kind: 'before_draw' } }) ?? 0) / 1000;
    const second = seconds[Math.floor(at)];
    if (!second) return end;
    const { lanes, perMinute } = second;
    const position: Position = { lane: visitor.standsIn, position: visitor.position };
    const wait = waitOf(aheadOf(position, { lanes, drawn, demotedNumbers }), perMinute);
    const document = { phase: 'active', startsAt: 0, lanes, askAgain: ASK_AGAIN } as const;
    return at + (nextAskMs({ ...asking, document, screen: { kind: 'in_line', wait } }) ?? 0) / 1000;
  }

  return {
    perWaiter: requests / waiters,
    perMinuteOfWaiting: requests / minutes,
    mostPerSecond: (Math.max(...tens.values()) * SAMPLE) / 10,
  };
}
