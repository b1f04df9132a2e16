import { demoCustomer, sendLogIn } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const screens = [
  ['the billboard', '/'],
  ['a show', '/landing/hamlet'],
  ['log in', '/login'],
  ['sign up', '/signUp'],
  ['a search', '/AdvancedSearch?cBuscar=teatro'],
  ['a venue', '/establecimiento/-/1'],
  ['an information page', '/FAQ'],
  ['a page that is not there', '/no/existe'],
] as const;

for (const [name, address] of screens) {
  test(`${name} is accessible, in the light and in the dark`, async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });

  test(`${name} fits a narrow screen and a page twice as large, and is accessible on a tablet in forced colours`, {
    tag: '@once',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await widthOverflow(page)).toBe(0);
    // A browser window of 1280 pixels at 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await widthOverflow(page)).toBe(0);
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await widthOverflow(page)).toBe(0);
    await expectAccessible(page, { ownColours: false });
  });
}

test('the page of a function is accessible', async ({ page }) => {
  await page.goto('/landing/hamlet');
  const address = await page
    .getByRole('link', { name: /^Elegir la función/ })
    .first()
    .getAttribute('href');
  await page.goto(address ?? '');
  await sendLogIn(page, demoCustomer);
  await expect(page.getByRole('heading', { name: 'Sectores y precios' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
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

test('with reduced motion there is no splash', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  expect(await page.locator('[style*="--splash-ms"]').isVisible()).toBe(false);
});

test('with forced colours, links and buttons keep their outlines', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/login');
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
});
