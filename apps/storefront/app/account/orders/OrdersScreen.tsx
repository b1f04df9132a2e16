import { dateStyles } from '@butaca/brand/dates';
import type { Order } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { classes } from '@butaca/ui/components/classes.ts';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link, useRevalidator } from 'react-router';
import { clockIn } from '../../catalogue/calendar.ts';
import { imageOf } from '../../catalogue/card.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import clockTexts from '../../i18n/es/clock.json';
import ordersTexts from '../../i18n/es/orders.json';
import { pathTo } from '../../paths.ts';
import { OpenPurchases } from '../../purchase/clock/OpenPurchases.tsx';
import { PlacesKept } from '../../purchase/confirmation/PlacesKept.tsx';
import { productCountOf, ticketCountOf } from '../../purchase/ticket-count.ts';
import { useUntil } from '../../purchase/until.ts';
import { AccountPage } from '../AccountPage.tsx';
import { MissingMail } from '../mailbox/MissingMail.tsx';
import { isUnproven } from '../order/unproven.ts';
import { endOf } from './end-of.ts';
import styles from './Orders.module.css';
import { StateTag } from './StateTag.tsx';

interface OrdersScreenProps {
  readonly title: string;
  /** Null when they could not be read. */
  readonly orders: readonly Order[] | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** S-17: the customer's orders, performances to come first. */
export function OrdersScreen({ title, orders, now }: OrdersScreenProps) {
  const { t } = useTranslation(ordersTexts);
  const { t: tClock } = useTranslation(clockTexts);
  const { revalidate, state } = useRevalidator();
  const groups = orders && groupOrders(orders, now);
  return (
    <AccountPage title={title}>
      <OpenPurchases title={tClock('open.title')} />
      {orders === null && (
        <Notice
          kind="error"
          title={t('failed.title')}
          actions={
            <Button kind="secondary" busy={state === 'loading'} onClick={() => void revalidate()}>
              {t('retry')}
            </Button>
          }
        >
          {t('failed.text')}
        </Notice>
      )}
      {orders?.length === 0 && (
        <div className={styles.empty}>
          <h2>{t('empty.title')}</h2>
          <p>{t('empty.text')}</p>
          <LinkButton as={Link} to={pathTo('cartelera', {})}>
            {t('to-billboard')}
          </LinkButton>
        </div>
      )}
      {groups && <OrderGroup id="ahead" title={t('ahead.title')} orders={groups.ahead} />}
      {groups && <OrderGroup id="over" title={t('over.title')} orders={groups.over} />}
    </AccountPage>
  );
}

/** Orders under a title; nothing when there are none. */
function OrderGroup({ id, title, orders }: { id: 'ahead' | 'over'; title: string; orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <section className={classes(styles.group, id === 'over' && styles.over)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}

/** The texts of the link for orders that the buyer has to answer or that are being verified. */
const waits = { pending: 'pending.verify', offered: 'offered.answer' } as const;
const isWaiting = (state: string): state is keyof typeof waits => Object.hasOwn(waits, state);

/** One order: show, date, venue, number of tickets, total and state. */
function OrderCard({ order }: { order: Order }) {
  const { t } = useTranslation(ordersTexts);
  const money = useMoney();
  const words = useCalendarWords();
  const { brand } = useFrame();
  const until = useUntil();
  const { timeZone } = brand.locale;
  const {
    purchase,
    purchaseId,
    state,
    paidAt,
    brand: cardBrand,
    lastFour,
    paymentKind,
    fromBalance,
    firstCard,
    id,
    number,
    offer,
    heldUntil,
    isPerformanceCancelled = false,
    maySlip = false,
    bills = [],
    refunded = 0,
    validTicketCount,
  } = order;
  const [first] = purchase.performances;
  const show = first?.show;
  const what = show?.name ?? id;
  const paidOn = paidAt !== undefined && dateStyles.DMY(clockIn(timeZone, paidAt));
  const step = isWaiting(state) ? t(waits[state]) : t(state === 'paid' ? 'tickets.see' : 'details');
  const address = isWaiting(state) ? pathTo('payConfirm', {}, { purchase: purchaseId }) : pathTo('order', { orderId: id });

  return (
    <li className={styles.order}>
      <Poster image={show && imageOf(show.images, 'poster')} className={styles.poster ?? ''} sizes="6rem" decorative />
      <div className={styles.facts}>
        <p className={styles.state}>
          <StateTag state={state} free={paymentKind === 'free'} unproven={isUnproven(order)} />
        </p>
        <h3>{show?.name ?? t('number', { id: number ?? id })}</h3>
        {first?.date && (
          <p className={styles.when}>
            {dayOfWeekAndMonth(first.date, words)} · {timeOf(first.date)}
          </p>
        )}
        {show?.venueName && <p className={styles.small}>{show.venueName}</p>}
        <p className={styles.amount}>
          {[
            ticketCountOf(purchase) > 0 && t('tickets', { count: ticketCountOf(purchase) }),
            productCountOf(purchase) > 0 && t('products', { count: productCountOf(purchase) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {purchase.totals && ` · ${paymentKind === 'free' ? t('free') : money(purchase.totals.total)}`}
        </p>
        <p className={styles.how}>
          {number && <span>{t('number', { id: number })}</span>}
          {paidOn && <span>{t('paid-on', { day: paidOn })}</span>}
          {(paymentKind === 'cash' || paymentKind === 'terminal') && <span>{t(paymentKind)}</span>}
          {lastFour && <span>{t('card', { brand: cardBrand ? brandName(cardBrand) : t('card.word'), lastFour })}</span>}
          {firstCard?.lastFour && (
            <span>{t('card', { brand: firstCard.brand ? brandName(firstCard.brand) : t('card.word'), lastFour: firstCard.lastFour })}</span>
          )}
          {bills.slice(0, 1).map(({ id: billId, reference }) => (
            <span key={billId}>{reference ? t('bill', { reference }) : t('bill.pending')}</span>
          ))}
          {fromBalance !== undefined && <span>{t('from-balance', { amount: money(fromBalance) })}</span>}
        </p>
        {state === 'paid' && refunded > 0 && (
          <p className={styles.small}>
            {validTicketCount === undefined
              ? t('left.money', { refunded: money(refunded), paid: money(order.paid) })
              : t('left', { count: validTicketCount, refunded: money(refunded), paid: money(order.paid) })}
          </p>
        )}
        {isPerformanceCancelled && (
          <p className={styles.offer}>{t(state !== 'pending' ? 'off' : maySlip ? 'off.pending.slip' : 'off.pending')}</p>
        )}
        {state === 'pending' && !isPerformanceCancelled && (
          <p className={styles.offer}>
            <PlacesKept purchase={purchase} until={heldUntil} />
          </p>
        )}
        {offer && <p className={styles.offer}>{t('offered.text', { end: until(offer.until) })}</p>}
        {order.undelivered && (
          <p className={styles.offer}>
            <MissingMail orderId={id} mail={order.undelivered[0]} show={what} />
          </p>
        )}
        <Link className={`${styles.details} screen-only`} to={address} aria-label={t('step.long', { step, show: what })}>
          {step}
        </Link>
      </div>
    </li>
  );
}

const startOf = ({ performances }: Order) => Math.min(Number.MAX_SAFE_INTEGER, ...performances.map(({ startsAt }) => startsAt));
const lastEndOf = ({ performances }: Order) => Math.max(0, ...performances.map(endOf));

/** `ahead`: performances to come and orders without a final status, the next one first; `over`: past or refunded ones, the latest first. */
export function groupOrders(orders: readonly Order[], now: number): { readonly ahead: readonly Order[]; readonly over: readonly Order[] } {
  const isAhead = (order: Order) =>
    order.state === 'paid' || order.state === 'cancelled' ? lastEndOf(order) > now : order.state !== 'refunded';
  return {
    ahead: orders.filter(isAhead).sort((a, b) => startOf(a) - startOf(b)),
    over: orders.filter((order) => !isAhead(order)).sort((a, b) => startOf(b) - startOf(a)),
  };
}
