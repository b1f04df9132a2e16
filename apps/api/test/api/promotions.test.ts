import { loadBrand } from '@butaca/brand/load';
import { listPromotions, listPromotionsOfReservation, type Purchase, previewPromotions } from '@butaca/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aLevel, aPromotion, inDays, twoForOne } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { cancelOpenPurchases, TICKET_TOTAL } from '../factories/purchase.ts';
import { letPromotionsAge } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const levels = [
  aLevel({
    types: [
      { name: 'General', faceValue: 1_000_000, taxClass: 'exempt' },
      { name: 'Jubilados', faceValue: 800_000, taxClass: 'exempt' },
    ],
  }),
];
const reservations = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
const startsAt = inDays(20);
const inHours = (hours: number) => Temporal.Now.instant().add({ hours }).toString();
const shop = await aCheckout(db, undefined, [
  {
    levels,
    startsAt,
    reservations,
    promotions: [
      aPromotion({
        percent: 1000,
        key: 'diez',
        name: '10 % online',
        channels: ['online'],
        performances: [{ startsAt: startsAt.toString() }],
      }),
      twoForOne({
        priceTypes: ['General'],
        note: 'Llevás dos, pagás una',
        soldUntil: inHours(1),
        performances: [{ startsAt: startsAt.toString() }],
      }),
      aPromotion({ key: 'palco', name: 'Palcos', percent: 5000, channels: ['box_office'] }),
      aPromotion({ key: 'tarde', name: 'Más adelante', percent: 9000, soldFrom: inDays(2).toString() }),
    ],
  },
  { levels, startsAt: inDays(21) },
]);
const { app, buyer, sales, stranger, gateway } = shop;
const [sale, other] = sales;
afterAll(async () => {
  await shop.close();
  await close();
});
beforeEach(() => cancelOpenPurchases(app));

let next = 0;
const some = (count: number) => Array.from({ length: count }, () => next++);
const finalsOf = ({ performances }: Purchase) => performances.flatMap(({ places = [] }) => places.map(({ final }) => final));
const offersFor = async ({ id }: Purchase, { performanceId } = sale) =>
  answerOf(await buyer.call(listPromotions, { params: { performanceId }, body: { purchaseId: id } }));

test('where the brand mixes them, each ticket has the one that is best for all together, and that is charged and printed (FL-008)', async () => {
  const { brand } = await loadBrand('butaca');
  const mixing = await customersApp(db, { payments: [shop.card], brand: { ...brand, flags: { ...brand.flags, multiPromotion: true } } });
  const mixed = { ...buyer, ...buyerAt(mixing, { token: buyer.token }) };
  const { id } = answerOf(await mixed.take(sale, some(3))).purchase;
  const total = 600_000 + 600_000 + 1_040_000;
  expect(answerOf(await mixed.purchase(id)).totals).toMatchObject({ discounts: -1_100_000, total });
  // The same purchase, where a selection has one promotion.
  expect(answerOf(await buyer.purchase(id)).totals).toMatchObject({ discounts: -1_000_000, total: 1_200_000 + TICKET_TOTAL });
  const offered = answerOf(await mixed.call(listPromotions, { params: sale, body: { purchaseId: id } }));
  expect(offered).toMatchObject({ undiscounted: 3 * TICKET_TOTAL, total });
  expect(offered.items.slice(0, 2).map(({ name, applied, saved, obstacle }) => [name, applied, saved, obstacle])).toEqual([
    ['10 % online', true, 110_000, undefined],
    ['2x1', true, 1_100_000, undefined],
  ]);
  await mixed.selectDelivery(id);
  expect(await mixed.pay({ id, total: total - 100 })).toMatchObject({ failure: 'total_changed' });
  expect(await mixed.pay({ id, total })).toMatchObject({ data: { outcome: 'approved', amount: total } });
  const { tickets } = answerOf(await mixed.order(id));
  expect(tickets.map(({ promotion, final }) => [promotion, final]).toSorted()).toEqual([
    ['10 % online', 1_040_000],
    ['2x1', 600_000],
    ['2x1', 600_000],
  ]);
  await mixing.close();
});

describe('what a purchase costs with promotions', () => {
  test('is the best of the promotions, shown ticket by ticket and as a line with its name (GE-010)', async () => {
    const bystander = await stranger();
    const untouched = answerOf(await bystander.take(other, some(2))).purchase;
    const one = answerOf(await buyer.take(sale, some(1))).purchase;
    // $ 10.000 less a tenth; the service charge is a tenth of what is left.
    expect(finalsOf(one)).toEqual([1_040_000]);
    const two = answerOf(await buyer.takeMore(one.id, sale, some(1))).purchase;
    expect(finalsOf(two)).toEqual([600_000, 600_000]);
    expect(two.totals).toMatchObject({
      tickets: 2_000_000,
      discounts: -1_000_000,
      serviceCharge: 100_000,
      antiFraudQr: 100_000,
      total: 1_200_000,
    });
    expect(two.performances[0]?.promotions).toEqual([{ id: expect.any(Number), name: '2x1', ticketCount: 2, discount: 1_000_000 }]);
    expect(two.performances[0]?.places?.map(({ promotion }) => promotion)).toEqual(['2x1', '2x1']);
    const theirs = answerOf(await bystander.purchase(untouched.id));
    expect(theirs.totals).toMatchObject({ discounts: 0, total: 2 * TICKET_TOTAL });
    expect(theirs.performances[0]).not.toHaveProperty('promotions');
  });

  test('is told promotion by promotion: what each saves, which one applies, and why another does not (CA-040)', async () => {
    const { purchase } = answerOf(await buyer.take(sale, some(1)));
    const { items, undiscounted, total } = await offersFor(purchase);
    expect([undiscounted, total]).toEqual([TICKET_TOTAL, 1_040_000]);
    expect(items.map(({ name, applied, saved, obstacle, lacks }) => [name, applied, saved, obstacle, lacks])).toEqual([
      ['10 % online', true, 110_000, undefined, undefined],
      ['2x1', false, 0, 'too_few', 1],
      ['Palcos', false, 0, 'channel', undefined],
      ['Más adelante', false, 0, 'not_now', undefined],
    ]);
    expect(items[1]?.note).toBe('Llevás dos, pagás una');
    const more = answerOf(await buyer.takeMore(purchase.id, sale, some(1))).purchase;
    expect((await offersFor(more)).items.slice(0, 2)).toMatchObject([
      { applied: false, obstacle: 'better', saved: 220_000 },
      { applied: true, saved: 1_100_000 },
    ]);
  });

  test('is told of nobody else’s purchase, nor of a performance that it has no places of (CA-040)', async () => {
    const { purchase } = answerOf(await (await stranger()).take(sale, some(1)));
    const body = { purchaseId: purchase.id };
    expect(await buyer.call(listPromotions, { params: sale, body })).toMatchObject({ failure: 'not_found' });
    const mine = answerOf(await buyer.take(sale, some(1))).purchase;
    expect(await buyer.call(listPromotions, { params: other, body: { purchaseId: mine.id } })).toMatchObject({ failure: 'not_found' });
  });

  test('is told of a selection before anything is held, by sector and quantity (CA-041)', async () => {
    const before = await db`select * from place where state <> 'free'`;
    const preview = (quantity: number, more = {}) =>
      buyer.call(previewPromotions, { params: { performanceId: sale.performanceId }, body: { quantities: [{ quantity, ...more }] } });
    expect(answerOf(await preview(3))).toMatchObject({ undiscounted: 3 * TICKET_TOTAL, total: 1_200_000 + TICKET_TOTAL });
    expect(await preview(11)).toMatchObject({ failure: 'too_many_places', data: { most: 10 } });
    expect(await preview(1, { sectorId: 999_999 })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'listaSector' }] },
    });
    expect(await db`select * from place where state <> 'free'`).toEqual(before);
  });

  test('is told of a reservation as if it were paid now, to its owner alone (CA-042)', async () => {
    const { id } = answerOf(await buyer.take(sale, some(2))).purchase;
    expect(answerOf(await buyer.reserve(id)).stage).toBe('reserved');
    const input = { params: { purchaseId: id }, body: { performanceId: sale.performanceId } };
    expect(answerOf(await buyer.call(listPromotionsOfReservation, input))).toMatchObject({
      undiscounted: 2 * TICKET_TOTAL,
      total: 1_200_000,
    });
    expect(await (await stranger()).call(listPromotionsOfReservation, input)).toMatchObject({ failure: 'not_found' });
  });
});

test('what is charged, booked and printed is what was shown, with the promotion’s name on each ticket (EN-116)', async () => {
  const { purchase } = answerOf(await buyer.take(sale, some(2)));
  const { id } = purchase;
  await buyer.selectDelivery(id);
  expect(await buyer.pay({ id, total: 2 * TICKET_TOTAL })).toMatchObject({ failure: 'total_changed' });
  expect(await buyer.pay({ id, total: 1_200_000 })).toMatchObject({ data: { outcome: 'approved', amount: 1_200_000 } });
  expect(gateway.charges.at(-1)).toMatchObject({ amount: 1_200_000 });
  const order = answerOf(await buyer.order(id));
  expect(order.tickets.map(({ promotion, final }) => [promotion, final])).toEqual([
    ['2x1', 600_000],
    ['2x1', 600_000],
  ]);
  expect(order.totals).toMatchObject({ tickets: 2_000_000, discounts: -1_000_000, total: 1_200_000 });
  const entries = await db<{ account: string; performanceId: number | null; amount: number }[]>`
    select account, performance_id as "performanceId", sum(amount)::float8 as amount
      from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
     where ledger_transaction.purchase_id = ${id} group by 1, 2 order by 1`;
  expect(entries).toContainEqual({ account: 'discounts', performanceId: sale.performanceId, amount: 1_000_000 });
  expect(entries).toContainEqual({ account: 'tickets', performanceId: sale.performanceId, amount: -2_000_000 });
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});

test('a promotion that ends while it is being chosen is not paid: the buyer sees the new total first', async () => {
  const { purchase } = answerOf(await buyer.take(sale, some(2)));
  await buyer.selectDelivery(purchase.id);
  await letPromotionsAge(db, 2 * 60);
  await expect.poll(async () => answerOf(await buyer.purchase(purchase.id)).totals?.total, { timeout: limit(10_000) }).toBe(2_080_000);
  const refused = await buyer.pay({ id: purchase.id, total: 1_200_000 });
  expect(refused).toMatchObject({ failure: 'total_changed', data: { purchase: { totals: { total: 2_080_000 } } } });
  expect(await buyer.pay({ id: purchase.id, total: 2_080_000 })).toMatchObject({ data: { outcome: 'approved' } });
});
