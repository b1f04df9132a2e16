import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './fixtures.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const dateFilter = (page: Page) => page.getByLabel('¿Cuándo?');

/** How many shows the api lists. */
async function listedShows(page: Page): Promise<number> {
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  return oData.Lista.length;
}

test('the main page is the billboard; a card has its picture, when, what, where and from how much, and leads to its show (FL-015, FL-016, GE-007)', {
  tag: '@once',
}, async ({ page }) => {
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  const index = oData.Lista.findIndex(({ fPrecioDesde }: { fPrecioDesde?: number }) => fPrecioDesde !== undefined);
  const show = oData.Lista[index];
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Cartelera' })).toBeVisible();
  const card = cards(page).nth(index);
  await expect(card).toContainText(/\d{1,2}( \w{3})? (al \d|·)|(lun|mar|mié|jue|vie|sáb|dom) \d/);
  await expect(card).toContainText(show.cEspectaculoCartelNombre);
  await expect(card).toContainText(show.cEstablecimientoNombre);
  await expect(card).toContainText(new RegExp(`desde \\$\\s?${show.fPrecioDesde.toLocaleString('es-AR', { maximumFractionDigits: 0 })}`));
  await expect.poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(`/landing/${show.cSeo}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(show.cEspectaculoCartelNombre);
});

/** Scrolls by as much as a wheel does, until the last card that was there is in sight. */
const wheelToLastCard = (page: Page) =>
  cards(page)
    .last()
    .evaluate(async (last) => {
      while (last.getBoundingClientRect().top > innerHeight) {
        scrollBy({ top: 400, behavior: 'instant' });
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    });
const jumpToEnd = (page: Page) => page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));

test('ten shows at first, fifteen more whenever the end is near, without a button; none of it moves under its reader (CO-009, CO-010, CO-011)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const all = await listedShows(page);
  expect(all).toBeGreaterThan(25);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  for (const way of ['by wheel', 'by a jump to its end'] as const) {
    await page.goto('/');
    await hydrated(page);
    const before = await height();
    if (way === 'by wheel') {
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
      // The first ten are more than the screen and its surroundings hold.
      for (const count of [10, 25, Math.min(40, all)]) {
        await expect(cards(page)).toHaveCount(count);
        await wheelToLastCard(page);
      }
    }
    await jumpToEnd(page);
    await expect(cards(page)).toHaveCount(all);
    await expect(page.getByRole('contentinfo').locator('form')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted), way).toBeLessThan(0.02);
    expect(Math.abs((await height()) - before), way).toBeLessThan(20);
  }
});

/** Holds the whole billboard back until the returned function is called. */
async function holdBillboard(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/v2/Cartelera*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/');
  await hydrated(page);
  return resolve;
}

test('scroll and Tab at the same moment load one batch, not two; a link that is being pressed does not move when more shows load', {
  tag: '@once',
}, async ({ page }) => {
  const asked = page.waitForRequest('**/v2/Cartelera*');
  let deliver = await holdBillboard(page);
  await cards(page).nth(9).scrollIntoViewIfNeeded();
  await asked;
  await cards(page).nth(7).getByRole('link').focus();
  await page.keyboard.press('Tab');
  deliver();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(10);
  await expect(cards(page)).toHaveCount(25);
  await page.unrouteAll();

  deliver = await holdBillboard(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Servicios', exact: true }).hover();
  await page.mouse.down();
  const answered = page.waitForResponse('**/v2/Cartelera*');
  deliver();
  await (await answered).finished();
  // Long enough for the shows to be drawn, had they been let.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(cards(page)).toHaveCount(10);
  await page.mouse.up();
  await expect(page).toHaveURL('/Services');
});

test('a visitor filters the billboard by dates and by a day, which stand in the address, and searches it from the bar (GE-006, ER-020)', {
  tag: '@once',
}, async ({ page }) => {
  type Listed = { readonly cEspectaculoCartelNombre: string; readonly aFecha: readonly string[] };
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  const shows: readonly Listed[] = oData.Lista;
  const counted = page.getByRole('status').filter({ hasText: /^\d+ espectáculos?$/ });
  await page.goto('/');
  await hydrated(page);

  await test.step('next month leaves only shows that play then, and is there again after Back and a reload', async () => {
    await dateFilter(page).selectOption('Próximo mes');
    await expect(page).toHaveURL('/?cuando=next_month');
    await expect(counted).toHaveCount(1);
    const count = (await counted.textContent()) ?? '';
    expect(Number.parseInt(count, 10)).toBeGreaterThan(0);
    expect(Number.parseInt(count, 10)).toBeLessThan(shows.length);
    await cards(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/landing\//);
    await page.goBack();
    await expect(dateFilter(page)).toHaveValue('next_month');
    await expect(counted).toHaveText(count);
    await page.reload();
    await expect(counted).toHaveText(count);
    await hydrated(page);
  });

  await test.step('one day leaves its shows; a day without any leads back to all dates', async () => {
    const playingOn = (day: string) => shows.filter(({ aFecha }) => aFecha.includes(day)).map((show) => show.cEspectaculoCartelNombre);
    const day = shows.flatMap(({ aFecha }) => aFecha).find((some) => playingOn(some).length < 10) ?? '';
    await dateFilter(page).selectOption('Fecha específica');
    await expect(page.getByLabel('Fecha específica')).toHaveAttribute('type', 'date');
    await page.getByLabel('Fecha específica').fill(day);
    await expect(counted).toHaveText(new RegExp(`^${playingOn(day).length} `));
    await expect(cards(page)).toContainText(playingOn(day));
    await expect(cards(page)).toHaveCount(playingOn(day).length);

    await page.getByLabel('Fecha específica').fill('2099-12-31');
    await expect(page.locator('[data-msg="no results found"]')).toHaveText('No encontramos resultados');
    await page.getByRole('button', { name: 'Ver toda la cartelera' }).click();
    await expect(cards(page)).toHaveCount(10);
    await expect(dateFilter(page)).toHaveValue('all');
  });

  await test.step('where the first ten shows all match, more come as the end is near, as without a filter', async () => {
    const today = Temporal.Now.plainDateISO('America/Argentina/Buenos_Aires');
    const playingIn = (month: Temporal.PlainDate) =>
      shows.filter(({ aFecha }) => aFecha.some((day) => day >= `${today}` && day.startsWith(`${month.toPlainYearMonth()}-`)));
    const isFirstTen = (month: Temporal.PlainDate) => shows.slice(0, 10).every((show) => playingIn(month).includes(show));
    const [option, month] = isFirstTen(today) ? ['this_month', today] : ['next_month', today.add({ months: 1 })];
    await page.goto('/');
    await hydrated(page);
    await dateFilter(page).selectOption(option);
    await expect(counted).toHaveText(new RegExp(`^${playingIn(month).length} `));
    await jumpToEnd(page);
    await expect(cards(page)).toHaveCount(playingIn(month).length);
  });

  const search = page.getByRole('banner').getByRole('combobox', { name: 'Buscar un evento' });
  await search.fill('hamlet');
  await search.press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Hamlet');
});
