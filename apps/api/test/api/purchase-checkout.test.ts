import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { customersApp, solvedCaptcha } from '../factories/customers.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const { buyer, card, gateway, sale, purchase: aPurchase, close: closeCheckout } = await aCheckout(db);
afterAll(async () => {
  await closeCheckout();
  await close();
});

test('a buyer is offered the e-ticket and the box office, and chooses one (CA-060, CA-061)', async () => {
  const { id } = await aPurchase({ deliveryTypeId: null });
  const { oData } = await buyer.get(`/v2/Proceso/${id}/TiposDeEntrega`);
  expect(oData.Lista).toMatchObject([
    { idEntregaTipo: 1, cTipo: 'ETICKET', fPrecio: 0 },
    { idEntregaTipo: 2, cTipo: 'BOLETERIA', fPrecio: 0 },
  ]);
  expect((await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 2 })).oData).toMatchObject({ idEntregaTipo: 2 });
  expect((await buyer.get(`/v2/Proceso/${id}`)).oData).toMatchObject({ idEntregaTipo: 2 });
  expect(await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 3 })).toMatchObject({
    nCode: 400,
    oData: { listaCampo: [{ cCampo: 'idEntregaTipo', cMotivo: 'invalid' }] },
  });
});

test('a delivery that costs something is part of the total that is shown, charged and booked', async () => {
  await db`
    insert into delivery_type (id, kind, name, price, tax_class_id, position)
    select 7, 'box_office', 'Con custodia', 121000, id, 7 from tax_class where code = 'iva-21'`;
  const { id } = await aPurchase({ deliveryTypeId: null });
  const { oData } = await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 7 });
  const free = 20_000 + Math.round(2000 / 1.21) + Math.round(1000 / 1.21);
  expect(oData.oTotal).toMatchObject({ fTotalEntrega: 1210, fTotal: 24_210 });
  expect(oData.oTotal.fTotalSinImpuestos).toBeCloseTo(free + 1000, -1);
  expect(await buyer.pay({ id, total: 2_421_000 })).toMatchObject({ nCode: 200, oData: { cResultado: 'APROBADO', fTotal: 24_210 } });
  const booked =
    await db`select account, sum(amount)::int as amount from ledger_entry where purchase_id = ${id} group by account order by account`;
  expect(booked.map(({ account, amount }) => [account, amount])).toEqual([
    ['anti_fraud_qr', -100_000],
    ['card_clearing', 2_421_000],
    ['delivery', -121_000],
    ['service_charge', -200_000],
    ['tickets', -2_000_000],
  ]);
  await db`update delivery_type set active = false where id = 7`;
});

test('the card form is offered with the address and the public key of the payments host (CA-062, CA-064)', async () => {
  const { id } = await aPurchase();
  const { oData } = await buyer.get(`/v2/Proceso/${id}/FormasDePago`);
  expect(oData.Lista).toMatchObject([{ nFormaDePago: 1, cTipo: 'TARJETA', cUrlToken: `${gateway.url}/tokens`, cClavePublica: 'public' }]);
  expect(oData.Lista[0].aMarca).toEqual(expect.arrayContaining(['visa', 'mastercard', 'amex', 'cabal', 'naranja']));
  expect(JSON.stringify(oData)).not.toContain('private');
  expect((await buyer.post(id, 'FormaDePago/Seleccionar', { nFormaDePago: 1 })).oData).toMatchObject({ nFormaDePago: 1 });
  expect(await buyer.post(id, 'FormaDePago/Seleccionar', { nFormaDePago: 2 })).toMatchObject({ nCode: 482 });
});

test('without a gateway nothing can be paid, and no card form is offered', async () => {
  const { id, total } = await aPurchase();
  const shut = await customersApp(db);
  const { oData } = await buyer.get(`/v2/Proceso/${id}/FormasDePago`, shut);
  expect(oData).toEqual({ Lista: [] });
  expect(await buyer.pay({ id, total }, {}, shut)).toMatchObject({ nCode: 482 });
  await shut.close();
});

test('six digits tell the card and its instalments for what the purchase costs (CA-065)', async () => {
  const { id } = await aPurchase();
  const kindOf = async (bin: string) => buyer.get(`/v2/Proceso/${id}/FormaDePago/1/Tarjetas/${bin}`);
  const { oData } = await kindOf('450799');
  expect(oData).toMatchObject({ cMarca: 'visa', cNombre: 'Visa', cTipo: 'CREDITO', nMedioDePago: 1, nLargoCodigoDeSeguridad: 3 });
  expect(oData.listaCuota[0]).toEqual({ nCuotas: 1, fValorCuota: 23_000, fTotal: 23_000, fTEA: 0, fCFTEA: 0 });
  for (const { nCuotas, fValorCuota, fTotal, fTEA, fCFTEA } of oData.listaCuota.slice(1)) {
    expect(Number.isInteger(fValorCuota)).toBe(true);
    expect(fTotal).toBe(nCuotas * fValorCuota);
    expect(fTotal).toBeGreaterThan(23_000);
    expect(fCFTEA).toBeGreaterThan(fTEA);
  }
  expect((await kindOf('451772')).oData).toMatchObject({ cTipo: 'DEBITO', nMedioDePago: 31, listaCuota: [{ nCuotas: 1 }] });
  expect(await kindOf('999999')).toMatchObject({ nCode: 482 });
  expect(await kindOf('45079')).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: 'cardBin' }] } });
});

test('before paying, what is missing is told and nothing is changed (CA-047)', async () => {
  const { id } = await aPurchase({ deliveryTypeId: null });
  const check = () => buyer.post(id, 'PreValidacion', {});
  expect(await check()).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: 'idEntregaTipo', cMotivo: 'missing' }] } });
  await buyer.post(id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 1 });
  expect(await check()).toMatchObject({ nCode: 482 });
  await buyer.post(id, 'FormaDePago/Seleccionar', { nFormaDePago: 1 });
  expect(await check()).toMatchObject({ nCode: 200, oData: { cEtapa: 'ABIERTO', oTotal: { fTotal: 23_000 } } });
});

test('a purchase whose time is over, or that is paid, is told so before paying', async () => {
  const check = ({ id }: { id: string }) => buyer.post(id, 'PreValidacion', {});
  const paid = await aPurchase();
  await buyer.post(paid.id, 'FormaDePago/Seleccionar', { nFormaDePago: 1 });
  await buyer.pay(paid);
  expect(await check(paid)).toMatchObject({ nCode: 475, oData: { cEtapa: 'PAGADO' } });
  const late = await aPurchase();
  await buyer.post(late.id, 'FormaDePago/Seleccionar', { nFormaDePago: 1 });
  await letMinutesPass(db, late.id, 11 + 1 / 60);
  expect(await check(late)).toMatchObject({ nCode: 475, oData: { cEtapa: 'VENCIDO' } });
});

test('a purchase whose places were all given back lacks places, before paying and at the button', async () => {
  const purchase = await aPurchase({ deliveryTypeId: null });
  await buyer.post(purchase.id, 'Posiciones/SoltarGrupo', { idFuncion: sale.performanceId });
  const noPlaces = { cCampo: 'listaFuncion', cMotivo: 'missing' };
  const noDelivery = { cCampo: 'idEntregaTipo', cMotivo: 'missing' };
  const lacking = (...listaCampo: object[]) => ({ nCode: 400, cError: 'invalid_input', oData: { listaCampo } });
  expect(await buyer.post(purchase.id, 'PreValidacion', {})).toMatchObject(lacking(noPlaces, noDelivery));
  await buyer.post(purchase.id, 'EntregaTipo/Seleccionar', { idEntregaTipo: 1 });
  expect(await buyer.post(purchase.id, 'PreValidacion', {})).toMatchObject(lacking(noPlaces));
  const before = gateway.charges.length;
  expect(await buyer.pay(purchase)).toMatchObject(lacking(noPlaces));
  expect(await buyer.pay(purchase, { nFormaDePago: 3, fTotal: 0 })).toMatchObject(lacking(noPlaces));
  expect(gateway.charges).toHaveLength(before);
});

test('paying asks for a captcha, solved once per payment (VA-045, FL-002)', async () => {
  const purchase = await aPurchase();
  const guarded = await customersApp(db, { payments: { card }, captcha: { cost: 1 } });
  const before = gateway.charges.length;
  expect(await buyer.pay(purchase, {}, guarded)).toMatchObject({ nCode: 463 });
  const cCaptcha = await solvedCaptcha(guarded);
  gateway.state.next.push('decline');
  expect(await buyer.pay(purchase, { cCaptcha, key: 'first-click' }, guarded)).toMatchObject({
    nCode: 200,
    oData: { cResultado: 'RECHAZADO' },
  });
  expect(await buyer.pay(purchase, { cCaptcha, key: 'first-click' }, guarded)).toMatchObject({
    nCode: 200,
    oData: { cResultado: 'RECHAZADO' },
  });
  expect(await buyer.pay(purchase, { key: 'first-click' }, guarded)).toMatchObject({ nCode: 200, oData: { cResultado: 'RECHAZADO' } });
  expect(await buyer.pay(purchase, { cCaptcha }, guarded)).toMatchObject({ nCode: 463 });
  expect(gateway.charges).toHaveLength(before + 1);
  await guarded.close();
});

test('a button pressed twice at once is one payment, although both bring the same captcha', async () => {
  const purchase = await aPurchase();
  const guarded = await customersApp(db, { payments: { card }, captcha: { cost: 1 } });
  const before = gateway.charges.length;
  const press = { cCaptcha: await solvedCaptcha(guarded), key: 'pressed-twice' };
  const answers = await Promise.all([buyer.pay(purchase, press, guarded), buyer.pay(purchase, press, guarded)]);
  expect(answers.map(({ oData }) => oData.cResultado)).toEqual(['APROBADO', 'APROBADO']);
  expect(gateway.charges).toHaveLength(before + 1);
  await guarded.close();
});

test('the second press of a button waits for the first one to begin its payment, which may take a moment', async () => {
  const purchase = await aPurchase();
  const guarded = await customersApp(db, { payments: { card }, captcha: { cost: 1 } });
  const press = { cCaptcha: await solvedCaptcha(guarded), key: 'pressed-again' };
  const { presses } = await db.begin(async (tx) => {
    await tx`select from purchase where id = ${purchase.id} for update`;
    const pressed = Promise.all([buyer.pay(purchase, press, guarded), buyer.pay(purchase, press, guarded)]);
    await sleep(300);
    return { presses: pressed };
  });
  expect((await presses).map(({ oData }) => oData.cResultado)).toEqual(['APROBADO', 'APROBADO']);
  await guarded.close();
});

test('a buyer finds what they paid among their purchases, the newest first, and nothing that they did not pay (CA-083)', async () => {
  const paid = await aPurchase();
  await buyer.pay(paid);
  const unknown = await aPurchase({ startedMinutesAgo: 0.5 });
  gateway.state.next.push('down');
  await buyer.pay(unknown);
  const open = await aPurchase();
  const { oData } = await buyer.get('/v2/Historial2');
  expect(oData.Lista[0]).toMatchObject({ idProcesoDeCompra: unknown.id, cEstado: 'PENDIENTE' });
  expect(oData.Lista).toContainEqual(
    expect.objectContaining({
      idOperacion: paid.id,
      cEstado: 'PAGADA',
      cFormaDePago: 'TARJETA',
      cUltimosCuatro: '4905',
      cMarca: 'visa',
      nCuotas: 3,
    }),
  );
  expect(oData.Lista.map(({ idProcesoDeCompra }: { idProcesoDeCompra: string }) => idProcesoDeCompra)).not.toContain(open.id);
});

test('a purchase that was never paid is not being verified', async () => {
  const { id } = await aPurchase();
  expect(await buyer.confirm(id)).toMatchObject({ nCode: 200, oData: { cResultado: 'CANCELADO', oProceso: { cEtapa: 'ABIERTO' } } });
});
