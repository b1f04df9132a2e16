import { dateText } from '@butaca/brand/dates';
import type { Translate } from '@butaca/brand/translate';
import type { Order, PurchasePerformance, Ticket } from '@butaca/contract';
import { isKnownOrderState } from '@butaca/contract/order';
import { brandName } from '@butaca/contract/rules/card-brands';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { imageOf } from '../../catalogue/card.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { pathTo } from '../../paths.ts';
import { PlaceList } from '../../purchase/buy/summary/PerformanceTickets.tsx';
import { ProductList } from '../../purchase/buy/summary/ProductList.tsx';
import { Totals } from '../../purchase/buy/summary/Totals.tsx';
import { CallOff } from '../../purchase/confirmation/CallOff.tsx';
import { keptUntil } from '../../purchase/confirmation/kept-until.ts';
import { PlacesKept, useIsOver } from '../../purchase/confirmation/PlacesKept.tsx';
import { watchPayment } from '../../purchase/confirmation/watch-payment.ts';
import { ticketCountOf } from '../../purchase/ticket-count.ts';
import { useUntil } from '../../purchase/until.ts';
import { StateTag } from '../orders/StateTag.tsx';
import { Bills } from './Bills.tsx';
import { FullScreenCodes } from './FullScreenCodes.tsx';
import { OwnMailbox } from './mailbox/OwnMailbox.tsx';
import { UndeliveredNotice } from './mailbox/UndeliveredNotice.tsx';
import { Nominations } from './Nominations.tsx';
import styles from './Order.module.css';
import { OrderActions } from './OrderActions.tsx';
import { OrderParts } from './OrderParts.tsx';
import { PerformanceWhen } from './PerformanceWhen.tsx';
import { TicketCard } from './TicketCard.tsx';
import { TicketStrip } from './TicketStrip.tsx';

/** The tickets first; then what was paid for them, and how. */
export function OrderScreen({ order, offline }: { order: Order; offline: boolean }) {
  const { t } = useTranslation(orderTexts);
  const { brand } = useFrame();
  const { performances } = order.purchase;
  return (
    <main id="main" className={styles.order} data-state={order.state}>
      <title>{`${titleOf(order, t)} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <OrderHead order={order} />
      <PaymentWatch order={order} />
      <div className={styles.tickets}>
        {offline && <Notice kind="info">{t('offline')}</Notice>}
        <OrderStateNotice order={order} />
        {!offline && <UndeliveredNotice order={order} />}
        {!offline && <OwnMailbox order={order} />}
        {order.part && <OrderParts orderId={order.id} part={order.part} />}
        {performances.map((performance) => (
          <PerformanceSection key={performance.id} order={order} performance={performance} named={performances.length > 1} />
        ))}
      </div>
      <aside className={styles.side} aria-label={t('purchase.title')}>
        <OrderActions order={order} />
        <OrderFacts order={order} />
      </aside>
      <Bills order={order} />
    </main>
  );
}

/** Show and state; also date and venue when all tickets are for one performance. */
function OrderHead({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const { performances } = order.purchase;
  const [first] = performances;
  const image = first?.show && imageOf(first.show.images, 'poster');
  return (
    <header className={styles.head}>
      <Link className={`${styles.back} screen-only`} to={pathTo('myOrders', {})}>
        <span aria-hidden="true">←</span> {t('my orders')}
      </Link>
      <Poster image={image} className={styles.poster ?? ''} sizes="(min-width: 960px) 9rem, 5.5rem" eager decorative />
      <div className={styles.about}>
        <p>
          <StateTag state={order.state} free={order.paymentKind === 'free'} />
        </p>
        <h1 tabIndex={-1}>{titleOf(order, t)}</h1>
        {first && performances.length === 1 && <PerformanceWhen order={order} performance={first} />}
      </div>
    </header>
  );
}

const kinds = {
  reserved: 'info',
  reservation_expired: 'warning',
  reservation_cancelled: 'info',
  pending: 'warning',
  offered: 'warning',
  returning: 'info',
  refunded: 'info',
  cancelled: 'info',
} as const;

/** Reads the order again while its payment waits, and announces that it is paid; what else becomes of it its notice announces. */
function PaymentWatch({ order: { id: orderId, state, payableUntil } }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const { revalidate } = useRevalidator();
  const [first] = useState(state);
  const isWaiting = state === 'pending';
  // biome-ignore lint/correctness/useExhaustiveDependencies: one payment is asked about for as long as it waits
  useEffect(() => {
    if (!isWaiting) return;
    let known = payableUntil;
    return watchPayment(async (signal) => {
      const [{ getOrder }, client] = await Promise.all([import('@butaca/contract/order'), loadClient()]);
      const order = await client.ask(getOrder, { params: { orderId }, query: {} }, { signal });
      if (order && (order.state !== 'pending' || order.payableUntil !== known)) await revalidate();
      known = order ? order.payableUntil : known;
    });
  }, [orderId, isWaiting, revalidate]);
  return (
    <p className="visually-hidden" role="status">
      {first === 'pending' && state === 'paid' && t('paid.news')}
    </p>
  );
}

/**
 * For an order that is not simply paid: what it is waiting for, and the link to it. One element whatever the state, so that a screen reader is told
 * when a payment that waited came to nothing.
 */
function OrderStateNotice({ order }: { order: Order }) {
  const { state, purchaseId, offer, heldUntil, purchase, refunded = 0, asBalance = 0 } = order;
  const { t } = useTranslation(orderTexts);
  const until = useUntil();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  if (!isKnownOrderState(state) || state === 'paid') return null;
  const end = offer ? until(offer.until) : '';
  // Money that was refunded has no page of a payment to follow.
  const step = state !== 'refunded' && state !== 'cancelled' && purchase.stage !== 'paid' && (
    <LinkButton
      as={Link}
      small
      kind="secondary"
      to={state.startsWith('reserv') ? pathTo('myBookings', {}) : pathTo('payConfirm', {}, { purchase: purchaseId })}
    >
      {t(`${state}.step`)}
    </LinkButton>
  );
  return (
    <Notice
      kind={kinds[state]}
      title={t(`${state}.title`)}
      actions={
        state === 'cancelled' ? (
          <UnpaidStep order={order} />
        ) : (
          <>
            {step}
            {order.mayCallOff && (
              <CallOff
                purchaseId={purchaseId}
                payableUntil={order.payableUntil}
                small
                onAnswered={() => void navigate(pathTo('payConfirm', {}, { purchase: purchaseId }))}
                onOver={() => void revalidate()}
              />
            )}
          </>
        )
      }
    >
      {t(state === 'refunded' && asBalance > 0 && asBalance === refunded ? 'refunded.balance' : `${state}.text`, { end })}{' '}
      {(state === 'pending' || state === 'cancelled') && (
        <PlacesKept purchase={purchase} until={heldUntil} payment={state === 'pending' ? 'waits' : 'unpaid'} isInStatus />
      )}
      {state === 'reserved' && <PlacesKept purchase={purchase} until={keptUntil(purchase)} payment="unpaid" isInStatus />}
    </Notice>
  );
}

/** Nothing was paid in the end: the way to pay while the places are held, else to choose again. */
function UnpaidStep({ order: { purchaseId, heldUntil, purchase } }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const isOver = useIsOver(heldUntil);
  const [performance] = purchase.performances;
  if (heldUntil !== undefined && !isOver)
    return (
      <LinkButton as={Link} small to={pathTo('BuyTicketById', { purchaseId })}>
        {t('cancelled.pay')}
      </LinkButton>
    );
  return (
    performance && (
      <LinkButton as={Link} small kind="secondary" to={pathTo('funcion', {}, { performance: performance.id, hash: performance.hash })}>
        {t('cancelled.choose')}
      </LinkButton>
    )
  );
}

/** The show's name, or a general title for several shows. */
function titleOf({ purchase: { performances } }: Order, t: Translate<typeof orderTexts>): string {
  const names = new Set(performances.flatMap(({ show }) => show?.name ?? []));
  const [only] = names;
  return only !== undefined && names.size === 1 ? only : t('title');
}

interface PerformanceSectionProps {
  readonly order: Order;
  readonly performance: PurchasePerformance;
  /** Whether the section shows the name of its show, as in an order with several. */
  readonly named: boolean;
}

/** The tickets of one performance; the places that were chosen while there are none. */
function PerformanceSection({ order, performance, named }: PerformanceSectionProps) {
  const { t } = useTranslation(orderTexts);
  const [shown, setShown] = useState<string>();
  const tickets = order.tickets.filter(({ performanceId }) => performanceId === performance.id);
  const titleId = `tickets-${performance.id}`;
  const products = (order.purchase.products ?? []).filter(({ performanceId }) => performanceId === performance.id);
  if (tickets.length === 0) {
    return (
      <section className={styles.chosen} aria-labelledby={titleId}>
        <h2 id={titleId}>{named ? performance.show?.name : t(order.state === 'cancelled' ? 'cancelled.places' : 'chosen.title')}</h2>
        {named && <PerformanceWhen order={order} performance={performance} />}
        <PlaceList places={performance.places ?? []} />
        <ProductList products={products} />
      </section>
    );
  }
  const rule = order.performances.find(({ id }) => id === performance.id)?.nominations;
  const ink = performance.show && imageOf(performance.show.images, 'poster')?.ink;
  // Nobody enters with a void one: those that count come first, on a phone in a strip of their own.
  const good = tickets.filter(({ state }) => state !== 'void');
  const voided = tickets.filter(({ state }) => state === 'void');
  const card = (ticket: Ticket, turn: number, count: number) => (
    <TicketCard
      ticket={ticket}
      turn={turn}
      count={count}
      holder={ticket.nomination ? `${ticket.nomination.firstName} ${ticket.nomination.lastName}` : order.holder}
      delivery={order.delivery?.kind}
      ink={ink}
      onEnlarge={() => setShown(ticket.id)}
    />
  );
  return (
    <section className={styles.performance} aria-labelledby={titleId}>
      {named ? (
        <div className={styles.named}>
          <h2 id={titleId}>{performance.show?.name}</h2>
          <PerformanceWhen order={order} performance={performance} />
        </div>
      ) : (
        <h2 id={titleId} className="visually-hidden">
          {t('tickets.title')}
        </h2>
      )}
      {good.length > 0 && (
        <TicketStrip tickets={good} label={t('tickets.title')} card={(ticket, turn) => card(ticket, turn, good.length)} />
      )}
      {voided.length > 0 && (
        <details className={styles.voided} open={good.length === 0}>
          <summary>{t('void.title', { count: voided.length })}</summary>
          <ul>
            {voided.map((ticket, index) => (
              <li key={ticket.id}>{card(ticket, index + 1, voided.length)}</li>
            ))}
          </ul>
        </details>
      )}
      <ProductList products={products} />
      {rule && <Nominations order={order} rule={rule} tickets={tickets} />}
      <FullScreenCodes tickets={tickets.filter(({ code }) => code !== undefined)} shown={shown} onShow={setShown} />
    </section>
  );
}

/** The amount by component, the payment method, the delivery, and the order's number for questions to support. */
function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const money = useMoney();
  const { language, timeZone } = useFrame().brand.locale;
  const { id, number, totals, purchase, paid, pending, refunded = 0, fromBalance = 0, firstCard, paidAt, delivery } = order;
  const [method, plan] = methodOf(order, t);
  const facts: readonly (readonly [label: string, value: string | false | undefined, note?: string | undefined, key?: string])[] = [
    [t('facts.paid'), order.state === 'cancelled' ? t('facts.nothing') : paid + refunded > 0 && money(paid + refunded)],
    [t('facts.pending'), pending > 0 && money(pending)],
    ...(order.refunds?.map((refund): [string, string, string, string] => [
      t('facts.refunded'),
      money(refund.amount),
      t(refund.isUnderWay ? 'refund.under-way' : 'refund.done', {
        day: dateText(refund.at, { language, timeZone }, { dateStyle: 'long' }),
        to: refund.to === 'payment' && method ? t('refund.to.method', { method }) : t(`refund.to.${refund.to}`),
      }),
      `refund ${refund.at} ${refund.amount}`,
    ]) ?? []),
    [t('facts.card'), method, plan],
    [
      t('facts.firstCard'),
      firstCard?.lastFour &&
        t('card', { brand: firstCard.brand ? brandName(firstCard.brand) : t('card.word'), lastFour: firstCard.lastFour }),
      firstCard && money(firstCard.amount),
    ],
    [t('facts.fromBalance'), fromBalance > 0 && money(fromBalance)],
    [t('facts.delivery'), delivery?.name, delivery && placeOf(delivery)],
    [
      t('facts.delivery.state'),
      delivery && delivery.kind !== 'eticket' && t(`delivery.${delivery.state ?? 'waiting'}`),
      delivery?.stateAt === undefined ? undefined : dateText(delivery.stateAt, { language, timeZone }, { dateStyle: 'long' }),
    ],
    [t('facts.bought'), paidAt !== undefined && dateText(paidAt, { language, timeZone }, { dateStyle: 'long' })],
    [t('facts.number'), number ?? id, number && id],
  ];
  return (
    <section className={styles.summary} aria-labelledby="facts-title">
      <h2 id="facts-title">{t('facts.title')}</h2>
      <Totals
        totals={totals}
        quantity={ticketCountOf(purchase)}
        performances={purchase.performances}
        paidIn={order.instalments}
        deliveryChosen={false}
      />
      <dl className={styles.facts}>
        {facts.map(
          ([label, value, note, key = label]) =>
            value && (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  {value}
                  {note && <span className={styles.note}>{note}</span>}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** Where tickets on paper are fetched, or brought. */
function placeOf({ point, address }: NonNullable<Order['delivery']>): string | undefined {
  return point ? [point.name, `${point.address}, ${point.city}`, point.hours].filter(Boolean).join(' · ') : address;
}

/** The payment method, and the number of instalments where that is chosen. */
function methodOf(
  { paymentKind, brand, lastFour, instalments, method }: Order,
  t: Translate<typeof orderTexts>,
): [method?: string, plan?: string] {
  if (paymentKind === 'cash' || paymentKind === 'terminal' || paymentKind === 'free' || paymentKind === 'balance') return [t(paymentKind)];
  if (!lastFour) return method === undefined ? [] : [method];
  const card = t('card', { brand: brand ? brandName(brand) : t('card.word'), lastFour });
  return instalments === undefined ? [card] : [card, t('instalments', { count: instalments })];
}
