import { listRunningPurchases, logIn } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, PASSWORD } from '../factories/customers.ts';
import { cancelOpenPurchases, placesOf, stageOf, TICKET_TOTAL, ticketsOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const {
  app,
  buyer: computer,
  sale,
  card,
  gateway,
  purchase: aPurchase,
  stranger,
  close: closeCheckout,
} = await aCheckout(db, undefined, [{ rows: 20 }]);
afterAll(async () => {
  await closeCheckout();
  await close();
});
beforeEach(() => cancelOpenPurchases(app));

const [{ email } = { email: '' }] = await db<{ email: string }[]>`select email from customer where id = ${computer.customerId}`;
/** The same account in another browser. */
const { token } = await clientOf(app).ok(logIn, { body: { email, password: PASSWORD } });
const telephone = buyerAt(app, { token });
const runningOf = async (at: Pick<typeof telephone, 'ok'>) => (await at.ok(listRunningPurchases, {})).items;
const idsOf = async (at: Pick<typeof telephone, 'ok'>) => (await runningOf(at)).map(({ id }) => id);

test('whoever logs in on another device finds the purchases that run in the account, the newest first', async () => {
  const older = await aPurchase({ startedMinutesAgo: 5 });
  const newer = await aPurchase({ startedMinutesAgo: 1 });
  expect(await idsOf(telephone)).toEqual([newer.id, older.id]);
  const [first] = await runningOf(telephone);
  expect(first).toMatchObject({ stage: 'open', type: 'cart', quantity: { total: 2 }, totals: { total: newer.total } });
  expect(first?.performances[0]?.places?.map(({ placeId }) => placeId)).toEqual(newer.placeIds);
  expect(first?.deadline).toBeGreaterThan(first?.serverNow ?? 0);
});

test('it goes on there: places can be added and paid, once', async () => {
  const { id, placeIds } = await aPurchase();
  const { purchase } = answerOf(await telephone.takeMore(id, sale, [190]));
  const total = purchase.totals?.total ?? 0;
  expect(total).toBe(3 * TICKET_TOTAL);
  expect(await telephone.pay({ id, total })).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
  expect(await ticketsOf(db, id)).toEqual([...placeIds, 190]);
  expect(await computer.pay({ id, total })).toMatchObject({ failure: 'purchase_over' });
  expect(await ticketsOf(db, id)).toHaveLength(3);
  expect(await idsOf(computer)).toEqual([]);
});

test('nobody else finds it, and the counter’s sales are not in the list', async () => {
  await aPurchase();
  expect(await idsOf(await stranger())).toEqual([]);
  const counter = await aCounter(db, app);
  const clerk = buyerAt(app, { token: counter.token });
  expect(await clerk.take(sale, [191])).toMatchObject({ status: 'ok' });
  expect(await idsOf(clerk)).toEqual([]);
});

test('a purchase past its deadline is not offered any more, nor one that was given up', async () => {
  const late = await aPurchase();
  const given = await aPurchase();
  expect(await telephone.cancel(given.id)).toMatchObject({ status: 'ok' });
  expect(await idsOf(computer)).toEqual([late.id]);
  await letMinutesPass(db, late.id, 12);
  expect(await idsOf(computer)).toEqual([]);
});

test('one who has as many purchases as they may sees all of them, and one given up makes room for the next', async () => {
  const taken = [];
  for (const place of [180, 181, 182]) taken.push(await computer.take(sale, [place]));
  expect(taken.map(resultOf)).toEqual(['ok', 'ok', 'ok']);
  expect(resultOf(await telephone.take(sale, [183]))).toBe('too_many_purchases');
  const ids = await idsOf(telephone);
  expect(ids).toHaveLength(3);
  expect(await telephone.cancel(ids[2] ?? '')).toMatchObject({ status: 'ok' });
  expect(resultOf(await telephone.take(sale, [183]))).toBe('ok');
});

test('a purchase whose price has left the catalogue is still listed, so that it can be given up', async () => {
  const { id } = await aPurchase();
  const [{ types } = { types: [] }] = await db<{ types: number[] }[]>`select price_type_ids as types from hold where purchase_id = ${id}`;
  await db`update hold set price_type_ids = array[2147483647, 2147483647] where purchase_id = ${id}`;
  const [first] = await runningOf(telephone);
  expect(first).toMatchObject({ id, quantity: { total: 2 } });
  await db`update hold set price_type_ids = ${[...types]}::integer[] where purchase_id = ${id}`;
});

test('given up on one device while the other pays: the payment has begun, so it stays and nothing is lost', async () => {
  const purchase = await aPurchase();
  const made = gateway.charges.length;
  // A process that gets the gateway's answer only when it is let to.
  let hear = () => {};
  const heard = new Promise<void>((resolve) => (hear = resolve));
  const charge: typeof card.begin = async (request) => {
    const answer = await card.begin(request);
    await heard;
    return answer;
  };
  const slow = await customersApp(db, { payments: [{ ...card, begin: charge }] });
  const paying = buyerAt(slow, { token: computer.token }).pay(purchase);
  await expect.poll(() => gateway.charges.length).toBe(made + 1);
  expect(await telephone.cancel(purchase.id)).toMatchObject({ failure: 'purchase_paying' });
  expect(await idsOf(telephone)).toEqual([purchase.id]);
  hear();
  expect(await paying).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
  expect(await ticketsOf(db, purchase.id)).toEqual(purchase.placeIds);
  expect(await telephone.cancel(purchase.id)).toMatchObject({ failure: 'purchase_over' });
  await slow.close();
});

test('given up on one device before the other pays: no money is asked for, and the places are free', async () => {
  const purchase = await aPurchase();
  const made = gateway.charges.length;
  expect(await telephone.cancel(purchase.id)).toMatchObject({ status: 'ok' });
  expect(await computer.pay(purchase)).toMatchObject({ failure: 'purchase_over' });
  expect(gateway.charges.length).toBe(made);
  expect(await placesOf(db, purchase.id)).toEqual([]);
});

test('given up and paid at the same moment: it is paid whole or given up whole, whichever device was first', async () => {
  for (let round = 0; round < 6; round++) {
    const purchase = await aPurchase();
    const other = await aPurchase();
    const made = gateway.charges.length;
    const giveUp = () => telephone.cancel(purchase.id).then(resultOf);
    const pay = () => computer.pay(purchase).then(resultOf);
    const first = round % 2 === 0 ? giveUp() : pay();
    const second = round % 2 === 0 ? pay() : giveUp();
    const [given, paid] = await Promise.all(round % 2 === 0 ? [first, second] : [second, first]);
    const stage = await stageOf(db, purchase.id);
    const charged = gateway.charges.length - made;
    if (stage === 'paid') {
      expect([given, paid, charged]).toEqual([expect.stringMatching(/^purchase_(?:paying|over)$/), 'ok', 1]);
      expect(await ticketsOf(db, purchase.id)).toEqual(purchase.placeIds);
    } else {
      expect([stage, given, paid, charged]).toEqual(['cancelled', 'ok', 'purchase_over', 0]);
      expect([await placesOf(db, purchase.id), await ticketsOf(db, purchase.id)]).toEqual([[], []]);
    }
    // The account's other purchase is as it was.
    expect([await stageOf(db, other.id), await placesOf(db, other.id)]).toEqual(['open', other.placeIds]);
    await telephone.cancel(other.id);
  }
});
