import type { PaymentResult } from '@butaca/contract';
import { has } from '@butaca/venue-map/bits';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { acceptOffer, expireOffer } from '../../src/sale/pay/late-money.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { lateMoney, one, outcomesOf, SEATS } from '../factories/late-money.ts';
import { whileLocked } from '../factories/locks.ts';
import { havePurchase, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const { db, close } = await freshDatabase();
const checkout = await aCheckout(db);
const { app, buyer, gateway, stranger, sale } = checkout;
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
const minutesLeft = ({ offer, purchase }: PaymentResult) => ((offer?.until ?? Number.NaN) - (purchase.serverNow ?? Number.NaN)) / 60_000;

test('a buyer who paid too late is offered equal places side by side for a day, and shown which', async () => {
  const { id, total, shown } = await anOffer();
  expect(shown).toMatchObject({
    outcome: 'offered',
    amount: total,
    purchase: { stage: 'offered', totals: { total } },
  });
  const [change] = shown.offer?.changes ?? [];
  expect(change?.chosen.map(({ seat }) => seat)).toEqual(['5', '6']);
  const { placeIds } = await holdOf(id);
  const [first = 0, second] = placeIds;
  expect(second).toBe(first + 1);
  expect(change?.offered).toMatchObject([{ placeId: first, sectorName: 'Platea', final: TICKET_TOTAL }, { placeId: second }]);
  expect(minutesLeft(shown) / 60).toBeCloseTo(24, 1);
  // An answer in the offer's last second still counts.
  const grace = await db`
    select distinct round(extract(epoch from held_until - until))::integer as seconds from place join offer using (purchase_id) where purchase_id = ${id}`;
  expect(grace.map(({ seconds }) => seconds)).toEqual([5]);
  expect(await placesOf(id)).toEqual([
    { placeId: first, state: 'held' },
    { placeId: second, state: 'held' },
  ]);
  expect(await accountsOf(id)).toEqual({ 'clearing:payway': total, owed_to_buyer: -total });
  expect(answerOf(await buyer.orders()).items).toContainEqual(expect.objectContaining({ id, state: 'offered', offer: shown.offer }));
  expect(await db`select from graphile_worker.jobs where task_identifier = 'tell-of-offer' and key like ${`%${id}`}`).toHaveLength(1);
  // However often places were looked for, the provider said it once.
  expect(await db`select from attempt_event where purchase_id = ${id} and facts ->> 'result' = 'approved'`).toHaveLength(1);
});

test('places that are offered are sold once they are accepted, for the money that was paid', async () => {
  const { id, total } = await anOffer();
  const { placeIds } = await holdOf(id);
  expect(await accept(id)).toMatchObject({
    status: 'ok',
    data: { outcome: 'approved', orderId: id, purchase: { stage: 'paid' } },
  });
  expect(await holdOf(id)).toEqual({ placeIds, state: 'sold' });
  expect(await placesOf(id)).toEqual(placeIds.map((placeId) => ({ placeId, state: 'sold' })));
  expect(await attemptOf(id)).toMatchObject({ state: 'approved' });
  expect(await accountsOf(id)).toEqual({
    'clearing:payway': total,
    tickets: -2_000_000,
    service_charge: -200_000,
    anti_fraud_qr: -100_000,
  });
  expect(gateway.state.refunds).toBe(0);
  expect(answerOf(await buyer.purchase(id)).performances[0]?.places).toMatchObject(
    placeIds.map((placeId) => ({ placeId, final: TICKET_TOTAL })),
  );
});

test('a buyer who wants the money instead gets all of it, and the places are free again', async () => {
  const { id } = await anOffer();
  expect(outcomesOf([await decline(id), await decline(id)])).toEqual(['refunded', 'refunded']);
  expect(await stageOf(id)).toBe('cancelled');
  expect(await accountsOf(id)).toEqual({});
  expect(gateway.state.refunds).toBe(1);
  await sweepExpired(app.sale);
  expect(await placesOf(id)).toEqual([]);
  expect(await accept(id)).toMatchObject({ failure: 'offer_over', data: { stage: 'cancelled' } });
});

test('a refund that the gateway does not answer is retried by the worker', async () => {
  const { id, total } = await anOffer();
  gateway.state.refundsFail = true;
  expect(outcomesOf([await decline(id)])).toEqual(['late']);
  expect(await accountsOf(id)).toEqual({ 'clearing:payway': total, owed_to_buyer: -total });
  gateway.state.refundsFail = false;
  await letMinutesPass(db, id, 10);
  await reconcile();
  expect(await attemptOf(id)).toMatchObject({ state: 'reversed' });
  expect(await accountsOf(id)).toEqual({});
});

test.each([
  ['the worker', (): Promise<unknown> => reconcile()],
  ['a look at the result', (id: string): Promise<unknown> => buyer.confirm(id)],
])('after a day without an answer %s gives the money back', async (_, look) => {
  const { id } = await anOffer();
  await sweepExpired(app.sale);
  await reconcile();
  expect(await stageOf(id)).toBe('offered');
  expect((await placesOf(id)).map(({ state }) => state)).toEqual(['held', 'held']);
  await isOver(id);
  await look(id);
  expect(await attemptOf(id)).toMatchObject({ state: 'reversed' });
  expect(await stageOf(id)).toBe('cancelled');
  expect(await accountsOf(id)).toEqual({});
  await sweepExpired(app.sale);
  expect(await placesOf(id)).toEqual([]);
});

test('a buyer who accepts after the day is refused and gets the money', async () => {
  const { id } = await anOffer();
  await isOver(id);
  expect(await accept(id)).toMatchObject({ failure: 'offer_over', data: { stage: 'cancelled' } });
  expect(outcomesOf([await buyer.confirm(id), await decline(id)])).toEqual(['refunded', 'refunded']);
  expect(gateway.state.refunds).toBe(1);
});

test('without equal places the money goes back at once', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [...SEATS.filter((seat) => seat % 2 === 1)]);
  expect(outcomesOf([await buyer.confirm(late.id)])).toEqual(['refunded']);
  expect(await stageOf(late.id)).toBe('cancelled');
  expect(await accountsOf(late.id)).toEqual({});
  expect(await db`select from graphile_worker.jobs where task_identifier = 'tell-of-return'`).not.toHaveLength(0);
});

test('places that are free again by the time the money comes are the buyer’s own', async () => {
  const late = await aLatePayment();
  await sellTo('somebody', [5]);
  await db`update place set state = 'free', purchase_id = null where performance_id = ${sale.performanceId} and place_id = 5`;
  expect(outcomesOf([await buyer.confirm(late.id)])).toEqual(['approved']);
  expect(await holdOf(late.id)).toEqual({ placeIds: [4, 5], state: 'sold' });
});

test('places for a performance that was cancelled are not taken any more: the money goes back', async () => {
  const { id } = await anOffer();
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  expect(await accept(id)).toMatchObject({ failure: 'offer_over', data: { stage: 'cancelled' } });
  expect(await attemptOf(id)).toMatchObject({ state: 'reversed' });
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ outcome: 'refunded', isPerformanceCancelled: true });
  await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
});

test('an offer for a performance that is cancelled ends by itself within a minute, and says why its money goes back', async () => {
  const { id } = await anOffer();
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  await reconcile();
  expect(await attemptOf(id)).toMatchObject({ state: 'reversed' });
  expect(answerOf(await buyer.confirm(id))).toMatchObject({ outcome: 'refunded', isPerformanceCancelled: true });
  expect(await accountsOf(id)).toEqual({});
  await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
});

test('an accepted offer does not expire', async () => {
  const { id } = await anOffer();
  await accept(id);
  await isOver(id);
  await expireOffer(world, { purchaseId: id });
  expect(await stageOf(id)).toBe('paid');
  expect(await attemptOf(id)).toMatchObject({ state: 'approved' });
  expect(
    await db`
      select from graphile_worker.jobs
       where key = 'tell-of-return.' || (select reference from attempt where purchase_id = ${id})`,
  ).toHaveLength(0);
});

test('an offer ends when the performance starts, and shortly before the start none is made', async () => {
  const { starts } = await one(
    db<{ starts: Temporal.Instant }[]>`select starts_at as starts from performance where id = ${sale.performanceId}`,
  );
  const startsIn = async (minutes: number) => {
    await db`update performance set starts_at = clock_timestamp() + make_interval(mins => ${minutes}), doors_at = null, on_sale_at = null
              where id = ${sale.performanceId}`;
  };
  await startsIn(180);
  const { shown, id } = await anOffer();
  expect(minutesLeft(shown)).toBeCloseTo(180, 0);
  await decline(id);
  await startsIn(4);
  expect((await anOffer({ placeIds: [24, 25] })).shown.outcome).toBe('refunded');
  await db`update performance set starts_at = ${starts} where id = ${sale.performanceId}`;
});

test('only its buyer can answer an offer, and a purchase without one refuses an answer', async () => {
  const { id } = await anOffer();
  const other = await stranger();
  expect(outcomesOf([await accept(id, other), await decline(id, other)])).toEqual(['not_found', 'not_found']);
  expect(await stageOf(id)).toBe('offered');
  const open = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [30, 31] });
  expect(await accept(open)).toMatchObject({ failure: 'offer_over', data: { stage: 'open' } });
  expect(await decline(open)).toMatchObject({ failure: 'offer_over', data: { stage: 'open' } });
  await buyer.pay({ id: open, total: 2 * TICKET_TOTAL });
  expect(await accept(open)).toMatchObject({ failure: 'offer_over', data: { stage: 'paid' } });
});

test('a purchase with an offer is neither changed, nor cancelled, nor paid again, and its places stay its own', async () => {
  const { id, total } = await anOffer();
  expect(await buyer.pay({ id, total })).toMatchObject({ failure: 'purchase_over', data: { stage: 'offered' } });
  expect(await buyer.selectDelivery(id, 2)).toMatchObject({ failure: 'purchase_over' });
  expect(await buyer.cancel(id)).toMatchObject({ failure: 'purchase_over', data: { stage: 'offered' } });
  expect(await buyer.release(id, sale)).toMatchObject({ failure: 'purchase_over' });
  expect(await buyer.take(sale, (await holdOf(id)).placeIds)).toMatchObject({ failure: 'places_taken' });
  expect(await stageOf(id)).toBe('offered');
});

const endingOf = async (id: string) =>
  (await one(db<{ ending: string | null }[]>`select ending from offer where purchase_id = ${id}`)).ending;
/** What the process learns of places while this is done, as it would announce it. */
async function learns(does: () => Promise<unknown>) {
  const told = vi.spyOn(world.live, 'changedAll');
  await does();
  const rows = told.mock.calls.flatMap(([changes]) => changes.get(sale.performanceId) ?? []);
  told.mockRestore();
  return rows.map(({ placeId, state }) => [placeId, state]).toSorted();
}
const isFree = async (placeId: number) => has((await world.live.get(sale.performanceId)).snapshot.freeBits(), placeId);

test('what becomes of an offer is written down, once, and known to the process at once: its places and those that it left', async () => {
  // On neither side of the place that it keeps is another one.
  await sellTo('somebody', [3]);
  await world.live.reread(sale.performanceId, [3]);
  const accepted = await anOffer();
  const offered = (await holdOf(accepted.id)).placeIds;
  // Of its own places the one that was not lost is free, for it is left.
  expect([offered.includes(4), await isFree(4)]).toEqual([false, true]);
  expect(await learns(() => accept(accepted.id))).toEqual(offered.map((place) => [place, 'sold']).toSorted());
  expect(await db`select from bill where purchase_id = ${accepted.id}`).toEqual([]);

  const declined = await anOffer({ placeIds: [14, 15] });
  const places = (await holdOf(declined.id)).placeIds;
  expect(await learns(() => decline(declined.id))).toEqual(places.map((place) => [place, 'held']).toSorted());
  expect([await isFree(places[0] ?? -1), await isFree(places[1] ?? -1)]).toEqual([true, true]);
  // Held no longer than till now.
  expect(
    await db`
      select distinct abs(extract(epoch from clock_timestamp() - held_until)) < 60 as recent from place where purchase_id = ${declined.id}`,
  ).toEqual([{ recent: true }]);
  expect(answerOf(await buyer.confirm(declined.id)).isPerformanceCancelled).toBeUndefined();

  const lapsed = await anOffer({ placeIds: [24, 25] });
  await isOver(lapsed.id);
  expect(await learns(() => expireOffer(world, { purchaseId: lapsed.id }))).toHaveLength(2);
  expect(await attemptOf(lapsed.id)).toMatchObject({ state: 'reversed' });
  const late = await anOffer({ placeIds: [34, 35] });
  await isOver(late.id);
  await decline(late.id);
  expect([await endingOf(accepted.id), await endingOf(declined.id), await endingOf(lapsed.id), await endingOf(late.id)]).toEqual([
    'accepted',
    'declined',
    'lapsed',
    'lapsed',
  ]);
  const mails = await db<{ id: string }[]>`
    select purchase_id as id from attempt join graphile_worker.jobs on jobs.key = 'tell-of-return.' || reference
     where purchase_id = any (${[accepted.id, declined.id, lapsed.id, late.id]}::text[])`;
  expect(mails.map(({ id }) => id).sort()).toEqual([declined.id, lapsed.id, late.id].sort());
});

test('an offer that stands does not expire, and what has no offer has none that could', async () => {
  const { id } = await anOffer();
  await expireOffer(world, { purchaseId: id });
  expect([await stageOf(id), await endingOf(id)]).toEqual(['offered', null]);
  const open = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [30, 31] });
  await expireOffer(world, { purchaseId: open });
  await expireOffer(world, { purchaseId: 'x'.repeat(22) });
  expect(await stageOf(open)).toBe('open');
});

test('an offer whose places are not there any more is over, and its money goes back', async () => {
  const { id } = await anOffer();
  await sellTo('somebody', (await holdOf(id)).placeIds.slice(1));
  expect(await accept(id)).toMatchObject({ failure: 'offer_over', data: { stage: 'cancelled' } });
  expect([await attemptOf(id), await endingOf(id)]).toMatchObject([{ state: 'reversed' }, 'lapsed']);
});

test('who answers an offer waits for places that somebody else has locked', async () => {
  const [accepted, declined] = [await anOffer(), await anOffer({ placeIds: [24, 25] })];
  for (const [id, answer] of [
    [accepted.id, () => accept(accepted.id)],
    [declined.id, () => decline(declined.id)],
  ] as const)
    answerOf(await whileLocked(db, (tx) => tx`select from place where purchase_id = ${id} for no key update`, answer));
  expect([await endingOf(accepted.id), await endingOf(declined.id)]).toEqual(['accepted', 'declined']);
  await sweepExpired(app.sale);
  expect(await placesOf(declined.id)).toEqual([]);
});

test('where bills are made an offer that is accepted has its own', async () => {
  const { id } = await anOffer();
  await acceptOffer({ ...world, billing: {} as never }, { purchaseId: id, customerId: buyer.customerId, channel: 'online' });
  expect(await db`select kind, state from bill where purchase_id = ${id}`).toEqual([{ kind: 'bill', state: 'waiting' }]);
});
