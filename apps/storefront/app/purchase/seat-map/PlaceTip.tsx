import { useStore } from '@butaca/browser/create-store.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import type { Pointed } from './canvas/map-canvas.ts';
import styles from './PlaceTip.module.css';
import { placeTitle, priceText, traitsOf } from './place-text.ts';
import type { SeatMapStore } from './store/seat-map-store.ts';
import { seatMapTexts } from './texts.ts';

/** Nearer than this to an edge of the map, the tip goes the other way. */
const EDGE = { x: 130, y: 110 };

interface PlaceTipProps {
  readonly store: SeatMapStore;
  readonly pointed: Pointed;
  /** Of the map, in pixels. */
  readonly width: number;
}

/** What the place is that the pointer is on. The list and the page's messages say it to those who do not see it. */
export function PlaceTip({ store, pointed: { place, at }, width }: PlaceTipProps) {
  const { t } = useTranslation(seatMapTexts);
  useStore(store);
  const level = store.levelOf(place);
  const state = store.stateOf(place);
  const side = at.x < EDGE.x ? 'left' : at.x > width - EDGE.x ? 'right' : undefined;
  return (
    <div
      className={styles.tip}
      style={{ '--x': `${at.x}px`, '--y': `${at.y}px` } as CSSProperties}
      data-side={side}
      data-below={at.y < EDGE.y || undefined}
      aria-hidden="true"
    >
      <p className={styles.tipTitle}>{placeTitle(store.labelOf(place), t)}</p>
      {level && state !== 'taken' && (
        <p className={styles.tipPrice}>
          {level.letter} · {level.name} · {priceText(level, t)}
        </p>
      )}
      {traitsOf(store, place).map((trait) => (
        <p key={trait}>{t(`trait.${trait}`)}</p>
      ))}
      {state !== 'free' && <p className={styles.tipState}>{t(`place.${state}`)}</p>}
    </div>
  );
}
