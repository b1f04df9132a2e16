import { loadBrand } from '@butaca/brand/load';
import { charge } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCharge, aLevel } from '../factories/catalogue.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { haveSales } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { brand } = await loadBrand('butaca');
// Two processes; each gives an eighth of a network's share out before it asks the database.
const here = await customersApp(db, { brand });
const there = await customersApp(db, { brand });
const free = {
  rows: 30,
  levels: [aLevel({ faceValue: 0 })],
  charges: [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })],
};
const halls = await haveSales(db, [{ rows: 30 }, { rows: 30 }, { rows: 30 }, { rows: 30 }, free]);
const [hall, other, third, fourth, freeHall] = halls;
// A fifth of 300 places.
await db`update show set newcomers_per_network = 20`;
const SHARE = 60;
afterAll(async () => {
  await here.close();
  await there.close();
  await close();
});

let network = 0;
/** Addresses of a network that no test has used. */
function aNetwork() {
  const prefix = `10.1.${++network}`;
  let host = 0;
  return () => `${prefix}.${(host++ % 250) + 1}`;
}
async function newcomerAt(ip: string, app = here) {
  const [{ customerId, token }] = await haveBuyers(db, 1);
  return { customerId, ...buyerAt(app, { token, ip }) };
}
/** So many accounts of one network take ten places each; answers how many places they got. */
async function takeAll(address: () => string, of: typeof hall, accounts: number) {
  let got = 0;
  for (let n = 0; n < accounts; n++) {
    const outcome = await (await newcomerAt(address(), n % 2 ? there : here)).takeBest(of, 10);
    if (outcome.status === 'ok') got += 10;
    else expect(outcome).toMatchObject({ failure: 'crowded_network', data: { retryAfterSeconds: 60 } });
  }
  return got;
}

test('accounts of one network that never paid get a share of a performance, and newcomers of other networks the rest', async () => {
  const address = aNetwork();
  const got = await takeAll(address, hall, 15);
  expect(got).toBeGreaterThan(SHARE / 2);
  expect(got).toBeLessThanOrEqual(SHARE + 10);
  expect(await (await newcomerAt(aNetwork()())).takeBest(hall, 10)).toMatchObject({ status: 'ok' });
  // The same network, another performance.
  expect(await (await newcomerAt(address())).takeBest(other, 10)).toMatchObject({ status: 'ok' });
});

test('no other way of taking places passes the share', async () => {
  const address = aNetwork();
  const inside = await newcomerAt(address());
  const { id } = answerOf(await inside.take(third, [299])).purchase;
  await takeAll(address, third, 15);
  expect(await inside.takeMore(id, third, [298])).toMatchObject({ status: 'ok' });
  for (const place of [297, 296, 295, 294, 293, 292, 291]) await (await newcomerAt(address())).take(third, [place]);
  expect(await inside.takeMore(id, third, [290, 289])).toMatchObject({ failure: 'crowded_network' });
  expect(await inside.setPlaces(id, third, [299, 298, 290])).toMatchObject({ failure: 'crowded_network' });
  expect(await inside.setPlaces(id, third, [299])).toMatchObject({ status: 'ok' });
});

test('accounts that claim at the same moment on two processes do not pass the share together', async () => {
  const address = aNetwork();
  const rush = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => (await newcomerAt(address(), n % 2 ? there : here)).takeBest(fourth, 5)),
  );
  expect(new Set(rush.map(resultOf))).toEqual(new Set(['ok', 'crowded_network']));
  const [held] = await db<{ places: number }[]>`
    select count(*)::integer as places from place where performance_id = ${fourth.performanceId} and state = 'held'`;
  expect(held?.places).toBeLessThanOrEqual(SHARE + 10);
});

test('who has paid before is no newcomer, a free ticket proves nothing, and a clerk belongs to no network', async () => {
  const address = aNetwork();
  const confirmer = await newcomerAt(address());
  const { id } = answerOf(await confirmer.takeBest(freeHall, 2)).purchase;
  await confirmer.selectDelivery(id);
  answerOf(await confirmer.call(charge, { params: { purchaseId: id }, body: { paymentMethodId: 3, total: 0, acceptsTerms: true } }, {}));
  const regular = await newcomerAt(address());
  await db`insert into bought_places (customer_id, performance_id, places, paid) values (${regular.customerId}, ${freeHall.performanceId}, 2, true)`;
  const counter = await aCounter(db, here);
  await takeAll(address, other, 15);
  expect(await confirmer.takeBest(other, 10)).toMatchObject({ failure: 'crowded_network' });
  expect(await regular.takeBest(other, 10)).toMatchObject({ status: 'ok' });
  expect(await counter.take(other, [150])).toMatchObject({ status: 'ok' });
});

test('places that are given back, expire or are sold make room for others of the network', async () => {
  const address = aNetwork();
  const holders = await Promise.all(Array.from({ length: 12 }, async () => newcomerAt(address())));
  const taken = [];
  for (const holder of holders) taken.push({ holder, outcome: await holder.takeBest(freeHall, 10) });
  const held = taken.flatMap(({ holder, outcome }) => (outcome.status === 'ok' ? [{ holder, id: outcome.data.purchase.id }] : []));
  const next = () => newcomerAt(address());
  const [cancelled, expired, sold] = held.slice(-3) as [(typeof held)[0], (typeof held)[0], (typeof held)[0]];
  const isFull = async () => expect(await (await next()).takeBest(freeHall, 10)).toMatchObject({ failure: 'crowded_network' });
  const hasRoom = async () => expect(await (await next()).takeBest(freeHall, 10)).toMatchObject({ status: 'ok' });
  await isFull();
  await cancelled.holder.cancel(cancelled.id);
  await hasRoom();
  await isFull();
  await letMinutesPass(db, expired.id, 13);
  await hasRoom();
  await isFull();
  await sold.holder.selectDelivery(sold.id);
  const body = { paymentMethodId: 3, total: 0, acceptsTerms: true } as const;
  answerOf(await sold.holder.call(charge, { params: { purchaseId: sold.id }, body }, {}));
  await hasRoom();
});
