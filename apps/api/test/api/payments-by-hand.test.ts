import { readFile } from 'node:fs/promises';
import { loadBrand } from '@butaca/brand/load';
import { closeRefund, listOfficePerformances, readCode } from '@butaca/contract';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { findUnlikeAttempts, hasPayment } from '../../src/payments/queries.ts';
import { importSettlement, readSettlement } from '../../src/sale/index.ts';
import { callOffCancelled } from '../../src/sale/pay/settle.ts';
import { reconcilePayments, sendRefunds } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { anOrganiser, officeAt } from '../factories/office.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const database = await freshDatabase();
const { db, owner, url } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 60 }]);
const { app, buyer, card, gateway, sale } = checkout;
const organiser = await anOrganiser(db, app);
const { brand } = await loadBrand('butaca');
const world = app.sale;
/** A process whose provider does not answer. */
const mute = await customersApp(db, { payments: [{ ...card, ask: async () => ({ result: 'unknown', facts: {} }) }] });
const inSilence = officeAt(mute, organiser.token);
afterAll(async () => {
  await mute.close();
  await checkout.close();
  await database.close();
});
beforeEach(() => {
  Object.assign(gateway.state, { refunds: 0, refundsFail: false, refundsLost: 0, next: [] });
});

const attemptOf = async (id: string) =>
  (
    await db<{ state: string; reference: string; paymentId: string | null }[]>`
    select state, reference, payment_id as "paymentId" from attempt where purchase_id = ${id}`
  )[0] as {
    state: string;
    reference: string;
    paymentId: string | null;
  };
const ticketCount = async (id: string) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const placesOf = async (id: string) =>
  (await db`select from place where purchase_id = ${id} and (state = 'sold' or held_until > clock_timestamp())`).length;
const paymentOf = async (id: string) => {
  const { reference } = await attemptOf(id);
  return gateway.payments.find((each) => each.site_transaction_id === reference);
};

/** A payment whose outcome is not known: the gateway has made it for another amount, and it will never settle by itself. */
async function inDoubt() {
  const purchase = await checkout.purchase();
  gateway.state.next.push('wrong-amount');
  await buyer.pay(purchase);
  return { ...purchase, ...(await attemptOf(purchase.id)) };
}

async function bought(seats = 2) {
  const purchase = await checkout.purchase({ seats });
  answerOf(await buyer.pay(purchase));
  return purchase;
}

test('a payment in doubt is listed with its order, and booked as paid by its number while the gateway is silent: tickets, ledger, log', async () => {
  const { id, reference, total } = await inDoubt();
  expect((await organiser.money()).doubtfulPayments).toContainEqual(expect.objectContaining({ orderId: id, reference, differs: true }));
  expect((await organiser.order(id)).payments).toMatchObject([{ reference, inDoubt: true }]);
  const unnamed = await organiser.settle(reference, { verb: 'book_as_paid' });
  expect(unnamed).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cNumeroDePago', reason: 'missing' }] } });
  expect(await ticketCount(id)).toBe(0);
  const settled = answerOf(await inSilence.settle(reference, { verb: 'book_as_paid', paymentId: '4711' }));
  expect(settled).toMatchObject({
    state: 'paid',
    kept: total,
    actions: [{ verb: 'book_as_paid', reason: 'Visto en la procesadora', amount: total }],
  });
  expect([await ticketCount(id), await stageOf(db, id), await attemptOf(id)]).toMatchObject([
    2,
    'paid',
    { state: 'approved', paymentId: '4711' },
  ]);
  expect(await accountsOf(id)).toMatchObject({ 'clearing:payway': total });
  expect(resultOf(await organiser.settle(reference, { verb: 'give_back' }))).toBe('not_in_doubt');
  expect(gateway.state.refunds).toBe(0);
});

test('a payment that was booked for an invented number stays in doubt when its gateway is asked and has no such payment', async () => {
  const { id, reference } = await inDoubt();
  answerOf(await inSilence.settle(reference, { verb: 'book_as_paid', paymentId: 'invented' }));
  const listed = async () => (await organiser.money()).doubtfulPayments.find((each) => each.reference === reference);
  expect(await listed()).toBeUndefined();
  const asked = async () => answerOf(await organiser.settle(reference, { verb: 'ask_again' })).payments;
  for (let times = 0; times < 2; times += 1) {
    expect(await asked()).toMatchObject([{ reference, state: 'approved', unlike: 'differs' }]);
    expect(await listed()).toMatchObject({ orderId: id, differs: true, unlike: 'differs' });
  }
  expect(await ticketCount(id)).toBe(2);

  const payment = await paymentOf(id);
  if (!payment) throw new Error('the gateway has no payment');
  for (const [status, unlike] of [
    ['rejected', 'declined'],
    ['review', 'pending'],
    ['cancelled', 'cancelled'],
  ] as const) {
    Object.assign(payment, { status, amount: TICKET_TOTAL * 2 });
    expect(await asked()).toMatchObject([{ unlike }]);
    expect(await listed()).toMatchObject({ unlike });
  }
  const { site_transaction_id } = payment;
  Object.assign(payment, { site_transaction_id: 'somebody-elses' });
  expect(await asked()).toMatchObject([{ unlike: 'absent' }]);

  // Approved, of the same amount: it is the same, by its own number.
  Object.assign(payment, { site_transaction_id, status: 'approved' });
  expect((await asked())[0]).not.toHaveProperty('unlike');
  expect(await listed()).toBeUndefined();
  expect((await attemptOf(id)).paymentId).toBe(String(payment.id));
  expect(await accountsOf(id)).toMatchObject({ 'clearing:payway': TICKET_TOTAL * 2 });
  expect(await db`select from attempt where purchase_id = ${id}`).toHaveLength(1);
});

/** What a refused booking says of the payment. */
const saidOf = (outcome: Awaited<ReturnType<typeof organiser.settle>>) =>
  outcome.status === 'refusal' && outcome.failure === 'payment_unlike' ? (outcome.data as { said: string }).said : resultOf(outcome);
const numberOf = async (id: string) => String((await paymentOf(id))?.id);
const book = (office: typeof inSilence, reference: string, paymentId: string, key?: string) =>
  office.settle(reference, { verb: 'book_as_paid', paymentId }, key === undefined ? {} : { key });

test('a payment is booked by its number only if the gateway has it for this order, of its amount; otherwise it says what the gateway has', async () => {
  const [{ id, reference, total }, stranger, other] = [await inDoubt(), await bought(), await inDoubt()];
  const payment = await paymentOf(id);
  if (!payment) throw new Error('the gateway has no payment');
  const wrong = payment.amount;
  const booked = async (paymentId: string) => saidOf(await book(organiser, reference, paymentId));
  expect(await booked(await numberOf(stranger.id))).toBe('another');
  expect(saidOf(await book(inSilence, reference, await numberOf(stranger.id)))).toBe('another');
  // Of an order whose payment is in doubt, too: nothing says yet that it is paid.
  expect(await booked(await numberOf(other.id))).toBe('absent');
  expect(await booked('4711')).toBe('absent');
  expect(await booked(await numberOf(id))).toBe('differs');
  for (const [status, said] of [
    ['rejected', 'declined'],
    ['review', 'pending'],
    ['annulled', 'returned'],
  ] as const) {
    Object.assign(payment, { status, amount: total });
    expect(await booked(await numberOf(id))).toBe(said);
  }
  expect([await ticketCount(id), await stageOf(db, id), (await organiser.order(id)).actions]).toEqual([0, 'paying', []]);

  Object.assign(payment, { status: 'approved', amount: total });
  expect(await booked(await numberOf(id))).toBe('ok');
  expect([await ticketCount(id), await attemptOf(id)]).toMatchObject([2, { state: 'approved', paymentId: await numberOf(id) }]);
  expect(wrong).not.toBe(total);
});

test('while the gateway is silent one number books one order, of two tabs at once, too; the payment of an order is still booked for that one', async () => {
  const [one, two] = [await inDoubt(), await inDoubt()];
  const ends = await Promise.all([one, two].map(({ reference }) => book(inSilence, reference, 'typed-twice')));
  expect(ends.map(saidOf).toSorted()).toEqual(['another', 'ok']);
  expect((await ticketCount(one.id)) + (await ticketCount(two.id))).toBe(2);
  const lines = await Promise.all([one, two].map(async ({ id }) => (await organiser.order(id)).actions.length));
  expect(lines.toSorted()).toEqual([0, 1]);

  // The number of a payment whose own order is not settled yet: that order gets it once the gateway says so.
  const [cheat, owner] = [await inDoubt(), await inDoubt()];
  const payment = await paymentOf(owner.id);
  expect(saidOf(await book(inSilence, cheat.reference, await numberOf(owner.id)))).toBe('ok');
  Object.assign(payment ?? {}, { amount: owner.total });
  expect(answerOf(await organiser.settle(owner.reference, { verb: 'ask_again' })).state).toBe('paid');
  expect(answerOf(await organiser.settle(cheat.reference, { verb: 'ask_again' })).payments).toMatchObject([{ unlike: 'differs' }]);
});

test('a payment that its gateway names for two orders pays one; the other stays in doubt', async () => {
  const first = await bought();
  const { id, reference, total } = await inDoubt();
  const payment = await paymentOf(id);
  Object.assign(payment ?? {}, { amount: total, id: (await paymentOf(first.id))?.id });
  expect(saidOf(await book(organiser, reference, await numberOf(first.id)))).toBe('another');
  await organiser.settle(reference, { verb: 'ask_again' });
  expect([(await attemptOf(id)).state, await ticketCount(id)]).toEqual(['unknown', 0]);
  expect((await organiser.money()).doubtfulPayments).toContainEqual(expect.objectContaining({ orderId: id, differs: true }));
});

test('what a gateway gave back of a payment that was booked for another number is noticed, and a refund goes to the payment itself', async () => {
  const { id, reference, total } = await inDoubt();
  answerOf(await inSilence.settle(reference, { verb: 'book_as_paid', paymentId: 'invented' }));
  const payment = await paymentOf(id);
  Object.assign(payment ?? {}, { amount: total });
  const { outcome } = await organiser.refundSome(id, { count: 1 });
  answerOf(outcome);
  expect([(await attemptOf(id)).paymentId, payment?.refunds.length]).toEqual([String(payment?.id), 1]);
  Object.assign(payment ?? {}, { status: 'refunded' });
  expect(answerOf(await organiser.settle(reference, { verb: 'ask_again' })).refunds).toMatchObject([
    { way: 'provider' },
    { way: 'elsewhere' },
  ]);
  expect((await organiser.money()).doubtfulPayments.map((each) => each.reference)).not.toContain(reference);
});

/** Booked as paid by an invented number, and known at the gateway as another amount. */
async function unlikeOrder() {
  const doubt = await inDoubt();
  answerOf(await book(inSilence, doubt.reference, `invented-${doubt.reference}`));
  answerOf(await organiser.settle(doubt.reference, { verb: 'ask_again' }));
  return doubt;
}
const endRefund = (orderId: string, refundId: string, amount: number, key?: string) =>
  organiser.call(closeRefund, { params: { orderId, refundId }, body: { amount, reason: 'Nunca pagó' } }, key === undefined ? {} : { key });
const listedOf = async (reference: string) => (await organiser.money()).doubtfulPayments.some((each) => each.reference === reference);

test('a refund of a payment that the gateway does not have is sent nowhere, stays in doubt, and is ended by a person, once', async () => {
  const { id, reference, total } = await unlikeOrder();
  const before = gateway.state.refunds;
  answerOf((await organiser.refundSome(id)).outcome);
  await letMinutesPass(db, id, 30);
  await sendRefunds(app.sale);
  expect([gateway.state.refunds, (await paymentOf(id))?.refunds]).toEqual([before, []]);
  const [refund] = (await organiser.order(id)).refunds;
  expect(refund).toMatchObject({ isDone: false, mayClose: true, trouble: 'unlike differs' });
  expect([await listedOf(reference), await accountsOf(id)]).toMatchObject([true, { 'clearing:payway': total, owed_to_buyer: -total }]);

  expect(await endRefund(id, refund?.id ?? '', total - 100)).toMatchObject({ failure: 'refund_changed', data: { amount: total } });
  expect(resultOf(await endRefund(id, 'A'.repeat(22), total))).toBe('not_found');
  const tabs = await Promise.all(['one', 'two', 'one'].map((tab) => endRefund(id, refund?.id ?? '', total, `end-in-tab-${tab}`)));
  expect(tabs.map(resultOf).filter((result) => result === 'refund_changed').length).toBeGreaterThan(0);
  const order = await organiser.order(id);
  expect(order.refunds).toMatchObject([{ isDone: true, isClosed: true, mayClose: false }]);
  expect(order.actions.filter(({ verb }) => verb === 'close_refund')).toMatchObject([{ amount: total, reason: 'Nunca pagó' }]);
  expect([await listedOf(reference), await accountsOf(id), gateway.state.refunds]).toEqual([false, {}, before]);
  expect(answerOf(await buyer.order(id)).refunds ?? []).toEqual([]);
  expect((await checkLedger(db)).faults).toEqual([]);
});

/** What the buyer reads of the money. */
const saidOfRefund = async (id: string) => {
  const [mail] = (await mailsSent(database)).filter(({ messageId }) => messageId.includes('tell-of-refund'));
  const [page, order] = [answerOf(await buyer.confirm(id)), answerOf(await buyer.order(id))];
  return { mail, page, order };
};

test.each(['known to be another one', 'not known yet'])(
  'the refund of a payment that is %s promises its buyer no money, by mail or on a page',
  async (state) => {
    const { id } = state === 'not known yet' ? await inDoubt() : await unlikeOrder();
    if (state === 'not known yet') answerOf(await book(inSilence, (await attemptOf(id)).reference, `typed-${id}`));
    await mailsSent(database);
    answerOf((await inSilence.refundSome(id, { count: 1 })).outcome);
    const { mail, page, order } = await saidOfRefund(id);
    expect(mail?.subject).toBe('Anulamos tus entradas para Hamlet');
    expect(mail?.text).toMatch(
      /Todavía estamos comprobando tu pago con la procesadora\. Si lo tiene, te devuelve \$\s11\.500 por el mismo medio/,
    );
    expect(mail?.text).not.toContain('Te devolvemos');
    expect([page.unproven, order.refunds]).toMatchObject([1_150_000, [{ amount: 1_150_000, isUnproven: true }]]);
  },
);

test('of two cards, one of which only a person has seen charged, page, order and mail promise what the other one paid', async () => {
  const purchase = await checkout.purchase({ seats: 3 });
  const [first, rest] = [TICKET_TOTAL, 2 * TICKET_TOTAL];
  expect(answerOf(await buyer.pay(purchase, { firstPart: first })).outcome).toBe('secured');
  gateway.state.next.push('wrong-amount');
  await buyer.pay(purchase, { lastFour: '1111' });
  const [{ reference } = { reference: '' }] = await db<{ reference: string }[]>`
    select reference from attempt where purchase_id = ${purchase.id} and card_part = 2`;
  answerOf(await book(inSilence, reference, `typed-${purchase.id}`));
  await mailsSent(database);
  answerOf((await inSilence.refundSome(purchase.id)).outcome);
  const { mail, page, order } = await saidOfRefund(purchase.id);
  expect(page).toMatchObject({ outcome: 'refunded', refunded: first + rest, unproven: rest });
  expect(order.refunds?.map(({ amount, isUnproven = false }) => [amount, isUnproven])).toEqual([
    [first, false],
    [rest, true],
  ]);
  expect(mail?.subject).toBe('Te devolvemos $\u00a011.500 de Hamlet');
  expect(mail?.text).toMatch(/comprobando tu pago con la procesadora\. Si lo tiene, te devuelve \$\s23\.000/);
});

const saidUnproven = ({ page, order }: Awaited<ReturnType<typeof saidOfRefund>>) => [
  page.unproven,
  order.refunds?.map(({ isUnproven = false }) => isUnproven),
];

test('what goes back as balance of such a payment, or of one that its gateway has, is promised', async () => {
  const [balance, known] = [await unlikeOrder(), await bought()];
  await mailsSent(database);
  answerOf((await organiser.refundSome(balance.id, { way: 'balance' })).outcome);
  const asBalance = await saidOfRefund(balance.id);
  expect([asBalance.mail?.subject, saidUnproven(asBalance)]).toEqual(['Te devolvemos $\u00a023.000 de Hamlet', [undefined, [false]]]);
  expect(asBalance.mail?.text).not.toContain('comprobando');
  answerOf((await organiser.refundSome(known.id)).outcome);
  const asPaid = await saidOfRefund(known.id);
  expect([asPaid.mail?.subject, saidUnproven(asPaid)]).toEqual(['Te devolvemos $\u00a023.000 de Hamlet', [undefined, [false]]]);
});

test('a refund of what the gateway has after all goes back there, and no person ends it', async () => {
  const { id, total } = await unlikeOrder();
  answerOf((await organiser.refundSome(id)).outcome);
  Object.assign((await paymentOf(id)) ?? {}, { amount: total });
  await letMinutesPass(db, id, 30);
  await sendRefunds(app.sale);
  const [refund] = (await organiser.order(id)).refunds;
  expect(refund).toMatchObject({ isDone: true, mayClose: false });
  expect(refund).not.toHaveProperty('isClosed');
  expect((await paymentOf(id))?.status).toBe('annulled');
  expect(resultOf(await endRefund(id, refund?.id ?? '', total))).toBe('refund_changed');
});

test('a typed number whose payment is not known yet is compared before its refund is sent', async () => {
  const { id, reference } = await inDoubt();
  answerOf(await book(inSilence, reference, 'typed-and-refunded'));
  const before = gateway.state.refunds;
  const atMute = await inSilence.refundSome(id);
  answerOf(atMute.outcome);
  await letMinutesPass(db, id, 30);
  await sendRefunds(app.sale);
  expect((await organiser.order(id)).payments).toMatchObject([{ unlike: 'differs' }]);
  expect([gateway.state.refunds, (await organiser.order(id)).refunds]).toMatchObject([before, [{ isDone: false, mayClose: true }]]);
});

test('what staff booked and the gateway does not have stands among the doubts of the first page, found by its index', async () => {
  const { id, reference } = await unlikeOrder();
  const { doubtfulPayments } = answerOf(await organiser.call(listOfficePerformances, {}));
  expect(doubtfulPayments).toContainEqual(expect.objectContaining({ orderId: id, reference, unlike: 'differs' }));
  const one = connect(url, { connections: 1 });
  const scansOf = async (index: string) => {
    await one`select pg_stat_force_next_flush()`;
    const [row] = await one<{ scans: number }[]>`select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = ${index}`;
    return row?.scans ?? 0;
  };
  const before = [await scansOf('attempt_unlike'), await scansOf('attempt_payment')] as const;
  expect((await findUnlikeAttempts(one, 50)).length).toBeGreaterThan(0);
  expect(await hasPayment(one, { provider: 'payway', reference }, 'invented')).toBe(false);
  expect(await scansOf('attempt_unlike')).toBe(before[0] + 1);
  expect(await scansOf('attempt_payment')).toBe(before[1] + 1);
  await one.end();
});

test('what was booked before one payment paid one order is migrated: typed numbers count for their first order, and what is in the way is named', async () => {
  const [paid, typed, again, twice] = [await bought(), await inDoubt(), await inDoubt(), await bought()];
  for (const { reference } of [typed, again]) answerOf(await book(inSilence, reference, `before-${reference}`));
  const migration = (name: string) => readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8');
  const [first, second] = await Promise.all([migration('0520_typed_payment_numbers.sql'), migration('0521_one_payment_one_attempt.sql')]);
  const number = await numberOf(paid.id);
  const references = [await attemptOf(paid.id), await attemptOf(twice.id)].map(({ reference }) => reference).toSorted();
  class Undone extends Error {}
  await expect(
    owner.begin(async (tx) => {
      await tx`drop index attempt_payment, attempt_typed, attempt_unlike`;
      await tx`update attempt set payment_id = ${number}, kept = kept - 'typed' where purchase_id in (${typed.id}, ${again.id})`;
      await tx.unsafe(first);
      await tx.unsafe(second);
      const rows = await tx<{ id: string; said: string | null }[]>`
        select purchase_id as id, kept ->> 'byHand' as said from attempt where purchase_id in (${paid.id}, ${typed.id}, ${again.id})`;
      expect(new Map(rows.map(({ id, said }) => [id, said]))).toEqual(
        new Map([
          [paid.id, null],
          [typed.id, 'differs'],
          [again.id, 'differs'],
        ]),
      );
      await tx`drop index attempt_payment, attempt_unlike`;
      await tx`update attempt set payment_id = ${number} where purchase_id = ${twice.id}`;
      await expect(tx.savepoint((part) => part.unsafe(second))).rejects.toThrow(`payway ${number}: ${references.join(', ')}`);
      throw new Undone();
    }),
  ).rejects.toThrow(Undone);
});

test('a payment in doubt that is given back: all that the gateway has goes back, its places are free, the buyer is told', async () => {
  const { id, reference } = await inDoubt();
  await mailsSent(database);
  answerOf(await organiser.settle(reference, { verb: 'give_back' }));
  expect([await attemptOf(id), await stageOf(db, id), await placesOf(id), await accountsOf(id)]).toMatchObject([
    { state: 'reversed' },
    'cancelled',
    0,
    {},
  ]);
  expect((await paymentOf(id))?.status).toBe('annulled');
  expect((await mailsSent(database)).map(({ subject }) => subject)).toEqual(['Te devolvemos el dinero de Hamlet']);
});

test('a review that is given back and rejected at the gateway before it is annulled owes nothing to anybody', async () => {
  const purchase = await checkout.purchase();
  gateway.state.next.push('review');
  await buyer.pay(purchase);
  const { reference } = await attemptOf(purchase.id);
  Object.assign(gateway.state, { refundsFail: true });
  answerOf(await organiser.settle(reference, { verb: 'give_back' }));
  expect((await attemptOf(purchase.id)).state).toBe('returning');
  Object.assign((await paymentOf(purchase.id)) ?? {}, { status: 'rejected' });
  await letMinutesPass(db, purchase.id, 60);
  await reconcilePayments(world);
  expect([(await attemptOf(purchase.id)).state, await accountsOf(purchase.id)]).toEqual(['reversed', {}]);
  Object.assign(gateway.state, { refundsFail: false });
});

test('a payment in doubt that never reached the gateway is cancelled, nothing goes back, and its buyer is told, once', async () => {
  const purchase = await checkout.purchase();
  gateway.state.next.push('never-arrived');
  await buyer.pay(purchase);
  const { reference } = await attemptOf(purchase.id);
  await mailsSent(database);
  for (let times = 0; times < 2; times += 1) await organiser.settle(reference, { verb: 'give_back' }, { key: 'nothing-there' });
  expect([await attemptOf(purchase.id), await stageOf(db, purchase.id)]).toMatchObject([{ state: 'cancelled' }, 'cancelled']);
  const [mail, ...others] = await mailsSent(database);
  expect([mail?.subject, others]).toEqual(['Tu pago de Hamlet no se hizo', []]);
  expect(mail?.text).toContain('No se te cobró nada');
  expect([gateway.state.refunds, await accountsOf(purchase.id)]).toEqual([0, {}]);
});

test('of a cancelled performance, and of what its gateway had given back of itself, the buyer of a payment in doubt is told as much, once', async () => {
  const inState = async () => {
    const purchase = await checkout.purchase();
    gateway.state.next.push('never-arrived');
    await buyer.pay(purchase);
    return { ...purchase, ...(await attemptOf(purchase.id)) };
  };
  const off = await inState();
  await owner`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  await callOffCancelled(world);
  await owner`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
  await mailsSent(database);
  for (let times = 0; times < 2; times += 1) await organiser.settle(off.reference, { verb: 'give_back' }, { key: 'of-cancelled' });
  expect((await mailsSent(database)).map(({ subject }) => subject)).toEqual(['Se canceló Hamlet']);

  const back = await inDoubt();
  Object.assign((await paymentOf(back.id)) ?? {}, { status: 'annulled' });
  for (let times = 0; times < 2; times += 1) await organiser.settle(back.reference, { verb: 'give_back' }, { key: 'went-back' });
  expect([(await attemptOf(back.id)).state, await accountsOf(back.id)]).toEqual(['reversed', {}]);
  expect((await mailsSent(database)).map(({ subject }) => subject)).toEqual(['Te devolvemos el dinero de Hamlet']);
});

test('while the gateway does not answer nothing is given back, and nothing is written', async () => {
  const { id, reference } = await inDoubt();
  const outcome = await inSilence.settle(reference, { verb: 'give_back' });
  expect(resultOf(outcome)).toBe('provider_silent');
  expect((await attemptOf(id)).state).toBe('unknown');
  expect((await organiser.order(id)).actions).toEqual([]);
});

test('asked again, the gateway’s answer counts at once; the same click again asks no more', async () => {
  const purchase = await checkout.purchase();
  gateway.state.next.push('review');
  await buyer.pay(purchase);
  const payment = await paymentOf(purchase.id);
  if (payment) payment.status = 'approved';
  const { reference } = await attemptOf(purchase.id);
  const click = () => organiser.settle(reference, { verb: 'ask_again' }, { key: 'ask-click' });
  expect(answerOf(await click())).toMatchObject({ state: 'paid' });
  const asked = gateway.state.queries;
  expect(resultOf(await click())).toBe('ok');
  expect(gateway.state.queries).toBe(asked);
  expect((await organiser.order(purchase.id)).actions).toHaveLength(1);
});

test('a paid payment is asked about at once: what its gateway’s people gave back is noticed, with a line in the log', async () => {
  const { id, total } = await bought();
  const { reference } = await attemptOf(id);
  expect((await organiser.order(id)).payments).toMatchObject([{ inDoubt: false, mayAsk: true }]);
  const unchanged = answerOf(await organiser.settle(reference, { verb: 'ask_again' }));
  expect([unchanged.refunds, unchanged.actions]).toMatchObject([
    [],
    [{ verb: 'ask_again', reason: 'Visto en la procesadora', amount: total }],
  ]);
  const payment = await paymentOf(id);
  payment?.refunds.push({ id: 910_000, amount: 250_000 });
  Object.assign(payment ?? {}, { status: 'approved_with_refund' });
  const click = () => organiser.settle(reference, { verb: 'ask_again' }, { key: 'ask-of-a-paid-one' });
  expect(answerOf(await click())).toMatchObject({ givenBack: 250_000, refunds: [{ way: 'elsewhere', amount: 250_000 }] });
  const again = answerOf(await click());
  expect([again.refunds.length, again.actions.length]).toEqual([1, 2]);
  expect(resultOf(await organiser.settle(reference, { verb: 'give_back' }))).toBe('not_in_doubt');

  expect(resultOf(await inSilence.settle(reference, { verb: 'ask_again' }))).toBe('provider_silent');
  expect((await organiser.order(id)).actions).toHaveLength(2);
});

test('a payment whose provider is not set up here is asked of nobody', async () => {
  const { id } = await bought();
  const without = await customersApp(db, { payments: [] });
  const seen = await officeAt(without, organiser.token).order(id);
  expect(seen.payments).toMatchObject([{ mayAsk: false }]);
  await without.close();
});

test('a purchase that is being paid shows in the office who buys, which places, and until when they are held', async () => {
  const purchase = await checkout.purchase();
  gateway.state.next.push('review');
  const shown = answerOf(await buyer.pay(purchase));
  const order = await organiser.order(purchase.id);
  expect(order).toMatchObject({
    state: 'pending',
    buyerName: expect.stringMatching(/\S \S/),
    buyerEmail: expect.stringContaining('@'),
    tickets: [],
  });
  expect(order.places).toMatchObject([
    { performanceId: sale.performanceId, sectorName: expect.any(String), priceTypeName: expect.any(String), final: TICKET_TOTAL },
    { performanceId: sale.performanceId },
  ]);
  expect(order.performances.map(({ id }) => id)).toEqual([sale.performanceId]);
  expect(order.heldUntil).toBe(answerOf(await buyer.order(purchase.id)).heldUntil);
  expect(order.heldUntil).toBeGreaterThan(Date.now());
  expect(shown.outcome).toBe('pending');
  const payment = await paymentOf(purchase.id);
  if (payment) payment.status = 'approved';
  answerOf(await organiser.settle((await attemptOf(purchase.id)).reference, { verb: 'ask_again' }));
  expect(await organiser.order(purchase.id)).toMatchObject({ state: 'paid', places: [], tickets: [{}, {}] });
});

test.each(['book_as_paid', 'ask_again'] as const)(
  'a click whose process died after the staff’s log was written goes on when it is repeated, once: %s',
  async (verb) => {
    const purchase = await checkout.purchase();
    gateway.state.next.push(verb === 'ask_again' ? 'review' : 'wrong-amount');
    await buyer.pay(purchase);
    const payment = await paymentOf(purchase.id);
    if (payment && verb === 'ask_again') payment.status = 'approved';
    const { reference } = await attemptOf(purchase.id);
    const click = () =>
      verb === 'ask_again'
        ? organiser.settle(reference, { verb }, { key: 'ask-died' })
        : book(inSilence, reference, '4711-died', 'book-died');
    await owner.unsafe(`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$;
      create trigger died before insert on ledger_transaction for each row when (new.purchase_id = '${purchase.id}') execute function die()`);
    expect(resultOf(await click())).toBe('fault');
    await owner.unsafe('drop trigger died on ledger_transaction; drop function die()');
    expect([await stageOf(db, purchase.id), await ticketCount(purchase.id)]).toEqual(['paying', 0]);

    const ends = await Promise.all([click(), click()]);
    expect(ends.map(resultOf)).toEqual(['ok', 'ok']);
    expect(answerOf(await click())).toMatchObject({ state: 'paid', kept: purchase.total, actions: [{ verb }] });
    expect([await ticketCount(purchase.id), await accountsOf(purchase.id)]).toMatchObject([2, { 'clearing:payway': purchase.total }]);
  },
);

test('a payment that staff give back while the worker finds it approved is paid with tickets or given back, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const purchase = await checkout.purchase();
    gateway.state.next.push('lost');
    await buyer.pay(purchase);
    const { reference } = await attemptOf(purchase.id);
    await letMinutesPass(db, purchase.id, 1);
    const [outcome] = await Promise.all([organiser.settle(reference, { verb: 'give_back' }), reconcilePayments(world)]);
    const isPaid = (await stageOf(db, purchase.id)) === 'paid';
    expect(resultOf(outcome)).toBe(isPaid ? 'not_in_doubt' : 'ok');
    expect([await ticketCount(purchase.id), (await paymentOf(purchase.id))?.status]).toEqual(isPaid ? [2, 'approved'] : [0, 'annulled']);
  }
});

test('tickets that are sent once more come in a mail of their own, without what was refunded', async () => {
  const order = await bought();
  const [first] = (await mailsSent(database)).filter(({ messageId }) => messageId.includes(order.id));
  await organiser.refundSome(order.id, { count: 1 });
  await mailsSent(database);
  answerOf(await organiser.resend(order.id, { key: 'resend-click' }));
  answerOf(await organiser.resend(order.id, { key: 'resend-click' }));
  const again = await mailsSent(database);
  expect(again).toHaveLength(1);
  expect(again[0]?.messageId).not.toBe(first?.messageId);
  expect(again[0]?.to).toEqual(first?.to);
  expect(again[0]?.text.match(/Asiento/g)).toHaveLength(1);
  expect((await organiser.order(order.id)).actions.map(({ verb }) => verb)).toEqual(['resend', 'refund']);
  await organiser.refundSome(order.id);
  expect(resultOf(await organiser.resend(order.id))).toBe('no_valid_tickets');
});

test('the buyer is told how many tickets are void and how much goes back which way', async () => {
  const [order, other] = [await bought(), await bought()];
  await mailsSent(database);
  await organiser.refundSome(order.id, { count: 1 });
  await organiser.refundSome(other.id, { way: 'balance' });
  const texts = (await mailsSent(database)).map(({ subject, text }) => ({ subject, text }));
  expect(texts).toEqual([
    { subject: 'Te devolvemos $\u00a011.500 de Hamlet', text: expect.stringContaining('Tu otra entrada sigue valiendo.') },
    { subject: 'Te devolvemos $\u00a023.000 de Hamlet', text: expect.stringContaining('como saldo en tu cuenta') },
  ]);
  expect(texts[0]?.text).toContain('Anulamos una entrada tuya para Hamlet.');
});

const settlementOf = (...rows: readonly (readonly [reference: string, kind: string, amount: number])[]) =>
  readSettlement(
    [
      'provider,reference,kind,amount,currency,at',
      ...rows.map(([reference, kind, amount]) => `payway,${reference},${kind},${(amount / 100).toFixed(2)},ARS,2026-11-23T03:00:00Z`),
      '',
    ].join('\n'),
  );

test('a chargeback in a settlement file voids what was not used, frees its places, tells the organisers, and is booked once', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  const { tickets } = answerOf(await buyer.order(order.id));
  await clientOf(app, { token }).ok(readCode, {
    body: { performanceId: sale.performanceId, code: tickets[0]?.code ?? '', door: undefined },
  });
  const { reference } = await attemptOf(order.id);
  await mailsSent(database);
  const rows = settlementOf([reference, 'payment', order.total], [reference, 'chargeback', order.total]);
  const reports = [await importSettlement(world, rows), await importSettlement(world, rows)];
  expect(reports.map(({ chargebacksBooked, differences }) => [chargebacksBooked, differences])).toEqual([
    [1, []],
    [0, []],
  ]);
  expect(await accountsOf(order.id)).toEqual({});
  expect([await ticketCount(order.id), await placesOf(order.id), await ticketCount(neighbour.id)]).toEqual([1, 1, 2]);
  expect((await organiser.money()).refunds.filter(({ orderId }) => orderId === order.id)).toMatchObject([
    { refund: { way: 'chargeback', isDone: true } },
  ]);
  const mails = await mailsSent(database);
  expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([[organiser.email, 'Contracargo de $\u00a023.000: Hamlet']]);
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('a brand whose chargebacks void nothing keeps the tickets', async () => {
  const order = await bought();
  const { reference } = await attemptOf(order.id);
  const lenient = { ...world, refunds: { ...brand.refunds, chargebackVoidsTickets: false } };
  await importSettlement(lenient, settlementOf([reference, 'chargeback', order.total]));
  expect([await ticketCount(order.id), await accountsOf(order.id)]).toEqual([2, {}]);
});

test('a settlement file that says something else than the ledger is told line by line, and changes nothing', async () => {
  const [order, refunded] = [await bought(), await bought()];
  await organiser.refundSome(refunded.id, { count: 1 });
  const [first, second] = [(await attemptOf(order.id)).reference, (await attemptOf(refunded.id)).reference];
  const unknown = 'f'.repeat(32);
  const { differences } = await importSettlement(
    world,
    settlementOf(
      [first, 'payment', order.total - 100],
      [second, 'payment', refunded.total],
      [second, 'refund', TICKET_TOTAL],
      [unknown, 'payment', 5000],
      [first, 'chargeback', 700],
    ),
  );
  expect(differences).toEqual([
    { reference: first, what: 'chargeback', theirs: 700, ours: null },
    { reference: first, what: 'payment', theirs: order.total - 100, ours: order.total },
    { reference: unknown, what: 'payment', theirs: 5000, ours: null },
  ]);
  expect(await ticketCount(order.id)).toBe(2);
});

test.each([
  ['', 'line 1'],
  ['provider,reference,kind,amount,currency,at\npayway,=cmd(),payment,1.00,ARS,2026-11-23T03:00:00Z', 'line 2'],
  [`provider,reference,kind,amount,currency,at\npayway,${'a'.repeat(32)},payment,-1.00,ARS,2026-11-23T03:00:00Z`, 'line 2'],
  [`provider,reference,kind,amount,currency,at\npayway,${'a'.repeat(32)},payment,1.00,ARS,yesterday`, 'line 2'],
])('a settlement file that is not of the form is refused with its line', (text, line) => {
  expect(() => readSettlement(text)).toThrow(line);
});

test('the ledger’s check names what does not add up, and nothing else', async () => {
  expect((await checkLedger(db)).faults).toEqual([]);
  const [declined, lost] = [await checkout.purchase(), await bought()];
  gateway.state.next.push('decline');
  await buyer.pay(declined);
  await db`update attempt set state = 'approved' where purchase_id = ${declined.id}`;
  await db`update attempt set state = 'declined' where purchase_id = ${lost.id}`;
  expect((await checkLedger(db)).faults.map(({ what, purchaseId }) => [what, purchaseId])).toEqual([
    ['approved and not booked', declined.id],
    ['booked and not approved', lost.id],
    ['paid without tickets or refund', declined.id],
  ]);
  await db`update attempt set state = 'declined' where purchase_id = ${declined.id}`;
  await db`update attempt set state = 'approved' where purchase_id = ${lost.id}`;
});

test('the money of each provider is kept, given back, in doubt or to be given back, and moves by what was bought and refunded', async () => {
  const moneyNow = async () => {
    const { providers } = await organiser.money();
    return providers.find(({ name }) => name === 'payway') ?? { kept: 0, returned: 0, inDoubt: 0, owed: 0 };
  };
  const before = await moneyNow();
  const order = await bought();
  await organiser.refundSome(order.id, { count: 1 });
  gateway.state.refundsFail = true;
  const waiting = await bought();
  await organiser.refundSome(waiting.id, { count: 1 });
  const doubt = await inDoubt();
  const now = await moneyNow();
  expect({
    kept: now.kept - before.kept,
    returned: now.returned - before.returned,
    inDoubt: now.inDoubt - before.inDoubt,
    owed: now.owed - before.owed,
  }).toEqual({ kept: 3 * TICKET_TOTAL, returned: TICKET_TOTAL, inDoubt: doubt.total, owed: TICKET_TOTAL });
  gateway.state.refundsFail = false;
  await letMinutesPass(db, waiting.id, 30);
  await sendRefunds(app.sale);
});

/** What may happen to an order of three tickets, in any order. */
const happening = fc.constantFrom(
  'refund one',
  'refund all',
  'as balance',
  'gateway down',
  'gateway loses answers',
  'worker',
  'chargeback',
);

test('whatever happens to an order, the ledger sums to zero, agrees with the gateway, and has no cent in two places', async () => {
  const story = fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 6 }), async (happenings) => {
    Object.assign(gateway.state, { refundsFail: false, refundsLost: 0 });
    const order = await bought(3);
    for (const each of happenings) {
      if (each === 'gateway down') gateway.state.refundsFail = true;
      else if (each === 'gateway loses answers') gateway.state.refundsLost = 1;
      else if (each === 'worker') {
        gateway.state.refundsFail = false;
        await letMinutesPass(db, order.id, 30);
        await sendRefunds(app.sale);
      } else if (each === 'chargeback') {
        const { reference } = await attemptOf(order.id);
        const { kept } = await organiser.order(order.id);
        if (kept > 0) await importSettlement(world, settlementOf([reference, 'chargeback', kept]));
      } else {
        const ticketIds = (await organiser.validTickets(order.id)).slice(0, each === 'refund all' ? 3 : 1);
        const way = each === 'as balance' ? 'balance' : 'original';
        const preview = ticketIds.length > 0 ? await organiser.preview(order.id, ticketIds, way) : null;
        if (preview?.status === 'ok') answerOf(await organiser.refund(order.id, { ticketIds, way, amount: preview.data.amount }));
      }
    }
    const accounts = await accountsOf(order.id);
    expect(Object.values(accounts).reduce((sum, balance) => sum + balance, 0)).toBe(0);
    const atGateway = (await paymentOf(order.id))?.refunds.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    const rows = await db<
      { way: string; state: string; amount: number }[]
    >`select way, state, amount::int from refund where purchase_id = ${order.id}`;
    const sumOf = (way: string, state: string) =>
      rows.reduce((sum, row) => sum + (row.way === way && row.state === state ? row.amount : 0), 0);
    const [gone, waiting, balance, charged] = [
      sumOf('provider', 'done'),
      sumOf('provider', 'returning'),
      sumOf('balance', 'done'),
      sumOf('chargeback', 'done'),
    ];
    expect([atGateway, accounts['clearing:payway'] ?? 0, 0 - (accounts.owed_to_buyer ?? 0), 0 - (accounts.customer_balance ?? 0)]).toEqual([
      gone,
      order.total - gone - charged,
      waiting,
      balance,
    ]);
    expect((await checkLedger(db)).faults).toEqual([]);
  });
  await fc.assert(story, { numRuns: 25, seed: 15 });
});

test('a typed number sends no money of somebody else back when the places are gone: the order’s own payment goes back, or nothing', async () => {
  const [made, gone, one, two] = [await inDoubt(), await inDoubt(), await inDoubt(), await inDoubt()];
  const own = await paymentOf(made.id);
  Object.assign((await paymentOf(gone.id)) ?? {}, { site_transaction_id: 'somebody-elses-order' });
  const { performanceId } = sale;
  await db`update place set state = 'sold', purchase_id = 'somebody', held_until = null where performance_id = ${performanceId} and state <> 'sold'`;
  const places = await db<{ placeId: number }[]>`select place_id as "placeId" from place where performance_id = ${performanceId}`;
  await mute.sale.live.reread(
    performanceId,
    places.map(({ placeId }) => placeId),
  );
  for (const [cheat, owner] of [
    [made, one],
    [gone, two],
  ] as const) {
    answerOf(await book(inSilence, cheat.reference, await numberOf(owner.id)));
    expect((await attemptOf(cheat.id)).state).toBe('returning');
    const [mail] = (await mailsSent(database)).filter(({ messageId }) => messageId.includes(`tell-of-return.${cheat.reference}`));
    expect(mail?.subject).toBe('Tu pago de Hamlet no quedó en una compra');
    expect(mail?.text).toMatch(/no quedó en una compra: no hay entradas de ese pago\.\s+Si se te había cobrado, vuelve completo/);
    await letMinutesPass(db, cheat.id, 20);
    await reconcilePayments(world);
    expect([(await attemptOf(cheat.id)).state, await accountsOf(cheat.id)]).toEqual(['reversed', {}]);
    expect((await paymentOf(owner.id))?.status).toBe('approved');
  }
  expect([own?.status, (await attemptOf(made.id)).paymentId]).toEqual(['annulled', String(own?.id)]);
});
