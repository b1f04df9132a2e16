import { Refusal } from '@butaca/contract';

export interface WorkSize {
  /** Work done at the same time. */
  readonly atOnce: number;
  /** Work that may wait; more is refused with `busy`. */
  readonly waiting: number;
}

/** A bounded queue for work that costs tens of milliseconds of CPU per piece, so that a rush does not starve other requests. */
export class BoundedWork {
  readonly #size: WorkSize;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  /** Average duration of recent work, for the `retryAfterSeconds` of a refusal. */
  #averageMs = 50;

  constructor(size: WorkSize) {
    this.#size = size;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#averageMs += (performance.now() - startedAt - this.#averageMs) / 8;
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Throws `busy` when the queue is full. */
  requireCapacity(): void {
    if (this.#running < this.#size.atOnce || this.#queue.length < this.#size.waiting) return;
    throw new Refusal('busy', { retryAfterSeconds: this.#emptyInSeconds() });
  }

  #turn(): Promise<void> | undefined {
    this.requireCapacity();
    if (this.#running >= this.#size.atOnce) return new Promise((resolve) => this.#queue.push(resolve));
    this.#running += 1;
    return undefined;
  }

  #emptyInSeconds() {
    return Math.max(1, Math.ceil((this.#queue.length * this.#averageMs) / this.#size.atOnce / 1000));
  }
}
