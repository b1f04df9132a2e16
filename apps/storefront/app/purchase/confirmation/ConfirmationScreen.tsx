import type { PaymentResult } from '@butaca/contract';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { OutcomeMark } from '@butaca/ui/components/OutcomeMark.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import paymentTexts from '../../i18n/es/payment.json';
import { pathTo } from '../../paths.ts';
import { LostMeanwhile } from '../buy/RefusalNotice.tsx';
import type { Lost } from '../buy/refusals.ts';
import { PerformanceName } from '../buy/summary/PerformanceTickets.tsx';
import { OfferScreen } from '../offer/OfferScreen.tsx';
import { PaidScreen } from '../result/PaidScreen.tsx';
import styles from './Confirmation.module.css';
import { outcomeView, useVerification } from './verify.ts';

interface ConfirmationScreenProps {
  readonly purchaseId: string;
  /** A payment page sent the buyer back with an error. */
  readonly problem: boolean;
}

/** S-26..S-32: reads the outcome of the payment and shows it. */
export function ConfirmationScreen({ purchaseId, problem }: ConfirmationScreenProps) {
  const { t } = useTranslation(paymentTexts);
  const { verified, lost, again, answered } = useVerification(purchaseId);
  if (verified === null || verified.status === 'log-in') return <Verifying title={t('verifying.title')} text={t('verifying.text')} />;
  if (verified.status === 'not-found') return <UnknownPurchase problem={problem} />;
  if (verified.status === 'known' && verified.result.outcome === 'approved') return <PaidScreen payment={verified.result} />;
  if (verified.status === 'known' && verified.result.outcome === 'offered' && verified.result.offer)
    return <OfferScreen payment={verified.result} offer={verified.result.offer} onAnswered={answered} onOver={again} />;
  return (
    <Outcome
      purchaseId={purchaseId}
      payment={verified.status === 'known' ? verified.result : undefined}
      lost={lost}
      problem={problem}
      onVerifyAgain={again}
    />
  );
}

/** The purchase does not exist, or belongs to another customer; `problem` when a payment page sent the buyer back with an error (ER-014). */
export function UnknownPurchase({ problem }: { problem: boolean }) {
  const { t } = useTranslation(paymentTexts);
  return (
    <Statement title={t(problem ? 'there was a problem making the payment' : 'unknown-purchase.title')} text={t('unknown-purchase.text')}>
      <LinkButton as={Link} to={pathTo('myOrders', {})}>
        {t('my orders')}
      </LinkButton>
    </Statement>
  );
}

/** PO-001. */
export function Verifying({ title, text }: { title: string; text: string }) {
  return (
    <main id="main" className={styles.confirmation} aria-busy="true">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className={styles.progress} aria-hidden="true" />
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.text} role="status">
        {text}
      </p>
    </main>
  );
}

interface OutcomeProps {
  readonly purchaseId: string;
  /** Undefined while the outcome is unknown. */
  readonly payment: PaymentResult | undefined;
  readonly lost: readonly Lost[];
  readonly problem: boolean;
  readonly onVerifyAgain: () => void;
}

/** Every outcome but an approval: what it means and what the buyer can do. */
function Outcome({ purchaseId, payment, lost, problem, onVerifyAgain }: OutcomeProps) {
  const { t } = useTranslation(paymentTexts);
  const { t: ofBuying } = useTranslation(buyTexts);
  const { brand } = useFrame();
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = payment?.outcome ?? 'unknown';
  const view = outcomeView(outcome);
  const title = problem && view.mayPay ? 'there was a problem making the payment' : view.title;
  const mayPay = view.mayPay && payment?.purchase.stage === 'open';
  const other = lost[0]?.performance ?? (payment?.triesLeft === 0 ? payment.purchase.performances[0] : undefined);

  // The content changed without a navigation: a screen reader continues from the heading.
  useEffect(() => heading.current?.focus(), []);

  return (
    <main id="main" className={styles.confirmation} data-outcome={outcome}>
      <title>{`${t(title)} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <OutcomeMark tone={view.tone} />
      <h1 ref={heading} tabIndex={-1} data-msg={title}>
        {t(title)}
      </h1>
      {payment?.purchase.performances
        .filter(({ id }) => !lost.some(({ performance }) => performance.id === id))
        .map((performance) => (
          <p key={performance.id} className={styles.about}>
            <PerformanceName performance={performance} />
          </p>
        ))}
      {payment?.message && (
        <div>
          <p data-msg="the card informs the following message">{t('the card informs the following message')}</p>
          <p className={styles.cardSays}>{payment.message}</p>
        </div>
      )}
      {view.text && (
        <p className={styles.text} data-msg={view.text}>
          {t(view.text)}
        </p>
      )}
      {payment?.triesLeft === 0 && <p className={styles.text}>{t('declined.over')}</p>}
      {lost.length > 0 && (
        <div className={styles.lost}>
          <LostMeanwhile lost={lost} total={mayPay ? payment?.purchase.totals?.total : undefined} />
        </div>
      )}
      <div className={styles.ways}>
        {other && !mayPay && (
          <LinkButton as={Link} to={pathTo('funcion', {}, { performance: other.id, hash: other.hash })}>
            {ofBuying('over.again')}
          </LinkButton>
        )}
        {mayPay && (
          <LinkButton as={Link} to={pathTo('BuyTicketById', { purchaseId })}>
            {t('pay again')}
          </LinkButton>
        )}
        {view.mayVerify && <Button onClick={onVerifyAgain}>{t('verify again')}</Button>}
        <LinkButton as={Link} kind={mayPay || other || view.mayVerify ? 'secondary' : 'primary'} to={pathTo('myOrders', {})}>
          {t('my orders')}
        </LinkButton>
        <Link to={pathTo('cartelera', {})} className={styles.home}>
          {t('to-billboard')}
        </Link>
      </div>
    </main>
  );
}
