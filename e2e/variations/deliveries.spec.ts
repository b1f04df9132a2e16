import type { Page } from '@playwright/test';
import { expect, expectAccessible, looksRight, test } from '../fixtures.ts';
import { enterOffice, payOff } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, type TakenPlaces, take } from '../purchases.ts';

const main = (page: Page) => page.getByRole('main');
const mark = (office: Page, state: string) => office.getByRole('button', { name: `Marcar como ${state}` });

/** A place of a show that is delivered in every way, on its buy screen. */
async function openBuy(page: Page) {
  const taken = await take(page, { show: 'bodas-de-sangre', quantity: 1 });
  await page.goto(buyAddress(taken));
  return taken;
}

const atOffice = (office: Page, { purchaseId }: TakenPlaces) => office.goto(`/oficina/operaciones?operacion=${purchaseId}`);

test('a home’s address is typed on the buy page while the clock goes on; it survives a reload, a refusal names its field, and the order has it (EN-063) @phone', async ({
  page,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await openBuy(page);
  const { dMaxima } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  const dialog = page.getByRole('dialog', { name: 'Domicilio nuevo' });
  await page.getByRole('radio', { name: /Envío a domicilio/ }).click();
  await page.getByRole('button', { name: 'Agregar un domicilio' }).click();
  await expect(dialog).toBeVisible();
  await looksRight(page);
  await dialog.getByLabel('Provincia').selectOption('C');
  await dialog.getByLabel(/^Localidad/).fill('Balvanera');
  await dialog.getByLabel(/^Calle/).fill('Corrientes');

  await page.reload();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel(/^Calle/)).toHaveValue('Corrientes');
  await expect(dialog.getByLabel('Provincia')).toHaveValue('C');
  await expect(dialog.getByLabel(/^Localidad/)).toHaveValue('Balvanera');

  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByLabel(/^Código postal/)).toBeFocused();
  await expect(dialog.getByLabel(/^Código postal/)).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel(/^Código postal/).fill('1043');
  await dialog.getByLabel(/^Número|^Altura/).fill('1234');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(buyAddress(taken));
  await expect(page.getByRole('radio', { name: /Envío a domicilio/ })).toBeChecked();
  await expect(page.getByRole('combobox', { name: '¿A qué domicilio?' })).toContainText('Corrientes 1234');
  await expect(page.getByRole('combobox', { name: '¿A qué domicilio?' })).toBeFocused();
  await expect(
    page.getByRole('status').filter({ hasText: 'Guardamos el domicilio Corrientes 1234, Balvanera: las entradas van ahí.' }),
  ).toBeVisible();
  const after = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  expect([after.dMaxima, after.cEtapa, after.oTotal.fTotalEntrega]).toEqual([dMaxima, 'ABIERTO', 4500]);
  await looksRight(page);

  await test.step('an address of a zone that is not served leaves the one that was chosen, and another may be typed', async () => {
    await page.getByRole('button', { name: 'Agregar otro domicilio' }).click();
    await dialog.getByLabel('Provincia').selectOption('V');
    await dialog.getByLabel(/^Localidad/).fill('Ushuaia');
    await dialog.getByLabel(/^Código postal/).fill('9410');
    await dialog.getByLabel(/^Calle/).fill('San Martín');
    await dialog.getByLabel(/^Número|^Altura/).fill('7');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText(/^Todavía no llevamos entradas a ese domicilio/)).toBeVisible();
    await expect(page.getByRole('combobox', { name: '¿A qué domicilio?' })).toHaveValue(after.idClienteDomicilio);
  });
  await payOff(page, taken);
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(main(page).getByText(/^Corrientes 1234, Balvanera/)).toBeVisible();
});

test('a point of sale is chosen among several, or a home whose address decides the price; the order has it, and its buyer reads how far the tickets are @phone', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const toPoint = await openBuy(page);
  await page.getByRole('radio', { name: /Envío a domicilio/ }).click();
  await expect(page.getByRole('button', { name: 'Agregar un domicilio' })).toBeVisible();
  await page.getByRole('radio', { name: /Retiro en un punto de venta/ }).check();
  const points = page.getByRole('combobox', { name: '¿Dónde las retirás?' });
  await expect(points).toHaveValue('1');
  await points.selectOption('2');
  await expect(page.getByText(/Pasaje del Coro 233/)).toBeVisible();
  await expectAccessible(page);
  const { idPuntoDeVenta, oTotal } = await ask(page, 'GET', `/v2/Proceso/${toPoint.purchaseId}`);
  expect([idPuntoDeVenta, oTotal.fTotalEntrega]).toEqual([2, 1500]);
  await payOff(page, toPoint);

  await ask(page, 'POST', '/v2/Cliente/Domicilio/Insertar', {
    cTipo: 'PARTICULAR',
    cCalle: 'Corrientes',
    cNumero: '1234',
    cPais: 'AR',
    cProvincia: 'C',
    cLocalidad: 'Balvanera',
    cCodigoPostal: '1043',
    lPorDefecto: 'S',
  });
  const home = await openBuy(page);
  await page.getByRole('radio', { name: /Envío a domicilio/ }).check();
  await expect(page.getByRole('combobox', { name: '¿A qué domicilio?' })).toHaveValue(/.+/);
  await expect(page.getByRole('definition').filter({ hasText: /^\$\s*4\.500$/ })).toBeVisible();
  await looksRight(page);
  await payOff(page, home);
  await page.goto(`/myOrders/${home.purchaseId}`);
  for (const text of ['Envío a domicilio', /^Corrientes 1234, Balvanera/, 'Por preparar', 'Te la llevamos impresa a tu domicilio.'])
    await expect(main(page).getByText(text)).toBeVisible();

  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await enterOffice(office);
  await atOffice(office, home);
  await office.getByLabel('Nota').fill('Sobre 12');
  await mark(office, 'preparadas').click();
  await expect(office.getByText('Sobre 12')).toBeVisible();
  await mark(office, 'enviadas').click();
  await expect(mark(office, 'entregadas')).toBeVisible();
  await expectAccessible(office);
  await page.reload();
  await expect(main(page).getByText('Enviadas')).toBeVisible();

  for (const cEstado of ['PREPARADA', 'ENVIADA'])
    await ask(office, 'POST', `/v2/Oficina/Operacion/${toPoint.purchaseId}/Entrega`, { cEstado });
  await page.goto(`/myOrders/${toPoint.purchaseId}`);
  await expect(main(page).getByText('Enviadas')).toBeVisible();
  await atOffice(office, toPoint);
  await mark(office, 'llegadas al punto de venta').click();
  await expect(office.getByText('Llegaron al punto de venta')).toBeVisible();
  await looksRight(office);
  await page.reload();
  await expect(main(page).getByText('En el punto de venta: ya podés retirarlas')).toBeVisible();
  await looksRight(page);
  await mark(office, 'retiradas').click();
  await expect(office.getByText('Retiradas', { exact: true })).toBeVisible();
  await page.reload();
  await expect(main(page).getByText(/^Retiradas/)).toBeVisible();
});
