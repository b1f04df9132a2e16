import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { SeatView } from '@butaca/venue-map/seat-view';
import { useEffect, useState } from 'react';
import seatMapTexts from '../../i18n/es/seat-map.json';
import styles from './SeatView.module.css';
import type { SeatMapStore } from './store/seat-map-store.ts';

/** A pointer that only passes over a place draws nothing. */
const REST_MS = 120;

/** What is seen from a place, once its drawing is ready; null for a place without a seat. */
export function useSeatView(store: SeatMapStore, place: number | null): SeatView | null {
  const [drawn, setDrawn] = useState<{ readonly place: number; readonly view: SeatView | null } | null>(null);
  useEffect(() => {
    if (place === null) return;
    let gone = false;
    const resting = setTimeout(async () => {
      // Without the drawing everything else about the place is still told.
      const viewFrom = await store.views().catch(() => null);
      if (!gone && viewFrom) setDrawn({ place, view: viewFrom(place) });
    }, REST_MS);
    return () => {
      gone = true;
      clearTimeout(resting);
    };
  }, [store, place]);
  return drawn?.place === place ? drawn.view : null;
}

/** The drawing with what it says in words below it. */
export function SeatViewPicture({ view, restricted }: { readonly view: SeatView; readonly restricted: boolean }) {
  const { t } = useTranslation(seatMapTexts);
  const facts = [
    t(`view.distance.${view.looksAt}`, { metres: view.distance }),
    view.side && t(`view.side.${view.side}`),
    view.rowsInFront === 0 ? t('view.first') : t('view.rows', { count: view.rowsInFront }),
  ].filter(Boolean);
  return (
    <figure className={styles.figure}>
      <svg className={styles.picture} viewBox={view.viewBox} aria-hidden="true">
        {view.shapes.map(({ kind, path }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the drawing is replaced as a whole
          <path key={index} className={styles[kind]} d={path} />
        ))}
      </svg>
      <figcaption className={styles.caption}>
        <span>{facts.join(' · ')}</span>
        <small>{t(restricted ? 'view.restricted' : 'view.drawn')}</small>
      </figcaption>
    </figure>
  );
}
