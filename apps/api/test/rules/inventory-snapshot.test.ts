import { expect, test } from 'vitest';
import { Snapshot } from '../../src/sale/live/snapshot.ts';
import type { PlaceRow } from '../../src/sale/queries-places.ts';

const PLACES = 200_000;
const sold = (placeId: number): PlaceRow => ({ placeId, state: 'sold', heldUntilMs: null, purchaseId: 'ana' });
const isFree = (snapshot: Snapshot, place: number) => ((snapshot.freeBits()[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;

test('what is learnt while everything is read again counts on top of what was read', async () => {
  const snapshot = new Snapshot(40);
  await snapshot.reload(async () => {
    snapshot.apply([sold(7)]);
    return [sold(3)];
  });
  expect([3, 7, 8].map((place) => isFree(snapshot, place))).toEqual([false, false, true]);
});

test('a reading that failed leaves nothing behind: a stadium that has sold out can still be read', async () => {
  const snapshot = new Snapshot(PLACES);
  snapshot.apply([sold(1)]);
  await expect(snapshot.reload(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(isFree(snapshot, 1)).toBe(false);
  await snapshot.reload(async () => Array.from({ length: PLACES }, (_, place) => sold(place)));
  expect(isFree(snapshot, PLACES - 1)).toBe(false);
});
