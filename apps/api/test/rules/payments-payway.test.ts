import { expect, test } from 'vitest';
import { LONGEST_REQUEST_S, LONGEST_SHUTDOWN_MS } from '../../src/http/shutdown.ts';
import { GATEWAY_TIMEOUT_MS } from '../../src/payments/providers/payway/payway.ts';
import { findPayment, readPayment } from '../../src/payments/providers/payway/payway-answer.ts';

const payment = (over: object = {}) => ({ id: 7, site_transaction_id: 'ours', amount: 100, currency: 'ars', status: 'approved', ...over });
const resultOf = (status: number, body: unknown) => readPayment({ status, body }).result;

test.each([
  ['approved', 'approved'],
  ['accredited', 'approved'],
  ['rejected', 'declined'],
  ['group_rejected', 'declined'],
  ['review', 'pending'],
  ['pre_approved', 'processing'],
  ['CHALLENGE PENDING', 'processing'],
  ['cancelled', 'cancelled'],
  ['annulled', 'returned'],
  ['refunded', 'returned'],
])('a payment that Payway calls %s is %s', (status, result) => {
  expect(resultOf(201, payment({ status }))).toBe(result);
});

test('a state that is not in the table is unknown, never successful (PO-010)', () => {
  for (const status of ['', 'aprobado', 'approved?', 'partially approved', 'null'])
    expect(resultOf(201, payment({ status }))).toBe('unknown');
});

test('an answer of a broken server is unknown, whatever it says', () => {
  expect(resultOf(500, payment())).toBe('unknown');
  expect(resultOf(503, { error_type: 'invalid_request_error' })).toBe('unknown');
  for (const body of [null, '', [], {}, { status: 'approved' }, payment({ amount: 1.5 }), payment({ id: null })]) {
    expect(resultOf(201, body)).toBe('unknown');
  }
});

test('a request that Payway refused made no payment, unless its reference was used before', () => {
  expect(resultOf(400, { error_type: 'invalid_request_error', validation_errors: [{ code: 'invalid_param', param: 'token' }] })).toBe(
    'refused',
  );
  expect(resultOf(401, { error_type: 'authentication_error' })).toBe('refused');
  expect(
    resultOf(402, { error_type: 'invalid_request_error', validation_errors: [{ code: 'repeated', param: 'site_transaction_id' }] }),
  ).toBe('unknown');
  expect(resultOf(409, { error_type: 'api_error' })).toBe('unknown');
});

test('of the reasons for a decline a buyer is told those that they can act on, in our words', () => {
  const reasonOf = (type: string) =>
    readPayment({
      status: 402,
      body: payment({ status: 'rejected', status_details: { error: { type, reason: { id: 1, description: 'CVV' } } } }),
    });
  expect(reasonOf('insufficient_amount')).toMatchObject({ reason: 'funds' });
  expect(reasonOf('expired_card')).toMatchObject({ reason: 'expired' });
  expect(reasonOf('request_authorization_card')).toMatchObject({ reason: 'call_bank' });
  for (const type of ['security_code_error', 'invalid_card', 'card_declined', 'cybersource_error', 'constructor', ''])
    expect(reasonOf(type), type).toMatchObject({ reason: 'other' });
  expect(JSON.stringify(reasonOf('security_code_error'))).not.toContain('CVV');
});

test('the gateway’s codes stand in the event log, and its description nowhere', () => {
  const status_details = {
    error: {
      type: 'insufficient_amount',
      reason: { id: 51, description: 'Fondos\u0000 insuficientes', additional_description: 'INTERNAL' },
    },
  };
  const answer = readPayment({ status: 402, body: payment({ status: 'rejected', status_details }) });
  expect(answer).toMatchObject({ result: 'declined', reason: 'funds' });
  expect(JSON.stringify(answer)).not.toMatch(/Fondos|INTERNAL/);
  expect(answer.facts).toMatchObject({ error: 'insufficient_amount', reason: 51 });
});

test('of the payments that a search found only the one with our reference counts', () => {
  const results = [payment({ site_transaction_id: 'theirs' }), { broken: true }, payment({ status: 'rejected' })];
  expect(findPayment({ status: 200, body: { results } }, 'ours').result).toBe('declined');
  expect(findPayment({ status: 200, body: { results: results.slice(0, 2) } }, 'ours').result).toBe('absent');
  expect(findPayment({ status: 200, body: {} }, 'ours').result).toBe('unknown');
  expect(findPayment({ status: 500, body: { results: [] } }, 'ours').result).toBe('unknown');
});

test('a stopping process waits for its requests clearly longer than a charge waits for its gateway', () => {
  expect(LONGEST_REQUEST_S * 1000).toBeGreaterThanOrEqual(GATEWAY_TIMEOUT_MS * 1.5);
  expect(LONGEST_SHUTDOWN_MS).toBeGreaterThan(LONGEST_REQUEST_S * 1000);
});
