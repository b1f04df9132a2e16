import { expect, test } from 'vitest';
import { pauseMs } from '../../src/process-slot.ts';

test('a process that keeps dying is started later each time, and never given up', () => {
  expect([0, 1, 2, 5].map(pauseMs)).toEqual([250, 500, 1000, 8000]);
  expect(pauseMs(40)).toBe(15_000);
});
