import { changePlaces, listOtherPlaces, readCode } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aLevel, inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { loggedIn } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';

/** Orders for two evenings, with the same seat on both: what is done with one ticket leaves the other evening as it is. */
const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [
  { startsAt: inDays(7), rows: 4 },
  { startsAt: inDays(8), rows: 4, levels: [aLevel({ faceValue: 750_000 })] },
]);
const { app, buyer, sales } = checkout;
const [onFriday, onSaturday] = sales;
const [friday, saturday] = [onFriday.performanceId, onSaturday.performanceId];
await db`update delivery_type set price = 120000 where id = 1`;
const organiser = await anOrganiser(db, app);
const door = await (async () => {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  return clientOf(app, { token });
})();
afterAll(async () => {
  await checkout.close();
  await close();
});

const FRIDAY_TICKET = 1_150_000;
const SATURDAY_TICKET = 875_000;
const DELIVERY = 120_000;

let next = 0;
/** Two seats on Friday and one of the two on Saturday. */
async function paidEvenings() {
  const [one, two] = [next++, next++] as const;
  const { id } = answerOf(await buyer.take(onFriday, [one, two])).purchase;
  answerOf(await buyer.takeMore(id, onSaturday, [one]));
  await buyer.selectDelivery(id);
  answerOf(await buyer.pay({ id, total: 2 * FRIDAY_TICKET + SATURDAY_TICKET + DELIVERY }));
  const ticketOf = async (performanceId: number, placeId: number) =>
    (
      await db<{ id: string }[]>`
        select id from ticket where purchase_id = ${id} and performance_id = ${performanceId} and place_id = ${placeId} and state = 'valid'`
    )[0]?.id ?? '';
  return { id, one, two, ticketOf };
}

const placesOf = async (id: string) =>
  (
    await db<{ place: string }[]>`
      select case performance_id when ${friday} then 'friday' else 'saturday' end || ' ' || place_id || ' ' || state as place
        from place where purchase_id = ${id} order by performance_id, place_id`
  ).map(({ place }) => place);

test('a ticket of one evening is refunded at that evening’s price, and the same seat of the other evening stays sold', async () => {
  const { id, one, two, ticketOf } = await paidEvenings();
  const [saturdays, fridays] = [await ticketOf(saturday, one), await ticketOf(friday, one)];
  expect(answerOf(await organiser.preview(id, [saturdays]))).toMatchObject({ amount: SATURDAY_TICKET, kept: 0, placesSoldAgain: 1 });
  expect(answerOf(await organiser.preview(id, [saturdays, fridays]))).toMatchObject({
    amount: SATURDAY_TICKET + FRIDAY_TICKET,
    placesSoldAgain: 2,
  });
  answerOf(await organiser.refund(id, { ticketIds: [saturdays], amount: SATURDAY_TICKET }));
  expect(await placesOf(id)).toEqual([`friday ${one} sold`, `friday ${two} sold`]);
  const order = await organiser.order(id);
  expect(order.performances.map((each) => each.id)).toEqual([friday, saturday]);
  expect(order.tickets.map(({ ticket }) => [ticket.performanceId, ticket.state])).toEqual([
    [friday, 'valid'],
    [friday, 'valid'],
    [saturday, 'void'],
  ]);
  expect(await balancesOf(db, id)).not.toContainEqual(expect.objectContaining({ account: 'tickets', performanceId: saturday }));
  // The last one brings the delivery.
  const rest = await organiser.refundSome(id);
  expect(rest.amount).toBe(2 * FRIDAY_TICKET + DELIVERY);
  expect(await placesOf(id)).toEqual([]);
});

test('of two evenings one that is over frees no place, and one that was cancelled gives back who was inside', async () => {
  const { id, one, two, ticketOf } = await paidEvenings();
  const [saturdays, fridays, others] = [await ticketOf(saturday, one), await ticketOf(friday, one), await ticketOf(friday, two)];
  await db`update performance set starts_at = starts_at - interval '9 days' where id = ${friday}`;
  expect(answerOf(await organiser.preview(id, [fridays, others, saturdays]))).toMatchObject({ placesSoldAgain: 1 });
  await db`update performance set starts_at = starts_at + interval '9 days' where id = ${friday}`;
  const { tickets } = answerOf(await buyer.order(id));
  for (const ticketId of [saturdays, fridays]) {
    const { performanceId = 0, code = '' } = tickets.find((ticket) => ticket.id === ticketId) ?? {};
    answerOf(await door.call(readCode, { body: { performanceId, code, door: undefined } }));
  }
  await db`update performance set state = 'cancelled' where id = ${saturday}`;
  expect(await organiser.preview(id, [fridays])).toMatchObject({ data: { obstacle: 'ticket_used' } });
  expect(answerOf(await organiser.preview(id, [saturdays]))).toMatchObject({ amount: SATURDAY_TICKET, placesSoldAgain: 0 });
  expect(answerOf(await organiser.preview(id, [others]))).toMatchObject({ amount: FRIDAY_TICKET, placesSoldAgain: 1 });
  await db`update performance set state = 'on_sale' where id = ${saturday}`;
});

test('a ticket of one evening moves to another seat of it; the same seat of the other evening is as it was', async () => {
  const { id, one, two, ticketOf } = await paidEvenings();
  const clerk = await aCounter(db, app);
  const [saturdays, fridays] = [await ticketOf(saturday, one), await ticketOf(friday, one)];
  const offered = answerOf(await clerk.call(listOtherPlaces, { params: { orderId: id }, query: { ticketId: saturdays } }));
  expect(offered.ticketIds).toEqual([saturdays]);
  // Theirs on Friday, and free on Saturday.
  const placeIds = offered.rows.flatMap(({ places }) => places.map((place) => place.id));
  expect([placeIds.includes(one), placeIds.includes(two)]).toEqual([false, true]);
  const change = (changes: { ticketId: string; placeId: number }[]) =>
    clerk.call(changePlaces, { params: { orderId: id }, body: { changes, reason: 'Se sientan juntas' } });
  // Tickets of one evening alone.
  const [there = 0, elsewhere = 0] = placeIds.filter((place) => place > 20);
  expect(
    await change([
      { ticketId: saturdays, placeId: there },
      { ticketId: fridays, placeId: elsewhere },
    ]),
  ).toMatchObject({ failure: 'not_found' });
  answerOf(await change([{ ticketId: saturdays, placeId: two }]));
  expect(await placesOf(id)).toEqual([`friday ${one} sold`, `friday ${two} sold`, `saturday ${two} sold`]);
  expect([await ticketOf(friday, one), await ticketOf(saturday, one)]).toEqual([fridays, '']);
  const { tickets } = answerOf(await buyer.order(id));
  expect(tickets.map(({ performanceId, seat }) => [performanceId, seat]).toSorted()).toEqual(
    [
      [friday, String((one % 10) + 1)],
      [friday, String((two % 10) + 1)],
      [saturday, String((two % 10) + 1)],
    ].toSorted(),
  );
  expect(answerOf(await organiser.preview(id, [await ticketOf(saturday, two)])).amount).toBe(SATURDAY_TICKET);
});
