import type { PerformanceDetail } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { createAvailabilityFeed, type Left } from './availability-feed.ts';
import { BestPlaces } from './BestPlaces.tsx';
import { Chosen } from './Chosen.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import { PlacePicker } from './PlacePicker.tsx';
import styles from './Seats.module.css';
import { Told } from './Told.tsx';
import { seatTexts } from './texts.ts';
import { useSelection } from './use-selection.ts';

const nothing: Left = { availability: null, bits: null };
/** Of one purchase, where the server does not say. */
const USUAL_MOST = 10;

/** Choosing the places of a performance that is on sale: a click holds, and the purchase goes on from here. */
export function SeatsSection({ performance }: { performance: PerformanceDetail }) {
  const { t } = useTranslation(seatTexts);
  const numbered = performance.sectors.some(({ kind }) => kind === 'seated');
  const feed = useMemo(() => createAvailabilityFeed(performance.id, { withBits: numbered }), [performance.id, numbered]);
  const left = useSyncExternalStore(
    feed.subscribe,
    () => feed.left,
    () => nothing,
  );
  const { availability } = left;
  const selection = useSelection(performance);
  const most = performance.mostPlaces ?? USUAL_MOST;
  const room = Math.max(0, most - selection.mine.length);
  const soldOut = availability?.free === 0;

  return (
    <section className={styles.seats} aria-labelledby="seats">
      <h2 id="seats" className="visually-hidden">
        {t('title')}
      </h2>
      <div className={styles.picker}>
        {soldOut && (
          <Notice title={t('soldout.title')} message="sold_out">
            {t('soldout.text')}
          </Notice>
        )}
        {!soldOut && numbered && (
          <PlacePicker performance={performance} left={left} selection={selection} most={room} onChanged={feed.refresh} />
        )}
        {!soldOut && !numbered && (
          <BestPlaces
            performance={performance}
            availability={availability}
            most={room}
            busy={selection.busy}
            onTake={(wanted) => void selection.take({ quantities: [wanted] }).then(feed.refresh)}
          />
        )}
      </div>
      <Chosen
        performance={performance}
        purchase={selection.purchase}
        places={selection.mine}
        busy={selection.busy}
        onGive={(place) => void selection.give(place).then(feed.refresh)}
        onPriceType={(place, priceTypeId) => void selection.setPriceType(place, priceTypeId)}
      />
      <Told said={selection.said} most={most} />
      <ChosenBar performance={performance} purchase={selection.purchase} places={selection.mine} />
    </section>
  );
}
