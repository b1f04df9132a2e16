import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from './cards.ts';
import { expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { ask, logInAsNewcomer } from './purchases.ts';

/** Given in the real hall of the demo. */
const SHOW = 'fuenteovejuna';
const chosen = (page: Page) => page.getByRole('complementary', { name: 'Tu selección' });
const chosenPlaces = (page: Page) => chosen(page).getByRole('listitem');

async function choosing(page: Page, show = SHOW) {
  await logInAsNewcomer(page);
  await page.goto(`/landing/${show}`);
  await page
    .getByRole('link', { name: /^Elegir la función/ })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: 'Mapa' })).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
}

/** Touches the map at a share of its width and height, as a finger or a mouse does. */
async function touch(page: Page, { x, y }: { x: number; y: number }) {
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the map has no place on the page');
  const at = { x: box.width * x, y: box.height * y };
  if (page.viewportSize()?.width === 390) await canvas.tap({ position: at });
  else await canvas.click({ position: at });
}

/** Below the court; the first touch comes closer. */
const BLOCK_B = { x: 0.5, y: 0.82 };

/** Goes to a block, then touches from the middle outwards until so many places are held: where its seats are is the hall's affair. */
async function holdOnMap(page: Page, count: number) {
  await touch(page, BLOCK_B);
  await page.waitForTimeout(1200);
  const spots = [0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18].flatMap((dx) =>
    [0, 0.06, -0.06, 0.12].map((dy) => ({ x: 0.5 + dx, y: 0.5 + dy })),
  );
  for (const spot of spots) {
    if ((await chosenPlaces(page).count()) >= count) return;
    await touch(page, spot);
    await page.waitForTimeout(700);
  }
  expect(await chosenPlaces(page).count()).toBeGreaterThanOrEqual(count);
}

test('two seats of a real hall are taken on the map and paid in three instalments (SC-002, GE-008, GE-019)', async ({ page }) => {
  test.slow();
  await choosing(page);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await holdOnMap(page, 2);
  await expectAccessible(page);
  await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).click();

  await fillInCard(page, cards.approved);
  await page.getByRole('radio', { name: /^3 cuotas de .+ TEA .+ CFTEA .+ Total/ }).check();
  await terms(page).check();
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await expect(page.getByText(/en 3 cuotas/)).toBeVisible();
});

test('by keyboard alone: two seats from the list, taken, one given back, and on to the purchase (GE-008, RO-013)', {
  tag: '@desktop',
}, async ({ page }) => {
  await choosing(page);
  const map = page.getByRole('tab', { name: 'Mapa' });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Lista' })).toBeFocused();
  const section = page.getByRole('combobox', { name: 'Sector' });
  await expect(section).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(section).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('grid', { name: /^Lugares de / })).toBeVisible();
  await page.keyboard.press('Tab');

  const focused = page.locator('[data-place]:focus');
  await expect(focused).toHaveAccessibleName(/asiento \d+.*\$\s[\d.]+, disponible/);
  await page.keyboard.press('Space');
  await expect(chosenPlaces(page)).toHaveCount(1);
  await expect(focused).toHaveAccessibleName(/elegido por vos/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await expect(chosenPlaces(page)).toHaveCount(1);
  await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
});

test('a place that somebody else was faster to take is explained and shown as taken', { tag: '@once' }, async ({ page, otherVisitor }) => {
  await choosing(page);
  await page.getByRole('tab', { name: 'Lista' }).click();
  await page.getByRole('combobox', { name: 'Sector' }).selectOption({ index: 1 });
  const seat = page.locator('[data-place][tabindex="0"]').first();
  const place = Number(await seat.getAttribute('data-place'));
  // The page hears nothing of what happens meanwhile.
  await page.route('**/Disponibilidad', (route) => route.abort());
  await logInAsNewcomer(otherVisitor);
  const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
  await ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: [place] });

  await seat.click();
  await expect(page.getByText('Otra persona tomó esos lugares antes')).toBeVisible();
  await expect(page.locator(`[data-place="${place}"]`)).toHaveAccessibleName(/ocupado/);
  await expect(chosenPlaces(page)).toHaveCount(0);
});

test('where the system draws with its own colours, a section of the picture leads to its places', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await logInAsNewcomer(page);
  await page.goto(`/landing/${SHOW}`);
  await page
    .getByRole('link', { name: /^Elegir la función/ })
    .first()
    .click();
  await page
    .getByRole('navigation', { name: 'Sectores de la sala' })
    .getByRole('link', { name: /^Bloque B: / })
    .press('Enter');
  await expect(page.getByRole('combobox', { name: 'Sector' })).toBeFocused();
  await expect(page.getByRole('grid', { name: 'Lugares de Bloque B' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(chosenPlaces(page)).toHaveCount(1);
});

test('the map is an overview with its seen part marked once it is closer (FL-007)', { tag: '@once' }, async ({ page }) => {
  await choosing(page);
  await page.getByRole('button', { name: 'Acercar' }).click();
  await expect(page.getByRole('button', { name: 'Ver todo' })).toBeEnabled();
  await page.getByRole('button', { name: 'Ver todo' }).click();
  await expect(page.getByRole('button', { name: 'Alejar' })).toBeDisabled();
});
