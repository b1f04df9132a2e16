import { expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aShow, haveCatalogue } from '../factories/catalogue.ts';
import { customersApp } from '../factories/customers.ts';

/** On the wire: the bytes, headers and methods of cached answers. */
const FOR_EVER_MS = 3_600_000;

async function listening() {
  const { db, close } = await freshDatabase();
  const app = await customersApp(db, { answersFreshMs: FOR_EVER_MS });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${origin}${path}`, init);
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
  const stop = async () => {
    await app.close();
    await close();
  };
  return { db, app, ask, stop };
}

test('a cached answer is the same in body and headers, whichever way it is sent', async () => {
  const { db, ask, stop } = await listening();
  await haveCatalogue(db, { shows: [aShow({ name: 'El jardín de los cerezos' })] });
  const [framework, lane] = [await ask('/v2/Cartelera'), await ask('/v2/Cartelera')];
  const { date: _first, ...expected } = framework.headers;
  const { date: _second, ...headers } = lane.headers;
  expect({ ...lane, headers }).toEqual({ ...framework, headers: expected });
  expect(lane.text).toContain('El jardín de los cerezos');
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': expect.stringContaining('public') });
  await stop();
});

test('metrics count cached answers too, by route', async () => {
  const { app, ask, stop } = await listening();
  for (let asked = 0; asked < 3; asked++) await ask('/v2/Cartelera');
  expect(await app.watch.scrape()).toContain('butaca_http_seconds_count{method="GET",path="/v2/Cartelera",code="200",process="1"} 3');
  await stop();
});

test('another method on a cached address does not get the cached answer', async () => {
  const { ask, stop } = await listening();
  await ask('/v2/Cartelera');
  expect(JSON.parse((await ask('/v2/Cartelera', { method: 'POST', body: '{}' })).text).nCode).not.toBe(200);
  expect((await ask('/v2/Cartelera', { method: 'HEAD' })).text).toBe('');
  await stop();
});

test('an answer cleared from the cache is not sent again', async () => {
  const { db, app, ask, stop } = await listening();
  await ask('/v2/Cartelera');
  await haveCatalogue(db, { shows: [aShow({ name: 'Otelo' })] });
  app.answers.clear();
  expect((await ask('/v2/Cartelera')).text).toContain('Otelo');
  await stop();
});

test('a public answer does not depend on which request came first', async () => {
  const { app, stop } = await listening();
  const odd = { 'idempotency-key': '!' };
  const answers = await Promise.all([odd, {}, {}].map((headers) => app.inject({ url: '/v2/Cartelera', headers })));
  expect(answers.map((answer) => answer.json().nCode)).toEqual([200, 200, 200]);
  await stop();
});
