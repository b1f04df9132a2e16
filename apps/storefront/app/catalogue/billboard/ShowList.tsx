import { usePrinting } from '@butaca/browser/use-printing.ts';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import { pathTo } from '../../paths.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { BillboardCard, CardRoom, slotOf } from './BillboardCard.tsx';
import styles from './ShowList.module.css';
import { released, type WholeBillboard } from './use-whole-billboard.ts';

export interface ShowListProps {
  readonly shows: readonly ShowCard[];
  /** Length of the complete list, including shows that are still to be fetched. */
  readonly total: number;
  readonly rest: readonly ShowLink[];
  readonly billboard: WholeBillboard;
}

/** Shows that are not drawn yet and have their room kept; a list as long as this is hardly scrolled to its end. */
const MOST_ROOM = 300;

/** The first shows as cards, more as the end of the list comes near (C-15) or by a button; without a script the rest are plain links. */
export function ShowList({ shows, total, rest, billboard }: ShowListProps) {
  const { first, batch, loadMoreButton } = useFrame().brand.billboard;
  const [count, setCount] = useState(first);
  // Paper has no end that more could come at.
  const printed = usePrinting();
  const visible = printed ? shows : shows.slice(0, count);
  const more = async () => {
    billboard.load();
    await released();
    // Scrolling and Tab both call this, possibly while a batch is still loading: one batch at a time.
    if (visible.length === count) setCount(Math.min(count + batch, total));
  };
  const unfinished = visible.length < total || !billboard.complete;
  // Without a button more come by themselves, and nothing below may move then.
  const listed = total > shows.length ? [...shows, ...rest] : shows;
  const toCome: readonly ShowLink[] =
    printed || loadMoreButton || billboard.failed ? [] : listed.slice(visible.length, visible.length + MOST_ROOM);
  const end = useEndInView(more, toCome[0]?.id);

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
            {...(index === visible.length - 2 && unfinished && !loadMoreButton ? { onReached: more } : {})}
          />
        ))}
        {toCome.map((show, index) => (
          <CardRoom key={show.id} ref={index === 0 ? end : undefined} show={show} slot={slotOf(visible.length + index, { first, batch })} />
        ))}
      </ul>
      {billboard.failed ? <ListFault onRetry={billboard.load} /> : unfinished && loadMoreButton && <More onMore={more} />}
      {rest.length > 0 && (
        <noscript>
          <PlainList shows={rest} />
        </noscript>
      )}
      {printed && listed.length > shows.length && <PlainList shows={listed.slice(shows.length)} />}
    </>
  );
}

/** Shows without their pictures. */
function PlainList({ shows }: { shows: readonly ShowLink[] }) {
  return (
    <ul className={styles.plain}>
      {shows.map(({ id, seo, name, venueName }) => (
        <li key={id}>
          <Link to={pathTo('landing', { seo })}>{name}</Link> {venueName}
        </li>
      ))}
    </ul>
  );
}

function More({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation(catalogueTexts);
  return (
    <p className={styles.more}>
      <Button kind="secondary" onClick={onMore}>
        {t('billboard.more')}
      </Button>
    </p>
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

/** Calls back when the referenced end of what is drawn is above the reader, or less than a screen below; `atEnd` changes when another element is the end. */
function useEndInView(onEnd: () => void, atEnd: ShowLink['id'] | undefined): RefObject<HTMLLIElement | null> {
  const end = useRef<HTMLLIElement>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;

  // A new observer for each end, because an observer reports an element that stays in view only once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `atEnd` starts the next one
  useEffect(() => {
    if (!end.current) return;
    // The browser may still deliver an entry after `disconnect`.
    let over = false;
    const observer = new IntersectionObserver((entries) => !over && entries.some((entry) => entry.isIntersecting) && latest.current(), {
      rootMargin: '1000000px 0px 600px',
    });
    observer.observe(end.current);
    return () => {
      over = true;
      observer.disconnect();
    };
  }, [atEnd]);

  return end;
}
