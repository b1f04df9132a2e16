import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { chosenPlaces, openBlock, openDate } from '../hall.ts';
import { logInAsNewcomer } from '../purchases.ts';

/** Given in the theatre of which the demo has pictures. */
const SHOW = '/landing/hamlet';
const BLOCK = 'Platea centro';

const viewer = (page: Page) => page.getByRole('dialog', { name: /^Vista 360°/ });

async function atList(page: Page) {
  await logInAsNewcomer(page);
  await openDate(page, SHOW);
  await openBlock(page, BLOCK);
}

test('the 360 view of a sector is loaded when it is asked for, and is looked around in by buttons and keys (SC-004) @phone', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await atList(page);
  const button = page.getByRole('button', { name: `Vista 360°: ${BLOCK}` }).first();
  await expect(button).toBeVisible();
  expect(asked.filter((path) => /panorama|PanoramaDialog/i.test(path))).toEqual([]);

  await button.click();
  await expect(viewer(page).locator('[data-state="ready"] canvas')).toBeVisible();
  expect(asked.filter((path) => /^\/images\/[0-9a-f]{32}\/panorama\.webp$/.test(path))).toHaveLength(1);

  const picture = () => viewer(page).locator('[data-state]').screenshot();
  const ahead = await picture();
  await viewer(page).getByRole('button', { name: 'Mirar a la derecha' }).click();
  await expect.poll(async () => (await picture()).equals(ahead)).toBe(false);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('+');
  await expect(viewer(page).getByText(/^A unos \d+ m del escenario/)).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('without the picture the drawing of the same view stays; a row and its seats have a view of their own where somebody took one', {
  tag: '@once',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.route('**/panorama.webp', (route) => route.abort());
  await atList(page);
  await page
    .getByRole('button', { name: `Vista 360°: ${BLOCK}` })
    .first()
    .click();
  await expect(viewer(page).getByText('Este navegador no pudo mostrar la vista de 360°.')).toBeVisible();
  await expect(viewer(page).locator('figure svg path').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unrouteAll({ behavior: 'wait' });

  await page.getByRole('button', { name: 'Ver la vista desde cada asiento' }).click();
  const grid = page.getByRole('grid', { name: `Lugares de ${BLOCK}` });
  const openAt = async (row: string) => {
    await grid
      .getByRole('row', { name: new RegExp(`^Fila ${row}\\b`) })
      .getByRole('gridcell')
      .first()
      .focus();
    await page.getByRole('button', { name: new RegExp(`^Vista 360°: ${BLOCK} · Fila ${row} ·`) }).click();
    await expect(viewer(page).locator('[data-state="ready"]')).toBeVisible();
    const image = asked.findLast((path) => path.endsWith('/panorama.webp'));
    await page.keyboard.press('Escape');
    return image;
  };
  const [third, sixth] = [await openAt('C'), await openAt('F')];
  expect(third).toBeTruthy();
  expect(sixth).not.toBe(third);
  await expect(chosenPlaces(page)).toHaveCount(0);
});

test('when the style sheet of the viewer does not load, the page says which part is missing, and is whole again once it is loaded anew', {
  tag: '@once',
}, async ({ page }) => {
  await atList(page);
  await page.route('**/*.css', (route) => route.abort());
  const open = page.getByRole('button', { name: `Vista 360°: ${BLOCK}` }).first();
  await open.click();
  await expect(page.getByRole('heading', { name: 'Falta una parte de la página' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(page.getByRole('tab').first()).toBeVisible();
});
