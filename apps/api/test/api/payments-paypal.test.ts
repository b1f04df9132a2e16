import { createPayPalOrder, listPaymentMethods, resumePayment } from '@butaca/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { PayPalSwitches } from '../../../sandbox/src/paypal/switches.ts';
import { attemptsOf, findDoubtfulAttempts } from '../../src/payments/queries.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { anOutside } from '../conformance/outside.ts';
import { payPalUnderTest } from '../conformance/paypal.ts';
import type { Begun } from '../conformance/provider-under-test.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const outside = await anOutside();
const it = payPalUnderTest(outside);
const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, it.provider, [{ rows: 20 }], { methods: [it.method] });
const { buyer } = checkout;
const { paypal } = outside;
paypal.webhookUrl = `${await checkout.app.listen({ host: '127.0.0.1', port: 0 })}/v2/pagos/paypal/aviso`;
afterEach(() => it.calm());
afterAll(async () => {
  await checkout.close();
  await outside.close();
  await close();
});

type Purchase = Awaited<ReturnType<typeof checkout.purchase>>;
let clicks = 0;
const createOrder = (
  { id, total }: Purchase,
  { who = buyer as Pick<typeof buyer, 'call'>, key = `paypal-${++clicks}`, acceptsTerms = true } = {},
) => who.call(createPayPalOrder, { params: { purchaseId: id }, query: { total, acceptsTerms } }, { key });
const attempts = async ({ id }: Purchase) => (await attemptsOf(db, id)) as (Begun & { readonly state: string })[];
const comeBack = async ({ id }: Purchase, given: Readonly<Record<string, string>>) =>
  answerOf(
    await buyer.call(resumePayment, {
      params: { purchaseId: id },
      body: { given: Object.entries(given).map(([name, value]) => ({ name, value })) },
    }),
  );
const decide = async (purchase: Purchase, fate: 'approve' | 'cancel') => {
  const latest = (await attempts(purchase)).find(({ state }) => state === 'processing');
  if (!latest) throw new Error('nothing waits for the buyer');
  return (await it.atTheProvider?.(fate, latest)) ?? {};
};

const ticketsOf = async ({ id }: Purchase) => (await db`select from ticket where purchase_id = ${id} and state = 'valid'`).length;
const PATIENT = { timeout: limit(15_000), interval: 100 };

test('PayPal’s own call makes an order and leads to its page, and repeated it is the same order, paid once (CA-077)', async () => {
  const purchase = await checkout.purchase();
  const made = answerOf(await createOrder(purchase));
  expect(made).toMatchObject({ outcome: 'processing', next: { kind: 'redirect', url: expect.stringContaining('/checkoutnow?token=') } });
  expect(made.purchase.id).toBe(purchase.id);
  const again = await Promise.all([createOrder(purchase), createOrder(purchase), createOrder(purchase, { key: `paypal-${clicks}` })]);
  for (const each of again) expect(answerOf(each).next).toEqual(made.next);
  expect(await attempts(purchase)).toHaveLength(1);

  await comeBack(purchase, await decide(purchase, 'approve'));
  expect(answerOf(await buyer.confirm(purchase.id)).outcome).toBe('approved');
  expect(await stageOf(db, purchase.id)).toBe('paid');
  expect(await ticketsOf(purchase)).toBe(2);
});

test('PayPal’s own call makes nothing for a stranger, another amount, unread terms or no key (CA-077)', async () => {
  const purchase = await checkout.purchase();
  const stranger = await checkout.stranger();
  expect(await createOrder(purchase, { who: stranger })).toMatchObject({ failure: 'not_found' });
  expect(await createOrder({ ...purchase, total: purchase.total - 100 })).toMatchObject({ failure: 'total_changed' });
  expect(await createOrder(purchase, { acceptsTerms: false })).toMatchObject({ failure: 'terms_not_accepted' });
  const bare = { params: { purchaseId: purchase.id }, query: { total: purchase.total, acceptsTerms: true } };
  expect(await buyer.call(createPayPalOrder, bare)).toMatchObject({ failure: 'invalid_input' });
  const raw = { params: { id: purchase.id }, query: { fTotal: '12,50', lAceptaTerminos: 'S' } };
  expect(await buyer.callRaw(createPayPalOrder, raw, { key: 'raw' })).toMatchObject({ failure: 'invalid_input' });
  const nameless = await buyer.call(
    createPayPalOrder,
    { params: { purchaseId: purchase.id }, query: { acceptsTerms: true } },
    { key: 'nameless' },
  );
  expect(nameless).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'fTotal', reason: 'missing' }] } });
  expect(await attempts(purchase)).toEqual([]);
  expect(await stageOf(db, purchase.id)).toBe('open');
});

test('who cancels at PayPal pays again with a new order, and the old address that stays in the history ends nothing', async () => {
  const purchase = await checkout.purchase();
  answerOf(await createOrder(purchase));
  const back = await decide(purchase, 'cancel');
  expect(back).toMatchObject({ cancelled: '1' });
  expect((await comeBack(purchase, back)).outcome).toBe('cancelled');
  expect(await stageOf(db, purchase.id)).toBe('open');

  const second = answerOf(await createOrder(purchase));
  expect(second.outcome).toBe('processing');
  const stale = await comeBack(purchase, back);
  expect(stale).toMatchObject({ outcome: 'processing', next: second.next });
  await comeBack(purchase, await decide(purchase, 'approve'));
  expect((await attempts(purchase)).map(({ state }) => state).toSorted()).toEqual(['approved', 'cancelled']);
});

test('a method that is down says so and takes nothing: the places stay, of others too, and it pays once it works again', async () => {
  const [purchase, other] = [await checkout.purchase(), await checkout.purchase()];
  const listed = async () => answerOf(await buyer.call(listPaymentMethods, { params: { purchaseId: purchase.id } })).items[0];
  const places = () =>
    db`select place_id, state, purchase_id, held_until from place where purchase_id = any (${[purchase.id, other.id]}) order by 1`;
  expect((await listed())?.down).toBeUndefined();
  await it.arm?.('down');
  for (let press = 1; press <= 3; press++) expect(await createOrder(purchase)).toMatchObject({ failure: 'payment_method_down' });
  expect(await listed()).toMatchObject({ name: 'PayPal', down: true });
  expect(await stageOf(db, purchase.id)).toBe('open');
  const held = await places();
  expect(held.map(({ state }) => state)).toEqual(['held', 'held', 'held', 'held']);
  expect(await stageOf(db, other.id)).toBe('open');

  it.calm();
  expect(answerOf(await createOrder(purchase)).outcome).toBe('processing');
  expect((await listed())?.down).toBeUndefined();
});

/** What PayPal's own server sent about a purchase, the oldest first, with what it was answered. */
async function sentOf(purchase: Purchase) {
  const references = (await attempts(purchase)).map(({ reference }) => reference);
  const sent = paypal.webhooks.sent.filter(({ body }) => references.some((reference) => body.includes(reference)));
  return sent.map(({ body, answered }) => ({ type: (JSON.parse(body) as { event_type: string }).event_type, answered }));
}

test.each(['once', 'twice', 'early'])(
  'who approves at PayPal and never comes back has paid once: its webhooks, sent %s, say so',
  async (webhooks) => {
    paypal.switches = PayPalSwitches.parse({ webhooks });
    const purchase = await checkout.purchase();
    answerOf(await createOrder(purchase));
    await decide(purchase, 'approve');
    await expect.poll(() => stageOf(db, purchase.id), PATIENT).toBe('paid');
    const types = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'].flatMap((type) =>
      webhooks === 'twice' ? [type, type] : [type],
    );
    await expect.poll(async () => (await sentOf(purchase)).map(({ type }) => type).toSorted(), PATIENT).toEqual(types);
    expect(new Set((await sentOf(purchase)).map(({ answered }) => answered))).toEqual(new Set([200]));
    expect([(await attempts(purchase)).map(({ state }) => state), await ticketsOf(purchase)]).toEqual([['approved'], 2]);
  },
);

test('a webhook of PayPal’s that is signed with another secret is refused, and nothing is captured', async () => {
  paypal.switches = PayPalSwitches.parse({ webhooks: 'forged' });
  const purchase = await checkout.purchase();
  answerOf(await createOrder(purchase));
  await decide(purchase, 'approve');
  await expect.poll(() => sentOf(purchase), PATIENT).toEqual([{ type: 'CHECKOUT.ORDER.APPROVED', answered: 401 }]);
  const [attempt] = await attempts(purchase);
  expect([attempt?.state, await ticketsOf(purchase)]).toEqual(['processing', 0]);
  expect(paypal.ofReference(attempt?.reference ?? '')).toMatchObject({ status: 'APPROVED', capture: null });
});

test('what PayPal takes back it tells by itself, and the tickets are void', async () => {
  paypal.switches = PayPalSwitches.parse({});
  const purchase = await checkout.purchase();
  answerOf(await createOrder(purchase));
  await comeBack(purchase, await decide(purchase, 'approve'));
  await expect.poll(() => ticketsOf(purchase), PATIENT).toBe(2);
  const [attempt] = await attempts(purchase);
  expect(await paypal.chargeBack(paypal.ofReference(attempt?.reference ?? ''))).toBe(true);
  await expect.poll(() => ticketsOf(purchase), PATIENT).toBe(0);
});

/** Approved at PayPal by a buyer who does not come back: the worker finds it. */
async function approvedAndLeft(switches: object) {
  const purchase = await checkout.purchase();
  paypal.switches = PayPalSwitches.parse({ webhooks: 'never', ...switches });
  answerOf(await createOrder(purchase));
  await decide(purchase, 'approve');
  await letMinutesPass(db, purchase.id, 2);
  await reconcilePayments(checkout.app.sale);
  return purchase;
}
const doubtsAbout = async ({ id }: Purchase) => (await findDoubtfulAttempts(db, 100)).filter(({ orderId }) => orderId === id);

test.each([{ wrongAmount: 1 }, { wrongCurrency: 1 }])(
  'another amount than was asked for is a doubt for staff at once, although the buyer never came back (%o)',
  async (switches) => {
    const other = await checkout.purchase();
    answerOf(await createOrder(other));
    const purchase = await approvedAndLeft(switches);
    expect(await attempts(purchase)).toMatchObject([{ state: 'unknown' }]);
    expect(await doubtsAbout(purchase)).toMatchObject([{ differs: true, amount: purchase.total }]);
    // The places stay the buyer's, and nothing is sold.
    expect(await stageOf(db, purchase.id)).toBe('paying');
    expect(await ticketsOf(purchase)).toBe(0);
    expect(await attempts(other)).toMatchObject([{ state: 'processing' }]);
    expect(await doubtsAbout(other)).toEqual([]);
    await letMinutesPass(db, purchase.id, 60);
    await reconcilePayments(checkout.app.sale);
    expect(await attempts(purchase)).toMatchObject([{ state: 'unknown' }]);
    expect(await doubtsAbout(purchase)).toMatchObject([{ differs: true }]);
  },
);

test('an order whose buyer has left while PayPal does not answer is a doubt, and is given up once PayPal answers', async () => {
  const purchase = await checkout.purchase();
  answerOf(await createOrder(purchase));
  paypal.switches = PayPalSwitches.parse({ webhooks: 'never', isDown: true });
  await letMinutesPass(db, purchase.id, 30);
  await reconcilePayments(checkout.app.sale);
  expect(await attempts(purchase)).toMatchObject([{ state: 'unknown' }]);
  expect(await doubtsAbout(purchase)).toMatchObject([{ differs: false }]);
  it.calm();
  for (let round = 0; round < 2; round++) {
    await letMinutesPass(db, purchase.id, 30);
    await reconcilePayments(checkout.app.sale);
  }
  expect(await attempts(purchase)).toMatchObject([{ state: 'cancelled' }]);
  expect(await doubtsAbout(purchase)).toEqual([]);
});
