import { expect } from '../fixtures.ts';
import { logInAsNewcomer } from '../purchases.ts';
import { journeysOf } from './second-product.ts';

const test = journeysOf('butaca', (brand) => {
  brand.pixels = { landing: 'https://measure.example/landing', seats: 'https://measure.example/seats' };
});
test.use({ contextOptions: { reducedMotion: 'reduce' }, elsewhere: /^https:\/\/measure\.example\// });

test('a visit of a show’s page and of the choice of places is told once each, without cookies, referrer or person (CA-032, CA-033)', async ({
  page,
}) => {
  const told: { readonly url: string; readonly referer: string | undefined }[] = [];
  await page.route('https://measure.example/**', async (route) => {
    told.push({ url: route.request().url(), referer: (await route.request().allHeaders()).referer });
    await route.abort();
  });
  const stages = () => told.map(({ url }) => new URL(url).pathname);
  await logInAsNewcomer(page);
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText('Hamlet');
  expect(stages()).toEqual([]);
  await page.goto('/landing/hamlet');
  await expect.poll(stages).toEqual(['/landing']);
  await page.locator('main a[href*="/funcion/"]').first().click();
  await expect.poll(stages).toEqual(['/landing', '/seats']);
  await expect(page.getByRole('heading', { level: 1, name: 'Hamlet' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver todas las fechas' }).click();
  await expect.poll(stages).toEqual(['/landing', '/seats', '/landing']);
  for (const { url, referer } of told) expect([new URL(url).search, referer]).toEqual(['', undefined]);
});
