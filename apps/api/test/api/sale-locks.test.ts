import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { connect, type Tx } from '../../src/db/connect.ts';
import { randomId } from '../../src/db/random-id.ts';
import { lockAttempts, takeDueAttempts } from '../../src/payments/queries.ts';
import { lockClaimedPurchases, lockRunning } from '../../src/sale/claim/queries-claim.ts';
import { cancelPurchase, releasePlaces, setPlaces, sweepExpired } from '../../src/sale/claim/release-places.ts';
import type { OwnPurchase } from '../../src/sale/purchase.ts';
import { lockPlaces, lockPlacesOf } from '../../src/sale/queries-places.ts';
import { lockPaying, lockPurchases } from '../../src/sale/queries-purchases.ts';
import { moveStage } from '../../src/sale/stages.ts';
import { startSweeper } from '../../src/sale/tasks.ts';
import { freshDatabase } from '../database.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { havePurchase, stageOf } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';
import { aWatch } from '../factories/watch.ts';

const { db, url, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ startsAt: inDays(7) }, { startsAt: inDays(8) }]);
const { app, buyer, gateway, sale } = checkout;
const { performanceId } = sale;
/** Reads tables in the order in which their rows lie there, which is never that of their ids in these tests. */
const unordered = connect(url, { connections: 1, applicationName: 'unordered' });
await unordered`select set_config(name, setting, false)
                  from (values ('enable_seqscan', 'on'), ('enable_indexscan', 'off'), ('enable_bitmapscan', 'off')) as given (name, setting)`;
afterAll(async () => {
  await unordered.end();
  await checkout.close();
  await close();
});

const waiting = async (name = '%') =>
  (
    await db`
      select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and application_name like ${name}`
  ).length;
const undone = new Error('undone');

/** Does `first` in a transaction, starts `other` while it is open, and ends it once `other` waits for its locks. */
async function whileLocked<Result>(first: (tx: Tx) => Promise<unknown>, other: () => Promise<Result>): Promise<Result> {
  let started: Promise<Result> | undefined;
  await db.begin(async (tx) => {
    await first(tx);
    started = other();
    started.catch(() => {});
    await expect.poll(() => waiting()).toBeGreaterThan(0);
  });
  return started as Promise<Result>;
}

describe('locks are taken in the order of ids alone, so that two transactions never deadlock', () => {
  /** Of four names all but the first are to be locked: while another transaction has the third, the second is locked, and the fourth is not yet. */
  async function expectOrder(
    names: readonly string[],
    lock: (tx: Tx, names: readonly string[]) => Promise<unknown>,
    rowOf: (tx: Tx, name: string, how: 'wait' | 'look') => PromiseLike<readonly unknown[]>,
  ) {
    const [beside = '', first = '', middle = '', last = ''] = names;
    let locking: Promise<unknown> | undefined;
    await db.begin(async (tx) => {
      await rowOf(tx, middle, 'wait');
      locking = unordered.begin(async (all) => {
        await lock(all, [last, first, middle]);
        throw undone;
      });
      locking.catch(() => {});
      await expect.poll(() => waiting('unordered')).toBe(1);
      const isFree = async (name: string) => (await db.begin(async (look) => (await rowOf(look, name, 'look')).length)) === 1;
      expect([await isFree(beside), await isFree(first), await isFree(last)]).toEqual([true, false, true]);
    });
    await expect(locking).rejects.toBe(undone);
  }

  const how = (tx: Tx, wanted: 'wait' | 'look') => (wanted === 'wait' ? tx`for update` : tx`for update skip locked`);
  const purchaseRow = (tx: Tx, id: string, wanted: 'wait' | 'look') => tx`select 1 from purchase where id = ${id} ${how(tx, wanted)}`;
  const attemptRow = (tx: Tx, id: string, wanted: 'wait' | 'look') =>
    tx`select 1 from attempt where purchase_id = ${id} ${how(tx, wanted)}`;
  const placeRow = (tx: Tx, place: string, wanted: 'wait' | 'look') =>
    tx`select 1 from place where performance_id = ${performanceId} and place_id = ${Number(place)} ${how(tx, wanted)}`;

  /** Four purchases whose rows lie in the opposite order of their ids. */
  async function fourPurchases() {
    const ids = await Promise.all(
      [30, 31, 32, 33].map((placeId) => havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [placeId] })),
    );
    ids.sort();
    for (const id of ids.toReversed()) await db`update purchase set channel = channel where id = ${id}`;
    return ids;
  }

  test('purchases', async () => {
    const ids = await fourPurchases();
    await expectOrder(ids, (tx, wanted) => lockPurchases(tx, wanted, 'wait'), purchaseRow);
  });

  test('purchases that places are claimed for', async () => {
    const ids = await fourPurchases();
    const lock = async (tx: Tx, wanted: readonly string[]) => lockClaimedPurchases(tx, wanted, 'wait');
    await expectOrder(ids, lock, purchaseRow);
  });

  test('the running purchases of a customer who claims', async () => {
    const ids = await fourPurchases();
    await db`update purchase set slot = null where customer_id = ${buyer.customerId}`;
    for (const [index, id] of ids.slice(1).entries()) await db`update purchase set slot = ${index + 1} where id = ${id}`;
    const lock = async (tx: Tx) => lockRunning(tx, buyer.customerId);
    await expectOrder(ids, lock, purchaseRow);
    await db`update purchase set slot = null where customer_id = ${buyer.customerId}`;
  });

  test('purchases that are being paid, and no others', async () => {
    const [first = '', second = '', open = ''] = await fourPurchases();
    await db`update purchase set total = 1 where id = any (${[first, second]}::text[])`;
    await db.begin((tx) => moveStage(tx, [first, second], 'paying'));
    await db.begin(async (tx) => {
      expect((await lockPaying(tx, [open, first])).map(({ id }) => id)).toEqual([first]);
      const isFree = async (id: string) => (await db.begin(async (look) => (await purchaseRow(look, id, 'look')).length)) === 1;
      expect([await isFree(first), await isFree(second), await isFree(open)]).toEqual([false, true, true]);
    });
  });

  test('places', async () => {
    for (const placeId of [17, 15, 13, 11])
      await db`update place set state = state where performance_id = ${performanceId} and place_id = ${placeId}`;
    await expectOrder(['11', '13', '15', '17'], async (tx, wanted) => lockPlaces(tx, performanceId, wanted.map(Number), 'wait'), placeRow);
  });

  test('payments', async () => {
    const ids = await fourPurchases();
    for (const id of ids.toReversed())
      await db`insert into attempt (purchase_id, reference, idempotency_key, provider, payment_method_id, amount, currency, split, instalments)
               values (${id}, md5(${id}), ${randomId()}, 'cash', 90, 1, 'ARS', '[{"amount": 1}]', 1)`;
    const keys = await db<{ purchaseId: string; reference: string }[]>`
      select purchase_id as "purchaseId", reference from attempt where purchase_id = any (${ids}::text[])`;
    await expectOrder(
      ids,
      async (tx, wanted) =>
        lockAttempts(
          tx,
          keys.filter(({ purchaseId }) => wanted.includes(purchaseId)),
        ),
      attemptRow,
    );
  });

  test('places of several performances', async () => {
    const [first = 0, last = 0] = checkout.sales.map((each) => each.performanceId).sort((one, other) => one - other);
    const place = (tx: Tx, id: number) => tx`select 1 from place where performance_id = ${id} and place_id = 20 for update skip locked`;
    let locking: Promise<unknown> | undefined;
    await db.begin(async (tx) => {
      await place(tx, first);
      const holds = [last, first].map((id) => ({ performanceId: id, placeIds: [20] }));
      locking = db.begin((all) => lockPlacesOf(all, holds, 'wait'));
      await expect.poll(() => waiting()).toBe(1);
      expect(await db.begin((look) => place(look, last))).toHaveLength(1);
    });
    await locking;
  });
});

describe('a place that another buyer has taken meanwhile', () => {
  /** A purchase that is over, and another buyer's claim on its first place in the moment before it is freed. */
  async function lapsed() {
    const placeIds = [next++, next++] as const;
    const late = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds });
    await letMinutesPass(db, late, 20);
    const newcomer = randomId();
    const take = (tx: Tx) => tx`
      update place set purchase_id = ${newcomer}, held_until = clock_timestamp() + interval '10 minutes'
       where performance_id = ${performanceId} and place_id = ${placeIds[0]}`;
    const owners = async () =>
      (
        await db<{ owner: string | null }[]>`
          select purchase_id as owner from place where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[]) order by place_id`
      ).map(({ owner }) => owner);
    return { late, take, owners, newcomer };
  }
  let next = 0;

  test('is not freed by the sweep', async () => {
    const { take, owners, newcomer } = await lapsed();
    expect(await whileLocked(take, () => sweepExpired(app.sale))).toEqual({ purchases: 1, places: 1 });
    expect(await owners()).toEqual([newcomer, null]);
  });

  test.each([
    [
      'other places',
      (own: OwnPurchase, kept: number) => setPlaces(app.sale, { ...own, performanceId, placeIds: [kept], priceTypeIds: [1] }),
    ],
    ['none', (own: OwnPurchase) => releasePlaces(app.sale, { ...own, performanceId })],
  ])('is not freed when the purchase that had it wants %s instead', async (_, change) => {
    const placeIds = [next++, next++] as const;
    const purchaseId = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds });
    await db`update place set purchase_id = 'newcomer' where performance_id = ${performanceId} and place_id = ${placeIds[0]}`;
    await change({ purchaseId, customerId: buyer.customerId, channel: 'online' }, placeIds[1]);
    expect(await db`select place_id as id, state from place where purchase_id = 'newcomer'`).toEqual([{ id: placeIds[0], state: 'held' }]);
    await cancelPurchase(app.sale, purchaseId);
    await db`update place set state = 'free', purchase_id = null, held_until = null where purchase_id = 'newcomer'`;
  });

  test('is not freed when the purchase is cancelled', async () => {
    const { late, take, owners, newcomer } = await lapsed();
    expect(await whileLocked(take, () => cancelPurchase(app.sale, late))).toBe('cancelled');
    expect(await owners()).toEqual([newcomer, null]);
  });
});

describe('the sweep', () => {
  const late = async (placeId: number) => {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [placeId] });
    await letMinutesPass(db, id, 20);
    return id;
  };

  test('skips a purchase whose payment is starting, without waiting for its lock', async () => {
    const [paying, other] = [await late(10), await late(11)];
    await db`update purchase set total = 1 where id = ${paying}`;
    await db.begin(async (tx) => {
      await moveStage(tx, [paying], 'paying');
      expect(await sweepExpired(app.sale)).toEqual({ purchases: 1, places: 1 });
    });
    expect([await stageOf(db, paying), await stageOf(db, other)]).toEqual(['paying', 'expired']);
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 0, places: 0 });
    expect(await db`select from place where purchase_id = ${paying} and state = 'held'`).toHaveLength(1);
  });

  test('skips places whose hold is locked by another transaction, and frees the others', async () => {
    const [locked, other] = [await late(12), await late(14)];
    await db.begin(async (tx) => {
      await tx`select from hold where purchase_id = ${locked} for update`;
      expect(await sweepExpired(app.sale)).toEqual({ purchases: 2, places: 1 });
    });
    expect(await db`select from place where purchase_id = ${other}`).toHaveLength(0);
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 0, places: 1 });
  });

  test('ends purchases five seconds after their deadline, and none before', async () => {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [15] });
    await db`update purchase set slot = 1 where id = ${id}`;
    await letMinutesPass(db, id, 11 + 1 / 60);
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 0, places: 0 });
    expect(await db`select slot from purchase where id = ${id}`).toEqual([{ slot: 1 }]);
    await letMinutesPass(db, id, 4.5 / 60);
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 1, places: 1 });
  });

  test('leaves an open purchase its slot until it expires, however long ago it began', async () => {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [18] });
    await db`update purchase set slot = 1, deadline = started_at + interval '20 minutes', extended = true where id = ${id}`;
    await letMinutesPass(db, id, 19 + 1 / 60);
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 0, places: 0 });
    expect(await db`select slot from purchase where id = ${id}`).toEqual([{ slot: 1 }]);
    await letMinutesPass(db, id, 1);
    await sweepExpired(app.sale);
  });

  test('leaves a purchase that is being paid its slot until its deadline, where that is later than twenty minutes after its start', async () => {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [19] });
    await db`update purchase set slot = 1, total = 1, deadline = started_at + interval '30 minutes' where id = ${id}`;
    await db.begin((tx) => moveStage(tx, [id], 'paying'));
    const slotAfter = async (minutes: number) => {
      await letMinutesPass(db, id, minutes);
      await sweepExpired(app.sale);
      return (await db<{ slot: number | null }[]>`select slot from purchase where id = ${id}`)[0]?.slot;
    };
    expect([await slotAfter(28), await slotAfter(2)]).toEqual([1, null]);
  });

  test('takes five hundred at a time, the longest overdue first', async () => {
    await db`
      with late as (
        insert into purchase (id, customer_id, channel, started_at, deadline)
        select lpad(number::text, 22, '0'), ${buyer.customerId}, 'online', now() - interval '2 hours', now() - make_interval(secs => 100 + number)
          from generate_series(1, 502) as number returning id, deadline)
      insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
      select ${performanceId}, id, '{39}', '{1}', deadline from late`;
    const left = async () =>
      (await db`select id from purchase where id like '0000%' and stage = 'open' order by id`).map(({ id }) => Number(id));
    const holds = async () => (await db`select from hold where purchase_id like '0000%'`).length;
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 500, places: 0 });
    expect(await left()).toEqual([1, 2]);
    expect(await holds()).toBe(2);
    expect(await sweepExpired(app.sale)).toEqual({ purchases: 2, places: 0 });
    expect(await holds()).toBe(0);
  });

  test('frees the places of five hundred ended purchases at a time', async () => {
    await db`
      with over as (
        insert into purchase (id, customer_id, channel, stage, started_at, deadline, ended_at)
        select 'over' || lpad(number::text, 18, '0'), ${buyer.customerId}, 'online', 'expired', now() - interval '2 hours', now() - interval '1 hour', now()
          from generate_series(1, 501) as number returning id, deadline)
      insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
      select ${performanceId}, id, '{39}', '{1}', deadline from over`;
    const holds = async () => (await db`select from hold where purchase_id like 'over0%'`).length;
    await sweepExpired(app.sale);
    expect(await holds()).toBe(1);
    await sweepExpired(app.sale);
    expect(await holds()).toBe(0);
  });

  test('runs every second, one round at a time, and again after one that failed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const gone = connect(url, { connections: 1 });
    await gone.end();
    let isGone = true;
    const { watch, told } = aWatch();
    const failures = () => told('sweep-failed').length;
    const world = {
      ...app.sale,
      watch,
      get db() {
        return isGone ? gone : db;
      },
    };
    const sweeper = startSweeper(world);
    try {
      const id = await late(16);
      vi.advanceTimersByTime(999);
      expect(failures()).toBe(0);
      vi.advanceTimersByTime(1);
      await expect.poll(failures).toBe(1);
      isGone = false;
      await db.begin(async (tx) => {
        await tx`select from place where performance_id = ${performanceId} and place_id = 16 for update`;
        vi.advanceTimersByTime(1000);
        await expect.poll(() => waiting()).toBe(1);
        vi.advanceTimersByTime(5000);
        expect(await waiting()).toBe(1);
      });
      await sweeper.stop();
      expect(await stageOf(db, id)).toBe('expired');
      expect(await db`select from place where purchase_id = ${id}`).toHaveLength(0);
      const other = await late(17);
      vi.advanceTimersByTime(5000);
      // Waits for a round, should there be one.
      await sweeper.stop();
      expect(await stageOf(db, other)).toBe('open');
      await sweepExpired(app.sale);
      expect(failures()).toBe(1);
    } finally {
      await sweeper.stop();
      vi.useRealTimers();
    }
  });

  test('may run several times at once: each place is freed by one of them', async () => {
    for (let placeId = 0; placeId < 10; placeId++) await late(placeId);
    const swept = await Promise.all([1, 2, 3].map(() => sweepExpired(app.sale)));
    const sum = (key: 'purchases' | 'places') => swept.reduce((all, each) => all + each[key], 0);
    expect([sum('purchases'), sum('places')]).toEqual([10, 10]);
  });
});

test('workers that query payments at the same time take different ones, and none waits for another', async () => {
  const ids: string[] = [];
  for (const placeId of [21, 22, 23, 24]) {
    const id = await havePurchase(db, { sale, customerId: buyer.customerId, placeIds: [placeId] });
    gateway.state.next.push('never-arrived');
    await buyer.pay({ id, total: 1_150_000 });
    await letMinutesPass(db, id, placeId);
    ids.push(id);
  }
  // The longest overdue first.
  const order = ids.toReversed();
  await unordered.begin(async (tx) => {
    const first = await takeDueAttempts(tx as never, 'open', 2);
    const second = await takeDueAttempts(db, 'open', 10);
    expect(first.map(({ purchaseId }) => purchaseId).sort()).toEqual(order.slice(0, 2).sort());
    expect(second.map(({ purchaseId }) => purchaseId).sort()).toEqual(order.slice(2).sort());
  });
  expect(await takeDueAttempts(db, 'open', 10)).toEqual([]);
});

test('a claim for the best places while all of them are locked is refused as busy after five seconds', async () => {
  const real = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + later);
  const ask = () => buyer.takeBest(sale, 2);
  try {
    await db.begin(async (tx) => {
      await tx`select from place where performance_id = ${performanceId} for update`;
      const asking = ask();
      await expect.poll(() => waiting()).toBeGreaterThan(0);
      later = 5001;
      expect(await asking).toMatchObject({ failure: 'busy', data: { retryAfterSeconds: 1 } });
    });
    expect(await ask()).toMatchObject({ status: 'ok' });
  } finally {
    vi.restoreAllMocks();
  }
});

test('a claim for the best places while all of them are locked is retried, and gets them once they are unlocked', async () => {
  const real = performance.now.bind(performance);
  // A process that has run for longer than it tries.
  vi.spyOn(performance, 'now').mockImplementation(() => real() + 60_000);
  try {
    const asking = await db.begin(async (tx) => {
      await tx`select from place where performance_id = ${performanceId} for update`;
      const asked = buyer.takeBest(sale, 2);
      await expect.poll(() => waiting()).toBeGreaterThan(0);
      // Its first batch gives up after 250 ms.
      await sleep(600);
      return { asked };
    });
    expect(await asking.asked).toMatchObject({ status: 'ok' });
  } finally {
    vi.restoreAllMocks();
  }
});
