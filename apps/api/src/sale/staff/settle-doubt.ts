import { Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { refuseReused, wasUsed } from '#db/used-key';
import {
  type AttemptKey,
  type AttemptRow,
  type AttemptState,
  answerBy,
  askSoon,
  attemptOfReference,
  bookLateReceipt,
  callOffAttempt,
  findTyped,
  giveUpAttempt,
  inTurn,
  isOpen,
  lasts,
  lockAttempt,
  mayCallOff,
  moveAttempt,
  type Provider,
  type ProviderAnswer,
  providerOf,
  queryAsItIs,
  queryAttempt,
  readAttempt,
  recordAnswer,
  requireUntaken,
  returnMoney,
  type Turn,
  type TypedPayment,
  unlikeHand,
} from '../../payments/index.ts';
import { cancelWithoutPlaces, tellOfReturn } from '../pay/late-money.ts';
import { closeCancelled, lookAfter, settlePayment, tellOfPending } from '../pay/settle.ts';
import { oweSurplus } from '../pay/surplus.ts';
import { returnFirst } from '../pay/two-cards.ts';
import { lockPurchase } from '../purchase.ts';
import type { SaleWorld, SettleWorld } from '../world.ts';
import { noticeBeside } from './given-back.ts';
import { insertAction, type StaffRequest, useKeyOnce, wasLogged } from './queries-staff.ts';

interface DoubtRequest extends StaffRequest {
  readonly reference: string;
  readonly verb: 'ask_again' | 'book_as_paid' | 'give_back';
  /** The provider's own number of the payment. */
  readonly paymentId: string | undefined;
}

interface Settled {
  readonly purchaseId: string;
  /** Another click was at the provider meanwhile: what that one found is the answer of both. */
  readonly isByAnother: boolean;
}

/**
 * Settles a payment in doubt by hand; answers its purchase. What is booked as paid is settled as an approval is: its places are sold,
 * or others offered, or its money goes back. `not_in_doubt` once its outcome is known; a paid one can still be asked about. A repeated click goes on where the first one broke
 * off, and does nothing more once the outcome is known. Of several clicks one is at the provider, and the others get its answer; `still_asking` while it has none.
 */
export async function settleDoubt(world: SaleWorld, request: DoubtRequest, by = answerBy()): Promise<Settled> {
  const [attempt] = await attemptOfReference(world.db, request.reference);
  if (!attempt) throw new Refusal('not_found');
  const provider = providerOf(world, attempt);
  if (!provider) throw new Refusal('payment_method_unavailable');
  const asksOfPaid = request.verb === 'ask_again' && attempt.state === 'approved';
  const { purchaseId } = attempt;
  if (isOpen(attempt.state) || asksOfPaid)
    return { purchaseId, isByAnother: await settleInTurn(world, { provider, attempt, asksOfPaid, by }, request) };
  await isLeftToDo(world, attempt, request);
  return { purchaseId, isByAnother: false };
}

interface Doubt {
  readonly provider: Provider;
  readonly attempt: AttemptRow;
  readonly asksOfPaid: boolean;
  /** Until when its request may wait. */
  readonly by: number;
}

/** Answers whether it was another click's turn. */
async function settleInTurn(world: SaleWorld, { provider, attempt, asksOfPaid, by }: Doubt, request: DoubtRequest): Promise<boolean> {
  const { db } = world;
  const { click, verb } = request;
  // A key that means another act is refused before anything is written; one that has acted on a paid payment has nothing left to do.
  await refuseReused(db, click);
  const isLogged = await wasLogged(db, { ...request, purchaseId: attempt.purchaseId });
  if (asksOfPaid && isLogged) return false;
  const turn = await inTurn(world, attempt, (now) => settleAt(world, provider, now, request), by);
  if (turn === 'under way') throw new Refusal('still_asking');
  if (turn === 'done') return false;
  await refuseReused(db, click);
  if (verb !== 'ask_again') await requireDone(world, attempt, request);
  return true;
}

/** What is done at the provider, by one click at a time. */
async function settleAt(world: SaleWorld, provider: Provider, attempt: AttemptRow & Turn, request: DoubtRequest): Promise<void> {
  if (request.verb === 'ask_again' && attempt.state === 'approved') await askOfPaid(world, provider, attempt, request);
  else if (!isOpen(attempt.state)) await isLeftToDo(world, attempt, request);
  else if (request.verb === 'book_as_paid') await bookAsPaid(world, provider, attempt, request);
  else if (request.verb === 'give_back' && waits(attempt)) await callOff(world, provider, attempt, request);
  else if (request.verb === 'give_back') await giveBack(world, provider, attempt, request);
  else if (await isLeftToDo(world, attempt, request)) await lookAfter(world, attempt);
}

/** Another click has had its turn, which may have done the same. */
async function requireDone({ db }: SaleWorld, key: AttemptKey, { click, verb }: DoubtRequest): Promise<void> {
  const { state } = await readAttempt(db, key);
  if (isOpen(state)) throw new Refusal('busy', { retryAfterSeconds: 1 });
  const isBack = state === 'cancelled' || state === 'returning' || state === 'reversed' || state === 'refunded';
  if (!(verb === 'give_back' && isBack) && !(await wasUsed(db, click))) throw new Refusal('not_in_doubt');
}

/**
 * Asks at once what the worker asks in its time: whether money of a paid payment went back without us, and whether it was paid twice. A
 * provider that is silent is said so.
 */
async function askOfPaid(world: SaleWorld, provider: Provider, attempt: AttemptRow, request: DoubtRequest): Promise<void> {
  const answer = await queryAttempt(provider, attempt);
  // Before its key is used: a click whose process dies meanwhile does it once more.
  await noticeBeside(world, attempt, answer);
  // Of another amount than one that staff have booked as paid is an answer, and is shown with it.
  const isKept = 'mismatch' in answer.facts && unlikeHand(await readAttempt(world.db, attempt)) !== null;
  if (answer.result === 'unknown' && !isKept) throw new Refusal('provider_silent');
  await world.db.begin(async (tx) => {
    await lockPurchase(tx, attempt.purchaseId);
    if ((await useKeyOnce(tx, { ...request, purchaseId: attempt.purchaseId })) === 'first') await log(tx, attempt, request);
  });
}

/**
 * Writes the staff's log under the attempt's lock; for a repeated click, whether the outcome is still open: what the log says is done in
 * later transactions, and a process may have died before them.
 */
const isLeftToDo = ({ db }: SettleWorld, attempt: AttemptRow, request: DoubtRequest, typed?: TypedPayment): Promise<boolean> =>
  db.begin(async (tx) => {
    await lockPurchase(tx, attempt.purchaseId);
    const use = await useKeyOnce(tx, { ...request, purchaseId: attempt.purchaseId });
    const locked = await lockAttempt(tx, attempt);
    if (typed && isOpen(locked.state)) await requireUntaken(tx, locked, typed);
    if (use === 'again') return isOpen(locked.state);
    await log(tx, locked, request);
    if (!isOpen(locked.state)) throw new Refusal('not_in_doubt');
    return true;
  });

const log = (tx: Tx, { purchaseId, reference, amount }: AttemptRow, { staffId, click, reason, verb }: DoubtRequest) =>
  insertAction(tx, { staffId, click, reason, verb, purchaseId, reference, facts: { amount } });

/** The payment that a person has looked up at the provider pays the attempt, unless the provider says something else of it. */
async function bookAsPaid(world: SettleWorld, provider: Provider, attempt: AttemptRow & Turn, request: DoubtRequest): Promise<void> {
  const typed = await findTyped(world.db, provider, attempt, request.paymentId ?? '');
  if (!(await isLeftToDo(world, attempt, request, typed))) return;
  const answer = { ...typed.answer, facts: { ...typed.answer.facts, bookedBy: request.staffId } };
  await settlePayment(world, attempt, { answer, asked: 'staff' });
  if (typed.isUnproven) await askSoon(world.db, attempt);
}

/** Its money has still to come, such as that of a slip or of a bank account: there is none to give back. */
const waits = ({ state, slowUntilMs }: AttemptRow): boolean => state === 'pending' && slowUntilMs !== null;

/** Has the provider cancel what its buyer has still to pay. One that cannot leaves it as it is, and so does one that does not answer. */
async function callOff(world: SettleWorld, provider: Provider, attempt: AttemptRow & Turn, request: DoubtRequest): Promise<void> {
  if (!mayCallOff(attempt, provider)) throw new Refusal('cannot_call_off');
  const answer = await callOffAttempt(provider, attempt);
  if (answer.result === 'unknown' || answer.result === 'pending') throw new Refusal('provider_silent');
  if (await isLeftToDo(world, attempt, request)) await settlePayment(world, attempt, { answer, asked: 'query' });
}

/**
 * What becomes of a payment that is to go back, by what its provider has. What its buyer has still to do took no money, and is closed there. A refused
 * request and silence say nothing of the payment.
 */
const endOf: Readonly<Partial<Record<ProviderAnswer['result'], AttemptState>>> = {
  approved: 'returning',
  pending: 'returning',
  processing: 'cancelled',
  declined: 'cancelled',
  cancelled: 'cancelled',
  absent: 'cancelled',
};

/**
 * Tells a buyer, who was told to wait, that a payment came to nothing. What goes back of the first of two cards has a mail of its own; so does a pending
 * payment whose performance was cancelled (`callOffCancelled`).
 */
async function tellOfNothing(tx: Tx, world: SettleWorld, attempt: AttemptRow): Promise<void> {
  const { part, state, isPerformanceCancelled } = attempt;
  if (part === 2 || (isPerformanceCancelled && state === 'pending')) return;
  await tellOfPending(tx, world, attempt, { news: isPerformanceCancelled ? 'cancelled' : 'over' });
}

/**
 * Gives back what the provider has under our reference, of whatever amount, and ends the purchase. If it has nothing there, no money came
 * in: the payment is cancelled. If it does not answer, nobody knows, and nothing happens.
 */
async function giveBack(world: SettleWorld, provider: Provider, attempt: AttemptRow & Turn, request: DoubtRequest): Promise<void> {
  const asked = await queryAsItIs(provider, attempt);
  const answer = asked.result === 'processing' ? await giveUpAttempt(provider, attempt) : asked;
  const to = answer.result === 'returned' ? answer.how : (endOf[answer.result] ?? null);
  if (to === null) throw new Refusal('provider_silent');
  const ended = await world.db.begin(async (tx) => {
    const purchase = await lockPurchase(tx, attempt.purchaseId);
    if (!purchase || (await useKeyOnce(tx, { ...request, purchaseId: attempt.purchaseId })) === 'again') return null;
    const locked = await lockAttempt(tx, attempt);
    await log(tx, locked, request);
    if (!isOpen(locked.state)) throw new Refusal('not_in_doubt');
    if (!(await lasts(tx, attempt))) throw new Refusal('still_asking');
    await recordAnswer(tx, locked, { answer, asked: 'staff' });
    const changes = purchase.stage === 'paying' ? await cancelWithoutPlaces(tx, purchase) : new Map();
    await moveAttempt(tx, locked, { to, answer });
    // The first of two cards has nothing to wait for any more.
    if (purchase.stage === 'paying' && locked.part === 2) await returnFirst(tx, purchase.id);
    if (to === 'returning') await bookLateReceipt(tx, locked);
    if (to !== 'cancelled') await tellOfReturn(tx, locked);
    else if (purchase.stage === 'paying') await tellOfNothing(tx, world, locked);
    return { changes, surplus: await oweSurplus(tx, await lockAttempt(tx, attempt), answer) };
  });
  if (!ended) return;
  world.live.changedAll(ended.changes);
  if (to === 'returning') await returnMoney(world, attempt);
  if (asked.result === 'processing') await closeCancelled(world, attempt);
  for (const beside of ended.surplus) await returnMoney(world, beside);
}
