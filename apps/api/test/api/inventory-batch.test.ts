import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { claimingProcess, LIMITS, tapped } from '../factories/claims.ts';
import { haveCustomer, haveSales } from '../factories/purchase.ts';
import { aWatch } from '../factories/watch.ts';

const { db, close } = await freshDatabase();
const [{ performanceId, priceTypeId }, second] = await haveSales(db, [{ rows: 5 }, { rows: 5 }]);
/** The purchases that each claiming transaction was for. */
const transactions: (readonly string[])[] = [];
let readingsFail = false;
/** How often all places were read. */
let readings = 0;
/** The customers whose purchases each transaction started, in the order in which they were inserted. */
const started: (readonly string[])[] = [];
/** The slots that they took. */
const startedSlots: (readonly number[])[] = [];
const { watch, told } = aWatch();
const { claims } = claimingProcess(
  tapped(db, (text, values) => {
    if (text.includes('insert into purchase')) {
      started.push(JSON.parse(String(values[1]).replace('{', '[').replace('}', ']')));
      startedSlots.push(JSON.parse(String(values[8]).replace('{', '[').replace('}', ']')));
    }
    if (text.includes('claim_key as "claimKey"')) transactions.push(JSON.parse(String(values[0]).replace('{', '[').replace('}', ']')));
    if (text.includes('version > 0')) readings += 1;
    const reads = text.includes('from place where performance_id = ? and place_id = any');
    if (!readingsFail || !reads) return undefined;
    const lost = Promise.reject(new Error('the connection was lost'));
    return Object.assign(lost, { execute: () => lost });
  }),
  LIMITS,
  watch,
);
afterAll(close);

let purchases = 0;

/** A claim of a new purchase by a new customer. */
async function wish(placeIds: readonly number[]) {
  const purchaseId = `purchase-${++purchases}`.padEnd(22, '-');
  const customerId = await haveCustomer(db);
  return {
    purchaseId,
    customerId,
    channel: 'online' as const,
    claimKey: `click-${purchases}`,
    fresh: true,
    places: { placeIds, priceTypeIds: placeIds.map(() => priceTypeId) },
  };
}

const claimAll = (wishes: readonly Awaited<ReturnType<typeof wish>>[]) =>
  Promise.allSettled(wishes.map((one) => claims.claim(performanceId, one)));
const heldBy = async (purchaseId: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from place where purchase_id = ${purchaseId} order by 1`).map(
    ({ placeId }) => placeId,
  );
const wishes = (...placesOfEach: number[][]) => Promise.all(placesOfEach.map(wish));

/** The performance is known to this process, so that claims that come at once share a transaction. */
async function warmUp() {
  await claimAll(await wishes([0]));
  transactions.length = 0;
}

test('a claim that shares a transaction with a losing one still gets its places', async () => {
  await warmUp();
  // Taken in the database, and not yet known to this process: only the lock can tell.
  await db`update place set state = 'sold', purchase_id = 'somebody' where performance_id = ${performanceId} and place_id = 20`;
  const together = await wishes([20, 21], [22, 23], [24, 25]);
  const outcomes = await claimAll(together);
  expect(transactions).toEqual([together.map(({ purchaseId }) => purchaseId)]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { failure: 'places_taken', data: { placeIds: [20] } } },
    { status: 'fulfilled', value: { placeIds: [22, 23] } },
    { status: 'fulfilled', value: { placeIds: [24, 25] } },
  ]);
  expect(await heldBy(together[0]?.purchaseId ?? '')).toEqual([]);
});

test('purchases are started in the order of their customers, so that two processes never deadlock over a customer’s limit', async () => {
  await warmUp();
  started.length = 0;
  const together = await wishes([26], [27], [28], [29]);
  together.sort((one, other) => (one.customerId < other.customerId ? 1 : -1));
  await claimAll(together);
  const customers = together.map(({ customerId }) => customerId);
  expect(customers).not.toEqual(customers.toSorted());
  expect(started).toEqual([customers.toSorted()]);
});

test('purchases of one customer are started in the order of their slots, and those of others in between stay apart', async () => {
  await warmUp();
  const [first, other, second, third] = await wishes([10], [11], [12], [13]);
  if (!first || !other || !second || !third) throw new Error('no wish was made');
  started.length = 0;
  startedSlots.length = 0;
  const { customerId } = first;
  await claimAll([first, other, { ...second, customerId }, { ...third, customerId }]);
  const slotsOf = (customer: string) => startedSlots[0]?.filter((_, index) => started[0]?.[index] === customer);
  expect([slotsOf(customerId), slotsOf(other.customerId)]).toEqual([[1, 2, 3], [1]]);
});

test('a row locked by another transaction fails only the claims of it, although all shared a transaction', async () => {
  await warmUp();
  const together = await wishes([30, 31], [32, 33], [34, 35], [36, 37], [38, 39]);
  const ids = together.map(({ purchaseId }) => purchaseId);
  const outcomes = await db.begin(async (outside) => {
    await outside`select from place where performance_id = ${performanceId} and place_id = 30 for update`;
    return claimAll(together);
  });
  // One transaction for all of them, whose lock timed out; then each by itself.
  expect(transactions[0]).toEqual(ids);
  expect(transactions.slice(1).toSorted()).toEqual(ids.map((id) => [id]).toSorted());
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { failure: 'busy', data: { retryAfterSeconds: 1 } } },
    ...together.slice(1).map(({ places }) => ({ status: 'fulfilled', value: { placeIds: places.placeIds } })),
  ]);
  expect(await Promise.all(ids.map(heldBy))).toEqual([[], [32, 33], [34, 35], [36, 37], [38, 39]]);
});

/** The same wishes, for the second performance. */
const forSecond = (wishes: readonly Awaited<ReturnType<typeof wish>>[]) =>
  wishes.map((one) => ({ ...one, places: { ...one.places, priceTypeIds: one.places.placeIds.map(() => second.priceTypeId) } }));
const holders = async (of: number, placeIds: readonly number[]) =>
  (
    await db<{ holder: string | null }[]>`
      select purchase_id as holder from place where performance_id = ${of} and place_id = any (${[...placeIds]}::integer[]) order by place_id`
  ).map(({ holder }) => holder);

/** Claims of both performances, made at the same moment. */
async function claimBoth(placesOfEach: number[][]) {
  await warmUp();
  await claims.claim(second.performanceId, forSecond(await wishes([0]))[0] as Awaited<ReturnType<typeof wish>>).catch(() => null);
  transactions.length = 0;
  const here = await wishes(...placesOfEach);
  const there = forSecond(await wishes(...placesOfEach));
  const outcomes = await Promise.allSettled([
    ...here.map((one) => claims.claim(performanceId, one)),
    ...there.map((one) => claims.claim(second.performanceId, one)),
  ]);
  return { here: here.map(({ purchaseId }) => purchaseId), there: there.map(({ purchaseId }) => purchaseId), outcomes };
}

test('claims of several performances share a transaction, and the same places of both are won', async () => {
  const { here, there, outcomes } = await claimBoth([[40, 41], [42]]);
  expect(transactions).toEqual([[...here, ...there]]);
  expect(outcomes).toMatchObject([[40, 41], [42], [40, 41], [42]].map((placeIds) => ({ status: 'fulfilled', value: { placeIds } })));
  expect(await holders(performanceId, [40, 41, 42, 43])).toEqual([here[0], here[0], here[1], null]);
  expect(await holders(second.performanceId, [40, 41, 42, 43])).toEqual([there[0], there[0], there[1], null]);
});

test('a row locked in one performance fails no claim of another, although they shared a transaction', async () => {
  const { here, there, outcomes } = await db.begin(async (outside) => {
    await outside`select from place where performance_id = ${performanceId} and place_id = 44 for update`;
    return claimBoth([[44], [45]]);
  });
  // All of them, then each performance by itself, passing over what is locked.
  expect(transactions.map((one) => one.toSorted()).toSorted()).toEqual(
    [[...here, ...there], here, there].map((one) => one.toSorted()).toSorted(),
  );
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { failure: 'busy' } },
    { status: 'fulfilled', value: { placeIds: [45] } },
    { status: 'fulfilled', value: { placeIds: [44] } },
    { status: 'fulfilled', value: { placeIds: [45] } },
  ]);
  expect(await holders(performanceId, [44, 45])).toEqual([null, here[1]]);
  expect(await holders(second.performanceId, [44, 45])).toEqual(there);
});

test('a purchase locked by another transaction fails only its own claim', async () => {
  await warmUp();
  const [first] = await wishes([1]);
  if (!first) throw new Error('no wish was made');
  await claimAll([first]);
  const more = { ...first, fresh: false, claimKey: 'the next click', places: { placeIds: [2], priceTypeIds: [priceTypeId] } };
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

test('when places that a snapshot has as taken cannot be read, only the claims of them are refused as busy', async () => {
  await warmUp();
  await claimAll(await wishes([5]));
  const together = await wishes([5, 6], [7]);
  readingsFail = true;
  const outcomes = await claimAll(together);
  readingsFail = false;
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { failure: 'busy', data: { retryAfterSeconds: 1 } } },
    { status: 'fulfilled', value: { placeIds: [7] } },
  ]);
  expect(told('recheck-failed').at(-1)).toMatchObject({ claims: 1, error: { message: 'the connection was lost' } });
  expect(await claimAll(await wishes([5, 6], [6]))).toMatchObject([
    { status: 'rejected', reason: { failure: 'places_taken', data: { placeIds: [5] } } },
    { status: 'fulfilled', value: { placeIds: [6] } },
  ]);
});

test('claims of places that a snapshot has as taken lock nothing: they are refused without a transaction', async () => {
  await warmUp();
  await claimAll(await wishes([8]));
  transactions.length = 0;
  const outcomes = await claimAll(await wishes(...Array.from({ length: 20 }, () => [8, 9])));
  expect(outcomes).toMatchObject(outcomes.map(() => ({ reason: { failure: 'places_taken', data: { placeIds: [8] } } })));
  expect(transactions).toEqual([]);
});

test('however many claims exceed what is left, all places are read at most twice a second before they are refused', async () => {
  await warmUp();
  const nothingLeft = async () => {
    const [one] = await wishes([0]);
    if (!one) throw new Error('no wish was made');
    return claims.claim(performanceId, { ...one, places: () => null });
  };
  const startedAt = performance.now();
  readings = 0;
  for (let asked = 0; asked < 30; asked++) expect(await nothingLeft()).toBe(null);
  expect(readings).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 500);
});
