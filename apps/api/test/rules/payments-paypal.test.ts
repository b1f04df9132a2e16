import { expect, test } from 'vitest';
import { exchangeOf } from '../../src/payments/exchange.ts';
import { readOrder } from '../../src/payments/providers/paypal/paypal-answer.ts';

const options = { currency: 'USD', rate: 1450, rateDate: '2026-11-20' };

test('an amount comes to what the stored rate says, half up to a cent, and never to nothing', () => {
  expect(exchangeOf(options, 2_300_000)).toEqual({ currency: 'USD', amount: 1586, rate: 1450, date: '2026-11-20' });
  expect(exchangeOf(options, 725)?.amount).toBe(1);
  expect(exchangeOf(options, 2175)?.amount).toBe(2);
  expect(exchangeOf(options, 1)?.amount).toBe(1);
});

test.each([
  ['no currency', { rate: 1450, rateDate: '2026-11-20' }],
  ['a rate in words', { ...options, rate: '1450' }],
  ['a rate of nothing', { ...options, rate: 0 }],
  ['a rate below nothing', { ...options, rate: -1 }],
  ['no day', { currency: 'USD', rate: 1450 }],
])('a method with %s changes no money', (_, told) => {
  expect(exchangeOf(told, 2_300_000)).toBeNull();
});

const attempt = { reference: 'ours', amount: 2_300_000, currency: 'ARS', kept: { otherCents: 1586, otherCurrency: 'USD' } };
const captured = (status: string, value = '15.86', currency_code = 'USD', custom_id: string | null = 'ours') => ({
  status: 201,
  body: {
    id: 'O-1',
    status: 'COMPLETED',
    purchase_units: [{ payments: { captures: [{ id: 'C-1', status, amount: { value, currency_code }, custom_id }] } }],
  },
});
const order = (status: string, links?: object[]) => ({ status: 200, body: { id: 'O-1', status, purchase_units: [{}], links } });

test.each([
  ['COMPLETED', { result: 'approved' }],
  ['PARTIALLY_REFUNDED', { result: 'approved' }],
  ['REFUNDED', { result: 'returned', how: 'refunded' }],
  ['PENDING', { result: 'pending' }],
  ['DECLINED', { result: 'declined', reason: 'other' }],
  ['FAILED', { result: 'declined', reason: 'other' }],
  ['A_NEW_WORD', { result: 'unknown' }],
])('a capture that is %s means %j', (status, meaning) => {
  expect(readOrder(captured(status), attempt)).toMatchObject(meaning);
});

test('a capture counts as the attempt’s own amount only when it is what the attempt kept', () => {
  const echoOf = (got: ReturnType<typeof captured>) => {
    const answer = readOrder(got, attempt);
    return 'echo' in answer ? answer.echo : undefined;
  };
  expect(echoOf(captured('COMPLETED'))).toEqual({ reference: 'ours', amount: 2_300_000, currency: 'ARS' });
  expect(echoOf(captured('COMPLETED', '15.85'))).toEqual({ reference: 'ours', amount: 1585, currency: 'USD' });
  expect(echoOf(captured('COMPLETED', '15.86', 'EUR'))).toEqual({ reference: 'ours', amount: 1586, currency: 'EUR' });
  expect(echoOf(captured('COMPLETED', '15.86', 'USD', 'another'))?.reference).toBe('another');
});

test.each([
  ['CREATED', { result: 'processing', next: { kind: 'redirect', url: 'https://paypal.example/x' }, keep: { orderId: 'O-1' } }],
  ['PAYER_ACTION_REQUIRED', { result: 'processing', next: { kind: 'redirect', url: 'https://paypal.example/x' } }],
  ['APPROVED', { result: 'processing', next: { kind: 'wait' } }],
  ['VOIDED', { result: 'cancelled' }],
  ['COMPLETED', { result: 'unknown' }],
  ['A_NEW_WORD', { result: 'unknown' }],
])('an order without a capture that is %s means %j', (status, meaning) => {
  expect(readOrder(order(status, [{ rel: 'payer-action', href: 'https://paypal.example/x' }]), attempt)).toMatchObject(meaning);
});

test.each([
  [404, { name: 'RESOURCE_NOT_FOUND' }, 'absent'],
  [422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] }, 'declined'],
  [422, { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }, 'unknown'],
  [500, { name: 'INTERNAL_SERVER_ERROR' }, 'unknown'],
  [200, 'no JSON of theirs', 'unknown'],
])('a refusal with %i and %j is %s', (status, body, result) => {
  expect(readOrder({ status, body }, attempt).result).toBe(result);
});
