import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import paymentTexts from '../../i18n/es/payment.json';

interface DeclineMessageProps {
  readonly message: string | undefined;
  /** By its name; undefined of a card that was typed here. */
  readonly method: string | undefined;
  readonly className: string | undefined;
}

/** Why a payment was declined, and who says so: the card, or the wallet or page that it was paid with (PO-003). */
export function DeclineMessage({ message, method, className }: DeclineMessageProps) {
  const { t } = useTranslation(paymentTexts);
  return (
    <>
      <p>{t(declineIntro(method), { method: method ?? '' })}</p>
      {message && <p className={className}>{message}</p>}
    </>
  );
}

export const declineIntro = (method: string | undefined) =>
  method === undefined ? 'the card informs the following message' : 'the method informs the following message';
