import { loadBrand } from '@butaca/brand/load';
import {
  closeDrawer,
  findCounterSales,
  getCounterSale,
  getDrawers,
  listDrawers,
  moveCash,
  openDrawer,
  recordPrint,
  voidSale as voidCall,
} from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { voidSale } from '../../src/sale/counter/counter-sales.ts';
import { searchCounterSales } from '../../src/sale/counter/queries-counter-sales.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { aClick } from '../factories/click.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { placesOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';
import { zoneAtHour } from '../factories/zone-at-hour.ts';

const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 40 }]);
const { app, buyer, card, sale } = checkout;
/** Another process, with connections and memory of its own. */
const otherConnections = connect(database.url);
const there = await customersApp(otherConnections, { payments: [card] });
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await there.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});

const FACE = 1_000_000;
let next = 100;
type Clerk = Awaited<ReturnType<typeof aCounter>>;

/** Sold for cash by a clerk, seats that were never taken. */
async function sold(clerk: Pick<Clerk, 'take' | 'sell'>, { seats = 1, holder }: { seats?: number; holder?: string } = {}) {
  const placeIds = Array.from({ length: seats }, () => next++);
  const { id } = answerOf(await clerk.take(sale, placeIds)).purchase;
  answerOf(await clerk.sell({ id, total: seats * FACE }, holder === undefined ? {} : { holder }));
  return { id, placeIds, total: seats * FACE };
}

const of = (orderId: string) => ({ params: { orderId } });
const print = (clerk: Clerk, id: string, reason?: string) => clerk.call(recordPrint, { ...of(id), body: { reason } });
const file = (clerk: { token: string }, id: string) =>
  app.inject({ url: `/v2/Operacion/${id}/Entradas/80mm`, headers: { authorization: `Bearer ${clerk.token}` } });
const ticketIds = async (id: string) =>
  (await db<{ id: string }[]>`select id from ticket where purchase_id = ${id} and state = 'valid' order by place_id`).map((row) => row.id);
async function undo(
  clerk: Pick<Clerk, 'call'>,
  id: string,
  { count, key, amount }: { count?: number; key?: string; amount?: number } = {},
) {
  const ids = (await ticketIds(id)).slice(0, count);
  const body = { ticketIds: ids, amount: amount ?? ids.length * FACE, reason: 'Se equivocó de función' };
  return clerk.call(voidCall, { ...of(id), body }, key === undefined ? {} : { key });
}
const drawers = async (clerk: Pick<Clerk, 'call'>) => answerOf(await clerk.call(getDrawers, {}));
const close = (clerk: Pick<Clerk, 'call'>, drawerId: string, counted: number, note?: string) =>
  clerk.call(closeDrawer, { body: { drawerId, counted, note } });
/** Everything of a purchase that what is done to another one leaves alone. */
const everythingOf = (id: string) => db`
  select (select jsonb_agg(to_jsonb(place) order by place_id) from place where purchase_id = ${id}) as places,
         (select jsonb_agg(to_jsonb(ticket) order by id) from ticket where purchase_id = ${id}) as tickets,
         (select jsonb_agg(to_jsonb(ledger_entry) order by transaction_id, position) from ledger_entry where purchase_id = ${id}) as ledger`;

test('no paper without its line: the file of a sale is handed to the clerk who wrote down that they print it', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const { id } = await sold(clerk);
  expect((await file(clerk, id)).json()).toMatchObject({ cError: 'not_found' });
  expect(answerOf(await print(clerk, id))).toEqual({ prints: 1 });
  expect((await file(clerk, id)).headers['content-type']).toMatch(/^application\/pdf/);
  expect((await file(other, id)).json()).toMatchObject({ cError: 'not_found' });
  expect((await file(buyer, id)).json()).toMatchObject({ cError: 'not_found' });
  await owner.begin(async (tx) => {
    await tx`alter table staff_action disable trigger staff_action_stays`;
    await tx`update staff_action set at = at - interval '16 minutes' where purchase_id = ${id}`;
    await tx`alter table staff_action enable trigger staff_action_stays`;
  });
  expect((await file(clerk, id)).json()).toMatchObject({ cError: 'not_found' });
});

test('a copy needs a reason, whoever makes it, and each stands in the log with its clerk', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const { id } = await sold(clerk);
  answerOf(await print(clerk, id));
  for (const somebody of [clerk, other])
    expect(await print(somebody, id)).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'cMotivo', reason: 'missing' }] },
    });
  expect(answerOf(await print(other, id, 'Se mojó'))).toEqual({ prints: 2 });
  expect((await file(other, id)).headers['content-type']).toMatch(/^application\/pdf/);
  const lines = await db<{ staffId: string; reason: string }[]>`
    select staff_id as "staffId", reason from staff_action where purchase_id = ${id} and verb = 'print' order by id`;
  expect(lines).toEqual([
    { staffId: clerk.customerId, reason: 'Entrega' },
    { staffId: other.customerId, reason: 'Se mojó' },
  ]);
});

test('a counter prints tickets of the shop that are fetched there, and none that their buyer carries', async () => {
  const clerk = await aCounter(db, app);
  const [carried, fetched] = [await checkout.purchase({ seats: 1 }), await checkout.purchase({ seats: 1, deliveryTypeId: 2 })];
  for (const each of [carried, fetched]) answerOf(await buyer.pay(each));
  expect(await print(clerk, carried.id)).toMatchObject({ failure: 'not_found' });
  expect((await file(clerk, carried.id)).json()).toMatchObject({ cError: 'not_found' });
  expect(answerOf(await print(clerk, fetched.id))).toEqual({ prints: 1 });
  expect((await file(clerk, fetched.id)).headers['content-type']).toMatch(/^application\/pdf/);
});

test('two first prints at once are a print and a copy without a reason, which is refused', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk);
  const tabs = await Promise.all([print(clerk, id), clerk.logInElsewhere().then((tab) => print(tab as Clerk, id))]);
  expect(tabs.map(resultOf).sort()).toEqual(['invalid_input', 'ok']);
});

test('a sale that was not printed is voided by who made it: tickets, places, ledger and drawer, and nothing of its neighbour', async () => {
  const clerk = await aCounter(db, app);
  const neighbour = await sold(clerk, { seats: 2 });
  const undone = await sold(clerk, { seats: 2 });
  const before = await everythingOf(neighbour.id);
  const after = answerOf(await undo(clerk, undone.id, { key: 'a-void-click' }));
  expect(after).toMatchObject({ kept: 0, state: 'refunded' });
  expect(
    answerOf(
      await clerk.call(
        voidCall,
        {
          ...of(undone.id),
          body: { ticketIds: after.tickets.map(({ ticket }) => ticket.id), amount: undone.total, reason: 'Se equivocó de función' },
        },
        { key: 'a-void-click' },
      ),
    ),
  ).toMatchObject({ kept: 0 });
  expect(await ticketIds(undone.id)).toEqual([]);
  expect(await placesOf(db, undone.id)).toEqual([]);
  expect((await balancesOf(db, undone.id)).filter(({ balance }) => balance !== 0)).toEqual([]);
  expect((await drawers(clerk)).open).toMatchObject({ sales: 4 * FACE, saleCount: 2, paidOut: 2 * FACE, paidOutCount: 1 });
  expect(await everythingOf(neighbour.id)).toEqual(before);
  expect(resultOf(await (await checkout.stranger()).take(sale, undone.placeIds))).toBe('ok');
});

test('one ticket of two is voided, and the other one stays valid', async () => {
  const clerk = await aCounter(db, app);
  const { id, placeIds } = await sold(clerk, { seats: 2 });
  expect(answerOf(await undo(clerk, id, { count: 1 }))).toMatchObject({ kept: FACE, state: 'paid' });
  expect(await ticketIds(id)).toHaveLength(1);
  expect((await placesOf(db, id)).filter((place) => placeIds.includes(place))).toHaveLength(1);
  expect(await undo(clerk, id, { amount: 2 * FACE })).toMatchObject({ failure: 'refund_changed', data: { amount: FACE } });
});

test('who handed the tickets out does not void them: another clerk does, and the cash comes out of that clerk’s drawer', async () => {
  const [seller, colleague] = [await aCounter(db, app), await aCounter(db, app)];
  const { id, total } = await sold(seller);
  answerOf(await print(seller, id));
  expect(answerOf(await seller.call(getCounterSale, of(id)))).toMatchObject({ prints: 1, obstacle: 'printed' });
  expect(await undo(seller, id)).toMatchObject({ failure: 'cannot_void', data: { obstacle: 'printed' } });
  // Not by a second log-in of the same account either.
  expect(await undo((await seller.logInElsewhere()) as Clerk, id)).toMatchObject({ failure: 'cannot_void', data: { obstacle: 'printed' } });
  expect(await ticketIds(id)).toHaveLength(1);
  expect(answerOf(await undo(colleague, id))).toMatchObject({ kept: 0 });
  expect((await drawers(seller)).open).toMatchObject({ sales: total, paidOut: 0 });
  expect((await drawers(colleague)).open).toMatchObject({ sales: 0, paidOut: total });
});

test('a print and a void of its seller at once never both happen', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = counterAt(there, clerk.token);
  for (let round = 0; round < 5; round++) {
    const { id } = await sold(clerk);
    const [printed, undone] = await Promise.all([print(clerk, id), undo(elsewhere, id)]);
    expect([resultOf(printed), resultOf(undone)].filter((result) => result === 'ok')).toHaveLength(1);
    expect(await ticketIds(id)).toHaveLength(undone.status === 'ok' ? 0 : 1);
  }
});

test('a sale of another day, and one of the shop, are the office’s to void', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk);
  await letMinutesPass(db, id, 24 * 60);
  expect(await undo(clerk, id)).toMatchObject({ failure: 'cannot_void', data: { obstacle: 'other_day' } });
  const online = await checkout.purchase({ seats: 1 });
  answerOf(await buyer.pay(online));
  const paid = await db<{ amount: number }[]>`select amount::int from attempt where purchase_id = ${online.id} and state = 'approved'`;
  expect(await undo(clerk, online.id, { amount: paid[0]?.amount ?? 0 })).toMatchObject({
    failure: 'cannot_void',
    data: { obstacle: 'online' },
  });
  expect(await ticketIds(online.id)).toHaveLength(1);
});

test('the day of a counter ends at midnight where its brand is: a sale of four hours ago is of today at ten in the evening, not at two in the night', async () => {
  const { brand } = await loadBrand('butaca');
  const shopAt = (hour: number) =>
    customersApp(db, { payments: [card], brand: { ...brand, locale: { ...brand.locale, timeZone: zoneAtHour(hour) } } });
  const [evening, night] = [await shopAt(22), await shopAt(2)];
  const { token } = await aCounter(db, app);
  const [late, later] = [counterAt(evening, token), counterAt(night, token)];
  const { id } = await sold(late);
  await letMinutesPass(db, id, 4 * 60);
  const foundBy = async (clerk: Pick<Clerk, 'call'>) =>
    answerOf(await clerk.call(findCounterSales, { query: {} })).items.map((each) => each.id);
  expect(await foundBy(late)).toEqual([id]);
  expect(await foundBy(later)).toEqual([]);
  expect(await undo(later, id)).toMatchObject({ failure: 'cannot_void', data: { obstacle: 'other_day' } });
  expect(answerOf(await undo(late, id))).toMatchObject({ kept: 0 });
  await Promise.all([evening.close(), night.close()]);
});

test('two voids of one clerk at once do not pass the limit of the day together', async () => {
  const clerk = await aCounter(db, app);
  const sales = [await sold(clerk), await sold(clerk)];
  const results = await Promise.allSettled(
    sales.map(async ({ id, total }) =>
      voidSale(
        { ...app.sale, voidsPerDay: 1 },
        {
          orderId: id,
          ticketIds: await ticketIds(id),
          amount: total,
          reason: 'Error',
          staffId: clerk.customerId,
          click: aClick({ callerId: clerk.customerId, key: `limit ${id}` }),
        },
      ),
    ),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await Promise.all(sales.map(({ id }) => ticketIds(id)))).flat()).toHaveLength(1);
});

test('a drawer is opened with a float, closed with what was counted, and a difference needs a note', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  await sold(other);
  const theirs = await drawers(other);
  const { open } = answerOf(await clerk.call(openDrawer, { body: { float: 5000_00 } }));
  expect(await clerk.call(openDrawer, { body: { float: 1 } })).toMatchObject({ failure: 'drawer_open' });
  for (const float of [-100, 100_000_000_100])
    expect(await other.call(openDrawer, { body: { float } })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'fFondo', reason: 'invalid' }] },
    });
  await sold(clerk, { seats: 2 });
  const undone = await sold(clerk);
  answerOf(await undo(clerk, undone.id));
  const drawerId = open?.id ?? '';
  const expected = 5000_00 + 2 * FACE;
  expect(await close(clerk, drawerId, expected - 100_00)).toMatchObject({ failure: 'drawer_differs', data: { difference: -100_00 } });
  expect((await drawers(clerk)).open?.id).toBe(drawerId);
  const closed = answerOf(await close(clerk, drawerId, expected - 100_00, 'Vuelto mal dado'));
  expect(closed.open).toBeUndefined();
  expect(closed.closed).toMatchObject([
    {
      id: drawerId,
      float: 5000_00,
      sales: 3 * FACE,
      paidOut: FACE,
      counted: expected - 100_00,
      difference: -100_00,
      note: 'Vuelto mal dado',
    },
  ]);
  expect(await close(clerk, drawerId, expected)).toMatchObject({ failure: 'drawer_over' });
  expect(await drawers(other)).toEqual(theirs);
  const listed = answerOf(await organiser.call(listDrawers, {})).items;
  expect(listed.find(({ id }) => id === drawerId)).toMatchObject({
    difference: -100_00,
    note: 'Vuelto mal dado',
    staffName: 'Julia Paredes',
  });
  expect(await clerk.call(listDrawers, {})).toMatchObject({ failure: 'not_for_you' });
  expect(await buyer.call(getDrawers, {})).toMatchObject({ failure: 'not_for_you' });
});

test('a drawer opens with anything from nothing to more cash than any holds, and its clerk sees the last ten that were closed, the newest first', async () => {
  const [clerk, rich] = [await aCounter(db, app), await aCounter(db, app)];
  const opened = async (who: typeof clerk, float: number) => answerOf(await who.call(openDrawer, { body: { float } })).open;
  const most = 100_000_000_000;
  expect(await opened(rich, most)).toMatchObject({ float: most });
  const drawerId = (await drawers(rich)).open?.id ?? '';
  for (const counted of [-100, most + 100])
    expect(await close(rich, drawerId, counted, 'Nota')).toMatchObject({ data: { fields: [{ name: 'fContado', reason: 'invalid' }] } });
  answerOf(await close(rich, drawerId, most));
  for (let turn = 0; turn <= 10; turn += 1) answerOf(await close(clerk, (await opened(clerk, turn * 100))?.id ?? '', turn * 100));
  const { open, closed } = await drawers(clerk);
  expect(open).toBeUndefined();
  expect(closed.map(({ float, counted, difference }) => [float, counted, difference])).toEqual(
    Array.from({ length: 10 }, (_, index) => [(10 - index) * 100, (10 - index) * 100, 0]),
  );
});

const move = (
  clerk: Pick<Clerk, 'call'>,
  drawerId: string,
  direction: 'in' | 'out',
  { amount = 3000_00, reason = 'Cambio para la noche', key }: { amount?: number; reason?: string; key?: string } = {},
) => clerk.call(moveCash, { body: { drawerId, direction, amount, reason } }, key === undefined ? {} : { key });

test('cash that a clerk puts in or takes out counts into the closing, with its reasons, and moves nothing of another clerk', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  await sold(other);
  const theirs = await drawers(other);
  const drawerId = answerOf(await clerk.call(openDrawer, { body: { float: 5000_00 } })).open?.id ?? '';
  await sold(clerk);
  answerOf(await move(clerk, drawerId, 'in'));
  // More than the drawer should have, which is a difference at the end.
  const { open } = answerOf(await move(clerk, drawerId, 'out', { amount: 2 * FACE, reason: 'Retiro de la encargada' }));
  expect(open).toMatchObject({
    sales: FACE,
    cashIn: 3000_00,
    cashOut: 2 * FACE,
    cashMoves: [
      { amount: 3000_00, reason: 'Cambio para la noche' },
      { amount: -2 * FACE, reason: 'Retiro de la encargada' },
    ],
  });
  for (const refused of [
    await move(clerk, drawerId, 'in', { amount: 0 }),
    await move(clerk, drawerId, 'out', { amount: -100 }),
    await move(clerk, drawerId, 'in', { amount: 100_000_000_100 }),
  ])
    expect(refused).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'fImporte', reason: 'invalid' }] } });
  const unexplained = await app.inject({
    method: 'POST',
    url: '/v2/Boleteria/Caja/Mover',
    headers: { authorization: `Bearer ${clerk.token}`, 'idempotency-key': 'unexplained' },
    payload: { idCaja: drawerId, cSentido: 'RETIRO', fImporte: 10, cMotivo: ' ' },
  });
  expect(unexplained.json()).toMatchObject({ cError: 'invalid_input', oData: { listaCampo: [{ cCampo: 'cMotivo' }] } });
  // Of another clerk's drawer nothing is moved, whoever knows its id.
  expect(await move(clerk, theirs.open?.id ?? '', 'out')).toMatchObject({ failure: 'drawer_over' });
  expect(await move(buyer, drawerId, 'out')).toMatchObject({ failure: 'not_for_you' });
  expect(await drawers(other)).toEqual(theirs);
  const difference = 2 * FACE - (5000_00 + FACE + 3000_00);
  expect(await close(clerk, drawerId, 0)).toMatchObject({ failure: 'drawer_differs', data: { difference } });
  expect(answerOf(await close(clerk, drawerId, 0, 'Se retiró de más')).closed[0]).toMatchObject({ counted: 0, difference });
  const listed = answerOf(await organiser.call(listDrawers, {})).items.find(({ id }) => id === drawerId);
  expect(listed).toMatchObject({ staffId: clerk.customerId, cashIn: 3000_00, cashOut: 2 * FACE });
});

test('the same click moves cash once, in two processes at once and after the drawer was closed', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = counterAt(there, clerk.token);
  const drawerId = answerOf(await clerk.call(openDrawer, { body: { float: 0 } })).open?.id ?? '';
  const clicks = await Promise.all([clerk, elsewhere, clerk].map((who) => move(who, drawerId, 'in', { key: 'one-click' })));
  expect(clicks.map(resultOf)).toEqual(['ok', 'ok', 'ok']);
  expect((await drawers(clerk)).open).toMatchObject({ cashIn: 3000_00, cashMoves: [{ amount: 3000_00 }] });
  answerOf(await close(clerk, drawerId, 3000_00));
  expect(resultOf(await move(clerk, drawerId, 'in', { key: 'one-click' }))).toBe('ok');
  expect(await move(clerk, drawerId, 'in', { key: 'another-click' })).toMatchObject({ failure: 'drawer_over' });
  expect((await drawers(clerk)).open).toBeUndefined();
});

test('cash that is moved while the drawer is closed is counted in it, or refused', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = counterAt(there, clerk.token);
  for (let round = 0; round < 5; round++) {
    await sold(clerk);
    const drawerId = (await drawers(clerk)).open?.id ?? '';
    const [moved] = await Promise.all([move(elsewhere, drawerId, 'out'), close(clerk, drawerId, 0, 'Retiro')]);
    const closed = (await drawers(clerk)).closed.find(({ id }) => id === drawerId);
    const out = resultOf(moved) === 'ok' ? 3000_00 : 0;
    expect(closed).toMatchObject({ cashOut: out, difference: out - FACE });
    if (out === 0) expect(resultOf(moved)).toBe('drawer_over');
  }
});

test('a sale without an opened drawer opens one, which takes its float once and balances at the end', async () => {
  const clerk = await aCounter(db, app);
  await sold(clerk);
  const drawerId = (await drawers(clerk)).open?.id ?? '';
  const floats = await Promise.all([1, 2].map(() => clerk.call(openDrawer, { body: { float: 100_00 } })));
  expect(floats.map(resultOf).sort()).toEqual(['drawer_open', 'ok']);
  expect(answerOf(await close(clerk, drawerId, FACE + 100_00)).closed[0]).toMatchObject({ difference: 0 });
});

test('sales that are made while the drawer is closed are in it or in the next one, and every cent of the ledger is in a drawer', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = counterAt(there, clerk.token);
  for (let round = 0; round < 5; round++) {
    await sold(clerk);
    const drawerId = (await drawers(clerk)).open?.id ?? '';
    await Promise.all([sold(elsewhere), close(clerk, drawerId, 0, 'Retiro')]);
  }
  const [sums] = await db<{ inDrawers: number; inLedger: number; unbalanced: number }[]>`
    select (select sum(amount)::bigint from drawer_entry join drawer on drawer.id = drawer_id
             where kind in ('sale', 'paid_out') and staff_id = ${clerk.customerId}) as "inDrawers",
           (select sum(amount)::bigint from ledger_entry join purchase on purchase.id = purchase_id
             where account = 'cash_drawer' and customer_id = ${clerk.customerId}) as "inLedger",
           (select count(*)::int from (select 1 from drawer_entry join drawer on drawer.id = drawer_id and closed_at is not null
             group by drawer_id having sum(amount) <> 0) as off) as unbalanced`;
  expect(sums).toEqual({ inDrawers: 10 * FACE, inLedger: 10 * FACE, unbalanced: 0 });
});

test('nobody changes an entry of a drawer, adds to a closed one, or closes one that does not balance', async () => {
  const clerk = await aCounter(db, app);
  await sold(clerk);
  const drawerId = (await drawers(clerk)).open?.id ?? '';
  await expect(owner`update drawer_entry set amount = 1 where drawer_id = ${drawerId}`).rejects.toThrow('append-only');
  await expect(owner`update drawer set closed_at = now() where id = ${drawerId}`).rejects.toThrow('sums to zero');
  answerOf(await close(clerk, drawerId, FACE));
  await expect(owner`insert into drawer_entry (drawer_id, kind, amount) values (${drawerId}, 'float', 1)`).rejects.toThrow('closed');
});

test('a counter finds its sales of today, any sale by its number, and a customer of the shop by the whole address only', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const { id } = await sold(clerk, { holder: 'Ramona Quiroga' });
  const find = async (who: Clerk, search?: string) =>
    answerOf(await who.call(findCounterSales, { query: { search } })).items.map((each) => each.id);
  expect(await find(clerk)).toEqual([id]);
  expect(await find(other)).toEqual([]);
  const { number, sold: soldFor } = answerOf(await clerk.call(getCounterSale, of(id)));
  expect(await find(other, number)).toEqual([id]);
  // Which performance, not only when it was sold.
  const [plays] = await db<{ id: number; showName: string; venueName: string; day: number; hour: number }[]>`
    select performance.id, show.name as "showName", venue.name as "venueName",
           extract(day from starts_at at time zone time_zone)::integer as day, extract(hour from starts_at at time zone time_zone)::integer as hour
      from performance join show on show.id = show_id join venue on venue.id = performance.venue_id
     where performance.id = ${sale.performanceId}`;
  const { day, hour, ...names } = plays ?? {};
  expect(soldFor).toMatchObject([{ ...names, date: { day, hour } }]);
  expect(answerOf(await other.call(findCounterSales, { query: { search: number } })).items).toMatchObject([{ sold: soldFor }]);
  expect(await find(other, 'quiroga')).toEqual([id]);
  const online = await checkout.purchase({ seats: 1 });
  answerOf(await buyer.pay(online));
  const [row] = await db<{ email: string }[]>`select email from customer where id = ${buyer.customerId}`;
  expect(await find(clerk, row?.email)).toContain(online.id);
  expect(await find(clerk, row?.email.slice(0, -3))).toEqual([]);
  const shown = answerOf(await other.call(getCounterSale, of(online.id)));
  expect(shown).toMatchObject({ obstacle: 'online', prints: 0 });
  expect(JSON.stringify(shown)).not.toContain(row?.email);
  expect(shown.tickets.every(({ ticket }) => ticket.code === undefined)).toBe(true);
});

test('a counter finds no sale that was not paid, by a name only those of two days, and by a clerk’s address none', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const find = async (who: Clerk, search?: string) =>
    answerOf(await who.call(findCounterSales, { query: { search } })).items.map((each) => each.id);
  const left = answerOf(await clerk.take(sale, [next++])).purchase;
  answerOf(await clerk.cancel(left.id));
  const { id } = await sold(clerk, { holder: 'Rosaura Ibarguren' });
  const later = await sold(clerk, { holder: 'Rosaura Ibarguren' });
  expect(await find(clerk)).toEqual([later.id, id]);
  expect([await find(other, left.id), await find(other, id)]).toEqual([[], [id]]);
  const [{ ticket } = { ticket: undefined }] = answerOf(await clerk.call(getCounterSale, of(id))).tickets;
  expect(await find(other, ticket?.number)).toEqual([id]);
  const [row] = await db<{ email: string }[]>`select email from customer where id = ${clerk.customerId}`;
  expect(await find(other, row?.email)).toEqual([]);
  expect(await find(other, 'rosaura ibarguren')).toEqual([later.id, id]);
  await letMinutesPass(db, id, 2 * 24 * 60 - 5);
  expect(await find(other, 'ROSAURA')).toEqual([later.id, id]);
  await letMinutesPass(db, id, 10);
  expect([await find(other, 'rosaura'), await find(other, id)]).toEqual([[later.id], [id]]);
});

test('a counter finds an order of the shop by the mailbox that its mails go to now, and no other order of its buyer', async () => {
  const [clerk, online, another] = [await aCounter(db, app), await checkout.purchase({ seats: 1 }), await checkout.purchase({ seats: 1 })];
  for (const purchase of [online, another]) answerOf(await buyer.pay(purchase));
  await db`insert into order_mailbox (purchase_id, email) values (${online.id}, 'rosaura@correo.example')`;
  const found = async () =>
    answerOf(await clerk.call(findCounterSales, { query: { search: 'Rosaura@Correo.example' } })).items.map(({ id }) => id);
  expect(await found()).toEqual([online.id]);
  expect((await organiser.find('Rosaura@Correo.example')).map(({ id }) => id)).toEqual([online.id]);
  // What a counter sold has no mailbox, whatever somebody wrote down for it.
  await db`insert into order_mailbox (purchase_id, email) values (${(await sold(clerk)).id}, 'rosaura@correo.example')`;
  expect(await found()).toEqual([online.id]);
});

test('what a counter sold has its codes on paper alone', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk);
  expect(answerOf(await clerk.order(id)).tickets).toMatchObject([{ state: 'valid' }]);
  expect(answerOf(await clerk.order(id)).tickets.every(({ code }) => code === undefined)).toBe(true);
});

test('a sale tells its clerk what it is, and who sold it; an order of the shop no seller, and what was not paid is none', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const [neighbour, { id }] = [await sold(other), await sold(clerk, { holder: 'Delfina Ocampo' })];
  answerOf(await print(other, neighbour.id));
  const shown = answerOf(await clerk.call(getCounterSale, of(id)));
  const { number, showNames, sold: soldFor } = await organiser.order(id);
  expect(shown).toEqual({
    ...{ id, number, showNames, sold: soldFor, state: 'paid', buyerName: 'Delfina Ocampo', sellerName: 'Julia Paredes' },
    ...{ total: FACE, kept: FACE, prints: 0, isCopy: false, products: [], paidAt: expect.any(Number) },
    ...{ performances: [expect.any(Object)], tickets: [{ ticket: expect.any(Object), isUsed: false }] },
  });
  const online = await checkout.purchase({ seats: 1 });
  answerOf(await buyer.pay(online));
  const ofShop = answerOf(await clerk.call(getCounterSale, of(online.id)));
  expect([ofShop.sellerName, ofShop.terminal, ofShop.bills]).toEqual([undefined, undefined, undefined]);
  const open = answerOf(await clerk.take(sale, [next++])).purchase;
  for (const missing of [open.id, 'x'.repeat(22)]) {
    expect(await clerk.call(getCounterSale, of(missing))).toMatchObject({ failure: 'not_found' });
    expect(await print(clerk, missing)).toMatchObject({ failure: 'not_found' });
  }
});

test('the line of a print tells how many tickets are valid, a repeated click writes no other, and what was voided is not printed', async () => {
  const [clerk, colleague] = [await aCounter(db, app), await aCounter(db, app)];
  const { id } = await sold(clerk, { seats: 2 });
  answerOf(await undo(clerk, id, { count: 1 }));
  const once = () => clerk.call(recordPrint, { ...of(id), body: { reason: undefined } }, { key: `print-${id}` });
  expect([answerOf(await once()), answerOf(await once())]).toEqual([{ prints: 1 }, { prints: 1 }]);
  answerOf(await print(colleague, id, 'Se mojó'));
  expect(answerOf(await once())).toEqual({ prints: 2 });
  const [printed] = (await ticketIds(id)).map((ticketId) => ticketId.slice(0, 10));
  expect(await db`select facts from staff_action where purchase_id = ${id} and verb = 'print' order by id`).toEqual([
    { facts: { tickets: 1, printed } },
    { facts: { tickets: 1, printed } },
  ]);
  answerOf(await undo(colleague, id));
  expect(await print(colleague, id, 'Otra vez')).toMatchObject({ failure: 'no_valid_tickets' });
});

test('a counter’s reservation cannot be printed: it has no tickets yet', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, [next++])).purchase;
  await db`update show set reservation_days = 3, reservation_closes_hours = 1, reservation_most_per_customer = 6, reservation_most_percent = 50, reservation_part_payable = true`;
  const fresh = counterAt(await customersApp(db, { payments: [card] }), clerk.token);
  answerOf(await fresh.reserve(id, { name: 'Ana Ruiz', phone: '11 5555-0100' }));
  expect(await print(clerk, id)).toMatchObject({ failure: 'not_found' });
});

test('the limit of a day counts voids of this clerk and of today: no prints, no other clerk’s, and none of yesterday', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const voidOf = async (who: Clerk, { id, total }: { id: string; total: number }) =>
    voidSale(
      { ...app.sale, voidsPerDay: 2 },
      {
        ...{ orderId: id, ticketIds: await ticketIds(id), amount: total, reason: 'Error', staffId: who.customerId },
        click: aClick({ callerId: who.customerId, key: `void ${id}` }),
      },
    );
  for (let turn = 0; turn < 3; turn += 1) answerOf(await undo(other, (await sold(other)).id));
  for (let turn = 0; turn < 3; turn += 1) answerOf(await print(clerk, (await sold(clerk)).id));
  const old = [await sold(clerk), await sold(clerk)];
  for (const each of old) await voidOf(clerk, each);
  await owner.begin(async (tx) => {
    await tx`alter table staff_action disable trigger staff_action_stays`;
    await tx`update staff_action set at = at - interval '24 hours' where purchase_id = any (${old.map(({ id }) => id)}::text[])`;
    await tx`alter table staff_action enable trigger staff_action_stays`;
  });
  const today = [await sold(clerk), await sold(clerk)];
  for (const each of today) expect(await voidOf(clerk, each)).toMatchObject({ kept: 0 });
  const last = await sold(clerk);
  await expect(voidOf(clerk, last)).rejects.toMatchObject({ failure: 'cannot_void', data: { obstacle: 'limit' } });
  expect(await ticketIds(last.id)).toHaveLength(1);
});

test('a void gives back all that was paid, whatever the brand keeps of later refunds', async () => {
  const { brand } = await loadBrand('butaca');
  const keeps = { ticketPercent: 50, serviceCharge: false, antiFraudQr: false, delivery: false };
  await db`
    insert into charge (show_id, kind, channel, percent, fixed, tax_class_id) select show_id, kind, 'box_office', percent, fixed, tax_class_id from charge`;
  const strict = await customersApp(db, { payments: [card], brand: { ...brand, refunds: { ...brand.refunds, ...keeps } } });
  const { token } = await aCounter(db, app);
  const clerk = counterAt(strict, token);
  const total = 1.1 * FACE + 50_000;
  const { id } = answerOf(await clerk.take(sale, [next++])).purchase;
  answerOf(await clerk.sell({ id, total }));
  expect(answerOf(await undo(clerk, id, { amount: total }))).toMatchObject({ kept: 0 });
  expect((await drawers(clerk)).open).toMatchObject({ sales: total, paidOut: total });
  await strict.close();
  await db`delete from charge where channel = 'box_office'`;
});

test('without a search a counter finds what its clerk sold today: nothing that they bought in the shop, and no more than it is to list', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const online = await checkout.purchase({ seats: 1, customerId: clerk.customerId });
  await db`update customer set email_confirmed_at = now() where id = ${clerk.customerId}`;
  answerOf(await clerk.pay(online));
  await sold(other);
  const [first, second] = [await sold(clerk, { holder: 'Delia Funes' }), await sold(clerk, { holder: 'Delia Funes' })];
  // However the table keeps them.
  await db`update purchase set holder = holder where id = ${first.id}`;
  const { items } = answerOf(await clerk.call(findCounterSales, { query: {} }));
  expect(items.map(({ id }) => id)).toEqual([second.id, first.id]);
  const { timeZone } = app.sale;
  for (const search of ['', 'Funes']) {
    const asked = { search, number: null, staffId: clerk.customerId, timeZone };
    expect(await searchCounterSales(db, { ...asked, most: 2 })).toEqual([{ id: second.id }, { id: first.id }]);
    expect(await searchCounterSales(db, { ...asked, most: 1 })).toEqual([{ id: second.id }]);
  }
});

test('a name of as many letters as an order’s number has is searched as a name', async () => {
  const clerk = await aCounter(db, app);
  const names = ['Elsa Martinez', 'Rosa Fernandez', 'Ana Lopez', 'Gonzalez', 'Ferreyra Paz'];
  const sales: { id: string }[] = [];
  for (const holder of names) sales.push(await sold(clerk, { holder }));
  for (const [index, search] of ['martinez', 'fernandez', 'ana lopez', 'gonzalez', 'ferreyra'].entries())
    expect(answerOf(await clerk.call(findCounterSales, { query: { search } })).items.map(({ id }) => id)).toEqual([sales[index]?.id]);
});

test('an order’s number that was typed wrong is told apart from one that nothing is found for', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk);
  const { number = '' } = answerOf(await clerk.call(getCounterSale, of(id)));
  const wrong = number.slice(0, -1) + (number.endsWith('2') ? '3' : '2');
  expect(await clerk.call(findCounterSales, { query: { search: wrong } })).toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cBuscar', reason: 'check_character' }] },
  });
});
