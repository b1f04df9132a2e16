import type { PerformanceDetail } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { createAvailabilityFeed, type Left } from './availability-feed.ts';
import { BestPlaces } from './BestPlaces.tsx';
import { Chosen } from './Chosen.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import type { Seller } from './claim.ts';
import { PlacePicker } from './PlacePicker.tsx';
import styles from './Seats.module.css';
import { Told } from './Told.tsx';
import { seatTexts } from './texts.ts';
import { useSelection } from './use-selection.ts';

const nothing: Left = { availability: null, bits: null };
/** Of one purchase, where the server does not say. */
const USUAL_MOST = 10;

interface SeatsSectionProps {
  readonly performance: PerformanceDetail;
  /** The venue without its places; null where it could not be had. */
  readonly picture: VenuePicture | null;
  /** The buyer is known and the prices are his; before that nothing can be chosen. */
  readonly certain: boolean;
  readonly seller?: Seller;
}

/** Choosing the places of a performance that is on sale: a click holds, and the purchase goes on from here. */
export function SeatsSection({ performance, picture, certain, seller = 'shop' }: SeatsSectionProps) {
  const { t } = useTranslation(seatTexts);
  const numbered = performance.sectors.some(({ kind }) => kind === 'seated');
  const feed = useMemo(() => createAvailabilityFeed(performance.id, { withBits: numbered }), [performance.id, numbered]);
  const left = useSyncExternalStore(
    feed.subscribe,
    () => feed.left,
    () => nothing,
  );
  const { availability } = left;
  const most = performance.mostPlaces ?? USUAL_MOST;
  const selection = useSelection({ performance, seller, most, certain, onAnswer: feed.refresh });
  const { purchase, mine, pending, room, busy, said, news, typeOf } = selection;
  const wayOn = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // A counter goes on with the next press; a buyer may want to look around.
    if (seller === 'counter' && news?.kind === 'held') wayOn.current?.focus({ preventScroll: true });
  }, [seller, news]);
  const soldOut = availability?.free === 0;

  return (
    <section className={styles.seats} aria-labelledby="seats">
      <h2 id="seats" className="visually-hidden">
        {t('title')}
      </h2>
      <div className={styles.picker}>
        <noscript>
          <p className={styles.noScript}>{t('noscript')}</p>
        </noscript>
        {soldOut && (
          <Notice title={t('soldout.title')} message="sold_out">
            {t('soldout.text')}
          </Notice>
        )}
        {!soldOut && numbered && (
          <PlacePicker
            performance={performance}
            picture={picture}
            certain={certain}
            left={left}
            selection={selection}
            // Whoever stands in line says how many first.
            first={seller === 'counter' ? 'best' : 'map'}
          />
        )}
        {!soldOut && !numbered && (
          <BestPlaces
            performance={performance}
            availability={availability}
            most={room}
            busy={busy}
            onTake={(wanted) => selection.take([wanted])}
          />
        )}
      </div>
      <Chosen
        performance={performance}
        purchase={purchase}
        places={mine}
        pending={pending}
        typeOf={typeOf}
        onGive={({ placeId }) => selection.tap({ placeId, name: '' })}
        onPriceType={selection.setPriceType}
        wayOn={wayOn}
      />
      <Told said={said} most={most} />
      <ChosenBar performance={performance} purchase={purchase} places={mine} />
    </section>
  );
}
