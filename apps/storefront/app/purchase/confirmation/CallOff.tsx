import type { PaymentResult } from '@butaca/contract';
import { cancelPayment } from '@butaca/contract/payment';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import paymentTexts from '../../i18n/es/payment.json';
import { useUntil } from '../until.ts';
import styles from './Confirmation.module.css';
import { useIsOver } from './PlacesKept.tsx';

interface CallOffProps {
  readonly purchaseId: string;
  /** Called off now, its places are kept until then, to be paid in another way (epoch ms). */
  readonly payableUntil: number | undefined;
  readonly small?: boolean;
  /** It does not wait any more: it was cancelled, or decided before. */
  readonly onAnswered: (payment: PaymentResult) => void;
  /** It is not the buyer's any more to call it off: what has become of it has to be asked. */
  readonly onOver: () => void;
}

/** Calls off a payment that waits to be confirmed, after saying what becomes of its places. */
export function CallOff({ purchaseId, payableUntil, small = false, onAnswered, onOver }: CallOffProps) {
  const { t } = useTranslation(paymentTexts);
  const untilText = useUntil();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const isTooLate = useIsOver(payableUntil);
  const isPayable = payableUntil !== undefined && !isTooLate;

  const callOff = async () => {
    setBusy(true);
    setFailed(false);
    const client = await loadClient();
    const outcome = await client.call(cancelPayment, { params: { purchaseId }, body: {} }, { purpose: 'charging' });
    setBusy(false);
    // Without an answer it still waits, for all that is known.
    if (outcome.status === 'ok' ? outcome.data.outcome === 'pending' : outcome.status !== 'refusal') return setFailed(true);
    setAsked(false);
    if (outcome.status === 'ok') onAnswered(outcome.data);
    else onOver();
  };

  return (
    <>
      <Button kind="secondary" small={small} onClick={() => setAsked(true)}>
        {t(isPayable ? 'call off.pay' : 'call off')}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('call off.title')}
        closeLabel={t('call off.keep')}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsked(false)}>
              {t('call off.keep')}
            </Button>
            <Button busy={isBusy} onClick={() => void callOff()}>
              {t('call off.confirm')}
            </Button>
          </>
        }
      >
        <div className={styles.asked}>
          <p>{isPayable ? t('call off.payable', { end: untilText(payableUntil) }) : t('call off.free')}</p>
          <p>{t('call off.paid already')}</p>
          {isFailed && <Notice kind="error">{t('call off.failed')}</Notice>}
        </div>
      </Dialog>
    </>
  );
}
