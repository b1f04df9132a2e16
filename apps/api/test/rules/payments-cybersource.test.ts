import { expect, test } from 'vitest';
import {
  amountText,
  findTransaction,
  readAuthentication,
  readPayment,
} from '../../src/payments/providers/cybersource/cybersource-answer.ts';
import { signedHeaders } from '../../src/payments/providers/cybersource/signature.ts';

const payment = (over: object = {}) => ({
  id: '71234',
  status: 'AUTHORIZED',
  clientReferenceInformation: { code: 'ours' },
  orderInformation: { amountDetails: { authorizedAmount: '1.00', currency: 'ARS' } },
  ...over,
});
const resultOf = (status: number, body: unknown) => readPayment({ status, body }).result;

test.each([
  ['AUTHORIZED', 'approved'],
  ['AUTHORIZED_PENDING_REVIEW', 'pending'],
  ['PENDING_REVIEW', 'pending'],
  ['DECLINED', 'declined'],
  ['AUTHORIZED_RISK_DECLINED', 'declined'],
  ['VOIDED', 'returned'],
  ['REVERSED', 'returned'],
])('a payment that Cybersource calls %s is %s', (status, result) => {
  expect(resultOf(201, payment({ status }))).toBe(result);
  expect(resultOf(200, payment({ status: undefined, applicationInformation: { status } }))).toBe(result);
});

test('a state that is not in the table is unknown, never successful (PO-010)', () => {
  for (const status of ['', 'Authorized', 'PARTIAL_AUTHORIZED', 'PENDING_AUTHENTICATION', 'PENDING', 'SUCCESS', 'null'])
    expect(resultOf(201, payment({ status })), status).toBe('unknown');
  for (const body of [null, '', [], {}, payment({ id: 7 }), payment({ clientReferenceInformation: {} })])
    expect(resultOf(201, body)).toBe('unknown');
  for (const status of [500, 502, 504, 404]) expect(resultOf(status, payment())).toBe('unknown');
});

test('a request that was refused made no payment, unless its code was used before', () => {
  const refused = (reason: string) => resultOf(400, { status: 'INVALID_REQUEST', reason });
  expect(refused('MISSING_FIELD')).toBe('refused');
  expect(refused('INVALID_DATA')).toBe('refused');
  expect(refused('DUPLICATE_REQUEST')).toBe('unknown');
  expect(refused('PROCESSOR_UNAVAILABLE')).toBe('unavailable');
  expect(resultOf(401, { response: { rmsg: 'Authentication Failed' } })).toBe('unavailable');
  expect(resultOf(400, {})).toBe('unknown');
});

test('an amount is echoed as it was authorised, in our minor units', () => {
  const echoOf = (authorizedAmount: string, totalAmount = '9') =>
    readPayment({
      status: 201,
      body: payment({ orderInformation: { amountDetails: { authorizedAmount, totalAmount, currency: 'ARS' } } }),
    });
  expect(echoOf('127104.00')).toMatchObject({ echo: { amount: 12_710_400 } });
  expect(echoOf('0.29')).toMatchObject({ echo: { amount: 29 } });
  expect(echoOf('many')).toMatchObject({ echo: { amount: Number.NaN } });
  expect(amountText(12_710_400, 'ARS')).toBe('127104.00');
  expect(amountText(56_160_000, 'PYG')).toBe('561600');
});

test('of what a search found the payment with our code counts, never a refund or another’s', () => {
  const summary = (id: string, code: string, name: string) => ({
    id,
    clientReferenceInformation: { code },
    applicationInformation: { applications: [{ name }] },
  });
  const body = { _embedded: { transactionSummaries: [summary('1', 'theirs', 'ics_bill'), summary('2', 'ours', 'ics_credit')] } };
  expect(findTransaction({ status: 201, body }, 'ours', 'ics_bill')).toBeNull();
  expect(findTransaction({ status: 201, body }, 'ours', 'ics_credit')).toBe('2');
  expect(findTransaction({ status: 201, body: {} }, 'ours', 'ics_bill')).toBeNull();
  expect(findTransaction({ status: 500, body }, 'ours', 'ics_bill')).toBeInstanceOf(Error);
});

test('only what the issuer confirmed goes on to a charge', () => {
  const said = (status: string, its: object, http = 201) =>
    readAuthentication({ status: http, body: { status, consumerAuthenticationInformation: its } }).said;
  expect(said('AUTHENTICATION_SUCCESSFUL', { paresStatus: 'Y', cavv: 'x' })).toBe('go on');
  expect(said('AUTHENTICATION_SUCCESSFUL', { paresStatus: 'R' })).toBe('failed');
  expect(said('AUTHENTICATION_SUCCESSFUL', { paresStatus: 'N' })).toBe('failed');
  expect(said('AUTHENTICATION_FAILED', { paresStatus: 'U' })).toBe('failed');
  for (const code of ['01', '04', '05']) expect(said('AUTHENTICATION_FAILED', { challengeCancelCode: code })).toBe('cancelled');
  expect(said('PENDING_AUTHENTICATION', {})).toBe('unavailable');
  expect(said('PENDING_AUTHENTICATION', { stepUpUrl: 'javascript', accessToken: 'x' })).toBe('unavailable');
  expect(said('SOMETHING', {})).toBe('unavailable');
  expect(said('AUTHENTICATION_SUCCESSFUL', {}, 500)).toBe('unavailable');
  expect(readAuthentication({ status: 400, body: { reason: 'INVALID_DATA' } }).said).toBe('refused');
  expect(readAuthentication({ status: 401, body: {} }).said).toBe('unavailable');
});

test('a signature covers host, date, target, digest and merchant in that order, and a GET has no digest', () => {
  const key = { merchantId: 'm', keyId: 'k', secret: Buffer.from('secret').toString('base64') };
  const now = new Date('2026-11-23T01:00:00Z');
  const url = new URL('https://apitest.cybersource.com/pts/v2/payments');
  const post = signedHeaders(key, { method: 'POST', url, body: '{}', now });
  expect(post).toMatchObject({
    host: 'apitest.cybersource.com',
    date: 'Mon, 23 Nov 2026 01:00:00 GMT',
    digest: 'SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=',
  });
  expect(post.signature).toContain('keyid="k", algorithm="HmacSHA256", headers="host date request-target digest v-c-merchant-id"');
  expect(signedHeaders(key, { method: 'GET', url, body: null, now }).signature).toContain(
    'headers="host date request-target v-c-merchant-id"',
  );
});
