import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnswerOf, releasePerformance } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { serve } from '../../src/http/serve.ts';
import { silent } from '../factories/watch.ts';

const app = createFramework({ watch: silent, trustedProxies: 0, publicOrigin: 'http://localhost', fastLane: new FastLane(() => {}) });
app.decorate('services', {});
app.decorate('authenticate', async () => ({ id: 'session', customerId: 'customer', isProved: true, role: 'customer' as const }));

const purchase = { id: 'A'.repeat(22), performances: [], quantity: { total: 0 } } as unknown as AnswerOf<typeof releasePerformance>;
let arrived = Promise.withResolvers<{ signal: AbortSignal; isDisconnected: () => boolean }>();
let answered = Promise.withResolvers<void>();
serve(app, releasePerformance, async ({ signal, isDisconnected }) => {
  if (signal && isDisconnected) arrived.resolve({ signal, isDisconnected });
  await answered.promise;
  return purchase;
});
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

function post(signal?: AbortSignal) {
  arrived = Promise.withResolvers();
  answered = Promise.withResolvers();
  return fetch(`${origin}/v2/Proceso/${'A'.repeat(22)}/Posiciones/SoltarFuncion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idFuncion: 1 }),
    ...(signal ? { signal } : {}),
  });
}

test('a call with a body learns of it by its signal, or by asking, when its client disconnects before the answer', async () => {
  const client = new AbortController();
  const response = post(client.signal).catch(() => 'disconnected');
  const { signal, isDisconnected } = await arrived.promise;
  expect([signal.aborted, isDisconnected()]).toEqual([false, false]);
  client.abort();
  if (!signal.aborted) await once(signal, 'abort');
  expect(isDisconnected()).toBe(true);
  answered.resolve();
  expect(await response).toBe('disconnected');
});

test('a call that was answered is never said to be disconnected', async () => {
  const response = post();
  const { signal, isDisconnected } = await arrived.promise;
  answered.resolve();
  expect((await response).status).toBe(200);
  await sleep(50);
  expect([signal.aborted, isDisconnected()]).toEqual([false, false]);
});
