import { closeRefund, getOfficeOrder, listRefunds, readCode } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { clearCustomer, deleteBelongings } from '../../src/customers/privacy/queries-erasure.ts';
import { connect } from '../../src/db/connect.ts';
import { attemptOfReference } from '../../src/payments/index.ts';
import { hearOfChargeback, recordChargeback } from '../../src/sale/staff/chargeback.ts';
import { sendRefunds } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser, officeAt } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aWatch } from '../factories/watch.ts';

const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 40 }, { rows: 4 }]);
const { app, buyer, card, gateway, sale } = checkout;
/** Another process: connections and memory of its own. */
const otherConnections = connect(database.url);
const there = await customersApp(otherConnections, { payments: [card] });
const organiser = await anOrganiser(db, app);
const colleague = officeAt(there, (await anOrganiser(db, app)).token);
afterAll(async () => {
  await there.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});
beforeEach(() => {
  Object.assign(gateway.state, { refunds: 0, refundsFail: false, refundsLost: 0 });
});

/** A paid order of so many seats. */
async function bought({ seats = 2, ...form }: { seats?: number } & Parameters<typeof buyer.pay>[1] = {}) {
  const purchase = await checkout.purchase({ seats });
  answerOf(await buyer.pay(purchase, form));
  return purchase;
}

const orderOf = async (id: string) => answerOf(await buyer.order(id));
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const refundsOf = (id: string) => db<{ state: string; way: string; amount: number }[]>`
  select state, way, amount::int from refund where purchase_id = ${id} order by started_at`;
const statesOf = async ({ placeIds }: { placeIds: readonly number[] }) =>
  (
    await db<{ state: string }[]>`
      select state from place where performance_id = ${sale.performanceId} and place_id = any (${[...placeIds]}::integer[]) order by place_id`
  ).map(({ state }) => state);
const referenceOf = async (id: string) =>
  (await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id} and state = 'approved'`)[0]?.reference ?? '';
const givenBack = async (id: string) => {
  const reference = await referenceOf(id);
  return gateway.payments.find((each) => each.site_transaction_id === reference)?.refunds.map(({ amount }) => amount) ?? [];
};
const work = () => sendRefunds(app.sale);

test('after a part was refunded the list of orders says how many tickets and how much money are left', async () => {
  const { id } = await bought({ seats: 3 });
  const whole = await bought();
  const listed = async (wanted: string) => answerOf(await buyer.orders()).items.find((order) => order.id === wanted);
  expect((await listed(id))?.validTicketCount).toBeUndefined();
  const [first = '', ...others] = await organiser.validTickets(id);
  answerOf(await organiser.refund(id, { ticketIds: [first], amount: TICKET_TOTAL }));
  expect(await listed(id)).toMatchObject({ state: 'paid', validTicketCount: 2, refunded: TICKET_TOTAL, paid: 2 * TICKET_TOTAL });
  answerOf(await organiser.refund(id, { ticketIds: others, amount: 2 * TICKET_TOTAL }));
  expect((await listed(id))?.validTicketCount).toBeUndefined();
  expect((await listed(whole.id))?.validTicketCount).toBeUndefined();
});

const door = clientOf(there, { token: await staffToken('door') });
const read = (code: string) => door.call(readCode, { body: { performanceId: sale.performanceId, code, door: undefined } });

async function staffToken(role: string) {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = ${role} where email = ${email}`;
  return token;
}

/** Everything of an order that a refund of another one must leave as it is. */
const everythingOf = async (id: string) => ({
  order: await orderOf(id),
  rows: await db`
    select (select jsonb_agg(to_jsonb(place) order by place_id) from place where purchase_id = ${id}) as places,
           (select jsonb_agg(to_jsonb(ticket) order by id) from ticket where purchase_id = ${id}) as tickets,
           (select jsonb_agg(to_jsonb(ledger_entry) order by transaction_id, position) from ledger_entry where purchase_id = ${id}) as ledger`,
});
const stable = (text: unknown) => JSON.stringify(text, (name, value) => (name === 'serverNow' ? undefined : value));

test('one refunded ticket of two: void at once, its place free for others, its money back at the gateway, in the ledger and on the buyer’s page', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  const before = stable(await everythingOf(neighbour.id));
  const [ticketId = ''] = await organiser.validTickets(order.id);
  expect(answerOf(await organiser.preview(order.id, [ticketId]))).toEqual({
    way: 'provider',
    amount: TICKET_TOTAL,
    kept: 0,
    ticketCount: 1,
    placesSoldAgain: 1,
  });
  const codes = (await orderOf(order.id)).tickets.map(({ id, code = '' }) => ({ id, code }));
  const refunded = answerOf(await organiser.refund(order.id, { ticketIds: [ticketId], amount: TICKET_TOTAL }));
  expect(refunded).toMatchObject({
    state: 'paid',
    kept: TICKET_TOTAL,
    refunds: [{ way: 'provider', amount: TICKET_TOTAL, ticketCount: 1, isDone: true, reason: 'Lo pidió por correo' }],
    actions: [{ verb: 'refund', staffName: 'Julia Paredes', reason: 'Lo pidió por correo', amount: TICKET_TOTAL, ticketCount: 1 }],
  });
  expect(await givenBack(order.id)).toEqual([TICKET_TOTAL]);
  const shown = await orderOf(order.id);
  expect(shown).toMatchObject({ state: 'paid', paid: TICKET_TOTAL, refunded: TICKET_TOTAL });
  expect(shown.tickets.map(({ id, state, code }) => [id === ticketId, state, code !== undefined]).sort()).toEqual([
    [false, 'valid', true],
    [true, 'void', false],
  ]);
  expect((await statesOf(order)).sort()).toEqual(['free', 'sold']);
  const accounts = await accountsOf(order.id);
  expect(accounts).toMatchObject({ 'clearing:payway': TICKET_TOTAL });
  expect(accounts).not.toHaveProperty('owed_to_buyer');
  expect(Object.values(accounts).reduce((sum, balance) => sum + balance, 0)).toBe(0);
  for (const { id, code } of codes) expect(answerOf(await read(code)).result).toBe(id === ticketId ? 'void' : 'valid');
  expect(stable(await everythingOf(neighbour.id))).toBe(before);
});

test('another buyer gets the place of a refunded ticket, and the limit of its first buyer counts it no more', async () => {
  const order = await bought({ seats: 1 });
  const counted = async () =>
    (await db<{ places: number }[]>`select places from bought_places where customer_id = ${buyer.customerId}`)[0]?.places ?? 0;
  const before = await counted();
  await organiser.refundSome(order.id);
  expect(await counted()).toBe(before - 1);
  const stranger = await checkout.stranger();
  expect(resultOf(await stranger.take(sale, order.placeIds))).toBe('ok');
});

test('a whole order: nothing to enter with, no file, “given back” in the list; the last ticket brings all that was paid', async () => {
  const order = await bought({ seats: 3 });
  const { amount } = await organiser.refundSome(order.id);
  expect(amount).toBe(order.total);
  expect(await orderOf(order.id)).toMatchObject({ state: 'refunded', paid: 0, refunded: order.total });
  expect(answerOf(await buyer.orders()).items.find(({ id }) => id === order.id)).toMatchObject({ state: 'refunded' });
  const file = await buyer.file(`/v2/Operacion/${order.id}/Entradas/a4`);
  expect(file.json()).toMatchObject({ cError: 'no_valid_tickets' });
  expect(await accountsOf(order.id)).toEqual({});
});

test('the result page of a paid order says what went back: a part beside the payment, all of it instead of it, with the way to the order', async () => {
  const order = await bought();
  const shown = async () => answerOf(await buyer.confirm(order.id));
  expect(await shown()).toMatchObject({ outcome: 'approved', orderId: order.id });
  expect(await shown()).not.toHaveProperty('refunded');
  await organiser.refundSome(order.id, { count: 1 });
  expect(await shown()).toMatchObject({ outcome: 'approved', amount: order.total, refunded: TICKET_TOTAL, orderId: order.id });
  await organiser.refundSome(order.id);
  const whole = await shown();
  expect(whole).toMatchObject({ outcome: 'refunded', amount: order.total, refunded: order.total, orderId: order.id });
  expect(whole).not.toHaveProperty('isUnderWay');
});

test('the result page says of money that is still on its way back that it is, whatever the brand kept of it', async () => {
  const { brand } = await (await import('@butaca/brand/load')).loadBrand('butaca');
  const strict = await customersApp(db, {
    payments: [card],
    brand: { ...brand, refunds: { ...brand.refunds, ticketPercent: 80, serviceCharge: false, antiFraudQr: false } },
  });
  const order = await bought();
  gateway.state.refundsFail = true;
  const { amount } = await officeAt(strict, organiser.token).refundSome(order.id);
  expect(amount).toBeLessThan(order.total);
  expect(answerOf(await buyer.confirm(order.id))).toMatchObject({ outcome: 'refunded', refunded: amount, isUnderWay: true });
  expect(answerOf(await buyer.order(order.id)).state).toBe('returning');
});

test('the result page of a payment that the card’s bank took back says that its money went back, though somebody is inside', async () => {
  const order = await bought({ seats: 1 });
  const [{ code = '' } = {}] = (await orderOf(order.id)).tickets;
  expect(answerOf(await read(code)).result).toBe('valid');
  await recordChargeback(app.sale, { reference: await referenceOf(order.id), amount: order.total });
  expect(answerOf(await buyer.confirm(order.id))).toMatchObject({ outcome: 'refunded', refunded: order.total });
});

test('ticket by ticket as much goes back as at once', async () => {
  const order = await bought({ seats: 3 });
  const amounts = [];
  for (let left = 3; left > 0; left--) amounts.push((await organiser.refundSome(order.id, { count: 1 })).amount);
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(order.total);
  expect((await givenBack(order.id)).length).toBe(3);
  expect(await accountsOf(order.id)).toEqual({});
});

test('when two people refund the same ticket at once, its money goes back once', async () => {
  const order = await bought();
  const ticketIds = (await organiser.validTickets(order.id)).slice(0, 1);
  const outcomes = await Promise.all([organiser, colleague].map((who) => who.refund(order.id, { ticketIds, amount: TICKET_TOTAL })));
  expect(outcomes.map(resultOf).sort()).toEqual(['cannot_refund', 'ok']);
  expect(await givenBack(order.id)).toEqual([TICKET_TOTAL]);
  expect(await refundsOf(order.id)).toHaveLength(1);
});

test('a ticket that is refunded while a door reads it is either let in or refunded', async () => {
  for (let round = 0; round < 6; round++) {
    const order = await bought({ seats: 1 });
    const [{ id = '', code = '' } = {}] = (await orderOf(order.id)).tickets;
    const [entry, refund] = await Promise.all([read(code), organiser.refund(order.id, { ticketIds: [id], amount: TICKET_TOTAL })]);
    const result = answerOf(entry).result;
    if (result === 'valid') expect(refund).toMatchObject({ failure: 'cannot_refund', data: { obstacle: 'ticket_used' } });
    else expect([result, resultOf(refund)]).toEqual(['void', 'ok']);
    expect(await givenBack(order.id)).toHaveLength(result === 'valid' ? 0 : 1);
  }
});

test('a click whose answer was lost and that comes again refunds once, and is one line in the log', async () => {
  const order = await bought();
  const ticketIds = (await organiser.validTickets(order.id)).slice(0, 1);
  const click = () => organiser.refund(order.id, { ticketIds, amount: TICKET_TOTAL }, { key: 'same-click' });
  const answers = [await click(), ...(await Promise.all([click(), click()]))];
  expect(answers.map(resultOf)).toEqual(['ok', 'ok', 'ok']);
  expect(await givenBack(order.id)).toEqual([TICKET_TOTAL]);
  expect((await organiser.order(order.id)).actions).toHaveLength(1);
});

test('an amount that is not what would go back is refused, and nothing happens', async () => {
  const order = await bought();
  const before = stable(await everythingOf(order.id));
  const ticketIds = await organiser.validTickets(order.id);
  const outcome = await organiser.refund(order.id, { ticketIds, amount: order.total - 100 });
  expect(outcome).toMatchObject({ failure: 'refund_changed', data: { amount: order.total } });
  expect(await refundsOf(order.id)).toEqual([]);
  expect((await organiser.order(order.id)).actions).toEqual([]);
  expect(stable(await everythingOf(order.id))).toBe(before);
});

test('a refund that the gateway refuses stands in the office with its words, and is asked for again until it is done', async () => {
  const order = await bought();
  gateway.state.refundsFail = true;
  const { outcome } = await organiser.refundSome(order.id, { count: 1 });
  expect(answerOf(outcome).refunds).toMatchObject([{ isDone: false, tries: 1, trouble: 'http 500' }]);
  const standing = async () => (await organiser.money()).refunds.filter(({ orderId }) => orderId === order.id);
  expect(await standing()).toMatchObject([{ refund: { amount: TICKET_TOTAL, isDone: false } }]);
  expect(await accountsOf(order.id)).toMatchObject({ owed_to_buyer: -TICKET_TOTAL, 'clearing:payway': order.total });
  // The ticket is void from the first moment, and no second refund passes the first one.
  expect(await organiser.preview(order.id, await organiser.validTickets(order.id))).toMatchObject({ data: { obstacle: 'under_way' } });
  await letMinutesPass(db, order.id, 3);
  await work();
  expect(await standing()).toMatchObject([{ refund: { tries: 2 } }]);
  gateway.state.refundsFail = false;
  await letMinutesPass(db, order.id, 30);
  await work();
  expect(await standing()).toEqual([]);
  expect(await givenBack(order.id)).toEqual([TICKET_TOTAL]);
  expect(await accountsOf(order.id)).toMatchObject({ 'clearing:payway': TICKET_TOTAL });
});

test.each([
  ['part', 1],
  ['all', 2],
])('after a lost answer of the gateway a refund of %s is found done, and its money went back once', async (_, count) => {
  const order = await bought();
  gateway.state.refundsLost = 1;
  const { outcome, amount } = await organiser.refundSome(order.id, { count });
  expect(answerOf(outcome).refunds).toMatchObject([{ isDone: true }]);
  await letMinutesPass(db, order.id, 30);
  await work();
  expect(await givenBack(order.id)).toEqual([amount]);
});

test.each([1, 2])(
  'a process that dies between the gateway and the ledger leaves a refund of %i tickets to the worker, which returns nothing twice',
  async (count) => {
    const order = await bought();
    const never = new Promise<never>(() => {});
    const dying: typeof card = {
      ...card,
      reverse: async (payment) => {
        await card.reverse(payment);
        return never;
      },
      refund: async (...given) => {
        await card.refund?.(...given);
        return never;
      },
    };
    const doomed = await customersApp(db, { payments: [dying] });
    const amount = count * TICKET_TOTAL;
    const ticketIds = (await organiser.validTickets(order.id)).slice(0, count);
    void officeAt(doomed, organiser.token).refund(order.id, { ticketIds, amount });
    await expect.poll(() => givenBack(order.id)).toEqual([amount]);
    expect(await refundsOf(order.id)).toEqual([{ state: 'returning', way: 'provider', amount }]);
    await letMinutesPass(db, order.id, 3);
    await Promise.all([work(), sendRefunds(there.sale)]);
    expect(await refundsOf(order.id)).toEqual([{ state: 'done', way: 'provider', amount }]);
    expect(await givenBack(order.id)).toEqual([amount]);
    expect((await accountsOf(order.id))['clearing:payway'] ?? 0).toBe(order.total - amount);
  },
);

test('as balance: no gateway is asked, and the customer has it here', async () => {
  const order = await bought();
  await organiser.refundSome(order.id, { count: 1, way: 'balance' });
  expect(await refundsOf(order.id)).toEqual([{ state: 'done', way: 'balance', amount: TICKET_TOTAL }]);
  expect(gateway.state.refunds).toBe(0);
  expect(await accountsOf(order.id)).toMatchObject({ customer_balance: -TICKET_TOTAL, 'clearing:payway': order.total });
  expect(await orderOf(order.id)).toMatchObject({ refunded: TICKET_TOTAL, asBalance: TICKET_TOTAL });
  expect((await organiser.money()).balances).toBeGreaterThanOrEqual(TICKET_TOTAL);
});

test('Visa Débito gives back all or nothing: a part is refused and can become balance', async () => {
  const order = await bought({ bin: '451772', lastFour: '6075', instalments: 1 });
  const tickets = await organiser.validTickets(order.id);
  expect(await organiser.preview(order.id, tickets.slice(0, 1))).toMatchObject({ data: { obstacle: 'no_parts' } });
  expect(answerOf(await organiser.preview(order.id, tickets.slice(0, 1), 'balance'))).toMatchObject({ way: 'balance' });
  await organiser.refundSome(order.id);
  expect(await givenBack(order.id)).toEqual([order.total]);
});

test('what a sale at the counter took comes out of the drawer, and cannot become balance of the clerk', async () => {
  const clerk = await aCounter(db, app);
  const counter = counterAt(app, clerk.token);
  const taken = answerOf(await counter.takeBest(sale, 1));
  const { id, totals } = taken.purchase;
  answerOf(await counter.sell({ id, total: totals?.total ?? 0 }));
  expect(await organiser.preview(id, await organiser.validTickets(id), 'balance')).toMatchObject({ data: { obstacle: 'no_balance' } });
  const { amount } = await organiser.refundSome(id);
  expect(await refundsOf(id)).toEqual([{ state: 'done', way: 'drawer', amount }]);
  expect(await accountsOf(id)).toEqual({});
});

test('a performance that was cancelled gives back everything, also of who was inside; its places are not sold again', async () => {
  const { brand } = await (await import('@butaca/brand/load')).loadBrand('butaca');
  const strict = await customersApp(db, {
    payments: [card],
    brand: { ...brand, refunds: { ...brand.refunds, ticketPercent: 80, serviceCharge: false, antiFraudQr: false } },
  });
  const office = officeAt(strict, organiser.token);
  const order = await bought();
  const [first = ''] = await organiser.validTickets(order.id);
  const byRule = answerOf(await office.preview(order.id, [first]));
  expect(byRule).toMatchObject({ amount: 800_000, kept: TICKET_TOTAL - 800_000, placesSoldAgain: 1 });
  const { code = '' } = (await orderOf(order.id)).tickets[0] ?? {};
  expect(answerOf(await read(code)).result).toBe('valid');
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  const tickets = await organiser.validTickets(order.id);
  expect(answerOf(await office.preview(order.id, tickets))).toMatchObject({ amount: order.total, kept: 0, placesSoldAgain: 0 });
  await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
});

test('a rule of the brand that keeps the places keeps them', async () => {
  const { brand } = await (await import('@butaca/brand/load')).loadBrand('butaca');
  const strict = await customersApp(db, {
    payments: [card],
    brand: { ...brand, refunds: { ...brand.refunds, placesAreSoldAgain: false } },
  });
  const order = await bought();
  await officeAt(strict, organiser.token).refundSome(order.id);
  expect(await statesOf(order)).toEqual(['sold', 'sold']);
  expect(resultOf(await (await checkout.stranger()).take(sale, order.placeIds))).toBe('places_taken');
});

test('a show’s own rule for refunded places wins over the brand’s, for a refund and a chargeback, and leaves other shows alone', async () => {
  const { brand } = await (await import('@butaca/brand/load')).loadBrand('butaca');
  const strict = await customersApp(db, {
    payments: [card],
    brand: { ...brand, refunds: { ...brand.refunds, placesAreSoldAgain: false } },
  });
  const [kept, charged, again] = [await bought(), await bought(), await bought()];
  const [{ showId = 0 } = {}] = await db<
    { showId: number }[]
  >`select show_id as "showId" from performance where id = ${sale.performanceId}`;
  const rule = (value: boolean | null) => owner`update show set refunded_places_sold_again = ${value} where id = ${showId}`;
  await rule(false);
  const tickets = await organiser.validTickets(kept.id);
  expect(answerOf(await organiser.preview(kept.id, tickets))).toMatchObject({ placesSoldAgain: 0 });
  await organiser.refundSome(kept.id);
  await recordChargeback(app.sale, { reference: await referenceOf(charged.id), amount: charged.total });
  expect([await statesOf(kept), await statesOf(charged)]).toEqual([
    ['sold', 'sold'],
    ['sold', 'sold'],
  ]);
  await rule(true);
  await officeAt(strict, organiser.token).refundSome(again.id);
  expect(await statesOf(again)).toEqual(['free', 'free']);
  expect(await statesOf(kept)).toEqual(['sold', 'sold']);
  await rule(null);
});

test('organisers list the refunds of a year, the newest first, and nobody else does', async () => {
  const [first, second] = [await bought(), await bought()];
  for (const { id } of [first, second]) await organiser.refundSome(id, { count: 1 });
  const listed = await organiser.refunds();
  expect(listed.slice(0, 2).map(({ orderId, refund }) => [orderId, refund.way, refund.isDone])).toEqual([
    [second.id, 'provider', true],
    [first.id, 'provider', true],
  ]);
  const clerk = await aCounter(db, app);
  for (const other of [buyer, clerk]) expect(await other.call(listRefunds, {})).toMatchObject({ failure: 'not_for_you' });
});

test('what was not paid, is another order’s, or is void already is not refunded', async () => {
  const [order, other] = [await bought(), await bought()];
  const [stranger = ''] = await organiser.validTickets(other.id);
  expect(resultOf(await organiser.preview(order.id, [stranger]))).toBe('not_found');
  const { ticketIds } = await organiser.refundSome(order.id, { count: 1 });
  expect(await organiser.preview(order.id, ticketIds)).toMatchObject({ data: { obstacle: 'ticket_void' } });
  const open = await checkout.purchase();
  expect(await organiser.preview(open.id, ticketIds)).toMatchObject({ failure: 'cannot_refund', data: { obstacle: 'not_paid' } });
});

test('what was paid at a provider that is not set up any more is refunded as balance alone', async () => {
  const order = await bought();
  const without = await customersApp(otherConnections, { payments: [] });
  const office = officeAt(without, organiser.token);
  const ticketIds = await organiser.validTickets(order.id);
  expect(await office.preview(order.id, ticketIds)).toMatchObject({ data: { obstacle: 'no_provider' } });
  expect(answerOf(await office.preview(order.id, ticketIds, 'balance'))).toMatchObject({ way: 'balance', amount: order.total });
  await without.close();
});

test('the staff’s log is changed by nobody: not by the server, not by the owner of the tables', async () => {
  const order = await bought();
  await organiser.refundSome(order.id, { count: 1 });
  for (const change of [db`update staff_action set reason = 'x'`, db`delete from staff_action`])
    await expect(change).rejects.toMatchObject({ code: '42501' });
  for (const change of [owner`update staff_action set reason = 'x'`, owner`delete from staff_action`, owner`truncate staff_action`])
    await expect(change).rejects.toMatchObject({ code: '23001' });
  for (const change of [owner`delete from refund`, owner`update refund set amount = 1`, owner`update refund set reason = 'x'`])
    await expect(change).rejects.toMatchObject({ code: '23001' });
});

test('the database lets no more go back than came in', async () => {
  const order = await bought();
  await organiser.refundSome(order.id, { count: 1 });
  const more = db`
    insert into refund (purchase_id, id, reference, way, amount, currency, parts, tickets, reason, state, done_at)
    select purchase_id, ${'m'.repeat(22)}, reference, 'balance', amount + 100, currency,
           jsonb_build_array(jsonb_build_object('account', 'tickets', 'performanceId', 1, 'amount', amount + 100)), '[]', 'x', 'done', now()
      from refund where purchase_id = ${order.id}`;
  await expect(more).rejects.toMatchObject({ code: '23514' });
});

test('an order is found by its number, a ticket’s, a payment’s reference and the buyer’s address, and by nothing of it', async () => {
  const order = await bought();
  const reference = await referenceOf(order.id);
  const idsFor = async (search: string) => (await organiser.find(search)).map(({ id }) => id);
  expect(await idsFor(order.id)).toEqual([order.id]);
  expect(await idsFor(` ${reference.toUpperCase()} `)).toEqual([order.id]);
  const [{ email = '' } = {}] = await organiser
    .find(order.id)
    .then((items) => items.map(({ buyerEmail }) => ({ email: buyerEmail ?? '' })));
  expect((await idsFor(email.toUpperCase()))[0]).toBe(order.id);
  const [first, second] = (await orderOf(order.id)).tickets.map(({ number }) => number);
  expect([await idsFor(String(first)), await idsFor(String(second).toLowerCase().replaceAll('-', ' '))]).toEqual([[order.id], [order.id]]);
  expect(await idsFor(String(first).slice(0, 13))).toEqual([]);
  expect(await idsFor(order.id.slice(0, 20))).toEqual([]);
  expect(await idsFor('%')).toEqual([]);
  // What nobody tried to pay is no order.
  const open = await checkout.purchase();
  expect([await idsFor(open.id), await idsFor(email)]).toEqual([[], expect.not.arrayContaining([open.id])]);
  expect(resultOf(await organiser.call(getOfficeOrder, { params: { orderId: open.id } }))).toBe('not_found');
});

test('the office shows an order with everything that staff decide by, and nothing of another order of its buyer', async () => {
  const someone = await checkout.stranger();
  const buys = async (seats: number, declines = 0) => {
    const purchase = await checkout.purchase({ seats, customerId: someone.customerId });
    for (let count = 0; count < declines; count += 1) {
      gateway.state.next.push('decline');
      await someone.pay(purchase);
    }
    answerOf(await someone.pay(purchase));
    return purchase.id;
  };
  const [id, whole, untouched] = [await buys(2, 1), await buys(1), await buys(1)];
  await organiser.refundSome(id, { count: 1 });
  await organiser.refundSome(whole);
  const declined = await checkout.purchase({ seats: 1, customerId: someone.customerId });
  gateway.state.next.push('decline');
  await someone.pay(declined);
  const [row] = await db<{ email: string }[]>`select email from customer where id = ${someone.customerId}`;
  const email = row?.email ?? '';
  const number = expect.stringMatching(/^\w{3}-\w{3}-\w{3}$/);
  const at = expect.any(Number);
  const of = {
    buyerName: 'Julia Paredes',
    buyerEmail: email,
    showNames: ['Hamlet'],
    sold: [{ id: sale.performanceId, showName: 'Hamlet', date: expect.anything(), venueName: 'Teatro' }],
  };
  const summary = { id, number, state: 'paid', ...of, total: 2 * TICKET_TOTAL, paidAt: at };
  expect(await organiser.find(email)).toEqual(
    expect.arrayContaining([
      summary,
      { ...summary, id: whole, state: 'refunded', total: TICKET_TOTAL },
      { ...summary, id: untouched, total: TICKET_TOTAL },
      { id: declined.id, number, state: 'cancelled', ...of, total: TICKET_TOTAL },
    ]),
  );
  const payment = { kind: 'card', provider: 'payway', amount: 2 * TICKET_TOTAL, startedAt: at, brand: 'visa', lastFour: '4905' };
  const nothing = { inDoubt: false, isAwaited: false, mayCallOff: false };
  const seat = (state: string) => ({
    ticket: {
      ...{
        id: expect.any(String),
        number: expect.any(String),
        performanceId: sale.performanceId,
        sectorName: 'Platea',
        row: expect.any(String),
      },
      ...{ seat: expect.any(String), priceTypeName: 'General', final: TICKET_TOTAL, state },
    },
    isUsed: false,
  });
  const order = await organiser.order(id);
  expect({ ...order, tickets: order.tickets.toSorted((one, other) => one.ticket.state.localeCompare(other.ticket.state)) }).toEqual({
    ...summary,
    performances: [expect.objectContaining({ id: sale.performanceId, venueName: 'Teatro' })],
    tickets: [seat('valid'), seat('void')],
    ...{
      reissues: [],
      replaced: [],
      places: [],
      products: [],
      deliverySteps: [],
      bills: [],
      undelivered: [],
      mayBecomeBalance: true,
      kept: TICKET_TOTAL,
    },
    payments: [
      { ...payment, reference: expect.any(String), state: 'approved', ...nothing, mayAsk: true },
      { ...payment, reference: expect.any(String), state: 'declined', ...nothing, mayAsk: false },
    ],
    delivery: { kind: 'eticket', name: 'E-ticket' },
    refunds: [
      {
        ...{ id: expect.any(String), way: 'provider', amount: TICKET_TOTAL, ticketCount: 1, isDone: true, mayClose: false, tries: 1 },
        ...{ startedAt: at, doneAt: at, reason: 'Lo pidió por correo' },
      },
    ],
    actions: [
      {
        ...{ at, staffName: 'Julia Paredes', verb: 'refund', orderId: id, orderNumber: number, reason: 'Lo pidió por correo' },
        ...{ amount: TICKET_TOTAL, ticketCount: 1 },
      },
    ],
  });
});

test('tickets of a counter’s sale and of an erased account are mailed to nobody once more, and nothing is logged of it', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, [390])).purchase;
  answerOf(await clerk.sell({ id, total: 1_000_000 }));
  const leaver = await checkout.stranger();
  const theirs = await checkout.purchase({ seats: 1, customerId: leaver.customerId });
  answerOf(await leaver.pay(theirs));
  await db.begin(async (tx) => {
    await deleteBelongings(tx, leaver.customerId);
    await clearCustomer(tx, leaver.customerId);
  });
  const kept = await bought({ seats: 1 });
  for (const orderId of [id, theirs.id]) {
    expect(resultOf(await organiser.resend(orderId))).toBe('no_buyer');
    expect((await organiser.order(orderId)).actions).toEqual([]);
    expect((await organiser.order(orderId)).mayBecomeBalance).toBe(false);
  }
  expect((await organiser.order(theirs.id)).buyerName).toBeUndefined();
  expect(resultOf(await organiser.resend(kept.id))).toBe('ok');
  const copies = await db<{ id: string }[]>`
    select payload ->> 'purchaseId' as id from graphile_worker._private_jobs as jobs where payload ->> 'copy' is not null`;
  expect(copies.map((job) => job.id).filter((orderId) => [id, theirs.id, kept.id].includes(orderId))).toEqual([kept.id]);
});

test('a refund that its provider still owes is ended by no person', async () => {
  const [order, other] = [await bought(), await bought()];
  gateway.state.refundsFail = true;
  const { amount } = await organiser.refundSome(order.id, { count: 1 });
  const [refund] = (await organiser.order(order.id)).refunds;
  expect(refund).toMatchObject({ isDone: false, mayClose: false });
  // Each is listed with the number of its own order.
  await organiser.refundSome(other.id);
  const { refunds } = await organiser.money();
  for (const { id } of [order, other])
    expect(refunds.find(({ orderId }) => orderId === id)?.orderNumber).toBe((await organiser.order(id)).number ?? 'none');
  const close = (orderId: string, seen = amount) =>
    organiser.call(closeRefund, { params: { orderId, refundId: refund?.id ?? '' }, body: { amount: seen, reason: 'Se le transfirió' } });
  expect(await close(order.id)).toMatchObject({ failure: 'refund_changed', data: { amount: 0 } });
  expect(resultOf(await close(other.id))).toBe('not_found');
  expect(await refundsOf(order.id)).toMatchObject([{ state: 'returning', amount }]);
  gateway.state.refundsFail = false;
  for (const { id } of [order, other]) await letMinutesPass(db, id, 60);
  await work();
  for (const { id } of [order, other]) expect(await refundsOf(id)).toMatchObject([{ state: 'done' }]);
});

test('a refund that fails at its provider keeps no other from being sent, and the log says what came of each', async () => {
  const [broken, sound] = [await bought(), await bought()];
  gateway.state.refundsFail = true;
  for (const { id } of [broken, sound]) await organiser.refundSome(id, { count: 1 });
  gateway.state.refundsFail = false;
  for (const { id } of [broken, sound]) await letMinutesPass(db, id, 60);
  const [reference, other] = [await referenceOf(broken.id), await referenceOf(sound.id)];
  const { watch, told } = aWatch();
  const { payments } = app.sale;
  const payway = payments.providers.get('payway');
  if (!payway?.refund) throw new Error('Payway returns parts');
  const failing = {
    ...payway,
    refund: async (...given: Parameters<NonNullable<typeof payway.refund>>) => {
      if (given[0].reference === reference) throw new Error('the connection broke');
      return payway.refund?.(...given);
    },
  } as typeof payway;
  const providers = new Map([...payments.providers, ['payway', failing] as const]);
  expect(await sendRefunds({ ...app.sale, watch, payments: { ...payments, providers } })).toBe(2);
  expect(told('refund-failed')).toMatchObject([{ purchaseId: broken.id, reference }]);
  expect(told('refund-sent')).toMatchObject([{ purchaseId: sound.id, reference: other, provider: 'payway', outcome: 'refunded' }]);
  expect([await refundsOf(broken.id), await refundsOf(sound.id)]).toMatchObject([[{ state: 'returning' }], [{ state: 'done' }]]);
  await letMinutesPass(db, broken.id, 60);
  await work();
  expect(await refundsOf(broken.id)).toMatchObject([{ state: 'done' }]);
});

test('a chargeback that is not what is left is told in the log; one of what is left is booked, and one in an unknown currency is not', async () => {
  const { watch, told } = aWatch();
  const hear = async (id: string, amount: number, currency = 'ARS') => {
    const [attempt] = await attemptOfReference(db, await referenceOf(id));
    if (!attempt) throw new Error('nothing was paid');
    return hearOfChargeback({ ...app.sale, watch }, attempt, { paymentId: null, amount, currency });
  };
  const [more, whole, foreign] = [await bought(), await bought(), await bought()];
  expect(await hear(whole.id, whole.total)).toBe(true);
  expect(await hear(whole.id, whole.total)).toBe(true);
  expect(told('chargeback-differs')).toEqual([]);
  expect(await hear(more.id, more.total + 100)).toBe(false);
  expect(await hear(foreign.id, foreign.total, 'EUR')).toBe(false);
  expect(told('chargeback-differs').map(({ purchaseId, provider }) => [purchaseId, provider])).toEqual([
    [more.id, 'payway'],
    [foreign.id, 'payway'],
  ]);
  const booked = async (id: string) => (await refundsOf(id)).map(({ way, amount }) => [way, amount]);
  expect([await booked(whole.id), await booked(more.id), await booked(foreign.id)]).toEqual([
    [['chargeback', whole.total]],
    [['chargeback', more.total]],
    [],
  ]);
});

test('of what a balance paid beside a card the preview says that it becomes balance again', async () => {
  const [first, plain] = [await bought(), await bought()];
  await organiser.refundSome(first.id, { way: 'balance' });
  const order = await bought({ fromBalance: TICKET_TOTAL });
  const seen = async (id: string) => answerOf(await organiser.preview(id, await organiser.validTickets(id)));
  expect(await seen(order.id)).toMatchObject({ way: 'provider', amount: 2 * TICKET_TOTAL, toBalance: TICKET_TOTAL });
  expect(await seen(plain.id)).not.toHaveProperty('toBalance');
});

test('a payment that its provider still reviews is in doubt, and waits for nobody’s money', async () => {
  const purchase = await checkout.purchase();
  gateway.state.next.push('review');
  await buyer.pay(purchase);
  expect((await organiser.order(purchase.id)).payments).toMatchObject([
    { state: 'pending', inDoubt: true, isAwaited: false, mayCallOff: false, mayAsk: true },
  ]);
});

test('of a buyer staff find the twenty newest orders, the newest first', async () => {
  const someone = await checkout.stranger();
  const ids: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    const purchase = await checkout.purchase({ seats: 1, customerId: someone.customerId });
    answerOf(await someone.pay(purchase));
    ids.unshift(purchase.id);
  }
  await letMinutesPass(db, ids[0] ?? '', 600);
  const [row] = await db<{ email: string }[]>`select email from customer where id = ${someone.customerId}`;
  expect((await organiser.find(row?.email ?? '')).map(({ id }) => id)).toEqual(ids.slice(1));
});
