import { payByLink } from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { ticketsMail } from '../../src/notifications/tickets-mail.ts';
import { type AddressedOrder, readOrder } from '../../src/orders/order.ts';
import { attemptOfReference, checkLedger } from '../../src/payments/index.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { hearOf } from '../../src/sale/pay/settle.ts';
import { recordChargeback } from '../../src/sale/staff/chargeback.ts';
import { noticeReturns } from '../../src/sale/staff/given-back.ts';
import { reconcilePayments, sendRefunds } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { everythingOf } from '../factories/balance.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { aMailbox } from '../factories/mailbox.ts';
import { anOrganiser } from '../factories/office.ts';
import { ticketsWorld } from '../factories/orders.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** Two cards: one purchase, an attempt of each that counts, one sale (decision 057). */
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
const PRICE = 3 * TICKET_TOTAL;
const FIRST = TICKET_TOTAL;
const REST = PRICE - FIRST;
const firstPart = FIRST;
const secondCard = { lastFour: '1111' };

/** Three tickets of a buyer, beside a neighbour whom nothing of it concerns. */
async function aPurchase() {
  const [buyer, neighbour] = [await checkout.stranger(), await checkout.stranger()];
  const theirs = await checkout.purchase({ seats: 1, customerId: neighbour.customerId });
  answerOf(await neighbour.pay(theirs));
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

const secured = async () => {
  const made = await aPurchase();
  expect(answerOf(await made.buyer.pay(made.purchase, { firstPart }))).toMatchObject({ outcome: 'secured' });
  return made;
};

const payRest = (buyer: Pick<Buyer, 'pay'>, purchase: Bought, form: Parameters<Buyer['pay']>[1] = {}) =>
  buyer.pay(purchase, { ...secondCard, ...form });
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const attemptsOf = async (id: string) =>
  (await db<{ state: string }[]>`select state from attempt where purchase_id = ${id} order by started_at`).map(({ state }) => state);
const ticketsOf = async ({ id }: Bought) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;
const mailsOf = async (task: string, id: string) =>
  (
    await owner`select from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
               where task.identifier = ${task} and payload ->> 'purchaseId' = ${id}`
  ).length;
const paidAccounts = { 'clearing:payway': PRICE, tickets: -3_000_000, service_charge: -300_000, anti_fraud_qr: -150_000 };
/** What the gateway gave back, by card. */
const givenBack = async ({ id }: Bought) => {
  const rows = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id} order by card_part`;
  return rows.map(({ reference }) => {
    const payment = gateway.payments.find((each) => each.site_transaction_id === reference);
    return payment ? payment.refunds.map(({ amount }) => amount) : null;
  });
};
const statusesOf = async ({ id }: Bought) => {
  const rows = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id} order by card_part`;
  return rows.map(({ reference }) => gateway.payments.find((each) => each.site_transaction_id === reference)?.status);
};

test('two cards pay a purchase: nothing is sold for the first, then all is, and everybody reads both', async () => {
  const { buyer, purchase, isSound } = await aPurchase();
  expect(answerOf(await buyer.paymentMethods(purchase.id)).items).toMatchObject([
    { kind: 'card', firstPart: { least: 345_000, most: PRICE - 345_000 } },
  ]);
  const first = answerOf(await buyer.pay(purchase, { firstPart }));
  expect(first).toMatchObject({ outcome: 'secured', amount: FIRST, missing: REST, lastFour: '4905', purchase: { stage: 'paying' } });
  expect(first.until).toBeGreaterThan(Date.now());
  expect(await accountsOf(purchase.id)).toEqual({ 'clearing:payway': FIRST, owed_to_buyer: -FIRST });
  expect(await ticketsOf(purchase)).toBe(0);
  await isSound();

  const paid = answerOf(await payRest(buyer, purchase));
  expect(paid).toMatchObject({ outcome: 'approved', amount: PRICE, lastFour: '1111', firstCard: { amount: FIRST, lastFour: '4905' } });
  expect(gateway.charges).toMatchObject([{ amount: FIRST }, { amount: REST }]);
  expect(await accountsOf(purchase.id)).toEqual(paidAccounts);
  expect(await attemptsOf(purchase.id)).toEqual(['approved', 'approved']);
  expect([await ticketsOf(purchase), await stageOf(db, purchase.id)]).toEqual([3, 'paid']);

  const said = { state: 'paid', paid: PRICE, pending: 0, lastFour: '1111', firstCard: { amount: FIRST, lastFour: '4905' } };
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject(said);
  expect(answerOf(await buyer.orders()).items.find(({ id }) => id === purchase.id)).toMatchObject(said);
  const { payments, ...order } = await organiser.order(purchase.id);
  expect(order).toMatchObject({ total: PRICE, kept: PRICE });
  expect(payments.map(({ amount, state }) => [amount, state])).toEqual([
    [REST, 'approved'],
    [FIRST, 'approved'],
  ]);
  const record = (await readOrder(db, purchase.id)) as AddressedOrder;
  const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };
  const { text } = ticketsMail(record, { ...ticketsWorld, sender, pdf: null });
  expect(text).toMatch(/Pagaste \$\s11\.500 con .+ terminada en 4905 y \$\s23\.000 con .+ terminada en 1111/);
  await isSound();
});

test('the mails of a return, a refund and a chargeback say what goes back of which card', async () => {
  const mailbox = await aMailbox(database);
  const textTo = async (email: string, subject: RegExp) =>
    (await mailbox.mailsTo(email)).filter((mail) => subject.test(mail.subject)).map(({ text }) => text.replace(/\s+/g, ' '));
  const emailOf = async ({ customerId }: Buyer) =>
    (await db<{ email: string }[]>`select email from customer where id = ${customerId}`)[0]?.email ?? '';

  const left = await secured();
  await letMinutesPass(db, left.purchase.id, 25);
  await reconcilePayments(app.sale);
  const returned = await textTo(await emailOf(left.buyer), /^Te devolvemos el dinero/);
  expect(returned).toEqual([expect.stringContaining('Pagaste con una tarjeta una parte de tu compra')]);
  expect(returned[0]).toContain('la otra parte no se pagó a tiempo');

  const refunded = await secured();
  answerOf(await payRest(refunded.buyer, refunded.purchase));
  await organiser.refundSome(refunded.purchase.id);
  await sendRefunds(app.sale);
  const told = await textTo(await emailOf(refunded.buyer), /^Te devolvemos \$/);
  expect(told).toEqual([expect.stringContaining('Pagaste con dos tarjetas: vuelven $ 11.500 a una y $ 23.000 a la otra.')]);
  expect(told[0]).toContain('Te devolvemos $ 34.500 por el mismo medio');

  const disputed = await secured();
  answerOf(await payRest(disputed.buyer, disputed.purchase));
  const [first] = await db<{ reference: string }[]>`
    select reference from attempt where purchase_id = ${disputed.purchase.id} and card_part = 1`;
  await recordChargeback(app.sale, { reference: first?.reference ?? '', amount: FIRST });
  const [staff] = await db<{ email: string }[]>`select email from customer where role = 'organiser' order by email limit 1`;
  const number = await db<{ number: number }[]>`select order_number as number from purchase where id = ${disputed.purchase.id}`;
  const reported = (await textTo(staff?.email ?? '', /^Contracargo/)).filter((text) =>
    text.includes(formatOrderNumber(number[0]?.number ?? 0)),
  );
  expect(reported).toEqual([expect.stringContaining('nos quitó $ 11.500')]);
  expect(reported[0]).toContain('La parte que se pagó con otra tarjeta, $ 23.000, vuelve a esa tarjeta.');
  // The buyer is told of no chargeback, and nobody’s mail went to a neighbour.
  expect(await textTo(await emailOf(disputed.buyer), /^Te devolvemos/)).toEqual([]);
  await mailbox.close();
});

test.each([
  ['too little', { firstPart: 344_900 }, 'fImporte'],
  ['too much', { firstPart: PRICE - 344_900 }, 'fImporte'],
  ['what is not shown', { firstPart: FIRST + 1 }, 'fImporte'],
  ['a balance beside', { firstPart, fromBalance: TICKET_TOTAL }, 'fSaldo'],
  ['instalments', { firstPart, instalments: 3 }, 'nCuotas'],
])('a first part with %s is refused by name, and nothing is charged', async (_, form, name) => {
  const { buyer, purchase } = await aPurchase();
  expect(await buyer.pay(purchase, form)).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name, reason: 'invalid' }] } });
  expect([await stageOf(db, purchase.id), await attemptsOf(purchase.id), gateway.charges]).toEqual(['open', [], []]);
});

test('a declined first card opens the purchase again', async () => {
  const { buyer, purchase, isSound } = await aPurchase();
  gateway.state.next.push('decline');
  expect(answerOf(await buyer.pay(purchase, { firstPart }))).toMatchObject({ outcome: 'declined', purchase: { stage: 'open' } });
  expect(await accountsOf(purchase.id)).toEqual({});
  await isSound();
});

test('a declined second card says why; the first goes on waiting, and another card pays the rest', async () => {
  const { buyer, purchase, isSound } = await secured();
  gateway.state.next.push('decline');
  const declined = answerOf(await payRest(buyer, purchase));
  expect(declined).toMatchObject({ outcome: 'secured', missing: REST, purchase: { stage: 'paying' } });
  expect(declined.message).toBeDefined();
  expect(declined.triesLeft).toBeGreaterThan(0);
  await isSound();
  expect(answerOf(await payRest(buyer, purchase, { lastFour: '2222' }))).toMatchObject({ outcome: 'approved' });
  expect(await accountsOf(purchase.id)).toEqual(paidAccounts);
  await isSound();
});

test('a second card that is declined after a review is no end of the payment: no mail says that nothing was charged', async () => {
  const { buyer, purchase, isSound } = await secured();
  gateway.state.next.push('review');
  expect(answerOf(await payRest(buyer, purchase)).outcome).toBe('pending');
  await letMinutesPass(db, purchase.id, 3);
  Object.assign(gateway.payments.at(-1) ?? {}, { status: 'rejected' });
  expect(answerOf(await buyer.confirm(purchase.id)).outcome).toBe('secured');
  const mails = (await mailsSent(database)).filter(({ messageId }) => messageId.startsWith('<tell-of-pending'));
  expect(mails.filter(({ text }) => text.includes('No se te cobró nada'))).toEqual([]);
  await isSound();
});

test('when second cards were declined as often as they may be, the purchase ends and the first card has its money back', async () => {
  const { buyer, purchase, isSound } = await secured();
  for (let tries = 0; (await stageOf(db, purchase.id)) === 'paying' && tries < 20; tries++) {
    gateway.state.next.push('decline');
    await payRest(buyer, purchase, { lastFour: String(5000 + tries) });
  }
  expect(await stageOf(db, purchase.id)).toBe('cancelled');
  await letMinutesPass(db, purchase.id, 1);
  await reconcilePayments(app.sale);
  expect(await accountsOf(purchase.id)).toEqual({});
  expect((await attemptsOf(purchase.id))[0]).toMatch(/reversed|refunded/);
  // The first card was charged, and the last thing that happened was a decline of another one.
  expect(answerOf(await buyer.order(purchase.id)).state).toBe('refunded');
  expect((await organiser.order(purchase.id)).state).toBe('refunded');
  const shown = answerOf(await buyer.confirm(purchase.id));
  expect(shown.cards).toEqual([
    { outcome: 'refunded', amount: FIRST, brand: expect.any(String), lastFour: '4905' },
    { outcome: 'declined', amount: REST, brand: expect.any(String), lastFour: expect.not.stringMatching('4905') },
  ]);
  await isSound();
});

test('who gives up has the first part back, is told, and may pay with one card', async () => {
  const { buyer, purchase, isSound } = await secured();
  answerOf(await buyer.cancelPayment(purchase.id));
  expect(await stageOf(db, purchase.id)).toBe('open');
  expect(await accountsOf(purchase.id)).toEqual({});
  expect(await statusesOf(purchase)).not.toContain('approved');
  expect(await mailsOf('tell-of-return', purchase.id)).toBe(1);
  expect(answerOf(await buyer.confirm(purchase.id)).cards).toMatchObject([{ outcome: 'refunded', amount: FIRST, lastFour: '4905' }]);
  await isSound();
  const paid = answerOf(await buyer.pay(purchase));
  expect(paid).toMatchObject({ outcome: 'approved', amount: PRICE });
  expect(paid).not.toHaveProperty('cards');
  expect(await accountsOf(purchase.id)).toEqual(paidAccounts);
  await isSound();
});

test('a first card does not wait for a second once the performance is cancelled', async () => {
  const { buyer, purchase, isSound } = await secured();
  await db`update performance set state = 'cancelled' where id = ${checkout.sale.performanceId}`;
  await reconcilePayments(app.sale);
  await db`update performance set state = 'on_sale' where id = ${checkout.sale.performanceId}`;
  expect([await stageOf(db, purchase.id), await accountsOf(purchase.id)]).toEqual(['cancelled', {}]);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'refunded', isPerformanceCancelled: true });
  await isSound();
});

test('when nobody pays the rest in time, the worker gives the first part back and the places are free', async () => {
  const { purchase, isSound } = await secured();
  await letMinutesPass(db, purchase.id, 25);
  await reconcilePayments(app.sale);
  expect([await stageOf(db, purchase.id), await ticketsOf(purchase)]).toEqual(['cancelled', 0]);
  expect(await accountsOf(purchase.id)).toEqual({});
  expect(await mailsOf('tell-of-return', purchase.id)).toBe(1);
  await reconcilePayments(app.sale);
  expect(await accountsOf(purchase.id)).toEqual({});
  await isSound();
});

test('nothing can be changed while the first card waits, and its answer that comes again gives nothing back', async () => {
  const { buyer, purchase, isSound } = await secured();
  expect(await buyer.pay(purchase, { firstPart })).toMatchObject({ failure: 'invalid_input' });
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
  await db`update attempt set check_at = clock_timestamp() where reference = ${attempt?.reference ?? ''}`;
  await reconcilePayments(app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['secured']);
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'secured' });
  await isSound();
});

test('while the first card waits there is no link for the rest, and one from before says why it cannot be paid', async () => {
  const { buyer, purchase, isSound } = await aPurchase();
  const { code } = answerOf(await buyer.makeLink(purchase.id));
  answerOf(await buyer.pay(purchase, { firstPart }));
  expect(resultOf(await buyer.makeLink(purchase.id))).toBe('first_card_waits');
  const byLink = clientOf(app).call(payByLink, { params: { code }, body: { ...cardForm, total: purchase.total } });
  expect(resultOf(await byLink)).toBe('first_card_waits');
  expect(await attemptsOf(purchase.id)).toEqual(['secured']);
  expect(answerOf(await payRest(buyer, purchase))).toMatchObject({ outcome: 'approved' });
  await isSound();
});

test('two tabs pay the rest at once: one card is charged', async () => {
  const { buyer, purchase, isSound } = await secured();
  const elsewhere = buyerAt(there, { token: buyer.token });
  await Promise.all([payRest(buyer, purchase), payRest(elsewhere, purchase, { lastFour: '3333' })]);
  expect(gateway.charges).toHaveLength(2);
  expect(await attemptsOf(purchase.id)).toEqual(['approved', 'approved']);
  expect([await accountsOf(purchase.id), await ticketsOf(purchase)]).toEqual([paidAccounts, 3]);
  await isSound();
});

test('giving up and paying the rest at once: all of it is paid, or all of it is back', async () => {
  for (let round = 0; round < 6; round++) {
    const { buyer, purchase, isSound } = await secured();
    await Promise.all([payRest(buyer, purchase), buyer.cancelPayment(purchase.id)]);
    await letMinutesPass(db, purchase.id, 30);
    await reconcilePayments(app.sale);
    await reconcilePayments(app.sale);
    const isPaid = (await stageOf(db, purchase.id)) === 'paid';
    expect(await accountsOf(purchase.id)).toEqual(isPaid ? paidAccounts : {});
    expect(await ticketsOf(purchase)).toBe(isPaid ? 3 : 0);
    await isSound();
  }
});

test('a second card whose answer was lost is found by the worker, and both are sold', async () => {
  const { buyer, purchase, isSound } = await secured();
  gateway.state.next.push('lost');
  expect(answerOf(await payRest(buyer, purchase))).toMatchObject({ outcome: 'unknown' });
  await letMinutesPass(db, purchase.id, 1);
  await reconcilePayments(app.sale);
  expect([await accountsOf(purchase.id), await ticketsOf(purchase)]).toEqual([paidAccounts, 3]);
  await isSound();
});

/** Pays at a server that dies during the charge; `arrive` lets the charge reach the gateway, at once or much later. */
async function payAndBeKilled(buyer: Pick<Buyer, 'token'>, purchase: Bought, form: Parameters<Buyer['pay']>[1]) {
  const asked = Promise.withResolvers<Parameters<typeof card.begin>[0]>();
  const doomed = await customersApp(db, {
    payments: [{ ...card, begin: (request) => new Promise(() => asked.resolve(request)) }],
  });
  void buyerAt(doomed, buyer).pay(purchase, form);
  const request = await asked.promise;
  return { reference: request.reference, arrive: () => card.begin(request) };
}

test.each([
  ['first', true],
  ['first', false],
  ['second', true],
  ['second', false],
] as const)('a server that dies while the %s card is charged loses nothing, whether the charge arrived (%s)', async (which, hasArrived) => {
  const { buyer, purchase, isSound } = which === 'first' ? await aPurchase() : await secured();
  const { arrive } = await payAndBeKilled(buyer, purchase, which === 'first' ? { firstPart } : secondCard);
  if (hasArrived) await arrive();
  await isSound();
  for (const minutes of [1, 1, 1.5]) {
    await letMinutesPass(db, purchase.id, minutes);
    await reconcilePayments(app.sale);
  }
  const expected = {
    first: hasArrived ? [['secured'], 'paying'] : [['cancelled'], 'open'],
    second: hasArrived ? [['approved', 'approved'], 'paid'] : [['secured', 'cancelled'], 'paying'],
  };
  expect([await attemptsOf(purchase.id), await stageOf(db, purchase.id)]).toEqual(expected[which]);
  await isSound();
  // What is missing is paid as if nothing had happened.
  if (which === 'first' && !hasArrived) answerOf(await buyer.pay(purchase, { firstPart }));
  if (which === 'first' || !hasArrived) expect(answerOf(await payRest(buyer, purchase))).toMatchObject({ outcome: 'approved' });
  expect([await accountsOf(purchase.id), await ticketsOf(purchase)]).toEqual([paidAccounts, 3]);
  await isSound();
});

test('a charge of the first card that arrives after the purchase has expired is told of late and goes back, once', async () => {
  const { buyer, purchase, isSound } = await aPurchase();
  const { reference, arrive } = await payAndBeKilled(buyer, purchase, { firstPart });
  for (const minutes of [1, 3]) {
    await letMinutesPass(db, purchase.id, minutes);
    await reconcilePayments(app.sale);
  }
  await letMinutesPass(db, purchase.id, 60);
  await sweepExpired(app.sale);
  expect([await attemptsOf(purchase.id), await stageOf(db, purchase.id)]).toEqual([['cancelled'], 'expired']);
  await arrive();
  for (let notices = 0; notices < 3; notices++) {
    await letMinutesPass(db, purchase.id, 1);
    const [attempt] = await attemptOfReference(db, reference);
    if (attempt) await hearOf(app.sale, attempt, undefined);
  }
  expect([await stageOf(db, purchase.id), await ticketsOf(purchase), await accountsOf(purchase.id)]).toEqual(['expired', 0, {}]);
  expect((await attemptsOf(purchase.id))[0]).toMatch(/reversed|refunded/);
  expect(await statusesOf(purchase)).not.toContain('approved');
  expect(await mailsOf('tell-of-return', purchase.id)).toBe(1);
  await isSound();
});

test('the first card’s approval that is told again changes nothing: while it waits, once it is back, and once both are sold', async () => {
  const again = async ({ id }: Bought) => {
    const [row] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id} and card_part = 1`;
    const [attempt] = await attemptOfReference(db, row?.reference ?? '');
    if (!attempt) throw new Error('there is no first card');
    const { reference, amount, currency, paymentId } = attempt;
    await hearOf(app.sale, attempt, { result: 'approved', paymentId: paymentId ?? '', echo: { reference, amount, currency }, facts: {} });
  };
  const given = await secured();
  await again(given.purchase);
  expect(await attemptsOf(given.purchase.id)).toEqual(['secured']);
  await letMinutesPass(db, given.purchase.id, 25);
  await reconcilePayments(app.sale);
  const refunds = gateway.state.refunds;
  await again(given.purchase);
  await reconcilePayments(app.sale);
  expect([await stageOf(db, given.purchase.id), await accountsOf(given.purchase.id)]).toEqual(['cancelled', {}]);
  expect(gateway.state.refunds).toBe(refunds);
  await given.isSound();
  const sold = await secured();
  answerOf(await payRest(sold.buyer, sold.purchase));
  await again(sold.purchase);
  expect([await accountsOf(sold.purchase.id), await ticketsOf(sold.purchase)]).toEqual([paidAccounts, 3]);
  await sold.isSound();
});

test('the database refuses tickets for one of two cards, and a purchase that is changed while one waits', async () => {
  const { purchase } = await secured();
  await expect(db`update attempt set state = 'approved' where purchase_id = ${purchase.id}`).rejects.toThrow('two cards pay');
  await expect(
    db.begin(async (tx) => {
      await tx`update purchase set stage = 'open' where id = ${purchase.id}`;
      await tx`update attempt set state = 'secured' where purchase_id = ${purchase.id}`;
    }),
  ).rejects.toThrow('keeps its purchase');
});

test('a refund goes back on the first card up to what it has, then on the second, in one mail', async () => {
  const { buyer, purchase, isSound } = await secured();
  answerOf(await payRest(buyer, purchase));
  const { amount } = await organiser.refundSome(purchase.id, { count: 2 });
  await sendRefunds(app.sale);
  expect(amount).toBeGreaterThan(FIRST);
  expect(await givenBack(purchase)).toEqual([[FIRST], [amount - FIRST]]);
  expect((await accountsOf(purchase.id))['clearing:payway']).toBe(PRICE - amount);
  expect((await organiser.order(purchase.id)).kept).toBe(PRICE - amount);
  expect(await mailsOf('tell-of-refund', purchase.id)).toBe(1);
  await isSound();
  const { amount: last } = await organiser.refundSome(purchase.id);
  await sendRefunds(app.sale);
  expect((await givenBack(purchase))[1]).toEqual([amount - FIRST, last]);
  expect(answerOf(await buyer.order(purchase.id))).toMatchObject({ state: 'refunded', refunded: amount + last });
  await isSound();
});

test('a refund as balance is of both cards', async () => {
  const { buyer, purchase, isSound } = await secured();
  answerOf(await payRest(buyer, purchase));
  const { amount } = await organiser.refundSome(purchase.id, { way: 'balance' });
  expect(await givenBack(purchase)).toEqual([[], []]);
  expect((await accountsOf(purchase.id)).customer_balance).toBe(-amount);
  await isSound();
});

test('a chargeback of one card voids the tickets, and the other card has its part back', async () => {
  const { buyer, purchase, isSound } = await secured();
  answerOf(await payRest(buyer, purchase));
  const [first] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id} and card_part = 1`;
  const told = { reference: first?.reference ?? '', amount: FIRST };
  expect(await recordChargeback(app.sale, told)).toBe('booked');
  expect(await recordChargeback(app.sale, told)).toBe('known');
  expect(await recordChargeback(app.sale, { ...told, amount: PRICE })).toBe('differs');
  await letMinutesPass(db, purchase.id, 10);
  await sendRefunds(app.sale);
  expect([await ticketsOf(purchase), await accountsOf(purchase.id)]).toEqual([0, {}]);
  await isSound();
});

test('what a provider gives back of itself of one card is a part of the purchase, and of both cards all of it', async () => {
  const { buyer, purchase, isSound } = await secured();
  answerOf(await payRest(buyer, purchase));
  const cards = await db<{ purchaseId: string; reference: string; amount: number; currency: string; paymentId: string }[]>`
    select purchase_id as "purchaseId", reference, amount::int, currency, payment_id as "paymentId"
      from attempt where purchase_id = ${purchase.id} order by card_part`;
  const before = await ticketsOf(purchase);
  for (const [index, card] of cards.entries()) {
    await noticeReturns(app.sale, card, { result: 'returned', how: 'refunded', paymentId: card.paymentId, echo: card, facts: {} });
    await sendRefunds(app.sale);
    const refunds = await db<{ way: string; amount: number }[]>`
      select way, amount::int from refund where purchase_id = ${purchase.id} order by started_at`;
    expect([...refunds]).toEqual(cards.slice(0, index + 1).map(({ amount }) => ({ way: 'elsewhere', amount })));
    expect(await ticketsOf(purchase)).toBe(index === 0 ? before : 0);
  }
  expect(await accountsOf(purchase.id)).toEqual({});
  await isSound();
});

test('a chargeback of more than one card paid takes what that card paid, and no more', async () => {
  const { buyer, purchase, isSound } = await secured();
  answerOf(await payRest(buyer, purchase));
  const [first] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id} and card_part = 1`;
  expect(await recordChargeback(app.sale, { reference: first?.reference ?? '', amount: PRICE })).toBe('differs');
  const taken = await db<{ amount: number }[]>`select amount from refund where purchase_id = ${purchase.id} and way = 'chargeback'`;
  expect(taken).toEqual([{ amount: FIRST }]);
  await letMinutesPass(db, purchase.id, 10);
  await sendRefunds(app.sale);
  expect([await ticketsOf(purchase), await accountsOf(purchase.id)]).toEqual([0, {}]);
  await isSound();
});
