import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
// Two processes, each with its own batches and its own snapshot.
const here = await customersApp(db);
const there = await customersApp(db);
const { performanceId } = await haveSale(db);
const performances = [{ performanceId }, { performanceId: await sameAgain() }] as const;
afterAll(async () => {
  await here.close();
  await there.close();
  await close();
});

/** The same show an hour later. */
async function sameAgain(): Promise<number> {
  const [copy] = await db<{ id: number }[]>`
    insert into performance (show_id, venue_id, venue_map_id, starts_at, state)
    select show_id, venue_id, venue_map_id, starts_at + interval '1 hour', state from performance where id = ${performanceId} returning id`;
  const [level] = await db<{ id: number }[]>`
    insert into price_level (performance_id, position, name, color, category)
    select ${copy?.id ?? 0}, position, name, color, category from price_level where performance_id = ${performanceId} returning id`;
  await db`
    insert into price_type (price_level_id, position, name, face_value, tax_class_id)
    select ${level?.id ?? 0}, price_type.position, price_type.name, face_value, tax_class_id
      from price_type join price_level on price_level.id = price_level_id and performance_id = ${performanceId}`;
  return copy?.id ?? 0;
}

let clicks = 0;
const nextKey = () => `limit-${String(++clicks).padStart(4, '0')}`;
const newBuyer = async () => (await haveBuyers(db, 1))[0];

interface Wish {
  readonly purchase?: string;
  readonly places: number[];
  readonly key?: string;
}

/** Each turn is at the next process, and each two turns for the next performance. */
function take(turn: number, token: string, { purchase, places, key = nextKey() }: Wish) {
  const buyer = buyerAt(turn % 2 ? there : here, { token });
  const of = performances[Math.floor(turn / 2) % 2 ? 1 : 0];
  return purchase === undefined ? buyer.take(of, places, { key }) : buyer.takeMore(purchase, of, places, { key });
}
/** `busy`, because the other process holds locks, is retried. */
async function takeWithRetries(...[turn, token, wish]: Parameters<typeof take>): Promise<Awaited<ReturnType<typeof take>>> {
  const click = { key: nextKey(), ...wish };
  const outcome = await take(turn, token, click);
  return resultOf(outcome) === 'busy' ? takeWithRetries(turn, token, click) : outcome;
}
const running = (customerId: string) => db`select from purchase where customer_id = ${customerId} and stage in ('open', 'paying')`;

test('of twenty purchases that one customer starts at once, on two processes and for two performances, three succeed', async () => {
  const { customerId, token } = await newBuyer();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => takeWithRetries(turn, token, { places: [turn] })));
  expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(3);
  expect(await running(customerId)).toHaveLength(3);
  expect(new Set(answers.map(resultOf))).toEqual(new Set(['ok', 'too_many_purchases']));
  expect(await db`select from place where purchase_id in (select id from purchase where customer_id = ${customerId})`).toHaveLength(3);
});

test('a cancelled purchase makes room for another', async () => {
  const { token } = await newBuyer();
  const started = [];
  for (const place of [20, 21, 22]) started.push(answerOf(await take(0, token, { places: [place] })).purchase.id);
  expect(await take(0, token, { places: [23] })).toMatchObject({ failure: 'too_many_purchases', data: { most: 3 } });
  answerOf(await buyerAt(here, { token }).cancel(started[0] ?? ''));
  expect(await take(0, token, { places: [23] })).toMatchObject({ status: 'ok' });
});

test('a payment of unknown outcome does not block a new purchase once it cannot be reopened', async () => {
  const { customerId, token } = await newBuyer();
  for (const place of [24, 25, 26]) await take(0, token, { places: [place] });
  const startedMinutesAgo = async (minutes: number, { purchaseMinutes = 12 } = {}) => {
    await db`
      update purchase set stage = 'paying', total = 1, started_at = now() - make_interval(mins => ${minutes}),
             deadline = now() - make_interval(mins => ${minutes - purchaseMinutes}) where customer_id = ${customerId}`;
    await sweepExpired(here.sale);
  };
  await startedMinutesAgo(19);
  expect(await take(0, token, { places: [27] })).toMatchObject({ failure: 'too_many_purchases' });
  await startedMinutesAgo(21, { purchaseMinutes: 30 });
  expect(await take(0, token, { places: [27] })).toMatchObject({ failure: 'too_many_purchases' });
  await startedMinutesAgo(21);
  expect(await take(0, token, { places: [27] })).toMatchObject({ status: 'ok' });
});

test('claims of one purchase on two processes never hold more places than one purchase may', async () => {
  const { token } = await newBuyer();
  const { id: purchase } = answerOf(await take(2, token, { places: [0] })).purchase;
  const wishes = [28, 34].map((from) => Array.from({ length: 6 }, (_, index) => from + index));
  const { asked: answers } = await db.begin(async (other) => {
    // Both statements start while the purchase is locked, and neither sees what the other one will hold.
    await other`select from purchase where id = ${purchase} for update`;
    const asked = wishes.map((places, turn) => takeWithRetries(turn, token, { purchase, places }));
    await expect.poll(() => waitingForLocks(db), { interval: 5 }).toBe(wishes.length);
    return { asked };
  });
  expect((await Promise.all(answers)).map(resultOf).sort()).toEqual(['ok', 'too_many_places']);
  const [hold] = await db<{ places: number }[]>`
    select cardinality(place_ids) as places from hold where purchase_id = ${purchase} and performance_id = ${performanceId}`;
  expect(hold?.places).toBe(6);
  expect(await db`select from place where purchase_id = ${purchase}`).toHaveLength(7);
});

test('a click that is repeated gets the places of its first answer, from whichever process', async () => {
  const { token } = await newBuyer();
  const key = nextKey();
  const first = answerOf(await take(2, token, { places: [38, 39], key }));
  const again = await take(3, token, { places: [38, 39], key });
  expect(first.placeIds).toEqual([38, 39]);
  expect(again).toMatchObject({
    status: 'ok',
    data: { placeIds: [38, 39], purchase: { id: first.purchase.id } },
  });
  const more = nextKey();
  const purchase = first.purchase.id;
  await take(2, token, { purchase, places: [37], key: more });
  expect(answerOf(await take(3, token, { purchase, places: [37], key: more })).placeIds).toEqual([37]);
});
