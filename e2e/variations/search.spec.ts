import { expect, hydrated, test } from '../fixtures.ts';

const results = (page: import('@playwright/test').Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('img') });

test('a search forgives a typing error and finds an artist (CA-013) @phone', async ({ page }) => {
  await page.goto('/AdvancedSearch?cBuscar=shakspeare');
  await expect(results(page).first()).toBeVisible();
  await page.goto('/AdvancedSearch?cBuscar=hamelt');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText('Hamlet');
  await expect(page.getByRole('searchbox')).toHaveCount(1);
});

test('filters stand in the address, survive Back, and go one by one', async ({ page }) => {
  await page.goto('/AdvancedSearch');
  await hydrated(page);
  const all = await page
    .getByRole('status')
    .filter({ hasText: /espectáculo/ })
    .innerText();
  const type = page.getByRole('group', { name: 'Qué' }).getByRole('checkbox').first();
  await type.check();
  await page.getByLabel('Cuándo').selectOption('next_month');
  await page.getByRole('button', { name: 'Filtrar', exact: true }).click();
  await expect(page).toHaveURL(/aListaidTipoDeEspectaculo=\d+&cuando=next_month/);
  await expect(page.getByRole('status').filter({ hasText: /espectáculo/ })).not.toHaveText(all);
  await page.getByRole('link', { name: 'Quitar el filtro Próximo mes' }).click();
  await expect(page).not.toHaveURL(/cuando/);
  await expect(page).toHaveURL(/aListaidTipoDeEspectaculo=\d+/);
  await page.goBack();
  await expect(page).toHaveURL(/cuando=next_month/);
  await expect(page.getByLabel('Cuándo')).toHaveValue('next_month');
  await expect(type).toBeChecked();
});

test('without a script the filters are a form @once', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto('/AdvancedSearch');
  await page.getByLabel('Cuándo').selectOption('this_month');
  await page.getByRole('button', { name: 'Filtrar', exact: true }).click();
  await expect(page).toHaveURL(/cuando=this_month/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Todos los espectáculos');
  await context.close();
});
