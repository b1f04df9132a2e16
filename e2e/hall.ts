import type { Page } from '@playwright/test';
import { expect, hydrated } from './fixtures.ts';

export const chosen = (page: Page) => page.getByRole('complementary', { name: 'Tu selección' });
export const chosenPlaces = (page: Page) => chosen(page).getByRole('listitem');

/** From a show's page to the places of its first date that can be bought, or of one that many dates later. */
export async function openDate(page: Page, show: string, later = 0) {
  await page.goto(show);
  await page
    .getByRole('link', { name: /^Elegir la función/ })
    .nth(later)
    .click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/landing'));
  await hydrated(page);
}

/** Opens the list of a hall's places at one of its blocks. */
export async function openBlock(page: Page, block: string) {
  await page.getByRole('tab', { name: 'Lista' }).click();
  const section = page.getByRole('combobox', { name: 'Sector' });
  await section.selectOption(await section.getByRole('option', { name: `${block} · ` }).getAttribute('value'));
}

/** Touches the map at a share of its width and height, as a finger or a mouse does. */
export async function touchMap(page: Page, { x, y }: { x: number; y: number }, { taps = 1 } = {}) {
  const canvas = page.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the map has no place on the page');
  const at = { x: box.width * x, y: box.height * y };
  if (page.viewportSize()?.width === 390) {
    await canvas.tap({ position: at });
    for (let more = 1; more < taps; more++) await page.touchscreen.tap(box.x + at.x, box.y + at.y);
  } else await canvas.click({ position: at });
}

/** Below the court; the first touch of a section comes closer. */
const BLOCK_B = { x: 0.5, y: 0.82 };

/** Resolves once the mark of the visible part has not moved for some frames; an animation starts with the second one. */
export const mapStandsStill = (page: Page) =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll('svg > rect:last-child')];
    const seen = () => marks.map((mark) => ['x', 'y', 'width', 'height'].map((side) => mark.getAttribute(side)).join()).join();
    return new Promise<void>((resolve) => {
      const look = (before: string, still: number) =>
        requestAnimationFrame(() => (still === 5 ? resolve() : look(seen(), seen() === before ? still + 1 : 0)));
      look(seen(), 0);
    });
  });

/** Goes to a block, then touches from the middle outwards until so many places are held: where its seats are depends on the hall. */
export async function holdOnMap(page: Page, count: number, { taps = 1 } = {}) {
  const spots = [0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18].flatMap((dx) =>
    [0, 0.06, -0.06, 0.12].map((dy) => ({ x: 0.5 + dx, y: 0.5 + dy })),
  );
  for (const spot of [BLOCK_B, ...spots]) {
    if ((await chosenPlaces(page).count()) >= count) return;
    await touchMap(page, spot, { taps });
    await mapStandsStill(page);
    // A place that was hit is on its way to the selection, and a second touch would give it back.
    await expect(chosen(page)).not.toHaveAttribute('aria-busy');
  }
  expect(await chosenPlaces(page).count()).toBeGreaterThanOrEqual(count);
}
