import { Refusal, type UnlikePayment } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { believed, isOwnPayment, queryAsItIs } from './attempts.ts';
import type { Approved, Provider, ProviderAnswer, Surplus } from './provider.ts';
import { type AttemptRow, hasPayment, insertEvents, isBookedByHand, keepProviderView, keepTyped } from './queries.ts';

/** What a person has typed for the payment of an attempt, once its provider was asked. */
export interface TypedPayment {
  /** As it is booked. */
  readonly answer: Approved;
  /** Its provider was silent: only the person has seen the payment. */
  readonly isUnproven: boolean;
}

/**
 * Asks the provider for the payment that a person has looked up there, with no transaction open. Refused by name unless it is one of this attempt, of its
 * amount and currency. If the provider does not answer, the person's word counts until it does.
 */
export async function findTyped(db: Db, provider: Provider, attempt: AttemptRow, typed: string): Promise<TypedPayment> {
  if (await hasPayment(db, attempt, typed)) throw new Refusal('payment_unlike', { said: 'another' });
  const answer = await queryAsItIs(provider, attempt);
  const { reference, amount, currency } = attempt;
  if (answer.result === 'unknown')
    return { answer: { result: 'approved', paymentId: typed, echo: { reference, amount, currency }, facts: {} }, isUnproven: true };
  if (answer.result === 'returned') throw new Refusal('payment_unlike', { said: 'returned' });
  if (answer.result !== 'approved') throw new Refusal('payment_unlike', { said: unlike.find((each) => each === answer.result) ?? 'other' });
  const named = [answer, ...(answer.surplus ?? [])];
  const own = named.find(({ paymentId }) => isOwnPayment({ paymentId: typed, reference }, paymentId));
  if (!own) throw new Refusal('payment_unlike', { said: 'absent' });
  const others = named.filter((each) => each !== own).map(({ paymentId, echo }): Surplus => ({ paymentId, echo }));
  const found = believed(attempt, { ...answer, paymentId: own.paymentId, echo: own.echo, surplus: others });
  if (found.result !== 'approved') throw new Refusal('payment_unlike', { said: 'differs' });
  return { answer: found, isUnproven: false };
}

/**
 * Of two attempts that a person books under one number the database refuses the second: at once if the number is known as the payment of another, and else
 * by the unique index over typed numbers. `attempt` is locked.
 */
export async function requireUntaken(tx: Tx, attempt: AttemptRow, { answer: { paymentId }, isUnproven }: TypedPayment): Promise<void> {
  const isTaken = (await hasPayment(tx, attempt, paymentId)) || (isUnproven && !(await keepTyped(tx, attempt, paymentId)));
  if (isTaken) throw new Refusal('payment_unlike', { said: 'another' });
}

const unlike: readonly UnlikePayment[] = ['absent', 'another', 'declined', 'cancelled', 'pending', 'processing', 'differs'];

/** What its provider said last of a payment that staff booked as paid; null while that is not known to be something else. */
export const unlikeHand = ({ state, kept: { byHand } }: Pick<AttemptRow, 'state' | 'kept'>): UnlikePayment | null =>
  state === 'approved' ? (unlike.find((each) => each === byHand) ?? null) : null;

const namesPayment = (answer: ProviderAnswer): answer is Extract<ProviderAnswer, { readonly result: 'approved' | 'returned' }> =>
  answer.result === 'approved' || answer.result === 'returned';

/** What an answer says that its provider has instead of the payment; null where it says nothing of it. */
function insteadIn(answer: ProviderAnswer): UnlikePayment | null {
  if (answer.result === 'unknown') return 'mismatch' in answer.facts ? 'differs' : null;
  return unlike.find((each) => each === answer.result) ?? null;
}

/** What an answer, which was believed, says of a paid attempt that staff may have booked, and is not known yet; null where it is nothing new. */
function newsIn(attempt: AttemptRow, answer: ProviderAnswer): 'same' | UnlikePayment | null {
  const { byHand } = attempt.kept;
  if (attempt.state !== 'approved' || byHand === 'same') return null;
  if (namesPayment(answer)) return byHand !== undefined || !isOwnPayment(attempt, answer.paymentId) ? 'same' : null;
  const instead = insteadIn(answer);
  return byHand === instead ? null : instead;
}

/** Whether an answer says something else of a paid attempt than its tables, unless staff booked it and that is known: then it is worth a lock. */
export const mayDifferFromHand = (attempt: AttemptRow, answer: ProviderAnswer): boolean => newsIn(attempt, answer) !== null;

/**
 * Compares a payment that staff booked as paid with what its provider says. An approved or returned one of our reference, of the attempt's amount and
 * currency, is the same, and its number takes the place of the one that was typed; anything else is kept, and shown to staff. Answers the attempt,
 * which is locked, as it is then.
 */
export async function compareByHand(tx: Tx, attempt: AttemptRow, answer: ProviderAnswer): Promise<AttemptRow> {
  const said = newsIn(attempt, answer);
  if (said === null || !(await isBookedByHand(tx, attempt))) return attempt;
  const { purchaseId, reference } = attempt;
  const paymentId = namesPayment(answer) ? answer.paymentId : null;
  const { typed: _, ...kept } = attempt.kept;
  await keepProviderView(tx, attempt, { said, paymentId });
  await insertEvents(tx, [
    { purchaseId, reference, kind: 'answered', facts: { ...answer.facts, asked: 'query', result: answer.result, byHand: said } },
  ]);
  return { ...attempt, paymentId: paymentId ?? attempt.paymentId, kept: { ...(said === 'same' ? kept : attempt.kept), byHand: said } };
}
