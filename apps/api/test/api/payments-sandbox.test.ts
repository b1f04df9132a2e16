import fastify from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { gatewayApiRoutes } from '../../../sandbox/src/gateway/api-routes.ts';
import { Gateway } from '../../../sandbox/src/gateway/gateway.ts';
import { Switches } from '../../../sandbox/src/gateway/switches.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, answerRecorder } from '../factories/client.ts';

const gateway = new Gateway();
const sandbox = fastify();
await sandbox.register(
  async (app) => gatewayApiRoutes(app, { gateway, access: { publicKey: 'public', privateKey: 'private', origin: undefined } }),
  { prefix: '/api/v2' },
);
const url = `${await sandbox.listen({ host: '127.0.0.1', port: 0 })}/api/v2`;
const card = payway({ url, publicKey: 'public', privateKey: 'private', timeoutMs: 6000 });
const { db, close } = await freshDatabase();
const { app, buyer, purchase: aPurchase, close: closeCheckout } = await aCheckout(db, card);
afterAll(async () => {
  await closeCheckout();
  gateway.clock.stop();
  await sandbox.close();
  await close();
});
beforeEach(() => {
  gateway.switches = Switches.parse({});
});

/** Sends a card to the payments host for a token, as the browser does. */
async function tokenFor(number: string, code = '123') {
  const response = await fetch(card.tokens.url, {
    method: 'POST',
    headers: { apikey: card.tokens.publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      card_number: number,
      card_expiration_month: '08',
      card_expiration_year: '40',
      security_code: code,
      card_holder_name: 'Julia Paredes',
      card_holder_identification: { type: 'dni', number: '30123456' },
    }),
  });
  const { id, bin, last_four_digits } = (await response.json()) as { id: string; bin: string; last_four_digits: string };
  return { token: id, bin, lastFour: last_four_digits };
}

test.each([
  ['Visa', '4507990000004905', '123', 3],
  ['Mastercard', '5299910010000015', '123', 12],
  ['American Express', '373953192351004', '1234', 6],
  ['Cabal', '5896570000000008', '123', 1],
  ['Naranja', '5895627823453005', '123', 3],
  ['Visa Débito', '4517721004856075', '123', 1],
])('a %s of the test cards pays', async (_, number, code, instalments) => {
  const purchase = await aPurchase();
  expect(answerOf(await buyer.pay(purchase, { ...(await tokenFor(number, code)), instalments }))).toMatchObject({
    outcome: 'approved',
    instalments,
    lastFour: number.slice(-4),
  });
});

test('a card without funds is declined with our words for the buyer, and a token pays once', async () => {
  const purchase = await aPurchase();
  const { record, text } = answerRecorder();
  const declined = await buyerAt(app, { token: buyer.token, record }).pay(purchase, await tokenFor('4258210000474094'));
  expect(answerOf(declined)).toMatchObject({ outcome: 'declined', message: expect.stringContaining('fondos') });
  expect(text()).not.toMatch(/NOT SUFFICIENT/);
  const token = await tokenFor('4507990000004905');
  expect(await buyer.pay(purchase, token)).toMatchObject({ data: { outcome: 'approved' } });
  expect(await buyer.pay(await aPurchase(), token)).toMatchObject({ data: { outcome: 'declined' } });
});

test.each(['loseAfterApproving', 'answerDuplicate'] as const)('with %s the payment is found by its reference', async (what) => {
  const purchase = await aPurchase();
  gateway.switches = Switches.parse({ [what]: 1 });
  expect(await buyer.pay(purchase, await tokenFor('4507990000004905'))).toMatchObject({ data: { outcome: 'unknown' } });
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'approved' } });
});

test('a card that is reviewed first is pending, and paid when the review is over', async () => {
  const purchase = await aPurchase();
  expect(await buyer.pay(purchase, await tokenFor('4000000000009235'))).toMatchObject({ data: { outcome: 'pending' } });
  gateway.clock.advance(121_000);
  expect(await buyer.confirm(purchase.id)).toMatchObject({ data: { outcome: 'approved' } });
});
