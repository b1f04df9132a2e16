import type { Tx } from '#db/connect';
import { findUsedTickets, lockOrderTickets } from '../../orders/index.ts';
import { type AttemptKey, type AttemptRow, lockAttempt, type RefundRow, refundsOf, type SplitPart } from '../../payments/index.ts';
import { lockPurchase } from '../purchase.ts';
import { lockPlacesOf } from '../queries-places.ts';
import type { SaleWorld } from '../world.ts';
import { findRefundedPerformances } from './queries-staff.ts';
import { leftAtProvider, portionsOf } from './refund-portions.ts';
import { cardsOf, ofAttempt, placesSoldAgain, writeRefund } from './write-refund.ts';

/** A purchase with the attempt that money was taken back of, all locked in the order of locks. */
interface Paid {
  readonly purchase: NonNullable<Awaited<ReturnType<typeof lockPurchase>>>;
  readonly places: Awaited<ReturnType<typeof lockPlacesOf>>;
  readonly tickets: Awaited<ReturnType<typeof lockOrderTickets>>;
  readonly attempt: AttemptRow;
  /** Refunds of the whole purchase. */
  readonly earlier: readonly RefundRow[];
  /** Those of this attempt. */
  readonly own: readonly RefundRow[];
  /** What of the attempt has not gone back, in minor units; 0 unless it is approved. */
  readonly left: number;
}

export async function lockPaid(tx: Tx, key: AttemptKey): Promise<Paid | null> {
  const purchase = await lockPurchase(tx, key.purchaseId);
  if (!purchase) return null;
  const places = await lockPlacesOf(tx, purchase.holds, 'wait');
  const tickets = await lockOrderTickets(tx, purchase.id);
  const [attempt, earlier] = await Promise.all([lockAttempt(tx, key), refundsOf(tx, [purchase.id])]);
  const own = ofAttempt(earlier, attempt);
  return { purchase, places, tickets, attempt, earlier, own, left: attempt.state === 'approved' ? leftAtProvider(attempt, own) : 0 };
}

interface Taken {
  readonly way: 'chargeback' | 'elsewhere';
  /** Minor units; what is left of the attempt at most. */
  readonly amount: number;
  /** The brand's rule. */
  readonly voidsTickets: boolean;
  /** `isWhole`: nothing is left of what paid the purchase. */
  readonly reasonOf: (isWhole: boolean) => string;
}

/**
 * Writes down money that somebody else took out of a payment. With all that was left the tickets that nobody came in with are void, if the rule says
 * so, and their places are sold again by theirs; a part voids none, because which ones it was for is not told.
 */
export async function writeTaken(
  tx: Tx,
  rules: SaleWorld['refunds'],
  { purchase, places, tickets, attempt, earlier, left }: Paid,
  { way, amount, voidsTickets, reasonOf }: Taken,
) {
  const [used, performances, paid] = await Promise.all([
    findUsedTickets(tx, purchase.id),
    findRefundedPerformances(tx, [...new Set(tickets.map(({ performanceId }) => performanceId))]),
    cardsOf(tx, attempt),
  ]);
  const other = paid.find((each) => each.reference !== attempt.reference);
  const [portion, rest] = portionsOf(partsLeft(paid, earlier), amount);
  const entered = new Set(used.map(({ id }) => id));
  // What one of two cards paid is only a part, unless the other has nothing left; a card's bank takes back the purchase.
  const leftOfOther = other ? leftAtProvider(other, ofAttempt(earlier, other)) : 0;
  const isWhole = amount === left && (way === 'chargeback' || leftOfOther === 0);
  const voided = isWhole && voidsTickets ? tickets.filter(({ id, state }) => state === 'valid' && !entered.has(id)) : [];
  const soldAgain = placesSoldAgain(rules, voided, performances);
  // What the balance or another card paid beside the card goes back when nobody came in with any ticket, and nobody can.
  const isVoid = isWhole && tickets.every((ticket) => ticket.state === 'void' || voided.includes(ticket));
  const wayBack = other ? ({ attempt: other, way: 'provider' } as const) : ({ attempt, way: 'balance' } as const);
  const beside = isVoid && rest.amount > 0 ? { ...wayBack, portion: rest } : null;
  return writeRefund(tx, {
    purchase,
    plan: { ...{ attempt, way, portion, beside, soldAgain }, cashAmount: 0, tickets: voided, products: null, keepsProducts: !isWhole },
    reason: reasonOf(isWhole),
    placesOf: (performanceId) => places.get(performanceId),
  });
}

/** What the payment was made of, by one card or two, less what went back. */
export function partsLeft(paid: readonly AttemptRow[], earlier: readonly { readonly parts: readonly SplitPart[] }[]): SplitPart[] {
  const back = earlier.flatMap(({ parts }) => parts);
  return wholeOf(paid)
    .map((part) => ({
      ...part,
      amount: back.reduce(
        (left, { account, performanceId, amount }) =>
          account === part.account && performanceId === part.performanceId ? left - amount : left,
        part.amount,
      ),
    }))
    .filter(({ amount }) => amount !== 0);
}

/** Two cards have each a part of the price: of the same reason they are one again, for what goes back was not told apart by card. */
function wholeOf(paid: readonly AttemptRow[]): SplitPart[] {
  const reasons = Map.groupBy(
    paid.flatMap(({ split }) => split),
    ({ account, performanceId }) => `${account} ${performanceId}`,
  );
  return [...reasons.values()].map((same) => ({
    ...(same[0] as SplitPart),
    amount: same.reduce((sum, { amount }) => sum + amount, 0),
  }));
}
