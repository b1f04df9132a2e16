import type { Db, Tx } from '#db/connect';
import {
  type AttemptKey,
  type AttemptRow,
  type AttemptState,
  bookLateReceipt,
  bookSales,
  type CardGateway,
  isOpen,
  lockAttempt,
  moveAttempt,
  type ProviderAnswer,
  recordAnswer,
  returnMoney,
} from '../../payments/index.ts';
import { type LockedPurchase, lockPurchase } from '../checkout/queries-checkout.ts';
import type { Terms } from '../claim/judge.ts';
import type { LivePerformances } from '../live/performances.ts';
import { cancelWithoutPlaces } from './cancel-without-places.ts';
import { type EqualPlaces, findEqualPlaces } from './find-equal-places.ts';
import { holdsWith, offerPlaces } from './offer-places.ts';
import { reopenPurchase } from './reopen-purchase.ts';
import { type Changes, hasAll, lockPlaces, sellPlaces } from './sell-places.ts';
import { tellOfReturn } from './tell-of-return.ts';

export interface SettleWorld {
  readonly db: Db;
  readonly live: LivePerformances;
  readonly terms: Terms;
  readonly gateway: CardGateway;
}

/** Longer than a charge can be under way: an attempt that is still only started by then has lost whoever started it. */
const CHARGE_IS_OVER_SECONDS = 45;
/** A payment that its provider does not know after this long was never made. */
const NEVER_ARRIVED_SECONDS = 180;
/** How often equal places may be lost to others between the choice and the lock before the money goes back. */
const MOST_CHOICES = 4;

interface Answered {
  readonly answer: ProviderAnswer;
  readonly asked: 'charge' | 'query';
}

/**
 * Makes of a provider's answer what follows from it, once, whoever asked and however often: places sold and money booked,
 * the purchase open again, or, when the places are gone, equal ones offered or the money on its way back (design §6).
 */
export async function settlePayment(world: SettleWorld, key: AttemptKey, answered: Answered): Promise<void> {
  let equal: EqualPlaces | null | undefined;
  for (let tries = 0; ; tries++) {
    const next = await world.db.begin(async (tx) => {
      const [purchase, attempt] = await Promise.all([
        lockPurchase(tx, key.purchaseId),
        lockAttempt(tx, key),
        tries === 0 && recordAnswer(tx, key, answered),
      ]);
      if (!purchase) throw new Error('a purchase is never deleted');
      return follow(tx, { world, purchase, attempt, answered, equal });
    });
    if (next === 'money-goes-back') return returnMoney(world.db, world.gateway, key);
    if (next !== 'places-are-gone') return announce(world, next);
    for (const [performanceId, lost] of equal?.replacements ?? []) await world.live.lookAgain(performanceId, [...lost.values()]);
    equal = tries < MOST_CHOICES ? await findEqualPlaces(world, key.purchaseId) : null;
  }
}

function announce({ live }: SettleWorld, changes: Changes) {
  for (const [performanceId, rows] of changes) live.changed(performanceId, rows);
}

interface Situation {
  readonly world: SettleWorld;
  readonly purchase: LockedPurchase;
  readonly attempt: AttemptRow;
  readonly answered: Answered;
  /** For places that are gone: null when there are none, undefined before they were looked for. */
  readonly equal: EqualPlaces | null | undefined;
}

type Next = Changes | 'places-are-gone' | 'money-goes-back';

async function follow(tx: Tx, situation: Situation): Promise<Next> {
  const { world, purchase, attempt, answered } = situation;
  const pays = purchase.stage === 'paying' && isOpen(attempt.state);
  if (answered.answer.result === 'approved') return pays ? haveOrOffer(tx, situation) : comeTooLate(tx, situation);
  const to = stateAfter(answered, attempt);
  if (to === attempt.state || !(await moveAttempt(tx, attempt, { to, answer: answered.answer }))) return new Map();
  const { graceSeconds } = world.terms;
  return pays && !isOpen(to) ? reopenPurchase(tx, attempt.purchaseId, { purchase, graceSeconds }) : new Map();
}

/** The places themselves when they are its own or can be had again, else those that were found for them, else nothing but the money. */
async function haveOrOffer(tx: Tx, situation: Situation): Promise<Next> {
  const { world, purchase, attempt, answered, equal } = situation;
  const { answer } = answered;
  const { purchaseId } = attempt;
  const offered = equal ? holdsWith(purchase, equal) : [];
  const wanted = purchase.holds.map((hold, index) => ({ ...hold, placeIds: [...hold.placeIds, ...(offered[index]?.placeIds ?? [])] }));
  const reachable = await lockPlaces(tx, purchaseId, wanted);
  if (hasAll(reachable, purchase.holds)) {
    const [sold] = await Promise.all([
      sellPlaces(tx, [purchase]),
      moveAttempt(tx, attempt, { to: 'approved', answer }),
      bookSales(tx, [attempt]),
    ]);
    return sold.get(purchaseId) as Changes;
  }
  if (equal === null) {
    await cancelWithoutPlaces(tx, purchaseId, purchase);
    return comeTooLate(tx, situation);
  }
  if (equal === undefined || !hasAll(reachable, offered)) return 'places-are-gone';
  return offerPlaces(tx, { purchase, attempt, answer, equal, graceSeconds: world.terms.graceSeconds });
}

/** The money is the buyer's, and goes back. An approval that was settled before stays as it is. */
async function comeTooLate(tx: Tx, { attempt, answered: { answer } }: Situation): Promise<Next> {
  if (attempt.state === 'offered' || !(await moveAttempt(tx, attempt, { to: 'returning', answer }))) return new Map();
  await bookLateReceipt(tx, attempt);
  await tellOfReturn(tx, attempt);
  return 'money-goes-back';
}

/** Of an attempt that is not approved. Silence changes nothing but its name. */
function stateAfter({ answer, asked }: Answered, { state, ageSeconds }: AttemptRow): AttemptState {
  switch (answer.result) {
    case 'refused':
      return 'declined';
    case 'declined':
    case 'cancelled':
    case 'pending':
    case 'processing':
      return answer.result;
    case 'returned':
      return answer.how;
    case 'absent':
      // Not one that its provider has spoken of before: whoever forgets a payment may remember it again.
      if (ageSeconds >= NEVER_ARRIVED_SECONDS && (state === 'started' || state === 'unknown')) return 'cancelled';
  }
  return state === 'started' && (asked === 'charge' || ageSeconds >= CHARGE_IS_OVER_SECONDS) ? 'unknown' : state;
}
