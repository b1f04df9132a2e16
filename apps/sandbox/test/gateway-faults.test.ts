import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { testCards } from '../src/gateway/cards.ts';
import { aSandbox } from './a-sandbox.ts';

const shop = await aSandbox();
afterEach(() => shop.control({}));

/** The connection broke instead of an answer. */
const broken = (answer: Promise<unknown>) => expect(answer).rejects.toThrow('fetch failed');

/** Whether something came within the time that answers take here when nothing holds them. */
async function answered(answer: Promise<unknown>): Promise<boolean> {
  const settled = answer.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, sleep(150, false)]);
}

test.each([
  ['4258210000474094', 'insufficient_amount', 'no tiene fondos'],
  ['4546400044997331', 'request_authorization_card', 'Comunicate con el emisor'],
  ['5455330200000016', 'card_declined', 'rechazó el pago'],
  ['4907860500000016', 'card_declined', 'Comunicate con tu banco'],
  ['4456530000001005', 'expired_card', 'vencida'],
  ['5418630110000014', 'security_code_error', 'código de seguridad'],
  ['5287338310253304', 'processing_error', 'Probá de nuevo'],
  ['5200000000001005', 'cybersource_error', 'otra tarjeta'],
  ['4000000000001091', 'invalid_card', 'no es válida'],
])('card %s is rejected with %s, a sentence for the buyer and an internal word apart', async (number, type, sentence) => {
  const { status, body } = await shop.pay(number, number.startsWith('5') ? { payment_method_id: 15 } : {});
  expect(status).toBe(402);
  expect(body).toMatchObject({
    status: 'rejected',
    status_details: {
      card_authorization_code: null,
      error: {
        type,
        reason: { description: expect.stringContaining(sentence), additional_description: expect.stringMatching(/^\d+ [A-Z ,’]+$/) },
      },
    },
    tid: null,
  });
  expect((await shop.find(body.id)).body).toEqual(body);
});

test('every test card gets a token, stands for one outcome, and is documented', async () => {
  const documented = await readFile(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  for (const { number } of testCards) {
    const security_code = number.startsWith('3') ? '1234' : '123';
    expect(await shop.token({ card_number: number, security_code })).toMatchObject({ status: 201 });
    expect(documented).toContain(number);
  }
});

test('a card that expired between its token and its payment is rejected', async () => {
  const here = await aSandbox();
  const now = new Date();
  const order = await here.order();
  const month = {
    card_expiration_month: String(now.getUTCMonth() + 1).padStart(2, '0'),
    card_expiration_year: String(now.getUTCFullYear() % 100),
  };
  const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 3);
  await here.advance(Math.floor((monthEnd - Date.now()) / 1000) - 30);
  const { body: token } = await here.token(month);
  await here.advance(60);
  const answer = await here.charge({ ...order, token: token.id });
  expect(answer).toMatchObject({ status: 402, body: { status_details: { error: { type: 'expired_card' } } } });
});

test('the slow card is approved at once and answers later', async () => {
  await shop.control({ slowMs: 60_000 });
  const order = await shop.order('4509953566233704');
  const answer = shop.charge(order);
  expect(await answered(answer)).toBe(false);
  expect(await shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved' }]);
  await shop.advance(60);
  expect(await answer).toMatchObject({ status: 201, body: { status: 'approved' } });
});

test('the silent card is approved at once and says nothing for more than thirty seconds', async () => {
  const order = await shop.order('4000000000002701');
  const answer = shop.charge(order);
  await shop.advance(30);
  expect(await answered(answer)).toBe(false);
  expect(await shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved' }]);
  await shop.advance(5);
  expect(await answer).toMatchObject({ status: 201 });
});

test('a payment with the late card is not found until it is approved', async () => {
  const order = await shop.order('4000000000002719');
  const answer = shop.charge(order);
  await shop.advance(30);
  expect(await answered(answer)).toBe(false);
  expect(await shop.search(order.site_transaction_id)).toEqual([]);
  expect(await shop.charge(order)).toMatchObject({ status: 402, body: { validation_errors: [{ code: 'repeated' }, { param: 'token' }] } });
  await shop.advance(5);
  expect(await answer).toMatchObject({ status: 201 });
  expect(await shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved' }]);
});

test('a shop that disconnects before the answer has its payment made', async () => {
  const order = await shop.order('4000000000002701');
  const buyersShop = new AbortController();
  const hungUp = expect(shop.charge(order, buyersShop.signal)).rejects.toThrow();
  await expect.poll(() => shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved' }]);
  buyersShop.abort();
  await hungUp;
  expect(await shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved' }]);
});

test('the card whose answer is lost is approved', async () => {
  const order = await shop.order('5200000000002235', { payment_method_id: 15 });
  await broken(shop.charge(order));
  expect(await shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved', amount: 3_550_000 }]);
});

test.each([
  ['4000000000009235', 'approved'],
  ['5200000000002482', 'rejected'],
])('card %s is in review until the gateway’s clock has it %s', async (number, end) => {
  const { status, body } = await shop.pay(number, number.startsWith('5') ? { payment_method_id: 15 } : {});
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'review', status_details: { card_authorization_code: null, error: null } });
  expect(await shop.refund(body.id)).toMatchObject({ status: 402 });
  await shop.advance(119);
  expect((await shop.find(body.id)).body.status).toBe('review');
  await shop.advance(2);
  expect((await shop.find(body.id)).body.status).toBe(end);
});

test('every payment can be declined', async () => {
  await shop.control({ declineAll: true });
  expect(await shop.pay()).toMatchObject({ status: 402, body: { status: 'rejected' } });
});

test('every payment can take its time', async () => {
  await shop.control({ delayMs: 60_000 });
  const answer = shop.pay();
  expect(await answered(answer)).toBe(false);
  await shop.advance(60);
  expect(await answer).toMatchObject({ status: 201 });
});

test('the next answers can be lost after their payments are made', async () => {
  await shop.control({ loseAfterApproving: 2 });
  for (let count = 0; count < 2; count += 1) {
    const order = await shop.order();
    await broken(shop.charge(order));
    expect(await shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved' }]);
  }
  expect(await shop.pay()).toMatchObject({ status: 201 });
});

test('the next payments can be lost before they are made, and tried again with the same token', async () => {
  await shop.control({ loseBeforeApproving: 1 });
  const order = await shop.order();
  await broken(shop.charge(order));
  expect(await shop.search(order.site_transaction_id)).toEqual([]);
  expect(await shop.charge(order)).toMatchObject({ status: 201 });
});

test('the next payments can be made and answered as repeated', async () => {
  await shop.control({ answerDuplicate: 1 });
  const order = await shop.order();
  expect(await shop.charge(order)).toMatchObject({
    status: 402,
    body: { validation_errors: [{ code: 'repeated', param: 'site_transaction_id' }] },
  });
  expect(await shop.search(order.site_transaction_id)).toMatchObject([{ status: 'approved' }]);
  expect(await shop.pay()).toMatchObject({ status: 201 });
});

test('a payment can be told of wrongly, also later; one before or after it is not', async () => {
  const [before, misreported, after] = [await shop.order(), await shop.order(), await shop.order()];
  await shop.charge(before);
  await shop.control({ wrongAmount: true, wrongCurrency: true });
  const wrong = { amount: misreported.amount - 100, currency: 'usd' };
  expect(await shop.charge(misreported)).toMatchObject({ status: 201, body: wrong });
  expect(await shop.search(before.site_transaction_id)).toMatchObject([{ amount: before.amount, currency: 'ars' }]);
  await shop.control({});
  await shop.charge(after);
  expect(await shop.search(misreported.site_transaction_id)).toMatchObject([wrong]);
  expect(await shop.search(after.site_transaction_id)).toMatchObject([{ amount: after.amount, currency: 'ars' }]);
});

test('the next payments can meet a broken gateway that makes none', async () => {
  await shop.control({ failNext: 1 });
  const order = await shop.order();
  expect(await shop.charge(order)).toMatchObject({ status: 503, body: { error_type: 'api_error' } });
  expect(await shop.search(order.site_transaction_id)).toEqual([]);
  expect(await shop.charge(order)).toMatchObject({ status: 201 });
});

test('a silent gateway does nothing and breaks the connection in the end; browsers still get their tokens', async () => {
  const { body: earlier } = await shop.pay();
  await shop.control({ silent: true });
  const order = await shop.order();
  const silences = [shop.charge(order), shop.find(earlier.id), shop.search('any'), shop.refund(earlier.id)];
  for (const silence of silences) expect(await answered(silence)).toBe(false);
  await shop.advance(35);
  for (const silence of silences) await broken(silence);
  await shop.control({});
  expect(await shop.search(order.site_transaction_id)).toEqual([]);
  expect((await shop.find(earlier.id)).body.status).toBe('approved');
});

test('a sandbox that is stopped does not wait for the silence to end', async () => {
  const here = await aSandbox();
  const order = await here.order('4000000000002701');
  const answer = here.charge(order).catch(() => null);
  expect(await answered(answer)).toBe(false);
  await here.close();
  await answer;
});
