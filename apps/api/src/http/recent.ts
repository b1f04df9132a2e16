export interface RecentOptions {
  /** A result is used as it is for so long at least; 0 keeps none. */
  readonly freshMs: number;
  readonly now?: () => number;
}

/** What took long to make is kept longer, so that however many screens ask, no more than this share of the time is spent on it. */
const SHARE = 10;

/** The latest result of something that many ask for: one is made at a time, and all who ask meanwhile get it. */
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
