import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { readConfig } from '../../../sandbox/src/config.ts';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { PayPal } from '../../../sandbox/src/paypal/paypal.ts';
import { payPalRoutes } from '../../../sandbox/src/paypal/routes.ts';
import type { Db } from '../../src/db/connect.ts';
import { paypal } from '../../src/payments/providers/paypal/paypal.ts';
import { importSettlement, readSettlement } from '../../src/sale/index.ts';
import { recordChargeback } from '../../src/sale/staff/chargeback.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

const { db, close } = await freshDatabase();
const other = await freshDatabase();
const walletsDb = other.db;
const wallets = await aShopWithWallets(walletsDb);

const RATE = 1450;
const there = new PayPal({ ...readConfig({}).paypal, webhookUrl: null });
const sandbox = fastify();
payPalRoutes(sandbox, there);
const origin = await sandbox.listen({ host: '127.0.0.1', port: 0 });
const { clientId, secret, webhookId } = there.access;
const method = {
  id: 7,
  provider: 'paypal',
  kind: 'wallet' as const,
  name: 'PayPal',
  mark: 'paypal',
  channels: ['online' as const],
  options: { currency: 'USD', rate: RATE, rateDate: '2026-11-20' },
};
const checkout = await aCheckout(
  db,
  paypal({ url: `${origin}/paypal`, pagesOrigin: origin, clientId, secret, webhookId, timeoutMs: limit(2000) }),
  [{ rows: 20 }],
  { methods: [method] },
);
const walletsApp = wallets.app;
const organiser = await anOrganiser(walletsDb, walletsApp);
afterAll(async () => {
  await Promise.all([wallets.close(), checkout.close(), sandbox.close()]);
  await Promise.all([close(), other.close()]);
});

const PATIENT = { timeout: limit(15_000), interval: 100 };
/** What is known of a purchase in one of the two databases. */
const factsOf = async (at: Db, id: string) => ({
  refunds: await at<{ way: string; amount: number }[]>`select way, amount::int from refund where purchase_id = ${id} order by started_at`,
  validTickets: (await at`select from ticket where purchase_id = ${id} and state = 'valid'`).length,
  takenIn: (await balancesOf(at, id)).find(({ account }) => account.startsWith('clearing:'))?.balance ?? 0,
  mails: (
    await at`select from graphile_worker.jobs where key like ${'tell-of-chargeback.%'}
                     and key in (select 'tell-of-chargeback.' || id from refund where purchase_id = ${id})`
  ).length,
});
const asPaid = (amount: number) => ({ refunds: [], validTickets: 2, takenIn: amount, mails: 0 });
const asTakenBack = (amount: number) => ({ refunds: [{ way: 'chargeback', amount }], validTickets: 0, takenIn: 0, mails: 1 });

/** Paid on Mercado Pago's page. */
async function paidByMercadoPago() {
  const { hosted } = wallets.hosted.mercadopago;
  hosted.switches = HostedSwitches.parse({});
  const purchase = await wallets.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(hosted);
  await hosted.decide(order, 'approved');
  await expect.poll(async () => answerOf(await purchase.buyer.confirm(purchase.id)).outcome, PATIENT).toBe('approved');
  return { ...purchase, order, hosted };
}

const noticesOf = async (id: string) => (await walletsDb`select from attempt_event where purchase_id = ${id} and kind = 'notified'`).length;

test('Mercado Pago tells twice that a card’s bank took a payment back: booked once, its tickets void, the organiser told', async () => {
  const [purchase, untouched] = [await paidByMercadoPago(), await paidByMercadoPago()];
  const before = await noticesOf(purchase.id);
  purchase.hosted.switches = HostedSwitches.parse({ webhooks: 'twice' });
  expect(purchase.hosted.chargeBack(purchase.order)).toBe(true);
  await expect.poll(() => noticesOf(purchase.id), PATIENT).toBe(before + 2);
  await expect.poll(() => factsOf(walletsDb, purchase.id), PATIENT).toEqual(asTakenBack(purchase.total));
  expect((await organiser.money()).refunds).toMatchObject([{ orderId: purchase.id, refund: { way: 'chargeback' } }]);
  // The other buyer's payment, tickets and money are as they were, and the settlement file of the next week changes nothing more.
  expect(await factsOf(walletsDb, untouched.id)).toEqual(asPaid(untouched.total));
  expect(await recordChargeback(walletsApp.sale, { reference: purchase.order.reference, amount: purchase.total })).toBe('known');
  expect(await factsOf(walletsDb, purchase.id)).toEqual(asTakenBack(purchase.total));
});

test('what was left of a payment after a refund is what a chargeback takes', async () => {
  const purchase = await paidByMercadoPago();
  const { amount } = await organiser.refundSome(purchase.id, { count: 1 });
  purchase.hosted.chargeBack(purchase.order);
  await expect.poll(async () => (await factsOf(walletsDb, purchase.id)).validTickets, PATIENT).toBe(0);
  const { refunds, takenIn } = await factsOf(walletsDb, purchase.id);
  expect(refunds).toEqual([
    { way: 'provider', amount },
    { way: 'chargeback', amount: purchase.total - amount },
  ]);
  expect(takenIn).toBe(0);
});

test.each(['early', 'never'] as const)(
  'of a payment that lost a part there without a word, and the rest to the bank, both are booked once (webhooks: %s)',
  async (webhooks) => {
    const [purchase, untouched] = [await paidByMercadoPago(), await paidByMercadoPago()];
    const { hosted, order, id, total } = purchase;
    hosted.switches = HostedSwitches.parse({ webhooks: 'never' });
    const [payment] = order.payments;
    if (!payment) throw new Error('nothing was paid');
    const half = total / 2;
    hosted.refund(order, payment, { key: null, amount: half });
    hosted.switches = HostedSwitches.parse({ webhooks });
    expect(hosted.chargeBack(order)).toBe(true);
    const lookAfter = async (minutes: number) => {
      await letMinutesPass(walletsDb, id, minutes);
      await reconcilePayments(walletsApp.sale);
    };
    if (webhooks === 'early') {
      // The provider was asked a moment ago, and is again by the worker.
      await expect.poll(async () => (await factsOf(walletsDb, id)).takenIn, PATIENT).toBe(half);
      await lookAfter(2);
    } else await lookAfter(29 * 60);
    const { refunds, validTickets, takenIn } = await factsOf(walletsDb, id);
    expect(takenIn).toBe(0);
    expect([refunds.toSorted((one, other) => one.way.localeCompare(other.way)), validTickets]).toEqual([
      [
        { way: 'chargeback', amount: half },
        { way: 'elsewhere', amount: half },
      ],
      0,
    ]);
    await lookAfter(29 * 60);
    expect((await factsOf(walletsDb, id)).refunds).toEqual(refunds);
    expect(await factsOf(walletsDb, untouched.id)).toEqual(asPaid(untouched.total));
  },
);

test('a chargeback signed with another secret, and one of a payment that nobody made here, change nothing', async () => {
  const purchase = await paidByMercadoPago();
  purchase.hosted.switches = HostedSwitches.parse({ webhooks: 'forged' });
  purchase.hosted.chargeBack(purchase.order);
  const paid = await paidByPayPal();
  expect((await tellPayPal(paid.reference, { cents: paid.cents, forged: true })).statusCode).toBe(401);
  expect((await tellPayPal('f'.repeat(32))).statusCode).toBe(200);
  expect(await factsOf(walletsDb, purchase.id)).toEqual(asPaid(purchase.total));
  expect(await factsOf(db, paid.id)).toEqual(asPaid(paid.total));
});

/** Paid with PayPal: approved on its page, captured by us. */
async function paidByPayPal() {
  const purchase = await checkout.purchase();
  const card = { token: undefined, bin: undefined, lastFour: undefined, instalments: undefined };
  answerOf(await checkout.buyer.pay(purchase, { paymentMethodId: method.id, ...card }));
  const [order] = there.orders();
  if (!order) throw new Error('PayPal was asked for nothing');
  await there.approve(order);
  expect(answerOf(await checkout.buyer.confirm(purchase.id)).outcome).toBe('approved');
  return { ...purchase, reference: order.reference, cents: Math.round(Number(order.amount.value) * 100) };
}

/** As PayPal would: a refund's resource, which has the number of our invoice. */
function tellPayPal(reference: string, { cents = 100, forged = false, currency = 'USD' } = {}) {
  const amount = { currency_code: currency, value: (cents / 100).toFixed(2) };
  const event = {
    id: `WH-${randomUUID()}`,
    event_type: 'PAYMENT.CAPTURE.REVERSED',
    resource: { id: '1JU08902781691411', invoice_id: reference, amount },
  };
  const { headers, body } = there.transmit(event, forged);
  return checkout.app.inject({ method: 'POST', url: '/v2/pagos/paypal/aviso', headers, payload: body });
}

test('PayPal takes a payment back in dollars: the pesos of the payment are gone once, however often and at once it says so', async () => {
  const [paid, untouched] = [await paidByPayPal(), await paidByPayPal()];
  const told = await Promise.all([1, 2, 3].map(() => tellPayPal(paid.reference, { cents: paid.cents })));
  expect(told.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await factsOf(db, paid.id)).toEqual(asTakenBack(paid.total));
  expect(await factsOf(db, untouched.id)).toEqual(asPaid(untouched.total));
});

test('a chargeback in a currency that the payment was never in is booked by nobody', async () => {
  const paid = await paidByPayPal();
  expect((await tellPayPal(paid.reference, { cents: paid.cents, currency: 'EUR' })).statusCode).toBe(200);
  expect(await factsOf(db, paid.id)).toEqual(asPaid(paid.total));
});

test('a settlement file has a chargeback in dollars where the payment was; one in another currency, or of another provider, books nothing', async () => {
  const paid = await paidByPayPal();
  const { sale } = checkout.app;
  const told = ({ provider = 'paypal', cents = paid.cents, currency = 'USD' }) =>
    importSettlement(
      sale,
      readSettlement(
        `provider,reference,kind,amount,currency,at\n${provider},${paid.reference},chargeback,${(cents / 100).toFixed(2)},${currency},2026-11-23T03:00:00Z`,
      ),
    );
  // The number of the pesos that were paid, too.
  for (const wrong of [
    { currency: 'EUR', cents: paid.total },
    { provider: 'mercadopago' },
    { provider: 'payway', currency: 'ARS', cents: paid.total },
  ]) {
    const { chargebacksBooked, differences } = await told(wrong);
    expect(chargebacksBooked).toBe(0);
    expect(differences).toContainEqual({ reference: paid.reference, what: 'chargeback', theirs: wrong.cents ?? paid.cents, ours: null });
    expect(await factsOf(db, paid.id)).toEqual(asPaid(paid.total));
  }
  expect((await told({})).chargebacksBooked).toBe(1);
  expect((await told({})).chargebacksBooked).toBe(0);
  expect(await factsOf(db, paid.id)).toEqual(asTakenBack(paid.total));
});

test('a chargeback of more than is left takes what is left, and stands in the office with both amounts; the organiser is told', async () => {
  const [purchase, untouched] = [await paidByMercadoPago(), await paidByMercadoPago()];
  const { reference } = purchase.order;
  const { amount } = await organiser.refundSome(purchase.id, { count: 1 });
  // The bank takes everything, as if nothing had been refunded; twice, and from two sides at once.
  const told = () => recordChargeback(walletsApp.sale, { reference, amount: purchase.total });
  expect(await Promise.all([told(), told(), told()])).toEqual(['differs', 'differs', 'differs']);
  expect(await factsOf(walletsDb, purchase.id)).toEqual({
    refunds: [
      { way: 'provider', amount },
      { way: 'chargeback', amount: purchase.total - amount },
    ],
    ...{ validTickets: 0, takenIn: 0, mails: 1 },
  });
  const { refunds } = await organiser.money();
  expect(refunds.find(({ orderId, refund }) => orderId === purchase.id && refund.way === 'chargeback')?.refund.reason).toMatch(
    /^Contracargo informado por la procesadora por \$\s[\d.,]+: de este pago quedaban \$\s[\d.,]+, que se registraron\. Falta aclarar con ella \$\s[\d.,]+$/,
  );
  expect(await factsOf(walletsDb, untouched.id)).toEqual(asPaid(untouched.total));
});

test('a chargeback of a part voids no ticket; the rest goes the same way later, with the tickets, and each is booked once', async () => {
  const [purchase, untouched] = [await paidByMercadoPago(), await paidByMercadoPago()];
  const { reference } = purchase.order;
  const told = (amount: number) => recordChargeback(walletsApp.sale, { reference, amount });
  const part = 300_000;
  expect((await Promise.all([told(part), told(part)])).sort()).toEqual(['differs', 'known']);
  expect(await factsOf(walletsDb, purchase.id)).toEqual({
    refunds: [{ way: 'chargeback', amount: part }],
    ...{ validTickets: 2, takenIn: purchase.total - part, mails: 1 },
  });
  const [first] = (await organiser.money()).refunds.filter(({ orderId }) => orderId === purchase.id);
  expect(first?.refund.reason).toMatch(/una parte de los \$\s[\d.,]+ que quedaban de este pago\. No anula entradas: falta decidir cuáles$/);
  // More than the rest can be: nothing for certain.
  expect(await told(purchase.total + 100)).toBe('differs');
  expect(await told(purchase.total - part)).toBe('booked');
  expect([await told(purchase.total - part), await told(part), await told(purchase.total)]).toEqual(['known', 'known', 'known']);
  expect(await factsOf(walletsDb, purchase.id)).toMatchObject({
    refunds: [{ amount: part }, { amount: purchase.total - part }],
    ...{ validTickets: 0, takenIn: 0, mails: 2 },
  });
  expect(await factsOf(walletsDb, untouched.id)).toEqual(asPaid(untouched.total));
});

test('a part that the bank took is not refunded once more: staff refund what is left of the payment, and no more', async () => {
  const purchase = await paidByMercadoPago();
  await recordChargeback(walletsApp.sale, { reference: purchase.order.reference, amount: purchase.total - 100 });
  const ticketIds = await organiser.validTickets(purchase.id);
  expect(ticketIds).toHaveLength(2);
  expect(await organiser.preview(purchase.id, ticketIds)).toMatchObject({
    failure: 'cannot_refund',
    data: { obstacle: 'too_little_left' },
  });
  expect((await factsOf(walletsDb, purchase.id)).takenIn).toBe(100);
});
