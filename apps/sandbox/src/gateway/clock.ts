interface Waiter {
  readonly until: number;
  readonly wake: () => void;
  timer: NodeJS.Timeout;
}

/** The gateway's own time: this machine's, plus what it was put forward. */
export class Clock {
  readonly #waiting = new Set<Waiter>();
  #aheadMs = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Resumes everything that waited for this moment. */
  advance(ms: number) {
    this.#aheadMs += ms;
    for (const waiter of this.#waiting) {
      clearTimeout(waiter.timer);
      waiter.timer = this.#alarm(waiter);
    }
  }

  wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Omit<Waiter, 'timer'> = {
        until: this.now() + ms,
        wake: () => {
          this.#waiting.delete(waiter as Waiter);
          resolve();
        },
      };
      this.#waiting.add(Object.assign(waiter, { timer: this.#alarm(waiter) }));
    });
  }

  /** Ends all waits at once. */
  stop() {
    for (const { timer, wake } of this.#waiting) {
      clearTimeout(timer);
      wake();
    }
  }

  #alarm({ until, wake }: Omit<Waiter, 'timer'>) {
    return setTimeout(wake, Math.max(0, until - this.now()));
  }
}
