import { invalidatePurchase, type Outcome, type Taken, type takeMore, type takePlaces, type takeQuantities } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { connect, type Db } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { claimPlaces } from '../../src/sale/claim/claim-places.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { LIMITS } from '../factories/claims.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { haveCustomer, haveSales, placesOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, url, close } = await freshDatabase();
const halls = [
  ...(await haveSales(db, [...Array.from({ length: 16 }, () => ({ rows: 20 })), ...Array.from({ length: 3 }, () => ({ rows: 1 }))])),
];
/** Two processes behind a load balancer, before either has news of the other: only the database knows all. */
const shops = [await openShop(), await openShop()] as const;
afterAll(async () => {
  for (const { shut } of shops) await shut();
  await close();
});

/** A performance of which nothing is taken yet, in a hall with rows of ten; both processes know it. */
async function emptyHall({ rows = 20 }: { rows?: 1 | 20 } = {}) {
  const sale = rows === 20 ? halls.shift() : halls.pop();
  if (!sale) throw new Error('no hall is left');
  for (const { app } of shops) await app.sale.live.get(sale.performanceId);
  return sale;
}

async function openShop() {
  const connections = connect(url);
  const app = await customersApp(connections);
  const shut = async () => {
    await app.close();
    await connections.end();
  };
  return { app, shut };
}

let clicks = 0;
const nextKey = () => `key-of-click-${++clicks}`;
const newBuyer = async () => (await haveBuyers(db, 1))[0];

interface Taking {
  readonly token: string;
  readonly of: { readonly performanceId: number };
  /** Left out, the click starts a purchase. */
  readonly purchase?: string;
  readonly places?: readonly number[];
  /** This many of the best ones instead. */
  readonly best?: number;
  readonly key?: string;
}

/** At one of the two processes; `busy`, because rows are locked, is retried. */
async function tryToTake(process: 0 | 1, click: Taking): Promise<Outcome<typeof takePlaces | typeof takeQuantities | typeof takeMore>> {
  const { token, of, purchase, places = [], best, key = nextKey() } = click;
  const buyer = buyerAt(shops[process].app, { token });
  const options = { key };
  const outcome =
    purchase === undefined
      ? await (best === undefined ? buyer.take(of, places, options) : buyer.takeBest(of, best, options))
      : await (best === undefined ? buyer.takeMore(purchase, of, places, options) : buyer.takeMoreBest(purchase, of, best, options));
  return resultOf(outcome) === 'busy' ? tryToTake(process, { ...click, key }) : outcome;
}
const take = async (process: 0 | 1, click: Taking) => answerOf(await tryToTake(process, click));
const cancel = (purchaseId: string) => clientOf(shops[0].app).ok(invalidatePurchase, { params: { purchaseId } });
/** What a click won; the purchase in its answer may have changed since. */
const wonBy = ({ purchase, placeIds, contiguous }: Taken) => ({ purchase: purchase.id, placeIds, contiguous });

test('two more of the best places, requested at another process at once, are added', async () => {
  const of = await emptyHall();
  for (let round = 0; round < 20; round++) {
    const { token } = await newBuyer();
    const first = await take(0, { of, token, best: 2 });
    const more = await take(1, { of, token, purchase: first.purchase.id, best: 2 });
    expect(more.placeIds).toHaveLength(2);
    expect(await placesOf(db, first.purchase.id)).toEqual([...first.placeIds, ...more.placeIds].sort((a, b) => a - b));
  }
});

test('when fewer places are left than a later click requests, all of it is refused', async () => {
  const of = await emptyHall({ rows: 1 });
  const { token } = await newBuyer();
  const first = await take(0, { of, token, best: 6 });
  const other = await newBuyer();
  await take(0, { of, token: other.token, best: 2 });
  const three = await tryToTake(1, { of, token, purchase: first.purchase.id, best: 3 });
  expect(three).toMatchObject({ failure: 'not_enough_places', data: { sectors: [{ free: 2 }] } });
  const two = await take(1, { of, token, purchase: first.purchase.id, best: 2 });
  expect(two.placeIds).toHaveLength(2);
  expect(await placesOf(db, first.purchase.id)).toHaveLength(8);
});

test('a later click may name places that the purchase has already', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const first = await take(0, { of, token, places: [7] });
  const more = await take(1, { of, token, purchase: first.purchase.id, places: [7, 8] });
  expect(wonBy(more)).toMatchObject({ placeIds: [8] });
  expect(await placesOf(db, first.purchase.id)).toEqual([7, 8]);
});

test('a double click on two processes that starts a customer’s last purchase gets one answer', async () => {
  const of = await emptyHall();
  for (let round = 0; round < 20; round++) {
    const { customerId, token } = await newBuyer();
    for (const place of [0, 1]) await take(0, { of, token, places: [round * 10 + place] });
    const last = { of, token, places: [round * 10 + 4, round * 10 + 5], key: nextKey() };
    const [one, other] = await Promise.all([take(0, last), take(1, last)]);
    expect(wonBy(one)).toMatchObject({ placeIds: last.places });
    expect(wonBy(other)).toEqual(wonBy(one));
    expect(await db`select from purchase where customer_id = ${customerId}`).toHaveLength(3);
  }
});

test('a click that was won elsewhere between reading its purchase and reading its customer’s slots is judged again', async () => {
  const { performanceId, priceTypeId } = await emptyHall();
  const limits = { ...LIMITS, mostPurchases: 1, lockTimeoutMs: 5000, skipLocked: false };
  const request = (customerId: string, placeIds: readonly number[]) => ({
    performanceId,
    purchaseId: randomId(),
    customerId,
    channel: 'online' as const,
    claimKey: nextKey(),
    fresh: true,
    chosen: false,
    options: [{ placeIds, priceTypeIds: placeIds.map(() => priceTypeId), contiguous: true }],
  });
  const standing = request(await haveCustomer(db), [30]);
  const doubled = request(await haveCustomer(db), [50, 51]);
  await claimPlaces(db, [standing], limits);
  // There, both are in one batch, which waits for the first one's purchase and has not seen the other one's.
  const there = connect(url, { connections: 1 });
  const { answers } = await db.begin(async (outside) => {
    await outside`select from purchase where id = ${standing.purchaseId} for update`;
    const asked = claimPlaces(there, [{ ...standing, fresh: false, claimKey: nextKey() }, doubled], limits);
    await expect.poll(() => waitingForLocks(db), { interval: 5 }).toBe(1);
    expect(await claimPlaces(db, [doubled], limits)).toMatchObject([{ kind: 'won' }]);
    return { answers: asked };
  });
  expect(await answers).toMatchObject([{ kind: 'won' }, { kind: 'conflict' }]);
  expect(await claimPlaces(there, [doubled], limits)).toMatchObject([{ kind: 'repeated', placeIds: [50, 51] }]);
  await there.end();
});

test('where locked rows are skipped, a place that the purchase has already counts as taken, not as locked', async () => {
  const { performanceId, priceTypeId } = await emptyHall();
  const option = (placeIds: readonly number[]) => ({ placeIds, priceTypeIds: placeIds.map(() => priceTypeId), contiguous: true });
  const first = {
    performanceId,
    purchaseId: randomId(),
    customerId: await haveCustomer(db),
    channel: 'online' as const,
    claimKey: nextKey(),
    fresh: true,
    chosen: true,
    options: [option([30])],
  };
  const limits = { ...LIMITS, lockTimeoutMs: 5000, skipLocked: true };
  await claimPlaces(db, [first], limits);
  const more = { ...first, fresh: false, claimKey: nextKey() };
  expect(await claimPlaces(db, [more], limits)).toMatchObject([{ kind: 'taken', placeIds: [30], rows: [{ placeId: 30 }] }]);
  await db.begin(async (outside) => {
    await outside`select from place where performance_id = ${performanceId} and place_id = 31 for update`;
    expect(await claimPlaces(db, [{ ...more, options: [option([31])] }], limits)).toEqual([{ kind: 'locked' }]);
  });
});

test('every key of a purchase keeps its answer, at any process and after later clicks', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const keys = { first: nextKey(), second: nextKey(), third: nextKey() };
  const first = await take(0, { of, token, best: 2, key: keys.first });
  const purchase = first.purchase.id;
  const second = await take(1, { of, token, purchase, best: 1, key: keys.second });
  const third = await take(0, { of, token, purchase, places: [180, 182], key: keys.third });
  for (const process of [1, 0, 1] as const) {
    expect(wonBy(await take(process, { of, token, best: 2, key: keys.first }))).toEqual(wonBy(first));
    expect(wonBy(await take(process, { of, token, purchase, best: 1, key: keys.second }))).toEqual(wonBy(second));
    expect(wonBy(await take(process, { of, token, purchase, places: [180, 182], key: keys.third }))).toEqual(wonBy(third));
  }
  expect(await placesOf(db, purchase)).toEqual([...first.placeIds, ...second.placeIds, 180, 182].sort((a, b) => a - b));
});

test('a later click that is doubled on two processes adds its places once, and both get one answer', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const purchase = (await take(0, { of, token, places: [0] })).purchase.id;
  for (let round = 0; round < 9; round++) {
    const more = { of, token, purchase, best: 1, key: nextKey() };
    const [one, other] = await Promise.all([take(0, more), take(1, more)]);
    expect(one.placeIds).toHaveLength(1);
    expect(wonBy(other)).toEqual(wonBy(one));
  }
  expect(await placesOf(db, purchase)).toHaveLength(10);
});

test('a repeated click is answered again that its places are not side by side', async () => {
  const of = await emptyHall({ rows: 1 });
  const { token } = await newBuyer();
  const other = await newBuyer();
  // Of the one row of ten every second seat is left.
  await take(0, { of, token: other.token, places: [1, 3, 5, 7, 9] });
  const key = nextKey();
  const first = await take(0, { of, token, best: 2, key });
  expect(wonBy(first)).toMatchObject({ contiguous: false });
  expect(wonBy(await take(1, { of, token, best: 2, key }))).toEqual(wonBy(first));
  const later = { of, token, purchase: first.purchase.id, best: 2, key: nextKey() };
  const more = await take(0, later);
  expect(wonBy(more)).toMatchObject({ contiguous: false });
  expect(wonBy(await take(1, later))).toEqual(wonBy(more));
});

test('a repeated click gets its first answer even though its places were given back and are another buyer’s now', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const luis = await newBuyer();
  const purchase = (await take(0, { of, token, places: [10] })).purchase.id;
  const more = { of, token, purchase, places: [12], key: nextKey() };
  const first = await take(0, more);
  answerOf(await buyerAt(shops[0].app, { token }).setPlaces(purchase, of, [10]));
  await take(0, { of, token: luis.token, places: [12] });
  for (const process of [0, 1] as const) expect(wonBy(await take(process, more))).toEqual(wonBy(first));
  expect(await placesOf(db, purchase)).toEqual([10]);
  // Another click is refused, and so is another customer's with the same key.
  expect(await tryToTake(0, { ...more, key: nextKey() })).toMatchObject({ failure: 'places_taken', data: { placeIds: [12] } });
  const stranger = await newBuyer();
  expect(await tryToTake(0, { ...more, token: stranger.token })).toMatchObject({ failure: 'places_taken', data: { placeIds: [12] } });
});

test('a repeated click gets its first answer even though nothing is left', async () => {
  const of = await emptyHall({ rows: 1 });
  const { token } = await newBuyer();
  const luis = await newBuyer();
  const purchase = (await take(0, { of, token, best: 1 })).purchase.id;
  const more = { of, token, purchase, best: 1, key: nextKey() };
  const first = await take(0, more);
  await take(0, { of, token: luis.token, best: 8 });
  expect(await tryToTake(0, { ...more, key: nextKey() })).toMatchObject({ failure: 'not_enough_places' });
  for (const process of [0, 1] as const) expect(wonBy(await take(process, more))).toEqual(wonBy(first));
});

test('a refused click holds nothing, and its key can be used again', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const luis = await newBuyer();
  const purchase = (await take(0, { of, token, places: [20] })).purchase.id;
  const other = (await take(0, { of, token: luis.token, places: [22] })).purchase.id;
  const more = { of, token, purchase, places: [21, 22], key: nextKey() };
  expect(await tryToTake(0, more)).toMatchObject({ failure: 'places_taken', data: { placeIds: [22] } });
  expect(await placesOf(db, purchase)).toEqual([20]);
  await cancel(other);
  expect(wonBy(await take(0, more))).toMatchObject({ placeIds: [21, 22] });
});

test('the key of a later click adds nothing to another purchase, at the same moment neither', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const purchases = [];
  for (const place of [40, 50, 70]) purchases.push((await take(0, { of, token, places: [place] })).purchase.id);
  const [first, second, third] = purchases as [string, string, string];
  const key = nextKey();
  expect(wonBy(await take(0, { of, token, purchase: first, places: [60], key }))).toMatchObject({ placeIds: [60] });
  expect(await tryToTake(1, { of, token, purchase: second, places: [61], key })).toMatchObject({ failure: 'key_reused' });
  expect(await tryToTake(1, { of, token, places: [61], key })).toMatchObject({ failure: 'key_reused' });
  const same = nextKey();
  const outcomes = await Promise.all(
    [first, second, third].map((purchase, turn) => tryToTake(turn === 1 ? 1 : 0, { of, token, purchase, places: [62 + turn], key: same })),
  );
  expect(outcomes.map(resultOf).sort()).toEqual(['key_reused', 'key_reused', 'ok']);
});

test('a key that started a purchase does nothing for another choice, another performance, or a later click', async () => {
  const [of, other] = [await emptyHall(), await emptyHall()];
  const { token } = await newBuyer();
  const key = nextKey();
  const { purchase } = await take(0, { of, token, best: 1, key });
  expect(await tryToTake(1, { of, token, best: 3, key })).toMatchObject({ failure: 'key_reused' });
  expect(await tryToTake(0, { of: other, token, best: 1, key })).toMatchObject({ failure: 'key_reused' });
  expect(await tryToTake(0, { of, token, purchase: purchase.id, places: [150], key })).toMatchObject({ failure: 'key_reused' });
  const another = (await take(0, { of: other, token, places: [40] })).purchase.id;
  expect(await tryToTake(0, { of, token, purchase: another, places: [150], key })).toMatchObject({ failure: 'key_reused' });
  expect((await take(1, { of, token, best: 1, key })).purchase.id).toBe(purchase.id);
  expect(await placesOf(db, purchase.id)).toHaveLength(1);
});

test('when a purchase ends, the keys of its later clicks are deleted, and those of no other purchase', async () => {
  const of = await emptyHall();
  const ana = await newBuyer();
  const started = [];
  for (const place of [60, 70, 80]) {
    const purchase = (await take(0, { of, token: ana.token, places: [place] })).purchase.id;
    const later = { of, token: ana.token, purchase, places: [place + 1], key: nextKey() };
    await take(0, later);
    started.push(later);
  }
  const [cancelled, expired, kept] = started;
  if (!cancelled || !expired || !kept) throw new Error('three purchases were started');
  const storedKeys = () => db<{ purchase: string }[]>`
    select purchase_id as purchase from claim_key join purchase on id = purchase_id where customer_id = ${ana.customerId}`;
  await cancel(cancelled.purchase);
  expect(await storedKeys()).toHaveLength(2);
  await db`update purchase set deadline = now() - interval '1 minute' where id = ${expired.purchase}`;
  await sweepExpired(shops[0].app.sale);
  expect(await storedKeys()).toEqual([{ purchase: kept.purchase }]);
  expect(await tryToTake(1, cancelled)).toMatchObject({ failure: 'purchase_over', data: { stage: 'cancelled' } });
  expect(await tryToTake(1, expired)).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
  expect(wonBy(await take(1, kept))).toMatchObject({ placeIds: [81] });
});

test('a click that started a purchase which is over is told so, and not that its places are held', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const luis = await newBuyer();
  const ends = { cancelled: { places: [60], key: nextKey() }, expired: { places: [80], key: nextKey() } };
  const clicks = Object.entries(ends).map(([stage, click]) => ({ stage, click: { of, token, ...click } }));
  for (const { stage, click } of clicks) {
    const { purchase } = await take(0, click);
    expect((await take(1, click)).purchase.id).toBe(purchase.id);
    if (stage === 'cancelled') await cancel(purchase.id);
    else await letMinutesPass(db, purchase.id, 60);
    expect(await tryToTake(0, click)).toMatchObject({ failure: 'purchase_over', data: { stage } });
    // Also where its place is another buyer's by now.
    await sweepExpired(shops[0].app.sale);
    await take(0, { of, token: luis.token, places: click.places });
    for (const process of [0, 1] as const)
      expect(await tryToTake(process, click)).toMatchObject({ failure: 'purchase_over', data: { stage } });
    // Its key is still that click's alone, and another click starts another purchase.
    expect(await tryToTake(0, { ...click, places: [100] })).toMatchObject({ failure: 'key_reused' });
    const next = await take(0, { of, token, places: click.places.map((place) => place + 1) });
    expect(next.purchase.id).not.toBe(purchase.id);
  }
});

test.each([
  ['a key', nextKey],
  ['no key', () => null],
])('claims whose commit was not acknowledged are answered with what they won, with %s', async (_, keyOf) => {
  const of = await emptyHall();
  const { customerId, token } = await newBuyer();
  let losesNext = false;
  const unsure = new Proxy(db, {
    get(real, name) {
      if (name !== 'begin') return Reflect.get(real, name);
      return async (work: Parameters<Db['begin']>[1]) => {
        const result = await real.begin(work as never);
        if (!losesNext) return result;
        losesNext = false;
        throw new Error('the connection was lost after the commit');
      };
    },
  });
  const app = await customersApp(unsure);
  const buyer = buyerAt(app, { token });
  losesNext = true;
  const first = answerOf(await buyer.takeBest(of, 2, { key: keyOf() }));
  expect(await placesOf(db, first.purchase.id)).toEqual(first.placeIds);
  losesNext = true;
  const later = answerOf(await buyer.takeMoreBest(first.purchase.id, of, 2, { key: keyOf() }));
  expect(await placesOf(db, first.purchase.id)).toEqual([...first.placeIds, ...later.placeIds].sort((a, b) => a - b));
  expect([first, later].map(({ placeIds }) => placeIds.length)).toEqual([2, 2]);
  expect(await db`select from purchase where customer_id = ${customerId}`).toHaveLength(1);
  expect(losesNext).toBe(false);
  await app.close();
});
