import { Refusal } from '@butaca/contract';
import { withLockTimeout } from '#db/lock-timeout';
import { useKey } from '#db/used-key';
import { closeRefund as closeRow, findRefund, lockAttempt, lockRefund, unlikeHand } from '../../payments/index.ts';
import { lockPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { insertAction, type StaffRequest } from './queries-staff.ts';

interface Closing extends StaffRequest {
  readonly orderId: string;
  readonly refundId: string;
  /** What the person saw, in minor units. */
  readonly amount: number;
}

/**
 * Ends a refund of a payment that staff booked as paid and that its provider does not have as that: no provider is asked for its money (decision 106). A person
 * has settled with the buyer in another way, or nothing was owed.
 */
export async function closeRefund({ db }: Pick<SaleWorld, 'db'>, { orderId, refundId, amount, ...by }: Closing): Promise<void> {
  await withLockTimeout(db, async (tx) => {
    if (!(await lockPurchase(tx, orderId)) || !(await findRefund(tx, { purchaseId: orderId, id: refundId })))
      throw new Refusal('not_found');
    if ((await useKey(tx, by.click)) === 'again') return;
    const refund = await lockRefund(tx, { purchaseId: orderId, id: refundId });
    const attempt = await lockAttempt(tx, refund);
    // What its provider has after all goes back there.
    const isOpen = refund.state === 'returning' && unlikeHand(attempt) !== null;
    if (!isOpen || refund.amount !== amount) throw new Refusal('refund_changed', { amount: isOpen ? refund.amount : 0 });
    await insertAction(tx, { ...by, verb: 'close_refund', purchaseId: orderId, reference: refund.reference, facts: { amount } });
    await closeRow(tx, refund, attempt.provider);
  });
}
