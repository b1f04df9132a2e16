import type { Db, Tx } from '#db/connect';
import type { Inventory } from '../inventory/index.ts';
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
} from '../payments/index.ts';
import { cancelWithoutPlaces } from './cancel-without-places.ts';
import { type LockedPurchase, lockPurchase } from './queries-checkout.ts';
import { reopenPurchase } from './reopen-purchase.ts';
import { type Changes, sellPlaces } from './sell-places.ts';

export interface SettleWorld {
  readonly db: Db;
  readonly inventory: Inventory;
  readonly gateway: CardGateway;
}

/** Longer than a charge can be under way: an attempt that is still only started by then has lost whoever started it. */
const CHARGE_IS_OVER_SECONDS = 45;
/** A payment that its provider does not know after this long was never made. */
const NEVER_ARRIVED_SECONDS = 180;

interface Answered {
  readonly answer: ProviderAnswer;
  readonly asked: 'charge' | 'query';
}

/**
 * Makes of a provider's answer what follows from it, once, whoever asked and however often: places sold and money booked,
 * the purchase open again, or the money on its way back when the places cannot be had (design §6).
 */
export async function settlePayment(world: SettleWorld, { purchaseId, reference }: AttemptKey, answered: Answered): Promise<void> {
  const changes = await world.db.begin(async (tx) => {
    const [purchase, attempt] = await Promise.all([
      lockPurchase(tx, purchaseId),
      lockAttempt(tx, { purchaseId, reference }),
      recordAnswer(tx, { purchaseId, reference }, answered),
    ]);
    if (!purchase) throw new Error('a purchase is never deleted');
    return follow(tx, { world, purchase, attempt, answered });
  });
  if (changes === 'money-goes-back') return returnMoney(world.db, world.gateway, { purchaseId, reference });
  for (const [performanceId, rows] of changes) world.inventory.changed(performanceId, rows);
}

interface Situation {
  readonly world: SettleWorld;
  readonly purchase: LockedPurchase;
  readonly attempt: AttemptRow;
  readonly answered: Answered;
}

async function follow(tx: Tx, { world, purchase, attempt, answered }: Situation): Promise<Changes | 'money-goes-back'> {
  const { answer } = answered;
  const { purchaseId } = attempt;
  const pays = purchase.stage === 'paying' && isOpen(attempt.state);
  const move = (to: AttemptState) => moveAttempt(tx, attempt, { to, answer });
  if (answer.result === 'approved') {
    const sold = pays ? await sellPlaces(tx, purchaseId, purchase) : null;
    if (sold) {
      await Promise.all([move('approved'), bookSales(tx, [attempt])]);
      return sold;
    }
    // An approval that was settled before stays as it is.
    if (!(await move('returning'))) return new Map();
    await bookLateReceipt(tx, attempt);
    if (pays) await cancelWithoutPlaces(tx, purchaseId, purchase);
    return 'money-goes-back';
  }
  const to = stateAfter(answered, attempt);
  if (to === attempt.state || !(await move(to))) return new Map();
  return pays && !isOpen(to) ? reopenPurchase(tx, purchaseId, { purchase, graceSeconds: world.inventory.terms.graceSeconds }) : new Map();
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
