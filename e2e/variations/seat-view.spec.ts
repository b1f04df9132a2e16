import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { chosenPlaces, openBlock, openDate } from '../hall.ts';
import { logInAsNewcomer } from '../purchases.ts';

const SHOW = '/landing/hamlet';
const tip = (page: Page) => page.locator('[data-view]');

/** The map at a block's seats, with nothing taken. */
async function atSeats(page: Page) {
  await page.clock.install();
  await logInAsNewcomer(page);
  await openDate(page, SHOW);
  await expect(page.locator('[data-ready] canvas')).toBeVisible();
  for (let closer = 0; closer < 4; closer += 1) await page.getByRole('button', { name: 'Acercar' }).click();
  await page.clock.runFor(600);
}

/** Points or holds until there is a seat below: where seats are depends on the hall. */
async function findSeat(page: Page, ask: (x: number, y: number) => Promise<void>, found = tip(page)) {
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the map has no place on the page');
  for (const dy of [0, 0.04, 0.08, -0.04, -0.08, 0.12])
    for (const dx of [0, 0.03, -0.03, 0.06]) {
      await ask(box.x + box.width * (0.5 + dx), box.y + box.height * (0.5 + dy));
      await page.clock.runFor(350);
      if (await found.isVisible()) return;
    }
  throw new Error('no seat was found on the map');
}

test('a mouse over a seat shows what is seen from it, before it is taken', { tag: '@desktop' }, async ({ page }) => {
  await atSeats(page);
  await findSeat(page, (x, y) => page.mouse.move(x, y));
  await expect(tip(page).getByText(/^A unos \d+ m del escenario/)).toBeVisible();
  await expect(tip(page).getByText('Dibujo según el plano; las alturas son estimadas.')).toBeVisible();
  expect(await tip(page).locator('svg path').count()).toBeGreaterThan(10);
  await expect(chosenPlaces(page)).toHaveCount(0);

  await test.step('the list shows the view from the seat at which the arrows stand', async () => {
    await openBlock(page, 'Cazuela izquierda');
    await page.getByRole('button', { name: 'Ver la vista desde cada asiento' }).click();
    const title = page.getByText(/^Vista desde Cazuela/);
    await expect(title).toBeVisible();
    const drawing = page.locator('figure svg path').first();
    await expect(drawing).toBeVisible();
    const before = await title.textContent();
    await page.getByRole('grid').locator('[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await expect(title).not.toHaveText(before ?? '');
    await expect(drawing).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  });
});

test('a finger held on a seat shows what is seen from it and takes nothing; a tap takes it', { tag: '@phone' }, async ({ page }) => {
  await atSeats(page);
  await expect(page.getByText('Mantené el dedo sobre un asiento')).toBeVisible();
  const touch = (type: string, x: number, y: number) =>
    page.locator('canvas').dispatchEvent(type, { pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0, clientX: x, clientY: y });
  await page.evaluate(() => {
    // An invented pointer cannot be captured.
    Element.prototype.setPointerCapture = () => {};
  });
  let last = { x: 0, y: 0 };
  await findSeat(page, async (x, y) => {
    last = { x, y };
    await touch('pointerdown', x, y);
    await page.clock.runFor(550);
    await touch('pointerup', x, y);
  });
  await expect(tip(page).getByText(/^A unos \d+ m del escenario/)).toBeVisible();
  await expect(chosenPlaces(page)).toHaveCount(0);
  await touch('pointerdown', last.x, last.y);
  await touch('pointerup', last.x, last.y);
  await expect(tip(page)).toHaveCount(0);
});

test('without the drawing’s script the tip still tells the seat', { tag: '@desktop' }, async ({ page }) => {
  await page.route(/\/seat-view-[^/]+\.js$/, (route) => route.abort());
  await atSeats(page);
  const title = page.getByText(/ · Asiento \d+$/);
  await findSeat(page, (x, y) => page.mouse.move(x, y), title);
  await expect(title).toBeVisible();
  await expect(tip(page)).toHaveCount(0);
});
