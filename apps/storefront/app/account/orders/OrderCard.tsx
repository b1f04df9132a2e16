import type { Order } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { imageOf } from '../../catalogue/card.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import ordersTexts from '../../i18n/es/orders.json';
import { pathTo } from '../../paths.ts';
import { offerEnd } from '../../purchase/offer/offer-end.ts';
import styles from './Orders.module.css';
import { StateTag } from './StateTag.tsx';

/** The texts of the link for orders that the buyer has to answer or that are being verified. */
const waits = { pending: 'pending.verify', offered: 'offered.answer', returning: 'pending.verify' } as const;
const isWaiting = (state: string): state is keyof typeof waits => Object.hasOwn(waits, state);

/** One order: show, date, venue, number of tickets, total and state. */
export function OrderCard({ order }: { order: Order }) {
  const { t } = useTranslation(ordersTexts);
  const money = useMoney();
  const words = useCalendarWords();
  const { brand } = useFrame();
  const { language, timeZone } = brand.locale;
  const { purchase, purchaseId, state, paidAt, brand: cardBrand, lastFour, paymentKind, id, offer } = order;
  const [first] = purchase.performances;
  const show = first?.show;
  const what = show?.name ?? id;
  const paidOn = paidAt !== undefined && new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(paidAt);
  const step = isWaiting(state) ? t(waits[state]) : t(state === 'paid' ? 'tickets.see' : 'details');
  const address = isWaiting(state) ? pathTo('payConfirm', {}, { purchase: purchaseId }) : pathTo('order', { orderId: id });

  return (
    <li className={styles.order}>
      <Poster image={show && imageOf(show.images, 'poster')} className={styles.poster ?? ''} sizes="6rem" decorative />
      <div className={styles.facts}>
        <p className={styles.state}>
          <StateTag state={state} />
        </p>
        <h3>{show?.name ?? t('number', { id })}</h3>
        {first?.date && (
          <p className={styles.when}>
            {dayOfWeekAndMonth(first.date, words)} · {timeOf(first.date)} h
          </p>
        )}
        {show?.venueName && <p className={styles.small}>{show.venueName}</p>}
        <p className={styles.amount}>
          {t('tickets', { count: purchase.quantity.total })}
          {purchase.totals && ` · ${money(purchase.totals.total)}`}
        </p>
        <p className={styles.how}>
          {paidOn && <span>{t('paid-on', { day: paidOn })}</span>}
          {(paymentKind === 'cash' || paymentKind === 'free') && <span>{t(paymentKind)}</span>}
          {lastFour && <span>{t('card', { brand: cardBrand ? brandName(cardBrand) : t('card.word'), lastFour })}</span>}
        </p>
        {offer && <p className={styles.offer}>{t('offered.text', { end: offerEnd(offer.until, brand.locale) })}</p>}
        <Link className={styles.details} to={address} aria-label={t('step.long', { step, show: what })}>
          {step}
        </Link>
      </div>
    </li>
  );
}
