import { useState } from 'react';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { pathTo } from '../../paths.ts';
import type { ShowCard } from '../card.ts';
import { BillboardCard } from './BillboardCard.tsx';
import styles from './ShowList.module.css';
import { slotOf } from './slots.ts';
import { useEndInView } from './use-end-in-view.ts';

/** The first shows as cards, more as the end of the list comes near (C-15); without a script the rest are plain links. */
export function ShowList({ shows }: { shows: readonly ShowCard[] }) {
  const { first, batch } = useFrame().brand.billboard;
  const [count, setCount] = useState(first);
  const more = () => setCount((current) => Math.min(current + batch, shows.length));
  const end = useEndInView(more, count);
  const visible = shows.slice(0, count);
  const rest = shows.slice(first);

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
            {...(index === visible.length - 2 && count < shows.length ? { onReached: more } : {})}
          />
        ))}
      </ul>
      {count < shows.length && <div ref={end} className={styles.end} aria-hidden="true" />}
      {rest.length > 0 && (
        <noscript>
          <ul className={styles.plain}>
            {rest.map((show) => (
              <li key={show.id}>
                <Link to={pathTo('landing', { seo: show.seo })}>{show.name}</Link> {show.venueName}
              </li>
            ))}
          </ul>
        </noscript>
      )}
    </>
  );
}
