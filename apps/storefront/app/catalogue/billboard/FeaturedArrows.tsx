import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type RefObject, useEffect, useState } from 'react';
import catalogueTexts from '../../i18n/es/catalogue.json';
import styles from './FeaturedArrows.module.css';

/** Rows stop at fractions of a pixel. */
const NEAR_END_PX = 2;
/** What is seen last stays in sight. */
const SCROLLED_PART = 0.8;

/** For a mouse, which cannot swipe; fingers and the keyboard scroll the row itself. */
export default function FeaturedArrows({ list }: { readonly list: RefObject<HTMLUListElement | null> }) {
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
