import { getAvailability } from '@butaca/contract';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { customersApp, loggedIn } from '../factories/customers.ts';
import { haveSales, type Sale } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const HOUR_MS = 3_600_000;
/** A counter sells so long what has begun where neither show nor brand says. */
const USUAL_HOURS = 3;
const now = Temporal.Now.instant();
const [over, toCome, soon, later] = await haveSales(db, [
  { startsAt: now.subtract({ minutes: 10 }) },
  { startsAt: now.add({ minutes: 10 }) },
  { startsAt: now.add({ hours: 24 }) },
  { startsAt: now.add({ hours: 48 }) },
]);
afterEach(() => vi.useRealTimers());
afterAll(close);

test.each([
  ['an hour slow', -HOUR_MS],
  ['an hour fast', HOUR_MS],
])('a process whose clock is %s sells exactly the performances that have not started by the database’s clock', async (_, wrongByMs) => {
  const app = await customersApp(db, { answersFreshMs: 0 });
  const buyer = buyerAt(app, await loggedIn(app));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongByMs });
  const free = async ({ performanceId }: Sale) => (await buyer.ok(getAvailability, { params: { performanceId }, query: {} })).free;
  expect(await buyer.takeBest(over, 1)).toMatchObject({ failure: 'not_on_sale' });
  expect(await free(over)).toBe(0);
  expect(await buyer.takeBest(toCome, 1)).toMatchObject({ status: 'ok' });
  expect(await free(toCome)).toBeGreaterThan(0);
  await app.close();
});

test('a performance that counters do not sell any more is unloaded, and lost news do not load it again', async () => {
  const [first, second] = [soon.performanceId, later.performanceId];
  const read: unknown[] = [];
  const watched = new Proxy(db, {
    apply: (target, self, [strings, ...values]) => {
      if (strings.join?.('?').includes("state <> 'free'")) read.push(values.find((value) => typeof value === 'number'));
      return Reflect.apply(target, self, [strings, ...values]);
    },
  });
  const app = await customersApp(watched, { answersFreshMs: 0 });
  await app.sale.live.listen();
  for (const id of [first, second]) await app.inject({ url: `/v2/Funcion/${id}/Disponibilidad` });
  expect(read).toEqual([first, second]);
  vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime((24 + USUAL_HOURS + 1) * HOUR_MS);
  for (const number of [1, 3]) await db`select pg_notify('places', ${JSON.stringify(['another process', number])})`;
  await expect.poll(() => read.slice(2), { interval: 50 }).toEqual([second]);
  await app.close();
});
