import { readdir, readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { BoundedCache } from '../../src/http/bounded-cache.ts';

test('an answer is kept for as long as it may be, also while the clock of the machine is set back', async () => {
  const realNow = Date.now;
  let shiftMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shiftMs);
  const cache = new BoundedCache<number>({ mostEntries: 1, freshMs: 20 });
  let made = 0;
  const make = async () => ++made;
  expect(await cache.get('free places', make)).toBe(1);
  shiftMs = -20 * 60_000;
  await expect.poll(() => cache.get('free places', make), { timeout: limit(5000), interval: 20 }).toBeGreaterThan(1);
  vi.restoreAllMocks();
});

/** What is a moment of the day, and no time between two. */
const MOMENTS = [
  'catalogue/find-shows.ts',
  'customers/captcha/altcha.ts',
  'customers/captcha/recaptcha.ts',
  'customers/sign-in/challenges.ts',
  'office/routes.ts',
  // The offset between both.
  'waiting-room/rooms.ts',
];

test('how long something lasts is measured by a clock that is never set', async () => {
  const source = new URL('../../src/', import.meta.url);
  const names = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('payments/providers/'),
  );
  const found: string[] = [];
  for (const name of names) if (/\bDate\.now\b/.test(await readFile(new URL(name, source), 'utf8'))) found.push(name);
  expect(found.sort()).toEqual(MOMENTS);
});
