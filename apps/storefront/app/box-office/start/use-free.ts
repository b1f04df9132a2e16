import { pollWhileVisible } from '@butaca/browser/poll.ts';
import { useEffect, useState } from 'react';
import { browserClient } from '../../purchase/buy/browser-client.ts';

const EVERY_MS = 10_000;

/** How many places each of these performances has left, asked again while the screen is looked at; of those that have been told. */
export function useFree(performanceIds: readonly number[]): ReadonlyMap<number, number> {
  const [free, setFree] = useState<ReadonlyMap<number, number>>(new Map());
  const wanted = performanceIds.join();

  useEffect(() => {
    async function look(ended: AbortSignal) {
      const [client, { getAvailability }] = await Promise.all([browserClient(), import('@butaca/contract/places')]);
      // One after the other: the first performances of the list are the ones in view.
      for (const id of wanted.split(',').filter(Boolean).map(Number)) {
        if (ended.aborted) return;
        const answer = await client.ask(getAvailability, { params: { performanceId: id } });
        if (answer && !ended.aborted) setFree((known) => new Map(known).set(id, answer.free));
      }
    }
    return pollWhileVisible(look, { everyMs: EVERY_MS });
  }, [wanted]);

  return free;
}
