import type { UnlikePayment } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { isOwnPayment } from './attempts.ts';
import type { ProviderAnswer } from './provider.ts';
import { type AttemptRow, insertEvents, isBookedByHand, keepProviderView } from './queries.ts';

const unlike: readonly UnlikePayment[] = ['absent', 'declined', 'cancelled', 'pending', 'processing', 'differs'];

/** What its provider said last of a payment that staff booked as paid; null while that is not known to be something else. */
export const unlikeHand = ({ state, kept: { byHand } }: Pick<AttemptRow, 'state' | 'kept'>): UnlikePayment | null =>
  state === 'approved' ? (unlike.find((each) => each === byHand) ?? null) : null;

/** What an answer, which was believed, says of an attempt that is booked as paid; null where it says nothing of it. */
function saidIn(answer: ProviderAnswer): 'same' | UnlikePayment | null {
  if (answer.result === 'approved' || answer.result === 'returned') return 'same';
  if (answer.result === 'unknown') return 'mismatch' in answer.facts ? 'differs' : null;
  return unlike.find((each) => each === answer.result) ?? null;
}

/** Whether an answer says something else of a paid attempt than its tables, unless staff booked it and that is known: then it is worth a lock. */
export function mayDifferFromHand(attempt: AttemptRow, answer: ProviderAnswer): boolean {
  const said = saidIn(answer);
  const { byHand } = attempt.kept;
  if (attempt.state !== 'approved' || said === null || byHand === 'same') return false;
  if (said !== 'same') return byHand !== said;
  return byHand !== undefined || ('paymentId' in answer && answer.paymentId !== undefined && !isOwnPayment(attempt, answer.paymentId));
}

/**
 * Compares a payment that staff booked as paid with what its provider says. An approved or returned one of our reference, of the attempt's amount and
 * currency, is the same, and its number takes the place of the one that was typed; anything else is kept, and shown to staff. Answers the attempt,
 * which is locked, as it is then.
 */
export async function compareByHand(tx: Tx, attempt: AttemptRow, answer: ProviderAnswer): Promise<AttemptRow> {
  const said = saidIn(answer);
  if (said === null || !mayDifferFromHand(attempt, answer) || !(await isBookedByHand(tx, attempt))) return attempt;
  const { purchaseId, reference } = attempt;
  const paymentId = said === 'same' && 'paymentId' in answer ? (answer.paymentId ?? null) : null;
  await keepProviderView(tx, attempt, { said, paymentId });
  await insertEvents(tx, [
    { purchaseId, reference, kind: 'answered', facts: { ...answer.facts, asked: 'query', result: answer.result, byHand: said } },
  ]);
  return { ...attempt, paymentId: paymentId ?? attempt.paymentId, kept: { ...attempt.kept, byHand: said } };
}
