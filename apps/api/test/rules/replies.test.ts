import { once } from 'node:events';
import { connect } from 'node:net';
import { type AnswerOf, getPurchase, Refusal, signUp } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { serve } from '../../src/http/serve.ts';
import { silent } from '../factories/watch.ts';

/** On the wire: the headers and bytes of HTTP answers. */
const app = createFramework({ watch: silent, trustedProxies: 0, publicOrigin: 'http://localhost', fastLane: new FastLane(() => {}) });
app.decorate('services', {});
app.decorate('authenticate', async (token: string | undefined) =>
  token === 'good' ? { id: 'session', customerId: 'customer', isProved: true, role: 'customer' as const, loggedInAt: 0 } : null,
);

const PATH = '/v2/Proceso/AAAAAAAAAAAAAAAAAAAAAA';
const purchase = { id: 'A'.repeat(22), performances: [], quantity: { total: 0 } };
let answer: () => unknown = () => purchase;
serve(app, getPurchase, () => answer() as AnswerOf<typeof getPurchase>);
serve(app, signUp, ({ body }) => ({
  token: 'new',
  expiresAt: 0,
  user: { name: '', email: body.email, role: 'customer' as const, loggedInAt: 0 },
}));
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

async function ask(next: () => unknown, init: RequestInit = {}) {
  answer = next;
  const response = await fetch(origin + PATH, { headers: { authorization: 'Bearer good' }, ...init });
  const { date: _date, 'content-length': length, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, length: Number(length), headers, text: await response.text() };
}

/** What is answered to these bytes, in small letters. */
async function answerTo(request: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(request);
  const [data] = await once(socket, 'data');
  socket.destroy();
  return String(data).toLowerCase();
}

const throws = (error: Error) => () => {
  throw error;
};

test('every answer of a call has the same headers, however the call ends, and one to try again later says when', async () => {
  const ends = [
    await ask(() => purchase),
    await ask(throws(new Refusal('busy', { retryAfterSeconds: 1 }))),
    await ask(throws(new Error('broken'))),
    await ask(() => purchase, { headers: {} }),
  ];
  expect(ends.map(({ status }) => status)).toEqual([200, 200, 500, 401]);
  expect(ends.map(({ headers }) => headers['retry-after'])).toEqual([undefined, '1', undefined, undefined]);
  // One that a person may have to read out at the telephone also names its line in the log.
  expect(ends.map(({ headers }) => 'x-request-id' in headers)).toEqual([false, false, true, false]);
  for (const { headers: all, length, text } of ends) {
    const { 'x-request-id': _id, 'retry-after': _retryAfter, ...headers } = all;
    expect(length).toBe(Buffer.byteLength(text));
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      connection: 'keep-alive',
      'keep-alive': 'timeout=72',
    });
  }
});

test('letters outside ASCII arrive whole', async () => {
  const show = { name: 'Ópera ñandú 🎭', images: [] };
  const { text, length } = await ask(() => ({ ...purchase, performances: [{ id: 1, placeCount: 0, show }] }));
  expect(JSON.parse(text).oData.listaFuncion[0].oEspectaculo.cEspectaculoCartelNombre).toBe(show.name);
  expect(length).toBe(Buffer.byteLength(text));
});

test('HEAD has the headers of GET and no body', async () => {
  const request = `${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n`;
  answer = () => purchase;
  const [head, body] = (await answerTo(`GET ${request}`)).split('\r\n\r\n');
  expect(body).toContain('idprocesodecompra');
  const withoutDate = (text = '') => text.replace(/date: .*/, '');
  expect((await answerTo(`HEAD ${request}`)).split('\r\n\r\n').map(withoutDate)).toEqual([withoutDate(head), '']);
});

test('an answer that does not fit its schema is a fault, and nothing of it is sent', async () => {
  const { status, text } = await ask(() => ({ ...purchase, quantity: { total: 'secret' } }));
  expect([status, text]).toEqual([500, '{"nCode":500,"cError":"fault","oData":{}}']);
});

test('fields that the contract does not name are never sent', async () => {
  const { text } = await ask(() => ({ ...purchase, passwordHash: 'secret', quantity: { total: 0, cardNumber: 'secret' } }));
  expect(JSON.parse(text).nCode).toBe(200);
  expect(text).not.toContain('secret');
});

test('a body that is not read to its end ends its connection', async () => {
  const post = (length: number) =>
    `POST ${signUp.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const tooLong = await answerTo(`${post(70_000)}${'x'.repeat(70_000)}`);
  expect(tooLong).toContain('body_too_large');
  expect(tooLong).toContain('connection: close');
  const read = await answerTo(`${post(2)}{}`);
  expect(read).toContain('invalid_input');
  expect(read).toContain('connection: keep-alive');
});
