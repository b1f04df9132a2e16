import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** They may ask the device, and why. */
const MAY_ASK = [
  // Names an address that no cache knows.
  'apps/waiting-room/app/host.ts',
  // What was prepared ages while the device sleeps, too; a wrong clock makes it once more.
  'packages/browser/src/prepared.ts',
  // The clock itself, before the server has answered.
  'packages/browser/src/server-clock.ts',
];

test('no page asks the device what time it is: people set it, so it decides nothing about a sale', () => {
  const pages = globSync(['apps/{storefront,office,waiting-room}/app/**/*.{ts,tsx}', 'packages/{browser,ui}/src/**/*.{ts,tsx}']);
  expect(pages.length).toBeGreaterThan(300);
  const asking = pages.filter((file) => /Date\.now\b|new Date\(\)(?!\.getTimezoneOffset)/.test(readFileSync(file, 'utf8')));
  expect(asking.sort()).toEqual(MAY_ASK);
});
