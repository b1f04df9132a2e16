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

test('a point of sale is chosen among several, or a home whose address decides the price; the order has it, and its buyer reads how far the tickets are @phone', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const toPoint = await openBuy(page);
  await page.getByRole('radio', { name: /Envío a domicilio/ }).click();
  await expect(page.getByRole('link', { name: 'Agregar un domicilio' })).toBeVisible();
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
