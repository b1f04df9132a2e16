import { expect, test } from 'vitest';
import { ServedPace } from '../../src/waiting-room/served-pace.ts';

const none = { issued: 0, serving: 0, lapsed: 0 };
const table = (issued: number, serving: number) => ({ priority: none, general: { issued, serving, lapsed: 0 }, late: none });

test('the pace of a room is what it let in during the last minute, once there is enough of it', () => {
  const pace = new ServedPace();
  const seconds = Array.from({ length: 121 }, (_, second) =>
    pace.add(table(10_000, second < 60 ? second * 2 : 120 + (second - 60) * 10), true, second * 1000),
  );
  expect(seconds[10]).toBeNull();
  expect(seconds[30]).toBe(120);
  expect(seconds[120]).toBe(600);
});

test('people who came while there was no queue do not slow down the estimate of those who queue later', () => {
  const pace = new ServedPace();
  for (let second = 0; second < 60; second++) expect(pace.add(table(1, 12), true, second * 1000)).toBeNull();
  const queued = Array.from({ length: 31 }, (_, second) => pace.add(table(5000, 12 + second * 10), true, (60 + second) * 1000));
  expect(queued.slice(0, 15)).toEqual(Array(15).fill(null));
  expect(queued[30]).toBe(600);
});

test('a pause is not counted', () => {
  const pace = new ServedPace();
  for (let second = 0; second < 30; second++) pace.add(table(5000, second * 10), true, second * 1000);
  expect(pace.add(table(5000, 300), false, 30_000)).toBeNull();
  expect(pace.add(table(5000, 300), true, 60_000)).toBeNull();
});
