import type { PaymentResult } from '@butaca/contract';
import { confirmPayment } from '@butaca/contract/payment';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import { pathTo } from '../../paths.ts';
import { type Lost, lostSince } from '../buy/troubles.ts';
import { purchaseClock } from '../clock/purchase-clock.ts';
import { outcomeView } from './outcomes.ts';
import { type Look, type Verification, verifyPayment } from './verify.ts';

interface Verifying {
  /** Null while it is being verified. */
  readonly verified: Verification | null;
  /** Places that this browser's purchase had before the payment was decided. */
  readonly lost: readonly Lost[];
  /** Starts another series of attempts. */
  readonly again: () => void;
  /** Called with the payment after the buyer answered the offer. */
  readonly answered: (result: PaymentResult) => void;
}

/** What is known of a payment. */
export function useVerification(purchaseId: string): Verifying {
  const { verificationAttempts: attempts, verificationStepMs: stepMs } = useFrame().brand.constants;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [series, setSeries] = useState(1);
  const [verified, setVerified] = useState<Verification | null>(null);
  const [lost, setLost] = useState<readonly Lost[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new series asks about the same purchase again
  useEffect(() => {
    let abandoned = false;
    setVerified(null);
    const look = async () => (abandoned ? undefined : lookAtPayment(purchaseId));
    void verifyPayment({ look, attempts, stepMs }).then((found) => {
      if (abandoned) return;
      if (found.status === 'log-in') return void navigate(pathTo('login', {}, { next: `${pathname}${search}` }), { replace: true });
      setLost(lostIn(found));
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

  return { verified, lost, again: () => setSeries((current) => current + 1), answered };
}

/** By what this browser knew of the purchase; nothing where the payment may still be approved. */
function lostIn(found: Verification): readonly Lost[] {
  const { purchase: before } = purchaseClock.get();
  if (found.status !== 'known' || !outcomeView(found.result.outcome).mayPay) return [];
  return before?.id === found.result.purchase.id ? lostSince(before, found.result.purchase) : [];
}

function tellClock(found: Verification) {
  if (found.status !== 'known') return;
  const { outcome, purchase } = found.result;
  if (outcome === 'approved') return void purchaseClock.paid(purchase.id);
  if (purchase.stage === 'cancelled' || purchase.stage === 'expired') return void purchaseClock.ended(purchase.id);
  void (outcomeView(outcome).mayPay ? purchaseClock.chargeEnded(purchase) : purchaseClock.updated(purchase));
}

/** An attempt that takes longer counts as no answer. */
const ANSWER_WITHIN_MS = 10_000;

/** Asks the server for the outcome of a payment (CA-078); the page has its own texts, so only a 401 leaves it (C-01). */
async function lookAtPayment(purchaseId: string): Promise<Look> {
  const client = await loadClient();
  const outcome = await client.call(
    confirmPayment,
    { params: { purchaseId }, body: {} },
    { purpose: 'charging', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (outcome.status === 'ok') return { result: outcome.data };
  if (outcome.status === 'unauthorised') return 'log-in';
  return outcome.status === 'refusal' && outcome.failure === 'not_found' ? 'not-found' : undefined;
}
