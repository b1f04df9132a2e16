import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './fixtures.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const dateFilter = (page: Page) => page.getByLabel('¿Cuándo?');

/** How many shows the api lists. */
async function listedShows(page: Page): Promise<number> {
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  return oData.Lista.length;
}

test('the main page is the billboard, and a visitor reads it (FL-015, R-006, GE-005)', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Cartelera' })).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
});

test('a card has its picture, when, what, where and from how much, and leads to its show (FL-016)', async ({ page }) => {
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  const index = oData.Lista.findIndex(({ fPrecioDesde }: { fPrecioDesde?: number }) => fPrecioDesde !== undefined);
  const show = oData.Lista[index];
  await page.goto('/');
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

test('ten shows at first, fifteen more whenever the end is near, without a button (CO-009, CO-010, CO-011)', async ({ page }) => {
  const all = await listedShows(page);
  expect(all).toBeGreaterThan(25);
  // The first ten are more than the screen and its surroundings hold.
  await page.goto('/');
  await hydrated(page);
  await expect(cards(page)).toHaveCount(10);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);

  await cards(page).nth(9).scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(25);
  await cards(page).nth(24).scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(Math.min(40, all));
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(all);
});

test('scroll and Tab at the same moment load one batch, not two', { tag: '@once' }, async ({ page }) => {
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/v2/Cartelera*', async (route) => {
    await delivered;
    await route.continue();
  });
  const asked = page.waitForRequest('**/v2/Cartelera*');
  await page.goto('/');
  await hydrated(page);
  await cards(page).nth(9).scrollIntoViewIfNeeded();
  await asked;
  await cards(page).nth(7).getByRole('link').focus();
  await page.keyboard.press('Tab');
  deliver();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(10);
  await expect(cards(page)).toHaveCount(25);
});

test('a link that is being pressed does not move away when more shows load', { tag: '@once' }, async ({ page }) => {
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/v2/Cartelera*', async (route) => {
    await delivered;
    await route.continue();
  });
  await page.goto('/');
  await hydrated(page);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Servicios', exact: true });
  await link.hover();
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

test('the billboard has the date filter and no other, no featured block and no carousel (FL-010, CO-014, CO-015)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/');
  await expect(dateFilter(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('list')).toHaveCount(1);
  await expect(page.getByRole('main').locator('[aria-roledescription]')).toHaveCount(0);
});

test('nothing filters by category, venue, type or zone (FL-011, FL-012, FL-014)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  const asked = page.getByRole('main').locator('label');
  await expect(asked).toHaveText(['¿Cuándo?']);
});

test('the dates are offered in their order, a specific one with a date picker (OP-001, OP-009)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await expect(dateFilter(page).getByRole('option')).toHaveText([
    'Todos',
    'Hoy',
    'Mañana',
    'Esta semana',
    'Este fin de semana',
    'Próxima semana',
    'Este mes',
    'Próximo mes',
    'Fecha específica',
  ]);
  await dateFilter(page).selectOption('Fecha específica');
  await expect(page.getByLabel('Fecha específica')).toHaveAttribute('type', 'date');
});

test('a visitor filters the billboard by a day and searches it from the bar (GE-006)', { tag: '@once' }, async ({ page }) => {
  type Listed = { readonly cEspectaculoCartelNombre: string; readonly aFecha: readonly string[] };
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  const shows: readonly Listed[] = oData.Lista;
  const playingOn = (day: string) => shows.filter(({ aFecha }) => aFecha.includes(day)).map((show) => show.cEspectaculoCartelNombre);
  const day = shows.flatMap(({ aFecha }) => aFecha).find((some) => playingOn(some).length < 10) ?? '';
  await page.goto('/');
  await hydrated(page);
  await dateFilter(page).selectOption('Fecha específica');
  await page.getByLabel('Fecha específica').fill(day);
  await expect(page.getByRole('status').filter({ hasText: /^\d+ espectáculos?$/ })).toHaveText(new RegExp(`^${playingOn(day).length} `));
  await expect(cards(page)).toContainText(playingOn(day));
  await expect(cards(page)).toHaveCount(playingOn(day).length);

  const search = page.getByRole('banner').getByRole('combobox', { name: 'Buscar un evento' });
  await search.fill('hamlet');
  await search.press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Hamlet');
});

test('a day without shows is shown as empty and leads back to all dates (ER-020)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await dateFilter(page).selectOption('Fecha específica');
  await page.getByLabel('Fecha específica').fill('2099-12-31');
  await expect(page.getByText('No encontramos resultados')).toBeVisible();
  await expect(page.getByText('No encontramos resultados')).toHaveAttribute('data-msg', 'no results found');
  await page.getByRole('button', { name: 'Ver toda la cartelera' }).click();
  await expect(cards(page)).toHaveCount(10);
  await expect(dateFilter(page)).toHaveValue('all');
});

test('the chosen dates stand in the address, and are there again after Back', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await dateFilter(page).selectOption('Próximo mes');
  await expect(page).toHaveURL('/?cuando=next_month');
  const counted = page.getByRole('status').filter({ hasText: /^\d+ espectáculos?$/ });
  const count = await counted.textContent();
  await cards(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/landing\//);
  await page.goBack();
  await expect(dateFilter(page)).toHaveValue('next_month');
  await expect(counted).toHaveText(count ?? '');
  await page.reload();
  await expect(counted).toHaveText(count ?? '');
});

test('next month leaves only shows that play then', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await dateFilter(page).selectOption('Próximo mes');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ espectáculos?$/ })).toHaveCount(1);
  const shown = Number.parseInt((await page.getByRole('main').getByRole('status').textContent()) ?? '', 10);
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(await listedShows(page));
});

test.describe('without a script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('every show of the billboard can be reached', async ({ page }) => {
    await page.goto('/');
    const addresses = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const shows = new Set(addresses.filter((address) => address?.startsWith('/landing/')));
    expect(shows.size).toBe(await listedShows(page));

    await page.getByRole('main').getByRole('link').last().click();
    await expect(page).toHaveURL(/\/landing\//);
    await expect(page.getByRole('heading', { name: 'Elegí tu función' })).toBeVisible();
  });
});

for (const way of ['by wheel', 'by a jump to its end'] as const) {
  test(`nothing of the billboard moves under its reader when it is read ${way}`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const all = await listedShows(page);
    await page.goto('/');
    await hydrated(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    if (way === 'by wheel') {
      for (let turn = 0; turn < 60 && (await cards(page).count()) < all; turn++) {
        await page.evaluate(() => scrollBy({ top: 400, behavior: 'instant' }));
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      }
    }
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expect(cards(page)).toHaveCount(all);
    await expect(page.getByRole('contentinfo').locator('form')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02);
    expect(Math.abs((await height()) - before)).toBeLessThan(20);
  });
}
