interface Timing {
  readonly everyMs: number;
  /** At most so much is added to each pause, so that pages opened together do not ask together. */
  readonly jitterMs?: number;
}

interface Polling extends Timing {
  /** How often to look; without it until the signal is aborted. */
  readonly times?: number;
  /** Counts a pause from the start of a look instead of its end. */
  readonly fromStart?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Looks at once and then again and again, one look at a time, until one finds something. */
export async function poll<T>(look: () => Promise<T | undefined>, polling: Polling): Promise<T | undefined> {
  const { everyMs, jitterMs = 0, times = Number.POSITIVE_INFINITY, fromStart = false, signal } = polling;
  for (let time = 1; !signal?.aborted; time++) {
    const pause = () => sleep(everyMs + Math.random() * jitterMs, signal);
    const started = fromStart ? pause() : null;
    const found = await look();
    if (found !== undefined || time >= times) return found;
    await (started ?? pause());
  }
  return undefined;
}

/** Looks as long as the page is open, while it is visible; a look that failed is repeated like any other. Returns what ends it. */
export function pollWhileVisible(look: (signal: AbortSignal) => Promise<void>, timing: Timing): () => void {
  const ended = new AbortController();
  const lookIfVisible = async () => {
    if (document.visibilityState === 'visible') await look(ended.signal).catch(() => {});
    return undefined;
  };
  void poll(lookIfVisible, { ...timing, signal: ended.signal });
  return () => ended.abort();
}

/** Ends early, and without an error, when the signal is aborted. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
