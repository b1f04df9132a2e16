import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../database.ts';
import { callsOf, customersApp, loggedIn } from '../factories/customers.ts';
import { haveSales } from '../factories/purchase.ts';

const { db, close } = await freshDatabase();
const HOUR_MS = 3_600_000;
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
])('a process whose clock is %s sells what has not started by the database’s clock, and nothing else', async (_, wrongByMs) => {
  const app = await customersApp(db, { answersFreshMs: 0 });
  const { token } = await loggedIn(app);
  const { send } = callsOf(app);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongByMs });
  const take = (idFuncion: number) =>
    send('POST', '/v2/Proceso/0/Posiciones/TomarGrupo', { idFuncion, listaSector: [{ nCantidad: 1 }] }, token);
  const free = async (id: number) => (await send('GET', `/v2/Funcion/${id}/Disponibilidad`)).oData.nLibres;
  expect(await take(over.performanceId)).toMatchObject({ cError: 'not_on_sale' });
  expect(await free(over.performanceId)).toBe(0);
  expect(await take(toCome.performanceId)).toMatchObject({ nCode: 200 });
  expect(await free(toCome.performanceId)).toBeGreaterThan(0);
  await app.close();
});

test('a performance that has started is dropped: news that went missing does not load it again', async () => {
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
  vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(25 * HOUR_MS);
  for (const number of [1, 3]) await db`select pg_notify('places', ${JSON.stringify(['another process', number])})`;
  await expect.poll(() => read.slice(2), { interval: 50 }).toEqual([second]);
  await app.close();
});
