import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './fixtures.ts';

const focused = (page: Page) => page.locator(':focus');

/** Presses Tab and expects this stop, with an outline that can be seen. */
async function tabTo(page: Page, name: string | RegExp, role: 'link' | 'button' | 'combobox') {
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveRole(role);
  await expect(focused(page)).toHaveAccessibleName(name);
  await expectVisibleFocus(page);
}

async function expectVisibleFocus(page: Page) {
  const outline = await focused(page).evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
  });
  expect(outline).toBeGreaterThanOrEqual(2);
}

test('the keyboard walks from the address bar through the bar and its login menu to the first shows, past the tenth, and opens one', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await tabTo(page, 'Ir al contenido', 'link');
  await expect(focused(page)).toBeInViewport();
  await tabTo(page, 'Butaca: ir a la cartelera', 'link');
  for (const category of await page.getByRole('navigation', { name: 'Categorías' }).getByRole('link').allTextContents())
    await tabTo(page, category, 'link');
  await tabTo(page, 'Más', 'button');
  await tabTo(page, 'Buscar un evento', 'combobox');
  await tabTo(page, 'Buscar', 'button');
  await tabTo(page, 'Búsqueda avanzada', 'link');
  await tabTo(page, 'Tienda', 'link');
  await tabTo(page, 'Ingresar', 'button');

  const menu = page.getByRole('banner').getByRole('button', { name: 'Ingresar' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toHaveText('Ingresar');
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toHaveText('Crear cuenta');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Crear cuenta' })).toBeHidden();
  await expect(menu).toBeFocused();

  await tabTo(page, '¿Cuándo?', 'combobox');
  await page.keyboard.press('Tab');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.first().getByRole('link')).toBeFocused();
  await expectVisibleFocus(page);
  await cards.nth(8).getByRole('link').focus();
  await expect(cards.nth(10)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const eleventh = cards.nth(10).getByRole('link');
  await expect(eleventh).toBeFocused();

  const address = (await eleventh.getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  // The reader's place is the new page's heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the skip link leads past the bar; the drawer keeps the focus inside, and Escape gives it back', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('Ir al contenido');
  await page.keyboard.press('Enter');
  await tabTo(page, '¿Cuándo?', 'combobox');

  await hydrated(page);
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menú' });
  await menu.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Menú' });
  await expect(drawer).toBeVisible();
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
});
