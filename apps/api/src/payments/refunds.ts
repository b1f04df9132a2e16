import type { Db, Tx } from '#db/connect';
import { randomId } from '#db/random-id';
import { asProviderSees, believed, isOwnPayment, providerOf, queryAsItIs, type ReturnWorld } from './attempts.ts';
import { compareByHand, mayDifferFromHand, unlikeHand } from './by-hand.ts';
import { isAtProvider } from './given-back.ts';
import type { Facts, Provider, ProviderAnswer, ReturnAnswer } from './provider.ts';
import { type AttemptRow, askSoon, insertEvents, lockAttempt, readAttempt } from './queries.ts';
import { bookChargeback, bookGivenBack, bookRefund, bookRefundEnd } from './queries-ledger.ts';
import {
  endRefund,
  insertRefund,
  keepAskedFrom,
  keepTrouble,
  lockRefund,
  type NewRefund,
  type RefundKey,
  type RefundRow,
  refundsOf,
} from './queries-refunds.ts';

/**
 * Writes down that money of a paid purchase goes back, and books it as owed to the buyer before any provider hears of it. Cash, what goes back on a
 * terminal, and balance are done with that. The caller has locked the purchase and voids the tickets in the same transaction.
 */
export async function startRefund(tx: Tx, refund: Omit<NewRefund, 'id'> & { readonly provider: string }): Promise<RefundKey> {
  const id = randomId();
  const movement = { ...refund, refundId: id };
  await insertRefund(tx, { ...refund, id });
  if (refund.way === 'chargeback') await bookChargeback(tx, movement, refund.parts);
  else if (refund.way === 'elsewhere') await bookGivenBack(tx, movement, refund.parts);
  else await bookRefund(tx, movement, refund.parts);
  if (refund.way === 'drawer' || refund.way === 'terminal') await bookRefundEnd(tx, movement, 'where it came from');
  if (refund.way === 'balance') await bookRefundEnd(tx, movement, 'balance');
  return { purchaseId: refund.purchaseId, id };
}

/** Ends a locked refund of a payment that its provider does not have: nothing is owed any more, and none of it comes from there. */
export async function closeRefund(tx: Tx, refund: RefundRow, provider: string): Promise<void> {
  await endRefund(tx, refund, { isClosed: true });
  await bookRefundEnd(tx, { ...refund, refundId: refund.id, provider }, 'where it came from');
}

/**
 * Asks the provider for the money of a refund, with no transaction open. Until the provider says that it is done the refund stays
 * `returning` and is tried again by the worker; doing it twice returns the money once.
 */
export async function sendRefund(world: ReturnWorld, refund: RefundRow): Promise<void> {
  const { db, watch } = world;
  const { purchaseId, id, reference, amount } = refund;
  const provider = providerOf(world, await readAttempt(db, refund));
  if (!provider) return;
  const answer = await askProvider(db, provider, refund);
  watch.say('refund-sent', { purchaseId, reference, provider: provider.name, outcome: answer.result });
  await db.begin(async (tx) => {
    const locked = await lockRefund(tx, refund);
    await insertEvents(tx, [
      { purchaseId, reference, kind: 'returned', facts: { ...answer.facts, result: answer.result, refund: id, amount } },
    ]);
    if (locked.state === 'done') return;
    if (answer.result === 'unknown') {
      await keepTrouble(tx, refund, troubleOf(answer.facts));
      return;
    }
    await Promise.all([
      endRefund(tx, refund),
      bookRefundEnd(tx, { ...refund, refundId: id, provider: provider.name }, 'where it came from'),
    ]);
  });
}

/**
 * What the provider has given back meanwhile, of itself or by a call of ours whose answer was lost, decides whether anything is left to ask for:
 * this refund's own money has moved once that is more by its amount than when it was first asked for, or once all of the payment went back.
 */
async function askProvider(db: Db, provider: Provider, refund: RefundRow): Promise<ReturnAnswer> {
  const { reference, amount, id } = refund;
  const known = await readAttempt(db, refund);
  const said = await queryAsItIs(provider, known);
  if (said.result === 'unknown') return { result: 'unknown', facts: said.facts };
  const payment = await comparedWith(db, known, said);
  const { paymentId } = payment;
  if (paymentId === null) throw new Error(`approved attempt ${reference} has no payment id`);
  // It may be the payment of somebody else: a person ends this refund, or the provider has it after all.
  const unlike = unlikeHand(payment);
  if (unlike !== null) return { result: 'unknown', facts: { unlike } };
  // What went back of another payment of the same reference is none of this refund's.
  if ('paymentId' in said && said.paymentId !== undefined && !isOwnPayment(payment, said.paymentId))
    return { result: 'unknown', facts: { ...said.facts, other: said.paymentId } };
  if (said.result === 'returned') return { result: said.how, facts: { ...said.facts, already: true } };
  const others = (await refundsOf(db, [refund.purchaseId])).filter((each) => each.reference === reference && each.id !== id);
  const ours = others.reduce((sum, each) => (isAtProvider(each) && each.state === 'done' ? sum + each.amount : sum), 0);
  const told = (said.result === 'approved' && said.returned) || { amount: ours, exactTo: 0 };
  // A search may be behind what is known here to have gone back.
  const returned = { ...told, amount: Math.max(told.amount, ours) };
  const from = await keepAskedFrom(db, refund, returned.amount);
  if (from > ours) await askSoon(db, refund);
  const left = payment.amount - returned.amount;
  if (left <= returned.exactTo || returned.amount >= from + amount - returned.exactTo)
    return { result: 'refunded', facts: { ...said.facts, already: true } };
  const named = { ...asProviderSees(payment), paymentId };
  if (returned.amount === 0 && amount === payment.amount) return provider.reverse(named);
  if (!provider.refund) throw new Error(`${provider.name} returns no parts`);
  return provider.refund(named, { amount: Math.min(amount, left), key: id, returnedBefore: from });
}

/** The payment as it is once what staff have booked as paid was compared with what its provider says. */
async function comparedWith(db: Db, payment: AttemptRow, said: ProviderAnswer): Promise<AttemptRow> {
  const answer = believed(payment, said);
  if (!mayDifferFromHand(payment, answer)) return payment;
  return db.begin(async (tx) => compareByHand(tx, await lockAttempt(tx, payment), answer));
}

/** In the provider's words, for whoever looks it up there. */
const troubleOf = (facts: Facts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
    .slice(0, 300) || 'no answer';
