import { afterAll, expect, test } from 'vitest';
import { pickPlaces } from '../../src/sale/choose/best-available.ts';
import { freshDatabase } from '../database.ts';
import { claimingProcess, tapped } from '../factories/claims.ts';
import { haveBuyers } from '../factories/customers.ts';
import { haveSales, type Sale } from '../factories/purchase.ts';

/** Which places the queue of claims asks the database for, batch by batch. */

const { db, close } = await freshDatabase();
afterAll(close);
const PLACES = 200;
const rangeOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

const halls: Sale[] = await haveSales(
  db,
  rangeOf(0, 8).map(() => ({ rows: PLACES / 10 })),
);
let purchases = 0;
/** A hall of its own, twenty rows of ten, and a process that sells it and knows it as it is now; `locked` are the places of each locking statement. */
async function aHall() {
  const { performanceId, priceTypeId } = halls.pop() as Sale;
  const locked: number[][] = [];
  const { claims, live } = claimingProcess(
    tapped(db, (text, values) => {
      // `select ¤ from place … = any (¤) … ¤`: the columns, the performance, the places and the lock.
      if (text.includes('from place') && text.includes('order by place_id'))
        locked.push(JSON.parse(String(values[2]).replace('{', '[').replace('}', ']')));
      return undefined;
    }),
  );
  const stock = await live.onSale(performanceId, 'online');
  await live.get(performanceId);
  const block = (placeIds: readonly number[]) => db`
    update place set state = 'blocked', version = version + 1 where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;
  const wish = (customerId: string, places: Parameters<typeof claims.claim>[1]['places']) =>
    claims.claim(performanceId, {
      purchaseId: `queue-${++purchases}`.padEnd(22, '-'),
      customerId,
      channel: 'online',
      claimKey: `click-${purchases}`,
      fresh: true,
      places,
    });
  return {
    locked,
    block,
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
