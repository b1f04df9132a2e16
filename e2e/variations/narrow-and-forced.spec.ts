import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, hydrated, test } from '../fixtures.ts';
import { faultsOf, walkByKeyboard } from '../focus-walk.ts';
import { openDate } from '../hall.ts';
import { buying } from '../purchase-bar.ts';
import { logInAsNewcomer } from '../purchases.ts';

/** Whether a line along the lower edge of a control stands out from the ground above it. */
async function isUnderlined(control: Locator): Promise<boolean> {
  const { data, info } = await sharp(await control.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) =>
    data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3).toString('hex');
  // Left of the text, and away from the corners.
  const x = 5;
  return pixel(x, info.height - 2) !== pixel(x, info.height - 8);
}

const underlined = async (controls: Locator) => {
  const all = await controls.all();
  const found = [];
  for (const control of all) if (await isUnderlined(control)) found.push((await control.textContent())?.trim());
  return found;
};

const outlined = (page: Page, states: string) =>
  page
    .locator(states)
    .evaluateAll((all) => all.filter((each) => getComputedStyle(each).outlineStyle === 'none').map((each) => each.outerHTML));

test('with forced colours the chosen tab and the current page alone carry the line that says so', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await logInAsNewcomer(page);
  await openDate(page, '/landing/hamlet');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Mapa', 'Lista', 'Mejores lugares']);
  expect(await underlined(tabs)).toEqual(['Mapa']);
  await page.getByRole('tab', { name: 'Lista' }).click();
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await underlined(tabs)).toEqual(['Lista']);

  await page.goto('/myOrders');
  await hydrated(page);
  const account = page.getByRole('navigation', { name: 'Mi cuenta' });
  expect(await underlined(account.getByRole('link'))).toEqual(['Mis compras']);
  // What a component draws by a ground or a shadow is gone: the outline is every state's.
  expect(await outlined(page, '[aria-current="page"], [aria-selected="true"], [aria-pressed="true"]')).toEqual([]);
});

/** A page of 1280 by 1024 px at 400 %, and a phone. */
const sizes = [
  { width: 320, height: 256 },
  { width: 390, height: 664 },
];

test('with a purchase running the focus is seen at every stop of buying, forwards and backwards, also at 400 % (TB-045)', {
  tag: '@once',
}, async ({ page }) => {
  const { address } = await buying(page);
  const walk = async (what: string) => {
    await hydrated(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const key of ['Tab', 'Shift+Tab'] as const) {
        const stops = await walkByKeyboard(page, key);
        expect(stops.length).toBeGreaterThan(20);
        // Rows of a form stand below each other at this width, whatever stands beside them.
        const hidden = faultsOf(stops).filter((fault) => /outside|covered|no size/.test(fault));
        expect.soft(hidden, `${what} at ${size.width} × ${size.height} by ${key}`).toEqual([]);
      }
    }
  };
  await walk('paying');
  await page.goto(address);
  await expect(page.getByRole('tab', { name: 'Mapa' })).toBeVisible();
  await walk('the places');
});
