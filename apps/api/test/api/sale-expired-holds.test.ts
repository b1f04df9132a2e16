import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { havePurchase, placesIn, stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** A place whose hold has expired may be had by whoever needs it, though nobody has swept it yet; one that is still held may not. */

const { db, close } = await freshDatabase();
const { app, sale, buyer, gateway, stranger, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
const other = await stranger();
afterAll(async () => {
  await closeCheckout();
  await close();
});
beforeEach(() => sweepExpired(app.sale));

type Given = Awaited<ReturnType<typeof aPurchase>>;
const ownersOf = async (placeIds: readonly number[]) =>
  (
    await db<{ owner: string | null }[]>`
      select purchase_id as owner from place where performance_id = ${sale.performanceId} and place_id = any (${[...placeIds]}::int[])
       order by place_id`
  ).map(({ owner }) => owner);

/** Another buyer takes both places, and has them no longer, or still. */
async function takenByAnother({ placeIds }: Pick<Given, 'placeIds'>, isExpired: boolean) {
  const { purchase } = answerOf(await other.take(sale, placeIds));
  if (isExpired) await letMinutesPass(db, purchase.id, 13);
  return purchase.id;
}
/** A payment that its gateway still looks into when its hold is over. */
async function payWithoutEnd(purchase: Given) {
  gateway.state.next.push('review');
  await buyer.pay(purchase);
  await letMinutesPass(db, purchase.id, 12);
  return gateway.payments.at(-1) as (typeof gateway.payments)[number];
}

test.each([
  ['approved', true, 'paid'],
  ['rejected', true, 'open'],
  ['rejected', false, 'cancelled'],
] as const)('a payment that is %s late, while another hold is over (%s): the purchase is %s', async (status, isExpired, stage) => {
  const purchase = await aPurchase();
  const payment = await payWithoutEnd(purchase);
  const another = await takenByAnother(purchase, isExpired);
  payment.status = status;
  expect(answerOf(await buyer.confirm(purchase.id)).purchase).toMatchObject({ stage });
  const owner = isExpired ? purchase.id : another;
  expect(await ownersOf(purchase.placeIds)).toEqual([owner, owner]);
  expect(await stageOf(db, another)).toBe('open');
});

test('a purchase may have a place whose hold is over instead of one of its own, and one that is held not', async () => {
  const { id, placeIds } = await aPurchase();
  const [mine = -1] = placeIds;
  const [expired, held] = [30, 32];
  for (const place of [expired, held]) {
    const theirs = await havePurchase(db, { sale, customerId: other.customerId, placeIds: [place] });
    if (place === expired) await letMinutesPass(db, theirs, 13);
  }
  expect(await buyer.setPlaces(id, sale, [mine, held])).toMatchObject({ failure: 'places_taken', data: { placeIds: [held] } });
  expect(placesIn(answerOf(await buyer.setPlaces(id, sale, [mine, expired])).purchase)).toEqual([mine, expired]);
  expect(await ownersOf([mine, expired])).toEqual([id, id]);
});
