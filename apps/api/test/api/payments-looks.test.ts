import { afterAll, expect, test } from 'vitest';
import { reconcilePayments, sendRefunds } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: 20 }]);
const { app, buyer, gateway } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});

const HOUR = 60;
const DAY = 24 * HOUR;

async function paid() {
  const purchase = await checkout.purchase();
  expect(answerOf(await buyer.pay(purchase)).outcome).toBe('approved');
  return purchase;
}

/** How often the gateway is asked when so much time has passed for a purchase. */
async function asksAfter(id: string, minutes: number): Promise<number> {
  const before = gateway.state.queries;
  await letMinutesPass(db, id, minutes);
  await reconcilePayments(app.sale);
  return gateway.state.queries - before;
}

/** As the gateway's people do on its pages; minor units. */
function giveBackThere(amount: number) {
  const payment = gateway.payments.at(-1);
  if (!payment) throw new Error('nothing was paid');
  payment.refunds.push({ id: 900_000 + payment.refunds.length, amount });
  payment.status = amount === payment.amount ? 'refunded' : 'approved_with_refund';
}

const refundsOf = async (id: string) => [
  ...(await db<{ way: string; state: string; amount: number }[]>`
    select way, state, amount::int from refund where purchase_id = ${id} order by started_at`),
];

test('a paid payment is looked at after a day, then at half of its age, at least every week, and after half a year no more', async () => {
  const { id } = await paid();
  expect(await asksAfter(id, 19 * HOUR)).toBe(0);
  expect(await asksAfter(id, 9 * HOUR)).toBe(1);
  expect(await asksAfter(id, 23 * HOUR)).toBe(0);
  expect(await asksAfter(id, 1 * HOUR)).toBe(1);
  expect(await asksAfter(id, 100 * DAY)).toBe(1);
  expect(await asksAfter(id, 6 * DAY)).toBe(0);
  expect(await asksAfter(id, 1 * DAY)).toBe(1);
  expect(await asksAfter(id, 80 * DAY)).toBe(1);
  expect(await asksAfter(id, 80 * DAY)).toBe(0);
});

test('what is under way is asked about before any paid payment', async () => {
  const many = [await paid(), await paid(), await paid()];
  gateway.state.next.push('review');
  const waiting = await checkout.purchase();
  await buyer.pay(waiting);
  for (const { id } of [...many, waiting]) await letMinutesPass(db, id, 2 * DAY);
  const asked: string[] = [];
  const provider = app.sale.payments.providers.get('payway');
  if (!provider) throw new Error('Payway is not configured');
  const ask: typeof provider.ask = (attempt) => {
    asked.push(attempt.reference);
    return provider.ask(attempt);
  };
  const providers = new Map([['payway', { ...provider, ask }]]);
  await reconcilePayments({ ...app.sale, payments: { ...app.sale.payments, providers } });
  const [first] = await db<{ purchaseId: string }[]>`select purchase_id as "purchaseId" from attempt where reference = ${asked[0] ?? ''}`;
  expect([first?.purchaseId, asked.length]).toEqual([waiting.id, many.length + 1]);
});

test('a part that the gateway gave back of itself is not taken for our refund: that one is done when its own money moved', async () => {
  const [purchase, neighbour] = [await paid(), await paid()];
  // The neighbour's is the newest: this one is the purchase's own.
  gateway.payments.push(...gateway.payments.splice(-2, 1));
  giveBackThere(TICKET_TOTAL);
  gateway.state.refundsFail = true;
  const { amount } = await organiser.refundSome(purchase.id, { count: 1 });
  expect(await refundsOf(purchase.id)).toEqual([
    { way: 'elsewhere', state: 'done', amount: TICKET_TOTAL },
    { way: 'provider', state: 'returning', amount },
  ]);
  gateway.state.refundsFail = false;
  const before = gateway.state.refunds;
  await letMinutesPass(db, purchase.id, 5);
  await sendRefunds(app.sale);
  expect(gateway.state.refunds - before).toBe(1);
  expect((await refundsOf(purchase.id)).map(({ state }) => state)).toEqual(['done', 'done']);
  expect((await balancesOf(db, purchase.id)).filter(({ account }) => account.startsWith('clearing'))).toEqual([]);
  expect([await refundsOf(neighbour.id), (await organiser.validTickets(neighbour.id)).length]).toEqual([[], 2]);
});

test('a refund that waits ends when the gateway has given everything back meanwhile, and the rest is the gateway’s own', async () => {
  const purchase = await paid();
  gateway.state.refundsFail = true;
  await organiser.refundSome(purchase.id, { count: 1 });
  gateway.state.refundsFail = false;
  giveBackThere(purchase.total);
  const before = gateway.state.refunds;
  await letMinutesPass(db, purchase.id, 2 * DAY);
  await sendRefunds(app.sale);
  await reconcilePayments(app.sale);
  expect(gateway.state.refunds).toBe(before);
  expect(await refundsOf(purchase.id)).toEqual([
    { way: 'provider', state: 'done', amount: TICKET_TOTAL },
    { way: 'elsewhere', state: 'done', amount: TICKET_TOTAL },
  ]);
  expect(await organiser.validTickets(purchase.id)).toEqual([]);
});

test('a second refund moves its own money, also while the gateway’s search does not know of the first', async () => {
  const purchase = await paid();
  await organiser.refundSome(purchase.id, { count: 1 });
  gateway.state.searchIsBehind = true;
  const before = gateway.state.refunds;
  await organiser.refundSome(purchase.id, { count: 1 });
  gateway.state.searchIsBehind = false;
  expect(gateway.state.refunds - before).toBe(1);
  expect((await refundsOf(purchase.id)).map(({ way, state }) => [way, state])).toEqual([
    ['provider', 'done'],
    ['provider', 'done'],
  ]);
});

test('the same told by the worker and by the office at once is booked once', async () => {
  const purchase = await paid();
  giveBackThere(purchase.total / 2);
  await letMinutesPass(db, purchase.id, 2 * DAY);
  await Promise.all([
    reconcilePayments(app.sale),
    reconcilePayments(app.sale),
    ...[1, 2, 3].map(() => organiser.refund(purchase.id, { ticketIds: [], amount: 0 })),
  ]);
  expect(await refundsOf(purchase.id)).toEqual([{ way: 'elsewhere', state: 'done', amount: purchase.total / 2 }]);
});

test('a brand whose rule keeps tickets keeps them when everything went back', async () => {
  const purchase = await paid();
  giveBackThere(purchase.total);
  await letMinutesPass(db, purchase.id, 2 * DAY);
  await reconcilePayments({ ...app.sale, refunds: { ...app.sale.refunds, givenBackVoidsTickets: false } });
  expect(await refundsOf(purchase.id)).toEqual([{ way: 'elsewhere', state: 'done', amount: purchase.total }]);
  expect((await organiser.validTickets(purchase.id)).length).toBe(2);
});
