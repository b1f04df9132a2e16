import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { answerOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { stageOf, ticketsOf } from '../factories/purchase.ts';
import { letJobsAge, letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

/** A performance is cancelled while its payments wait to be confirmed: nobody is told to pay any more (decision 105). */
const startsAt = Temporal.Instant.from('2031-03-14T20:30:00Z');
const { db, url, close } = await freshDatabase();
const shop = await aShopWithWallets(db, { startsAt, slowPayments: { hours: 48, mostPercent: 50 } });
const there = shop.hosted.mercadopago.hosted;
const calm = () => {
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
};
calm();
const isA = (state: 'cancelled' | 'on_sale') => db`update performance set state = ${state} where id = ${shop.sale.performanceId}`;
const mails = () => mailsSent({ db, url });
beforeEach(async () => {
  await isA('on_sale');
});
afterEach(async () => {
  calm();
  await db`delete from hold where state = 'held'`;
  await mails();
});
afterAll(async () => {
  await shop.close();
  await close();
});

/** Its buyer chose cash on Mercado Pago's page so many minutes ago. */
async function waiting(minutes = 3) {
  const purchase = await shop.purchase('mercadopago', { isNewcomer: true });
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'pending');
  expect(answerOf(await purchase.buyer.confirm(purchase.id))).toMatchObject({ outcome: 'pending', maySlip: true });
  await letMinutesPass(db, purchase.id, minutes);
  await mails();
  return { ...purchase, order };
}
const stateThere = ({ order }: Awaited<ReturnType<typeof waiting>>) => there.paymentsMade().find(({ id }) => id === order.id)?.state;
/** Something is wrong at Mercado Pago, which answers nothing. */
const isSilent = () => {
  there.switches = HostedSwitches.parse({ webhooks: 'never', silent: true, silentMs: 10 });
};

test('payments that wait for a performance that is cancelled are called off at their provider, and page, order and one mail say not to pay', async () => {
  const purchase = await waiting();
  const { id, buyer, total } = purchase;
  await isA('cancelled');
  await reconcilePayments(shop.app.sale);
  expect([stateThere(purchase), await stageOf(db, id)]).toEqual(['cancelled', 'cancelled']);
  expect(await there.decide(purchase.order, 'approved')).toBe(false);

  const shown = answerOf(await buyer.confirm(id));
  expect(shown).toMatchObject({ outcome: 'cancelled', isPerformanceCancelled: true, waited: true, amount: total });
  expect(shown.purchase.performances.map(({ show }) => show?.name)).toEqual(['Hamlet']);
  expect(answerOf(await buyer.order(id))).toMatchObject({ state: 'cancelled', isPerformanceCancelled: true, paid: 0, pending: 0 });

  await letJobsAge(db, 180);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Se canceló Hamlet: no pagues');
  expect(mail?.text).toContain('No pagues: si te dieron datos para pagar, no los uses.');
  await reconcilePayments(shop.app.sale);
  expect(await mails()).toEqual([]);
});

test('what cannot be called off says the same while it waits, offers nothing to do, and its buyer is told once', async () => {
  const { id, buyer } = await waiting();
  await isA('cancelled');
  isSilent();
  await reconcilePayments(shop.app.sale);
  const shown = answerOf(await buyer.confirm(id));
  expect(shown).toMatchObject({ outcome: 'pending', isPerformanceCancelled: true, maySlip: true });
  for (const gone of ['heldUntil', 'mayCallOff', 'payableUntil']) expect(shown).not.toHaveProperty(gone);
  const order = answerOf(await buyer.order(id));
  expect(order).toMatchObject({ state: 'pending', isPerformanceCancelled: true });
  expect(order).not.toHaveProperty('heldUntil');
  expect(answerOf(await buyer.orders()).items.find((each) => each.id === id)).toMatchObject({ isPerformanceCancelled: true });
  await letMinutesPass(db, id, 40);
  await reconcilePayments(shop.app.sale);
  await letJobsAge(db, 180);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Se canceló Hamlet: no pagues']);

  // Mercado Pago is back, and it is called off after all.
  calm();
  await letMinutesPass(db, id, 40);
  await reconcilePayments(shop.app.sale);
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ outcome: 'cancelled', isPerformanceCancelled: true });
  expect(await mails()).toEqual([]);
});

test('money that comes all the same goes back with a text of its own, and the order that was never sold says how much', async () => {
  const purchase = await waiting();
  const { id, buyer, total, order } = purchase;
  await isA('cancelled');
  await there.decide(order, 'approved');
  await reconcilePayments(shop.app.sale);
  expect([await stageOf(db, id), await ticketsOf(db, id)]).toEqual(['cancelled', []]);
  expect(there.paymentsMade().find(({ reference }) => reference === order.reference)?.refunded).toBe(total);
  expect(await balancesOf(db, id)).toEqual([]);

  expect(answerOf(await buyer.confirm(id))).toMatchObject({
    ...{ outcome: 'refunded', isPerformanceCancelled: true, amount: total, refunded: total, orderId: id },
  });
  const shown = answerOf(await buyer.order(id));
  expect(shown).toMatchObject({ state: 'refunded', isPerformanceCancelled: true, paid: 0, refunded: total, tickets: [] });
  expect(shown.refunds).toEqual([{ amount: total, at: expect.any(Number), to: 'payment' }]);
  const texts = (await mails()).filter(({ messageId }) => messageId.startsWith('<tell-of-return')).map(({ text }) => text);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(/La función se canceló, y tu pago para Hamlet .* no quedó en una compra/);
});

test('a buyer at the provider’s page when the performance is cancelled finds the page closed, and reads why', async () => {
  const purchase = await shop.purchase('mercadopago', { isNewcomer: true });
  const { id, buyer } = purchase;
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await isA('cancelled');
  await reconcilePayments(shop.app.sale);
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ outcome: 'cancelled', isPerformanceCancelled: true });
  expect(await stageOf(db, id)).toBe('cancelled');
  // Where it is paid in the last second, it goes back.
  await there.decide(order, 'approved');
  await letMinutesPass(db, id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await ticketsOf(db, id)).toEqual([]);
  expect(await balancesOf(db, id)).toEqual([]);
});

test('payments of other performances go on waiting, and a buyer who calls one off for a cancelled performance is not asked to pay otherwise', async () => {
  const other = await waiting();
  await reconcilePayments(shop.app.sale);
  expect(answerOf(await other.buyer.confirm(other.id))).toMatchObject({ outcome: 'pending', mayCallOff: true });
  expect(answerOf(await other.buyer.confirm(other.id))).not.toHaveProperty('isPerformanceCancelled');
  await isA('cancelled');
  const off = answerOf(await other.buyer.cancelPayment(other.id));
  expect(off).toMatchObject({ outcome: 'cancelled', isPerformanceCancelled: true, purchase: { stage: 'cancelled' } });
});

test('two workers at once call each payment off once, with one mail', async () => {
  const [one, two] = [await waiting(), await waiting()];
  await isA('cancelled');
  await Promise.all([reconcilePayments(shop.app.sale), reconcilePayments(shop.app.sale)]);
  expect([stateThere(one), stateThere(two)]).toEqual(['cancelled', 'cancelled']);
  await letJobsAge(db, 180);
  expect(await mails()).toHaveLength(2);
});
