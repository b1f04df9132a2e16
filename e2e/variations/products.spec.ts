import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, organiser, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });
const pesos = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
const one = (page: Page, what: string) => page.getByRole('button', { name: `Uno más de ${what}`, exact: true });

test('the button of the bar leads to the shop, which has the products of all venues and of one, and what is out of stock (TB-014, R-025, R-026) @phone', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menú' }).click();
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

test('products are chosen beside tickets by keyboard, stand in the summary with their total, and are paid and kept with the order (GE-011, R-036, ER-022) @once', async ({
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

/** From the shop to the products of a performance, as somebody without a ticket. */
async function openProducts(page: Page) {
  await logInAsNewcomer(page);
  await page.goto('/tienda');
  await row(page, 'Programa de mano').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/funcionTienda\?/);
}

test('products alone are bought from the shop after the tickets @phone', async ({ page }) => {
  test.slow();
  await openProducts(page);
  // It goes with a ticket, of which this buyer has none.
  await expect(row(page, 'Estacionamiento')).toContainText('Se lleva con una entrada');

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

/** Once: there are two of them for all journeys. */
test('a product that somebody else took meanwhile is said to be out of stock (ER-022)', { tag: '@once' }, async ({
  page,
  otherVisitor,
}) => {
  await openProducts(page);
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
});

test('a show, its venue and the seats lead to the products of the venue; a counter hands them over once @phone', async ({
  page,
  otherVisitor: counter,
}) => {
  test.slow();
  await page.goto('/landing/hielo-en-ocho');
  await page.getByRole('main').getByRole('link', { name: 'Tienda de Arena Parque Norte' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tienda de Arena Parque Norte' })).toBeVisible();
  await page.goto('/landing/hielo-en-ocho');
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: `test-results/products/landing-${page.viewportSize()?.width}.png` });
  await page.getByRole('main').getByRole('link', { name: 'Arena Parque Norte', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Arena Parque Norte' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Tienda de Arena Parque Norte' })).toBeVisible();
  await page.screenshot({ path: `test-results/products/venue-${page.viewportSize()?.width}.png` });

  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hielo-en-ocho', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(summary(page)).toBeVisible();
  await page.goto(taken.address);
  await page.getByRole('complementary', { name: 'Tu selección' }).getByRole('link', { name: 'Agregar productos' }).click();
  await one(page, 'Remera de la Arena, M').click();
  await expect(page.getByRole('status').filter({ hasText: 'Total de productos' })).toContainText('28.000');
  await page.getByRole('link', { name: 'Continuar con la compra' }).click();
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);

  await counter.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await openSession(counter, demoClerk);
  await counter.goto(`/boleteria/ventas?idOperacion=${taken.purchaseId}`);
  const products = counter.getByRole('region', { name: 'Productos' });
  await products.getByRole('button', { name: 'Entregar 1 × Remera de la Arena, M' }).click();
  await expect(products.getByText(/entregado el .+ por /)).toBeVisible();
  await expect(products.getByRole('button')).toHaveCount(0);
  await expectAccessible(counter);
  expect(await widthOverflow(counter)).toBeLessThanOrEqual(0);
  await counter.screenshot({ path: `test-results/products/counter-${counter.viewportSize()?.width}.png`, fullPage: true });
  await counter.reload();
  await expect(products.getByText(/entregado el .+ por /)).toBeVisible();
});

test('a refund says what was handed over, and gives its money back by choice alone @once', async ({ page }) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hielo-en-ocho', quantity: 1 });
  const shop = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}/Tienda/ParaFuncion/${taken.performanceId}`);
  const [shirt] = shop.Lista.find(({ cNombre }: { cNombre: string }) => cNombre === 'Remera de la Arena').listaVariante;
  const variant = { idFuncion: taken.performanceId, idProductoVariante: shirt.idProductoVariante };
  await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/ProductoAsignado/Lista/Seleccionar`, {
    idFuncion: taken.performanceId,
    listaProducto: [{ idProductoVariante: shirt.idProductoVariante, nCantidad: 1 }],
  });
  await page.goto(buyAddress(taken));
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await openSession(page, demoClerk);
  await ask(page, 'POST', `/v2/Boleteria/Venta/${taken.purchaseId}/Productos/Entregar`, variant);

  await page.goto('/oficina/operaciones');
  await page.getByLabel('Correo electrónico').fill(organiser.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(organiser.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.getByLabel('Buscar una operación').fill(taken.purchaseId);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Hielo en ocho/ }).click();
  await page.getByRole('button', { name: 'Devolver toda la operación' }).click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('group', { name: 'Ya se entregó: 1 × Remera de la Arena, S' });
  await expect(choice.getByRole('radio', { name: /Su dinero no se devuelve/ })).toBeChecked();
  const back = dialog.locator('dl > div').first().locator('dd');
  await expect(back).toContainText('$');
  const without = pesos(await back.textContent());
  await choice.getByRole('radio', { name: /Devolver también su dinero/ }).check();
  await expect(back).toHaveText(new RegExp((without + 28_000).toLocaleString('es-AR')));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/products/refund-${page.viewportSize()?.width}-${colorScheme}.png` });
    await expectAccessible(page);
  }
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await choice.getByRole('radio', { name: /Su dinero no se devuelve/ }).check();
  await expect(back).toHaveText(new RegExp(without.toLocaleString('es-AR')));
  await dialog.getByLabel('Motivo').fill('Lo pidió por correo');
  await dialog.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Entregado el .+ por Bruno Salas$/)).toBeVisible();
  await openSession(page, organiser);
  expect(await ask(page, 'GET', `/v2/Oficina/Operacion/${taken.purchaseId}`)).toMatchObject({ fConservado: 28_000 });
});
