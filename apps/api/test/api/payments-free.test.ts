import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { aCharge, aLevel } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { aCounter } from '../factories/counter.ts';
import { callsOf, customersApp, solvedCaptcha } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const types = [
  { name: 'Invitación', faceValue: 0, taxClass: 'exempt' },
  { name: 'General', faceValue: 1_000_000, taxClass: 'exempt' },
];
const charges = [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })];
const checkout = await aCheckout(db, undefined, [{ rows: 40, levels: [aLevel({ types })], charges }]);
const { app, buyer, card, gateway, sale, close: closeCheckout } = checkout;
const counter = await aCounter(db, app);
const another = await customersApp(db, { payments: { card } });
afterAll(async () => {
  await another.close();
  await closeCheckout();
  await close();
});
beforeEach(() => {
  gateway.charges.length = 0;
});

const [CARD, CASH, FREE] = [1, 2, 3];
/** Two invitations, unless told otherwise. */
async function aPurchase(types: readonly [string, string] = ['Invitación', 'Invitación']) {
  const purchase = await checkout.purchase();
  await db`
    update hold set price_type_ids = (
      select array_agg(price_type.id order by turn) from unnest(${[...types]}::text[]) with ordinality as wanted (name, turn)
        join price_type on price_type.name = wanted.name)
     where purchase_id = ${purchase.id}`;
  return { ...purchase, total: 0 };
}
let clicks = 0;
/** What the buy screen sends when nothing is to be paid. */
const confirm = (
  id: string,
  { key = `confirmed-${++clicks}`, at = app, ...form }: { key?: string; at?: typeof app; [field: string]: unknown } = {},
) =>
  callsOf(at).send('POST', `/v2/Proceso/${id}/Cobrar`, { nFormaDePago: FREE, fTotal: 0, lAceptaTerminos: 'S', ...form }, buyer.token, key);
const stageOf = async (id: string) => (await db<{ stage: string }[]>`select stage from purchase where id = ${id}`)[0]?.stage;
const ticketsOf = async (id: string) =>
  (await db<{ placeId: number }[]>`select place_id as "placeId" from ticket where purchase_id = ${id} order by place_id`).map(
    ({ placeId }) => placeId,
  );
const mailsOf = (id: string) => db`select from graphile_worker._private_jobs where payload ->> 'purchaseId' = ${id}`;
const attemptsOf = (id: string) => db`select provider, amount::int, state from attempt where purchase_id = ${id}`;

test('two invitations are offered neither card nor cash, and confirming them sells them: places, tickets, mail, no provider', async () => {
  const { id, placeIds } = await aPurchase();
  const { oData: offered } = await buyer.get(`/v2/Proceso/${id}/FormasDePago`);
  expect(offered.Lista).toEqual([{ nFormaDePago: FREE, cTipo: 'SIN_CARGO', cNombre: 'Sin cargo', aMarca: [] }]);
  expect(await buyer.post(id, 'FormaDePago/Seleccionar', { nFormaDePago: CARD })).toMatchObject({ nCode: 482 });
  expect(await buyer.post(id, 'FormaDePago/Seleccionar', { nFormaDePago: FREE })).toMatchObject({ nCode: 200 });
  expect(await buyer.post(id, 'PreValidacion', {})).toMatchObject({ nCode: 200 });

  expect(await confirm(id)).toMatchObject({
    nCode: 200,
    oData: { cResultado: 'APROBADO', fTotal: 0, idOperacion: id, oProceso: { cEtapa: 'PAGADO', nFormaDePago: FREE } },
  });
  expect(await ticketsOf(id)).toEqual(placeIds);
  expect(await mailsOf(id)).toHaveLength(1);
  expect(await attemptsOf(id)).toEqual([{ provider: 'free', amount: 0, state: 'approved' }]);
  expect(await balancesOf(db, id)).toEqual([]);
  expect(gateway.charges).toEqual([]);
  expect((await buyer.confirm(id)).oData).toMatchObject({ cResultado: 'APROBADO' });
  expect((await buyer.get(`/v2/Operacion/${id}`)).oData).toMatchObject({
    cEstado: 'PAGADA',
    cFormaDePago: 'SIN_CARGO',
    fPagado: 0,
    fPendiente: 0,
  });
});

test('a double click, on two processes, sells once and both are told so', async () => {
  const { id, placeIds } = await aPurchase();
  const both = await Promise.all([app, another, app].map((at) => confirm(id, { key: 'the-same-click', at })));
  for (const { oData } of both) expect(oData).toMatchObject({ cResultado: 'APROBADO', idOperacion: id });
  expect(await attemptsOf(id)).toHaveLength(1);
  expect(await ticketsOf(id)).toEqual(placeIds);
  expect(await mailsOf(id)).toHaveLength(1);
});

test('two tabs that confirm at once sell once; the other one is told that it is done', async () => {
  const { id } = await aPurchase();
  const tabs = await Promise.all([confirm(id), confirm(id, { at: another })]);
  expect(tabs.map(({ nCode }) => nCode).sort()).toEqual([200, 475]);
  expect(await attemptsOf(id)).toHaveLength(1);
});

test('confirmed while its time runs out and another buyer takes its places: they belong to one or the other, never to both', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, placeIds } = await aPurchase();
    await db`update purchase set deadline = clock_timestamp() + make_interval(secs => ${round * 0.004}) where id = ${id}`;
    await db`update hold set held_until = clock_timestamp() where purchase_id = ${id}`;
    await db`update place set held_until = clock_timestamp() where purchase_id = ${id}`;
    const [{ nCode }, taken] = await Promise.all([confirm(id), counter.take(sale, placeIds, { at: another }), sweepExpired(app.sale)]);
    expect([200, 475, 480]).toContain(nCode);
    expect(taken.nCode === 200 && nCode === 200).toBe(false);
    expect((await stageOf(id)) === 'paid').toBe(nCode === 200);
    expect(await ticketsOf(id)).toEqual(nCode === 200 ? placeIds : []);
    const owners = await db<{ owner: string }[]>`
      select distinct purchase_id as owner from place where performance_id = ${sale.performanceId} and place_id = any (${placeIds}::int[])`;
    expect(owners.map(({ owner }) => owner === id)).toEqual([taken.nCode !== 200]);
  }
});

test('after its time, or without terms, nothing is sold', async () => {
  const { id } = await aPurchase();
  expect(await confirm(id, { lAceptaTerminos: 'N' })).toMatchObject({ nCode: 483 });
  await letMinutesPass(db, id, 30);
  expect(await confirm(id)).toMatchObject({ nCode: 475, oData: { cEtapa: 'VENCIDO' } });
  expect(await ticketsOf(id)).toEqual([]);
});

test('places that were lost are not sold, and nothing stays behind', async () => {
  const { id, placeIds } = await aPurchase();
  await db`update place set purchase_id = 'somebody' where performance_id = ${sale.performanceId} and place_id = ${placeIds[0] as number}`;
  expect(await confirm(id)).toMatchObject({
    nCode: 480,
    oData: { listaFuncion: [{ idFuncion: sale.performanceId, aPosicion: [placeIds[0]] }] },
  });
  expect([await stageOf(id), await attemptsOf(id)]).toEqual(['open', []]);
});

test('what costs something is not had for nothing, and what costs nothing is charged to no card', async () => {
  const paid = await aPurchase(['Invitación', 'General']);
  expect((await buyer.get(`/v2/Proceso/${paid.id}/FormasDePago`)).oData.Lista).toMatchObject([{ nFormaDePago: CARD }]);
  expect(await confirm(paid.id)).toMatchObject({ nCode: 481, oData: { oProceso: { oTotal: { fTotal: 11_000 } } } });
  expect(await confirm(paid.id, { fTotal: 11_000 })).toMatchObject({ nCode: 482 });
  expect(await buyer.pay({ id: paid.id, total: 1_100_000 })).toMatchObject({ oData: { cResultado: 'APROBADO', fTotal: 11_000 } });

  const free = await aPurchase();
  gateway.charges.length = 0;
  expect(await buyer.pay(free)).toMatchObject({ nCode: 482 });
  expect([await stageOf(free.id), gateway.charges]).toEqual(['open', []]);
});

test('a card whose facts are missing is refused, each of them by name', async () => {
  const { id } = await aPurchase();
  const { nCode, oData } = await confirm(id, { nFormaDePago: CARD });
  expect(nCode).toBe(400);
  expect(oData.listaCampo).toContainEqual({ cCampo: 'cToken', cMotivo: 'missing' });
  expect(oData.listaCampo).toHaveLength(8);
});

test('invitations ask for a person as payments do, once per click (VA-045)', async () => {
  const guarded = await customersApp(db, { payments: { card }, captcha: { cost: 1 } });
  const { id } = await aPurchase();
  expect(await confirm(id, { at: guarded })).toMatchObject({ nCode: 463 });
  const press = { at: guarded, key: 'pressed-twice', cCaptcha: await solvedCaptcha(guarded) };
  const both = await Promise.all([confirm(id, press), confirm(id, press)]);
  expect(both.map(({ oData }) => oData.cResultado)).toEqual(['APROBADO', 'APROBADO']);
  await guarded.close();
});

test('a counter gives out invitations as it sells, with a name on them and nothing in the drawer (C-09)', async () => {
  const placeIds = [200, 201];
  const { oData } = await counter.take(sale, placeIds);
  const id = oData.oProceso.idProcesoDeCompra as string;
  expect((await counter.get(`/v2/Proceso/${id}/FormasDePago`)).oData.Lista).toMatchObject([{ nFormaDePago: FREE }]);
  expect(await counter.post(`${id}/FormaDePago/Seleccionar`, { nFormaDePago: CASH })).toMatchObject({ nCode: 482 });
  expect(await counter.sell({ id, total: 0 }, { cTitular: 'Elena Ruiz' })).toMatchObject({
    nCode: 200,
    oData: { cResultado: 'APROBADO', fTotal: 0, oProceso: { cEtapa: 'PAGADO', nFormaDePago: FREE } },
  });
  expect(await ticketsOf(id)).toEqual(placeIds);
  expect(await mailsOf(id)).toHaveLength(0);
  expect(await attemptsOf(id)).toEqual([{ provider: 'free', amount: 0, state: 'approved' }]);
  expect(await balancesOf(db, id)).toEqual([]);
});
