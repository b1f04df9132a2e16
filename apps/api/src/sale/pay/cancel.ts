import { type PaymentResult, Refusal } from '@butaca/contract';
import {
  type AttemptRow,
  answerBy,
  callOffAttempt,
  giveUpAttempt,
  inTurn,
  isOpen,
  lasts,
  latestAttempts,
  lockAttempt,
  mayCallOff,
  moveAttempt,
  providerOf,
  readAttempt,
  returnMoney,
  type Turn,
} from '../../payments/index.ts';
import { lockPurchase, type OwnPurchase } from '../purchase.ts';
import type { PlaceChanges } from '../queries-places.ts';
import type { SaleWorld } from '../world.ts';
import { findPayment } from './present-payment.ts';
import { closeCancelled, confirmPayment, reopenPurchase, settlePayment, tellOfAnswer } from './settle.ts';
import { returnFirst } from './two-cards.ts';

/**
 * Ends a payment that waits for a step of its buyer, and opens the purchase again. The provider is asked first, and closes it once it is
 * cancelled here; an approval that comes afterwards finds a cancelled attempt, and its money goes back. Only `processing` waits for the buyer: in every other open
 * state the provider may approve by itself, so that is refused, unless it can cancel what waits. The first of two cards that waits for the second is given back.
 * Of several clicks one is at the provider, and the others get its answer; while a provider takes longer than a request may, they are answered what is known.
 */
export async function cancelPayment(world: SaleWorld, own: OwnPurchase, by = answerBy()): Promise<PaymentResult> {
  await confirmPayment(world, own, by);
  const attempt = await world.attempts.latestOf(own.purchaseId);
  if (attempt?.state === 'secured') return cancelSecured(world, own, attempt);
  // It may have been decided since it was asked about.
  if (!attempt || !isOpen(attempt.state)) return findPayment(world, own);
  requireEndable(world, attempt);
  const end = (now: AttemptRow & Turn) => endPayment(world, own, now);
  const turn = await inTurn(world, attempt, end, by);
  // It may have been the turn of a click that went on with a step, and called nothing off.
  if (turn === 'another' && isOpen((await readAttempt(world.db, attempt)).state)) await inTurn(world, attempt, end, by);
  return findPayment(world, own);
}

function requireEndable({ payments }: Pick<SaleWorld, 'payments'>, attempt: AttemptRow): void {
  if (attempt.state !== 'processing' && !mayCallOff(attempt, payments.providers.get(attempt.provider)))
    throw new Refusal('purchase_paying');
}

async function endPayment(world: SaleWorld, own: OwnPurchase, attempt: AttemptRow & Turn): Promise<void> {
  if (!isOpen(attempt.state)) return;
  requireEndable(world, attempt);
  const provider = providerOf(world, attempt);
  if (mayCallOff(attempt, provider)) return callOff(world, attempt);
  if (provider) await settlePayment(world, attempt, { answer: await giveUpAttempt(provider, attempt), asked: 'give-up' });
  const changes = await world.db.begin(async (tx): Promise<PlaceChanges> => {
    const [purchase, locked] = await Promise.all([lockPurchase(tx, own.purchaseId), lockAttempt(tx, attempt)]);
    if (purchase?.stage !== 'paying' || locked.state !== 'processing' || !(await lasts(tx, attempt))) return new Map();
    // The first of two cards goes on waiting for a second.
    const reopened: PlaceChanges = locked.part === 2 ? new Map() : await reopenPurchase(tx, purchase, world.limits);
    await moveAttempt(tx, locked, { to: 'cancelled' });
    return reopened;
  });
  world.live.changedAll(changes);
  await closeCancelled(world, attempt);
}

/**
 * Has the provider cancel what waits to be confirmed. Its answer is applied as any other: cancelled, the purchase is open again for what is left of
 * the time that every purchase has; approved meanwhile, it is sold; without an answer it goes on waiting.
 */
async function callOff(world: SaleWorld, attempt: AttemptRow): Promise<void> {
  const provider = providerOf(world, attempt);
  if (!provider) throw new Refusal('purchase_paying');
  const answer = await callOffAttempt(provider, attempt);
  tellOfAnswer(world.watch, attempt, { answer, asked: 'query' });
  await settlePayment(world, attempt, { answer, asked: 'query' });
}

async function cancelSecured(world: SaleWorld, own: OwnPurchase, { reference }: AttemptRow): Promise<PaymentResult> {
  const { purchaseId } = own;
  const changes = await world.db.begin(async (tx): Promise<PlaceChanges | null> => {
    const purchase = await lockPurchase(tx, purchaseId);
    const [latest] = await latestAttempts(tx, [purchaseId]);
    // In another tab the second card is under way, or this was done before.
    if (latest && isOpen(latest.state)) throw new Refusal('purchase_paying');
    if (purchase?.stage !== 'paying' || latest?.state !== 'secured') return null;
    const reopened = await reopenPurchase(tx, purchase, world.limits);
    await returnFirst(tx, purchaseId);
    return reopened;
  });
  if (changes) {
    world.live.changedAll(changes);
    await returnMoney(world, { purchaseId, reference });
  }
  return findPayment(world, own);
}
