import { loadBrand } from '@butaca/brand/load';
import { getPurchase, getStartedPurchase, PASS_HEADER, preValidate, startPurchase } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { placesIn } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const shop = await aCheckout(db, undefined, [{ rows: 20 }, { rows: 2 }]);
const { app, sale, buyer } = shop;
const { brand } = await loadBrand('butaca');
const SHOP = 'https://tienda.example';
const services = { GetProcesoDeCompra: '/v2/Proceso2/:id', PreValidacion: '/v2/Proceso/:id/PreValidacion2' };
const configured = await customersApp(db, {
  payments: [shop.card],
  brand: { ...brand, services, hosts: { ...brand.hosts, origins: [SHOP] } },
});
const there = buyerAt(configured, buyer);
/** As a browser reaches them: the headers are written before the framework sees a request. */
const [here, plain] = await Promise.all([configured, app].map((each) => each.listen({ port: 0, host: '127.0.0.1' })));
const ask = async (path: string, headers: Record<string, string>, { method = 'GET', at = here } = {}) => {
  const response = await fetch(`${at}${path}`, { method, headers });
  await response.arrayBuffer();
  return { statusCode: response.status, headers: Object.fromEntries(response.headers) as Record<string, string> };
};
afterAll(async () => {
  await configured.close();
  await shop.close();
  await close();
});

let next = 0;
const some = (count: number) => Array.from({ length: count }, () => next++);

test('a brand that configures Proceso2 and PreValidacion2 reads and checks a purchase there as at the first ones (CA-046, CA-048)', async () => {
  const { purchase } = answerOf(await buyer.take(sale, some(2)));
  await buyer.selectDelivery(purchase.id);
  await buyer.selectMethod(purchase.id);
  const params = { purchaseId: purchase.id };
  const { serverNow: _, ...second } = answerOf(await there.call({ ...getPurchase, path: services.GetProcesoDeCompra }, { params }));
  const { serverNow: __, ...first } = answerOf(await there.purchase(purchase.id));
  expect(second).toEqual(first);
  expect(answerOf(await there.call({ ...preValidate, path: services.PreValidacion }, { params, body: {} }))).toMatchObject({
    id: purchase.id,
  });
  // The same refusal, too: what the first one refuses the second one does.
  await buyer.cancel(purchase.id);
  const refused = { failure: 'purchase_over', data: { stage: 'cancelled' } };
  expect(await there.call({ ...preValidate, path: services.PreValidacion }, { params, body: {} })).toMatchObject(refused);
  expect(await there.preValidate(purchase.id)).toMatchObject(refused);
  for (const url of [`/v2/Proceso2/${purchase.id}`, `/v2/Proceso/${purchase.id}/PreValidacion2`]) {
    const method = url.includes('Proceso2') ? 'GET' : 'POST';
    expect((await app.inject({ method, url, headers: { authorization: `Bearer ${buyer.token}` } })).json()).toMatchObject({ nCode: 404 });
  }
});

test('a purchase is started and read at the alternative base as at the usual one, and by its owner alone (CA-092, CA-093)', async () => {
  const placeIds = some(2);
  const click = { key: 'started-elsewhere' };
  const { purchase } = answerOf(await buyer.call(startPurchase, { body: { performanceId: sale.performanceId, placeIds } }, click));
  expect(placesIn(purchase)).toEqual(placeIds);
  // The same click at the usual call finds its own purchase.
  expect(answerOf(await buyer.take(sale, placeIds, click)).purchase.id).toBe(purchase.id);
  expect(answerOf(await buyer.call(getStartedPurchase, { params: { purchaseId: purchase.id } }))).toMatchObject({
    id: purchase.id,
    stage: 'open',
  });
  expect(await (await shop.stranger()).call(getStartedPurchase, { params: { purchaseId: purchase.id } })).toMatchObject({
    failure: 'not_found',
  });
  const best = answerOf(await buyer.call(startPurchase, { body: { performanceId: sale.performanceId, quantities: [{ quantity: 2 }] } }));
  expect(best.placeIds).toHaveLength(2);
  expect(await buyer.call(startPurchase, { body: { performanceId: sale.performanceId } })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'aPosicion', reason: 'invalid' }] },
  });
  expect((await app.inject({ method: 'POST', url: '/v3/procesodecompra', payload: {} })).statusCode).toBe(401);
  for (const { id } of [purchase, best.purchase]) await buyer.cancel(id);
});

const corsOf = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

test('the browser of a page at one of the brand’s own hosts may call, before every call and with every answer (C-42)', async () => {
  const origin = SHOP;
  const preflight = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,idempotency-key,x-fingerprint',
  };
  const asked = await ask('/v3/procesodecompra', preflight, { method: 'OPTIONS' });
  expect(asked.statusCode).toBe(204);
  expect(corsOf(asked.headers)).toMatchObject({
    'access-control-allow-origin': SHOP,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': expect.stringContaining('authorization'),
    'access-control-max-age': '7200',
  });
  for (const name of ['idempotency-key', 'content-type', PASS_HEADER, brand.headers.fingerprint, brand.headers.country])
    expect(String(asked.headers['access-control-allow-headers']).split(', ')).toContain(name);
  // Kept answers, refusals, a session that is over and what no call has: all of them, or the page learns of none.
  for (const url of ['/v2/Cartelera', '/v2/Cartelera', '/v2/EspectaculoCartel/999', '/v2/Cliente/Proceso', '/v2/Nada']) {
    const { headers } = await ask(url, { origin });
    expect(corsOf(headers), url).toEqual({
      'access-control-allow-origin': SHOP,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'content-disposition, date, retry-after, x-availability-version',
    });
    expect(headers.vary, url).toContain('origin');
  }
});

test.each([
  'https://tienda.example.evil.example',
  'https://evil-tienda.example',
  'http://tienda.example',
  'https://TIENDA.example',
  'null',
  '',
])('a page at %s gets no header that lets it read an answer, before the call or after it', async (origin) => {
  for (const at of [here, plain]) {
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const asked = await ask('/v2/Proceso/0/Posiciones/Tomar', preflight, { method: 'OPTIONS', at });
    const got = await ask('/v2/Cartelera', { origin }, { at });
    expect([corsOf(asked.headers), corsOf(got.headers)]).toEqual([{}, {}]);
  }
});

test('a brand without other hosts lets no other origin call, and pages have no such header', async () => {
  expect(corsOf((await ask('/v2/Cartelera', { origin: SHOP }, { at: plain })).headers)).toEqual({});
  expect(corsOf((await ask('/healthz', { origin: SHOP })).headers)).toEqual({});
});
