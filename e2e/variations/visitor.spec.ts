import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../fixtures.ts';

/** Opens a page as a visitor, who is not sent to the log-in and stays nobody. */
async function visit(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
  await expect(page).toHaveURL(path);
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();
  return page.getByRole('main');
}

const list = async (page: Page, path: string) => (await (await page.request.get(path)).json()).oData.Lista;

test('a visitor reads billboard, search and a show’s page (RO-001, RO-002, RO-003) @phone', async ({ page }) => {
  // One that begins while it is read is gone.
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const show = (await list(page, '/v2/Cartelera')).find(({ dPrimeraFuncion }: { dPrimeraFuncion: string }) => dPrimeraFuncion > inAnHour);
  const billboard = await visit(page, '/');
  await expect(billboard.getByRole('link', { name: show.cEspectaculoCartelNombre }).first()).toBeVisible();

  const found = await visit(page, `/AdvancedSearch?cBuscar=${encodeURIComponent(show.cEspectaculoCartelNombre)}`);
  await expect(found.getByRole('link', { name: show.cEspectaculoCartelNombre }).first()).toBeVisible();

  const landing = await visit(page, `/landing/${show.cSeo}`);
  await expect(landing.getByRole('heading', { level: 1 })).toHaveText(show.cEspectaculoCartelNombre);
  await expect(landing.getByRole('link', { name: /^Elegir la función/ }).first()).toBeVisible();
});

test('a visitor reads a venue’s page, the shop and the information pages (RO-004, RO-005, RO-006) @phone', async ({ page }) => {
  const [venue] = await list(page, '/v2/Establecimientos');
  const hall = await visit(page, `/establecimiento/${venue.cSeo}/${venue.idEstablecimiento}`);
  await expect(hall.getByRole('heading', { level: 1 })).toHaveText(venue.cEstablecimientoNombre);
  await expect(hall).toContainText(venue.cDomicilio);

  const [product] = await list(page, '/v2/Tienda');
  const shop = await visit(page, '/tienda');
  await expect(shop.getByRole('heading', { name: product.cNombre }).first()).toBeVisible();

  const read = async (path: string, title: string) => {
    const information = page.getByRole('main');
    await expect(information.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveURL(path);
    expect((await information.innerText()).length, path).toBeGreaterThan(300);
  };
  await visit(page, '/FAQ');
  await read('/FAQ', 'Preguntas frecuentes');
  for (const [path, title] of [
    ['/eticket', 'E-ticket'],
    ['/termsAndConditions', 'Términos y condiciones'],
    ['/privacyPolicies', 'Políticas de privacidad'],
    ['/PointSales', 'Puntos de venta'],
    ['/Services', 'Servicios'],
    ['/TechnicalSupport', 'Soporte técnico'],
    ['/ComplaintsBook', 'Libro de quejas'],
  ] as const) {
    await page.locator(`footer a[href="${path}"]`).first().click();
    await read(path, title);
  }
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();
});
