import { serverClock } from '@butaca/browser/server-clock.ts';
import type { ShowDetail, ShowPerformance } from '@butaca/contract';
import { useMemo, useRef } from 'react';

/** A performance as a page shows it: one that has started while the page was open stays, and says so. */
export type ShownPerformance = Omit<ShowPerformance, 'state'> & { readonly state: ShowPerformance['state'] | 'started' };

/** What a page shows of a performance that time or its organiser changes. */
export type Dated = Pick<ShownPerformance, 'id' | 'state'>;

/** Those whose state is another one than before; what was not there before is no news. */
export const changedSince = <Performance extends Dated>(
  before: readonly Dated[],
  performances: readonly Performance[],
): readonly Performance[] =>
  performances.filter(({ id, state }) => {
    const known = before.find((each) => each.id === id);
    return known !== undefined && known.state !== state;
  });

/** What the server answers, after those that were shown before and have started since: it leaves them out. */
export function withStarted(
  before: readonly ShownPerformance[],
  answered: readonly ShowPerformance[],
  now: number,
): readonly ShownPerformance[] {
  const known = new Set(answered.map(({ id }) => id));
  const started = before.filter(({ id, startsAt }) => !known.has(id) && startsAt <= now);
  return [...started.map((each): ShownPerformance => (each.state === 'cancelled' ? each : { ...each, state: 'started' })), ...answered];
}

/** The dates of a show, and those that have started since its page was opened. */
export function useShownPerformances({ id, performances }: Pick<ShowDetail, 'id' | 'performances'>): readonly ShownPerformance[] {
  const before = useRef<{ readonly id: number; readonly shown: readonly ShownPerformance[] }>(undefined);
  return useMemo(() => {
    const shown = before.current?.id === id ? withStarted(before.current.shown, performances, serverClock.now()) : performances;
    before.current = { id, shown };
    return shown;
  }, [id, performances]);
}
