import { getTicketsFile } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, answerRecorder } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{}, { startsAt: inDays(8) }, { startsAt: inDays(9) }]);
const { app, buyer, gateway, purchase: aPurchase, stranger, sale, sales, close: closeCheckout } = checkout;
afterAll(async () => {
  await closeCheckout();
  await close();
});

/** The order of a purchase, which has the purchase's id. */
const orderOf = async (id: string) => answerOf(await buyer.order(id));

async function aPaidPurchase(given?: Parameters<typeof aPurchase>[0]) {
  const purchase = await aPurchase(given);
  await buyer.pay(purchase);
  return purchase;
}

test('an order has a ticket for each place, with its sector, its seat and a number (EN-114, EN-115, EN-117)', async () => {
  const { id, placeIds } = await aPaidPurchase({ seats: 3 });
  const { tickets } = await orderOf(id);
  expect(tickets).toMatchObject(
    placeIds.map((placeId) => ({
      performanceId: sale.performanceId,
      sectorName: 'Platea',
      row: String(Math.floor(placeId / 10) + 1),
      seat: String((placeId % 10) + 1),
      priceTypeName: 'General',
      final: 1_150_000,
      state: 'valid',
    })),
  );
  const numbers = tickets.map(({ number }) => number);
  const codes = tickets.map(({ code }) => code);
  expect(new Set(numbers).size).toBe(3);
  expect(new Set(codes).size).toBe(3);
});

test('an order has its operation’s id, its state and the last four of its card (EN-112, EN-113, EN-130)', async () => {
  const { id } = await aPaidPurchase();
  expect(await orderOf(id)).toMatchObject({
    id,
    state: 'paid',
    lastFour: '4905',
    brand: 'visa',
    instalments: 1,
    holder: 'Julia Paredes',
    delivery: { kind: 'eticket' },
    performances: [{ id: sale.performanceId, venueAddress: 'Corrientes 1234, Buenos Aires' }],
  });
});

test('an order’s totals name tickets, anti-fraud QR and service charge (EN-124, EN-126, EN-127)', async () => {
  const { id } = await aPaidPurchase();
  const { totals } = await orderOf(id);
  expect(totals).toMatchObject({ tickets: 2_000_000, antiFraudQr: 100_000, serviceCharge: 200_000, total: 2_300_000 });
});

test('a delivery that costs something is a total of its own (EN-125)', async () => {
  await db`
    insert into delivery_type (id, kind, name, price, tax_class_id, position)
    select 7, 'eticket', 'Con custodia', 121000, id, 7 from tax_class where code = 'iva-21'`;
  const purchase = await aPurchase({ deliveryTypeId: 7 });
  await buyer.pay({ ...purchase, total: purchase.total + 121_000 });
  expect(await orderOf(purchase.id)).toMatchObject({
    totals: { delivery: 121_000, total: 2_421_000 },
    paid: 2_421_000,
    delivery: { name: 'Con custodia' },
  });
  await db`update delivery_type set active = false where id = 7`;
});

test('an order says what is still to come in, and what came in (EN-128, EN-129)', async () => {
  const paid = await aPaidPurchase();
  expect(await orderOf(paid.id)).toMatchObject({ pending: 0, paid: 2_300_000 });
  const pending = await aPurchase();
  gateway.state.next.push('down');
  await buyer.pay(pending);
  expect(await orderOf(pending.id)).toMatchObject({
    state: 'pending',
    pending: 2_300_000,
    paid: 0,
    tickets: [],
    performances: [{ id: sale.performanceId }],
  });
});

test('only its buyer finds an order, and an unpaid purchase is no order', async () => {
  const { id } = await aPaidPurchase();
  const other = await stranger();
  expect(await other.order(id)).toMatchObject({ failure: 'not_found' });
  expect(await other.call(getTicketsFile, { params: { orderId: id, format: 'a4' }, query: {} })).toMatchObject({ failure: 'not_found' });
  const open = await aPurchase();
  expect(await buyer.order(open.id)).toMatchObject({ failure: 'not_found' });
});

test('ticket codes are only in a single order: not in lists, and not of void tickets', async () => {
  const { id } = await aPaidPurchase();
  await db`update ticket set state = 'void' where purchase_id = ${id} and id = (select min(id) from ticket where purchase_id = ${id})`;
  const { record, text } = answerRecorder();
  const { items } = answerOf(await buyerAt(app, { token: buyer.token, record }).orders());
  expect(items.find((order) => order.id === id)?.tickets).toHaveLength(2);
  expect(text()).not.toContain('cCodigo');
  const states = (await orderOf(id)).tickets.map(({ state, code }) => [state, code !== undefined]);
  expect(states.sort()).toEqual([
    ['valid', true],
    ['void', false],
  ]);
});

test('tickets to be fetched at the box office have no code and no document', async () => {
  const { id } = await aPaidPurchase({ deliveryTypeId: 2 });
  const { record, text } = answerRecorder();
  const order = answerOf(await buyerAt(app, { token: buyer.token, record }).order(id));
  expect(order).toMatchObject({ delivery: { kind: 'box_office' }, tickets: [{ state: 'valid' }, { state: 'valid' }] });
  expect(text()).not.toContain('cCodigo');
  expect(await buyer.call(getTicketsFile, { params: { orderId: id, format: 'a4' }, query: {} })).toMatchObject({
    failure: 'tickets_at_box_office',
  });
});

test('an order of a counter bears the name that the buyer gave, never the clerk’s', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.takeBest(sale, 2)).purchase;
  answerOf(await clerk.sell({ id, total: 2_000_000 }, { holder: 'Rosa Vidal' }));
  expect(answerOf(await clerk.order(id)).holder).toBe('Rosa Vidal');
  await db`update purchase set holder = null where id = ${id}`;
  expect(answerOf(await clerk.order(id))).not.toHaveProperty('holder');
});

/** A database that keeps each statement sent to it. */
function counting(real: Db) {
  const asked = new Set<object>();
  const counted = new Proxy(real, {
    apply(target, self, given) {
      const query = Reflect.apply(target as never, self, given) as { handle?: () => unknown };
      const handle = query.handle?.bind(query);
      if (handle) query.handle = () => asked.add(query) && handle();
      return query;
    },
  });
  return { counted, asked };
}

test('the list of orders takes the same number of statements, however many there are', async () => {
  const { counted, asked } = counting(db);
  const other = await stranger();
  let next = 0;
  const statementsFor = async (orders: number) => {
    for (let count = 0; count < orders; count++) {
      const of = sales[count % sales.length] ?? sale;
      const id = await havePurchase(db, { sale: of, customerId: other.customerId, placeIds: [39 - next++] });
      await other.pay({ id, total: TICKET_TOTAL });
    }
    // A new process has no performance cards cached.
    const watched = await customersApp(counted);
    asked.clear();
    const { items } = answerOf(await buyerAt(watched, other).orders());
    const statements = asked.size;
    await watched.close();
    for (const { performances, tickets } of items) expect(performances.map(({ id }) => id)).toEqual([tickets[0]?.performanceId]);
    return { orders: items.length, statements };
  };
  const one = await statementsFor(1);
  const six = await statementsFor(5);
  expect([one.orders, six.orders]).toEqual([1, 6]);
  expect(one.statements).toBeGreaterThan(3);
  expect(six.statements).toBeLessThanOrEqual(one.statements);
});

const fileOf = (id: string, format: string) => buyer.file(`/v2/Operacion/${id}/Entradas/${format}`);

test.each(['a4', '80mm'])('the tickets are served as a PDF on %s, named after the show and its date', async (format) => {
  const { id } = await aPaidPurchase();
  const { statusCode, headers, rawPayload } = await fileOf(id, format);
  expect(statusCode).toBe(200);
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  const word = format === 'a4' ? 'entradas' : 'ticket';
  const { number } = await orderOf(id);
  expect(headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="${word}-hamlet-\\d{4}-\\d{2}-\\d{2}-${number}\\.pdf"$`),
  );
});

test('there is no PDF of an unpaid purchase, of void tickets, or in another format', async () => {
  const open = await aPurchase();
  const fileRequest = (orderId: string) => buyer.call(getTicketsFile, { params: { orderId, format: 'a4' }, query: {} });
  expect(await fileRequest(open.id)).toMatchObject({ failure: 'no_valid_tickets' });
  const back = await aPaidPurchase();
  await db`update ticket set state = 'void' where purchase_id = ${back.id}`;
  expect(await fileRequest(back.id)).toMatchObject({ failure: 'no_valid_tickets' });
  expect((await fileOf(back.id, 'a4')).headers).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
    'cache-control': 'no-store',
  });
  expect(await buyer.callRaw(getTicketsFile, { params: { idOperacion: back.id, cFormato: 'a5' }, query: {} })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cFormato', reason: 'invalid' }] },
  });
});
