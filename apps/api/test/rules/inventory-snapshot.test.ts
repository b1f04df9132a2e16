import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Snapshot } from '../../src/sale/live/snapshot.ts';
import type { PlaceRow } from '../../src/sale/queries-places.ts';

const PLACES = 200_000;
const sold = (placeId: number, version = 1): PlaceRow => ({ placeId, version, state: 'sold', heldUntilMs: null, purchaseId: 'ana' });
const held = (placeId: number, version: number): PlaceRow => ({ placeId, version, state: 'held', heldUntilMs: 1e15, purchaseId: 'ana' });
const free = (placeId: number, version: number): PlaceRow => ({ placeId, version, state: 'free', heldUntilMs: null, purchaseId: null });
const isFree = (snapshot: Snapshot, place: number) => ((snapshot.freeBits()[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;

test('news that arrive during a full read are applied on top of it', async () => {
  const snapshot = new Snapshot(40);
  await snapshot.reload(async () => {
    snapshot.apply([sold(7)]);
    return [sold(3)];
  });
  expect([3, 7, 8].map((place) => isFree(snapshot, place))).toEqual([false, false, true]);
});

test('old news that arrive during or after a full read do not overwrite it', async () => {
  const snapshot = new Snapshot(40);
  await snapshot.reload(async () => {
    snapshot.apply([held(7, 1)]);
    return [free(7, 2)];
  });
  expect(isFree(snapshot, 7)).toBe(true);
  snapshot.apply([held(7, 1)]);
  expect(isFree(snapshot, 7)).toBe(true);
});

test('a full read replaces even newer rows of the snapshot, as after a database was restored', async () => {
  const snapshot = new Snapshot(40);
  snapshot.apply([sold(3, 9), held(4, 9)]);
  await snapshot.reload(async () => [free(3, 2)]);
  expect([3, 4].map((place) => isFree(snapshot, place))).toEqual([true, true]);
  // Of a place that was not read nothing is left.
  expect(snapshot.knownState(4)).toEqual({ version: 0, state: 0, heldUntilMs: 0, purchaseId: null });
  snapshot.apply([held(3, 3), sold(4, 1)]);
  expect([3, 4].map((place) => isFree(snapshot, place))).toEqual([false, false]);
});

test('a row that a later reading has with a lower version counts, and an overtaken reading does not', () => {
  const snapshot = new Snapshot(40);
  snapshot.apply([sold(3, 9), sold(4, 9)]);
  const before = snapshot.versionsOf([3, 4, 5]);
  // Learnt while it was read: the reading may have begun before that commit.
  snapshot.apply([sold(4, 10), sold(5, 1)]);
  expect(snapshot.applyReading([free(3, 2), free(4, 9), free(5, 0)], before)).toBe(1);
  expect([3, 4, 5].map((place) => isFree(snapshot, place))).toEqual([true, false, false]);
  expect(snapshot.applyReading([free(4, 9)], snapshot.versionsOf([4]))).toBe(1);
  expect(isFree(snapshot, 4)).toBe(true);
});

test('a sold place that a full read does not have is free', async () => {
  const snapshot = new Snapshot(40);
  snapshot.apply([sold(4), sold(0)]);
  await snapshot.reload(async () => []);
  expect([4, 0].map((place) => isFree(snapshot, place))).toEqual([true, true]);
});

test('news of a place beyond the map change nothing', () => {
  const snapshot = new Snapshot(40);
  const before = snapshot.knownState(40);
  snapshot.apply([sold(40), sold(41)]);
  expect([snapshot.knownState(40), snapshot.knownState(41)]).toEqual([before, before]);
  expect(before).toEqual({ version: 0, state: 0, heldUntilMs: 0, purchaseId: null });
});

/** The life of one place, each change one version later than the one before. */
const life = fc.array(fc.constantFrom('free' as const, 'held' as const, 'sold' as const), { minLength: 1, maxLength: 8 });

test('news of a place may arrive in any order and repeatedly: the newest stays', () => {
  fc.assert(
    fc.property(
      life.chain((states) => fc.tuple(fc.constant(states), fc.array(fc.nat(states.length - 1), { minLength: 1, maxLength: 20 }))),
      ([states, arrivals]) => {
        const rows = states.map((state, index) => ({ free, held, sold })[state](5, index + 1));
        const snapshot = new Snapshot(40);
        for (const index of arrivals) snapshot.apply([rows[index] as PlaceRow]);
        expect(snapshot.agreesWith(rows[Math.max(...arrivals)] as PlaceRow)).toBe(true);
      },
    ),
  );
});

test('a row read again with the same version is applied: a script may have moved its time', () => {
  const snapshot = new Snapshot(40);
  snapshot.apply([held(5, 1)]);
  snapshot.apply([{ ...held(5, 1), heldUntilMs: 1 }]);
  snapshot.clockOffsetMs = 1e12;
  expect(isFree(snapshot, 5)).toBe(true);
});

test.each([
  ['its version', { version: 3 }],
  ['its state', { state: 'sold' as const }],
  ['the end of its hold, by a millisecond', { heldUntilMs: 1e15 + 1 }],
  ['its purchase', { purchaseId: 'luis' }],
])('a snapshot’s place does not agree with a row that differs in %s', (_, difference) => {
  const snapshot = new Snapshot(40);
  const row = held(5, 2);
  snapshot.apply([row]);
  const before = snapshot.knownState(5);
  expect([snapshot.agreesWith(row), snapshot.isUnchanged(5, before)]).toEqual([true, true]);
  expect(snapshot.agreesWith({ ...row, ...difference })).toBe(false);
  snapshot.correct({ ...row, ...difference });
  expect(snapshot.isUnchanged(5, before)).toBe(false);
});

test('a failed read leaves nothing behind: a sold-out stadium can still be read', async () => {
  const snapshot = new Snapshot(PLACES);
  snapshot.apply([sold(1)]);
  await expect(snapshot.reload(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(isFree(snapshot, 1)).toBe(false);
  await snapshot.reload(async () => Array.from({ length: PLACES }, (_, place) => sold(place)));
  expect(isFree(snapshot, PLACES - 1)).toBe(false);
});

test('a place that is held is taken for others until its hold is over, to the millisecond, and never for its own purchase', () => {
  const snapshot = new Snapshot(40);
  snapshot.clockOffsetMs = 1000;
  snapshot.apply([{ ...held(5, 1), heldUntilMs: 61_000 }, sold(6)]);
  const takenAt = (nowMs: number, placeId = 5, purchaseId = 'luis') => snapshot.isTakenFor(purchaseId, placeId, nowMs);
  expect([59_999, 60_000, 60_001].map((now) => takenAt(now))).toEqual([true, true, false]);
  expect([59_999, 60_000, 60_001].map((now) => ((snapshot.freeBits(now)[0] ?? 0) >> 5) & 1)).toEqual([0, 0, 1]);
  expect([takenAt(0, 5, 'ana'), takenAt(0, 6), takenAt(0, 7)]).toEqual([false, true, false]);
  expect(new Snapshot(40).clockOffsetMs).toBe(0);
});
