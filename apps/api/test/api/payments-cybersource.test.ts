import { randomUUID } from 'node:crypto';
import { loadBrand } from '@butaca/brand/load';
import {
  authenticatePayer,
  charge,
  continuePayLink,
  payAuthenticated,
  payByLink,
  resumePayment,
  setUpAuthentication,
} from '@butaca/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt, cardForm } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { aCybersource, aDevice, cybersourceMethod, named } from '../factories/cybersource.ts';
import { balancesOf } from '../factories/ledger.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const bank = await aCybersource();
const { provider, control, pagesOrigin } = bank;

const { db, close } = await freshDatabase();
const { purchase: aPurchase, buyer: account, stranger, close: closeCheckout } = await aCheckout(db);
const { brand } = await loadBrand('butaca');
const app = await customersApp(db, {
  payments: [provider],
  brand: { ...brand, payments: { methods: [cybersourceMethod] } },
});
const buyer = buyerAt(app, account);
afterAll(async () => {
  await app.close();
  await closeCheckout();
  await close();
});
afterEach(() => control({}));

const cards = { frictionless: '4456530000001005', challenge: '4456530000001096', fails: '4456530000001104', unfunded: '4258210000474094' };

/** What the buy screen sends with this card, whose number goes to the payments host alone. */
const formWith = async (number: string, total: number) => ({
  ...cardForm,
  ...(await bank.card(number)),
  paymentMethodId: cybersourceMethod.id,
  total,
});

const of = (id: string) => ({ params: { purchaseId: id } });

/** The three calls of payer authentication (C-19), of one buyer. */
const payerCalls = (one: typeof buyer) => ({
  setUp: async (id: string, number: string, total: number) =>
    one.call(setUpAuthentication, { ...of(id), body: await formWith(number, total) }),
  authenticate: (id: string, clickKey?: string) =>
    one.call(authenticatePayer, { ...of(id), body: { given: named(aDevice) } }, { key: clickKey }),
  pay: (id: string, clickKey?: string) =>
    one.call(payAuthenticated, { ...of(id), body: { given: named({ TransactionId: 'the browser’s word' }) } }, { key: clickKey }),
});
const calls = payerCalls(buyer);

type Answer = Awaited<ReturnType<typeof calls.setUp>>;

/** The buyer's answer on the bank's page. */
const answerBank = (answer: Answer, end: string) => bank.answerBank(answerOf(answer).next ?? {}, end);

const paymentsOf = async (id: string) => {
  const [row] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id} order by started_at desc limit 1`;
  return row ? bank.paymentsOf(row.reference) : [];
};
/** The result page asks again: the provider is asked once a second at most. */
const confirmed = (id: string, result: object) =>
  expect.poll(async () => answerOf(await buyer.confirm(id)), { timeout: limit(10_000), interval: 300 }).toMatchObject(result);
const soldOf = async (id: string) => (await db`select 1 from place where purchase_id = ${id} and state = 'sold'`).length;

test('set-up answers the hidden form of the device’s data, and nothing is charged yet (CA-070)', async () => {
  const purchase = await aPurchase();
  expect(answerOf(await calls.setUp(purchase.id, cards.frictionless, purchase.total))).toMatchObject({
    outcome: 'processing',
    next: { kind: 'hidden_form', origin: pagesOrigin, fields: [{ name: 'JWT', value: expect.any(String) }], waitMs: 10_000 },
    purchase: { stage: 'paying' },
  });
  expect(await paymentsOf(purchase.id)).toEqual([]);
});

test('authentication of a buyer whose issuer asks nothing charges the card: places sold, amount booked (CA-069)', async () => {
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.frictionless, purchase.total);
  expect(answerOf(await calls.authenticate(purchase.id))).toMatchObject({ outcome: 'approved', purchase: { stage: 'paid' } });
  expect(await paymentsOf(purchase.id)).toMatchObject([{ status: 'AUTHORIZED', cents: purchase.total }]);
  expect(await soldOf(purchase.id)).toBe(2);
  const balances = await balancesOf(db, purchase.id);
  expect(balances.find(({ account: name }) => name === 'clearing:cybersource')?.balance).toBe(purchase.total);
});

test('payment after a challenge that was passed validates it and charges once, however often it is called (CA-071)', async () => {
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.challenge, purchase.total);
  const asked = await calls.authenticate(purchase.id);
  expect(answerOf(asked)).toMatchObject({ outcome: 'processing', next: { kind: 'challenge', origin: pagesOrigin } });
  await answerBank(asked, 'passed');
  const same = randomUUID();
  const answers = await Promise.all([calls.pay(purchase.id, same), calls.pay(purchase.id, same), calls.pay(purchase.id)]);
  for (const answer of answers) expect(['approved', 'processing']).toContain(answerOf(answer).outcome);
  await confirmed(purchase.id, { outcome: 'approved' });
  expect(await paymentsOf(purchase.id)).toHaveLength(1);
  expect(await soldOf(purchase.id)).toBe(2);
});

test('a call out of its turn changes nothing: neither payment before authentication, nor authentication twice (CA-069, CA-071)', async () => {
  const purchase = await aPurchase();
  expect(answerOf(await calls.pay(purchase.id))).toMatchObject({ outcome: 'cancelled', purchase: { stage: 'open' } });
  await calls.setUp(purchase.id, cards.challenge, purchase.total);
  expect(answerOf(await calls.pay(purchase.id))).toMatchObject({ outcome: 'processing', next: { kind: 'hidden_form' } });
  await calls.authenticate(purchase.id);
  expect(answerOf(await calls.authenticate(purchase.id))).toMatchObject({ outcome: 'processing', next: { kind: 'challenge' } });
  expect(await paymentsOf(purchase.id)).toEqual([]);
});

test('a challenge that fails is declined in our words, and another card pays the same purchase', async () => {
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.fails, purchase.total);
  await answerBank(await calls.authenticate(purchase.id), 'passed');
  const declined = answerOf(await calls.pay(purchase.id));
  expect(declined).toMatchObject({
    outcome: 'declined',
    message: expect.stringContaining('no fue autorizado'),
    purchase: { stage: 'open' },
  });
  expect(JSON.stringify(declined)).not.toMatch(/CONSUMER|AUTHENTICATION/);
  await calls.setUp(purchase.id, cards.frictionless, purchase.total);
  expect(answerOf(await calls.authenticate(purchase.id))).toMatchObject({ outcome: 'approved' });
});

test('a reload in the middle finds the same step, and the payment goes on through the common call', async () => {
  const purchase = await aPurchase();
  const charged = answerOf(await buyer.call(charge, { ...of(purchase.id), body: await formWith(cards.challenge, purchase.total) }));
  expect(answerOf(await buyer.confirm(purchase.id)).next).toEqual(charged.next);
  const asked = await buyer.call(resumePayment, { ...of(purchase.id), body: { given: named(aDevice) } });
  expect(answerOf(await buyer.confirm(purchase.id)).next).toEqual(answerOf(asked).next);
  await answerBank(asked, 'passed');
  expect(answerOf(await buyer.call(resumePayment, { ...of(purchase.id), body: { given: named({ TransactionId: 'x' }) } }))).toMatchObject({
    outcome: 'approved',
  });
});

test('an abandoned challenge is given up by the worker, and an answer at the bank after it charges nothing', async () => {
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.challenge, purchase.total);
  const asked = await calls.authenticate(purchase.id);
  await letMinutesPass(db, purchase.id, 11);
  await reconcilePayments(app.sale);
  expect(await stageOf(db, purchase.id)).not.toBe('paying');
  await answerBank(asked, 'passed');
  expect(answerOf(await calls.pay(purchase.id)).outcome).toBe('cancelled');
  expect(await paymentsOf(purchase.id)).toEqual([]);
});

test('a charge without an answer that no search finds is taken back by our number, and the purchase is open again', async () => {
  await control({ loseAfterApproving: 1, searchLagSeconds: 3600 });
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.frictionless, purchase.total);
  expect(answerOf(await calls.authenticate(purchase.id))).toMatchObject({ outcome: 'unknown' });
  await confirmed(purchase.id, { outcome: 'refunded', purchase: { stage: 'open' } });
  expect(await paymentsOf(purchase.id)).toMatchObject([{ status: 'VOIDED' }]);
  expect(await balancesOf(db, purchase.id)).toEqual([]);
});

test('when Cybersource does not work the method says so and the purchase keeps its places', async () => {
  await control({ failAuthentication: 1 });
  const purchase = await aPurchase();
  expect(resultOf(await calls.setUp(purchase.id, cards.frictionless, purchase.total))).toBe('payment_method_down');
  expect(answerOf(await buyer.purchase(purchase.id))).toMatchObject({ stage: 'open' });
  await calls.setUp(purchase.id, cards.frictionless, purchase.total);
  expect(answerOf(await calls.authenticate(purchase.id))).toMatchObject({ outcome: 'approved' });
});

test('nobody goes on with a stranger’s payment, and no other method enters by these calls', async () => {
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.frictionless, purchase.total);
  const other = payerCalls(buyerAt(app, await stranger()));
  expect(resultOf(await other.authenticate(purchase.id))).toBe('not_found');
  expect(resultOf(await other.setUp(purchase.id, cards.frictionless, purchase.total))).toBe('not_found');
  const free = { ...cardForm, paymentMethodId: 3, total: 0 };
  expect(resultOf(await buyer.call(setUpAuthentication, { ...of((await aPurchase()).id), body: free }))).toBe('payment_method_unavailable');
});

test('the card’s number is nowhere, and its token is forgotten with the payment', async () => {
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.frictionless, purchase.total);
  await calls.authenticate(purchase.id);
  const [row] = await db<{ kept: object; all: string }[]>`
    select kept, row_to_json(attempt)::text || (select json_agg(facts)::text from attempt_event as event
                                                 where event.reference = attempt.reference) as all
      from attempt where purchase_id = ${purchase.id}`;
  expect(row?.kept).toMatchObject({ token: null, ip: null, pageToken: null });
  expect(row?.all).not.toContain(cards.frictionless);
  expect(row?.all).not.toContain('203.0.113.7');
});

test('a card without funds is declined with a sentence that its buyer can act on', async () => {
  const purchase = await aPurchase();
  await calls.setUp(purchase.id, cards.unfunded, purchase.total);
  expect(answerOf(await calls.authenticate(purchase.id))).toMatchObject({
    outcome: 'declined',
    message: expect.stringContaining('fondos'),
  });
});

/** Somebody without an account who was sent a link, and their calls. */
const visitor = clientOf(app);
const byLink = (code: string) => ({
  /** Each form has a token of its own: a click is repeated with the form that it had. */
  pay: async (number: string, total: number, key: string, form = formWith(number, total)) =>
    visitor.call(payByLink, { params: { code }, body: { ...(await form), email: 'tia@correo.example' } }, { key }),
  goOn: (click: string, given: object = aDevice) =>
    visitor.call(continuePayLink, { params: { code }, body: { click, given: named(given as typeof aDevice) } }, { key: randomUUID() }),
});

test('who pays by a link goes through the steps of the card’s bank, and the buyer has the tickets (CA-023, RO-007)', async () => {
  const purchase = await aPurchase();
  const { code } = answerOf(await buyer.makeLink(purchase.id));
  const payer = byLink(code);
  const click = randomUUID();
  const begun = answerOf(await payer.pay(cards.challenge, purchase.total, click));
  expect(begun).toMatchObject({ outcome: 'processing', next: { kind: 'hidden_form', origin: pagesOrigin }, link: { state: 'paying' } });
  const asked = answerOf(await payer.goOn(click));
  expect(asked).toMatchObject({ outcome: 'processing', next: { kind: 'challenge' } });
  expect(await paymentsOf(purchase.id)).toEqual([]);
  await bank.answerBank(asked.next ?? {}, 'passed');
  const paid = answerOf(await payer.goOn(click));
  expect(paid).toMatchObject({ outcome: 'approved', link: { state: 'paid' } });
  expect(paid.next).toBeUndefined();
  expect(JSON.stringify([begun, asked, paid])).not.toContain(purchase.id);
  expect([await soldOf(purchase.id), (await paymentsOf(purchase.id)).length]).toEqual([2, 1]);
});

test('who has a link goes on neither with the buyer’s payment nor with another payer’s, and sees the steps of neither', async () => {
  const purchase = await aPurchase();
  const { code } = answerOf(await buyer.makeLink(purchase.id));
  const [one, another] = [byLink(code), byLink(code)];
  const theirs = randomUUID();
  // Of a click that has failed before.
  const form = formWith(cards.fails, purchase.total);
  await one.pay(cards.fails, purchase.total, theirs, form);
  await bank.answerBank(answerOf(await one.goOn(theirs)).next ?? {}, 'passed');
  expect(answerOf(await one.goOn(theirs)).outcome).toBe('declined');
  await calls.setUp(purchase.id, cards.challenge, purchase.total);
  expect(await another.goOn(randomUUID())).toMatchObject({ failure: 'not_found' });
  const late = answerOf(await one.goOn(theirs));
  expect([late.outcome, late.next]).toEqual(['processing', undefined]);
  expect(answerOf(await one.pay(cards.fails, purchase.total, theirs, form)).next).toBeUndefined();
  // The buyer's own payment waits at the step at which it was.
  expect(answerOf(await buyer.confirm(purchase.id))).toMatchObject({ outcome: 'processing', next: { kind: 'hidden_form' } });
  expect(answerOf(await calls.authenticate(purchase.id))).toMatchObject({ next: { kind: 'challenge' } });
});
