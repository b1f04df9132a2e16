import type { Page } from '@playwright/test';
import { terms } from '../cards.ts';
import { newcomer } from '../customers.ts';
import { expect, expectAccessible, looksRight, test, widthOverflow } from '../fixtures.ts';
import { codeMailedTo, mailsTo } from '../inbox.ts';
import { payOff } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';

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
  const { email } = await logInAsNewcomer(page, undefined, undefined, { confirmed: false });
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await costsNothing(page);
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toBeVisible();
  await expectAccessible(page);

  await expect(page.getByText(`Tus entradas van a ${email}.`)).toBeVisible();
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

  // A phone may have thrown the page away while its owner read the mail.
  await page.reload();
  await expect(page.getByText(/Vale 15 minutos/)).toBeVisible();
  await codeField(page).fill(await code());
  await page.getByRole('button', { name: 'Confirmar el correo' }).click();
  await expect(page.locator('[data-msg="address_confirmed"]')).toBeFocused();
  expect((await ask(page, 'GET', '/v2/Cliente/Informacion')).lCorreoConfirmado).toBe('S');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No tenés nada que pagar' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toBeHidden();
});

test('a mistyped address is corrected in the purchase itself, without losing its places; the payment goes on with the proved one (CA-036) @once', async ({
  page,
}) => {
  const person = await logInAsNewcomer(page, undefined, undefined, { confirmed: false });
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  const prove = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Confirmá tu correo' }) });
  await expect(prove).toContainText(`Tus entradas van a ${person.email}.`);
  await expect(page.getByRole('heading', { name: '¿Paga otra persona?' })).toHaveCount(0);
  await looksRight(page, { widths: [390, 1280] });
  await prove.getByRole('button', { name: 'Cambiar el correo' }).click();
  const other = newcomer().email;
  await prove.getByLabel('Correo nuevo').fill(other);
  await prove.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await looksRight(page, { widths: [390, 1280] });
  await prove.getByRole('button', { name: 'Mandarme el código' }).click();
  await expect(prove).toContainText(other);
  await expect(prove).not.toContainText(person.email);
  await looksRight(page, { widths: [390, 1280] });
  await codeField(page).fill(await codeMailedTo(other, 6));
  await codeField(page).press('Enter');
  await expect(page.locator('[data-msg="address_confirmed"]')).toBeFocused();
  await expect(page.locator('[data-msg="address_confirmed"]')).toHaveText(`Tu correo ${other} quedó confirmado.`);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await payOff(page, taken);
  await expect.poll(async () => (await mailsTo(other)).map(({ subject }) => subject)).toContain('Tus entradas para Hamlet');
  expect((await mailsTo(person.email)).map(({ subject }) => subject)).not.toContain('Tus entradas para Hamlet');
});
