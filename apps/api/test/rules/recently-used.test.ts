import { expect, test } from 'vitest';
import { recentlyUsed } from '../../src/http/recently-used.ts';

test('of more entries than it keeps, those that were used last are there', () => {
  const kept = recentlyUsed<number>(1000);
  for (let n = 0; n < 1000; n++) kept.set(`n${n}`, n);
  kept.get('n0');
  for (let n = 1000; n < 1500; n++) kept.set(`n${n}`, n);
  expect(kept.size).toBe(1000);
  expect(kept.get('n0')).toBe(0);
  expect([1, 500, 501, 1499].map((n) => kept.get(`n${n}`))).toEqual([undefined, undefined, 501, 1499]);
});
