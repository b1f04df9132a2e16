import { setTimeout } from 'node:timers/promises';
import {
  changeSector,
  type Endpoint,
  endpoints,
  listPlacesRules,
  selectProducts,
  setPlaces,
  startPurchase,
  takeMore,
  takePlaces,
  takeQuantities,
} from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { promisedPrices } from '../../src/waiting-room/index.ts';
import { changePhase, notePrices } from '../../src/waiting-room/queries.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { aLeader, aRoom, aWaiter } from '../factories/queue.ts';

const database = await freshDatabase();
const { db } = database;
const traits = [{ seat: 0, trait: 'wheelchair' } as const, { seat: 1, trait: 'companion' } as const];
// The last one has a second sector.
const given = Array.from({ length: 14 }, (_, day) => ({ rows: 4, gallery: day === 13 ? 1 : 0, traits, startsAt: inDays(7 + day) }));
const checkout = await aCheckout(db, undefined, [given[0] ?? {}, ...given.slice(1)]);
const { app } = checkout;
const { ticks } = aLeader(app);
afterAll(async () => {
  await checkout.close();
  await database.close();
});

const performances = checkout.sales.map(({ performanceId }) => ({ performanceId }));
const nextPerformance = () => {
  const performance = performances.shift();
  if (!performance) throw new Error('every performance has a room');
  return performance;
};

const openAt = { perMinute: 6000 } as const;

/** A buyer who waited, was called and went in. */
async function admitted(performanceId: number, form: object = {}) {
  const { token, customerId } = await checkout.stranger();
  const waiter = aWaiter(app, { token });
  await waiter.join(performanceId, form);
  await ticks(2);
  const { cPase = '' } = await waiter.turn(performanceId);
  return { ...buyerAt(app, { token, passes: new Map([[performanceId, cPase]]) }), token, customerId, pass: cPase, waiter };
}

const placesOf = async (performanceId: number) =>
  (await db<{ count: number }[]>`select count(*)::integer from place where performance_id = ${performanceId} and state <> 'free'`)[0]
    ?.count;

test('every call that takes stock is refused without a pass, and nothing is held or started', async () => {
  const room = nextPerformance();
  const calls = [takePlaces, takeQuantities, startPurchase, takeMore, setPlaces, changeSector, selectProducts] as readonly Endpoint[];
  // Those that declare it are all that there are: a new one has to be added here.
  expect(new Set(calls)).toEqual(new Set(Object.values(endpoints).filter((each: Endpoint) => each.refuses?.includes('turn_needed'))));
  const other = nextPerformance();
  const buyer = await checkout.stranger();
  const begun = await buyer.take(other, [5]);
  const purchaseId = begun.status === 'ok' ? begun.data.purchase.id : '';
  await aRoom(app, room.performanceId, openAt);
  const params = { purchaseId };
  const tries = [
    await buyer.take(room, [1]),
    await buyer.takeBest(room, 2),
    await buyer.call(startPurchase, { body: { ...room, placeIds: [1] } }),
    await buyer.takeMore(purchaseId, room, [1]),
    await buyer.takeMoreBest(purchaseId, room, 1),
    await buyer.setPlaces(purchaseId, room, [1]),
    await buyer.selectProducts('0', room, [{ variantId: 1, quantity: 1 }]),
    await buyer.selectProducts(purchaseId, room, [{ variantId: 1, quantity: 1 }]),
  ];
  expect(tries.map(resultOf)).toEqual(Array(tries.length).fill('turn_needed'));
  expect(tries[0]).toMatchObject({ data: { ...room, obstacle: 'missing' } });
  // A purchase without places of the performance has none to move.
  expect(await buyer.call(changeSector, { params, body: { ...room, sectorId: 1 } })).toMatchObject({ data: { placeIds: [] } });
  expect(await placesOf(room.performanceId)).toBe(0);
  expect(await placesOf(other.performanceId)).toBe(1);
  expect(resultOf(await buyer.takeMore(purchaseId, other, [6]))).toBe('ok');
});

test('with a pass places are taken, and the same pass is worth nothing elsewhere', async () => {
  const [room, other] = [nextPerformance(), nextPerformance()];
  await aRoom(app, room.performanceId, openAt);
  await aRoom(app, other.performanceId, openAt);
  const ana = await admitted(room.performanceId);
  expect(resultOf(await ana.take(room, [7, 8]))).toBe('ok');
  const elsewhere = buyerAt(app, { token: ana.token, passes: new Map([[other.performanceId, ana.pass]]) });
  expect(await elsewhere.take(other, [7])).toMatchObject({ failure: 'turn_needed', data: { obstacle: 'missing' } });
  const forged = buyerAt(app, { token: ana.token, passes: new Map([[room.performanceId, `${ana.pass.slice(0, -2)}AA`]]) });
  expect(await forged.take(room, [9])).toMatchObject({ failure: 'turn_needed', data: { obstacle: 'missing' } });
});

test('a pass serves the account that it was given to, and no other', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, openAt);
  const ana = await admitted(room.performanceId);
  const { token } = await checkout.stranger();
  const luis = buyerAt(app, { token, passes: new Map([[room.performanceId, ana.pass]]) });
  expect(await luis.take(room, [1])).toMatchObject({ failure: 'turn_needed', data: { obstacle: 'other_account' } });
});

test('somebody who logs in after their turn came gets a pass for their account, and is the only one who does', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, openAt);
  const visitor = aWaiter(app);
  await visitor.join(room.performanceId);
  await ticks(2);
  expect(await visitor.turn(room.performanceId)).toEqual({ redirect_url: expect.stringMatching(/^\/funcion\//) });
  const [ana, luis] = [await checkout.stranger(), await checkout.stranger()];
  const asAna = aWaiter(app, { token: ana.token });
  const asLuis = aWaiter(app, { token: luis.token });
  for (const [name, value] of visitor.jar) for (const browser of [asAna, asLuis]) browser.jar.set(name, value);
  expect(await asAna.turn(room.performanceId)).toMatchObject({ cPase: expect.any(String) });
  expect(await asLuis.turn(room.performanceId)).toEqual({ redirect_url: '' });
});

test('a counter sells without a turn, and a closed room asks nobody for one', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, openAt);
  expect(app.waitingRooms.queued()).toContain(room.performanceId);
  const buyer = await checkout.stranger();
  expect(resultOf(await buyer.take(room, [3]))).toBe('turn_needed');
  const counter = await aCounter(db, app);
  expect(resultOf(await counter.take(room, [4]))).toBe('ok');
  await changePhase(db, { ...room, epoch: 1 }, { from: ['active'], to: 'closed' });
  await app.waitingRooms.read();
  expect(resultOf(await buyer.take(room, [3]))).toBe('ok');
});

test('a purchase that has places of the performance goes on when a room opens around it, within its own time', async () => {
  const room = nextPerformance();
  const buyer = await checkout.stranger();
  const begun = await buyer.take(room, [12]);
  const purchaseId = begun.status === 'ok' ? begun.data.purchase.id : '';
  await aRoom(app, room.performanceId, openAt);
  expect(resultOf(await buyer.takeMore(purchaseId, room, [13]))).toBe('ok');
  expect(resultOf(await buyer.setPlaces(purchaseId, room, [12, 14]))).toBe('ok');
  expect(resultOf(await buyer.take(room, [15]))).toBe('turn_needed');
  const stranger = await checkout.stranger();
  expect(resultOf(await stranger.takeMore(purchaseId, room, [16]))).toBe('not_found');
});

test('a pass is for as many places as the organiser said, over all purchases', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, { ...openAt, mostPlaces: 2 });
  const ana = await admitted(room.performanceId);
  expect(resultOf(await ana.take(room, [20, 21]))).toBe('ok');
  expect(await ana.take(room, [22])).toMatchObject({ failure: 'too_many_places', data: { limit: 'customer', most: 2 } });
});

test('the limits that a page tells are those of the room while it asks for a turn, and the show’s own once it is closed', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, { ...openAt, mostPlaces: 2 });
  const ana = await admitted(room.performanceId);
  const mostOfAna = async () => {
    const answer = await ana.call(listPlacesRules, { params: { performanceId: room.performanceId }, query: { purchaseId: undefined } });
    return answer.status === 'ok' ? answer.data.items.find(({ limit }) => limit === 'customer')?.most : resultOf(answer);
  };
  expect(await mostOfAna()).toBe(2);
  await changePhase(db, { ...room, epoch: 1 }, { from: ['active'], to: 'closed' });
  await app.waitingRooms.read();
  expect(await mostOfAna()).toBeGreaterThan(2);
  expect(resultOf(await ana.take(room, [23, 24, 25]))).toBe('ok');
});

test('whoever joined before a price went up pays the price of then, charges included, and later ones the new one', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, openAt);
  const ana = await admitted(room.performanceId);
  const [{ levelId = 0 } = {}] = await db<
    { levelId: number }[]
  >`select id as "levelId" from price_level where performance_id = ${room.performanceId}`;
  await db`update price_type set face_value = face_value * 2 where price_level_id = ${levelId}`;
  // Prices are read every two seconds, and noted every three.
  await setTimeout(2100);
  await ticks(4);
  await setTimeout(1100);
  const luis = await admitted(room.performanceId);
  await setTimeout(2100);
  const totalOf = async (buyer: typeof ana, place: number) => {
    const taken = await buyer.take(room, [place]);
    if (taken.status !== 'ok') throw new Error(JSON.stringify(taken));
    const { id } = taken.data.purchase;
    const read = await buyer.purchase(id);
    expect(read.status === 'ok' && read.data.totals?.total).toBe(taken.data.purchase.totals?.total);
    return { id, total: taken.data.purchase.totals?.total };
  };
  const [first, second] = [await totalOf(ana, 30), await totalOf(luis, 31)];
  expect([first.total, second.total]).toEqual([1_150_000, 2_250_000]);
  await ana.selectDelivery(first.id);
  await ana.selectMethod(first.id);
  expect(await ana.pay({ id: first.id, total: 1_150_000 })).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
  // Another performance of the show was never promised anything.
  const other = nextPerformance();
  expect(resultOf(await luis.take(other, [1]))).toBe('ok');
});

test('a promise is of the price that was last seen when its buyer joined, and of the first one for who joined before', async () => {
  const { performanceId } = nextPerformance();
  await aRoom(app, performanceId, openAt);
  const noted = async (face: number) => {
    await notePrices(db, performanceId, { faces: { 1: face }, charges: [] });
    const [{ now = 0 } = {}] = await db<{ now: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
    return now;
  };
  const [first, second] = [await noted(100), await noted(200)];
  // Noted once as long as it stands; the earlier one is another note when it comes back.
  await noted(200);
  await noted(100);
  const [opening] = await db<{ prices: object }[]>`select prices from queue_price where performance_id = ${performanceId} order by seen_at`;
  expect(await db`select from queue_price where performance_id = ${performanceId}`).toHaveLength(4);
  const promised = promisedPrices(db);
  expect(await promised(performanceId, first - 60_000)).toEqual(opening?.prices);
  const faceAt = async (atMs: number) => (await promised(performanceId, atMs))?.faces[1];
  expect([await faceAt(first), await faceAt(second), await faceAt(second + 60_000)]).toEqual([100, 200, 100]);
  expect(await promised(999_999, second)).toBeNull();
});

test('the lane of accessible places stands in front, and its pass takes those places alone, whichever call asks', async () => {
  const room = performances.pop() ?? { performanceId: 0 };
  await aRoom(app, room.performanceId, openAt);
  const ana = await admitted(room.performanceId, { lAccesible: true });
  expect(await ana.take(room, [5])).toMatchObject({ failure: 'turn_needed', data: { obstacle: 'accessible_only' } });
  expect(await ana.takeBest(room, 1)).toMatchObject({ failure: 'turn_needed', data: { obstacle: 'accessible_only' } });
  const taken = await ana.take(room, [0, 1]);
  expect(resultOf(taken)).toBe('ok');
  const purchaseId = taken.status === 'ok' ? taken.data.purchase.id : '';
  expect(await ana.takeMore(purchaseId, room, [5])).toMatchObject({ failure: 'turn_needed' });
  const without = buyerAt(app, { token: ana.token });
  const refused = { failure: 'turn_needed', data: { obstacle: 'accessible_only' } };
  expect(await without.takeMore(purchaseId, room, [5])).toMatchObject(refused);
  const [gallery] = await db<{ id: number }[]>`
    select sector.id from sector join performance on performance.venue_map_id = sector.venue_map_id
     where performance.id = ${room.performanceId} and sector.name = 'Pullman'`;
  for (const buyer of [ana, without]) {
    expect(await buyer.setPlaces(purchaseId, room, [0, 1, 5])).toMatchObject(refused);
    const body = { performanceId: room.performanceId, sectorId: gallery?.id ?? 0 };
    expect(await buyer.call(changeSector, { params: { purchaseId }, body })).toMatchObject(refused);
  }
  expect(resultOf(await ana.setPlaces(purchaseId, room, [0]))).toBe('ok');
  expect(resultOf(await ana.setPlaces(purchaseId, room, [0, 1]))).toBe('ok');
  expect(await placesOf(room.performanceId)).toBe(2);
});
