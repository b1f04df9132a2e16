import { afterEach, expect, test, vi } from 'vitest';
import { Snapshot } from '../../src/sale/live/snapshot.ts';
import { type Checked, StaleCheck } from '../../src/sale/live/stale-check.ts';
import type { PlaceRow } from '../../src/sale/queries-places.ts';
import { silent } from '../factories/watch.ts';

afterEach(() => vi.useRealTimers());

const free = (placeId: number): PlaceRow => ({ placeId, version: 0, state: 'free', purchaseId: null, heldUntilMs: null });
const sold = (placeId: number, version = 1): PlaceRow => ({ placeId, version, state: 'sold', purchaseId: 'ana', heldUntilMs: null });

/** Halls of these sizes, the rows that the database has of each, and a check that reads them. */
function halls(sizes: readonly number[]) {
  const begun = new Set<number>();
  const rows = new Map(sizes.map((_, performanceId) => [performanceId, new Map<number, PlaceRow>()]));
  const read: { performanceId: number; from: number; to: number }[] = [];
  const performances = sizes.map(
    (placeCount, performanceId): Checked => ({
      performanceId,
      snapshot: new Snapshot(placeCount),
      hasEnded: () => begun.has(performanceId),
    }),
  );
  const rowsOf = ({ performanceId }: Checked) => [...(rows.get(performanceId)?.values() ?? [])];
  const lookedUp: number[] = [];
  const check = new StaleCheck({
    performances: async () => performances,
    readRange: async (live, { from, to }) => {
      read.push({ performanceId: live.performanceId, from, to });
      return rowsOf(live).filter(({ placeId }) => placeId >= from && placeId < to);
    },
    readPlaces: async (live, placeIds) => {
      lookedUp.push(...placeIds);
      return placeIds.map((placeId) => rows.get(live.performanceId)?.get(placeId) ?? free(placeId));
    },
    watch: silent,
  });
  const write = (performanceId: number, row: PlaceRow) => rows.get(performanceId)?.set(row.placeId, row);
  return { performances, check, read, lookedUp, begun, write };
}

test('a round reads five thousand places, or the performance that passes them; every place of every performance has its turn', async () => {
  const { check, read } = halls([12_000, 40, 3000, 4000]);
  const parts: (readonly [number, number, number])[][] = [];
  for (let round = 0; round < 5; round++) {
    read.length = 0;
    await check.round();
    parts.push(read.map(({ performanceId, from, to }) => [performanceId, from, to]));
  }
  expect(parts).toEqual([
    [[0, 0, 5000]],
    [[0, 5000, 10_000]],
    [
      [0, 10_000, 12_000],
      [1, 0, 40],
      [2, 0, 3000],
    ],
    [[3, 0, 4000]],
    [[0, 0, 5000]],
  ]);
});

test('a round ends with the place that makes it five thousand', async () => {
  const { check, read } = halls([4999, 1, 7]);
  await check.round();
  expect(read.map(({ performanceId }) => performanceId)).toEqual([0, 1]);
});

test('a performance that has started is no longer read', async () => {
  const { check, read, begun } = halls([40, 50]);
  begun.add(0);
  await check.round();
  expect(read).toEqual([{ performanceId: 1, from: 0, to: 50 }]);
});

test('a place that is still wrong a round later is mended and counted, once', async () => {
  const { performances, check, write } = halls([40]);
  write(0, sold(7));
  await check.round();
  expect([check.found, performances[0]?.snapshot.agreesWith(sold(7))]).toEqual([0, false]);
  await check.round();
  expect([check.found, performances[0]?.snapshot.agreesWith(sold(7))]).toEqual([1, true]);
  await check.round();
  expect(check.found).toBe(1);
});

test('a place with news since the read is left to them, even when those are not the last', async () => {
  const { performances, check, write } = halls([40]);
  write(0, sold(7));
  await check.round();
  performances[0]?.snapshot.apply([sold(7)]);
  write(0, sold(7, 2));
  await check.round();
  expect(check.found).toBe(0);
  expect(performances[0]?.snapshot.agreesWith(sold(7))).toBe(true);
});

test('a place that was never taken counts as free, and is corrected if it is not', async () => {
  const { performances, check, lookedUp } = halls([40]);
  performances[0]?.snapshot.apply([sold(7)]);
  for (let round = 0; round < 3; round++) await check.round();
  expect([check.found, performances[0]?.snapshot.agreesWith(free(7))]).toEqual([1, true]);
  expect(lookedUp).toEqual([7]);
});

test('a place that agrees with its row again by the next round was not stale, whatever happened in between', async () => {
  const { performances, check, write } = halls([40]);
  write(0, sold(7));
  await check.round();
  write(0, free(7));
  await check.round();
  expect([check.found, performances[0]?.snapshot.agreesWith(free(7))]).toEqual([0, true]);
});

test('a round follows every five seconds, none overtakes another, one that fails ends nothing, and a check that was stopped is over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let rounds = 0;
  let answer = Promise.withResolvers<[]>();
  const check = new StaleCheck({
    performances: () => {
      rounds += 1;
      return answer.promise;
    },
    readRange: async () => [],
    readPlaces: async () => [],
    watch: silent,
  });
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return rounds;
  };
  check.start();
  check.start();
  expect([await after(4999), await after(1)]).toEqual([0, 1]);
  expect(await after(15_000)).toBe(1);
  answer.reject(new Error('the database is down'));
  expect(await after(0)).toBe(1);
  answer = Promise.withResolvers();
  answer.resolve([]);
  expect([await after(5000), await after(5000)]).toEqual([2, 3]);
  check.stop();
  expect(await after(20_000)).toBe(3);
});
