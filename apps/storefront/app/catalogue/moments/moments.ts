import type { ShowPerformance } from '@butaca/contract';

/** What a page shows of a performance that time or its organiser changes. */
export type Dated = Pick<ShowPerformance, 'id' | 'state'>;

/** Those whose state is another one than before; what was not there before is no news. */
export const changedSince = <Performance extends Dated>(
  before: readonly Dated[],
  performances: readonly Performance[],
): readonly Performance[] =>
  performances.filter(({ id, state }) => {
    const known = before.find((each) => each.id === id);
    return known !== undefined && known.state !== state;
  });
