import { expect, test } from 'vitest';
import { dateStyles } from '../src/dates.ts';

const opening = { year: 2026, month: 3, day: 5, hour: 21, minute: 0 };

test('dates read in the four styles of a deployment', () => {
  expect(dateStyles.DMY_HM(opening)).toBe('05/03/2026 21:00');
  expect(dateStyles.DMY(opening)).toBe('05/03/2026');
  expect(dateStyles.DM(opening)).toBe('05/03');
  expect(dateStyles.DD_MMM(opening)).toBe('05 mar');
});

test('the clock has 24 hours', () => {
  expect(dateStyles.DMY_HM({ ...opening, hour: 0, minute: 5 })).toBe('05/03/2026 00:05');
});
