import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { useMoney } from '../../frame/use-frame.ts';
import catalogueTexts from '../../i18n/es/catalogue.json';
import { pathTo } from '../../paths.ts';
import type { ShowCard, ShowLink } from '../card.ts';
import { dayOfWeekAndMonth, ShowWhen, timeOf, useCalendarWords } from '../when.tsx';
import styles from './BillboardCard.module.css';

/** `first` is the largest thing of the page, `early` is on the first screen, `late` waits until it comes near. */
type CardLoading = 'first' | 'early' | 'late';

/** How wide the art of each slot is drawn, for images that come in several sizes. */
const sizes: Readonly<Record<Slot, string>> = {
  wide: '(min-width: 720px) 68vw, 100vw',
  tall: '(min-width: 720px) 30vw, 40vw',
  quarter: '(min-width: 720px) 24vw, 50vw',
  fifth: '(min-width: 720px) 19vw, 50vw',
  closing: '(min-width: 720px) 19vw, 40vw',
  even: '14rem',
  featured: '(min-width: 720px) 32vw, 100vw',
};

interface BillboardCardProps {
  readonly show: ShowCard;
  readonly slot: Slot;
  readonly loading: CardLoading;
  readonly onReached?: () => void;
  /** Not on the other kind of screen. */
  readonly only?: 'phone' | 'desktop' | undefined;
}

/** One show of the billboard: its art, when, what, where, from how much. The whole card leads to the landing page. */
export function BillboardCard({ show, slot, loading, onReached, only }: BillboardCardProps) {
  const image = slot === 'wide' || slot === 'featured' ? (show.featured ?? show.poster) : show.poster;
  return (
    <li className={styles.card} data-slot={slot} data-only={only} data-over={show.soldOut || show.became === 'gone' || undefined}>
      <Link className={styles.link} to={pathTo('landing', { seo: show.seo })} viewTransition onFocus={onReached}>
        <span className={styles.art}>
          <Poster image={image} first={loading === 'first'} eager={loading === 'early'} decorative sizes={sizes[slot]} />
        </span>
        <Caption show={show} />
      </Link>
    </li>
  );
}

/** The room of a card that is drawn when its reader comes near: as high as the card, so that nothing moves then. */
export function CardRoom({ show, slot, ref }: { show: ShowLink; slot: Slot; ref?: Ref<HTMLLIElement> | undefined }) {
  const shape = slot === 'wide' ? (show.featured ?? show.poster) : show.poster;
  return (
    <li ref={ref} className={`${styles.card} ${styles.room}`} data-slot={slot} aria-hidden="true">
      <span className={styles.link}>
        <span className={styles.art}>
          <Poster image={undefined} {...(shape && { ratio: `${shape.width} / ${shape.height}` })} />
        </span>
        <Caption show={show} />
      </span>
    </li>
  );
}

function Caption({ show }: { show: ShowLink }) {
  const { t } = useTranslation(catalogueTexts);
  const money = useMoney();
  return (
    <span className={styles.caption}>
      <span className={styles.when}>
        <ShowWhen show={show} />
      </span>
      <span className={styles.name}>{show.name}</span>
      <span className={styles.venue}>{show.venueName}</span>
      {show.became === 'gone' ? (
        <span className={styles.price}>
          <strong className={styles.announced}>{t('gone')}</strong>
        </span>
      ) : show.soldOut ? (
        <span className={styles.soldOut} data-msg="sold out">
          {t('sold out')}
        </span>
      ) : (
        show.lowestPrice !== undefined && (
          <span className={styles.price}>
            {t('price.from', { price: money(show.lowestPrice) })}
            <SaleState show={show} />
          </span>
        )
      )}
    </span>
  );
}

/** A line of its own under the price; a show that goes on sale while the page is open has another one, so that nothing below moves. */
function SaleState({ show: { lastPlaces, announced, onSaleDate, became } }: { show: ShowLink }) {
  const { t } = useTranslation(catalogueTexts);
  const words = useCalendarWords();
  if (became === 'on_sale') return <strong className={styles.opened}>{t('opened')}</strong>;
  if (announced) {
    const from = onSaleDate && t('announced.from', { day: dayOfWeekAndMonth(onSaleDate, words), time: timeOf(onSaleDate) });
    return <strong className={styles.announced}>{from ?? t('announced')}</strong>;
  }
  return lastPlaces && <strong className={styles.last}>{t('last places')}</strong>;
}

/** How large an item is drawn; `wide` and `featured` show the landscape image, `even` is for lists without a rhythm. */
type Slot = 'wide' | 'tall' | 'quarter' | 'fifth' | 'closing' | 'even' | 'featured';

/**
 * The rhythm of the billboard: a wide item beside a tall one, then rows of four. Further batches turn the first row
 * around and close with five, so that 10, 25 and 40 items all end in a full row; on a phone the fifth takes the full width,
 * where rows have two.
 */
export function slotOf(index: number, { first, batch }: { first: number; batch: number }): Slot {
  const inFirst = index < first;
  const place = inFirst ? index : (index - first) % batch;
  if (place === 0) return inFirst ? 'wide' : 'tall';
  if (place === 1) return inFirst ? 'tall' : 'wide';
  if (place < 10) return 'quarter';
  return place === 14 ? 'closing' : 'fifth';
}
