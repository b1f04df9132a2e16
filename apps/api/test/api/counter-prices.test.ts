import {
  type changePrice as Call,
  changePrice,
  closeDrawer,
  getDrawers,
  getOfficeOrder,
  type InputOf,
  recordPrint,
  voidSale,
} from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { checkLedger } from '../../src/payments/index.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { atNoon, customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { stageOf } from '../factories/purchase.ts';

/** What a clerk sells for less than it costs, or gives away (decision 056). */
const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 40, gallery: 2 }]);
const { app, buyer, card, sale } = checkout;
const { brand } = await (await import('@butaca/brand/load')).loadBrand('butaca');
/** Another process, where a clerk may lower two tickets and give one away. */
const strict = await customersApp(db, {
  payments: [card],
  brand: {
    ...brand,
    locale: atNoon(brand.locale),
    boxOffice: { ...brand.boxOffice, loweredTicketsPerDay: 2, complimentaryTicketsPerDay: 1 },
  },
});
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await strict.close();
  await checkout.close();
  await database.close();
});

const FACE = 1_000_000;
let next = 100;
type Clerk = Pick<Awaited<ReturnType<typeof aCounter>>, 'take' | 'sell' | 'call' | 'token'>;

async function held(clerk: Pick<Clerk, 'take'>, seats = 1) {
  const { id } = answerOf(
    await clerk.take(
      sale,
      Array.from({ length: seats }, () => next++),
    ),
  ).purchase;
  return { id, total: seats * FACE };
}
const lower = (clerk: Pick<Clerk, 'call'>, id: string, body: InputOf<typeof Call>['body']) =>
  clerk.call(changePrice, { params: { purchaseId: id }, body });
const drawer = async (clerk: Pick<Clerk, 'call'>) => answerOf(await clerk.call(getDrawers, {})).open;
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const why = 'Asiento con vista reducida';

test('a lower price is a discount of each ticket: on the screen, in the charge, the ledger, the log and the clerk’s report', async () => {
  const clerk = await aCounter(db, app);
  const neighbour = await held(await aCounter(db, app));
  const { id } = await held(clerk, 2);
  const shown = answerOf(await lower(clerk, id, { price: 0.6 * FACE, reason: why }));
  expect(shown.totals).toMatchObject({ tickets: 2 * FACE, discounts: -0.8 * FACE, total: 1.2 * FACE });
  expect(shown.performances[0]?.promotions).toMatchObject([{ name: 'Precio de boletería', ticketCount: 2, discount: 0.8 * FACE }]);
  expect(await clerk.sell({ id, total: 2 * FACE })).toMatchObject({ failure: 'total_changed' });
  answerOf(await clerk.sell({ id, total: 1.2 * FACE }));
  expect(await accountsOf(id)).toEqual({ cash_drawer: 1.2 * FACE, tickets: -2 * FACE, discounts: 0.8 * FACE });
  expect(answerOf(await clerk.order(id)).tickets.map(({ final }) => final)).toEqual([0.6 * FACE, 0.6 * FACE]);
  const report = await drawer(clerk);
  expect(report).toMatchObject({
    sales: 1.2 * FACE,
    lowered: [{ ticketCount: 2, amount: 0.8 * FACE, reason: why, isComplimentary: false }],
  });
  const { actions } = answerOf(await organiser.call(getOfficeOrder, { params: { orderId: id } }));
  expect(actions).toMatchObject([{ verb: 'lower_price', amount: 0.8 * FACE, ticketCount: 2, reason: why, staffName: 'Julia Paredes' }]);
  expect(await db`select counter_price from purchase where id = ${neighbour.id}`).toEqual([{ counter_price: null }]);
  await expect(db`update staff_action set reason = 'otra cosa' where purchase_id = ${id}`).rejects.toThrow();
});

test('a ticket is given away for a reason: it costs nothing, lets in, and stands in the report', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await held(clerk, 2);
  expect(answerOf(await lower(clerk, id, { price: 0, reason: 'Prensa' })).totals).toMatchObject({ total: 0, discounts: -2 * FACE });
  answerOf(await clerk.sell({ id, total: 0 }));
  const tickets = await db`select from ticket where purchase_id = ${id} and state = 'valid'`;
  expect(tickets).toHaveLength(2);
  expect((await drawer(clerk))?.lowered).toMatchObject([{ ticketCount: 2, amount: 2 * FACE, reason: 'Prensa', isComplimentary: true }]);
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('a drawer lists what its clerk sold for less while it was open, each in its order, and nothing of another drawer or clerk', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const sold = async (who: typeof clerk, price: number, reason: string) => {
    const { id } = await held(who);
    answerOf(await lower(who, id, { price, reason }));
    answerOf(await who.sell({ id, total: price }));
    return id;
  };
  await sold(other, 0.9 * FACE, 'De otra');
  await sold(clerk, 0.7 * FACE, 'Primera');
  const first = await drawer(clerk);
  answerOf(await clerk.call(closeDrawer, { body: { drawerId: first?.id ?? '', counted: 0.7 * FACE } }));
  const undone = await sold(clerk, 0.8 * FACE, 'Segunda');
  await sold(clerk, 0, 'Tercera');
  const ticketIds = answerOf(await clerk.order(undone)).tickets.map(({ id }) => id);
  answerOf(await clerk.call(voidSale, { params: { orderId: undone }, body: { ticketIds, amount: 0.8 * FACE, reason: 'No viene' } }));
  await sold(other, 0.6 * FACE, 'De otra, otra vez');
  const { open, closed } = answerOf(await clerk.call(getDrawers, {}));
  const reasonsOf = (one: typeof open) => one?.lowered.map(({ reason, isComplimentary }) => [reason, isComplimentary]);
  expect(reasonsOf(open)).toEqual([
    ['Segunda', false],
    ['Tercera', true],
  ]);
  expect(closed.map(reasonsOf)).toEqual([[['Primera', false]]]);
  expect(open).toMatchObject({ sales: 0.8 * FACE, paidOut: 0.8 * FACE });
});

test('a price is never above and never below zero, needs a reason, and goes back to what it was', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await held(clerk);
  for (const price of [FACE, FACE + 100, 100 * FACE])
    expect(await lower(clerk, id, { price, reason: why })).toMatchObject({ failure: 'price_refused', data: { obstacle: 'not_lower' } });
  for (const price of [-100, 50])
    expect(await lower(clerk, id, { price, reason: why })).toMatchObject({ data: { fields: [{ name: 'fPrecio', reason: 'invalid' }] } });
  expect(await lower(clerk, id, { price: 100 })).toMatchObject({ data: { fields: [{ name: 'cMotivo', reason: 'missing' }] } });
  answerOf(await lower(clerk, id, { price: 100, reason: why }));
  for (const back of [{}, { reason: why }]) {
    answerOf(await lower(clerk, id, { price: 100, reason: why }));
    expect(answerOf(await lower(clerk, id, back)).totals).toMatchObject({ total: FACE, discounts: 0 });
  }
  answerOf(await clerk.sell({ id, total: FACE }));
  expect((await drawer(clerk))?.lowered).toEqual([]);
  for (const price of [0, FACE]) expect(await lower(clerk, id, { price, reason: why })).toMatchObject({ failure: 'purchase_over' });
});

test('neither a buyer, nor another clerk, nor a purchase of the shop gets another price', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await held(clerk);
  const online = await checkout.purchase({ seats: 1 });
  expect(await lower(buyer, online.id, { price: 0, reason: why })).toMatchObject({ failure: 'not_for_you' });
  expect(await lower(await aCounter(db, app), id, { price: 0, reason: why })).toMatchObject({ failure: 'not_found' });
  await db`update purchase set customer_id = ${clerk.customerId} where id = ${online.id}`;
  expect(await lower(clerk, online.id, { price: 0, reason: why })).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(await db`select from purchase where id = any (${[id, online.id]}::text[]) and counter_price is not null`).toEqual([]);
});

test('a clerk lowers so many tickets in a day and gives away so many, also through two log-ins at once and after a void', async () => {
  const clerk = await aCounter(db, strict);
  const tabs = [counterAt(strict, clerk.token), counterAt(strict, answerTokenOf(await clerk.logInElsewhere()))] as const;
  const sales = [await held(tabs[0], 2), await held(tabs[1], 2)] as const;
  // Each of them is within the limit when its price is lowered.
  for (const [index, { id }] of sales.entries()) answerOf(await lower(tabs[index] as Clerk, id, { price: 100, reason: why }));
  const results = await Promise.all(sales.map(({ id }, index) => (tabs[index] as Clerk).sell({ id, total: 200 })));
  expect(results.map(resultOf).sort()).toEqual(['ok', 'price_refused']);
  const lost = sales[results.findIndex(({ status }) => status !== 'ok')];
  expect(await stageOf(db, lost?.id ?? '')).toBe('open');
  const won = sales.find((each) => each !== lost);
  const tickets = await db<{ id: string }[]>`select id from ticket where purchase_id = ${won?.id ?? ''}`;
  const body = { ticketIds: tickets.map((each) => each.id), amount: 200, reason: 'Error' };
  answerOf(await clerk.call(voidSale, { params: { orderId: won?.id ?? '' }, body }));
  expect(await lower(clerk, lost?.id ?? '', { price: 100, reason: why })).toMatchObject({ data: { obstacle: 'limit' } });
  // What is given away has a limit of its own.
  expect(await lower(clerk, lost?.id ?? '', { price: 0, reason: why })).toMatchObject({ data: { obstacle: 'limit' } });
  const single = await held(clerk);
  answerOf(await lower(clerk, single.id, { price: 0, reason: why }));
  answerOf(await clerk.sell({ ...single, total: 0 }));
  const another = await held(clerk);
  expect(await lower(clerk, another.id, { price: 0, reason: why })).toMatchObject({ data: { obstacle: 'limit' } });
  // Another clerk's day is their own.
  const colleague = await aCounter(db, strict);
  const theirs = await held(colleague);
  expect(resultOf(await lower(colleague, theirs.id, { price: 0, reason: why }))).toBe('ok');
});

const answerTokenOf = (counter: { readonly token: string }) => counter.token;

test('a day’s limit counts what was lowered today: nothing of yesterday', async () => {
  const clerk = await aCounter(db, strict);
  const reduced = async (seats: number) => {
    const { id } = await held(clerk, seats);
    const answer = await lower(clerk, id, { price: 100, reason: why });
    return answer.status === 'ok' ? resultOf(await clerk.sell({ id, total: seats * 100 })) : resultOf(answer);
  };
  expect([await reduced(2), await reduced(1)]).toEqual(['ok', 'price_refused']);
  await owner.begin(async (tx) => {
    await tx`alter table staff_action disable trigger staff_action_stays`;
    await tx`update staff_action set at = at - interval '24 hours' where staff_id = ${clerk.customerId}`;
    await tx`alter table staff_action enable trigger staff_action_stays`;
  });
  expect([await reduced(2), await reduced(1)]).toEqual(['ok', 'price_refused']);
});

test('a lower price that the tickets do not cost any more is no line of the log', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await held(clerk);
  answerOf(await lower(clerk, id, { price: 0.9 * FACE, reason: why }));
  // A seat of the gallery, which costs less.
  answerOf(await clerk.setPlaces(id, sale, [400]));
  const { totals } = answerOf(await clerk.purchase(id));
  expect(totals).toMatchObject({ total: 0.6 * FACE, discounts: 0 });
  answerOf(await clerk.sell({ id, total: 0.6 * FACE }));
  expect(await db`select verb from staff_action where purchase_id = ${id} and verb in ('lower_price', 'complimentary')`).toEqual([]);
  expect((await drawer(clerk))?.lowered).toEqual([]);
});

test('what a clerk lowered is sold by the calls of the counter alone, which write it down', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await held(clerk);
  answerOf(await lower(clerk, id, { price: 0, reason: why }));
  // The shop's call for what costs nothing would leave no line.
  expect(await clerk.pay({ id, total: 0 }, { paymentMethodId: 3 })).toMatchObject({ failure: 'payment_method_unavailable' });
  expect(await stageOf(db, id)).toBe('open');
  answerOf(await clerk.sell({ id, total: 0 }));
  expect(await db`select from staff_action where purchase_id = ${id} and verb = 'complimentary'`).toHaveLength(1);
});

test('a price that a clerk lowered is gone once the places are reserved, whoever resumes them', async () => {
  const rule = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
  const shop = await aCheckout(db, undefined, [{ rows: 20, startsAt: inDays(60), reservations: rule }]);
  const [one, other] = [await aCounter(db, shop.app), await aCounter(db, shop.app)];
  const { id, totals } = answerOf(await one.take(shop.sale, [30, 31])).purchase;
  const full = totals?.total ?? 0;
  for (const resume of [other, one]) {
    const seller = resume === other ? one : other;
    expect(answerOf(await lower(seller, id, { price: 100_000, reason: why })).totals?.total).toBe(200_000);
    const reserved = answerOf(await seller.reserve(id, { name: 'Ana Ruiz', phone: '11 5555-0100' }));
    expect(reserved.totals?.total).toBe(full);
    expect(answerOf(await resume.resume(id, shop.sale)).totals?.total).toBe(full);
  }
  expect(answerOf(await one.sell({ id, total: full })).outcome).toBe('approved');
  expect(await db`select from staff_action where purchase_id = ${id} and verb <> 'sell'`).toEqual([]);
  await shop.close();
});

test('where the brand lets no clerk do it nobody does', async () => {
  const without = await customersApp(db, {
    payments: [card],
    brand: { ...brand, boxOffice: { ...brand.boxOffice, loweredTicketsPerDay: 0, complimentaryTicketsPerDay: 0 } },
  });
  const clerk = await aCounter(db, without);
  const { id } = await held(clerk);
  for (const price of [0, 100])
    expect(await lower(clerk, id, { price, reason: why })).toMatchObject({ failure: 'price_refused', data: { obstacle: 'not_allowed' } });
  await without.close();
});

test('what is voided of a lowered sale gives back what was paid, ticket by ticket', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await held(clerk, 2);
  answerOf(await lower(clerk, id, { price: 0.3 * FACE, reason: why }));
  answerOf(await clerk.sell({ id, total: 0.6 * FACE }));
  for (const left of [0.3 * FACE, 0]) {
    const [ticket] = await db<
      { id: string }[]
    >`select id from ticket where purchase_id = ${id} and state = 'valid' order by place_id limit 1`;
    const body = { ticketIds: [ticket?.id ?? ''], amount: 0.3 * FACE, reason: 'Error' };
    expect(answerOf(await clerk.call(voidSale, { params: { orderId: id }, body })).kept).toBe(left);
  }
  expect(await accountsOf(id)).toEqual({});
  expect(await drawer(clerk)).toMatchObject({ sales: 0.6 * FACE, paidOut: 0.6 * FACE });
});

test('a clerk gives away no more than the limit with a key that was used before, and each gift has its line and its row of the drawer', async () => {
  const { token, customerId } = await aCounter(db, app);
  const clerk = counterAt(strict, token);
  const first = await held(clerk);
  answerOf(await clerk.sell(first));
  const key = 'one-key-for-everything';
  answerOf(await clerk.call(recordPrint, { params: { orderId: first.id }, body: { reason: undefined } }, { key }));
  const results = [];
  const lowered = [];
  for (let sale = 0; sale < 5; sale++) {
    const { id } = await held(clerk);
    results.push(resultOf(await lower(clerk, id, { price: 0, reason: why })));
    results.push(resultOf(await clerk.sell({ id, total: 0 }, { key })));
    lowered.push(id);
  }
  expect(results).toEqual(Array(5).fill(['ok', 'key_reused']).flat());
  const id = lowered.at(-1) ?? '';
  answerOf(await clerk.sell({ id, total: 0 }));
  const another = await held(clerk);
  expect(await lower(clerk, another.id, { price: 0, reason: why })).toMatchObject({ failure: 'price_refused' });
  answerOf(await lower(clerk, another.id, { price: 100, reason: why }));
  answerOf(await clerk.sell({ id: another.id, total: 100 }));
  expect(
    await db`select verb, purchase_id as id from staff_action where staff_id = ${customerId} and verb <> 'print' order by staff_action.id`,
  ).toEqual([
    { verb: 'complimentary', id },
    { verb: 'lower_price', id: another.id },
  ]);
  expect((await drawer(clerk))?.lowered).toHaveLength(2);
  expect(await drawer(clerk)).toMatchObject({ sales: FACE + 100, saleCount: 2 });
});

test('a lower price that a server of the version before has sold keeps its key: no other sale has it, and it is sold once', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = await clerk.logInElsewhere();
  const [{ id }, other] = [await held(clerk), await held(elsewhere)];
  answerOf(await lower(clerk, id, { price: 0.6 * FACE, reason: why }));
  const key = 'a-lower-price-of-before';
  answerOf(await clerk.sell({ id, total: 0.6 * FACE }, { key }));
  await db`delete from used_key where key = ${key}`;
  expect(resultOf(await clerk.sell(other, { key }))).toBe('key_reused');
  expect(await stageOf(db, other.id)).toBe('open');
  answerOf(await clerk.sell({ id, total: 0.6 * FACE }, { key }));
  expect(await db`select verb from staff_action where idempotency_key = ${key}`).toEqual([{ verb: 'lower_price' }]);
});
