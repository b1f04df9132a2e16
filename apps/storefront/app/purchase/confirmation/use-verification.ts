import type { PaymentResult } from '@butaca/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { pathTo } from '../../paths.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { lookAtPayment } from './look-at-payment.ts';
import { outcomeView } from './outcomes.ts';
import { type Verification, verifyPayment } from './verify.ts';

interface Verifying {
  /** Null while it is being verified. */
  readonly verified: Verification | null;
  /** Starts another series. */
  readonly again: () => void;
  /** The buyer's answer to an offer has made this of the payment. */
  readonly answered: (result: PaymentResult) => void;
}

/** What is known of a payment. */
export function useVerification(purchaseId: string): Verifying {
  const { verificationAttempts: attempts, verificationStepMs: stepMs } = useFrame().brand.constants;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [series, setSeries] = useState(1);
  const [verified, setVerified] = useState<Verification | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new series looks again at the same purchase
  useEffect(() => {
    let abandoned = false;
    setVerified(null);
    const look = async () => (abandoned ? undefined : lookAtPayment(purchaseId));
    void verifyPayment({ look, attempts, stepMs }).then((found) => {
      if (abandoned) return;
      if (found.status === 'log-in') return void navigate(pathTo('login', {}, { next: `${pathname}${search}` }), { replace: true });
      tellClock(found);
      setVerified(found);
    });
    return () => {
      abandoned = true;
    };
  }, [purchaseId, series, attempts, stepMs]);

  const answered = (result: PaymentResult) => {
    const found = { status: 'known', result } as const;
    tellClock(found);
    setVerified(found);
  };

  return { verified, again: () => setSeries((current) => current + 1), answered };
}

function tellClock(found: Verification) {
  if (found.status !== 'known') return;
  const { outcome, purchase } = found.result;
  if (outcome === 'approved') return void purchaseClock.paid(purchase.id);
  void (outcomeView(outcome).mayPay ? purchaseClock.chargeEnded(purchase) : purchaseClock.updated(purchase));
}
