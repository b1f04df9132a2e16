import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/connect.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter, counterAt } from '../factories/counter.ts';
import { customersApp } from '../factories/customers.ts';
import { stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** A counter's sale that ends while it is being paid, beside a customer who wants its places. */
const database = await freshDatabase();
const { db } = database;
const rule = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
const startsAt = Temporal.Now.instant().add({ hours: 24 * 60 });
const checkout = await aCheckout(db, undefined, [{ rows: 40, startsAt, reservations: rule }]);
const { app, card, sale } = checkout;
/** Another process, with connections and memory of its own. */
const otherConnections = connect(database.url);
const there = await customersApp(otherConnections, { payments: [card] });
afterAll(async () => {
  await there.close();
  await otherConnections.end();
  await checkout.close();
  await database.close();
});

const FACE = 1_000_000;
let next = 100;
const some = (count: number) => Array.from({ length: count }, () => next++);
type Clerk = Awaited<ReturnType<typeof aCounter>>;

async function held(clerk: Pick<Clerk, 'take'>, placeIds: readonly number[]) {
  const { purchase } = answerOf(await clerk.take(sale, placeIds));
  return { ...purchase, total: placeIds.length * FACE };
}
/** Cash and the terminal in turn. */
const pay = (clerk: Pick<Clerk, 'sell' | 'sellOnTerminal'>, purchase: { id: string; total: number }, round: number) =>
  round % 2 === 0 ? clerk.sell(purchase) : clerk.sellOnTerminal(purchase);

/** A sale that was paid has all of its tickets, its money and its line in a drawer; one that was not has none of them, and each place has one owner. */
async function expectAllOrNothing(id: string, placeIds: readonly number[], isPaid: boolean) {
  const [facts] = await db<{ tickets: number; money: number; lines: number; owners: number }[]>`
    select (select count(*)::int from ticket where purchase_id = ${id} and state = 'valid') as tickets,
           (select coalesce(sum(amount), 0)::int from ledger_entry where purchase_id = ${id} and account in ('cash_drawer', 'clearing:terminal')) as money,
           (select count(*)::int from drawer_entry where purchase_id = ${id}) + (select count(*)::int from terminal_slip where purchase_id = ${id}) as lines,
           (select count(*)::int from place where performance_id = ${sale.performanceId} and place_id = any (${[...placeIds]}::int[])
               and purchase_id = ${id}) as owners`;
  const all = { tickets: placeIds.length, money: placeIds.length * FACE, lines: 1, owners: placeIds.length };
  expect(facts).toEqual(isPaid ? all : { tickets: 0, money: 0, lines: 0, owners: 0 });
}

test('a sale that is cancelled while it is paid and wanted by a customer is sold, or is not: never both, and never to two', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = counterAt(there, clerk.token);
  const buyer = await checkout.stranger();
  const neighbour = await held(await aCounter(db, app), some(1));
  for (let round = 0; round < 12; round++) {
    const placeIds = some(2);
    const purchase = await held(clerk, placeIds);
    const [sold, , taken] = await Promise.all([pay(elsewhere, purchase, round), clerk.cancel(purchase.id), buyer.take(sale, placeIds)]);
    expect(await stageOf(db, purchase.id)).toBe(sold.status === 'ok' ? 'paid' : 'cancelled');
    if (taken.status === 'ok') {
      expect(sold.status).not.toBe('ok');
      answerOf(await buyer.cancel(taken.data.purchase.id));
    }
    await expectAllOrNothing(purchase.id, placeIds, sold.status === 'ok');
  }
  expect(await stageOf(db, neighbour.id)).toBe('open');
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('a sale whose time ends while it is paid is sold in time, or its places are the next customer’s', async () => {
  const clerk = await aCounter(db, app);
  const elsewhere = counterAt(there, clerk.token);
  const buyer = await checkout.stranger();
  for (let round = 0; round < 12; round++) {
    const placeIds = some(2);
    const purchase = await held(clerk, placeIds);
    // From a moment before its end to a moment after its grace, when its places are free.
    const msAfterEnd = round < 6 ? -60 + 20 * round : 4_900 + 40 * (round - 6);
    await letMinutesPass(db, purchase.id, ((purchase.deadline ?? 0) - (purchase.serverNow ?? 0) + msAfterEnd) / 60_000);
    const [sold, taken] = await Promise.all([pay(elsewhere, purchase, round), buyer.take(sale, placeIds), sweepExpired(app.sale)]);
    if (sold.status !== 'ok') {
      expect(sold).toMatchObject({ failure: 'purchase_over' });
      await letMinutesPass(db, purchase.id, 1);
      await sweepExpired(app.sale);
    }
    expect(await stageOf(db, purchase.id)).toBe(sold.status === 'ok' ? 'paid' : 'expired');
    await expectAllOrNothing(purchase.id, placeIds, sold.status === 'ok');
    if (taken.status === 'ok') {
      expect(sold.status).not.toBe('ok');
      answerOf(await buyer.cancel(taken.data.purchase.id));
    }
  }
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('a counter’s reservation that is given up while another log-in is paid for it is one of the two', async () => {
  const clerk = await aCounter(db, app);
  const buyer = await checkout.stranger();
  for (let round = 0; round < 6; round++) {
    const placeIds = some(1);
    const { id } = await held(clerk, placeIds);
    answerOf(await clerk.reserve(id, { name: 'Julia Paredes', phone: '11 5555-0199' }));
    answerOf(await clerk.resume(id, sale));
    const purchase = { id, total: FACE };
    const elsewhere = counterAt(there, clerk.token);
    const [sold, , taken] = await Promise.all([pay(elsewhere, purchase, round), clerk.cancelReservation(id), buyer.take(sale, placeIds)]);
    expect(await stageOf(db, id)).toBe(sold.status === 'ok' ? 'paid' : 'cancelled');
    await expectAllOrNothing(id, placeIds, sold.status === 'ok');
    if (taken.status === 'ok') {
      expect(sold.status).not.toBe('ok');
      answerOf(await buyer.cancel(taken.data.purchase.id));
    }
  }
});
