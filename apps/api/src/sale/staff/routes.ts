import {
  type AnswerOf,
  clearName as clearNameCall,
  closeGivenBack as closeCall,
  closeRefund as closeRefundCall,
  correctMailboxByStaff,
  findOfficeOrders,
  getOfficeMoney,
  getOfficeOrder,
  listOfficeBills,
  moveDelivery as moveDeliveryCall,
  previewRefund as previewCall,
  putMailAside,
  Refusal,
  refundOrder as refundCall,
  listRefunds as refundsCall,
  reissueTicketsByStaff,
  reopenGivenBack as reopenCall,
  resendTickets as resendCall,
  retryBill as retryCall,
  type StaffAction,
  sendMailboxCodeByStaff,
  settleDoubt as settleCall,
  takeMailBack,
  wireNameOf,
} from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import type { Click } from '#db/used-key';
import { type Session, serve } from '#http/serve';
import { askMailboxCode, correctMailbox, putAside, takeBack } from '../../mailboxes/index.ts';
import { readOrder } from '../../orders/index.ts';
import { findDoubts, findLatestRefunds, findOpenRefunds, moneyByProvider, type RefundRow } from '../../payments/index.ts';
import { reissueTickets } from '../reissue/reissue-tickets.ts';
import type { SaleWorld } from '../world.ts';
import { clearName } from './clear-name.ts';
import { closeGivenBack, reopenGivenBack } from './close-given-back.ts';
import { closeRefund } from './close-refund.ts';
import { moveDelivery } from './move-delivery.ts';
import { findOrders, listActions, presentRefund, readOfficeOrder, readWaiting } from './office-order.ts';
import { findOrderNumbers, insertAction, type StaffRequest, useKeyOnce } from './queries-staff.ts';
import { previewRefund, refundOrder } from './refund-order.ts';
import { listTroubledBills, retryBill } from './retry-bill.ts';
import { settleDoubt } from './settle-doubt.ts';

/** What staff do with orders and payments by hand: each with a reason and a line in a log that nobody can change. */
export function staffRoutes(app: FastifyInstance, world: SaleWorld) {
  serve(app, findOfficeOrders, ({ query }) => findOrders(world, query.search));
  serve(app, getOfficeOrder, ({ params }) => readOfficeOrder(world, params.orderId));
  serve(app, getOfficeMoney, () => readMoney(world));
  serve(app, refundsCall, async () => ({
    items: (await findLatestRefunds(world.db, MOST_REFUNDS)).map((refund) => presentOfOrder(refund)),
  }));
  serve(app, previewCall, ({ params, body }) => previewRefund(world, { purchaseId: params.orderId, ...body }));
  serve(app, refundCall, async (input) => {
    await refundOrder(world, { purchaseId: input.params.orderId, ...input.body, ...staffOf(input) });
    return readOfficeOrder(world, input.params.orderId);
  });
  serve(app, closeCall, async (input) => {
    await closeGivenBack(world, { ...input.params, amount: input.body.amount, ...staffOf(input) });
    return readOfficeOrder(world, input.params.orderId);
  });
  serve(app, reopenCall, async (input) => {
    await reopenGivenBack(world, { ...input.params, ...staffOf(input) });
    return readOfficeOrder(world, input.params.orderId);
  });
  serve(app, closeRefundCall, async (input) => {
    await closeRefund(world, { ...input.params, amount: input.body.amount, ...staffOf(input) });
    return readOfficeOrder(world, input.params.orderId);
  });
  serve(app, resendCall, async (input) => {
    await resendTickets(world, input.params.orderId, staffOf(input));
    return readOfficeOrder(world, input.params.orderId);
  });
  serve(app, reissueTicketsByStaff, async ({ params: { orderId }, body: { reason }, session, click }) => {
    await reissueTickets(world, { orderId, click, by: { staffId: session.customerId, reason } });
    return readOfficeOrder(world, orderId);
  });
  serve(app, sendMailboxCodeByStaff, async ({ params, body, session, click }) => {
    await askMailboxCode(world, { ...params, ...body, ownerId: null, click, by: { staffId: session.customerId } });
    return {};
  });
  serve(app, correctMailboxByStaff, async (input) => {
    const { params, body, click } = input;
    const { orderId: purchaseId } = params;
    await correctMailbox(world, {
      ...params,
      email: body.email,
      code: body.code,
      ownerId: null,
      click,
      log: (tx, addresses) => insertAction(tx, { ...staffOf(input), verb: 'correct_mailbox', purchaseId, facts: addresses }),
    });
    return readOfficeOrder(world, purchaseId);
  });
  serve(app, putMailAside, (input) => {
    const by = staffOf(input);
    return putAside(world.db, { ...input.params, ...by, log: logOfMail(by, { ...input.params, verb: 'mail_aside' }) });
  });
  serve(app, takeMailBack, ({ params, session, click }) => {
    const by = { staffId: session.customerId, click };
    return takeBack(world.db, { ...params, ...by, log: logOfMail(by, { ...params, verb: 'mail_back' }) });
  });
  serve(app, clearNameCall, async (input) => {
    await clearName(world, { ...input.params, ...input.body, ...staffOf(input) });
    return readOfficeOrder(world, input.params.orderId);
  });
  serve(app, moveDeliveryCall, async ({ params: { orderId }, body, session, click }) => {
    await moveDelivery(world, { orderId, ...body, note: body.note, staffId: session.customerId, click });
    return readOfficeOrder(world, orderId);
  });
  serve(app, listOfficeBills, () => listTroubledBills(world));
  serve(app, retryCall, (input) => retryBill(world, { ...input.params, receiver: input.body.receiver, ...staffOf(input) }));
  serve(app, settleCall, async (input) => {
    const { verb, paymentId } = input.body;
    if (verb === 'book_as_paid' && paymentId === undefined)
      throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(settleCall.body, 'paymentId'), reason: 'missing' }] });
    const { purchaseId, isByAnother } = await settleDoubt(world, { ...input.params, verb, paymentId, ...staffOf(input) });
    return { ...(await readOfficeOrder(world, purchaseId)), isByAnother };
  });
}

interface StaffCall {
  readonly session: Session;
  readonly body: { readonly reason: string };
  readonly click: Click;
}

const staffOf = ({ session, body: { reason }, click }: StaffCall): StaffRequest => ({
  staffId: session.customerId,
  reason,
  click,
});

const logOfMail =
  (by: Pick<StaffRequest, 'staffId' | 'click'>, { verb, mailId }: { readonly verb: StaffAction['verb']; readonly mailId: string }) =>
  (tx: Tx, mail: { readonly purchaseId: string | null; readonly reason: string }) =>
    insertAction(tx, { ...by, ...mail, verb, reference: mailId, facts: {} });

/** Mails the tickets once more, under a name of its own, so that no inbox drops it as a copy. */
async function resendTickets({ db }: SaleWorld, orderId: string, by: StaffRequest): Promise<void> {
  await db.begin(async (tx) => {
    if ((await useKeyOnce(tx, { ...by, verb: 'resend', purchaseId: orderId })) === 'again') return;
    const order = await readOrder(tx, orderId);
    if (!order) throw new Refusal('not_found');
    const tickets = order.tickets.filter(({ state }) => state === 'valid').length;
    if (tickets === 0) throw new Refusal('no_valid_tickets');
    if (!order.buyer || order.channel === 'box_office') throw new Refusal('no_buyer');
    await insertAction(tx, { ...by, verb: 'resend', purchaseId: orderId, facts: { tickets } });
    const copy = by.click.key;
    await enqueue(tx, 'send-tickets', { purchaseId: orderId, copy }, { key: `send-tickets.${orderId}.${copy}` });
  });
}

const MOST_LISTED = 50;
/** So many that what waits for a decision for long leaves room for what is new. */
const MOST_OPEN_REFUNDS = 200;
const MOST_REFUNDS = 10_000;

const presentOfOrder = (refund: RefundRow, inDoubt: Awaited<ReturnType<typeof findDoubts>> = []) => ({
  orderId: refund.purchaseId,
  refund: {
    ...presentRefund(refund),
    mayClose: refund.state === 'returning' && inDoubt.some((doubt) => 'unlike' in doubt && doubt.reference === refund.reference),
  },
});

async function readMoney(world: SaleWorld): Promise<AnswerOf<typeof getOfficeMoney>> {
  const { db } = world;
  const [inDoubt, waitingPayments, refunds, money, actions] = await Promise.all([
    findDoubts(db, MOST_LISTED),
    readWaiting(world, MOST_LISTED),
    findOpenRefunds(db, MOST_OPEN_REFUNDS),
    moneyByProvider(db),
    listActions(db),
  ]);
  const numbers = await findOrderNumbers(db, [...inDoubt.map(({ orderId }) => orderId), ...refunds.map(({ purchaseId }) => purchaseId)]);
  const numberOf = (orderId: string) =>
    numbers.flatMap(({ id, number }) => (id === orderId ? [{ orderNumber: formatOrderNumber(number) }] : []))[0];
  return {
    doubtfulPayments: inDoubt.map(({ startedAt, ...doubt }) => ({
      ...doubt,
      ...numberOf(doubt.orderId),
      startedAt: startedAt.epochMilliseconds,
    })),
    waitingPayments,
    refunds: refunds.map(({ undecided, ...refund }) => ({
      ...presentOfOrder(refund, inDoubt),
      ...numberOf(refund.purchaseId),
      ...(undecided > 0 ? { givenBack: undecided } : {}),
    })),
    ...money,
    actions,
  };
}
