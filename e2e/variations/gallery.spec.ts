import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';

const links = (page: Page) => page.getByRole('region', { name: 'Fotos' }).getByRole('link');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Fotos' });
const large = (page: Page) => dialog(page).getByRole('img');

/** What the pictures show, from the api. */
async function altsOf(page: Page, seo: string): Promise<string[]> {
  const { oData: shows } = await (await page.request.get('/v2/EspectaculosCartel')).json();
  const { idEspectaculoCartel: id, h } = shows.Lista.find(({ cSeo }: { cSeo: string }) => cSeo === seo);
  const { oData } = await (await page.request.get(`/v2/EspectaculoCartel/${id}?h=${h}`)).json();
  return (oData.listaGaleria ?? []).map(({ cTextoAlternativo }: { cTextoAlternativo: string }) => cTextoAlternativo);
}

test('pictures of a show open large, arrow keys turn them, and Escape gives the focus back to the one that was opened', {
  tag: '@once',
}, async ({ page }) => {
  const alts = await altsOf(page, 'hamlet');
  expect(alts.length).toBeGreaterThan(2);
  await page.goto('/landing/hamlet');
  await hydrated(page);
  for (const [index, alt] of alts.entries()) await expect(links(page).nth(index)).toHaveAccessibleName(alt);

  await links(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(large(page)).toHaveAccessibleName(alts[1] ?? '');
  await expect(dialog(page)).toContainText(`(2 de ${alts.length})`);
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(large(page)).toHaveAccessibleName(alts[2] ?? '');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(large(page)).toHaveAccessibleName(alts[0] ?? '');
  // The first has none before it.
  await page.keyboard.press('ArrowLeft');
  await expect(large(page)).toHaveAccessibleName(alts[0] ?? '');
  await expect(dialog(page).getByRole('button', { name: 'Foto anterior' })).toHaveAttribute('aria-disabled', 'true');
  await dialog(page).getByRole('button', { name: 'Foto siguiente' }).click();
  await expect(large(page)).toHaveAccessibleName(alts[1] ?? '');

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(links(page).nth(1)).toBeFocused();
});

test('on a phone a swipe turns to the next picture, and the page is no wider than the screen', { tag: '@phone' }, async ({ page }) => {
  const alts = await altsOf(page, 'hamlet');
  await page.goto('/landing/hamlet');
  await hydrated(page);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(width[0]).toBe(width[1]);
  await links(page).first().tap();
  await expect(large(page)).toHaveAccessibleName(alts[0] ?? '');
  const swipe = async (by: number) => {
    const box = await large(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + by / 2, y }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + by, y }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await touch.detach();
  };
  await swipe(-120);
  await expect(large(page)).toHaveAccessibleName(alts[1] ?? '');
  await swipe(120);
  await expect(large(page)).toHaveAccessibleName(alts[0] ?? '');
});

test('pictures take their room before they are there, and are fetched when they come near; the art is in the middle of a wide screen', {
  tag: '@once',
}, async ({ page }) => {
  const boxes = () => links(page).evaluateAll((all) => all.map((link) => JSON.stringify(link.getBoundingClientRect())));
  await page.goto('/landing/hamlet');
  await hydrated(page);
  for (const image of await links(page).getByRole('img').all()) await expect(image).toHaveAttribute('loading', 'lazy');
  await links(page).first().scrollIntoViewIfNeeded();
  const there = await boxes();

  await test.step('the art of the show', async () => {
    for (const width of [1366, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const { left, right, hero } = await page.locator('main > header').evaluate((header) => {
        const box = header.getBoundingClientRect();
        // Without the gutter of the scrollbar.
        const whole = document.body.getBoundingClientRect();
        return { left: box.left - whole.left, right: whole.right - box.right, hero: box.width };
      });
      expect(Math.abs(left - right), `${width}: ${left} on the left, ${right} on the right`).toBeLessThanOrEqual(1);
      expect(hero).toBeGreaterThan(1000);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await page.route('**/images/**', (route) => route.abort());
  await page.reload();
  await hydrated(page);
  await links(page).first().scrollIntoViewIfNeeded();
  expect(await boxes()).toEqual(there);
});
