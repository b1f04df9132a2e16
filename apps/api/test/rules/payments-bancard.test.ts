import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { amountText, readConfirmation, readNotice } from '../../src/payments/providers/bancard/bancard-answer.ts';
import { cardIdFor, isCardIdOf, userIdOf } from '../../src/payments/providers/bancard/card-ids.ts';

const PRIVATE_KEY = 's'.repeat(32);
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const asked = { reference: 'ours', number: 123_456_789_012_345, privateKey: PRIVATE_KEY, isFirst: false };

const confirmation = (over: object = {}, amount = '130000.00') => ({
  token: md5(`${PRIVATE_KEY}${asked.number}confirm${amount}PYG`),
  shop_process_id: asked.number,
  amount,
  currency: 'PYG',
  response: 'S',
  response_code: '00',
  response_description: 'Transacción aprobada',
  authorization_number: '123456',
  extended_response_description: 'inside',
  security_information: { risk_index: 3 },
  ...over,
});
const read = (over: object = {}, { status = 200, isFirst = false } = {}) =>
  readConfirmation({ status, body: { confirmation: confirmation(over) } }, { ...asked, isFirst });

test('an amount is written with two decimals, and read back into the same minor units', () => {
  expect([2_300_000, 100, 5, 1_234_567_890_100].map(amountText)).toEqual(['23000.00', '1.00', '0.05', '12345678901.00']);
  expect(read()).toMatchObject({ result: 'approved', echo: { reference: 'ours', amount: 13_000_000, currency: 'PYG' } });
});

test.each([
  ['00', 'approved'],
  ['05', 'declined'],
  ['51', 'declined'],
  ['82', 'declined'],
  ['17', 'cancelled'],
  ['09', 'processing'],
  ['99', 'returned'],
  ['91', 'declined'],
  ['7Z', 'unknown'],
  ['', 'unknown'],
])('response code %s is %s, although it was processed', (response_code, result) => {
  expect(read({ response_code })).toMatchObject({ result });
});

test('a bank that could not be reached is asked about once more before it counts', () => {
  expect(read({ response_code: '91' }, { isFirst: true })).toMatchObject({ result: 'unknown' });
});

test('what Bancard says for itself alone is not read', () => {
  expect(JSON.stringify(read())).not.toMatch(/123456"|inside|risk/);
});

describe('nothing counts', () => {
  test.each([
    ['without the right signature', { token: md5('somebody else') }],
    ['with an amount that was not signed', { amount: '1.00' }],
  ])('%s', (_, over) => expect(read(over)).toMatchObject({ result: 'unknown' }));
  test('with another status than 200', () => expect(read({}, { status: 500 })).toMatchObject({ result: 'unknown' }));
});

test('of another payment the number is told, not ours', () => {
  const other = { shop_process_id: 7, token: md5(`${PRIVATE_KEY}7confirm130000.00PYG`) };
  expect(read(other)).toMatchObject({ echo: { reference: '7' } });
});

test('the confirmation may be wrapped in either name', () => {
  expect(readConfirmation({ status: 200, body: { operation: confirmation() } }, asked)).toMatchObject({ result: 'approved' });
  expect(readConfirmation({ status: 200, body: { confirmation: { process_id: 'x', response_code: null } } }, asked)).toBeNull();
});

test('a notice is believed by its signature over the very text, escapes and all', () => {
  const body = JSON.stringify({ operation: confirmation() }).replace('ó', '\\u00f3');
  expect(readNotice(body, PRIVATE_KEY)).toEqual({ number: asked.number, code: '00' });
  for (const forged of ['', '[]', '{"operation":{}}', body.replace('130000.00', '1.00')])
    expect(readNotice(forged, PRIVATE_KEY)).toBe('forged');
});

test('a card’s id says whose it is', () => {
  for (let count = 0; count < 50; count++) {
    const id = cardIdFor('ana');
    expect(Number.isSafeInteger(id) && isCardIdOf('ana', id)).toBe(true);
    expect(isCardIdOf('luis', id)).toBe(false);
  }
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 60]) expect(isCardIdOf('ana', id)).toBe(false);
  expect(userIdOf('ana')).toBe(userIdOf('ana'));
  expect(userIdOf('ana')).not.toBe(userIdOf('luis'));
});
