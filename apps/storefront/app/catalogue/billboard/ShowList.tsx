import { useState } from 'react';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { pathTo } from '../../paths.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { BillboardCard } from './BillboardCard.tsx';
import { ListTrouble } from './ListTrouble.tsx';
import { released } from './press.ts';
import styles from './ShowList.module.css';
import { slotOf } from './slots.ts';
import { useEndInView } from './use-end-in-view.ts';
import type { WholeBillboard } from './use-whole-billboard.ts';

export interface ShowListProps {
  readonly shows: readonly ShowCard[];
  /** How many the list will have, some of which may still have to be fetched. */
  readonly total: number;
  readonly rest: readonly ShowLink[];
  readonly billboard: WholeBillboard;
}

/** The first shows as cards, more as the end of the list comes near (C-15); without a script the rest are plain links. */
export function ShowList({ shows, total, rest, billboard }: ShowListProps) {
  const { first, batch } = useFrame().brand.billboard;
  const [count, setCount] = useState(first);
  const visible = shows.slice(0, count);
  const more = async () => {
    billboard.load();
    await released();
    // Scroll and Tab both ask, also while the shows of the last time are still on their way: one batch all the same.
    if (visible.length === count) setCount(Math.min(count + batch, total));
  };
  const unfinished = visible.length < total || !billboard.complete;
  const end = useEndInView(more, visible.length);

  return (
    <>
      <ul className={styles.list}>
        {visible.map((show, index) => (
          <BillboardCard
            key={show.id}
            show={show}
            slot={slotOf(index, { first, batch })}
            loading={index === 0 ? 'first' : index < 3 ? 'early' : 'late'}
            // Who walks the list with the keyboard never meets its end.
            {...(index === visible.length - 2 && unfinished ? { onReached: more } : {})}
          />
        ))}
      </ul>
      {billboard.failed ? (
        <ListTrouble onRetry={billboard.load} />
      ) : (
        unfinished && <div ref={end} className={styles.end} aria-hidden="true" />
      )}
      {rest.length > 0 && (
        <noscript>
          <ul className={styles.plain}>
            {rest.map(({ id, seo, name, venueName }) => (
              <li key={id}>
                <Link to={pathTo('landing', { seo })}>{name}</Link> {venueName}
              </li>
            ))}
          </ul>
        </noscript>
      )}
    </>
  );
}
