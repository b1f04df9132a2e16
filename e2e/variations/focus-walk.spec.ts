import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { faultsOf, walkByKeyboard } from '../focus-walk.ts';
import { openDate } from '../hall.ts';
import { logInAsNewcomer } from '../purchases.ts';

/** Each page of the way to a place, with a number of stops that it has at least. */
const pages: Readonly<Record<string, { readonly open: (page: Page) => Promise<unknown>; readonly least: number }>> = {
  'the billboard': { open: (page) => page.goto('/'), least: 30 },
  'the search': { open: (page) => page.goto('/AdvancedSearch?cBuscar=teatro'), least: 30 },
  'a show': { open: (page) => page.goto('/landing/hamlet'), least: 30 },
  'a venue': { open: (page) => page.goto('/establecimiento/-/1'), least: 30 },
  'the shop': { open: (page) => page.goto('/tienda'), least: 20 },
  'an information page': { open: (page) => page.goto('/FAQ'), least: 30 },
  'the log-in': { open: (page) => page.goto('/login'), least: 20 },
  'the places of a date': { open: openPlaces, least: 20 },
};

async function openPlaces(page: Page) {
  await logInAsNewcomer(page);
  await openDate(page, '/landing/hamlet');
  await expect(page.locator('canvas')).toBeVisible();
}

test('the focus is seen at every stop of the way to a place, in the order in which it is read, forwards and backwards', {
  tag: '@once',
}, async ({ page }) => {
  test.setTimeout(limit(300_000));
  for (const [name, { open, least }] of Object.entries(pages))
    await test.step(name, async () => {
      await open(page);
      await hydrated(page);
      const forwards = await walkByKeyboard(page, 'Tab');
      expect(forwards.length, name).toBeGreaterThanOrEqual(least);
      expect.soft(faultsOf(forwards), name).toEqual([]);
      // The bar stays, and what is scrolled to from below must not end under it.
      expect.soft(faultsOf(await walkByKeyboard(page, 'Shift+Tab')), name).toEqual([]);
    });
});
