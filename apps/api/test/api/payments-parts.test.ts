import { getBalance, getCardKind, payByLink, readCode } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { refundToTell } from '../../src/notifications/queries-refunds.ts';
import { refundMail } from '../../src/notifications/refund-mails.ts';
import { ticketsMail } from '../../src/notifications/tickets-mail.ts';
import { type AddressedOrder, readOrder } from '../../src/orders/order.ts';
import { checkLedger, moneyByProvider } from '../../src/payments/index.ts';
import { recordChargeback } from '../../src/sale/staff/chargeback.ts';
import { reconcilePayments, sendRefunds } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aBuyerWithBalance, everythingOf } from '../factories/balance.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { documentBrand, ticketsWorld } from '../factories/orders.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** A balance below the price and a card for the rest: one purchase, one attempt (decision 043). */
const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 80 }]);
const { app, card, gateway } = checkout;
/** Another process. */
const otherConnections = connect(database.url);
const there = await customersApp(otherConnections, { payments: [card] });
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await there.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});
beforeEach(() => {
  gateway.charges.length = 0;
  Object.assign(gateway.state, { next: [], refunds: 0, refundsFail: false });
});

type Buyer = Awaited<ReturnType<typeof checkout.stranger>>;
interface Bought {
  readonly id: string;
  readonly total: number;
}
const BALANCE = TICKET_TOTAL;
const REST = 2 * TICKET_TOTAL;
const fromBalance = BALANCE;

/** A purchase of three tickets by a buyer whose balance pays one of them, beside a neighbour whom nothing of it concerns. */
async function aPurchaseInParts() {
  const { buyer } = await aBuyerWithBalance(checkout, organiser);
  const { buyer: neighbour } = await aBuyerWithBalance(checkout, organiser);
  const purchase = await checkout.purchase({ seats: 3, customerId: buyer.customerId });
  const before = await everythingOf(db, neighbour.customerId);
  gateway.charges.length = 0;
  return {
    buyer,
    purchase,
    /** The ledger is sound, and the neighbour has what they had. */
    async isSound() {
      expect((await checkLedger(db)).faults).toEqual([]);
      expect(await everythingOf(db, neighbour.customerId)).toEqual(before);
    },
  };
}

const pay = (buyer: Buyer, purchase: Bought, form: Parameters<Buyer['pay']>[1] = {}) => buyer.pay(purchase, { fromBalance, ...form });
const balanceOf = async ({ customerId }: Buyer) =>
  (await db<{ amount: number }[]>`select amount from balance where customer_id = ${customerId}`)[0]?.amount;
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const attemptsOf = async (id: string) =>
  (await db<{ state: string }[]>`select state from attempt where purchase_id = ${id} order by started_at`).map(({ state }) => state);
const ticketsOf = async ({ id }: Bought) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;
const paidAccounts = {
  'clearing:payway': REST,
  customer_balance: BALANCE,
  tickets: -3_000_000,
  service_charge: -300_000,
  anti_fraud_qr: -150_000,
};
const asideAccounts = { customer_balance: BALANCE, set_aside: -BALANCE };
const refundsOf = (id: string) => db<{ way: string; amount: number; state: string }[]>`
  select way, amount::int, state from refund where purchase_id = ${id} order by started_at`;
const referenceOf = async ({ id }: Bought) =>
  (await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id} order by started_at desc`)[0]?.reference ?? '';
const paymentOf = async (purchase: Bought) => {
  const reference = await referenceOf(purchase);
  const payment = gateway.payments.find((each) => each.site_transaction_id === reference);
  if (!payment) throw new Error('the gateway has no such payment');
  return payment;
};
const givenBack = async (purchase: Bought) => (await paymentOf(purchase)).refunds.map(({ amount }) => amount);

test('a balance below the price pays its part and the card the rest: tickets, ledger, result, order, list, office and mail say both', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  const { balances } = await moneyByProvider(db);
  expect(answerOf(await buyer.paymentMethods(purchase.id)).items).toMatchObject([{ kind: 'card', balance: BALANCE }]);
  const paid = answerOf(await pay(buyer, purchase));
  expect(paid).toMatchObject({ outcome: 'approved', amount: purchase.total, fromBalance, lastFour: '4905' });
  expect(gateway.charges).toMatchObject([{ amount: REST }]);
  expect(await balanceOf(buyer)).toBe(0);
  expect(await accountsOf(purchase.id)).toEqual(paidAccounts);
  expect((await moneyByProvider(db)).balances).toBe(balances - BALANCE);
  expect(await ticketsOf(purchase)).toBe(3);

  const said = { state: 'paid', paid: purchase.total, pending: 0, paymentKind: 'card', lastFour: '4905', fromBalance };
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject(said);
  expect(answerOf(await buyer.orders()).items.find(({ id }) => id === purchase.id)).toMatchObject(said);
  expect(await organiser.order(purchase.id)).toMatchObject({
    total: purchase.total,
    kept: purchase.total,
    payments: [{ kind: 'card', amount: REST, fromBalance, state: 'approved' }],
  });
  const record = (await readOrder(db, purchase.id)) as AddressedOrder;
  const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };
  const { text } = ticketsMail(record, { ...ticketsWorld, sender, pdf: null });
  expect(text).toMatch(/Pagaste \$\s11\.500 con tu saldo y \$\s23\.000 con .+ terminada en 4905/);
  await isSound();
});

test('a declined card gives the balance back at once; the purchase is open, and is paid with another card and the same balance', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  gateway.state.next.push('decline');
  const declined = answerOf(await pay(buyer, purchase));
  expect(declined).toMatchObject({ outcome: 'declined', purchase: { stage: 'open', totals: { total: purchase.total } } });
  expect(declined).not.toHaveProperty('fromBalance');
  expect([await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([BALANCE, {}]);
  await isSound();
  expect(answerOf(await pay(buyer, purchase))).toMatchObject({ outcome: 'approved' });
  expect(await accountsOf(purchase.id)).toEqual(paidAccounts);
  // What went and came back at once is no movement.
  const { movements } = answerOf(await buyer.call(getBalance, {}));
  expect(movements.map(({ amount }) => amount)).toEqual([-BALANCE, BALANCE]);
  await isSound();
});

test('when cards were declined as often as they may be, the purchase ends and the balance is back', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  for (let tries = 0; tries < 25 && (await stageOf(db, purchase.id)) === 'open'; tries++) {
    gateway.state.next.push('decline');
    await pay(buyer, purchase, { lastFour: String(1000 + tries) });
  }
  expect(await stageOf(db, purchase.id)).toBe('cancelled');
  expect([await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([BALANCE, {}]);
  await isSound();
});

test.each(['lost', 'silent', 'down', 'review'] as const)(
  'while the answer is %s the balance is set aside: it buys nothing else',
  async (behaviour) => {
    const { buyer, purchase, isSound } = await aPurchaseInParts();
    gateway.state.next.push(behaviour);
    answerOf(await pay(buyer, purchase));
    expect(await stageOf(db, purchase.id)).toBe('paying');
    expect([await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([0, asideAccounts]);
    const second = await checkout.purchase({ seats: 2, customerId: buyer.customerId });
    expect(answerOf(await buyer.paymentMethods(second.id)).items).not.toContainEqual(
      expect.objectContaining({ balance: expect.any(Number) }),
    );
    expect(await pay(buyer, second)).toMatchObject({ failure: 'balance_too_low', data: { balance: 0 } });
    expect(answerOf(await buyer.purchase(second.id))).toMatchObject({ stage: 'open', quantity: { total: 2 } });
    expect(await attemptsOf(second.id)).toEqual([]);
    await isSound();
  },
);

test('an approval whose answer was lost is found: both parts pay once', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  gateway.state.next.push('lost');
  expect(answerOf(await pay(buyer, purchase, { key: 'the-lost-answer' }))).toMatchObject({
    outcome: 'unknown',
    amount: purchase.total,
    fromBalance,
  });
  await Promise.all([buyer.confirm(purchase.id), buyer.confirm(purchase.id)]);
  expect(answerOf(await pay(buyer, purchase, { key: 'the-lost-answer' }))).toMatchObject({ outcome: 'approved', amount: purchase.total });
  expect(gateway.charges).toHaveLength(1);
  expect([await balanceOf(buyer), await accountsOf(purchase.id), await ticketsOf(purchase)]).toEqual([0, paidAccounts, 3]);
  await isSound();
});

test('a charge that never arrived is given up after three minutes, and the balance is back', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  gateway.state.next.push('never-arrived');
  answerOf(await pay(buyer, purchase));
  await letMinutesPass(db, purchase.id, 4);
  await reconcilePayments(app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['cancelled']);
  expect([await stageOf(db, purchase.id), await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual(['open', BALANCE, {}]);
  await isSound();
});

test('an approval that comes after the payment was given up returns the card’s amount alone: the balance is back already', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  gateway.state.next.push('lost');
  answerOf(await pay(buyer, purchase));
  const payment = await paymentOf(purchase);
  const index = gateway.payments.indexOf(payment);
  gateway.payments.splice(index, 1);
  await letMinutesPass(db, purchase.id, 30);
  await reconcilePayments(app.sale);
  expect([await attemptsOf(purchase.id), await balanceOf(buyer)]).toEqual([['cancelled'], BALANCE]);
  gateway.payments.push(payment);
  gateway.state.refundsFail = true;
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['returning']);
  expect(await accountsOf(purchase.id)).toEqual({ 'clearing:payway': REST, owed_to_buyer: -REST });
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'late', amount: REST });
  gateway.state.refundsFail = false;
  await letMinutesPass(db, purchase.id, 10);
  await reconcilePayments(app.sale);
  expect([await attemptsOf(purchase.id), await givenBack(purchase), await accountsOf(purchase.id)]).toEqual([['reversed'], [REST], {}]);
  expect(await balanceOf(buyer)).toBe(BALANCE);
  await isSound();
});

test.each(['accepted', 'declined'] as const)(
  'places are gone and others are offered: the balance waits, and once it is %s it is spent or back',
  async (answer) => {
    const { buyer, purchase, isSound } = await aPurchaseInParts();
    gateway.state.next.push('lost');
    answerOf(await pay(buyer, purchase));
    await letMinutesPass(db, purchase.id, 30);
    const other = await checkout.stranger();
    const [gone] = await db<
      { id: number }[]
    >`select place_id as id from place where purchase_id = ${purchase.id} order by place_id limit 1`;
    await db`update place set state = 'sold', purchase_id = ${`x${other.customerId}`.slice(0, 22).padEnd(22, 'x')}, held_until = null
            where performance_id = ${checkout.sale.performanceId} and place_id = ${gone?.id ?? -1}`;
    await app.sale.live.reread(checkout.sale.performanceId, [gone?.id ?? -1]);
    expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'offered', amount: purchase.total, fromBalance });
    expect(await accountsOf(purchase.id)).toEqual({ ...asideAccounts, 'clearing:payway': REST, owed_to_buyer: -REST });
    expect(await balanceOf(buyer)).toBe(0);
    if (answer === 'accepted') {
      expect(answerOf(await buyer.acceptOffer(purchase.id))).toMatchObject({ outcome: 'approved', amount: purchase.total, fromBalance });
      expect([await balanceOf(buyer), await accountsOf(purchase.id), await ticketsOf(purchase)]).toEqual([0, paidAccounts, 3]);
    } else {
      answerOf(await buyer.declineOffer(purchase.id));
      expect([await balanceOf(buyer), await accountsOf(purchase.id), await givenBack(purchase)]).toEqual([BALANCE, {}, [REST]]);
    }
    await isSound();
  },
);

test('a payment that waits for its buyer is given up, and the balance is back; two who give it up at once give it back once', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  gateway.state.next.push('review');
  answerOf(await pay(buyer, purchase));
  (await paymentOf(purchase)).status = 'pre_approved';
  await db`update attempt set asked_at = null where purchase_id = ${purchase.id}`;
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'processing', fromBalance });
  const device = buyerAt(there, { token: buyer.token });
  await Promise.all([buyer.cancelPayment(purchase.id), device.cancelPayment(purchase.id)]);
  expect([await stageOf(db, purchase.id), await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual(['open', BALANCE, {}]);
  await isSound();
});

test.each([true, false])(
  'a server that dies between the start and its answer (charged: %s) loses nothing of the balance',
  async (charged) => {
    const { buyer, purchase, isSound } = await aPurchaseInParts();
    const doomed = await customersApp(db, {
      payments: [
        {
          ...card,
          begin: async (request) => {
            if (charged) await card.begin(request);
            return new Promise(() => {});
          },
        },
      ],
    });
    void pay({ ...buyer, ...buyerAt(doomed, { token: buyer.token }) }, purchase);
    await expect.poll(() => attemptsOf(purchase.id)).toEqual(['started']);
    if (charged) await expect.poll(() => gateway.charges.length).toBe(1);
    expect([await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([0, asideAccounts]);
    await letMinutesPass(db, purchase.id, 4);
    await reconcilePayments(app.sale);
    if (charged) expect([await ticketsOf(purchase), await accountsOf(purchase.id)]).toEqual([3, paidAccounts]);
    else expect([await stageOf(db, purchase.id), await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual(['open', BALANCE, {}]);
    await isSound();
  },
);

test('staff give back a payment in doubt: the balance is the customer’s again', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  gateway.state.next.push('wrong-amount');
  answerOf(await pay(buyer, purchase));
  expect(await accountsOf(purchase.id)).toEqual(asideAccounts);
  answerOf(await organiser.settle(await referenceOf(purchase), { verb: 'give_back' }));
  expect([await stageOf(db, purchase.id), await balanceOf(buyer)]).toEqual(['cancelled', BALANCE]);
  expect(await accountsOf(purchase.id)).not.toHaveProperty('set_aside');
  await isSound();
});

test('two purchases in two processes that want the same balance: one has it, the other is refused and stays open with its places', async () => {
  for (let round = 0; round < 3; round++) {
    const { buyer, purchase, isSound } = await aPurchaseInParts();
    const second = await checkout.purchase({ seats: 2, customerId: buyer.customerId });
    const device = buyerAt(there, { token: buyer.token });
    const results = (await Promise.all([pay(buyer, purchase), device.pay(second, { fromBalance })])).map(resultOf);
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect(['balance_too_low', 'busy']).toContain(results.find((result) => result !== 'ok'));
    expect(gateway.charges).toHaveLength(1);
    const left = [purchase, second][results.findIndex((result) => result !== 'ok')] ?? second;
    expect([await stageOf(db, left.id), await attemptsOf(left.id), await balanceOf(buyer)]).toEqual(['open', [], 0]);
    expect(answerOf(await buyer.pay(left))).toMatchObject({ outcome: 'approved', amount: left.total });
    await isSound();
  }
});

test('a double click and another tab set the balance aside once and charge the card once', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  const device = buyerAt(there, { token: buyer.token });
  gateway.state.delayMs = 200;
  const outcomes = await Promise.all([
    pay(buyer, purchase, { key: 'one-click' }),
    device.pay(purchase, { fromBalance, key: 'one-click' }),
    device.pay(purchase, { fromBalance, key: 'another-tab' }),
    device.pay(purchase, { key: 'a-tab-without-balance' }),
  ]);
  gateway.state.delayMs = 0;
  for (const result of outcomes.map(resultOf)) expect(['ok', 'purchase_over', 'purchase_paying', 'busy']).toContain(result);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'approved' });
  expect(gateway.charges).toHaveLength(1);
  expect(await ticketsOf(purchase)).toBe(3);
  expect(await balanceOf(buyer)).toBe(
    (await db`select from attempt where purchase_id = ${purchase.id} and from_balance > 0`).length ? 0 : BALANCE,
  );
  await isSound();
});

test('who pays by link neither spends the buyer’s balance nor pays while it is set aside', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  const { code } = answerOf(await buyer.makeLink(purchase.id));
  const follower = clientOf(app, {});
  const byLink = (form: object = {}) =>
    follower.call(payByLink, { params: { code }, body: { ...cardForm, total: purchase.total, ...form } });
  expect(resultOf(await byLink({ fromBalance }))).toBe('payment_method_unavailable');
  expect(await balanceOf(buyer)).toBe(BALANCE);
  gateway.state.next.push('silent');
  answerOf(await pay(buyer, purchase));
  expect(resultOf(await byLink())).toBe('purchase_paying');
  expect(await accountsOf(purchase.id)).toEqual(asideAccounts);
  await isSound();
});

test('what instalments cost belongs to the card’s part: the plans are of the rest, and what is shown is charged and booked', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  const params = { purchaseId: purchase.id, paymentMethodId: 1, bin: '450799' };
  const planFor = async (query: { fromBalance?: number }) =>
    answerOf(await buyer.call(getCardKind, { params, query })).plans.find(({ instalments }) => instalments === 6);
  const [plan, whole] = [await planFor({ fromBalance }), await planFor({})];
  const cost = (plan?.total ?? 0) - REST;
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThan((whole?.total ?? 0) - purchase.total);
  const paid = answerOf(await pay(buyer, purchase, { instalments: 6 }));
  expect(paid).toMatchObject({
    outcome: 'approved',
    amount: purchase.total + cost,
    fromBalance,
    purchase: { totals: { financing: cost } },
  });
  expect(gateway.charges).toMatchObject([{ amount: REST + cost, installments: 6 }]);
  expect(await accountsOf(purchase.id)).toEqual({ ...paidAccounts, 'clearing:payway': REST + cost, financing: -cost });
  answerOf((await organiser.refundSome(purchase.id)).outcome);
  expect([await givenBack(purchase), await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([[REST + cost], BALANCE, {}]);
  await isSound();
});

test('a whole refund annuls the card’s part and gives the balance its own, told in one mail; a repeated click gives nothing more', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  const ticketIds = await organiser.validTickets(purchase.id);
  expect(answerOf(await organiser.preview(purchase.id, ticketIds))).toMatchObject({
    way: 'provider',
    amount: purchase.total,
    toBalance: BALANCE,
    kept: 0,
  });
  const body = { ticketIds, amount: purchase.total };
  for (let click = 0; click < 2; click++) answerOf(await organiser.refund(purchase.id, body, { key: 'one-click-refunds' }));
  expect(await refundsOf(purchase.id)).toEqual([
    { way: 'provider', amount: REST, state: 'done' },
    { way: 'balance', amount: BALANCE, state: 'done' },
  ]);
  expect([await givenBack(purchase), await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([[REST], BALANCE, {}]);
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject({
    state: 'refunded',
    refunded: purchase.total,
    asBalance: BALANCE,
    paid: 0,
    refunds: [
      { amount: REST, to: 'payment' },
      { amount: BALANCE, to: 'balance' },
    ],
  });
  expect(await organiser.order(purchase.id)).toMatchObject({ kept: 0 });
  const told = await db<{ payload: { purchaseId: string; refundId: string; toBalanceId?: string } }[]>`
    select payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
     where identifier = 'tell-of-refund' and payload ->> 'purchaseId' = ${purchase.id}`;
  expect(told).toHaveLength(1);
  const refund = told[0] && (await refundToTell(db, told[0].payload));
  if (!refund) throw new Error('there is nothing to tell');
  const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };
  const mail = refundMail(refund, documentBrand.locale, sender);
  expect(mail.subject).toMatch(/^Te devolvemos \$\s34\.500/);
  expect(mail.text).toMatch(/Te devolvemos \$\s23\.000 por el mismo medio/);
  expect(mail.text).toMatch(/Pagaste una parte con tu saldo\. Tenés \$\s11\.500 como saldo/);
  await isSound();
});

test('refunded ticket by ticket, the card gets back all of its own first, then the balance', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  for (const [toBalance, card, balance] of [
    [undefined, [TICKET_TOTAL], 0],
    [undefined, [TICKET_TOTAL, TICKET_TOTAL], 0],
    [undefined, [TICKET_TOTAL, TICKET_TOTAL], BALANCE],
  ] as const) {
    const [ticket = ''] = await organiser.validTickets(purchase.id);
    const preview = answerOf(await organiser.preview(purchase.id, [ticket]));
    expect([preview.amount, preview.toBalance]).toEqual([TICKET_TOTAL, toBalance]);
    answerOf(await organiser.refund(purchase.id, { ticketIds: [ticket], amount: TICKET_TOTAL }));
    expect([await givenBack(purchase), await balanceOf(buyer)]).toEqual([card, balance]);
    await isSound();
  }
  expect((await refundsOf(purchase.id)).map(({ way }) => way)).toEqual(['provider', 'provider', 'balance']);
  expect(await accountsOf(purchase.id)).toEqual({});
});

test('what staff turn into balance counts against the balance’s part first, so that the card still gives back all of its own', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  answerOf((await organiser.refundSome(purchase.id, { count: 1, way: 'balance' })).outcome);
  expect([await balanceOf(buyer), await givenBack(purchase)]).toEqual([BALANCE, []]);
  answerOf((await organiser.refundSome(purchase.id)).outcome);
  expect([await balanceOf(buyer), await givenBack(purchase), await accountsOf(purchase.id)]).toEqual([BALANCE, [REST], {}]);
  await isSound();
});

test('while the card’s part of a refund waits for its provider, the balance has its own already, and no other refund begins', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  gateway.state.refundsFail = true;
  answerOf((await organiser.refundSome(purchase.id)).outcome);
  expect(await balanceOf(buyer)).toBe(BALANCE);
  expect(await accountsOf(purchase.id)).toEqual({ 'clearing:payway': REST, owed_to_buyer: -REST });
  await isSound();
  gateway.state.refundsFail = false;
  await letMinutesPass(db, purchase.id, 10);
  await sendRefunds(app.sale);
  expect([await givenBack(purchase), await accountsOf(purchase.id)]).toEqual([[REST], {}]);
  await isSound();
});

test('a chargeback takes the card’s part: with every ticket void the balance’s part is back, and no more than the card had is booked', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  const reference = await referenceOf(purchase);
  expect(await recordChargeback(app.sale, { reference, amount: purchase.total })).toBe('differs');
  expect(await recordChargeback(app.sale, { reference, amount: REST })).toBe('known');
  expect(await refundsOf(purchase.id)).toMatchObject([
    { way: 'chargeback', amount: REST },
    { way: 'balance', amount: BALANCE },
  ]);
  expect([await ticketsOf(purchase), await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([0, BALANCE, {}]);
  await isSound();
});

test('a chargeback after some of it was refunded as balance is the card’s amount still', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  answerOf((await organiser.refundSome(purchase.id, { count: 1, way: 'balance' })).outcome);
  expect(await recordChargeback(app.sale, { reference: await referenceOf(purchase), amount: REST })).toBe('booked');
  expect([await ticketsOf(purchase), await balanceOf(buyer), await accountsOf(purchase.id)]).toEqual([0, BALANCE, {}]);
  await isSound();
});

test('with a ticket used a chargeback leaves the balance’s part spent', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  const { tickets } = answerOf(await buyer.order(purchase.id));
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  const door = clientOf(there, { token });
  const { performanceId } = checkout.sale;
  answerOf(await door.call(readCode, { body: { performanceId, code: tickets[0]?.code ?? '', door: undefined } }));
  expect(await recordChargeback(app.sale, { reference: await referenceOf(purchase), amount: REST })).toBe('booked');
  expect([await ticketsOf(purchase), await balanceOf(buyer)]).toEqual([1, 0]);
  await isSound();
});

test('where a chargeback voids nothing the balance’s part stays spent; staff are told that there is no money left to refund', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  answerOf(await pay(buyer, purchase));
  const lenient = { ...app.sale, refunds: { ...app.sale.refunds, chargebackVoidsTickets: false } };
  expect(await recordChargeback(lenient, { reference: await referenceOf(purchase), amount: REST })).toBe('booked');
  expect([await ticketsOf(purchase), await balanceOf(buyer)]).toEqual([3, 0]);
  const ticketIds = await organiser.validTickets(purchase.id);
  const refused = { failure: 'cannot_refund', data: { obstacle: 'too_little_left' } };
  expect(await organiser.preview(purchase.id, ticketIds)).toMatchObject(refused);
  expect(await organiser.refund(purchase.id, { ticketIds, amount: purchase.total })).toMatchObject(refused);
  // What the balance paid covers one of them.
  answerOf((await organiser.refundSome(purchase.id, { count: 1 })).outcome);
  expect([await ticketsOf(purchase), await balanceOf(buyer), await givenBack(purchase)]).toEqual([2, BALANCE, []]);
  await isSound();
});

test('a part that cannot be is refused by its name: nothing, all, cents that nobody is shown, less than is there; and nothing is set aside', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  const refused = { failure: 'invalid_input', data: { fields: [{ name: 'fSaldo', reason: 'invalid' }] } };
  for (const wrong of [0, -100, purchase.total, purchase.total + 100, 1]) {
    expect(await pay(buyer, purchase, { fromBalance: wrong })).toMatchObject(refused);
  }
  expect(await pay(buyer, purchase, { fromBalance: BALANCE + 100 })).toMatchObject({
    failure: 'balance_too_low',
    data: { balance: BALANCE },
  });
  expect(await pay(buyer, purchase, { paymentMethodId: 10_001 })).toMatchObject({ failure: 'payment_method_unavailable' });
  const params = { purchaseId: purchase.id, paymentMethodId: 1, bin: '450799' };
  expect(await buyer.call(getCardKind, { params, query: { fromBalance: purchase.total } })).toMatchObject(refused);
  const stranger = await checkout.stranger();
  expect(resultOf(await pay(stranger, purchase))).toBe('not_found');
  await owner`update purchase set channel = 'box_office' where id = ${purchase.id}`;
  await owner`update customer set role = 'box-office' where id = ${buyer.customerId}`;
  expect(resultOf(await pay(buyer, purchase))).toBe('payment_method_unavailable');
  expect([await attemptsOf(purchase.id), await balanceOf(buyer), gateway.charges]).toEqual([[], BALANCE, []]);
  await isSound();
});

test('nobody ends an attempt and keeps its balance, or gives it back while the attempt goes on: the database refuses both', async () => {
  const { buyer, purchase, isSound } = await aPurchaseInParts();
  gateway.state.next.push('silent');
  answerOf(await pay(buyer, purchase));
  await expect(owner`update attempt set state = 'declined' where purchase_id = ${purchase.id}`).rejects.toThrow('set aside for as long as');
  await expect(owner`update attempt set from_balance = 0 where purchase_id = ${purchase.id}`).rejects.toThrow('append-only');
  expect([await attemptsOf(purchase.id), await accountsOf(purchase.id)]).toEqual([['unknown'], asideAccounts]);
  await isSound();
});
