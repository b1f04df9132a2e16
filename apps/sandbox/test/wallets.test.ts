import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, afterEach, expect, test } from 'vitest';
import { buildSandbox } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { Gateway } from '../src/gateway/gateway.ts';
import { HostedSwitches } from '../src/hosted/switches.ts';
import { Inbox } from '../src/mail/inbox.ts';
import { Wallets } from '../src/wallets.ts';

const config = readConfig({});
const wallets = new Wallets(config.wallets);
const app = buildSandbox({ inbox: new Inbox(), gateway: new Gateway(), access: config.gateway, wallets });
await app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

/** What the shop was told, the oldest first. */
const told: { readonly headers: Record<string, unknown>; readonly body: string }[] = [];
const shop = fastify();
shop.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
shop.removeContentTypeParser('application/json');
shop.post('/aviso', ({ headers, body }) => {
  told.push({ headers, body: String(body) });
  return {};
});
const shopUrl = await shop.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => Promise.all([app.close(), shop.close()]));
afterEach(() => {
  told.length = 0;
  for (const provider of wallets.all) provider.switches = HostedSwitches.parse({});
});

const json = { 'content-type': 'application/json' };
async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: { ...(body ? json : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

let references = 0;
const newReference = () => `ref-${++references}`;

const urls = {
  return_url: 'https://entradas.example/vuelta',
  cancel_url: 'https://entradas.example/no',
  notification_url: `${shopUrl}/aviso`,
};
const withKey = { authorization: 'Bearer sandbox-apay-key' };
const aPayment = (over: object = {}) => ({
  reference: newReference(),
  amount: 3_550_000,
  currency: 'ARS',
  description: 'Entradas',
  expires_in_seconds: 900,
  ...urls,
  ...over,
});
const begin = async (over: object = {}) =>
  (await call('POST', '/apay/api/payments', aPayment(over), withKey)).body as { id: string; url: string; reference: string };
const press = (url: string, decision: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ do: decision }), redirect: 'manual' });
const find = async (id: string) =>
  (await call('GET', `/apay/api/payments/${id}`, undefined, withKey)).body as { status: string; amount: number; currency: string };

test('the page says that it is a simulation, what is paid, and offers every answer', async () => {
  const { url } = await begin();
  const page = await (await fetch(url)).text();
  expect(page).toContain('simulación de APay');
  expect(page).toMatch(/\$\s35\.500,00/);
  for (const label of ['Pagar', 'Dejarlo pendiente', 'Rechazar', 'Cancelar', 'Cerrar sin contestar']) expect(page).toContain(label);
});

test.each([
  ['approved', 'https://entradas.example/vuelta?status=approved'],
  ['declined', 'https://entradas.example/vuelta?status=declined'],
  ['pending', 'https://entradas.example/vuelta?status=pending'],
  ['cancelled', 'https://entradas.example/no?status=cancelled'],
])('who answers %s goes back to the shop, which hears of it', async (decision, back) => {
  const { id, url } = await begin();
  expect((await press(url, decision)).headers.get('location')).toBe(back);
  expect(await find(id)).toMatchObject({ status: decision });
  await expect.poll(() => told.length).toBe(1);
  expect((await press(url, 'approved')).headers.get('location')).toBeNull();
  expect(await find(id)).toMatchObject({ status: decision });
});

test('who closes the page answers nothing, and the page can be paid until it expires', async () => {
  const { id, url } = await begin();
  expect((await press(url, 'closed')).status).toBe(200);
  expect(await find(id)).toMatchObject({ status: 'waiting' });
  wallets.redirectWallet.hosted.clock.advance(901_000);
  expect(await find(id)).toMatchObject({ status: 'expired' });
  await press(url, 'approved');
  expect(await find(id)).toMatchObject({ status: 'expired' });
});

test('a reference is good for one payment, a refund for what was paid, and its key for one refund', async () => {
  const payment = aPayment();
  const made = await call('POST', '/apay/api/payments', payment, withKey);
  expect(await call('POST', '/apay/api/payments', payment, withKey)).toMatchObject({ status: 409 });
  const { id, url } = made.body as { id: string; url: string };
  const refund = (amount: number, key: string) =>
    call('POST', `/apay/api/payments/${id}/refunds`, { amount }, { ...withKey, 'idempotency-key': key });
  expect(await refund(100, 'a')).toMatchObject({ status: 404 });
  await press(url, 'approved');
  expect(await refund(3_550_001, 'b')).toMatchObject({ status: 409 });
  const [first, again] = [await refund(50_000, 'c'), await refund(50_000, 'c')];
  expect(again).toEqual(first);
  expect(await refund(3_500_000, 'd')).toMatchObject({ status: 201 });
  expect(await find(id)).toMatchObject({ status: 'refunded' });
});

test.each([
  ['apay', () => call('POST', '/apay/api/payments', aPayment(), { authorization: 'Bearer another' }), { error: 'wrong key' }],
  ['mercadopago', () => call('POST', '/mercadopago/v1/payments', {}), { error: 'unauthorized' }],
  ['tigo', () => call('POST', '/tigo/v2/tigo/mfs/payments/authorizations', {}), { error_type: 'invalid_token' }],
])('%s refuses a wrong key in its own words', async (_, ask, body) => {
  expect(await ask()).toMatchObject({ status: 401, body });
});

test('MODO refuses whoever does not give the merchant’s name, and the eleventh token within ten minutes', async () => {
  const token = (agent: string) =>
    call(
      'POST',
      '/modo/v2/stores/companies/token',
      { username: 'sandbox-modo-user', password: 'sandbox-modo-password' },
      { 'user-agent': agent },
    );
  expect(await token('curl')).toMatchObject({ status: 403 });
  for (let i = 0; i < 10; i++) expect(await token('Butaca')).toMatchObject({ status: 200 });
  expect(await token('Butaca')).toMatchObject({ status: 429 });
  wallets.modo.hosted.clock.advance(600_000);
  expect(await token('Butaca')).toMatchObject({ status: 200 });
});

test.each([
  ['never', 0],
  ['twice', 2],
])('with webhooks %s the shop is told %i times', async (webhooks, times) => {
  await call('PUT', '/apay/control', { webhooks });
  await press((await begin()).url, 'approved');
  await expect.poll(() => told.length).toBe(times);
  await sleep(20);
  expect(told.length).toBe(times);
});

test('with webhooks reversed the second of a payment comes before the first', async () => {
  await call('PUT', '/apay/control', { webhooks: 'reversed' });
  const { url, reference } = await begin();
  await press(url, 'pending');
  expect(await call('POST', '/apay/control/decide', { reference, decision: 'approved' })).toMatchObject({ status: 200 });
  await expect.poll(() => told.length).toBe(2);
  expect(told.map(({ body }) => (JSON.parse(body) as { status: string }).status)).toEqual(['approved', 'pending']);
});

test('what is begun with an early webhook is told of before it is answered', async () => {
  await call('PUT', '/apay/control', { webhooks: 'early', decideAtOnce: 'approved' });
  await begin();
  expect(told).toHaveLength(1);
});

test('an amount and a currency can be told wrong, and an unknown switch is refused by its name', async () => {
  await call('PUT', '/apay/control', { wrongAmount: true, wrongCurrency: true });
  expect(await find((await begin()).id)).toMatchObject({ amount: 3_549_900, currency: 'USD' });
  expect(await call('PUT', '/apay/control', { nothing: 1 })).toMatchObject({
    status: 400,
    body: { problem: expect.stringContaining('nothing') },
  });
});

test('payments are lost before or after they are made, as is switched on', async () => {
  for (const [what, made] of [
    ['loseBefore', 0],
    ['loseAfter', 1],
    ['failNext', 0],
  ] as const) {
    await call('PUT', '/apay/control', { [what]: 1 });
    const payment = aPayment();
    await call('POST', '/apay/api/payments', payment, withKey).catch(() => null);
    const { body } = await call('GET', `/apay/api/payments?reference=${payment.reference}`, undefined, withKey);
    expect((body as { payments: object[] }).payments).toHaveLength(made);
  }
});
