import { dateText, momentText } from '@butaca/brand/dates';
import type { Translate } from '@butaca/brand/translate';
import type { Order, OrderRefund } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { Totals } from '../../purchase/buy/summary/Totals.tsx';
import { ticketCountOf } from '../../purchase/ticket-count.ts';
import styles from './Order.module.css';
import { isUnproven } from './unproven.ts';

/** The amount by component, the payment method, the delivery, and the order's number for questions to support. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  const money = useMoney();
  const { language, timeZone } = useFrame().brand.locale;
  const { number, totals, purchase, paid, pending, refunded = 0, fromBalance = 0, firstCard, paidAt, delivery } = order;
  const [method, plan] = methodOf(order, t);
  const noteOf = (refund: OrderRefund) => {
    const to = refund.to === 'payment' && method ? t('refund.to.method', { method }) : t(`refund.to.${refund.to}`);
    // Nothing is known to be on its way.
    if (refund.isUnproven) return `${to[0]?.toUpperCase()}${to.slice(1)}`;
    return t(refund.isUnderWay ? 'refund.under-way' : 'refund.done', {
      day: dateText(refund.at, { language, timeZone }, { dateStyle: 'long' }),
      to,
    });
  };
  const facts: readonly (readonly [label: string, value: string | false | undefined, note?: string | undefined, key?: string])[] = [
    [
      t('facts.paid'),
      order.state === 'cancelled'
        ? t(order.mayStillCome ? 'facts.nothing.yet' : 'facts.nothing')
        : !(isUnproven(order) && paid === 0) && paid + refunded > 0 && money(paid + refunded),
    ],
    [t('facts.pending'), pending > 0 && money(pending)],
    ...(order.refunds?.map((refund): [string, string, string, string] => [
      t(refund.isUnproven ? 'facts.unproven' : 'facts.refunded'),
      money(refund.amount),
      noteOf(refund),
      `refund ${refund.at} ${refund.amount} ${refund.isUnproven}`,
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
    ...(order.reissues?.map(({ at, ticketCount, byStaff }): [string, string, string, string] => [
      t('facts.reissued'),
      momentText(at, { language, timeZone }, { dateStyle: 'long' }),
      t(byStaff ? 'facts.reissued.byStaff' : 'facts.reissued.count', { count: ticketCount }),
      `reissue ${at}`,
    ]) ?? []),
    [t('facts.number'), number],
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
