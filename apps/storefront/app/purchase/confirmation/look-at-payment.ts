import { confirmPayment } from '@butaca/contract/payment';
import { browserClient } from '../buy/browser-client.ts';
import type { Look } from './verify.ts';

/** A look that takes longer counts as no answer. */
const ANSWER_WITHIN_MS = 10_000;

/** Asks the server what has become of a payment (CA-078); its own texts stand on the page, so no other status leaves it (C-01). */
export async function lookAtPayment(purchaseId: string): Promise<Look> {
  const client = await browserClient();
  const outcome = await client.call(
    confirmPayment,
    { params: { purchaseId }, body: {} },
    { purpose: 'charging', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
  );
  if (outcome.status === 'ok') return { result: outcome.data };
  if (outcome.status === 'unauthorised') return 'log-in';
  return outcome.status === 'refusal' && outcome.failure === 'not_found' ? 'not-found' : undefined;
}
