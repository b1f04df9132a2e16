import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { DECLINED_TEXT } from '../factories/gateway.ts';
import { placesIn, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, sale, buyer, stranger, gateway, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
const other = await stranger();
afterAll(async () => {
  await closeCheckout();
  await close();
});

type Given = Awaited<ReturnType<typeof aPurchase>>;
const { performanceId } = sale;

const pay = async ({ id }: Given, seats: number) => answerOf(await buyer.pay({ id, total: seats * TICKET_TOTAL }));
const confirm = async ({ id }: Given) => answerOf(await buyer.confirm(id));
const take = async (placeIds: readonly number[]) => answerOf(await other.take(sale, placeIds)).purchase;

/** A payment that its provider still looks into when its places are not held any longer. */
async function payWithoutEnd(purchase: Given) {
  gateway.state.next.push('review');
  expect(await pay(purchase, purchase.placeIds.length)).toMatchObject({ outcome: 'pending' });
  await letMinutesPass(db, purchase.id, 12);
}

function decline() {
  const payment = gateway.payments.at(-1);
  if (!payment) throw new Error('nothing was charged');
  payment.status = 'rejected';
  payment.status_details = { error: { type: 'insufficient_amount', reason: { id: 13, description: DECLINED_TEXT } } };
}

const ownersOf = async ({ placeIds }: Given) =>
  (
    await db<{ owner: string }[]>`
      select coalesce(purchase_id, state) as owner from place
       where performance_id = ${performanceId} and place_id = any (${placeIds}::int[]) order by place_id`
  ).map(({ owner }) => owner);

test('when a card is declined after another buyer took one of the places, the purchase goes on with the others at their price', async () => {
  const purchase = await aPurchase({ seats: 3 });
  const [first, middle, last] = purchase.placeIds as [number, number, number];
  await payWithoutEnd(purchase);
  const taken = await take([middle]);
  decline();
  const payment = await confirm(purchase);
  expect(payment).toMatchObject({ outcome: 'declined', purchase: { stage: 'open', totals: { total: 2 * TICKET_TOTAL } } });
  expect(placesIn(payment.purchase)).toEqual([first, last]);
  expect(await ownersOf(purchase)).toEqual([purchase.id, taken.id, purchase.id]);
  expect(placesIn(answerOf(await other.purchase(taken.id)))).toEqual([middle]);

  expect(await pay(purchase, 2)).toMatchObject({ outcome: 'approved', purchase: { stage: 'paid' } });
  expect(await db`select place_id from ticket where purchase_id = ${purchase.id} order by place_id`).toEqual([
    { place_id: first },
    { place_id: last },
  ]);
});

test('a place that the other buyer has given back by then belongs to the purchase again', async () => {
  const purchase = await aPurchase();
  await payWithoutEnd(purchase);
  const taken = await take(purchase.placeIds);
  answerOf(await other.release(taken.id, sale));
  expect(await ownersOf(purchase)).toEqual(['free', 'free']);
  decline();
  const { purchase: open } = await confirm(purchase);
  expect(placesIn(open)).toEqual(purchase.placeIds);
  expect(await ownersOf(purchase)).toEqual([purchase.id, purchase.id]);
  expect(await other.take(sale, purchase.placeIds)).toMatchObject({
    failure: 'places_taken',
  });
  expect(await pay(purchase, 2)).toMatchObject({ outcome: 'approved' });
});

test('a purchase that has lost all its places while a card was declined is over, and nothing of the other buyer’s changes', async () => {
  const purchase = await aPurchase();
  await payWithoutEnd(purchase);
  const taken = await take(purchase.placeIds);
  decline();
  const payment = await confirm(purchase);
  expect(payment).toMatchObject({ outcome: 'declined', message: expect.any(String), purchase: { stage: 'cancelled' } });
  expect(placesIn(payment.purchase)).toEqual([]);
  await sweepExpired(app.sale);
  expect(await ownersOf(purchase)).toEqual([taken.id, taken.id]);
  expect(placesIn(answerOf(await other.purchase(taken.id)))).toEqual(purchase.placeIds);
  expect(await buyer.pay(purchase)).toMatchObject({
    failure: 'purchase_over',
    data: { stage: 'cancelled' },
  });
});
