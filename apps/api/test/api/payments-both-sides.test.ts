import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { returnMoney } from '../../src/payments/index.ts';
import { settlePayment } from '../../src/sale/pay/settle.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { customersApp } from '../factories/customers.ts';
import { anAttemptAt } from '../factories/provider.ts';
import { letMinutesPass } from '../factories/time.ts';
import { silent } from '../factories/watch.ts';

const { db, close } = await freshDatabase();
const { app, buyer, card, gateway, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});
beforeEach(() => {
  gateway.state.refunds = 0;
});

const world = app.sale;

/** Presses the button at a process that gets the gateway's answer only once `hear` is called. */
async function payHearingLater(...[purchase, form]: Parameters<typeof buyer.pay>) {
  let hear = () => {};
  const heard = new Promise<void>((resolve) => (hear = resolve));
  const made = gateway.charges.length;
  const charge: typeof card.begin = async (request) => {
    const answer = await card.begin(request);
    await heard;
    return answer;
  };
  const process = await customersApp(db, { payments: [{ ...card, begin: charge }] });
  const paying = buyerAt(process, buyer).pay(purchase, form);
  await expect.poll(() => gateway.charges.length).toBe(made + 1);
  const reference = String(gateway.charges.at(-1)?.site_transaction_id);
  await expect.poll(() => gateway.payments.map((payment) => payment.site_transaction_id)).toContain(reference);
  return { hear, paying, reference };
}

/** Everything that a payment leaves behind. */
async function whatIsLeft(id: string) {
  const [row] = await db`
    select stage, (select string_agg(state, ' ' order by started_at) from attempt where purchase_id = purchase.id) as attempts,
           (select count(*)::int from place where purchase_id = purchase.id and state = 'sold') as sold,
           (select count(*)::int from ticket where purchase_id = purchase.id and state = 'valid') as tickets,
           (select coalesce(string_agg(kind, ' ' order by at), '') from ledger_transaction where purchase_id = purchase.id) as booked,
           (select coalesce(string_agg(identifier, ' ' order by identifier), '')
              from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = task_id
             where payload ->> 'purchaseId' = purchase.id) as mails
      from purchase where id = ${id}`;
  return row;
}
const soldOnce = { stage: 'paid', attempts: 'approved', sold: 2, tickets: 2, booked: 'sale', mails: 'send-tickets' };

test('the charge and a confirmation bring the same approval: the places are sold once and no money goes back', async () => {
  const purchase = await aPurchase();
  const { hear, paying } = await payHearingLater(purchase);
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'approved' } });
  hear();
  expect(await paying).toMatchObject({ status: 'ok', data: { outcome: 'approved', purchase: { stage: 'paid' } } });
  expect(await whatIsLeft(purchase.id)).toEqual(soldOnce);
  expect(gateway.state.refunds).toBe(0);
});

test('the charge, the buyer and two workers bring the same approval at the same moment: it counts once', async () => {
  const purchase = await aPurchase();
  const { hear, paying, reference } = await payHearingLater(purchase);
  const answer = await card.ask(anAttemptAt({ reference }));
  const settle = () => settlePayment(world, { purchaseId: purchase.id, reference }, { answer, asked: 'query' });
  hear();
  await Promise.all([paying, settle(), settle(), buyer.confirm(purchase.id)]);
  await settle();
  expect(await whatIsLeft(purchase.id)).toEqual(soldOnce);
  expect(gateway.state.refunds).toBe(0);
});

test('the charge and a confirmation bring the same decline: the purchase is open once more, with three minutes, once', async () => {
  const purchase = await aPurchase({ startedMinutesAgo: 11 });
  gateway.state.next.push('decline');
  const { hear, paying } = await payHearingLater(purchase);
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'declined' } });
  const deadline = async () => (await db`select deadline::text, stage from purchase where id = ${purchase.id}`)[0];
  const before = await deadline();
  hear();
  expect(await paying).toMatchObject({ data: { outcome: 'declined' } });
  expect(await deadline()).toEqual(before);
});

test('a decline that is read again while another card is being charged leaves that payment alone', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('decline');
  const first = await payHearingLater(purchase);
  await buyer.confirm(purchase.id);
  const second = await payHearingLater(purchase, { lastFour: '1111' });
  first.hear();
  await first.paying;
  expect(await whatIsLeft(purchase.id)).toMatchObject({ stage: 'paying', attempts: 'declined started' });
  second.hear();
  expect(await second.paying).toMatchObject({ data: { outcome: 'approved' } });
  expect(await whatIsLeft(purchase.id)).toEqual({ ...soldOnce, attempts: 'declined approved' });
});

test('a payment that was given up and one that was made instead are both approved: one sells, the other goes back', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('lost');
  await buyer.pay(purchase);
  const forgotten = gateway.payments.splice(-1);
  await letMinutesPass(db, purchase.id, 4);
  await reconcilePayments(world);
  expect(await buyer.pay(purchase)).toMatchObject({ data: { outcome: 'approved' } });
  gateway.payments.push(...forgotten);
  await letMinutesPass(db, purchase.id, 61);
  await Promise.all([reconcilePayments(world), reconcilePayments(world)]);
  expect(await whatIsLeft(purchase.id)).toEqual({
    ...soldOnce,
    attempts: 'reversed approved',
    booked: 'sale late_receipt late_return',
    // Its buyer waited four minutes for the first, and may have left.
    mails: 'send-tickets tell-of-pending tell-of-return',
  });
  expect(gateway.state.refunds).toBe(1);
});

test('money of an attempt that its gateway never gave an id is not refunded', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('never-arrived');
  await buyer.pay(purchase);
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
  const reverse = vi.fn(card.reverse);
  const key = { purchaseId: purchase.id, reference: attempt?.reference ?? '' };
  const payments = { providers: new Map([['payway', { ...card, reverse }]]) };
  await expect(returnMoney({ db, watch: silent, payments }, key)).rejects.toThrow(`approved attempt ${key.reference} has no payment id`);
  expect(reverse).not.toHaveBeenCalled();
});
