import { loadBrand } from '@butaca/brand/load';
import { closeGivenBack, getDrawers, handOverProducts, previewRefund, readCode, voidSale } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { randomId } from '../../src/db/random-id.ts';
import { recordChargeback } from '../../src/sale/staff/chargeback.ts';
import { freshDatabase } from '../database.ts';
import { aProduct, inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { goodwill } from '../factories/goodwill.ts';
import { balancesOf } from '../factories/ledger.ts';
import { whileLocked } from '../factories/locks.ts';
import { anOrganiser, officeAt } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { aWatch } from '../factories/watch.ts';

/** What a refund decides and writes, with neighbours beside it: products, deliveries, cards, ways, cents, credit notes and mails. */
const { db, close } = await freshDatabase();
const products = [
  aProduct({ key: 'taza', name: 'Taza', variants: [{ price: 500_000, stock: 500 }] }),
  aProduct({ key: 'programa', name: 'Programa', variants: [{ price: 300_000, stock: 500 }] }),
];
const checkout = await aCheckout(db, undefined, [
  { rows: 30, products },
  { rows: 30, venue: 'teatro-0', startsAt: inDays(9) },
]);
// What bringing tickets costs; those of most orders cost nothing.
await db`update delivery_type set price = 120000 where id = 2`;
const { app, card, gateway, sale, sales } = checkout;
/** Of each test another one: nobody may have more than twenty places. */
let buyer = checkout.buyer;
beforeEach(async () => {
  buyer = await checkout.stranger();
});
const [, another] = sales;
const organiser = await anOrganiser(db, app);
const counter = await aCounter(db, app);
const { brand } = await loadBrand('butaca');
afterAll(async () => {
  await checkout.close();
  await close();
});

const [CUP = 0, PROGRAMME = 0] = (
  await db<{ id: number }[]>`
    select product_variant.id from product_variant join product on product.id = product_id order by product.key desc`
).map(({ id }) => id);
let nextSeat = 100;
const seats = (count: number) => Array.from({ length: count }, () => nextSeat++);
type Given = Parameters<typeof checkout.buyer.pay>[1];

/** A paid order of so many seats, on cards and balance as given. */
async function bought({ seats: count = 2, ...form }: { seats?: number } & Given = {}) {
  const purchase = await checkout.purchase({ seats: count, customerId: buyer.customerId });
  answerOf(await buyer.pay(purchase, form));
  return purchase;
}
/** With the first card that much, and the rest with another one. */
async function onTwoCards(firstPart: number, count = 2) {
  const purchase = await bought({ seats: count, firstPart });
  answerOf(await buyer.pay(purchase, { lastFour: '1111' }));
  return purchase;
}
/** Balance of the buyer, from a refund. */
async function withBalance(amount: number) {
  const before = await bought({ seats: Math.ceil(amount / TICKET_TOTAL) });
  answerOf((await organiser.refundSome(before.id, { way: 'balance' })).outcome);
}
async function pay(id: string) {
  const { totals } = answerOf(await buyer.purchase(id));
  answerOf(await buyer.pay({ id, total: totals?.total ?? 0 }));
  return id;
}
const preview = async (id: string, ticketIds: readonly string[], more: { returnsHandedOver?: boolean; countsGivenBack?: boolean } = {}) =>
  answerOf(await organiser.call(previewRefund, { params: { orderId: id }, body: { ticketIds: [...ticketIds], way: 'original', ...more } }));
const obstacleTo = async (id: string, ticketIds: readonly string[], office = organiser) => {
  const outcome = await office.preview(id, ticketIds);
  return outcome.status === 'refusal' && outcome.failure === 'cannot_refund' ? outcome.data.obstacle : resultOf(outcome);
};
const rowsOf = (id: string) => db<{ reference: string; way: string; state: string; amount: number; cash: number; covered: number }[]>`
  select reference, way, state, amount::int, cash_amount::int as cash, covered::int from refund where purchase_id = ${id} order by started_at, amount`;
const cardsOf = (id: string) => db<{ reference: string; amount: number; state: string }[]>`
  select reference, amount::int, state from attempt where purchase_id = ${id} order by started_at`;
const returned = async (id: string) =>
  (
    await db<{ name: string }[]>`
      select variant_id || ' ' || performance_id as name from purchase_product where purchase_id = ${id} and returned_at is not null order by 1`
  ).map(({ name }) => name);
const jobsOf = async (id: string) =>
  (
    await db<{ task: string; payload: Record<string, string> }[]>`
      select tasks.identifier as task, jobs.payload from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where jobs.payload ->> 'purchaseId' = ${id} and tasks.identifier like 'tell-of-%' order by 1`
  ).map(({ task, payload }): Record<string, string | undefined> => ({ task, ...payload }));
const chargeBack = async (id: string, amount: number, world = app.sale) => {
  const [{ reference = '' } = {}] = await cardsOf(id);
  return recordChargeback(world, { reference, amount });
};
const letIn = async (id: string, ticketId: string) => {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  const { tickets } = answerOf(await buyer.order(id));
  const { code = '', performanceId } = tickets.find((ticket) => ticket.id === ticketId) ?? { performanceId: 0 };
  answerOf(await clientOf(app, { token }).call(readCode, { body: { performanceId, code, door: undefined } }));
};

test('an order that nobody has made, and one that nobody paid, are refunded by nobody', async () => {
  const nobodys = randomId();
  expect([resultOf(await organiser.preview(nobodys, [])), resultOf(await organiser.refund(nobodys, { ticketIds: [], amount: 0 }))]).toEqual(
    ['not_found', 'not_found'],
  );
  const open = await checkout.purchase({ customerId: buyer.customerId });
  const declined = await checkout.purchase({ customerId: buyer.customerId });
  gateway.state.next.push('decline');
  await buyer.pay(declined);
  const waits = await checkout.purchase({ customerId: buyer.customerId });
  gateway.state.next.push('review');
  await buyer.pay(waits);
  for (const { id } of [open, declined, waits]) expect(await obstacleTo(id, [])).toBe('not_paid');
});

test('products go back with the last ticket, those that were handed over by choice; each preview says all of it, and a neighbour keeps its own', async () => {
  const orders: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { id } = answerOf(await buyer.take(sale, seats(3))).purchase;
    for (const each of [[CUP], [CUP, PROGRAMME]])
      answerOf(
        await buyer.selectProducts(
          id,
          sale,
          each.map((variantId) => ({ variantId, quantity: 1 })),
        ),
      );
    answerOf(await buyer.selectDelivery(id));
    orders.push(await pay(id));
  }
  const [id = '', neighbour = ''] = orders;
  const [first = '', ...last] = await organiser.validTickets(id);
  const plain = { way: 'provider', kept: 0, ticketCount: 2, placesSoldAgain: 2 };
  const two = 2 * TICKET_TOTAL;
  expect(await preview(id, [first])).toEqual({ ...plain, amount: TICKET_TOTAL, ticketCount: 1, placesSoldAgain: 1 });
  expect(await preview(id, [first, ...last])).toEqual({ ...plain, amount: 3 * TICKET_TOTAL + 800_000, ticketCount: 3, placesSoldAgain: 3 });
  // With tickets nothing is refunded without one.
  expect(await organiser.preview(id, [])).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'aEntrada', reason: 'missing' }] },
  });
  answerOf(await organiser.refund(id, { ticketIds: [first], amount: TICKET_TOTAL }));
  expect(await returned(id)).toEqual([]);
  expect(await preview(id, last)).toEqual({ ...plain, amount: two + 800_000 });
  answerOf(
    await counter.call(handOverProducts, { params: { orderId: id }, body: { performanceId: sale.performanceId, variantId: PROGRAMME } }),
  );
  expect(await preview(id, last)).toEqual({ ...plain, amount: two + 500_000, kept: 300_000, handedOver: 300_000 });
  expect(await preview(id, last, { returnsHandedOver: true })).toEqual({
    ...plain,
    amount: two + 800_000,
    handedOver: 300_000,
  });
  answerOf(await organiser.refund(id, { ticketIds: last, amount: two + 500_000 }));
  expect([await returned(id), await returned(neighbour)]).toEqual([[`${CUP} ${sale.performanceId}`], []]);
  const shown = (await organiser.order(id)).products;
  expect(shown.map(({ variantId, isReturned, handedOverBy }) => [variantId, isReturned, handedOverBy])).toEqual(
    expect.arrayContaining([
      [CUP, true, undefined],
      [PROGRAMME, false, 'Julia Paredes'],
    ]),
  );
});

test('of the same product for two evenings the one that was handed over stays with its buyer; the others go back, once', async () => {
  const own = await checkout.stranger();
  const { id } = answerOf(await own.selectProducts('0', sale, [{ variantId: CUP, quantity: 1 }]));
  answerOf(
    await own.selectProducts(id, another, [
      { variantId: CUP, quantity: 2 },
      { variantId: PROGRAMME, quantity: 1 },
    ]),
  );
  const { totals } = answerOf(await own.purchase(id));
  answerOf(await own.pay({ id, total: totals?.total ?? 0 }));
  const { performanceId } = another;
  answerOf(await counter.call(handOverProducts, { params: { orderId: id }, body: { performanceId, variantId: CUP } }));
  const goods = (await organiser.order(id)).products.map((each) => [each.performanceId, each.variantId, each.handedOverAt !== undefined]);
  expect(goods).toHaveLength(3);
  expect(goods).toEqual(
    expect.arrayContaining([
      [sale.performanceId, CUP, false],
      [performanceId, CUP, true],
      [performanceId, PROGRAMME, false],
    ]),
  );
  expect(await preview(id, [])).toEqual({
    ...{ way: 'provider', amount: 800_000, kept: 1_000_000, ticketCount: 0, placesSoldAgain: 0, handedOver: 1_000_000 },
  });
  answerOf(await organiser.refund(id, { ticketIds: [], amount: 800_000 }));
  expect(await returned(id)).toEqual([`${CUP} ${sale.performanceId}`, `${PROGRAMME} ${performanceId}`].toSorted());
  expect(await obstacleTo(id, [])).toBe('products_returned');
});

test('products alone that were all handed over are refunded by choice only', async () => {
  const own = await checkout.stranger();
  const { id } = answerOf(await own.selectProducts('0', sale, [{ variantId: PROGRAMME, quantity: 1 }]));
  answerOf(await own.pay({ id, total: 300_000 }));
  answerOf(
    await counter.call(handOverProducts, { params: { orderId: id }, body: { performanceId: sale.performanceId, variantId: PROGRAMME } }),
  );
  expect(await obstacleTo(id, [])).toBe('products_handed_over');
  expect(await preview(id, [], { returnsHandedOver: true })).toMatchObject({ amount: 300_000, kept: 0, handedOver: 300_000 });
});

test('a refund waits for a counter that is handing its products over, and judges what it did', async () => {
  const own = await checkout.stranger();
  const { id } = answerOf(await own.selectProducts('0', sale, [{ variantId: CUP, quantity: 1 }]));
  answerOf(await own.pay({ id, total: 500_000 }));
  const outcome = await whileLocked(
    db,
    (tx) => tx`
      update purchase_product set handed_over_at = clock_timestamp(), handed_over_by = ${counter.customerId}, handed_over_key = 'a-click-elsewhere'
       where purchase_id = ${id}`,
    () => organiser.refund(id, { ticketIds: [], amount: 500_000 }),
  );
  expect(outcome).toMatchObject({ failure: 'cannot_refund', data: { obstacle: 'products_handed_over' } });
  expect([await returned(id), await rowsOf(id)]).toEqual([[], []]);
});

test('one cent that went back for no ticket is one cent: it is shown, counted, missing for the rest, and closed', async () => {
  const [order, closed] = [await bought({ seats: 1 }), await bought({ seats: 1 })];
  for (const { id } of [order, closed]) {
    await goodwill(db, { orderId: id, amount: 1 });
    const [{ reference = '' } = {}] = await cardsOf(id);
    const payment = gateway.payments.find((each) => each.site_transaction_id === reference);
    payment?.refunds.push({ id: 900_000, amount: 1 });
    Object.assign(payment ?? {}, { status: 'approved_with_refund' });
  }
  const [ticket = ''] = await organiser.validTickets(order.id);
  expect(await obstacleTo(order.id, [ticket])).toBe('too_little_left');
  expect((await organiser.order(order.id)).givenBack).toBe(1);
  const waiting = async () => (await organiser.money()).refunds.filter(({ orderId }) => orderId === order.id).map((each) => each.givenBack);
  expect(await waiting()).toEqual([1]);
  const counted = await preview(order.id, [ticket], { countsGivenBack: true });
  expect(counted).toEqual({
    ...{ way: 'provider', amount: TICKET_TOTAL - 1, kept: 0, givenBack: 1, covered: 1, ticketCount: 1, placesSoldAgain: 1 },
  });
  answerOf(await organiser.refund(order.id, { ticketIds: [ticket], amount: TICKET_TOTAL - 1, countsGivenBack: true }));
  expect((await rowsOf(order.id)).map(({ way, amount, covered }) => [way, amount, covered])).toEqual([
    ['elsewhere', 1, 0],
    ['provider', TICKET_TOTAL - 1, 1],
  ]);
  const { refunds, givenBack, kept } = await organiser.order(order.id);
  expect([refunds.map(({ covered }) => covered), givenBack, kept]).toEqual([[undefined, 1], undefined, 0]);
  expect(await balancesOf(db, order.id)).toEqual([]);

  const close = (amount: number) =>
    organiser.call(closeGivenBack, { params: { orderId: closed.id }, body: { amount, reason: 'Un redondeo' } });
  expect(await close(2)).toMatchObject({ failure: 'refund_changed', data: { amount: 1 } });
  answerOf(await close(1));
  expect(await close(0)).toMatchObject({ failure: 'refund_changed', data: { amount: 0 } });
  expect(await waiting()).toEqual([undefined]);
});

test('money that a bank took with all tickets but one that was used is no money to refund when the performance is cancelled', async () => {
  const { id, total } = await bought();
  const [used = ''] = await organiser.validTickets(id);
  await letIn(id, used);
  expect(await obstacleTo(id, [used])).toBe('ticket_used');
  expect(await chargeBack(id, total)).toBe('booked');
  expect(await organiser.validTickets(id)).toEqual([used]);
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  const why = await obstacleTo(id, [used]);
  await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
  expect(why).toBe('not_paid');
});

test('where the brand gives nothing back a refund voids the ticket, moves no money, and frees its place', async () => {
  const refunds = { ...brand.refunds, ticketPercent: 0, serviceCharge: false, antiFraudQr: false, delivery: false };
  const strict = await customersApp(db, { payments: [card], brand: { ...brand, refunds } });
  const office = officeAt(strict, organiser.token);
  const { id } = await bought();
  const [ticket = '', left = ''] = await office.validTickets(id);
  expect(answerOf(await office.preview(id, [ticket]))).toEqual({
    ...{ way: 'nothing', amount: 0, kept: TICKET_TOTAL, ticketCount: 1, placesSoldAgain: 1 },
  });
  const asked = gateway.state.refunds;
  answerOf(await office.refund(id, { ticketIds: [ticket], amount: 0 }));
  expect(await rowsOf(id)).toMatchObject([{ way: 'nothing', state: 'done', amount: 0, cash: 0, covered: 0 }]);
  expect([gateway.state.refunds, await office.validTickets(id)]).toEqual([asked, [left]]);
  expect(await db`select from place where purchase_id = ${id} and state = 'sold'`).toHaveLength(1);
  await strict.close();
});

test('a provider that gives back no parts, and one that says nothing of parts', async () => {
  const { refund: _, returnsParts: __, ...whole } = card;
  const { returnsParts: ___, ...parts } = card;
  const [all, some] = [await customersApp(db, { payments: [whole] }), await customersApp(db, { payments: [parts] })];
  const { id, total } = await bought();
  const tickets = await organiser.validTickets(id);
  const at = (office: typeof all) => officeAt(office, organiser.token);
  expect(resultOf(await at(all).preview(id, tickets.slice(0, 1)))).toBe('cannot_refund');
  expect(answerOf(await at(all).preview(id, tickets))).toMatchObject({ way: 'provider', amount: total });
  expect(answerOf(await at(some).preview(id, tickets.slice(0, 1)))).toMatchObject({ way: 'provider', amount: TICKET_TOTAL });
  await all.close();
  await some.close();
});

test('a provider that fails while it is asked leaves the refund to the worker, and the log says of which order and payment', async () => {
  const { id } = await bought();
  const [{ reference = '' } = {}] = await cardsOf(id);
  const broken: typeof card = {
    ...card,
    refund: async () => {
      throw new Error('the connection broke');
    },
  };
  const { watch, told } = aWatch();
  const failing = await customersApp(db, { payments: [broken], watch });
  const office = officeAt(failing, organiser.token);
  const { outcome } = await office.refundSome(id, { count: 1 });
  expect(answerOf(outcome).refunds).toMatchObject([{ isDone: false, tries: 0, amount: TICKET_TOTAL }]);
  expect(told('refund-failed')).toMatchObject([{ purchaseId: id, reference }]);
  await failing.close();
});

test('the map of the process that refunds shows the place free at once; a place that is somebody else’s by now stays theirs', async () => {
  const { performanceId } = sale;
  const freeNow = async () => (await app.sale.live.availability(performanceId, 'online')).free;
  const [order, moved, neighbour] = [await bought(), await bought(), await bought()];
  await app.sale.live.reread(
    performanceId,
    [order, moved, neighbour].flatMap(({ placeIds }) => placeIds),
  );
  const before = await freeNow();
  answerOf((await organiser.refundSome(order.id)).outcome);
  expect(await freeNow()).not.toEqual(before);
  const states = (placeIds: readonly number[]) => db<{ state: string; owner: string | null }[]>`
    select state, purchase_id as owner from place where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[]) order by place_id`;
  const free = { state: 'free', owner: null };
  expect(await states(order.placeIds)).toEqual([free, free]);

  const [first = 0, second = 0] = moved.placeIds;
  await db`update place set purchase_id = ${neighbour.id} where performance_id = ${performanceId} and place_id = ${first}`;
  await db`update place set state = 'held', held_until = now() + interval '1 hour' where performance_id = ${performanceId} and place_id = ${second}`;
  const theirs = await states(moved.placeIds);
  answerOf((await organiser.refundSome(moved.id)).outcome);
  expect(await states(moved.placeIds)).toEqual(theirs);
});

test('on two cards each gives back its own at once, the first one first; a card that was declined between them has nothing', async () => {
  const purchase = await bought({ seats: 3, firstPart: TICKET_TOTAL });
  const { id, total } = purchase;
  gateway.state.next.push('decline');
  await buyer.pay(purchase, { lastFour: '2222' });
  answerOf(await buyer.pay(purchase, { lastFour: '1111' }));
  const cards = await cardsOf(id);
  expect(cards.map(({ state }) => state)).toEqual(['approved', 'declined', 'approved']);
  const [first, , second] = cards;
  const [ticket = ''] = await organiser.validTickets(id);
  expect(await preview(id, [ticket])).toEqual({ way: 'provider', amount: TICKET_TOTAL, kept: 0, ticketCount: 1, placesSoldAgain: 1 });
  const all = await organiser.refundSome(id, { count: 2 });
  answerOf(all.outcome);
  const row = (of: (typeof cards)[number] | undefined, amount: number) => ({
    ...{ reference: of?.reference, way: 'provider', state: 'done', amount, cash: 0, covered: 0 },
  });
  expect(await rowsOf(id)).toEqual([row(first, TICKET_TOTAL), row(second, TICKET_TOTAL)]);
  const [written] = await jobsOf(id);
  expect(written).toEqual({ task: 'tell-of-refund', purchaseId: id, refundId: expect.any(String), otherCardId: expect.any(String) });
  // Of the first card nothing is left.
  answerOf((await organiser.refundSome(id)).outcome);
  expect((await rowsOf(id)).slice(2)).toEqual([row(second, TICKET_TOTAL)]);
  expect([await balancesOf(db, id), total]).toEqual([[], 3 * TICKET_TOTAL]);
});

test('on two cards what becomes balance is of each card what that card paid', async () => {
  const { id, total } = await onTwoCards(TICKET_TOTAL, 3);
  const [first, second] = await cardsOf(id);
  const asked = gateway.state.refunds;
  answerOf((await organiser.refundSome(id, { way: 'balance' })).outcome);
  expect(await rowsOf(id)).toEqual([
    { ...{ reference: first?.reference, way: 'balance', state: 'done', amount: TICKET_TOTAL, cash: 0, covered: 0 } },
    { ...{ reference: second?.reference, way: 'balance', state: 'done', amount: total - TICKET_TOTAL, cash: 0, covered: 0 } },
  ]);
  expect(gateway.state.refunds).toBe(asked);
  expect((await balancesOf(db, id)).filter(({ account }) => account === 'customer_balance')).toMatchObject([{ balance: -total }]);
});

test('what the balance paid beside a card becomes balance again, with a credit note and a word in the mail of its own', async () => {
  await withBalance(TICKET_TOTAL);
  const { id, total } = await bought({ fromBalance: TICKET_TOTAL });
  const plain = await bought();
  for (const each of [id, plain.id])
    await db`insert into bill (purchase_id, id, kind, amount, currency) values (${each}, ${randomId()}, 'bill', ${total}, 'ARS')`;
  const tickets = await organiser.validTickets(id);
  expect(await preview(id, tickets.slice(0, 1))).toEqual({
    ...{ way: 'provider', amount: TICKET_TOTAL, kept: 0, ticketCount: 1, placesSoldAgain: 1 },
  });
  expect(await preview(id, tickets)).toMatchObject({ amount: total, toBalance: TICKET_TOTAL });
  answerOf((await organiser.refundSome(id)).outcome);
  const rows = await rowsOf(id);
  expect(rows.map(({ way, state, amount }) => [way, state, amount]).toSorted()).toEqual([
    ['balance', 'done', TICKET_TOTAL],
    ['provider', 'done', TICKET_TOTAL],
  ]);
  const idsBy = new Map(
    (await db<{ id: string; way: string }[]>`select id, way from refund where purchase_id = ${id}`).map((row) => [row.way, row.id]),
  );
  const notes = await db`select refund_id as "refundId", amount::int from bill where purchase_id = ${id} and kind = 'credit_note'`;
  expect(notes).toHaveLength(2);
  expect(notes).toEqual(
    expect.arrayContaining([
      { refundId: idsBy.get('provider'), amount: TICKET_TOTAL },
      { refundId: idsBy.get('balance'), amount: TICKET_TOTAL },
    ]),
  );
  expect(await jobsOf(id)).toEqual([
    { task: 'tell-of-refund', purchaseId: id, refundId: idsBy.get('provider'), toBalanceId: idsBy.get('balance') },
  ]);
  expect(await db`select from bill where purchase_id = ${plain.id} and kind = 'credit_note'`).toHaveLength(0);

  // Once the card has all of its own back, the rest is the balance's, whatever way was asked for.
  await withBalance(TICKET_TOTAL);
  const apart = await bought({ fromBalance: TICKET_TOTAL });
  answerOf((await organiser.refundSome(apart.id, { count: 1 })).outcome);
  expect(await preview(apart.id, await organiser.validTickets(apart.id))).toEqual({
    ...{ way: 'balance', amount: TICKET_TOTAL, kept: 0, ticketCount: 1, placesSoldAgain: 1 },
  });
  answerOf((await organiser.refundSome(apart.id)).outcome);
  expect((await rowsOf(apart.id)).map(({ way, amount }) => [way, amount])).toEqual([
    ['provider', TICKET_TOTAL],
    ['balance', TICKET_TOTAL],
  ]);
  expect((await jobsOf(apart.id)).map(({ task, toBalanceId }) => [task, toBalanceId])).toEqual([
    ['tell-of-refund', undefined],
    ['tell-of-refund', undefined],
  ]);
});

test('a counter’s sale is refunded without a mail, and a delivery that has left the house is not paid back', async () => {
  const { id } = answerOf(await counter.take(sale, seats(1))).purchase;
  answerOf(await counter.sell({ id, total: 1_000_000 }));
  answerOf((await organiser.refundSome(id)).outcome);
  expect([await jobsOf(id), (await rowsOf(id)).map(({ way }) => way)]).toEqual([[], ['drawer']]);

  const orders = [];
  for (let count = 0; count < 3; count += 1) {
    const purchase = answerOf(await buyer.take(sale, seats(1))).purchase;
    answerOf(await buyer.selectDelivery(purchase.id, 2));
    orders.push(await pay(purchase.id));
  }
  const [still = '', prepared = '', gone = ''] = orders;
  const step = (orderId: string, position: number, state: string) => db`
    insert into delivery_step (purchase_id, position, state, staff_id, idempotency_key)
    values (${orderId}, ${position}, ${state}, ${organiser.customerId}, ${`step-${orderId}-${position}`})`;
  for (const orderId of [prepared, gone]) await step(orderId, 1, 'prepared');
  await step(gone, 2, 'sent');
  await step(gone, 3, 'arrived');
  const amounts = [];
  for (const orderId of [still, prepared, gone]) amounts.push((await preview(orderId, await organiser.validTickets(orderId))).amount);
  expect(amounts).toEqual([TICKET_TOTAL + 120_000, TICKET_TOTAL + 120_000, TICKET_TOTAL]);
});

test('a clerk’s void is a refund under its own name, out of the clerk’s drawer, and only of what a counter sold', async () => {
  const { id } = answerOf(await counter.take(sale, seats(2))).purchase;
  answerOf(await counter.sell({ id, total: 2_000_000 }));
  const online = await bought();
  const undo = async (orderId: string, amount: number) =>
    counter.call(voidSale, {
      params: { orderId },
      body: { ticketIds: (await organiser.validTickets(orderId)).slice(0, 1), amount, reason: 'Se equivocó de función' },
    });
  const paidOut = async () => {
    const { open } = answerOf(await counter.call(getDrawers, {}));
    return [open?.paidOut, open?.paidOutCount];
  };
  const [amount = 0, count = 0] = await paidOut();
  expect(await undo(online.id, TICKET_TOTAL)).toMatchObject({ failure: 'cannot_void', data: { obstacle: 'online' } });
  answerOf(await undo(id, 1_000_000));
  expect(await paidOut()).toEqual([amount + 1_000_000, count + 1]);
  expect((await organiser.order(id)).actions).toMatchObject([{ verb: 'void', amount: 1_000_000, ticketCount: 1 }]);
  expect([(await organiser.validTickets(id)).length, (await organiser.validTickets(online.id)).length]).toEqual([1, 2]);
});

test('a bank that takes all of a payment voids what is valid and was not used, frees those places at once, and gives products back', async () => {
  const { id } = answerOf(await buyer.take(sale, seats(3))).purchase;
  answerOf(await buyer.selectProducts(id, sale, [{ variantId: CUP, quantity: 1 }]));
  answerOf(await buyer.selectDelivery(id));
  await pay(id);
  const neighbour = await bought();
  const [refunded = '', used = '', unused = ''] = await organiser.validTickets(id);
  answerOf(await organiser.refund(id, { ticketIds: [refunded], amount: TICKET_TOTAL }));
  await letIn(id, used);
  const left = 2 * TICKET_TOTAL + 500_000;
  // All but a cent is a part: nothing is void, and no product goes back to the stock.
  expect(await chargeBack(id, left - 1)).toBe('differs');
  expect([await organiser.validTickets(id), await returned(id)]).toEqual([[used, unused], []]);
  const freeBefore = await app.sale.live.availability(sale.performanceId, 'online');
  expect(await chargeBack(id, 1)).toBe('booked');
  expect([await organiser.validTickets(id), await returned(id)]).toEqual([[used], [`${CUP} ${sale.performanceId}`]]);
  expect((await app.sale.live.availability(sale.performanceId, 'online')).free).not.toEqual(freeBefore.free);
  expect(await rowsOf(id)).toMatchObject([
    { way: 'provider', amount: TICKET_TOTAL },
    { way: 'chargeback', amount: left - 1, cash: 0, covered: 0 },
    { way: 'chargeback', amount: 1 },
  ]);
  expect((await jobsOf(id)).map(({ task }) => task)).toEqual(['tell-of-chargeback', 'tell-of-chargeback', 'tell-of-refund']);
  expect([await organiser.validTickets(neighbour.id), await rowsOf(neighbour.id)]).toEqual([expect.any(Array), []]);
  expect((await organiser.validTickets(neighbour.id)).length).toBe(2);
  expect(await balancesOf(db, id)).toEqual([]);
});

test('what the balance or another card paid beside a card that a bank took goes back when nobody came in with any ticket', async () => {
  const taken = async (comesIn: boolean, begin: () => Promise<{ id: string }>) => {
    const { id } = await begin();
    if (comesIn) await letIn(id, (await organiser.validTickets(id))[0] ?? '');
    const [first] = await cardsOf(id);
    expect(await chargeBack(id, first?.amount ?? 0)).toBe('booked');
    return (await rowsOf(id)).map(({ way, amount, reference }) => [way, amount, reference === first?.reference]);
  };
  const withBalanceBeside = async () => {
    await withBalance(TICKET_TOTAL);
    return bought({ fromBalance: TICKET_TOTAL });
  };
  expect(await taken(false, withBalanceBeside)).toEqual([
    ['chargeback', TICKET_TOTAL, true],
    ['balance', TICKET_TOTAL, true],
  ]);
  expect(await taken(true, withBalanceBeside)).toEqual([['chargeback', TICKET_TOTAL, true]]);
  expect(await taken(false, () => onTwoCards(TICKET_TOTAL, 3))).toEqual([
    ['chargeback', TICKET_TOTAL, true],
    ['provider', 2 * TICKET_TOTAL, false],
  ]);
  expect(await taken(true, () => onTwoCards(TICKET_TOTAL, 3))).toEqual([['chargeback', TICKET_TOTAL, true]]);
});
