import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dateStyles, dateText, momentText, timeText } from '../src/dates.ts';
import { languages } from '../src/languages.ts';

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

/** 5 March 2027 at 08:05 in Buenos Aires. */
const AT = Date.UTC(2027, 2, 5, 11, 5);
const timeZone = 'America/Argentina/Buenos_Aires';

test.each([...languages, 'es-AR', 'es-PY'])('a time of day is written by the 24-hour clock with two digits in %s', (language) => {
  expect(timeText(AT, { language, timeZone })).toBe('08:05');
  expect(momentText(AT, { language, timeZone }, { dateStyle: 'full' })).toMatch(/2027, 08:05$/);
});

test('in English the day stands before its month in every form, as on tickets', () => {
  const place = { language: 'en', timeZone };
  expect(dateText(AT, place, { dateStyle: 'long' })).toBe('5 March 2027');
  expect(dateText(AT, place, { day: 'numeric', month: 'short' })).toBe('5 Mar');
  expect(momentText(AT, place, { weekday: 'long', day: 'numeric', month: 'long' })).toBe('Friday 5 March, 08:05');
});

test('no page, mail or document formats a time of day by itself', async () => {
  const root = join(import.meta.dirname, '../../..');
  const paths = await Array.fromAsync(glob('{apps/{api/src,storefront/app,office/app},packages/*/src}/**/*.{ts,tsx}', { cwd: root }));
  expect(paths.length).toBeGreaterThan(500);
  const found = await Promise.all(
    paths.map(async (path) => (/timeStyle|hour: '|toLocaleTimeString/.test(await readFile(join(root, path), 'utf8')) ? [path] : [])),
  );
  expect(found.flat()).toEqual(['packages/brand/src/dates.ts']);
});
