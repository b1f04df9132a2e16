interface Timing {
  readonly everyMs: number;
  /** Each pause is twice as long as the one before, up to this; without it all are as long as the first. */
  readonly slowingToMs?: number;
  /** At most so much is added to each pause, so that pages opened together do not ask together. */
  readonly jitterMs?: number;
  /** Begins with a pause: somebody else has just looked. */
  readonly pausesFirst?: boolean;
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
  const { everyMs, slowingToMs = everyMs, jitterMs = 0, pausesFirst = false } = polling;
  const { times = Number.POSITIVE_INFINITY, fromStart = false, signal } = polling;
  let pauseMs = everyMs;
  const pause = () => {
    const paused = sleep(pauseMs + Math.random() * jitterMs, signal);
    pauseMs = Math.min(pauseMs * 2, slowingToMs);
    return paused;
  };
  if (pausesFirst) await pause();
  for (let time = 1; !signal?.aborted; time++) {
    const started = fromStart ? pause() : null;
    const found = await look();
    if (found !== undefined || time >= times) return found;
    await (started ?? pause());
  }
  return undefined;
}

/**
 * Looks as long as the page is open, while it is visible; one that comes back looks at once, with short pauses again. A look that failed is
 * repeated like any other. Returns what ends it.
 */
export function pollWhileVisible(look: (signal: AbortSignal) => Promise<void>, { pausesFirst = false, ...timing }: Timing): () => void {
  let shown: AbortController | undefined;
  const start = (isBack: boolean) => {
    shown = new AbortController();
    const { signal } = shown;
    const tried = async () => {
      await look(signal).catch(() => {});
      return undefined;
    };
    void poll(tried, { ...timing, pausesFirst: pausesFirst && !isBack, signal });
  };
  const stop = () => {
    shown?.abort();
    shown = undefined;
  };
  const follow = () => {
    if (document.visibilityState !== 'visible') stop();
    else if (!shown) start(true);
  };
  if (document.visibilityState === 'visible') start(false);
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
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
