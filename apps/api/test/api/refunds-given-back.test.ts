import { closeGivenBack, reopenGivenBack } from '@butaca/contract';
import { afterAll, expect, test } from 'vitest';
import { checkLedger, findOpenRefunds, refundsOf as rowsOf } from '../../src/payments/index.ts';
import { isTaken, takenBefore } from '../../src/sale/staff/taken-before.ts';
import { freshDatabase } from '../database.ts';
import { aProduct } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { goodwill } from '../factories/goodwill.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { anOrganiser } from '../factories/office.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** What a provider gave back of itself for no ticket, counted for some: nobody is paid twice (decision 097). */
const { db, url, close } = await freshDatabase();
const products = [aProduct({ key: 'taza', name: 'Taza', variants: [{ price: 500_000, stock: 50 }] })];
const checkout = await aCheckout(db, undefined, [{ rows: 20, products }]);
const { app, buyer, gateway, sale, stranger } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});

/** Paid with two tickets, of which the gateway's people gave so much back on a page of theirs. */
async function givenBack(amount: number) {
  const purchase = await checkout.purchase();
  expect(answerOf(await buyer.pay(purchase)).outcome).toBe('approved');
  const payment = gateway.payments.at(-1);
  if (!payment) throw new Error('nothing was paid');
  payment.refunds.push({ id: 800_000 + payment.refunds.length, amount });
  payment.status = 'approved_with_refund';
  // The office looks before it decides.
  const [ticket = ''] = await organiser.validTickets(purchase.id);
  await organiser.refund(purchase.id, { ticketIds: [ticket], amount: 1 });
  return { ...purchase, ticket, payment };
}

const refundsOf = async (id: string) => [
  ...(await db<{ way: string; amount: number; covered: number; tickets: number }[]>`
    select way, amount::int, covered::int, jsonb_array_length(tickets) as tickets from refund where purchase_id = ${id} order by started_at`),
];
const clearingOf = async (id: string) => (await balancesOf(db, id)).find(({ account }) => account.startsWith('clearing'))?.balance ?? 0;
const mails = async () => (await mailsSent({ db, url })).filter(({ messageId }) => messageId.startsWith('<tell-of-refund'));

test('tickets that the gateway’s people meant are void without being paid again, and the next one is paid as ever', async () => {
  const neighbour = await givenBack(TICKET_TOTAL);
  const { id, ticket, payment } = await givenBack(TICKET_TOTAL);
  const seen = answerOf(await organiser.preview(id, [ticket]));
  expect([seen.amount, seen.givenBack, seen.covered]).toEqual([TICKET_TOTAL, TICKET_TOTAL, undefined]);
  const counted = answerOf(await organiser.preview(id, [ticket], 'original', true));
  expect([counted.way, counted.amount, counted.covered, counted.kept]).toEqual(['elsewhere', 0, TICKET_TOTAL, 0]);

  const before = gateway.state.refunds;
  await mails();
  answerOf((await organiser.refundSome(id, { count: 1, countsGivenBack: true })).outcome);
  expect(gateway.state.refunds).toBe(before);
  expect(await refundsOf(id)).toEqual([
    { way: 'elsewhere', amount: TICKET_TOTAL, covered: 0, tickets: 0 },
    { way: 'elsewhere', amount: 0, covered: TICKET_TOTAL, tickets: 1 },
  ]);
  expect(await organiser.validTickets(id)).toHaveLength(1);
  expect(await clearingOf(id)).toBe(TICKET_TOTAL);
  const [mail] = await mails();
  expect(mail?.text).toMatch(/La procesadora del pago te devolvió \$\s11\.500 /);
  expect(mail?.text).toContain('Anulamos una entrada tuya');

  // Nothing is left to be counted.
  const last = await organiser.refundSome(id, { countsGivenBack: true });
  expect(last.amount).toBe(TICKET_TOTAL);
  answerOf(last.outcome);
  expect(gateway.state.refunds).toBe(before + 1);
  expect(payment.refunds.map(({ amount }) => amount)).toEqual([TICKET_TOTAL, TICKET_TOTAL]);
  expect(await clearingOf(id)).toBe(0);
  expect([await organiser.validTickets(neighbour.id), (await refundsOf(neighbour.id)).length]).toEqual([expect.any(Array), 1]);
  expect(await organiser.validTickets(neighbour.id)).toHaveLength(2);
});

test('of less than the tickets cost the rest goes back; of more the rest waits for other tickets', async () => {
  const { id, payment } = await givenBack(400_000);
  const first = await organiser.refundSome(id, { count: 1, countsGivenBack: true });
  expect(first.amount).toBe(TICKET_TOTAL - 400_000);
  answerOf(first.outcome);
  expect(payment.refunds.map(({ amount }) => amount)).toEqual([400_000, TICKET_TOTAL - 400_000]);
  expect((await mails()).at(-1)?.text).toMatch(/La procesadora del pago ya te había devuelto \$\s4\.000\./);

  const more = await givenBack(TICKET_TOTAL + 100_000);
  const seen = await organiser.refundSome(more.id, { count: 1, countsGivenBack: true });
  expect(seen.amount).toBe(0);
  answerOf(seen.outcome);
  const [left = ''] = await organiser.validTickets(more.id);
  const rest = answerOf(await organiser.preview(more.id, [left], 'original', true));
  expect([rest.givenBack, rest.covered, rest.amount]).toEqual([100_000, 100_000, TICKET_TOTAL - 100_000]);
});

test('what was not for these tickets is paid beside it, as long as the payment has it', async () => {
  const { id } = await givenBack(TICKET_TOTAL);
  answerOf((await organiser.refundSome(id, { count: 1 })).outcome);
  const [left = ''] = await organiser.validTickets(id);
  expect(await organiser.preview(id, [left])).toMatchObject({ failure: 'cannot_refund', data: { obstacle: 'too_little_left' } });
  answerOf((await organiser.refundSome(id, { countsGivenBack: true })).outcome);
  expect(await organiser.validTickets(id)).toEqual([]);
  expect(await clearingOf(id)).toBe(0);
});

test('two clerks who count the same money at once void one ticket with it', async () => {
  const { id } = await givenBack(TICKET_TOTAL);
  const [one = '', two = ''] = await organiser.validTickets(id);
  const results = await Promise.all(
    [one, two].map((ticket) => organiser.refund(id, { ticketIds: [ticket], amount: 0, countsGivenBack: true })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['ok', 'refusal']);
  expect(results.find(({ status }) => status === 'refusal')).toMatchObject({ failure: 'refund_changed', data: { amount: TICKET_TOTAL } });
  expect(await organiser.validTickets(id)).toHaveLength(1);
});

test.each([
  [1, 200_000],
  [6, 200_000],
  [6, TICKET_TOTAL],
  [6, TICKET_TOTAL + 333_333],
])('with %i instalments, of %i that went back, everything has gone back once in the end, to the reason', async (instalments, amount) => {
  const ways = [
    [true, true],
    [false, true],
    [true, false],
  ];
  // Of more than one ticket's the payment has not enough left for a ticket that is paid beside it.
  for (const counts of amount > TICKET_TOTAL ? ways.slice(0, 1) : ways) {
    const purchase = await checkout.purchase();
    answerOf(await buyer.pay(purchase, { instalments }));
    const payment = gateway.payments.at(-1);
    if (!payment) throw new Error('nothing was paid');
    payment.refunds.push({ id: 700_000, amount });
    payment.status = 'approved_with_refund';
    const [ticket = ''] = await organiser.validTickets(purchase.id);
    await organiser.refund(purchase.id, { ticketIds: [ticket], amount: 1 });
    for (const countsGivenBack of counts) answerOf((await organiser.refundSome(purchase.id, { count: 1, countsGivenBack })).outcome);
    expect(await organiser.validTickets(purchase.id)).toEqual([]);
    expect(
      payment.refunds.reduce((sum, refund) => sum + refund.amount, 0),
      String(counts),
    ).toBe(payment.amount);
    expect(
      (await balancesOf(db, purchase.id)).filter(({ balance }) => balance !== 0),
      String(counts),
    ).toEqual([]);
  }
});

test('an order of products alone is refunded once, whatever went back of it before', async () => {
  const own = await stranger();
  const [variant] = await db<{ id: number }[]>`select id from product_variant`;
  const { id, totals } = answerOf(await own.selectProducts('0', sale, [{ variantId: variant?.id ?? 0, quantity: 2 }]));
  answerOf(await own.pay({ id, total: totals?.total ?? 0 }));
  const payment = gateway.payments.at(-1);
  if (!payment) throw new Error('nothing was paid');
  payment.refunds.push({ id: 600_000, amount: 300_000 });
  payment.status = 'approved_with_refund';
  await organiser.refund(id, { ticketIds: [], amount: 1 });
  const seen = answerOf(await organiser.preview(id, [], 'original', true));
  expect([seen.amount, seen.covered]).toEqual([700_000, 300_000]);
  answerOf(await organiser.refund(id, { ticketIds: [], amount: 700_000, countsGivenBack: true }));
  expect(await clearingOf(id)).toBe(0);
  expect(await organiser.preview(id, [], 'original', true)).toMatchObject({ data: { obstacle: 'products_returned' } });
});

test('goodwill is closed as for no ticket, with a reason in the log: nothing waits any more, and tickets are paid as ever', async () => {
  const { id, ticket, payment } = await givenBack(300_000);
  const listed = async () => (await organiser.money()).refunds.filter(({ orderId }) => orderId === id);
  expect((await listed()).map(({ givenBack, refund }) => [refund.way, givenBack])).toEqual([['elsewhere', 300_000]]);
  const close = (amount: number, key?: string) =>
    organiser.call(closeGivenBack, { params: { orderId: id }, body: { amount, reason: 'Atención por la demora' } }, { key });
  expect(await close(299_999)).toMatchObject({ failure: 'refund_changed', data: { amount: 300_000 } });
  expect((await refundsOf(id)).length).toBe(1);
  await mails();

  const [one, two] = await Promise.all([close(300_000, 'close-one'), close(300_000, 'close-two')]);
  expect([one, two].map(({ status }) => status).sort()).toEqual(['ok', 'refusal']);
  const closed = await organiser.order(id);
  expect(closed).not.toHaveProperty('givenBack');
  expect(closed.actions).toMatchObject([{ verb: 'close_given_back', reason: 'Atención por la demora', amount: 300_000 }]);
  expect(closed.refunds).toMatchObject([
    { way: 'elsewhere', amount: 300_000 },
    { way: 'elsewhere', amount: 0, covered: 300_000, isForNoTicket: true, reason: 'Atención por la demora' },
  ]);
  expect(await organiser.validTickets(id)).toHaveLength(2);
  expect((await listed()).map(({ givenBack }) => givenBack)).toEqual([undefined, undefined]);
  expect(await mails()).toEqual([]);
  expect(await close(300_000)).toMatchObject({ failure: 'refund_changed', data: { amount: 0 } });

  // It is counted for no ticket either.
  const seen = answerOf(await organiser.preview(id, [ticket], 'original', true));
  expect([seen.amount, seen.covered, seen.givenBack]).toEqual([TICKET_TOTAL, undefined, undefined]);
  answerOf((await organiser.refundSome(id, { count: 1, countsGivenBack: true })).outcome);
  expect(payment.refunds.map(({ amount }) => amount)).toEqual([300_000, TICKET_TOTAL]);
  expect(await clearingOf(id)).toBe(TICKET_TOTAL - 300_000);

  // For the last one the payment has not enough: what was given on top does not go back once more.
  const [last = ''] = await organiser.validTickets(id);
  const rest = answerOf(await organiser.preview(id, [last]));
  expect([rest.amount, rest.kept]).toEqual([TICKET_TOTAL - 300_000, 300_000]);
  answerOf((await organiser.refundSome(id)).outcome);
  expect(payment.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(payment.amount);
  expect((await balancesOf(db, id)).filter(({ balance }) => balance !== 0)).toEqual([]);
});

test('of a part that is counted for a ticket the rest is closed; the click sent again closes nothing more', async () => {
  const { id } = await givenBack(TICKET_TOTAL + 100_000);
  answerOf((await organiser.refundSome(id, { count: 1, countsGivenBack: true })).outcome);
  expect((await organiser.order(id)).givenBack).toBe(100_000);
  const close = () =>
    organiser.call(closeGivenBack, { params: { orderId: id }, body: { amount: 100_000, reason: 'Redondeo' } }, { key: 'close-the-rest' });
  answerOf(await close());
  answerOf(await close());
  expect((await refundsOf(id)).map(({ covered }) => covered)).toEqual([0, TICKET_TOTAL, 100_000]);
  expect(await organiser.order(id)).not.toHaveProperty('givenBack');
});

test('an order of products alone whose goodwill was closed is still refunded once', async () => {
  const own = await stranger();
  const [variant] = await db<{ id: number }[]>`select id from product_variant`;
  const { id, totals } = answerOf(await own.selectProducts('0', sale, [{ variantId: variant?.id ?? 0, quantity: 2 }]));
  answerOf(await own.pay({ id, total: totals?.total ?? 0 }));
  await goodwill(db, { orderId: id, amount: 100_000 });
  answerOf(await organiser.call(closeGivenBack, { params: { orderId: id }, body: { amount: 100_000, reason: 'Llegó tarde' } }));
  const seen = answerOf(await organiser.preview(id, []));
  expect([seen.amount, seen.kept]).toEqual([900_000, 100_000]);
  answerOf(await organiser.refund(id, { ticketIds: [], amount: 900_000 }));
  expect(await organiser.preview(id, [])).toMatchObject({ data: { obstacle: 'products_returned' } });
});

test('what waits for a decision stays among the money that needs a person; what was decided leaves it after a month', async () => {
  const [waits, decided] = [await givenBack(100_000), await givenBack(200_000)];
  answerOf(await organiser.call(closeGivenBack, { params: { orderId: decided.id }, body: { amount: 200_000, reason: 'Atención' } }));
  const listed = async () => {
    const { refunds } = await organiser.money();
    return [waits, decided].map(({ id }) => refunds.filter(({ orderId }) => orderId === id).map(({ givenBack }) => givenBack));
  };
  expect(await listed()).toEqual([[100_000], [undefined, undefined]]);
  for (const { id } of [waits, decided]) await letMinutesPass(db, id, 31 * 24 * 60);
  expect(await listed()).toEqual([[100_000], []]);
});

test('what the list says that waits for a decision is what the order says, whatever was counted before', async () => {
  const open = await findOpenRefunds(db, 1000);
  const rows = await rowsOf(db, [...new Set(open.map(({ purchaseId }) => purchaseId))]);
  const byPurchase = Map.groupBy(rows, ({ purchaseId }) => purchaseId);
  const expected = open.map((refund) => (isTaken(refund) ? takenBefore(byPurchase.get(refund.purchaseId) ?? []).unassigned : 0));
  expect(open.map(({ undecided }) => undecided)).toEqual(expected);
  // The orders of the tests above: some wait whole, some in part, some not at all, and some were counted for tickets.
  const taken = open.filter(isTaken);
  expect(taken.some(({ amount, undecided }) => undecided === amount)).toBe(true);
  expect(taken.some(({ amount, undecided }) => undecided > 0 && undecided < amount)).toBe(true);
  expect(taken.some(({ undecided }) => undecided === 0)).toBe(true);
  expect(open.some(({ covered }) => covered > 0)).toBe(true);
});

test('what the provider gave back in parts is mailed with every part once its last one voids the tickets, and why', async () => {
  await mails();
  const { id, ticket, payment, total } = await givenBack(400_000);
  payment.refunds.push({ id: 810_000, amount: 300_000 });
  await organiser.refund(id, { ticketIds: [ticket], amount: 1 });
  expect(await mails()).toEqual([]);
  await letMinutesPass(db, id, 1);
  payment.refunds.push({ id: 810_001, amount: total - 700_000 });
  payment.status = 'refunded';
  await organiser.refund(id, { ticketIds: [ticket], amount: 1 });
  expect(await organiser.validTickets(id)).toEqual([]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Te devolvemos \$\s23\.000 de/);
  expect(mail?.text).toMatch(/te devolvió \$\s23\.000 .* en partes: \$\s4\.000, \$\s3\.000 y \$\s16\.000\./);
  expect(mail?.text).toContain('Lo hizo por su cuenta');
});

test('a refund of a cancelled performance says that it was cancelled, and names what the provider had given back before', async () => {
  await mails();
  const { id } = await givenBack(400_000);
  await db`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  answerOf((await organiser.refundSome(id, { countsGivenBack: true })).outcome);
  const [mail] = await mails();
  await db`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
  expect(mail?.text).toContain('La función se canceló.');
  expect(mail?.text).toMatch(/La procesadora del pago ya te había devuelto \$\s4\.000\./);
});

test('what was closed as for no ticket by mistake is opened again, once, and then counted for a ticket instead of being paid twice', async () => {
  const { id } = await givenBack(TICKET_TOTAL);
  const closed = answerOf(
    await organiser.call(closeGivenBack, { params: { orderId: id }, body: { amount: TICKET_TOTAL, reason: 'Atención' } }),
  );
  const refundId = closed.refunds.find(({ isForNoTicket }) => isForNoTicket)?.id ?? '';
  const reopen = (key: string, orderId = id) =>
    organiser.call(reopenGivenBack, { params: { orderId, refundId }, body: { reason: 'Era por una entrada' } }, { key });
  const other = await givenBack(TICKET_TOTAL);
  expect(resultOf(await reopen('of-another-order', other.id))).toBe('not_found');
  const tabs = await Promise.all(['one', 'two'].map((tab) => reopen(`reopen-${tab}`)));
  expect(tabs.map(resultOf).toSorted()).toEqual(['ok', 'refund_changed']);
  const order = await organiser.order(id);
  expect([order.givenBack, order.refunds.find((refund) => refund.id === refundId)?.isUndone]).toEqual([TICKET_TOTAL, true]);
  expect(order.actions[0]).toMatchObject({ verb: 'reopen_given_back', amount: TICKET_TOTAL, reason: 'Era por una entrada' });
  const waiting = (await organiser.money()).refunds.filter(({ orderId }) => orderId === id);
  expect(waiting.map(({ givenBack: amount }) => amount)).toEqual([TICKET_TOTAL]);

  const { amount, outcome } = await organiser.refundSome(id, { count: 1, countsGivenBack: true });
  expect([amount, answerOf(outcome).givenBack]).toEqual([0, undefined]);
  expect((await organiser.validTickets(id)).length).toBe(1);
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('of two tabs, one that opens a closing again and one that counts what was closed, the second sees the first one’s numbers', async () => {
  const { id } = await givenBack(TICKET_TOTAL);
  const ticketIds = (await organiser.validTickets(id)).slice(0, 1);
  const counting = answerOf(await organiser.preview(id, ticketIds, 'original', true));
  answerOf(await organiser.call(closeGivenBack, { params: { orderId: id }, body: { amount: TICKET_TOTAL, reason: 'Atención' } }));
  const stale = await organiser.refund(id, { ticketIds, amount: counting.amount, countsGivenBack: true });
  expect(stale).toMatchObject({ failure: 'refund_changed', data: { amount: TICKET_TOTAL } });
  expect((await organiser.validTickets(id)).length).toBe(2);
});
