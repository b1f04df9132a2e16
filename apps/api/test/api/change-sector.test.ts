import { changeSector, type InputOf } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { placesIn, placesOf } from '../factories/purchase.ts';

const database = await freshDatabase();
const { db } = database;
const shop = await aCheckout(db, undefined, [{ rows: 4, gallery: 1 }, { rows: 2 }]);
const { sales, stranger } = shop;
const [sale, otherNight] = sales;
const otherConnections = connect(database.url);
const elsewhere = await customersApp(otherConnections);
afterAll(async () => {
  await elsewhere.close();
  await otherConnections.end();
  await shop.close();
  await database.close();
});

const sectors = await db<{ id: number; name: string }[]>`
  select sector.id, sector.name from sector join performance using (venue_map_id) where performance.id = ${sale.performanceId} order by first_place`;
const [stalls = 0, gallery = 0] = sectors.map(({ id }) => id);
/** The seats of the gallery. */
const BEHIND = Array.from({ length: 10 }, (_, index) => 40 + index);

type Body = Partial<InputOf<typeof changeSector>['body']>;
type Buyer = Awaited<ReturnType<typeof stranger>>;
const change = (purchaseId: string, who: Pick<Buyer, 'call'>, body: Body = {}) =>
  who.call(changeSector, { params: { purchaseId }, body: { performanceId: sale.performanceId, sectorId: gallery, ...body } });

/** Every place but those of these purchases. */
const others = (ids: readonly string[]) => db`
  select performance_id, place_id, state, purchase_id, held_until from place where purchase_id is null or purchase_id <> all (${[...ids]}::text[])
   order by 1, 2`;
const heldBy = async (id: string) => (await db`select from place where purchase_id = ${id} and state = 'held'`).length;

test('the places of a purchase move to the best of another sector, and its old ones are free; nobody else’s change (CA-053)', async () => {
  const [buyer, neighbour] = [await stranger(), await stranger()];
  const beside = answerOf(await neighbour.take(sale, [0, 1])).purchase;
  const { purchase } = answerOf(await buyer.take(sale, [4, 5, 6]));
  const night = answerOf(await buyer.takeMore(purchase.id, otherNight, [3])).purchase;
  const before = await others([purchase.id]);
  const moved = answerOf(await change(purchase.id, buyer));
  expect(moved.placeIds.every((place) => BEHIND.includes(place))).toBe(true);
  expect(moved).toMatchObject({ contiguous: true, purchase: { id: purchase.id, deadline: night.deadline, quantity: { total: 4 } } });
  expect(moved.purchase.performances.find(({ id }) => id === sale.performanceId)?.places).toMatchObject(
    moved.placeIds.map((placeId) => ({ placeId, sectorName: 'Pullman', priceTypeName: 'General', final: 710_000 })),
  );
  expect((await placesOf(db, purchase.id)).sort((a, b) => a - b)).toEqual([3, ...moved.placeIds].sort((a, b) => a - b));
  const after = await others([purchase.id]);
  expect(after.filter(({ purchase_id: owner }) => owner === beside.id)).toEqual(
    before.filter(({ purchase_id: owner }) => owner === beside.id),
  );
  expect(await (await stranger()).take(sale, [4, 5, 6])).toMatchObject({ status: 'ok' });
  for (const [who, id] of [
    [buyer, purchase.id],
    [neighbour, beside.id],
  ] as const)
    await who.cancel(id);
});

test('of a purchase in two sectors only the named one moves, and a place that is there already stays', async () => {
  const buyer = await stranger();
  const { purchase } = answerOf(await buyer.take(sale, [10, 11, 45]));
  expect(answerOf(await change(purchase.id, buyer, { fromSectorId: gallery })).placeIds).toEqual([]);
  const { placeIds } = answerOf(await change(purchase.id, buyer, { fromSectorId: stalls }));
  expect(placeIds).toHaveLength(2);
  expect((await placesOf(db, purchase.id)).sort()).toEqual([...placeIds, 45].sort());
  // The same click again finds nothing left to move.
  expect(answerOf(await change(purchase.id, buyer))).toMatchObject({ placeIds: [], purchase: { quantity: { total: 3 } } });
  await buyer.cancel(purchase.id);
});

test('where the other sector has too few places nothing changes, and the answer says what there is', async () => {
  const [buyer, neighbour] = [await stranger(), await stranger()];
  const taken = answerOf(await neighbour.take(sale, BEHIND.slice(0, 8))).purchase;
  const { purchase } = answerOf(await buyer.take(sale, [20, 21, 22]));
  const before = await others([]);
  expect(await change(purchase.id, buyer)).toMatchObject({
    failure: 'not_enough_places',
    data: { sectors: expect.arrayContaining([{ sectorId: gallery, name: 'Pullman', free: 2 }]) },
  });
  expect(await placesOf(db, purchase.id)).toEqual([20, 21, 22]);
  expect(await others([])).toEqual(before);
  await neighbour.cancel(taken.id);
  await buyer.cancel(purchase.id);
});

test('four purchases of two processes move to a sector that has room for three: three have all their places there, one has all of its old ones', async () => {
  for (let turn = 0; turn < 3; turn++) {
    // Both processes know what the turn before has given up.
    await Promise.all([shop.app, elsewhere].map(({ sale: { live } }) => live.reread(sale.performanceId, BEHIND)));
    const buyers = await Promise.all(Array.from({ length: 4 }, stranger));
    const own = [
      [0, 1, 2],
      [10, 11, 12],
      [20, 21, 22],
      [30, 31, 32],
    ];
    const purchases = await Promise.all(buyers.map(async (buyer, index) => answerOf(await buyer.take(sale, own[index] ?? [])).purchase.id));
    const outcomes = await Promise.all(
      buyers.map((buyer, index) => change(purchases[index] ?? '', index % 2 ? buyer : buyerAt(elsewhere, { token: buyer.token }))),
    );
    expect(outcomes.filter((outcome) => resultOf(outcome) === 'ok')).toHaveLength(3);
    for (const [index, id] of purchases.entries()) {
      const places = await placesOf(db, id);
      if (resultOf(outcomes[index] as (typeof outcomes)[0]) === 'ok') expect(places.every((place) => place >= 40)).toBe(true);
      else expect(places).toEqual(own[index]);
      expect(await heldBy(id)).toBe(3);
    }
    await Promise.all(buyers.map((buyer, index) => buyer.cancel(purchases[index] ?? '')));
  }
});

test('of two tabs one adds places while the other changes the sector: what was added is not lost', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const buyer = await stranger();
    const { purchase } = answerOf(await buyer.take(sale, [0, 1]));
    const [added, moved] = await Promise.all([buyer.takeMore(purchase.id, sale, [15]), change(purchase.id, buyerAt(elsewhere, buyer))]);
    expect(resultOf(added)).toBe('ok');
    expect(await heldBy(purchase.id)).toBe(3);
    if (resultOf(moved) !== 'ok') expect(await placesOf(db, purchase.id)).toEqual([0, 1, 15]);
    await buyer.cancel(purchase.id);
  }
});

test('a purchase that is over, another customer’s, and a sector of another night are refused, and nothing changes', async () => {
  const [buyer, other] = [await stranger(), await stranger()];
  const { purchase } = answerOf(await buyer.take(sale, [7]));
  expect(await change(purchase.id, other)).toMatchObject({ failure: 'not_found' });
  const [elsewhereSector] = await db<{ id: number }[]>`
    select sector.id from sector join performance using (venue_map_id) where performance.id = ${otherNight.performanceId}`;
  expect(await change(purchase.id, buyer, { sectorId: elsewhereSector?.id ?? 0 })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'idSector', reason: 'invalid' }] },
  });
  expect(await placesOf(db, purchase.id)).toEqual([7]);
  await buyer.cancel(purchase.id);
  expect(await change(purchase.id, buyer)).toMatchObject({ failure: 'purchase_over', data: { stage: 'cancelled' } });
  expect(placesIn(answerOf(await buyer.purchase(purchase.id)))).toEqual([]);
});
