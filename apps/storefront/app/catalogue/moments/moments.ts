import type { ShowPerformance } from '@butaca/contract';

/** What a page shows of a performance that time or its organiser changes. */
export type Dated = Pick<ShowPerformance, 'id' | 'state' | 'onSaleAt' | 'startsAt'>;

/** When the first of them opens, or starts, which ends its sale; undefined without one to wait for. */
export function nextMoment(performances: readonly Dated[]): number | undefined {
  const moments = performances.flatMap(({ state, onSaleAt, startsAt }) => {
    if (state === 'cancelled') return [];
    return state === 'announced' && onSaleAt !== undefined ? [onSaleAt, startsAt] : [startsAt];
  });
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Those whose state is another one than before; what was not there before is no news. */
export const changedSince = <Performance extends Dated>(
  before: readonly Dated[],
  performances: readonly Performance[],
): readonly Performance[] =>
  performances.filter(({ id, state }) => {
    const known = before.find((each) => each.id === id);
    return known !== undefined && known.state !== state;
  });
