import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, organiser, take } from '../purchases.ts';

const main = (page: Page) => page.getByRole('main');

async function pay(page: Page, purchaseId: string) {
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${purchaseId}`);
}

/** At an order of this show. */
async function enterOffice(office: Page, orderId: string) {
  await office.goto('/oficina/operaciones');
  await office.getByLabel('Correo electrónico').fill(organiser.email);
  await office.getByLabel('Contraseña', { exact: true }).fill(organiser.password);
  await office.getByRole('button', { name: 'Ingresar' }).click();
  await office.getByLabel('Buscar una operación').fill(orderId);
  await office.keyboard.press('Enter');
  await office.getByRole('link', { name: /Bodas de sangre/ }).click();
}

test('home delivery: the address decides the price, the order has both, and staff say how far the tickets are @phone', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  await logInAsNewcomer(page);
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
  const taken = await take(page, { show: 'bodas-de-sangre', quantity: 1 });
  await page.goto(buyAddress(taken));
  await page.getByRole('radio', { name: /Envío a domicilio/ }).check();
  await expect(page.getByRole('combobox', { name: '¿A qué domicilio?' })).toHaveValue(/.+/);
  const cost = page.getByRole('definition').filter({ hasText: /^\$\s*4\.500$/ });
  await expect(cost).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await pay(page, taken.purchaseId);

  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(main(page).getByText('Envío a domicilio')).toBeVisible();
  await expect(main(page).getByText(/^Corrientes 1234, Balvanera/)).toBeVisible();
  await expect(main(page).getByText('Por preparar')).toBeVisible();
  await expect(main(page).getByText('Te la llevamos impresa a tu domicilio.')).toBeVisible();

  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await enterOffice(office, taken.purchaseId);
  await office.getByLabel('Nota').fill('Sobre 12');
  await office.getByRole('button', { name: 'Marcar como preparadas' }).click();
  await expect(office.getByText('Sobre 12')).toBeVisible();
  await office.getByRole('button', { name: 'Marcar como enviadas' }).click();
  await expect(office.getByRole('button', { name: 'Marcar como entregadas' })).toBeVisible();
  await expectAccessible(office);
  await page.reload();
  await expect(main(page).getByText('Enviadas')).toBeVisible();
});

test('a point of sale is chosen among several, and its buyer reads when the tickets are there and when they were picked up @phone', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'bodas-de-sangre', quantity: 1 });
  await page.goto(buyAddress(taken));
  await page.getByRole('radio', { name: /Envío a domicilio/ }).click();
  await expect(page.getByRole('link', { name: 'Agregar un domicilio' })).toBeVisible();
  await page.getByRole('radio', { name: /Retiro en un punto de venta/ }).check();
  const points = page.getByRole('combobox', { name: '¿Dónde las retirás?' });
  await expect(points).toHaveValue('1');
  await points.selectOption('2');
  await expect(page.getByText(/Pasaje del Coro 233/)).toBeVisible();
  await expectAccessible(page);
  const { idPuntoDeVenta, oTotal } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  expect([idPuntoDeVenta, oTotal.fTotalEntrega]).toEqual([2, 1500]);
  await pay(page, taken.purchaseId);

  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await openSession(office, organiser);
  for (const cEstado of ['PREPARADA', 'ENVIADA'])
    await ask(office, 'POST', `/v2/Oficina/Operacion/${taken.purchaseId}/Entrega`, { cEstado });
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(main(page).getByText('Enviadas')).toBeVisible();
  await enterOffice(office, taken.purchaseId);
  await office.getByRole('button', { name: 'Marcar como llegadas al punto de venta' }).click();
  await expect(office.getByText('Llegaron al punto de venta')).toBeVisible();
  await expectAccessible(office);
  expect(await widthOverflow(office)).toBeLessThanOrEqual(0);
  await page.reload();
  await expect(main(page).getByText('En el punto de venta: ya podés retirarlas')).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: test.info().outputPath('arrived.png'), fullPage: true });
  await office.getByRole('button', { name: 'Marcar como retiradas' }).click();
  await expect(office.getByText('Retiradas', { exact: true })).toBeVisible();
  await page.reload();
  await expect(main(page).getByText(/^Retiradas/)).toBeVisible();
});
