import { useEffect, useState } from 'react';
import { browserClient } from '../../purchase/buy/browser-client.ts';

const EVERY_MS = 10_000;

/** How many places each of these performances has left, asked again while the screen is looked at; of those that have been told. */
export function useFree(performanceIds: readonly number[]): ReadonlyMap<number, number> {
  const [free, setFree] = useState<ReadonlyMap<number, number>>(new Map());
  const wanted = performanceIds.join();

  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look() {
      const [client, { getAvailability }] = await Promise.all([browserClient(), import('@butaca/contract/places')]);
      // One after the other: the first ones are what is looked at, and nobody waits for the last.
      for (const id of wanted.split(',').filter(Boolean).map(Number)) {
        if (gone) return;
        const answer = await client.ask(getAvailability, { params: { performanceId: id } });
        if (answer && !gone) setFree((known) => new Map(known).set(id, answer.free));
      }
    }
    async function round() {
      if (document.visibilityState === 'visible') await look().catch(() => {});
      if (!gone) timer = setTimeout(round, EVERY_MS);
    }
    void round();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [wanted]);

  return free;
}
