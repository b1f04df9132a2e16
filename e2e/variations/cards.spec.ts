import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';

/** Of the sandbox's gateway. */
const ASKED = { passes: '4456530000001096', fails: '4456530000001104', deviceFirst: '5200000000001096' };

test.use({ elsewhere: /^http:\/\/localhost:\d+\/gateway\/three-ds\// });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const isPaid = (page: Page) => expect(heading(page, /Tu compra está paga/)).toBeVisible();
const isAsked = (page: Page) => expect(heading(page, 'Tu banco quiere saber si sos vos')).toBeVisible();
const answer = (page: Page, name: string) => page.frameLocator('iframe').getByRole('button', { name }).click();

async function openBuyScreen(page: Page) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(payButton(page)).toBeVisible();
  return taken;
}

async function payWith(page: Page, number: string) {
  await fillInCard(page, number);
  await terms(page).check();
  await payButton(page).click();
}

/** In the light and in the dark. */
async function look(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
}

test('who gives up at the bank has paid nothing and may pay again; a reload asks the same question again, a yes pays once @phone', async ({
  page,
}) => {
  test.slow();
  const taken = await openBuyScreen(page);
  await payWith(page, ASKED.passes);
  await isAsked(page);
  await answer(page, 'Cancelar');
  await expect(heading(page, 'El pago se canceló')).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await payWith(page, ASKED.passes);
  await isAsked(page);
  await answer(page, 'Cerrar sin contestar');
  await page.getByRole('button', { name: 'Cancelar este pago y usar otro medio' }).click();
  await expect(heading(page, 'El pago se canceló')).toBeVisible();

  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await payWith(page, ASKED.deviceFirst);
  await isAsked(page);
  await expect(page.frameLocator('iframe').getByText('Esto es una simulación')).toBeVisible();
  await look(page);
  await page.reload();
  await isAsked(page);
  await answer(page, 'Sí, soy yo');
  await isPaid(page);
});

test('a failed 3-D Secure check says so and keeps the places; another card pays, is saved as its buyer asks, pays again with its code, and is deleted in the account (EN-110) @phone', async ({
  page,
}) => {
  test.slow();
  const first = await openBuyScreen(page);
  await payWith(page, ASKED.fails);
  await isAsked(page);
  await answer(page, 'Sí, soy yo');
  await expect(page.locator('main[data-outcome]')).toBeVisible();
  await expect(page.getByText('El pago no fue autorizado.', { exact: false })).toBeVisible();
  await look(page);
  expect(await stageOf(page, first)).toBe('ABIERTO');
  await page.goto(buyAddress(first));
  const keep = page.getByLabel(/^Guardar esta tarjeta/);
  await expect(keep).not.toBeChecked();
  await keep.check();
  await payWith(page, cards.approved);
  await isPaid(page);

  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('radio', { name: /Visa terminada en 4905/ })).toBeChecked();
  await expect(page.getByLabel('Número de tarjeta')).toBeHidden();
  await expect(page.getByRole('radio', { name: /^1 pago de/ })).toBeVisible();
  await look(page);
  await terms(page).check();
  await payButton(page).click();
  await expect(page.getByText('Escribí el código de seguridad')).toBeVisible();
  // As in the form of a new card: hidden from who looks on, and offered to no browser as a password.
  const code = page.getByLabel('Código de seguridad').first();
  for (const [name, value] of Object.entries({ type: 'text', inputmode: 'numeric', autocomplete: 'cc-csc' }))
    await expect(code).toHaveAttribute(name, value);
  await expect(code).toHaveCSS('-webkit-text-security', 'disc');
  await code.fill('123');
  await payButton(page).click();
  await isPaid(page);

  await page.goto('/myCards');
  await expect(heading(page, 'Tarjetas guardadas')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Borrar Visa terminada en 4905' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Borrar esta tarjeta?' });
  await dialog.getByRole('button', { name: 'Conservar' }).click();
  await page.getByRole('button', { name: 'Borrar Visa terminada en 4905' }).click();
  await dialog.getByRole('button', { name: 'Borrar' }).click();
  await expect(page.getByText('No tenés tarjetas guardadas')).toBeVisible();
  await look(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  await expect(page.getByLabel('Número de tarjeta')).toBeVisible();
});
