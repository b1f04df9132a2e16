import { afterAll, expect, test } from 'vitest';
import { issueTickets, readOrder } from '../../src/orders/index.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';

const { db, close } = await freshDatabase();
const { buyer, gateway, purchase: aPurchase, sale, close: closeCheckout } = await aCheckout(db);
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

test('a click that is repeated, and whoever asks again, bring no second ticket and no second mail', async () => {
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

test('the database refuses a second valid ticket for a place, whoever asks', async () => {
  const purchase = await aPurchase({ seats: 1 });
  await buyer.pay(purchase);
  const [placeId = 0] = purchase.placeIds;
  const again = db.begin((tx) => issueTickets(tx, [{ purchaseId: purchase.id, performanceId: sale.performanceId, placeId }]));
  await expect(again).rejects.toMatchObject({ code: '23505' });
});

test('an order says what was bought, for how much, and with what it was paid', async () => {
  const purchase = await aPurchase();
  await buyer.pay(purchase);
  expect(await readOrder(db, purchase.id)).toMatchObject({
    id: purchase.id,
    customerId: buyer.customerId,
    channel: 'online',
    totals: { total: purchase.total },
    delivery: { kind: 'eticket' },
    payment: { brand: 'visa', lastFour: '4905', instalments: 3 },
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

test('what is not paid is no order', async () => {
  const { id } = await aPurchase();
  expect(await readOrder(db, id)).toBeUndefined();
});
