import { lanes } from '@butaca/fair-queue';
import type { LaneTable } from './store.ts';

const OVER_MS = 60_000;
/** Less says more about chance than about the pace. */
const LEAST_MS = 15_000;

/**
 * How many people a room let in during the last minute. Without a queue that is the number of those who came, and says nothing about how
 * long the next ones wait: counting begins anew when one forms.
 */
export class ServedPace {
  #samples: { readonly at: number; readonly count: number }[] = [];

  /** People per minute; null while it has not been measured for long enough. `now` is in milliseconds and never goes back. */
  add(table: LaneTable, letsIn: boolean, now: number): number | null {
    const waits = lanes.some((lane) => table[lane].issued > table[lane].serving);
    if (!waits || !letsIn) {
      this.#samples = [];
      return null;
    }
    const count = lanes.reduce((sum, lane) => sum + table[lane].serving, 0);
    this.#samples = [...this.#samples, { at: now, count }].filter(({ at }) => now - at <= OVER_MS);
    const [first] = this.#samples;
    const overMs = now - (first?.at ?? now);
    if (!first || overMs < LEAST_MS || count === first.count) return null;
    return Math.max(1, Math.round(((count - first.count) * 60_000) / overMs));
  }
}
