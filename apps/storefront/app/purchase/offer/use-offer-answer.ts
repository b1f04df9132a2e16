import type { PaymentResult } from '@butaca/contract';
import { acceptOffer, declineOffer } from '@butaca/contract/payment';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { randomId } from '../../calls/random-id.ts';
import { pathTo } from '../../paths.ts';

interface Options {
  readonly purchaseId: string;
  readonly onAnswered: (payment: PaymentResult) => void;
  readonly onOver: () => void;
}

/** Sends one answer at a time; says which one is on its way and whether the last one failed. */
export function useOfferAnswer({ purchaseId, onAnswered, onOver }: Options) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [answering, setAnswering] = useState<Answer | null>(null);
  const [failed, setFailed] = useState(false);
  const running = useRef(false);

  async function give(answer: Answer) {
    if (running.current) return;
    running.current = true;
    setAnswering(answer);
    setFailed(false);
    const answered = await answerOffer(purchaseId, answer);
    running.current = false;
    setAnswering(null);
    switch (answered.status) {
      case 'done':
        return onAnswered(answered.payment);
      case 'over':
        return onOver();
      case 'log-in':
        return void navigate(pathTo('login', {}, { next: `${pathname}${search}` }), { replace: true });
      default:
        setFailed(true);
    }
  }

  return { answering, failed, give: (answer: Answer) => void give(answer) };
}

export type Answer = 'accept' | 'decline';

type Answered =
  | { readonly status: 'done'; readonly payment: PaymentResult }
  /** The offer has ended in another way: the server has to be asked how. */
  | { readonly status: 'over' }
  | { readonly status: 'log-in' }
  | { readonly status: 'failed' };

/** A refund waits for the gateway. */
const ANSWER_WITHIN_MS = 45_000;

/** Sends the buyer's answer; it is idempotent, so a lost one may be repeated. */
async function answerOffer(purchaseId: string, answer: Answer): Promise<Answered> {
  const outcome = await (await loadClient()).call(
    answer === 'accept' ? acceptOffer : declineOffer,
    { params: { purchaseId }, body: {} },
    { purpose: 'charging', idempotencyKey: randomId(), signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (outcome.status === 'ok') return { status: 'done', payment: outcome.data };
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  const isOver = outcome.status === 'refusal' && (outcome.failure === 'offer_over' || outcome.failure === 'not_found');
  return { status: isOver ? 'over' : 'failed' };
}
