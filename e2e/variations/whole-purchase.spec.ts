import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, looksRight, test } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const pesos = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));

/** The last performance of a show that is on sale: late enough for tickets to be brought home. */
async function lastOnSale(page: Page, show: string): Promise<number> {
  const { Lista } = await ask(page, 'GET', '/v2/Cartelera');
  const found = Lista.find(({ cSeo }: { cSeo: string }) => cSeo === show);
  const { listaFuncion } = await ask(page, 'GET', `/v2/EspectaculoCartel/${found.idEspectaculoCartel}?h=${found.h}`);
  return listaFuncion.filter(({ cEstado }: { cEstado: string }) => cEstado === 'EN_VENTA').at(-1).idFuncion;
}

/** On a phone and at a desk. */
async function looksRightOnBoth(page: Page) {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await looksRight(page);
  }
}

test('two performances with a promotion, a product and a delivery home are one purchase: its parts make its total, and the order has them all @once', async ({
  page,
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
  const taken = await take(page, { show: 'carmen', quantity: 4 });
  const arena = await lastOnSale(page, 'hielo-en-ocho');
  await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/Posiciones/Tomar`, { idFuncion: arena, listaSector: [{ nCantidad: 1 }] });

  await page.goto(buyAddress(taken));
  await page.getByRole('link', { name: /^Agregar productos para Hielo en ocho/ }).click();
  await page.getByRole('button', { name: 'Uno más de Remera de la Arena, M', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Total de productos' })).toContainText('28.000');
  await page.getByRole('link', { name: 'Continuar con la compra' }).click();
  await page.getByRole('radio', { name: /Envío a domicilio/ }).check();

  await expect(summary(page).getByText('4x3', { exact: true })).toBeVisible();
  await expect(summary(page)).toContainText('1 × Remera de la Arena, M');
  const lines = summary(page).locator('dl > div');
  const amountOf = async (label: string) => pesos(await lines.filter({ hasText: label }).locator('dd').textContent());
  await expect(lines.filter({ hasText: 'Entrega' })).toContainText('4.500');
  expect(await amountOf('Productos')).toBe(28_000);
  const { oTotal } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  expect(pesos(await summary(page).locator('dd').last().textContent())).toBe(oTotal.fTotal);
  await expect(payButton(page)).toContainText(new RegExp(String(oTotal.fTotal).replace(/(\d)(?=(\d{3})+$)/g, '$1\\.')));
  await looksRightOnBoth(page);

  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await page.goto(`/myOrders/${taken.purchaseId}`);
  const main = page.getByRole('main');
  for (const part of ['Carmen', 'Hielo en ocho', '1 × Remera de la Arena, M', 'Corrientes 1234, Balvanera'])
    await expect(main).toContainText(part);
  await looksRightOnBoth(page);
});
