import type { PaymentResult } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { OutcomeMark } from '@butaca/ui/components/OutcomeMark.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { usePixel } from '../../frame/pixel.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import paymentTexts from '../../i18n/es/payment.json';
import { OfferAfterPurchase } from '../../login/passkey-offer/OfferAfterPurchase.tsx';
import { pathTo } from '../../paths.ts';
import { PerformanceTickets } from '../buy/summary/PerformanceTickets.tsx';
import { Totals } from '../buy/summary/Totals.tsx';
import { ticketCountOf } from '../ticket-count.ts';
import styles from './Paid.module.css';
import { TicketsOnTheirWay, waysOf } from './TicketsOnTheirWay.tsx';

/** S-11: it is paid. What, where, when, with what, and what comes next (PO-002). */
export function PaidScreen({ payment }: { payment: PaymentResult }) {
  const { t } = useTranslation(paymentTexts);
  const { brand } = useFrame();
  const { links, withdrawal } = brand;
  const heading = useRef<HTMLHeadingElement>(null);
  const { purchase } = payment;
  usePixel({ stage: 'success', purchaseId: purchase.id, amount: payment.amount });
  const title = t(payment.amount === 0 ? 'approved.free.title' : 'approved.title');

  useEffect(() => heading.current?.focus(), []);

  return (
    <main id="main" className={styles.paid} data-outcome="approved">
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <OutcomeMark tone="success" />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <PaymentFacts payment={payment} />
        <div className={styles.ways}>
          <LinkButton as={Link} to={pathTo('order', { orderId: payment.orderId ?? purchase.id })}>
            {t(waysOf(payment).see)}
          </LinkButton>
          <Link to={pathTo('myOrders', {})}>{t('my orders')}</Link>
          <Link to={pathTo('cartelera', {})}>{t('to-billboard')}</Link>
        </div>
        <OfferAfterPurchase />
        <section className={styles.next} aria-labelledby="next-title">
          <h2 id="next-title">{t('next.title')}</h2>
          <ol>
            <li>
              <TicketsOnTheirWay payment={payment} />
            </li>
            <li>{t('next.arrive')}</li>
          </ol>
          <p className={styles.law}>
            {withdrawal ? t('next.withdrawal', { days: withdrawal.days, hours: withdrawal.hoursBefore }) : t('next.withdrawal.terms')}{' '}
            <a href={links.withdrawal.href}>{links.withdrawal.name}</a>
          </p>
        </section>
      </header>
      <section className={styles.bought} aria-labelledby="bought-title">
        <h2 id="bought-title">{t('tickets.title')}</h2>
        {purchase.performances.map((performance) => (
          <PerformanceTickets key={performance.id} performance={performance} products={purchase.products} />
        ))}
        {purchase.totals && (
          <Totals
            totals={purchase.totals}
            quantity={ticketCountOf(purchase)}
            performances={purchase.performances}
            paidIn={payment.instalments}
          />
        )}
      </section>
    </main>
  );
}

/** The order number, the amount, and what paid it: the card or another method by its name, and the balance beside it. */
function PaymentFacts({ payment }: { payment: PaymentResult }) {
  const {
    orderNumber,
    amount,
    fromBalance = 0,
    instalments,
    brand,
    lastFour,
    method,
    firstCard,
    refunded = 0,
    isUnderWay = false,
    unproven = 0,
  } = payment;
  const { t } = useTranslation(paymentTexts);
  const money = useMoney();
  return (
    <dl className={styles.facts}>
      {amount === 0 && (
        <div>
          <dt>{t('paid.total')}</dt>
          <dd>{t('paid.free')}</dd>
        </div>
      )}
      {amount !== undefined && amount > 0 && (
        <div>
          <dt>{t('paid.amount')}</dt>
          <dd>
            {money(amount)} {instalments !== undefined && fromBalance === 0 && t('paid.instalments', { count: instalments })}
          </dd>
        </div>
      )}
      {amount !== undefined && fromBalance > 0 && (
        <>
          <div>
            <dt>{t('paid.balance')}</dt>
            <dd>{money(fromBalance)}</dd>
          </div>
          <div>
            <dt>{method === undefined ? t('paid.rest') : t('paid.rest.method', { method })}</dt>
            <dd>
              {money(amount - fromBalance)} {instalments !== undefined && t('paid.instalments', { count: instalments })}
            </dd>
          </div>
        </>
      )}
      {firstCard && (
        <div>
          <dt>{t('paid.card')}</dt>
          <dd>
            {t('paid.card.value', {
              brand: firstCard.brand ? brandName(firstCard.brand) : t('paid.card'),
              lastFour: firstCard.lastFour ?? '',
            })}
            : {money(firstCard.amount)}
          </dd>
        </div>
      )}
      {method !== undefined && amount !== undefined && amount > 0 && fromBalance === 0 && (
        <div>
          <dt>{t('paid.method')}</dt>
          <dd>{method}</dd>
        </div>
      )}
      {lastFour && (
        <div>
          <dt>{t('paid.card')}</dt>
          <dd>
            {t('paid.card.value', { brand: brand ? brandName(brand) : t('paid.card'), lastFour })}
            {firstCard && amount !== undefined && `: ${money(amount - firstCard.amount)}`}
          </dd>
        </div>
      )}
      {refunded > unproven && (
        <div>
          <dt>{t(isUnderWay ? 'paid.returning' : 'paid.refunded')}</dt>
          <dd>{money(refunded - unproven)}</dd>
        </div>
      )}
      {unproven > 0 && (
        <div>
          <dt>{t('paid.unproven')}</dt>
          <dd>{money(unproven)}</dd>
        </div>
      )}
      {orderNumber && (
        <div>
          <dt>{t('order.number')}</dt>
          <dd className={styles.number}>{orderNumber}</dd>
        </div>
      )}
    </dl>
  );
}
