import { expect, test } from 'vitest';
import { dateStyles } from '../src/dates.ts';

const opening = { year: 2026, month: 3, day: 5, hour: 21, minute: 0 };

test('a day is written with its month and year, and with the hour (OP-010, OP-011)', () => {
  expect(dateStyles.DMY_HM(opening)).toBe('05/03/2026 21:00');
  expect(dateStyles.DMY(opening)).toBe('05/03/2026');
});

test('a day of the search is written without its year (OP-012)', () => {
  expect(dateStyles.DM(opening)).toBe('05/03');
});

test('the clock has 24 hours', () => {
  expect(dateStyles.DMY_HM({ ...opening, hour: 0, minute: 5 })).toBe('05/03/2026 00:05');
});
