import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
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
  /** What the buyer wants, and what instead when that is taken. */
  readonly wishesOf: (buyer: number) => readonly (readonly number[])[];
}

/** 500 buyers at the same moment over HTTP. Answers what each got, everything that was answered, and the circles that PostgreSQL had to break. */
async function storm({ performanceId, processes, wishesOf }: Storm) {
  const buyers = await haveBuyers(db, 500);
  const before = await deadlocks();
  const shops = await Promise.all(Array.from({ length: processes }, openShop));
  const statuses = new Set<number>();
  const codes = new Set<number>();
  const got = await Promise.all(
    buyers.map(async ({ token }, buyer) => {
      const shop = shops[buyer % processes];
      for (const [tries, wish] of wishesOf(buyer).entries()) {
        const response = await fetch(`${shop?.origin}/v2/Proceso/0/Posiciones/Tomar`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': `click-${buyer}-${tries}` },
          body: JSON.stringify({ idFuncion: performanceId, aPosicion: wish }),
        });
        const { nCode, oData } = (await response.json()) as { nCode: number; oData: { aPosicion?: number[] } };
        statuses.add(response.status);
        codes.add(nCode);
        if (nCode === 200) return oData.aPosicion ?? [];
      }
      return [];
    }),
  );
  for (const { shut } of shops) await shut();
  return { got, statuses: [...statuses], codes: [...codes].sort(), deadlocks: (await deadlocks()) - before };
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

/** A server process tells what it has counted at the latest when it ends, so the shops' are waited for. */
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

test('500 buyers storm exactly 100 places: each place is held once, 400 learn that theirs is taken, and there is no fault', async () => {
  const { got, ...answered } = await storm({
    performanceId: monday.performanceId,
    processes: 1,
    wishesOf: (buyer) => [[buyer % PLACES]],
  });
  expect(answered).toEqual({ statuses: [200], codes: [200, 470], deadlocks: 0 });
  expect(got.filter((places) => places.length === 1)).toHaveLength(PLACES);
  expect(got.flat().sort((a, b) => a - b)).toEqual(everyPlace);
  expect(await heldPlaces(monday.performanceId)).toEqual(everyPlace);
  expect(await contradictions()).toEqual([]);
});

test('500 buyers at two processes who want pairs that overlap, in either order, get whole pairs or none, and never wait in a circle', async () => {
  const { got, ...answered } = await storm({
    performanceId: tuesday.performanceId,
    processes: 2,
    wishesOf: (buyer) =>
      [0, 13, 26].map((further) => {
        const pair = [(buyer * 7 + further) % PLACES, (buyer * 7 + further + 1) % PLACES];
        return buyer % 4 < 2 ? pair : pair.reverse();
      }),
  });
  expect(answered).toMatchObject({ statuses: [200], deadlocks: 0 });
  // Who would have to wait long for the other process is asked to try again.
  expect(answered.codes.filter((code) => code !== 503)).toEqual([200, 470]);
  expect(new Set(got.map((places) => places.length))).toEqual(new Set([0, 2]));
  expect(await heldPlaces(tuesday.performanceId)).toEqual(got.flat().sort((a, b) => a - b));
  expect(await contradictions()).toEqual([]);
});

test('500 buyers at two processes storm exactly 100 places: each place is held once, whichever process was asked', async () => {
  const { got, ...answered } = await storm({
    performanceId: wednesday.performanceId,
    processes: 2,
    // Who is asked to try again tries again.
    wishesOf: (buyer) => Array.from({ length: 6 }, () => [Math.floor(buyer / 5)]),
  });
  expect(answered).toMatchObject({ statuses: [200], deadlocks: 0 });
  expect(answered.codes.filter((code) => code !== 503)).toEqual([200, 470]);
  expect(got.flat().sort((a, b) => a - b)).toEqual(everyPlace);
  expect(await heldPlaces(wednesday.performanceId)).toEqual(everyPlace);
  expect(await contradictions()).toEqual([]);
});
