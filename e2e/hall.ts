import type { Page } from '@playwright/test';
import { expect, hydrated } from './fixtures.ts';

export const chosen = (page: Page) => page.getByRole('complementary', { name: 'Tu selección' });
export const chosenPlaces = (page: Page) => chosen(page).getByRole('listitem');

/** From a show's page to the places of its first date that can be bought. */
export async function openFirstDate(page: Page, show: string) {
  await page.goto(show);
  await page
    .getByRole('link', { name: /^Elegir la función/ })
    .first()
    .click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/landing'));
  await hydrated(page);
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

/** Until the map has come closer and stands still: what marks the part that is seen is where it was a frame before. */
async function mapStandsStill(page: Page) {
  await expect(page.getByRole('button', { name: 'Ver todo' })).toBeEnabled();
  await page.locator('svg[data-shown] > rect').evaluate((mark) => {
    const place = () => ['x', 'y', 'width', 'height'].map((side) => mark.getAttribute(side)).join();
    return new Promise<void>((resolve) => {
      const look = (before: string) => requestAnimationFrame(() => (place() === before ? resolve() : look(place())));
      requestAnimationFrame(() => look(place()));
    });
  });
}

/** Goes to a block, then touches from the middle outwards until so many places are held: where its seats are is the hall's affair. */
export async function holdOnMap(page: Page, count: number) {
  await touch(page, BLOCK_B);
  await mapStandsStill(page);
  const spots = [0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18].flatMap((dx) =>
    [0, 0.06, -0.06, 0.12].map((dy) => ({ x: 0.5 + dx, y: 0.5 + dy })),
  );
  for (const spot of spots) {
    if ((await chosenPlaces(page).count()) >= count) return;
    await touch(page, spot);
    // A place that was hit is on its way to the selection, and a second touch would give it back.
    await expect(chosen(page)).not.toHaveAttribute('aria-busy');
  }
  expect(await chosenPlaces(page).count()).toBeGreaterThanOrEqual(count);
}
