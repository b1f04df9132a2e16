import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { openDate } from '../hall.ts';
import { logInAsNewcomer, openSession, soldForCash } from '../purchases.ts';

/** A click whose key was used for something else did nothing, and is told so once. */
const reusedAt = (page: Page, path: string) =>
  page.route(path, (route) => route.fulfill({ json: { nCode: 422, cError: 'key_reused', oData: {} } }));
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Atención' });
const nothingDone = (page: Page) => page.getByText(/No se hizo nada|No hicimos nada/);

async function fillIn(page: Page) {
  await fillInCard(page, cards.approved);
  await page.getByLabel('Número de documento').fill('30123456');
  await terms(page).check();
}

test('at the places and at a counter’s printing the frame says it alone; at a payment and at a link the screen does, and that nothing was charged @once', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  await openDate(page, '/landing/letras-de-madera');

  await test.step('at the places', async () => {
    const takeButton = page.getByRole('button', { name: /^Tomar / });
    await expect(takeButton).toBeVisible();
    await reusedAt(page, '**/Posiciones/TomarGrupo');
    await takeButton.click();
    await expect(dialog(page)).toContainText('No se hizo nada');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Aceptar' }).click();
    await expect(page.getByText('No pudimos tomar los lugares')).toHaveCount(0);
    await page.unrouteAll();
    await takeButton.click();
    await expect(page.getByText(/^Tomaste /)).toBeVisible();
  });

  await test.step('at the payment', async () => {
    await page.getByRole('link', { name: 'Continuar con la compra' }).first().click();
    await fillIn(page);
    await reusedAt(page, '**/Cobrar');
    await payButton(page).click();
    await expect(nothingDone(page)).toContainText('No se te cobró nada');
    await expect(nothingDone(page)).toHaveCount(1);
    await expect(dialog(page)).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('at a payment link', async () => {
    await page.getByText('¿Paga otra persona?').click();
    await page.getByRole('button', { name: 'Crear link de pago' }).click();
    await otherVisitor.goto(await page.getByLabel('Link de pago').inputValue());
    await fillIn(otherVisitor);
    await otherVisitor.getByLabel(/^Correo/).fill('tia@correo.example');
    await reusedAt(otherVisitor, '**/pagar');
    await payButton(otherVisitor).click();
    await expect(otherVisitor.getByText('No se te cobró nada')).toHaveCount(1);
    await expect(dialog(otherVisitor)).toHaveCount(0);
  });

  await test.step('at the printing of a sale', async () => {
    await openSession(page, demoClerk);
    const { id } = await soldForCash(page, 1);
    await page.goto(`/boleteria/ventas?idOperacion=${id}`);
    await hydrated(page);
    await reusedAt(page, `**/v2/Boleteria/Venta/${id}/Imprimir`);
    await page.getByRole('button', { name: 'Imprimir', exact: true }).click();
    await expect(dialog(page)).toContainText('No se hizo nada');
    await dialog(page).getByRole('button', { name: 'Aceptar' }).click();
    await expect(page.getByText('No pudimos preparar las entradas')).toHaveCount(0);
  });
});
