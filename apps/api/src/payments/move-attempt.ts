import type { Tx } from '#db/connect';
import { type AttemptKey, type AttemptRow, type AttemptState, mayMove } from './attempt.ts';
import type { ProviderAnswer } from './provider.ts';
import { insertEvent, setState } from './queries.ts';

/** Keeps the provider's answer, whatever comes of it. */
export const recordAnswer = (tx: Tx, attempt: AttemptKey, { answer, asked }: { answer: ProviderAnswer; asked: 'charge' | 'query' }) =>
  insertEvent(tx, attempt, { kind: 'answered', facts: { ...answer.facts, asked, result: answer.result } });

/** Moves a locked attempt on, by its provider's answer or the buyer's; false when it cannot go there from where it is. */
export async function moveAttempt(
  tx: Tx,
  attempt: AttemptRow,
  { to, answer, checkAt }: { to: AttemptState; answer?: ProviderAnswer; checkAt?: Temporal.Instant },
): Promise<boolean> {
  if (!mayMove(attempt.state, to)) return false;
  const paymentId = answer && 'paymentId' in answer ? answer.paymentId : null;
  const customerText = answer?.result === 'declined' ? answer.customerText : null;
  await Promise.all([
    setState(tx, attempt, { state: to, paymentId, customerText, checkAt }),
    insertEvent(tx, attempt, { kind: 'settled', facts: { from: attempt.state, to } }),
  ]);
  return true;
}
