import { momentText } from '@butaca/brand/dates';
import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { Order } from '@butaca/contract';
import { cancelReservation, takeReservation, takeReservedPlaces } from '@butaca/contract/reservation';
import { typedText } from '@butaca/contract/rules/typed';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Checkbox, Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router';
import { useFirstFocus } from '../../box-office/use-first-focus.ts';
import { loadClient } from '../../calls/load-client.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import ordersTexts from '../../i18n/es/orders.json';
import { pathTo } from '../../paths.ts';
import { placeName } from '../../purchase/buy/summary/place-name.ts';
import { checkOutPath } from '../../purchase/clock/cart.ts';
import { purchaseClock } from '../../purchase/clock/purchase-clock.ts';
import { MissingMail } from '../mailbox/MissingMail.tsx';
import styles from './Orders.module.css';
import { StateTag } from './StateTag.tsx';

interface BookingsProps {
  /** Null when they could not be read. */
  readonly bookings: readonly Order[] | null;
  /** At a counter those of all counters, with whom they are for. */
  readonly isCounter: boolean;
}

/** S-18, S-19: reservations, those that can be paid first. */
export function Bookings({ bookings, isCounter }: BookingsProps) {
  const { t } = useTranslation(ordersTexts);
  const { revalidate, state } = useRevalidator();
  const [wanted, setWanted] = useState('');
  const [said, setSaid] = useState<TextKey<typeof ordersTexts> | null>(null);
  const status = useRef<HTMLDivElement>(null);
  /** Of the shop, by what the clerk looked for. */
  const [ofShop, setOfShop] = useState<readonly Order[]>([]);
  const shown = [...ofShop, ...(bookings?.filter((order) => matches(order, wanted)) ?? [])];
  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = typedText(wanted);
    if (search === '') return;
    const { listOrders } = await import('@butaca/contract/order');
    const outcome = await (await loadClient()).call(listOrders, { query: { search } }, { purpose: 'background' });
    const found = outcome.status === 'ok' ? outcome.data.items.filter(({ isOfShop }) => isOfShop) : [];
    setOfShop(found);
    setSaid(
      outcome.status !== 'ok' ? 'bookings.request-failed.find' : found.length === 0 && shown.length === 0 ? 'bookings.none.shop' : null,
    );
  };
  const tell = async (text: TextKey<typeof ordersTexts>) => {
    await revalidate();
    setSaid(text);
    status.current?.focus();
  };
  const { state: landed } = useLocation() as { state: { reserved?: string } | null };
  const made = bookings?.find(({ id }) => id === landed?.reserved);
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  return (
    <>
      {made && (
        <Notice kind="success" message="reserved" title={t('bookings.made')}>
          {isCounter && t('bookings.number', { number: numberOf(made) })}
        </Notice>
      )}
      {isCounter && bookings !== null && (
        <search>
          <form onSubmit={(event) => void find(event)}>
            <Field
              enterKeyHint="search"
              label={t('bookings.search')}
              hint={t('bookings.search.hint')}
              name="search"
              type="search"
              value={wanted}
              onChange={(event) => {
                setWanted(event.target.value);
                setOfShop([]);
                setSaid(null);
              }}
              ref={field}
            />
          </form>
        </search>
      )}
      {bookings === null && (
        <Notice
          kind="error"
          title={t('bookings.failed.title')}
          actions={
            <Button kind="secondary" busy={state === 'loading'} onClick={() => void revalidate()}>
              {t('retry')}
            </Button>
          }
        >
          {t('bookings.failed.text')}
        </Notice>
      )}
      {bookings?.length === 0 && ofShop.length === 0 && (
        <div className={styles.empty}>
          <h2>{t(isCounter ? 'bookings.box.empty.title' : 'bookings.empty.title')}</h2>
          <p>{t(isCounter ? 'bookings.box.empty.text' : 'bookings.empty.text')}</p>
          <LinkButton as={Link} kind={isCounter ? 'secondary' : 'primary'} to={pathTo(isCounter ? 'BuyTicketBox' : 'cartelera', {})}>
            {t(isCounter ? 'bookings.to-counter' : 'to-billboard')}
          </LinkButton>
        </div>
      )}
      <div>
        <div ref={status} tabIndex={-1} role="status" className={styles.said}>
          {said && <Notice>{t(said)}</Notice>}
          {wanted !== '' && shown.length === 0 && said === null && <p>{t('bookings.none')}</p>}
        </div>
        <ul className={styles.list}>
          {[...shown]
            .sort((a, b) => Number(b.state === 'reserved') - Number(a.state === 'reserved'))
            .map((order, index) => (
              <Booking
                key={order.id}
                order={order}
                isCounter={isCounter}
                hasKeys={isCounter && index === 0 && order.state === 'reserved' && !order.isOfShop}
                onNews={tell}
              />
            ))}
        </ul>
      </div>
    </>
  );
}

/** So much of its id tells it from the others of a list, and is searched in either case. */
const NUMBER_LENGTH = 8;
const numberOf = ({ id }: Pick<Order, 'id'>): string => id.slice(0, NUMBER_LENGTH).toUpperCase();

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const matches = ({ holder = '', contactPhone = '', id }: Order, wanted: string): boolean =>
  plain(`${holder} ${contactPhone} ${id}`).includes(plain(typedText(wanted)));

interface BookingProps {
  readonly order: Order;
  readonly isCounter: boolean;
  /** The counter's keys act on it. */
  readonly hasKeys: boolean;
  readonly onNews: (text: TextKey<typeof ordersTexts>) => Promise<void>;
}

/** One reservation: what it keeps, until when, and what can be done with it. */
function Booking({ order, isCounter, hasKeys, onNews }: BookingProps) {
  const { t } = useTranslation(ordersTexts);
  const { t: tBuy } = useTranslation(buyTexts);
  const money = useMoney();
  const words = useCalendarWords();
  const navigate = useNavigate();
  const { language, timeZone } = useFrame().brand.locale;
  const { id, state, purchase, holder, contactPhone, isOfShop = false } = order;
  const [performance] = purchase.performances;
  const places = performance?.places ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(places.map(({ placeId }) => placeId)));
  const [busy, setBusy] = useState<'pay' | 'cancel' | null>(null);
  const click = useClickKey();
  const [isSure, setSure] = useState(false);
  const name = performance?.show?.name ?? id;
  const until = purchase.reservedUntil;
  const isAll = chosen.size === places.length;
  const part = places.filter(({ placeId }) => chosen.has(placeId));

  async function pay() {
    if (!performance) return;
    setBusy('pay');
    const body = { reservationId: id, performanceId: performance.id };
    const call = click.keyed((await loadClient()).call);
    const outcome = isAll
      ? await call(takeReservation, { params: { purchaseId: '0' }, body })
      : await call(takeReservedPlaces, { params: { purchaseId: '0' }, body: { ...body, placeIds: [...chosen] } });
    setBusy(null);
    if (outcome.status === 'ok') {
      await purchaseClock.started(outcome.data, performance.id);
      return void navigate(checkOutPath(outcome.data, performance.id));
    }
    await onNews(refusedText(outcome));
  }

  async function giveUp() {
    setBusy('cancel');
    const outcome = await click.keyed((await loadClient()).call)(cancelReservation, { params: { reservationId: id } });
    setBusy(null);
    setSure(false);
    if (outcome.status === 'ok') await purchaseClock.ended(id);
    await onNews(outcome.status === 'ok' ? 'bookings.cancelled' : refusedText(outcome));
  }

  return (
    <li className={styles.booking} data-keys={hasKeys || undefined}>
      <p className={styles.state}>
        <StateTag state={state} free={order.paymentKind === 'free'} />
      </p>
      <h2>{name}</h2>
      {performance?.date && (
        <p className={styles.when}>
          {dayOfWeekAndMonth(performance.date, words)} · {timeOf(performance.date)}
        </p>
      )}
      {holder && <p>{[holder, contactPhone].filter(Boolean).join(' · ')}</p>}
      {isCounter && <p className={styles.small}>{t('bookings.number', { number: numberOf(order) })}</p>}
      {state === 'reserved' && until !== undefined && (
        <p>
          {t('bookings.until', {
            end: momentText(until, { language, timeZone }, { dateStyle: 'full' }),
          })}
        </p>
      )}
      {state === 'reserved' && places.length > 1 && !isOfShop ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset lets no grid around it align what it holds
        <div role="group" aria-label={t('bookings.choose')} className={styles.bookedPlaces}>
          {places.map((place) => (
            <Checkbox
              key={place.placeId}
              label={`${placeName(place, tBuy)} · ${money(place.final)}`}
              checked={chosen.has(place.placeId)}
              onChange={({ target }) =>
                setChosen((before) => {
                  const after = new Set(before);
                  if (target.checked) after.add(place.placeId);
                  else after.delete(place.placeId);
                  return after;
                })
              }
            />
          ))}
        </div>
      ) : (
        <p className={styles.small}>{places.map((place) => placeName(place, tBuy)).join(' · ')}</p>
      )}
      <p className={styles.amount}>
        {t('bookings.places', { count: state === 'reserved' ? chosen.size : purchase.quantity.total })}
        {` · ${money(state === 'reserved' ? part.reduce((sum, { final }) => sum + final, 0) : order.totals.total)}`}
      </p>
      {state === 'reserved' && !isAll && <p className={styles.offer}>{t('bookings.part')}</p>}
      {!isCounter && order.undelivered && (
        <p className={styles.offer}>
          <MissingMail orderId={id} mail={order.undelivered[0]} show={name} />
        </p>
      )}
      {isOfShop && <p className={styles.offer}>{t('bookings.of-shop')}</p>}
      {state === 'reserved' && !isOfShop && (
        <div className={styles.ways}>
          <Button
            busy={busy === 'pay'}
            disabled={chosen.size === 0}
            onClick={() => void pay()}
            aria-label={t('bookings.pay.long', { show: name })}
            {...(hasKeys && { 'aria-keyshortcuts': 'F8' })}
          >
            {t(isAll ? 'bookings.pay' : 'bookings.pay.part')}
          </Button>
          {isSure ? (
            <>
              <Button kind="danger" busy={busy === 'cancel'} onClick={() => void giveUp()} {...(hasKeys && { 'aria-keyshortcuts': 'F10' })}>
                {t('bookings.cancel.sure')}
              </Button>
              <Button kind="quiet" onClick={() => setSure(false)}>
                {t('bookings.cancel.keep')}
              </Button>
            </>
          ) : (
            <Button
              kind="quiet"
              onClick={() => setSure(true)}
              aria-label={t('bookings.cancel.long', { show: name })}
              {...(hasKeys && { 'aria-keyshortcuts': 'F10' })}
            >
              {t('bookings.cancel')}
            </Button>
          )}
        </div>
      )}
      {state === 'paid' && !isCounter && (
        <Link className={`${styles.details} screen-only`} to={pathTo('order', { orderId: id })}>
          {t('tickets.see')}
        </Link>
      )}
      {state === 'pending' && (
        <Link className={`${styles.details} screen-only`} to={pathTo('payConfirm', {}, { purchase: id })}>
          {t('pending.verify')}
        </Link>
      )}
    </li>
  );
}

/** Why a reservation was not resumed or given up. */
function refusedText(outcome: {
  readonly status: string;
  readonly failure?: string;
  readonly data?: unknown;
}): TextKey<typeof ordersTexts> {
  switch (outcome.failure) {
    case 'purchase_over':
      return 'bookings.over';
    case 'purchase_paying':
      return 'bookings.paying';
    case 'not_on_sale':
      return 'bookings.closed';
    case 'cannot_reserve':
      return 'bookings.whole';
    default:
      return 'bookings.request-failed';
  }
}
