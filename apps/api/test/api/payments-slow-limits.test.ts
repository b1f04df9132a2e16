import { afterEach, expect, test } from 'vitest';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aProduct } from '../factories/catalogue.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { stageOf, TICKET_TOTAL, ticketsOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder, walletForm } from '../factories/wallets.ts';

/** How much may wait for payments that are confirmed later, and for how long (decision 098). */
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Mercado Pago tells nothing by itself. */
const quiet = { webhooks: 'never' } as const;
const startsAt = Temporal.Instant.from('2031-03-14T20:30:00Z');
/** 400 places, of which 8 may wait. */
const slowPayments = { hours: 48, mostPercent: 2 };

async function aShop(given: Parameters<typeof aShopWithWallets>[1]) {
  const { db, close } = await freshDatabase();
  const shop = await aShopWithWallets(db, { startsAt, slowPayments, ...given });
  const there = shop.hosted.mercadopago.hosted;
  there.switches = HostedSwitches.parse(quiet);
  closing.push(shop.close, close);
  const of = async <Value>(rows: PromiseLike<readonly { value: Value }[]>) => (await rows)[0]?.value;
  return {
    db,
    shop,
    there,
    /** Places that wait for days. */
    waiting: () =>
      of(db<{ value: number }[]>`
        select count(*)::int as value from place join attempt using (purchase_id)
         where place.state = 'held' and held_until > now() + interval '1 hour' and attempt.state = 'pending'`),
    hoursLeft: (id: string) =>
      of(db<{ value: number }[]>`
        select round(extract(epoch from min(held_until) - now()) / 3600)::int as value from place where purchase_id = ${id} and state = 'held'`),
  };
}

test('forty purchases that start to pay at once do not wait beyond what the show allows: the rest is cancelled at Mercado Pago', async () => {
  const { db, shop, there, waiting } = await aShop({});
  const many: Awaited<ReturnType<typeof shop.purchase>>[] = [];
  for (let turn = 0; turn < 40; turn++) many.push(await shop.purchase('mercadopago', { isNewcomer: true }));
  await Promise.all(many.map(async (each) => answerOf(await each.pay())));
  for (const order of there.orders.newestFirst()) await there.decide(order, 'pending');
  await Promise.all(many.map(({ buyer, id }) => buyer.confirm(id)));
  expect(await waiting()).toBe(8);

  // The others keep their places for the minutes that every payment has, and are not kept waiting by Mercado Pago after that.
  for (const { id } of many) await letMinutesPass(db, id, 21);
  for (const order of there.orders.newestFirst()) order.expiresAt = there.clock.now() - 5000;
  await reconcilePayments(shop.app.sale);
  const states = there.paymentsMade().map(({ state }) => state);
  expect(states.filter((state) => state === 'pending')).toHaveLength(4);
  expect(states.filter((state) => state === 'cancelled' || state === 'declined')).toHaveLength(36);
  expect(await waiting()).toBe(8);
});

test('of two purchases of one customer that begin to wait at the same moment one waits', async () => {
  const { shop, there, waiting } = await aShop({ slowPayments: { hours: 48, mostPercent: 50 } });
  const both = [await shop.purchase('mercadopago'), await shop.purchase('mercadopago')];
  await Promise.all(both.map(async (each) => answerOf(await each.pay())));
  for (const order of there.orders.newestFirst()) await there.decide(order, 'pending');
  await Promise.all(both.map(({ buyer, id }) => buyer.confirm(id)));
  expect(await waiting()).toBe(2);
});

test('purchases whose hold lapsed while their buyers were choosing are not kept beside those that came meanwhile', async () => {
  const { db, shop, there, waiting } = await aShop({});
  const all: { purchase: Awaited<ReturnType<typeof shop.purchase>>; order: ReturnType<typeof newestOrder> }[] = [];
  const wave = async (startedMinutesAgo: number) => {
    for (let turn = 0; turn < 4; turn++) {
      const purchase = await shop.purchase('mercadopago', { startedMinutesAgo, isNewcomer: true });
      answerOf(await purchase.pay());
      all.push({ purchase, order: newestOrder(there) });
    }
  };
  await wave(11.5);
  // Held for eight and a half more minutes; the page is open for fifteen, and given up after ten.
  for (const { purchase } of all) await letMinutesPass(db, purchase.id, 9);
  await reconcilePayments(shop.app.sale);
  await sweepExpired(shop.app.sale);
  await wave(1);
  for (const { order } of all) await there.decide(order, 'pending');
  for (const { purchase } of all) await letMinutesPass(db, purchase.id, 0.1);
  for (const { purchase } of all) await purchase.buyer.confirm(purchase.id);
  expect(await waiting()).toBeLessThanOrEqual(8);
});

test('an account has no more purchases and places while its payments wait, and one that waits of a performance', async () => {
  const { db, shop, there } = await aShop({ slowPayments: { hours: 48, mostPercent: 50 } });
  const { buyer, customerId } = await shop.purchase('mercadopago');
  const ids: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const taken = await buyer.take(
      shop.sale,
      Array.from({ length: 10 }, (_, index) => 100 + 10 * turn + index),
    );
    if (resultOf(taken) !== 'ok') break;
    const { id } = answerOf(taken).purchase;
    ids.push(id);
    await buyer.selectDelivery(id);
    answerOf(await buyer.pay({ id, total: 10 * TICKET_TOTAL }, walletForm('mercadopago')));
    await there.decide(newestOrder(there), 'pending');
    await buyer.confirm(id);
    await letMinutesPass(db, id, 21);
    await reconcilePayments(shop.app.sale);
    await sweepExpired(shop.app.sale);
  }
  const slow = await db<{ id: string }[]>`select purchase_id as id from attempt where slow_until is not null`;
  expect(slow.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  for (const order of there.orders.newestFirst()) await there.decide(order, 'approved');
  for (const id of ids) {
    await letMinutesPass(db, id, 1);
    await buyer.confirm(id);
  }
  const [{ count } = { count: 0 }] = await db<{ count: number }[]>`
    select count(*)::int as count from ticket join purchase on purchase.id = purchase_id where customer_id = ${customerId}`;
  // The brand's limit.
  expect(count).toBeLessThanOrEqual(20);
});

test('a payment that waits makes no reservation shorter', async () => {
  const reservations = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
  const { db, shop, there, hoursLeft } = await aShop({ slowPayments: { hours: 2, mostPercent: 2 }, reservations });
  const { id, buyer, placeIds, pay } = await shop.purchase('mercadopago');
  answerOf(await buyer.reserve(id));
  answerOf(await buyer.resume(id, shop.sale));
  answerOf(await pay());
  await there.decide(newestOrder(there), 'pending');
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('pending');
  expect(await hoursLeft(id)).toBe(72);
  await letMinutesPass(db, id, 121);
  there.switches = HostedSwitches.parse({ ...quiet, silent: true, silentMs: 10 });
  const other = await shop.purchase('mercadopago');
  expect(resultOf(await other.buyer.takeMore(other.id, shop.sale, placeIds))).toBe('places_taken');
});

test('what waited and is approved after its performance began is not sold: the money goes back', async () => {
  const { db, shop, there } = await aShop({ startsAt: Temporal.Now.instant().add({ hours: 30 }) });
  const { id, buyer, pay, total } = await shop.purchase('mercadopago');
  answerOf(await pay());
  const order = newestOrder(there);
  await there.decide(order, 'pending');
  await buyer.confirm(id);
  await letMinutesPass(db, id, 48 * 60);
  await db`update performance set starts_at = starts_at - interval '48 hours'`;
  await there.decide(order, 'approved');
  await letMinutesPass(db, id, 1);
  await buyer.confirm(id);
  expect([await ticketsOf(db, id), await stageOf(db, id)]).toEqual([[], 'cancelled']);
  expect(there.paymentsMade().find(({ reference }) => reference === order.reference)?.refunded).toBe(total);
});

test('products do not wait, nor what a stranger pays with a link; a page on which cash was chosen takes nothing more', async () => {
  const products = [
    aProduct({ key: 'cochera', name: 'Cochera', mostPerPurchase: 10, mostPerPerson: 10, variants: [{ price: 500_000, stock: 10 }] }),
  ];
  const { db, shop, there } = await aShop({ products });
  const [variant] = await db<{ id: number }[]>`select id from product_variant`;
  const withProducts = await shop.purchase('mercadopago');
  answerOf(await withProducts.buyer.selectProducts(withProducts.id, shop.sale, [{ variantId: variant?.id ?? 0, quantity: 10 }]));
  const total = answerOf(await withProducts.buyer.purchase(withProducts.id)).totals?.total ?? 0;
  answerOf(await withProducts.buyer.pay({ id: withProducts.id, total }, walletForm('mercadopago')));
  expect(newestOrder(there).isInstant).toBe(true);

  const inCash = await shop.purchase('mercadopago');
  answerOf(await inCash.pay());
  const order = newestOrder(there);
  expect(order.isInstant).toBe(false);
  await there.decide(order, 'pending');
  await inCash.buyer.confirm(inCash.id);
  expect(order.expiresAt ?? Number.POSITIVE_INFINITY).toBeLessThan(there.clock.now());
});
