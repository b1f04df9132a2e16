export interface RecentOptions {
  /** How long a result is fresh, at least; 0 keeps none. */
  readonly freshMs: number;
  readonly now?: () => number;
}

/** A slow result is kept longer, so that at most this share of the time is spent making it, however many clients poll. */
const SHARE = 10;

/** Keeps the latest result of a shared computation: one runs at a time, and requests that arrive meanwhile wait for it. */
export function recent<Value>(make: () => Promise<Value>, { freshMs, now = performance.now.bind(performance) }: RecentOptions) {
  let made: { readonly value: Value; readonly until: number } | undefined;
  let making: Promise<Value> | undefined;
  return async (): Promise<Value> => {
    if (made && now() < made.until) return made.value;
    making ??= remake();
    return making;
  };

  async function remake(): Promise<Value> {
    const startedAt = now();
    try {
      const value = await make();
      if (freshMs > 0) made = { value, until: startedAt + Math.max(freshMs, SHARE * (now() - startedAt)) };
      return value;
    } finally {
      making = undefined;
    }
  }
}
