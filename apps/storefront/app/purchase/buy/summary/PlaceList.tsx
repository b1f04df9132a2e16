import type { HeldPlace } from '@butaca/contract';
import type { ReactNode } from 'react';
import { useMoney } from '../../../frame/use-frame.ts';
import { useTranslation } from '../../../i18n/use-translation.tsx';
import { buyTexts } from '../texts.ts';
import { seatName } from './place-name.ts';
import styles from './Summary.module.css';

interface PlaceListProps {
  readonly places: readonly HeldPlace[];
  /** What stands at the end of a place's line. */
  readonly actionOf?: ((place: HeldPlace) => ReactNode) | undefined;
}

/** Each place with its price type and price. */
export function PlaceList({ places, actionOf }: PlaceListProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  return (
    <ul className={styles.places}>
      {places.map((place) => (
        <li key={place.placeId} className={styles.place}>
          <div className={styles.where}>
            <p className={styles.seat}>{seatName(place, t) ?? place.sectorName}</p>
            <p className={styles.type}>{[seatName(place, t) && place.sectorName, place.priceTypeName].filter(Boolean).join(' · ')}</p>
          </div>
          <p className={styles.price}>{money(place.final)}</p>
          {actionOf?.(place)}
        </li>
      ))}
    </ul>
  );
}
