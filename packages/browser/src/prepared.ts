/** Something that takes a while and is used once: made ahead of time by `prepare`, anew when it is older than `goodForMs`. */
export function createPrepared<T>(make: () => Promise<T>, goodForMs: number, now: () => number = Date.now) {
  let prepared: { readonly startedAt: number; readonly made: Promise<T> } | null = null;

  const prepare = (): Promise<T> => {
    if (prepared && now() - prepared.startedAt < goodForMs) return prepared.made;
    const mine = { startedAt: now(), made: make() };
    prepared = mine;
    // A failure ahead of time is not reported; the next `take` tries again.
    mine.made.catch(() => {
      if (prepared === mine) prepared = null;
    });
    return mine.made;
  };

  /** Rejects when it could not be made. */
  const take = (): Promise<T> => {
    const made = prepare();
    prepared = null;
    return made;
  };

  return { prepare, take };
}
