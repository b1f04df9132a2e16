import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { PayPal } from '../src/paypal/paypal.ts';
import { PayPalSwitches } from '../src/paypal/switches.ts';
import { aSandbox } from './a-sandbox.ts';

interface Told {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the shop was told, the oldest first; `answer` is what it says to it. */
const told: Told[] = [];
let answer = 200;
const shop = fastify();
shop.removeContentTypeParser('application/json');
shop.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
shop.post('/aviso', ({ headers, body }, reply) => {
  told.push({ headers: headers as Told['headers'], body: String(body) });
  return reply.code(answer).send({});
});
const paypal = new PayPal({
  ...readConfig({}).paypal,
  webhookUrl: `${await shop.listen({ host: '127.0.0.1', port: 0 })}/aviso`,
});
const { origin } = await aSandbox({ paypal });
afterAll(() => shop.close());
afterEach(() => {
  told.length = 0;
  answer = 200;
  paypal.switches = PayPalSwitches.parse({});
});

// biome-ignore lint/suspicious/noExplicitAny: the JSON of another server
type Json = any;

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/paypal${path}`, {
    method,
    headers: { authorization: `Bearer ${paypal.token}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

let numbers = 0;
const anOrder = (reference: string, value = '15.86') => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id: reference, invoice_id: reference, amount: { currency_code: 'USD', value } }],
  payment_source: {
    paypal: { experience_context: { return_url: 'https://entradas.example/vuelta', cancel_url: 'https://entradas.example/no' } },
  },
});
const create = (reference: string) => call('POST', '/v2/checkout/orders', anOrder(reference), { 'paypal-request-id': reference });
async function begin() {
  const reference = `ref-${++numbers}`;
  const { body } = await create(reference);
  return { id: body.id as string, reference };
}
const press = (id: string, decision: 'approve' | 'cancel') =>
  fetch(`${origin}/paypal/checkoutnow/${id}`, { method: 'POST', body: new URLSearchParams({ answer: decision }), redirect: 'manual' });
const capture = (id: string) => call('POST', `/v2/checkout/orders/${id}/capture`, {});
const find = async (id: string) => (await call('GET', `/v2/checkout/orders/${id}`)).body;
async function paid() {
  const order = await begin();
  await press(order.id, 'approve');
  const { body } = await capture(order.id);
  return { ...order, captureId: body.purchase_units[0].payments.captures[0].id as string };
}
const refund = (captureId: string, key: string, body: object = {}) =>
  call('POST', `/v2/payments/captures/${captureId}/refund`, body, { 'paypal-request-id': key });
const control = (switches: object) => call('PUT', '/control', switches);
const eventsTold = () => told.map(({ body }) => JSON.parse(body) as Json);
const typesTold = () => eventsTold().map(({ event_type: type }) => type as string);
const verify = ({ headers, body }: Told, over: object = {}) =>
  call('POST', '/v1/notifications/verify-webhook-signature', {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: 'sandbox-webhook',
    webhook_event: JSON.parse(body),
    ...over,
  }).then(({ body: said }) => said.verification_status as string);

test('the shop is told of an approval, a capture, a refund and what was taken back, each with our reference or our invoice', async () => {
  const { id, reference, captureId } = await paid();
  await refund(captureId, 'part', { amount: { currency_code: 'USD', value: '5.00' } });
  await call('POST', '/control/chargeback', { reference });
  await expect.poll(() => told.length).toBe(4);
  const events = eventsTold().toSorted((a, b) => a.create_time.localeCompare(b.create_time));
  const byType = Object.fromEntries(events.map(({ event_type: type, resource }) => [type, resource]));
  expect(byType).toMatchObject({
    'CHECKOUT.ORDER.APPROVED': { id, status: 'APPROVED', purchase_units: [{ custom_id: reference }] },
    'PAYMENT.CAPTURE.COMPLETED': { id: captureId, custom_id: reference, amount: { currency_code: 'USD', value: '15.86' } },
    'PAYMENT.CAPTURE.REFUNDED': { invoice_id: reference, amount: { currency_code: 'USD', value: '5.00' } },
    'PAYMENT.CAPTURE.REVERSED': { invoice_id: reference, amount: { currency_code: 'USD', value: '10.86' } },
  });
  expect(new Set(events.map((event) => event.id)).size).toBe(4);
  // Nothing is left to be refunded or taken back.
  expect(await refund(captureId, 'more')).toMatchObject({ status: 422 });
  expect(await call('POST', '/control/chargeback', { reference })).toMatchObject({ status: 404 });
});

test('a webhook holds for its own text, webhook and headers alone, and a forged one does not hold', async () => {
  await press((await begin()).id, 'approve');
  await expect.poll(() => told.length).toBe(1);
  const [sent] = told as [Told];
  expect(await verify(sent)).toBe('SUCCESS');
  for (const over of [
    { webhook_event: { ...JSON.parse(sent.body), event_type: 'PAYMENT.CAPTURE.REVERSED' } },
    { webhook_id: 'another' },
    { transmission_id: 'another' },
    { transmission_time: new Date(0).toISOString() },
    { cert_url: undefined },
    { auth_algo: undefined },
  ])
    expect(await verify(sent, over), JSON.stringify(over)).toBe('FAILURE');
  await control({ webhooks: 'forged' });
  await press((await begin()).id, 'approve');
  await expect.poll(() => told.length).toBe(2);
  expect(await verify(told[1] as Told)).toBe('FAILURE');
});

test.each([
  ['never', 0],
  ['twice', 2],
])('with webhooks %s the shop is told %i times, of the same event', async (webhooks, times) => {
  await control({ webhooks });
  await press((await begin()).id, 'approve');
  await expect.poll(() => told.length).toBe(times);
  await sleep(20);
  expect(told.length).toBe(times);
  expect(new Set(told.map(({ body }) => body)).size).toBe(Math.min(times, 1));
});

test('an early webhook comes before the browser is back, and before a capture is answered', async () => {
  await control({ webhooks: 'early' });
  const { id } = await begin();
  await press(id, 'approve');
  expect(typesTold()).toEqual(['CHECKOUT.ORDER.APPROVED']);
  await capture(id);
  expect(typesTold()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
});

test('with webhooks reversed the capture is told of before the approval', async () => {
  await control({ webhooks: 'reversed' });
  await paid();
  await expect.poll(typesTold).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED']);
});

test('a webhook that the shop does not take is sent again until it does', async () => {
  answer = 500;
  await press((await begin()).id, 'approve');
  await expect.poll(() => told.length).toBe(1);
  // The wait begins when the answer has come.
  await expect.poll(() => paypal.webhooks.sent.at(-1)?.answered).toBe(500);
  answer = 200;
  await expect
    .poll(async () => {
      await call('POST', '/control/advance', { seconds: 60 });
      return told.length;
    })
    .toBe(2);
  await call('POST', '/control/advance', { seconds: 3 * 86_400 });
  await sleep(20);
  expect(told.length).toBe(2);
});

test('orders are answered with an error, lost before they are made or after, as is switched on', async () => {
  for (const [fault, made] of [
    ['failNext', false],
    ['loseBefore', false],
    ['loseAfter', true],
  ] as const) {
    await control({ [fault]: 1 });
    const reference = `ref-${++numbers}`;
    const first = await create(reference).catch(() => 'lost');
    expect(first === 'lost' ? first : (first as { status: number }).status).toBe(fault === 'failNext' ? 503 : 'lost');
    expect(paypal.ofReference(reference) !== undefined).toBe(made);
    // The same request makes the order that was lost, and no second one.
    const known = paypal.ofReference(reference)?.id;
    const { body } = await create(reference);
    expect(known ?? body.id).toBe(body.id);
  }
});

test('captures and refunds are answered with an error and not done, or done and lost', async () => {
  const { id } = await begin();
  await press(id, 'approve');
  await control({ failCaptures: 1 });
  expect(await capture(id)).toMatchObject({ status: 503 });
  expect(await find(id)).toMatchObject({ status: 'APPROVED' });
  await control({ loseCaptures: 1 });
  await expect(capture(id)).rejects.toThrow();
  expect(await find(id)).toMatchObject({ status: 'COMPLETED' });

  const captureId = (await find(id)).purchase_units[0].payments.captures[0].id;
  const captureStatus = async () => (await find(id)).purchase_units[0].payments.captures[0].status;
  await control({ failRefunds: 1 });
  expect(await refund(captureId, 'whole')).toMatchObject({ status: 503 });
  expect(await captureStatus()).toBe('COMPLETED');
  await control({ loseRefunds: 1 });
  await expect(refund(captureId, 'whole')).rejects.toThrow();
  expect(await captureStatus()).toBe('REFUNDED');
  // Repeated, it is the same refund, and the shop hears of it once.
  expect(await refund(captureId, 'whole')).toMatchObject({ status: 201 });
  await expect.poll(() => typesTold().filter((type) => type === 'PAYMENT.CAPTURE.REFUNDED')).toHaveLength(1);
});

test('a declined means of payment stays declined, however often it is captured, and nothing is told of it', async () => {
  await control({ declineNext: 1 });
  const [declined, next] = [await begin(), await begin()];
  for (const { id } of [declined, next]) await press(id, 'approve');
  for (let times = 0; times < 2; times++)
    expect(await capture(declined.id)).toMatchObject({ status: 422, body: { details: [{ issue: 'INSTRUMENT_DECLINED' }] } });
  expect(await capture(next.id)).toMatchObject({ status: 201 });
  await expect.poll(() => typesTold().filter((type) => type === 'PAYMENT.CAPTURE.COMPLETED')).toHaveLength(1);
  expect(eventsTold().find(({ event_type: type }) => type === 'PAYMENT.CAPTURE.COMPLETED').resource.custom_id).toBe(next.reference);
});

test('a wrong amount and a wrong currency belong to the order that they were switched on for', async () => {
  await control({ wrongAmount: 1, wrongCurrency: 1 });
  const [wrong, right] = [await begin(), await begin()];
  const amountOf = async (id: string) => {
    await press(id, 'approve');
    return (await capture(id)).body.purchase_units[0].payments.captures[0].amount;
  };
  expect(await amountOf(right.id)).toEqual({ currency_code: 'USD', value: '15.86' });
  expect(await amountOf(wrong.id)).toEqual({ currency_code: 'EUR', value: '15.85' });
});

test('calls are answered later, or never, and the page of the buyer is not', async () => {
  const { id } = await begin();
  await control({ delayMs: 30 });
  const startedAt = performance.now();
  await find(id);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(25);
  await control({ silent: true, silentMs: 10 });
  await expect(find(id)).rejects.toThrow();
  expect((await fetch(`${origin}/paypal/checkoutnow?token=${id}`)).status).toBe(200);
});

test('a switch that does not exist is refused by its name, and so is a page of another site', async () => {
  expect(await control({ nothing: 1 })).toMatchObject({ status: 400, body: { problem: expect.stringContaining('nothing') } });
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect(await call('PUT', '/control', { isDown: true }, foreign)).toMatchObject({ status: 403 });
  expect(await call('POST', '/control/chargeback', { reference: 'any' }, foreign)).toMatchObject({ status: 403 });
  expect(paypal.switches.isDown).toBe(false);
});
