import type { Page } from '@playwright/test';
import { demoCustomer } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { onPhone } from '../on-phone.ts';
import { openSession } from '../purchases.ts';

/** In the light and in the dark, on a desktop and on a phone. */
async function expectAccessibleEverywhere(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await onPhone(page, async () => {
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
  });
}

const ofCatalogue = [
  ['the billboard', '/'],
  ['a show', '/landing/hamlet'],
  ['a search', '/AdvancedSearch?cBuscar=teatro'],
  ['a venue', '/establecimiento/-/1'],
] as const;
const others = [
  ['sign up', '/signUp'],
  ['an information page', '/FAQ'],
  ['a page that is not there', '/no/existe'],
  ['log in', '/login'],
] as const;

for (const [names, screens] of [
  ['the pages of the catalogue', ofCatalogue],
  ['log in, sign up and the pages of text', others],
] as const)
  test(`${names} are accessible in the light, in the dark and in forced colours, and fit narrow screens and pages twice as large`, {
    tag: '@once',
  }, async ({ page }) => {
    for (const [name, address] of screens)
      await test.step(name, async () => {
        await page.emulateMedia({ forcedColors: 'none' });
        await page.goto(address);
        // With reduced motion there is no splash.
        expect(await page.locator('[style*="--splash-ms"]').isVisible()).toBe(false);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessibleEverywhere(page);
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await widthOverflow(page)).toBe(0);
        // A browser window of 1280 pixels at 200 %.
        await page.setViewportSize({ width: 640, height: 400 });
        expect(await widthOverflow(page)).toBe(0);
        await page.setViewportSize({ width: 768, height: 1024 });
        await page.emulateMedia({ forcedColors: 'active' });
        expect(await widthOverflow(page)).toBe(0);
        await expectAccessible(page, { ownColours: false });
        if (address === '/login') await expectOutlines(page);
        await page.setViewportSize({ width: 1280, height: 800 });
      });
  });

/** With forced colours, buttons keep their borders, and what has the focus its outline. */
async function expectOutlines(page: Page) {
  const submit = page.getByRole('main').getByRole('button', { name: 'Ingresar' });
  await expect(submit).toBeEnabled();
  const border = await submit.evaluate((element) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
    return borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth);
  });
  expect(border).toBeGreaterThan(0);
  await submit.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(submit).toHaveCSS('outline-style', 'solid');
}

test('the page of a function is accessible', { tag: '@once' }, async ({ page }) => {
  await openSession(page, demoCustomer);
  const show = await (await page.request.get('/landing/hamlet')).text();
  const [, address = ''] = /href="(\/funcion\/[^"]*)"/.exec(show) ?? [];
  await page.goto(address.replaceAll('&amp;', '&'));
  await expect(page.getByRole('heading', { name: 'Sectores y precios' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await widthOverflow(page)).toBe(0);
});

test('the errors of a form and an open drawer are accessible', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/signUp');
  await page.getByRole('main').getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Menú' }).click();
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible();
  await expectAccessible(page);
});
