import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './fixtures.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Opens the first show of the billboard that has something on sale. */
async function openShowOnSale(page: Page): Promise<string> {
  await page.goto('/');
  const card = cards(page).filter({ hasText: 'desde $' }).first();
  const address = await card.getByRole('link').getAttribute('href');
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Elegí tu función' })).toBeVisible();
  return address ?? '';
}

test('a card opens its show, back returns, and the address works by itself and again (R-001, R-021, GE-007)', async ({ page }) => {
  const address = await openShowOnSale(page);
  await expect(page).toHaveURL(address);
  expect(page.url()).not.toContain('#');
  const title = await page.getByRole('heading', { level: 1 }).textContent();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');

  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Cartelera' })).toBeVisible();

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});

test('the show is asked for with the country code of the deployment (CO-017, GE-004)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const asked = page.waitForRequest(/\/v2\/EspectaculoCartel\/\d+\?/);
  await cards(page).first().getByRole('link').click();
  expect(await (await asked).headerValue('idPais')).toBe('10');
});

test('a show lists its functions by month with final prices and the price without taxes (SC-001)', async ({ page }) => {
  await openShowOnSale(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText(
    /^(Enero|Febrero|Marzo|Abril|Mayo|Junio|Julio|Agosto|Septiembre|Octubre|Noviembre|Diciembre) 20\d\d$/,
  );
  const row = main
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Elegir la función/ }) })
    .first();
  await expect(row).toContainText(/\d\d:\d\d/);
  await expect(row).toContainText(/desde \$\s?[\d.]+/);
  await expect(row).toContainText(/Precio sin impuestos nacionales: \$\s?[\d.]+/);
});

test('choosing a function leads to its page, and a visitor to login first (GE-008, R-032, R-034)', { tag: '@once' }, async ({ page }) => {
  await openShowOnSale(page);
  const choose = page.getByRole('link', { name: /^Elegir la función/ }).first();
  const address = (await choose.getAttribute('href')) ?? '';
  const [, id] = /^\/funcion\/[a-z0-9-]+\/(\d+)\?/.exec(address) ?? [];
  expect(address).toContain(`idFuncion=${id}`);
  await choose.click();
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === address);
});

test('search engines and messengers read the address, the image and one event per function', { tag: '@once' }, async ({ page }) => {
  const address = await openShowOnSale(page);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await page.goto(address);
  const content = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  const absolute = new URL(address, page.url()).href;
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', absolute);
  // With the venue: two shows may have one name.
  expect(await content('og:title')).toMatch(new RegExp(`^${RegExp.escape(title)}, .`));
  expect(await content('og:url')).toBe(absolute);
  const image = await page.request.get((await content('og:image')) ?? '');
  expect(image.headers()['content-type']).toMatch(/^image\//);

  const events = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  const functions = page.locator('main [data-state]');
  expect(events).toHaveLength(await functions.count());
  for (const event of events) {
    expect(event).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: title,
      startDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00-03:00$/),
      location: { '@type': 'Place', name: expect.any(String) },
      offers: {
        priceCurrency: 'ARS',
        lowPrice: expect.any(Number),
        validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT10:00:00-03:00$/),
      },
    });
  }
});

test('an unlisted show is not found', { tag: '@once' }, async ({ page }) => {
  const answer = await page.goto('/landing/nunca-se-estreno');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No encontramos esta página');
});

test('a sold-out show is marked on its card and at its dates (ER-021)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/AdvancedSearch');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Agotado' }).first();
  // Below the poster, whose own words stay uncovered.
  const [poster, word] = await Promise.all([card.locator('img').boundingBox(), card.getByText('Agotado').boundingBox()]);
  expect(word?.y).toBeGreaterThanOrEqual((poster?.y ?? 0) + (poster?.height ?? Number.POSITIVE_INFINITY));
  await card.getByRole('link').click();
  await expect(page.locator('[data-state="sold_out"] [data-msg="sold out"]').first()).toHaveText('Agotado');
  await expect(page.getByRole('link', { name: /^Elegir la función/ })).toHaveCount(0);
});

/** The address of the show with the most dates. */
async function longestRun(page: Page): Promise<string> {
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  const shows: { readonly cSeo: string; readonly nCantidadFunciones: number }[] = oData.Lista;
  return `/landing/${shows.sort((one, other) => other.nCantidadFunciones - one.nCantidadFunciones)[0]?.cSeo}`;
}
const dates = (page: Page) => page.locator('main [data-state]:visible');

test('a long run is narrowed down by weekday and by a day of its calendar, and the choice survives Back and a reload', async ({ page }) => {
  await page.goto(await longestRun(page));
  await hydrated(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(5000);
  await page.getByRole('group', { name: 'Día de la semana' }).getByRole('button', { name: 'sáb', exact: true }).click();
  await expect(page).toHaveURL(/[?&]dias=6$/);
  await expect(page.getByRole('status').filter({ hasText: /^\d+ funciones$/ })).toHaveCount(1);
  expect(
    new Set(
      await dates(page)
        .locator('p > span:first-child')
        .filter({ hasText: /^\D{3}$/ })
        .allTextContents(),
    ),
  ).toEqual(new Set(['sáb']));
  await page.getByRole('button', { name: 'Ver todas las funciones' }).click();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  const day = page.getByRole('button', { name: /^\D{3} \d\d \D{3}, \d+ func/ }).first();
  await day.click();
  await expect(day).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/[?&]dia=\d{4}-\d\d-\d\d$/);
  const shown = await dates(page).count();
  expect(shown).toBeLessThan(5);
  const [address, chosen] = [page.url(), await day.getAttribute('aria-label')];

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Butaca/ })
    .click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('button', { name: chosen ?? '' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(dates(page)).toHaveCount(shown);
});

test('the hall and the price of every sector are there before any log-in', { tag: '@once' }, async ({ page }) => {
  await page.goto('/landing/hamlet');
  await hydrated(page);
  await page.getByText('Plano de la sala y precios por sector').click();
  await expect(page.getByRole('img', { name: /^Plano de Gran Teatro Alborada. Sectores: / })).toBeVisible();
  await expect(page.getByRole('table').first()).toContainText(/Precio final.*\$/s);
  await expect(page.getByRole('term').filter({ hasText: 'Ciro Landívar' })).toBeVisible();
  // Related shows come with the end of the page.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'También te puede interesar' }).getByRole('listitem')).toHaveCount(5);
});

test.describe('without a script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('every date of a long run has its price and its link', async ({ page }) => {
    await page.goto(await longestRun(page));
    const rows = page.locator('main [data-state]');
    expect(await rows.count()).toBeGreaterThan(30);
    const closed = page.locator('main details:not([open]) > summary').first();
    await closed.click();
    await expect(dates(page).last()).toContainText(/desde \$/);
    expect(await rows.filter({ has: page.locator('a[href^="/funcion/"]') }).count()).toBeGreaterThan(30);
    await expect(page.getByRole('button', { name: 'Avisame' })).toBeHidden();
  });
});
