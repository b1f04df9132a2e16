import { expect, test } from 'vitest';
import { readConfig } from '../../../sandbox/src/config.ts';
import { aCard, aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { signedHeaders } from '../../src/payments/providers/cybersource/signature.ts';

const shop = await aSandbox();
const { publicKey, ...key } = readConfig({}).cybersource;
const api = `${shop.origin}/cybersource/api`;

type Headers = Record<string, string>;

/** One signed call; `spoil` changes what was signed. */
async function call(path: string, body: object | null, spoil: (headers: Headers) => Headers = (headers) => headers) {
  const url = new URL(`${api}${path}`);
  const text = body && JSON.stringify(body);
  const method = body ? 'POST' : 'GET';
  // fetch sends no host of ours, and the one that it sends is the signed one.
  const { host: _, ...headers } = signedHeaders(key, { method, url, body: text, now: new Date() });
  const init = { method, headers: spoil({ ...headers, 'content-type': 'application/json' }), body: text };
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const search = { query: 'clientReferenceInformation.code:nothing' };

test('a signed call is answered', async () => {
  expect(await call('/tss/v2/searches', search)).toMatchObject({ status: 201, body: { totalCount: 0 } });
  expect(await call('/tss/v2/transactions/7', null)).toMatchObject({ status: 404 });
});

test.each<[string, (headers: Headers) => Headers]>([
  ['no signature', ({ signature: _, ...rest }) => rest],
  ['another merchant', (headers) => ({ ...headers, 'v-c-merchant-id': 'somebody' })],
  ['another key', (headers) => ({ ...headers, signature: String(headers.signature).replace(key.keyId, 'other') })],
  ['the digest of another body', (headers) => ({ ...headers, digest: 'SHA-256=AAAA' })],
  ['an order of its own', (headers) => ({ ...headers, signature: String(headers.signature).replace('host date', 'date host') })],
  [
    'the old form of the target',
    (headers) => ({ ...headers, signature: String(headers.signature).replace('request-target', '(request-target)') }),
  ],
  ['a date of an hour ago', (headers) => ({ ...headers, date: new Date(Date.now() - 3_600_000).toUTCString() })],
])('a call with %s is refused', async (_, spoil) => {
  expect(await call('/tss/v2/searches', search, spoil)).toMatchObject({
    status: 401,
    body: { response: { rmsg: 'Authentication Failed' } },
  });
});

test('a card becomes a transient token that shows six and four of its digits, for the shop’s pages alone', async () => {
  const url = `${shop.origin}/cybersource/tokens`;
  const { status, body } = await shop.post(url, { apikey: publicKey }, aCard());
  expect({ status, body }).toMatchObject({ status: 201, body: { bin: '450799', last_four_digits: '4905' } });
  expect(JSON.stringify(body)).not.toContain('4507990000004905');
  expect(await shop.post(url, { apikey: 'wrong' }, aCard())).toMatchObject({ status: 401 });
  expect(await shop.post(url, { apikey: publicKey }, aCard({ security_code: '1' }))).toMatchObject({ status: 402 });
  const from = async (origin: string) =>
    (await fetch(url, { method: 'OPTIONS', headers: { origin } })).headers.get('access-control-allow-origin');
  expect(await from('https://entradas.example')).toBe('https://entradas.example');
  expect(await from('https://otra.example')).toBeNull();
});

test('a payment that names a field wrongly is refused by its name and not made', async () => {
  const payment = {
    clientReferenceInformation: { code: 'c-1', transactionId: 'not digits' },
    orderInformation: { amountDetails: { totalAmount: '0.00', currency: 'ARS' } },
  };
  const { status, body } = await call('/pts/v2/payments', payment);
  expect({ status, body }).toMatchObject({ status: 400, body: { status: 'INVALID_REQUEST', reason: 'INVALID_DATA' } });
  expect(JSON.stringify(body)).toContain('orderInformation.amountDetails.totalAmount');
  expect(JSON.stringify(body)).toContain('clientReferenceInformation.transactionId');
});

test('the switches are read back, refused by name when they are wrong, and closed to other sites', async () => {
  const put = (body: unknown, headers: Headers = {}) =>
    fetch(`${shop.origin}/cybersource/control`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  expect((await put({ silent: 'yes' })).status).toBe(400);
  expect((await put({ declineAll: true }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await (await put({ declineAll: true })).json()).toMatchObject({ switches: { declineAll: true, silent: false } });
  expect(await (await put({})).json()).toMatchObject({ switches: { declineAll: false } });
});

test('the page for people says that it is a simulation', async () => {
  const page = await (await fetch(`${shop.origin}/cybersource`)).text();
  expect(page).toContain('simulación');
  expect(page).toContain('4456530000001096');
});
