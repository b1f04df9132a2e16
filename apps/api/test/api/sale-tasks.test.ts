import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { purchaseTasks, reconcilePayments, sendRefunds, startSweeper } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { anOrganiser } from '../factories/office.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aWatch } from '../factories/watch.ts';

/** What the worker does by itself, round after round: how much of it, what it tells the log, and what it forgets. */
const { db, owner, close } = await freshDatabase();
const rule = { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true };
const checkout = await aCheckout(db, undefined, [{ rows: 20, startsAt: inDays(60), reservations: rule }]);
const { app, buyer, gateway, sale } = checkout;
const organiser = await anOrganiser(db, app);
const tasks = purchaseTasks(app.sale);
afterAll(async () => {
  await checkout.close();
  await close();
});

const DAY = 24 * 60;

async function paid() {
  const purchase = await checkout.purchase({ seats: 1 });
  expect(answerOf(await buyer.pay(purchase)).outcome).toBe('approved');
  return purchase.id;
}
const many = async (count: number) => {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await paid());
  return ids;
};
const referenceOf = async (id: string) =>
  (await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${id}`)[0]?.reference ?? '';

/** The sale of a process whose gateway fails for one payment, and what it writes into its log. */
async function failingFor(id: string) {
  const reference = await referenceOf(id);
  const { watch, told } = aWatch();
  const { payments } = app.sale;
  const payway = payments.providers.get('payway');
  if (!payway) throw new Error('Payway is not configured');
  const ask: typeof payway.ask = async (attempt) => {
    if (attempt.reference === reference) throw new Error('the connection broke');
    return payway.ask(attempt);
  };
  const providers = new Map([...payments.providers, ['payway', { ...payway, ask }] as const]);
  return { world: { ...app.sale, watch, payments: { ...payments, providers } }, told, reference };
}

test('a round looks after all that is due, tells how many there were, and names the one that failed, which keeps no other', async () => {
  const ids = await many(10);
  const [failing = ''] = ids;
  const { world, told, reference } = await failingFor(failing);
  expect(await reconcilePayments(world)).toBe(0);
  expect(told('reconciled')).toEqual([]);
  for (const id of ids) await letMinutesPass(db, id, 2 * DAY);
  const before = gateway.state.queries;
  await expect(reconcilePayments(world)).rejects.toThrow('the connection broke');
  expect(gateway.state.queries - before).toBe(9);
  expect(told('reconciled')).toMatchObject([{ attempts: 10, failed: 1 }]);
  expect(told('reconcile-failed')).toMatchObject([{ purchaseId: failing, reference, error: { message: 'the connection broke' } }]);
  for (const id of ids.slice(1)) await letMinutesPass(db, id, 3 * DAY);
  expect(await reconcilePayments(world)).toBe(9);
  await letMinutesPass(db, ids[1] ?? '', 8 * DAY);
  expect(await reconcilePayments(world)).toBe(1);
  expect(told('reconciled').slice(1)).toMatchObject([
    { attempts: 9, failed: 0 },
    { attempts: 1, failed: 0 },
  ]);
});

test.each([
  ['declined', 'absent', 'at once', 'rests'],
  ['declined', 'declined', 'at once', 'rests'],
  ['declined', 'unknown', 'at once', 'is asked about again'],
  ['declined', 'pending', 'at once', 'rests'],
  ['declined', 'pending', 'for a day', 'is asked about again'],
  ['declined', 'processing', 'at once', 'rests'],
  ['declined', 'processing', 'for a day', 'is asked about again'],
  ['declined', 'absent', 'for a day', 'rests'],
  ['cancelled', 'absent', 'at once', 'rests'],
  ['cancelled', 'unknown', 'at once', 'is asked about again'],
  ['pending', 'pending', 'at once', 'is asked about again'],
  ['pending', 'unknown', 'at once', 'is asked about again'],
] as const)('a payment that was %s, is %s at its provider and may be made %s %s', async (state, result, when, end) => {
  const [id, neighbour] = [await paid(), await paid()];
  const isPending = state === 'pending';
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const each of [id, neighbour]) {
      await tx`update purchase set stage = ${isPending ? 'paying' : 'cancelled'}, ended_at = ${isPending ? null : tx`now()`} where id = ${each}`;
      await tx`
        update attempt set state = ${state}, check_at = clock_timestamp() + interval '1 hour', settled_at = ${isPending ? null : tx`now()`},
                           slow_until = ${when === 'at once' ? null : tx`now() + interval '1 day'`}
         where purchase_id = ${each}`;
    }
    await tx`update attempt set check_at = clock_timestamp() where purchase_id = ${id}`;
  });
  const payway = app.sale.payments.providers.get('payway');
  const next = { kind: 'wait' };
  const ask = async () => ({ result, facts: {}, next, reason: 'other', paymentId: null }) as never;
  const providers = new Map([...app.sale.payments.providers, ['payway', { ...payway, ask }] as never]);
  await reconcilePayments({ ...app.sale, payments: { ...app.sale.payments, providers } }, 0);
  const isDue = async (of: string) => (await db`select check_at is not null as due from attempt where purchase_id = ${of}`)[0]?.['due'];
  expect([await isDue(id), await isDue(neighbour)]).toEqual([end === 'is asked about again', true]);
  await owner`update attempt set check_at = null where purchase_id = any (${[id, neighbour]}::text[])`;
});

test('what fails to be called off keeps no payment waiting, and is told at the end of the round', async () => {
  const id = await paid();
  await letMinutesPass(db, id, 2 * DAY);
  let isFirst = true;
  const lost = new Proxy(db, {
    get: (real, name) => {
      if (name !== 'begin' || !isFirst) return Reflect.get(real, name);
      isFirst = false;
      return () => Promise.reject(new Error('the connection was lost'));
    },
  });
  const before = gateway.state.queries;
  await expect(reconcilePayments({ ...app.sale, db: lost })).rejects.toThrow('the connection was lost');
  expect(gateway.state.queries - before).toBe(1);
});

test('one round looks at so many paid payments and leaves the others for the next; what is under way is not counted', async () => {
  const ids = await many(17);
  gateway.state.next.push('review');
  const waiting = await checkout.purchase({ seats: 1 });
  await buyer.pay(waiting);
  for (const id of [...ids, waiting.id]) await letMinutesPass(db, id, 2 * DAY);
  const asks = async (most: number) => {
    const before = gateway.state.queries;
    const seen = await reconcilePayments(app.sale, most);
    return [seen, gateway.state.queries - before];
  };
  expect(await asks(8)).toEqual([9, 9]);
  expect(await asks(0)).toEqual([0, 0]);
  expect(await asks(9)).toEqual([9, 9]);
});

test('the refunds of a round are counted, however many there are', async () => {
  const ids = await many(9);
  expect(await sendRefunds(app.sale)).toBe(0);
  gateway.state.refundsFail = true;
  for (const id of ids) await organiser.refundSome(id);
  gateway.state.refundsFail = false;
  for (const id of ids) await letMinutesPass(db, id, 60);
  expect(await sendRefunds(app.sale)).toBe(9);
  expect(await db`select from refund where state <> 'done' and purchase_id = any (${ids}::text[])`).toEqual([]);
});

test('each task of the worker does its own work', async () => {
  const [looked, refunded] = [await paid(), await paid()];
  gateway.state.refundsFail = true;
  await organiser.refundSome(refunded);
  gateway.state.refundsFail = false;
  await letMinutesPass(db, refunded, 60);
  const stateOf = async () => (await db`select state from refund where purchase_id = ${refunded}`)[0]?.['state'];
  await tasks['send-refunds']();
  expect(await stateOf()).toBe('done');
  await letMinutesPass(db, looked, 2 * DAY);
  const before = gateway.state.queries;
  await tasks['reconcile-payments']();
  expect(gateway.state.queries).toBeGreaterThan(before);
  const counted = () => db`select places from performance_stock where performance_id = ${sale.performanceId}`;
  expect(await counted()).toEqual([]);
  await tasks['count-stock']();
  expect(await counted()).toEqual([{ places: 200 }]);
});

test('tries of cards are forgotten after a day', async () => {
  const references = { kept: 'a'.repeat(32), gone: 'b'.repeat(32) };
  for (const [reference, minutes] of [
    [references.kept, DAY - 5],
    [references.gone, DAY + 5],
  ] as const)
    await db`
      insert into card_try (reference, customer, card, network, tried_at)
      values (${reference}, 'somebody', 'card', 'network', clock_timestamp() - make_interval(mins => ${minutes}))`;
  await tasks['forget-card-tries']();
  expect(await db`select reference from card_try where customer = 'somebody'`).toEqual([{ reference: references.kept }]);
});

test('kept cards are deleted of an account that was erased or claimed, and of no other', async () => {
  const deleted: string[] = [];
  const savedCards = {
    list: async () => [{ id: 'a-card' }],
    delete: async (customerId: string) => {
      deleted.push(customerId);
    },
  };
  const payments = { ...app.sale.payments, methods: [{ provider: 'bank' }], providers: new Map([['bank', { name: 'bank', savedCards }]]) };
  const ofBank = purchaseTasks({ ...app.sale, payments: payments as never });
  const erased = 'x'.repeat(22);
  await ofBank['delete-kept-cards']({ customerId: buyer.customerId });
  await ofBank['delete-kept-cards']({ customerId: erased });
  expect(deleted).toEqual([erased]);
  await ofBank['delete-kept-cards']({ customerId: buyer.customerId, isClaimed: true });
  await ofBank['delete-claimed-cards']({ customerId: organiser.customerId });
  expect(deleted.slice(1)).toEqual([buyer.customerId, organiser.customerId]);
});

test('names that counters sold for are forgotten a year after their sale, once no ticket lets in any more', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, [160])).purchase;
  answerOf(await clerk.sell({ id, total: 1_000_000 }, { holder: 'Delia Funes' }));
  await db`update ticket set state = 'void' where purchase_id = ${id}`;
  const holder = async () => {
    await tasks['forget-old-purchases']();
    return (await db`select holder from purchase where id = ${id}`)[0]?.['holder'];
  };
  await letMinutesPass(db, id, 360 * DAY);
  expect(await holder()).toBe('Delia Funes');
  await letMinutesPass(db, id, 7 * DAY);
  expect(await holder()).toBeNull();
});

test('contacts are forgotten a month after their reservation, the digits of a terminal’s papers after two years, keys of buyers after 90 days', async () => {
  const clerk = await aCounter(db, app);
  const { id } = answerOf(await clerk.take(sale, [150])).purchase;
  answerOf(await clerk.reserve(id, { name: 'Ana Ruiz', phone: '11 5555-0100' }));
  const card = answerOf(await clerk.take(sale, [151])).purchase;
  answerOf(await clerk.sellOnTerminal({ id: card.id, total: 1_000_000 }));
  const slipIs = (age: string) =>
    owner.begin(async (tx) => {
      await tx`alter table terminal_slip disable trigger user`;
      await tx`update terminal_slip set at = clock_timestamp() - ${age}::interval where purchase_id = ${card.id}`;
      await tx`alter table terminal_slip enable trigger user`;
    });
  const keyIs = (age: string) => db`update used_key set at = clock_timestamp() - ${age}::interval where caller_id = ${buyer.customerId}`;
  await db`
    insert into used_key (caller_id, key, asked, lasts)
    select ${buyer.customerId}, 'key-' || number, ${'k'.repeat(22)}, number = 1 from generate_series(1, 2) as number`;
  const left = async () => {
    await tasks['forget-old-purchases']();
    const [row] = await db<{ contact: string | null; phone: string | null; digits: string | null; keys: string[] }[]>`
      select contact_name as contact, contact_phone as phone,
             (select last_four from terminal_slip where purchase_id = ${card.id}) as digits,
             array(select key from used_key where caller_id = ${buyer.customerId} and key like 'key-%' order by key) as keys
        from reservation where purchase_id = ${id}`;
    return row;
  };
  await letMinutesPass(db, id, 33 * DAY - 5);
  await slipIs('23 months 25 days');
  await keyIs('89 days 23 hours');
  expect(await left()).toEqual({ contact: 'Ana Ruiz', phone: '11 5555-0100', digits: '4905', keys: ['key-1', 'key-2'] });
  await letMinutesPass(db, id, 10);
  await slipIs('24 months 1 day');
  await keyIs('90 days 1 hour');
  expect(await left()).toEqual({ contact: null, phone: null, digits: null, keys: ['key-1'] });
});

test('what has expired is swept about once a second', async () => {
  let transactions = 0;
  const counting = new Proxy(db, {
    get: (real, name) => {
      if (name === 'begin') transactions += 1;
      return Reflect.get(real, name);
    },
  });
  const world = { ...app.sale, db: counting };
  await sweepExpired(world);
  const ofOne = transactions;
  expect(ofOne).toBeGreaterThan(0);
  transactions = 0;
  const startedAt = performance.now();
  const sweeper = startSweeper(world);
  await sleep(700);
  await sweeper.stop();
  expect(transactions / ofOne).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1000);
});
