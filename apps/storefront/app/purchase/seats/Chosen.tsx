import type { HeldPlace, PerformanceDetail, Purchase } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import seatTexts from '../../i18n/es/seats.json';
import { pathTo } from '../../paths.ts';
import { placeName } from '../buy/summary/place-name.ts';
import { promotionsOf } from '../buy/summary/Totals.tsx';
import { checkOutPath } from '../clock/cart.ts';
import { ShopLink } from '../products/ShopLink.tsx';
import type { Selection } from '../selection/selection.ts';
import { productCountOf } from '../ticket-count.ts';
import { ChangeSector } from './ChangeSector.tsx';
import { ReservePlaces } from './ReservePlaces.tsx';
import styles from './Seats.module.css';

interface ChosenProps {
  readonly performance: PerformanceDetail;
  readonly purchase: Purchase | null;
  readonly places: readonly HeldPlace[];
  /** Of those that are about to be given back. */
  readonly pending: ReadonlySet<number>;
  /** An answer is awaited. */
  readonly busy: boolean;
  readonly selection: Selection;
  readonly seller: 'shop' | 'counter';
  readonly continueLink?: Ref<HTMLAnchorElement>;
}

/** What the buyer holds: each place with its price type, the total with every charge, and the way on. */
export function Chosen({ performance, purchase, places, seller, continueLink, ...rest }: ChosenProps) {
  const { t } = useTranslation(seatTexts);
  const money = useMoney();
  const { netPrices } = useFrame().brand.flags;
  const others = purchase?.performances.filter(({ id, placeCount }) => id !== performance.id && placeCount > 0) ?? [];
  // A counter charges from here whatever the sale has.
  const hasWayOn = places.length > 0 || (seller === 'counter' && others.length > 0);
  return (
    <aside className={styles.chosen} aria-labelledby="chosen" aria-busy={rest.pending.size > 0 || undefined}>
      <h2 id="chosen">{t('chosen.title')}</h2>
      {places.length === 0 && <p className={styles.empty}>{t('chosen.empty')}</p>}
      <ul className={styles.places}>
        {places.map((place) => (
          <ChosenPlace key={place.placeId} performance={performance} place={place} {...rest} />
        ))}
      </ul>
      {seller === 'shop' && <ChangeSector sectors={performance.sectors} places={places} busy={rest.busy} onMove={rest.selection.moveTo} />}
      {hasWayOn && others.length > 0 && <OfOthers others={others} seller={seller} />}
      {purchase && hasWayOn && (
        <>
          {promotionsOf(purchase.performances).map(({ id, name, discount }) => (
            <p key={id} className={styles.saved}>
              <span>{name}</span>
              <span>
                {t('chosen.saved')} {money(discount)}
              </span>
            </p>
          ))}
          <div className={styles.foot}>
            <p className={styles.total}>
              <span>{t('chosen.total')}</span>
              <strong>{money(purchase.totals?.total ?? 0)}</strong>
            </p>
            <p className={styles.fine}>
              {t('chosen.total.text')}.{netPrices && ` ${t('chosen.net')} ${money(purchase.totals?.net ?? 0)}`}
            </p>
            <LinkButton
              as={Link}
              ref={continueLink}
              wide
              onClick={rest.selection.keepInstead}
              to={checkOutPath(purchase, performance.id)}
              {...(seller === 'counter' && { 'aria-keyshortcuts': 'F8' })}
            >
              {t('chosen.continue')}
            </LinkButton>
          </div>
          {seller === 'shop' && (
            <ShopLink
              className={styles.fine}
              purchaseId={purchase.id}
              performance={{ id: performance.id }}
              isOneOfMany={false}
              hasSome={productCountOf(purchase, performance.id) > 0}
            />
          )}
          {places.length > 0 && <ReservePlaces performance={performance} purchase={purchase} seller={seller} />}
        </>
      )}
    </aside>
  );
}

/** What the total counts as well: places of other performances, where a counter goes to take them out. */
function OfOthers({ others, seller }: { others: Purchase['performances'] } & Pick<ChosenProps, 'seller'>) {
  const { t } = useTranslation(seatTexts);
  const money = useMoney();
  return (
    <ul className={styles.places} aria-label={t('chosen.others')}>
      {others.map(({ id, hash, show, placeCount, places = [] }) => {
        const text = [show?.name, t('bar.count', { count: placeCount })].filter(Boolean).join(' · ');
        return (
          <li key={id} className={styles.place}>
            <p className={styles.name}>
              {seller === 'counter' ? <Link to={pathTo('BuyTicketBox', {}, { performance: id, hash })}>{text}</Link> : text}
            </p>
            <p className={styles.price}>{money(places.reduce((sum, { final }) => sum + final, 0))}</p>
          </li>
        );
      })}
    </ul>
  );
}

type ChosenPlaceProps = { readonly place: HeldPlace } & Omit<ChosenProps, 'purchase' | 'places' | 'busy' | 'seller' | 'continueLink'>;

function ChosenPlace({ performance, place, pending, selection }: ChosenPlaceProps) {
  const { t } = useTranslation(seatTexts);
  const { t: tBuy } = useTranslation(buyTexts);
  const money = useMoney();
  const name = placeName(place, tBuy);
  const leaving = pending.has(place.placeId);
  const types =
    performance.priceLevels.find(({ prices }) => prices.some(({ priceTypeId }) => priceTypeId === place.priceTypeId))?.prices ?? [];
  return (
    <li className={styles.place}>
      <p className={styles.name}>{name}</p>
      <p className={styles.price}>{money(place.final)}</p>
      {types.length > 1 ? (
        <select
          className={styles.type}
          aria-label={t('chosen.type', { place: name })}
          value={place.priceTypeId}
          disabled={leaving}
          onChange={(event) => selection.setPriceType(place, Number(event.target.value))}
        >
          {types.map((type) => (
            <option key={type.priceTypeId} value={type.priceTypeId}>
              {type.name} · {money(type.final)}
            </option>
          ))}
        </select>
      ) : (
        <p className={styles.only}>{place.priceTypeName}</p>
      )}
      <button
        type="button"
        className={styles.give}
        disabled={leaving}
        aria-label={t('chosen.remove.long', { place: name })}
        onClick={() => selection.give(place)}
      >
        {t('chosen.remove')}
      </button>
    </li>
  );
}

interface ChosenBarProps {
  readonly performance: PerformanceDetail;
  readonly purchase: Purchase | null;
  readonly places: readonly HeldPlace[];
  readonly selection: Selection;
}

/** On a phone the selection is below the map: this bar keeps the sum and the link to the purchase visible. */
export function ChosenBar({ performance, purchase, places, selection }: ChosenBarProps) {
  const { t } = useTranslation(seatTexts);
  const money = useMoney();
  if (!purchase || places.length === 0) return null;
  return (
    <div className={`${styles.bar} screen-only`} data-bar="bottom">
      <a href="#chosen" className={styles.barSum}>
        <span>{t('bar.count', { count: purchase.quantity.total })}</span>
        <strong>{money(purchase.totals?.total ?? 0)}</strong>
      </a>
      <LinkButton as={Link} to={checkOutPath(purchase, performance.id)} onClick={selection.keepInstead}>
        {t('bar.continue')}
      </LinkButton>
    </div>
  );
}
