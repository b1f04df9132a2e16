import {
  changePlaces,
  findCounterSales,
  getCounterSale,
  listOtherPlaces,
  nominate,
  readCode,
  recordPrint,
  voidSale,
} from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { havePurchase, placesOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

const startsAt = Temporal.Now.instant().add({ hours: 72 });
const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [
  {
    ...{ rows: 60, gallery: 2, standing: 9, startsAt, nominations: { closesHours: 24, oncePerDocument: true } },
    traits: [
      { seat: 8, trait: 'restricted-view' },
      { seat: 9, trait: 'wheelchair' },
    ],
  },
  { rows: 2, startsAt },
]);
const {
  app,
  buyer,
  card,
  sales: [sale, second],
} = checkout;
/** Another process, with connections and memory of its own. */
const otherConnections = connect(database.url);
const there = await customersApp(otherConnections, { payments: [card] });
const door = await (async () => {
  const { token, email } = await loggedIn(app);
  await db`update customer set role = 'door' where email = ${email}`;
  return clientOf(app, { token });
})();
const clerk = await aCounter(db, app);
const colleague = counterAt(there, (await aCounter(db, app)).token);
afterAll(async () => {
  await there.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});

const GALLERY = 600;
const STANDING = 620;
const RESTRICTED = 8;
const WHEELCHAIR = 9;
/** The purchases of the shop begin with the first rows, what tests move to with the twentieth. */
let nextFree = 200;
const free = (count: number) => Array.from({ length: count }, () => nextFree++);

interface Order {
  readonly id: string;
  readonly placeIds: readonly number[];
}
async function bought(seats = 2): Promise<Order> {
  const purchase = await checkout.purchase({ seats });
  answerOf(await buyer.pay(purchase));
  return purchase;
}
async function soldAtCounter(seats = 2, placeIds = free(seats)): Promise<Order> {
  const { id } = answerOf(await clerk.take(sale, placeIds)).purchase;
  answerOf(await clerk.sell({ id, total: (placeIds[0] ?? 0) < STANDING ? seats * 1_000_000 : seats * 500_000 }));
  return { id, placeIds };
}
const others = async (orderId: string, ticketId = '', who: Pick<typeof clerk, 'call'> = clerk) =>
  who.call(listOtherPlaces, { params: { orderId }, query: { ticketId } });
const offeredTo = async (orderId: string, ticketId?: string) =>
  answerOf(await others(orderId, ticketId)).rows.flatMap(({ places }) => places.map(({ id }) => id));
const valid = (id: string) =>
  db<{ id: string; placeId: number }[]>`
    select id, place_id as "placeId" from ticket where purchase_id = ${id} and state = 'valid' order by place_id`;
interface Wanted {
  readonly key?: string;
  readonly who?: Pick<typeof clerk, 'call'>;
}
async function move(order: Order, placeIds: readonly number[], { key, who = clerk }: Wanted = {}) {
  const tickets = await db<{ id: string }[]>`
    select id from ticket where purchase_id = ${order.id} and place_id = any (${[...order.placeIds]}::integer[]) order by place_id`;
  const changes = placeIds.map((placeId, index) => ({ ticketId: tickets[index]?.id ?? '', placeId }));
  return who.call(
    changePlaces,
    { params: { orderId: order.id }, body: { changes, reason: 'Se sientan con una amiga' } },
    key === undefined ? {} : { key },
  );
}
const refused = (obstacle: string) => ({ failure: 'cannot_change_places', data: { obstacle } });
/** Everything of a purchase. */
const everythingOf = (id: string) => db`
  select (select to_jsonb(purchase) from purchase where id = ${id}) as purchase,
         (select jsonb_agg(to_jsonb(hold)) from hold where purchase_id = ${id}) as hold,
         (select jsonb_agg(to_jsonb(place) order by place_id) from place where purchase_id = ${id}) as places,
         (select jsonb_agg(to_jsonb(ticket) order by id) from ticket where purchase_id = ${id}) as tickets,
         (select jsonb_agg(to_jsonb(ledger_entry) order by transaction_id, position) from ledger_entry where purchase_id = ${id}) as ledger,
         (select count(*)::integer from staff_action where purchase_id = ${id}) as log`;
const codesOf = async (id: string) => answerOf(await buyer.order(id)).tickets.map(({ code }) => code ?? '');
const readAt = async (code = '') =>
  answerOf(await door.call(readCode, { body: { performanceId: sale.performanceId, code, door: undefined } }));
const jobsOf = (id: string) => db<{ payload: { copy?: string; isChange?: boolean } }[]>`
  select payload from graphile_worker._private_jobs as jobs where payload ->> 'purchaseId' = ${id} and payload ->> 'isChange' = 'true'`;

test('what a ticket may move to is every free place of its price, row by row, with its own neighbours of the order', async () => {
  // Of one row a single place is left.
  const held = [30, 31, 32, 33, 34, 36, 37, 38, 39];
  await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: held });
  const order = await soldAtCounter(3);
  const refunded = await soldAtCounter(3);
  await app.sale.live.reread(sale.performanceId, held);
  const [one, two, three] = await valid(refunded.id);
  const undone = { ticketIds: [two?.id ?? ''], amount: 1_000_000, reason: 'No viene' };
  answerOf(await clerk.call(voidSale, { params: { orderId: refunded.id }, body: undone }));
  const rowsWithout = async (printed: readonly number[]) => {
    const ids = (
      await db<{ id: number }[]>`
        select place_id as id from place where performance_id = ${sale.performanceId} and state = 'free' and place_id < ${GALLERY} order by place_id`
    ).flatMap(({ id }) => (id === WHEELCHAIR || printed.includes(id) ? [] : [id]));
    return [...Map.groupBy(ids, (id) => Math.floor(id / 10))].map(([row, some]) => ({
      ...{ sectorName: 'Platea', row: String(row + 1) },
      places: some.map((id) => ({ id, seat: String((id % 10) + 1), isRestricted: id === RESTRICTED })),
    }));
  };
  // What was refunded is free again, and stands on the paper of its own order still.
  expect(answerOf(await others(refunded.id, three?.id))).toEqual({
    ticketIds: [one?.id, three?.id].toSorted(),
    rows: await rowsWithout([refunded.placeIds[1] ?? 0]),
  });
  const tickets = await valid(order.id);
  expect(answerOf(await others(order.id, tickets[0]?.id))).toEqual({
    ticketIds: tickets.map(({ id }) => id).toSorted(),
    rows: await rowsWithout([]),
  });
  const [to = 0] = free(1);
  answerOf(await move(order, [to]));
  const [, , moved] = await valid(order.id);
  const offered = await offeredTo(order.id, moved?.id);
  expect([offered.includes(to), offered.includes(order.placeIds[0] ?? 0)]).toEqual([false, true]);
  const elsewhere = await offeredTo(refunded.id, one?.id);
  expect([elsewhere.includes(to), elsewhere.includes(order.placeIds[0] ?? 0)]).toEqual([false, true]);
  expect(await move(refunded, [refunded.placeIds[1] ?? 0])).toMatchObject({ failure: 'places_taken' });
  expect((await db`select place_ids from hold where purchase_id = ${order.id}`)[0]).toEqual({
    place_ids: [to, ...order.placeIds.slice(1)],
  });
});

test('where nobody has a seat as many places are offered as the order has tickets there', async () => {
  const mixed = answerOf(await clerk.take(sale, [STANDING, STANDING + 1, ...free(1)])).purchase;
  answerOf(await clerk.sell({ id: mixed.id, total: 2_000_000 }));
  const [, first, second] = await valid(mixed.id);
  expect(answerOf(await others(mixed.id, second?.id))).toEqual({
    ticketIds: [first?.id, second?.id].toSorted(),
    rows: [
      {
        sectorName: 'Campo',
        places: [2, 3, 4].map((place) => ({ id: STANDING + place, isRestricted: false })),
      },
    ],
  });
});

test('a place that somebody left unpaid is free once their time is over', async () => {
  const order = await soldAtCounter(1);
  const [to = 0] = free(1);
  const left = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [to], startedMinutesAgo: 11 });
  expect(await move(order, [to])).toMatchObject({ failure: 'places_taken', data: { placeIds: [to] } });
  await letMinutesPass(db, left, 2);
  answerOf(await move(order, [to]));
  expect(await placesOf(db, order.id)).toEqual([to]);
});

test('what the counters do not sell now is not changed, and nothing is offered for it', async () => {
  const { id } = answerOf(await clerk.take(second, [7])).purchase;
  answerOf(await clerk.sell({ id, total: 1_000_000 }));
  const [ticket] = await valid(id);
  const refusedNow = async (reason: string) => {
    // It has not read the performance before.
    const fresh = await customersApp(otherConnections, { payments: [card] });
    const at = counterAt(fresh, (await aCounter(db, app)).token);
    const refusal = { failure: 'not_on_sale', data: { reason } };
    expect(await others(id, ticket?.id, at)).toMatchObject(refusal);
    expect(await move({ id, placeIds: [7] }, [8], { who: at })).toMatchObject(refusal);
    await fresh.close();
  };
  await owner`update performance set state = 'announced' where id = ${second.performanceId}`;
  await refusedNow('not_yet');
  await owner`update performance set state = 'on_sale', starts_at = now() - interval '1 day' where id = ${second.performanceId}`;
  await refusedNow('over');
  await owner`update performance set starts_at = ${startsAt.toString()} where id = ${second.performanceId}`;
  expect(await placesOf(db, id)).toEqual([7]);
});

test('only tickets of the order move, each once, each to a place of its own, and none that is void', async () => {
  const [order, neighbour] = [await soldAtCounter(2), await soldAtCounter(1)];
  const [[one, two], [theirs]] = [await valid(order.id), await valid(neighbour.id)];
  const before = [await everythingOf(order.id), await everythingOf(neighbour.id)];
  const change = (orderId: string, changes: { ticketId: string; placeId: number }[]) =>
    clerk.call(changePlaces, { params: { orderId }, body: { changes, reason: 'Se sientan juntas' } });
  const [here = 0, there = 0] = free(2);
  const of = (ticket: { id: string } | undefined, placeId: number) => ({ ticketId: ticket?.id ?? '', placeId });
  const unknown = { id: 'x'.repeat(22) };
  for (const ticket of [theirs, unknown]) {
    expect(await others(order.id, ticket?.id)).toMatchObject({ failure: 'not_found' });
    expect(await change(order.id, [of(ticket, here)])).toMatchObject({ failure: 'not_found' });
    expect(await change(order.id, [of(one, here), of(ticket, there)])).toMatchObject({ failure: 'not_found' });
  }
  expect(await change(unknown.id, [of(one, here)])).toMatchObject({ failure: 'not_found' });
  for (const twice of [
    [of(one, here), of(one, there)],
    [of(one, here), of(two, here)],
  ])
    expect(await change(order.id, twice)).toMatchObject({ data: { fields: [{ name: 'listaCambio', reason: 'invalid' }] } });
  expect([await everythingOf(order.id), await everythingOf(neighbour.id)]).toEqual(before);
  answerOf(await change(order.id, [of(one, here)]));
  expect(await change(order.id, [of(one, there)])).toMatchObject(refused('ticket_void'));
  expect((await valid(order.id)).map(({ placeId }) => placeId)).toEqual([order.placeIds[1], here]);
  expect([await everythingOf(neighbour.id)]).toEqual(before.slice(1));
});

test('tickets of the shop move: old places free, old codes void, new codes let in, money and names as they were, one line, one mail', async () => {
  const neighbour = await bought();
  const order = await bought();
  const [first] = await valid(order.id);
  const named = { ticketId: first?.id ?? '', firstName: 'Ana', lastName: 'Paz', documentType: 'dni', documentNumber: '30111222' } as const;
  answerOf(await buyer.call(nominate, { params: { orderId: order.id }, body: { items: [named] } }));
  const [before, codes, paid] = [await everythingOf(neighbour.id), await codesOf(order.id), answerOf(await buyer.order(order.id)).paid];
  const [ledger] = await everythingOf(order.id);
  const to = free(2);
  const after = answerOf(await move(order, to));
  expect(after.tickets.map(({ ticket }) => [ticket.row, ticket.seat, ticket.state])).toEqual([
    [String(Math.floor((to[0] ?? 0) / 10) + 1), String(((to[0] ?? 0) % 10) + 1), 'valid'],
    [String(Math.floor((to[1] ?? 0) / 10) + 1), String(((to[1] ?? 0) % 10) + 1), 'valid'],
  ]);
  expect(await placesOf(db, order.id)).toEqual(to);
  expect(answerOf(await buyer.order(order.id))).toMatchObject({ paid, state: 'paid', tickets: [{ nomination: { lastName: 'Paz' } }, {}] });
  for (const code of codes) expect(await readAt(code)).toMatchObject({ result: 'void', ticket: { row: '1' } });
  const [entered = ''] = await codesOf(order.id);
  expect(await readAt(entered)).toMatchObject({ result: 'valid', ticket: { nomination: { documentNumber: '30111222' } } });
  expect((await everythingOf(order.id))[0]?.['ledger']).toEqual(ledger?.['ledger']);
  expect(await db`select facts, reason from staff_action where purchase_id = ${order.id}`).toEqual([
    { facts: { tickets: 2 }, reason: 'Se sientan con una amiga' },
  ]);
  expect(await jobsOf(order.id)).toHaveLength(1);
  expect(await everythingOf(neighbour.id)).toEqual(before);
  expect(resultOf(await (await checkout.stranger()).take(sale, order.placeIds))).toBe('ok');
});

test('a search for a ticket’s old number names the ticket that replaced it, after two changes of seats too', async () => {
  const [order, neighbour] = [await bought(), await bought()];
  const numbersOf = async ({ id }: { id: string }) =>
    answerOf(await clerk.call(getCounterSale, { params: { orderId: id } })).tickets.map(({ ticket }) => ticket.number);
  const find = async (search = '') => answerOf(await clerk.call(findCounterSales, { query: { search } })).items;
  const [first = '', second = ''] = await numbersOf(order);
  const once = free(2);
  answerOf(await move(order, once));
  const [between = ''] = await numbersOf(order);
  answerOf(await move({ ...order, placeIds: once }, free(2)));
  const now = await numbersOf(order);
  expect(await find(first)).toMatchObject([{ id: order.id, replaced: { number: first, replacedBy: now[0] } }]);
  expect(await find(between.toLowerCase())).toMatchObject([{ id: order.id, replaced: { number: between, replacedBy: now[0] } }]);
  expect(await find(second)).toMatchObject([{ id: order.id, replaced: { number: second, replacedBy: now[1] } }]);
  // Neither what is good, nor another order, nor the order by its own number.
  const { number } = answerOf(await clerk.call(getCounterSale, { params: { orderId: order.id } }));
  for (const search of [now[0], (await numbersOf(neighbour))[0], number])
    expect(await find(search)).toEqual([expect.not.objectContaining({ replaced: expect.anything() })]);
  // One that a server of the version before replaced names no other.
  await owner`update ticket set replaced_by = null where purchase_id = ${order.id}`;
  const [found] = await find(first);
  expect(found?.replaced).toMatchObject({ number: first });
  expect(found?.replaced).not.toHaveProperty('replacedBy');
});

test('a counter’s sale moves one ticket of two, at another process too, and is mailed to nobody', async () => {
  const order = await soldAtCounter();
  const [to = 0] = free(1);
  answerOf(await move(order, [to], { who: colleague }));
  expect((await valid(order.id)).map(({ placeId }) => placeId)).toEqual([order.placeIds[1], to]);
  expect(await jobsOf(order.id)).toEqual([]);
  expect(answerOf(await clerk.call(getCounterSale, { params: { orderId: order.id } }))).toMatchObject({ kept: 2_000_000, state: 'paid' });
});

test('the paper of tickets that moved is no copy, that of those which stayed is', async () => {
  const { id } = await soldAtCounter(2);
  const print = (reason?: string) => clerk.call(recordPrint, { params: { orderId: id }, body: { reason } });
  const isCopy = async () => answerOf(await clerk.call(getCounterSale, { params: { orderId: id } })).isCopy;
  const move = async (count: number) => {
    const tickets = (await valid(id)).slice(0, count);
    const places = free(count);
    const changes = tickets.map((ticket, index) => ({ ticketId: ticket.id, placeId: places[index] ?? -1 }));
    answerOf(await clerk.call(changePlaces, { params: { orderId: id }, body: { changes, reason: 'Quieren estar juntos' } }));
  };
  expect(await isCopy()).toBe(false);
  expect(answerOf(await print())).toEqual({ prints: 1 });
  expect(await isCopy()).toBe(true);
  await move(2);
  expect(await isCopy()).toBe(false);
  expect(answerOf(await print())).toEqual({ prints: 2 });
  await move(1);
  expect(await isCopy()).toBe(true);
  expect(await print()).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cMotivo', reason: 'missing' }] } });
  expect(answerOf(await print('Se mojó'))).toEqual({ prints: 3 });
});

test('what may be chosen is free, of the same price, and no place for a wheelchair', async () => {
  const order = await soldAtCounter();
  const [ticket] = await valid(order.id);
  const { rows, ticketIds } = answerOf(
    await clerk.call(listOtherPlaces, { params: { orderId: order.id }, query: { ticketId: ticket?.id ?? '' } }),
  );
  const offered = rows.flatMap(({ places }) => places.map(({ id }) => id));
  expect(ticketIds).toHaveLength(2);
  // One that was voided moves nowhere.
  const sold = await soldAtCounter();
  const [one, other] = await valid(sold.id);
  answerOf(
    await clerk.call(voidSale, {
      params: { orderId: sold.id },
      body: { ticketIds: [one?.id ?? ''], amount: 1_000_000, reason: 'No viene' },
    }),
  );
  const left = { params: { orderId: sold.id }, query: { ticketId: other?.id ?? '' } };
  expect(answerOf(await clerk.call(listOtherPlaces, left)).ticketIds).toEqual([other?.id]);
  expect(offered).toContain(nextFree);
  expect(offered.some((place) => place >= GALLERY || place === WHEELCHAIR || order.placeIds.includes(place))).toBe(false);
});

test('tickets of a show that left the billboard move at a process that never sold it', async () => {
  const order = await soldAtCounter(1);
  const [to = 0] = free(1);
  await owner`update show set listed = false where id = (select show_id from performance where id = ${sale.performanceId})`;
  const fresh = await customersApp(otherConnections, { payments: [card] });
  const at = counterAt(fresh, (await aCounter(db, app)).token);
  const [ticket] = await valid(order.id);
  const others = await at.call(listOtherPlaces, { params: { orderId: order.id }, query: { ticketId: ticket?.id ?? '' } });
  expect(answerOf(others).rows.length).toBeGreaterThan(0);
  answerOf(await move(order, [to], { who: at }));
  expect((await valid(order.id)).map(({ placeId }) => placeId)).toEqual([to]);
  expect(resultOf(await at.take(sale, free(1)))).toBe('not_on_sale');
  await owner`update show set listed = true where id = (select show_id from performance where id = ${sale.performanceId})`;
  await fresh.close();
});

test('another price, another kind of place, a taken place, a used ticket, or a performance that is over: refused, and nothing is changed', async () => {
  const taken = await soldAtCounter(1);
  const order = await bought(1);
  const before = await everythingOf(order.id);
  expect(await move(order, [GALLERY])).toMatchObject(refused('other_price_level'));
  expect(await move(order, [999_999])).toMatchObject(refused('other_price_level'));
  expect(await move(order, [WHEELCHAIR])).toMatchObject(refused('other_kind'));
  expect(await move(order, taken.placeIds)).toMatchObject({ failure: 'places_taken', data: { placeIds: taken.placeIds } });
  expect(await move(order, order.placeIds)).toMatchObject({ failure: 'places_taken' });
  const [ticket] = await valid(order.id);
  const twice = free(2).map((placeId) => ({ ticketId: ticket?.id ?? '', placeId }));
  expect(await clerk.call(changePlaces, { params: { orderId: order.id }, body: { changes: twice, reason: 'Dos' } })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'listaCambio', reason: 'invalid' }] },
  });
  expect(resultOf(await move(taken, free(1), { who: buyer }))).not.toBe('ok');
  expect(await everythingOf(order.id)).toEqual(before);
  const [code = ''] = await codesOf(order.id);
  await readAt(code);
  expect(await move(order, free(1))).toMatchObject(refused('ticket_used'));
  const late = answerOf(await clerk.take(second, [0])).purchase;
  answerOf(await clerk.sell({ id: late.id, total: 1_000_000 }));
  await owner`update performance set starts_at = now() - interval '1 day' where id = ${second.performanceId}`;
  expect(await move({ id: late.id, placeIds: [0] }, [1])).toMatchObject({ failure: 'not_on_sale', data: { reason: 'over' } });
  expect(await placesOf(db, late.id)).toEqual([0]);
});

test('a click that is repeated, at the same moment or later, changes once', async () => {
  const order = await soldAtCounter();
  const to = free(2);
  const clicks = await Promise.all([move(order, to, { key: 'one-click' }), move(order, to, { key: 'one-click' })]);
  expect(clicks.map(resultOf)).toEqual(['ok', 'ok']);
  expect(resultOf(await move(order, to, { key: 'one-click' }))).toBe('ok');
  expect(await db`select from ticket where purchase_id = ${order.id}`).toHaveLength(4);
  expect(await db`select from staff_action where purchase_id = ${order.id} and verb = 'change_places'`).toHaveLength(1);
});

test('a ticket that moves away and back is one ticket, and is refunded by its own price', async () => {
  const order = await soldAtCounter(1);
  const [to = 0] = free(1);
  answerOf(await move(order, [to]));
  answerOf(await move({ ...order, placeIds: [to] }, order.placeIds));
  const { tickets } = answerOf(await clerk.call(getCounterSale, { params: { orderId: order.id } }));
  expect(tickets).toMatchObject([{ ticket: { state: 'valid', final: 1_000_000 } }]);
  const ticketIds = tickets.map(({ ticket }) => ticket.id);
  const undone = { params: { orderId: order.id }, body: { ticketIds, amount: 1_000_000, reason: 'No viene' } };
  expect(answerOf(await clerk.call(voidSale, undone))).toMatchObject({ kept: 0, state: 'refunded' });
  expect(await placesOf(db, order.id)).toEqual([]);
});

test('two clerks who want the same place for two orders: one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await soldAtCounter(1), await soldAtCounter(1)];
    const to = free(1);
    const moved = await Promise.all([move(one, to), move(other, to, { who: colleague })]);
    expect(moved.map(resultOf).sort()).toEqual(['ok', 'places_taken']);
    const loser = moved[0].status === 'ok' ? other : one;
    expect((await valid(loser.id)).map(({ placeId }) => placeId)).toEqual(loser.placeIds);
    expect(await db`select from ticket where place_id = ${to[0] ?? 0} and state = 'valid'`).toHaveLength(1);
  }
});

test('two clerks who move the same ticket: it has one place at the end, and the other is free', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await soldAtCounter(1);
    const [here = 0, elsewhere = 0] = free(2);
    const moved = await Promise.all([move(order, [here]), move(order, [elsewhere], { who: colleague })]);
    expect(moved.map(resultOf).sort()).toEqual(['cannot_change_places', 'ok']);
    expect(await placesOf(db, order.id)).toHaveLength(1);
    expect(await valid(order.id)).toHaveLength(1);
  }
});

test('a buyer who claims the place at the same moment has it, or the order has it', async () => {
  const stranger = await checkout.stranger();
  for (let round = 0; round < 5; round++) {
    const order = await soldAtCounter(1);
    const to = free(1);
    const [moved, claimed] = await Promise.all([move(order, to), stranger.take(sale, to)]);
    expect([resultOf(moved), resultOf(claimed)].filter((result) => result === 'ok')).toHaveLength(1);
    const [place] = await db`select purchase_id as id from place where performance_id = ${sale.performanceId} and place_id = ${to[0] ?? 0}`;
    expect(place?.['id'] === order.id).toBe(moved.status === 'ok');
  }
});

test('a door that reads the ticket at the same moment lets its bearer in, or it is moved', async () => {
  for (let round = 0; round < 4; round++) {
    const order = await bought(1);
    const [code = ''] = await codesOf(order.id);
    const [moved, read] = await Promise.all([move(order, free(1)), readAt(code)]);
    expect([resultOf(moved), read.result]).toEqual(moved.status === 'ok' ? ['ok', 'void'] : ['cannot_change_places', 'valid']);
    expect(await valid(order.id)).toHaveLength(1);
  }
});
