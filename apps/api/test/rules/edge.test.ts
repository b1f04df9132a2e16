import { loadBrand } from '@butaca/brand/load';
import { expect, onTestFinished, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework, mountUnknownCalls } from '../../src/http/framework.ts';
import { keepBody } from '../../src/http/kept-body.ts';
import { mountReference } from '../../src/http/reference.ts';
import { sendSuccess } from '../../src/http/replies.ts';
import { silent } from '../factories/watch.ts';

const { brand } = await loadBrand('butaca');

/** Listens, because some answers never reach the framework's own way of sending. */
async function edge({ https = false, reference = true } = {}) {
  const fastLane = new FastLane(() => {});
  const app = createFramework({
    watch: silent,
    trustedProxies: 0,
    fastLane,
    publicOrigin: https ? 'https://butaca.example' : 'http://localhost',
  });
  const kept = await keepBody(200, {}, Buffer.from('hola'), 5);
  app.get('/plain', () => 'hola');
  app.get('/json', (_, reply) => void sendSuccess(reply, {}));
  app.get('/kept', (request, reply) => fastLane.send(request, reply, kept, () => kept));
  mountReference(app, { title: brand.name, version: '2', page: reference });
  mountUnknownCalls(app);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, visit: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) };
}

test('served over https, every answer asks browsers to stay with it; over http none does', async () => {
  const paths = ['/plain', '/json', '/kept', '/kept', '/v2/nada', '/%', '/openapi.json', '/nada'];
  const asked = async (https: boolean) => {
    const { visit } = await edge({ https });
    const headers = [];
    for (const path of paths) headers.push((await visit(path)).headers.get('strict-transport-security'));
    return headers;
  };
  expect(await asked(true)).toEqual(Array(paths.length).fill('max-age=31536000'));
  expect(await asked(false)).toEqual(Array(paths.length).fill(null));
});

test('the page of the api’s calls runs its own scripts alone and calls no other origin', async () => {
  const { visit } = await edge();
  const policy = (await visit('/reference/')).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'none'.*connect-src 'self';/);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^;]+;/);
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
});

test('the page of the api’s calls has its viewer and our document, and what is not there is not found', async () => {
  const { visit } = await edge();
  const answers = await Promise.all(
    ['/reference', '/reference/', '/reference/js/scalar.js', '/reference/openapi.json', '/reference/nada'].map((path) => visit(path)),
  );
  const seen = answers.map(({ status, headers }) => `${status} ${headers.get('content-type')} ${headers.get('x-content-type-options')}`);
  expect(seen).toEqual([
    // Its address ends in a slash, because the viewer's is relative to it.
    '200 text/html; charset=utf-8 nosniff',
    '200 text/html; charset=utf-8 nosniff',
    '200 application/javascript; charset=utf-8 nosniff',
    '200 application/json; charset=utf-8 nosniff',
    '404 application/json; charset=utf-8 nosniff',
  ]);
  expect(answers[0]?.url).toMatch(/\/reference\/$/);
  expect(await answers[1]?.text()).toContain('js/scalar.js');
  expect(answers[3]?.headers.get('content-disposition')).toMatch(/^filename=.*\.json$/);
  expect(await answers[3]?.json()).toMatchObject({ info: { title: brand.name } });
});

test('where the page is off, the viewer is not there either', async () => {
  const { visit } = await edge({ reference: false });
  const statuses = await Promise.all(['/reference', '/reference/', '/reference/js/scalar.js', '/openapi.json'].map((path) => visit(path)));
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 200]);
});

test('a host that no address can have is the client’s fault', async () => {
  const { app } = await edge();
  for (const host of ['[::1', '[', 'a b', '%', ''])
    expect((await app.inject({ url: '/reference/', headers: { host } })).statusCode, host).toBeLessThan(500);
});
