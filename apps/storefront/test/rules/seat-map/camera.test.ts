import { beforeEach, describe, expect, test } from 'vitest';
import { type Camera, createCamera } from '../../../app/purchase/seat-map/map/camera.ts';
import { centred, onMap } from '../../../app/purchase/seat-map/map/view.ts';

const hall = { left: 0, top: 0, width: 1000, height: 800 };
const desktop = { width: 1024, height: 624 };
const middle = { x: 512, y: 312 };
let camera: Camera;

beforeEach(() => {
  camera = createCamera(hall, { most: 5, still: () => true });
  camera.resize(desktop);
});

test('at first the whole hall is seen', () => {
  expect(camera.isWhole).toBe(true);
  expect(camera.view.scale).toBe(0.75);
  expect(onMap(camera.view, middle)).toEqual({ x: 500, y: 400 });
});

describe('the page scrolls', () => {
  test('by all of a move that the whole hall does not need', () => {
    expect(camera.moveBy(0, -80)).toEqual({ x: 0, y: -80 });
  });

  test('by the part of a move beyond the edge', () => {
    camera.zoomBy(4, middle);
    expect(camera.moveBy(0, -80).y).toBeCloseTo(0);
    camera.moveBy(0, -100_000);
    expect(camera.moveBy(0, -80).y).toBeCloseTo(-80);
  });
});

test('zoom ends at the largest place and at the whole hall', () => {
  camera.zoomBy(1000, middle);
  expect([camera.view.scale, camera.isClosest]).toEqual([5, true]);
  camera.zoomBy(0.0001, middle);
  expect([camera.view.scale, camera.isWhole]).toEqual([0.75, true]);
});

test('a screen that turns keeps the middle in the middle', () => {
  camera.zoomBy(4, middle);
  const before = onMap(camera.view, middle);
  camera.resize({ width: 800, height: 900 });
  const after = onMap(camera.view, { x: 400, y: 450 });
  expect([after.x, after.y]).toEqual([expect.closeTo(before.x), expect.closeTo(before.y)]);
});

test('a place that is asked for is in the middle, also beside the edge of the hall', () => {
  camera.goTo(centred({ x: 10, y: 790 }, 4, desktop));
  const at = onMap(camera.view, middle);
  expect([at.x, at.y, camera.view.scale]).toEqual([expect.closeTo(10), expect.closeTo(790), 4]);
});

test('a screen that turns on the way to a section arrives there', () => {
  camera = createCamera(hall, { most: 5, still: () => false });
  camera.resize(desktop);
  camera.flyTo(centred({ x: 300, y: 300 }, 4, desktop));
  camera.resize({ width: 800, height: 600 });
  const at = onMap(camera.view, { x: 400, y: 300 });
  expect([at.x, at.y, camera.view.scale]).toEqual([expect.closeTo(300), expect.closeTo(300), 4]);
});

describe('movement', () => {
  test('is off when the system asks for reduced motion', () => {
    camera.flyBy(4);
    expect(camera.view.scale).toBe(3);
    camera.throwAt(2, 0);
    expect(camera.tick(1e9)).toBe(false);
  });

  test('ends where it was going to', () => {
    const moving = createCamera(hall, { most: 5, still: () => false });
    moving.resize(desktop);
    moving.flyBy(4);
    expect(moving.tick(performance.now() + 100)).toBe(true);
    expect(moving.view.scale).toBeGreaterThan(0.75);
    expect(moving.tick(performance.now() + 10_000)).toBe(false);
    expect(moving.view.scale).toBe(3);
  });

  test('of a thrown hall runs out', () => {
    const moving = createCamera(hall, { most: 5, still: () => false });
    moving.resize(desktop);
    moving.zoomBy(6, middle);
    const { left } = moving.view;
    moving.throwAt(-0.5, 0);
    expect(moving.tick(performance.now() + 16)).toBe(true);
    expect(moving.view.left).toBeGreaterThan(left);
    expect(moving.tick(performance.now() + 5000)).toBe(false);
  });
});
