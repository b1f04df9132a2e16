import { setTimeout as sleep } from 'node:timers/promises';
import { getAvailability } from '@butaca/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { answerOf, clientOf } from '../factories/client.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { haveSale } from '../factories/purchase.ts';

/** Nothing older than this is shown. */
const SOON_MS = 2000;
const LISTENER = 'process that listens';

const { db, url, close } = await freshDatabase();
const sale = await haveSale(db);
const { performanceId } = sale;
const here = await openProcess('process here');
const there = await openProcess(LISTENER);
const ana = await loggedIn(here.app);
afterAll(async () => {
  await Promise.all([here.shut(), there.shut()]);
  await close();
});

async function openProcess(applicationName: string) {
  const connections = connect(url, { applicationName });
  const app = await customersApp(connections, { answersFreshMs: 0 });
  await app.sale.live.listen();
  const availability = () => clientOf(app).ok(getAvailability, { params: { performanceId }, query: {} });
  const shut = async () => {
    await app.close();
    await connections.end();
  };
  return {
    app,
    shut,
    version: async () => (await availability()).version,
    free: async () => (await availability()).free,
    bits: async (version: string) => {
      const { rawPayload, headers } = await app.inject({ url: `/v2/Funcion/${performanceId}/Disponibilidad/${version}` });
      return { bits: rawPayload.toString('hex'), version: headers['x-availability-version'], caching: headers['cache-control'] };
    },
    /** Answers the purchase's id. */
    take: async (places: number[]): Promise<string> => answerOf(await buyerAt(app, ana).take(sale, places)).purchase.id,
    cancel: async (purchaseId: string) => answerOf(await buyerAt(app, ana).cancel(purchaseId)),
  };
}

const say = (...message: unknown[]) => db`select pg_notify('places', ${JSON.stringify(message)})`;
/** As by a process whose news got lost. */
const blockUnannounced = (place: number) =>
  db`update place set state = 'blocked' where performance_id = ${performanceId} and place_id = ${place}`;
const itsEar = async (): Promise<number> => {
  const [ear] = await db<{ pid: number }[]>`
    select pid from pg_stat_activity
     where datname = current_database() and application_name = ${LISTENER} and query ilike 'listen%'`;
  if (!ear) throw new Error('no process listens');
  return ear.pid;
};
const seenThere = (free: number, timeout = limit(SOON_MS)) => expect.poll(() => there.free(), { timeout, interval: 50 }).toBe(free);

beforeEach(async () => {
  await db`update place set state = 'free' where performance_id = ${performanceId} and state = 'blocked'`;
  await say('script', 0, performanceId, null);
  await Promise.all([expect.poll(() => here.free()).toBe(40), expect.poll(() => there.free()).toBe(40)]);
  // Whatever is still being read must not see what the test does.
  await sleep(200);
});

test('places that one process holds or frees are shown so by the other within two seconds', async () => {
  const purchase = await here.take([20, 21]);
  await seenThere(38);
  await here.cancel(purchase);
  await seenThere(40);
});

test('news that did not arrive are noticed with the next ones, and all is read again', async () => {
  await say('neighbour', 1, performanceId, []);
  await blockUnannounced(5);
  await say('neighbour', 2);
  await seenThere(39);
  await say('neighbour', null);
});

test('a process that died before it announced its holds is noticed within two seconds', async () => {
  await say('dying', 7);
  await there.free();
  await blockUnannounced(6);
  await seenThere(39);
  await say('dying', null);
});

test('a process whose listening connection broke reads what it has missed', async () => {
  await db`select pg_terminate_backend(${await itsEar()})`;
  await blockUnannounced(7);
  await seenThere(39);
});

test('while a process receives nothing without noticing, what it shows is at most two seconds old', async () => {
  const ear = await itsEar();
  process.kill(ear, 'SIGSTOP');
  try {
    for (const [turn, place] of [10, 11, 12].entries()) {
      await blockUnannounced(place);
      await seenThere(39 - turn);
    }
  } finally {
    process.kill(ear, 'SIGCONT');
  }
});

test('a request to one process for the version that the other has just named gets its places, cacheable', async () => {
  const purchase = await here.take([0, 9]);
  const named = await here.version();
  // News that take longer than 100 ms are answered with what is known until they have come.
  await expect.poll(() => there.bits(named)).toEqual({ ...(await here.bits(named)), version: named });
  expect((await there.bits(named)).caching).toContain('immutable');
  await here.cancel(purchase);
  await seenThere(40);
});

test('an outdated or unknown version is answered with the current places, under their own version and not cacheable', async () => {
  const now = await there.version();
  for (const version of ['0123456789abcdef', 'ffffffffffffffff']) {
    expect(await there.bits(version)).toEqual({ ...(await there.bits(now)), version: now, caching: 'no-store' });
  }
});

test('free places that a process believes to be taken, because the database went back behind what it knew, are sold at once', async () => {
  const [held, sold] = [4, 8];
  const gone = (place: number, state: 'held' | 'sold') => [state, Date.now() + 600_000, 'a purchase that was lost', [place], [9]];
  await say('lost neighbour', 0, performanceId, [gone(held, 'held'), gone(sold, 'sold'), gone(sold + 1, 'sold')]);
  await seenThere(37);
  // Right after a reading nothing is read once more by itself.
  const purchases = [await there.take([held]), await there.take([sold])];
  // What else was learnt of that time is forgotten as well, without a claim for it.
  await seenThere(38);
  for (const purchase of purchases) await there.cancel(purchase);
  await seenThere(40);
});

test('a process that stops announces its pending changes first', async () => {
  const leaving = await openProcess('process that leaves');
  await leaving.free();
  await leaving.take([30]);
  await leaving.shut();
  await seenThere(39, limit(200));
});
