import type { Db } from '#db/connect';
import { countArrivals } from './queries.ts';

/**
 * Counts who comes to performances whose rooms stand by, in memory; written with each reading of the rooms. What a cache answers is not
 * counted: people about to buy are logged in, and their call of a performance is answered by no cache.
 */
export class Arrivals {
  readonly #counts = new Map<number, number>();

  /** Counts from now on for these performances alone. */
  follow(performanceIds: readonly number[]): void {
    for (const id of this.#counts.keys()) if (!performanceIds.includes(id)) this.#counts.delete(id);
    for (const id of performanceIds) if (!this.#counts.has(id)) this.#counts.set(id, 0);
  }

  count(performanceId: number): void {
    const before = this.#counts.get(performanceId);
    if (before !== undefined) this.#counts.set(performanceId, before + 1);
  }

  async write(db: Db): Promise<void> {
    for (const [performanceId, count] of this.#counts) {
      if (count === 0) continue;
      await countArrivals(db, performanceId, count);
      // Those who came meanwhile stay for the next time.
      this.#counts.set(performanceId, (this.#counts.get(performanceId) ?? count) - count);
    }
  }
}
