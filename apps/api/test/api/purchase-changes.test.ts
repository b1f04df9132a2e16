import { releaseGroup, setPlaces, takeMore } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelPurchase } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { inDays } from '../factories/catalogue.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { cancelOpenPurchases, haveSales, placesIn, placesOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const performances = await haveSales(db, [
  { startsAt: inDays(7) },
  { startsAt: inDays(8), state: 'announced' },
  { startsAt: inDays(9), state: 'sold_out' },
  { startsAt: inDays(10), state: 'cancelled' },
  { startsAt: Temporal.Now.instant().subtract({ minutes: 1 }) },
]);
const [onSale, ...notOnSale] = performances;
const ana = buyerAt(app, await loggedIn(app));
const luis = buyerAt(app, await loggedIn(app));
afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => cancelOpenPurchases(app));

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place);
const started = async (...placeIds: number[]) => answerOf(await ana.take(onSale, placeIds)).purchase.id;
/** The places and the holds of a purchase are exactly these. */
const expectWhole = async (id: string, expected: readonly number[]) => {
  expect(await placesOf(db, id)).toEqual(expected);
  const holds = await db<{ placeIds: number[] }[]>`select place_ids as "placeIds" from hold where purchase_id = ${id}`;
  expect(holds.flatMap(({ placeIds }) => placeIds).sort((a, b) => a - b)).toEqual(expected);
};

describe('wrong places', () => {
  const wrongPlaces = (id: string, aPosicion: unknown[]) => ({ params: { id }, body: { idFuncion: onSale.performanceId, aPosicion } });
  const refusedPlaces = { failure: 'invalid_input', data: { fields: [{ name: expect.stringMatching(/^aPosicion/) }] } };

  test.each([
    ['no place', []],
    ['41 places', upTo(41)],
    ['a negative place', [2, -1]],
    ['the same place twice', [2, 2]],
    ['a place that the hall does not have', [2, 40]],
    ['text', ['2']],
  ])('%s more is refused by the field’s name, and the purchase stays as it is (CA-050)', async (_, wrong) => {
    const id = await started(1);
    expect(await ana.callRaw(takeMore, wrongPlaces(id, wrong))).toMatchObject(refusedPlaces);
    await expectWhole(id, [1]);
  });

  test.each([
    ['41 places', upTo(41)],
    ['a negative place', [1, -1]],
    ['the same place twice', [1, 1]],
    ['a place that the hall does not have', [1, 40]],
  ])('a purchase is not set to %s (CA-049)', async (_, wrong) => {
    const id = await started(1, 2);
    expect(await ana.callRaw(setPlaces, wrongPlaces(id, wrong))).toMatchObject(refusedPlaces);
    await expectWhole(id, [1, 2]);
  });

  test('a purchase is not set to more places than the limit, which the refusal names', async () => {
    const id = await started(1, 2);
    expect(await ana.setPlaces(id, onSale, upTo(11))).toMatchObject({ failure: 'too_many_places', data: { most: 10 } });
    await expectWhole(id, [1, 2]);
  });

  test('a request with neither places nor quantities is refused', async () => {
    const id = await started(1);
    expect(await ana.call(takeMore, { params: { purchaseId: id }, body: { performanceId: onSale.performanceId } })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'aPosicion' }] },
    });
  });
});

/** Every call that changes the places of a purchase. */
const changes: readonly [name: string, change: (buyer: typeof ana, purchaseId: string) => Promise<unknown>][] = [
  ['taking more', (buyer, id) => buyer.takeMore(id, onSale, [5])],
  ['setting one place', (buyer, id) => buyer.setPlaces(id, onSale, [1])],
  ['setting no place', (buyer, id) => buyer.setPlaces(id, onSale, [])],
  [
    'releasing the group',
    (buyer, purchaseId) => buyer.call(releaseGroup, { params: { purchaseId }, body: { performanceId: onSale.performanceId } }),
  ],
  ['releasing the performance', (buyer, id) => buyer.release(id, onSale)],
];

describe('a purchase', () => {
  test.each(changes)('that has expired or was cancelled is not changed by %s', async (_, change) => {
    const id = await started(1, 2);
    await letMinutesPass(db, id, 12.05);
    expect(await change(ana, id)).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
    await cancelPurchase(app.sale, id);
    expect(await change(ana, id)).toMatchObject({ failure: 'purchase_over', data: { stage: 'cancelled' } });
    await expectWhole(id, []);
  });

  test.each(changes)('of another customer is not found by %s', async (_, change) => {
    const id = await started(1, 2);
    expect(await change(luis, id)).toMatchObject({ failure: 'not_found' });
    expect(await change(luis, 'no-such-purchase-at-al')).toMatchObject({ failure: 'not_found' });
    await expectWhole(id, [1, 2]);
  });
});

describe('two tabs', () => {
  test('that claim on one purchase at the same moment both get their places, in one purchase (CA-050)', async () => {
    const id = await started(1);
    const tabs = await Promise.all([ana.takeMore(id, onSale, [2, 3]), ana.takeMore(id, onSale, [4, 5]), ana.takeMoreBest(id, onSale, 2)]);
    expect(tabs.map(resultOf)).toEqual(['ok', 'ok', 'ok']);
    const added = tabs.flatMap((tab) => answerOf(tab).placeIds);
    expect(added).toHaveLength(6);
    await expectWhole(
      id,
      [1, ...added].sort((a, b) => a - b),
    );
  });

  test('that take the same place have it once', async () => {
    const id = await started(1);
    const tabs = await Promise.all([ana.takeMore(id, onSale, [2]), ana.takeMore(id, onSale, [2])]);
    expect(tabs.map(resultOf)).toEqual(['ok', 'ok']);
    expect(tabs.flatMap((tab) => answerOf(tab).placeIds)).toEqual([2]);
    await expectWhole(id, [1, 2]);
  });

  test('do not get past the limit together', async () => {
    const id = await started(0, 1, 2, 3);
    const tabs = await Promise.all([ana.takeMore(id, onSale, [10, 11, 12, 13]), ana.takeMore(id, onSale, [20, 21, 22, 23])]);
    expect(tabs.map(resultOf).sort()).toEqual(['ok', 'too_many_places']);
    expect(await placesOf(db, id)).toHaveLength(8);
  });

  test('when one adds while the other sets exactly, the purchase shows what it holds', async () => {
    const id = await started(1);
    const tabs = await Promise.all([ana.takeMore(id, onSale, [2]), ana.setPlaces(id, onSale, [1, 3])]);
    expect(tabs.map(resultOf)).toEqual(['ok', 'ok']);
    const shown = placesIn(answerOf(await ana.purchase(id)));
    await expectWhole(
      id,
      shown.sort((a, b) => a - b),
    );
    expect([
      [1, 3],
      [1, 2, 3],
    ]).toContainEqual(await placesOf(db, id));
  });
});

describe('a performance', () => {
  test.each([
    ['only announced', notOnSale[0]],
    ['marked as sold out', notOnSale[1]],
    ['cancelled', notOnSale[2]],
    ['under way', notOnSale[3]],
  ])('that is %s is not on sale, and none of its places is held', async (_, performance) => {
    const id = await started(1);
    for (const outcome of [
      await ana.take(performance, [1]),
      await ana.takeBest(performance, 1),
      await ana.takeMore(id, performance, [1]),
      await ana.setPlaces(id, performance, [1]),
    ])
      expect(outcome).toMatchObject({ failure: 'not_on_sale' });
    const { performanceId } = performance;
    expect(await db`select from place where performance_id = ${performanceId} and state <> 'free'`).toEqual([]);
    expect(await db`select from hold where performance_id = ${performanceId}`).toEqual([]);
  });
});
