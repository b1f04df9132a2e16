import { afterAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { Inventory } from '../../src/sale/index.ts';
import { freshDatabase } from '../database.ts';
import { haveCustomer, haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const { performanceId, priceTypeId } = await haveSale(db);
const statements: (readonly string[])[] = [];
const inventory = new Inventory({
  db: watched(db, statements),
  terms: { minutes: 12, graceSeconds: 5, mostPlaces: 10, mostPurchases: 3 },
});
afterAll(close);

/** Notes the purchases of every claiming statement. */
function watched(real: Db, seen: (readonly string[])[]): Db {
  return new Proxy(real, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      const [text, ...values] = args;
      if (text.join('').includes('insert into hold')) seen.push(values.find((value): value is string[] => Array.isArray(value)) ?? []);
      return Reflect.apply(target, self, args);
    },
  });
}

let purchases = 0;

/** A claim of a new purchase by somebody new. */
async function wish(placeIds: readonly number[]) {
  const purchaseId = `purchase-${++purchases}`.padEnd(22, '-');
  const customerId = await haveCustomer(db);
  return {
    purchaseId,
    customerId,
    channel: 'online' as const,
    claimKey: `click-${purchases}`,
    fresh: true,
    places: placeIds,
    priceTypesFor: (some: readonly number[]) => some.map(() => priceTypeId),
  };
}

const claimAll = (wishes: readonly Awaited<ReturnType<typeof wish>>[]) =>
  Promise.allSettled(wishes.map((one) => inventory.claim(performanceId, one, () => false)));
const heldBy = async (purchaseId: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from place where purchase_id = ${purchaseId} order by 1`).map(
    ({ placeId }) => placeId,
  );
const wishes = (...placesOfEach: number[][]) => Promise.all(placesOfEach.map(wish));

/** The performance is known to this process, so that what comes at once shares a statement. */
async function warmUp() {
  await claimAll(await wishes([0]));
  statements.length = 0;
}

test('whoever shares a statement with a loser still gets their places', async () => {
  await warmUp();
  // Taken in the database, and not yet known to this process: only the statement itself can tell.
  await db`update place set state = 'sold', purchase_id = 'somebody' where performance_id = ${performanceId} and place_id = 20`;
  const together = await wishes([20, 21], [22, 23], [24, 25]);
  const outcomes = await claimAll(together);
  expect(statements).toEqual([together.map(({ purchaseId }) => purchaseId)]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { failure: 'places_taken', data: { placeIds: [20] } } },
    { status: 'fulfilled', value: { placeIds: [22, 23] } },
    { status: 'fulfilled', value: { placeIds: [24, 25] } },
  ]);
  expect(await heldBy(together[0]?.purchaseId ?? '')).toEqual([]);
});

test('a row locked by somebody else costs only those who want it, though all of them shared a statement', async () => {
  await warmUp();
  const together = await wishes([30, 31], [32, 33], [34, 35], [36, 37], [38, 39]);
  const ids = together.map(({ purchaseId }) => purchaseId);
  const outcomes = await db.begin(async (outside) => {
    await outside`select from place where performance_id = ${performanceId} and place_id = 30 for update`;
    return claimAll(together);
  });
  // One statement for all of them, which waited for the row in vain; then each by itself.
  expect(statements).toEqual([ids, ...ids.map((id) => [id])]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { failure: 'busy', data: { retryAfterSeconds: 1 } } },
    ...together.slice(1).map(({ places }) => ({ status: 'fulfilled', value: { placeIds: places } })),
  ]);
  expect(await Promise.all(ids.map(heldBy))).toEqual([[], [32, 33], [34, 35], [36, 37], [38, 39]]);
});

test('a purchase locked by somebody else costs only its own claim', async () => {
  await warmUp();
  const [first] = await wishes([1]);
  if (!first) throw new Error('nobody wants anything');
  await claimAll([first]);
  const more = { ...first, fresh: false, claimKey: 'the next click', places: [2] };
  const [other] = await wishes([3]);
  const outcomes = await db.begin(async (outside) => {
    await outside`select from purchase where id = ${first.purchaseId} for update`;
    return claimAll(other ? [more, other] : [more]);
  });
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { failure: 'busy' } },
    { status: 'fulfilled', value: { placeIds: [3] } },
  ]);
  expect(await heldBy(first.purchaseId)).toEqual([1]);
});
