import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { limit } from '../../../scripts/test/limits.ts';
import { buildSandbox } from '../src/app.ts';
import { Bancard } from '../src/bancard/bancard.ts';
import { readConfig } from '../src/config.ts';
import { Gateway } from '../src/gateway/gateway.ts';
import { Inbox } from '../src/mail/inbox.ts';

const SOON = { timeout: limit(20_000), interval: 50 };

const PUBLIC_KEY = 'p'.repeat(32);
const PRIVATE_KEY = 's'.repeat(32);
const RETURN_URL = 'https://entradas.example/bancard/finish/1';
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

// biome-ignore lint/suspicious/noExplicitAny: the JSON of another server
type Json = any;

/** What the shop was told. */
const confirms: Json[] = [];
const shop = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    confirms.push(JSON.parse(text).operation);
    response.end('{"status":"success"}');
  });
});
await once(shop.listen(0, '127.0.0.1'), 'listening');
const bancard = new Bancard({
  publicKey: PUBLIC_KEY,
  privateKey: PRIVATE_KEY,
  confirmUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`,
});
const app = buildSandbox({ inbox: new Inbox(), gateway: new Gateway(), access: readConfig({}).gateway, bancard });
await app.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
afterAll(async () => {
  await app.close();
  shop.close();
});
beforeEach(() => {
  confirms.length = 0;
  bancard.switches = { ...bancard.switches, decideAtOnce: 'no', confirms: 'once', wrongAmount: false };
});

let lastNumber = 0;
const aNumber = () => ++lastNumber;

async function call(path: string, operation: object, { method = 'POST', publicKey = PUBLIC_KEY } = {}) {
  const answer = await fetch(`${origin}/bancard/vpos/api/0.3${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ public_key: publicKey, operation }),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}
const keyOf = (answer: Awaited<ReturnType<typeof call>>) => answer.body.messages?.[0]?.key;

const buy = (number: number, over: object = {}) =>
  call('/single_buy', {
    token: md5(`${PRIVATE_KEY}${number}130000.00PYG`),
    shop_process_id: number,
    amount: '130000.00',
    currency: 'PYG',
    description: 'Entradas',
    return_url: RETURN_URL,
    ...over,
  });
const confirmation = (number: number) =>
  call('/single_buy/confirmations', { token: md5(`${PRIVATE_KEY}${number}get_confirmation`), shop_process_id: number });
const rollback = (number: number) =>
  call('/single_buy/rollback', { token: md5(`${PRIVATE_KEY}${number}rollback0.00`), shop_process_id: number });
const decide = (path: string, processId: string, form: Record<string, string>) =>
  fetch(`${origin}/bancard/checkout/${path}?process_id=${processId}`, { method: 'POST', body: new URLSearchParams(form) });
const APPROVED = { do: 'approved', number: '4907860500000016' };

let lastCard = 0;
/** A card that somebody has saved. */
async function saveCard(userId: number, number: string) {
  const cardId = ++lastCard;
  const { body } = await call('/cards/new', {
    token: md5(`${PRIVATE_KEY}${cardId}${userId}request_new_card`),
    card_id: cardId,
    user_id: userId,
    user_cell_phone: '',
    user_mail: 'ana@correo.example',
    return_url: RETURN_URL,
  });
  return (await decide('register_card/new', body.process_id, { do: 'approved', number })).text();
}
const listCards = async (userId: number) =>
  (await call(`/users/${userId}/cards`, { token: md5(`${PRIVATE_KEY}${userId}request_user_cards`) })).body.cards;
const chargeCard = (number: number, alias: string) =>
  call('/charge', {
    token: md5(`${PRIVATE_KEY}${number}charge130000.00PYG${alias}`),
    shop_process_id: number,
    amount: '130000.00',
    currency: 'PYG',
    number_of_payments: 1,
    alias_token: alias,
    return_url: RETURN_URL,
  });

test('a payment is signed over the exact text of its amount', async () => {
  const number = aNumber();
  expect(keyOf(await buy(number, { amount: '130000' }))).toBe('InvalidAmountError');
  expect(keyOf(await buy(number, { amount: '130001.00' }))).toBe('InvalidTokenError');
  expect(keyOf(await buy(number, { currency: 'USD' }))).toBe('InvalidOperationError');
  expect(await buy(number)).toMatchObject({ status: 200, body: { status: 'success', process_id: expect.stringMatching(/^.{1,20}$/) } });
});

test('another public key, and what is no operation at all, are refused by name', async () => {
  expect(keyOf(await call('/single_buy', {}, { publicKey: 'x'.repeat(32) }))).toBe('InvalidPublicKeyError');
  const answer = await fetch(`${origin}/bancard/vpos/api/0.3/single_buy`, { method: 'POST', body: 'amount=1' });
  expect(await answer.json()).toMatchObject({ messages: [{ key: 'InvalidJsonError' }] });
});

test('a number pays once for ever', async () => {
  const number = aNumber();
  await buy(number);
  expect((await buy(number)).body.messages[0].dsc).toBe('process has already been taken');
});

test('what is paid in the frame is confirmed to the shop with a signature, and answered when asked about', async () => {
  const number = aNumber();
  const { body } = await buy(number);
  expect(keyOf(await confirmation(number))).toBe('PaymentNotFoundError');

  const page = await (await decide('new', body.process_id, APPROVED)).text();
  expect(page).toContain('data-message="payment_success"');
  await vi.waitFor(() => expect(confirms).toHaveLength(1), SOON);
  expect(confirms[0]).toMatchObject({
    shop_process_id: number,
    amount: '130000.00',
    response: 'S',
    response_code: '00',
    token: md5(`${PRIVATE_KEY}${number}confirm130000.00PYG`),
  });
  expect((await confirmation(number)).body.confirmation).toMatchObject({ response_code: '00', amount: '130000.00', currency: 'PYG' });
});

test('a declined payment is processed all the same, and its code says why', async () => {
  const number = aNumber();
  const { body } = await buy(number);
  await decide('new', body.process_id, { do: 'approved', number: '4258210000474094' });
  expect((await confirmation(number)).body.confirmation).toMatchObject({ response: 'S', response_code: '51' });
});

test('a payment is rolled back on its own day, once, and on no other', async () => {
  const [today, unpaid, old] = [aNumber(), aNumber(), aNumber()];
  for (const number of [today, old]) await decide('new', (await buy(number)).body.process_id, APPROVED);
  const { body } = await buy(unpaid);
  expect(keyOf(await rollback(today))).toBe('RollbackSuccessful');
  expect(keyOf(await rollback(today))).toBe('AlreadyRollbackedError');
  expect(keyOf(await rollback(unpaid))).toBe('PaymentNotFoundError');
  expect(await (await decide('new', body.process_id, APPROVED)).text()).toContain('no queda nada');
  bancard.clock.advance(86_400_000);
  expect(keyOf(await rollback(old))).toBe('TransactionAlreadyConfirmed');
});

test('a saved card is charged by an alias that is good for one call within ten minutes', async () => {
  await saveCard(7, '4907860500000016');
  const [card] = await listCards(7);
  expect(card).toMatchObject({ card_masked_number: '4907********0016', card_brand: 'Visa', card_type: 'credit' });
  expect((await chargeCard(aNumber(), card.alias_token)).body.confirmation).toMatchObject({ response_code: '00', process_id: null });
  expect(keyOf(await chargeCard(aNumber(), card.alias_token))).toBe('CardNotFoundError');
  const [again] = await listCards(7);
  bancard.clock.advance(601_000);
  expect(keyOf(await chargeCard(aNumber(), again.alias_token))).toBe('CardAliasTokenExpiredError');
  expect(await listCards(8)).toEqual([]);
});

test('with 3-D Secure a charge answers nothing but the process of its frame', async () => {
  await saveCard(9, '5418630110000014');
  const number = aNumber();
  const [card] = await listCards(9);
  const { confirmation: charged } = (await chargeCard(number, card.alias_token)).body;
  expect(charged).toMatchObject({ process_id: expect.any(String), response_code: null, shop_process_id: null });
  await decide('charge_3ds/new', charged.process_id, { do: 'declined' });
  expect((await confirmation(number)).body.confirmation.response_code).toBe('82');
});

test('a person saves a card once, and deletes it by an alias of their own', async () => {
  await saveCard(11, '4907860500000016');
  expect(await saveCard(11, '4907860500000016')).toContain('add_new_card_fail');
  const [card] = await listCards(11);
  const remove = (userId: number) =>
    call(
      `/users/${userId}/cards`,
      { token: md5(`${PRIVATE_KEY}delete_card${userId}${card.alias_token}`), alias_token: card.alias_token },
      { method: 'DELETE' },
    );
  expect(keyOf(await remove(12))).toBe('CardNotFoundError');
  expect(await listCards(11)).toHaveLength(1);
  const [fresh] = await listCards(11);
  Object.assign(card, fresh);
  expect((await remove(11)).status).toBe(200);
  expect(await listCards(11)).toEqual([]);
});

test('a card that was rejected seven times in a day is blocked at the shop', async () => {
  await saveCard(13, '4546400044997331');
  for (let tries = 0; tries < 7; tries++) {
    const [card] = await listCards(13);
    expect((await chargeCard(aNumber(), card.alias_token)).body.confirmation.response_code).toBe('05');
  }
  const [card] = await listCards(13);
  expect(keyOf(await chargeCard(aNumber(), card.alias_token))).toBe('CardBlockedError');
});

test('its frames say that they are a simulation, and stand in pages of the shop alone', async () => {
  const { body } = await buy(aNumber());
  const page = await fetch(`${origin}/bancard/checkout/new?process_id=${body.process_id}`);
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors https://entradas.example');
  expect(await page.text()).toContain('Esto es una simulación');
  expect((await fetch(`${origin}/bancard/checkout/charge_3ds/new?process_id=${body.process_id}`)).status).toBe(404);
});

test('a confirmation can come twice, before the answer, forged, or with another amount', async () => {
  const told = async (confirmsAs: 'twice' | 'early' | 'forged', wrongAmount = false) => {
    confirms.length = 0;
    bancard.switches = { ...bancard.switches, confirms: confirmsAs, wrongAmount };
    const number = aNumber();
    await decide('new', (await buy(number)).body.process_id, APPROVED);
    const count = confirms.length;
    await vi.waitFor(() => expect(confirms).toHaveLength(confirmsAs === 'twice' ? 2 : 1), SOON);
    return { count, number };
  };
  await told('twice');
  expect((await told('early')).count).toBe(1);
  const { number } = await told('forged');
  expect(confirms[0].token).not.toBe(md5(`${PRIVATE_KEY}${number}confirm130000.00PYG`));
  await told('early', true);
  expect(confirms[0].amount).toBe('9130000.00');
});
