import { afterAll, expect, test } from 'vitest';
import { issueTickets, readOrder, readOrders } from '../../src/orders/index.ts';
import { findOrderIds } from '../../src/sale/queries-purchases.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';

const { db, close } = await freshDatabase();
const { buyer, gateway, purchase: aPurchase, stranger, sale, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

const ticketsOf = (purchaseId: string) =>
  db<{ placeId: number; state: string }[]>`
    select place_id as "placeId", state from ticket where purchase_id = ${purchaseId} order by place_id`;
const mailsFor = async (purchaseId: string) =>
  (await db`select from graphile_worker._private_jobs where payload ->> 'purchaseId' = ${purchaseId}`).length;

test('a paid purchase has a ticket for each of its places, and one job that mails them', async () => {
  const purchase = await aPurchase({ seats: 3 });
  await buyer.pay(purchase);
  expect(await ticketsOf(purchase.id)).toEqual(purchase.placeIds.map((placeId) => ({ placeId, state: 'valid' })));
  expect(await mailsFor(purchase.id)).toBe(1);
});

test('a repeated click and a later query bring no second ticket and no second mail', async () => {
  const purchase = await aPurchase();
  await Promise.all([buyer.pay(purchase, { key: 'the-same-click' }), buyer.pay(purchase, { key: 'the-same-click' })]);
  await buyer.confirm(purchase.id);
  expect(await ticketsOf(purchase.id)).toHaveLength(2);
  expect(await mailsFor(purchase.id)).toBe(1);
});

test('a declined payment leaves neither ticket nor mail', async () => {
  gateway.state.next = ['decline'];
  const purchase = await aPurchase();
  await buyer.pay(purchase);
  expect(await ticketsOf(purchase.id)).toEqual([]);
  expect(await mailsFor(purchase.id)).toBe(0);
});

test('the database refuses a second valid ticket for a place', async () => {
  const purchase = await aPurchase({ seats: 1 });
  await buyer.pay(purchase);
  const [placeId = 0] = purchase.placeIds;
  const again = db.begin((tx) => issueTickets(tx, [{ purchaseId: purchase.id, performanceId: sale.performanceId, placeId }]));
  await expect(again).rejects.toMatchObject({ code: '23505' });
});

test('an order has what was bought, the price, and how it was paid', async () => {
  const purchase = await aPurchase();
  await buyer.pay(purchase);
  expect(await readOrder(db, purchase.id)).toMatchObject({
    id: purchase.id,
    customerId: buyer.customerId,
    channel: 'online',
    totals: { total: purchase.total },
    delivery: { kind: 'eticket' },
    payment: { brand: 'visa', lastFour: '4905', instalments: 1 },
    performances: [{ id: sale.performanceId, showName: 'Hamlet', venueAddress: 'Corrientes 1234, Buenos Aires' }],
    tickets: purchase.placeIds.map((placeId) => ({
      placeId,
      state: 'valid',
      sectorName: 'Platea',
      row: String(Math.floor(placeId / 10) + 1),
      seat: String((placeId % 10) + 1),
      priceTypeName: 'General',
      final: purchase.total / 2,
    })),
  });
});

test('an order that the second card paid shows only that card', async () => {
  gateway.state.next = ['decline'];
  const purchase = await aPurchase();
  await buyer.pay(purchase, { lastFour: '1111' });
  await buyer.pay(purchase, { lastFour: '2222' });
  expect(await readOrder(db, purchase.id)).toMatchObject({ payment: { lastFour: '2222' } });
});

test('of several orders each has its own tickets, performances and buyer, in the order in which they were requested', async () => {
  const mine = await aPurchase();
  const other = await stranger();
  const theirs = await aPurchase({ seats: 1, customerId: other.customerId });
  const open = await aPurchase();
  await buyer.pay(mine);
  await other.pay(theirs);
  const orders = await readOrders(db, [theirs.id, open.id, mine.id]);
  expect(orders.map(({ id, customerId, tickets }) => [id, customerId, tickets.map(({ placeId }) => placeId)])).toEqual([
    [theirs.id, other.customerId, theirs.placeIds],
    [mine.id, buyer.customerId, mine.placeIds],
  ]);
  expect(orders.map(({ performances }) => performances.map(({ id }) => id))).toEqual([[sale.performanceId], [sale.performanceId]]);
  const emailOf = async (id: string) => (await db`select email from customer where id = ${id}`)[0]?.email;
  expect(orders.map((order) => order.buyer?.email)).toEqual([await emailOf(other.customerId), await emailOf(buyer.customerId)]);
});

test('a performance’s address is printed as far as it is known', async () => {
  const purchase = await aPurchase({ seats: 1 });
  await buyer.pay(purchase);
  const addressOf = async (address: string, city: string) => {
    await db`update venue set address = ${address}, city = ${city}`;
    return (await readOrder(db, purchase.id))?.performances[0]?.venueAddress;
  };
  expect([await addressOf('', 'Rosario'), await addressOf('Oroño 1', ''), await addressOf('', '')]).toEqual(['Rosario', 'Oroño 1', null]);
  await addressOf('Corrientes 1234', 'Buenos Aires');
});

test('the list of orders starts with the newest, is no longer than requested, and has its customer’s orders only', async () => {
  const other = await stranger();
  const ids: string[] = [];
  for (const startedMinutesAgo of [3, 1, 2]) {
    const purchase = await aPurchase({ seats: 1, customerId: other.customerId, startedMinutesAgo });
    await other.pay(purchase);
    ids.push(purchase.id);
  }
  await aPurchase({ customerId: other.customerId });
  const [oldest, newest, middle] = ids;
  // Read in the order in which the rows lie in the table, not by an index that happens to have the same order.
  const listed = (most: number) =>
    db.begin(async (tx) => {
      await tx`select set_config(name, setting, true)
                 from (values ('enable_seqscan', 'on'), ('enable_indexscan', 'off'), ('enable_bitmapscan', 'off')) as given (name, setting)`;
      return (await findOrderIds(tx as never, { customerId: other.customerId, channel: 'online' }, most)).map(({ id }) => id);
    });
  for (const id of [oldest, newest, middle]) await db`update purchase set channel = channel where id = ${id ?? ''}`;
  expect(await listed(50)).toEqual([newest, middle, oldest]);
  expect(await listed(2)).toEqual([newest, middle]);
});

test('an unpaid purchase is no order', async () => {
  const { id } = await aPurchase();
  expect(await readOrder(db, id)).toBeUndefined();
});
