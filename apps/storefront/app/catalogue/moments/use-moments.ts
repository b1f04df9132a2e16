import { elapsedMs, serverClock, watchJumps } from '@butaca/browser/server-clock.ts';
import { useCallback, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type AsOf, askAsOf } from '../../calls/as-of.ts';
import { learnTime } from '../../calls/learn-time.ts';
import { SPREAD_MS, type Watched, watchMoment } from './watch-moment.ts';

function onVisibility(look: () => void): () => void {
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };
}

/** Calls `read` when the clock has changed what the page shows, and when something else may have. */
export function useMoments({ moment, polls }: Watched, read: (asOf: AsOf) => void): void {
  const latest = useRef(read);
  latest.current = read;

  useEffect(
    () =>
      watchMoment({ moment, polls }, (asOf) => latest.current(asOf), {
        now: serverClock.now,
        isKnown: serverClock.isKnown,
        elapsedMs,
        jumped: watchJumps(),
        learn: learnTime,
        isVisible: () => document.visibilityState === 'visible',
        onVisibility,
        random: Math.random,
      }),
    [moment, polls],
  );
}

function useReadRoute(): (asOf: AsOf) => void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  return useCallback((asOf) => {
    askAsOf(asOf);
    void latest.current();
  }, []);
}

/** The same, for the data of the page's route. */
export const useRouteMoments = (watched: Watched): void => useMoments(watched, useReadRoute());

/** Once `changed`, reads the data of the page's route at a time of its own within the next seconds: others have seen the same change. */
export function useReadSoon(changed: boolean): void {
  const read = useReadRoute();
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(read, Math.random() * SPREAD_MS, 'now');
    return () => clearTimeout(timer);
  }, [changed, read]);
}
