import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { pickPlaces } from '../../src/sale/choose/best-available.ts';
import { freshDatabase } from '../database.ts';
import { claimingProcess, LIMITS, tapped } from '../factories/claims.ts';
import { haveBuyers } from '../factories/customers.ts';
import { haveSales, type Sale } from '../factories/purchase.ts';
import { numberOf } from '../factories/scrape.ts';
import { aWatch } from '../factories/watch.ts';

/** Which places the queue of claims asks the database for, batch by batch. */

const { db, close } = await freshDatabase();
afterAll(close);
const PLACES = 200;
const rangeOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

const halls: Sale[] = await haveSales(
  db,
  rangeOf(0, 12).map(() => ({ rows: PLACES / 10 })),
);
let purchases = 0;
/** A hall of its own, twenty rows of ten, and a process that sells it and knows it as it is now; `locked` are the places of each locking statement. */
async function aHall() {
  const { performanceId, priceTypeId } = halls.pop() as Sale;
  const locked: number[][] = [];
  const { watch, told } = aWatch();
  let isLost = false;
  let isBlind = false;
  const { claims, live } = claimingProcess(
    tapped(db, (text, values) => {
      // `select ¤ from place … = any (¤) … ¤`: the columns, the performance, the places and the lock.
      if (text.includes('from place') && text.includes('order by place_id'))
        locked.push(JSON.parse(String(values[2]).replace('{', '[').replace('}', ']')));
      if (isLost && text.includes('claim_key as "claimKey"')) throw new Error('the connection was lost');
      if (!isBlind || !text.includes('from place where performance_id = ? and place_id = any')) return undefined;
      const lost = Promise.reject(new Error('the connection was lost'));
      return Object.assign(lost, { execute: () => lost });
    }),
    LIMITS,
    watch,
  );
  const stock = await live.onSale(performanceId, 'online');
  await live.get(performanceId);
  const block = (placeIds: readonly number[]) => db`
    update place set state = 'blocked', version = version + 1 where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;
  const wishOf = (customerId: string, places: Parameters<typeof claims.claim>[1]['places']) => ({
    ...{ purchaseId: `queue-${++purchases}`.padEnd(22, '-'), customerId, channel: 'online' as const },
    ...{ claimKey: `click-${purchases}`, fresh: true, places },
  });
  const wish = (...given: Parameters<typeof wishOf>) => claims.claim(performanceId, wishOf(...given));
  return {
    performanceId,
    live,
    locked,
    block,
    told,
    /** The connection is lost while claims are judged. */
    lose: (lost: boolean) => {
      isLost = lost;
    },
    /** Places cannot be read without a lock. */
    blind: (blind: boolean) => {
      isBlind = blind;
    },
    counted: async (verdict: string) => numberOf(await watch.scrape(), `butaca_claims_total{verdict="${verdict}"`) || 0,
    /** The same click, however often. */
    click: (customerId: string, placeIds: readonly number[]) => {
      const one = wishOf(customerId, { placeIds, priceTypeIds: placeIds.map(() => priceTypeId) });
      return () => claims.claim(performanceId, one);
    },
    best: (customerId: string, quantity: number) => wish(customerId, pickPlaces(stock, [{ quantity }])),
    named: (customerId: string, placeIds: readonly number[]) =>
      wish(customerId, { placeIds, priceTypeIds: placeIds.map(() => priceTypeId) }),
  };
}
const people = (await haveBuyers(db, 200)).map(({ customerId }) => customerId);
const person = () => people.pop() ?? '';

test('a claim for the best places that loses asks for four times as many sets of places each time, all different, until one is free', async () => {
  const { locked, block, best } = await aHall();
  // By a process that announces nothing: only two places in the last row are left.
  await block(rangeOf(0, 198));
  expect(await best(person(), 2)).toMatchObject({ placeIds: [198, 199], contiguous: true });
  expect(locked.slice(0, 3).map(({ length }) => length)).toEqual([2, 8, 32]);
  const asked = locked.flat();
  expect(new Set(asked).size).toBe(asked.length);
});

test('claims for the best places that are in flight at once never ask for the same place', async () => {
  const { locked, best } = await aHall();
  // More than one batch takes, so that another one runs beside it.
  const crowd = rangeOf(0, 80).map(() => best(person(), 1));
  const got = (await Promise.all(crowd)).flatMap((claimed) => claimed?.placeIds ?? []);
  expect(new Set(got).size).toBe(80);
  expect(locked.length).toBeGreaterThan(1);
  expect(locked.flat().sort()).toEqual(got.toSorted());
});

test('of claims that name one place at once the first asks for it, and the others are refused without asking', async () => {
  const { locked, named } = await aHall();
  const crowd = rangeOf(0, 80).map((place) => named(person(), [place === 79 || place === 20 ? 0 : place]));
  const outcomes = await Promise.allSettled(crowd);
  expect(outcomes.flatMap(({ status }, turn) => (status === 'rejected' ? [turn] : []))).toEqual([20, 79]);
  expect(outcomes[79]).toMatchObject({ reason: { failure: 'places_taken', data: { placeIds: [0] } } });
  expect(locked.flat().filter((place) => place === 0)).toHaveLength(1);
});

test('a claim waits for the outcome of the one before it when only that one’s places seem free', async () => {
  const { block, best, named } = await aHall();
  await named(person(), rangeOf(0, 10));
  for (let from = 10; from < 190; from += 10) await named(person(), rangeOf(from, from + 10));
  await named(person(), rangeOf(190, 198));
  await block([198]);
  // The first loses, and what it leaves is the second's.
  const [first, second] = await Promise.all([best(person(), 2), best(person(), 1)]);
  expect([first, second?.placeIds]).toEqual([null, [199]]);
  expect(await best(person(), 1)).toBeNull();
});

test('a claim for named places is made once, and refused with those that are taken', async () => {
  const { locked, block, named } = await aHall();
  await block([5]);
  await expect(named(person(), [4, 5])).rejects.toMatchObject({ failure: 'places_taken', data: { placeIds: [5] } });
  expect(locked).toEqual([[4, 5]]);
  // The row that refused it is known from now on.
  await expect(named(person(), [5, 6])).rejects.toMatchObject({ failure: 'places_taken', data: { placeIds: [5] } });
  expect(locked).toHaveLength(1);
  expect(await named(person(), [4, 6])).toMatchObject({ placeIds: [4, 6], contiguous: true });
});

test('a process knows and announces of what was won what the table says: whose it is, and until when', async () => {
  const { performanceId, live, named } = await aHall();
  const announced = vi.spyOn(live, 'announce');
  const [one, two] = await Promise.all([named(person(), [3, 4]), named(person(), [7])]);
  expect([one?.placeIds, two?.placeIds]).toEqual([[3, 4], [7]]);
  const rows = await db<{ placeId: number; purchaseId: string; state: string; heldUntilMs: number; version: number }[]>`
    select place_id as "placeId", purchase_id as "purchaseId", state, (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs", version
      from place where performance_id = ${performanceId} and state <> 'free' order by place_id`;
  expect(rows).toHaveLength(3);
  const told = announced.mock.calls.flatMap(([, places]) => places).toSorted((a, b) => a.placeId - b.placeId);
  expect(announced.mock.calls.every(([of]) => of === performanceId)).toBe(true);
  expect(told.map(({ placeId, purchaseId, state, version }) => ({ placeId, purchaseId, state, version }))).toEqual(
    rows.map(({ placeId, purchaseId, state, version }) => ({ placeId, purchaseId, state, version })),
  );
  for (const [index, { heldUntilMs }] of rows.entries()) expect(told[index]?.heldUntilMs).toBeCloseTo(heldUntilMs, -1);
  const { snapshot } = await live.get(performanceId);
  expect([3, 4, 5, 7].map((place) => snapshot.isTakenFor('nobody', place))).toEqual([true, true, false, true]);
  // What was lost is announced by who won it.
  announced.mockClear();
  await expect(named(person(), [4])).rejects.toMatchObject({ failure: 'places_taken' });
  expect(announced).not.toHaveBeenCalled();
});

test('claims are counted by what became of them: won, repeated, refused, not enough places, a fault', async () => {
  const { counted, named, click, best, block, lose } = await aHall();
  const verdicts = async () =>
    Object.fromEntries(
      await Promise.all(
        ['won', 'repeated', 'places_taken', 'not_enough_places', 'fault'].map(
          async (verdict) => [verdict, await counted(verdict)] as const,
        ),
      ),
    );
  const again = click(person(), [0, 1]);
  expect(await again()).toMatchObject({ placeIds: [0, 1], started: { added: { placeIds: [0, 1] } } });
  expect(await again()).toEqual({ placeIds: [0, 1], contiguous: true, repeated: true });
  await named(person(), [2]);
  await expect(named(person(), [2])).rejects.toMatchObject({ failure: 'places_taken' });
  lose(true);
  await expect(named(person(), [9])).rejects.toThrow('the connection was lost');
  lose(false);
  await block(rangeOf(3, PLACES));
  expect(await best(person(), 1)).toBeNull();
  expect(await verdicts()).toEqual({ won: 2, repeated: 1, places_taken: 1, not_enough_places: 1, fault: 1 });
});

test('a claim for the best places waits for the row that somebody else has locked, and has it afterwards', async () => {
  const { performanceId, block, best } = await aHall();
  await block(rangeOf(2, PLACES));
  const locked = Promise.withResolvers<void>();
  const held = db.begin(async (tx) => {
    await tx`select from place where performance_id = ${performanceId} and place_id in (0, 1) for update`;
    locked.resolve();
    await sleep(1000);
  });
  await locked.promise;
  expect(await best(person(), 2)).toMatchObject({ placeIds: [0, 1] });
  await held;
});

test('what a process believes to be taken is read again before it says that there are not enough places', async () => {
  const { performanceId, block, best, live } = await aHall();
  await block(rangeOf(0, PLACES));
  await live.reread(performanceId, rangeOf(0, PLACES));
  expect(await best(person(), 2)).toBeNull();
  // By a process that announces nothing.
  await db`update place set state = 'free', version = version + 1 where performance_id = ${performanceId} and place_id in (40, 41)`;
  await sleep(600);
  expect(await best(person(), 2)).toMatchObject({ placeIds: [40, 41] });
});

test('places that a process believes to be taken are read before they are refused: free ones are won, and a click that has won them gets its answer', async () => {
  const { performanceId, named, click, live, told, blind } = await aHall();
  const first = click(person(), [5, 6]);
  await first();
  await named(person(), [8]);
  // By a process that announces nothing: one place is free again, two are another purchase's.
  await db`
    update place set state = 'free', purchase_id = null, held_until = null, version = version + 1
     where performance_id = ${performanceId} and place_id = 8`;
  expect(await named(person(), [8, 9])).toMatchObject({ placeIds: [8, 9] });
  await db`
    update place set state = 'sold', purchase_id = 'somebody', held_until = null, version = version + 1
     where performance_id = ${performanceId} and place_id in (5, 6)`;
  await live.reread(performanceId, [5, 6]);
  expect(await first()).toEqual({ placeIds: [5, 6], contiguous: true, repeated: true });
  await expect(named(person(), [5])).rejects.toMatchObject({ failure: 'places_taken', data: { placeIds: [5] } });
  blind(true);
  const [refused, won] = await Promise.allSettled([named(person(), [5, 12]), named(person(), [13])]);
  blind(false);
  expect(refused).toMatchObject({ reason: { failure: 'busy', data: { retryAfterSeconds: 1 } } });
  expect(won).toMatchObject({ value: { placeIds: [13] } });
  expect(told('recheck-failed')).toMatchObject([{ claims: 1, error: { message: 'the connection was lost' } }]);
});
