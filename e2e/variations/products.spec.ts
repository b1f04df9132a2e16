import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, looksRight, test, widthOverflow } from '../fixtures.ts';
import { enterOffice, payOff } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });
const pesos = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
const one = (page: Page, what: string) => page.getByRole('button', { name: `Uno más de ${what}`, exact: true });
const totalOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Total de productos' });
const isHeading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('the bar, a show and its venue lead to the shop, which has the products of all venues and of one, and what is out of stock (TB-014, R-025, R-026) @phone', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('link', { name: 'Tienda', exact: true }).first().click();
  await expect(page).toHaveURL('/tienda');
  await isHeading(page, 'Tienda');
  await expect(row(page, 'Remera de la Arena')).toContainText('XL (agotado)');
  await expect(row(page, 'Remera de la Arena').getByRole('img')).toBeVisible();
  await looksRight(page);
  await page.getByRole('link', { name: 'Arena Parque Norte' }).click();
  await isHeading(page, 'Tienda de Arena Parque Norte');
  // Rendered at the server, too.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('Programa de mano');
  expect((await page.request.get('/tienda/nada')).status()).toBe(404);
  expect((await page.request.get('/tienda/999999')).status()).toBe(404);

  await page.goto('/landing/hielo-en-ocho');
  await looksRight(page);
  const ofVenue = page.getByRole('main').getByRole('link', { name: 'Tienda de Arena Parque Norte' });
  await ofVenue.click();
  await isHeading(page, 'Tienda de Arena Parque Norte');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Arena Parque Norte', exact: true }).first().click();
  await isHeading(page, 'Arena Parque Norte');
  await expect(ofVenue).toBeVisible();
});

test('products are chosen beside tickets by keyboard, from the seats too, stand in the summary with their total, and are paid and kept with the order (GE-011, R-036) @once', async ({
  page,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hielo-en-ocho', quantity: 1 });
  await page.goto(buyAddress(taken));
  const add = page.getByRole('link', { name: 'Agregar productos' });
  await add.click();
  await expect(page).toHaveURL(/\/funcionTienda\?/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(taken.address);
  await page.getByRole('complementary', { name: 'Tu selección' }).getByRole('link', { name: 'Agregar productos' }).click();
  await expect(page).toHaveURL(/\/funcionTienda\?/);
  await page.setViewportSize({ width: 1280, height: 800 });
  const shirt = row(page, 'Remera de la Arena').first();
  await expect(shirt.getByText('Agotado')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continuar sin productos' })).toBeVisible();
  await one(page, 'Remera de la Arena, M').focus();
  await page.keyboard.press('Enter');
  await expect(totalOf(page)).toContainText('28.000');
  // One for each ticket.
  await one(page, 'Estacionamiento').click();
  await expect(totalOf(page)).toContainText('40.000');
  await expect(one(page, 'Estacionamiento')).toBeDisabled();
  await looksRight(page);

  await page.getByRole('link', { name: 'Continuar con la compra' }).click();
  await expect(summary(page)).toContainText('1 × Remera de la Arena, M');
  await expect(summary(page)).toContainText('1 × Estacionamiento');
  const products = summary(page).locator('dl > div').filter({ hasText: 'Productos' });
  await expect(products).toContainText('40.000');
  await looksRight(page);
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(page.getByRole('main')).toContainText('1 × Remera de la Arena, M');
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(page.getByRole('main')).toContainText('1 × Estacionamiento');
  await looksRight(page);
});

/** Once: there are two of the large shirt for all journeys. */
test('a product that somebody else took meanwhile is said to be out of stock; products alone are bought from the shop after the tickets (ER-022) @phone', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  // From the shop to the products of a performance, as somebody without a ticket.
  await logInAsNewcomer(page);
  await page.goto('/tienda');
  await row(page, 'Programa de mano').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/funcionTienda\?/);
  // It goes with a ticket, of which this buyer has none.
  await expect(row(page, 'Estacionamiento')).toContainText('se lleva con una entrada');

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
  await expect(totalOf(page)).toContainText('6.000');
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

test('a counter hands products over once; a refund says what was handed over, and gives its money back by choice alone @phone', async ({
  page,
  otherVisitor: staff,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hielo-en-ocho', quantity: 1 });
  const shop = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}/Tienda/ParaFuncion/${taken.performanceId}`);
  const variants = shop.Lista.find(({ cNombre }: { cNombre: string }) => cNombre === 'Remera de la Arena').listaVariante;
  const medium = variants.find(({ cNombre }: { cNombre?: string }) => cNombre === 'M');
  await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/ProductoAsignado/Lista/Seleccionar`, {
    idFuncion: taken.performanceId,
    listaProducto: [{ idProductoVariante: medium.idProductoVariante, nCantidad: 1 }],
  });
  await payOff(page, taken);

  await staff.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await openSession(staff, demoClerk);
  await staff.goto(`/boleteria/ventas?idOperacion=${taken.purchaseId}`);
  const products = staff.getByRole('region', { name: 'Productos' });
  await products.getByRole('button', { name: 'Entregar 1 × Remera de la Arena, M' }).click();
  await expect(products.getByText(/entregado el .+ por /)).toBeVisible();
  await expect(products.getByRole('button')).toHaveCount(0);
  await looksRight(staff);
  await staff.reload();
  await expect(products.getByText(/entregado el .+ por /)).toBeVisible();

  await enterOffice(staff);
  await staff.setViewportSize({ width: 1280, height: 800 });
  await staff.goto(`/oficina/operaciones?operacion=${taken.purchaseId}`);
  await staff.getByRole('button', { name: 'Devolver toda la operación' }).click();
  const dialog = staff.getByRole('dialog');
  const choice = dialog.getByRole('group', { name: 'Ya se entregó: 1 × Remera de la Arena, M' });
  await expect(choice.getByRole('radio', { name: /Su dinero no se devuelve/ })).toBeChecked();
  const back = dialog.locator('dl > div').first().locator('dd');
  await expect(back).toContainText('$');
  const without = pesos(await back.textContent());
  await choice.getByRole('radio', { name: /Devolver también su dinero/ }).check();
  await expect(back).toHaveText(new RegExp((without + 28_000).toLocaleString('es-AR')));
  for (const colorScheme of ['light', 'dark'] as const) {
    await staff.emulateMedia({ colorScheme });
    await expectAccessible(staff);
  }
  expect(await widthOverflow(staff)).toBeLessThanOrEqual(0);
  await choice.getByRole('radio', { name: /Su dinero no se devuelve/ }).check();
  await expect(back).toHaveText(new RegExp(without.toLocaleString('es-AR')));
  await dialog.getByLabel('Motivo').fill('Lo pidió por correo');
  await dialog.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(dialog).toBeHidden();
  await expect(staff.getByText(/^Entregado el .+ por Bruno Salas$/)).toBeVisible();
  expect(await ask(staff, 'GET', `/v2/Oficina/Operacion/${taken.purchaseId}`)).toMatchObject({ fConservado: 28_000 });
});
