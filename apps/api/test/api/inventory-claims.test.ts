import { releaseGroup, releasePerformance, takePlaces, takeQuantities } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { answerOf, answerRecorder, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers, loggedIn } from '../factories/customers.ts';
import { cancelOpenPurchases, haveSale, placesIn } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const sale = await haveSale(db);
const ana = buyerAt(app, await loggedIn(app));
const luis = buyerAt(app, await loggedIn(app));
const { performanceId } = sale;

afterAll(async () => {
  await app.close();
  await close();
});
beforeEach(() => cancelOpenPurchases(app));

let clicks = 0;
const click = () => `click-${String(++clicks).padStart(4, '0')}`;
const held = async () =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from place where state = 'held' and held_until > now() order by 1`).map(
    ({ placeId }) => placeId,
  );

describe('taking places', () => {
  test('starts a purchase with a deadline twelve minutes away and everything the cart shows (CA-043, EN-001, EN-034)', async () => {
    const { purchase } = answerOf(await ana.take(sale, [3, 4]));
    expect(purchase).toMatchObject({
      id: expect.stringMatching(/^[\w-]{22}$/),
      stage: 'open',
      type: 'cart',
      quantity: { total: 2 },
      totals: { tickets: 2_000_000, serviceCharge: 200_000, antiFraudQr: 100_000, total: 2_300_000 },
    });
    expect(purchase.performances[0]?.places?.[0]).toMatchObject({
      placeId: 3,
      sectorName: 'Platea',
      row: '1',
      seat: '4',
      final: 1_150_000,
    });
    expect((purchase.deadline ?? 0) - (purchase.startedAt ?? 0)).toBeCloseTo(720_000, -3);
    expect(await held()).toEqual([3, 4]);
  });

  test('two buyers who race for the same places: exactly one gets them, and the other is refused with those that are taken', async () => {
    const answers = await Promise.all([ana.take(sale, [7, 8]), luis.take(sale, [8, 9])]);
    expect(answers.map(resultOf).sort()).toEqual(['ok', 'places_taken']);
    const loser = answers.find(({ status }) => status === 'refusal');
    expect(loser).toMatchObject({ failure: 'places_taken', data: { placeIds: [8] } });
    expect(await held()).toHaveLength(2);
  });

  test('a refused claim leaves nothing held and no purchase behind', async () => {
    await ana.take(sale, [20]);
    const before = await db`select id from purchase`;
    expect(await luis.take(sale, [19, 20, 21])).toMatchObject({ failure: 'places_taken', data: { placeIds: [20] } });
    expect(await held()).toEqual([20]);
    expect(await db`select id from purchase`).toHaveLength(before.length);
  });

  test('a click repeated because its answer was lost gets the first answer', async () => {
    const key = click();
    const first = answerOf(await ana.take(sale, [1, 2], { key }));
    const again = answerOf(await ana.take(sale, [1, 2], { key }));
    expect(again.purchase.id).toBe(first.purchase.id);
    expect(placesIn(again.purchase)).toEqual([1, 2]);
    expect(await db`select id from purchase where stage = 'open'`).toHaveLength(1);
  });

  test('a double click at the same moment makes one purchase', async () => {
    const key = click();
    const answers = await Promise.all([ana.take(sale, [1, 2], { key }), ana.take(sale, [1, 2], { key })]);
    expect(new Set(answers.map((each) => answerOf(each).purchase.id)).size).toBe(1);
    expect(await db`select id from purchase where stage = 'open'`).toHaveLength(1);
  });

  test('more places join the same purchase and keep its deadline (CA-050)', async () => {
    const { id, deadline } = answerOf(await ana.take(sale, [1])).purchase;
    const more = answerOf(await ana.takeMore(id, sale, [2, 3]));
    expect(more.placeIds).toEqual([2, 3]);
    expect(placesIn(more.purchase)).toEqual([1, 2, 3]);
    expect(more.purchase.deadline).toBe(deadline);
  });

  test('the eleventh place of a purchase is refused, and so is a fourth purchase', async () => {
    expect(
      await ana.take(
        sale,
        Array.from({ length: 11 }, (_, place) => place),
      ),
    ).toMatchObject({ failure: 'too_many_places', data: { most: 10 } });
    const { purchase } = answerOf(
      await ana.take(
        sale,
        Array.from({ length: 10 }, (_, place) => place),
      ),
    );
    expect(await ana.takeMore(purchase.id, sale, [10])).toMatchObject({ failure: 'too_many_places' });
    await ana.take(sale, [11]);
    await ana.take(sale, [12]);
    expect(await ana.take(sale, [13])).toMatchObject({ failure: 'too_many_purchases', data: { most: 3 } });
    expect(await held()).toHaveLength(12);
  });

  test.each([
    ['no place', []],
    ['41 places', Array.from({ length: 41 }, (_, place) => place)],
    ['a place that the hall does not have', [40]],
    ['the same place twice', [5, 5]],
    ['a negative place', [-1]],
    ['text', ['5']],
  ])('%s is refused by the name of the field', async (_, places) => {
    expect(await ana.callRaw(takePlaces, { body: { idFuncion: performanceId, aPosicion: places } })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: expect.stringMatching(/^aPosicion/) }] },
    });
    expect(await held()).toEqual([]);
  });

  test('an unknown performance sells nothing', async () => {
    expect(await ana.take({ performanceId: 999_999 }, [1])).toMatchObject({ failure: 'not_found' });
  });

  test('another customer’s purchase is not found', async () => {
    const { id: purchase } = answerOf(await ana.take(sale, [1])).purchase;
    expect(await luis.takeMore(purchase, sale, [2])).toMatchObject({ failure: 'not_found' });
    expect(await luis.setPlaces(purchase, sale, [2])).toMatchObject({ failure: 'not_found' });
    expect(await luis.purchase(purchase)).toMatchObject({ failure: 'not_found' });
    expect(await held()).toEqual([1]);
  });
});

describe('a quantity of the best places', () => {
  test('are side by side in the row nearest to the stage (CA-044)', async () => {
    expect(answerOf(await ana.takeBest(sale, 2))).toMatchObject({ placeIds: [4, 5], contiguous: true });
    expect(await luis.takeBest(sale, 2)).toMatchObject({ data: { placeIds: [14, 15], contiguous: true } });
  });

  test('are different for claims at the same moment', async () => {
    const buyers = await haveBuyers(db, 13);
    const answers = await Promise.all(buyers.map((buyer) => buyerAt(app, buyer).takeBest(sale, 3)));
    const places = answers.flatMap((each) => answerOf(each).placeIds);
    expect(new Set(places).size).toBe(39);
    expect(await ana.takeBest(sale, 2)).toMatchObject({
      failure: 'not_enough_places',
      data: { sectors: [{ name: 'Platea', free: 1 }] },
    });
  });

  test('a click repeated because its answer was lost takes no more places', async () => {
    const key = click();
    const first = answerOf(await ana.takeBest(sale, 2, { key }));
    const again = answerOf(await ana.takeBest(sale, 2, { key }));
    expect(placesIn(again.purchase)).toEqual(placesIn(first.purchase));
    expect(await held()).toHaveLength(2);
  });

  test('a click repeated after the rest was sold still gets its first answer', async () => {
    const key = click();
    const first = answerOf(await ana.takeBest(sale, 10, { key }));
    for (const buyer of await haveBuyers(db, 3)) await buyerAt(app, buyer).takeBest(sale, 10);
    const again = answerOf(await ana.takeBest(sale, 10, { key }));
    expect(placesIn(again.purchase)).toEqual(placesIn(first.purchase));
  });

  test('the key of another customer’s click does not give its answer', async () => {
    const key = click();
    const { purchase } = answerOf(await ana.takeBest(sale, 10, { key }));
    for (const buyer of await haveBuyers(db, 3)) await buyerAt(app, buyer).takeBest(sale, 10);
    const { record, text } = answerRecorder();
    const outcome = await buyerAt(app, { token: luis.token, record }).takeMoreBest(purchase.id, sale, 1, { key });
    expect(outcome).toMatchObject({ failure: 'not_enough_places' });
    expect(text()).not.toContain('aPosicion');
  });

  test('that are not side by side are marked as not contiguous (ER-018)', async () => {
    const blocked = Array.from({ length: 40 }, (_, place) => place).filter((place) => place % 2 === 1);
    for (let from = 0; from < blocked.length; from += 5) {
      const [buyer] = await haveBuyers(db, 1);
      await buyerAt(app, buyer).take(sale, blocked.slice(from, from + 5));
    }
    expect(await luis.takeBest(sale, 2)).toMatchObject({ status: 'ok', data: { contiguous: false } });
  });

  test('an unknown sector, none at all and too many are refused (CA-044)', async () => {
    const of = (quantities: object[]) => ana.callRaw(takeQuantities, { body: { idFuncion: performanceId, listaSector: quantities } });
    expect(await of([])).toMatchObject({ failure: 'invalid_input' });
    expect(await of([{ nCantidad: 0 }])).toMatchObject({ failure: 'invalid_input' });
    expect(await of([{ nCantidad: 11 }])).toMatchObject({ failure: 'too_many_places' });
    // More than the hall has.
    expect(await of([{ nCantidad: 40 }, { nCantidad: 1 }])).toMatchObject({ failure: 'too_many_places' });
    expect(await of([{ idSector: 999_999, nCantidad: 1 }])).toMatchObject({ failure: 'not_enough_places' });
  });
});

describe('time', () => {
  const expire = (purchase: string) => db`
    with late as (update purchase set deadline = now() - interval '1 minute' where id = ${purchase} returning id),
         hold as (update hold set held_until = now() - interval '55 seconds' from late where purchase_id = late.id)
    update place set held_until = now() - interval '55 seconds' from late where purchase_id = late.id`;

  test('the places of an expired hold are free again, swept or not', async () => {
    const { purchase } = answerOf(await ana.take(sale, [5, 6]));
    await expire(purchase.id);
    expect(await luis.take(sale, [5, 6])).toMatchObject({ status: 'ok' });
    expect(await ana.takeMore(purchase.id, sale, [7])).toMatchObject({ failure: 'purchase_over' });
  });

  test('the sweeper ends expired purchases and frees the places that are still theirs', async () => {
    const { id } = answerOf(await ana.take(sale, [5, 6, 7])).purchase;
    await expire(id);
    const { purchase: other } = answerOf(await luis.take(sale, [6]));
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 1, places: 2 });
    expect(await held()).toEqual([6]);
    expect(placesIn(answerOf(await luis.purchase(other.id)))).toEqual([6]);
    expect(answerOf(await ana.purchase(id))).toMatchObject({
      stage: 'expired',
      quantity: { total: 0 },
    });
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 0, places: 0 });
  });
});

describe('giving places back', () => {
  test('a purchase is set to exactly these places, or nothing changes (CA-049)', async () => {
    const { id: purchase } = answerOf(await ana.take(sale, [1, 2, 3])).purchase;
    await luis.take(sale, [10]);
    const set = answerOf(await ana.setPlaces(purchase, sale, [2, 3, 4]));
    expect(placesIn(set.purchase)).toEqual([2, 3, 4]);
    expect(set.placeIds).toEqual([4]);
    expect(await ana.setPlaces(purchase, sale, [3, 10])).toMatchObject({ failure: 'places_taken', data: { placeIds: [10] } });
    expect(await held()).toEqual([2, 3, 4, 10]);
    expect(placesIn(answerOf(await ana.setPlaces(purchase, sale, [])).purchase)).toEqual([]);
    expect(await held()).toEqual([10]);
  });

  test.each([
    ['releaseGroup', releaseGroup],
    ['releasePerformance', releasePerformance],
  ])('%s frees the places of one performance (CA-051, CA-052)', async (_, release) => {
    const { purchase } = answerOf(await ana.take(sale, [1, 2]));
    const left = await ana.ok(release, { params: { purchaseId: purchase.id }, body: { performanceId } });
    expect(placesIn(left)).toEqual([]);
    expect(await held()).toEqual([]);
    expect(await luis.take(sale, [1, 2])).toMatchObject({ status: 'ok' });
  });

  test('invalidating an open purchase cancels it, and repeating it answers the same (CA-021)', async () => {
    const { purchase } = answerOf(await ana.take(sale, [1, 2]));
    expect(await ana.cancel(purchase.id)).toMatchObject({ status: 'ok', data: { stage: 'cancelled' } });
    expect(await ana.cancel(purchase.id)).toMatchObject({ status: 'ok', data: { stage: 'cancelled' } });
    expect(await held()).toEqual([]);
  });

  test('a purchase that is being paid is not invalidated, changed or swept (CA-021)', async () => {
    const { id: purchase } = answerOf(await ana.take(sale, [1, 2])).purchase;
    await db`update purchase set stage = 'paying', total = 1 where id = ${purchase}`;
    expect(await ana.cancel(purchase)).toMatchObject({ failure: 'purchase_paying' });
    expect(await ana.setPlaces(purchase, sale, [])).toMatchObject({ failure: 'purchase_paying' });
    expect(await ana.takeMore(purchase, sale, [3])).toMatchObject({ failure: 'purchase_paying' });
    await sweepExpired(app.sale);
    expect(await held()).toEqual([1, 2]);
    await db`update purchase set stage = 'open' where id = ${purchase}`;
  });
});
