import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { OfferScreen } from '../offer/OfferScreen.tsx';
import { PaidScreen } from '../result/PaidScreen.tsx';
import { paymentTexts } from '../result/texts.ts';
import styles from './Confirmation.module.css';
import { Outcome } from './Outcome.tsx';
import { useVerification } from './use-verification.ts';

interface ConfirmationScreenProps {
  readonly purchaseId: string;
  /** A payment page sent the buyer back with an error. */
  readonly problem: boolean;
}

/** S-26..S-32: asks for the outcome of the payment and shows it. */
export function ConfirmationScreen({ purchaseId, problem }: ConfirmationScreenProps) {
  const { t } = useTranslation(paymentTexts);
  const { verified, again, answered } = useVerification(purchaseId);
  if (verified === null || verified.status === 'log-in') return <Verifying title={t('verifying.title')} text={t('verifying.text')} />;
  if (verified.status === 'not-found') return <UnknownPurchase problem={problem} />;
  if (verified.status === 'known' && verified.result.outcome === 'approved') return <PaidScreen payment={verified.result} />;
  if (verified.status === 'known' && verified.result.outcome === 'offered' && verified.result.offer)
    return <OfferScreen payment={verified.result} offer={verified.result.offer} onAnswered={answered} onOver={again} />;
  return (
    <Outcome
      purchaseId={purchaseId}
      payment={verified.status === 'known' ? verified.result : undefined}
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
