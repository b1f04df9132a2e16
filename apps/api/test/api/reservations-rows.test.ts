import { has } from '@butaca/venue-map/bits';
import { afterAll, expect, test, vi } from 'vitest';
import type { Buyer } from '../../src/orders/index.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { findReservationIds, lockExpiredReservations, readReservedBefore } from '../../src/sale/reserve/queries-reservations.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { whileLocked } from '../factories/locks.ts';
import { type Sale, stageOf, TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** What a reservation leaves in the tables at each step, beside reservations of every other kind. */
const { db, owner, close } = await freshDatabase();
const rule = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 90, partPayable: true };
/** To the minute, so that nothing depends on the time of day. */
const inDays = (days: number) => Temporal.Now.instant().add({ hours: 24 * days });
const checkout = await aCheckout(db, undefined, [
  { rows: 40, startsAt: inDays(60), reservations: rule },
  { rows: 20, startsAt: inDays(61) },
]);
const { app, card, sales, stranger } = checkout;
const [sale, other] = sales;
afterAll(async () => {
  await checkout.close();
  await close();
});

let nextPlace = 0;
const some = (count: number) => Array.from({ length: count }, () => nextPlace++);
const DAY = 24 * 60;
const contact = { name: 'Ana Ruiz', phone: '11 5555-0100' };
type Reserving = Pick<Awaited<ReturnType<typeof stranger>>, 'take' | 'reserve'>;

async function reserved(who: Reserving, placeIds: readonly number[] = some(1), of: Sale = sale) {
  const { id } = answerOf(await who.take(of, placeIds)).purchase;
  answerOf(await who.reserve(id, contact));
  return id;
}
const MS = 1000;
/** Of a purchase; times in seconds from now, rounded to minutes. */
const rowOf = async (id: string) =>
  (
    await db`
      select stage, slot, counter, counter_price, extended, holder, customer_id as owner,
             round(extract(epoch from started_at - clock_timestamp()) / 60)::int as started,
             round(extract(epoch from deadline - clock_timestamp()) / 60)::int as ends,
             round(extract(epoch from reserved_until - clock_timestamp()) / 60)::int as reserved,
             (select array_agg(distinct extract(epoch from held_until - greatest(deadline, reserved_until))::float8) from hold where purchase_id = id) as hold,
             (select array_agg(distinct extract(epoch from held_until - greatest(deadline, reserved_until))::float8) from place where purchase_id = id) as place
        from purchase where id = ${id}`
  )[0];
const isFree = async (placeId: number) => has((await app.sale.live.get(sale.performanceId)).snapshot.freeBits(), placeId);

test('a customer’s reservation is in a slot of its own for as long as the rule says; resumed it is a new purchase, and goes back as it was', async () => {
  const [buyer, neighbour] = [await stranger(), await stranger()];
  const resumedBeside = await reserved(neighbour);
  answerOf(await neighbour.resume(resumedBeside, sale));
  const beside = await rowOf(resumedBeside);
  const { id } = answerOf(await buyer.take(sale, some(2))).purchase;
  await db`update purchase set extended = true where id = ${id}`;
  const told = vi.spyOn(app.sale.live, 'changedAll');
  answerOf(await buyer.reserve(id));
  const [changes] = told.mock.calls.at(-1) ?? [];
  told.mockRestore();
  expect(
    changes?.get(sale.performanceId)?.map(({ heldUntilMs }) => heldUntilMs !== null && heldUntilMs > Date.now() + 2 * DAY * 60 * MS),
  ).toEqual([true, true]);
  const until = 3 * DAY;
  const kept = { stage: 'reserved', slot: 101, counter: null, counter_price: null, holder: null, owner: buyer.customerId };
  expect(await rowOf(id)).toEqual({ ...kept, extended: true, started: 0, ends: until, reserved: until, hold: [5], place: [5] });
  await letMinutesPass(db, id, DAY);
  answerOf(await buyer.resume(id, sale));
  const open = { stage: 'open', extended: false, started: 0, ends: 12, reserved: until - DAY, hold: [5], place: [5] };
  expect(await rowOf(id)).toEqual({ ...kept, ...open });
  // Resumed again it goes on, and once its time is over anew.
  await letMinutesPass(db, id, 5);
  answerOf(await buyer.resume(id, sale));
  expect(await rowOf(id)).toEqual({ ...kept, ...open, started: -5, ends: 7, reserved: until - DAY - 5 });
  await letMinutesPass(db, id, 8);
  answerOf(await buyer.resume(id, sale));
  expect(await rowOf(id)).toEqual({ ...kept, ...open, reserved: until - DAY - 13 });
  answerOf(await buyer.reserve(id));
  const again = { ...kept, ...open, ends: until - DAY - 13, reserved: until - DAY - 13 };
  expect(await rowOf(id)).toEqual({ ...again, stage: 'reserved' });
  expect(await rowOf(resumedBeside)).toEqual(beside);
});

test('a reservation that is resumed shortly before its end is held as long as it may be paid, and is not kept anew', async () => {
  const buyer = await stranger();
  const id = await reserved(buyer);
  await letMinutesPass(db, id, 3 * DAY - 4);
  answerOf(await buyer.resume(id, sale));
  expect(await rowOf(id)).toMatchObject({ stage: 'open', ends: 12, reserved: 4, hold: [5], place: [5] });
  await letMinutesPass(db, id, 6);
  expect(await buyer.reserve(id)).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'closed' } });
  expect(await stageOf(db, id)).toBe('open');
  answerOf(await buyer.resume(id, sale));
  expect(await rowOf(id)).toMatchObject({ stage: 'open', ends: 6, reserved: -2 });
  await letMinutesPass(db, id, 7);
  for (const late of [await buyer.resume(id, sale), await buyer.cancelReservation(id)])
    expect(late).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
});

test('a reservation whose time is over is neither resumed nor given up, swept or not; a moment before it is both', async () => {
  const buyer = await stranger();
  const [late, early] = [await reserved(buyer), await reserved(buyer)];
  await letMinutesPass(db, late, 3 * DAY + 0.01);
  await letMinutesPass(db, early, 3 * DAY - 5);
  for (const answer of [await buyer.resume(late, sale), await buyer.cancelReservation(late)])
    expect(answer).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
  expect(await stageOf(db, late)).toBe('reserved');
  answerOf(await buyer.resume(early, sale));
  answerOf(await buyer.cancelReservation(early));
  expect(await buyer.resume(early, sale)).toMatchObject({ failure: 'purchase_over', data: { stage: 'cancelled' } });
});

test('a counter’s reservation is in no slot and at no counter, under the name it was made for; resumed it is its clerk’s next sale', async () => {
  const [here, there] = [await aCounter(db, app), await aCounter(db, app)];
  const elsewhere = counterAt(app, (await there.logInElsewhere()).token);
  const sold = answerOf(await there.take(sale, some(1))).purchase;
  answerOf(await there.sell({ id: sold.id, total: 1_000_000 }));
  // What is over takes no slot from anybody.
  await db`update purchase set slot = 7 where id = ${sold.id}`;
  const id = await reserved(here);
  const { id: beside } = answerOf(await elsewhere.take(sale, some(1))).purchase;
  const kept = { stage: 'reserved', slot: null, counter: null, counter_price: null, holder: 'Ana Ruiz', owner: here.customerId };
  expect(await rowOf(id)).toMatchObject(kept);
  expect(await db`select key from graphile_worker._private_jobs where key like ${`reservation.%.${id}`}`).toEqual([]);
  answerOf(await there.resume(id, sale));
  expect(await rowOf(id)).toMatchObject({ stage: 'open', slot: 2, counter: expect.any(String), owner: there.customerId, ends: 12 });
  // It is being sold there.
  expect(await here.resume(id, sale)).toEqual(expect.objectContaining({ failure: 'busy', data: { retryAfterSeconds: 1 } }));
  answerOf(await there.resume(id, sale));
  expect(await stageOf(db, beside)).toBe('open');
  await db`update purchase set counter_price = 100, counter_price_reason = 'Vista reducida' where id = ${id}`;
  await letMinutesPass(db, id, 13);
  await sweepExpired(app.sale);
  expect(await rowOf(id)).toMatchObject({
    stage: 'reserved',
    slot: null,
    counter: null,
    counter_price: null,
    reserved: 3 * DAY - 13,
    ends: 3 * DAY - 13,
  });
  answerOf(await here.resume(id, sale));
  expect(await rowOf(id)).toMatchObject({ owner: here.customerId, slot: 1 });
});

test('reservations of customers are theirs alone, those of counters every clerk’s, and what is no reservation nobody’s', async () => {
  const [buyer, clerk] = [await stranger(), await aCounter(db, app)];
  const [ofBuyer, ofCounter] = [await reserved(buyer), await reserved(clerk)];
  const { id: open } = answerOf(await buyer.take(sale, some(1))).purchase;
  const unknown = 'x'.repeat(22);
  for (const [who, ids] of [
    [clerk, [ofBuyer, open, unknown]],
    [buyer, [ofCounter, open, unknown]],
  ] as const)
    for (const id of ids) {
      expect([id, resultOf(await who.resume(id, sale))]).toEqual([id, 'not_found']);
      expect([id, resultOf(await who.cancelReservation(id))]).toEqual([id, 'not_found']);
    }
  // Of another performance there is none.
  expect(await buyer.resume(ofBuyer, other)).toMatchObject({ failure: 'not_found' });
  expect([await stageOf(db, ofBuyer), await stageOf(db, ofCounter), await stageOf(db, open)]).toEqual(['reserved', 'reserved', 'open']);
  answerOf(await (await aCounter(db, app)).cancelReservation(ofCounter));
});

test('the part of a reservation that is not paid is free at once, and so is all of one that was given up', async () => {
  const buyer = await stranger();
  const [first = 0, second = 0, third = 0] = some(3);
  const id = await reserved(buyer, [first, second, third]);
  answerOf(await buyer.resumePart(id, sale, [first, third]));
  expect([await isFree(first), await isFree(second), await isFree(third)]).toEqual([false, true, false]);
  expect(await db`select place_ids, cardinality(price_type_ids) as types from hold where purchase_id = ${id}`).toEqual([
    { place_ids: [first, third], types: 2 },
  ]);
  answerOf(await buyer.cancelReservation(id));
  expect([await isFree(first), await isFree(second), await isFree(third)]).toEqual([true, true, true]);
});

test('where one of its places is somebody else’s by now nothing is reserved, and no reservation is resumed', async () => {
  const buyer = await stranger();
  const [mine = 0, lost = 0] = some(2);
  const { id } = answerOf(await buyer.take(sale, [mine, lost])).purchase;
  const [kept = 0, gone = 0] = some(2);
  const reservation = await reserved(buyer, [kept, gone]);
  await db`
    update place set state = 'sold', purchase_id = 'somebody', held_until = null
     where performance_id = ${sale.performanceId} and place_id = any (${[lost, gone]}::integer[])`;
  const losing = (placeId: number) => ({
    failure: 'places_lost',
    data: { performances: [{ performanceId: sale.performanceId, placeIds: [placeId] }] },
  });
  expect(await buyer.reserve(id)).toMatchObject(losing(lost));
  expect(await buyer.resume(reservation, sale)).toMatchObject(losing(gone));
  expect([await stageOf(db, id), await stageOf(db, reservation)]).toEqual(['open', 'reserved']);
});

test('what is over, was never confirmed, or has a payment under way is not reserved', async () => {
  const buyer = await stranger();
  const { id } = answerOf(await buyer.take(sale, some(1))).purchase;
  answerOf(await buyer.cancel(id));
  expect(await buyer.reserve(id)).toMatchObject({ failure: 'purchase_over' });
  const unconfirmed = async (confirmAddress: 'all' | 'none') => {
    const at = await customersApp(db, { payments: [card], confirmAddress });
    const { token } = await loggedIn(at);
    const purchase = answerOf(await buyerAt(at, { token }).take(sale, some(1))).purchase;
    const answer = resultOf(await buyerAt(at, { token }).reserve(purchase.id));
    const atCounter = counterAt(at, (await aCounter(db, at)).token);
    const ofClerk = answerOf(await atCounter.take(sale, some(1))).purchase;
    expect(resultOf(await atCounter.reserve(ofClerk.id, contact))).toBe('ok');
    await at.close();
    return answer;
  };
  expect([await unconfirmed('all'), await unconfirmed('none')]).toEqual(['address_unconfirmed', 'ok']);
});

test('a purchase that changes while it is reserved, or beside which another one begins, is reserved at the next try', async () => {
  const buyer = await stranger();
  const busy = { failure: 'busy', data: { retryAfterSeconds: 1 } };
  const { id } = answerOf(await buyer.take(sale, some(1))).purchase;
  const changing = await whileLocked(
    db,
    async (tx) => {
      await tx`select from purchase where id = ${id} for update`;
      await tx`update hold set held_until = held_until + interval '1 second' where purchase_id = ${id}`;
      await tx`update hold set place_ids = array_append(place_ids, 399), price_type_ids = array_append(price_type_ids, ${sale.priceTypeId}) where purchase_id = ${id}`;
    },
    () => buyer.reserve(id),
  );
  expect(changing).toMatchObject(busy);
  await db`update hold set place_ids = place_ids[1:1], price_type_ids = price_type_ids[1:1] where purchase_id = ${id}`;
  const beginning = await whileLocked(
    db,
    async (tx) => {
      await tx`select from purchase where id = ${id} for update`;
      await tx`
        insert into purchase (id, customer_id, channel, started_at, deadline, slot)
        values (${id.slice(0, -2)} || '--', ${buyer.customerId}, 'online', clock_timestamp(), clock_timestamp() + interval '12 minutes', 9)`;
    },
    () => buyer.reserve(id),
  );
  expect(beginning).toMatchObject(busy);
  expect(await stageOf(db, id)).toBe('open');
  answerOf(await buyer.reserve(id));
});

test('a clerk who begins another sale at the same moment resumes a reservation a moment later', async () => {
  const clerk = await aCounter(db, app);
  const id = await reserved(clerk);
  const answer = await whileLocked(
    db,
    (tx) => tx`
      insert into purchase (id, customer_id, channel, started_at, deadline, slot)
      values (${id.slice(0, -2)} || '--', ${clerk.customerId}, 'box_office', clock_timestamp(), clock_timestamp() + interval '12 minutes', 1)`,
    () => clerk.resume(id, sale),
  );
  expect(answer).toMatchObject({ failure: 'busy', data: { retryAfterSeconds: 1 } });
  answerOf(await clerk.resume(id, sale));
});

test('a reservation is judged by its customer’s own of this performance, and by everybody’s that still keep places', async () => {
  const [buyer, neighbour, clerk] = [await stranger(), await stranger(), await aCounter(db, app)];
  const before = async (customerId: string) => {
    const [row] = await db.begin((tx) => readReservedBefore(tx, { performanceId: other.performanceId, customerId }));
    const { nowMs = 0, startsAtMs = 0, firstMs = null, byCustomer, byAll } = row ?? {};
    const minutes = firstMs === null ? null : Math.round((nowMs - firstMs) / 60_000);
    return { days: Math.round((startsAtMs - nowMs) / (DAY * 60_000)), minutes, byCustomer, byAll };
  };
  expect(await before(buyer.customerId)).toEqual({ days: 61, minutes: null, byCustomer: 0, byAll: 0 });
  let place = 0;
  const here = (count: number) => Array.from({ length: count }, () => place++);
  // On another evening, and longer ago.
  const elsewhere = await reserved(buyer);
  await letMinutesPass(db, elsewhere, 600);
  const [first, second, paid, over] = [
    await reserved(buyer, here(1), other),
    await reserved(buyer, here(2), other),
    await reserved(buyer, here(1), other),
    await reserved(buyer, here(1), other),
  ];
  await letMinutesPass(db, first, 300);
  await letMinutesPass(db, second, 100);
  answerOf(await buyer.resume(first, other));
  answerOf(await buyer.resume(paid, other));
  await buyer.selectDelivery(paid);
  answerOf(await buyer.pay({ id: paid, total: TICKET_TOTAL }));
  answerOf(await buyer.cancelReservation(over));
  const theirs = await reserved(neighbour, here(3), other);
  await letMinutesPass(db, theirs, 400);
  const atCounter = await reserved(clerk, here(4), other);
  await letMinutesPass(db, atCounter, 500);
  await reserved(clerk, here(1), other);
  // Open, and never reserved.
  answerOf(await neighbour.take(other, here(2)));
  expect(await before(buyer.customerId)).toEqual({ days: 61, minutes: 300, byCustomer: 3, byAll: 11 });
  expect(await before(neighbour.customerId)).toEqual({ days: 61, minutes: 400, byCustomer: 3, byAll: 11 });
  // A clerk who reserves in the shop is a customer like others.
  expect(await before(clerk.customerId)).toEqual({ days: 61, minutes: null, byCustomer: 0, byAll: 11 });
});

test('reservations are listed the newest first and no more than so many, of a customer or of all counters', async () => {
  const [buyer, one, two] = [await stranger(), await aCounter(db, app), await aCounter(db, app)];
  const [older, newer] = [await reserved(buyer), await reserved(buyer)];
  await letMinutesPass(db, newer, 10);
  await letMinutesPass(db, older, 20);
  const ofCounters = [await reserved(one), await reserved(two)];
  const ids = async (asked: Buyer, most: number) => (await findReservationIds(db, asked, most)).map(({ id }) => id);
  const own = { customerId: buyer.customerId, channel: 'online' } as const;
  expect(await ids(own, 9)).toEqual([newer, older]);
  expect(await ids(own, 1)).toEqual([newer]);
  const all = await ids({ customerId: one.customerId, channel: 'box_office' }, 2);
  expect(all).toEqual(ofCounters.toReversed());
  expect(await ids({ customerId: one.customerId, channel: 'online' }, 9)).toEqual([]);
});

test('reservations are over past their time and its grace, or past the time that they close before the start, so many in a round', async () => {
  const buyer = await stranger();
  const all = [await reserved(buyer), await reserved(buyer), await reserved(buyer)];
  // In the order of their ids, which is not that of their ends.
  const [inGrace = '', soon = '', over = ''] = all.toSorted();
  const HOUR = 60;
  await letMinutesPass(db, over, 3 * DAY + 1.5 * HOUR);
  await letMinutesPass(db, inGrace, 3 * DAY + 0.5 * HOUR);
  await letMinutesPass(db, soon, 3 * DAY - 0.5 * HOUR);
  const expired = async (graceSeconds: number, most = 20) =>
    (await db.begin((tx) => lockExpiredReservations(tx, graceSeconds, most))).map(({ id }) => id).filter((id) => all.includes(id));
  expect(await expired(3600)).toEqual([over]);
  expect(await expired(60)).toEqual([inGrace, over]);
  // Another show closes them earlier.
  await owner`
    insert into show overriding system value
    select (jsonb_populate_record(show, '{"id": 99, "seo": "otra-obra", "reservation_closes_hours": 1000}')).* from show where id <> 99`;
  await owner`update performance set starts_at = clock_timestamp() + interval '900 hours' where id = ${sale.performanceId}`;
  expect(await expired(3600)).toEqual([over]);
  await owner`update performance set starts_at = clock_timestamp() + interval '23 hours 30 minutes' where id = ${sale.performanceId}`;
  expect(await expired(3600)).toEqual([over]);
  expect(await expired(60)).toEqual([inGrace, soon, over]);
  const counted = await db.begin((tx) => lockExpiredReservations(tx, 60, 2));
  expect(counted.map(({ id }) => id)).toEqual(counted.map(({ id }) => id).toSorted());
  expect(counted).toHaveLength(2);
  await owner`update performance set starts_at = ${inDays(60).toString()} where id = ${sale.performanceId}`;
});

test('where the show takes no reservations any more those that there are stay whole', async () => {
  const buyer = await stranger();
  const placeIds = some(2);
  const id = await reserved(buyer, placeIds);
  const rules = ['days', 'closes_hours', 'most_per_customer', 'most_percent', 'part_payable'].map((each) => `reservation_${each}`);
  await db`update show set ${db(Object.fromEntries(rules.map((name) => [name, null])), rules)}`;
  const fresh = await customersApp(db, { payments: [card] });
  const at = buyerAt(fresh, { token: buyer.token });
  expect(await at.resumePart(id, sale, placeIds.slice(1))).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'whole' } });
  answerOf(await at.resume(id, sale));
  await fresh.close();
});
