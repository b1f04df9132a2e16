import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Db, Tx } from '../../src/db/connect.ts';
import { moveAttempt } from '../../src/payments/attempts.ts';
import type { AttemptState } from '../../src/payments/index.ts';
import type { Provider, ProviderAnswer } from '../../src/payments/provider.ts';
import { attemptOfReference, endTurn, isInTurn, lockAttempt, takeTurn } from '../../src/payments/queries.ts';
import { callOffCancelled } from '../../src/sale/pay/settle.ts';
import { insertAction } from '../../src/sale/staff/queries-staff.ts';
import { settleDoubt } from '../../src/sale/staff/settle-doubt.ts';
import type { SaleWorld } from '../../src/sale/world.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { aClick } from '../factories/click.ts';
import { answerOf, resultOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';
import { balancesOf } from '../factories/ledger.ts';
import { whileLocked } from '../factories/locks.ts';
import { anOrganiser, officeAt } from '../factories/office.ts';
import { stageOf, TICKET_TOTAL } from '../factories/purchase.ts';

/** What staff do with a payment in doubt: clicks that meet each other, providers that answer something else, and everything that it writes. */
const { db, owner, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: 60, slowPayments: { hours: 48, mostPercent: 50 } }]);
const { app, buyer, card, gateway, sale } = checkout;
const organiser = await anOrganiser(db, app);
afterAll(async () => {
  await checkout.close();
  await close();
});
beforeEach(() => {
  Object.assign(gateway.state, { refundsFail: false, next: [] });
});

type Doubt = Parameters<typeof settleDoubt>[1];
let clicks = 0;
const doubt = (reference: string, verb: Doubt['verb'], over: Partial<Doubt> = {}): Doubt => ({
  ...{ reference, verb, paymentId: undefined, reason: 'Visto', staffId: organiser.customerId },
  click: aClick({ callerId: organiser.customerId, key: `click-of-doubt-${++clicks}` }),
  ...over,
});
/** A process whose Payway does some things in another way. */
const worldWith = (over: Partial<Provider>): SaleWorld => ({
  ...app.sale,
  payments: { ...app.sale.payments, providers: new Map([['payway', { ...card, ...over }]]) },
});
const failureOf = async (outcome: ReturnType<typeof settleDoubt>) =>
  outcome.then(
    ({ isByAnother }) => (isByAnother ? 'ok, by another click' : 'ok'),
    (error) => ({ failure: error.failure, ...(error.data && Object.keys(error.data).length > 0 ? { data: error.data } : {}) }),
  );
const soon = () => performance.now() + 20_000;

async function begun(
  behaviour: (typeof gateway.state.next)[number],
  who: Pick<typeof buyer, 'pay'> = buyer,
  customerId = buyer.customerId,
) {
  const purchase = await checkout.purchase({ customerId });
  gateway.state.next.push(behaviour);
  await who.pay(purchase);
  const [attempt] = await db<{ reference: string; state: AttemptState }[]>`
    select reference, state from attempt where purchase_id = ${purchase.id}`;
  if (!attempt) throw new Error('nothing was begun');
  return { ...purchase, ...attempt, key: { purchaseId: purchase.id, reference: attempt.reference } };
}
type Begun = Awaited<ReturnType<typeof begun>>;
const stateOf = async ({ reference }: Pick<Begun, 'reference'>) => (await attemptOfReference(db, reference))[0]?.state;
const linesOf = async ({ id }: Pick<Begun, 'id'>) =>
  (await db<{ verb: string }[]>`select verb from staff_action where purchase_id = ${id} order by id`).map(({ verb }) => verb);
const paymentOf = ({ reference }: Pick<Begun, 'reference'>) => {
  const found = gateway.payments.find((each) => each.site_transaction_id === reference);
  if (!found) throw new Error('the gateway has no such payment');
  return found;
};
const jobsOf = async ({ id }: Pick<Begun, 'id'>) =>
  (
    await db<{ task: string; news: string | null }[]>`
      select tasks.identifier as task, jobs.payload ->> 'news' as news from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where jobs.payload ->> 'purchaseId' = ${id} and tasks.identifier like 'tell-of-%' order by 1, 2`
  ).map(({ task, news }) => (news === null ? task : `${task} ${news}`));
const heldOf = async ({ id }: Pick<Begun, 'id'>) =>
  (await db`select from place where purchase_id = ${id} and (state = 'sold' or held_until > clock_timestamp())`).length;

test('a payment of nobody, one of a provider that is not set up, and one whose outcome is known are refused, each by its name', async () => {
  expect(resultOf(await organiser.settle('f'.repeat(32), { verb: 'ask_again' }))).toBe('not_found');
  const [open, paid, declined] = [await begun('wrong-amount'), await begun('approve'), await begun('decline')];
  const without = await customersApp(db, { payments: [] });
  expect(resultOf(await officeAt(without, organiser.token).settle(open.reference, { verb: 'ask_again' }))).toBe(
    'payment_method_unavailable',
  );
  await without.close();
  const asked = gateway.state.queries;
  // At once, and not after somebody else's turn at the provider.
  for (const [each, verb] of [
    [paid, 'give_back'],
    [paid, 'book_as_paid'],
    [declined, 'ask_again'],
    [declined, 'give_back'],
  ] as const) {
    const turn = await takeTurn(db, each.key);
    const by = performance.now() + 100;
    expect(await failureOf(settleDoubt(app.sale, doubt(each.reference, verb, { paymentId: '4711' }), by))).toEqual({
      failure: 'not_in_doubt',
    });
    if (turn) await endTurn(db, turn);
  }
  expect([gateway.state.queries, await linesOf(paid), await linesOf(declined)]).toEqual([asked, [], []]);
});

/** Clicks that are taking a turn at a provider, or wait for a lock to take it. */
const takingTurns = async () =>
  (
    await db`
      select from pg_stat_activity
       where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '%set resuming_until = %'`
  ).length;

/** Another click has the turn at the provider, for which these clicks wait once `work` is done; `end` ends it. */
async function whileInTurn(attempt: Begun, requests: readonly Doubt[], work: (tx: Tx) => Promise<unknown> = async () => {}) {
  const clicked: Promise<unknown>[] = [];
  const turn = await db.begin(async (tx) => {
    const taken = await takeTurn(tx as unknown as Db, attempt.key);
    for (const request of requests) clicked.push(failureOf(settleDoubt(app.sale, request, soon())));
    // Each has looked at the attempt, and would take a turn of its own.
    await expect.poll(takingTurns).toBe(requests.length);
    await expect.poll(() => waitingForLocks(db)).toBeGreaterThanOrEqual(requests.length);
    await work(tx);
    // A step of the attempt ends the turn.
    return (await takeTurn(tx as unknown as Db, attempt.key)) ?? taken;
  });
  // They have seen that it is taken.
  await expect.poll(takingTurns).toBe(0);
  return { clicked, end: async () => turn && endTurn(db, turn) };
}

test.each<{ verb: Doubt['verb']; to: AttemptState; isUsed?: boolean; isDone: boolean }>([
  { verb: 'give_back', to: 'approved', isDone: false },
  { verb: 'give_back', to: 'declined', isDone: false },
  { verb: 'give_back', to: 'cancelled', isDone: true },
  { verb: 'give_back', to: 'returning', isDone: true },
  { verb: 'give_back', to: 'reversed', isDone: true },
  { verb: 'give_back', to: 'refunded', isDone: true },
  { verb: 'book_as_paid', to: 'cancelled', isDone: false },
  { verb: 'book_as_paid', to: 'approved', isDone: false },
  // Of one click, sent twice.
  { verb: 'book_as_paid', to: 'approved', isUsed: true, isDone: true },
  { verb: 'ask_again', to: 'declined', isDone: true },
])('$verb that waited for another one’s turn, which ended in $to, is done: $isDone', async ({ verb, to, isUsed, isDone }) => {
  const attempt = await begun('wrong-amount');
  const request = doubt(attempt.reference, verb, { paymentId: '4711' });
  const { clicked, end } = await whileInTurn(attempt, [request], async (tx) => {
    const locked = await lockAttempt(tx, attempt.key);
    await moveAttempt(tx, locked, { to: to === 'reversed' || to === 'refunded' ? 'returning' : to });
    if (to === 'reversed' || to === 'refunded') await moveAttempt(tx, { ...locked, state: 'returning' }, { to });
    const { callerId, key, asked, lasts } = request.click;
    if (isUsed) await tx`insert into used_key (caller_id, key, asked, lasts) values (${callerId}, ${key}, ${asked}, ${lasts})`;
  });
  await end();
  expect(await clicked[0]).toEqual(isDone ? 'ok, by another click' : { failure: 'not_in_doubt' });
});

test('a click that waited for a turn that found nothing out is to come again, and one of the turn itself says whose it was', async () => {
  const attempt = await begun('wrong-amount');
  const { clicked, end } = await whileInTurn(attempt, [doubt(attempt.reference, 'give_back'), doubt(attempt.reference, 'ask_again')]);
  expect(await failureOf(settleDoubt(app.sale, doubt(attempt.reference, 'ask_again'), performance.now() + 100))).toEqual({
    failure: 'still_asking',
  });
  await end();
  expect(await Promise.all(clicked)).toEqual([{ failure: 'busy', data: { retryAfterSeconds: 1 } }, 'ok, by another click']);

  const own = doubt(attempt.reference, 'give_back');
  const answer = { purchaseId: attempt.id, isByAnother: false };
  expect(await settleDoubt(app.sale, own, soon())).toEqual(answer);
  expect(await settleDoubt(app.sale, own, soon())).toEqual(answer);
  expect([await stateOf(attempt), await linesOf(attempt)]).toEqual(['reversed', ['give_back']]);
});

test('a payment whose outcome becomes known while a click takes its turn is no doubt any more; a paid one is asked about', async () => {
  const settledMeanwhile = async (verb: Doubt['verb'], to: AttemptState) => {
    const attempt = await begun('wrong-amount');
    const asked = gateway.state.queries;
    const clicked: Promise<unknown>[] = [];
    await db.begin(async (tx) => {
      const locked = await lockAttempt(tx, attempt.key);
      clicked.push(failureOf(settleDoubt(app.sale, doubt(attempt.reference, verb, { paymentId: '4711' }), soon())));
      await expect.poll(takingTurns).toBe(1);
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0);
      await moveAttempt(tx, locked, { to });
    });
    const [answer] = await Promise.all(clicked);
    return [answer, await linesOf(attempt), gateway.state.queries - asked];
  };
  const known = [{ failure: 'not_in_doubt' }, [], 0];
  for (const verb of ['ask_again', 'give_back', 'book_as_paid'] as const) expect(await settledMeanwhile(verb, 'declined')).toEqual(known);
  expect(await settledMeanwhile('give_back', 'approved')).toEqual(known);
  // The gateway has another amount, which is no answer about it.
  expect(await settledMeanwhile('ask_again', 'approved')).toEqual([{ failure: 'provider_silent' }, [], 1]);
});

test('a key that has meant another act asks no provider, also one that was used while the click waited', async () => {
  const [paid, open, other] = [await begun('approve'), await begun('wrong-amount'), await begun('approve')];
  const click = (asked: string, key = 'meant-another') => aClick({ callerId: organiser.customerId, key, asked });
  expect(await failureOf(settleDoubt(app.sale, doubt(other.reference, 'ask_again', { click: click('other') })))).toBe('ok');
  // Of what leaves no line in the log, such as a step of a delivery.
  const { callerId, asked: step } = click('a step', 'of-a-step');
  await db`insert into used_key (caller_id, key, asked, lasts) values (${callerId}, 'of-a-step', ${step}, true)`;
  const asked = gateway.state.queries;
  for (const each of [paid, open])
    for (const key of ['meant-another', 'of-a-step'])
      expect(await failureOf(settleDoubt(app.sale, doubt(each.reference, 'ask_again', { click: click('this', key) })))).toEqual({
        failure: 'key_reused',
      });
  expect(gateway.state.queries).toBe(asked);

  const { clicked, end } = await whileInTurn(open, [doubt(open.reference, 'ask_again', { click: click('this', 'used-meanwhile') })]);
  expect(await failureOf(settleDoubt(app.sale, doubt(other.reference, 'ask_again', { click: click('other', 'used-meanwhile') })))).toBe(
    'ok',
  );
  await end();
  expect(await clicked[0]).toEqual({ failure: 'key_reused' });
});

test('a paid payment is asked about once a click, also one whose line a server of the version before has written', async () => {
  const paid = await begun('approve');
  const request = doubt(paid.reference, 'ask_again');
  expect(await settleDoubt(app.sale, request)).toEqual({ purchaseId: paid.id, isByAnother: false });
  const asked = gateway.state.queries;
  expect(await settleDoubt(app.sale, request)).toEqual({ purchaseId: paid.id, isByAnother: false });
  const before = doubt(paid.reference, 'ask_again');
  await db.begin((tx) => insertAction(tx, { ...before, purchaseId: paid.id, facts: { amount: paid.total } }));
  expect(await settleDoubt(app.sale, before)).toEqual({ purchaseId: paid.id, isByAnother: false });
  expect([gateway.state.queries, await linesOf(paid)]).toEqual([asked, ['ask_again', 'ask_again']]);
  expect(await settleDoubt(app.sale, doubt(paid.reference, 'ask_again'))).toEqual({ purchaseId: paid.id, isByAnother: false });
  expect(gateway.state.queries).toBe(asked + 1);
});

test('of a paid payment an answer about another amount is no answer, unless staff booked it; silence never is one', async () => {
  const [paid, booked] = [await begun('approve'), await begun('wrong-amount')];
  paymentOf(paid).amount += 700;
  expect(resultOf(await organiser.settle(paid.reference, { verb: 'ask_again' }))).toBe('provider_silent');
  const silent = worldWith({ ask: async () => ({ result: 'unknown', facts: {} }) });
  expect(await failureOf(settleDoubt(silent, doubt(booked.reference, 'book_as_paid', { paymentId: 'typed' })))).toBe('ok');
  expect(resultOf(await organiser.settle(booked.reference, { verb: 'ask_again' }))).toBe('ok');
  expect(await failureOf(settleDoubt(silent, doubt(booked.reference, 'ask_again')))).toEqual({ failure: 'provider_silent' });
  expect([await linesOf(paid), await linesOf(booked)]).toEqual([[], ['book_as_paid', 'ask_again']]);
  paymentOf(paid).amount -= 700;
});

test.each(['ask_again', 'ask of a paid one', 'give_back'] as const)(
  'nothing is logged of %s before its purchase is unlocked',
  async (what) => {
    const attempt = await begun(what === 'ask of a paid one' ? 'approve' : 'wrong-amount');
    const verb = what === 'give_back' ? 'give_back' : 'ask_again';
    let doing: Promise<unknown> = Promise.resolve();
    await whileLocked(
      db,
      (tx) => tx`select from purchase where id = ${attempt.id} for no key update`,
      async () => {
        doing = failureOf(settleDoubt(app.sale, doubt(attempt.reference, verb), soon()));
      },
    ).then(async () => expect(await doing).toBe('ok'));
    expect(await linesOf(attempt)).toEqual([verb]);
  },
);

test('while its purchase is locked a payment that is asked about has no line in the log yet', async () => {
  for (const behaviour of ['wrong-amount', 'approve'] as const) {
    const attempt = await begun(behaviour);
    const doing: Promise<unknown>[] = [];
    const lines = await db.begin(async (tx) => {
      await tx`select from purchase where id = ${attempt.id} for no key update`;
      const { reference } = attempt;
      doing.push(failureOf(settleDoubt(app.sale, doubt(reference, 'ask_again'), soon())));
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0);
      return linesOf(attempt);
    });
    expect([lines, await doing[0], await linesOf(attempt)]).toEqual([[], 'ok', ['ask_again']]);
  }
});

const late = { capabilities: { ...card.capabilities, slowMeans: 'slip' as const } };
const cancelledThere: ProviderAnswer = { result: 'cancelled', facts: {} };

test('a payment that waits for its buyer is called off where its provider can and says so; otherwise it stays as it is', async () => {
  const slow = await customersApp(db, { payments: [{ ...card, ...late }] });
  const waits = await begun('review', buyerAt(slow, { token: buyer.token }));
  const another = await checkout.stranger();
  const plain = await begun('review', buyerAt(slow, { token: another.token }), another.customerId);
  const settle = (over: Partial<Provider>, request = doubt(waits.reference, 'give_back')) =>
    failureOf(settleDoubt(worldWith({ ...late, ...over }), request));
  expect(await settle({})).toEqual({ failure: 'cannot_call_off' });
  for (const result of ['unknown', 'pending'] as const)
    expect(await settle({ callOff: async () => ({ result, facts: {} }) })).toEqual({ failure: 'provider_silent' });
  expect([await stateOf(waits), await linesOf(waits), gateway.state.refunds]).toEqual(['pending', [], gateway.state.refunds]);
  const request = doubt(waits.reference, 'give_back');
  expect(await settle({ callOff: async () => cancelledThere }, request)).toBe('ok');
  expect(await settle({ callOff: async () => cancelledThere }, request)).toBe('ok');
  expect([await stateOf(waits), await linesOf(waits), await stageOf(db, waits.id)]).toEqual(['cancelled', ['give_back'], 'open']);
  expect([await stateOf(plain), await linesOf(plain), await stageOf(db, plain.id)]).toEqual(['pending', [], 'paying']);
  // What was paid meanwhile is paid.
  const paid = { result: 'approved' as const, paymentId: 'paid-meanwhile', facts: {} };
  const echo = { reference: plain.reference, amount: plain.total, currency: 'ARS' };
  expect(await settle({ callOff: async () => ({ ...paid, echo }) }, doubt(plain.reference, 'give_back'))).toBe('ok');
  expect([await stateOf(plain), await stageOf(db, plain.id)]).toEqual(['approved', 'paid']);
  await slow.close();
});

test('what is given back is written while the click has its turn, frees the places on the map at once, and is told once', async () => {
  const [attempt, neighbour] = [await begun('wrong-amount'), await begun('wrong-amount')];
  const silent = worldWith({ ask: async () => ({ result: 'unknown', facts: {} }) });
  expect(await failureOf(settleDoubt(silent, doubt(attempt.reference, 'give_back')))).toEqual({ failure: 'provider_silent' });
  const overtaken = worldWith({
    ask: async (asked) => {
      await db`update attempt set resuming_until = null where reference = ${asked.reference}`;
      return card.ask(asked);
    },
  });
  expect(await failureOf(settleDoubt(overtaken, doubt(attempt.reference, 'give_back')))).toEqual({ failure: 'still_asking' });
  expect([await stateOf(attempt), await linesOf(attempt), paymentOf(attempt).refunds]).toEqual(['unknown', [], []]);
  const { performanceId } = sale;
  await app.sale.live.reread(performanceId, [...attempt.placeIds, ...neighbour.placeIds]);
  const freeBefore = (await app.sale.live.availability(performanceId, 'online')).free;
  const answered = answerOf(await organiser.settle(attempt.reference, { verb: 'give_back' }));
  expect(answered).toMatchObject({ state: 'refunded', isByAnother: false, actions: [{ verb: 'give_back', amount: attempt.total }] });
  expect((await app.sale.live.availability(performanceId, 'online')).free).not.toEqual(freeBefore);
  expect([await heldOf(attempt), await heldOf(neighbour)]).toEqual([0, 2]);
  expect([await stateOf(attempt), await stateOf(neighbour)]).toEqual(['reversed', 'unknown']);
  expect([await jobsOf(attempt), await jobsOf(neighbour)]).toEqual([['tell-of-return'], []]);
  // What came in late is booked, and went back.
  const kinds = await db<{ kind: string }[]>`select kind from ledger_transaction where purchase_id = ${attempt.id} order by 1`;
  expect([kinds.map(({ kind }) => kind), await balancesOf(db, attempt.id)]).toEqual([['late_receipt', 'late_return'], []]);
  const answers = await db<{ asked: string; result: string }[]>`
    select facts ->> 'asked' as asked, facts ->> 'result' as result from attempt_event
     where purchase_id = ${attempt.id} and kind = 'answered' order by id`;
  expect(answers.at(-1)).toEqual({ asked: 'staff', result: 'approved' });
  expect(await isInTurn(db, attempt.key)).toBe(false);
});

test('a click that was overtaken by itself, sent again, gives back once and is answered the same', async () => {
  const attempt = await begun('wrong-amount');
  const request = doubt(attempt.reference, 'give_back');
  let isFirst = true;
  const overtaken = worldWith({
    ask: async (asked) => {
      if (isFirst) {
        isFirst = false;
        // Its turn is over by the time the provider answers.
        await db`update attempt set resuming_until = null where reference = ${asked.reference}`;
        expect(await failureOf(settleDoubt(app.sale, request))).toBe('ok');
      }
      return card.ask(asked);
    },
  });
  expect(await failureOf(settleDoubt(overtaken, request))).toBe('ok');
  expect([await stateOf(attempt), await linesOf(attempt), paymentOf(attempt).refunds.length]).toEqual(['reversed', ['give_back'], 1]);
});

test('a payment that came to nothing is told to its buyer as that; of a cancelled performance and of a second card they hear in another way', async () => {
  const [over, pending, called] = [await begun('never-arrived'), await begun('review'), await begun('review')];
  for (const each of [pending, called]) paymentOf(each).status = 'rejected';
  for (const each of [over, pending]) answerOf(await organiser.settle(each.reference, { verb: 'give_back' }));
  for (const each of [over, pending])
    expect([await stateOf(each), await jobsOf(each)]).toEqual(['cancelled', expect.arrayContaining(['tell-of-pending over'])]);
  paymentOf(called).status = 'review';
  await owner`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  const unknown = await begunBefore();
  await callOffCancelled(app.sale);
  await owner`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
  // What its buyer was told by then was mailed.
  expect(await jobsOf(called)).toContain('tell-of-pending cancelled');
  await owner`delete from graphile_worker._private_jobs where payload ->> 'purchaseId' in (${called.id}, ${unknown.id})`;
  paymentOf(called).status = 'rejected';
  for (const each of [called, unknown]) answerOf(await organiser.settle(each.reference, { verb: 'give_back' }));
  expect([await stateOf(called), await jobsOf(called)]).toEqual(['cancelled', []]);
  expect(await jobsOf(unknown)).toEqual(['tell-of-pending cancelled']);

  const purchase = await checkout.purchase({ seats: 3 });
  answerOf(await buyer.pay(purchase, { firstPart: TICKET_TOTAL }));
  gateway.state.next.push('never-arrived');
  await buyer.pay(purchase, { lastFour: '1111' });
  const cards = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id} order by card_part`;
  const [first = { reference: '' }, second = { reference: '' }] = cards;
  answerOf(await organiser.settle(second.reference, { verb: 'give_back' }));
  expect([await stateOf(second), await stageOf(db, purchase.id), await heldOf(purchase)]).toEqual(['cancelled', 'cancelled', 0]);
  expect(['returning', 'reversed', 'refunded']).toContain(await stateOf(first));
  expect((await jobsOf(purchase)).filter((job) => job.startsWith('tell-of-pending'))).toEqual([]);
});

/** A payment without an answer that was begun before its performance was cancelled. */
async function begunBefore() {
  await owner`update performance set state = 'on_sale' where id = ${sale.performanceId}`;
  const attempt = await begun('never-arrived');
  await owner`update performance set state = 'cancelled' where id = ${sale.performanceId}`;
  return attempt;
}

test('what a person has typed without a word of the provider is asked about soon, and what the provider has confirmed is not', async () => {
  const [typed, known] = [await begun('wrong-amount'), await begun('wrong-amount')];
  const silent = worldWith({ ask: async () => ({ result: 'unknown', facts: {} }) });
  expect(await failureOf(settleDoubt(silent, doubt(typed.reference, 'book_as_paid', { paymentId: 'typed-alone' })))).toBe('ok');
  const payment = paymentOf(known);
  payment.amount = known.total;
  answerOf(await organiser.settle(known.reference, { verb: 'book_as_paid', paymentId: String(payment.id) }));
  const isDueSoon = async ({ reference }: Begun) =>
    (
      await db<{ isSoon: boolean }[]>`
        select check_at < clock_timestamp() + interval '1 hour' as "isSoon" from attempt where reference = ${reference}`
    )[0]?.isSoon;
  expect([await isDueSoon(known), await isDueSoon(typed)]).toEqual([false, true]);
});

test('a click that waits for another one’s turn looks after it less and less often', async () => {
  const attempt = await begun('wrong-amount');
  const turn = await takeTurn(db, attempt.key);
  let looks = 0;
  const counting = new Proxy(db, {
    apply: (target, self, given) => {
      if (Array.isArray(given[0]) && given[0].join('').includes('select from attempt')) looks += 1;
      return Reflect.apply(target, self, given);
    },
  });
  const by = performance.now() + 700;
  expect(await failureOf(settleDoubt({ ...app.sale, db: counting }, doubt(attempt.reference, 'ask_again'), by))).toEqual({
    failure: 'still_asking',
  });
  expect(performance.now()).toBeGreaterThanOrEqual(by);
  // After 200 ms, 400 ms more, and when its time is over; on a slow machine fewer.
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(5);
  if (turn) await endTurn(db, turn);
});
