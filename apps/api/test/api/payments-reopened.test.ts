import { charge, confirmPayment, getPurchase, type Purchase, releasePerformance, takePlaces } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { clientOf } from '../factories/client.ts';
import { DECLINED_TEXT } from '../factories/gateway.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { app, sale, buyer, stranger, gateway, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
const own = clientOf(app, { token: buyer.token });
const other = clientOf(app, { token: (await stranger()).token });
afterAll(async () => {
  await closeCheckout();
  await close();
});

type Given = Awaited<ReturnType<typeof aPurchase>>;
const { performanceId } = sale;

const card = {
  paymentMethodId: 1,
  token: '11111111-2222-3333-4444-555555555555',
  bin: '450799',
  lastFour: '4905',
  instalments: 1,
  holder: 'Julia Paredes',
  documentType: 'dni',
  documentNumber: '30123456',
  email: 'julia@correo.example',
  acceptsTerms: true,
} as const;
const pay = ({ id: purchaseId }: Given, seats: number) =>
  own.ok(charge, { params: { purchaseId }, body: { ...card, total: seats * TICKET_TOTAL } });
const confirm = ({ id: purchaseId }: Given) => own.ok(confirmPayment, { params: { purchaseId }, body: {} });
const take = async (placeIds: readonly number[]) =>
  (await other.ok(takePlaces, { body: { performanceId, placeIds: [...placeIds] } })).purchase;

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

const placesIn = ({ performances }: Pick<Purchase, 'performances'>) =>
  performances.flatMap(({ places = [] }) => places.map(({ placeId }) => placeId));
const ownersOf = async ({ placeIds }: Given) =>
  (
    await db<{ owner: string }[]>`
      select coalesce(purchase_id, state) as owner from place
       where performance_id = ${performanceId} and place_id = any (${placeIds}::int[]) order by place_id`
  ).map(({ owner }) => owner);

test('a card that is declined after another buyer took one of the places: the purchase goes on with the others, at their price', async () => {
  const purchase = await aPurchase({ seats: 3 });
  const [first, middle, last] = purchase.placeIds as [number, number, number];
  await payWithoutEnd(purchase);
  const taken = await take([middle]);
  decline();
  const payment = await confirm(purchase);
  expect(payment).toMatchObject({ outcome: 'declined', purchase: { stage: 'open', totals: { total: 2 * TICKET_TOTAL } } });
  expect(placesIn(payment.purchase)).toEqual([first, last]);
  expect(await ownersOf(purchase)).toEqual([purchase.id, taken.id, purchase.id]);
  expect(placesIn(await other.ok(getPurchase, { params: { purchaseId: taken.id } }))).toEqual([middle]);

  expect(await pay(purchase, 2)).toMatchObject({ outcome: 'approved', purchase: { stage: 'paid' } });
  expect(await db`select place_id from ticket where purchase_id = ${purchase.id} order by place_id`).toEqual([
    { place_id: first },
    { place_id: last },
  ]);
});

test('a place that the other buyer has given back by then is the purchase’s own again', async () => {
  const purchase = await aPurchase();
  await payWithoutEnd(purchase);
  const taken = await take(purchase.placeIds);
  await other.ok(releasePerformance, { params: { purchaseId: taken.id }, body: { performanceId } });
  expect(await ownersOf(purchase)).toEqual(['free', 'free']);
  decline();
  const { purchase: open } = await confirm(purchase);
  expect(placesIn(open)).toEqual(purchase.placeIds);
  expect(await ownersOf(purchase)).toEqual([purchase.id, purchase.id]);
  expect(await other.refused(takePlaces, { body: { performanceId, placeIds: [...purchase.placeIds] } })).toMatchObject({
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
  expect(payment).toMatchObject({ outcome: 'declined', message: DECLINED_TEXT, purchase: { stage: 'cancelled' } });
  expect(placesIn(payment.purchase)).toEqual([]);
  await sweepExpired(app.sale);
  expect(await ownersOf(purchase)).toEqual([taken.id, taken.id]);
  expect(placesIn(await other.ok(getPurchase, { params: { purchaseId: taken.id } }))).toEqual(purchase.placeIds);
  expect(await own.refused(charge, { params: { purchaseId: purchase.id }, body: { ...card, total: 2 * TICKET_TOTAL } })).toMatchObject({
    failure: 'purchase_over',
    data: { stage: 'cancelled' },
  });
});
