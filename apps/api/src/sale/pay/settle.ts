import type { PaymentResult } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { enqueue, type Jobs } from '#db/enqueue';
import type { Click } from '#db/used-key';
import type { Watch } from '#watch/watch';
import {
  type Asked,
  type AttemptKey,
  type AttemptRow,
  type AttemptState,
  answerBy,
  askSoon,
  bookLateReceipt,
  bookSales,
  callOffAttempt,
  countDecline,
  type DeclineReason,
  endSearch,
  endTurn,
  type Facts,
  giveUpAttempt,
  isOfAnotherAttempt,
  isOpen,
  lasts,
  leaveAtRest,
  lockAttempt,
  markCancelled,
  markCancelledOf,
  mayCallOff,
  maySlip,
  moveAttempt,
  type NextStep,
  type Provider,
  type ProviderAnswer,
  providerOf,
  queryAttempt,
  readAttempt,
  recordAnswer,
  resumeAttempt,
  returnMoney,
  type Turn,
  takeTurnToAsk,
  takeTurnToResume,
  waitFor,
} from '../../payments/index.ts';
import { mayWait } from '../checkout/slow-payments.ts';
import { refuseBuyersReused, useBuyersKey } from '../claim/buyers-key.ts';
import { lockPurchase, type OwnPurchase, requireOwnPurchase } from '../purchase.ts';
import { findOver, lockPlacesOf, type PlaceChanges, readHoldEnds, selectClock } from '../queries-places.ts';
import { extendDeadline, type PurchaseRow } from '../queries-purchases.ts';
import { lookForReturns, noticeReturns } from '../staff/given-back.ts';
import { moveStage } from '../stages.ts';
import type { SaleWorld, SettleWorld } from '../world.ts';
import { hasAll, holdAgain, isHeld, placesHeldBy, placesLeft } from './held-places.ts';
import { cancelWithoutPlaces, type EqualPlaces, expireOffer, findEqualPlaces, holdsWith, offerPlaces, tellOfReturn } from './late-money.ts';
import { findPayment } from './present-payment.ts';
import { sellPurchases } from './sell.ts';
import { mayNameSurplus, oweSurplus, returnSurplus } from './surplus.ts';
import { expireSecured, returnFirst, secureFirst, sellFirst } from './two-cards.ts';

/** What has become of a payment; asks the provider when it is not known, once a second at most, and waits for it until `by`. It never charges. */
export async function confirmPayment(world: SaleWorld, own: OwnPurchase, by = answerBy()): Promise<PaymentResult> {
  const [, attempt] = await Promise.all([requireOwnPurchase(world, own), world.attempts.latestOf(own.purchaseId)]);
  if (attempt && isUnderWay(attempt) && (await takeTurnToAsk(world.db, attempt)))
    await waitFor(world, attempt, lookAfter(world, attempt), by);
  return findPayment(world, own);
}

const isUnderWay = ({ state }: AttemptRow) => isOpen(state) || state === 'offered' || state === 'returning';

interface Step {
  /** It goes on with the payment once. */
  readonly click: Click;
  /** What the browser brings from its step; proves nothing. */
  readonly given: Facts;
  /** Goes on only with an attempt of this provider that waits at this step. */
  readonly only?: { readonly provider: string; readonly step: NextStep['kind'] } | undefined;
  /** By whoever has the pay link: a payment goes on with the one that began it, buyer or payer. */
  readonly isByLink?: boolean;
}

/** Goes on after the browser has done its step. Several at once, and repeated ones, are answered what is known. */
export async function resumePayment(
  world: SaleWorld,
  own: OwnPurchase,
  { click, given, only, isByLink = false }: Step,
): Promise<PaymentResult> {
  const [, attempt] = await Promise.all([requireOwnPurchase(world, own), world.attempts.latestOf(own.purchaseId)]);
  const isTurn = !only || (attempt?.provider === only.provider && attempt.next?.kind === only.step);
  const provider = attempt?.state === 'processing' && attempt.byLink === isByLink && isTurn ? providerOf(world, attempt) : undefined;
  // A key is used where there is something to go on with; otherwise its click does nothing, and may come again.
  if (attempt && provider) await world.db.begin((tx) => useBuyersKey(world, tx, click));
  else await refuseBuyersReused(world, click);
  const turn = attempt && provider && (await takeTurnToResume(world.db, attempt, click.key));
  if (turn) {
    const answer = await resumeAttempt(provider, attempt, given);
    tellOfAnswer(world.watch, attempt, { answer, asked: 'resume' });
    await settlePayment(world, turn, { answer, asked: 'resume' });
    await endTurn(world.db, turn);
  }
  return findPayment(world, own);
}

/**
 * Does for an attempt what is left to do: looks for what went back of a paid one, or for what was paid beside one whose money went back, ends its
 * offer or its wait for a second card when that is over, gives its money back, or asks its provider.
 */
export async function lookAfter(world: SettleWorld, attempt: AttemptRow): Promise<ProviderAnswer | null> {
  if (attempt.state === 'approved') await lookForReturns(world, attempt);
  else if (attempt.state === 'offered') await expireOffer(world, attempt);
  else if (attempt.state === 'secured') await expireSecured(world, attempt);
  else if (attempt.state === 'returning') await returnMoney(world, attempt);
  else if (wentBack(attempt)) await lookAgain(world, attempt);
  else {
    const provider = providerOf(world, attempt);
    if (!provider) return null;
    if (isAbandoned(attempt)) return giveUp(world, attempt, provider);
    const isCalledOff = attempt.isPerformanceCancelled && mayCallOff(attempt, provider);
    const asked = isCalledOff ? attempt : await asItMayWait(world, attempt);
    const answer = isCalledOff ? await callOffAttempt(provider, asked) : ended(asked, provider, await queryAttempt(provider, asked));
    tellOfAnswer(world.watch, attempt, { answer, asked: 'query' });
    await settlePayment(world, attempt, { answer, asked: 'query' });
    if (isUndecided(attempt, answer)) await endReview(world, attempt, answer);
    return answer;
  }
  return null;
}

/** A review takes hours; its buyer has had no places for days by then, and the card may have the amount set aside. */
const REVIEW_IS_OVER_SECONDS = 3 * 24 * 3600;

const isUndecided = ({ slowUntilMs, ageSeconds, paymentId }: AttemptRow, answer: ProviderAnswer): boolean =>
  answer.result === 'pending' && slowUntilMs === null && ageSeconds >= REVIEW_IS_OVER_SECONDS && (answer.paymentId ?? paymentId) !== null;

/** Ends a review that its provider does not decide, as staff end it by hand: its purchase is over, and what it may have taken goes back. */
async function endReview(world: SettleWorld, key: AttemptRow, answer: ProviderAnswer): Promise<void> {
  const changes = await world.db.begin(async (tx): Promise<PlaceChanges | null> => {
    const [purchase, attempt] = await Promise.all([lockPurchase(tx, key.purchaseId), lockAttempt(tx, key)]);
    if (!purchase || attempt.state !== 'pending') return null;
    const ended = purchase.stage === 'paying' ? await cancelAll(tx, purchase) : nothing;
    await moveAttempt(tx, attempt, { to: 'returning', answer });
    await Promise.all([bookLateReceipt(tx, attempt), tellOfReturn(tx, attempt)]);
    return ended;
  });
  if (!changes) return;
  world.live.changedAll(changes);
  await returnMoney(world, key);
}

/** What waits, and keeps no places any more, or got none to keep, waits no longer. */
async function asItMayWait({ db }: Pick<SettleWorld, 'db'>, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.state !== 'pending' || attempt.slowUntilMs === null) return attempt;
  return (await readHoldEnds(db, [attempt.purchaseId])).has(attempt.purchaseId) ? attempt : { ...attempt, isOverdue: true };
}

/**
 * A provider that cannot call off what waits, such as a bank account that PayPal collects from, goes on with it. Its places are not kept any more, so it is over
 * here, and its buyer may pay in another way; money that comes after all goes back.
 */
function ended({ state, isOverdue }: AttemptRow, { callOff }: Provider, answer: ProviderAnswer): ProviderAnswer {
  if (state !== 'pending' || !isOverdue || callOff || answer.result !== 'pending') return answer;
  return { ...answer, result: 'cancelled', facts: { ...answer.facts, claimed: 'pending' } };
}

/** Gives up what waits for its buyer, here and at its provider. */
async function giveUp(world: SettleWorld, attempt: AttemptRow, provider: Provider): Promise<ProviderAnswer> {
  const answer = await giveUpAttempt(provider, attempt);
  tellOfAnswer(world.watch, attempt, { answer, asked: 'give-up' });
  await settlePayment(world, attempt, { answer, asked: 'give-up' });
  if (answer.result === 'cancelled') await closeCancelled(world, attempt);
  return answer;
}

/**
 * Has the provider close an attempt that is cancelled here, so that it takes no money any more. Only then: closed before, an approval
 * could be sold at the same moment, with money that has gone back.
 */
export async function closeCancelled(world: SettleWorld, key: AttemptKey): Promise<void> {
  const attempt = await readAttempt(world.db, key);
  const provider = attempt.state === 'cancelled' ? providerOf(world, attempt) : undefined;
  if (provider) await settlePayment(world, attempt, { answer: await queryAttempt(provider, attempt), asked: 'query' });
}

/** As long as a payment keeps its places (`start.ts`): a buyer who has not done their step by then has left. */
const STEP_IS_OVER_SECONDS = 600;

const waitsForBuyer = ({ state, next }: AttemptRow): boolean => state === 'processing' && next !== null && next.kind !== 'wait';

const isAbandoned = (attempt: AttemptRow): boolean =>
  waitsForBuyer(attempt) && (attempt.isPerformanceCancelled || attempt.ageSeconds >= STEP_IS_OVER_SECONDS);

/** A provider has said that there is news of an attempt; it is asked, or its own signed answer counts. */
export async function hearOf(world: SettleWorld, attempt: AttemptRow, answer: ProviderAnswer | undefined): Promise<void> {
  if (answer) {
    tellOfAnswer(world.watch, attempt, { answer, asked: 'notice' });
    return settlePayment(world, attempt, { answer, asked: 'notice' });
  }
  if (hasItsMoney(attempt)) return void (await lookBeside(world, attempt));
  if (await takeTurnToAsk(world.db, attempt)) await (wentBack(attempt) ? lookBeside : lookAfter)(world, attempt);
  else await askSoon(world.db, attempt);
}

/** What becomes of its own money is decided here, so news can only be of what was paid beside it. */
const hasItsMoney = ({ state }: AttemptRow): boolean => state === 'offered' || state === 'secured' || state === 'returning';

/** Its own money is not here any more. */
const wentBack = ({ state }: AttemptRow): boolean => state === 'reversed' || state === 'refunded';

async function lookBeside(world: SettleWorld, attempt: AttemptRow): Promise<ProviderAnswer | null> {
  const provider = providerOf(world, attempt);
  if (!provider) return null;
  const answer = await queryAttempt(provider, attempt);
  await returnSurplus(world, attempt, answer);
  return answer;
}

/** A second payment whose notice was lost is found: once, and where a reference may have one for as long as `nextSearch` says. */
async function lookAgain(world: SettleWorld, attempt: AttemptRow): Promise<void> {
  const answer = await lookBeside(world, attempt);
  // The last look is one that was answered.
  if (answer?.result === 'unknown') return;
  if (world.payments.providers.get(attempt.provider)?.mayBePaidTwice) await endSearch(world.db, attempt);
  else await leaveAtRest(world.db, attempt);
}

/** How often equal places may be lost to others between the choice and the lock before the money goes back. */
const MOST_CHOICES = 4;

interface Answered {
  readonly answer: ProviderAnswer;
  readonly asked: Asked;
}

/**
 * A turn at the provider writes only while it lasts; what one that has outlived it was told is asked again.
 *
 * Applies a provider's answer exactly once, however often it comes: places sold and money booked, the purchase open again, or,
 * when the places are gone, equal ones offered or the money on its way back (decision 008). What was paid beside it goes back.
 */
export async function settlePayment(world: SettleWorld, key: AttemptKey | Turn, answered: Answered): Promise<void> {
  try {
    await settleOnce(world, key, answered);
  } catch (error) {
    if (!isOfAnotherAttempt(error)) throw error;
    // One payment pays one order: this one is left to a person.
    const { facts, result: claimed } = answered.answer;
    const answer = { result: 'unknown' as const, facts: { ...facts, mismatch: 'payment of another attempt', claimed } };
    await settleOnce(world, key, { ...answered, answer });
  }
}

async function settleOnce(world: SettleWorld, key: AttemptKey | Turn, answered: Answered): Promise<void> {
  let equal: EqualPlaces | null | undefined;
  for (let tries = 0; ; tries++) {
    const settled = await world.db.begin(async (tx) => {
      const [purchase, attempt] = await Promise.all([
        lockPurchase(tx, key.purchaseId),
        lockAttempt(tx, key),
        tries === 0 && recordAnswer(tx, key, answered),
      ]);
      if (!purchase) throw new Error('a purchase is never deleted');
      if (tries === 0 && 'turnUntil' in key && !(await lasts(tx, key))) return null;
      const applied = await applyAnswer(tx, { world, purchase, attempt, answered, equal });
      // As it is by now: until the answer has settled it, any of the payments may be the one that pays.
      const surplus = mayNameSurplus(attempt, answered.answer) ? await oweSurplus(tx, await lockAttempt(tx, key), answered.answer) : [];
      return { next: applied, surplus };
    });
    if (!settled) return void (await askSoon(world.db, key));
    const { next, surplus } = settled;
    for (const beside of surplus) await returnMoney(world, beside);
    if (next === 'money-goes-back') return returnMoney(world, key);
    if (next !== 'places-are-gone') {
      world.live.changedAll(next);
      return noticeReturns(world, key, answered.answer);
    }
    for (const [performanceId, lost] of equal?.replacements ?? []) await world.live.reread(performanceId, [...lost.values()]);
    equal = tries < MOST_CHOICES ? await findEqualPlaces(world, key.purchaseId) : null;
  }
}

/** What the log learns of an answer that was not hoped for; of a charge with the caller's network, of a query without. */
export function tellOfAnswer(
  watch: Pick<Watch, 'say'> & { readonly network?: string },
  { purchaseId, reference, provider }: AttemptRow,
  { answer, asked }: { readonly answer: ProviderAnswer; readonly asked: Exclude<Asked, 'staff'> },
): void {
  const payment = { purchaseId, reference, provider };
  if (answer.result === 'unknown') watch.say('payment-in-doubt', { ...payment, asked });
  if (answer.result === 'declined' || answer.result === 'refused' || answer.result === 'cancelled')
    watch.say('payment-declined', { ...payment, outcome: answer.result, network: watch.network });
}

interface Situation {
  readonly world: SettleWorld;
  readonly purchase: PurchaseRow;
  readonly attempt: AttemptRow;
  readonly answered: Answered;
  /** For places that are gone: null when there are none, undefined before they were looked for. */
  readonly equal: EqualPlaces | null | undefined;
}

type Next = PlaceChanges | 'places-are-gone' | 'money-goes-back';

const nothing: PlaceChanges = new Map();

async function applyAnswer(tx: Tx, situation: Situation): Promise<Next> {
  const { world, purchase, attempt, answered } = situation;
  const pays = purchase.stage === 'paying' && isOpen(attempt.state);
  if (answered.answer.result === 'approved') return pays ? sellOrOffer(tx, situation) : returnLateMoney(tx, situation);
  const to = stateAfter(answered, attempt);
  // A step or a fact of the provider is kept although the state stays as it is.
  const isNews = answered.answer.result === 'processing' || answered.answer.keep;
  if (to === attempt.state && !(isOpen(to) && isNews)) return nothing;
  // Moving it on may give a balance back, which is locked last of all.
  if (pays && attempt.fromBalance > 0) await lockPlacesOf(tx, purchase.holds, 'wait');
  const kept = pays && to === 'pending' && attempt.state !== 'pending' ? await keepWhilePending(tx, situation) : nothing;
  const decline = to === 'declined' ? await countDecline(tx, attempt, declineReasonOf(answered.answer)) : undefined;
  if (!(await moveAttempt(tx, attempt, { to, answer: answered.answer, decline }))) return nothing;
  if (!pays || isOpen(to)) return kept;
  // A second card's end is no end of what the first has paid; that a performance was cancelled has been told.
  if (isAwaited(attempt, purchase) && attempt.part !== 2 && attempt.ageSeconds >= NEWS_AFTER_SECONDS && !attempt.isPerformanceCancelled)
    await tellOfPending(tx, world, attempt, { news: 'over', mayStillCome: answered.answer.facts.claimed === 'pending' });
  // Whoever has been declined so often is trying out cards: the purchase ends, and its places are free for others.
  if (decline && decline.count >= world.cardTries.perPurchase) return cancelAll(tx, purchase);
  // The first of two cards waits for another second one.
  if (attempt.part === 2) return nothing;
  return reopenPurchase(tx, purchase, world.limits);
}

/**
 * Holds the places of a payment that has begun to wait for its provider until `slow_until`, where its show allows that and the places may wait
 * (decision 098); otherwise they stay held as long as they were. The buyer gets a mail if the payment still waits after two minutes.
 */
async function keepWhilePending(tx: Tx, { world, purchase, attempt }: Situation): Promise<PlaceChanges> {
  const [places, [clock]] = await Promise.all([lockPlacesOf(tx, purchase.holds, 'wait'), selectClock(tx).execute()]);
  const nowMs = clock?.nowMs ?? 0;
  await tellOfPending(tx, world, attempt, { news: 'waiting', runAtMs: nowMs + NEWS_AFTER_SECONDS * 1000 });
  const { slowUntilMs, isOverdue } = attempt;
  if (slowUntilMs === null || isOverdue || !hasAll(purchase.id, purchase.holds, { places, nowMs })) return nothing;
  if (!(await mayWait(tx, purchase))) return nothing;
  // A reservation may keep them for longer.
  const ends = placesHeldBy(purchase, places).own.map((place) => place.heldUntilMs);
  return holdAgain(tx, purchase.id, { holds: purchase.holds, places, heldUntilMs: Math.max(slowUntilMs, ...ends) });
}

/**
 * Whether its buyer was told to wait and not to pay again. Not one that waits for a step of theirs, which they left undone; and what a clerk or the payer
 * of a link waits for is no news to the account's mailbox.
 */
const isAwaited = ({ state, next, byLink }: AttemptRow, { channel }: PurchaseRow): boolean => {
  if (state === 'pending') return true;
  const isInDoubt = state === 'started' || state === 'unknown' || (state === 'processing' && (next ?? { kind: 'wait' }).kind === 'wait');
  return isInDoubt && !byLink && channel === 'online';
};

/** A review is mostly over before anybody reads a mail of it. */
const NEWS_AFTER_SECONDS = 120;

/** Tells its buyer that a payment waits for its provider, or that it came to nothing after all. What came of the money otherwise is told with it. */
export function tellOfPending(
  tx: Tx,
  { payments }: Pick<SettleWorld, 'payments'>,
  attempt: AttemptRow,
  { runAtMs, ...news }: Pick<Jobs['tell-of-pending'], 'news' | 'mayStillCome'> & { readonly runAtMs?: number },
) {
  const { purchaseId, reference, provider } = attempt;
  const job = {
    key: `tell-of-pending.${reference}.${news.news}`,
    ...(runAtMs === undefined ? {} : { runAtMs: Math.round(runAtMs) }),
  };
  return enqueue(
    tx,
    'tell-of-pending',
    { purchaseId, reference, ...news, maySlip: maySlip(attempt, payments.providers.get(provider)) },
    job,
  );
}

/**
 * Has the worker call off payments that wait for a performance that was cancelled, and tells their buyers not to pay. What cannot be called off at its
 * provider goes back if it comes (decision 105).
 */
export async function callOffCancelled(world: Pick<SettleWorld, 'db' | 'payments'>): Promise<void> {
  let count: number;
  do {
    count = await world.db.begin(async (tx) => {
      const attempts = await markCancelled(tx, MOST_MARKED);
      for (const attempt of attempts) if (attempt.state === 'pending') await tellOfPending(tx, world, attempt, { news: 'cancelled' });
      return attempts.length;
    });
  } while (count === MOST_MARKED);
}

const MOST_MARKED = 100;

/** Ends a purchase, and with it what the first of two cards has taken. */
async function cancelAll(tx: Tx, purchase: PurchaseRow): Promise<PlaceChanges> {
  const changes = await cancelWithoutPlaces(tx, purchase);
  await returnFirst(tx, purchase.id);
  return changes;
}

/** A gateway that refuses the request itself says nothing of the card. */
const declineReasonOf = (answer: ProviderAnswer): DeclineReason => (answer.result === 'declined' ? answer.reason : 'other');

/** The places themselves when they are its own or can be had again, else those that were found for them, else nothing but the money. */
async function sellOrOffer(tx: Tx, situation: Situation): Promise<Next> {
  const { world, purchase, attempt, answered, equal } = situation;
  const { answer } = answered;
  if (attempt.part === 1 && (await secureFirst(tx, { purchase, attempt, answer }))) return nothing;
  const offered = equal ? holdsWith(purchase, equal) : [];
  const [places, [now]] = await Promise.all([lockPlacesOf(tx, [...purchase.holds, ...offered], 'wait'), findOver(tx, purchase).execute()]);
  const locked = { places, nowMs: now?.nowMs ?? 0 };
  // What was cancelled while the money was on its way is not sold to be given back. After the start only what is held is sold, and nothing that
  // waited for days (decision 111).
  const isTooLate = now?.isOver === true && (attempt.slowUntilMs !== null || !isHeld(purchase, locked));
  const isOver = now?.isCancelled === true || isTooLate;
  if (attempt.part !== 1 && !isOver && hasAll(purchase.id, purchase.holds, locked)) {
    const [sold] = await Promise.all([
      sellPurchases(tx, [purchase], { areBilled: world.billing !== null }),
      moveAttempt(tx, attempt, { to: 'approved', answer }),
      bookSales(tx, [attempt]),
      attempt.part === 2 && sellFirst(tx, purchase.id),
    ]);
    return sold.get(purchase.id) ?? nothing;
  }
  // Other places are offered for one payment, not for two cards.
  if (equal === null || attempt.part > 0 || isOver) {
    if (now?.isCancelled) await markCancelledOf(tx, purchase.id);
    await cancelAll(tx, purchase);
    return returnLateMoney(tx, situation);
  }
  if (equal === undefined || !hasAll(purchase.id, offered, locked)) return 'places-are-gone';
  return offerPlaces(tx, { purchase, attempt, answer, equal, places, graceSeconds: world.limits.graceSeconds });
}

/** The money is the buyer's, and goes back. An approval that was settled before stays as it is. */
async function returnLateMoney(tx: Tx, { attempt, answered: { answer } }: Situation): Promise<Next> {
  if (attempt.state === 'offered' || attempt.state === 'secured' || !(await moveAttempt(tx, attempt, { to: 'returning', answer })))
    return nothing;
  await Promise.all([bookLateReceipt(tx, attempt), tellOfReturn(tx, attempt)]);
  return 'money-goes-back';
}

/**
 * After a payment that came to nothing the buyer may try again with the places that can still be had, a little longer than before
 * when time was short (C-02). Those that another purchase took after the hold had expired leave it; without any it is over, as it is once a performance was
 * cancelled.
 */
export async function reopenPurchase(
  tx: Tx,
  purchase: PurchaseRow,
  { graceSeconds }: { readonly graceSeconds: number },
): Promise<PlaceChanges> {
  const [places, [now]] = await Promise.all([lockPlacesOf(tx, purchase.holds, 'wait'), findOver(tx, purchase).execute()]);
  if (now?.isCancelled) {
    // Its order's page still says what was not paid.
    await Promise.all([markCancelledOf(tx, purchase.id), extendDeadline(tx, purchase.id)]);
    return cancelAll(tx, purchase);
  }
  const left = placesLeft(purchase, { places, nowMs: now?.nowMs ?? 0 });
  const isOver = purchase.products === null && left.every(({ placeIds }) => placeIds.length === 0);
  const [deadlineMs] = await Promise.all([extendDeadline(tx, purchase.id), moveStage(tx, [purchase.id], isOver ? 'cancelled' : 'open')]);
  const untilMs = Math.max(deadlineMs, purchase.reservedUntilMs ?? 0);
  return holdAgain(tx, purchase.id, { holds: left, places, heldUntilMs: untilMs + graceSeconds * 1000 });
}

/** Longer than any charge request lasts: an attempt still `started` after this belongs to a process that died. */
const CHARGE_IS_OVER_SECONDS = 45;
/** A payment that its provider does not know after this long was never made. */
const NEVER_ARRIVED_SECONDS = 180;

/** Of an attempt that is not approved. No answer: the attempt becomes `unknown` and nothing else changes. */
function stateAfter({ answer, asked }: Answered, { state, ageSeconds }: AttemptRow): AttemptState {
  switch (answer.result) {
    case 'refused':
      return 'declined';
    case 'declined':
    case 'cancelled':
    case 'pending':
    case 'processing':
      return answer.result;
    case 'unavailable':
      return asked === 'charge' ? 'cancelled' : state;
    case 'returned':
      return answer.how;
    case 'absent':
      // Only if the provider never acknowledged it; one that lost a payment may find it again.
      if (ageSeconds >= NEVER_ARRIVED_SECONDS && (state === 'started' || state === 'unknown')) return 'cancelled';
  }
  // No usable answer: a resumed payment may have been charged, a mismatch may mean that money moved, and after a give-up the buyer is gone.
  // Staff see attempts in `unknown` among the doubts.
  if (answer.result === 'unknown' && (asked === 'resume' || asked === 'give-up' || 'mismatch' in answer.facts)) return 'unknown';
  return state === 'started' && (asked === 'charge' || ageSeconds >= CHARGE_IS_OVER_SECONDS) ? 'unknown' : state;
}
