import { expect, test } from 'vitest';
import { Crowds } from '../../src/sale/claim/crowds.ts';

const MINUTE = 60_000;
const someCrowds = () => new Crowds('secret');

test('a network is a crowd of a performance once more than an eighth of its share was asked for', () => {
  const crowds = someCrowds();
  const from = crowds.originOf({ ip: '200.1.1.7', percent: 20, capacity: 800 });
  const neighbour = crowds.originOf({ ip: '200.1.1.8', percent: 20, capacity: 800 });
  const stranger = crowds.originOf({ ip: '200.1.2.8', percent: 20, capacity: 800 });
  expect(from).toEqual({ network: expect.any(Number), share: 160 });
  expect(neighbour).toEqual(from);
  expect(crowds.crowdOf(1, from, 10, 0)).toBeUndefined();
  expect(crowds.crowdOf(1, neighbour, 10, 0)).toBeUndefined();
  expect(crowds.crowdOf(1, from, 1, 0)).toEqual({ performanceId: 1, network: from?.network, most: 140 });
  expect(crowds.crowdOf(2, from, 10, 0)).toBeUndefined();
  expect(crowds.crowdOf(1, stranger, 10, 0)).toBeUndefined();
  expect(crowds.crowdOf(1, from, 1, 9 * MINUTE)).toBeDefined();
  expect(crowds.crowdOf(1, from, 1, 40 * MINUTE)).toBeUndefined();
});

test('a small hall leaves a network forty places; at a hundred per cent, and on the machine itself, nothing is counted', () => {
  const crowds = someCrowds();
  expect(crowds.originOf({ ip: '200.1.1.7', percent: 1, capacity: 100 })?.share).toBe(40);
  expect(crowds.originOf({ ip: '200.1.1.7', percent: 100, capacity: 100 })).toBeUndefined();
  expect(crowds.originOf({ ip: '127.0.0.1', percent: 20, capacity: 100 })).toBeUndefined();
  expect(crowds.crowdOf(1, undefined, 1000)).toBeUndefined();
});
