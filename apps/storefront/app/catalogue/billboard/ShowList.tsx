import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import { pathTo } from '../../paths.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { BillboardCard, slotOf } from './BillboardCard.tsx';
import styles from './ShowList.module.css';
import { released, type WholeBillboard } from './use-whole-billboard.ts';

export interface ShowListProps {
  readonly shows: readonly ShowCard[];
  /** Length of the complete list, including shows that are still to be fetched. */
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
    // Scrolling and Tab both call this, possibly while a batch is still loading: one batch at a time.
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
            // With the keyboard the next batch is loaded before the last card is reached.
            {...(index === visible.length - 2 && unfinished ? { onReached: more } : {})}
          />
        ))}
      </ul>
      {billboard.failed ? (
        <ListFault onRetry={billboard.load} />
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

/** The rest of the billboard could not be fetched. */
function ListFault({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(catalogueTexts);
  return (
    <Notice
      kind="error"
      title={t('billboard.rest failed')}
      actions={
        <Button small kind="secondary" onClick={onRetry}>
          {t('billboard.retry')}
        </Button>
      }
    />
  );
}

/** Calls back when the referenced end of a list is within one screen; `round` changes when the list has grown. */
function useEndInView(onEnd: () => void, round: number): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;

  // A new observer for each round, because an observer reports an element that stays in view only once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the next one
  useEffect(() => {
    if (!end.current) return;
    // The browser may still deliver an entry after `disconnect`.
    let over = false;
    const observer = new IntersectionObserver((entries) => !over && entries.some((entry) => entry.isIntersecting) && latest.current(), {
      rootMargin: '600px',
    });
    observer.observe(end.current);
    return () => {
      over = true;
      observer.disconnect();
    };
  }, [round]);

  return end;
}
