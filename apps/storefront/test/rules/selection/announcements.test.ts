import type { HeldPlace } from '@butaca/contract';
import { expect, test } from 'vitest';
import { type Announcement, mayContinueAfter, problemOf, withAnnouncement } from '../../../app/purchase/selection/announcements.ts';

const held = (...ids: number[]): Announcement => ({ kind: 'held', places: ids.map((placeId) => ({ placeId }) as HeldPlace), apart: false });
const given = (placeId: number): Announcement => ({ kind: 'given', place: { placeId } as HeldPlace });
const label = (placeId: number) => ({ section: 'Platea', row: 'A', seat: String(placeId) });
const lost = (placeId: number): Announcement => ({
  kind: 'problem',
  problem: { kind: 'taken', placeIds: [placeId], labels: [label(placeId)] },
});
const all = (...announcements: Announcement[]) => announcements.reduce(withAnnouncement, [] as readonly Announcement[]);

test('places that were taken one after the other are one sentence', () => {
  expect(all(held(1), held(2, 3))).toEqual([held(1, 2, 3)]);
});

test('a lost place is announced by its name after the held ones', () => {
  expect(all(held(1), lost(2), held(3))).toEqual([held(1, 3), lost(2)]);
});

test('several lost places are one sentence', () => {
  expect(all(lost(2), lost(3))).toEqual([{ kind: 'problem', problem: { kind: 'taken', placeIds: [2, 3], labels: [label(2), label(3)] } }]);
});

test('a place that was given back at once is not announced as taken', () => {
  expect(all(held(1), held(2), given(2))).toEqual([held(1), given(2)]);
  expect(all(held(1), given(1))).toEqual([given(1)]);
});

test('a buyer whose turn is over is told so, and one who waited for accessible places that the turn is for those', () => {
  const kindOf = (obstacle: 'missing' | 'over' | 'other_account' | 'accessible_only') =>
    problemOf({ failure: 'turn_needed', data: { performanceId: 101, obstacle } });
  expect(kindOf('accessible_only')).toEqual({ kind: 'accessible' });
  for (const obstacle of ['missing', 'over', 'other_account'] as const) expect(kindOf(obstacle)).toEqual({ kind: 'turn' });
  expect(mayContinueAfter(kindOf('over'))).toBe(false);
});
