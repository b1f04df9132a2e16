import { findUsedTickets, lockOrderTickets } from '../../orders/index.ts';
import { type AttemptRow, attemptOfReference, lockAttempt, type Notice, refundsOf, type SplitPart } from '../../payments/index.ts';
import { lockPurchase } from '../purchase.ts';
import { lockPlacesOf } from '../queries-places.ts';
import type { SaleWorld } from '../world.ts';
import { findRefundedPerformances } from './queries-staff.ts';
import { placesSoldAgain, writeRefund } from './refund-order.ts';
import { leftAtProvider, portionsOf } from './refund-portions.ts';

interface Chargeback {
  /** Of the attempt whose payment the card's bank took back. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
}

/** `known`: it is booked already. `differs`: not what is left of the payment, so a person has to look at it. */
export type ChargebackResult = 'booked' | 'known' | 'differs' | 'not ours';

/**
 * Books a chargeback, which its provider tells by a webhook or in the settlement file: the money is gone. The tickets that were not used are void, if the
 * brand says so, and their places are sold again; organisers are told by mail.
 */
export async function recordChargeback(
  world: Pick<SaleWorld, 'db' | 'live' | 'refunds'>,
  { reference, amount }: Chargeback,
): Promise<ChargebackResult> {
  const [found] = await attemptOfReference(world.db, reference);
  if (!found) return 'not ours';
  const booked = await world.db.begin(async (tx) => {
    const purchase = await lockPurchase(tx, found.purchaseId);
    if (!purchase) return 'not ours';
    const places = await lockPlacesOf(tx, purchase.holds, 'wait');
    const tickets = await lockOrderTickets(tx, purchase.id);
    const [attempt, earlier, used, performances] = await Promise.all([
      lockAttempt(tx, found),
      refundsOf(tx, [purchase.id]),
      findUsedTickets(tx, purchase.id),
      findRefundedPerformances(tx, [...new Set(tickets.map(({ performanceId }) => performanceId))]),
    ]);
    if (earlier.some(({ way }) => way === 'chargeback')) return 'known';
    if (attempt.state !== 'approved' || leftAtProvider(attempt, earlier) !== amount) return 'differs';
    const [portion, rest] = portionsOf(partsLeft(attempt, earlier), amount);
    const entered = new Set(used.map(({ id }) => id));
    const voided = world.refunds.chargebackVoidsTickets ? tickets.filter(({ id, state }) => state === 'valid' && !entered.has(id)) : [];
    const soldAgain = placesSoldAgain(world.refunds, voided, performances);
    // What the balance paid beside the card goes back when nobody came in with any ticket, and nobody can.
    const isVoid = tickets.every((ticket) => ticket.state === 'void' || voided.includes(ticket));
    const toBalance = isVoid ? rest : { amount: 0, parts: [] };
    return writeRefund(tx, {
      purchase,
      plan: { attempt, way: 'chargeback', portion, toBalance, cashAmount: 0, tickets: voided, soldAgain, returnedBefore: 0 },
      reason: 'Contracargo informado por la procesadora',
      placesOf: (performanceId) => places.get(performanceId),
    });
  });
  if (typeof booked === 'string') return booked;
  world.live.changedAll(booked.changes);
  return 'booked';
}

/**
 * The same, told by a verified webhook. True when nothing is left to ask its provider. What was taken in another currency is ours by the rate
 * that the attempt kept; one that is not what is left of the payment is left to staff.
 */
export async function hearOfChargeback(
  world: Pick<SaleWorld, 'db' | 'live' | 'refunds' | 'watch'>,
  attempt: AttemptRow,
  taken: NonNullable<Notice['chargeback']>,
): Promise<boolean> {
  const { purchaseId, reference, provider } = attempt;
  const amount = inOurCurrency(attempt, taken);
  const result = amount === null ? 'differs' : await recordChargeback(world, { reference, amount });
  if (result === 'differs') world.watch.say('chargeback-differs', { purchaseId, reference, provider });
  return result === 'booked' || result === 'known';
}

function inOurCurrency({ amount, currency, kept }: AttemptRow, taken: NonNullable<Notice['chargeback']>): number | null {
  if (taken.currency === currency) return taken.amount;
  const { otherCurrency, otherCents } = kept;
  return taken.currency === otherCurrency && typeof otherCents === 'number' ? Math.round((amount * taken.amount) / otherCents) : null;
}

/** What the payment was made of, less what went back. */
function partsLeft({ split }: AttemptRow, earlier: readonly { readonly parts: readonly SplitPart[] }[]): SplitPart[] {
  const back = earlier.flatMap(({ parts }) => parts);
  return split
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
