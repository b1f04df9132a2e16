import type { HeldPlace, PurchasePerformance, PurchaseProduct } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ReactNode } from 'react';
import { imageOf } from '../../../catalogue/card.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../../catalogue/when.tsx';
import { useMoney } from '../../../frame/use-frame.ts';
import buyTexts from '../../../i18n/es/buy.json';
import { ProductList } from './ProductList.tsx';
import { seatName } from './place-name.ts';
import styles from './Summary.module.css';

interface PerformanceTicketsProps {
  readonly performance: PurchasePerformance;
  /** Of the whole purchase; those of the performance are listed. */
  readonly products?: readonly PurchaseProduct[] | undefined;
  /** Level of the show's name among the headings of the page. */
  readonly heading?: 'h2' | 'h3';
  /** What stands at the end of a place's line. */
  readonly actionOf?: ((place: HeldPlace) => ReactNode) | undefined;
}

/** One performance of a purchase: what, when, where, and each place with its price type and price. */
export function PerformanceTickets({ performance, products = [], heading: Heading = 'h3', actionOf }: PerformanceTicketsProps) {
  const words = useCalendarWords();
  const { show, date, places = [] } = performance;
  const image = show && (imageOf(show.images, 'thumbnail') ?? imageOf(show.images, 'poster'));

  return (
    <article className={styles.performance}>
      <header className={styles.show}>
        <Poster image={image} ratio="1" className={styles.poster ?? ''} sizes="5.5rem" eager decorative />
        <div className={styles.facts}>
          {date && (
            <p className={styles.when}>
              {dayOfWeekAndMonth(date, words)} · {timeOf(date)}
            </p>
          )}
          {show && <Heading className={styles.name}>{show.name}</Heading>}
          {show?.venueName && <p className={styles.venue}>{show.venueName}</p>}
        </div>
      </header>
      {places.length > 0 && <PlaceList places={places} actionOf={actionOf} />}
      <ProductList products={products.filter(({ performanceId }) => performanceId === performance.id)} />
    </article>
  );
}

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
            <p className={styles.type}>
              {[seatName(place, t) && place.sectorName, place.priceTypeName, place.promotion].filter(Boolean).join(' · ')}
            </p>
          </div>
          <p className={styles.price}>{money(place.final)}</p>
          {actionOf?.(place)}
        </li>
      ))}
    </ul>
  );
}

/** One performance among others, in a line: what, and when. */
export function PerformanceName({ performance: { show, date } }: { performance: Pick<PurchasePerformance, 'show' | 'date'> }) {
  const words = useCalendarWords();
  const when = date && `${dayOfWeekAndMonth(date, words)}, ${timeOf(date)}`;
  return (
    <>
      {show && <strong>{show.name}</strong>}
      {show && when && ' · '}
      {when}
    </>
  );
}
