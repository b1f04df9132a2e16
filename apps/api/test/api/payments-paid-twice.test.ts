import { afterAll, afterEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { importSettlement, readSettlement } from '../../src/sale/index.ts';
import { settlePayment } from '../../src/sale/pay/settle.ts';
import { recordChargeback } from '../../src/sale/staff/chargeback.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { answerOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { anOrganiser } from '../factories/office.ts';
import { stageOf, ticketsOf } from '../factories/purchase.ts';
import { letJobsAge, letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

/** Two approved payments on one page of Mercado Pago (docs/payments.md#mercado-pago): one pays the purchase, the other goes back. */
const { db, close, url } = await freshDatabase();
const shop = await aShopWithWallets(db);
const there = shop.hosted.mercadopago.hosted;
const calm = () => {
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
};
calm();
const PATIENT = { timeout: limit(15_000), interval: 100 };
afterEach(calm);
afterAll(async () => {
  await shop.close();
  await close();
});

async function paidTwice({ webhooks = 'never' }: { webhooks?: 'never' | 'early' } = {}) {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'approved');
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('approved');
  await letMinutesPass(db, purchase.id, 0.1);
  there.switches = HostedSwitches.parse({ webhooks, payTwice: 1 });
  expect(await there.decide(order, 'approved')).toBe(true);
  expect(order.payments).toHaveLength(2);
  return { ...purchase, order };
}
type Paid = Awaited<ReturnType<typeof paidTwice>>;

const backOf = ({ order }: Paid) => order.payments.map(({ refunds }) => refunds.reduce((sum, { amount }) => sum + amount, 0));
const attemptsOf = async (id: string) =>
  (await db<{ state: string }[]>`select state from attempt where purchase_id = ${id} order by started_at`).map(({ state }) => state);
const kept = async (id: string) =>
  (await balancesOf(db, id)).filter(({ account }) => account === 'clearing:mercadopago' || account === 'owed_to_buyer');

/** Paid once, with its tickets, and nothing owed. */
async function isRight(paid: Paid) {
  const { id, placeIds, total } = paid;
  expect(backOf(paid)).toEqual([0, total]);
  expect(await attemptsOf(id)).toEqual(['approved', 'refunded']);
  expect([await stageOf(db, id), await ticketsOf(db, id)]).toEqual(['paid', placeIds]);
  expect(await kept(id)).toEqual([{ account: 'clearing:mercadopago', performanceId: null, balance: total }]);
  expect(answerOf(await paid.buyer.order(id))).toMatchObject({ state: 'paid', paid: total });
  expect((await checkLedger(db)).faults).toEqual([]);
}

test('a webhook of a second approved payment gives it back, and its buyer gets a mail; the purchase stays as it is', async () => {
  const paid = await paidTwice({ webhooks: 'early' });
  await isRight(paid);
  await letJobsAge(db, 180);
  const [mail, ...others] = (await mailsSent({ db, url })).filter(({ messageId }) => messageId.startsWith('<tell-of-return'));
  expect([mail?.subject, others]).toEqual(['Te devolvemos el dinero de Hamlet', []]);
  expect(mail?.text).toContain('cuando ya habías pagado');
});

test('without a webhook the worker finds it, the next time that it looks at the paid payment', async () => {
  const paid = await paidTwice();
  expect(backOf(paid)).toEqual([0, 0]);
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  await isRight(paid);
});

test('told again, and by two sides at once, it is booked and given back once', async () => {
  const paid = await paidTwice();
  await letMinutesPass(db, paid.id, 29 * 60);
  await Promise.all([reconcilePayments(shop.app.sale), reconcilePayments(shop.app.sale)]);
  await letMinutesPass(db, paid.id, 48 * 60);
  await reconcilePayments(shop.app.sale);
  await isRight(paid);
});

test('a refund that fails leaves it owed, and the worker gives it back later', async () => {
  const paid = await paidTwice();
  there.switches = HostedSwitches.parse({ webhooks: 'never', failRefunds: 1 });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  expect([await attemptsOf(paid.id), backOf(paid)]).toEqual([
    ['approved', 'returning'],
    [0, 0],
  ]);
  expect((await kept(paid.id)).find(({ account }) => account === 'owed_to_buyer')?.balance).toBe(-paid.total);
  await letMinutesPass(db, paid.id, 60);
  await reconcilePayments(shop.app.sale);
  await isRight(paid);
});

test('both known at once: one is sold, the other goes back', async () => {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'approved');
  there.switches = HostedSwitches.parse({ webhooks: 'never', payTwice: 1 });
  await there.decide(order, 'approved');
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('approved');
  await isRight({ ...purchase, order });
});

test('a second payment of what went back as late money goes back, too', async () => {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await letMinutesPass(db, purchase.id, 11);
  await purchase.buyer.confirm(purchase.id);
  await there.decide(order, 'approved');
  order.expiresAt = there.clock.now() + 60_000;
  await there.decide(order, 'approved');
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded']);
  await letMinutesPass(db, purchase.id, 0.1);
  there.switches = HostedSwitches.parse({ webhooks: 'early', payTwice: 1 });
  expect(await there.decide(order, 'approved')).toBe(true);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded', 'refunded']);
  expect(backOf({ ...purchase, order })).toEqual([purchase.total, purchase.total]);
  expect(await kept(purchase.id)).toEqual([]);
});

test('what is given back of the payment that counts is found beside a second one', async () => {
  const paid = await paidTwice({ webhooks: 'early' });
  const [first] = paid.order.payments;
  if (!first) throw new Error('nothing was paid');
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
  there.refund(paid.order, first, { key: null });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  expect(answerOf(await paid.buyer.order(paid.id))).toMatchObject({ state: 'refunded', refunded: paid.total });
  expect(await kept(paid.id)).toEqual([]);
});

/** All that is known of an order, but for when its provider was and will be asked. */
const rowsOf = (id: string) => db`
  select (select jsonb_agg(to_jsonb(attempt) - 'asked_at' - 'check_at' order by reference) from attempt where purchase_id = purchase.id) as attempts,
         (select jsonb_agg(ticket order by id) from ticket where purchase_id = purchase.id) as tickets,
         (select jsonb_agg(entry order by transaction_id, position) from ledger_entry as entry where purchase_id = purchase.id) as entries,
         (select jsonb_agg(refund order by id) from refund where purchase_id = purchase.id) as refunds, stage
    from purchase where id = ${id}`;

test('a chargeback of the second payment is none of the purchase, and of no other one', async () => {
  const neighbour = await paidTwice({ webhooks: 'early' });
  const paid = await paidTwice();
  there.switches = HostedSwitches.parse({ webhooks: 'never', failRefunds: 1 });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  const before = await rowsOf(neighbour.id);
  there.switches = HostedSwitches.parse({ webhooks: 'early' });
  expect(there.chargeBack(paid.order, paid.order.payments[1])).toBe(true);
  const last = () => there.webhooks.sent.at(-1);
  await expect.poll(() => last()?.url, PATIENT).toContain(paid.order.payments[1]?.id);
  expect(last()?.answered).toBe(200);
  // The bank took it: it is owed to nobody, at once.
  await isOver(paid);
  expect(answerOf(await paid.buyer.order(paid.id))).toMatchObject({ state: 'paid', paid: paid.total });
  expect(await ticketsOf(db, paid.id)).toEqual(paid.placeIds);
  // And it is not asked for again.
  await letMinutesPass(db, paid.id, 61);
  await reconcilePayments(shop.app.sale);
  await isOver(paid);
  expect(backOf(paid)).toEqual([0, 0]);
  expect(await rowsOf(neighbour.id)).toEqual(before);
});

/** The second payment is no longer here and no longer owed, though no refund of ours has brought that about. */
async function isOver(paid: Paid) {
  expect(await attemptsOf(paid.id)).toEqual(['approved', 'refunded']);
  expect(await kept(paid.id)).toEqual([{ account: 'clearing:mercadopago', performanceId: null, balance: paid.total }]);
  expect((await checkLedger(db)).faults).toEqual([]);
}

test('a second payment that Mercado Pago’s own people have given back is not given back once more, and ends', async () => {
  const paid = await paidTwice();
  there.switches = HostedSwitches.parse({ webhooks: 'never', failRefunds: 1 });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(paid.id)).toEqual(['approved', 'returning']);
  const [, second] = paid.order.payments;
  if (!second) throw new Error('nothing was paid twice');
  there.refund(paid.order, second, { key: null });
  await letMinutesPass(db, paid.id, 61);
  await reconcilePayments(shop.app.sale);
  await isOver(paid);
  expect(backOf(paid)).toEqual([0, paid.total]);
});

test('what counts is found behind all the declined tries of a page, and what was paid beside it', async () => {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  for (let tries = 0; tries < 60; tries += 1) await there.decide(order, 'declined');
  await there.decide(order, 'approved');
  there.switches = HostedSwitches.parse({ webhooks: 'never', payTwice: 1 });
  await there.decide(order, 'approved');
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('approved');
  const refunds = order.payments.map(({ state, refunds: back }) => [state, back.length]);
  expect([refunds.length, ...refunds.slice(-2)]).toEqual([62, ['approved', 0], ['approved', 1]]);
  expect(await attemptsOf(purchase.id)).toEqual(['approved', 'refunded']);
});

/** Cancelled by its buyer after a try that was declined, while another try was on its way. */
async function cancelledAfterDecline() {
  const purchase = await shop.purchase('mercadopago', { isNewcomer: true });
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'declined');
  await letMinutesPass(db, purchase.id, 0.1);
  answerOf(await purchase.buyer.cancelPayment(purchase.id));
  expect(await attemptsOf(purchase.id)).toEqual(['declined']);
  order.expiresAt = there.clock.now() + 60_000;
  return { ...purchase, order };
}

test.each([
  ['without a webhook, within the hour', 'never', 61],
  ['with one that comes while the provider was just asked, at once', 'early', 0.1],
] as const)('what is paid in another tab after a declined try was cancelled goes back: %s', async (_, webhooks, minutes) => {
  const neighbour = await paidTwice();
  const { id, order, total } = await cancelledAfterDecline();
  there.switches = HostedSwitches.parse({ webhooks });
  await there.decide(order, 'approved');
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
  await letMinutesPass(db, id, minutes);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(id)).toEqual(['refunded']);
  expect(order.payments.at(-1)?.refunds).toMatchObject([{ amount: total }]);
  expect((await balancesOf(db, id)).filter(({ balance }) => balance !== 0)).toEqual([]);
  expect(await ticketsOf(db, neighbour.id)).toEqual(neighbour.placeIds);
});

test('a payment that its buyer has still to make takes no money when staff give it back, and goes back when it is made all the same', async () => {
  const purchase = await shop.purchase('mercadopago', { isNewcomer: true });
  const organiser = await anOrganiser(db, shop.app);
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  answerOf(await organiser.settle(order.reference, { verb: 'give_back' }));
  expect([await attemptsOf(purchase.id), await balancesOf(db, purchase.id)]).toEqual([['cancelled'], []]);
  expect(order.expiresAt).toBeLessThan(there.clock.now());
  // It was on its way when the page was closed.
  order.expiresAt = there.clock.now() + 60_000;
  await there.decide(order, 'approved');
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded']);
  expect(order.payments.at(-1)?.refunds).toMatchObject([{ amount: purchase.total }]);
  expect((await kept(purchase.id)).filter(({ balance }) => balance !== 0)).toEqual([]);
});

test('an attempt that was declined on its page rests once the provider has been asked again', async () => {
  const { id } = await cancelledAfterDecline();
  await letMinutesPass(db, id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await db`select state, check_at as "checkAt" from attempt where purchase_id = ${id}`).toEqual([
    { state: 'declined', checkAt: null },
  ]);
});

/** Paid when its places were another purchase's, so that it went back; its page is open once more. */
async function wentBack() {
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await letMinutesPass(db, purchase.id, 11);
  await purchase.buyer.confirm(purchase.id);
  order.expiresAt = there.clock.now() + 60_000;
  await there.decide(order, 'approved');
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded']);
  await letMinutesPass(db, purchase.id, 0.1);
  return { ...purchase, order };
}

/** The worker's run, and how often it asked Mercado Pago about the attempts of a purchase. */
async function reconcileCounting(id: string): Promise<number> {
  const asked: string[] = [];
  const providers = new Map(
    [...shop.app.sale.payments.providers].map(([name, provider]) => {
      const ask: typeof provider.ask = (attempt) => {
        asked.push(attempt.reference);
        return provider.ask(attempt);
      };
      return [name, { ...provider, ask }];
    }),
  );
  await reconcilePayments({ ...shop.app.sale, payments: { ...shop.app.sale.payments, providers } });
  return (await db`select from attempt where purchase_id = ${id} and reference = any (${asked}::text[])`).length;
}

test('without a webhook a second payment of what went back is looked for after an hour, and goes back', async () => {
  const purchase = await wentBack();
  there.switches = HostedSwitches.parse({ webhooks: 'never', payTwice: 1 });
  expect(await there.decide(purchase.order, 'approved')).toBe(true);
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded', 'refunded']);
  expect(backOf(purchase)).toEqual([purchase.total, purchase.total]);
  expect(await kept(purchase.id)).toEqual([]);
  expect((await checkLedger(db)).faults).toEqual([]);
});

test('without an answer in the whole week a second payment of what went back is found afterwards', async () => {
  const purchase = await wentBack();
  there.switches = HostedSwitches.parse({ webhooks: 'never', payTwice: 1 });
  await there.decide(purchase.order, 'approved');
  const silent = new Map(
    [...shop.app.sale.payments.providers].map(([name, provider]) => [
      name,
      { ...provider, ask: async () => ({ result: 'unknown' as const, facts: {} }) },
    ]),
  );
  for (let days = 0; days <= 9; days += 1) {
    await letMinutesPass(db, purchase.id, 24 * 60);
    await reconcilePayments({ ...shop.app.sale, payments: { ...shop.app.sale.payments, providers: silent } });
  }
  expect(await attemptsOf(purchase.id)).toEqual(['refunded']);
  await letMinutesPass(db, purchase.id, 9 * 24 * 60);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(purchase.id)).toEqual(['refunded', 'refunded']);
  expect(backOf(purchase)).toEqual([purchase.total, purchase.total]);
  expect(await kept(purchase.id)).toEqual([]);
  // What was answered is not asked about any more.
  await letMinutesPass(db, purchase.id, 60 * 24 * 60);
  expect(await reconcileCounting(purchase.id)).toBe(0);
});

test('what went back is looked at less and less often, and after a week no more; what was paid beside it not at all', async () => {
  const purchase = await wentBack();
  there.switches = HostedSwitches.parse({ webhooks: 'early', payTwice: 1 });
  await there.decide(purchase.order, 'approved');
  expect(await attemptsOf(purchase.id)).toEqual(['refunded', 'refunded']);
  await letMinutesPass(db, purchase.id, 61);
  expect(await reconcileCounting(purchase.id)).toBe(1);
  const askedAfter: number[] = [];
  for (let days = 0.5; days <= 30; days += 0.5) {
    await letMinutesPass(db, purchase.id, 12 * 60);
    if ((await reconcileCounting(purchase.id)) > 0) askedAfter.push(days);
  }
  expect(askedAfter.length).toBeGreaterThan(2);
  expect(askedAfter.length).toBeLessThan(8);
  expect(askedAfter.at(-1)).toBeLessThan(15);
});

test.each(['mercadopago', 'modo', 'apay', 'pool', 'tigo'] as const)(
  'an answer about another payment of the same reference: %s owes it to its buyer, once, and the purchase stays as it is',
  async (name) => {
    const purchase = await shop.purchase(name);
    answerOf(await purchase.pay());
    await shop.hosted[name].hosted.decide(newestOrder(shop.hosted[name].hosted), 'approved');
    await letMinutesPass(db, purchase.id, 0.1);
    await expect.poll(async () => answerOf(await purchase.buyer.confirm(purchase.id)).outcome, PATIENT).toBe('approved');
    const [attempt] = await db<{ reference: string; amount: number; currency: string; provider: string }[]>`
      select reference, amount::int, currency, provider from attempt where purchase_id = ${purchase.id} and state = 'approved'`;
    if (!attempt) throw new Error(`${name} approved nothing`);
    const answer = { result: 'approved' as const, paymentId: 'another-one', echo: attempt, facts: {} };
    const key = { purchaseId: purchase.id, reference: attempt.reference };
    for (let times = 0; times < 2; times += 1) await settlePayment(shop.app.sale, key, { answer, asked: 'notice' });
    expect(await attemptsOf(purchase.id)).toEqual(['approved', 'returning']);
    expect([await stageOf(db, purchase.id), await ticketsOf(db, purchase.id)]).toEqual(['paid', purchase.placeIds]);
    const owed = (await balancesOf(db, purchase.id)).find(({ account }) => account === 'owed_to_buyer');
    expect(owed?.balance).toBe(-attempt.amount);
    // What became of that one is no news of the payment that counts.
    await settlePayment(shop.app.sale, key, { answer: { ...answer, result: 'returned', how: 'refunded' }, asked: 'notice' });
    expect(await ticketsOf(db, purchase.id)).toEqual(purchase.placeIds);
    expect(await db`select from refund where purchase_id = ${purchase.id}`).toHaveLength(0);
  },
);

test('a chargeback of a payment that does not count books nothing, also when it is told while the one that counts is being settled', async () => {
  const { id, pay, placeIds, total } = await shop.purchase('mercadopago');
  answerOf(await pay());
  const [attempt] = await db<{ reference: string; amount: number; currency: string }[]>`
    select reference, amount::int, currency from attempt where purchase_id = ${id}`;
  if (!attempt) throw new Error('nothing was begun');
  const { reference, amount } = attempt;
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.begin(async (tx) => {
    await tx`select from purchase where id = ${id} for update`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const answer = { result: 'approved' as const, paymentId: 'the-second', echo: attempt, facts: {} };
  const settling = settlePayment(shop.app.sale, { purchaseId: id, reference }, { answer, asked: 'notice' });
  await expect.poll(() => waitingForLocks(db), PATIENT).toBe(1);
  const told = recordChargeback(shop.app.sale, { reference, paymentId: 'the-first', amount });
  await expect.poll(() => waitingForLocks(db), PATIENT).toBe(2);
  released.resolve();
  await Promise.all([holding, settling]);
  expect(await told).toBe('not ours');
  expect(await kept(id)).toEqual([{ account: 'clearing:mercadopago', performanceId: null, balance: total }]);
  expect(await ticketsOf(db, id)).toEqual(placeIds);
});

/** The two payments of a page, as Mercado Pago settles them: with its own numbers or without. */
function settlementOf(
  { order, total }: Paid,
  { areNamed = true, ...more }: { areNamed?: boolean; chargebackOf?: 0 | 1; amount?: number } = {},
) {
  const rows = order.payments.flatMap(({ id, refunds }, index) => {
    const row = (kind: string, amount: number) =>
      `mercadopago,${order.reference},${kind},${(amount / 100).toFixed(2)},ARS,2026-11-23T03:00:00Z${areNamed ? `,${id}` : ''}`;
    return [
      row('payment', total),
      ...refunds.map(({ amount }) => row('refund', amount)),
      ...(more.chargebackOf === index ? [row('chargeback', more.amount ?? total)] : []),
    ];
  });
  return readSettlement([`provider,reference,kind,amount,currency,at${areNamed ? ',payment' : ''}`, ...rows].join('\n'));
}

test.each([true, false])('a settlement file has both payments and the return of the second one: named %s', async (areNamed) => {
  const paid = await paidTwice({ webhooks: 'early' });
  const rows = settlementOf(paid, { areNamed });
  expect(await importSettlement(shop.app.sale, rows)).toMatchObject({ rows: 3, chargebacksBooked: 0, differences: [] });
  const [first] = rows;
  if (!first) throw new Error('the file is empty');
  // Of another amount, or of a payment that is not known here.
  const [{ id: second } = { id: '' }] = paid.order.payments.slice(1);
  const wrong = rows.map((row) => (row.kind === 'refund' ? { ...row, amount: 700 } : row));
  expect((await importSettlement(shop.app.sale, wrong)).differences).toEqual([
    { reference: paid.order.reference, ...(areNamed && { paymentId: second }), what: 'refund', theirs: 700, ours: paid.total },
  ]);
  const { differences } = await importSettlement(shop.app.sale, [...rows, { ...first, paymentId: 'a-third' }]);
  expect(differences).toHaveLength(1);
});

/** Both payments are here, and Mercado Pago gives the second one back to nobody. */
async function paidTwiceAndOwed() {
  const paid = await paidTwice();
  there.switches = HostedSwitches.parse({ webhooks: 'never', failRefunds: 1 });
  await letMinutesPass(db, paid.id, 29 * 60);
  await reconcilePayments(shop.app.sale);
  expect(await attemptsOf(paid.id)).toEqual(['approved', 'returning']);
  return paid;
}

test('a chargeback of the second payment in a settlement file is of that one: nothing is owed for it any more, and every ticket is valid', async () => {
  const paid = await paidTwiceAndOwed();
  const rows = settlementOf(paid, { chargebackOf: 1 });
  const reports = [await importSettlement(shop.app.sale, rows), await importSettlement(shop.app.sale, rows)];
  expect(reports.map(({ chargebacksBooked, differences }) => [chargebacksBooked, differences])).toEqual([
    [1, []],
    [0, []],
  ]);
  expect(await ticketsOf(db, paid.id)).toEqual(paid.placeIds);
  await isOver(paid);
  await letMinutesPass(db, paid.id, 61);
  await reconcilePayments(shop.app.sale);
  expect(backOf(paid)).toEqual([0, 0]);
});

test('a chargeback of the first payment in a settlement file voids its tickets, and the second one goes back as ever', async () => {
  const paid = await paidTwice({ webhooks: 'early' });
  const { chargebacksBooked } = await importSettlement(shop.app.sale, settlementOf(paid, { chargebackOf: 0 }));
  expect([chargebacksBooked, await attemptsOf(paid.id), await kept(paid.id)]).toEqual([1, ['approved', 'refunded'], []]);
  expect(await db`select from ticket where purchase_id = ${paid.id} and state = 'valid'`).toHaveLength(0);
});

test.each([
  ['of which of the two it is does not say', { areNamed: false, chargebackOf: 1 }],
  ['is of a part of the second', { chargebackOf: 1, amount: 700 }],
] as const)('a chargeback that %s is told to a person, and touches nothing', async (_, given) => {
  const paid = await paidTwiceAndOwed();
  const { chargebacksBooked, differences } = await importSettlement(shop.app.sale, settlementOf(paid, given));
  expect([chargebacksBooked, differences.map(({ what }) => what)]).toEqual([0, ['chargeback']]);
  expect([await attemptsOf(paid.id), await ticketsOf(db, paid.id)]).toEqual([['approved', 'returning'], paid.placeIds]);
});

test('a chargeback of a second payment that went back before is told to a person: Mercado Pago took it twice', async () => {
  const paid = await paidTwice({ webhooks: 'early' });
  const { chargebacksBooked, differences } = await importSettlement(shop.app.sale, settlementOf(paid, { chargebackOf: 1 }));
  expect([chargebacksBooked, differences.length]).toEqual([0, 1]);
  await isRight(paid);
});

test('staff who give back a payment in doubt give back what was paid beside it, too', async () => {
  const organiser = await anOrganiser(db, shop.app);
  const purchase = await shop.purchase('mercadopago');
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'approved');
  there.switches = HostedSwitches.parse({ webhooks: 'never', wrongAmount: true, payTwice: 1 });
  await there.decide(order, 'approved');
  expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('unknown');
  calm();
  answerOf(await organiser.settle(order.reference, { verb: 'give_back' }));
  expect(await attemptsOf(purchase.id)).toEqual(['refunded', 'refunded']);
  expect([backOf({ ...purchase, order }), await kept(purchase.id)]).toEqual([[purchase.total, purchase.total], []]);
  expect((await checkLedger(db)).faults).toEqual([]);
});
