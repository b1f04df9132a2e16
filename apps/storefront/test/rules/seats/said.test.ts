import type { HeldPlace } from '@butaca/contract';
import { expect, test } from 'vitest';
import { type Said, saidWith } from '../../../app/purchase/seats/said.ts';

const held = (...ids: number[]): Said => ({ kind: 'held', places: ids.map((placeId) => ({ placeId }) as HeldPlace), apart: false });
const given = (placeId: number): Said => ({ kind: 'given', place: { placeId } as HeldPlace });
const lost = (placeId: number): Said => ({
  kind: 'problem',
  problem: { kind: 'taken', placeIds: [placeId], names: [`Asiento ${placeId}`] },
});
const all = (...said: Said[]) => said.reduce(saidWith, [] as readonly Said[]);

test('places that were taken one after the other are one sentence', () => {
  expect(all(held(1), held(2, 3))).toEqual([held(1, 2, 3)]);
});

test('a lost place is told beside the held ones, last, and by its name', () => {
  expect(all(held(1), lost(2), held(3))).toEqual([held(1, 3), lost(2)]);
});

test('several lost places are one sentence', () => {
  expect(all(lost(2), lost(3))).toEqual([
    { kind: 'problem', problem: { kind: 'taken', placeIds: [2, 3], names: ['Asiento 2', 'Asiento 3'] } },
  ]);
});

test('of a place that was given back at once nobody says that it was taken', () => {
  expect(all(held(1), held(2), given(2))).toEqual([held(1), given(2)]);
  expect(all(held(1), given(1))).toEqual([given(1)]);
});
