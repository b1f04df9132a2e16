import type { Page } from '@playwright/test';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { payOff } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, take } from '../purchases.ts';

const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const total = (page: Page) => summary(page).locator('dd').last();
const promotion = (page: Page) => page.getByRole('region', { name: 'Jubilados' });
const numbers = (page: Page) => promotion(page).getByLabel('Número de documento');

/** In the light and in the dark. */
async function look(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
}

const pesos = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
/** No other run has given it. */
const aDni = () => String(1_000_000 + Math.floor(Math.random() * 60_000_000));

const apply = (page: Page) => promotion(page).getByRole('button', { name: 'Aplicar' }).click();
const begin = (page: Page) => page.getByRole('button', { name: 'Cargar documentos: Jubilados' }).click();

test('documents are checked field by field, reduce the tickets that they are given for, can be taken out again, and the ticket says what to show at the door @phone', async ({
  page,
}) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'marea-alta', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(promotion(page)).toContainText('cargá un documento por entrada');
  const before = pesos(await total(page).textContent());
  await begin(page);
  await expect(numbers(page).first()).toBeFocused();
  await apply(page);
  await expect(promotion(page)).toContainText('Escribí al menos un documento');
  for (const index of [0, 1]) await numbers(page).nth(index).fill('12');
  await apply(page);
  await expect(promotion(page).getByText('El número de documento es demasiado bajo')).toHaveCount(2);
  await look(page);
  await numbers(page).nth(0).fill('');
  await numbers(page).nth(1).fill(aDni());
  await apply(page);
  await expect(promotion(page)).toContainText('1 documento cargado');
  await expect(promotion(page).getByRole('status')).toContainText('ahorrás');
  expect(pesos(await total(page).textContent())).toBeLessThan(before);
  await promotion(page).getByRole('button', { name: 'Quitar los documentos de Jubilados' }).click();
  await expect(promotion(page)).toContainText('cargá un documento por entrada');
  expect(pesos(await total(page).textContent())).toBe(before);

  await begin(page);
  await numbers(page).first().fill(aDni());
  await numbers(page).first().press('Enter');
  await expect(promotion(page)).toContainText('1 documento cargado');
  const paid = await payOff(page, taken);
  expect(paid.total).toBeLessThan(before);
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(page.getByText('presentar documento: Jubilados')).toHaveCount(1);
  await look(page);
});

/** A place of a show, taken at the counter by the clerk who is logged in, on the screen that it is paid on. */
async function takeAtCounter(page: Page, show: string) {
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const { idFuncion } = Lista.find(
    ({ cEstado, cEspectaculoCartelNombre: name }: Record<string, string>) => cEstado === 'EN_VENTA' && name === show,
  );
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', {
    idFuncion,
    ctProceso: 'BOX',
    listaSector: [{ nCantidad: 1 }],
  });
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${oProceso.idProcesoDeCompra}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cobrar' })).toBeVisible();
}

test('a clerk gives a customer’s documents or code: the cash is what is left, and the ticket is sold for it @once', async ({ page }) => {
  await openSession(page, demoClerk);
  await takeAtCounter(page, 'Marea Alta');
  const sold = page.getByRole('region', { name: 'Entradas' });
  const due = async () => pesos(await sold.locator('dd').last().textContent());
  const withoutDocument = await due();
  await begin(page);
  await numbers(page).fill(aDni());
  await numbers(page).press('Enter');
  await expect(promotion(page)).toContainText('1 documento cargado');
  expect(await due()).toBeLessThan(withoutDocument);
  await look(page);

  await takeAtCounter(page, 'Carmen');
  const withoutCode = await due();
  const code = page.getByLabel('Código de promoción');
  await code.fill('nada');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('No encontramos ese código')).toBeVisible();
  await code.fill('amigos');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'ahorrás' })).toBeVisible();
  const after = await due();
  expect(after).toBeLessThan(withoutCode);
  await look(page);
  await page.getByLabel(/Leí|acept/).check();
  await page
    .getByRole('button', { name: new RegExp(after.toLocaleString('es-AR')) })
    .last()
    .click();
  await expect(page.getByText('Amigos del teatro').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Cobrar' })).toBeHidden();
});
