import type { Page } from '@playwright/test';
import { payButton } from '../cards.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { logInAsNewcomer, stageOf } from '../purchases.ts';
import { DESKTOP, heading, isPaid, looksRight, openBuyScreen, PHONE, press } from './payments.ts';
import { paraguayan, inGuaranies as test } from './products.ts';

test.use({
  locale: 'es-PY',
  timezoneId: 'America/Asuncion',
  elsewhere: /^http:\/\/127\.0\.0\.1:\d+\/(bancard|tigo\/pay)\//,
});

const SHOW = 'noche-de-arpas';

async function chooseBancard(page: Page) {
  const taken = await openBuyScreen(page, SHOW);
  await page.getByRole('radio', { name: 'Bancard' }).check();
  return taken;
}

test('a wallet of phones asks for one and says what is wrong with it, and is paid, light and dark', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page, paraguayan);
  const taken = await openBuyScreen(page, SHOW);
  await page.getByRole('radio', { name: 'Tigo Money' }).check();
  const phone = page.getByLabel('Tu celular con Tigo Money');
  await press(page);
  await expect(page.getByText('Escribí tu número de celular')).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill('021 441 000');
  await payButton(page).click();
  await expect(page.getByText('No parece un celular de este servicio. Revisá el número.')).toBeVisible();
  await expect(phone).toBeFocused();
  await looksRight(page);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await phone.fill('0981 123456');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await isPaid(page);
});

test('a card is typed into the frame of its provider, as high as what is in it, and the page around it learns the result', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page, paraguayan);
  await chooseBancard(page);
  await press(page);
  await expect(heading(page, 'Terminá el pago en el formulario')).toBeVisible();
  const frame = page.getByTitle('Formulario de pago');
  const inside = page.frameLocator('iframe[title="Formulario de pago"]');
  const isAsHigh = async () => {
    await expect(inside.getByRole('button', { name: 'Pagar' })).toBeVisible();
    await expect
      .poll(async () => {
        const wanted = await inside.locator('html').evaluate((html) => (html as HTMLElement).offsetHeight);
        return Math.abs(((await frame.boundingBox())?.height ?? 0) - wanted);
      })
      .toBeLessThanOrEqual(4);
  };
  await page.reload();
  await isAsHigh();
  await looksRight(page, { frames: false });
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await isAsHigh();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, { frames: false });
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await inside.getByRole('radio').first().check();
  await inside.getByRole('button', { name: 'Pagar' }).click();
  await isPaid(page);
});

test('a card is saved from the buy screen, pays with its bank’s question, and is deleted there (EN-110, CA-073, CA-074)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const saving = page.getByTitle('Formulario para guardar una tarjeta');
  const save = async (ending: string) => {
    await page.getByRole('button', { name: 'Guardar una tarjeta' }).click();
    await expect(saving).toBeVisible();
    await saving.contentFrame().getByText(`terminada en ${ending}`).click();
  };
  const kept = page.getByRole('group', { name: '¿Con qué tarjeta?' });

  await logInAsNewcomer(page, paraguayan);
  await chooseBancard(page);
  await page.getByRole('button', { name: 'Guardar una tarjeta' }).click();
  await saving.contentFrame().getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('No se guardó ninguna tarjeta.')).toBeVisible();
  await expect(kept).toHaveCount(0);

  await save('0016');
  await looksRight(page, { frames: false });
  await saving.contentFrame().getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('status').getByText('La tarjeta quedó guardada.')).toBeVisible();
  await save('0014');
  await saving.contentFrame().getByRole('button', { name: 'Guardar' }).click();
  await expect(kept.getByRole('radio')).toHaveCount(3);
  await expect(kept.getByRole('radio', { name: /terminada en 0014/ })).toBeChecked();
  await expect(page.locator('[data-brand="visa"]')).toBeVisible();
  await looksRight(page);

  await kept.getByRole('radio', { name: /terminada en 0016/ }).check();
  await page.getByRole('button', { name: 'Borrar esta tarjeta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar esta tarjeta' }).click();
  await expect(page.getByRole('status').getByText('La tarjeta se borró.')).toBeVisible();
  await expect(kept.getByRole('radio')).toHaveCount(2);
  // Another card is chosen by its buyer, not for them.
  await expect(kept.getByRole('radio', { name: /Otra tarjeta/ })).toBeChecked();

  await kept.getByRole('radio', { name: /terminada en 0014/ }).check();
  await press(page);
  await expect(heading(page, 'Terminá el pago en el formulario')).toBeVisible();
  await page.frameLocator('iframe').getByRole('button', { name: 'Confirmar' }).click();
  await isPaid(page);
});
