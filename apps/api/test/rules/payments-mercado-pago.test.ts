import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { mercadoPago } from '../../src/payments/providers/mercadopago/mercadopago.ts';
import { findPayment, isSigned, readPayment, readPreference, readSearch } from '../../src/payments/providers/mercadopago/read.ts';
import { anAttemptAt } from '../factories/provider.ts';

const payment = (over: object = {}) => ({
  id: 1_234_567_890,
  status: 'approved',
  status_detail: 'accredited',
  external_reference: 'r-1',
  transaction_amount: 35_500.1,
  currency_id: 'ARS',
  ...over,
});
const read = (over: object = {}, status = 200) => readPayment({ status, body: payment(over), date: null });

test('an approved payment is told with our reference, and its pesos as cents', () => {
  expect(read()).toMatchObject({
    result: 'approved',
    paymentId: '1234567890',
    echo: { reference: 'r-1', amount: 3_550_010, currency: 'ARS' },
  });
});

test.each([
  ['approved', 'partially_refunded', 'approved'],
  ['authorized', 'pending_capture', 'processing'],
  ['in_process', 'pending_review_manual', 'pending'],
  ['in_process', 'offline_process', 'pending'],
  ['pending', 'pending_waiting_transfer', 'pending'],
  ['in_mediation', null, 'pending'],
  ['rejected', 'cc_rejected_high_risk', 'declined'],
  ['cancelled', 'expired', 'cancelled'],
  ['refunded', 'refunded', 'returned'],
  ['charged_back', 'settled', 'returned'],
  ['something_new', null, 'unknown'],
])('%s (%s) means %s', (status, status_detail, result) => {
  expect(read({ status, status_detail })).toMatchObject({ result });
});

test.each([
  ['cc_rejected_insufficient_amount', 'funds'],
  ['cc_rejected_call_for_authorize', 'call_bank'],
  ['cc_rejected_blacklist', 'other'],
  ['cc_rejected_bad_filled_security_code', 'other'],
])('of %s the buyer is told no more than %s', (status_detail, reason) => {
  expect(read({ status: 'rejected', status_detail })).toMatchObject({ result: 'declined', reason });
});

test('a payment whose issuer asks its holder goes on in a frame', () => {
  const three_ds_info = { external_resource_url: 'https://acs.example/creq', creq: 'abc' };
  expect(read({ status: 'pending', status_detail: 'pending_challenge', three_ds_info })).toMatchObject({
    result: 'processing',
    next: { kind: 'challenge', url: 'https://acs.example/creq', fields: { creq: 'abc' }, origin: 'https://acs.example' },
  });
});

test('a request that was refused made no payment; behind every other trouble there may be one', () => {
  const problem = (status: number) => readPayment({ status, body: { message: 'no', error: 'bad_request', status }, date: null }).result;
  expect([400, 401, 404, 409, 429, 500, 503].map(problem)).toEqual([
    'refused',
    'refused',
    'absent',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
});

test('of several tries of one reference the approved one counts, and nobody else’s', () => {
  const found = (...results: object[]) => findPayment({ status: 200, results, isAll: true }, 'r-1');
  const declined = payment({ id: 1, status: 'rejected' });
  expect(found(declined, payment({ id: 2 }), declined)).toMatchObject({ result: 'approved', paymentId: '2' });
  expect(found(declined, payment({ id: 3, status: 'in_process' }), declined)).toMatchObject({ result: 'pending', paymentId: '3' });
  expect(found(declined)).toMatchObject({ result: 'declined' });
  expect(found(payment({ external_reference: 'r-2' }))).toMatchObject({ result: 'absent' });
  expect(readSearch({ status: 200, body: {}, date: null })).toBeNull();
  expect(findPayment({ status: 200, results: null, isAll: false }, 'r-1')).toMatchObject({ result: 'unknown' });
});

test('of tries of one page the one that was made last is told, in whatever order they come; of too many only one that was paid', () => {
  const tries = [3, 1, 2].map((id) => payment({ id, status: 'rejected', date_created: `2026-11-29T10:0${id}:00.000-03:00` }));
  expect(findPayment({ status: 200, results: tries, isAll: true }, 'r-1')).toMatchObject({ result: 'declined', paymentId: '3' });
  expect(findPayment({ status: 200, results: tries, isAll: false }, 'r-1')).toMatchObject({ result: 'unknown' });
  expect(findPayment({ status: 200, results: [...tries, payment({ id: 4 })], isAll: false }, 'r-1')).toMatchObject({ result: 'approved' });
  const twice = payment({ id: 5 });
  expect(findPayment({ status: 200, results: [twice, { ...twice }], isAll: true }, 'r-1')).not.toHaveProperty('surplus');
});

test('of several approved payments the one that is known counts, and the others are told beside it', () => {
  const find = (paid: string | null, ...results: object[]) => findPayment({ status: 200, results, isAll: true }, 'r-1', paid);
  const [first, second] = [payment({ id: 1 }), payment({ id: 2 })];
  expect(find(null, first, second)).toMatchObject({ paymentId: '1', surplus: [{ paymentId: '2', echo: { amount: 3_550_010 } }] });
  expect(find('2', first, second)).toMatchObject({ paymentId: '2', surplus: [{ paymentId: '1' }] });
  // What became of the known one is told, whatever else was paid.
  expect(find('1', payment({ id: 1, status: 'refunded' }), second)).toMatchObject({ result: 'returned', surplus: [{ paymentId: '2' }] });
  expect(find('1', first, payment({ id: 2, status: 'refunded' }))).not.toHaveProperty('surplus');
});

test('a page is over by the provider’s clock, not by ours', () => {
  const body = { id: 'p', init_point: 'https://pagos.example/p', expires: true, expiration_date_to: '2040-01-01T00:00:00.000Z' };
  const until = Date.parse(body.expiration_date_to);
  expect(readPreference({ status: 200, body, date: until - 1 })).toMatchObject({ isOver: false });
  expect(readPreference({ status: 200, body, date: until })).toMatchObject({ isOver: true });
  expect(readPreference({ status: 200, body, date: null })).toMatchObject({ isOver: false });
  expect(readPreference({ status: 404, body: {}, date: null })).toBeNull();
});

test('a webhook is signed over its payment, its request and its time', () => {
  const secret = 'shared';
  const sign = (manifest: string) => createHmac('sha256', secret).update(manifest).digest('hex');
  const signature = `ts=1700000000,v1=${sign('id:123;request-id:req-1;ts:1700000000;')}`;
  const call = { signature, requestId: 'req-1', dataId: '123' };
  expect(isSigned(call, secret)).toBe(true);
  expect(isSigned(call, 'another')).toBe(false);
  expect(isSigned({ ...call, dataId: '124' }, secret)).toBe(false);
  expect(isSigned({ ...call, requestId: 'req-2' }, secret)).toBe(false);
  for (const wrong of [undefined, '', 'ts=1', 'v1=00', 'ts=1700000000,v1=zz', ['ts=1', 'v1=2']])
    expect(isSigned({ ...call, signature: wrong }, secret)).toBe(false);
});

test('an id with letters is signed in small letters or as it is, and absent parts are left out', () => {
  const sign = (manifest: string) => `ts=7,v1=${createHmac('sha256', 's').update(manifest).digest('hex')}`;
  expect(isSigned({ signature: sign('id:abc;ts:7;'), requestId: undefined, dataId: 'ABC' }, 's')).toBe(true);
  expect(isSigned({ signature: sign('id:ABC;ts:7;'), requestId: undefined, dataId: 'ABC' }, 's')).toBe(true);
});

test('the slip of a payment in cash is kept once, where its page is, and nowhere else', async () => {
  let slip = '';
  const server = createServer((_, reply) => {
    const results = [payment({ status: 'pending', transaction_details: { external_resource_url: slip } })];
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = mercadoPago({ url, accessToken: 'a', webhookSecret: 'b', pageOrigin: 'https://www.mercadopago.com.ar' });
  const keptOf = async (address: string, kept = {}) => {
    slip = address;
    const waits = { reference: 'r-1', number: 1, amount: 3_550_010, currency: 'ARS', paymentId: null, kept, isOpen: true } as const;
    const answer = await provider.ask({ ...waits, mayWait: 'still' });
    expect(answer.result).toBe('pending');
    return answer.keep;
  };
  const own = 'https://www.mercadopago.com.ar/payments/7/ticket';
  expect(await keptOf(own)).toEqual({ slip: own });
  expect(await keptOf(own, { slip: own })).toBeUndefined();
  expect(await keptOf('https://elsewhere.example/ticket')).toBeUndefined();
  expect(await keptOf('javascript:alert(1)')).toBeUndefined();
  server.close();
});

test('a search of many pages ends when its time is over, and says that nothing is known', async () => {
  let asked = 0;
  const server = createServer((_, reply) => {
    asked += 1;
    const results = Array.from({ length: 50 }, (__, index) =>
      payment({ id: asked * 100 + index, status: 'rejected', status_detail: 'cc_rejected_other_reason' }),
    );
    setTimeout(() => reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results })), asked > 2 ? 60_000 : 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = { url, accessToken: 'a', webhookSecret: 's', pageOrigin: 'https://www.mercadopago.example' };
  const provider = mercadoPago({ ...given, timeoutMs: 600_000, searchTimeoutMs: 300 });
  expect(await provider.ask(anAttemptAt({ reference: 'r-1', isOpen: true }))).toMatchObject({ result: 'unknown' });
  expect(asked).toBe(3);
  server.closeAllConnections();
  server.close();
});
