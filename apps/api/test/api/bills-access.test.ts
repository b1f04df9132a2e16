import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { AccessTickets } from '../../src/bills/access-tickets.ts';
import { connect } from '../../src/db/connect.ts';
import { freshDatabase } from '../database.ts';
import { letBillsWait } from '../factories/bills.ts';

/** Two processes, with connections of their own, that need one ticket of access; beside it a ticket of another issuer. */
const database = await freshDatabase();
const { db } = database;
const otherConnections = connect(database.url);
afterAll(async () => {
  await otherConnections.end();
  await database.close();
});

interface Ticket {
  readonly token: string;
}
let given = 0;
let hours = 12;
/** What the authority does before it gives a ticket. */
let before: () => Promise<void> = async () => undefined;
const ask = async (now: Temporal.Instant) => {
  given += 1;
  const content = { token: `ticket-${given}` };
  await before();
  return { content, expiresAt: now.add({ minutes: Math.round(hours * 60) }) };
};
/** How many statements the other process has sent. */
let statements = 0;
const counted = new Proxy(otherConnections, {
  apply: (target, self, given) => {
    statements += 1;
    return Reflect.apply(target, self, given);
  },
});
const here = new AccessTickets<Ticket>(db, 'ours', ask);
const elsewhere = new AccessTickets<Ticket>(counted, 'ours', ask);
const neighbour = new AccessTickets<Ticket>(db, 'theirs', async (now) => ({
  content: { token: 'theirs' },
  expiresAt: now.add({ hours: 90 }),
}));
const rowOf = async (name: string) => (await db`select * from access_ticket where name = ${name}`)[0];
const wait = (seconds: number) => letBillsWait(db, seconds);

beforeEach(async () => {
  await db`delete from access_ticket`;
  given = 0;
  hours = 12;
  before = async () => undefined;
});

test('while one process asks for a ticket of access another one waits, and gets what the first one got', async () => {
  await neighbour.get();
  const theirs = await rowOf('theirs');
  const answer = Promise.withResolvers<void>();
  before = () => answer.promise;
  const first = here.get();
  await vi.waitUntil(() => given === 1, { timeout: limit(5000) });
  statements = 0;
  let isAnswered = false;
  const second = elsewhere.get().finally(() => {
    isAnswered = true;
  });
  // It looks now and then, and not all the time.
  await sleep(500);
  expect([isAnswered, given]).toEqual([false, 1]);
  expect(statements).toBeLessThan(20);
  answer.resolve();
  expect(await Promise.all([first, second])).toEqual([{ token: 'ticket-1' }, { token: 'ticket-1' }]);
  expect(await elsewhere.get()).toEqual({ token: 'ticket-1' });
  expect(given).toBe(1);
  expect(await rowOf('ours')).toMatchObject({ asked_by: null, asking_until: null });
  expect(await rowOf('theirs')).toEqual(theirs);
});

test('two processes that look at the same moment ask for one ticket of access', async () => {
  await Promise.all([here.get(), elsewhere.get(), here.get(), elsewhere.get()]);
  expect(given).toBe(1);
});

test('after a failure another process may ask for a ticket of access at once', async () => {
  before = async () => {
    throw new Error('no answer');
  };
  await expect(here.get()).rejects.toThrow('no answer');
  before = async () => undefined;
  await neighbour.get();
  expect(await Promise.race([elsewhere.get(), sleep(limit(3000))])).toEqual({ token: 'ticket-2' });
});

test('a process that failed late leaves the turn of the next one, which asks by then', async () => {
  const [late, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  before = () => late.promise;
  const first = here.get();
  await vi.waitUntil(() => given === 1, { timeout: limit(5000) });
  // The first one has had its thirty seconds.
  await wait(31);
  before = () => next.promise;
  const second = elsewhere.get();
  await vi.waitUntil(() => given === 2, { timeout: limit(5000) });
  const asking = await rowOf('ours');
  late.reject(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  expect(await rowOf('ours')).toEqual(asking);
  next.resolve();
  expect(await second).toEqual({ token: 'ticket-2' });
});

test('a process that died while it asked for a ticket of access keeps the others from it for thirty seconds', async () => {
  before = () => Promise.withResolvers<void>().promise;
  void here.get();
  await vi.waitUntil(() => given === 1, { timeout: limit(5000) });
  before = async () => undefined;
  await wait(15);
  const second = elsewhere.get();
  await sleep(300);
  expect(given).toBe(1);
  await wait(16);
  expect(await second).toEqual({ token: 'ticket-2' });
});

test('a process that waits for a ticket of access gives up after as long as another may ask for it', async () => {
  before = () => Promise.withResolvers<void>().promise;
  void here.get();
  await vi.waitUntil(() => given === 1, { timeout: limit(5000) });
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const second = elsewhere.get();
    let isOver = false;
    second.catch(() => {
      isOver = true;
    });
    vi.advanceTimersByTime(29_000);
    await sleep(400);
    expect(isOver).toBe(false);
    vi.advanceTimersByTime(2000);
    await expect(second).rejects.toThrow('no ticket of access: another process is asking for one');
  } finally {
    vi.useRealTimers();
  }
});

test('a ticket of access is kept until five minutes before its end, and then another one is asked for', async () => {
  await neighbour.get();
  expect(await here.get()).toEqual({ token: 'ticket-1' });
  await wait(12 * 3600 - 400);
  expect(await elsewhere.get()).toEqual({ token: 'ticket-1' });
  await wait(105);
  expect(await elsewhere.get()).toEqual({ token: 'ticket-2' });
  expect(await neighbour.get()).toEqual({ token: 'theirs' });
  expect(given).toBe(2);
  // One that ends too soon from the start is asked for anew each time.
  hours = 1 / 15;
  await wait(12 * 3600);
  expect([await here.get(), await here.get()]).toEqual([{ token: 'ticket-3' }, { token: 'ticket-4' }]);
});

test('a ticket of access that the authority does not take any more is dropped; one that came meanwhile stays, and so does another issuer’s', async () => {
  await neighbour.get();
  const theirs = await rowOf('theirs');
  const first = await here.get();
  await here.drop(first);
  expect(await rowOf('ours')).toMatchObject({ content: null, expires_at: null });
  expect(await elsewhere.get()).toEqual({ token: 'ticket-2' });
  const kept = await rowOf('ours');
  await here.drop(first);
  await here.drop({ token: 'theirs' });
  expect(await rowOf('ours')).toEqual(kept);
  expect(await rowOf('theirs')).toEqual(theirs);
});
