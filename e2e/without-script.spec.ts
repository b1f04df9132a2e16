import { longestRun } from './catalogue.ts';
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

test('without a script every show of the billboard and every date of a long run can be reached, and a picture is a link to its file', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/');
  const addresses = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const { oData } = await (await page.request.get('/v2/Cartelera')).json();
  expect(new Set(addresses.filter((address) => address?.startsWith('/landing/'))).size).toBe(oData.Lista.length);
  await page.getByRole('main').getByRole('link').last().click();
  await expect(page).toHaveURL(/\/landing\//);
  await expect(page.getByRole('heading', { name: 'Elegí tu función' })).toBeVisible();

  await test.step('every date of a long run has its price and its link', async () => {
    await page.goto(await longestRun(page.request));
    const rows = page.locator('main [data-state]');
    expect(await rows.count()).toBeGreaterThan(30);
    await page.locator('main details:not([open]) > summary').first().click();
    await expect(page.locator('main [data-state]:visible').last()).toContainText(/desde \$/);
    expect(await rows.filter({ has: page.locator('a[href^="/funcion/"]') }).count()).toBeGreaterThan(30);
    await expect(page.getByRole('button', { name: 'Avisame' })).toBeHidden();
  });

  await page.goto('/landing/hamlet');
  await page.getByRole('region', { name: 'Fotos' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/images\/[0-9a-f]{32}\/hamlet-1\.svg$/);
});

test('without a script the filters of the search are a form', { tag: '@once' }, async ({ page }) => {
  const filter = page.getByRole('button', { name: 'Filtrar', exact: true });
  await page.goto('/AdvancedSearch');
  await page.getByLabel('Cuándo').selectOption('this_month');
  await page.getByLabel('Precio').selectOption('20000');
  await filter.click();
  await expect(page).toHaveURL(/cuando=this_month.*precioHasta=20000/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos los espectáculos');
  await page.getByLabel('Cuándo').selectOption('specific');
  await filter.click();
  await expect(page.getByLabel('Cuándo')).toHaveValue('specific');
  await page.getByLabel('Día', { exact: true }).fill('2040-01-01');
  await filter.click();
  await expect(page).toHaveURL(/cuando=specific&dia=2040-01-01.*precioHasta=20000/);
  await expect(page.getByRole('main')).toContainText('No encontramos resultados');
  const plainBox = page.getByRole('searchbox', { name: 'Buscar un evento' });
  await plainBox.fill('hamlet');
  await plainBox.press('Enter');
  await expect(page).toHaveURL('/AdvancedSearch?cBuscar=hamlet');
});
