import type { PaymentResult } from '@butaca/contract';
import { acceptOffer, declineOffer } from '@butaca/contract/payment';
import { browserClient } from '../buy/browser-client.ts';
import { newKey } from '../buy/new-key.ts';

export type Answer = 'accept' | 'decline';

export type Answered =
  | { readonly status: 'done'; readonly payment: PaymentResult }
  /** The offer has ended otherwise: what became of it has to be asked. */
  | { readonly status: 'over' }
  | { readonly status: 'log-in' }
  | { readonly status: 'failed' };

/** Giving money back waits for the gateway. */
const ANSWER_WITHIN_MS = 45_000;

/** Tells the server the buyer's answer; the same answer again does no harm, so a lost one may be repeated. */
export async function answerOffer(purchaseId: string, answer: Answer): Promise<Answered> {
  const outcome = await (await browserClient()).call(
    answer === 'accept' ? acceptOffer : declineOffer,
    { params: { purchaseId }, body: {} },
    { purpose: 'charging', idempotencyKey: newKey(), signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (outcome.status === 'ok') return { status: 'done', payment: outcome.data };
  if (outcome.status === 'unauthorised') return { status: 'log-in' };
  const isOver = outcome.status === 'refusal' && (outcome.failure === 'offer_over' || outcome.failure === 'not_found');
  return { status: isOver ? 'over' : 'failed' };
}
