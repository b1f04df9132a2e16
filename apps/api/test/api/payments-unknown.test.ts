import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { aBeginning } from '../factories/provider.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, buyer, card, gateway, purchase: aPurchase, sale, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});
beforeEach(() => {
  gateway.charges.length = 0;
  gateway.state.refundsFail = false;
});

const reconcile = () => reconcilePayments(app.sale);
const attemptOf = async (id: string) =>
  (
    await db<
      { state: string; reference: string }[]
    >`select state, reference from attempt where purchase_id = ${id} order by started_at desc`
  )[0];
const placesOf = async ({ placeIds }: { placeIds: readonly number[] }) =>
  (
    await db<{ state: string; owner: string | null }[]>`
      select state, purchase_id as owner from place where performance_id = ${sale.performanceId} and place_id = any (${[...placeIds]}::int[])`
  ).map(({ state, owner }) => `${state} ${owner}`);
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));

const passes = (id: string, minutes: number) => letMinutesPass(db, id, minutes);

/** Presses the button on a server that is killed before the gateway's answer has come back to it. */
async function payAndBeKilled(purchase: { id: string; total: number }, { charged }: { charged: boolean }) {
  const charge: typeof card.begin = async (request) => {
    if (charged) await card.begin(request);
    return new Promise(() => {});
  };
  const doomed = await customersApp(db, { payments: [{ ...card, begin: charge }] });
  void buyerAt(doomed, buyer).pay(purchase);
  await expect.poll(() => attemptOf(purchase.id)).toMatchObject({ state: 'started' });
  const reference = (await attemptOf(purchase.id))?.reference;
  const isCharged = () => gateway.payments.some((each) => each.site_transaction_id === reference && each.status === 'approved');
  if (charged) await expect.poll(isCharged).toBe(true);
}

test('a charge without an answer leaves the payment unknown and the places held; a later answer counts', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('silent');
  expect(await buyer.pay(purchase)).toMatchObject({ status: 'ok', data: { outcome: 'unknown', purchase: { stage: 'paying' } } });
  expect(await placesOf(purchase)).toEqual([`held ${purchase.id}`, `held ${purchase.id}`]);
  expect(await buyer.pay(purchase)).toMatchObject({ failure: 'purchase_paying' });
  expect(await buyer.confirm(purchase.id)).toMatchObject({ status: 'ok', data: { outcome: 'unknown' } });
  expect(await accountsOf(purchase.id)).toEqual({});
});

test.each(['lost', 'down'] as const)('after an answer that is %s the purchase is neither paid nor open', async (behaviour) => {
  const purchase = await aPurchase();
  gateway.state.next.push(behaviour);
  expect(await buyer.pay(purchase)).toMatchObject({ data: { outcome: 'unknown' } });
  expect(await stageOf(db, purchase.id)).toBe('paying');
});

test('an approval whose answer was lost is found by a query, and pays the purchase once (CA-078)', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('lost');
  await buyer.pay(purchase, { key: 'lost-answer' });
  const answers = await Promise.all([buyer.confirm(purchase.id), buyer.confirm(purchase.id)]);
  expect(answers.some((outcome) => answerOf(outcome).outcome === 'approved')).toBe(true);
  expect(await buyer.pay(purchase, { key: 'lost-answer' })).toMatchObject({
    data: { outcome: 'approved', purchase: { stage: 'paid' } },
  });
  expect(gateway.charges).toHaveLength(1);
  expect((await accountsOf(purchase.id))['clearing:payway']).toBe(purchase.total);
});

test('however often buyers ask, the gateway is queried once a second about a payment', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('silent');
  await buyer.pay(purchase);
  const before = gateway.state.queries;
  const began = performance.now();
  for (let asked = 0; asked < 10; asked++) await buyer.confirm(purchase.id);
  const secondsMore = Math.floor((performance.now() - began) / 1000);
  expect(gateway.state.queries - before).toBeGreaterThanOrEqual(1);
  expect(gateway.state.queries - before).toBeLessThanOrEqual(1 + secondsMore);
});

test('a payment under review is pending, and paid when the review approves it', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('review');
  expect(await buyer.pay(purchase)).toMatchObject({ data: { outcome: 'pending', purchase: { stage: 'paying' } } });
  const { reference } = (await attemptOf(purchase.id)) as { reference: string };
  const payment = gateway.payments.find((each) => each.site_transaction_id === reference);
  if (payment) payment.status = 'approved';
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'approved' } });
});

test('a payment that its gateway acknowledged and then does not find stays pending', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('review');
  await buyer.pay(purchase);
  const forgotten = gateway.payments.splice(0);
  await passes(purchase.id, 10);
  await reconcile();
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'pending' });
  gateway.payments.push(...forgotten);
});

test('an approval of another amount does not count', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('wrong-amount');
  expect(await buyer.pay(purchase)).toMatchObject({ data: { outcome: 'unknown' } });
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'unknown' } });
  expect(await placesOf(purchase)).toEqual([`held ${purchase.id}`, `held ${purchase.id}`]);
  const [event] = await db<{ facts: Record<string, unknown> }[]>`
    select facts from attempt_event where purchase_id = ${purchase.id} and kind = 'answered' order by id limit 1`;
  expect(event?.facts).toMatchObject({
    result: 'unknown',
    claimed: 'approved',
    mismatch: expect.stringContaining(String(purchase.total - 100)),
  });
});

test('a server killed between the charge and its answer loses nothing: the worker finds the payment and the places are sold', async () => {
  const purchase = await aPurchase();
  await payAndBeKilled(purchase, { charged: true });
  await passes(purchase.id, 1);
  expect(await Promise.all([reconcile(), reconcile()]).then((seen) => seen.reduce((sum, each) => sum + each, 0))).toBeGreaterThanOrEqual(1);
  expect(await stageOf(db, purchase.id)).toBe('paid');
  expect(await placesOf(purchase)).toEqual([`sold ${purchase.id}`, `sold ${purchase.id}`]);
  expect((await accountsOf(purchase.id))['clearing:payway']).toBe(purchase.total);
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'approved' } });
});

test('a charge whose server died is left alone for 45 seconds, and then another process queries it', async () => {
  const purchase = await aPurchase();
  await payAndBeKilled(purchase, { charged: false });
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'processing' } });
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'started' });
  // Payments of other tests may be due in the meantime: only what was asked about this one counts.
  const answers = () => db`select from attempt_event where purchase_id = ${purchase.id} and kind = 'answered'`;
  const before = (await answers()).length;
  await passes(purchase.id, 0.6);
  await reconcile();
  expect(await answers()).toHaveLength(before);
  await passes(purchase.id, 0.2);
  await reconcile();
  expect(await answers()).toHaveLength(before + 1);
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'unknown' });
});

test('a charge that never reached the gateway is given up after three minutes, and the buyer can pay again', async () => {
  const purchase = await aPurchase();
  await payAndBeKilled(purchase, { charged: false });
  await passes(purchase.id, 1);
  await reconcile();
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'unknown' });
  await passes(purchase.id, 1.8);
  await reconcile();
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'unknown' });
  await passes(purchase.id, 1.5);
  await reconcile();
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'cancelled' });
  expect(await stageOf(db, purchase.id)).toBe('open');
  expect(await buyer.pay(purchase)).toMatchObject({ data: { outcome: 'approved' } });
});

test('a deadline that passes while the card is being charged costs the buyer nothing', async () => {
  const purchase = await aPurchase({ startedMinutesAgo: 11 });
  gateway.state.delayMs = 300;
  const paying = buyer.pay(purchase);
  await expect.poll(() => stageOf(db, purchase.id)).toBe('paying');
  await db`update purchase set deadline = clock_timestamp() - interval '1 minute' where id = ${purchase.id}`;
  await sweepExpired(app.sale);
  expect(answerOf(await paying)).toMatchObject({ outcome: 'approved', purchase: { stage: 'paid' } });
  gateway.state.delayMs = 0;
});

test('money that comes after the hold expired takes the same places again while they are free', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('lost');
  await buyer.pay(purchase);
  await db`update place set state = 'free', purchase_id = null, held_until = null where purchase_id = ${purchase.id}`;
  await passes(purchase.id, 30);
  await reconcile();
  expect(await stageOf(db, purchase.id)).toBe('paid');
  expect(await placesOf(purchase)).toEqual([`sold ${purchase.id}`, `sold ${purchase.id}`]);
});

test('money that comes when the house is full goes back in full, and the buyer’s order says so', async () => {
  const purchase = await aPurchase();
  gateway.state.next.push('lost');
  await buyer.pay(purchase);
  await passes(purchase.id, 30);
  const [taken, left] = purchase.placeIds as [number, number];
  const other = await aPurchase();
  await db`update place set purchase_id = ${other.id}, held_until = clock_timestamp() + interval '5 minutes'
            where performance_id = ${sale.performanceId} and place_id = ${taken}`;
  const rest = await db<{ placeId: number }[]>`
    update place set state = 'sold', purchase_id = 'somebody' where performance_id = ${sale.performanceId} and state = 'free'
    returning place_id as "placeId"`;
  gateway.state.refundsFail = true;
  expect(await buyer.confirm(purchase.id)).toMatchObject({
    status: 'ok',
    data: { outcome: 'late', purchase: { stage: 'cancelled' } },
  });
  expect(await accountsOf(purchase.id)).toEqual({ 'clearing:payway': purchase.total, owed_to_buyer: -purchase.total });

  gateway.state.refundsFail = false;
  await passes(purchase.id, 10);
  await reconcile();
  await reconcile();
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'refunded' } });
  expect(gateway.state.refunds).toBe(1);
  expect(await accountsOf(purchase.id)).toEqual({});
  expect(await placesOf({ placeIds: [taken] })).toEqual([`held ${other.id}`]);
  await sweepExpired(app.sale);
  expect(await placesOf({ placeIds: [left] })).toEqual(['free null']);
  await db`update place set state = 'free', purchase_id = null where performance_id = ${sale.performanceId}
            and place_id = any (${rest.map(({ placeId }) => placeId)}::int[])`;
  const orders = answerOf(await buyer.orders()).items;
  expect(orders).toContainEqual(expect.objectContaining({ id: purchase.id, state: 'refunded' }));
  // Money that came and went makes an order of its own purchase alone.
  expect(orders.map(({ id }) => id)).not.toContain(other.id);
});

test('a payment found after it was given up goes back, because its purchase is over', async () => {
  const purchase = await aPurchase();
  await payAndBeKilled(purchase, { charged: false });
  await passes(purchase.id, 25);
  await reconcile();
  await sweepExpired(app.sale);
  expect(await stageOf(db, purchase.id)).toBe('expired');
  const { reference } = (await attemptOf(purchase.id)) as { reference: string };
  await card.begin(aBeginning({ reference, amount: purchase.total, instalments: 3 }));
  await passes(purchase.id, 60);
  await reconcile();
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'reversed' });
  expect(await stageOf(db, purchase.id)).toBe('expired');
  expect(await accountsOf(purchase.id)).toEqual({});
});

test('a payment that was given up is queried until its gateway answers, even if it is down at that moment', async () => {
  const purchase = await aPurchase();
  await payAndBeKilled(purchase, { charged: true });
  const forgotten = gateway.payments.splice(0);
  await passes(purchase.id, 4);
  await reconcile();
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'cancelled' });
  gateway.payments.push(...forgotten);
  await passes(purchase.id, 61);
  const down = { ...card, ask: async () => ({ result: 'unknown' as const, facts: {} }) };
  await reconcilePayments({ ...app.sale, payments: { ...app.sale.payments, providers: new Map([['payway', down]]) } });
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'cancelled' });
  await passes(purchase.id, 11);
  await reconcile();
  expect(await attemptOf(purchase.id)).toMatchObject({ state: 'reversed' });
  expect(await accountsOf(purchase.id)).toEqual({});
});
