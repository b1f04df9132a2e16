import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import type { Db } from '../../src/db/connect.ts';
import { type Announcement, Announcer } from '../../src/sale/live/announcer.ts';
import type { PlaceRow } from '../../src/sale/queries-places.ts';

const SOON = { timeout: limit(20_000), interval: 50 };

afterEach(() => vi.useRealTimers());

const deaf = { heard: () => {}, lost: () => {}, notSent: () => {} };

/** A database that takes messages, and takes its time while it is stuck. */
function aDatabase() {
  const sent: unknown[] = [];
  const listeners: { readonly hear: (payload: string) => void; readonly connected: () => void }[] = [];
  let stuck = Promise.withResolvers<void>();
  stuck.resolve();
  const take = async (_: TemplateStringsArray, payloads: readonly string[]) => {
    await stuck.promise;
    sent.push(...payloads.map((payload) => JSON.parse(payload)));
  };
  const listen = async (_: string, hear: (payload: string) => void, connected: () => void) => {
    const listener = { hear, connected };
    listeners.push(listener);
    connected();
    return { unlisten: async () => void listeners.splice(listeners.indexOf(listener), 1) };
  };
  return {
    db: Object.assign(take, { listen }) as unknown as Db,
    sent,
    listeners,
    /** A message arrives, from whatever process. */
    bring: (...message: unknown[]) => {
      for (const { hear } of listeners) hear(JSON.stringify(message));
    },
    getStuck: () => {
      stuck = Promise.withResolvers<void>();
      return stuck.resolve;
    },
  };
}

test('a heartbeat is sent twice a second; a database that did not answer for a while gets one, not all', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db, sent, getStuck } = aDatabase();
  const announcer = new Announcer(db, deaf);
  await announcer.listen();
  expect(sent).toEqual([[announcer.self, 0]]);
  for (let beat = 0; beat < 2; beat++) await vi.advanceTimersByTimeAsync(500);
  expect(sent).toHaveLength(3);
  const recover = getStuck();
  for (let beat = 0; beat < 10; beat++) await vi.advanceTimersByTimeAsync(500);
  recover();
  await vi.waitFor(() => expect(sent).toHaveLength(4), SOON);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toHaveLength(5);
  await announcer.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.slice(5)).toEqual([[announcer.self, null]]);
});

test('a process that stops has said what was left to say, and that it leaves; a database that does not answer keeps it for a second', async () => {
  const { db, sent, getStuck } = aDatabase();
  const leaving = new Announcer(db, deaf);
  await leaving.listen();
  const recover = getStuck();
  setTimeout(recover, 50);
  leaving.announce(7, [{ placeId: 1, version: 1, state: 'free', purchaseId: null, heldUntilMs: null }]);
  await leaving.close();
  expect(sent).toEqual([
    [leaving.self, 0],
    [leaving.self, 1, 7, [['free', null, null, [1], [1]]]],
    [leaving.self, null],
  ]);

  const kept = new Announcer(db, deaf);
  await kept.listen();
  getStuck();
  const closing = kept.close().then(() => 'closed');
  expect(await Promise.race([closing, sleep(800)])).toBeUndefined();
  expect(await closing).toBe('closed');
});

const row = (placeId: number, given: Partial<PlaceRow> = {}): PlaceRow => ({
  placeId,
  version: 1,
  state: 'free',
  purchaseId: null,
  heldUntilMs: null,
  ...given,
});
/** What it has announced of changes once all of it is sent, without its name and number. */
async function announced(rows: readonly PlaceRow[]) {
  const { db, sent } = aDatabase();
  const announcer = new Announcer(db, deaf);
  await announcer.listen();
  announcer.announce(7, rows);
  await announcer.close();
  const changes = (sent as [string, number | null, number?, unknown[][]?][]).filter(([, , performanceId]) => performanceId === 7);
  return changes.map(([, , , groups]) => groups);
}

test('a process that does not listen announces nothing, needs no news, and says nothing when it is closed', async () => {
  const { db, sent } = aDatabase();
  const announcer = new Announcer(db, deaf);
  expect(announcer.isUpToDate).toBe(true);
  announcer.announce(7, [row(1)]);
  await sleep(60);
  await announcer.close();
  expect(sent).toEqual([]);
});

test('a process listens once, and neither hears nor announces anything after it was closed', async () => {
  const { db, sent, listeners } = aDatabase();
  const announcer = new Announcer(db, deaf);
  await announcer.listen();
  await announcer.listen();
  expect([listeners.length, sent.length]).toEqual([1, 1]);
  // It has not heard itself yet.
  expect(announcer.isUpToDate).toBe(false);
  await announcer.close();
  const left = sent.length;
  announcer.announce(7, [row(1)]);
  await announcer.close();
  expect([listeners.length, sent.length, announcer.isUpToDate]).toEqual([0, left, true]);
});

test('the first connection loses nothing, a second one may have', async () => {
  const { db, listeners } = aDatabase();
  let lost = 0;
  const announcer = new Announcer(db, { ...deaf, lost: () => (lost += 1) });
  await announcer.listen();
  expect(lost).toBe(0);
  for (let times = 1; times <= 2; times++) {
    listeners[0]?.connected();
    expect(lost).toBe(times);
  }
  await announcer.close();
});

test('a gap after a process that has only been heard of by a heartbeat is noticed', async () => {
  const { db, bring } = aDatabase();
  const heard: Announcement[] = [];
  let lost = 0;
  const announcer = new Announcer(db, { ...deaf, heard: (news) => heard.push(news), lost: () => (lost += 1) });
  await announcer.listen();
  bring('a neighbour', 0);
  bring('a neighbour', 1, 7, []);
  expect([heard.length, lost]).toEqual([1, 0]);
  bring('another', 0);
  bring('another', 2, 7, []);
  expect([heard.length, lost]).toEqual([2, 1]);
  // A script counts nothing, and a process that left is not missed.
  bring('a script', 0, 7, []);
  bring('a script', 0, 7, []);
  bring('another', null);
  bring('another', 9, 7, [['held', 5, 'ana', [3, 4], [1, 2]]]);
  expect(lost).toBe(1);
  const held = { state: 'held' as const, purchaseId: 'ana', heldUntilMs: 5 };
  expect(heard.at(-1)).toEqual({ from: 'another', performanceId: 7, rows: [row(3, held), row(4, { ...held, version: 2 })] });
  bring('another', 10, 7, [['held', 5, 'ana', [3, 4]]]);
  expect(heard.at(-1)?.rows).toBeNull();
  await announcer.close();
});

test('a process knows all recent changes while it hears itself, for 1,250 ms after the last time, and no neighbour is silent', async () => {
  const { db, bring } = aDatabase();
  const announcer = new Announcer(db, deaf);
  await announcer.listen();
  let now = 100_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  bring(announcer.self, 0);
  now += 1250;
  expect(announcer.isUpToDate).toBe(true);
  now += 1;
  expect(announcer.isUpToDate).toBe(false);
  bring('a neighbour', 1);
  now += 1251;
  bring(announcer.self, 0);
  expect(announcer.isUpToDate).toBe(false);
  bring('a neighbour', null);
  expect(announcer.isUpToDate).toBe(true);
  vi.restoreAllMocks();
  await announcer.close();
});

test('changes of one performance within 50 ms are one message, no change is none, and a later one is the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { db, sent } = aDatabase();
  const announcer = new Announcer(db, deaf);
  await announcer.listen();
  sent.length = 0;
  announcer.announce(7, []);
  await vi.advanceTimersByTimeAsync(60);
  expect(sent).toEqual([]);
  announcer.announce(7, [row(1)]);
  await vi.advanceTimersByTimeAsync(49);
  announcer.announce(7, [row(2)]);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  announcer.announce(7, [row(3)]);
  await vi.advanceTimersByTimeAsync(50);
  expect(sent).toEqual([
    [announcer.self, 1, 7, [['free', null, null, [1, 2], [1, 1]]]],
    [announcer.self, 2, 7, [['free', null, null, [3], [1]]]],
  ]);
  vi.useRealTimers();
  await announcer.close();
});

test('of two rows of a place the one with the higher version is announced, and of two of the same version the later', async () => {
  const held = { state: 'held' as const, purchaseId: 'ana', heldUntilMs: 5 };
  expect(await announced([row(1, { version: 2 }), row(1, { version: 1, ...held }), row(2, held), row(2), row(3, { version: 0 })])).toEqual([
    [['free', null, null, [1, 2, 3], [2, 1, 0]]],
  ]);
});

test('places that became the same are listed three hundred at a time', async () => {
  const places = (count: number) => Array.from({ length: count }, (_, placeId) => row(placeId));
  const sizes = async (count: number) =>
    (await announced(places(count))).map((groups) => groups?.map((group) => (group[3] as unknown[]).length));
  expect(await sizes(300)).toEqual([[300]]);
  expect(await sizes(301)).toEqual([[300, 1]]);
  expect(await sizes(600)).toEqual([[300, 300]]);
});

/** A change that takes exactly so many bytes of a message, with its comma. */
const ofBytes = (placeId: number, bytes: number) => {
  const of = (purchaseId: string) => row(placeId, { state: 'sold', purchaseId });
  const { state, heldUntilMs, version } = of('');
  const frame = JSON.stringify([state, heldUntilMs, '', [placeId], [version]]).length + 1;
  return of(String(placeId).padEnd(bytes - frame, '-'));
};
const messagesOf = async (...sizes: number[]) =>
  (await announced(sizes.map((bytes, placeId) => ofBytes(placeId, bytes)))).map((groups) => groups?.map((group) => group[3]));

test('a message is filled to 7,500 bytes and no further', async () => {
  expect(await messagesOf(3000, 4500)).toEqual([[[0], [1]]]);
  expect(await messagesOf(3000, 4501)).toEqual([[[0]], [[1]]]);
  expect(await messagesOf(7500, 3000, 4500)).toEqual([[[0]], [[1], [2]]]);
});

test('up to forty messages list what changed; more than that become one, which says that everything has to be read again', async () => {
  const full = (count: number) => Array.from({ length: count }, () => 7000);
  expect(await messagesOf(...full(40))).toEqual(full(40).map((_, placeId) => [[placeId]]));
  expect(await announced(full(41).map((bytes, placeId) => ofBytes(placeId, bytes)))).toEqual([null]);
});

test('an outage is told once, when its first message does not leave, and the next outage again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let outage: string | undefined;
  const take = async () => {
    if (outage) throw new Error(outage);
  };
  const db = Object.assign(take, { listen: async () => ({ unlisten: async () => {} }) }) as unknown as Db;
  const told: unknown[] = [];
  const announcer = new Announcer(db, { ...deaf, notSent: (error) => told.push(error) });
  await announcer.listen();
  for (const each of ['first', 'second']) {
    outage = each;
    for (let beat = 0; beat < 5; beat++) await vi.advanceTimersByTimeAsync(500);
    outage = undefined;
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(told).toEqual([new Error('first'), new Error('second')]);
  await announcer.close();
});
