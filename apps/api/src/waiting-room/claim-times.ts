const WINDOW_MS = 5000;
const MOST_KEPT = 5000;

interface Call {
  readonly at: number;
  readonly ms: number;
  readonly failed: boolean;
}

/** How long this process took of late for the calls that take places; the pace of a room follows it. */
export class ClaimTimes {
  #calls: Call[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `failed`: the server was too busy, or broke. */
  add(ms: number, failed: boolean): void {
    if (this.#calls.length >= MOST_KEPT) this.#calls = this.#calls.slice(MOST_KEPT / 2);
    this.#calls.push({ at: this.#now(), ms, failed });
  }

  /** Of the last five seconds; null while there were no calls. */
  read(): { readonly claimP95Ms: number | null; readonly failedShare: number } {
    const since = this.#now() - WINDOW_MS;
    this.#calls = this.#calls.filter(({ at }) => at >= since);
    const times = this.#calls.map(({ ms }) => ms).sort((a, b) => a - b);
    const failed = this.#calls.filter((call) => call.failed).length;
    return {
      claimP95Ms: times[Math.floor(times.length * 0.95)] ?? null,
      failedShare: times.length === 0 ? 0 : failed / times.length,
    };
  }
}
