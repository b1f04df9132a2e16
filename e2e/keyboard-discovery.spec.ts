import type { Locator, Page } from '@playwright/test';
import { demoCustomer } from './customers.ts';
import { expect, hydrated, test } from './fixtures.ts';
import { focusFaults } from './focus-walk.ts';

const bar = (page: Page) => page.getByRole('banner').first();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** More stops than lie between two that a journey goes to. */
const MOST_STOPS = 120;

/** Presses Tab, or Shift+Tab, until this stop has the focus; it can be seen there. */
async function tabTo(page: Page, stop: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stops = 0; !(await isFocused(stop)); stops += 1) {
    expect(stops, `stops before ${stop}`).toBeLessThan(MOST_STOPS);
    await page.keyboard.press(key);
  }
  expect(await focusFaults(page)).toEqual([]);
}

const isFocused = (stop: Locator) => stop.evaluate((element) => element === document.activeElement);

test('by keyboard alone: from the billboard through its menus, a show, its venue and an information page to the places of a date (GE-006, GE-007, GE-008)', {
  tag: '@desktop',
}, async ({ page }) => {
  test.slow();
  const { keyboard } = page;

  await test.step('the bar: the skip link, the search with its suggestions, the login menu', async () => {
    await page.goto('/');
    await hydrated(page);
    const skip = page.getByRole('link', { name: 'Ir al contenido' });
    await tabTo(page, skip);
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: '¿Cuándo?' })).toBeFocused();

    const menu = bar(page).getByRole('button', { name: 'Ingresar' });
    await tabTo(page, menu, 'Shift+Tab');
    await keyboard.press('Enter');
    await tabTo(page, bar(page).getByRole('link', { name: 'Ingresar' }));
    await tabTo(page, bar(page).getByRole('link', { name: 'Crear cuenta' }));
    await keyboard.press('Escape');
    await expect(bar(page).getByRole('link', { name: 'Crear cuenta' })).toBeHidden();
    await expect(menu).toBeFocused();

    const search = bar(page).getByRole('combobox', { name: 'Buscar un evento' });
    await tabTo(page, search, 'Shift+Tab');
    await keyboard.type('ham');
    const suggestions = page.getByRole('listbox');
    await expect(suggestions.getByRole('option').first()).toBeVisible();
    await keyboard.press('ArrowDown');
    await expect(suggestions.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Escape');
    await expect(suggestions).toBeHidden();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('ham');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.press('Delete');
  });

  await test.step('the billboard: its filters, its cards and the footer', async () => {
    const when = page.getByRole('combobox', { name: '¿Cuándo?' });
    await tabTo(page, when);
    await keyboard.press('ArrowDown');
    await expect(page).toHaveURL(({ search }) => search === '?cuando=today');
    await expect(when).toBeFocused();
    await keyboard.press('ArrowUp');
    await expect(page).toHaveURL(({ search }) => search === '');
  });

  await test.step('a card opens its show: pictures, dates and what else there is', async () => {
    await tabTo(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: /Hamlet/ })
        .first(),
    );
    await keyboard.press('Enter');
    await expect(heading(page, 'Hamlet')).toBeFocused();
    await hydrated(page);
    const picture = page.getByRole('region', { name: 'Fotos' }).getByRole('link').nth(1);
    await tabTo(page, picture);
    await keyboard.press('Enter');
    const large = page.getByRole('dialog');
    await expect(large.locator(':focus')).toHaveCount(1);
    await keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expect(picture).toBeFocused();
  });

  await test.step('the venue of the show', async () => {
    const venue = page.getByRole('main').locator('a[href^="/establecimiento/"]').first();
    const name = await venue.textContent();
    await tabTo(page, venue);
    await keyboard.press('Enter');
    await expect(heading(page, name ?? '')).toBeFocused();
  });

  await test.step('an information page, from the footer', async () => {
    await tabTo(page, page.getByRole('contentinfo').getByRole('link', { name: 'Preguntas frecuentes' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/FAQ');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('a suggestion of the search leads to its show, and a date to its places, with a log-in before them', async () => {
    await tabTo(page, bar(page).getByRole('combobox', { name: 'Buscar un evento' }), 'Shift+Tab');
    await keyboard.type('hamlet');
    await expect(page.getByRole('option').first()).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(heading(page, 'Hamlet')).toBeFocused();
    await hydrated(page);
    await tabTo(page, page.getByRole('link', { name: /^Elegir la función/ }).first());
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/^[^?]*\/login\?/);
    await hydrated(page);
    await tabTo(page, page.getByLabel('Correo electrónico'));
    await keyboard.type(demoCustomer.email);
    await tabTo(page, page.getByLabel('Contraseña', { exact: true }));
    await keyboard.type(demoCustomer.password);
    await keyboard.press('Enter');
    await expect(heading(page, 'Hamlet')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();
    await tabTo(page, page.getByRole('tab', { name: 'Mapa' }));
  });
});
