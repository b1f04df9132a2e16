import { takePlaces } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { clientAt, resultOf } from '../factories/client.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { haveSales } from '../factories/purchase.ts';

const SHOP = 'shop in a storm';
const PLACES = 100;
const everyPlace = Array.from({ length: PLACES }, (_, place) => place);

const { db, url, close } = await freshDatabase();
const [monday, tuesday, wednesday] = await haveSales(db, [
  { rows: PLACES / 10, startsAt: inDays(7) },
  { rows: PLACES / 10, startsAt: inDays(8) },
  { rows: PLACES / 10, startsAt: inDays(9) },
]);
afterAll(close);

interface Storm {
  readonly performanceId: number;
  /** Processes of the shop, each with connections of its own, as they stand behind a load balancer. */
  readonly processes: number;
  /** What the buyer claims, and what instead when that is taken. */
  readonly wishesOf: (buyer: number) => readonly (readonly number[])[];
}

/** 500 buyers at the same moment over HTTP. Answers the places of each, every result, and the deadlocks that PostgreSQL had to break. */
async function storm({ performanceId, processes, wishesOf }: Storm) {
  const buyers = await haveBuyers(db, 500);
  const before = await deadlocks();
  const shops = await Promise.all(Array.from({ length: processes }, openShop));
  const results = new Set<string>();
  const got = await Promise.all(
    buyers.map(async ({ token }, buyer) => {
      const client = clientAt(shops[buyer % processes]?.origin ?? '', { token });
      for (const [tries, wish] of wishesOf(buyer).entries()) {
        const outcome = await client.call(takePlaces, { body: { performanceId, placeIds: [...wish] } }, { key: `click-${buyer}-${tries}` });
        results.add(resultOf(outcome));
        if (outcome.status === 'ok') return outcome.data.placeIds;
      }
      return [];
    }),
  );
  for (const { shut } of shops) await shut();
  return { got, results: [...results].sort(), deadlocks: (await deadlocks()) - before };
}

async function openShop() {
  const connections = connect(url, { applicationName: SHOP });
  const app = await customersApp(connections);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const shut = async () => {
    await app.close();
    await connections.end();
  };
  return { origin, shut };
}

/** A backend reports its statistics when it ends at the latest, so this waits for those of the shops. */
async function deadlocks() {
  await expect
    .poll(() => db`select pid from pg_stat_activity where datname = current_database() and application_name = ${SHOP}`)
    .toEqual([]);
  const [counted] = await db<{ deadlocks: number }[]>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`;
  return counted?.deadlocks ?? Number.NaN;
}

const heldPlaces = async (performanceId: number) =>
  (
    await db<{ placeId: number }[]>`
      select place_id as "placeId" from place where performance_id = ${performanceId} and state = 'held' order by 1`
  ).map(({ placeId }) => placeId);

/** Every held place belongs to exactly one hold, and every hold's places are its own. */
const contradictions = () => db`
  with noted as (select performance_id, purchase_id, unnest(place_ids) as place_id from hold)
  select * from (select performance_id, purchase_id, place_id from place where state = 'held') as place
    full join noted using (performance_id, place_id)
   where place.purchase_id is distinct from noted.purchase_id`;

test('when 500 buyers claim 100 places at once, each place is held once, 400 are refused as taken, and there is no fault', async () => {
  const { got, ...answered } = await storm({
    performanceId: monday.performanceId,
    processes: 1,
    wishesOf: (buyer) => [[buyer % PLACES]],
  });
  expect(answered).toEqual({ results: ['ok', 'places_taken'], deadlocks: 0 });
  expect(got.filter((places) => places.length === 1)).toHaveLength(PLACES);
  expect(got.flat().sort((a, b) => a - b)).toEqual(everyPlace);
  expect(await heldPlaces(monday.performanceId)).toEqual(everyPlace);
  expect(await contradictions()).toEqual([]);
});

test('500 buyers at two processes who claim overlapping pairs, in either order, get whole pairs or none, without a deadlock', async () => {
  const { got, ...answered } = await storm({
    performanceId: tuesday.performanceId,
    processes: 2,
    wishesOf: (buyer) =>
      [0, 13, 26].map((further) => {
        const pair = [(buyer * 7 + further) % PLACES, (buyer * 7 + further + 1) % PLACES];
        return buyer % 4 < 2 ? pair : pair.reverse();
      }),
  });
  expect(answered.deadlocks).toBe(0);
  // A claim that would wait long for the other process's locks is refused as busy.
  expect(answered.results.filter((result) => result !== 'busy')).toEqual(['ok', 'places_taken']);
  expect(new Set(got.map((places) => places.length))).toEqual(new Set([0, 2]));
  expect(await heldPlaces(tuesday.performanceId)).toEqual(got.flat().sort((a, b) => a - b));
  expect(await contradictions()).toEqual([]);
});

test('when 500 buyers claim 100 places at two processes at once, each place is held once', async () => {
  const { got, ...answered } = await storm({
    performanceId: wednesday.performanceId,
    processes: 2,
    // A buyer who is refused as busy tries again.
    wishesOf: (buyer) => Array.from({ length: 6 }, () => [Math.floor(buyer / 5)]),
  });
  expect(answered.deadlocks).toBe(0);
  expect(answered.results.filter((result) => result !== 'busy')).toEqual(['ok', 'places_taken']);
  expect(got.flat().sort((a, b) => a - b)).toEqual(everyPlace);
  expect(await heldPlaces(wednesday.performanceId)).toEqual(everyPlace);
  expect(await contradictions()).toEqual([]);
});
