import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { logInAsNewcomer } from '../purchases.ts';
import { keyboardWalk } from '../walk.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Mi cuenta' });

/** Every page that the account's navigation names, so that a new one is met here too. */
async function accountPages(page: Page): Promise<string[]> {
  await page.goto('/myPrivacy');
  await expect(navigation(page)).toBeVisible();
  return navigation(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

test('every page of the account opens, is accessible and can be walked by keyboard at 320 px, light and dark', async ({ page }) => {
  test.setTimeout(limit(240_000));
  await page.setViewportSize({ width: 320, height: 780 });
  await logInAsNewcomer(page);
  const pages = await accountPages(page);
  expect(pages.length).toBeGreaterThanOrEqual(4);
  for (const address of pages) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await expect(navigation(page).locator('[aria-current="page"]')).toHaveCount(1);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
      }
      expect(await widthOverflow(page), `${address} is wider than the screen`).toBeLessThanOrEqual(0);
      const { lost, stops } = await keyboardWalk(page);
      expect(lost, `${address} hides what has the focus`).toEqual([]);
      expect(stops, `${address} can be left by keyboard`).toBeGreaterThan(pages.length);
    });
  }
});
