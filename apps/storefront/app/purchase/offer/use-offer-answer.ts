import type { PaymentResult } from '@butaca/contract';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathTo } from '../../paths.ts';
import { type Answer, answerOffer } from './answer-offer.ts';

interface Options {
  readonly purchaseId: string;
  readonly onAnswered: (payment: PaymentResult) => void;
  readonly onOver: () => void;
}

/** Gives one answer at a time: which one is on its way, and whether the last one did not arrive. */
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
