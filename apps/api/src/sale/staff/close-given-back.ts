import { Refusal } from '@butaca/contract';
import { withLockTimeout } from '#db/lock-timeout';
import { useKey } from '#db/used-key';
import { lockAttempt, refundsOf, startRefund, undoClosing } from '../../payments/index.ts';
import { lockPurchase } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { insertAction, type StaffRequest } from './queries-staff.ts';
import { isTaken, takenBefore } from './taken-before.ts';

interface Closing extends StaffRequest {
  readonly orderId: string;
  /** What the person saw that waits for a decision, in minor units. */
  readonly amount: number;
}

/**
 * What a provider, or a card's bank, gave back of an order and is counted for no ticket was for none, as when somebody was given a part of the
 * price as goodwill (decision 102). It is counted like what was for tickets, by a refund of nothing that voids none, so that nothing of it waits for a decision.
 */
export async function closeGivenBack({ db }: Pick<SaleWorld, 'db'>, { orderId, amount, ...by }: Closing): Promise<void> {
  await withLockTimeout(db, async (tx) => {
    if (!(await lockPurchase(tx, orderId))) throw new Refusal('not_found');
    if ((await useKey(tx, by.click)) === 'again') return;
    const earlier = await refundsOf(tx, [orderId]);
    const taken = earlier.find(isTaken);
    const { unassigned } = takenBefore(earlier);
    if (!taken || unassigned === 0 || unassigned !== amount) throw new Refusal('refund_changed', { amount: unassigned });
    await insertAction(tx, { ...by, verb: 'close_given_back', purchaseId: orderId, facts: { amount } });
    const { provider, currency } = await lockAttempt(tx, taken);
    const { reference } = taken;
    await startRefund(tx, {
      ...{ purchaseId: orderId, reference, provider, currency, reason: by.reason },
      ...{ way: 'elsewhere', amount: 0, parts: [], tickets: [], covered: unassigned, isForNoTicket: true },
    });
  });
}

interface Reopening extends StaffRequest {
  readonly orderId: string;
  readonly refundId: string;
}

/** Takes a closing back that was a mistake: what it counted for no ticket waits for a decision again. One that was taken back is `refund_changed`. */
export async function reopenGivenBack({ db }: Pick<SaleWorld, 'db'>, { orderId, refundId, ...by }: Reopening): Promise<void> {
  await withLockTimeout(db, async (tx) => {
    if (!(await lockPurchase(tx, orderId))) throw new Refusal('not_found');
    const closing = (await refundsOf(tx, [orderId])).find(({ id, isForNoTicket }) => isForNoTicket && id === refundId);
    if (!closing) throw new Refusal('not_found');
    if ((await useKey(tx, by.click)) === 'again') return;
    if (closing.isUndone) throw new Refusal('refund_changed', { amount: 0 });
    await insertAction(tx, { ...by, verb: 'reopen_given_back', purchaseId: orderId, facts: { amount: closing.covered } });
    await undoClosing(tx, { purchaseId: orderId, id: refundId });
  });
}
