import { useRef } from 'react';

/** Something that takes a while and is used once: made ahead of time when `prepare` is called, anew when it is older than `goodForMs`. */
export function usePrepared<T>(make: () => Promise<T>, goodForMs: number) {
  const prepared = useRef<{ readonly startedAt: number; readonly made: Promise<T> } | null>(null);

  const prepare = (): Promise<T> => {
    if (prepared.current && Date.now() - prepared.current.startedAt < goodForMs) return prepared.current.made;
    const made = make();
    // Who takes it hears of the failure; until then nobody has to.
    made.catch(() => undefined);
    prepared.current = { startedAt: Date.now(), made };
    return made;
  };

  /** Rejects when it could not be made. */
  const take = (): Promise<T> => {
    const made = prepare();
    prepared.current = null;
    return made;
  };

  return { prepare, take };
}
