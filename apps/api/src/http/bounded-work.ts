import { Refusal } from '@butaca/contract';

export interface WorkSize {
  /** Work done at the same time. */
  readonly atOnce: number;
  /** Work that may wait; more is refused with `busy`. */
  readonly waiting: number;
}

/** Room in the queue for one piece of work to come; `release` gives it back when the work is not done after all. */
export interface Reservation {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  release(): void;
}

/** A bounded queue for work that costs tens of milliseconds of CPU per piece, so that a rush does not starve other requests. */
export class BoundedWork {
  readonly #size: WorkSize;
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #reserved = 0;
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

  /** Keeps room for one piece of work, so that the steps before it are not taken in vain; throws `busy` when there is none. */
  reserve(): Reservation {
    this.#requireCapacity();
    this.#reserved += 1;
    let isOpen = true;
    const release = () => {
      if (isOpen) this.#reserved -= 1;
      isOpen = false;
    };
    return {
      release,
      run: (work) => {
        release();
        return this.run(work);
      },
    };
  }

  #requireCapacity(): void {
    if (this.#running + this.#queue.length + this.#reserved < this.#size.atOnce + this.#size.waiting) return;
    throw new Refusal('busy', { retryAfterSeconds: this.#emptyInSeconds() });
  }

  #turn(): Promise<void> | undefined {
    this.#requireCapacity();
    if (this.#running >= this.#size.atOnce) return new Promise((resolve) => this.#queue.push(resolve));
    this.#running += 1;
    return undefined;
  }

  #emptyInSeconds() {
    return Math.max(1, Math.ceil((this.#queue.length * this.#averageMs) / this.#size.atOnce / 1000));
  }
}
