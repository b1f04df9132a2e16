import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { textAt } from '../src/arca/soap.ts';
import { about, anArca, anInvoice, ISSUER } from './an-arca.ts';

const shop = await anArca();
const { issue, last, consult, control, login } = shop;
beforeEach(() => shop.startAgain());

const folder = await mkdtemp(join(tmpdir(), 'arca-'));
afterAll(() => rm(folder, { recursive: true }));

test('a lost answer is of a voucher that was authorised, and is found by its number', async () => {
  await shop.auth();
  await control({ loseAnswers: 1 });
  await expect(issue([anInvoice(1)])).rejects.toThrow();
  expect(await last()).toBe(1);
  expect(textAt((await consult(1)).voucher, 'CodAutorizacion')).toMatch(/^\d{14}$/);
  expect((await issue([anInvoice(2)])).outcome).toBe('A');
});

test('a lost request authorises nothing', async () => {
  await shop.auth();
  await control({ loseRequests: 2 });
  await expect(issue([anInvoice(1)])).rejects.toThrow();
  await expect(issue([anInvoice(1)])).rejects.toThrow();
  expect(await last()).toBe(0);
  expect((await issue([anInvoice(1)])).outcome).toBe('A');
});

test('answers of another method can be lost, also that of the login, whose ticket exists all the same', async () => {
  await control({ loseAnswers: { times: 1, method: 'loginCms' } });
  await expect(login()).rejects.toThrow();
  expect((await login()).fault).toBe('ns1:coe.alreadyAuthenticated');
  await control({ expireTickets: true, loseRequests: { times: 1, method: 'FECompConsultar' } });
  expect((await issue([anInvoice(1)])).outcome).toBe('A');
  await expect(consult(1)).rejects.toThrow();
  expect((await consult(1)).voucher).toBeDefined();
});

test('WSFEv1 and WSAA are down one by one: with a 503, or by breaking connections', async () => {
  await shop.auth();
  await control({ wsfe: 'unavailable' });
  const path = '/arca/wsfev1/service.asmx';
  expect((await shop.post(path, '', {})).status).toBe(503);
  await control({ wsfe: 'cut' });
  await expect(shop.post(path, '', {})).rejects.toThrow();
  expect((await login()).fault).toBe('ns1:coe.alreadyAuthenticated');
  await control({ wsfe: 'up', wsaa: 'unavailable' });
  expect((await shop.post('/arca/ws/services/LoginCms', '', {})).status).toBe(503);
  expect(await last()).toBe(0);
  await control({ wsaa: 'cut' });
  await expect(login()).rejects.toThrow();
});

test('the next request is rejected with the code that was asked for, once, and takes no number', async () => {
  await control({ rejectNext: { code: 10015, message: 'DocNro no se encuentra en los padrones' } });
  const { outcome, vouchers, errors } = await issue([anInvoice(1), anInvoice(2)]);
  expect({ outcome, errors, observations: vouchers.map(({ observations }) => observations) }).toEqual({
    outcome: 'R',
    errors: [],
    observations: Array.from({ length: 2 }, () => [{ code: 10015, message: 'DocNro no se encuentra en los padrones' }]),
  });
  expect((await issue([anInvoice(1)])).outcome).toBe('A');
  await control({ rejectNext: { code: 10000, where: 'errors', times: 2 } });
  expect((await issue([anInvoice(2)])).errors.map(({ code }) => code)).toEqual([10000]);
  expect((await issue([anInvoice(2)])).outcome).toBe('R');
  expect((await issue([anInvoice(2)])).outcome).toBe('A');
});

test('the next voucher is authorised with an observation, which stays with it', async () => {
  await control({ observeNext: { code: 10217, message: 'Observado' } });
  const { outcome, vouchers } = await issue([anInvoice(1)]);
  expect({ outcome, observations: vouchers[0]?.observations }).toEqual({
    outcome: 'A',
    observations: [{ code: 10217, message: 'Observado' }],
  });
  expect(textAt((await consult(1)).voucher, 'Observaciones', 'Obs', 'Msg')).toBe('Observado');
});

test('an internal error does nothing, in the method that was asked for', async () => {
  await control({ failNext: { code: 502, times: 2 } });
  for (const _ of [1, 2]) expect((await issue([anInvoice(1)])).errors).toMatchObject([{ code: 502 }]);
  expect(await last()).toBe(0);
  await control({ failNext: { code: 501, method: 'FECompUltimoAutorizado' } });
  expect((await issue([anInvoice(1)])).outcome).toBe('A');
  const { result, errors } = await shop.call('FECompUltimoAutorizado', { PtoVta: 5, CbteTipo: 6 });
  expect({ number: textAt(result, 'CbteNro'), code: errors[0]?.code }).toEqual({ number: '0', code: 501 });
  expect(await last()).toBe(1);
});

test('a voucher of somebody else takes the next number', async () => {
  await issue([anInvoice(1)]);
  expect((await control({ insertVoucher: { pointOfSale: 5, type: 6 } })).status).toBe(200);
  expect((await issue([anInvoice(2)])).errors).toMatchObject([{ code: 10016 }]);
  expect(textAt((await consult(2)).voucher, 'ImpTotal')).toBe('1000');
  await control({ insertVoucher: { pointOfSale: 5, type: 6, number: 9, totalCents: 550 } });
  expect(await last()).toBe(9);
  expect((await consult(5)).errors).toMatchObject([{ code: 602 }]);
  expect((await control({ insertVoucher: { pointOfSale: 5, type: 6, number: 9 } })).status).toBe(400);
  expect((await control({ insertVoucher: { pointOfSale: 7, type: 6 } })).status).toBe(400);
});

test('slow answers keep the order of a point of sale and type, and do not hold up others', async () => {
  await shop.auth();
  await control({ delayMs: 150 });
  const ended: string[] = [];
  const timed = async (name: string, work: Promise<{ outcome: string | null }>) => {
    const { outcome } = await work;
    ended.push(name);
    return outcome;
  };
  const began = performance.now();
  const first = timed('first', issue([anInvoice(1)]));
  // The second one arrives while the first one is waited for.
  await expect.poll(async () => (await shop.vouchers()).length).toBe(1);
  const second = timed('second', issue([anInvoice(2)]));
  const other = timed('other', issue([anInvoice(1)], { pointOfSale: 6 }));
  expect(await Promise.all([first, second, other])).toEqual(['A', 'A', 'A']);
  expect(performance.now() - began).toBeGreaterThanOrEqual(290);
  expect(ended[0]).toBe('first');
});

test('the clock can be put ahead by days, or set, and the rules go by it', async () => {
  const days = async () => Math.round((Date.parse((await control({})).body.now) - Date.now()) / 86_400_000);
  await control({ clockOffsetDays: 6 });
  expect(await days()).toBe(6);
  await control({ clockOffsetDays: -1 });
  expect(await days()).toBe(-1);
  await control({ now: '2026-12-20T12:00:00-03:00' });
  expect((await issue([anInvoice(1)])).vouchers[0]?.observations.map(({ code }) => code)).toEqual([10016]);
});

test('trouble ends with the switches alone, or everything is forgotten', async () => {
  await issue([anInvoice(1)]);
  await control({ wsfe: 'cut', delayMs: 5, loseAnswers: 3 });
  const { body } = await control({ reset: 'switches' });
  expect(body.switches).toMatchObject({ wsfe: 'up', delayMs: 0, loseAnswers: { times: 0 } });
  expect(await last()).toBe(1);
  expect((await control({ reset: 'all' })).body.ticketExpiresAt).toBeNull();
  expect(await shop.vouchers()).toEqual([]);
  expect((await shop.call('FEParamGetPtosVenta')).errors).toMatchObject([{ code: 600 }]);
});

test('switches that are not named stay, and what is no switch changes nothing', async () => {
  await control({ delayMs: 1 });
  expect((await control({ loseAnswers: 2 })).body.switches).toMatchObject({
    delayMs: 1,
    loseAnswers: { times: 2, method: 'FECAESolicitar' },
  });
  for (const wrong of [
    { slow: true },
    { delayMs: -1 },
    { wsfe: 'asleep' },
    { now: 'tomorrow' },
    { loseAnswers: { times: 1, method: 'Sorpresa' } },
  ])
    expect((await control({ ...wrong, wsaa: 'cut' })).status).toBe(400);
  expect((await control({})).body.switches).toMatchObject({ wsaa: 'up', delayMs: 1 });
  const foreign = await fetch(`${shop.origin}/arca/control`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
  expect(foreign.status).toBe(403);
});

test('vouchers are listed for tests, the newest first, with amounts in cents', async () => {
  await issue([anInvoice(1), anInvoice(2)]);
  await issue([anInvoice(1, { CbtesAsoc: about(2) })], { type: 8 });
  expect(await shop.vouchers()).toMatchObject([
    {
      pointOfSale: 5,
      type: 8,
      from: 1,
      to: 1,
      date: '20261126',
      detail: { ImpTotal: 121_000, CbtesAsoc: [{ Tipo: 6, PtoVta: 5, Nro: 2 }] },
    },
    { type: 6, from: 2 },
    { type: 6, from: 1, caeExpiresOn: '20261206', detail: { DocTipo: 99, DocNro: '0' } },
  ]);
});

test('with a journal a sandbox that starts again goes on with its numbers', async () => {
  const journal = join(folder, 'vouchers');
  const before = await anArca({ journal });
  await before.startAgain();
  const { vouchers } = await before.issue([anInvoice(1)]);
  const after = await anArca({ journal });
  await after.control({ now: '2026-11-26T13:00:00-03:00' });
  expect(await after.last()).toBe(1);
  expect(textAt((await after.consult(1)).voucher, 'CodAutorizacion')).toBe(vouchers[0]?.cae);
});

test('the page lists vouchers and has a button for each trouble', async () => {
  await issue([anInvoice(1)]);
  const page = await (await fetch(`${shop.origin}/arca`)).text();
  expect(page).toContain('00005-00000001');
  expect(page).toContain('Factura B');
  const index = /value="(\d+)">Perder la próxima respuesta/.exec(page)?.[1];
  const press = (button: string) =>
    fetch(`${shop.origin}/arca/control`, { method: 'POST', body: new URLSearchParams({ button }), redirect: 'manual' });
  const pressed = await press(String(index));
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/arca']);
  expect((await control({})).body.switches.loseAnswers.times).toBe(1);
  expect(await (await fetch(shop.origin)).text()).toContain('href="/arca"');
});

/** What the code of a printed voucher says, as RG 4892 has it. */
const aCode = (cae: string, over: object = {}) => ({
  ver: 1,
  fecha: '2026-11-26',
  cuit: Number(ISSUER),
  ptoVta: 5,
  tipoCmp: 6,
  nroCmp: 1,
  importe: 1210,
  moneda: 'PES',
  ctz: 1,
  tipoDocRec: 99,
  nroDocRec: 0,
  tipoCodAut: 'E',
  codAut: Number(cae),
  ...over,
});

async function open(code: unknown) {
  const parameter = typeof code === 'string' ? code : Buffer.from(JSON.stringify(code)).toString('base64');
  // As it stands in a QR: not escaped.
  const response = await fetch(`${shop.origin}/arca/fe/qr/?p=${parameter}`);
  return { status: response.status, title: /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1] };
}

test('the QR of a printed voucher is held against the voucher', async () => {
  const cae = String((await issue([anInvoice(1)])).vouchers[0]?.cae);
  const matches = { status: 200, title: 'El código coincide con el comprobante' };
  expect(await open(aCode(cae))).toEqual(matches);
  expect(await open(aCode(cae, { tipoDocRec: undefined, nroDocRec: undefined }))).toEqual(matches);
  expect(await open(aCode(cae, { importe: 1211, codAut: cae }))).toEqual({ status: 200, title: 'El código no coincide: importe, codAut' });
  expect(await open(aCode(cae, { otro: 'ÿÿ>>??' }))).toEqual({ status: 200, title: 'El código no coincide: otro' });
  expect(await open(aCode(cae, { nroCmp: 2 }))).toEqual({ status: 404, title: 'No hay un comprobante con estos datos' });
  for (const wrong of ['', '%25', 'bnVsbA==', 'WzFd']) expect((await open(wrong)).status).toBe(400);
});
