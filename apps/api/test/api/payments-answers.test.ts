import { afterAll, expect, test, vi } from 'vitest';
import { settlePayment } from '../../src/sale/pay/settle.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { lateMoney } from '../factories/late-money.ts';
import { anAttemptAt } from '../factories/provider.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db);
const { app, buyer, card, gateway, sale, purchase: aPurchase } = checkout;
const late = lateMoney(db, checkout);
const world = app.sale;
afterAll(async () => {
  await checkout.close();
  await close();
});

const eventsOf = async (id: string) =>
  (await db<{ kind: string }[]>`select kind from attempt_event where purchase_id = ${id} order by id`).map(({ kind }) => kind);
const keyOf = async (id: string) => ({ purchaseId: id, ...(await late.attemptOf(id)) });

test('an answer that says nothing new is kept and changes nothing else', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('wrong-amount');
  await buyer.pay({ id, total });
  expect(await eventsOf(id)).toEqual(['started', 'answered', 'settled']);
  const attempt = () => db`select state, check_at::text, settled_at::text from attempt where purchase_id = ${id}`;
  const before = await attempt();
  await settlePayment(world, await keyOf(id), { answer: { result: 'unknown', facts: {} }, asked: 'query' });
  expect(await eventsOf(id)).toEqual(['started', 'answered', 'settled', 'answered']);
  expect(await attempt()).toEqual(before);
});

test('a look at a refund that is under way asks for it again, and what is not known of it changes nothing', async () => {
  const { id } = await late.anOffer();
  gateway.state.refundsFail = true;
  expect(answerOf(await late.decline(id)).outcome).toBe('late');
  const before = await eventsOf(id);
  await letMinutesPass(db, id, 1);
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('late');
  expect(await eventsOf(id)).toEqual([...before, 'returned']);
  expect(await late.attemptOf(id)).toMatchObject({ state: 'returning' });
  gateway.state.refundsFail = false;
  await letMinutesPass(db, id, 1);
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('refunded');
  expect(await late.accountsOf(id)).toEqual({});
});

test('a deployment whose gateway was taken away still shows what is known of a payment', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('lost');
  await buyer.pay({ id, total });
  const without = await customersApp(db);
  expect(await buyerAt(without, buyer).confirm(id)).toMatchObject({ data: { outcome: 'unknown', purchase: { stage: 'paying' } } });
  await without.close();
});

test('a result tells the time at which it is known, not at which the payment began', async () => {
  const { id, total } = await aPurchase();
  gateway.state.delayMs = 300;
  const before = (await db<{ nowMs: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`)[0]?.nowMs ?? 0;
  const { purchase } = answerOf(await buyer.pay({ id, total }));
  gateway.state.delayMs = 0;
  expect((purchase.serverNow ?? 0) - before).toBeGreaterThan(250);
});

test('equal places that are lost again and again are chosen four times, then the money goes back', async () => {
  const { id } = await late.aLatePayment({ placeIds: [24, 25] });
  await late.sellTo('somebody', [24, 25, 34]);
  const equalPlaces = vi.fn(
    async () =>
      new Map([
        [24, 34],
        [25, 35],
      ] as const),
  );
  const { live: real } = app.sale;
  const live = {
    stocks: real.stocks,
    equalPlaces,
    reread: async () => {},
    changedAll: real.changedAll.bind(real),
  } as unknown as typeof real;
  await settlePayment({ ...world, live }, await keyOf(id), { answer: await card.ask(anAttemptAt(await keyOf(id))), asked: 'query' });
  expect(equalPlaces).toHaveBeenCalledTimes(4);
  expect(await late.attemptOf(id)).toMatchObject({ state: 'reversed' });
  expect(await late.stageOf(id)).toBe('cancelled');
});

test('an order shows what was paid, although its purchase was changed after that payment had been given up', async () => {
  const { id, total } = await aPurchase();
  gateway.state.next.push('lost');
  await buyer.pay({ id, total });
  const forgotten = gateway.payments.splice(-1);
  await letMinutesPass(db, id, 4);
  await reconcilePayments(world);
  answerOf(await buyer.takeMore(id, sale, [38]));
  gateway.payments.push(...forgotten);
  gateway.state.refundsFail = true;
  await letMinutesPass(db, id, 5);
  await db`update attempt set check_at = clock_timestamp() where purchase_id = ${id}`;
  await reconcilePayments(world);
  expect(answerOf(await buyer.order(id))).toMatchObject({ state: 'returning', paid: 0, refunded: total });
  gateway.state.refundsFail = false;
});

test('a place whose price has left the catalogue can neither be shown nor paid, and is told so', async () => {
  const { id, total } = await aPurchase();
  await db`update price_level set category = 'otra' where performance_id = ${sale.performanceId}`;
  const fresh = await customersApp(db, { payments: [card] });
  const there = buyerAt(fresh, buyer);
  expect(await there.purchase(id)).toMatchObject({ failure: 'not_on_sale' });
  expect(await there.pay({ id, total })).toMatchObject({ failure: 'not_on_sale' });
  await fresh.close();
  await db`update price_level set category = 'platea' where performance_id = ${sale.performanceId}`;
});
