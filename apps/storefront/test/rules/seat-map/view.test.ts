import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { between, boxOf, clamped, fitted, moved, onMap, onScreen, type View, zoomed } from '../../../app/purchase/seat-map/map/view.ts';

const hall = { left: -400, top: -50, width: 800, height: 800 };
const phone = { width: 360, height: 480 };
const limits = { least: 0.1, most: 10 };
const views = fc.record({
  left: fc.double({ min: -1000, max: 1000, noNaN: true }),
  top: fc.double({ min: -1000, max: 1000, noNaN: true }),
  scale: fc.double({ min: 0.1, max: 10, noNaN: true }),
});
const points = fc.record({ x: fc.double({ min: 0, max: 360, noNaN: true }), y: fc.double({ min: 0, max: 480, noNaN: true }) });
const near = (one: { x: number; y: number }, other: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y) < 1e-6;

test('what is under the fingers stays there while the map comes closer', () => {
  fc.assert(
    fc.property(views, points, fc.double({ min: 0.2, max: 5, noNaN: true }), (view, at, factor) =>
      near(onMap(zoomed(view, factor, at, limits), at), onMap(view, at)),
    ),
  );
});

test('the map is never closer or further than it may be', () => {
  fc.assert(
    fc.property(views, points, fc.double({ min: 0.001, max: 1000, noNaN: true }), (view, at, factor) => {
      const { scale } = zoomed(view, factor, at, limits);
      return scale >= limits.least && scale <= limits.most;
    }),
  );
});

test('a point of the map and of the screen are each other’s', () => {
  fc.assert(fc.property(views, points, (view, at) => near(onScreen(view, onMap(view, at)), at)));
});

test('the whole hall stands in the middle of the screen', () => {
  const view = fitted(hall, phone);
  expect(view.scale).toBe(0.45);
  expect(near(onScreen(view, { x: 0, y: 350 }), { x: 180, y: 240 })).toBe(true);
});

describe('the edge', () => {
  test('a hall that fits does not move away from the middle', () => {
    const view = fitted(hall, phone);
    expect(clamped(moved(view, 0, 500), hall, phone, 50)).toEqual(clamped(view, hall, phone, 50));
  });

  test('a hall that is larger than the screen never leaves it', () => {
    fc.assert(
      fc.property(views, (view) => {
        const close: View = { ...view, scale: 2 };
        const kept = clamped(close, hall, phone, 50);
        const { x, y } = onScreen(kept, { x: hall.left, y: hall.top });
        const end = onScreen(kept, { x: hall.left + hall.width, y: hall.top + hall.height });
        return x <= 50.001 && y <= 50.001 && end.x >= phone.width - 50.001 && end.y >= phone.height - 50.001;
      }),
    );
  });
});

test('a flight begins and ends where it should, and keeps the point still that both views have in common', () => {
  const from = fitted(hall, phone);
  const to = zoomed(from, 6, { x: 90, y: 400 }, limits);
  expect(between(from, to, 0).left).toBeCloseTo(from.left);
  expect(between(from, to, 1)).toMatchObject({ scale: expect.closeTo(to.scale), left: expect.closeTo(to.left) });
  const still = onMap(from, { x: 90, y: 400 });
  for (const part of [0.25, 0.5, 0.75]) {
    expect(near(onScreen(between(from, to, part), still), { x: 90, y: 400 })).toBe(true);
  }
  expect(between(from, moved(from, 40, 0), 0.5).left).toBeCloseTo(moved(from, 20, 0).left);
});

test('the frame of a picture is read from its view box', () => {
  expect(boxOf('-433 -52 866 830')).toEqual({ left: -433, top: -52, width: 866, height: 830 });
});
