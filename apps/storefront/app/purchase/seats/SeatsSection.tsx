import { useStore } from '@butaca/browser/create-store.ts';
import type { PerformanceDetail } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { counterCall } from '../../calls/until-answered.ts';
import { useVisitPixel } from '../../frame/pixel.ts';
import { useFrame } from '../../frame/use-frame.ts';
import seatTexts from '../../i18n/es/seats.json';
import { pathTo } from '../../paths.ts';
import { dropChosen } from '../clock/chosen-before.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { usualRules } from '../limits.ts';
import { placesLimits } from '../places-limits.ts';
import { createAvailabilityFeed } from '../selection/availability-feed.ts';
import { createSelection, overlay, type Seller } from '../selection/selection.ts';
import { noWishes } from '../selection/wishes.ts';
import { Announcer } from './Announcer.tsx';
import { BestPlaces } from './BestPlaces.tsx';
import { ChooseAgain } from './ChooseAgain.tsx';
import { Chosen, ChosenBar } from './Chosen.tsx';
import { PlacePicker, type Way } from './PlacePicker.tsx';
import styles from './Seats.module.css';

export interface SeatsSectionProps {
  readonly performance: PerformanceDetail;
  /** The venue without its places; null when it could not be loaded. */
  readonly picture: VenuePicture | null;
  /** Session and prices are known; before that nothing can be chosen. */
  readonly certain: boolean;
  readonly seller?: Seller;
  /** Called with the view of the places that is open. */
  readonly onWay?: (way: Way) => void;
  /** Whether nothing is left and the buyer holds nothing: others hold the last places, or it is sold out, over, or was cancelled. */
  readonly onNothingLeft?: (nothingLeft: boolean) => void;
}

const counterClient = async () => ({ call: counterCall((await loadClient()).call) });

/** Choosing the places of a performance that is on sale: a click holds, and the purchase goes on from here. */
export function SeatsSection({ performance, picture, certain, seller = 'shop', onWay, onNothingLeft }: SeatsSectionProps) {
  const { t } = useTranslation(seatTexts);
  // Shows sold only by quantity, such as a museum's, have no map.
  const placed = performance.sectors.some(({ kind }) => kind !== 'quantity');
  const { mostInPurchase } = useFrame().brand.constants;
  const { mostPerCustomer, mostPlaces } = performance;
  const limits = useMemo(
    () => placesLimits(performance.id, usualRules({ mostPerCustomer, mostPlaces }, mostInPurchase)),
    [performance.id, mostPerCustomer, mostPlaces, mostInPurchase],
  );
  const navigate = useNavigate();
  const feed = useMemo(
    () => createAvailabilityFeed(performance.id, { byPlace: placed, type: seller === 'counter' ? 'box' : undefined }),
    [performance.id, placed, seller],
  );
  const selection = useMemo(
    () =>
      createSelection({
        performanceId: performance.id,
        seller,
        rules: limits.rules,
        onLimit: limits.read,
        onGone: (placeIds) => dropChosen(performance.id, placeIds),
        clock: purchaseClock,
        feed,
        client: seller === 'counter' ? counterClient : loadClient,
        logIn: (failed) =>
          void navigate(pathTo('login', {}, { next: `${location.pathname}${location.search}`, ...(failed && { failed: 1 }) })),
      }),
    [performance.id, seller, limits, feed, navigate],
  );
  useVisitPixel(seller === 'shop' ? 'seats' : null, performance.id);
  const { availability } = useStore(feed);
  const chosen = useStore(selection);
  // Until the session is known the page is the public one, and nothing can be chosen.
  const shown = certain ? chosen : { ...overlay(null, noWishes, { performanceId: performance.id, rules: limits.rules.get() }), busy: true };
  const { purchase, places, pending, room, limit, busy } = shown;
  const announcements = useStore(selection.announcements);
  const instead = useStore(selection.instead);
  const continueLink = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!certain) return;
    // What the purchase holds is counted here: the server has to know which one it is.
    void purchaseClock.refresh().then(limits.read);
  }, [certain, limits]);
  useEffect(() => selection.leave, [selection]);
  useEffect(() => {
    // At a counter the next key press continues; in the shop the focus stays.
    if (seller === 'counter' && announcements.latest?.kind === 'held') continueLink.current?.focus({ preventScroll: true });
  }, [seller, announcements.latest]);
  const soldOut = availability?.free === 0;
  const nothingLeft = soldOut && certain && !busy && places.length === 0;
  useEffect(() => {
    if (!nothingLeft || !onNothingLeft) return;
    onNothingLeft(true);
    return () => onNothingLeft(false);
  }, [nothingLeft, onNothingLeft]);

  const announcer = <Announcer selection={selection} announcements={announcements.shown} holdsOthers={places.length > (instead ? 1 : 0)} />;

  const chosenPlaces = (
    <Chosen
      performance={performance}
      purchase={purchase}
      places={places}
      pending={pending}
      busy={busy}
      selection={selection}
      seller={seller}
      continueLink={continueLink}
    />
  );

  return (
    <section className={styles.seats} aria-labelledby="seats">
      <h2 id="seats" className="visually-hidden">
        {t('title')}
      </h2>
      <div className={styles.picker}>
        {seller === 'shop' && (
          <ChooseAgain performanceId={performance.id} ready={certain && availability !== null} busy={busy} selection={selection} />
        )}
        <noscript>
          <p className={styles.noScript}>{t('noscript')}</p>
        </noscript>
        {soldOut && (
          <Notice title={t('soldout.title')} message="sold_out">
            {t('soldout.text')}
          </Notice>
        )}
        {!soldOut && placed && (
          <PlacePicker
            performance={performance}
            picture={picture}
            certain={certain}
            feed={feed}
            selection={selection}
            room={room}
            limit={limit}
            busy={busy}
            // At the counter the customer names the quantity first.
            first={seller === 'counter' ? 'best' : 'map'}
            typed={seller === 'counter'}
            onWay={onWay}
          />
        )}
        {!soldOut && !placed && (
          <BestPlaces
            performance={performance}
            availability={availability}
            room={room}
            limit={limit}
            busy={busy}
            typed={seller === 'counter'}
            onTake={(wanted) => selection.take([wanted])}
          />
        )}
        {seller === 'shop' && announcer}
      </div>
      {seller === 'counter' ? (
        // The next click may be anywhere on the map: what is announced stands below what is chosen.
        <div className={styles.side}>
          {chosenPlaces}
          {announcer}
        </div>
      ) : (
        chosenPlaces
      )}
      <ChosenBar performance={performance} purchase={purchase} places={places} selection={selection} />
    </section>
  );
}
