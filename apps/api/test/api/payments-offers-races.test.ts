import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { settlePayment } from '../../src/sale/pay/settle.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { lateMoney, one, outcomesOf, SEATS } from '../factories/late-money.ts';
import { anAttemptAt } from '../factories/provider.ts';
import { havePurchase, type Sale } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db);
const { app, buyer, card, gateway, stranger, sale } = checkout;
const { sellTo, aLatePayment, anOffer, emptyHouse, accept, decline, isOver, stageOf, attemptOf, accountsOf, holdOf, placesOf } = lateMoney(
  db,
  checkout,
);
beforeEach(emptyHouse);
afterAll(async () => {
  await checkout.close();
  await close();
});

const world = app.sale;
const reconcile = () => reconcilePayments(world);

test('accepting twice, at once or later, sells once and gets the same answer', async () => {
  const { id, total } = await anOffer();
  expect(outcomesOf(await Promise.all([accept(id), accept(id), accept(id)]))).toEqual(['approved', 'approved', 'approved']);
  expect(outcomesOf([await accept(id)])).toEqual(['approved']);
  expect((await accountsOf(id))['clearing:payway']).toBe(total);
  expect(await db`select from ledger_transaction where purchase_id = ${id}`).toHaveLength(2);
});

test('when an offer is accepted and declined at once, exactly one counts', async () => {
  const { id, total } = await anOffer();
  const answers = outcomesOf(await Promise.all([accept(id), decline(id)]));
  expect(answers.filter((answer) => answer === 'offer_over')).toHaveLength(1);
  const paid = (await stageOf(id)) === 'paid';
  expect(answers).toEqual(paid ? ['approved', 'offer_over'] : ['offer_over', 'refunded']);
  expect((await accountsOf(id))['clearing:payway'] ?? 0).toBe(paid ? total : 0);
});

test('an answer at the moment when the offer expires counts or not, and the money goes back at most once', async () => {
  const { id } = await anOffer();
  await isOver(id);
  await Promise.all([accept(id), reconcile(), decline(id), reconcile()]);
  await reconcile();
  expect(await stageOf(id)).toBe('cancelled');
  expect(gateway.state.refunds).toBe(1);
  expect((await db`select kind from ledger_transaction where purchase_id = ${id} order by at`).map(({ kind }) => kind)).toEqual([
    'late_receipt',
    'late_return',
  ]);
});

test('equal places that this process believes free and that are taken are not offered: the next ones are', async () => {
  const first = await anOffer();
  const { placeIds } = await holdOf(first.id);
  await decline(first.id);
  await sweepExpired(app.sale);
  // By a process that announces nothing.
  await sellTo('somebody', placeIds);
  const { shown, id } = await anOffer();
  expect(shown).toMatchObject({ outcome: 'offered' });
  expect((await holdOf(id)).placeIds.filter((place) => placeIds.includes(place))).toEqual([]);
});

test('equal places that this process believes taken and that are free are offered', async () => {
  const late = await aLatePayment();
  const others = SEATS.filter((seat) => !late.placeIds.includes(seat));
  await sellTo('somebody', [...others, 5]);
  await app.sale.live.reread(sale.performanceId, SEATS);
  await db`update place set state = 'free', purchase_id = null where performance_id = ${sale.performanceId} and place_id in (24, 25)`;
  // All places are read again at most twice a second.
  await sleep(600);
  expect(outcomesOf([await buyer.confirm(late.id)])).toEqual(['offered']);
  expect((await holdOf(late.id)).placeIds).toEqual([24, 25]);
});

test('two answers at once that name each other’s payment: one of them pays for the offer, and the other one goes back', async () => {
  for (let round = 0; round < 4; round += 1) {
    const late = await aLatePayment({ placeIds: [4, 5] });
    await sellTo('somebody', [5]);
    const { reference } = await attemptOf(late.id);
    const echo = { reference, amount: late.total, currency: 'ARS' };
    const answerWith = (paymentId: string, beside: string) => ({
      answer: { result: 'approved' as const, paymentId, echo, facts: {}, surplus: [{ paymentId: beside, echo }] },
      asked: 'query' as const,
    });
    const key = { purchaseId: late.id, reference };
    const [one, other] = [`one-${round}`, `other-${round}`];
    await Promise.all([settlePayment(world, key, answerWith(one, other)), settlePayment(world, key, answerWith(other, one))]);
    const attempts = await db<{ state: string; paymentId: string }[]>`
      select state, payment_id as "paymentId" from attempt where purchase_id = ${late.id} and payment_id in (${one}, ${other}) order by state`;
    expect(attempts.map(({ state }) => state)).toEqual(['offered', 'returning']);
    expect(attempts.map(({ paymentId }) => paymentId).toSorted()).toEqual([one, other]);
    await emptyHouse();
  }
});

test('two late payments are never offered the same places', async () => {
  const [one, other] = [await aLatePayment({ placeIds: [4, 5] }), await aLatePayment({ placeIds: [14, 15] })];
  await sellTo('somebody', [5, 15]);
  expect(outcomesOf(await Promise.all([buyer.confirm(one.id), buyer.confirm(other.id)]))).toEqual(['offered', 'offered']);
  const held = [...(await holdOf(one.id)).placeIds, ...(await holdOf(other.id)).placeIds];
  expect(new Set(held).size).toBe(4);
  expect(outcomesOf(await Promise.all([accept(one.id), accept(other.id)]))).toEqual(['approved', 'approved']);
});

test('late payments and new buyers at once: each place has one buyer, and a buyer without places has the money back', async () => {
  const late = await Promise.all([0, 4, 10, 14, 20, 24].map((first) => aLatePayment({ placeIds: [first, first + 1] })));
  await sellTo('somebody', [1, 5, 11, 15, 21, 25, 30, 33, 36, 39]);
  const newcomers = await Promise.all([stranger(), stranger(), stranger()]);
  const [outcomes, taken] = await Promise.all([
    Promise.all(late.map(({ id }) => buyer.confirm(id))),
    Promise.all(newcomers.flatMap((each) => [1, 2].map(() => each.takeBest(sale, 2)))),
  ]);
  expect(outcomesOf(outcomes).filter((word) => word !== 'offered' && word !== 'refunded')).toEqual([]);
  const given = taken.flatMap((outcome) => (outcome.status === 'ok' ? outcome.data.placeIds : []));
  const offered = (await Promise.all(late.map(({ id }) => placesOf(id)))).flatMap((places, index) =>
    outcomesOf(outcomes)[index] === 'offered' ? places.map(({ placeId }) => placeId) : [],
  );
  expect(offered.length).toBe(2 * outcomesOf(outcomes).filter((word) => word === 'offered').length);
  expect(new Set([...given, ...offered]).size).toBe(given.length + offered.length);
  for (const { id } of late) {
    const { 'clearing:payway': clearing = 0, owed_to_buyer = 0 } = await accountsOf(id);
    expect(clearing + owed_to_buyer).toBe(0);
  }
});

test('an approval that several processes read, and again while places are offered, is applied once', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [5]);
  const { reference } = await attemptOf(late.id);
  const hear = async () =>
    settlePayment(world, { purchaseId: late.id, reference }, { answer: await card.ask(anAttemptAt({ reference })), asked: 'query' });
  await Promise.all([hear(), hear(), hear()]);
  await hear();
  expect(await stageOf(late.id)).toBe('offered');
  expect(await attemptOf(late.id)).toMatchObject({ state: 'offered' });
  expect(gateway.state.refunds).toBe(0);
  expect(await db`select from ledger_transaction where purchase_id = ${late.id}`).toHaveLength(1);
});

test('when a purchase is for two performances, both have places or the money goes back; what was not lost stays', async () => {
  const second = await one(db<Sale[]>`
    with copied as (
      insert into performance (show_id, venue_id, venue_map_id, starts_at, state)
      select show_id, venue_id, venue_map_id, starts_at + interval '1 day', state from performance where id = ${sale.performanceId} returning id
    ), level as (
      insert into price_level (performance_id, position, name, category)
      select copied.id, position, name, category from copied, price_level where performance_id = ${sale.performanceId} returning id, performance_id
    )
    insert into price_type (price_level_id, position, name, face_value, tax_class_id)
    select level.id, position, name, face_value, tax_class_id from level, price_type where price_type.id = ${sale.priceTypeId}
    returning (select id from copied) as "performanceId", id as "priceTypeId"`);
  await db`insert into place (performance_id, place_id) select ${second.performanceId}, generate_series(0, 39)`;
  const lateForBoth = async (placeIds: readonly number[]) => {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds });
    await db`insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
             select ${second.performanceId}, purchase_id, place_ids, ${placeIds.map(() => second.priceTypeId)}::integer[], held_until
               from hold where purchase_id = ${id}`;
    await db`update place set state = 'held', purchase_id = ${id}, held_until = (select deadline from purchase where id = ${id})
              where performance_id = ${second.performanceId} and place_id = any (${[...placeIds]}::integer[])`;
    gateway.state.next.push('lost');
    const { totals } = answerOf(await buyer.purchase(id));
    await buyer.pay({ id, total: totals?.total ?? 0 });
    await letMinutesPass(db, id, 30);
    return id;
  };

  const offered = await lateForBoth([4, 5]);
  await sellTo('somebody', [5], second);
  const { offer } = answerOf(await buyer.confirm(offered));
  expect(offer?.changes).toMatchObject([{ performanceId: second.performanceId }]);
  expect((await holdOf(offered)).placeIds).toEqual([4, 5]);
  expect(outcomesOf([await accept(offered)])).toEqual(['approved']);
  expect((await placesOf(offered)).map(({ state }) => state)).toEqual(['sold', 'sold', 'sold', 'sold']);

  const refunded = await lateForBoth([14, 15]);
  await sellTo('somebody', [15]);
  await sellTo('somebody', SEATS, second);
  expect(outcomesOf([await buyer.confirm(refunded)])).toEqual(['refunded']);
  await sweepExpired(app.sale);
  expect(await placesOf(refunded)).toEqual([]);
});
