import type { Locator, Page } from '@playwright/test';
import { cards, expiry, payButton, terms } from './cards.ts';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';
import { logInAsNewcomer } from './purchases.ts';

/** More stops than any screen of a purchase has. */
const MOST_STOPS = 80;

/** Presses Tab, or Shift+Tab, until this stop has the focus; it shows that it has it. */
async function tabTo(page: Page, stop: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(stop).toBeVisible();
  for (let stops = 0; !(await isFocused(stop)); stops++) {
    expect(stops, `stops before ${stop}`).toBeLessThan(MOST_STOPS);
    await page.keyboard.press(key);
  }
  const outline = await stop.evaluate((element) => {
    const drawn = [element, element.closest('label'), element.nextElementSibling, element.parentElement].filter((one) => one !== null);
    return Math.max(
      ...drawn.map((one) => (getComputedStyle(one).outlineStyle === 'none' ? 0 : Number.parseFloat(getComputedStyle(one).outlineWidth))),
    );
  });
  expect(outline, `outline of ${stop}`).toBeGreaterThanOrEqual(2);
}

const isFocused = (stop: Locator) => stop.evaluate((element) => element === document.activeElement);
/** From the seat that has the focus to the next one that can be taken: other journeys buy in this hall too. */
async function goToFreeSeat(page: Page) {
  const seat = page.locator('[data-place]:focus');
  await expect(seat).toHaveAccessibleName(/asiento \d+/);
  while (!/disponible$/.test((await seat.getAttribute('aria-label')) ?? '')) await page.keyboard.press('ArrowRight');
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('by keyboard alone: from the show through the list of the hall to two seats paid in three instalments (GE-008, RO-013, EN-104)', {
  tag: '@desktop',
}, async ({ page }) => {
  test.slow();
  const { keyboard } = page;
  await logInAsNewcomer(page);
  await page.goto('/landing/fuenteovejuna');
  await hydrated(page);

  // Other journeys take their places in the first date.
  await tabTo(page, page.getByRole('link', { name: /^Elegir la función/ }).nth(1));
  await keyboard.press('Enter');

  await tabTo(page, page.getByRole('tab', { name: 'Mapa' }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Lista' })).toBeFocused();
  const section = page.getByRole('combobox', { name: 'Sector' });
  await expect(section).toBeVisible();
  await keyboard.press('Tab');
  await expect(section).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('grid', { name: /^Lugares de / })).toBeVisible();
  await keyboard.press('Tab');
  const chosen = page.getByRole('complementary', { name: 'Tu selección' });
  const seat = page.locator('[data-place]:focus');
  await goToFreeSeat(page);
  await expect(seat).toHaveAccessibleName(/asiento \d+.*\$\s[\d.]+, disponible/);
  await keyboard.press('Space');
  await expect(chosen.getByRole('listitem')).toHaveCount(1);
  await expect(seat).toHaveAccessibleName(/elegido por vos/);
  await goToFreeSeat(page);
  await keyboard.press('Enter');
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  await expect(seat).toHaveAccessibleName(/elegido por vos/);
  await expectAccessible(page);
  // Given back, and taken again.
  await keyboard.press('Space');
  await expect(chosen.getByRole('listitem')).toHaveCount(1);
  await expect(seat).toHaveAccessibleName(/disponible/);
  await keyboard.press('Space');
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  await tabTo(page, chosen.getByRole('link', { name: 'Continuar con la compra' }));
  await keyboard.press('Enter');

  await expect(heading(page, 'Completá tu compra')).toBeFocused();
  for (const [field, text] of [
    ['Número de tarjeta', cards.approved],
    ['Vencimiento', expiry.good.replace('/', '')],
    ['Código de seguridad', '123'],
    ['Titular', 'Julia Paredes'],
  ] as const) {
    await tabTo(page, page.getByLabel(field, { exact: true }));
    await keyboard.type(text);
  }
  await tabTo(page, page.getByRole('radio', { name: /^1 pago de/ }));
  const threeInstalments = page.getByRole('radio', { name: /^3 cuotas de/ });
  while (!(await isFocused(threeInstalments))) await keyboard.press('ArrowDown');
  await expect(threeInstalments).toBeChecked();
  await tabTo(page, terms(page));
  await keyboard.press('Space');
  await expect(terms(page)).toBeChecked();
  await expectAccessible(page);
  await tabTo(page, payButton(page));
  await keyboard.press('Enter');

  await expect(heading(page, /Tu compra está paga/)).toBeFocused();
  await expect(page.getByText(/en 3 cuotas/).first()).toBeVisible();
});
