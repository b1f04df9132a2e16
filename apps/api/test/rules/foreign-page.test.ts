import { expect, onTestFinished, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework, type FrameworkOptions } from '../../src/http/framework.ts';
import { aWatch } from '../factories/watch.ts';

function site(given: Partial<FrameworkOptions> = {}) {
  const { watch, told } = aWatch();
  const app = createFramework({
    watch,
    trustedProxies: 0,
    fastLane: new FastLane(() => undefined),
    publicOrigin: 'https://entradas.example',
    crossOrigin: { origins: ['https://tienda.example'], headerNames: [] },
    ...given,
  });
  app.post('/form', () => 'changed');
  app.delete('/v2/thing', () => 'changed');
  app.get('/read', () => 'read');
  app.get('/language', { config: { changes: 'by link' } }, () => 'changed');
  app.get('/leave', { config: { changes: 'by fetch' } }, () => 'changed');
  app.post('/notice', { config: { postedFromElsewhere: 'a test' } }, ({ headers }) => `cookies: ${headers.cookie ?? 'none'}`);
  onTestFinished(() => app.close());
  const ask = async (method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS', url: string, headers: Record<string, string> = {}) =>
    (await app.inject({ method, url, headers: { host: 'entradas.example', ...headers } })).body;
  return { ask, told };
}

const isRefused = (body: string) => body !== 'changed';

test.each([
  ['our own page', 'same-origin', 'https://entradas.example', false],
  ['our own page in a browser without Sec-Fetch-Site', undefined, 'https://entradas.example', false],
  ['our own page without a referrer', 'same-origin', 'null', false],
  ['an address that was typed', 'none', undefined, false],
  ['a server or an app', undefined, undefined, false],
  ['another host of the brand, on another site', 'cross-site', 'https://tienda.example', false],
  ['another host of the brand, in a browser without Sec-Fetch-Site', undefined, 'https://tienda.example', false],
  ['another site', 'cross-site', 'https://estafa.example', true],
  ['another site that names no origin', 'cross-site', undefined, true],
  ['another site in a browser without Sec-Fetch-Site', undefined, 'https://estafa.example', true],
  ['another host of the domain', 'same-site', 'https://otra.entradas.example', true],
  ['our own host without TLS', 'same-site', 'http://entradas.example', true],
  ['another port of our host', 'same-site', 'https://entradas.example:8443', true],
  ['a page in a frame without origin', 'cross-site', 'null', true],
  ['a page without origin in a browser without Sec-Fetch-Site', undefined, 'null', true],
  ['a word that no browser says yet', 'elsewhere', undefined, true],
])('%s (Sec-Fetch-Site %s, Origin %s) is refused: %s', async (_, siteOf, origin, refused) => {
  const { ask, told } = site();
  const headers = { ...(siteOf ? { 'sec-fetch-site': siteOf } : {}), ...(origin ? { origin } : {}) };
  expect(isRefused(await ask('POST', '/form', headers))).toBe(refused);
  expect(isRefused(await ask('DELETE', '/v2/thing', headers))).toBe(refused);
  expect(isRefused(await ask('GET', '/language', headers))).toBe(refused);
  // No script of a page fetches with `none`.
  const fetchRefused = refused || siteOf === 'none';
  expect(isRefused(await ask('GET', '/leave', headers))).toBe(fetchRefused);
  expect(await ask('GET', '/read', headers)).toBe('read');
  expect(told('foreign-page').map(({ call }) => call)).toEqual([
    ...(refused ? ['/form', '/v2/thing', '/language'] : []),
    ...(fetchRefused ? ['/leave'] : []),
  ]);
});

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
test.each<[string, Record<string, string>, boolean]>([
  ['a script of our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', accept: '*/*' }, false],
  ['a script in a browser without Sec-Fetch', { accept: '*/*' }, false],
  ['a server that asks for JSON', { accept: 'application/json' }, false],
  ['a link in a chat', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: HTML }, true],
  ['a link of our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, true],
  ['a browser that names the mode alone', { 'sec-fetch-mode': 'navigate' }, true],
  ['a frame of our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }, true],
  ['a picture of our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, true],
  ['a link in a browser without Sec-Fetch', { accept: HTML }, true],
])('what scripts alone change by GET is refused to %s %j: %s', async (_, headers, refused) => {
  const { ask, told } = site();
  expect(isRefused(await ask('GET', '/leave', headers))).toBe(refused);
  expect(await ask('GET', '/language', headers)).toBe('changed');
  expect(told('foreign-page')).toHaveLength(refused ? 1 : 0);
});

test('a host that is reached by another name than the public one posts to itself, with the same scheme', async () => {
  const { ask } = site();
  const at = (host: string, origin: string) => ask('POST', '/form', { host, origin });
  expect(await at('cola.example', 'https://cola.example')).toBe('changed');
  expect(await at('cola.example', 'http://cola.example')).not.toBe('changed');
  const inDevelopment = site({ publicOrigin: 'http://localhost:3000' });
  expect(await inDevelopment.ask('POST', '/form', { host: '192.0.2.7:3000', origin: 'http://192.0.2.7:3000' })).toBe('changed');
});

test('a route that others post to never sees the visitor’s cookies, whichever page posts', async () => {
  const { ask } = site();
  for (const headers of [{}, { origin: 'https://entradas.example' }, { 'sec-fetch-site': 'cross-site', origin: 'https://banco.example' }])
    expect(await ask('POST', '/notice', { ...headers, cookie: 'fila_1=x' })).toBe('cookies: none');
});
