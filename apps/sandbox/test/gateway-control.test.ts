import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { Payments } from '../src/gateway/payments.ts';
import { aCard, aSandbox } from './a-sandbox.ts';

const shop = await aSandbox();
const control = `${shop.origin}/gateway/control`;
const page = async () => (await fetch(`${shop.origin}/gateway`)).text();
const submit = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

test('switches that are not named go back to what they are by default', async () => {
  const quiet = {
    delayMs: 0,
    slowMs: 5000,
    silentMs: 35_000,
    reviewSeconds: 120,
    declineAll: false,
    silent: false,
    loseAfterApproving: 0,
    loseBeforeApproving: 0,
    answerDuplicate: 0,
    failNext: 0,
  };
  expect((await shop.send(control)).body).toMatchObject({ switches: quiet });
  expect((await shop.control({ failNext: 3 })).body).toMatchObject({ switches: { ...quiet, failNext: 3 } });
  expect((await shop.control({ delayMs: 5 })).body).toMatchObject({ switches: { ...quiet, delayMs: 5 } });
  expect((await shop.control({})).body).toMatchObject({ switches: quiet });
});

test('unreadable switches are refused with a 400', async () => {
  const put = (body: string, type: string) => fetch(control, { method: 'PUT', body, headers: { 'content-type': type } });
  expect((await put('{"delayMs":', 'application/json')).status).toBe(400);
  expect((await put('delayMs', 'text/yaml')).status).toBe(415);
});

test.each([
  ['delayMs', { delayMs: -1 }],
  ['delayMs', { delayMs: 1.5 }],
  ['delayMs', { delayMs: '5' }],
  ['declineAll', { declineAll: 1 }],
  ['failNext', { failNext: null }],
  ['explode', { explode: true }],
])('a switch %s that cannot be is refused by its name and changes nothing', async (name, switches) => {
  await shop.control({ loseAfterApproving: 7 });
  expect(await shop.control(switches)).toMatchObject({ status: 400, body: { problem: expect.stringContaining(name) } });
  expect((await shop.send(control)).body).toMatchObject({ switches: { loseAfterApproving: 7 } });
  await shop.control({});
});

test('the gateway’s clock is only ever put forward', async () => {
  const nowOf = async () => Date.parse(((await shop.send(control)).body as unknown as { now: string }).now);
  const before = await nowOf();
  expect(await shop.advance(3600)).toMatchObject({ status: 200 });
  expect((await nowOf()) - before).toBeGreaterThanOrEqual(3_600_000);
  for (const seconds of [-1, 'mañana', 1e12, undefined]) {
    expect(await shop.advance(seconds)).toMatchObject({ status: 400, body: { problem: expect.stringContaining('seconds') } });
  }
});

test('the page shows payments with their reference, amount and state, and every test card', async () => {
  expect(await page()).toContain('Todavía no se pagó nada');
  await shop.pay(undefined, { site_transaction_id: 'compra-1' });
  await shop.pay('4258210000474094', { site_transaction_id: '<b>compra-2' });
  const { body } = await shop.pay(undefined, { site_transaction_id: 'compra-3', installments: 6 });
  await shop.refund(body.id, { amount: 50_000 });
  const shown = await page();
  for (const text of ['compra-1', '35.500,00', 'Visa ··4905', 'Rechazado', 'Devuelto en parte', '500,00', '5895627823453005', 'Naranja'])
    expect(shown).toContain(text);
  expect(shown).not.toContain('<b>compra');
  expect((await shop.send(`${shop.origin}/gateway/payments.json`)).body.payments).toMatchObject([
    { reference: 'compra-3', amount: 3_550_000, installments: 6, status: 'approved_with_refund', refunded: 50_000, lastFour: '4905' },
    { reference: '<b>compra-2', status: 'rejected', decline: '51 NOT SUFFICIENT FUNDS' },
    { reference: 'compra-1', status: 'approved', refunded: 0 },
  ]);
  expect(await (await fetch(shop.origin)).text()).toContain('3 pagos');
});

test('the page’s forms have the same effect as the calls', async () => {
  const set = await submit(control, { declineAll: 'on', failNext: '2', delayMs: '' });
  expect(set.status).toBe(303);
  expect(set.headers.get('location')).toBe('/gateway');
  expect((await shop.send(control)).body).toMatchObject({ switches: { declineAll: true, silent: false, failNext: 2, delayMs: 0 } });
  expect(await page()).toMatch(/name="declineAll" checked/);
  expect((await submit(control, { failNext: 'dos' })).status).toBe(400);
  expect((await submit(`${control}/advance`, { seconds: '60' })).status).toBe(303);
  await shop.control({});
});

test('a page of another site changes no switch', async () => {
  expect((await submit(control, { declineAll: 'on' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await shop.send(control)).body).toMatchObject({ switches: { declineAll: false } });
  expect((await submit(control, {}, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
});

test('no answer and no page tells a card’s number or its security code', async () => {
  const here = await aSandbox();
  const secret = aCard({ card_number: '4000000000001091', security_code: '987' });
  const { body: token } = await here.post(`${here.api}/tokens`, { apikey: 'sandbox-public-key' }, secret);
  const order = { ...(await here.order()), token: token.id, bin: token.bin };
  const { body: payment } = await here.charge(order);
  expect(payment.status).toBe('rejected');
  const pages = await Promise.all(
    ['', '/payments.json', '/control'].map(async (path) => (await fetch(`${here.origin}/gateway${path}`)).text()),
  );
  const texts = [JSON.stringify(token), JSON.stringify(payment), ...pages];
  for (const text of texts) {
    expect(text).not.toContain('4000000000001091');
    expect(text).not.toContain('987"');
  }
});

test('the last hundred thousand payments are kept, and only their references are taken', () => {
  const payments = new Payments();
  const payment = { amount: 1, currency: 'ARS', methodId: 1, bin: '450799', lastFour: '4905', installments: 1, customer: null };
  const settled = { establishment: null, screened: false, madeAt: 0, settledAt: 0, decline: null, refunds: [], returnedAt: null };
  for (let number = 0; number <= 100_000; number += 1) payments.add({ ...payment, ...settled, id: number, reference: String(number) });
  expect(payments.newestFirst(0)).toHaveLength(100_000);
  expect(payments.find(0, 0)).toBeUndefined();
  expect([payments.isTaken('0'), payments.isTaken('1'), payments.isTaken('100000')]).toEqual([false, true, true]);
});

test('the gateway’s keys and the storefront’s origin are settings', () => {
  const given = { GATEWAY_PUBLIC_KEY: 'ours', GATEWAY_PRIVATE_KEY: 'secret', PUBLIC_ORIGIN: 'https://entradas.example/' };
  expect(readConfig(given).gateway).toEqual({ publicKey: 'ours', privateKey: 'secret', origin: 'https://entradas.example' });
  expect(readConfig({}).gateway).toEqual({ publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key', origin: undefined });
  expect(() => readConfig({ PUBLIC_ORIGIN: 'entradas' })).toThrow('PUBLIC_ORIGIN');
});
