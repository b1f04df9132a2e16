import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { ClaimTimes, Leader, type QueueStore, WaitingRooms } from '../../src/waiting-room/index.ts';
import { openWaitingRoom, usualKnobs } from '../../src/waiting-room/open-room.ts';
import type { RoomKey } from '../../src/waiting-room/store.ts';
import { freshDatabase } from '../database.ts';
import { haveSales } from '../factories/purchase.ts';
import { silent } from '../factories/watch.ts';
import { aJoin, aRedemption, startStore, storeNames } from '../queue-stores.ts';

const LEASE_MS = 5000;
/** Leaders tick by the clock, on however slow a machine. */
const PATIENT = { timeout: limit(60_000) } as const;
const PER_SECOND = 20;
const WAITING = 400;
const aStock = { places: 10_000, free: 10_000, held: 0 };

/** A room in which people wait, and the processes that may lead it; each test has a database of its own, and a store. */
async function aCrowd(name: Parameters<typeof startStore>[0]) {
  const { db, close } = await freshDatabase();
  const under = await startStore(name, db);
  const [{ performanceId }] = await haveSales(db, [{}]);
  const aProcess = (store: QueueStore) => {
    const rooms = new WaitingRooms({ db, store, secret: 'secret of the queue', watch: silent, dateLanguage: 'es-AR' });
    const leader = new Leader({ rooms, times: new ClaimTimes(), stockOf: async () => aStock, watch: silent });
    return { rooms, leader, store };
  };
  const one = aProcess(under.connect());
  const other = aProcess(under.connect());
  const opening = { ...usualKnobs, perMinute: PER_SECOND * 60, performanceId, startsAt: null, standsBy: false };
  const room: RoomKey = { performanceId, ...(await openWaitingRoom(one.rooms, opening)) };
  await Promise.all([one.rooms.start(), other.rooms.start()]);
  // The pace rises in the first minute.
  await db`update queue_room set opened_at = opened_at - interval '1 hour'`;
  await under.connect().join(Array.from({ length: WAITING }, () => aJoin(room)));

  const seen = watchServing(under.connect(), room);
  onTestFinished(async () => {
    seen.stop();
    await Promise.all([one.leader.stop(), other.leader.stop()]);
    for (const { rooms } of [one, other]) rooms.close();
    await under.stop();
    await close();
  });
  return { one, other, under, room, seen };
}

/** As browsers see a room, and as people go in whose position was called: each once, at once. */
function watchServing(store: QueueStore, { performanceId, ...opening }: RoomKey) {
  const room = { performanceId, ...opening };
  const readings: { readonly at: number; readonly serving: number }[] = [];
  const wentIn: string[] = [];
  let isWatching = true;
  void (async () => {
    let next = 0;
    while (isWatching) {
      const serving = (await store.lanes([room]).catch(() => null))?.get(performanceId)?.general.serving;
      if (serving !== undefined) readings.push({ at: performance.now(), serving });
      for (; next < Math.min(serving ?? 0, WAITING); next++) {
        const outcome = await store.redeem(aRedemption(room, next)).catch(() => null);
        if (outcome) wentIn.push(outcome.kind);
      }
      await sleep(50);
    }
  })();
  return {
    readings,
    wentIn,
    serving: () => readings.at(-1)?.serving ?? 0,
    stop() {
      isWatching = false;
    },
  };
}

function expectNobodyCalledTwice({ readings }: ReturnType<typeof watchServing>) {
  const [first] = readings;
  for (const [index, { at, serving }] of readings.entries()) {
    expect(serving).toBeGreaterThanOrEqual(readings[index - 1]?.serving ?? 0);
    // With two leaders at work it would be twice as many; a tick that was late makes up for at most five seconds.
    const seconds = (at - (first?.at ?? at)) / 1000;
    expect(serving).toBeLessThanOrEqual((first?.serving ?? 0) + PER_SECOND * (seconds + 6));
  }
}

// A cluster does the same, at one of its nodes: queue-store.test.ts.
describe.each(storeNames().filter((name) => name !== 'a cluster of Valkey'))('with the queue in %s', (name) => {
  test('when the leader is cut off the other process takes over within its lease, and nobody is called twice', async () => {
    const { one, other, seen } = await aCrowd(name);
    one.leader.start();
    await expect.poll(seen.serving, PATIENT).toBeGreaterThan(PER_SECOND);
    other.leader.start();
    await expect.poll(seen.serving, PATIENT).toBeGreaterThan(PER_SECOND * 2);
    // Without a word: the lease is not given back.
    await one.store.close();
    await one.leader.stop();
    const left = seen.serving();
    const cutAt = performance.now();
    await expect.poll(seen.serving, { ...PATIENT, interval: 50 }).toBeGreaterThan(left + PER_SECOND);
    expect(performance.now() - cutAt).toBeLessThan(limit(2 * LEASE_MS + 4000));
    await expect.poll(seen.serving, PATIENT).toBeGreaterThan(PER_SECOND * 6);
    expectNobodyCalledTwice(seen);
    expect(new Set(seen.wentIn)).toEqual(new Set(['inside']));
  });

  test('two processes that both want to lead let in no more people than one', async () => {
    const { one, other, seen, room } = await aCrowd(name);
    one.leader.start();
    other.leader.start();
    await expect.poll(seen.serving, PATIENT).toBeGreaterThan(PER_SECOND * 4);
    expectNobodyCalledTwice(seen);
    const { redeemed } = await other.store.passes(room);
    expect(redeemed).toBeLessThanOrEqual(seen.serving());
  });

  test.runIf(name !== 'PostgreSQL')('when the store is lost the line goes on where browsers saw it', async () => {
    const { one, other, under, seen } = await aCrowd(name);
    one.leader.start();
    other.leader.start();
    await expect.poll(seen.serving, PATIENT).toBeGreaterThan(PER_SECOND * 3);
    await under.valkey?.kill();
    await sleep(500);
    await under.valkey?.restart();
    const lost = seen.serving();
    await expect.poll(seen.serving, PATIENT).toBeGreaterThan(lost + PER_SECOND * 12);
    expectNobodyCalledTwice(seen);
  });
});
