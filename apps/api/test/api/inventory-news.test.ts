import { setTimeout as sleep } from 'node:timers/promises';
import { invalidatePurchase } from '@butaca/contract';
import { has } from '@butaca/venue-map/bits';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { sweepExpired } from '../../src/sale/claim/release-places.ts';
import { type Announcement, Announcer } from '../../src/sale/live/announcer.ts';
import type { PlaceRow } from '../../src/sale/queries-places.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { aCheckout } from '../factories/checkout.ts';
import { claimingProcess, tapped } from '../factories/claims.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { lateMoney } from '../factories/late-money.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { letMinutesPass } from '../factories/time.ts';

/** Nothing older than this is shown. */
const SOON = { timeout: limit(2000), interval: 50 };
const PLACES = 60;
const everyPlace = Array.from({ length: PLACES }, (_, place) => place);

/** Two processes that listen to each other's news, each with connections of its own. */
const { db, url, close } = await freshDatabase();
const checkout = await aCheckout(db, undefined, [{ rows: PLACES / 10 }]);
const { app: here, buyer, card, gateway, sale } = checkout;
const { performanceId } = sale;
const connections = connect(url);
const there = await customersApp(connections, { payments: [card] });
await Promise.all([here.sale.live.listen(), there.sale.live.listen()]);
await Promise.all([here.sale.live.get(performanceId), there.sale.live.get(performanceId)]);
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await there.close();
  await connections.end();
  await checkout.close();
  await close();
});

type Process = typeof here;
const freeAt = async (app: Process) => (await app.sale.live.availability(performanceId, 'online')).free;
const cancel = (app: Process, purchaseId: string) => clientOf(app).call(invalidatePurchase, { params: { purchaseId } });
const rows = (placeIds: readonly number[] = everyPlace) => db<PlaceRow[]>`
  select place_id as "placeId", version, state, purchase_id as "purchaseId", (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"
    from place where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[]) order by place_id`;
/** Places of which a process believes something else than the database says. */
const wrongAt = async (app: Process) => {
  const { snapshot } = await app.sale.live.get(performanceId);
  return (await rows()).filter((row) => !snapshot.agreesWith(row)).map(({ placeId }) => placeId);
};
const say = (...message: unknown[]) => db`select pg_notify('places', ${JSON.stringify(message)})`;
/** As by a process that died before it announced the change. */
const setUnannounced = (placeIds: readonly number[], state: 'blocked' | 'free') => db`
  update place set state = ${state}, purchase_id = null, held_until = null, version = version + 1
   where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;
const bothReadAgain = () => Promise.all([here, there].map((app) => app.sale.live.reread(performanceId, everyPlace)));

/** Ids of performances that no process has loaded, so that news of them reach listeners only. */
const UNKNOWN = 5_000_000;

/** A listener that announces nothing. */
async function listener() {
  const heard: Announcement[] = [];
  let lost = 0;
  const announcer = new Announcer(db, {
    heard: (news) => void heard.push(news),
    lost: () => {
      lost += 1;
    },
    notSent: () => {},
  });
  await announcer.listen();
  let markers = 0;
  /** The news of such performances and the number of gaps, once all that was sent so far has arrived. */
  const soFar = async () => {
    const marker = `${announcer.self} ${++markers}`;
    await say(marker, 0, UNKNOWN, []);
    await expect.poll(() => heard.some(({ from }) => from === marker)).toBe(true);
    return { lost, heard: heard.filter(({ performanceId: id }) => id > UNKNOWN) };
  };
  return { announcer, heard, soFar };
}

test('sixty places taken at one process and given back at once at the other are soon shown free at both, and sold there', async () => {
  const buyers = await haveBuyers(db, PLACES);
  const { announcer, heard } = await listener();
  for (const [place, each] of buyers.entries()) {
    const { purchase } = answerOf(await buyerAt(here, each).take(sale, [place]));
    expect(await cancel(there, purchase.id)).toMatchObject({ status: 'ok' });
  }
  // All news are out: of each place that it was held, by one process, and that it is free, by the other.
  await expect.poll(() => heard.flatMap((news) => news.rows ?? []).length).toBe(2 * PLACES);
  await announcer.close();
  await expect.poll(() => Promise.all([freeAt(here), freeAt(there)]), SOON).toEqual([PLACES, PLACES]);
  expect(await Promise.all([wrongAt(here), wrongAt(there)])).toEqual([[], []]);
  const { purchase } = answerOf(await buyerAt(there, buyers[0]).take(sale, [17, 18]));
  await cancel(there, purchase.id);
});

test('a claim is judged by the database, not by a stale snapshot: places freed unannounced are sold, and only taken ones refused', async () => {
  const [ana, luis, rosa] = await haveBuyers(db, 3);
  await setUnannounced([20, 21, 22], 'blocked');
  await bothReadAgain();
  await setUnannounced([20, 21], 'free');
  expect(await wrongAt(there)).toEqual([20, 21]);
  const answers = await Promise.all([
    buyerAt(there, ana).take(sale, [20]),
    buyerAt(there, luis).take(sale, [21, 22]),
    buyerAt(there, rosa).take(sale, [23]),
  ]);
  expect(answers).toMatchObject([{ status: 'ok' }, { failure: 'places_taken', data: { placeIds: [22] } }, { status: 'ok' }]);
  expect((await rows([20, 21, 22, 23])).map(({ state }) => state)).toEqual(['held', 'free', 'blocked', 'held']);
  for (const answer of answers) if (answer.status === 'ok') await cancel(there, answer.data.purchase.id);
  await setUnannounced([22], 'free');
  await bothReadAgain();
});

test('every change of a place announces its new row to every process', async () => {
  let last: readonly PlaceRow[] = [];
  /** What was written into the tables alone is read by both processes. */
  const readAgain = async () => {
    await bothReadAgain();
    last = await rows();
  };
  const tell = async (what: string) => {
    const now = await rows();
    const isOther = (row: PlaceRow, index: number) =>
      JSON.stringify({ ...row, version: 0 }) !== JSON.stringify({ ...last[index], version: 0 });
    const others = now.filter(isOther);
    expect([what, others.filter(({ placeId, version }) => version <= (last[placeId]?.version ?? 0))]).toEqual([what, []]);
    expect(others.length).toBeGreaterThan(0);
    expect([what, await wrongAt(here)]).toEqual([what, []]);
    await expect.poll(async () => [what, await wrongAt(there)]).toEqual([what, []]);
    last = now;
  };
  const passMinutes = async (id: string, minutes: number) => {
    await letMinutesPass(db, id, minutes);
    await readAgain();
  };
  const chosen = async (places: readonly number[]) => {
    const { id } = answerOf(await buyer.take(sale, places)).purchase;
    await buyer.selectDelivery(id);
    return { id, total: places.length * TICKET_TOTAL };
  };
  await readAgain();

  const first = await chosen([0, 1, 2]);
  await tell('take');
  await buyer.takeMore(first.id, sale, [3]);
  await tell('take more');
  await buyer.setPlaces(first.id, sale, [2, 3, 4]);
  await tell('set: two dropped, one new, two kept');
  await buyer.release(first.id, sale);
  await tell('release');
  await cancel(here, first.id);

  const paid = await chosen([5, 6]);
  await passMinutes(paid.id, 6);
  gateway.state.next.push('review');
  expect(await buyer.pay(paid)).toMatchObject({ data: { outcome: 'pending' } });
  await tell('payment begun, with a longer hold');
  const payment = gateway.payments.at(-1);
  if (payment) payment.status = 'rejected';
  await buyer.confirm(paid.id);
  await tell('payment declined, with another deadline');
  expect(await buyer.pay(paid)).toMatchObject({ data: { outcome: 'approved' } });
  await tell('sale');

  const lapsed = await chosen([8, 9]);
  await passMinutes(lapsed.id, 30);
  expect(await sweepExpired(here.sale)).toMatchObject({ places: 2 });
  await tell('sweep');

  const { aLatePayment, sellTo, accept, decline } = lateMoney(db, { app: here, buyer, gateway, sale });
  for (const [what, answer] of [
    ['offer accepted', accept],
    ['offer declined', decline],
  ] as const) {
    const late = await aLatePayment({ placeIds: what === 'offer accepted' ? [30, 31] : [40, 41] });
    await sellTo('somebody', late.placeIds.slice(-1));
    await readAgain();
    expect(await buyer.confirm(late.id)).toMatchObject({ data: { outcome: 'offered' } });
    await tell('places offered');
    await answer(late.id);
    await tell(what);
  }
});

test('news in the order of their numbers are applied one by one; only a gap causes a full read', async () => {
  const { announcer, soFar } = await listener();
  const lostAfter = async (...message: unknown[]) => {
    await say('a neighbour', ...message);
    return (await soFar()).lost;
  };
  // A script counts nothing.
  for (let said = 0; said < 2; said++) await say('a script', 0, UNKNOWN + 1, []);
  expect(await lostAfter(4, UNKNOWN + 4000, [])).toBe(0);
  expect(await lostAfter(5, UNKNOWN + 5000, [])).toBe(0);
  expect(await lostAfter(5)).toBe(0);
  expect(await lostAfter(6, UNKNOWN + 6000, [])).toBe(0);
  expect(await lostAfter(8, UNKNOWN + 8000, [])).toBe(1);
  expect(await lostAfter(8)).toBe(1);
  expect(await lostAfter(9)).toBe(2);
  expect(await lostAfter(null)).toBe(2);
  expect(await lostAfter(20)).toBe(2);
  expect((await soFar()).heard.map(({ performanceId: id }) => id - UNKNOWN)).toEqual([1, 1, 4000, 5000, 6000, 8000]);
  await announcer.close();
});

test('news carry the version of each place; without versions, as an older release sends them, everything is read again', async () => {
  const { announcer, soFar } = await listener();
  await say('a neighbour', 1, UNKNOWN + 1000, [['held', 1000, 'purchase', [3, 4], [7, 9]]]);
  await say('a neighbour', 2, UNKNOWN + 2000, [['held', 1000, 'purchase', [3, 4]]]);
  const held = { state: 'held', heldUntilMs: 1000, purchaseId: 'purchase' };
  expect((await soFar()).heard.map((news) => news.rows)).toEqual([
    [
      { placeId: 3, version: 7, ...held },
      { placeId: 4, version: 9, ...held },
    ],
    null,
  ]);
  await say('a neighbour', null);
  await announcer.close();
});

test('of pending changes only the newest of each place is announced, in messages that are never too long', async () => {
  const { announcer: ear, soFar } = await listener();
  const { announcer: mouth } = await listener();
  const of = (version: number, state: PlaceRow['state']): PlaceRow[] =>
    Array.from({ length: 2000 }, (_, index) => ({
      placeId: 100_000 + index,
      version,
      state,
      purchaseId: state === 'free' ? null : 'purchase-of-22-letters',
      heldUntilMs: state === 'held' ? 1_763_797_200_123.456 : null,
    }));
  mouth.announce(UNKNOWN + 1000, of(2_000_000_001, 'held'));
  mouth.announce(UNKNOWN + 1000, of(2_000_000_000, 'free'));
  await expect.poll(async () => (await soFar()).heard.flatMap((news) => news.rows ?? []).length).toBe(2000);
  const { heard, lost } = await soFar();
  expect(heard.flatMap((news) => news.rows ?? []).toSorted((a, b) => a.placeId - b.placeId)).toEqual(of(2_000_000_001, 'held'));
  expect(lost).toBe(0);
  await Promise.all([ear.close(), mouth.close()]);
});

test('a process that receives all news reads a performance once, and again after news without rows', async () => {
  let readings = 0;
  const { live } = claimingProcess(
    tapped(connections, (text) => {
      if (text.includes('version > 0')) readings += 1;
      return undefined;
    }),
  );
  await live.listen();
  // It reads too, slowly and for ever.
  live.staleCheck.stop();
  await live.get(performanceId);
  await sleep(1200);
  await live.get(performanceId);
  expect(await live.equalPlaces(performanceId, 'online', { placeIds: [20, 21], gone: [20] })).not.toBeNull();
  expect(readings).toBe(1);
  await say('a script', 0, performanceId, null);
  await expect.poll(() => readings, SOON).toBe(2);
  await live.close();
});

test('a process without news reads a performance once a second, however many requests there are', async () => {
  let readings = 0;
  const counting = tapped(connections, (text) => {
    if (text.includes('version > 0')) readings += 1;
    return undefined;
  });
  const deaf = new Proxy(counting, {
    get: (real, name) => (name === 'listen' ? async () => ({ unlisten: async () => {} }) : Reflect.get(real, name)),
  });
  const { live } = claimingProcess(deaf);
  await live.listen();
  live.staleCheck.stop();
  const manyAsk = async () => {
    for (let turn = 0; turn < 5; turn++) await live.get(performanceId);
  };
  const startedAt = performance.now();
  await manyAsk();
  // A timer may fire up to a millisecond early by `performance.now()`.
  await sleep(1010);
  await manyAsk();
  expect(readings).toBeGreaterThanOrEqual(2);
  expect(readings).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1000);
  await live.close();
});

test('a process that hears of another one’s holds takes the best places of its own rows first', async () => {
  const [ana, luis] = await haveBuyers(db, 2);
  const live = await there.sale.live.get(performanceId);
  // Who sold in the tests before this one counts for three seconds.
  live.ownShare(performance.now() + 60_000);
  const { placeIds: best, purchase } = answerOf(await buyerAt(there, ana).takeBest(sale, 2));
  await cancel(there, purchase.id);
  // Rows are dealt in turn, in the order of the processes' names: this name gets the row of the best places.
  const other = Math.floor((best[0] ?? 0) / 10) % 2 === 0 ? '' : '~';
  live.hear(other, [{ placeId: 0, version: -1, state: 'held', heldUntilMs: null, purchaseId: 'of the other' }]);
  const isOwn = (placeId: number) => has(live.ownShare() ?? new Uint32Array(), placeId);
  expect(best.map(isOwn)).toEqual([false, false]);
  const { placeIds, purchase: second } = answerOf(await buyerAt(there, luis).takeBest(sale, 2));
  expect(placeIds.map(isOwn)).toEqual([true, true]);
  await cancel(there, second.id);
});

test('the slow check finds wrong places in a snapshot, mends and counts them, but not changes whose news are under way', async () => {
  const alone = await customersApp(connections);
  const { live } = alone.sale;
  const { snapshot } = await live.get(performanceId);
  const counted = async () => {
    return /^butaca_stale_places_total\{process="1"\} (\d+)$/m.exec(await alone.watch.scrape())?.[1];
  };
  expect(await counted()).toBe('0');
  const before = await freeAt(alone);
  // News that never came, news of something that never was, and news that are under way.
  await setUnannounced([50], 'blocked');
  snapshot.apply([{ placeId: 51, version: 99, state: 'sold', purchaseId: 'somebody', heldUntilMs: null }]);
  await setUnannounced([52], 'blocked');
  await live.staleCheck.round();
  expect([await freeAt(alone), await counted()]).toEqual([before - 1, '0']);
  snapshot.apply(await rows([52]));
  await live.staleCheck.round();
  expect(await wrongAt(alone)).toEqual([]);
  expect([await freeAt(alone), await counted()]).toEqual([before - 2, '2']);
  await live.staleCheck.round();
  expect(await counted()).toBe('2');
  await setUnannounced([50, 52], 'free');
  await alone.close();
});

test.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])(
  'a machine whose clock is turned %s by an hour shows holds as they are, and looks again when it believes that nothing is left',
  async (_, byMs) => {
    const alone = await customersApp(connections);
    const [ana, luis] = await haveBuyers(db, 2);
    const { purchase } = answerOf(await buyerAt(alone, ana).take(sale, [10]));
    const before = await freeAt(alone);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
    expect(await freeAt(alone)).toBe(before);
    await letMinutesPass(db, purchase.id, 30);
    await alone.sale.live.reread(performanceId, everyPlace);
    expect(await freeAt(alone)).toBe(before + 1);
    await cancel(alone, purchase.id);

    const unsold = (await rows()).filter(({ state }) => state !== 'sold').map(({ placeId }) => placeId);
    await setUnannounced(unsold, 'blocked');
    await alone.sale.live.reread(performanceId, everyPlace);
    expect(await freeAt(alone)).toBe(0);
    await setUnannounced(unsold, 'free');
    await expect.poll(() => buyerAt(alone, luis).takeBest(sale, 1), SOON).toMatchObject({ status: 'ok' });
    await alone.close();
  },
);
