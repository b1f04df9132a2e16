import type { Page } from '@playwright/test';
import { longestRun } from './catalogue.ts';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const choose = (page: Page) => page.getByRole('link', { name: /^Elegir la función/ });

test('a visitor opens a show of the billboard, reads its address again, and goes back (GE-005, R-006, R-021)', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'desde $' }).first();
  const address = (await card.getByRole('link').getAttribute('href')) ?? '';
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Elegí tu función' })).toBeVisible();
  await expect(page).toHaveURL(address);
  expect(page.url()).not.toContain('#');
  const name = (await title(page).textContent()) ?? '';

  await page.reload();
  await expect(title(page)).toHaveText(name);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(title(page)).toHaveText('Cartelera');
});

test('on a phone the lowest price and the way to the dates stay at the lower edge until the dates are reached, and nothing of it on a wide screen or for a show that is sold out', {
  tag: '@once',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/landing/hamlet');
  const onward = page.getByRole('link', { name: 'Elegir función', exact: true });
  await expect(onward).toBeInViewport({ ratio: 1 });
  await hydrated(page);
  await expect(page.getByText(/^desde \$\s[\d.]+$/).filter({ has: page.locator('xpath=following-sibling::a') })).toBeVisible();
  await expectAccessible(page);
  await onward.click();
  await expect(page.getByRole('heading', { name: 'Elegí tu función' })).toBeInViewport();
  await expect(onward).toHaveCount(0);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect(onward).toHaveCount(0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(onward).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(onward).toBeHidden();
});

test('a show lists its functions by month with final prices and those without taxes; choosing one asks a visitor to log in (SC-001, GE-008, R-032)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/landing/hamlet');
  await hydrated(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 3 }).first()).toHaveText(
    /^(Enero|Febrero|Marzo|Abril|Mayo|Junio|Julio|Agosto|Septiembre|Octubre|Noviembre|Diciembre) 20\d\d$/,
  );
  const row = main
    .getByRole('listitem')
    .filter({ has: choose(page) })
    .first();
  await expect(row).toContainText(/\d\d:\d\d/);
  await expect(row).toContainText(/desde \$\s?[\d.]+/);
  await expect(row).toContainText(/Precio sin impuestos nacionales: \$\s?[\d.]+/);

  await test.step('the hall and the price of every sector are there before any log-in', async () => {
    await page.getByText('Plano de la sala y precios por sector').click();
    await expect(page.getByRole('img', { name: /^Plano de Gran Teatro Alborada. Sectores: / })).toBeVisible();
    await expect(page.getByRole('table').first()).toContainText(/Precio final.*\$/s);
    await expect(page.getByRole('term').filter({ hasText: 'Ciro Landívar' })).toBeVisible();
    // Related shows come with the end of the page.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByRole('region', { name: 'También te puede interesar' }).getByRole('listitem')).toHaveCount(5);
  });

  const address = (await choose(page).first().getAttribute('href')) ?? '';
  const [, id] = /^\/funcion\/[a-z0-9-]+\/(\d+)\?/.exec(address) ?? [];
  expect(address).toContain(`idFuncion=${id}`);
  await choose(page).first().click();
  await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('nextUrl') === address);
});

test('a sold-out show is marked on its card and at its dates; it is asked for with the deployment’s country code (ER-021, CO-017, GE-004)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/AdvancedSearch');
  await hydrated(page);
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Agotado' }).first();
  // Below the poster, whose own words stay uncovered.
  const [poster, word] = await Promise.all([card.locator('img').boundingBox(), card.getByText('Agotado').boundingBox()]);
  expect(word?.y).toBeGreaterThanOrEqual((poster?.y ?? 0) + (poster?.height ?? Number.POSITIVE_INFINITY));
  const asked = page.waitForRequest(/\/v2\/EspectaculoCartel\/\d+\?/);
  await card.getByRole('link').click();
  expect(await (await asked).headerValue('idPais')).toBe('10');
  await expect(page.locator('[data-state="sold_out"] [data-msg="sold out"]').first()).toHaveText('Agotado');
  await expect(choose(page)).toHaveCount(0);
});

const dates = (page: Page) => page.locator('main [data-state]:visible');

test('a long run is narrowed down by weekday and by a day of its calendar, and the choice survives Back and a reload', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(await longestRun(page.request));
  await hydrated(page);
  // Of its months the first is open, whichever day of it is today.
  const months = page.locator('main details');
  await expect(page.locator('main details[open]')).toHaveCount(1);
  await expect(months.first()).toHaveAttribute('open');
  expect(await months.count()).toBeGreaterThan(2);
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
