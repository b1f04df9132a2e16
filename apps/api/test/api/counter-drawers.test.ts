import { changePrice, closeDrawer, getDrawers, listDrawers, moveCash, openDrawer, voidSale } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import type { Tx } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { bookSale, bookVoid } from '../../src/sale/counter/drawers.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { whileLocked } from '../factories/locks.ts';
import { anOrganiser } from '../factories/office.ts';

/** What a drawer tells of itself, beside those of others; and who waits for whom at one. */
const { db, owner, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: 40 }]);
const { app, sale } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});

const FACE = 1_000_000;
let nextPlace = 0;
let nextCoupon = 300;
type Clerk = Awaited<ReturnType<typeof aCounter>>;

async function held(clerk: Clerk, seats = 1, price?: { price: number; reason: string }) {
  const placeIds = Array.from({ length: seats }, () => nextPlace++);
  const { id } = answerOf(await clerk.take(sale, placeIds)).purchase;
  if (price) answerOf(await clerk.call(changePrice, { params: { purchaseId: id }, body: price }));
  return { id, total: seats * (price?.price ?? FACE) };
}
async function sold(clerk: Clerk, seats?: number, price?: { price: number; reason: string }) {
  const purchase = await held(clerk, seats, price);
  answerOf(await clerk.sell(purchase));
  return purchase.id;
}
async function soldOnTerminal(clerk: Clerk, seats: number, onTerminal = seats * FACE) {
  const purchase = await held(clerk, seats);
  answerOf(await clerk.sellOnTerminal(purchase, { onTerminal, coupon: String(nextCoupon++) }));
  return purchase.id;
}
const validTickets = async (id: string) =>
  (await db<{ id: string }[]>`select id from ticket where purchase_id = ${id} and state = 'valid' order by place_id`).map((row) => row.id);
async function undo(clerk: Clerk, id: string, coupon?: string) {
  const ticketIds = (await validTickets(id)).slice(0, 1);
  return clerk.call(voidSale, { params: { orderId: id }, body: { ticketIds, amount: FACE, reason: 'No viene', coupon } });
}
const drawers = async (clerk: Clerk) => answerOf(await clerk.call(getDrawers, {}));
const openedId = async (clerk: Clerk, float: number) => answerOf(await clerk.call(openDrawer, { body: { float } })).open?.id ?? '';
const move = (clerk: Clerk, drawerId: string, direction: 'in' | 'out', amount: number, reason: string) =>
  clerk.call(moveCash, { body: { drawerId, direction, amount, reason } });
const numberOf = async (id: string) => (await organiser.order(id)).number;

/** One of everything, by a clerk whose amounts are nobody else's; answers what its drawer then tells. */
async function aDay(clerk: Clerk, times: number) {
  const drawerId = await openedId(clerk, times * 7000_00);
  answerOf(await move(clerk, drawerId, 'in', times * 3000_00, `Cambio ${times}`));
  const pair = await sold(clerk, 2);
  answerOf(await undo(clerk, pair));
  for (let sale = 0; sale < times; sale += 1) await soldOnTerminal(clerk, 1);
  const mixed = await soldOnTerminal(clerk, 3, 1.5 * FACE);
  answerOf(await undo(clerk, mixed, String(nextCoupon++)));
  answerOf(await move(clerk, drawerId, 'out', times * 2000_00, `Retiro ${times}`));
  const cheap = await sold(clerk, 1, { price: times * 100_000, reason: `Barata ${times}` });
  const given = await sold(clerk, 2, { price: 0, reason: `Prensa ${times}` });
  const sales = 2 * FACE + 1.5 * FACE + times * 100_000;
  const expected = times * (7000_00 + 3000_00 - 2000_00) + sales - FACE;
  return {
    expected,
    told: {
      ...{ id: drawerId, openedAt: expect.any(Number), staffName: 'Julia Paredes' },
      ...{ float: times * 7000_00, sales, saleCount: 3, paidOut: FACE, paidOutCount: 1, mixedCount: 1 },
      ...{ onTerminal: (times + 1.5) * FACE, onTerminalCount: times + 1, backOnTerminal: FACE, backOnTerminalCount: 1 },
      ...{ cashIn: times * 3000_00, cashOut: times * 2000_00 },
      cashMoves: [
        { at: expect.any(Number), amount: times * 3000_00, reason: `Cambio ${times}` },
        { at: expect.any(Number), amount: times * -2000_00, reason: `Retiro ${times}` },
      ],
      lowered: [
        {
          ...{ at: expect.any(Number), isComplimentary: false, orderNumber: await numberOf(cheap) },
          ...{ ticketCount: 1, amount: FACE - times * 100_000, reason: `Barata ${times}` },
        },
        {
          ...{ at: expect.any(Number), isComplimentary: true, orderNumber: await numberOf(given) },
          ...{ ticketCount: 2, amount: 2 * FACE, reason: `Prensa ${times}` },
        },
      ],
    },
  };
}

test('each drawer tells what was done at it and nothing of the same clerk’s other one or of another clerk’s, to its clerk and to the office', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const first = await aDay(clerk, 1);
  const theirs = await aDay(other, 2);
  expect(await drawers(clerk)).toEqual({ open: first.told, closed: [] });
  const counted = first.expected - 400;
  answerOf(await clerk.call(closeDrawer, { body: { drawerId: first.told.id, counted, note: 'Faltaron cuatro' } }));
  const second = await aDay(clerk, 3);
  const closed = { ...first.told, closedAt: expect.any(Number), counted, difference: -400, note: 'Faltaron cuatro' };
  expect(await drawers(clerk)).toEqual({ open: second.told, closed: [closed] });
  expect(await drawers(other)).toEqual({ open: theirs.told, closed: [] });
  const { items } = answerOf(await organiser.call(listDrawers, {}));
  expect(items).toEqual([
    { ...second.told, staffId: clerk.customerId },
    { ...theirs.told, staffId: other.customerId },
    { ...closed, staffId: clerk.customerId },
  ]);
  for (const { openedAt, closedAt = Number.POSITIVE_INFINITY, cashMoves, lowered } of items) {
    const times = [...cashMoves, ...lowered].map(({ at }) => at);
    expect(times.every((at) => at >= openedAt && at <= closedAt)).toBe(true);
  }
});

test('a drawer that was opened and not used tells nothing but its float', async () => {
  const clerk = await aCounter(db, app);
  const id = await openedId(clerk, 0);
  const nothing = {
    ...{ float: 0, sales: 0, saleCount: 0, paidOut: 0, paidOutCount: 0, onTerminal: 0, onTerminalCount: 0, mixedCount: 0 },
    ...{ backOnTerminal: 0, backOnTerminalCount: 0, cashIn: 0, cashOut: 0, cashMoves: [], lowered: [] },
  };
  const told = { id, openedAt: expect.any(Number), staffName: 'Julia Paredes', ...nothing };
  expect(await drawers(clerk)).toEqual({ open: told, closed: [] });
  const { closed } = answerOf(await clerk.call(closeDrawer, { body: { drawerId: id, counted: 0, note: 'Sin ventas' } }));
  expect(closed).toEqual([{ ...told, closedAt: expect.any(Number), counted: 0, difference: 0, note: 'Sin ventas' }]);
});

test('cash moves and lowered sales are told in the order of their lines, however the table keeps them', async () => {
  const clerk = await aCounter(db, app);
  const drawerId = await openedId(clerk, 0);
  const orders = [await sold(clerk), await sold(clerk)];
  for (const [index, id] of [9_000_002, 9_000_003, 9_000_001].entries()) {
    await owner`
      insert into drawer_entry (drawer_id, id, kind, amount, reason, key) overriding system value
      values (${drawerId}, ${id}, 'cash_in', 100, ${`Línea ${id}`}, ${`line-${index}`})`;
    await owner`
      insert into staff_action (id, staff_id, idempotency_key, verb, purchase_id, reason, facts) overriding system value
      values (${id}, ${clerk.customerId}, ${`lowered-${index}`}, 'lower_price', ${orders[index % 2] ?? ''}, ${`Línea ${id}`}, '{"tickets": 1, "amount": 100}')`;
  }
  const { open } = await drawers(clerk);
  const inOrder = ['Línea 9000001', 'Línea 9000002', 'Línea 9000003'];
  expect(open?.cashMoves.map(({ reason }) => reason)).toEqual(inOrder);
  expect(open?.lowered.map(({ reason }) => reason)).toEqual(inOrder);
});

/** A cent of a currency without smaller money is money too. */
test('the smallest amount is booked, of a sale and of a void, in cash and on the terminal, and no void without the number of its paper', async () => {
  const clerk = await aCounter(db, app);
  const staffId = clerk.customerId;
  const [purchaseId, paper] = [randomId(), { amount: 1, brand: 'visa', lastFour: '0007', coupon: '4711' }];
  const back = { purchaseId, refundId: randomId(), coupon: undefined };
  await db.begin((tx) => bookSale(tx, staffId, { purchaseId, cash: 1, slip: paper }));
  await expect(db.begin((tx) => bookVoid(tx, staffId, { ...back, cash: 0, onTerminal: 1 }))).rejects.toMatchObject({
    failure: 'invalid_input',
    data: { fields: [{ name: 'cCupon', reason: 'missing' }] },
  });
  await db.begin((tx) => bookVoid(tx, staffId, { ...back, cash: 1, onTerminal: 1, coupon: '0004712' }));
  expect((await drawers(clerk)).open).toMatchObject({
    ...{ sales: 1, saleCount: 1, paidOut: 1, paidOutCount: 1 },
    ...{ onTerminal: 1, onTerminalCount: 1, backOnTerminal: 1, backOnTerminalCount: 1, mixedCount: 1 },
  });
  expect(await db`select brand, last_four, coupon, amount::int from terminal_slip where purchase_id = ${purchaseId} order by id`).toEqual([
    { brand: 'visa', last_four: '0007', coupon: '4711', amount: 1 },
    { brand: 'visa', last_four: '0007', coupon: '4712', amount: -1 },
  ]);
});

/** As a sale locks it that is being booked at another log-in. */
const shared = (drawerId: string) => (tx: Tx) => tx`select from drawer where id = ${drawerId} for share`;

test('a sale is booked beside another one of its clerk, and waits for a drawer that is being closed', async () => {
  const clerk = await aCounter(db, app);
  const drawerId = await openedId(clerk, 0);
  const [beside, waiting] = [await held(clerk), await held((await clerk.logInElsewhere()) as Clerk)];
  await db.begin(async (tx) => {
    await shared(drawerId)(tx);
    answerOf(await clerk.sell(beside));
  });
  answerOf(
    await whileLocked(
      db,
      (tx) => tx`select from drawer where id = ${drawerId} for no key update`,
      () => clerk.sell(waiting),
    ),
  );
  expect((await drawers(clerk)).open).toMatchObject({ id: drawerId, saleCount: 2 });
});

test('a float, cash that moves, a void, what is sold for less and the closing wait for the sale that is being booked', async () => {
  const clerk = await aCounter(db, app);
  const neighbour = await aCounter(db, app);
  const theirs = await openedId(neighbour, 100);
  const order = await sold(clerk);
  const drawerId = (await drawers(clerk)).open?.id ?? '';
  const cheap = await held(clerk, 1, { price: 100, reason: 'Vista reducida' });
  const verbs = [
    () => clerk.call(openDrawer, { body: { float: 500 } }),
    () => move(clerk, drawerId, 'in', 100, 'Cambio'),
    () => undo(clerk, order),
    () => clerk.sell(cheap),
    () => clerk.call(closeDrawer, { body: { drawerId, counted: 700, note: undefined } }),
  ];
  for (const verb of verbs) answerOf((await whileLocked(db, shared(drawerId), verb as () => Promise<unknown>)) as never);
  expect((await drawers(clerk)).closed).toMatchObject([{ id: drawerId, float: 500, cashIn: 100, counted: 700, difference: 0 }]);
  expect((await drawers(neighbour)).open).toMatchObject({ id: theirs, float: 100 });
});

test('the office sees the two hundred drawers that were opened last, the newest first', async () => {
  // In no order of time.
  await owner`
    insert into drawer (id, staff_id, opened_at, closed_at)
    select 'drawer-' || lpad(turn::text, 15, '-'), 'nobody-any-more-------', now() + make_interval(mins => turn * 37 % 211), now() + interval '1 day'
      from generate_series(0, 210) as turn`;
  const { items } = answerOf(await organiser.call(listDrawers, {}));
  const wanted = Array.from({ length: 211 }, (_, turn) => ({ turn, minutes: (turn * 37) % 211 }))
    .sort((one, other) => other.minutes - one.minutes)
    .slice(0, 200)
    .map(({ turn }) => `drawer-${String(turn).padStart(15, '-')}`);
  expect(items.map(({ id }) => id)).toEqual(wanted);
  // Of an account that was erased since.
  expect(items.some(({ staffName }) => staffName !== undefined)).toBe(false);
});
