import { type PaymentResult, Refusal } from '@butaca/contract';
import { giveUpAttempt, isOpen, lockAttempt, moveAttempt, providerOf } from '../../payments/index.ts';
import { lockPurchase, type OwnPurchase } from '../purchase.ts';
import type { PlaceChanges } from '../queries-places.ts';
import type { SaleWorld } from '../world.ts';
import { findPayment } from './present-payment.ts';
import { closeCancelled, confirmPayment, reopenPurchase, settlePayment } from './settle.ts';

/**
 * Ends a payment that waits for a step of its buyer, and opens the purchase again. The provider is asked first, and closes it once it is
 * cancelled here; an approval that comes afterwards finds a cancelled attempt, and its money goes back. Only `processing` waits for the buyer: in every other open
 * state the provider may approve by itself, so that is refused.
 */
export async function cancelPayment(world: SaleWorld, own: OwnPurchase): Promise<PaymentResult> {
  const asked = await confirmPayment(world, own);
  const attempt = await world.attempts.latestOf(own.purchaseId);
  if (!attempt || !isOpen(attempt.state)) return asked;
  if (attempt.state !== 'processing') throw new Refusal('purchase_paying');
  const provider = providerOf(world, attempt);
  if (provider) await settlePayment(world, attempt, { answer: await giveUpAttempt(provider, attempt), asked: 'give-up' });
  const changes = await world.db.begin(async (tx): Promise<PlaceChanges> => {
    const [purchase, locked] = await Promise.all([lockPurchase(tx, own.purchaseId), lockAttempt(tx, attempt)]);
    if (purchase?.stage !== 'paying' || locked.state !== 'processing') return new Map();
    const reopened = await reopenPurchase(tx, purchase, world.limits);
    await moveAttempt(tx, locked, { to: 'cancelled' });
    return reopened;
  });
  world.live.changedAll(changes);
  await closeCancelled(world, attempt);
  return findPayment(world, own);
}
