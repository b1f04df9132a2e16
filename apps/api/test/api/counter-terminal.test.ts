import { closeDrawer, getCounterSale, getDrawers, listPaymentMethods, voidSale as voidCall } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { checkLedger } from '../../src/payments/index.ts';
import { forgetSlips } from '../../src/sale/counter/queries-drawers.ts';
import { sellOnTerminal } from '../../src/sale/counter.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { aClick } from '../factories/click.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { anOrganiser } from '../factories/office.ts';
import { stageOf, ticketsOf } from '../factories/purchase.ts';

/** The card terminal beside a counter (decision 056). */
const database = await freshDatabase();
const { db, owner } = database;
const checkout = await aCheckout(db, undefined, [{ rows: 40 }]);
const { app, buyer, card, gateway, sale } = checkout;
/** Another process, with connections of its own. */
const there = await customersApp(db, { payments: [card] });
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await there.close();
  await checkout.close();
  await database.close();
});

const FACE = 1_000_000;
let next = 100;
type Clerk = Awaited<ReturnType<typeof aCounter>>;

/** Places that a counter holds and has not sold. */
async function held(clerk: Pick<Clerk, 'take'>, seats = 1) {
  const placeIds = Array.from({ length: seats }, () => next++);
  const { id } = answerOf(await clerk.take(sale, placeIds)).purchase;
  return { id, placeIds, total: seats * FACE };
}
async function sold(clerk: Pick<Clerk, 'take' | 'sellOnTerminal'>, seats: number, form: Parameters<Clerk['sellOnTerminal']>[1] = {}) {
  const purchase = await held(clerk, seats);
  answerOf(await clerk.sellOnTerminal(purchase, form));
  return purchase;
}
const accountsOf = async (id: string) => Object.fromEntries((await balancesOf(db, id)).map(({ account, balance }) => [account, balance]));
const drawer = async (clerk: Pick<Clerk, 'call'>) => answerOf(await clerk.call(getDrawers, {})).open;
const ticketIds = async (id: string) =>
  (await db<{ id: string }[]>`select id from ticket where purchase_id = ${id} and state = 'valid' order by place_id`).map((row) => row.id);
async function undo(
  clerk: Pick<Clerk, 'call'>,
  id: string,
  { count, coupon, key }: { count?: number; coupon?: string; key?: string } = {},
) {
  const ids = (await ticketIds(id)).slice(0, count);
  const body = { ticketIds: ids, amount: ids.length * FACE, reason: 'Se equivocó de función', coupon };
  return clerk.call(voidCall, { params: { orderId: id }, body }, key === undefined ? {} : { key });
}
/** Everything of a purchase that what is done to another one leaves alone. */
const everythingOf = (id: string) => db`
  select (select jsonb_agg(to_jsonb(place) order by place_id) from place where purchase_id = ${id}) as places,
         (select jsonb_agg(to_jsonb(ticket) order by id) from ticket where purchase_id = ${id}) as tickets,
         (select jsonb_agg(to_jsonb(terminal_slip)) from terminal_slip where purchase_id = ${id}) as slips,
         (select jsonb_agg(to_jsonb(ledger_entry) order by transaction_id, position) from ledger_entry where purchase_id = ${id}) as ledger`;

test('a counter sells for what its terminal took: tickets, an account of its own, and not a cent of it in the cash', async () => {
  const clerk = await aCounter(db, app);
  const neighbour = await sold(clerk, 1);
  const before = await everythingOf(neighbour.id);
  const purchase = await held(clerk, 2);
  gateway.charges.length = 0;
  expect(answerOf(await clerk.sellOnTerminal(purchase, { holder: 'Elena Ruiz', coupon: '0042' }))).toMatchObject({
    outcome: 'approved',
    amount: 2 * FACE,
    purchase: { stage: 'paid', type: 'box' },
  });
  expect(gateway.charges).toHaveLength(0);
  expect(await ticketsOf(db, purchase.id)).toEqual(purchase.placeIds);
  expect(await accountsOf(purchase.id)).toEqual({ 'clearing:terminal': 2 * FACE, tickets: -2 * FACE });
  expect(answerOf(await clerk.order(purchase.id))).toMatchObject({ state: 'paid', paymentKind: 'terminal' });
  expect(await drawer(clerk)).toMatchObject({
    sales: 0,
    saleCount: 0,
    onTerminal: 3 * FACE,
    onTerminalCount: 2,
    mixedCount: 0,
    backOnTerminal: 0,
  });
  expect(answerOf(await clerk.call(getCounterSale, { params: { orderId: purchase.id } })).terminal).toEqual({
    ...{ amount: 2 * FACE, kept: 2 * FACE, brand: 'visa', lastFour: '4905', coupon: '42' },
  });
  expect(await everythingOf(neighbour.id)).toEqual(before);
  // The cash that is counted at the end is none of it.
  const open = await drawer(clerk);
  const { closed } = answerOf(await clerk.call(closeDrawer, { body: { drawerId: open?.id ?? '', counted: 0, note: undefined } }));
  expect(closed[0]).toMatchObject({ counted: 0, difference: 0, onTerminal: 3 * FACE });
});

test('part on the terminal and part in cash is the total, and each part stands where it is', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk, 3, { onTerminal: 2 * FACE });
  expect(await accountsOf(id)).toEqual({ 'clearing:terminal': 2 * FACE, cash_drawer: FACE, tickets: -3 * FACE });
  expect(await drawer(clerk)).toMatchObject({ sales: FACE, saleCount: 1, onTerminal: 2 * FACE, onTerminalCount: 1, mixedCount: 1 });
});

test('nothing on the terminal, more than the total, another total, or a brand that it does not take sells nothing', async () => {
  const clerk = await aCounter(db, app);
  const purchase = await held(clerk);
  for (const onTerminal of [0, -100, FACE + 100])
    expect(await clerk.sellOnTerminal(purchase, { onTerminal })).toMatchObject({
      failure: 'invalid_input',
      data: { fields: [{ name: 'fTerminal', reason: 'invalid' }] },
    });
  for (const brand of ['Visa', 'sin marca'])
    expect(await clerk.sellOnTerminal(purchase, { brand })).toMatchObject({ data: { fields: [{ name: 'cMarca', reason: 'invalid' }] } });
  for (const cCupon of ['', '000', '12a', '1234567890123']) {
    const answer = await app.inject({
      method: 'POST',
      url: `/v2/Proceso/${purchase.id}/CobrarTerminal`,
      headers: { authorization: `Bearer ${clerk.token}`, 'idempotency-key': `coupon-${cCupon}-of-a-click` },
      payload: { fTotal: 10_000, fTerminal: 10_000, cMarca: 'visa', cUltimosCuatro: '4905', cCupon, lAceptaTerminos: 'S' },
    });
    expect(answer.json()).toMatchObject({ cError: 'invalid_input', oData: { listaCampo: [{ cCampo: 'cCupon' }] } });
  }
  expect(await clerk.sellOnTerminal({ ...purchase, total: 2 * FACE })).toMatchObject({ failure: 'total_changed' });
  expect(await clerk.sellOnTerminal(purchase, { acceptsTerms: false })).toMatchObject({ failure: 'terms_not_accepted' });
  expect(await counterAt(app, buyer.token).sellOnTerminal(purchase)).toMatchObject({ failure: 'not_for_you' });
  expect(await (await aCounter(db, app)).sellOnTerminal(purchase)).toMatchObject({ failure: 'not_found' });
  expect(await stageOf(db, purchase.id)).toBe('open');
  expect(await db`select from attempt where purchase_id = ${purchase.id}`).toHaveLength(0);
});

test('a brand without terminals offers none and takes nothing on one', async () => {
  const clerk = await aCounter(db, app);
  const purchase = await held(clerk);
  const { brand } = await (await import('@butaca/brand/load')).loadBrand('butaca');
  const without = await customersApp(db, { payments: [card], brand: { ...brand, boxOffice: { ...brand.boxOffice, cardTerminal: false } } });
  const elsewhere = counterAt(without, clerk.token);
  const { items } = answerOf(await elsewhere.call(listPaymentMethods, { params: { purchaseId: purchase.id } }));
  expect(items.map(({ kind }) => kind)).toEqual(['cash']);
  expect(await elsewhere.sellOnTerminal(purchase)).toMatchObject({ failure: 'payment_method_unavailable' });
  await without.close();
});

test('one paper of the terminal is one sale: whose cash was kept cannot be covered with the paper of another', async () => {
  const [clerk, other] = [await aCounter(db, app), await aCounter(db, app)];
  const paper = { brand: 'mastercard', lastFour: '0005', coupon: '77' };
  await sold(clerk, 1, paper);
  for (const [who, again] of [
    [clerk, paper],
    [other, paper],
    [clerk, { ...paper, coupon: '00077' }],
  ] as const) {
    const purchase = await held(who);
    expect(await who.sellOnTerminal(purchase, again)).toMatchObject({ failure: 'coupon_used' });
    expect(await stageOf(db, purchase.id)).toBe('open');
    expect(await accountsOf(purchase.id)).toEqual({});
    expect(await ticketIds(purchase.id)).toEqual([]);
  }
  await sold(clerk, 1, { ...paper, lastFour: '0006' });
  await sold(clerk, 1, { ...paper, brand: 'visa' });
});

test('two sales at once with one paper, on two processes, are one sale', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = await aCounter(db, there);
  for (let round = 0; round < 5; round++) {
    const paper = { coupon: String(50_000 + round) };
    const purchases = [await held(clerk), await held(elsewhere)] as const;
    const results = await Promise.all([clerk.sellOnTerminal(purchases[0], paper), elsewhere.sellOnTerminal(purchases[1], paper)]);
    expect(results.map(resultOf).sort()).toEqual(['coupon_used', 'ok']);
    expect((await Promise.all(purchases.map(({ id }) => ticketIds(id)))).flat()).toHaveLength(1);
  }
});

test('the same click again, and two tabs at once, take a sale’s money once', async () => {
  const clerk = await aCounter(db, app);
  const purchase = await held(clerk);
  const clicks = await Promise.all([1, 2, 3].map(() => clerk.sellOnTerminal(purchase, { key: 'one-press', coupon: '60001' })));
  for (const outcome of clicks) expect(answerOf(outcome)).toMatchObject({ outcome: 'approved', orderId: purchase.id });
  const raced = await held(clerk);
  const tabs = await Promise.all([clerk.sellOnTerminal(raced), counterAt(there, clerk.token).sell(raced)]);
  expect(tabs.map(resultOf).sort()).toEqual(['ok', 'purchase_over']);
  expect(await db`select from terminal_slip where purchase_id = ${purchase.id}`).toHaveLength(1);
  expect((await accountsOf(raced.id)).tickets).toBe(-FACE);
});

test('a void goes back on the terminal with the number of its paper, and no cash leaves the drawer', async () => {
  const clerk = await aCounter(db, app);
  const neighbour = await sold(clerk, 1);
  const before = await everythingOf(neighbour.id);
  const { id } = await sold(clerk, 2);
  expect(await undo(clerk, id)).toMatchObject({ failure: 'invalid_input', data: { fields: [{ name: 'cCupon', reason: 'missing' }] } });
  expect(await ticketIds(id)).toHaveLength(2);
  const after = answerOf(await undo(clerk, id, { coupon: '9001', key: 'a-void-click' }));
  expect(after).toMatchObject({ kept: 0, state: 'refunded', terminal: { amount: 2 * FACE, kept: 0 } });
  const ids = after.tickets.map(({ ticket }) => ticket.id);
  const body = { ticketIds: ids, amount: 2 * FACE, reason: 'Se equivocó de función', coupon: '9001' };
  expect(answerOf(await clerk.call(voidCall, { params: { orderId: id }, body }, { key: 'a-void-click' }))).toMatchObject({ kept: 0 });
  expect(await accountsOf(id)).toEqual({});
  expect(await drawer(clerk)).toMatchObject({
    onTerminal: 3 * FACE,
    backOnTerminal: 2 * FACE,
    backOnTerminalCount: 1,
    paidOut: 0,
    paidOutCount: 0,
  });
  const another = await sold(clerk, 1);
  expect(await undo(clerk, another.id, { coupon: '09001' })).toMatchObject({ failure: 'coupon_used' });
  expect(await ticketIds(another.id)).toHaveLength(1);
  expect(await everythingOf(neighbour.id)).toEqual(before);
});

test('a sale is shown by its own paper and not by that of a void, also once the digits of its card were forgotten', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk, 3, { coupon: '8001', onTerminal: 2 * FACE });
  answerOf(await undo(clerk, id, { count: 1, coupon: '8002' }));
  const terminal = async () => answerOf(await clerk.call(getCounterSale, { params: { orderId: id } })).terminal;
  const paper = { amount: 2 * FACE, kept: FACE, brand: 'visa', coupon: '8001' };
  expect(await terminal()).toEqual({ ...paper, lastFour: '4905' });
  await db`update terminal_slip set last_four = null where purchase_id = ${id} and refund_id is null`;
  expect(await terminal()).toEqual(paper);
  // Its void goes back by what is known of it.
  answerOf(await undo(clerk, id, { count: 1, coupon: '8003' }));
  expect(
    await db`select brand, last_four, coupon from terminal_slip where purchase_id = ${id} and refund_id is not null order by id`,
  ).toEqual([
    { brand: 'visa', last_four: '4905', coupon: '8002' },
    { brand: 'visa', last_four: null, coupon: '8003' },
  ]);
});

test('of a mixed sale the card gets its part back first, and cash comes out for the rest only', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk, 3, { onTerminal: 1.5 * FACE });
  answerOf(await undo(clerk, id, { count: 1, coupon: '9101' }));
  expect(await accountsOf(id)).toEqual({ 'clearing:terminal': 0.5 * FACE, cash_drawer: 1.5 * FACE, tickets: -2 * FACE });
  answerOf(await undo(clerk, id, { count: 1, coupon: '9102' }));
  expect(await accountsOf(id)).toEqual({ cash_drawer: FACE, tickets: -FACE });
  // Nothing is left on the card: no paper is asked for.
  answerOf(await undo(clerk, id));
  expect(await accountsOf(id)).toEqual({});
  expect(await drawer(clerk)).toMatchObject({
    paidOut: 1.5 * FACE,
    paidOutCount: 2,
    onTerminalCount: 1,
    mixedCount: 1,
    backOnTerminal: 1.5 * FACE,
    backOnTerminalCount: 2,
  });
});

test('what the office refunds of a terminal’s sale is owed to the card and never to a drawer', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk, 1);
  const { amount } = await organiser.refundSome(id);
  expect(amount).toBe(FACE);
  const refunds = await db`select way, state, amount::integer as amount from refund where purchase_id = ${id}`;
  expect(refunds).toEqual([{ way: 'terminal', state: 'done', amount: FACE }]);
  expect(await accountsOf(id)).toEqual({});
  expect(await drawer(clerk)).toMatchObject({ onTerminal: FACE, backOnTerminal: 0, paidOut: 0 });
});

test('the papers of terminals stay as they were written, but for the digits of cards, which are forgotten', async () => {
  const clerk = await aCounter(db, app);
  const { id } = await sold(clerk, 1);
  const recent = await sold(clerk, 1);
  for (const change of [
    db`update terminal_slip set amount = 1 where purchase_id = ${id}`,
    db`update terminal_slip set last_four = '1111' where purchase_id = ${id}`,
    db`delete from terminal_slip where purchase_id = ${id}`,
  ])
    await expect(change).rejects.toThrow();
  await owner.begin(async (tx) => {
    await tx`alter table terminal_slip disable trigger user`;
    await tx`update terminal_slip set at = at - interval '25 months' where purchase_id = ${id}`;
    await tx`alter table terminal_slip enable trigger user`;
  });
  expect((await forgetSlips(db, 24)).count).toBe(1);
  expect((await forgetSlips(db, 24)).count).toBe(0);
  const digits = await db<{ id: string; digits: string | null }[]>`
    select purchase_id as id, last_four as digits from terminal_slip where purchase_id = any (${[id, recent.id]}::text[])`;
  expect(Object.fromEntries(digits.map((each) => [each.id, each.digits]))).toEqual({ [id]: null, [recent.id]: '4905' });
});

test('the ledger of everything that terminals took adds up, and a fault on the way leaves nothing', async () => {
  const clerk = await aCounter(db, app);
  const purchase = await held(clerk);
  const form = { total: FACE, onTerminal: FACE, brand: 'visa', lastFour: '4905', coupon: '7070', acceptsTerms: true };
  const lost = new Proxy(db, {
    get: (real, name) => (name === 'begin' ? () => Promise.reject(new Error('the connection was lost')) : Reflect.get(real, name)),
  });
  const request = {
    purchaseId: purchase.id,
    customerId: clerk.customerId,
    channel: 'box_office' as const,
    form,
    click: aClick({ callerId: clerk.customerId, key: 'lost' }),
    call: { say: () => {} } as never,
  };
  await expect(sellOnTerminal({ ...app.sale, db: lost }, request)).rejects.toThrow('the connection was lost');
  expect(await stageOf(db, purchase.id)).toBe('open');
  expect((await checkLedger(db)).faults).toEqual([]);
});
