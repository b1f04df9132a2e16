import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import type { ShowCard } from '../card.ts';
import { BillboardCard } from './BillboardCard.tsx';
import styles from './Featured.module.css';

/** Rows stop at fractions of a pixel. */
const NEAR_END_PX = 2;
/** What is seen last stays in sight. */
const SCROLLED_PART = 0.8;

/** The first shows that have a landscape picture, above the list; in one row that is scrolled when the brand wants a carousel (FL-022). */
export function Featured({ shows }: { shows: readonly ShowCard[] }) {
  const { t } = useTranslation(catalogueTexts);
  const {
    featured: { shown, desktop, mobile },
    carousel,
  } = useFrame().brand.billboard;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const featured = shows.filter((show) => show.featured).slice(0, Math.max(desktop, mobile));
  if (!shown || featured.length === 0) return null;
  return (
    <section
      className={styles.featured}
      aria-labelledby={id}
      {...(carousel && { 'aria-roledescription': t('featured.carousel') })}
      data-carousel={carousel || undefined}
    >
      <header className={styles.header}>
        <h2 id={id}>{t('featured.title')}</h2>
        {carousel && <Arrows list={list} />}
      </header>
      <ul className={styles.list} ref={list}>
        {featured.map((show, index) => (
          <BillboardCard
            key={show.id}
            show={show}
            slot="featured"
            loading={index === 0 ? 'first' : 'early'}
            only={index >= mobile ? 'desktop' : index >= desktop ? 'phone' : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

/** For a mouse, which cannot swipe; fingers and the keyboard scroll the row itself. */
function Arrows({ list }: { readonly list: RefObject<HTMLUListElement | null> }) {
  const { t } = useTranslation(catalogueTexts);
  const [ends, setEnds] = useState({ first: true, last: true });
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const look = () =>
      setEnds({ first: row.scrollLeft < NEAR_END_PX, last: row.scrollLeft + row.clientWidth > row.scrollWidth - NEAR_END_PX });
    const watching = new ResizeObserver(look);
    watching.observe(row);
    row.addEventListener('scroll', look, { passive: true });
    return () => {
      watching.disconnect();
      row.removeEventListener('scroll', look);
    };
  }, [list]);
  if (ends.first && ends.last) return null;
  const scroll = (direction: 1 | -1) => list.current?.scrollBy({ left: direction * list.current.clientWidth * SCROLLED_PART });
  return (
    <p className={styles.arrows}>
      {/* Not `disabled`: a button that is pressed to the end keeps the focus. */}
      <button type="button" aria-disabled={ends.first} aria-label={t('featured.previous')} onClick={() => scroll(-1)}>
        <span aria-hidden="true">←</span>
      </button>
      <button type="button" aria-disabled={ends.last} aria-label={t('featured.next')} onClick={() => scroll(1)}>
        <span aria-hidden="true">→</span>
      </button>
    </p>
  );
}
