import type { PaymentResult } from '@butaca/contract';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { OutcomeMark } from '@butaca/ui/components/OutcomeMark.tsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { PerformanceName } from '../buy/summary/PerformanceTickets.tsx';
import { paymentTexts } from '../result/texts.ts';
import styles from './Confirmation.module.css';
import { outcomeView } from './outcomes.ts';

interface OutcomeProps {
  readonly purchaseId: string;
  /** Undefined while the outcome is unknown. */
  readonly payment: PaymentResult | undefined;
  readonly problem: boolean;
  readonly onVerifyAgain: () => void;
}

/** Every outcome but an approval: what it means and what the buyer can do. */
export function Outcome({ purchaseId, payment, problem, onVerifyAgain }: OutcomeProps) {
  const { t } = useTranslation(paymentTexts);
  const { brand } = useFrame();
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = payment?.outcome ?? 'unknown';
  const view = outcomeView(outcome);
  const title = problem && view.mayPay ? 'there was a problem making the payment' : view.title;
  const mayPay = view.mayPay && payment?.purchase.stage === 'open';

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
      {payment?.purchase.performances.map((performance) => (
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
      <div className={styles.ways}>
        {mayPay && (
          <LinkButton as={Link} to={pathTo('BuyTicketById', { purchaseId })}>
            {t('pay again')}
          </LinkButton>
        )}
        {view.mayVerify && <Button onClick={onVerifyAgain}>{t('verify again')}</Button>}
        <LinkButton as={Link} kind={mayPay || view.mayVerify ? 'secondary' : 'primary'} to={pathTo('myOrders', {})}>
          {t('my orders')}
        </LinkButton>
        <Link to={pathTo('cartelera', {})} className={styles.home}>
          {t('to-billboard')}
        </Link>
      </div>
    </main>
  );
}
