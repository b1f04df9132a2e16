import { decodeHTML } from 'entities';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { contentSecurityPolicy } from '../../src/http/content-security.ts';
import { providerOf } from '../../src/payments/attempts.ts';
import { originsOf } from '../../src/payments/providers/index.ts';
import { providerRoutes } from '../../src/sale/pay/provider-routes.ts';
import type { SaleWorld } from '../../src/sale/world.ts';
import { anAttemptRow } from '../factories/provider.ts';

/** The two addresses of providers, at a server that has none of them. */
async function aServer() {
  const app = fastify();
  await providerRoutes(app, { payments: { providers: new Map() } } as unknown as SaleWorld);
  onTestFinished(() => app.close());
  return app;
}

const givenIn = (html: string): unknown => JSON.parse(decodeHTML(/data-given="([^"]*)"/.exec(html)?.[1] ?? ''));

const form = { 'content-type': 'application/x-www-form-urlencoded' };

test('the page that a frame comes back to hands its fields to our own page around it, and to no other', async () => {
  const app = await aServer();
  const posted = { TransactionId: 'a&b', MD: '"><script>steal()</script>' };
  const payload = new URLSearchParams(posted).toString();
  const { body, headers } = await app.inject({ method: 'POST', url: '/v2/pagos/cybersource/vuelta', headers: form, payload });
  expect(givenIn(body)).toEqual(posted);
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).toContain('location.origin');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(headers['content-security-policy']).not.toContain("'unsafe-inline' ");
  expect(headers['cache-control']).toBe('no-store');
  expect(givenIn((await app.inject('/v2/pagos/bancard/vuelta?status=payment_success')).body)).toEqual({ status: 'payment_success' });
});

test('what is posted there is bounded: twenty fields with plain names, 4096 characters each', async () => {
  const app = await aServer();
  const fields = [['not a name', 'x'], ['long', 'y'.repeat(5000)], ...Array.from({ length: 30 }, (_, n) => [`f${n}`, 'z'])];
  const payload = new URLSearchParams(fields as [string, string][]).toString();
  const { body } = await app.inject({ method: 'POST', url: '/v2/pagos/cybersource/vuelta', headers: form, payload });
  const given = givenIn(body) as Record<string, string>;
  expect([Object.keys(given).length, given.long?.length, 'not a name' in given]).toEqual([20, 4096, false]);
});

test('a call in the name of a provider that is not configured is not taken', async () => {
  const app = await aServer();
  expect((await app.inject({ method: 'POST', url: '/v2/pagos/paypal/aviso', payload: '{}' })).statusCode).toBe(404);
});

test('an attempt whose provider is not configured any more stays as it is, and the log names it', () => {
  const said: unknown[][] = [];
  const world = { payments: { providers: new Map() }, watch: { say: (...line: unknown[]) => void said.push(line) } };
  expect(providerOf(world, anAttemptRow({ provider: 'modo' }))).toBeUndefined();
  expect(said).toEqual([['provider-missing', { purchaseId: 'of-ana', reference: 'ours', provider: 'modo' }]]);
});

test('a page frames the origins of the configured providers and posts forms to them, and to no other', () => {
  const provider = (url: string | null, frames: string[]) => ({
    origins: { redirects: ['https://nowhere.example'], frames },
    ...(url && { tokens: { url, publicKey: 'k' } }),
  });
  const providers = [
    provider('https://pagos.example/v2/tokens', []),
    provider(null, ['https://marco.example']),
    provider(null, ['https://marco.example']),
  ];
  const { tokens, frames } = originsOf(providers as unknown as Parameters<typeof originsOf>[0]);
  expect([tokens, frames]).toEqual([['https://pagos.example'], ['https://marco.example']]);
  const policy = contentSecurityPolicy({ connectTo: tokens, frames, formsTo: frames }).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "connect-src 'self' https://pagos.example",
      "frame-src 'self' blob: https://marco.example",
      "form-action 'self' https://marco.example",
    ]),
  );
  expect(policy.join()).not.toContain('nowhere');
});
