import { afterAll, expect, test } from 'vitest';
import { splitOf } from '../../src/sale/pay/charge.ts';
import { Sales } from '../../src/sale/pay/sell.ts';
import { settlePayment } from '../../src/sale/pay/settle.ts';
import { PaymentStarts, type Started } from '../../src/sale/pay/start.ts';
import { pricePurchase } from '../../src/sale/price-purchase.ts';
import { requireOwnPurchase } from '../../src/sale/purchase.ts';
import { reconcilePayments } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { aCheckout } from '../factories/checkout.ts';
import { aClick } from '../factories/click.ts';
import { letMinutesPass } from '../factories/time.ts';
import { silent } from '../factories/watch.ts';

const { db, owner, close } = await freshDatabase();
const { app, buyer, card, gateway, purchase: aPurchase, sale, close: closeCheckout } = await aCheckout(db, undefined, [{ rows: 8 }]);
afterAll(async () => {
  await closeCheckout();
  await close();
});

const { starts, sales } = app.sale;

/** A click on the button, as far as it is decided together with others. */
async function wantedStart(purchaseId: string, key = `click-on-${purchaseId}`) {
  const purchase = await requireOwnPurchase(app.sale, { purchaseId, customerId: buyer.customerId, channel: 'online' });
  const priced = await pricePurchase(purchase, app.sale);
  const { total } = priced.totals;
  const attempt = () => ({
    purchaseId,
    idempotencyKey: key,
    provider: card.name,
    paymentMethodId: 1,
    amount: total,
    currency: 'ARS',
    split: splitOf(priced),
    instalments: 1,
    brand: 'visa',
    bin: '450799',
    lastFour: '4905',
    checkAfterSeconds: 45,
    tries: null,
  });
  return {
    purchase,
    customerId: buyer.customerId,
    click: aClick({ callerId: buyer.customerId, key, asked: purchaseId }),
    startedId: '',
    total,
    priced,
    tries: null,
    attempt,
  };
}

const approved = ({ attempt: { reference, amount, currency } }: Started) => ({
  result: 'approved' as const,
  paymentId: reference,
  echo: { reference, amount, currency },
  facts: {},
});

const purchases = (count: number) => Promise.all(Array.from({ length: count }, () => aPurchase({ seats: 2 })));
const stagesOf = async (ids: readonly string[]) => {
  const rows = await db<{ id: string; stage: string }[]>`select id, stage from purchase where id = any (${[...ids]}::text[])`;
  return ids.map((id) => rows.find((row) => row.id === id)?.stage);
};

test('of payments that start together, one that lost a place is refused, a locked one waits, and neither delays the others', async () => {
  const [usual, lost, locked, other] = (await purchases(4)) as [P, P, P, P];
  await db`update place set purchase_id = 'another' where performance_id = ${sale.performanceId} and place_id = ${lost.placeIds[1] as number}`;
  const wanted = await Promise.all([usual, lost, locked, other].map(({ id }) => wantedStart(id)));
  const answers = await db.begin(async (tx) => {
    await tx`select from purchase where id = ${locked.id} for update`;
    const all = wanted.map((each) => starts.start(each));
    const atOnce = await Promise.allSettled([all[0], all[1], all[3]]);
    return { atOnce, waiting: all[2] };
  });
  expect(answers.atOnce.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((answers.atOnce[1] as PromiseRejectedResult).reason).toMatchObject({
    failure: 'places_lost',
    data: { performances: [{ performanceId: sale.performanceId, placeIds: [lost.placeIds[1]] }] },
  });
  expect(await answers.waiting).toMatchObject({ purchase: { id: locked.id, stage: 'paying' } });
  expect(await stagesOf([usual.id, lost.id, locked.id, other.id])).toEqual(['paying', 'open', 'paying', 'paying']);
  expect(await db`select from attempt where purchase_id = ${lost.id}`).toHaveLength(0);
});
type P = Awaited<ReturnType<typeof aPurchase>>;

test('payments that start together hold their places for as long as each may: ten minutes, or until twenty after its start', async () => {
  const together = await Promise.all([5, 11, 3].map((startedMinutesAgo) => aPurchase({ startedMinutesAgo })));
  const wanted = await Promise.all(together.map(({ id }) => wantedStart(id)));
  await Promise.all(wanted.map((each) => starts.start(each)));
  const minutesLeft = await db<{ id: string; hold: number; places: number[] }[]>`
    select hold.purchase_id as id, round(extract(epoch from hold.held_until - clock_timestamp()) / 60)::integer as hold,
           (select array_agg(distinct round(extract(epoch from place.held_until - clock_timestamp()) / 60)::integer)
              from place where place.purchase_id = hold.purchase_id) as places
      from hold where purchase_id = any (${together.map(({ id }) => id)}::text[])`;
  const leftOf = new Map(minutesLeft.map(({ id, hold, places }) => [id, [hold, places]]));
  expect(together.map(({ id }) => leftOf.get(id))).toEqual([
    [10, [10]],
    [9, [9]],
    [10, [10]],
  ]);
});

test('a purchase that is changed after it was priced is not charged, although it costs the same', async () => {
  const [purchase] = (await purchases(1)) as [P];
  const wanted = await wantedStart(purchase.id);
  await buyer.selectDelivery(purchase.id, 2);
  expect((await wantedStart(purchase.id)).total).toBe(wanted.total);
  expect(await starts.start(wanted)).toBe('changed');
  expect(await stagesOf([purchase.id])).toEqual(['open']);
});

test('a sale that loses a row is undone as a whole and found again later; the sales beside it are made', async () => {
  const [usual, unlucky, other] = (await purchases(3)) as [P, P, P];
  const all = [usual, unlucky, other];
  const started = await Promise.all(all.map(async ({ id }) => (await starts.start(await wantedStart(id))) as Started));
  const unluckyStart = started[1] as Started;
  await owner.unsafe(`
    create function lose_row() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger lost before update of payment_id on attempt for each row when (new.purchase_id = '${unlucky.id}') execute function lose_row()`);

  // The batch is taken apart, as the charge does with what could not be sold together.
  const world = app.sale;
  const outcomes = await Promise.allSettled(
    started.map(async (each) => {
      const answer = approved(each);
      if ((await sales.sell({ ...each, answer })) === 'alone') await settlePayment(world, each.attempt, { answer, asked: 'charge' });
    }),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await stagesOf(all.map(({ id }) => id))).toEqual(['paid', 'paying', 'paid']);
  // Nothing of it is half done.
  expect(await db`select from ticket where purchase_id = ${unlucky.id}`).toHaveLength(0);
  expect(await db`select from ledger_transaction where purchase_id = ${unlucky.id}`).toHaveLength(0);
  expect(await db`select from place where purchase_id = ${unlucky.id} and state = 'held'`).toHaveLength(2);

  await owner.unsafe('drop trigger lost on attempt; drop function lose_row()');
  gateway.payments.push({
    id: 99,
    site_transaction_id: unluckyStart.attempt.reference,
    amount: unluckyStart.attempt.amount,
    currency: 'ARS',
    installments: 1,
    payment_method_id: 1,
    status: 'approved',
    status_details: {},
    refunds: [],
  });
  await letMinutesPass(db, unlucky.id, 1);
  await reconcilePayments(world);
  expect(await stagesOf([unlucky.id])).toEqual(['paid']);
  expect(await db`select from ticket where purchase_id = ${unlucky.id}`).toHaveLength(2);
});

test('approved charges that end together: one lost a place, one is settled, one is locked, and only the usual one is sold with others', async () => {
  const [usual, lost, settled, locked] = (await purchases(4)) as [P, P, P, P];
  const all = [usual, lost, settled, locked];
  const started = await Promise.all(all.map(async ({ id }) => (await starts.start(await wantedStart(id))) as Started));
  const approvedSales = started.map((each) => ({ ...each, answer: approved(each) }));
  await db`update place set state = 'sold', purchase_id = 'another'
            where performance_id = ${sale.performanceId} and place_id = ${lost.placeIds[1] as number}`;
  const world = app.sale;
  const settle = (which: number) => {
    const { attempt, answer } = approvedSales[which] as (typeof approvedSales)[number];
    return settlePayment(world, attempt, { answer, asked: 'charge' });
  };
  await settle(2);
  const answers = await db.begin(async (tx) => {
    await tx`select from purchase where id = ${locked.id} for update`;
    return Promise.all(approvedSales.map((each) => sales.sell(each)));
  });
  expect(answers).toEqual([
    expect.objectContaining({ purchase: expect.objectContaining({ id: usual.id, stage: 'paid' }) }),
    'alone',
    'alone',
    'alone',
  ]);
  expect(await stagesOf(all.map(({ id }) => id))).toEqual(['paid', 'paying', 'paid', 'paying']);
  expect(await db`select from ticket where purchase_id = any (${[lost.id, locked.id]}::text[])`).toHaveLength(0);
  await Promise.all([settle(1), settle(2), settle(3)]);
  expect(await stagesOf(all.map(({ id }) => id))).toEqual(['paid', 'offered', 'paid', 'paid']);
  for (const { id } of [usual, settled, locked]) expect(await db`select from ticket where purchase_id = ${id}`).toHaveLength(2);
});

test('a commit that was not acknowledged is not repeated alone: whether it happened is looked up, by whoever is asked next', async () => {
  let losesNext = false;
  const unsure = new Proxy(db, {
    get(real, name) {
      if (name !== 'begin') return Reflect.get(real, name);
      return async (work: never) => {
        const result = await real.begin(work);
        if (!losesNext) return result;
        losesNext = false;
        throw Object.assign(new Error('the connection was lost after the commit'), { code: 'CONNECTION_CLOSED' });
      };
    },
  });
  const [purchase] = (await purchases(1)) as [P];
  losesNext = true;
  await expect(new PaymentStarts(unsure, app.sale.cardTries, silent).start(await wantedStart(purchase.id, 'the-click'))).rejects.toThrow(
    'lost after the commit',
  );
  expect(await stagesOf([purchase.id])).toEqual(['paying']);
  expect(await starts.start(await wantedStart(purchase.id, 'the-click'))).toBe('repeated');

  const [second] = (await purchases(1)) as [P];
  const started = (await starts.start(await wantedStart(second.id))) as Started;
  losesNext = true;
  await expect(new Sales(unsure, silent, { areBilled: false }).sell({ ...started, answer: approved(started) })).rejects.toThrow(
    'lost after the commit',
  );
  expect(await stagesOf([second.id])).toEqual(['paid']);
});

test('an approval of a payment that was declined before sells nothing, although another card is being charged', async () => {
  const [purchase] = (await purchases(1)) as [P];
  const first = (await starts.start(await wantedStart(purchase.id, 'first-card'))) as Started;
  await settlePayment(app.sale, first.attempt, { answer: { result: 'refused', facts: {} }, asked: 'charge' });
  const second = (await starts.start(await wantedStart(purchase.id, 'second-card'))) as Started;
  expect(await sales.sell({ ...first, answer: approved(first) })).toBe('alone');
  expect(await stagesOf([purchase.id])).toEqual(['paying']);
  expect(await sales.sell({ ...second, answer: approved(second) })).toMatchObject({ purchase: { stage: 'paid' } });
});

test('of many sales that end together each has its places, its tickets, its books and its one mail', async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => aPurchase({ seats: 1 })));
  const ids = many.map(({ id }) => id);
  const started = await Promise.all(many.map(async ({ id }) => (await starts.start(await wantedStart(id))) as Started));
  const sold = await Promise.all(started.map((each) => sales.sell({ ...each, answer: approved(each) })));
  expect(sold).toEqual(ids.map((id) => expect.objectContaining({ purchase: expect.objectContaining({ id, stage: 'paid' }) })));
  const rows = await db`
    select (select count(*)::int from place where purchase_id = purchase.id and state = 'sold') as places,
           (select count(*)::int from ticket where purchase_id = purchase.id) as tickets,
           (select sum(amount)::float8 from ledger_entry where purchase_id = purchase.id and account = 'clearing:payway') as collected,
           (select string_agg(kind, ' ' order by id) from attempt_event where purchase_id = purchase.id) as events,
           (select count(*)::int from graphile_worker._private_jobs where payload ->> 'purchaseId' = purchase.id) as mails
      from purchase where id = any (${ids}::text[])`;
  const total = many[0]?.total;
  expect(rows).toHaveLength(8);
  for (const row of rows) expect(row).toEqual({ places: 1, tickets: 1, collected: total, events: 'started answered settled', mails: 1 });
});
