import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnswerOf, releasePerformance } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { FastLane } from '../../src/http/fast-lane.ts';
import { createFramework } from '../../src/http/framework.ts';
import { serve } from '../../src/http/serve.ts';
import { silent } from '../factories/watch.ts';

const app = createFramework({ watch: silent, trustedProxies: 0, fastLane: new FastLane(() => {}) });
app.decorate('services', {});
app.decorate('authenticate', async () => ({ id: 'session', customerId: 'customer', isProved: true, role: 'customer' as const }));

const purchase = { id: 'A'.repeat(22), performances: [], quantity: { total: 0 } } as unknown as AnswerOf<typeof releasePerformance>;
let arrived = Promise.withResolvers<AbortSignal | undefined>();
let answered = Promise.withResolvers<void>();
serve(app, releasePerformance, async ({ signal }) => {
  arrived.resolve(signal);
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

test('the signal of a call with a body aborts when its client disconnects before the answer', async () => {
  const client = new AbortController();
  const response = post(client.signal).catch(() => 'disconnected');
  const signal = (await arrived.promise) as AbortSignal;
  expect(signal.aborted).toBe(false);
  client.abort();
  if (!signal.aborted) await once(signal, 'abort');
  answered.resolve();
  expect(await response).toBe('disconnected');
});

test('the signal of a call that was answered never aborts', async () => {
  const response = post();
  const signal = (await arrived.promise) as AbortSignal;
  answered.resolve();
  expect((await response).status).toBe(200);
  await sleep(50);
  expect(signal.aborted).toBe(false);
});
