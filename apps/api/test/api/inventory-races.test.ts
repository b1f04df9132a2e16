import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db);
const { performanceId } = await haveSale(db);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await app.close();
  await close();
});

const PLACES = 40;

async function take(token: string, places: readonly number[], key: string) {
  const response = await fetch(`${origin}/v2/Proceso/0/Posiciones/Tomar`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify({ idFuncion: performanceId, aPosicion: places }),
  });
  return { status: response.status, ...((await response.json()) as { nCode: number; oData: { aPosicion?: number[] } }) };
}

/** Every held place belongs to exactly one hold, and every hold's places are its own. */
async function contradictions() {
  return db`
    with noted as (select hold.purchase_id, unnest(place_ids) as place_id from hold where performance_id = ${performanceId})
    select * from (select purchase_id, place_id from place where performance_id = ${performanceId} and state = 'held') as place
      full join noted using (place_id)
     where place.purchase_id is distinct from noted.purchase_id`;
}

test('500 buyers who storm one hall get every place once, and nobody sees a fault', async () => {
  const buyers = await haveBuyers(db, 500);
  const taken = new Map<number, number>();
  const answers = await Promise.all(
    buyers.map(async ({ token }, index) => {
      let last = { status: 0, nCode: 0 };
      // Everybody tries three pairs, and neighbours want the same ones.
      for (let tries = 0; tries < 3; tries++) {
        const first = (index * 7 + tries * 13) % PLACES;
        const answer = await take(token, [first, (first + 1) % PLACES], `storm-${index}-${tries}`);
        last = answer;
        if (answer.nCode !== 200) continue;
        for (const place of answer.oData.aPosicion ?? []) taken.set(place, (taken.get(place) ?? 0) + 1);
        break;
      }
      return last;
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ nCode }) => nCode))).toEqual(new Set([200, 470]));
  expect([...taken.values()].every((times) => times === 1)).toBe(true);
  const held = await db<{ placeId: number }[]>`select place_id as "placeId" from place where state = 'held' order by 1`;
  expect(held.map(({ placeId }) => placeId)).toEqual([...taken.keys()].sort((a, b) => a - b));
  expect(await contradictions()).toEqual([]);
});
