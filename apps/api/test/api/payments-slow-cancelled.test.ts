import { afterAll, afterEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { HostedSwitches } from '../../../sandbox/src/hosted/switches.ts';
import { checkLedger } from '../../src/payments/index.ts';
import { endTurn, isInTurn, takeTurn, takeTurnToResume } from '../../src/payments/queries.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { cancelPayment } from '../../src/sale/pay/cancel.ts';
import { settlePayment } from '../../src/sale/pay/settle.ts';
import { settleDoubt } from '../../src/sale/staff/settle-doubt.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { balancesOf } from '../factories/ledger.ts';
import { mailsSent } from '../factories/mail-tasks.ts';
import { anOrganiser } from '../factories/office.ts';
import { stageOf, ticketsOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aShopWithWallets, newestOrder } from '../factories/wallets.ts';

/** A buyer calls off a payment that waits to be confirmed, and what can be read of what was not paid (decision 098). */
const HOURS = 48;
const startsAt = Temporal.Instant.from('2031-03-14T20:30:00Z');
const { db, url, close } = await freshDatabase();
const shop = await aShopWithWallets(db, {
  startsAt,
  slowPayments: { hours: HOURS, mostPercent: 10 },
  reservations: { days: 3, closesHours: 24, mostPerCustomer: 20, mostPercent: 50, partPayable: true },
});
const there = shop.hosted.mercadopago.hosted;
const calm = () => {
  there.switches = HostedSwitches.parse({ webhooks: 'never' });
};
calm();
afterEach(async () => {
  calm();
  await db`delete from hold where state = 'held'`;
});
afterAll(async () => {
  await shop.close();
  await close();
});

type Bought = Awaited<ReturnType<typeof shop.purchase>>;

/** Its buyer chose cash on Mercado Pago's page, after what happened before. */
async function waiting(before: (purchase: Bought) => Promise<unknown> = async () => undefined) {
  const purchase = await shop.purchase('mercadopago', { isNewcomer: true });
  await before(purchase);
  answerOf(await purchase.pay());
  const order = newestOrder(there);
  await there.decide(order, 'pending');
  return { ...purchase, order, shown: answerOf(await purchase.buyer.confirm(purchase.id)) };
}

const stateThere = ({ order }: Awaited<ReturnType<typeof waiting>>) => there.paymentsMade().find(({ id }) => id === order.id)?.state;
const heldOf = async (id: string) =>
  (
    await db<{ placeId: number }[]>`select place_id as "placeId" from place where purchase_id = ${id} and held_until > now() order by 1`
  ).map(({ placeId }) => placeId);

test('a payment that waits is called off at its provider, and the same places are paid in another way', async () => {
  const purchase = await waiting();
  const { id, buyer, placeIds, shown } = purchase;
  expect([shown.mayCallOff, shown.method]).toEqual([true, 'mercadopago']);
  expect(answerOf(await buyer.order(id))).toMatchObject({ mayCallOff: true, payableUntil: shown.payableUntil, method: 'mercadopago' });

  const off = answerOf(await buyer.cancelPayment(id));
  expect(off).toMatchObject({ outcome: 'cancelled', waited: true, method: 'mercadopago', purchase: { stage: 'open' } });
  expect([stateThere(purchase), await heldOf(id)]).toEqual(['cancelled', placeIds]);
  expect(await there.decide(purchase.order, 'approved')).toBe(false);
  // The minutes of every purchase, and no hours.
  expect((off.purchase.deadline ?? 0) - Date.now()).toBeLessThan(20 * 60_000);

  answerOf(await purchase.pay());
  await there.decide(newestOrder(there), 'approved');
  await letMinutesPass(db, id, 0.1);
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('approved');
  expect(await ticketsOf(db, id)).toEqual(placeIds);
});

const MINUTE = 60_000;
const RESERVED = 3 * 24 * 60;
const isReserved = async ({ id, buyer }: Bought) => {
  answerOf(await buyer.reserve(id));
  answerOf(await buyer.resume(id, shop.sale));
};
const wasGivenUp = async (purchase: Bought) => {
  await letMinutesPass(db, purchase.id, 10);
  answerOf(await purchase.pay());
  expect(answerOf(await purchase.buyer.cancelPayment(purchase.id)).outcome).toBe('cancelled');
};

// In minutes after the first claim; of a reservation after it was resumed.
test.each([
  { name: 'while its own minutes run', calledOff: 5, kept: 12 },
  { name: 'shortly after them', calledOff: 14, kept: 17 },
  { name: 'shortly before the twenty minutes of any purchase are over', calledOff: 19, kept: 20 },
  { name: 'when its minutes were moved by another payment before', before: wasGivenUp, calledOff: 15, kept: 14 },
  { name: 'of a reservation that is being paid', before: isReserved, calledOff: 5, kept: RESERVED },
  { name: 'of a reservation hours later', before: isReserved, calledOff: 300, kept: RESERVED },
])('called off $name: page, order, mail and tables say the same of the places', async ({ before, calledOff, kept }) => {
  const purchase = await waiting(before);
  const { id, buyer } = purchase;
  const { startedAt: claimedAt = 0 } = purchase.shown.purchase;
  const already = (Date.now() - claimedAt) / MINUTE;
  await letMinutesPass(db, id, calledOff - already);
  const shown = answerOf(await buyer.confirm(id));
  const minutesAfterClaim = (at = 0) => Math.round((at - (shown.purchase.startedAt ?? 0)) / MINUTE);
  const off = answerOf(await buyer.cancelPayment(id));
  const order = answerOf(await buyer.order(id));
  expect([shown.outcome, off.outcome]).toEqual(['pending', before === isReserved ? 'resumable' : 'cancelled']);
  expect(off.waited).toBe(true);
  const { deadline = 0, reservedUntil = 0 } = off.purchase;
  expect([shown.payableUntil, Math.max(deadline, reservedUntil)].map(minutesAfterClaim)).toEqual([kept, kept]);
  const [held] = await db<{ until: number }[]>`
    select (extract(epoch from held_until) * 1000)::float8 as until from hold where purchase_id = ${id}`;
  expect(minutesAfterClaim(held?.until)).toBe(kept);
  const said = before === isReserved ? order.purchase.reservedUntil : order.heldUntil;
  expect(said === undefined ? 'over' : minutesAfterClaim(said)).toBe(kept < calledOff ? 'over' : kept);
  expect(order.state).toBe(before === isReserved ? 'reserved' : 'cancelled');
  const [mail] = (await mailsSent({ db, url })).filter(({ messageId }) => messageId.includes('.over'));
  expect(mail?.text).toMatch(kept < calledOff ? /pueden estar otra vez a la venta/ : /Guardamos tus lugares hasta el/);
});

test('a reservation whose cash is declined days before its end is reserved again, and its places are kept until then', async () => {
  const { id, buyer, order, placeIds } = await waiting(isReserved);
  await letMinutesPass(db, id, 60);
  await there.decide(order, 'declined');
  await letMinutesPass(db, id, 1);
  const declined = answerOf(await buyer.confirm(id));
  await sweepExpired(shop.app.sale);
  const later = answerOf(await buyer.confirm(id));
  expect([declined, later].map(({ outcome, waited, purchase }) => [outcome, waited, purchase.stage])).toEqual([
    ['declined', true, 'open'],
    ['declined', true, 'reserved'],
  ]);
  expect(await heldOf(id)).toEqual(placeIds);
  expect((later.purchase.reservedUntil ?? 0) - Date.now()).toBeGreaterThan((RESERVED - 65) * MINUTE);
  // It is paid from the reservations.
  answerOf(await buyer.resume(id, shop.sale));
});

test('staff give back no money of a payment that is still to be made: it is called off, nothing is booked, and nobody is told of a refund', async () => {
  const purchase = await waiting();
  const organiser = await anOrganiser(db, shop.app);
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
  const click = () => organiser.settle(attempt?.reference ?? '', { verb: 'give_back' }, { key: 'call-off' });
  there.switches = HostedSwitches.parse({ webhooks: 'never', silent: true, silentMs: 10 });
  expect(resultOf(await click())).toBe('provider_silent');
  calm();
  answerOf(await click());
  answerOf(await click());
  expect([stateThere(purchase), await stageOf(db, purchase.id)]).toEqual(['cancelled', 'open']);
  expect(await balancesOf(db, purchase.id)).toEqual([]);
  expect(await db`select from graphile_worker.jobs where task_identifier = 'tell-of-return'`).toHaveLength(0);
  await letMinutesPass(db, purchase.id, 61);
  await reconcilePayments(shop.app.sale);
  expect(await balancesOf(db, purchase.id)).toEqual([]);
});

test('called off after the minutes of a purchase, its places are free at once, and its order stays readable', async () => {
  const purchase = await waiting();
  const { id, buyer, placeIds, total } = purchase;
  await letMinutesPass(db, id, 120);
  expect(answerOf(await buyer.order(id)).payableUntil).toBeLessThan(Date.now());
  const off = answerOf(await buyer.cancelPayment(id));
  expect([off.outcome, off.waited, await heldOf(id)]).toEqual(['cancelled', true, []]);
  await sweepExpired(shop.app.sale);
  // Its page still says which places they were, and leads to choosing again.
  const later = answerOf(await buyer.confirm(id));
  expect([later.outcome, later.purchase.stage, later.purchase.performances.map(({ show }) => show?.name)]).toEqual([
    'cancelled',
    'expired',
    ['Hamlet'],
  ]);
  const stranger = await shop.purchase('mercadopago', { isNewcomer: true });
  answerOf(await stranger.buyer.takeMore(stranger.id, shop.sale, placeIds));

  const order = answerOf(await buyer.order(id));
  expect(order).toMatchObject({ state: 'cancelled', paid: 0, pending: 0, method: 'mercadopago', tickets: [], totals: { total } });
  expect(order).not.toHaveProperty('heldUntil');
  expect(order.purchase.performances.map(({ show, places = [] }) => [show?.name, places.map(({ placeId }) => placeId)])).toEqual([
    ['Hamlet', placeIds],
  ]);
  expect(answerOf(await buyer.orders()).items.map((each) => each.id)).not.toContain(id);
  expect(resultOf(await stranger.buyer.order(id))).toBe('not_found');
  expect(resultOf(await stranger.buyer.cancelPayment(id))).toBe('not_found');
});

/** How many calls of the shop Mercado Pago gets meanwhile. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const { calling } = there;
  let calls = 0;
  there.calling = (answer) => {
    calls += 1;
    return calling.call(there, answer);
  };
  await work();
  there.calling = calling;
  return calls;
}

const twenty = Array.from({ length: 20 }, (_, index) => index);

test.each(['pending', 'processing'])(
  'twenty clicks of a buyer that end a payment are one turn at the provider, with one answer: %s',
  async (state) => {
    const begin = async () => {
      if (state === 'pending') return waiting();
      const purchase = await shop.purchase('mercadopago');
      answerOf(await purchase.pay());
      return purchase;
    };
    const [alone, together] = [await begin(), await begin()];
    there.switches = HostedSwitches.parse({ webhooks: 'never', delayMs: limit(200) });
    const calls = await callsOf(() => alone.buyer.cancelPayment(alone.id));
    let outcomes: string[] = [];
    const many = await callsOf(async () => {
      const answers = await Promise.all(twenty.map(() => together.buyer.cancelPayment(together.id)));
      outcomes = answers.map((answer) => answerOf(answer).outcome);
    });
    expect(new Set(outcomes)).toEqual(new Set(['cancelled']));
    expect(many).toBeLessThanOrEqual(calls + 2);
  },
);

test.each([
  ['ask_again', 'paid'],
  ['ask_again', 'pending'],
  ['give_back', 'pending'],
] as const)('twenty clicks in the office are one turn at the provider: %s of what is %s', async (verb, state) => {
  const organiser = await anOrganiser(db, shop.app);
  const settle = (reference: string, clicks: readonly number[]) =>
    Promise.all(clicks.map(async () => resultOf(await organiser.settle(reference, { verb }))));
  const begin = async () => {
    const purchase = await waiting();
    if (state === 'pending') return purchase;
    await there.decide(purchase.order, 'approved');
    await letMinutesPass(db, purchase.id, 0.1);
    expect(answerOf(await purchase.buyer.confirm(purchase.id)).outcome).toBe('approved');
    return purchase;
  };
  const [alone, together] = [await begin(), await begin()];
  // Long enough for twenty clicks to arrive.
  there.switches = HostedSwitches.parse({ webhooks: 'never', delayMs: limit(200) });
  const calls = await callsOf(() => settle(alone.order.reference, [1]));
  let results: string[] = [];
  const many = await callsOf(async () => {
    results = await settle(together.order.reference, twenty);
  });
  expect(new Set(results)).toEqual(new Set(['ok']));
  expect(many).toBe(calls);
  expect((await organiser.order(together.id)).actions).toHaveLength(1);
});

test('a turn whose process died ends by itself', async () => {
  const { id, buyer } = await waiting();
  const [attempt] = await db<{ purchaseId: string; reference: string }[]>`
    select purchase_id as "purchaseId", reference from attempt where purchase_id = ${id}`;
  if (!attempt) throw new Error('nothing waits');
  expect(await takeTurn(db, attempt)).toBeDefined();
  expect(await takeTurn(db, attempt)).toBeUndefined();
  await letMinutesPass(db, id, 3);
  expect(answerOf(await buyer.cancelPayment(id)).outcome).toBe('cancelled');
});

test('two clicks and two tabs call it off once; later clicks are answered the same', async () => {
  const purchase = await waiting();
  const answers = await Promise.all([1, 2, 3].map(() => purchase.buyer.cancelPayment(purchase.id)));
  expect(answers.map((answer) => answerOf(answer).outcome)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(answerOf(await purchase.buyer.cancelPayment(purchase.id)).outcome).toBe('cancelled');
  const settled =
    await db`select from attempt_event where purchase_id = ${purchase.id} and kind = 'settled' and facts ->> 'to' = 'cancelled'`;
  expect(settled).toHaveLength(1);
  expect(await heldOf(purchase.id)).toEqual(purchase.placeIds);
  expect([await balancesOf(db, purchase.id), await stageOf(db, purchase.id)]).toEqual([[], 'open']);
});

test('what was approved before it was called off is paid, and its buyer is told so', async () => {
  const { id, buyer, placeIds, order, total } = await waiting();
  await there.decide(order, 'approved');
  expect(answerOf(await buyer.cancelPayment(id)).outcome).toBe('approved');
  expect(await ticketsOf(db, id)).toEqual(placeIds);
  await isPaid(id, total);
});

/** All of it is at the provider, and owed to nobody. */
async function isPaid(id: string, total: number) {
  const owedOrKept = (await balancesOf(db, id)).filter(({ account }) => account.startsWith('clearing') || account === 'owed_to_buyer');
  expect(owedOrKept).toEqual([{ account: 'clearing:mercadopago', performanceId: null, balance: total }]);
  expect((await checkLedger(db)).faults).toEqual([]);
}

test('a webhook of an approval and a click that calls it off end in one of the two, with the money where it belongs', async () => {
  const { id, buyer, order, total } = await waiting();
  there.switches = HostedSwitches.parse({ webhooks: 'early' });
  const [, off] = await Promise.all([there.decide(order, 'approved'), buyer.cancelPayment(id)]);
  const tickets = await ticketsOf(db, id);
  const { outcome } = answerOf(off);
  expect(outcome === 'approved' || outcome === 'cancelled').toBe(true);
  expect([await stageOf(db, id), tickets.length]).toEqual(outcome === 'approved' ? ['paid', 2] : ['open', 0]);
  if (outcome === 'approved') await isPaid(id, total);
  else expect(await balancesOf(db, id)).toEqual([]);
  const backThere = order.payments.flatMap(({ refunds }) => refunds);
  expect(backThere).toEqual([]);
});

test('the end of the hours and a click that calls it off cancel it once', async () => {
  const purchase = await waiting();
  await letMinutesPass(db, purchase.id, HOURS * 60 + 1);
  purchase.order.expiresAt = there.clock.now() - 5000;
  const [off] = await Promise.all([purchase.buyer.cancelPayment(purchase.id), reconcilePayments(shop.app.sale)]);
  expect(answerOf(off).outcome).toBe('cancelled');
  expect([stateThere(purchase), await heldOf(purchase.id)]).toEqual(['cancelled', []]);
  expect(await balancesOf(db, purchase.id)).toEqual([]);
});

test('a provider without an answer calls nothing off: the payment goes on waiting with its places', async () => {
  const { id, buyer, placeIds } = await waiting();
  there.switches = HostedSwitches.parse({ webhooks: 'never', silent: true, silentMs: 10 });
  expect(answerOf(await buyer.cancelPayment(id))).toMatchObject({ outcome: 'pending', mayCallOff: true });
  expect(await heldOf(id)).toEqual(placeIds);
});

test('a payment that waited and is rejected blames no card, and says that it waited', async () => {
  const { id, buyer, order } = await waiting();
  await letMinutesPass(db, id, 60);
  await there.decide(order, 'declined');
  await letMinutesPass(db, id, 1);
  order.expiresAt = there.clock.now() - 5000;
  const shown = answerOf(await buyer.confirm(id));
  expect(shown).toMatchObject({ outcome: 'declined', waited: true, method: 'mercadopago' });
  expect(shown).not.toHaveProperty('message');
  expect(answerOf(await buyer.order(id)).state).toBe('cancelled');
});

test('a click whose turn at the provider is over ends no turn of another click', async () => {
  const { id, pay } = await shop.purchase('mercadopago', { isNewcomer: true });
  answerOf(await pay());
  const [key] = await db<{ purchaseId: string; reference: string }[]>`
    select purchase_id as "purchaseId", reference from attempt where purchase_id = ${id}`;
  if (!key) throw new Error('the payment has no attempt');
  const late = await takeTurnToResume(db, key, 'a-resume-that-lasts');
  await letMinutesPass(db, id, 2);
  const next = await takeTurn(db, key);
  if (!late || !next) throw new Error('a turn was free and was not given');
  await endTurn(db, late);
  expect(await isInTurn(db, key)).toBe(true);
  await endTurn(db, next);
  expect(await isInTurn(db, key)).toBe(false);
});

const turnOf = async (id: string) => {
  const [key] = await db<{ purchaseId: string; reference: string }[]>`
    select purchase_id as "purchaseId", reference from attempt where purchase_id = ${id}`;
  const turn = key && (await takeTurn(db, key));
  if (!turn) throw new Error('a turn was free and was not given');
  return turn;
};
const stateOf = async (id: string) => (await db<{ state: string }[]>`select state from attempt where purchase_id = ${id}`)[0]?.state;

test('what a click finds after its turn is over is written over nothing, and asked again', async () => {
  const { id } = await waiting();
  const late = await turnOf(id);
  await letMinutesPass(db, id, 3);
  const next = await turnOf(id);
  const answer = { result: 'cancelled' as const, facts: {} };
  await settlePayment(shop.app.sale, late, { answer, asked: 'query' });
  expect(await stateOf(id)).toBe('pending');
  const [row] = await db<
    { soon: boolean }[]
  >`select check_at <= clock_timestamp() + interval '1 second' as soon from attempt where purchase_id = ${id}`;
  expect(row?.soon).toBe(true);
  await settlePayment(shop.app.sale, next, { answer, asked: 'query' });
  expect(await stateOf(id)).toBe('cancelled');
});

test('a buyer whose provider takes longer than a request may is answered what is known, and the answer is applied when it comes', async () => {
  const { id, customerId } = await waiting();
  const own = { purchaseId: id, customerId, channel: 'online' as const };
  there.switches = HostedSwitches.parse({ webhooks: 'never', delayMs: 500 });
  expect((await cancelPayment(shop.app.sale, own, performance.now() + 50)).outcome).toBe('pending');
  // A second tab waits for the first one no longer.
  expect((await cancelPayment(shop.app.sale, own, performance.now() + 50)).outcome).toBe('pending');
  await expect.poll(() => stateOf(id), { timeout: limit(15_000) }).toBe('cancelled');
});

test('staff whose click, or whose second tab, waits for a provider too long are told that it is still being asked; the result is written all the same', async () => {
  const { id } = await waiting();
  const organiser = await anOrganiser(db, shop.app);
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id}`;
  const click = (key: string) => ({ callerId: organiser.customerId, key, asked: 'a'.repeat(22), lasts: true });
  const settle = (key: string, by: number) =>
    settleDoubt(
      shop.app.sale,
      {
        reference: attempt?.reference ?? '',
        verb: 'give_back',
        paymentId: undefined,
        reason: 'Lo pidió',
        staffId: organiser.customerId,
        click: click(key),
      },
      by,
    );
  there.switches = HostedSwitches.parse({ webhooks: 'never', delayMs: 500 });
  await expect(settle('first-tab', performance.now() + 50)).rejects.toMatchObject({ failure: 'still_asking' });
  await expect(settle('second-tab', performance.now() + 50)).rejects.toMatchObject({ failure: 'still_asking' });
  await expect.poll(() => stateOf(id), { timeout: limit(15_000) }).toBe('cancelled');
  await expect.poll(async () => (await organiser.order(id)).actions.length, { timeout: limit(15_000) }).toBe(1);
  expect(await settle('first-tab', performance.now() + 5000)).toEqual({ purchaseId: id, isByAnother: false });
});

test('a click that another one’s turn has answered says so, and shows what that one found', async () => {
  const { order, buyer, id } = await waiting();
  const organiser = await anOrganiser(db, shop.app);
  await there.decide(order, 'approved');
  there.switches = HostedSwitches.parse({ webhooks: 'never', delayMs: 300 });
  const both = await Promise.all([1, 2].map(() => organiser.settle(order.reference, { verb: 'ask_again' })));
  expect(both.map((each) => answerOf(each).isByAnother).toSorted()).toEqual([false, true]);
  for (const each of both) expect(answerOf(each)).toMatchObject({ state: 'paid', payments: [{ state: 'approved' }] });
  calm();
  expect(answerOf(await buyer.confirm(id)).outcome).toBe('approved');
});
