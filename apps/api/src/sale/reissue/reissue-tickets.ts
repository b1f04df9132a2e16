import { Refusal, type Reissue } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { withLockTimeout } from '#db/lock-timeout';
import { type Click, useKey } from '#db/used-key';
import { isOrderMailboxProved } from '../../mailboxes/index.ts';
import {
  findUsedTickets,
  lockOrderTickets,
  mayBeCarried,
  type OrderRecord,
  type OrderTicketRow,
  readOrder,
  replaceTickets,
} from '../../orders/index.ts';
import { lockPurchase } from '../purchase.ts';
import { type PurchaseRow, ticketIn } from '../queries-purchases.ts';
import { findRefundedPerformances, insertAction } from '../staff/queries-staff.ts';
import { findReissue, insertReissue, type ReissueRow, reissueWait } from './queries-reissues.ts';

/** By its buyer, of whose orders it must be, and who has shown to be its owner; or by staff, who say why. */
type By =
  | { readonly customerId: string; readonly keepProof: (tx: Tx) => Promise<void> }
  | { readonly staffId: string; readonly reason: string };

interface ReissueRequest {
  readonly orderId: string;
  readonly click: Click;
  readonly by: By;
}

/** By the buyer, of one order. Staff have a log with their name instead. */
const MOST_IN_A_DAY = 3;

/**
 * Issues the tickets of an order anew that somebody can still enter with (decision 115): each is void, and another one of the same place stands
 * for it, with its name. What was used, given back or is over stays. One transaction with the line of its history and the mail to the order's
 * mailbox; no place, money or bill is touched. A repeated click gets the answer of the first, which is not new.
 */
export const reissueTickets = (
  { db }: { readonly db: Db },
  { orderId, click, by }: ReissueRequest,
): Promise<{ readonly reissue: Reissue; readonly isNew: boolean }> =>
  withLockTimeout(db, async (tx) => {
    const purchase = await lockPurchase(tx, orderId);
    // Of what a counter sold its clerk is the customer.
    if (!purchase || ('customerId' in by && (purchase.customerId !== by.customerId || purchase.channel === 'box_office')))
      throw new Refusal('not_found');
    const done = { purchaseId: orderId, doneBy: 'customerId' in by ? by.customerId : by.staffId, key: click.key };
    const use = await useKey(tx, click);
    // Its row outlives its key.
    const [before] = await findReissue(tx, done);
    if (before) return { reissue: presentReissue(before), isNew: false };
    if (use === 'again') throw new Error('a click that issued tickets anew left no row');
    if ('customerId' in by) await by.keepProof(tx);
    const order = await requireCarried(tx, orderId);
    if ('customerId' in by) await requireSeldom(tx, orderId);
    const { again, left } = await chooseTickets(tx, order);
    await replaceTickets(
      tx,
      again.map((ticket) => ({ ...ticket, purchaseId: orderId, printed: printedOn(purchase, ticket) })),
    );
    const counted = { byStaff: 'staffId' in by, ticketCount: again.length, leftCount: left };
    const [row] = await insertReissue(tx, { ...done, ...counted });
    if (!row) throw new Error('reissue insert returned no row');
    if ('staffId' in by)
      await insertAction(tx, { ...by, click, verb: 'reissue', purchaseId: orderId, facts: { tickets: again.length }, at: row.at });
    const copy = click.key;
    await enqueue(tx, 'send-tickets', { purchaseId: orderId, copy, isReissue: true }, { key: `send-tickets.${orderId}.${copy}` });
    return { reissue: presentReissue({ ...row, ...counted }), isNew: true };
  });

/** Only tickets that are mailed: a counter hands out its own, and printed ones are delivered. */
async function requireCarried(tx: Tx, orderId: string): Promise<OrderRecord> {
  const order = await readOrder(tx, orderId);
  if (!order) throw cannot('not_paid');
  if (!order.buyer || order.channel === 'box_office') throw new Refusal('no_buyer');
  if (!mayBeCarried(order)) throw cannot('on_paper');
  if (!(await isOrderMailboxProved(tx, orderId))) throw new Refusal('address_unconfirmed');
  return order;
}

async function requireSeldom(tx: Tx, orderId: string): Promise<void> {
  const [wait] = await reissueWait(tx, orderId, MOST_IN_A_DAY);
  if (wait) throw new Refusal('cannot_reissue', { obstacle: 'often', retryAfterSeconds: wait.seconds });
}

/** Locked. Read once they are: a door or a refund that was faster has used or voided its ticket, which stays. */
async function chooseTickets(tx: Tx, { id, performances }: OrderRecord): Promise<{ again: OrderTicketRow[]; left: number }> {
  const tickets = (await lockOrderTickets(tx, id)).filter(({ isReplaced }) => !isReplaced);
  const [entered, states] = await Promise.all([
    findUsedTickets(tx, id),
    findRefundedPerformances(
      tx,
      performances.map((performance) => performance.id),
    ),
  ]);
  const used = new Set(entered.map((ticket) => ticket.id));
  const over = new Set(states.flatMap((performance) => (performance.isOver ? [performance.id] : [])));
  const again = tickets.filter((ticket) => ticket.state === 'valid' && !used.has(ticket.id) && !over.has(ticket.performanceId));
  if (again.length === 0) throw cannot('none_left');
  return { again, left: tickets.length - again.length };
}

function printedOn({ priced }: PurchaseRow, ticket: OrderTicketRow) {
  const printed = ticketIn(priced, ticket);
  if (!printed) throw new Error('a valid ticket is not among what its purchase paid for');
  return printed;
}

const cannot = (obstacle: 'not_paid' | 'on_paper' | 'none_left') => new Refusal('cannot_reissue', { obstacle });

export const presentReissue = ({ at, ticketCount, leftCount, byStaff }: Omit<ReissueRow, 'purchaseId' | 'staffName'>): Reissue => ({
  at: at.epochMilliseconds,
  ...{ ticketCount, leftCount, byStaff },
});
