import { type Purchase, setPlaces, takeMore, takePlaces } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aLevel, inDays } from '../factories/catalogue.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { cancelOpenPurchases, haveSales } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const levels = [
  aLevel({
    types: [
      { name: 'General', faceValue: 1_000_000, taxClass: 'exempt' },
      { name: 'Jubilados', faceValue: 500_000, taxClass: 'exempt' },
    ],
  }),
];
const [friday, saturday] = await haveSales(db, [
  { startsAt: inDays(7), levels },
  { startsAt: inDays(8), levels },
]);
const buyer = buyerAt(app, await loggedIn(app));
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => cancelOpenPurchases(app));

const typesOf = async ({ performanceId }: { performanceId: number }) =>
  Object.fromEntries(
    (
      await db<{ name: string; id: number }[]>`
        select price_type.name, price_type.id from price_type join price_level on price_level.id = price_type.price_level_id
         where performance_id = ${performanceId}`
    ).map(({ name, id }) => [name, id]),
  ) as { General: number; Jubilados: number };
const { General, Jubilados } = await typesOf(friday);

const { performanceId } = friday;
const take = (placeIds: number[], priceTypeIds?: number[]) =>
  buyer.call(takePlaces, { body: { performanceId, placeIds, ...(priceTypeIds && { priceTypeIds }) } });
/** What each place is and costs. */
const pricesIn = ({ performances }: Purchase) =>
  performances.flatMap(({ places = [] }) =>
    places.map(({ placeId, priceTypeName, final }) => `${placeId} ${priceTypeName} ${final / 100}`),
  );

describe('the price type of a place', () => {
  test('is chosen place by place, and each costs what its own costs (CA-043)', async () => {
    const { purchase } = answerOf(await take([1, 2, 3], [General, Jubilados, General]));
    expect(pricesIn(purchase)).toEqual(['1 General 11500', '2 Jubilados 6000', '3 General 11500']);
    expect(purchase.totals).toMatchObject({ tickets: 2_500_000, total: 2_900_000 });
  });

  test('is the first of its level when none is given', async () => {
    expect(pricesIn(answerOf(await take([1])).purchase)).toEqual(['1 General 11500']);
  });

  test('can be changed while the purchase is open, and the total follows (CA-049)', async () => {
    const { id } = answerOf(await take([1, 2], [General, General])).purchase;
    const params = { purchaseId: id };
    const changed = await buyer.ok(setPlaces, { params, body: { performanceId, placeIds: [1, 2], priceTypeIds: [Jubilados, General] } });
    expect(pricesIn(changed.purchase)).toEqual(['1 Jubilados 6000', '2 General 11500']);
    expect(changed.placeIds).toEqual([]);
    expect(changed.purchase.totals).toMatchObject({ tickets: 1_500_000, total: 1_750_000 });
    const more = await buyer.ok(takeMore, { params, body: { performanceId, placeIds: [3], priceTypeIds: [Jubilados] } });
    expect(pricesIn(more.purchase)).toEqual(['1 Jubilados 6000', '2 General 11500', '3 Jubilados 6000']);
  });

  test.each([
    ['one that does not exist', [General, 999_999]],
    ['too few of them', [General]],
    ['too many of them', [General, General, General]],
    ['a negative one', [General, -1]],
    ['text', [General, 'General']],
  ])('%s is refused by the field’s name in each call that takes places, and nothing changes', async (_, wrong) => {
    const { id } = answerOf(await take([1], [Jubilados])).purchase;
    const body = { idFuncion: performanceId, aPosicion: [1, 2], aTarifa: wrong };
    for (const endpoint of [takePlaces, takeMore, setPlaces])
      expect(await buyer.callRaw(endpoint, { params: { id }, body })).toMatchObject({
        failure: 'invalid_input',
        data: { fields: [{ name: expect.stringMatching(/^aTarifa/) }] },
      });
    expect(pricesIn(answerOf(await buyer.purchase(id)))).toEqual(['1 Jubilados 6000']);
  });

  test('of another performance is refused, even with the same name', async () => {
    const there = await typesOf(saturday);
    expect(await take([1], [there.Jubilados])).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'aTarifa' }] } });
  });
});
