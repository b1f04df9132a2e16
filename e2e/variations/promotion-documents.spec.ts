import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const total = (page: Page) => summary(page).locator('dd').last();
const promotion = (page: Page) => page.getByRole('region', { name: 'Jubilados' });
const numbers = (page: Page) => promotion(page).getByLabel('Número de documento');

const PICTURES = join(import.meta.dirname, '../../test-results/promotion-documents');

/** Light and dark, for people to look at, and checked for accessibility. */
async function look(page: Page, name: string) {
  await mkdir(PICTURES, { recursive: true });
  const { width = 0 } = page.viewportSize() ?? {};
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    await expectAccessible(page);
  }
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
}

const pesos = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
/** No other run has given it. */
const aDni = () => String(1_000_000 + Math.floor(Math.random() * 60_000_000));

async function openBuy(page: Page) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'marea-alta', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(promotion(page)).toContainText('cargá un documento por entrada');
  return taken;
}

const apply = (page: Page) => promotion(page).getByRole('button', { name: 'Aplicar' }).click();

test('documents are checked field by field, reduce the tickets that they are given for, and can be taken out again @phone', async ({
  page,
}) => {
  await openBuy(page);
  const before = pesos(await total(page).textContent());
  await page.getByRole('button', { name: 'Cargar documentos: Jubilados' }).click();
  await expect(numbers(page).first()).toBeFocused();
  await apply(page);
  await expect(promotion(page)).toContainText('Escribí al menos un documento');
  for (const index of [0, 1]) await numbers(page).nth(index).fill('12');
  await apply(page);
  await expect(promotion(page).getByText('El número de documento es demasiado bajo')).toHaveCount(2);
  await look(page, 'refused');
  await numbers(page).nth(0).fill('');
  await numbers(page).nth(1).fill(aDni());
  await apply(page);
  await expect(promotion(page)).toContainText('1 documento cargado');
  await expect(promotion(page).getByRole('status')).toContainText('ahorrás');
  expect(pesos(await total(page).textContent())).toBeLessThan(before);
  await promotion(page).getByRole('button', { name: 'Quitar los documentos de Jubilados' }).click();
  await expect(promotion(page)).toContainText('cargá un documento por entrada');
  expect(pesos(await total(page).textContent())).toBe(before);
});

test('a pensioner gives a document for one of two tickets, and the ticket says what to show at the door @phone', async ({ page }) => {
  const { purchaseId } = await openBuy(page);
  await page.getByRole('button', { name: 'Cargar documentos: Jubilados' }).click();
  await numbers(page).first().fill(aDni());
  await numbers(page).first().press('Enter');
  await expect(promotion(page)).toContainText('1 documento cargado');
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await page.waitForURL('**/BuyTicket/ok/**');
  await page.goto(`/myOrders/${purchaseId}`);
  await expect(page.getByText('presentar documento: Jubilados')).toHaveCount(1);
  await look(page, 'ticket');
});

test('a clerk gives the documents at the counter, and the price goes down before the sale @once', async ({ page }) => {
  await openSession(page, demoClerk);
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const { idFuncion } = Lista.find(({ cEspectaculoCartelNombre: name }: Record<string, string>) => name === 'Marea Alta');
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion,
    ctProceso: 'BOX',
    listaSector: [{ nCantidad: 1 }],
  });
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${oProceso.idProcesoDeCompra}`);
  await page.getByRole('button', { name: 'Cargar documentos: Jubilados' }).click();
  await numbers(page).fill(aDni());
  await numbers(page).press('Enter');
  await expect(promotion(page)).toContainText('1 documento cargado');
  await look(page, 'counter');
});
