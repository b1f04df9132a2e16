import { clearName, closeGivenBack, closeRefund, moveDelivery, nominate, readCode, reopenGivenBack, resendTickets } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { randomId } from '../../src/db/random-id.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { loggedIn } from '../factories/customers.ts';
import { goodwill } from '../factories/goodwill.ts';
import { anOrganiser } from '../factories/office.ts';
import { bookedUnlike } from '../factories/unlike.ts';

/** The office's small verbs, each on one ticket, step, refund or closing of several side by side. */
const { db, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [
  { rows: 20, startsAt: inDays(3), nominations: { closesHours: 24, oncePerDocument: true } },
]);
const { app, buyer, gateway, sale } = checkout;
const organiser = await anOrganiser(db, app);
const colleague = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});

async function bought({ seats = 2, deliveryTypeId = 1 } = {}) {
  const purchase = await checkout.purchase({ seats, deliveryTypeId });
  answerOf(await buyer.pay(purchase));
  return { ...purchase, tickets: answerOf(await buyer.order(purchase.id)).tickets };
}
const linesOf = async (id: string) =>
  (await db<{ verb: string }[]>`select verb from staff_action where purchase_id = ${id} order by id`).map(({ verb }) => verb);

test('an order that is not there is not found by any verb', async () => {
  const orderId = randomId();
  const params = { orderId };
  const reason = 'Lo pidió';
  const refundId = randomId();
  const outcomes = [
    await organiser.call(clearName, { params, body: { ticketId: randomId(), reason } }),
    await organiser.call(closeGivenBack, { params, body: { amount: 100, reason } }),
    await organiser.call(reopenGivenBack, { params: { orderId, refundId }, body: { reason } }),
    await organiser.call(closeRefund, { params: { orderId, refundId }, body: { amount: 100, reason } }),
    await organiser.call(moveDelivery, { params, body: { state: 'prepared', note: undefined } }),
    await organiser.call(resendTickets, { params, body: { reason } }),
  ];
  expect(outcomes.map(resultOf)).toEqual(outcomes.map(() => 'not_found'));
});

test('of the names of an order one is taken off: of the ticket that was meant, whoever came in with another', async () => {
  const order = await bought({ seats: 3 });
  const [used = '', wanted = '', unnamed = ''] = order.tickets.map(({ id }) => id);
  const name = (ticketId: string, documentNumber: string) => ({
    ...{ ticketId, firstName: 'Ana', lastName: 'Paz', documentType: 'dni' as const, documentNumber, version: undefined },
  });
  const items = [name(used, '30111222'), name(wanted, '30111223')];
  answerOf(await buyer.call(nominate, { params: { orderId: order.id }, body: { items } }));
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  const { code = '' } = order.tickets[0] ?? {};
  answerOf(await clientOf(app, { token }).call(readCode, { body: { performanceId: sale.performanceId, code, door: undefined } }));
  const clear = (ticketId: string, key?: string) =>
    organiser.call(
      clearName,
      { params: { orderId: order.id }, body: { ticketId, reason: 'Documento de otra persona' } },
      key === undefined ? {} : { key },
    );
  expect(await clear(used)).toMatchObject({ failure: 'cannot_nominate', data: { reason: 'used', ticketId: used } });
  expect(resultOf(await clear(unnamed))).toBe('no_name');
  expect(await linesOf(order.id)).toEqual([]);
  answerOf(await clear(wanted, 'clear-once'));
  const cleared = answerOf(await clear(wanted, 'clear-once'));
  expect(cleared.actions).toMatchObject([{ verb: 'clear_name', ticketCount: 1 }]);
  const named = await db<
    { id: string }[]
  >`select ticket_id as id from nomination where ticket_id = any (${[used, wanted, unnamed]}::text[])`;
  expect(named.map(({ id }) => id)).toEqual([used]);
});

const move = (orderId: string, state: 'prepared' | 'picked_up', given: { note?: string; key?: string; who?: typeof organiser } = {}) =>
  (given.who ?? organiser).call(
    moveDelivery,
    { params: { orderId }, body: { state, note: given.note } },
    given.key === undefined ? {} : { key: given.key },
  );
const stepsOf = (id: string) => db<{ position: number; state: string; note: string | null }[]>`
  select position, state, note from delivery_step where purchase_id = ${id} order by position`;

test('a delivery goes on while one ticket is valid; nobody brings void ones, or what a counter sold', async () => {
  const [order, neighbour] = [await bought({ deliveryTypeId: 2 }), await bought({ deliveryTypeId: 2 })];
  answerOf((await organiser.refundSome(order.id, { count: 1 })).outcome);
  answerOf(await move(order.id, 'prepared'));
  answerOf((await organiser.refundSome(order.id)).outcome);
  expect(resultOf(await move(order.id, 'picked_up'))).toBe('no_valid_tickets');
  expect([...(await stepsOf(order.id))]).toEqual([{ position: 1, state: 'prepared', note: null }]);
  expect([...(await stepsOf(neighbour.id))]).toEqual([]);
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, [150])).purchase;
  answerOf(await clerk.sell({ id, total: 1_000_000 }));
  expect(resultOf(await move(id, 'prepared'))).toBe('not_the_next_step');
});

test('a step that a server of the version before has written with this click is made no second time, and its key means nothing else', async () => {
  const [order, other] = [await bought({ deliveryTypeId: 2 }), await bought({ deliveryTypeId: 2 })];
  const written = (id: string, position: number, state: string, key: string, note: string | null) => db`
    insert into delivery_step (purchase_id, position, state, staff_id, idempotency_key, note)
    values (${id}, ${position}, ${state}, ${organiser.customerId}, ${key}, ${note})`;
  await written(order.id, 1, 'prepared', 'before-noted', 'Sobre 12');
  await written(other.id, 1, 'prepared', 'before-plain', null);
  for (const [id, state, note, key] of [
    [other.id, 'prepared', 'Sobre 12', 'before-noted'],
    [order.id, 'picked_up', 'Sobre 12', 'before-noted'],
    [order.id, 'prepared', 'Sobre 13', 'before-noted'],
    [order.id, 'prepared', undefined, 'before-noted'],
    [other.id, 'prepared', 'Sobre 12', 'before-plain'],
  ] as const)
    expect([key, resultOf(await move(id, state, { key, ...(note === undefined ? {} : { note }) }))]).toEqual([key, 'key_reused']);
  expect(resultOf(await move(order.id, 'prepared', { key: 'before-noted', note: 'Sobre 12' }))).toBe('ok');
  expect(resultOf(await move(other.id, 'prepared', { key: 'before-plain' }))).toBe('ok');
  // Of somebody else the same key is another click, and so is another key.
  expect(resultOf(await move(order.id, 'prepared', { key: 'before-noted', note: 'Sobre 12', who: colleague }))).toBe('not_the_next_step');
  answerOf(await move(order.id, 'picked_up', { key: 'afterwards', note: 'Con DNI' }));
  expect([...(await stepsOf(order.id))]).toEqual([
    { position: 1, state: 'prepared', note: 'Sobre 12' },
    { position: 2, state: 'picked_up', note: 'Con DNI' },
  ]);
  expect([...(await stepsOf(other.id))]).toEqual([{ position: 1, state: 'prepared', note: null }]);
});

test('of two refunds of an order the one is closed that is meant, of what was seen, once', async () => {
  const purchase = await checkout.purchase({ seats: 4 });
  answerOf(await buyer.pay(purchase));
  const { id } = purchase;
  gateway.state.refundsFail = false;
  answerOf((await organiser.refundSome(id, { count: 1 })).outcome);
  await bookedUnlike(db, id);
  gateway.state.refundsFail = true;
  answerOf((await organiser.refundSome(id, { count: 2 })).outcome);
  gateway.state.refundsFail = false;
  const [done, open] = (await organiser.order(id)).refunds;
  const end = (refundId: string, amount: number, key?: string) =>
    organiser.call(
      closeRefund,
      { params: { orderId: id, refundId }, body: { amount, reason: 'Nunca pagó' } },
      key === undefined ? {} : { key },
    );
  expect(await end(done?.id ?? '', done?.amount ?? 0)).toMatchObject({ failure: 'refund_changed', data: { amount: 0 } });
  expect(await end(open?.id ?? '', 1)).toMatchObject({ failure: 'refund_changed', data: { amount: open?.amount } });
  expect(await linesOf(id)).toEqual(['refund', 'refund']);
  for (let times = 0; times < 2; times += 1) answerOf(await end(open?.id ?? '', open?.amount ?? 0, 'end-once'));
  expect(await end(open?.id ?? '', open?.amount ?? 0)).toMatchObject({ failure: 'refund_changed', data: { amount: 0 } });
  const { refunds, actions } = await organiser.order(id);
  expect(refunds.map(({ isDone, isClosed, mayClose }) => [isDone, isClosed, mayClose])).toEqual([
    [true, undefined, false],
    [true, true, false],
  ]);
  const [reference] = (await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id}`).map(
    (row) => row.reference,
  );
  expect(actions[0]).toMatchObject({ verb: 'close_refund', reason: 'Nunca pagó', amount: open?.amount });
  expect(await db`select reference from staff_action where purchase_id = ${id} and verb = 'close_refund'`).toEqual([{ reference }]);
});

test('of two closings of an order the one is opened again that is meant; what was seen decides, and each is a line', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  const closing = (orderId: string, amount: number, key?: string) =>
    organiser.call(closeGivenBack, { params: { orderId }, body: { amount, reason: 'Atención' } }, key === undefined ? {} : { key });
  // Nothing was given back of it yet.
  for (const amount of [0, 5000]) expect(await closing(order.id, amount)).toMatchObject({ failure: 'refund_changed', data: { amount: 0 } });
  for (const [orderId, amount] of [
    [order.id, 5000],
    [neighbour.id, 7000],
  ] as const)
    await goodwill(db, { orderId, amount });
  expect(await closing(order.id, 4999)).toMatchObject({ failure: 'refund_changed', data: { amount: 5000 } });
  for (let times = 0; times < 2; times += 1) answerOf(await closing(order.id, 5000, 'close-once'));
  await goodwill(db, { orderId: order.id, amount: 900 });
  answerOf(await closing(order.id, 900));
  const closings = (await organiser.order(order.id)).refunds.filter(({ isForNoTicket }) => isForNoTicket);
  expect(closings.map(({ way, amount, covered, isDone, ticketCount }) => [way, amount, covered, isDone, ticketCount])).toEqual([
    ['elsewhere', 0, 5000, true, 0],
    ['elsewhere', 0, 900, true, 0],
  ]);
  const taken = (await organiser.order(order.id)).refunds.find(({ isForNoTicket }) => !isForNoTicket);
  const reopen = (refundId = '', orderId = order.id, key?: string) =>
    organiser.call(reopenGivenBack, { params: { orderId, refundId }, body: { reason: 'Era un error' } }, key === undefined ? {} : { key });
  expect(resultOf(await reopen(taken?.id))).toBe('not_found');
  expect(resultOf(await reopen(closings[1]?.id, neighbour.id))).toBe('not_found');
  for (let times = 0; times < 2; times += 1) answerOf(await reopen(closings[1]?.id, order.id, 'reopen-once'));
  expect(await reopen(closings[1]?.id)).toMatchObject({ failure: 'refund_changed', data: { amount: 0 } });
  const shown = await organiser.order(order.id);
  expect([shown.givenBack, shown.refunds.map(({ isUndone }) => isUndone)]).toEqual([900, [undefined, undefined, undefined, true]]);
  expect(shown.actions.map(({ verb, amount }) => [verb, amount])).toEqual([
    ['reopen_given_back', 900],
    ['close_given_back', 900],
    ['close_given_back', 5000],
  ]);
  expect([(await organiser.order(neighbour.id)).givenBack, await linesOf(neighbour.id)]).toEqual([7000, []]);
});

test('tickets are sent once more with as many as are valid, in a mail of that click alone', async () => {
  const [order, neighbour] = [await bought({ seats: 3 }), await bought()];
  answerOf((await organiser.refundSome(order.id, { count: 1 })).outcome);
  const copies = async (id: string) =>
    (
      await db<{ copy: string; key: string }[]>`
        select payload ->> 'copy' as copy, key from graphile_worker._private_jobs
         where payload ->> 'purchaseId' = ${id} and payload ->> 'copy' is not null`
    ).map(({ copy, key }) => [copy, key]);
  for (let times = 0; times < 2; times += 1) answerOf(await organiser.resend(order.id, { key: 'send-once' }));
  const { actions } = answerOf(await organiser.resend(order.id, { key: 'send-twice' }));
  expect(actions.slice(0, 2)).toMatchObject([
    { verb: 'resend', ticketCount: 2 },
    { verb: 'resend', ticketCount: 2 },
  ]);
  expect((await copies(order.id)).toSorted()).toEqual(
    ['send-once', 'send-twice'].map((copy) => [copy, `send-tickets.${order.id}.${copy}`]),
  );
  answerOf((await organiser.refundSome(order.id)).outcome);
  expect(resultOf(await organiser.resend(order.id))).toBe('no_valid_tickets');
  expect([await copies(neighbour.id), await linesOf(neighbour.id)]).toEqual([[], []]);
});
