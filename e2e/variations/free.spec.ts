import type { Page } from '@playwright/test';
import { terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

/** The demo gives nothing away: the amounts of this purchase are taken out of what the server answers. */
async function costsNothing(page: Page) {
  await page.route(/\/v2\/Proceso\/[\w-]{22}(\/(EntregaTipo|FormaDePago)\/Seleccionar)?$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const name of Object.keys(body.oData.oTotal ?? {})) body.oData.oTotal[name] = 0;
    await route.fulfill({ response, json: body });
  });
  await page.route('**/PreValidacion', (route) => {
    const idProcesoDeCompra = /Proceso\/([\w-]{22})/.exec(route.request().url())?.[1];
    return route.fulfill({ json: { nCode: 200, oData: { idProcesoDeCompra } } });
  });
  await page.route('**/FormasDePago', (route) =>
    route.fulfill({ json: { nCode: 200, oData: { Lista: [{ nFormaDePago: 3, cTipo: 'SIN_CARGO', cNombre: 'Sin cargo', aMarca: [] }] } } }),
  );
}

const codeField = (page: Page) => page.getByLabel('Código de seis números');

test('free tickets ask for the code that was mailed; a wrong one is said so, the right one confirms the address for good @phone', async ({
  page,
}) => {
  const { email } = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await costsNothing(page);
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toBeVisible();
  await expectAccessible(page);

  // Without the code the server refuses, and the page says what is missing.
  await terms(page).check();
  await page
    .getByRole('button', { name: /^Confirmar/ })
    .last()
    .click();
  await expect(page.locator('[data-msg="payment.address unconfirmed"]')).toBeVisible();

  await page.getByRole('button', { name: 'Mandarme el código' }).click();
  await expect(codeField(page)).toBeFocused();
  const code = async () =>
    /^\d{6}/.exec((await mailsTo(email)).find(({ subject }) => subject.includes('código'))?.subject ?? '')?.[0] ?? '';
  await expect.poll(code).toMatch(/^\d{6}$/);
  await codeField(page).fill(String((Number(await code()) + 1) % 1_000_000).padStart(6, '0'));
  await codeField(page).press('Enter');
  await expect(page.getByText('No es ese código')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Mandar otro código' }).click();
  await expect(page.getByText(/^Ya te mandamos uno/)).toBeVisible();

  await codeField(page).fill(await code());
  await page.getByRole('button', { name: 'Confirmar el correo' }).click();
  await expect(page.locator('[data-msg="address_confirmed"]')).toBeFocused();
  expect((await ask(page, 'GET', '/v2/Cliente/Informacion')).lCorreoConfirmado).toBe('S');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No tenés nada que pagar' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toBeHidden();
});
