import { Suspense, useState } from 'react';
import type { AsOf } from '../calls/as-of.ts';
import { useHydrated } from '../frame/use-hydrated.ts';
import type { ShowCard } from './card.ts';
import { LiveCards } from './moments/lazy-live-cards.ts';
import type { ListedNow } from './moments/live-cards.ts';
import { ResultList } from './ResultList.tsx';

interface LiveResultListProps {
  /** As the page was read. */
  readonly shows: readonly ShowCard[];
  readonly read: (asOf: AsOf) => Promise<ListedNow | undefined>;
}

/** Results whose cards say what became of their shows while the page is open. */
export function LiveResultList({ shows, read }: LiveResultListProps) {
  const isHydrated = useHydrated();
  const [live, setLive] = useState({ of: shows, shows });
  const shown = live.of === shows ? live.shows : shows;
  return (
    <>
      <ResultList shows={shown} />
      {isHydrated && (
        <Suspense>
          <LiveCards shows={shown} read={read} onRead={(now) => setLive({ of: shows, shows: now })} />
        </Suspense>
      )}
    </>
  );
}
