import { setTimeout as sleep } from 'node:timers/promises';
import { cancelReservation, listOrders } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { Inbox } from '../../../sandbox/src/mail/inbox.ts';
import { receiveMail } from '../../../sandbox/src/mail/receive.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { contents } from '../factories/contents.ts';
import { aCounter } from '../factories/counter.ts';
import { workOnce } from '../factories/jobs.ts';
import { mailerAt, mailTasks } from '../factories/mail-tasks.ts';
import { placesIn, placesOf, stageOf, TICKET_TOTAL, ticketsOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const database = await freshDatabase();
const { db, close } = database;
const rule = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
const startsAt = Temporal.Now.instant().add({ hours: 24 * 60 });
const shop = await aCheckout(db, undefined, [
  { rows: 20, startsAt, reservations: rule },
  { rows: 2, startsAt },
  { startsAt: Temporal.Now.instant().add({ hours: 24 }) },
]);
const { app, sales, gateway, stranger } = shop;
const [sale, small, soon] = sales;
const inbox = new Inbox();
const smtp = await receiveMail(inbox, { host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await smtp.close();
  await shop.close();
  await close();
});

let next = 0;
const some = (count: number) => Array.from({ length: count }, () => next++);
const DAY = 24 * 60;
type Buyer = Awaited<ReturnType<typeof stranger>>;

async function reserved(buyer: Pick<Buyer, 'take' | 'reserve'>, placeIds: readonly number[], of = sale) {
  const { id } = answerOf(await buyer.take(of, placeIds)).purchase;
  return answerOf(await buyer.reserve(id));
}
const paid = async (buyer: Buyer, id: string, seats: number) => {
  await buyer.selectDelivery(id);
  return buyer.pay({ id, total: seats * TICKET_TOTAL });
};

test('a reservation keeps its places for the days of the show’s rule, and its list shows until when (EN-017)', async () => {
  const [buyer, other] = [await stranger(), await stranger()];
  const placeIds = some(2);
  const bystander = answerOf(await other.take(sale, some(1))).purchase;
  const reservation = await reserved(buyer, placeIds);
  expect(reservation.stage).toBe('reserved');
  expect(((reservation.reservedUntil ?? 0) - (reservation.serverNow ?? 0)) / 60_000).toBeGreaterThan(3 * DAY - 2);
  // A payment that was sent at its end still finds them.
  expect(
    await db`
      select distinct extract(epoch from held_until - deadline)::float8 as grace from place join purchase on id = purchase_id
       where purchase_id = ${reservation.id}`,
  ).toEqual([{ grace: 5 }]);
  await letMinutesPass(db, reservation.id, 2 * DAY);
  await sweepExpired(app.sale);
  expect(await other.takeMore(bystander.id, sale, placeIds)).toMatchObject({ failure: 'places_taken', data: { placeIds } });
  const [order] = answerOf(await buyer.orders()).items;
  expect(order).toMatchObject({ bookingId: reservation.id, state: 'reserved', pending: 2 * TICKET_TOTAL, paid: 0 });
  expect(answerOf(await other.orders()).items).toEqual([]);
  expect(await stageOf(db, bystander.id)).toBe('open');
});

test('a reservation is paid days later, and has its tickets (CA-054)', async () => {
  const buyer = await stranger();
  const placeIds = some(2);
  const { id } = await reserved(buyer, placeIds);
  await letMinutesPass(db, id, 2 * DAY);
  const resumed = answerOf(await buyer.resume(id, sale));
  expect(resumed).toMatchObject({ id, stage: 'open' });
  expect(((resumed.deadline ?? 0) - (resumed.serverNow ?? 0)) / 60_000).toBeGreaterThan(11);
  expect(await paid(buyer, id, 2)).toMatchObject({ data: { outcome: 'approved' } });
  expect(await ticketsOf(db, id)).toEqual(placeIds);
  expect(answerOf(await buyer.orders()).items[0]).toMatchObject({ bookingId: id, state: 'paid' });
});

test('part of a reservation is paid, and the rest goes back on sale at once (CA-055)', async () => {
  const [buyer, other] = [await stranger(), await stranger()];
  const [first = 0, second = 0, third = 0] = some(3);
  const { id } = await reserved(buyer, [first, second, third]);
  expect(await buyer.resumePart(id, sale, [first, 199])).toMatchObject({ failure: 'invalid_input' });
  expect(placesIn(answerOf(await buyer.resumePart(id, sale, [second])))).toEqual([second]);
  expect(await other.take(sale, [first, third])).toMatchObject({ status: 'ok' });
  expect(await paid(buyer, id, 1)).toMatchObject({ data: { outcome: 'approved' } });
  expect(await ticketsOf(db, id)).toEqual([second]);
});

test('whoever reserves, goes on with or gives up a reservation twice does it once', async () => {
  const buyer = await stranger();
  const placeIds = some(3);
  const { id } = answerOf(await buyer.take(sale, placeIds)).purchase;
  // But for the version of a place, which counts each time that it is held.
  const rows = async () => ({
    ...(await contents(db)),
    place: await db`select place_id, state, held_until from place where purchase_id = ${id}`,
  });
  const twice = async (step: () => Promise<unknown>) => {
    await step();
    const after = await rows();
    await step();
    expect(await rows()).toEqual(after);
  };
  await twice(async () => answerOf(await buyer.reserve(id)));
  await twice(async () => answerOf(await buyer.resume(id, sale)));
  await twice(async () => answerOf(await buyer.reserve(id)));
  await twice(async () => answerOf(await buyer.resumePart(id, sale, placeIds.slice(1))));
  await buyer.reserve(id);
  await twice(() => buyer.cancelReservation(id));
  expect(await placesOf(db, id)).toEqual([]);
});

test('where the show wants reservations whole, no part of one can be paid', async () => {
  const buyer = await stranger();
  const placeIds = some(2);
  const { id } = await reserved(buyer, placeIds);
  await db`update show set reservation_part_payable = false`;
  await sleep(STOCK_FRESH_MS);
  expect(await buyer.resumePart(id, sale, placeIds.slice(1))).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'whole' } });
  expect(await placesOf(db, id)).toEqual(placeIds);
  await db`update show set reservation_part_payable = true`;
  await sleep(STOCK_FRESH_MS);
});

/** Longer than a process keeps what it knows of a show. */
const STOCK_FRESH_MS = 2100;

test('a reservation that nobody pays expires, its places are free again, and its list says so', async () => {
  const [buyer, other] = [await stranger(), await stranger()];
  const placeIds = some(2);
  const { id } = await reserved(buyer, placeIds);
  const kept = await reserved(other, some(2));
  await letMinutesPass(db, id, 3 * DAY + 1);
  await Promise.all([sweepExpired(app.sale), sweepExpired(app.sale)]);
  expect(await stageOf(db, id)).toBe('expired');
  expect(await placesOf(db, id)).toEqual([]);
  expect(await stageOf(db, kept.id)).toBe('reserved');
  expect(await buyer.resume(id, sale)).toMatchObject({ failure: 'purchase_over', data: { stage: 'expired' } });
  const [order] = answerOf(await buyer.orders()).items;
  expect(order).toMatchObject({ bookingId: id, state: 'reservation_expired', pending: 0, paid: 0 });
  expect(order?.purchase.quantity.total).toBe(2);
  expect(await other.takeMore(kept.id, sale, placeIds)).toMatchObject({ failure: 'purchase_over' });
  expect(await (await stranger()).take(sale, placeIds)).toMatchObject({ status: 'ok' });
});

test('who reserves again after the end keeps no places: the days count from the first time', async () => {
  const buyer = await stranger();
  const placeIds = some(1);
  const first = await reserved(buyer, placeIds);
  await letMinutesPass(db, first.id, 2 * DAY);
  answerOf(await buyer.cancelReservation(first.id));
  const second = await reserved(buyer, placeIds);
  expect(((second.reservedUntil ?? 0) - (second.serverNow ?? 0)) / 60_000).toBeLessThan(DAY + 1);
  await letMinutesPass(db, first.id, DAY);
  answerOf(await buyer.cancelReservation(second.id));
  const third = answerOf(await buyer.take(sale, placeIds)).purchase;
  expect(await buyer.reserve(third.id)).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'closed' } });
});

test('a payment called off leaves the reservation, which says that it can be resumed later (PO-009)', async () => {
  const buyer = await stranger();
  const placeIds = some(2);
  const { id } = await reserved(buyer, placeIds);
  answerOf(await buyer.resume(id, sale));
  await buyer.selectDelivery(id);
  gateway.state.next.push('review');
  await buyer.pay({ id, total: 2 * TICKET_TOTAL });
  const payment = gateway.payments.at(-1);
  if (payment) payment.status = 'pre_approved';
  expect(await buyer.confirm(id)).toMatchObject({ data: { outcome: 'processing' } });
  expect(await buyer.resume(id, sale)).toMatchObject({ failure: 'purchase_paying' });
  expect(await buyer.cancelPayment(id)).toMatchObject({ data: { outcome: 'resumable', purchase: { stage: 'open' } } });
  await letMinutesPass(db, id, 13);
  await sweepExpired(app.sale);
  expect(await stageOf(db, id)).toBe('reserved');
  expect(await placesOf(db, id)).toEqual(placeIds);
  expect(await buyer.confirm(id)).toMatchObject({ data: { outcome: 'resumable' } });
  answerOf(await buyer.resume(id, sale));
  expect(await buyer.pay({ id, total: 2 * TICKET_TOTAL })).toMatchObject({ data: { outcome: 'approved' } });
  expect(await ticketsOf(db, id)).toEqual(placeIds);
});

test('emptying the cart of a resumed reservation keeps the reservation; giving it up frees its places', async () => {
  const buyer = await stranger();
  const placeIds = some(2);
  const { id } = await reserved(buyer, placeIds);
  answerOf(await buyer.resume(id, sale));
  expect(answerOf(await buyer.cancel(id))).toEqual({ stage: 'reserved' });
  expect(answerOf(await buyer.cancel(id))).toEqual({ stage: 'reserved' });
  expect(await placesOf(db, id)).toEqual(placeIds);
  expect(answerOf(await buyer.cancelReservation(id)).stage).toBe('cancelled');
  expect(await placesOf(db, id)).toEqual([]);
  expect(answerOf(await buyer.orders()).items[0]).toMatchObject({ state: 'reservation_cancelled' });
});

test('the places of a resumed reservation cannot be changed', async () => {
  const buyer = await stranger();
  const placeIds = some(2);
  const { id } = await reserved(buyer, placeIds);
  answerOf(await buyer.resume(id, sale));
  const fixed = { failure: 'cannot_reserve', data: { reason: 'fixed' } };
  expect(await buyer.takeMore(id, sale, some(1))).toMatchObject(fixed);
  expect(await buyer.setPlaces(id, sale, placeIds.slice(1))).toMatchObject(fixed);
  expect(await buyer.release(id, sale)).toMatchObject(fixed);
  expect(await placesOf(db, id)).toEqual(placeIds);
});

test('a reservation without the accepted conditions is refused (VA-035)', async () => {
  const buyer = await stranger();
  const { id } = answerOf(await buyer.take(sale, some(1))).purchase;
  expect(await buyer.reserve(id, { acceptsConditions: false })).toMatchObject({ failure: 'terms_not_accepted' });
  expect(await stageOf(db, id)).toBe('open');
});

test('nobody resumes, cancels or sees the reservation of somebody else', async () => {
  const [buyer, other] = [await stranger(), await stranger()];
  const { id } = await reserved(buyer, some(1));
  expect(await other.resume(id, sale)).toMatchObject({ failure: 'not_found' });
  expect(await other.cancelReservation(id)).toMatchObject({ failure: 'not_found' });
  const open = answerOf(await buyer.take(sale, some(1))).purchase;
  expect(await buyer.cancelReservation(open.id)).toMatchObject({ failure: 'not_found' });
  expect(await stageOf(db, id)).toBe('reserved');
});

test('reserved places count for the limits of their customer, and reservations have a limit of their own', async () => {
  const buyer = await stranger();
  await reserved(buyer, some(4));
  const more = answerOf(await buyer.take(sale, some(3))).purchase;
  expect(await buyer.reserve(more.id)).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'customer', most: 6 } });
  // A customer may have twenty places of one performance, and has seven.
  expect(await buyer.takeMore(more.id, sale, some(7))).toMatchObject({ status: 'ok' });
  const third = answerOf(await buyer.take(sale, some(6))).purchase;
  expect(await buyer.takeMore(third.id, sale, some(1))).toMatchObject({
    failure: 'too_many_places',
    data: { limit: 'customer', most: 20 },
  });
});

test('two reservations of one customer at once never pass the limit together', async () => {
  const buyer = await stranger();
  const ids = [];
  for (let turn = 0; turn < 2; turn++) ids.push(answerOf(await buyer.take(sale, some(4))).purchase.id);
  const results = (await Promise.all(ids.map((id) => buyer.reserve(id)))).map(resultOf);
  expect(results.filter((result) => result === 'cannot_reserve' || result === 'busy')).toHaveLength(1);
});

test('no more than the show’s share of a performance is reserved, however many accounts there are', async () => {
  const buyers = await Promise.all(Array.from({ length: 4 }, () => stranger()));
  const ids = await Promise.all(
    buyers.map(async (buyer, index) => {
      const placeIds = Array.from({ length: 4 }, (_, at) => index * 4 + at);
      return answerOf(await buyer.take(small, placeIds)).purchase.id;
    }),
  );
  const results = await Promise.all(buyers.map((buyer, index) => buyer.reserve(ids[index] ?? '')));
  expect(results.filter(({ status }) => status === 'ok')).toHaveLength(2);
  expect(results.filter((result) => resultOf(result) === 'cannot_reserve')).toHaveLength(2);
});

test('places of two performances are not reserved together, and neither is a purchase without places', async () => {
  const buyer = await stranger();
  const { id } = answerOf(await buyer.take(sale, some(1))).purchase;
  answerOf(await buyer.takeMore(id, soon, [1]));
  expect(await buyer.reserve(id)).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'several' } });
  answerOf(await buyer.release(id, soon));
  answerOf(await buyer.release(id, sale));
  expect(await buyer.reserve(id)).toMatchObject({ failure: 'invalid_input', data: { fields: [{ reason: 'missing' }] } });
  expect(await stageOf(db, id)).toBe('open');
});

test('reservations close before the performance', async () => {
  const buyer = await stranger();
  const { id } = answerOf(await buyer.take(soon, [0])).purchase;
  expect(await buyer.reserve(id)).toMatchObject({ failure: 'cannot_reserve', data: { reason: 'closed' } });
});

test('two tabs that pay one reservation at once charge it once', async () => {
  const buyer = await stranger();
  const { id } = await reserved(buyer, some(2));
  const resumed = await Promise.all([buyer.resume(id, sale), buyer.resume(id, sale)]);
  expect(resumed.map(({ status }) => status)).toEqual(['ok', 'ok']);
  await buyer.selectDelivery(id);
  await Promise.all([buyer.pay({ id, total: 2 * TICKET_TOTAL }), buyer.pay({ id, total: 2 * TICKET_TOTAL })]);
  expect(await stageOf(db, id)).toBe('paid');
  expect(await db`select from attempt where purchase_id = ${id} and state = 'approved'`).toHaveLength(1);
  expect(await buyer.cancelReservation(id)).toMatchObject({ failure: 'purchase_over' });
});

test('a cancelled performance frees its reservations, and one moved earlier those that would be closed', async () => {
  const buyer = await stranger();
  const { id } = await reserved(buyer, [16], small);
  const other = await reserved(buyer, some(1));
  await db`update performance set starts_at = now() + interval '23 hours' where id = ${small.performanceId}`;
  await sweepExpired(app.sale);
  expect(await stageOf(db, id)).toBe('expired');
  expect(await stageOf(db, other.id)).toBe('reserved');
  await db`update performance set starts_at = ${startsAt.toString()}, state = 'on_sale' where id = ${small.performanceId}`;
});

test('a reservation ends with its performance, whenever that was; others of its customer stay', async () => {
  const buyer = await stranger();
  const off = await reserved(buyer, [17], small);
  const other = await reserved(buyer, some(1));
  await db`update performance set state = 'cancelled' where id = ${small.performanceId}`;
  await sweepExpired(app.sale);
  expect([await stageOf(db, off.id), await stageOf(db, other.id)]).toEqual(['expired', 'reserved']);
  await db`update performance set state = 'on_sale' where id = ${small.performanceId}`;
});

test('an expired reservation that another transaction works on is left for the next round, and keeps no other', async () => {
  const buyer = await stranger();
  const [locked, other] = [await reserved(buyer, some(1)), await reserved(buyer, some(1))];
  for (const { id } of [locked, other]) await letMinutesPass(db, id, 3 * DAY + 10);
  await db.begin(async (tx) => {
    await tx`select from purchase where id = ${locked.id} for update`;
    await sweepExpired(app.sale);
    expect([await stageOf(db, locked.id), await stageOf(db, other.id)]).toEqual(['reserved', 'expired']);
  });
  await sweepExpired(app.sale);
  expect(await stageOf(db, locked.id)).toBe('expired');
});

test('a show that takes no reservations any more keeps those that it has until their end', async () => {
  const buyer = await stranger();
  const kept = await reserved(buyer, [18], small);
  const rules = ['days', 'closes_hours', 'most_per_customer', 'most_percent', 'part_payable'].map((each) => `reservation_${each}`);
  const of = db`id = (select show_id from performance where id = ${small.performanceId})`;
  const [before] = await db`select ${db(rules)} from show where ${of}`;
  await db`update show set ${db(Object.fromEntries(rules.map((name) => [name, null])), rules)} where ${of}`;
  await db`update performance set starts_at = now() + interval '1 hour' where id = ${small.performanceId}`;
  await sweepExpired(app.sale);
  expect(await stageOf(db, kept.id)).toBe('reserved');
  // It has begun, and with the grace of every hold more than that.
  await db`update performance set starts_at = now() - interval '1 hour' where id = ${small.performanceId}`;
  await sweepExpired(app.sale);
  expect(await stageOf(db, kept.id)).toBe('expired');
  await db`update show set ${db(before as never, rules as never)} where ${of}`;
  await db`update performance set starts_at = ${startsAt.toString()} where id = ${small.performanceId}`;
});

test('a customer’s limit counts what they have reserved of this performance, resumed too; what is paid or given up counts no more', async () => {
  const [buyer, other] = [await stranger(), await stranger()];
  await reserved(other, some(6));
  await reserved(buyer, [19], small);
  const first = await reserved(buyer, some(4));
  const resumed = answerOf(await buyer.resume(first.id, sale));
  const more = answerOf(await buyer.take(sale, some(3))).purchase;
  expect(await buyer.reserve(more.id)).toMatchObject({ data: { reason: 'customer' } });
  answerOf(await paid(buyer, resumed.id, 4));
  answerOf(await buyer.reserve(more.id));
  const four = answerOf(await buyer.take(sale, some(4))).purchase;
  expect(await buyer.reserve(four.id)).toMatchObject({ data: { reason: 'customer' } });
  answerOf(await buyer.cancelReservation(more.id));
  answerOf(await buyer.reserve(four.id));
  expect(await stageOf(db, four.id)).toBe('reserved');
});

test('a counter reserves for as many people as come, each time as many places as the rule says', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, some(6))).purchase;
  answerOf(await clerk.reserve(id, { name: 'Julia Paredes', phone: '11 5555-0199' }));
  const second = answerOf(await clerk.take(sale, some(6))).purchase;
  answerOf(await clerk.reserve(second.id, { name: 'Julia Paredes', phone: '11 5555-0199' }));
  expect([await stageOf(db, id), await stageOf(db, second.id)]).toEqual(['reserved', 'reserved']);
});

test('a counter finds what the shop keeps for a customer by the whole e-mail or the id, and neither pays nor gives it up', async () => {
  const [clerk, buyer, other] = [await aCounter(db, app), await stranger(), await stranger()];
  const { id } = await reserved(buyer, some(2));
  const { id: neighbours } = await reserved(other, some(1));
  const [account] = await db<{ email: string; name: string }[]>`
    select email, first_name || ' ' || last_name as name from customer where id = ${buyer.customerId}`;
  const found = async (search?: string, who: Pick<Buyer, 'call'> = clerk) =>
    answerOf(await who.call(listOrders, { query: search === undefined ? {} : { search } })).items.filter(({ isOfShop }) => isOfShop);
  for (const search of [account?.email.toUpperCase() ?? '', ` ${id} `])
    expect(await found(search)).toEqual([
      expect.objectContaining({ bookingId: id, state: 'reserved', holder: account?.name, isOfShop: true }),
    ]);
  // A part of an address finds nobody, and a customer finds nothing of another one's.
  for (const search of [undefined, account?.email.slice(1) ?? '', '@correo.example', '%']) expect(await found(search)).toEqual([]);
  expect(await found(account?.email, other)).toEqual([]);
  const before = await contents(db);
  expect(resultOf(await clerk.resume(id, sale))).toBe('not_found');
  expect(resultOf(await clerk.call(cancelReservation, { params: { reservationId: id } }))).toBe('not_found');
  expect(await contents(db)).toEqual(before);
  answerOf(await buyer.call(cancelReservation, { params: { reservationId: id } }));
  expect(await found(account?.email)).toEqual([]);
  expect(await stageOf(db, neighbours)).toBe('reserved');
});

test('a counter reserves for a name and a phone, every counter finds it, and another clerk sells it for cash', async () => {
  const [here, there] = [await aCounter(db, app), await aCounter(db, app)];
  const placeIds = some(2);
  const { id } = answerOf(await here.take(sale, placeIds)).purchase;
  expect(await here.reserve(id)).toMatchObject({
    failure: 'invalid_input',
    data: {
      fields: [
        { name: 'cNombre', reason: 'missing' },
        { name: 'cTelefono', reason: 'missing' },
      ],
    },
  });
  expect(await here.reserve(id, { name: 'Julia 🎭', phone: 'sin teléfono' })).toMatchObject({
    failure: 'invalid_input',
    data: {
      fields: [
        { name: 'cNombre', reason: 'unprintable' },
        { name: 'cTelefono', reason: 'invalid' },
      ],
    },
  });
  expect(await here.reserve(id, { name: 'Julia Paredes' })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cTelefono', reason: 'missing' }] },
  });
  expect(await stageOf(db, id)).toBe('open');
  answerOf(await here.reserve(id, { name: 'Julia Paredes', phone: '11 5555-0199' }));
  // What a counter has reserved does not keep it from selling.
  const sold = answerOf(await here.take(sale, some(1))).purchase;
  const listed = answerOf(await there.orders()).items.find(({ bookingId }) => bookingId === id);
  expect(listed).toMatchObject({ holder: 'Julia Paredes', contactPhone: '11 5555-0199', state: 'reserved' });
  const own = answerOf(await there.take(sale, some(1))).purchase;
  const total = answerOf(await there.resume(id, sale)).totals?.total ?? 0;
  expect(await there.sell({ id, total })).toMatchObject({ data: { outcome: 'approved' } });
  expect(await ticketsOf(db, id)).toEqual(placeIds);
  expect(await stageOf(db, own.id)).toBe('cancelled');
  expect(await stageOf(db, sold.id)).toBe('open');
  expect(answerOf(await (await stranger()).orders()).items).toEqual([]);
});

test('a clerk’s next sale puts a reservation back that was resumed and not paid, and takes nothing of another clerk', async () => {
  const [here, there] = [await aCounter(db, app), await aCounter(db, app)];
  const placeIds = some(1);
  const { id } = answerOf(await here.take(sale, placeIds)).purchase;
  answerOf(await here.reserve(id, { name: 'Julia Paredes', phone: '11 5555-0199' }));
  const others = answerOf(await here.take(sale, some(1))).purchase;
  answerOf(await there.resume(id, sale));
  // From then on it counts as the sale of who resumed it.
  expect(await db`select customer_id as clerk, slot from purchase where id = ${id}`).toEqual([{ clerk: there.customerId, slot: 1 }]);
  answerOf(await there.take(sale, some(1)));
  expect([await stageOf(db, id), await stageOf(db, others.id)]).toEqual(['reserved', 'open']);
  expect(await placesOf(db, id)).toEqual(placeIds);
});

/** What arrives about reservations once the worker has nothing left to do: news, reservation, address. */
async function mailsAboutReservations() {
  const before = new Set(inbox.newestFirst());
  const mailer = mailerAt(smtp.port);
  await workOnce(database, mailTasks({ db, mailer }));
  mailer.close();
  return inbox
    .newestFirst()
    .filter((mail) => !before.has(mail) && mail.messageId.startsWith('<tell-of-reservation.'))
    .map(({ messageId, to, subject, text }) => {
      const [, news, id] = /^<tell-of-reservation\.(\w+)\.(.+)@/.exec(messageId) ?? [];
      return { news, id, to, subject, text };
    });
}
/** Time passes for a reservation and for what is planned of it. */
async function letTimePass(id: string, minutes: number) {
  await letMinutesPass(db, id, minutes);
  await db`update graphile_worker._private_jobs set run_at = run_at - make_interval(mins => ${minutes}) where key like ${`reservation.%.${id}`}`;
}
const addressOf = async ({ customerId }: Pick<Buyer, 'customerId'>) =>
  (await db<{ email: string }[]>`select email from customer where id = ${customerId}`)[0]?.email;

test('a reservation is confirmed by mail, reminded of a day before its end and told of when it has expired, each once and to its customer only', async () => {
  await mailsAboutReservations();
  const [buyer, other] = [await stranger(), await stranger()];
  const { id } = await reserved(buyer, some(2));
  const kept = await reserved(other, some(1));
  const to = [await addressOf(buyer)];

  const made = await mailsAboutReservations();
  expect(made.map((mail) => [mail.news, mail.id]).sort()).toEqual(
    [
      ['made', id],
      ['made', kept.id],
    ].sort(),
  );
  expect(made.find((mail) => mail.id === id)).toMatchObject({ to, subject: 'Tu reserva para Hamlet' });
  expect(made.find((mail) => mail.id === id)?.text).toContain('Te guardamos 2 lugares');
  expect(made.find((mail) => mail.id === kept.id)?.to).toEqual([await addressOf(other)]);

  await letTimePass(id, 2 * DAY - 5);
  expect(await mailsAboutReservations()).toEqual([]);
  await letTimePass(id, 10);
  const reminded = await mailsAboutReservations();
  expect(reminded).toMatchObject([{ news: 'reminder', id, to, subject: 'Tu reserva para Hamlet vence pronto' }]);
  expect(await mailsAboutReservations()).toEqual([]);

  await letTimePass(id, DAY);
  await Promise.all([sweepExpired(app.sale), sweepExpired(app.sale)]);
  const expired = await mailsAboutReservations();
  expect(expired).toMatchObject([{ news: 'expired', id, to, subject: 'Venció tu reserva para Hamlet' }]);
  expect(expired[0]?.text).toContain('No se te cobró nada');
  await sweepExpired(app.sale);
  expect(await mailsAboutReservations()).toEqual([]);
  expect(await stageOf(db, kept.id)).toBe('reserved');
  answerOf(await other.cancelReservation(kept.id));
});

test('of a reservation of less than two days its customer is reminded halfway', async () => {
  await mailsAboutReservations();
  await db`update performance set starts_at = now() + interval '44 hours' where id = ${small.performanceId}`;
  const buyer = await stranger();
  // Until a day before the start: twenty hours.
  const { id } = await reserved(buyer, [17], small);
  expect((await mailsAboutReservations()).map(({ news }) => news)).toEqual(['made']);
  await letTimePass(id, 9.75 * 60);
  expect(await mailsAboutReservations()).toEqual([]);
  await letTimePass(id, 30);
  expect((await mailsAboutReservations()).map((mail) => [mail.news, mail.id])).toEqual([['reminder', id]]);
  answerOf(await buyer.cancelReservation(id));
  await db`update performance set starts_at = ${startsAt.toString()} where id = ${small.performanceId}`;
});

test('who has paid a reservation, or given it up, is reminded of nothing; one that was resumed is', async () => {
  await mailsAboutReservations();
  const [payer, quitter, waiting] = [await stranger(), await stranger(), await stranger()];
  const ids = await Promise.all([payer, quitter, waiting].map(async (who) => (await reserved(who, some(1))).id));
  const [paidId = '', givenUp = '', resumed = ''] = ids;
  expect(await mailsAboutReservations()).toHaveLength(3);
  answerOf(await payer.resume(paidId, sale));
  expect(await paid(payer, paidId, 1)).toMatchObject({ data: { outcome: 'approved' } });
  answerOf(await quitter.cancelReservation(givenUp));
  for (const id of ids) await letTimePass(id, 2 * DAY + 5);
  answerOf(await waiting.resume(resumed, sale));
  expect((await mailsAboutReservations()).map(({ news, id }) => [news, id])).toEqual([['reminder', resumed]]);
  answerOf(await waiting.cancelReservation(resumed));
});

test('a reservation of a counter is told to nobody by mail', async () => {
  await mailsAboutReservations();
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, some(1))).purchase;
  answerOf(await clerk.reserve(id, { name: 'Grupo de la escuela', phone: '11 5555-0100' }));
  await letTimePass(id, 3 * DAY + 5);
  await sweepExpired(app.sale);
  expect(await mailsAboutReservations()).toEqual([]);
});
