import { useTranslation } from '../../i18n/use-translation.tsx';
import { OfferScreen } from '../offer/OfferScreen.tsx';
import { PaidScreen } from '../result/PaidScreen.tsx';
import { paymentTexts } from '../result/texts.ts';
import { Outcome } from './Outcome.tsx';
import { UnknownPurchase } from './UnknownPurchase.tsx';
import { useVerification } from './use-verification.ts';
import { Verifying } from './Verifying.tsx';

interface ConfirmationScreenProps {
  readonly purchaseId: string;
  /** A payment page sent the buyer back with an error. */
  readonly problem: boolean;
}

/** S-26..S-32: asks what has become of the payment and says it. */
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
