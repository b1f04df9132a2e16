import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { type Answer, callsOf, customersApp, haveBuyers } from '../factories/customers.ts';
import { haveSale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
// Two processes, each with its own batches and its own picture of what is left.
const apps = [await customersApp(db), await customersApp(db)];
const processes = apps.map((app) => callsOf(app));
const { performanceId } = await haveSale(db);
const performances = [performanceId, await sameAgain()];
afterAll(async () => {
  for (const app of apps) await app.close();
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
const click = () => `limit-${String(++clicks).padStart(4, '0')}`;
const buyer = async () => (await haveBuyers(db, 1))[0] as { customerId: string; token: string };

function take(
  turn: number,
  token: string,
  { purchase = '0', places, key = click() }: { purchase?: string; places: number[]; key?: string },
) {
  const body = { idFuncion: performances[Math.floor(turn / 2) % 2], aPosicion: places };
  return processes[turn % 2]?.send('POST', `/v2/Proceso/${purchase}/Posiciones/Tomar`, body, token, key) as Promise<Answer>;
}
/** Who would have to wait long for the other process is asked to try again, and does. */
async function takeInTheEnd(...[turn, token, wish]: Parameters<typeof take>): Promise<Answer> {
  const again = { key: click(), ...wish };
  const answer = await take(turn, token, again);
  return answer.cError === 'busy' ? takeInTheEnd(turn, token, again) : answer;
}
const running = (customerId: string) => db`select from purchase where customer_id = ${customerId} and stage in ('open', 'paying')`;

test('twenty purchases that start at the same moment, on two processes and for two performances, leave three of one customer', async () => {
  const { customerId, token } = await buyer();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => takeInTheEnd(turn, token, { places: [turn] })));
  expect(answers.filter(({ nCode }) => nCode === 200)).toHaveLength(3);
  expect(await running(customerId)).toHaveLength(3);
  const refused = answers.filter(({ nCode }) => nCode !== 200).map(({ cError }) => cError);
  expect(new Set(refused)).toEqual(new Set(['too_many_purchases']));
  expect(await db`select from place where purchase_id in (select id from purchase where customer_id = ${customerId})`).toHaveLength(3);
});

test('one that is given up makes room for another', async () => {
  const { token } = await buyer();
  const started = [];
  for (const place of [20, 21, 22]) started.push(await take(0, token, { places: [place] }));
  expect(await take(0, token, { places: [23] })).toMatchObject({ cError: 'too_many_purchases', oData: { nMaximo: 3 } });
  await processes[0]?.send('POST', `/v2/Proceso/${started[0]?.oData.oProceso.idProcesoDeCompra}/invalidar`, {}, token);
  expect(await take(0, token, { places: [23] })).toMatchObject({ nCode: 200 });
});

test('a payment of unknown outcome does not block a new purchase once it cannot be opened again', async () => {
  const { customerId, token } = await buyer();
  for (const place of [24, 25, 26]) await take(0, token, { places: [place] });
  const beganMinutesAgo = async (minutes: number, { purchaseMinutes = 12 } = {}) => {
    await db`
      update purchase set stage = 'paying', total = 1, paying_since = now(), started_at = now() - make_interval(mins => ${minutes}),
             deadline = now() - make_interval(mins => ${minutes - purchaseMinutes}) where customer_id = ${customerId}`;
    await (apps[0] && sweepExpired(apps[0].sale));
  };
  await beganMinutesAgo(19);
  expect(await take(0, token, { places: [27] })).toMatchObject({ cError: 'too_many_purchases' });
  await beganMinutesAgo(21, { purchaseMinutes: 30 });
  expect(await take(0, token, { places: [27] })).toMatchObject({ cError: 'too_many_purchases' });
  await beganMinutesAgo(21);
  expect(await take(0, token, { places: [27] })).toMatchObject({ nCode: 200 });
});

test('claims of one purchase on two processes never hold more places than one purchase may', async () => {
  const { token } = await buyer();
  const first = await take(2, token, { places: [0] });
  const purchase = first.oData.oProceso.idProcesoDeCompra as string;
  const wishes = [28, 34].map((from) => Array.from({ length: 6 }, (_, index) => from + index));
  const { asked: answers } = await db.begin(async (other) => {
    // Both statements begin while the purchase is locked, and neither sees what the other one is going to hold.
    await other`select from purchase where id = ${purchase} for update`;
    const asked = wishes.map((places, turn) => takeInTheEnd(turn, token, { purchase, places }));
    await expect.poll(() => waitingForLocks(db), { interval: 5 }).toBe(wishes.length);
    return { asked };
  });
  const told = (await Promise.all(answers)).map(({ nCode, cError }) => cError ?? nCode);
  expect(told.sort()).toEqual([200, 'too_many_places']);
  const [hold] = await db<{ places: number }[]>`
    select cardinality(place_ids) as places from hold where purchase_id = ${purchase} and performance_id = ${performanceId}`;
  expect(hold?.places).toBe(6);
  expect(await db`select from place where purchase_id = ${purchase}`).toHaveLength(7);
});

test('a click that is repeated gets the places of its first answer, from whichever process', async () => {
  const { token } = await buyer();
  const key = click();
  const first = await take(2, token, { places: [38, 39], key });
  const again = await take(3, token, { places: [38, 39], key });
  expect(first.oData.aPosicion).toEqual([38, 39]);
  expect(again).toMatchObject({
    nCode: 200,
    oData: { aPosicion: [38, 39], oProceso: { idProcesoDeCompra: first.oData.oProceso.idProcesoDeCompra } },
  });
  const more = click();
  const purchase = first.oData.oProceso.idProcesoDeCompra as string;
  await take(2, token, { purchase, places: [37], key: more });
  expect((await take(3, token, { purchase, places: [37], key: more })).oData.aPosicion).toEqual([37]);
});
