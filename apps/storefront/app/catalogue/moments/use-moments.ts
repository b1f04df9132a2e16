import { elapsedMs, serverClock, watchJumps } from '@butaca/browser/server-clock.ts';
import { useCallback, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { askAsOf } from '../../calls/as-of.ts';
import { loadClient } from '../../calls/load-client.ts';
import { watchMoment } from './watch-moment.ts';

/** Away for so long, a page may show what was sold out or called off meanwhile. */
const AWAY_MS = 60_000;

/** Any answer says what time it is; this is the smallest. */
const learn = async () => {
  const [{ listShowTypes }, client] = await Promise.all([import('@butaca/contract/catalogue'), loadClient()]);
  return (await client.ask(listShowTypes, {})) !== undefined;
};

function onVisible(look: () => void): () => void {
  const lookIfVisible = () => {
    if (document.visibilityState === 'visible') look();
  };
  document.addEventListener('visibilitychange', lookIfVisible);
  window.addEventListener('pageshow', lookIfVisible);
  return () => {
    document.removeEventListener('visibilitychange', lookIfVisible);
    window.removeEventListener('pageshow', lookIfVisible);
  };
}

/** Reads the page's data anew at a moment (epoch ms) of the server's time, and when the page is looked at again after a while. */
export function useMoments(moment: number | undefined, { onReturn }: { readonly onReturn: boolean }): void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  const readAnew = useCallback((since: number) => {
    askAsOf(since);
    void latest.current();
  }, []);

  useEffect(() => {
    if (moment === undefined) return undefined;
    return watchMoment(moment, () => readAnew(moment), {
      now: serverClock.now,
      isKnown: serverClock.isKnown,
      jumped: watchJumps(),
      learn,
      isVisible: () => document.visibilityState === 'visible',
      onVisible,
      random: Math.random,
    });
  }, [moment, readAnew]);

  useEffect(() => {
    if (!onReturn) return undefined;
    let leftAt: number | undefined;
    const jumped = watchJumps();
    const leave = () => {
      if (document.visibilityState === 'hidden') leftAt = elapsedMs();
    };
    document.addEventListener('visibilitychange', leave);
    const forget = onVisible(() => {
      // A jump: the device slept meanwhile.
      if (leftAt !== undefined && (elapsedMs() - leftAt > AWAY_MS || jumped())) readAnew(serverClock.now());
      leftAt = undefined;
    });
    return () => {
      document.removeEventListener('visibilitychange', leave);
      forget();
    };
  }, [onReturn, readAnew]);
}
