import { expect, test } from 'vitest';
import { ageOf } from '../../app/bills/age.ts';

const MINUTE_MS = 60_000;

test('a wait is told in the largest unit that it fills', () => {
  expect([12, 59, 60, 119, 23 * 60, 49 * 60].map((minutes) => ageOf(minutes * MINUTE_MS))).toEqual([
    { unit: 'minutes', count: 12 },
    { unit: 'minutes', count: 59 },
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 23 },
    { unit: 'days', count: 2 },
  ]);
});

test('a clock that is behind shows a minute', () => {
  expect(ageOf(-5000)).toEqual({ unit: 'minutes', count: 1 });
});
