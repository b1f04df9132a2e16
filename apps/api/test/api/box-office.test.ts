import { getTicketsFile, listCounterPerformances, recordPrint, takePlaces, takeQuantities } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readOrder } from '../../src/orders/index.ts';
import { cancelPurchase } from '../../src/sale/claim/release-places.ts';
import { releaseOlderSales } from '../../src/sale/counter.ts';
import { findOlderSales, setCounter } from '../../src/sale/queries-purchases.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { havePurchase, stageOf, ticketsOf } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const { app, buyer, card, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 40 }]);
const counter = await aCounter(db, app);
// Another process, with its own batches and its own snapshot, and the same clerk there.
const another = await customersApp(db, { payments: [card] });
const counterThere = counterAt(another, counter.token);
afterAll(async () => {
  await another.close();
  await closeCheckout();
  await close();
});

/** The show's charges are the shop's: a counter asks for the face value. */
const FACE = 1_000_000;
const CASH = 2;
/** The factory's own purchases have the seats before. */
let next = 100;

/** A sale at the counter of seats that were never taken. */
async function aSale({ seats = 2, by = counter }: { seats?: number; by?: Pick<typeof counter, 'take'> } = {}) {
  const placeIds = Array.from({ length: seats }, () => next++);
  const { purchase } = answerOf(await by.take(sale, placeIds));
  return { id: purchase.id, placeIds, total: seats * FACE };
}
const openAt = async (customerId: string) =>
  (await db<{ id: string }[]>`select id from purchase where customer_id = ${customerId} and stage = 'open'`).map(({ id }) => id);
const attemptsOf = (id: string) => db`select from attempt where purchase_id = ${id}`;

beforeEach(() => {
  gateway.charges.length = 0;
});

test('a counter sells two seats for cash at its own prices: places, tickets, drawer; no gateway, no mail (C-09)', async () => {
  const purchase = await aSale();
  const sold = answerOf(await counter.sell(purchase, { holder: 'Elena Ruiz' }));
  expect(sold).toMatchObject({
    outcome: 'approved',
    amount: 2_000_000,
    instalments: 1,
    orderId: purchase.id,
    purchase: { stage: 'paid', type: 'box', paymentMethodId: CASH },
  });
  expect(sold.brand).toBeUndefined();
  expect(await ticketsOf(db, purchase.id)).toEqual(purchase.placeIds);
  expect(answerOf(await counter.order(purchase.id))).toMatchObject({ state: 'paid', paymentKind: 'cash' });
  const balances = await balancesOf(db, purchase.id);
  expect(Object.fromEntries(balances.map(({ account, balance }) => [account, balance]))).toEqual({
    cash_drawer: 2_000_000,
    tickets: -2_000_000,
  });
  expect(gateway.charges).toEqual([]);
  expect(await db`select from graphile_worker._private_jobs where payload ->> 'purchaseId' = ${purchase.id}`).toHaveLength(0);
  expect(await readOrder(db, purchase.id)).toMatchObject({
    channel: 'box_office',
    holder: 'Elena Ruiz',
    delivery: null,
    payment: { brand: null, lastFour: null, instalments: 1 },
  });
});

test('a counter is told of a name that the roll cannot print, and sells nothing until it is another', async () => {
  const purchase = await aSale();
  expect(await counter.sell(purchase, { holder: 'Ana 🎭' })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cTitular', reason: 'unprintable' }] },
  });
  expect(await stageOf(db, purchase.id)).toBe('open');
  answerOf(await counter.sell(purchase, { holder: 'Αλέξανδρος' }));
});

test('a counter prints the tickets it sold on a roll, and no other account can (C-09)', async () => {
  const purchase = await aSale();
  await counter.sell(purchase);
  answerOf(await counter.call(recordPrint, { params: { orderId: purchase.id }, body: {} }));
  const print = (token: string) =>
    app.inject({ url: `/v2/Operacion/${purchase.id}/Entradas/80mm`, headers: { authorization: `Bearer ${token}` } });
  const printed = await print(counter.token);
  expect(printed.headers['content-type']).toMatch(/^application\/pdf/);
  expect(printed.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const other = await aCounter(db, app);
  expect(await other.call(getTicketsFile, { params: { orderId: purchase.id, format: 'receipt' }, query: {} })).toMatchObject({
    failure: 'not_found',
  });
});

test('only staff sell at a counter: customers are refused the process type, cash and its payment method', async () => {
  const { performanceId } = sale;
  expect(await buyer.call(takePlaces, { body: { performanceId, placeIds: [next++], type: 'box' } })).toMatchObject({
    failure: 'not_for_you',
  });
  expect(await buyer.call(takeQuantities, { body: { performanceId, quantities: [{ quantity: 1 }], type: 'box' } })).toMatchObject({
    failure: 'not_for_you',
  });
  const online = await aPurchase();
  expect(await counterAt(app, buyer.token).sell(online)).toMatchObject({ failure: 'not_for_you' });
  expect(await buyer.selectMethod(online.id, CASH)).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(await buyer.pay(online, { paymentMethodId: CASH })).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(answerOf(await buyer.paymentMethods(online.id)).items).toMatchObject([{ kind: 'card' }]);
  expect(await stageOf(db, online.id)).toBe('open');
  expect(await attemptsOf(online.id)).toHaveLength(0);
});

test('a counter is offered cash and its card terminal, and a card of the shop is refused there', async () => {
  const purchase = await aSale();
  expect(answerOf(await counter.paymentMethods(purchase.id)).items).toMatchObject([
    { id: CASH, kind: 'cash', name: 'Efectivo' },
    { kind: 'terminal', name: 'Terminal de tarjetas', brands: expect.arrayContaining(['visa']) },
  ]);
  expect(await counter.selectMethod(purchase.id, 1)).toMatchObject({
    failure: 'payment_method_unavailable',
  });
  expect(await counter.selectMethod(purchase.id, CASH)).toMatchObject({ status: 'ok' });
  expect(await counter.preValidate(purchase.id)).toMatchObject({ status: 'ok' });
});

test('a clerk sees and sells only what is their own', async () => {
  const purchase = await aSale();
  const other = await aCounter(db, app);
  expect(await other.purchase(purchase.id)).toMatchObject({ failure: 'not_found' });
  expect(await other.paymentMethods(purchase.id)).toMatchObject({ failure: 'not_found' });
  expect(await other.sell(purchase)).toMatchObject({ failure: 'not_found' });
  await other.take(sale, [next++]);
  expect(await stageOf(db, purchase.id)).toBe('open');
});

test('a double click sells once, and both clicks get the same answer', async () => {
  const purchase = await aSale();
  const clicks = await Promise.all([1, 2, 3].map(() => counter.sell(purchase, { key: 'the-same-click' })));
  for (const outcome of clicks) expect(answerOf(outcome)).toMatchObject({ outcome: 'approved', orderId: purchase.id });
  expect(await attemptsOf(purchase.id)).toHaveLength(1);
  expect(await ticketsOf(db, purchase.id)).toEqual(purchase.placeIds);
});

test('two tabs that take the money of one sale at once, on two processes, take it once', async () => {
  const purchase = await aSale();
  const tabs = await Promise.all([counter.sell(purchase), counterThere.sell(purchase)]);
  expect(tabs.map(resultOf).sort()).toEqual(['ok', 'purchase_over']);
  expect(await attemptsOf(purchase.id)).toHaveLength(1);
});

test('without terms or key, with another amount, or after its time nothing is sold', async () => {
  const purchase = await aSale();
  expect(await counter.sell(purchase, { acceptsTerms: false })).toMatchObject({ failure: 'terms_not_accepted' });
  expect(await counter.sell({ ...purchase, total: purchase.total + 100 })).toMatchObject({
    failure: 'total_changed',
    data: { purchase: { totals: { total: 2_000_000 } } },
  });
  expect(await counter.sell(purchase, { key: null })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'idempotency-key' }] },
  });
  await db`update purchase set deadline = now() - interval '1 second' where id = ${purchase.id}`;
  expect(await counter.sell(purchase)).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
  expect(await attemptsOf(purchase.id)).toHaveLength(0);
});

test('a sale that lost a place is refused with that place, and nothing is booked', async () => {
  const purchase = await aSale();
  const [lost = 0] = purchase.placeIds;
  await db`update place set purchase_id = 'somebody' where performance_id = ${sale.performanceId} and place_id = ${lost}`;
  expect(await counter.sell(purchase)).toMatchObject({
    failure: 'places_lost',
    data: { performances: [{ performanceId: sale.performanceId, placeIds: [lost] }] },
  });
  expect(await stageOf(db, purchase.id)).toBe('open');
  expect(await balancesOf(db, purchase.id)).toEqual([]);
});

test('a new sale cancels the one that its counter left unpaid, and no other (C-09)', async () => {
  const online = await aPurchase();
  const first = await aSale();
  const second = await aSale();
  expect(await stageOf(db, first.id)).toBe('cancelled');
  expect(await openAt(counter.customerId)).toEqual([second.id]);
  expect(await db`select from place where purchase_id = ${first.id}`).toHaveLength(0);
  expect(await stageOf(db, online.id)).toBe('open');
});

test('two counters that share an account do not cancel each other’s sales', async () => {
  const first = await aSale();
  const elsewhere = await counter.logInElsewhere();
  const second = await aSale({ by: elsewhere });
  expect((await openAt(counter.customerId)).sort()).toEqual([first.id, second.id].sort());
  const third = await aSale({ by: elsewhere });
  expect((await openAt(counter.customerId)).sort()).toEqual([first.id, third.id].sort());
  await elsewhere.sell(third);
});

test('a sale stays at the counter where it began, although its click is repeated at another one', async () => {
  const places = [next++];
  const began = await counter.take(sale, places, { key: 'one-click-twice' });
  const elsewhere = await counter.logInElsewhere();
  expect(await elsewhere.take(sale, places, { key: 'one-click-twice' })).toMatchObject({ status: 'ok' });
  const other = await aSale({ by: elsewhere });
  expect(await stageOf(db, answerOf(began).purchase.id)).toBe('open');
  await elsewhere.sell(other);
});

test('the counter of a sale is written once, and in no other purchase', async () => {
  const open = async (customerId: string, channel: 'box_office' | 'online') => {
    const id = await havePurchase(db, { sale, customerId, placeIds: [next++] });
    await db`update purchase set channel = ${channel} where id = ${id}`;
    return id;
  };
  const { customerId } = counter;
  const [own, beside, online] = [
    await open(customerId, 'box_office'),
    await open(customerId, 'box_office'),
    await open(customerId, 'online'),
  ];
  const foreign = await open(buyer.customerId, 'box_office');
  await setCounter(db, { purchaseId: own, customerId }, 'first');
  for (const purchaseId of [own, online, foreign]) await setCounter(db, { purchaseId, customerId }, 'second');
  const counters = await db<{ id: string; counter: string | null }[]>`
    select id, counter from purchase where id = any (${[own, beside, online, foreign]}::text[])`;
  expect(Object.fromEntries(counters.map((each) => [each.id, each.counter]))).toEqual({
    [own]: 'first',
    [beside]: null,
    [online]: null,
    [foreign]: null,
  });
  for (const id of [own, beside, online, foreign]) await cancelPurchase(app.sale, id);
});

test('a paid sale is not among the older unpaid ones of its counter', async () => {
  const paid = await aSale();
  await counter.sell(paid);
  await aSale();
  const counters = await db<{ counter: string }[]>`select counter from purchase where id = ${paid.id}`;
  expect(await findOlderSales(db, counters[0]?.counter ?? '')).toEqual([]);
});

test('a fault on the way to release an older sale is a fault, not a sale that was paid meanwhile', async () => {
  const older = await aSale();
  const newer = await aSale({ by: await counter.logInElsewhere() });
  const counters = await db<{ counter: string }[]>`select counter from purchase where id = ${older.id}`;
  await db`update purchase set counter = (select counter from purchase where id = ${older.id}) where id = ${newer.id}`;
  const lost = new Proxy(db, {
    get: (real, name) => (name === 'begin' ? () => Promise.reject(new Error('the connection was lost')) : Reflect.get(real, name)),
  });
  const own = { purchaseId: newer.id, customerId: counter.customerId, channel: 'box_office' as const };
  await expect(releaseOlderSales({ ...app.sale, db: lost }, own, counters[0]?.counter ?? '')).rejects.toThrow('the connection was lost');
  for (const { id } of [older, newer]) await cancelPurchase(app.sale, id);
});

test('places are added to the older of two open sales without cancelling it: only a new sale does that', async () => {
  const older = await aSale();
  const newer = await aSale({ by: await counter.logInElsewhere() });
  await db`update purchase set counter = (select counter from purchase where id = ${older.id}) where id = ${newer.id}`;
  expect(await counter.takeMore(older.id, sale, [next++])).toMatchObject({ status: 'ok' });
  expect((await openAt(counter.customerId)).sort()).toEqual([older.id, newer.id].sort());
  for (const { id } of [older, newer]) await cancelPurchase(app.sale, id);
});

test('a new sale whose places are gone leaves the old one as it is', async () => {
  const first = await aSale();
  const other = await aCounter(db, app);
  const { placeIds } = await aSale({ by: other });
  expect(await counter.take(sale, placeIds)).toMatchObject({ failure: 'places_taken' });
  expect(await openAt(counter.customerId)).toEqual([first.id]);
});

test('a counter sells one after the other, as many as there are people in line', async () => {
  for (let sold = 0; sold < 5; sold++) expect(await counter.sell(await aSale({ seats: 1 }))).toMatchObject({ status: 'ok' });
});

test('tabs of a counter that start sales at once, on two processes, leave exactly one', async () => {
  for (let round = 0; round < 8; round++) {
    const tabs = await Promise.all([0, 1, 2, 3].map((turn) => (turn % 2 ? counterThere : counter).take(sale, [next++])));
    const open = await openAt(counter.customerId);
    expect(open).toHaveLength(1);
    const started = tabs.flatMap((tab) => (tab.status === 'ok' ? tab.data.purchase.id : []));
    expect(started).toContain(open[0]);
    expect(
      await db`select from place join purchase on purchase.id = purchase_id where customer_id = ${counter.customerId} and state = 'held'`,
    ).toHaveLength(1);
    for (const tab of tabs) if (tab.status !== 'ok') expect(tab).toMatchObject({ failure: 'purchase_over' });
  }
});

test('a new sale that starts while the old one is being paid never undoes its payment', async () => {
  for (let round = 0; round < 6; round++) {
    const purchase = await aSale({ seats: 1 });
    const [paid, started] = await Promise.all([counter.sell(purchase), counterThere.take(sale, [next++])]);
    expect(started.status).toBe('ok');
    const stage = await stageOf(db, purchase.id);
    expect(stage).toBe(paid.status === 'ok' ? 'paid' : 'cancelled');
    expect(await ticketsOf(db, purchase.id)).toHaveLength(paid.status === 'ok' ? 1 : 0);
    if (paid.status !== 'ok') expect(paid).toMatchObject({ failure: 'purchase_over', data: { stage: 'cancelled' } });
  }
});

test('a counter lists the performances to come, the next one first; other roles are refused the list', async () => {
  const { items } = await counter.ok(listCounterPerformances, {});
  expect(items).toMatchObject([{ id: sale.performanceId, showName: 'Hamlet', venueName: 'Teatro', state: 'on_sale' }]);
  expect(await buyer.call(listCounterPerformances, {})).toMatchObject({ failure: 'not_for_you' });
});
