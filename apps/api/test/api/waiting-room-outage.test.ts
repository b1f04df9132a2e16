import { QUEUE_HOST } from '@butaca/contract';
import type { QueueDocument } from '@butaca/fair-queue';
import { afterAll, expect, test } from 'vitest';
import { postgresStore, type QueueStore } from '../../src/waiting-room/index.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { inDays } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { resultOf } from '../factories/client.ts';
import { aLeader, aRoom, aWaiter } from '../factories/queue.ts';

const database = await freshDatabase();
const { db } = database;
const outage = { isOn: false };
/** The counters, which a test cuts off. */
const store = new Proxy(postgresStore(db), {
  get: (target, name: keyof QueueStore) => (outage.isOn ? () => Promise.reject(new Error('the store is gone')) : target[name]),
});
const checkout = await aCheckout(
  db,
  undefined,
  Array.from({ length: 4 }, (_, day) => ({ rows: 4, startsAt: inDays(7 + day) })) as [object, ...object[]],
  { queueStore: store },
);
const { app } = checkout;
const { ticks } = aLeader(app);
afterAll(async () => {
  await checkout.close();
  await database.close();
});

const performances = checkout.sales.map(({ performanceId }) => ({ performanceId }));
const nextPerformance = () => performances.shift() ?? { performanceId: 0 };

/** Somebody whose number was called before the store went away, and who has not gone in. */
async function called(performanceId: number) {
  const { token } = await checkout.stranger();
  const waiter = aWaiter(app, { token });
  await waiter.join(performanceId);
  await ticks(2);
  return { waiter, token };
}

test('without the store nobody new is let in, passes that were given still take places, and nobody loses their number', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, { perMinute: 6000 });
  const ana = await called(room.performanceId);
  const { cPase = '' } = await ana.waiter.turn(room.performanceId);
  const luis = await called(room.performanceId);
  const before = await luis.waiter.look(room.performanceId);
  outage.isOn = true;
  try {
    expect((await luis.waiter.post(`${QUEUE_HOST}/turn`, { idFuncion: room.performanceId })).status).toBe(503);
    const buyer = buyerAt(app, { token: ana.token, passes: new Map([[room.performanceId, cPase]]) });
    expect(resultOf(await buyer.take(room, [1]))).toBe('ok');
    expect(resultOf(await buyerAt(app, { token: luis.token }).take(room, [2]))).toBe('turn_needed');
    // The document is served on as it was last read.
    const document = await app.inject({ url: `${QUEUE_HOST}/${room.performanceId}.json` });
    expect((document.json() as QueueDocument).lanes.general.issued).toBeGreaterThan(0);
  } finally {
    outage.isOn = false;
  }
  expect(await luis.waiter.look(room.performanceId)).toEqual(before);
  expect((await luis.waiter.turn(room.performanceId)).redirect_url).not.toBe('');
});

test('a room that says so lets in as many a minute as it was told while the store does not answer', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, { perMinute: 6000, unreachablePerMinute: 60 });
  const people = [await called(room.performanceId), await called(room.performanceId), await called(room.performanceId)];
  await ticks(3);
  outage.isOn = true;
  try {
    const turns = await Promise.all(
      people.map(({ waiter }) => waiter.post<{ cPase?: string }>(`${QUEUE_HOST}/turn`, { idFuncion: room.performanceId })),
    );
    expect(turns.filter(({ status, body }) => status === 200 && body.cPase !== undefined)).toHaveLength(1);
  } finally {
    outage.isOn = false;
  }
});

test('a process whose clock is wrong judges passes by the database, and one whose document is stale asks again before it lets in', async () => {
  const room = nextPerformance();
  await aRoom(app, room.performanceId, { perMinute: 6000 });
  const ana = await called(room.performanceId);
  const { cPase = '' } = await ana.waiter.turn(room.performanceId);
  const { Date: realDate } = globalThis;
  try {
    // A day ahead: a pass that was judged by this process's clock would be over.
    globalThis.Date = class extends realDate {
      static override now = () => realDate.now() + 86_400_000;
    } as DateConstructor;
    await app.waitingRooms.read();
    const buyer = buyerAt(app, { token: ana.token, passes: new Map([[room.performanceId, cPase]]) });
    expect(resultOf(await buyer.take(room, [1]))).toBe('ok');
  } finally {
    globalThis.Date = realDate;
  }
  // Another process let the visitor in: the position is used, whatever this one last read.
  const thief = aWaiter(app);
  for (const [name, value] of ana.waiter.jar) thief.jar.set(name, value);
  expect((await thief.turn(room.performanceId)).cPase).toBeUndefined();
});
