import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Gateway } from '../src/gateway/gateway.ts';
import { aCard, aSandbox, PRIVATE, PUBLIC } from './a-sandbox.ts';

const shop = await aSandbox();

test('a token shows only the first six and last four digits of its card', async () => {
  const { status, body } = await shop.token();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: 'active',
    bin: '450799',
    last_four_digits: '4905',
    expiration_month: 8,
    expiration_year: expect.any(Number),
    cardholder: { name: 'Ana María Suárez', identification: { type: 'dni', number: '25123456' } },
  });
  expect(JSON.stringify(body)).not.toContain('4507990000004905');
});

test.each([
  ['card_number', { card_number: '4507990000004906' }],
  ['card_number', { card_number: '4507 9900 0000 4905' }],
  ['card_number', { card_number: 4507990000004905 }],
  ['card_expiration_month', { card_expiration_month: '13' }],
  ['card_expiration_year', { card_expiration_year: '2030' }],
  ['card_expiration_year', { card_expiration_month: '10', card_expiration_year: '26' }],
  ['security_code', { security_code: '12' }],
  ['security_code', { security_code: '1234' }],
  ['security_code', { card_number: '373953192351004' }],
  ['card_holder_name', { card_holder_name: ' ' }],
  ['card_holder_identification', { card_holder_identification: undefined }],
  ['card_holder_identification.type', { card_holder_identification: { type: 'libreta', number: '25123456' } }],
  ['card_holder_identification.number', { card_holder_identification: { type: 'dni', number: '25.123.456' } }],
])('a card with a wrong %s is refused by that name, without a word of the card', async (param, card) => {
  const { status, body } = await shop.token(card);
  expect(status).toBe(402);
  expect(body).toMatchObject({ error_type: 'invalid_request_error', validation_errors: [{ param }] });
  expect(JSON.stringify(body)).not.toContain('4507');
});

test('the month on the card is its last good one', async () => {
  const now = new Date();
  const month = {
    card_expiration_month: String(now.getUTCMonth() + 1).padStart(2, '0'),
    card_expiration_year: String(now.getUTCFullYear() % 100),
  };
  expect(await shop.token(month)).toMatchObject({ status: 201 });
});

test('a Naranja number needs no right check digit', async () => {
  expect(await shop.token({ card_number: '5895627823453005' })).toMatchObject({ status: 201 });
});

test('only this machine’s pages and the storefront’s may ask for tokens', async () => {
  const preflight = (origin: string) =>
    fetch(`${shop.api}/tokens`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:5173', 'http://[::1]:3000', 'https://entradas.example']) {
    const { status, headers } = await preflight(origin);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-headers')).toContain('apikey');
    expect((await shop.token({}, { origin })).headers.get('access-control-allow-origin')).toBe(origin);
    expect((await shop.token({}, { origin, apikey: 'wrong' })).headers.get('access-control-allow-origin')).toBe(origin);
  }
  for (const origin of ['https://malo.example', 'http://localhost.malo.example', 'https://entradas.example.malo.example', 'null']) {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await shop.token({}, { origin })).headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a wrong key is refused, and each key is good for its own calls only', async () => {
  const order = await shop.order();
  const refused = { status: 401, body: { error_type: 'authentication_error' } };
  expect(await shop.token({}, { apikey: 'wrong' })).toMatchObject(refused);
  expect(await shop.token({}, PRIVATE)).toMatchObject(refused);
  expect(await shop.post(`${shop.api}/payments`, PUBLIC, order)).toMatchObject(refused);
  expect(await shop.post(`${shop.api}/payments`, {}, order)).toMatchObject(refused);
  expect(await shop.send(`${shop.api}/payments`, { headers: PUBLIC })).toMatchObject(refused);
  expect(await shop.send(`${shop.api}/payments/1`, { headers: PUBLIC })).toMatchObject(refused);
  expect(await shop.post(`${shop.api}/payments/1/refunds`, PUBLIC, {})).toMatchObject(refused);
});

test('an approved payment is answered in Payway’s shape, and found again by its number and by our reference', async () => {
  const order = await shop.order(undefined, { fraud_detection: { send_to_cs: true } });
  const { status, body } = await shop.charge(order);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: expect.any(Number),
    site_transaction_id: order.site_transaction_id,
    payment_method_id: 1,
    card_brand: 'Visa',
    amount: 3_550_000,
    currency: 'ars',
    status: 'approved',
    status_details: { ticket: expect.stringMatching(/^\d+$/), card_authorization_code: expect.stringMatching(/^\d{6}$/), error: null },
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
    customer: { id: 'c-1', email: 'ana@correo.example' },
    bin: '450799',
    installments: 3,
    payment_type: 'single',
    sub_payments: [],
    fraud_detection: { status: { decision: 'green' } },
    tid: expect.stringMatching(/^\d{15}$/),
  });
  expect((await shop.find(body.id)).body).toEqual(body);
  expect(await shop.search(order.site_transaction_id)).toEqual([body]);
  expect(await shop.search('never-used')).toEqual([]);
  expect(await shop.find(7)).toMatchObject({ status: 404, body: { error_type: 'not_found_error', id: '7' } });
});

test('all payments can be paged through, the newest first', async () => {
  const first = await shop.pay();
  const second = await shop.pay();
  const page = (query: string) => shop.send(`${shop.api}/payments?${query}`, { headers: PRIVATE });
  expect((await page('offset=0&pageSize=1')).body).toMatchObject({ results: [{ id: second.body.id }], hasMore: true });
  expect((await page('offset=1&pageSize=1')).body).toMatchObject({ results: [{ id: first.body.id }], offset: 1, limit: 1 });
  expect(await page('pageSize=none')).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'pageSize' }] } });
});

test('a reference pays once: repeated it is refused by its name, whatever the outcome of the first', async () => {
  for (const card of ['4507990000004905', '4258210000474094']) {
    const order = await shop.order(card);
    await shop.charge(order);
    const again = await shop.charge({ ...(await shop.order()), site_transaction_id: order.site_transaction_id });
    expect(again).toMatchObject({
      status: 402,
      body: { error_type: 'invalid_request_error', validation_errors: [{ code: 'repeated', param: 'site_transaction_id' }] },
    });
    expect((await shop.charge(order)).body.validation_errors).toContainEqual({ code: 'repeated', param: 'site_transaction_id' });
    expect(await shop.search(order.site_transaction_id)).toHaveLength(1);
  }
});

test('of many requests with one reference at the same moment one pays', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => shop.order(undefined, { site_transaction_id: 'at-once' })));
  const answers = await Promise.all(orders.map((order) => shop.charge(order)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('a token pays once, and a refused request does not spend it', async () => {
  const order = await shop.order();
  expect(await shop.charge({ ...order, amount: 0 })).toMatchObject({ status: 402 });
  expect(await shop.charge(order)).toMatchObject({ status: 201 });
  const again = await shop.charge({ ...order, site_transaction_id: 'another' });
  expect(again).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'token' }] } });
});

test('a token is good for a quarter of an hour', async () => {
  const order = await shop.order();
  await shop.advance(15 * 60 + 1);
  expect(await shop.charge(order)).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'token' }] } });
});

test.each([
  ['amount', { amount: 10.5 }],
  ['amount', { amount: '3550000' }],
  ['amount', { amount: -1 }],
  ['currency', { currency: 'USD' }],
  ['installments', { installments: 0 }],
  ['installments', { installments: 100 }],
  ['payment_type', { payment_type: 'distributed' }],
  ['sub_payments', { sub_payments: undefined }],
  ['site_transaction_id', { site_transaction_id: 'x'.repeat(40) }],
  ['bin', { bin: '411111' }],
  ['payment_method_id', { payment_method_id: 15 }],
  ['token', { token: 'never-given' }],
])('a payment with a wrong %s is refused by that name and not made', async (param, over) => {
  const order = await shop.order(undefined, over);
  expect(await shop.charge(order)).toMatchObject({
    status: 402,
    body: { error_type: 'invalid_request_error', validation_errors: [{ param }] },
  });
  expect(await shop.search(order.site_transaction_id)).toEqual([]);
});

test('a debit card pays at once', async () => {
  const order = await shop.order('4517721004856075', { payment_method_id: 31 });
  expect(await shop.charge(order)).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'installments' }] } });
  expect(await shop.charge({ ...order, installments: 1 })).toMatchObject({ status: 201, body: { card_brand: 'Visa Débito' } });
});

test('a body that is no JSON object and an unknown call are refused with a 4xx', async () => {
  for (const body of ['', '{', '[]', 'null', '"x"', '{"__proto__":1}']) {
    const init = { method: 'POST', headers: { ...PRIVATE, 'content-type': 'application/json' }, body };
    const { status } = await shop.send(`${shop.api}/payments`, init);
    expect([400, 402]).toContain(status);
  }
  expect(await shop.send(`${shop.api}/nada`)).toMatchObject({ status: 404, body: { error_type: 'not_found_error' } });
});

test('a payment goes back in full once, as an annulment on its own day and as a refund after it', async () => {
  const { body: today } = await shop.pay();
  expect(await shop.refund(today.id)).toMatchObject({
    status: 201,
    body: { id: expect.any(Number), amount: 3_550_000, status: 'approved' },
  });
  expect((await shop.find(today.id)).body.status).toBe('annulled');
  expect(await shop.refund(today.id)).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'status' }] } });

  const { body: earlier } = await shop.pay();
  await shop.advance(25 * 3600);
  await shop.refund(earlier.id);
  expect((await shop.find(earlier.id)).body.status).toBe('refunded');
});

test('parts of a payment go back until nothing is left', async () => {
  const { body } = await shop.pay();
  expect(await shop.refund(body.id, { amount: 1_000_000 })).toMatchObject({ status: 201, body: { amount: 1_000_000 } });
  expect((await shop.find(body.id)).body.status).toBe('approved_with_refund');
  for (const amount of [2_550_001, 0, -5, 1.5, 'todo']) {
    expect(await shop.refund(body.id, { amount })).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'amount' }] } });
  }
  expect(await shop.refund(body.id)).toMatchObject({ status: 201, body: { amount: 2_550_000 } });
  expect((await shop.find(body.id)).body.status).toBe('annulled');
});

test('a Visa Débito payment goes back whole or not at all', async () => {
  const { body } = await shop.pay('4517721004856075', { payment_method_id: 31, installments: 1 });
  expect(await shop.refund(body.id, { amount: 100 })).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'amount' }] } });
  expect(await shop.refund(body.id, { amount: 3_550_000 })).toMatchObject({ status: 201 });
});

test('what was rejected or never made does not go back', async () => {
  const { body } = await shop.pay('4258210000474094');
  expect(await shop.refund(body.id)).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'status' }] } });
  expect(await shop.refund(7)).toMatchObject({ status: 404 });
});

test('instalments come with their coefficient, TEA and CFTEA, by brand', async () => {
  const plans = (bin: string, amount: unknown = 3_000_000) =>
    shop.send(`${shop.api}/installments?bin=${bin}&amount=${amount}`, { headers: PRIVATE });
  const { body: visa } = await plans('450799');
  expect(visa).toMatchObject({ payment_method_id: 1, card_brand: 'Visa', card_type: 'credit', bank: 'Banco de la Caja de Arena' });
  expect(visa.plans.map((plan: { installments: number }) => plan.installments)).toEqual([1, 3, 6, 12]);
  expect(visa.plans[0]).toEqual({
    installments: 1,
    coefficient: 1,
    installment_amount: 3_000_000,
    total_amount: 3_000_000,
    tea: 0,
    cftea: 0,
  });
  // 54.9 % a year is 3.714 % a month, 4.494 % with its IVA: 69.47 % a year, and three instalments of 1,091,197.
  expect(visa.plans[1]).toMatchObject({ installments: 3, tea: 54.9, cftea: 69.47, installment_amount: 1_091_197, total_amount: 3_273_591 });
  expect((await plans('589562')).body).toMatchObject({ card_brand: 'Naranja', bank: 'Naranja', plans: [{}, { tea: 0, cftea: 0 }, {}, {}] });
  expect((await plans('451772')).body.plans).toHaveLength(1);
  expect(await plans('999999')).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'bin' }] } });
  expect(await plans('450799', 'mucho')).toMatchObject({ status: 402, body: { validation_errors: [{ param: 'amount' }] } });
});

test('a gateway with a journal that is killed knows its payments and what went back when it is started again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-gateway-'));
  const journal = join(folder, 'payments');
  const killed = new Gateway({ journal });
  const pay = async (at: Gateway, reference: string) => {
    const token = at.createToken(aCard()) as { body: { id: string } };
    const order = { token: token.body.id, payment_method_id: 1, bin: '450799', amount: 5000, currency: 'ARS', installments: 1 };
    return at.createPayment({ ...order, site_transaction_id: reference, payment_type: 'single', sub_payments: [] });
  };
  await pay(killed, 'kept');
  await pay(killed, 'returned');
  const [returned] = killed.paymentsMade();
  await killed.refundPayment(String(returned?.id), {});

  const started = new Gateway({ journal });
  expect(started.paymentsMade()).toMatchObject([
    { reference: 'returned', status: 'annulled', refunded: 5000 },
    { reference: 'kept', status: 'approved', refunded: 0 },
  ]);
  expect(await pay(started, 'kept')).toMatchObject({ status: 402, body: { validation_errors: [{ code: 'repeated' }] } });
  expect(new Gateway().paymentsMade()).toEqual([]);
  await rm(folder, { recursive: true });
});
