import { afterAll, expect, test } from 'vitest';
import { connect, type Db } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { claimPlaces } from '../../src/sale/claim/claim-places.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { LIMITS } from '../factories/claims.ts';
import { type Answer, callsOf, customersApp, haveBuyers } from '../factories/customers.ts';
import { haveCustomer, haveSales } from '../factories/purchase.ts';

const { db, url, close } = await freshDatabase();
const halls = [
  ...(await haveSales(db, [...Array.from({ length: 13 }, () => ({ rows: 20 })), ...Array.from({ length: 3 }, () => ({ rows: 1 }))])),
];
/** Two processes of the shop behind a load balancer, as they are before either has heard from the other: only the database knows all. */
const shops = [await openShop(), await openShop()] as const;
afterAll(async () => {
  for (const { shut } of shops) await shut();
  await close();
});

/** A performance of which nothing is taken yet, in a hall with rows of ten; both processes know it. */
async function emptyHall({ rows = 20 }: { rows?: 1 | 20 } = {}) {
  const sale = rows === 20 ? halls.shift() : halls.pop();
  if (!sale) throw new Error('there are not halls enough');
  for (const { app } of shops) await app.sale.live.get(sale.performanceId);
  return sale;
}

async function openShop() {
  const connections = connect(url);
  const app = await customersApp(connections);
  const { send } = callsOf(app);
  const shut = async () => {
    await app.close();
    await connections.end();
  };
  return { app, send, shut };
}

let clicks = 0;
const click = () => `key-of-click-${++clicks}`;
const newBuyer = async () => {
  const [buyer] = await haveBuyers(db, 1);
  if (!buyer) throw new Error('no buyer was made');
  return buyer;
};

interface Click {
  readonly token: string;
  readonly of: { readonly performanceId: number };
  /** Left out, the click starts a purchase. */
  readonly purchase?: string;
  readonly places?: readonly number[];
  /** So many of the best ones instead. */
  readonly best?: number;
  readonly key?: string;
}

/** At one of the two processes; one that is told to try again, because rows are locked, tries again. */
async function take(process: 0 | 1, wanted: Click): Promise<Answer> {
  const { token, of, purchase = '0', places, best, key } = { key: click(), ...wanted };
  const path = best !== undefined && purchase === '0' ? 'TomarGrupo' : 'Tomar';
  const wish = best === undefined ? { aPosicion: places } : { listaSector: [{ nCantidad: best }] };
  const body = { idFuncion: of.performanceId, ...wish };
  const answer = await shops[process].send('POST', `/v2/Proceso/${purchase}/Posiciones/${path}`, body, token, key);
  return answer.cError === 'busy' ? take(process, { ...wanted, key }) : answer;
}
const purchaseOf = ({ oData }: Answer): string => oData.oProceso.idProcesoDeCompra;
const placesOf = ({ oData }: Answer): number[] => oData.aPosicion;
/** What a click was told of itself; the purchase in it may have changed since. */
const told = (answer: Answer) => ({
  nCode: answer.nCode,
  purchase: purchaseOf(answer),
  placeIds: placesOf(answer),
  contiguous: answer.oData.lContiguas,
});
const heldBy = async (purchase: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from place where purchase_id = ${purchase} order by 1`).map(
    ({ placeId }) => placeId,
  );

test('two more of the best, asked of another process at once, are two more', async () => {
  const of = await emptyHall();
  for (let round = 0; round < 20; round++) {
    const { token } = await newBuyer();
    const first = await take(0, { of, token, best: 2 });
    const more = await take(1, { of, token, purchase: purchaseOf(first), best: 2 });
    expect(more.nCode).toBe(200);
    expect(placesOf(more)).toHaveLength(2);
    expect(await heldBy(purchaseOf(first))).toEqual([...placesOf(first), ...placesOf(more)].sort((a, b) => a - b));
  }
});

test('when only some of what is asked for in addition is left, all of it is refused', async () => {
  const of = await emptyHall({ rows: 1 });
  const { token } = await newBuyer();
  const first = await take(0, { of, token, best: 6 });
  const other = await newBuyer();
  await take(0, { of, token: other.token, best: 2 });
  const three = await take(1, { of, token, purchase: purchaseOf(first), best: 3 });
  expect(three).toMatchObject({ cError: 'not_enough_places', oData: { listaSector: [{ nLibres: 2 }] } });
  const two = await take(1, { of, token, purchase: purchaseOf(first), best: 2 });
  expect(placesOf(two)).toHaveLength(2);
  expect(await heldBy(purchaseOf(first))).toHaveLength(8);
});

test('places that a buyer names are the purchase’s afterwards, also those that it had before', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const first = await take(0, { of, token, places: [7] });
  const more = await take(1, { of, token, purchase: purchaseOf(first), places: [7, 8] });
  expect(told(more)).toMatchObject({ nCode: 200, placeIds: [8] });
  expect(await heldBy(purchaseOf(first))).toEqual([7, 8]);
});

test('a double click on two processes that starts a customer’s last purchase gets one answer', async () => {
  const of = await emptyHall();
  for (let round = 0; round < 20; round++) {
    const { customerId, token } = await newBuyer();
    for (const place of [0, 1]) await take(0, { of, token, places: [round * 10 + place] });
    const last = { of, token, places: [round * 10 + 4, round * 10 + 5], key: click() };
    const [one, other] = await Promise.all([take(0, last), take(1, last)]);
    expect(told(one)).toMatchObject({ nCode: 200, placeIds: last.places });
    expect(told(other)).toEqual(told(one));
    expect(await db`select from purchase where customer_id = ${customerId}`).toHaveLength(3);
  }
});

test('a click that was won elsewhere between the look at its purchase and the look at its customer’s slots is judged again', async () => {
  const { performanceId, priceTypeId } = await emptyHall();
  const limits = { ...LIMITS, mostPurchases: 1, lockTimeoutMs: 5000, skipLocked: false };
  const request = (customerId: string, placeIds: readonly number[]) => ({
    performanceId,
    purchaseId: randomId(),
    customerId,
    channel: 'online' as const,
    claimKey: click(),
    fresh: true,
    chosen: false,
    options: [{ placeIds, priceTypeIds: placeIds.map(() => priceTypeId), contiguous: true }],
  });
  const standing = request(await haveCustomer(db), [30]);
  const doubled = request(await haveCustomer(db), [50, 51]);
  await claimPlaces(db, [standing], limits);
  // There, both are in one batch, which waits for the first one's purchase and has not seen the other one's.
  const there = connect(url, { connections: 1 });
  const { answers } = await db.begin(async (outside) => {
    await outside`select from purchase where id = ${standing.purchaseId} for update`;
    const asked = claimPlaces(there, [{ ...standing, fresh: false, claimKey: click() }, doubled], limits);
    await expect.poll(() => waitingForLocks(db), { interval: 5 }).toBe(1);
    expect(await claimPlaces(db, [doubled], limits)).toMatchObject([{ kind: 'won' }]);
    return { answers: asked };
  });
  expect(await answers).toMatchObject([{ kind: 'won' }, { kind: 'conflict' }]);
  expect(await claimPlaces(there, [doubled], limits)).toMatchObject([{ kind: 'repeated', placeIds: [50, 51] }]);
  await there.end();
});

test('where locked rows are passed over, places chosen in addition that the purchase has already are taken, not locked', async () => {
  const { performanceId, priceTypeId } = await emptyHall();
  const option = (placeIds: readonly number[]) => ({ placeIds, priceTypeIds: placeIds.map(() => priceTypeId), contiguous: true });
  const first = {
    performanceId,
    purchaseId: randomId(),
    customerId: await haveCustomer(db),
    channel: 'online' as const,
    claimKey: click(),
    fresh: true,
    chosen: true,
    options: [option([30])],
  };
  const limits = { ...LIMITS, lockTimeoutMs: 5000, skipLocked: true };
  await claimPlaces(db, [first], limits);
  const more = { ...first, fresh: false, claimKey: click() };
  expect(await claimPlaces(db, [more], limits)).toMatchObject([{ kind: 'taken', placeIds: [30], rows: [{ placeId: 30 }] }]);
  await db.begin(async (outside) => {
    await outside`select from place where performance_id = ${performanceId} and place_id = 31 for update`;
    expect(await claimPlaces(db, [{ ...more, options: [option([31])] }], limits)).toEqual([{ kind: 'locked' }]);
  });
});

test('every key of a purchase keeps its answer, on whichever process it is repeated and whatever was clicked since', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const keys = { first: click(), second: click(), third: click() };
  const first = await take(0, { of, token, best: 2, key: keys.first });
  const purchase = purchaseOf(first);
  const second = await take(1, { of, token, purchase, best: 1, key: keys.second });
  const third = await take(0, { of, token, purchase, places: [180, 182], key: keys.third });
  for (const process of [1, 0, 1] as const) {
    expect(told(await take(process, { of, token, best: 2, key: keys.first }))).toEqual(told(first));
    expect(told(await take(process, { of, token, purchase, best: 1, key: keys.second }))).toEqual(told(second));
    expect(told(await take(process, { of, token, purchase, places: [180, 182], key: keys.third }))).toEqual(told(third));
  }
  expect(await heldBy(purchase)).toEqual([...placesOf(first), ...placesOf(second), 180, 182].sort((a, b) => a - b));
});

test('a later click that is doubled on two processes adds its places once, and both get one answer', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const purchase = purchaseOf(await take(0, { of, token, places: [0] }));
  for (let round = 0; round < 9; round++) {
    const more = { of, token, purchase, best: 1, key: click() };
    const [one, other] = await Promise.all([take(0, more), take(1, more)]);
    expect(placesOf(one)).toHaveLength(1);
    expect(told(other)).toEqual(told(one));
  }
  expect(await heldBy(purchase)).toHaveLength(10);
});

test('a repeated click is told again that its places are not side by side', async () => {
  const of = await emptyHall({ rows: 1 });
  const { token } = await newBuyer();
  const other = await newBuyer();
  // Of the one row of ten every second seat is left.
  await take(0, { of, token: other.token, places: [1, 3, 5, 7, 9] });
  const key = click();
  const first = await take(0, { of, token, best: 2, key });
  expect(told(first)).toMatchObject({ nCode: 200, contiguous: false });
  expect(told(await take(1, { of, token, best: 2, key }))).toEqual(told(first));
  const later = { of, token, purchase: purchaseOf(first), best: 2, key: click() };
  const more = await take(0, later);
  expect(told(more)).toMatchObject({ nCode: 200, contiguous: false });
  expect(told(await take(1, later))).toEqual(told(more));
});

test('a repeated click gets its first answer though its places were given back and are another buyer’s by now', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const luis = await newBuyer();
  const purchase = purchaseOf(await take(0, { of, token, places: [10] }));
  const more = { of, token, purchase, places: [12], key: click() };
  const first = await take(0, more);
  await shops[0].send('POST', `/v2/Proceso/${purchase}/Posiciones`, { idFuncion: of.performanceId, aPosicion: [10] }, token);
  expect((await take(0, { of, token: luis.token, places: [12] })).nCode).toBe(200);
  for (const process of [0, 1] as const) expect(told(await take(process, more))).toEqual(told(first));
  expect(await heldBy(purchase)).toEqual([10]);
  // Another click is refused, and so is another customer's with the same key.
  expect(await take(0, { ...more, key: click() })).toMatchObject({ cError: 'places_taken', oData: { aPosicion: [12] } });
  const stranger = await newBuyer();
  expect(await take(0, { ...more, token: stranger.token })).toMatchObject({ cError: 'places_taken', oData: { aPosicion: [12] } });
});

test('a repeated click gets its first answer though nothing is left', async () => {
  const of = await emptyHall({ rows: 1 });
  const { token } = await newBuyer();
  const luis = await newBuyer();
  const purchase = purchaseOf(await take(0, { of, token, best: 1 }));
  const more = { of, token, purchase, best: 1, key: click() };
  const first = await take(0, more);
  await take(0, { of, token: luis.token, best: 8 });
  expect(await take(0, { ...more, key: click() })).toMatchObject({ cError: 'not_enough_places' });
  for (const process of [0, 1] as const) expect(told(await take(process, more))).toEqual(told(first));
});

test('a click that was refused holds nothing, and its key may be tried again', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const luis = await newBuyer();
  const purchase = purchaseOf(await take(0, { of, token, places: [20] }));
  const other = purchaseOf(await take(0, { of, token: luis.token, places: [22] }));
  const more = { of, token, purchase, places: [21, 22], key: click() };
  expect(await take(0, more)).toMatchObject({ cError: 'places_taken', oData: { aPosicion: [22] } });
  expect(await heldBy(purchase)).toEqual([20]);
  await shops[0].send('POST', `/v2/Proceso/${other}/invalidar`);
  expect(told(await take(0, more))).toMatchObject({ nCode: 200, placeIds: [21, 22] });
});

test('a key is its purchase’s: the same one in another purchase is another click', async () => {
  const of = await emptyHall();
  const { token } = await newBuyer();
  const key = click();
  const purchases = [];
  for (const place of [40, 50]) purchases.push(purchaseOf(await take(0, { of, token, places: [place] })));
  for (const [turn, purchase] of purchases.entries()) {
    const more = await take(0, { of, token, purchase, places: [60 + turn], key });
    expect(told(more)).toMatchObject({ nCode: 200, placeIds: [60 + turn] });
  }
});

test('a purchase that is over forgets the keys of its later clicks, and those of no other purchase', async () => {
  const of = await emptyHall();
  const ana = await newBuyer();
  const started = [];
  for (const place of [60, 70, 80]) {
    const purchase = purchaseOf(await take(0, { of, token: ana.token, places: [place] }));
    const later = { of, token: ana.token, purchase, places: [place + 1], key: click() };
    await take(0, later);
    started.push(later);
  }
  const [cancelled, expired, kept] = started;
  if (!cancelled || !expired || !kept) throw new Error('three purchases were started');
  const remembered = () => db<{ purchase: string }[]>`
    select purchase_id as purchase from claim_key join purchase on id = purchase_id where customer_id = ${ana.customerId}`;
  await shops[0].send('POST', `/v2/Proceso/${cancelled.purchase}/invalidar`);
  expect(await remembered()).toHaveLength(2);
  await db`update purchase set deadline = now() - interval '1 minute' where id = ${expired.purchase}`;
  await sweepExpired(shops[0].app.sale);
  expect(await remembered()).toEqual([{ purchase: kept.purchase }]);
  expect(await take(1, cancelled)).toMatchObject({ cError: 'purchase_over', oData: { cEtapa: 'CANCELADO' } });
  expect(await take(1, expired)).toMatchObject({ cError: 'purchase_over', oData: { cEtapa: 'VENCIDO' } });
  expect(told(await take(1, kept))).toMatchObject({ nCode: 200, placeIds: [81] });
});

test.each([
  ['a key', click],
  ['no key', () => undefined],
])('claims whose commit was not acknowledged are answered with what they won, with %s', async (_, keyOf) => {
  const of = await emptyHall();
  const { customerId, token } = await newBuyer();
  let losesNext = false;
  const unsure = new Proxy(db, {
    get(real, name) {
      if (name !== 'begin') return Reflect.get(real, name);
      return async (work: Parameters<Db['begin']>[1]) => {
        const result = await real.begin(work as never);
        if (!losesNext) return result;
        losesNext = false;
        throw new Error('the connection was lost after the commit');
      };
    },
  });
  const app = await customersApp(unsure);
  const takeTwo = (path: string) => {
    losesNext = true;
    const body = { idFuncion: of.performanceId, listaSector: [{ nCantidad: 2 }] };
    return callsOf(app).send('POST', `/v2/Proceso/${path}`, body, token, keyOf());
  };
  const first = await takeTwo('0/Posiciones/TomarGrupo');
  expect(await heldBy(purchaseOf(first))).toEqual(placesOf(first));
  const later = await takeTwo(`${purchaseOf(first)}/Posiciones/Tomar`);
  expect(await heldBy(purchaseOf(first))).toEqual([...placesOf(first), ...placesOf(later)].sort((a, b) => a - b));
  expect([first, later].map((answer) => placesOf(answer).length)).toEqual([2, 2]);
  expect(await db`select from purchase where customer_id = ${customerId}`).toHaveLength(1);
  expect(losesNext).toBe(false);
  await app.close();
});
