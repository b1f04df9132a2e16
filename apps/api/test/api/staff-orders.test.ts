import { randomUUID } from 'node:crypto';
import { Refusal, reissueTicketsByStaff } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { clearCustomer, deleteBelongings } from '../../src/customers/privacy/queries-erasure.ts';
import { randomId } from '../../src/db/random-id.ts';
import {
  findActions,
  findBuyers,
  findOrderNumbers,
  findRefundedPerformances,
  hasAttempt,
  insertAction,
  refuseLogged,
  searchOrders,
  useKeyOnce,
  wasLogged,
} from '../../src/sale/staff/queries-staff.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aProduct, inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { aClick } from '../factories/click.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { goodwill } from '../factories/goodwill.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { haveUndelivered } from '../factories/undelivered.ts';
import { bookedUnlike } from '../factories/unlike.ts';

/** What the office reads of orders and writes in its log, with orders of every kind side by side. */
const { db, owner, close } = await freshDatabase();
const products = [aProduct({ key: 'taza', name: 'Taza', variants: [{ price: 500_000, stock: 500 }] })];
const checkout = await aCheckout(db, undefined, [
  { rows: 30, products, slowPayments: { hours: 48, mostPercent: 50 } },
  { rows: 4, startsAt: inDays(9) },
]);
const { app, buyer, card, gateway, sale, sales } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});

const at = expect.any(Number);
const number = expect.stringMatching(/^\w{3}-\w{3}-\w{3}$/);
let nextSeat = 200;
async function bought(form: Parameters<typeof buyer.pay>[1] & { seats?: number } = {}) {
  const { seats = 2, ...more } = form;
  const purchase = await checkout.purchase({ seats });
  answerOf(await buyer.pay(purchase, more));
  return purchase;
}
const emailOf = async (customerId: string) =>
  (await db<{ email: string }[]>`select email from customer where id = ${customerId}`)[0]?.email ?? '';

test('a counter’s sale stands in the office without a buyer’s address, with what was taken in cash', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, [nextSeat++])).purchase;
  answerOf(await clerk.sell({ id, total: 1_000_000 }));
  const { tickets, performances, ...order } = await organiser.order(id);
  expect([tickets.length, performances.map((each) => each.id)]).toEqual([1, [sale.performanceId]]);
  expect(order).toEqual({
    ...{ id, number, state: 'paid', showNames: ['Hamlet'], total: 1_000_000, paidAt: at, kept: 1_000_000 },
    sold: [{ id: sale.performanceId, showName: 'Hamlet', date: expect.anything(), venueName: 'Teatro' }],
    ...{ replaced: [], reissues: [], places: [], products: [], deliverySteps: [], refunds: [], bills: [], actions: [], undelivered: [] },
    mayBecomeBalance: false,
    payments: [
      {
        ...{ reference: expect.any(String), kind: 'cash', state: 'approved', amount: 1_000_000, startedAt: at },
        ...{ inDoubt: false, isAwaited: false, mayCallOff: false, mayAsk: false },
      },
    ],
  });
});

test('of two cards the order shows what both paid, and a refund of one that its provider does not have is closed, the other one’s is not', async () => {
  const purchase = await bought({ seats: 3, firstPart: TICKET_TOTAL });
  const { id, total } = purchase;
  answerOf(await buyer.pay(purchase, { lastFour: '1111' }));
  expect(await organiser.order(id)).toMatchObject({ total, kept: total, state: 'paid' });
  expect((await organiser.find(id)).map((each) => each.total)).toEqual([total]);
  gateway.state.refundsFail = true;
  answerOf((await organiser.refundSome(id)).outcome);
  gateway.state.refundsFail = false;
  const mayClose = async () => {
    const listed = (await organiser.money()).refunds.filter(({ orderId }) => orderId === id).map(({ refund }) => refund);
    const byAmount = (refunds: typeof listed) => refunds.toSorted((a, b) => a.amount - b.amount).map((refund) => refund.mayClose);
    return [byAmount((await organiser.order(id)).refunds), byAmount(listed)];
  };
  expect(await mayClose()).toEqual([
    [false, false],
    [false, false],
  ]);
  const [first, second] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id} order by card_part`;
  await db`update attempt set kept = kept || '{"byHand": "differs"}' where reference = ${second?.reference ?? ''}`;
  expect(await mayClose()).toEqual([
    [false, true],
    [false, true],
  ]);
  expect((await organiser.order(id)).payments.map(({ reference, unlike }) => [reference, unlike])).toEqual([
    [second?.reference, 'differs'],
    [first?.reference, undefined],
  ]);
});

test('a refund that is done is closed by nobody, whatever its payment is', async () => {
  const { id } = await bought();
  answerOf((await organiser.refundSome(id, { count: 1 })).outcome);
  await bookedUnlike(db, id);
  expect((await organiser.order(id)).refunds).toMatchObject([{ isDone: true, mayClose: false }]);
});

test('payments that wait are listed each with its own order, buyer, kind and places, and an order says which places it waits for', async () => {
  const slowCard = { ...card, capabilities: { ...card.capabilities, slowMeans: 'slip' as const }, callOff: card.ask };
  const slow = await customersApp(db, { payments: [slowCard] });
  const waits = async (seats: number) => {
    const who = await checkout.stranger();
    const purchase = await checkout.purchase({ seats, customerId: who.customerId });
    gateway.state.next.push('review');
    answerOf(await buyerAt(slow, { token: who.token }).pay(purchase));
    const name = seats === 1 ? 'Ana' : 'Luis';
    await db`update customer set first_name = ${name} where id = ${who.customerId}`;
    return { ...purchase, name: `${name} Paredes`, email: await emailOf(who.customerId) };
  };
  const [one, two, review] = [await waits(1), await waits(2), await checkout.purchase()];
  gateway.state.next.push('review');
  answerOf(await buyer.pay(review));
  const { waitingPayments, doubtfulPayments } = await organiser.money();
  const numberOf = async (id: string) => (await organiser.order(id)).number;
  const referenceOf = async (id: string) =>
    (await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id}`)[0]?.reference;
  const mine = waitingPayments.filter(({ orderId }) => [one.id, two.id, review.id].includes(orderId));
  const expected = [];
  for (const { id, name, total } of [one, two]) {
    const { heldUntil } = await organiser.order(id);
    expect(heldUntil).toBeGreaterThan(0);
    expected.push(
      expect.objectContaining({
        ...{ orderId: id, orderNumber: await numberOf(id), buyerName: name, showNames: ['Hamlet'], kind: 'card', provider: 'payway' },
        ...{ reference: await referenceOf(id), amount: total, startedAt: at, heldUntil },
      }),
    );
  }
  expect(mine).toEqual(expected);
  expect(doubtfulPayments.filter(({ orderId }) => [one.id, two.id].includes(orderId))).toEqual([]);
  const order = await organiser.order(one.id);
  expect(order).toMatchObject({ state: 'pending', buyerName: one.name, buyerEmail: one.email, tickets: [], kept: 0 });
  expect(order.places).toEqual([
    { performanceId: sale.performanceId, sectorName: 'Platea', row: at2(), seat: at2(), priceTypeName: 'General', final: TICKET_TOTAL },
  ]);
  expect(order.payments).toMatchObject([{ state: 'pending', inDoubt: true, isAwaited: true }]);
  // Paid, it waits no more.
  const payment = gateway.payments.find((each) => each.site_transaction_id === order.payments[0]?.reference);
  if (payment) payment.status = 'approved';
  const paid = answerOf(await organiser.settle(order.payments[0]?.reference ?? '', { verb: 'ask_again' }));
  expect(paid).toMatchObject({
    state: 'paid',
    places: [],
    payments: [{ state: 'approved', isAwaited: false, inDoubt: false, mayAsk: true }],
  });
  expect(paid).not.toHaveProperty('heldUntil');
  await slow.close();
});
const at2 = () => expect.any(String);

test('an order whose card was declined shows no places that it waits for, and holds none until any time', async () => {
  const purchase = await checkout.purchase();
  gateway.state.next.push('decline');
  await buyer.pay(purchase);
  const order = await organiser.order(purchase.id);
  expect(order).toMatchObject({
    state: 'cancelled',
    places: [],
    kept: 0,
    payments: [{ state: 'declined', mayAsk: false, inDoubt: false }],
  });
  expect(order).not.toHaveProperty('heldUntil');
});

test('what was given back of products alone waits for a decision; of an order whose only ticket is void it does not', async () => {
  const own = await checkout.stranger();
  const [variant] = await db<{ id: number }[]>`select id from product_variant`;
  const { id, totals } = answerOf(await own.selectProducts('0', sale, [{ variantId: variant?.id ?? 0, quantity: 1 }]));
  answerOf(await own.pay({ id, total: totals?.total ?? 0 }));
  const single = await bought({ seats: 1 });
  for (const orderId of [id, single.id]) await goodwill(db, { orderId, amount: 1000 });
  expect(await organiser.order(id)).toMatchObject({ showNames: ['Hamlet'], givenBack: 1000, tickets: [], kept: 499_000 });
  expect(await organiser.order(single.id)).toMatchObject({ givenBack: 1000 });
  await db`update ticket set state = 'void' where purchase_id = ${single.id}`;
  expect(await organiser.order(single.id)).not.toHaveProperty('givenBack');
});

test('mails of an order go to its own mailbox: staff see that one, find the order by it, and see the account’s beside it', async () => {
  const [order, plain] = [await bought(), await bought()];
  const account = await emailOf(buyer.customerId);
  await db`insert into order_mailbox (purchase_id, email) values (${order.id}, 'otra@correo.example')`;
  expect(await organiser.order(order.id)).toMatchObject({ buyerEmail: 'otra@correo.example', accountEmail: account });
  const shown = await organiser.order(plain.id);
  expect([shown.buyerEmail, shown.accountEmail]).toEqual([account, undefined]);
  expect((await organiser.find('Otra@correo.example')).map(({ id }) => id)).toEqual([order.id]);
});

test('mails that did not arrive, and tickets that were issued anew, stand with their own order alone', async () => {
  const [order, neighbour] = [await bought({ seats: 2 }), await bought()];
  const mailId = await haveUndelivered(db, { purchaseId: order.id });
  const { tickets: before } = await organiser.order(order.id);
  answerOf(await organiser.call(reissueTicketsByStaff, { params: { orderId: order.id }, body: { reason: 'Perdió el teléfono' } }));
  const shown = await organiser.order(order.id);
  expect(shown.undelivered.map(({ id, address }) => [id, address])).toEqual([[mailId, 'lleno@correo.example']]);
  expect(shown.reissues).toMatchObject([{ at, ticketCount: 2, leftCount: 0, byStaff: true, staffName: 'Julia Paredes' }]);
  const replaced = before.map(({ ticket: { number: old, performanceId, sectorName, row, seat } }) => ({
    ...{ number: old, performanceId, sectorName, row, seat },
    // Of the same place.
    replacedBy: shown.tickets.find(({ ticket }) => ticket.row === row && ticket.seat === seat && ticket.number !== old)?.ticket.number,
  }));
  expect(shown.replaced).toHaveLength(2);
  expect(shown.replaced).toEqual(expect.arrayContaining(replaced));
  const next = await organiser.order(neighbour.id);
  expect([next.undelivered, next.reissues, next.replaced]).toEqual([[], [], []]);
});

test('the steps of a delivery name who made them, with a note where there is one, in their order', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  const colleague = await anOrganiser(db, app);
  const step = (id: string, position: number, state: string, { customerId }: typeof colleague, note: string | null) => db`
    insert into delivery_step (purchase_id, position, state, staff_id, idempotency_key, note)
    values (${id}, ${position}, ${state}, ${customerId}, ${randomUUID()}, ${note})`;
  await step(order.id, 2, 'sent', colleague, 'Con la moto');
  await step(order.id, 1, 'prepared', organiser, null);
  await step(neighbour.id, 1, 'prepared', organiser, 'De otro pedido');
  await db`update customer set first_name = 'Elena' where id = ${colleague.customerId}`;
  expect((await organiser.order(order.id)).deliverySteps).toEqual([
    { state: 'prepared', at, staffName: 'Julia Paredes' },
    { state: 'sent', at, staffName: 'Elena Paredes', note: 'Con la moto' },
  ]);
});

const logged = (over: object = {}) => ({
  ...{ staffId: organiser.customerId, reason: 'Lo pidió', verb: 'refund' as const, purchaseId: 'A'.repeat(22), facts: { amount: 5 } },
  click: aClick({ callerId: organiser.customerId, key: 'a-click-of-before' }),
  ...over,
});
const inTransaction = <Result>(work: (tx: Parameters<typeof useKeyOnce>[0]) => Promise<Result>) =>
  db.begin((tx) => work(tx)) as Promise<Result>;
const failureOf = (work: Promise<unknown>) =>
  work.catch((error) => {
    if (error instanceof Refusal) return error.failure;
    throw error;
  });

test('a line of the log is the same click if all of it is the same; any other line with its key is refused, and one of another person or key is none', async () => {
  const { id } = await bought();
  const colleague = await anOrganiser(db, app);
  const line = logged({ purchaseId: id, facts: { amount: 5, tickets: 2 } });
  await inTransaction((tx) => insertAction(tx, line));
  expect(await wasLogged(db, line)).toBe(true);
  expect(await wasLogged(db, { ...line, facts: { amount: 5 } })).toBe(true);
  const { facts: _, ...withoutFacts } = line;
  expect(await wasLogged(db, withoutFacts)).toBe(true);
  for (const other of [
    { verb: 'void' as const },
    { purchaseId: 'B'.repeat(22) },
    { reference: 'of-something' },
    { reason: 'Otra' },
    { facts: { amount: 6 } },
    { facts: { amount: 5, tickets: 2, more: 1 } },
  ])
    expect(await failureOf(wasLogged(db, { ...line, ...other }))).toBe('key_reused');
  const theirs = logged({ purchaseId: id, staffId: colleague.customerId });
  const another = logged({ purchaseId: id, click: aClick({ callerId: organiser.customerId, key: 'another-click' }) });
  for (const free of [theirs, another]) {
    expect(await wasLogged(db, free)).toBe(false);
    expect(await failureOf(inTransaction((tx) => refuseLogged(tx, free)))).toBeUndefined();
  }
  expect(await failureOf(inTransaction((tx) => refuseLogged(tx, line)))).toBe('key_reused');
  // A second line with the key is refused, never left out.
  expect(await failureOf(inTransaction((tx) => insertAction(tx, { ...line, reason: 'Otra' })))).toBe('key_reused');
  expect((await findActions(db, { purchaseId: id, most: 10 })).map(({ reason }) => reason)).toEqual(['Lo pidió']);
  // The line of a server of the version before, which used no key: the same click acts no more.
  expect(await inTransaction((tx) => useKeyOnce(tx, line))).toBe('again');
  expect(await inTransaction((tx) => useKeyOnce(tx, another))).toBe('first');
  expect(await inTransaction((tx) => useKeyOnce(tx, another))).toBe('again');
});

test('a line of the log with a reference is the same click with that one alone', async () => {
  const line = { ...logged({ click: aClick({ callerId: organiser.customerId, key: 'of-a-mail' }) }), reference: 'mail-1' };
  await inTransaction((tx) => insertAction(tx, line));
  expect(await wasLogged(db, line)).toBe(true);
  for (const reference of ['mail-2', undefined])
    expect(await failureOf(wasLogged(db, { ...logged(), click: line.click, ...(reference && { reference }) }))).toBe('key_reused');
});

test('the log tells the newest first, of an order or of all, with what each line has; a line says the moment of what it wrote elsewhere', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  const moment = Temporal.Instant.from('2026-11-23T03:00:00Z');
  const lines = [
    { purchaseId: order.id, verb: 'refund' as const, facts: { amount: 7, tickets: 3 }, at: moment },
    { purchaseId: neighbour.id, verb: 'void' as const, facts: { amount: 9 } },
    { purchaseId: null, verb: 'mail_aside' as const, facts: {} },
    { purchaseId: order.id, verb: 'correct_mailbox' as const, facts: { from: 'a@correo.example', to: 'b@correo.example' } },
  ];
  const began = (await db<{ now: Temporal.Instant }[]>`select clock_timestamp() as now`)[0]?.now ?? moment;
  for (const [index, line] of lines.entries())
    await inTransaction((tx) =>
      insertAction(tx, {
        ...{ staffId: organiser.customerId, reason: `Línea ${index}` },
        click: aClick({ callerId: organiser.customerId, key: `of-the-log-${index}` }),
        ...line,
      }),
    );
  const numbers = new Map((await findOrderNumbers(db, [order.id, neighbour.id])).map((each) => [each.id, each.number]));
  const empty = { amount: null, ticketCount: null, mailboxBefore: null, mailbox: null, staffName: 'Julia Paredes' };
  const of = (id: string) => ({ orderId: id, orderNumber: numbers.get(id) });
  const rows = (await findActions(db, { most: 4 })).map(({ at: when, ...row }) => row);
  expect(rows).toEqual([
    {
      ...empty,
      ...of(order.id),
      verb: 'correct_mailbox',
      reason: 'Línea 3',
      mailboxBefore: 'a@correo.example',
      mailbox: 'b@correo.example',
    },
    { ...empty, orderId: null, orderNumber: null, verb: 'mail_aside', reason: 'Línea 2' },
    { ...empty, ...of(neighbour.id), verb: 'void', reason: 'Línea 1', amount: 9 },
    { ...empty, ...of(order.id), verb: 'refund', reason: 'Línea 0', amount: 7, ticketCount: 3 },
  ]);
  const own = await findActions(db, { purchaseId: order.id, most: 10 });
  expect(own.map(({ reason }) => reason)).toEqual(['Línea 3', 'Línea 0']);
  expect(own[1]?.at).toEqual(moment);
  expect(Temporal.Instant.compare(own[0]?.at ?? moment, began)).toBeGreaterThanOrEqual(0);
  expect((await findActions(db, { most: 2 })).length).toBe(2);
  const { actions } = await organiser.money();
  expect(actions.slice(0, 4)).toEqual([
    {
      ...shown(3),
      verb: 'correct_mailbox',
      orderId: order.id,
      orderNumber: number,
      mailboxBefore: 'a@correo.example',
      mailbox: 'b@correo.example',
    },
    { ...shown(2), verb: 'mail_aside' },
    { ...shown(1), verb: 'void', orderId: neighbour.id, orderNumber: number, amount: 9 },
    { ...shown(0), verb: 'refund', orderId: order.id, orderNumber: number, amount: 7, ticketCount: 3 },
  ]);
});
const shown = (index: number) => ({ at, staffName: 'Julia Paredes', reason: `Línea ${index}` });

test('an order is searched for by each of its names and by no other’s, the newest first and so many', async () => {
  const [one, two] = [await checkout.stranger(), await checkout.stranger()];
  const of = async (who: typeof one) => {
    const purchase = await checkout.purchase({ customerId: who.customerId });
    answerOf(await who.pay(purchase));
    return purchase.id;
  };
  const [oldest, newest, other] = [await of(one), await of(one), await of(two)];
  const open = await checkout.purchase({ customerId: one.customerId });
  await owner`update purchase set started_at = started_at - interval '1 hour' where id = ${oldest}`;
  await db`insert into order_mailbox (purchase_id, email) values (${other}, 'buzon@correo.example')`;
  const found = async (search: string, most = 20, orderNumber: number | null = null) =>
    (await searchOrders(db, { search, number: orderNumber, most })).map(({ id }) => id);
  const [numberOfOther] = await findOrderNumbers(db, [other]);
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${other}`;
  expect(await found(other)).toEqual([other]);
  expect(await found('nothing', 20, numberOfOther?.number ?? 0)).toEqual([other]);
  expect(await found(attempt?.reference.toUpperCase() ?? '')).toEqual([other]);
  expect(await found('buzon@correo.example')).toEqual([other]);
  expect(await found(await emailOf(one.customerId))).toEqual([newest, oldest]);
  expect(await found(await emailOf(one.customerId), 1)).toEqual([newest]);
  expect(await found(await emailOf(two.customerId))).toEqual([other]);
  for (const nothing of [open.id, 'nothing', '%']) expect(await found(nothing)).toEqual([]);
  expect(await Promise.all([one, two].map(async () => hasAttempt(db, open.id)))).toEqual([false, false]);
  gateway.state.next.push('decline');
  await one.pay(open);
  answerOf(await one.pay(open));
  expect(await hasAttempt(db, open.id)).toBe(true);
  expect((await findOrderNumbers(db, [oldest, randomId()])).map(({ id }) => id)).toEqual([oldest]);
  const unpaid = await checkout.purchase();
  expect(await findOrderNumbers(db, [unpaid.id])).toEqual([]);
});

test('buyers are named with where their mails go: none of a counter’s sale, of an erased account, or of another order', async () => {
  const clerk = await aCounter(db, app);
  const counters = answerOf(await clerk.take(sale, [nextSeat++])).purchase.id;
  answerOf(await clerk.sell({ id: counters, total: 1_000_000 }));
  const leaver = await checkout.stranger();
  const [theirs, moved, plain] = [await checkout.purchase({ customerId: leaver.customerId }), await bought(), await bought()];
  await db`insert into order_mailbox (purchase_id, email) values (${moved.id}, 'mudada@correo.example')`;
  answerOf(await leaver.pay(theirs));
  expect((await findBuyers(db, [theirs.id])).length).toBe(1);
  await db.begin(async (tx) => {
    await deleteBelongings(tx, leaver.customerId);
    await clearCustomer(tx, leaver.customerId);
  });
  const found = await findBuyers(db, [counters, moved.id, theirs.id]);
  expect(found).toEqual([{ purchaseId: moved.id, name: 'Julia Paredes', email: 'mudada@correo.example' }]);
  expect(await findBuyers(db, [plain.id])).toEqual([
    { purchaseId: plain.id, name: 'Julia Paredes', email: await emailOf(buyer.customerId) },
  ]);
});

test('each performance of a refund is read once, as a counter sees it', async () => {
  const [first, second] = sales;
  const [here, there] = [first.performanceId, second.performanceId];
  const read = async (...ids: number[]) => (await findRefundedPerformances(db, ids)).toSorted((a, b) => a.id - b.id);
  const open = { isCancelled: false, obstacle: null, isOver: false, soldAgain: null };
  expect(await read(here, there)).toEqual([here, there].toSorted((a, b) => a - b).map((id) => ({ id, ...open })));
  expect((await read(there)).map(({ id }) => id)).toEqual([there]);
  await owner`update performance set state = 'cancelled' where id = ${here}`;
  const [cancelled, neighbour] = [(await read(here))[0], (await read(there))[0]];
  await owner`update performance set state = 'on_sale' where id = ${here}`;
  expect([cancelled?.isCancelled, cancelled?.isOver, neighbour?.isCancelled, neighbour?.isOver]).toEqual([true, true, false, false]);
});
