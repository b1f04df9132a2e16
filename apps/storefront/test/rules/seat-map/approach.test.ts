import { expect, test } from 'vitest';
import { approachOf } from '../../../app/purchase/seat-map/map/camera.ts';
import { onScreen } from '../../../app/purchase/seat-map/map/view.ts';

const phone = { width: 360, height: 480 };
const middle = { x: expect.closeTo(180), y: expect.closeTo(240) };
const block = { left: 100, top: 100, width: 200, height: 100 };

test('a first tap comes so close that a finger can choose, about where it was', () => {
  const tapped = { x: 250, y: 150 };
  const view = approachOf({ box: block, pitch: 5 }, phone, tapped);
  expect(5 * view.scale).toBeGreaterThanOrEqual(24);
  expect(onScreen(view, tapped)).toEqual(middle);
});

test('a small section is shown whole, its places no larger than is comfortable', () => {
  const view = approachOf({ box: { ...block, width: 40, height: 40 }, pitch: 10 }, phone, { x: 101, y: 101 });
  expect(10 * view.scale).toBeCloseTo(38);
  expect(onScreen(view, { x: 120, y: 120 })).toEqual(middle);
});

test('a field without numbers fills the screen', () => {
  expect(approachOf({ box: block, pitch: 0 }, phone).scale).toBeCloseTo(312 / 200);
});
