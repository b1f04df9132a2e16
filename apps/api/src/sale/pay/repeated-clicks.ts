import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@butaca/contract';
import type { AttemptReader } from '../../payments/index.ts';

interface RepeatedClick {
  readonly purchaseId: string;
  /** The idempotency key. */
  readonly key: string;
  /** Of the call: nobody looks for a buyer who has left. */
  readonly signal: AbortSignal | undefined;
}

const LOOK_EVERY_MS = 200;
/** Longer than the slowest charge; then its current state is answered. */
const LOOK_AT_MOST_MS = 40_000;
/** A browser repeats a click once or twice. */
const MOST_PER_PURCHASE = 3;

/** Repeated clicks that wait for what becomes of the first one, which may be under way on another process: the database is asked. */
export class RepeatedClicks {
  readonly #attempts: Pick<AttemptReader, 'ofClick'>;
  /** By purchase. */
  readonly #waiting = new Map<string, number>();

  constructor(attempts: Pick<AttemptReader, 'ofClick'>) {
    this.#attempts = attempts;
  }

  /** Resolves when the first click has an answer or the buyer has left, and at the latest after 40 s. */
  async untilAnswered({ purchaseId, key, signal }: RepeatedClick): Promise<void> {
    const waiting = this.#waiting.get(purchaseId) ?? 0;
    if (waiting >= MOST_PER_PURCHASE) throw new Refusal('busy', { retryAfterSeconds: 1 });
    this.#waiting.set(purchaseId, waiting + 1);
    try {
      for (const until = performance.now() + LOOK_AT_MOST_MS; performance.now() < until && !signal?.aborted; ) {
        if ((await this.#attempts.ofClick({ purchaseId, key }))?.state !== 'started') return;
        await sleep(LOOK_EVERY_MS, undefined, signal ? { signal } : {}).catch(ignore);
      }
    } finally {
      const left = (this.#waiting.get(purchaseId) ?? 1) - 1;
      if (left > 0) this.#waiting.set(purchaseId, left);
      else this.#waiting.delete(purchaseId);
    }
  }
}

const ignore = () => {};
