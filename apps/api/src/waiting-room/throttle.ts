import type { RoomRow } from './queries.ts';

interface Bucket {
  readonly at: number;
  readonly left: number;
}

/** While the store does not answer: lets people in at the pace that the organiser allowed for that, in each process; by default none. */
export class Throttle {
  readonly #buckets = new Map<number, Bucket>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether one more may go in now. A minute's worth is never saved up: at most one second's is. */
  admits({ performanceId, unreachablePerMinute }: Pick<RoomRow, 'performanceId' | 'unreachablePerMinute'>): boolean {
    const perMs = unreachablePerMinute / 60_000;
    const most = Math.max(1, perMs * 1000);
    const now = this.#now();
    const before = this.#buckets.get(performanceId) ?? { at: now, left: 1 };
    const left = Math.min(most, before.left + (now - before.at) * perMs);
    const admits = unreachablePerMinute > 0 && left >= 1;
    this.#buckets.set(performanceId, { at: now, left: admits ? left - 1 : left });
    return admits;
  }
}
