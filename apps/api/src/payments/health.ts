/** So many answers in a row that say nothing, or that it does not work, make a provider look down. */
const FAILURES = 3;
/** Without another failure for so long it is tried like any other. */
const FORGET_AFTER_MS = 60_000;

/** How the providers answered lately, in this process: told to buyers before they choose, and never a reason to refuse a payment. */
export class ProviderHealth {
  readonly #now: () => number;
  readonly #failures = new Map<string, { inARow: number; lastMs: number }>();

  constructor(now: () => number = performance.now.bind(performance)) {
    this.#now = now;
  }

  /** An answer's result; `unknown` and `unavailable` are failures, everything else shows that the provider works. */
  heard(provider: string, result: string): void {
    if (result !== 'unknown' && result !== 'unavailable') {
      this.#failures.delete(provider);
      return;
    }
    const { inARow = 0 } = this.#failures.get(provider) ?? {};
    this.#failures.set(provider, { inARow: inARow + 1, lastMs: this.#now() });
  }

  isDown(provider: string): boolean {
    const failures = this.#failures.get(provider);
    return failures !== undefined && failures.inARow >= FAILURES && this.#now() - failures.lastMs < FORGET_AFTER_MS;
  }
}
