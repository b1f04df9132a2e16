import type { PaymentOutcome, PaymentResult } from '@butaca/contract';
import type { AttemptState } from '../../payments/index.ts';
import { findPurchase } from '../find-purchase.ts';
import type { Own } from '../own-purchase.ts';
import type { SaleWorld } from '../world.ts';
import { presentOffer } from './present-offer.ts';

/** What a buyer is told of each state; one that is not known yet is never successful (PO-010). */
const outcomes: Readonly<Record<AttemptState, PaymentOutcome>> = {
  started: 'processing',
  unknown: 'unknown',
  pending: 'pending',
  processing: 'processing',
  approved: 'approved',
  offered: 'offered',
  declined: 'declined',
  cancelled: 'cancelled',
  returning: 'late',
  reversed: 'refunded',
  refunded: 'refunded',
};

/** What has become of a purchase's payment; one that never began was cancelled. */
export async function presentPayment(world: SaleWorld, { purchaseId, customerId }: Own): Promise<PaymentResult> {
  const [purchase, attempt] = await Promise.all([findPurchase(world, purchaseId, customerId), world.attempts.latestOf(purchaseId)]);
  if (!attempt) return { outcome: 'cancelled', purchase };
  const { state, customerText, amount, instalments, brand, lastFour } = attempt;
  const outcome = outcomes[state];
  const offer = outcome === 'offered' ? await presentOffer(world, purchase) : null;
  return {
    outcome,
    ...(outcome === 'declined' && customerText ? { message: customerText } : {}),
    ...(outcome === 'processing' ? { next: { kind: 'wait' as const } } : {}),
    amount,
    instalments,
    ...(brand === null || lastFour === null ? {} : { brand, lastFour }),
    ...(offer ? { offer } : {}),
    // Until orders have a life of their own, an order is its purchase.
    ...(outcome === 'approved' ? { orderId: purchaseId } : {}),
    purchase,
  };
}
