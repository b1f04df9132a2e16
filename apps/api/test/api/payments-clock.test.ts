import { afterAll, beforeEach, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, buyer, gateway, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});
beforeEach(() => {
  gateway.state.refundsFail = false;
});

/** How often the worker asks the gateway in the run of this minute. */
async function asked(): Promise<number> {
  const before = gateway.state.queries;
  await reconcilePayments(app.sale);
  return gateway.state.queries - before;
}
const referenceOf = async (id: string) => String((await db`select reference from attempt where purchase_id = ${id}`)[0]?.reference);
const attemptsOf = async (id: string) =>
  (await db<{ state: string }[]>`select state from attempt where purchase_id = ${id} order by started_at`).map(({ state }) => state);

test('a payment in doubt is queried soon at first, then after half of its age again, and at least every ten minutes', async () => {
  const { id, total } = await aPurchase();
  // The gateway answers another amount, and always will.
  gateway.state.next.push('wrong-amount');
  await buyer.pay({ id, total });
  const after = async (minutes: number) => {
    await letMinutesPass(db, id, minutes);
    return asked();
  };
  expect(await asked()).toBe(0);
  expect(await after(0.1)).toBe(1);
  expect(await asked()).toBe(0);
  expect(await after(4)).toBe(1);
  expect(await after(1.8)).toBe(0);
  expect(await after(0.4)).toBe(1);
  expect(await after(120)).toBe(1);
  expect(await after(9)).toBe(0);
  expect(await after(1.1)).toBe(1);
});

test('a payment has a settlement time once it was made or given up, and none while it is in doubt', async () => {
  const settled = async (id: string) =>
    (
      await db<{ minutes: number | null }[]>`
        select round(extract(epoch from clock_timestamp() - settled_at) / 60)::float8 as minutes from attempt where purchase_id = ${id}`
    )[0]?.minutes;
  const [lost, never] = [await aPurchase(), await aPurchase()];
  gateway.state.next.push('lost', 'never-arrived');
  for (const purchase of [lost, never]) {
    await buyer.pay(purchase);
    expect(await settled(purchase.id)).toBeNull();
    await letMinutesPass(db, purchase.id, 4);
  }
  await asked();
  expect([await settled(lost.id), await settled(never.id)]).toEqual([0, 0]);
  await letMinutesPass(db, never.id, 61);
  gateway.payments.push({
    ...(gateway.payments.at(-1) as (typeof gateway.payments)[number]),
    id: 999,
    site_transaction_id: await referenceOf(never.id),
  });
  await asked();
  expect(await attemptsOf(never.id)).toEqual(['reversed']);
  expect(await settled(never.id)).toBe(61);
});

test('a payment that was given up is queried once more after an hour, and then never again', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('never-arrived');
  await buyer.pay({ id, total });
  await letMinutesPass(db, id, 4);
  expect(await asked()).toBe(1);
  expect(await attemptsOf(id)).toEqual(['cancelled']);
  expect(await asked()).toBe(0);
  await letMinutesPass(db, id, 58);
  expect(await asked()).toBe(0);
  await letMinutesPass(db, id, 3);
  expect(await asked()).toBe(1);
  await letMinutesPass(db, id, 24 * 60);
  expect(await asked()).toBe(0);
  expect(await attemptsOf(id)).toEqual(['cancelled']);
});

test.each([
  ['approved', 'approve'],
  ['declined', 'decline'],
] as const)('a payment that was %s is not asked about any more that day', async (state, behaviour) => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('review');
  await buyer.pay({ id, total });
  const payment = gateway.payments.at(-1);
  if (payment) payment.status = behaviour === 'approve' ? 'approved' : 'rejected';
  await letMinutesPass(db, id, 1);
  expect(await asked()).toBe(1);
  expect(await attemptsOf(id)).toEqual([state]);
  await letMinutesPass(db, id, 19 * 60);
  expect(await asked()).toBe(0);
});

test('of several payments of a purchase the buyer sees the outcome of the last one', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('decline', 'refuse', 'decline');
  await buyer.pay({ id, total });
  await buyer.pay({ id, total }, { lastFour: '1111' });
  expect(await buyer.confirm(id)).toMatchObject({ data: { outcome: 'declined', lastFour: '1111' } });
  const { triesLeft = 0 } = answerOf(await buyer.confirm(id));
  await buyer.pay({ id, total }, { lastFour: '2222' });
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ triesLeft: triesLeft - 1, lastFour: '2222' });
  await buyer.pay({ id, total }, { lastFour: '3333' });
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ outcome: 'approved', lastFour: '3333' });
});

test('after a declined card the outcome of the next one is queried too', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('decline', 'lost');
  await buyer.pay({ id, total });
  await buyer.pay({ id, total });
  expect(await buyer.confirm(id)).toMatchObject({ data: { outcome: 'approved' } });
});

test('a refund under way is shown rather than a later decline', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('lost', 'decline');
  await buyer.pay({ id, total });
  const forgotten = gateway.payments.splice(0);
  await letMinutesPass(db, id, 4);
  await asked();
  expect(await buyer.pay({ id, total }, { lastFour: '1111' })).toMatchObject({ data: { outcome: 'declined' } });
  gateway.payments.push(...forgotten);
  gateway.state.refundsFail = true;
  await letMinutesPass(db, id, 61);
  await asked();
  expect(await attemptsOf(id)).toEqual(['returning', 'declined']);
  expect(await buyer.confirm(id)).toMatchObject({ data: { outcome: 'late', lastFour: '4905' } });
  gateway.state.refundsFail = false;
  await letMinutesPass(db, id, 11);
  await asked();
  expect(await attemptsOf(id)).toEqual(['reversed', 'declined']);
});

test('a decline gives time back once: not while there is enough, three minutes near the end, and nothing after that', async () => {
  const purchase = await aPurchase();
  const minutesLeft = async () => {
    const [row] = await db<{ minutes: number; held: number }[]>`
      select extract(epoch from deadline - clock_timestamp())::float8 / 60 as minutes,
             (select extract(epoch from min(held_until) - deadline)::float8 from place where purchase_id = purchase.id) as held
        from purchase where id = ${purchase.id}`;
    return row;
  };
  const declined = async () => {
    gateway.state.next.push('decline');
    await buyer.pay(purchase);
    return minutesLeft();
  };
  const near = (minutes: number) => ({ minutes: expect.closeTo(minutes, 0.5), held: expect.closeTo(5, 2) });
  expect(await declined()).toEqual(near(11));
  await letMinutesPass(db, purchase.id, 10);
  expect(await declined()).toEqual(near(3));
  await letMinutesPass(db, purchase.id, 2);
  expect(await declined()).toEqual(near(1));
});
