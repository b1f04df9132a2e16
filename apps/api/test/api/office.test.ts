import { listOfficePerformances } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { letMinutesPass } from '../factories/time.ts';

const database = await freshDatabase();
const { db } = database;
const checkout = await aCheckout(db, undefined, [
  { rows: 100 },
  { startsAt: inDays(-3) },
  { startsAt: inDays(-31) },
  { startsAt: inDays(9) },
]);
const { sale, buyer } = checkout;
const app = await customersApp(db, { answersFreshMs: 0 });
afterAll(async () => {
  await app.close();
  await checkout.close();
  await database.close();
});

async function withRole(role: string) {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = ${role} where email = ${email}`;
  return token;
}
const organiser = await withRole('organiser');
const list = (token?: string) => clientOf(app, { token }).call(listOfficePerformances, {});
const performance = async () => {
  const found = answerOf(await list(organiser)).items.find(({ id }) => id === sale.performanceId);
  if (!found) throw new Error('the performance is not listed');
  return found;
};
const counts = async () => {
  const { held, sold, soldLastHour, tickets, serviceCharge } = await performance();
  return { held, sold, soldLastHour, tickets, serviceCharge };
};
const nothing = { held: 0, sold: 0, soldLastHour: 0, tickets: 0, serviceCharge: 0 };

/** The money of a purchase's tickets goes back, and with it the right to enter. */
const refund = (purchaseId: string) =>
  db.begin(async (tx) => {
    const id = 'r'.repeat(22);
    await tx`update ticket set state = 'void' where purchase_id = ${purchaseId}`;
    await tx`insert into ledger_transaction (purchase_id, id, reference, kind)
             select purchase_id, ${id}, reference, 'late_return' from ledger_transaction where purchase_id = ${purchaseId}`;
    await tx`insert into ledger_entry (purchase_id, transaction_id, position, account, performance_id, amount, currency)
             select purchase_id, ${id}, position, account, performance_id, -amount, currency from ledger_entry where purchase_id = ${purchaseId}`;
  });

test('only organisers see the office: a customer and the box office are refused, and without a session it is 401', async () => {
  expect(await list()).toEqual({ status: 'unauthorised', httpStatus: 401 });
  for (const role of ['customer', 'box-office']) {
    expect(await list(await withRole(role))).toMatchObject({ failure: 'not_for_you', data: {} });
  }
  expect(await list(organiser)).toMatchObject({ status: 'ok' });
});

test('an organiser sees which shows have a rule of their own for the places of refunded tickets', async () => {
  expect(await performance()).not.toHaveProperty('refundedPlacesSoldAgain');
  await db`update show set refunded_places_sold_again = false where id = (select show_id from performance where id = ${sale.performanceId})`;
  expect(await performance()).toMatchObject({ refundedPlacesSoldAgain: false });
  await db`update show set refunded_places_sold_again = null`;
});

test('the office lists the performances to come and those of the last 30 days, by time', async () => {
  const { items } = answerOf(await list(organiser));
  expect(items.map(({ state, places }) => [state, places])).toEqual([
    ['over', 40],
    ['on_sale', 1000],
    ['on_sale', 40],
  ]);
  expect(items[1]).toMatchObject({
    showName: 'Hamlet',
    venueName: 'Teatro',
    timeZone: 'America/Argentina/Buenos_Aires',
    startsAt: expect.any(Number),
  });
});

test('places without a price are not for sale and not counted', async () => {
  await db`update price_level set category = 'another' where performance_id = ${sale.performanceId}`;
  expect(await performance()).toMatchObject({ places: 0 });
  await db`update price_level set category = 'platea' where performance_id = ${sale.performanceId}`;
  expect(await performance()).toMatchObject({ places: 1000 });
});

test('a hold counts at once, and no longer once it has expired, swept or not', async () => {
  expect(await counts()).toEqual(nothing);
  const { id } = await checkout.purchase({ seats: 3 });
  expect(await counts()).toEqual({ ...nothing, held: 3 });
  await letMinutesPass(db, id, 11);
  expect(await counts()).toEqual({ ...nothing, held: 3 });
  await letMinutesPass(db, id, 1);
  expect(await counts()).toEqual(nothing);
});

test('a sale is counted with its money right after it, and a refund takes both away again', async () => {
  const purchase = await checkout.purchase({ seats: 2 });
  expect(await buyer.pay(purchase)).toMatchObject({ status: 'ok' });
  const sold = { held: 0, sold: 2, soldLastHour: 2, tickets: 2_000_000, serviceCharge: 200_000 };
  expect(await counts()).toEqual(sold);
  const trend = (await performance()).trend;
  expect(trend).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);

  const another = await checkout.purchase({ seats: 1 });
  await buyer.pay(another);
  await db`update ticket set issued_at = clock_timestamp() - interval '47 minutes' where purchase_id = ${another.id}`;
  expect(await counts()).toMatchObject({ sold: 3, soldLastHour: 3 });
  expect((await performance()).trend).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  await db`update ticket set issued_at = clock_timestamp() - interval '61 minutes' where purchase_id = ${another.id}`;
  expect(await counts()).toMatchObject({ sold: 3, soldLastHour: 2 });

  await refund(another.id);
  expect(await counts()).toEqual(sold);
});

test('a declined card sells nothing', async () => {
  const before = await counts();
  checkout.gateway.state.next.push('decline');
  await buyer.pay(await checkout.purchase({ seats: 1 }));
  expect(await counts()).toMatchObject({ sold: before.sold, tickets: before.tickets });
});

test('the totals are the sum of the performances', async () => {
  const { items, totals } = answerOf(await list(organiser));
  for (const name of ['places', 'held', 'sold', 'soldLastHour', 'tickets', 'serviceCharge'] as const) {
    expect(totals[name]).toBe(items.reduce((sum, each) => sum + each[name], 0));
  }
  expect(totals.sold).toBeGreaterThan(0);
});

test('the answer is made once for all organisers, compressed, and never cached on the way', async () => {
  const many = await customersApp(db);
  const ask = (token: string) =>
    many.inject({ url: '/v2/Oficina/Funciones', headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' } });
  const [first, second] = [await ask(organiser), await ask(organiser)];
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'br', 'x-content-type-options': 'nosniff' });
  expect((await ask(await withRole('customer'))).json()).toMatchObject({ nCode: 403, cError: 'not_for_you' });
  expect((await ask('no-session')).statusCode).toBe(401);
  await many.close();
});

test('a payment whose amount differs at the gateway, and one that stays unknown for long, are listed with their reference', async () => {
  const doubts = async () => answerOf(await list(organiser)).doubtfulPayments;
  expect(await doubts()).toEqual([]);
  const other = await checkout.purchase({ seats: 1 });
  checkout.gateway.state.next.push('wrong-amount');
  expect(await buyer.pay(other)).toMatchObject({ data: { outcome: 'unknown' } });
  const silent = await checkout.purchase({ seats: 1, startedMinutesAgo: 0.5 });
  checkout.gateway.state.next.push('down');
  await buyer.pay(silent);
  const referenceOf = async (id: string) => (await db`select reference from attempt where purchase_id = ${id}`)[0]?.reference;
  const differs = { reference: await referenceOf(other.id), amount: 1_150_000, differs: true };
  expect(await doubts()).toMatchObject([differs]);
  await letMinutesPass(db, silent.id, 30);
  expect(await doubts()).toMatchObject([{ reference: await referenceOf(silent.id), differs: false }, differs]);
});
