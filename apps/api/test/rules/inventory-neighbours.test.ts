import { expect, test } from 'vitest';
import { Neighbours } from '../../src/sale/live/neighbours.ts';

const change = { beat: false };
const beat = { beat: true };

test('a process whose news come for the first time has announced nothing that was missed', () => {
  expect(new Neighbours().hear('a', 41, change, 0)).toBe(false);
  expect(new Neighbours().hear('a', 41, beat, 0)).toBe(false);
});

test('changes follow each other, heartbeats repeat the last, and anything else is a gap', () => {
  const neighbours = new Neighbours();
  neighbours.hear('a', 1, change, 0);
  expect(neighbours.hear('a', 2, change, 0)).toBe(false);
  expect(neighbours.hear('a', 2, beat, 0)).toBe(false);
  expect(neighbours.hear('b', 9, change, 0)).toBe(false);
  expect(neighbours.hear('a', 4, change, 0)).toBe(true);
  expect(neighbours.hear('a', 5, beat, 0)).toBe(true);
  expect(neighbours.hear('a', 6, change, 0)).toBe(false);
});

test('a process without heartbeats counts as missing for a while and is then dropped; one that stopped in order does not', () => {
  const neighbours = new Neighbours();
  neighbours.hear('a', 1, beat, 0);
  expect(neighbours.someMissing(1250)).toBe(false);
  expect(neighbours.someMissing(1251)).toBe(true);
  expect(neighbours.someMissing(15_000)).toBe(true);
  expect(neighbours.someMissing(15_001)).toBe(false);
  neighbours.hear('b', 1, beat, 20_000);
  neighbours.leaves('b');
  expect(neighbours.someMissing(22_000)).toBe(false);
});
