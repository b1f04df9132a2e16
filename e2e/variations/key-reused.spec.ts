import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { openDate } from '../hall.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, take } from '../purchases.ts';

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

test('at the places the frame says it, and the places say nothing beside it @once', async ({ page }) => {
  await logInAsNewcomer(page);
  await openDate(page, '/landing/letras-de-madera');
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

test('at the payment the screen says it, and that nothing was charged; no dialog opens @once', async ({ page }) => {
  await logInAsNewcomer(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  await fillIn(page);
  await reusedAt(page, '**/Cobrar');
  await payButton(page).click();
  await expect(nothingDone(page)).toContainText('No se te cobró nada');
  await expect(nothingDone(page)).toHaveCount(1);
  await expect(dialog(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('at a payment link the screen says it, and that nothing was charged; no dialog opens @once', async ({ page, otherVisitor }) => {
  await logInAsNewcomer(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
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

test('at the printing of a sale the frame says it, and the counter says nothing beside it @once', async ({ page }) => {
  await openSession(page, demoClerk);
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const { idFuncion } = Lista.find(
    ({ cEstado, cEspectaculoCartelNombre }: Record<string, string>) => cEstado === 'EN_VENTA' && cEspectaculoCartelNombre === 'Hamlet',
  );
  const body = { idFuncion, ctProceso: 'BOX', listaSector: [{ nCantidad: 1 }] };
  const { oProceso } = await ask(page, 'POST', '/v2/Proceso/0/Posiciones/TomarGrupo', body);
  const id = oProceso.idProcesoDeCompra;
  await ask(page, 'POST', `/v2/Proceso/${id}/CobrarEfectivo`, { fTotal: oProceso.oTotal.fTotal, lAceptaTerminos: 'S' });
  await page.goto(`/boleteria/ventas?idOperacion=${id}`);
  await hydrated(page);
  await reusedAt(page, `**/v2/Boleteria/Venta/${id}/Imprimir`);
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click();
  await expect(dialog(page)).toContainText('No se hizo nada');
  await dialog(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('No pudimos preparar las entradas')).toHaveCount(0);
});
