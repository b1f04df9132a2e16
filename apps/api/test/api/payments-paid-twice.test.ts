import { afterAll, afterEach, expect, test } from 'vitest';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { answerOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { stageOf, ticketsOf } from '../factories/purchase.ts';
import { letJobsAge, letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

/** Two approved payments on one page of Mercado Pago (docs/payments.md#mercado-pago): one pays the purchase, the other goes back. */
const { db, close, url } = await freshDatabase();
const shop = await aShopWithWallets(db);
const there = shop.hosted.mercadopago.hosted;
const calm = () => {
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
};
calm();
afterEach(calm);
afterAll(async () => {
  await shop.close();
  await close();
});

async function paidTwice({ webhooks = 'never' }: { webhooks?: 'never' | 'early' } = {}) {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'approved');
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('approved');
  await letMinutesPass(db, purchase.id, 0.1);
  there.switches = HostedSwitches.parse({ webhooks, payTwice: 1 });
  expect(await there.decide(order, 'approved')).toBe(true);
  expect(order.payments).toHaveLength(2);
  return { ...purchase, order };
}
type Paid = Awaited<ReturnType<typeof paidTwice>>;

const backOf = ({ order }: Paid) => order.payments.map(({ refunds }) => refunds.reduce((sum, { amount }) => sum + amount, 0));
const attemptsOf = async (id: string) =>
  (await db<{ state: string }[]>`select state from attempt where purchase_id = ${id} order by started_at`).map(({ state }) => state);
const kept = async (id: string) =>
  (await balancesOf(db, id)).filter(({ account }) => account === 'clearing:mercadopago' || account === 'owed_to_buyer');

/** Paid once, with its tickets, and nothing owed. */
async function isRight(paid: Paid) {
  const { id, placeIds, total } = paid;
  expect(backOf(paid)).toEqual([0, total]);
  expect(await attemptsOf(id)).toEqual(['approved', 'refunded']);
  expect([await stageOf(db, id), await ticketsOf(db, id)]).toEqual(['paid', placeIds]);
  expect(await kept(id)).toEqual([{ account: 'clearing:mercadopago', performanceId: null, balance: total }]);
  expect(answerOf(await paid.buyer.order(id))).toMatchObject({ state: 'paid', paid: total });
  expect((await checkLedger(db)).faults).toEqual([]);
}

test('a webhook of a second approved payment gives it back, and its buyer gets a mail; the purchase stays as it is', async () => {
  const paid = await paidTwice({ webhooks: 'early' });
  await isRight(paid);
  await letJobsAge(db, 180);
  const [mail, ...others] = (await mailsSent({ db, url })).filter(({ messageId }) => messageId.startsWith('<tell-of-return'));
  expect([mail?.subject, others]).toEqual(['Te devolvemos el dinero de Hamlet', []]);
  expect(mail?.text).toContain('cuando ya habías pagado');
});

test('without a webhook the worker finds it, the next time that it looks at the paid payment', async () => {
  const paid = await paidTwice();
  expect(backOf(paid)).toEqual([0, 0]);
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  await isRight(paid);
});

test('told again, and by two sides at once, it is booked and given back once', async () => {
  const paid = await paidTwice();
  await letMinutesPass(db, paid.id, 29 * 60);
  await Promise.all([reconcilePayments(shop.app.sale), reconcilePayments(shop.app.sale)]);
  await letMinutesPass(db, paid.id, 48 * 60);
  await reconcilePayments(shop.app.sale);
  await isRight(paid);
});

test('a refund that fails leaves it owed, and the worker gives it back later', async () => {
  const paid = await paidTwice();
  there.switches = HostedSwitches.parse({ webhooks: 'never', failRefunds: 1 });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  expect([await attemptsOf(paid.id), backOf(paid)]).toEqual([
    ['approved', 'returning'],
    [0, 0],
  ]);
  expect((await kept(paid.id)).find(({ account }) => account === 'owed_to_buyer')?.balance).toBe(-paid.total);
  await letMinutesPass(db, paid.id, 60);
  await reconcilePayments(shop.app.sale);
  await isRight(paid);
});

test('both known at once: one is sold, the other goes back', async () => {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'approved');
  there.switches = HostedSwitches.parse({ webhooks: 'never', payTwice: 1 });
  await there.decide(order, 'approved');
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('approved');
  await isRight({ ...purchase, order });
});

test('a second payment of what went back as late money goes back, too', async () => {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await letMinutesPass(db, purchase.id, 11);
  await purchase.buyer.confirm(purchase.id);
  await there.decide(order, 'approved');
  order.expiresAt = there.clock.now() + 60_000;
  await there.decide(order, 'approved');
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded']);
  await letMinutesPass(db, purchase.id, 0.1);
  there.switches = HostedSwitches.parse({ webhooks: 'early', payTwice: 1 });
  expect(await there.decide(order, 'approved')).toBe(true);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded', 'refunded']);
  expect(backOf({ ...purchase, order })).toEqual([purchase.total, purchase.total]);
  expect(await kept(purchase.id)).toEqual([]);
});

test('what is given back of the payment that counts is found beside a second one', async () => {
  const paid = await paidTwice({ webhooks: 'early' });
  const [first] = paid.order.payments;
  if (!first) throw new Error('nothing was paid');
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
  there.refund(paid.order, first, { key: null });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  expect(answerOf(await paid.buyer.order(paid.id))).toMatchObject({ state: 'refunded', refunded: paid.total });
  expect(await kept(paid.id)).toEqual([]);
});

test('a chargeback of the second payment is none of the purchase', async () => {
  const paid = await paidTwice();
  there.switches = HostedSwitches.parse({ webhooks: 'never', failRefunds: 1 });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  there.switches = HostedSwitches.parse({ webhooks: 'early' });
  expect(there.chargeBack(paid.order, paid.order.payments[1])).toBe(true);
  await expect.poll(() => there.webhooks.sent.at(-1)?.url).toContain(paid.order.payments[1]?.id);
  expect(answerOf(await paid.buyer.order(paid.id))).toMatchObject({ state: 'paid', paid: paid.total });
  expect(await ticketsOf(db, paid.id)).toEqual(paid.placeIds);
  // The bank took it: nothing is owed, and nothing is asked for again.
  await letMinutesPass(db, paid.id, 61);
  await reconcilePayments(shop.app.sale);
  await isOver(paid);
});

/** The second payment is no longer here and no longer owed, though no refund of ours has brought that about. */
async function isOver(paid: Paid) {
  expect(await attemptsOf(paid.id)).toEqual(['approved', 'refunded']);
  expect(await kept(paid.id)).toEqual([{ account: 'clearing:mercadopago', performanceId: null, balance: paid.total }]);
  expect((await checkLedger(db)).faults).toEqual([]);
}

test('a second payment that Mercado Pago’s own people have given back is not given back once more, and ends', async () => {
  const paid = await paidTwice();
  there.switches = HostedSwitches.parse({ webhooks: 'never', failRefunds: 1 });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(paid.id)).toEqual(['approved', 'returning']);
  const [, second] = paid.order.payments;
  if (!second) throw new Error('nothing was paid twice');
  there.refund(paid.order, second, { key: null });
  await letMinutesPass(db, paid.id, 61);
  await reconcilePayments(shop.app.sale);
  await isOver(paid);
  expect(backOf(paid)).toEqual([0, paid.total]);
});

test('what counts is found behind all the declined tries of a page, and what was paid beside it', async () => {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  for (let tries = 0; tries < 60; tries += 1) await there.decide(order, 'declined');
  await there.decide(order, 'approved');
  there.switches = HostedSwitches.parse({ webhooks: 'never', payTwice: 1 });
  await there.decide(order, 'approved');
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('approved');
  const refunds = order.payments.map(({ state, refunds: back }) => [state, back.length]);
  expect([refunds.length, ...refunds.slice(-2)]).toEqual([62, ['approved', 0], ['approved', 1]]);
  expect(await attemptsOf(purchase.id)).toEqual(['approved', 'refunded']);
});
