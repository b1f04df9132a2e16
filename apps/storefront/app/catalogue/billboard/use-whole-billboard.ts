import { useCallback, useEffect, useRef, useState } from 'react';
import type { AsOf } from '../../calls/as-of.ts';
import { type ShowCard, type ShowLink, toCard } from '../card.ts';
import type { ListedNow } from '../moments/live-cards.ts';
import { remember } from '../show-index.ts';

export interface WholeBillboard {
  readonly shows: readonly ShowCard[];
  /** Number of shows, fetched or not. */
  readonly total: number;
  readonly complete: boolean;
  readonly failed: boolean;
  /** Fetches the shows that did not come with the page; a second call while it runs does nothing. */
  readonly load: () => void;
  /** All shows as they are since then; undefined without an answer. */
  readonly read: (asOf: AsOf) => Promise<ListedNow | undefined>;
  /** From now on these are the shows. */
  readonly show: (shows: readonly ShowCard[]) => void;
}

/** The whole billboard of a page that came with its first shows only. */
export function useWholeBillboard(first: readonly ShowCard[], rest: readonly ShowLink[]): WholeBillboard {
  const [fetched, setFetched] = useState<readonly ShowCard[] | null>(null);
  const [failed, setFailed] = useState(false);
  const running = useRef(false);
  const complete = rest.length === 0 || fetched !== null;
  useEffect(watchPresses, []);

  const load = useCallback(() => {
    if (complete || running.current) return;
    running.current = true;
    setFailed(false);
    void readBillboard().then(async (shows) => {
      await released();
      running.current = false;
      if (shows === undefined) return setFailed(true);
      // A read of the whole meanwhile is newer.
      remember(shows);
      setFetched((newer) => newer ?? shows);
    });
  }, [complete]);

  const show = useCallback((shows: readonly ShowCard[]) => {
    remember(shows);
    setFetched(shows);
  }, []);

  const shows = fetched ?? first;
  return { shows, total: complete ? shows.length : first.length + rest.length, complete, failed, load, read: readAll, show };
}

/** All shows; undefined without an answer. */
export async function readBillboard(asOf?: AsOf): Promise<readonly ShowCard[] | undefined> {
  try {
    const [{ getBillboard }, { client }] = await Promise.all([
      import('@butaca/contract/catalogue'),
      import('../../calls/browser-client.ts'),
    ]);
    return (await client.ask(getBillboard, {}, { asOf }))?.items.map(toCard);
  } catch {
    // A chunk that did not load is handled like an answer that did not come.
    return undefined;
  }
}

async function readAll(asOf: AsOf): Promise<ListedNow | undefined> {
  const billboard = await readBillboard(asOf);
  return billboard && { listed: billboard, billboard };
}

let pressed = false;
const waiting = new Set<() => void>();

/** Watches the pointer until the returned function is called. */
function watchPresses(): () => void {
  const press = () => {
    pressed = true;
  };
  // The click event follows pointerup: a timeout runs after it.
  const release = () =>
    setTimeout(() => {
      pressed = false;
      for (const goOn of waiting) goOn();
      waiting.clear();
    });
  const watching = new AbortController();
  addEventListener('pointerdown', press, { capture: true, signal: watching.signal });
  for (const end of ['pointerup', 'pointercancel', 'blur'] as const)
    addEventListener(end, release, { capture: true, signal: watching.signal });
  return () => {
    watching.abort();
    release();
  };
}

/** Resolves when no pointer is down, so that a change of layout does not move a link while it is pressed. */
export const released = () => (pressed ? new Promise<void>((goOn) => waiting.add(goOn)) : Promise.resolve());
