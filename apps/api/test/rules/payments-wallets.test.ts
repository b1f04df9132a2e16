import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { modo } from '../../src/payments/providers/modo/modo.ts';
import { readStatus } from '../../src/payments/providers/modo/read.ts';
import { readAuthorisation, readReversal, readTransaction } from '../../src/payments/providers/tigo/read.ts';
import { answerOf, findPayment, readNotice } from '../../src/payments/providers/wallet/read.ts';

const answer = (body: unknown, status = 200) => ({ status, body, date: null });

const transaction = (over: object = {}, amount: unknown = '350000') =>
  answer({
    Transaction: { merchantTransactionId: 'r-1', mfsTransactionId: '77', status: 'success', ...over },
    LocalPayment: { amount, currencyCode: 'PYG' },
  });

test('Tigo Money’s whole guaraníes become our hundredths', () => {
  expect(readTransaction(transaction())).toMatchObject({
    result: 'approved',
    paymentId: '77',
    echo: { reference: 'r-1', amount: 35_000_000, currency: 'PYG' },
  });
});

test.each([
  [{ status: 'initiated' }, 'processing'],
  [{ status: 'fail' }, 'declined'],
  [{ status: 'cancel' }, 'cancelled'],
  [{ status: 'paid' }, 'unknown'],
  [{ mfsTransactionId: 'undefined' }, 'unknown'],
  [{ mfsTransactionId: undefined }, 'unknown'],
])('a transaction of Tigo Money with %o is %s', (over, result) => {
  expect(readTransaction(transaction(over))).toMatchObject({ result });
});

test('an amount of Tigo Money that is not a number of guaraníes says nothing', () => {
  for (const amount of ['350000.50', 'undefined', '', -1.5, null])
    expect(readTransaction(transaction({}, amount))).toMatchObject({ result: 'unknown' });
});

test('a reference that Tigo Money knows already is no refusal, and a page of another reference is no page', () => {
  expect(readAuthorisation(answer({ error_type: 'duplicate' }, 400), 'r-1')).toMatchObject({ result: 'unknown' });
  expect(readAuthorisation(answer({ error_type: 'invalid_request' }, 400), 'r-1')).toMatchObject({ result: 'refused' });
  expect(readAuthorisation(answer({ redirectUrl: 'https://pago.example', merchantTransactionId: 'r-2' }), 'r-1')).toMatchObject({
    result: 'unknown',
  });
});

test('what was reversed before is reversed', () => {
  expect(readReversal(answer({ error_description: 'Transaction already reversed' }, 400))).toMatchObject({ result: 'reversed' });
  expect(readReversal(answer({ error_description: 'no' }, 400))).toMatchObject({ result: 'unknown' });
  expect(readReversal(answer({}, 500))).toMatchObject({ result: 'unknown' });
});

const payment = (over: object = {}) => ({
  id: 'p-1',
  reference: 'r-1',
  amount: 3_550_000,
  currency: 'ARS',
  status: 'approved',
  refunded: 0,
  url: 'https://pago.example/p-1',
  ...over,
});

test('a wallet counts in the currency’s smallest coin', () => {
  expect(answerOf(payment())).toMatchObject({ echo: { amount: 3_550_000, currency: 'ARS' } });
  expect(answerOf(payment({ currency: 'PYG', amount: 350_000 }))).toMatchObject({ echo: { amount: 35_000_000, currency: 'PYG' } });
});

test.each([
  ['waiting', 'processing'],
  ['pending', 'pending'],
  ['approved', 'approved'],
  ['declined', 'declined'],
  ['cancelled', 'cancelled'],
  ['expired', 'cancelled'],
  ['refunded', 'returned'],
  ['paid', 'unknown'],
])('a wallet’s %s means %s', (status, result) => {
  expect(answerOf(payment({ status }))).toMatchObject({ result });
});

test('a search of a wallet finds our reference or nothing', () => {
  expect(findPayment(answer({ payments: [payment({ reference: 'r-2' }), payment()] }), 'r-1')).toMatchObject({ reference: 'r-1' });
  expect(findPayment(answer({ payments: [payment({ reference: 'r-2' })] }), 'r-1')).toBe('absent');
  expect(findPayment(answer({}, 503), 'r-1')).toBe('unknown');
});

test('a wallet’s webhook is signed over its time and its bytes', () => {
  const body = Buffer.from(JSON.stringify({ event_id: 'e-1', reference: 'r-1' }));
  const sign = (at: number, secret: string) => `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')}`;
  expect(readNotice(sign(5, 'shared'), body, 'shared')).toEqual({ event_id: 'e-1', reference: 'r-1' });
  expect(readNotice(sign(5, 'another'), body, 'shared')).toBe('forged');
  expect(readNotice(sign(5, 'shared').replace('t=5', 't=6'), body, 'shared')).toBe('forged');
  expect(readNotice(sign(5, 'shared'), Buffer.concat([body, Buffer.from(' ')]), 'shared')).toBe('forged');
  expect(readNotice(undefined, body, 'shared')).toBe('forged');
});

const request = (over: object = {}) =>
  answer({ id: 'q-1', external_intention_id: 'r-1', status: 'ACCEPTED', amount: 35_500.1, currency: 'ARS', ...over });

test.each([
  [{}, 'approved'],
  [{ status: 'REJECTED' }, 'declined'],
  [{ status: 'CREATED' }, 'processing'],
  [{ status: 'SCANNED' }, 'processing'],
  [{ status: 'PROCESSING' }, 'processing'],
  [{ status: 'EXPIRED' }, 'cancelled'],
  [{ refunded_amount: 100 }, 'approved'],
  [{ refunded_amount: 35_500.1 }, 'returned'],
  [{ status: 'PAID' }, 'unknown'],
])('a request of MODO with %o is %s', (over, result) => {
  expect(readStatus(request(over))).toMatchObject({ result });
});

test('MODO’s pesos become our cents', () => {
  expect(readStatus(request())).toMatchObject({ echo: { reference: 'r-1', amount: 3_550_010, currency: 'ARS' } });
});

test('MODO is asked about a request where its setting says', async () => {
  const asked: string[] = [];
  const there = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(url.endsWith('/token') ? { access_token: 't' } : {}));
  });
  await once(there.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(there.address() as AddressInfo).port}`;
  const provider = modo({
    url,
    username: '',
    password: '',
    merchant: 'Butaca',
    processorCode: '',
    queryPath: '/v3/{id}/state',
    pageOrigin: url,
  });
  const kept = { request: 'r 1', qr: 'code', link: `${url}/app`, until: 1 };
  await provider.ask({ reference: 'r', number: 1, amount: 100, currency: 'ARS', paymentId: null, isOpen: true, kept });
  expect(asked).toEqual(['/v2/stores/companies/token', '/v3/r%201/state']);
  there.close();
});
