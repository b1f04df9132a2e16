import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../src/db/connect.ts';
import {
  findAnswered,
  findExisting,
  lockClaimedPurchases,
  lockRunning,
  readAnswered,
  readBought,
  readHoldSizes,
  readRunning,
} from '../../src/sale/claim/queries-claim.ts';
import {
  countFree,
  countPlaces,
  findPerformancesToSweep,
  lockExpiredHolds,
  lockPlaces,
  readPlaces,
  readTouchedPlaces,
} from '../../src/sale/queries-places.ts';
import {
  findOlderSales,
  findOrderId,
  findOrderIds,
  findPurchases,
  freeSlots,
  lockExpired,
  lockPaying,
  lockPurchases,
} from '../../src/sale/queries-purchases.ts';
import { freshDatabase } from '../database.ts';
import {
  counters,
  customers,
  type Hold,
  haveSaleRows,
  ids,
  keys,
  numbers,
  one,
  PLACES,
  type Place,
  type Purchase,
  performances,
  random,
  saleRows,
  some,
  undoing,
} from '../factories/sale-rows.ts';

/** What the queries of the sale read, held against all rows of their tables as this test reads them by itself. */

const { db, ownerUrl, close } = await freshDatabase();
afterAll(close);

let { purchases, holds, places, answers, attempts } = {} as Awaited<ReturnType<typeof saleRows>>;
const readAll = async () => {
  ({ purchases, holds, places, answers, attempts } = await saleRows(db));
};
beforeAll(async () => {
  await haveSaleRows(ownerUrl);
  await readAll();
});
const over = (instant: Temporal.Instant | null, graceSeconds = 0) =>
  instant !== null && instant.epochMilliseconds + graceSeconds * 1000 < Date.now();

const times = numbers(20);
const sorted = <Row>(rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();
const inTransaction = <Result>(work: (tx: Tx) => PromiseLike<Result>) => undoing(db, work);

test('purchases that claim, and those that exist, are the ones that were named, by their ids', async () => {
  for (const _ of times) {
    const wanted = [...some(ids), 'a purchase that is not there'];
    const own = purchases.filter(({ id }) => wanted.includes(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(
      await inTransaction(async (tx) =>
        (await lockClaimedPurchases(tx, wanted.toReversed(), 'wait')).map(({ deadlineMs, ...row }) => ({
          ...row,
          deadlineMs: Math.round(deadlineMs),
        })),
      ),
    ).toEqual(
      own.map(
        ({
          id,
          customer_id: customerId,
          channel,
          stage,
          deadline,
          claim_key: claimKey,
          claim_places,
          claim_contiguous,
          claim_asked: asked,
          reserved_until,
        }) => ({
          ...{ id, customerId, channel, stage, claimKey, asked },
          ...{ deadlineMs: deadline.epochMilliseconds, isReservation: reserved_until !== null },
          placeIds: claim_places ?? [],
          contiguous: claim_contiguous ?? true,
        }),
      ),
    );
    const existing = await inTransaction((tx) => findExisting(tx, wanted));
    expect(existing.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id));
    const locked = await inTransaction((tx) => lockPurchases(tx, wanted, 'wait'));
    expect([...locked.keys()].sort()).toEqual(own.map(({ id }) => id));
    const paying = await inTransaction(async (tx) => lockPaying(tx, wanted));
    expect(paying.map(({ id }) => id)).toEqual(own.filter(({ stage }) => stage === 'paying').map(({ id }) => id));
  }
});

test('a purchase is read with its own holds, by performance', async () => {
  const read = await findPurchases(db, ids.slice(10, 40));
  expect(read).toHaveLength(30);
  for (const purchase of read)
    expect(purchase.holds).toEqual(
      holds
        .filter((hold) => hold.purchase_id === purchase.id)
        .toSorted((a, b) => a.performance_id - b.performance_id)
        .map(({ performance_id: performanceId, place_ids: placeIds, price_type_ids: priceTypeIds }) => ({
          performanceId,
          placeIds,
          priceTypeIds,
          promisedAtMs: null,
        })),
    );
});

test('a click is answered as its own purchase has kept it, whichever click of it that was', async () => {
  for (const _ of times) {
    const clicks = some(ids).map((purchaseId) => ({ purchaseId, customerId: 'whoever asks', claimKey: one(keys) }));
    const later = clicks.flatMap(({ purchaseId, claimKey }) =>
      answers
        .filter((answer) => answer.purchase_id === purchaseId && answer.key === claimKey)
        .map(({ place_ids: placeIds, contiguous, asked }) => ({ purchaseId, placeIds, contiguous, asked })),
    );
    expect(sorted(await inTransaction((tx) => readAnswered(tx, clicks)))).toEqual(sorted(later));
    const all = clicks.flatMap(({ purchaseId, claimKey }) => {
      const { customer_id: customerId, ...first } = purchases.find(({ id }) => id === purchaseId) as Purchase;
      const kept = later.find((answer) => answer.purchaseId === purchaseId);
      if (!kept && first.claim_key !== claimKey) return [];
      const placeIds = kept?.placeIds ?? first.claim_places ?? [];
      const asked = kept ? kept.asked : first.claim_asked;
      const { stage, deadline } = first;
      const contiguous = kept?.contiguous ?? first.claim_contiguous ?? true;
      return [{ purchaseId, customerId, claimKey, placeIds, contiguous, asked, stage, isLate: over(deadline) }];
    });
    expect(sorted(await findAnswered(db, clicks))).toEqual(sorted(all));
  }
});

test('what customers have running, hold and have bought is read of those that were named', async () => {
  for (const _ of times) {
    const [people, wanted, nights] = [some(customers), some(ids), some(performances)];
    const running = purchases.filter(({ slot, stage }) => slot !== null && ['open', 'paying'].includes(stage));
    const named = running
      .filter(({ customer_id }) => people.includes(customer_id))
      .map(({ customer_id: customerId, slot, id: purchaseId, stage }) => ({ customerId, slot, purchaseId, stage }));
    expect(sorted(await inTransaction((tx) => readRunning(tx, people)))).toEqual(sorted(named));
    const customer = one(customers);
    expect(await inTransaction(async (tx) => (await lockRunning(tx, customer)).map(({ id }) => id))).toEqual(
      running
        .filter(({ customer_id }) => customer_id === customer)
        .map(({ id }) => id)
        .sort(),
    );
    const sizes = holds
      .filter(({ purchase_id }) => wanted.includes(purchase_id))
      .map(({ purchase_id: purchaseId, performance_id: performanceId, place_ids, held_until }) => ({
        ...{ purchaseId, performanceId, places: place_ids.length },
        hasExpired: over(held_until),
      }));
    expect(sorted(await inTransaction((tx) => readHoldSizes(tx, wanted)))).toEqual(sorted(sizes));
    const bought = customers.flatMap((customerId, row) =>
      performances.map((performanceId) => ({ customerId, performanceId, places: row + performanceId })),
    );
    expect(sorted(await inTransaction((tx) => readBought(tx, people, nights)))).toEqual(
      sorted(bought.filter(({ customerId, performanceId }) => people.includes(customerId) && nights.includes(performanceId))),
    );
  }
});

test('places are read and counted by performance and range, with what is free of them', async () => {
  const idsOf = (rows: readonly { readonly placeId: number }[]) => rows.map(({ placeId }) => placeId);
  const inOrder = (rows: readonly Place[]) => rows.map(({ place_id }) => place_id).toSorted((a, b) => a - b);
  for (const _ of times) {
    const performanceId = one(performances);
    const [from, to] = [random(25), 25 + random(26)];
    const range = places.filter((place) => place.performance_id === performanceId && place.place_id >= from && place.place_id < to);
    const touched = await readTouchedPlaces(db, performanceId, from, to);
    expect(idsOf(touched).sort((a, b) => a - b)).toEqual(inOrder(range.filter(({ state, version }) => state !== 'free' || version > 0)));
    expect(await countFree(db, performanceId, from, to)).toBe(
      range.filter(({ state, held_until }) => state === 'free' || (state === 'held' && over(held_until))).length,
    );
    for (const { placeId, heldUntilMs } of touched) {
      const held = range.find((place) => place.place_id === placeId)?.held_until;
      expect(heldUntilMs && Math.round(heldUntilMs)).toBe(held?.epochMilliseconds ?? null);
    }
    const wanted = some(numbers(PLACES + 3));
    const named = inOrder(places.filter((place) => place.performance_id === performanceId && wanted.includes(place.place_id)));
    expect(idsOf(await readPlaces(db, performanceId, wanted)).sort((a, b) => a - b)).toEqual(named);
    expect(idsOf(await inTransaction(async (tx) => lockPlaces(tx, performanceId, wanted.toReversed(), 'wait')))).toEqual(named);
  }
  expect([await countPlaces(db, 1), await countPlaces(db, 3)]).toEqual([PLACES, 0]);
});

test('the sweep finds open purchases past their deadline and grace, and holds that ended purchases have left, the longest overdue first', async () => {
  const byDeadline = purchases.filter(({ stage }) => stage === 'open').toSorted((a, b) => Temporal.Instant.compare(a.deadline, b.deadline));
  for (const [grace, most] of [
    [5, 100],
    [5, 3],
    [600, 100],
  ] as const)
    expect((await inTransaction(async (tx) => lockExpired(tx, grace, most))).map(({ id }) => id)).toEqual(
      byDeadline
        .filter(({ deadline }) => over(deadline, grace))
        .slice(0, most)
        .map(({ id }) => id),
    );
  const isOver = (hold: Hold) => hold.state === 'held' && over(hold.held_until);
  expect((await findPerformancesToSweep(db)).map(({ performanceId }) => performanceId).sort()).toEqual(
    [...new Set(holds.filter(isOver).map(({ performance_id }) => performance_id))].sort(),
  );
  const ended = new Set(purchases.filter(({ stage }) => stage === 'expired' || stage === 'cancelled').map(({ id }) => id));
  for (const performanceId of performances)
    for (const most of [100, 2])
      expect(await inTransaction(async (tx) => (await lockExpiredHolds(tx, performanceId, most)).map((row) => ({ ...row })))).toEqual(
        holds
          .filter((hold) => hold.performance_id === performanceId && ended.has(hold.purchase_id) && isOver(hold))
          .toSorted((a, b) => Temporal.Instant.compare(a.held_until, b.held_until))
          .slice(0, most)
          .map(({ purchase_id: purchaseId, place_ids: placeIds }) => ({ purchaseId, placeIds })),
      );
});

test('orders and older sales are those of one customer or counter, the newest first', async () => {
  const newestFirst = (rows: readonly Purchase[]) => rows.toSorted((a, b) => Temporal.Instant.compare(b.started_at, a.started_at));
  const cameBack = new Set(
    attempts.filter(({ state }) => ['returning', 'reversed', 'refunded'].includes(state)).map(({ purchase_id }) => purchase_id),
  );
  const isOrder = ({ id, stage }: Purchase) => ['paid', 'paying', 'offered'].includes(stage) || cameBack.has(id);
  // A clerk has what they sold at a counter besides what they bought.
  for (const buyer of customers.flatMap((customerId) => (['online', 'box_office'] as const).map((channel) => ({ customerId, channel })))) {
    const isOwn = ({ customer_id, channel }: Purchase) =>
      customer_id === buyer.customerId && (channel === 'online' || buyer.channel === 'box_office');
    const own = newestFirst(purchases.filter((purchase) => isOwn(purchase) && isOrder(purchase))).map(({ id }) => id);
    expect((await findOrderIds(db, buyer, 100)).map(({ id }) => id)).toEqual(own);
    expect((await findOrderIds(db, buyer, 3)).map(({ id }) => id)).toEqual(own.slice(0, 3));
    for (const id of ids) expect((await findOrderId(db, buyer, id)).map((row) => row.id)).toEqual(own.includes(id) ? [id] : []);
  }
  for (const counter of counters) {
    const open = newestFirst(purchases.filter((purchase) => purchase.counter === counter && purchase.stage === 'open'));
    expect((await findOlderSales(db, counter)).map(({ id }) => id)).toEqual(open.slice(1).map(({ id }) => id));
  }
});

test('a slot is freed of a purchase that is being paid, past its deadline and twenty minutes after its start, and of no other', async () => {
  const before = purchases;
  await freeSlots(db);
  await readAll();
  // A reservation keeps a slot of its own until its end.
  const isFreed = ({ stage, deadline, started_at, reserved_until }: Purchase) =>
    stage === 'paying' && reserved_until === null && over(deadline) && over(started_at, 20 * 60);
  expect(sorted(purchases)).toEqual(sorted(before.map((purchase) => (isFreed(purchase) ? { ...purchase, slot: null } : purchase))));
  expect(before.filter((purchase) => isFreed(purchase) && purchase.slot !== null)).not.toEqual([]);
});
