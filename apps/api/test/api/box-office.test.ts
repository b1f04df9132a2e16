import { afterAll, beforeEach, expect, test } from 'vitest';
import { readOrder } from '../../src/orders/index.ts';
import { cancelPurchase } from '../../src/sale/claim/release-places.ts';
import { findOlderSales, setCounter } from '../../src/sale/queries-purchases.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { aCounter } from '../factories/counter.ts';
import { callsOf, customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { havePurchase } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const { app, buyer, card, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 40 }]);
const counter = await aCounter(db, app);
// Another process, with its own batches and its own picture of what is left.
const another = await customersApp(db, { payments: { card } });
afterAll(async () => {
  await another.close();
  await closeCheckout();
  await close();
});

/** The show's charges are the shop's: a counter asks for the face value. */
const FACE = 1_000_000;
const CASH = 2;
/** The factory's own purchases have the seats before. */
let next = 100;

/** A sale at the counter of seats that were never taken. */
async function aSale({ seats = 2, by = counter }: { seats?: number; by?: Pick<typeof counter, 'take'> } = {}) {
  const placeIds = Array.from({ length: seats }, () => next++);
  const { oData } = await by.take(sale, placeIds);
  return { id: oData.oProceso.idProcesoDeCompra as string, placeIds, total: seats * FACE };
}
const stageOf = async (id: string) => (await db<{ stage: string }[]>`select stage from purchase where id = ${id}`)[0]?.stage;
const openAt = async (customerId: string) =>
  (await db<{ id: string }[]>`select id from purchase where customer_id = ${customerId} and stage = 'open'`).map(({ id }) => id);
const ticketsOf = async (id: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from ticket where purchase_id = ${id} order by place_id`).map(
    ({ placeId }) => placeId,
  );
const attemptsOf = (id: string) => db`select from attempt where purchase_id = ${id}`;

beforeEach(() => {
  gateway.charges.length = 0;
});

test('a counter sells two seats for cash at its own prices: places, tickets, drawer; no gateway, no mail (C-09)', async () => {
  const purchase = await aSale();
  const { nCode, oData } = await counter.sell(purchase, { cTitular: 'Elena Ruiz' });
  expect(nCode).toBe(200);
  expect(oData).toMatchObject({
    cResultado: 'APROBADO',
    fTotal: 20_000,
    nCuotas: 1,
    idOperacion: purchase.id,
    oProceso: { cEtapa: 'PAGADO', ctProcess: 'BOX', nFormaDePago: CASH },
  });
  expect(oData.cMarca).toBeUndefined();
  expect(await ticketsOf(purchase.id)).toEqual(purchase.placeIds);
  expect((await counter.get(`/v2/Operacion/${purchase.id}`)).oData).toMatchObject({ cEstado: 'PAGADA', cFormaDePago: 'EFECTIVO' });
  const balances = await balancesOf(db, purchase.id);
  expect(Object.fromEntries(balances.map(({ account, balance }) => [account, balance]))).toEqual({
    cash_drawer: 2_000_000,
    tickets: -2_000_000,
  });
  expect(gateway.charges).toEqual([]);
  expect(await db`select from graphile_worker._private_jobs where payload ->> 'purchaseId' = ${purchase.id}`).toHaveLength(0);
  expect(await readOrder(db, purchase.id)).toMatchObject({
    channel: 'box_office',
    holder: 'Elena Ruiz',
    delivery: null,
    payment: { brand: null, lastFour: null, instalments: 1 },
  });
});

test('a counter prints what it sold on a roll, and no other account may (C-09)', async () => {
  const purchase = await aSale();
  await counter.sell(purchase);
  const print = (token: string) =>
    app.inject({ url: `/v2/Operacion/${purchase.id}/Entradas/80mm`, headers: { authorization: `Bearer ${token}` } });
  const printed = await print(counter.token);
  expect(printed.headers['content-type']).toMatch(/^application\/pdf/);
  expect(printed.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const other = await aCounter(db, app);
  expect((await print(other.token)).json()).toMatchObject({ nCode: 404 });
});

test('only staff sell at a counter: the process, the cash and the method are refused to others', async () => {
  const take = { idFuncion: sale.performanceId, aPosicion: [next++], ctProcess: 'BOX' };
  expect(await buyer.post('0', 'Posiciones/Tomar', take)).toMatchObject({ nCode: 403 });
  expect(await buyer.post('0', 'Posiciones/TomarGrupo', { ...take, aPosicion: undefined, listaSector: [{ nCantidad: 1 }] })).toMatchObject({
    nCode: 403,
  });
  const online = await aPurchase();
  const cash = { fTotal: online.total / 100, lAceptaTerminos: 'S' };
  expect(await buyer.post(online.id, 'CobrarEfectivo', cash)).toMatchObject({ nCode: 403 });
  expect(await buyer.post(online.id, 'FormaDePago/Seleccionar', { nFormaDePago: CASH })).toMatchObject({ nCode: 482 });
  expect(await buyer.pay(online, { nFormaDePago: CASH })).toMatchObject({ nCode: 482 });
  expect((await buyer.get(`/v2/Proceso/${online.id}/FormasDePago`)).oData.Lista).toMatchObject([{ cTipo: 'TARJETA' }]);
  expect(await stageOf(online.id)).toBe('open');
  expect(await attemptsOf(online.id)).toHaveLength(0);
});

test('a counter is offered cash alone, and no card pays there', async () => {
  const purchase = await aSale();
  expect((await counter.get(`/v2/Proceso/${purchase.id}/FormasDePago`)).oData.Lista).toMatchObject([
    { nFormaDePago: CASH, cTipo: 'EFECTIVO', cNombre: 'Efectivo' },
  ]);
  expect(await counter.post(`${purchase.id}/FormaDePago/Seleccionar`, { nFormaDePago: 1 })).toMatchObject({ nCode: 482 });
  expect(await counter.post(`${purchase.id}/FormaDePago/Seleccionar`, { nFormaDePago: CASH })).toMatchObject({ nCode: 200 });
  expect(await counter.post(`${purchase.id}/PreValidacion`, {})).toMatchObject({ nCode: 200 });
});

test('a clerk sees and sells only what is their own', async () => {
  const purchase = await aSale();
  const other = await aCounter(db, app);
  expect(await other.get(`/v2/Proceso/${purchase.id}`)).toMatchObject({ nCode: 404 });
  expect(await other.get(`/v2/Proceso/${purchase.id}/FormasDePago`)).toMatchObject({ nCode: 404 });
  expect(await other.sell(purchase)).toMatchObject({ nCode: 404 });
  await other.take(sale, [next++]);
  expect(await stageOf(purchase.id)).toBe('open');
});

test('a double click sells once, and both clicks get the same answer', async () => {
  const purchase = await aSale();
  const clicks = await Promise.all([1, 2, 3].map(() => counter.sell(purchase, { key: 'the-same-click' })));
  for (const { oData } of clicks) expect(oData).toMatchObject({ cResultado: 'APROBADO', idOperacion: purchase.id });
  expect(await attemptsOf(purchase.id)).toHaveLength(1);
  expect(await ticketsOf(purchase.id)).toEqual(purchase.placeIds);
});

test('two tabs that take the money of one sale at once, on two processes, take it once', async () => {
  const purchase = await aSale();
  const tabs = await Promise.all([counter.sell(purchase), counter.sell(purchase, { at: another })]);
  expect(tabs.map(({ nCode }) => nCode).sort()).toEqual([200, 475]);
  expect(await attemptsOf(purchase.id)).toHaveLength(1);
});

test('without terms or key, with another amount, or after its time nothing is sold', async () => {
  const purchase = await aSale();
  expect(await counter.sell(purchase, { lAceptaTerminos: 'N' })).toMatchObject({ nCode: 483 });
  expect(await counter.sell({ ...purchase, total: purchase.total + 100 })).toMatchObject({
    nCode: 481,
    oData: { oProceso: { oTotal: { fTotal: 20_000 } } },
  });
  const body = { fTotal: purchase.total / 100, lAceptaTerminos: 'S' };
  expect(await callsOf(app).send('POST', `/v2/Proceso/${purchase.id}/CobrarEfectivo`, body, counter.token)).toMatchObject({
    nCode: 400,
    oData: { listaCampo: [{ cCampo: 'idempotency-key' }] },
  });
  await db`update purchase set deadline = now() - interval '1 second' where id = ${purchase.id}`;
  expect(await counter.sell(purchase)).toMatchObject({ nCode: 475, oData: { cEtapa: 'VENCIDO' } });
  expect(await attemptsOf(purchase.id)).toHaveLength(0);
});

test('a sale that lost a place is told which one, and nothing is booked', async () => {
  const purchase = await aSale();
  const [lost = 0] = purchase.placeIds;
  await db`update place set purchase_id = 'somebody' where performance_id = ${sale.performanceId} and place_id = ${lost}`;
  expect(await counter.sell(purchase)).toMatchObject({
    nCode: 480,
    oData: { listaFuncion: [{ idFuncion: sale.performanceId, aPosicion: [lost] }] },
  });
  expect(await stageOf(purchase.id)).toBe('open');
  expect(await balancesOf(db, purchase.id)).toEqual([]);
});

test('a new sale releases the one that its counter left unpaid, and no other (C-09)', async () => {
  const online = await aPurchase();
  const first = await aSale();
  const second = await aSale();
  expect(await stageOf(first.id)).toBe('cancelled');
  expect(await openAt(counter.customerId)).toEqual([second.id]);
  expect(await db`select from place where purchase_id = ${first.id}`).toHaveLength(0);
  expect(await stageOf(online.id)).toBe('open');
});

test('two places that share an account do not undo each other’s sales', async () => {
  const first = await aSale();
  const elsewhere = await counter.logInElsewhere();
  const second = await aSale({ by: elsewhere });
  expect((await openAt(counter.customerId)).sort()).toEqual([first.id, second.id].sort());
  const third = await aSale({ by: elsewhere });
  expect((await openAt(counter.customerId)).sort()).toEqual([first.id, third.id].sort());
  await elsewhere.sell(third);
});

test('a sale stays at the counter where it began, although its click is repeated at another one', async () => {
  const places = [next++];
  const began = await counter.take(sale, places, { key: 'one-click-twice' });
  const elsewhere = await counter.logInElsewhere();
  expect(await elsewhere.take(sale, places, { key: 'one-click-twice' })).toMatchObject({ nCode: 200 });
  const other = await aSale({ by: elsewhere });
  expect(await stageOf(began.oData.oProceso.idProcesoDeCompra)).toBe('open');
  await elsewhere.sell(other);
});

test('the counter of a sale is written once, and in no other purchase', async () => {
  const open = async (customerId: string, channel: 'box_office' | 'online') => {
    const id = await havePurchase(db, { sale, customerId, placeIds: [next++] });
    await db`update purchase set channel = ${channel} where id = ${id}`;
    return id;
  };
  const { customerId } = counter;
  const [own, beside, online] = [
    await open(customerId, 'box_office'),
    await open(customerId, 'box_office'),
    await open(customerId, 'online'),
  ];
  const foreign = await open(buyer.customerId, 'box_office');
  await setCounter(db, { purchaseId: own, customerId }, 'first');
  for (const purchaseId of [own, online, foreign]) await setCounter(db, { purchaseId, customerId }, 'second');
  const counters = await db<{ id: string; counter: string | null }[]>`
    select id, counter from purchase where id = any (${[own, beside, online, foreign]}::text[])`;
  expect(Object.fromEntries(counters.map(({ id, counter: at }) => [id, at]))).toEqual({
    [own]: 'first',
    [beside]: null,
    [online]: null,
    [foreign]: null,
  });
  for (const id of [own, beside, online, foreign]) await cancelPurchase(app.sale, id);
});

test('what a counter has sold is none of what it has left unpaid', async () => {
  const paid = await aSale();
  await counter.sell(paid);
  await aSale();
  const counters = await db<{ counter: string }[]>`select counter from purchase where id = ${paid.id}`;
  expect(await findOlderSales(db, counters[0]?.counter ?? '')).toEqual([]);
});

test('places are added to the older of two open sales without undoing it: only a new sale does that', async () => {
  const older = await aSale();
  const newer = await aSale({ by: await counter.logInElsewhere() });
  await db`update purchase set counter = (select counter from purchase where id = ${older.id}) where id = ${newer.id}`;
  const more = { idFuncion: sale.performanceId, aPosicion: [next++] };
  expect(await counter.post(`${older.id}/Posiciones/Tomar`, more)).toMatchObject({ nCode: 200 });
  expect((await openAt(counter.customerId)).sort()).toEqual([older.id, newer.id].sort());
  for (const { id } of [older, newer]) await cancelPurchase(app.sale, id);
});

test('a new sale whose places are gone leaves the old one as it is', async () => {
  const first = await aSale();
  const other = await aCounter(db, app);
  const { placeIds } = await aSale({ by: other });
  expect(await counter.take(sale, placeIds)).toMatchObject({ nCode: 470 });
  expect(await openAt(counter.customerId)).toEqual([first.id]);
});

test('a counter sells one after the other, as many as there are people in line', async () => {
  for (let sold = 0; sold < 5; sold++) expect(await counter.sell(await aSale({ seats: 1 }))).toMatchObject({ nCode: 200 });
});

test('tabs of a counter that begin at once, on two processes, leave one sale and never none', async () => {
  for (let round = 0; round < 8; round++) {
    const tabs = await Promise.all([0, 1, 2, 3].map((turn) => counter.take(sale, [next++], { at: turn % 2 ? another : app })));
    const open = await openAt(counter.customerId);
    expect(open).toHaveLength(1);
    const told = tabs.filter(({ nCode }) => nCode === 200).map(({ oData }) => oData.oProceso.idProcesoDeCompra);
    expect(told).toContain(open[0]);
    expect(
      await db`select from place join purchase on purchase.id = purchase_id where customer_id = ${counter.customerId} and state = 'held'`,
    ).toHaveLength(1);
    for (const { cError } of tabs.filter(({ nCode }) => nCode !== 200)) expect(cError).toBe('purchase_over');
  }
});

test('a new sale that begins while the old one is being paid never undoes it', async () => {
  for (let round = 0; round < 6; round++) {
    const purchase = await aSale({ seats: 1 });
    const [paid, begun] = await Promise.all([counter.sell(purchase), counter.take(sale, [next++], { at: another })]);
    expect(begun.nCode).toBe(200);
    const stage = await stageOf(purchase.id);
    expect(stage).toBe(paid.nCode === 200 ? 'paid' : 'cancelled');
    expect(await ticketsOf(purchase.id)).toHaveLength(paid.nCode === 200 ? 1 : 0);
    if (paid.nCode !== 200) expect(paid).toMatchObject({ nCode: 475, oData: { cEtapa: 'CANCELADO' } });
  }
});

test('a counter chooses among the performances to come, the next one first; others are refused the list', async () => {
  const { oData } = await counter.get('/v2/Boleteria/Funciones');
  expect(oData.Lista).toMatchObject([
    { idFuncion: sale.performanceId, cEspectaculoCartelNombre: 'Hamlet', cEstablecimientoNombre: 'Teatro', cEstado: 'EN_VENTA' },
  ]);
  expect(await buyer.get('/v2/Boleteria/Funciones')).toMatchObject({ nCode: 403 });
});
