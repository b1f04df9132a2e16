import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });
const one = (page: Page, what: string) => page.getByRole('button', { name: `Uno más de ${what}`, exact: true });

test('the button of the bar leads to the shop, which has the products of all venues and of one, and what is out of stock (TB-014, R-025, R-026)', async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  if (isMobile || (page.viewportSize()?.width ?? 0) < 960) await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('link', { name: 'Tienda', exact: true }).first().click();
  await expect(page).toHaveURL('/tienda');
  await expect(page.getByRole('heading', { level: 1, name: 'Tienda' })).toBeVisible();
  await expect(row(page, 'Remera de la Arena')).toContainText('XL (agotado)');
  await expect(row(page, 'Remera de la Arena').getByRole('img')).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Arena Parque Norte' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tienda de Arena Parque Norte' })).toBeVisible();
  // Rendered at the server, too.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('Programa de mano');
  expect((await page.request.get('/tienda/nada')).status()).toBe(404);
  expect((await page.request.get('/tienda/999999')).status()).toBe(404);
});

test('products are chosen beside tickets by keyboard, stand in the summary with their total, and are paid and kept with the order (GE-011, R-036, ER-022)', async ({
  page,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hielo-en-ocho', quantity: 1 });
  await page.goto(buyAddress(taken));
  await page.getByRole('link', { name: 'Agregar productos' }).click();
  await expect(page).toHaveURL(/\/funcionTienda\?/);
  const shirt = row(page, 'Remera de la Arena').first();
  await expect(shirt.getByText('Agotado')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continuar sin productos' })).toBeVisible();
  await one(page, 'Remera de la Arena, M').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Total de productos' })).toContainText('28.000');
  // One for each ticket.
  await one(page, 'Estacionamiento').click();
  await expect(page.getByRole('status').filter({ hasText: 'Total de productos' })).toContainText('40.000');
  await expect(one(page, 'Estacionamiento')).toBeDisabled();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await page.getByRole('link', { name: 'Continuar con la compra' }).click();
  await expect(summary(page)).toContainText('1 × Remera de la Arena, M');
  await expect(summary(page)).toContainText('1 × Estacionamiento');
  const products = summary(page).locator('dl > div').filter({ hasText: 'Productos' });
  await expect(products).toContainText('40.000');
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(page.getByRole('main')).toContainText('1 × Remera de la Arena, M');
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(page.getByRole('main')).toContainText('1 × Estacionamiento');
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
});

test('products alone are bought from the shop after the tickets, and one that somebody else took is said to be out of stock (ER-022)', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  await page.goto('/tienda');
  await row(page, 'Programa de mano').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/funcionTienda\?/);
  // It goes with a ticket, of which this buyer has none.
  await expect(row(page, 'Estacionamiento')).toContainText('Se lleva con una entrada');

  await logInAsNewcomer(otherVisitor);
  const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
  const { Lista } = await ask(otherVisitor, 'GET', `/v2/Proceso/0/Tienda/ParaFuncion/${performanceId}`);
  const large = Lista.flatMap(
    ({ listaVariante }: { listaVariante: { cNombre?: string; idProductoVariante: number; nMaximo: number }[] }) => listaVariante,
  ).find(({ cNombre }: { cNombre?: string }) => cNombre === 'L');
  const theirs = await ask(otherVisitor, 'POST', '/v2/Proceso/0/ProductoAsignado/Lista/Seleccionar', {
    idFuncion: performanceId,
    listaProducto: [{ idProductoVariante: large.idProductoVariante, nCantidad: large.nMaximo }],
  });
  await one(page, 'Remera de la Arena, L').click();
  await expect(page.getByRole('main').getByText('se agotó: otra persona se llevó lo que quedaba')).toBeVisible();
  await ask(otherVisitor, 'POST', `/v2/Proceso/${theirs.idProcesoDeCompra}/invalidar`);

  await one(page, 'Programa de mano').click();
  await expect(page.getByRole('status').filter({ hasText: 'Total de productos' })).toContainText('6.000');
  await page.getByRole('link', { name: 'Continuar con la compra' }).click();
  await expect(summary(page)).toContainText('1 × Programa de mano');
  // Nothing is sent, so nothing is asked about how.
  await expect(page.getByRole('radio', { name: /E-ticket/ })).toBeHidden();
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(/\/BuyTicket\/ok\//);
  await page.goto('/myOrders');
  await expect(page.getByRole('main')).toContainText('1 producto');
});
