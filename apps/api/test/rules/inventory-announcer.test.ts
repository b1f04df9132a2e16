import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Db } from '../../src/db/connect.ts';
import { Announcer } from '../../src/sale/live/announcer.ts';

afterEach(() => vi.useRealTimers());

/** A database that takes messages, and takes its time while it is stuck. */
function aDatabase() {
  const sent: unknown[] = [];
  let stuck = Promise.withResolvers<void>();
  stuck.resolve();
  const take = async (_: TemplateStringsArray, payloads: readonly string[]) => {
    await stuck.promise;
    sent.push(...payloads.map((payload) => JSON.parse(payload)));
  };
  const listen = async () => ({ unlisten: async () => {} });
  return {
    db: Object.assign(take, { listen }) as unknown as Db,
    sent,
    getStuck: () => {
      stuck = Promise.withResolvers<void>();
      return stuck.resolve;
    },
  };
}

test('a heartbeat is sent twice a second; a database that did not answer for a while gets one, not all', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db, sent, getStuck } = aDatabase();
  const announcer = new Announcer(db, { heard: () => {}, lost: () => {}, notSent: () => {} });
  await announcer.listen();
  expect(sent).toEqual([[announcer.self, 0]]);
  for (let beat = 0; beat < 2; beat++) await vi.advanceTimersByTimeAsync(500);
  expect(sent).toHaveLength(3);
  const recover = getStuck();
  for (let beat = 0; beat < 10; beat++) await vi.advanceTimersByTimeAsync(500);
  recover();
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toHaveLength(5);
  await announcer.close();
});

test('a process that stops has said what was left to say, and that it leaves; a database that does not answer keeps it for a second', async () => {
  const { db, sent, getStuck } = aDatabase();
  const leaving = new Announcer(db, { heard: () => {}, lost: () => {}, notSent: () => {} });
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

  const kept = new Announcer(db, { heard: () => {}, lost: () => {}, notSent: () => {} });
  await kept.listen();
  getStuck();
  const closing = kept.close().then(() => 'closed');
  expect(await Promise.race([closing, sleep(800)])).toBeUndefined();
  expect(await closing).toBe('closed');
});
