import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { claimingProcess, tapped } from '../factories/claims.ts';
import { haveCustomer, havePurchase, haveSales, type Sale } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** What a process reads of the performances that it sells, and how often: what it knows already costs the database nothing. */

const { db, close } = await freshDatabase();
const [sale, beside, third] = await haveSales(db, [{}, {}, { startsAt: inDays(30) }]);
const { performanceId } = sale;
const customerId = await haveCustomer(db);
afterAll(close);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The statements about places, by what they are for. */
const kinds = {
  count: 'count(*)::integer as places',
  create: 'insert into place',
  all: 'version > 0',
  some: 'from place where performance_id = ? and place_id = any',
  free: 'as free from place',
} as const;
type Kind = keyof typeof kinds;
let sent: Kind[] = [];
/** While it is set, readings of all places wait for it before they are sent, or fail with it. */
let gate: Promise<unknown> | null = null;
const process = () =>
  claimingProcess(
    tapped(db, (text) => {
      const kind = (Object.keys(kinds) as Kind[]).find((each) => text.includes(kinds[each]));
      if (kind !== undefined) sent.push(kind);
      if (gate === null || (kind !== 'all' && kind !== 'free')) return undefined;
      return gate;
    }),
  ).live;
beforeEach(() => {
  sent = [];
  gate = null;
});

/** The time of this process, as intervals are measured, goes on by so much. */
function passMs(ms: number) {
  const before = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => before() + ms);
}

const failing = () => {
  const failed = Promise.reject(new Error('the connection was lost'));
  failed.catch(() => {});
  return failed;
};
const block = (placeIds: readonly number[], { performanceId: of }: Sale = sale) => db`
  update place set state = 'blocked', version = version + 1 where performance_id = ${of} and place_id = any (${[...placeIds]}::integer[])`;
const say = (...message: unknown[]) => db`select pg_notify('places', ${JSON.stringify(message)})`;

test('a performance whose places are there is counted and read once, and none is made again', async () => {
  const live = process();
  await Promise.all([live.get(performanceId), live.get(performanceId)]);
  await live.get(performanceId);
  expect(sent).toEqual(['count', 'all']);
});

test('places that are not there are made, those of no other performance, and those that are there stay as they are', async () => {
  await block([3], third);
  await db`delete from place where performance_id = ${third.performanceId} and place_id > 5`;
  const before = await db`select * from place where performance_id <> ${third.performanceId} order by performance_id, place_id`;
  await process().get(third.performanceId);
  expect(sent).toEqual(['count', 'create', 'all']);
  const made = await db`select place_id as place from place where performance_id = ${third.performanceId} and state = 'free' order by 1`;
  expect(made.map(({ place }) => place)).toEqual(Array.from({ length: 40 }, (_, place) => place).filter((place) => place !== 3));
  expect(await db`select * from place where performance_id <> ${third.performanceId} order by performance_id, place_id`).toEqual(before);
});

test('a performance that could not be read is read at the next request', async () => {
  const live = process();
  gate = failing();
  await expect(live.get(performanceId)).rejects.toThrow('the connection was lost');
  gate = null;
  expect((await live.get(performanceId)).performanceId).toBe(performanceId);
});

test('places that turned out to be taken are read by themselves while all were read a moment ago, else with all, and only once', async () => {
  const live = process();
  await live.get(performanceId);
  sent = [];
  await live.reread(performanceId, [1, 2]);
  expect(sent).toEqual(['some']);
  passMs(500);
  sent = [];
  await live.reread(performanceId, [1, 2]);
  expect(sent).toEqual(['all']);
});

test('a recheck says whether all places were read: not within half a second of the last time', async () => {
  const live = process();
  await live.get(performanceId);
  expect(await live.recheck(performanceId)).toBe(false);
  passMs(500);
  expect([await live.recheck(performanceId), await live.recheck(performanceId)]).toEqual([true, false]);
});

test('what is free is counted once for all who ask within half a second, again after that, and again after a failure', async () => {
  const live = process();
  const stock = await live.onSale(beside.performanceId, 'online');
  const free = async () => (await live.freeBySector(stock)).map((sector) => sector.free);
  gate = failing();
  await expect(free()).rejects.toThrow('the connection was lost');
  gate = null;
  sent = [];
  expect(await Promise.all([free(), free()])).toEqual([[40], [40]]);
  await block([7], beside);
  expect([await free(), sent]).toEqual([[40], ['free']]);
  passMs(500);
  expect([await free(), sent]).toEqual([[39], ['free', 'free']]);
});

test('a hold counts to its end by the database’s clock, whatever the clock of the process shows', async () => {
  const id = await havePurchase(db, { sale, customerId, placeIds: [30] });
  const live = process();
  const isTaken = async () => {
    await live.reread(performanceId, [30]);
    return (await live.get(performanceId)).snapshot.isTakenFor('another', 30);
  };
  // Five seconds of grace after the eleven minutes that it has left.
  await letMinutesPass(db, id, 11 + 2 / 60);
  expect(await isTaken()).toBe(true);
  await letMinutesPass(db, id, 4 / 60);
  expect(await isTaken()).toBe(false);
});

test('a change that is announced without its rows while all places are being read is read after that', async () => {
  const live = process();
  await live.listen();
  live.staleCheck.stop();
  const { snapshot } = await live.get(performanceId);
  const isFree = (placeId: number) => !snapshot.isTakenFor('another', placeId);
  passMs(500);
  // What this reading answers was read before the change.
  const old = await db`select place_id as "placeId", version, state, purchase_id as "purchaseId", null::float8 as "heldUntilMs"
                         from place where performance_id = ${performanceId} and version > 0`;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  gate = promise;
  sent = [];
  const reading = live.recheck(performanceId);
  await expect.poll(() => sent).toEqual(['all']);
  await block([20]);
  await say('a script', 0, performanceId, null);
  await sleep(100);
  gate = null;
  resolve(old);
  await reading;
  await expect.poll(() => isFree(20)).toBe(false);
  expect(sent).toEqual(['all', 'all']);
  await live.close();
});

test('while a process listens, the slow check runs, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const live = process();
  await live.get(performanceId);
  const round = vi.spyOn(live.staleCheck, 'round');
  await vi.advanceTimersByTimeAsync(5000);
  expect(round).not.toHaveBeenCalled();
  await live.listen();
  await vi.advanceTimersByTimeAsync(5000);
  expect(round).toHaveBeenCalledTimes(1);
  await Promise.all(round.mock.results.map(({ value }) => value));
  await live.close();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(round).toHaveBeenCalledTimes(1);
});

test('places for those that are gone are looked for in what is known, and not at all where nothing is on sale', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const live = process();
  const look = () => live.equalPlaces(beside.performanceId, 'online', { placeIds: [10], gone: [10] });
  await live.get(beside.performanceId);
  passMs(1000);
  sent = [];
  expect(await look()).not.toBeNull();
  expect(sent).toEqual([]);
  await db`update performance set state = 'cancelled' where id = ${beside.performanceId}`;
  vi.advanceTimersByTime(2000);
  expect(await look()).toBeNull();
  expect(sent).toEqual([]);
  expect(await live.equalPlaces(999_999, 'online', { placeIds: [10], gone: [10] })).toBeNull();
});

test('a performance’s prices and state are read once in two seconds, and its map once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const texts: string[] = [];
  const { live } = claimingProcess(
    tapped(db, (text) => {
      texts.push(text);
      return undefined;
    }),
  );
  const readings = async () => {
    texts.length = 0;
    await live.onSale(performanceId, 'online');
    await live.onSale(performanceId, 'online');
    return [texts.filter((text) => text.includes('price_type')).length, texts.filter((text) => text.includes('authoring')).length];
  };
  expect(await readings()).toEqual([1, 1]);
  vi.advanceTimersByTime(1999);
  expect(await readings()).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect(await readings()).toEqual([1, 0]);
});

test('what has started is forgotten when another performance is loaded, and what has not stays known', async () => {
  const DAY_MS = 86_400_000;
  const live = process();
  await live.get(performanceId);
  await live.get(third.performanceId);
  passMs(20 * DAY_MS);
  await expect(live.get(beside.performanceId)).rejects.toMatchObject({ failure: 'not_on_sale' });
  await expect(live.get(performanceId)).rejects.toMatchObject({ failure: 'not_on_sale' });
  sent = [];
  await live.get(third.performanceId);
  expect(sent).toEqual([]);
});

test('a performance that has no map yet sells nothing', async () => {
  await db`update performance set state = 'announced', on_sale_at = null, venue_map_id = null where id = ${third.performanceId}`;
  await expect(process().onSale(third.performanceId, 'online')).rejects.toMatchObject({ failure: 'not_found' });
});
