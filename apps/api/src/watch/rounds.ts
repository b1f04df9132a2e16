interface Rounds {
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** Hears of the first of failures in a row. */
  readonly failed: (error: unknown) => void;
}

/** Repeats work until it is stopped; a round that takes longer is not overtaken, one that fails is tried again. */
export function startRounds({ everyMs, work, failed }: Rounds): { stop: () => Promise<void> } {
  const over = new AbortController();
  let round: Promise<unknown> | undefined;
  let isFailing = false;
  const timer = setInterval(() => {
    round ??= work(over.signal)
      .then(
        () => {
          isFailing = false;
        },
        (error) => {
          if (!isFailing) failed(error);
          isFailing = true;
        },
      )
      .finally(() => {
        round = undefined;
      });
  }, everyMs);
  return {
    stop: async () => {
      over.abort();
      clearInterval(timer);
      await round;
    },
  };
}
