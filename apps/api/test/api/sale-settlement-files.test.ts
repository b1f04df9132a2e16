import { afterAll, expect, test } from 'vitest';
import { settlePayment } from '../../src/sale/pay/settle.ts';
import { importSettlement, type SettlementRow } from '../../src/sale/staff/settlement.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { goodwill } from '../factories/goodwill.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';

/** What a provider says that it has settled, beside what the ledger says: rows of every kind in one file. */
const { db, owner, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: 20 }]);
const { app, buyer, gateway } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});

async function paid() {
  const { id, total } = await checkout.purchase();
  answerOf(await buyer.pay({ id, total }));
  const [attempt] = await db<{ reference: string; paymentId: string; settledAt: Temporal.Instant; currency: string }[]>`
    select reference, payment_id as "paymentId", settled_at as "settledAt", currency from attempt where purchase_id = ${id}`;
  if (!attempt) throw new Error('nothing was paid');
  return { id, total, ...attempt };
}
type Paid = Awaited<ReturnType<typeof paid>>;

/** On the same page its buyer paid a second time, which nothing was sold for. */
async function paidTwice() {
  const order = await paid();
  const { id, reference, total, currency } = order;
  gateway.state.refundsFail = true;
  const answer = { result: 'approved' as const, paymentId: `second-${reference}`, echo: { reference, amount: total, currency }, facts: {} };
  await settlePayment(app.sale, { purchaseId: id, reference }, { answer, asked: 'notice' });
  gateway.state.refundsFail = false;
  return { ...order, second: answer.paymentId };
}

const row = ({ reference, total, settledAt }: Paid, over: Partial<SettlementRow> = {}): SettlementRow => ({
  ...{ provider: 'payway', reference, kind: 'payment', amount: total, currency: 'ARS', at: settledAt, paymentId: null },
  ...over,
});
const report = (...rows: SettlementRow[]) => importSettlement(app.sale, rows);
const same = { chargebacksBooked: 0, differences: [] };

test('payments and refunds that are as in the ledger differ in nothing; every other amount is told with both', async () => {
  const [plain, refunded, cent] = [await paid(), await paid(), await paid()];
  answerOf((await organiser.refundSome(refunded.id, { count: 1 })).outcome);
  await goodwill(db, { orderId: cent.id, amount: 1 });
  const back = (of: Paid, amount: number) => row(of, { kind: 'refund', amount });
  expect(await report(row(plain), row(refunded), back(refunded, TICKET_TOTAL))).toEqual({ ...same, rows: 3 });
  // In two rows, as their sum.
  const half = TICKET_TOTAL / 2;
  expect(await report(row(refunded), back(refunded, half), back(refunded, half))).toEqual({ ...same, rows: 3 });
  expect(await report(row(plain, { amount: 1 }), back(plain, 500), row(refunded), back(refunded, 7), row(cent), back(cent, 900))).toEqual({
    ...{ rows: 6, chargebacksBooked: 0 },
    differences: [
      { reference: plain.reference, what: 'payment', theirs: 1, ours: plain.total },
      { reference: plain.reference, what: 'refund', theirs: 500, ours: null },
      { reference: refunded.reference, what: 'refund', theirs: 7, ours: TICKET_TOTAL },
      { reference: cent.reference, what: 'refund', theirs: 900, ours: 1 },
    ],
  });
  // A refund alone says nothing of the payment.
  expect(await report(back(refunded, TICKET_TOTAL))).toEqual({
    ...{ rows: 1, chargebacksBooked: 0 },
    differences: [],
  });
});

test('another provider, another currency and a reference of nobody are differences, each of its own line', async () => {
  const [order, neighbour] = [await paid(), await paid()];
  const { reference, total } = order;
  const currency = { reference, what: 'currency', theirs: total, ours: total };
  for (const wrong of [{ provider: 'mercadopago' }, { currency: 'USD' }])
    expect((await report(row(order, wrong), row(neighbour))).differences).toContainEqual(currency);
  expect((await report(row(order, { currency: 'USD', kind: 'refund', amount: 700 }))).differences).toEqual([
    { reference, what: 'currency', theirs: 0, ours: total },
    { reference, what: 'refund', theirs: 700, ours: null },
  ]);
  const nobodys = 'f'.repeat(32);
  expect((await report(row(order, { reference: nobodys, amount: 900 }))).differences).toEqual([
    { reference: nobodys, what: 'payment', theirs: 900, ours: null },
  ]);
});

test('of a file of more than a thousand references each is compared once', async () => {
  const order = await paid();
  const unknown = Array.from({ length: 1000 }, (_, index) => row(order, { reference: `nobodys-${index}` }));
  const { rows, differences } = await report(...unknown, row(order, { amount: 5 }));
  expect([rows, differences.length, new Set(differences.map(({ reference }) => reference)).size]).toEqual([1001, 1001, 1001]);
  expect(differences.at(-1)).toEqual({ reference: order.reference, what: 'payment', theirs: 5, ours: order.total });
});

test('two payments of one reference are compared one by one where the file has their numbers, and in all where it has not', async () => {
  const order = await paidTwice();
  const { reference, total, paymentId, second } = order;
  const both = [row(order, { paymentId }), row(order, { paymentId: second })];
  expect((await report(...both)).differences).toEqual([]);
  expect((await report(row(order), row(order))).differences).toEqual([]);
  // One of them, or both as one.
  expect((await report(row(order))).differences).toEqual([]);
  expect((await report(row(order, { amount: 3 * total }))).differences).toEqual([
    { reference, what: 'payment', theirs: 3 * total, ours: 2 * total },
  ]);
  expect((await report(row(order, { paymentId }), row(order, { paymentId: second, amount: 9 }))).differences).toEqual([
    { reference, paymentId: second, what: 'payment', theirs: 9, ours: total },
  ]);
  expect((await report(...both, row(order, { paymentId: 'a-third', amount: 8 }))).differences).toEqual([
    { reference, paymentId: 'a-third', what: 'payment', theirs: 8, ours: null },
  ]);
  // With one row that has none they cannot be told apart.
  expect((await report(row(order, { paymentId }), row(order))).differences).toEqual([]);
});

test('a payment that the provider took in the time of its file and that is not in it is missing, by its number where the file has the other one', async () => {
  const [first, absent, twice, elsewhere, last] = [await paid(), await paid(), await paidTwice(), await paid(), await paid()];
  // As of a provider that has been in use before.
  const takenBy = (provider: string) =>
    owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update attempt set provider = ${provider} where purchase_id = ${elsewhere.id}`;
    });
  await takenBy('another');
  // Whatever the order of the rows; the last moment of the file is not in it any more.
  const missing = (of: Paid, more: object = {}) => ({ reference: of.reference, ...more, what: 'payment', theirs: null, ours: of.total });
  const named = row(twice, { paymentId: twice.paymentId, at: absent.settledAt });
  const lastMoment = row(first, { reference: 'nobodys', amount: 0, at: last.settledAt });
  const inTheMiddle = row(first, { at: absent.settledAt });
  const onlyMissing = async (...rows: SettlementRow[]) =>
    (await report(...rows)).differences
      .filter(({ theirs }) => theirs === null)
      .toSorted((one, other) => one.reference.localeCompare(other.reference));
  const byReference = (...expected: ReturnType<typeof missing>[]) =>
    expected.toSorted((one, other) => one.reference.localeCompare(other.reference));
  const atFirst = row(first, { at: first.settledAt });
  expect(await onlyMissing(lastMoment, named, inTheMiddle, atFirst)).toEqual(
    byReference(missing(absent), missing(twice, { paymentId: twice.second })),
  );
  expect(await onlyMissing(row(twice, { at: first.settledAt }), lastMoment)).toEqual(byReference(missing(first), missing(absent)));
  // Each provider has a time of its own.
  expect(await onlyMissing(atFirst, row(elsewhere, { provider: 'another', at: last.settledAt }))).toEqual([]);
  await takenBy('payway');
});

test('chargebacks are counted and booked once; one of another amount, of nobody, or of another provider is told to a person', async () => {
  const [whole, other, part, neighbour] = [await paid(), await paid(), await paid(), await paid()];
  const back = (of: Paid, over: Partial<SettlementRow> = {}) => row(of, { kind: 'chargeback', ...over });
  const untold = (of: { reference: string }, theirs: number, more: object = {}) => ({
    ...{ reference: of.reference, ...more, what: 'chargeback', theirs, ours: null },
  });
  const rows = [back(whole), back(other), back(part, { amount: 700 }), back(neighbour, { reference: 'nobodys' })];
  const told = await report(...rows);
  expect([told.rows, told.chargebacksBooked]).toEqual([4, 2]);
  expect(told.differences).toEqual([untold(part, 700), untold({ reference: 'nobodys' }, neighbour.total)]);
  const again = await report(...rows);
  expect([again.chargebacksBooked, again.differences]).toEqual([0, [untold({ reference: 'nobodys' }, neighbour.total)]]);
  expect((await report(back(neighbour, { provider: 'mercadopago', paymentId: neighbour.paymentId }))).differences).toContainEqual(
    untold(neighbour, neighbour.total, { paymentId: neighbour.paymentId }),
  );
  const booked = (id: string) => db`select way, amount::int from refund where purchase_id = ${id}`;
  expect(await Promise.all([whole, other, part, neighbour].map(({ id }) => booked(id)))).toEqual([
    [{ way: 'chargeback', amount: whole.total }],
    [{ way: 'chargeback', amount: other.total }],
    [{ way: 'chargeback', amount: 700 }],
    [],
  ]);
});
