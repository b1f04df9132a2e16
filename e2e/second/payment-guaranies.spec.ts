import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { payButton, terms } from '../cards.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';
import { inGuaranies as test } from './products.ts';

const PICTURES = join(import.meta.dirname, '../../test-results/payments');

test.use({
  locale: 'es-PY',
  timezoneId: 'America/Asuncion',
  elsewhere: /^http:\/\/127\.0\.0\.1:\d+\/(bancard|tigo\/pay)\//,
});

const paraguayan = { cTipoDeDocumento: 'CI', cDocumento: '4.123.456', cPais: 'PY', cTelefono: '+595 981 555 010' } as const;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const isPaid = (page: Page) => expect(heading(page, /Tu compra está paga/)).toBeVisible();

async function openBuyScreen(page: Page) {
  await logInAsNewcomer(page, paraguayan);
  const taken = await take(page, { show: 'noche-de-arpas', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(payButton(page)).toBeVisible();
  return taken;
}

const PHONE = { width: 390, height: 844 };

async function press(page: Page) {
  await terms(page).check();
  await payButton(page).click();
}

test('a wallet of phones asks for one and says what is wrong with it, and is paid, light and dark', async ({ page }) => {
  await mkdir(PICTURES, { recursive: true });
  await page.setViewportSize(PHONE);
  const taken = await openBuyScreen(page);
  await page.getByRole('radio', { name: 'Tigo Money' }).check();
  const phone = page.getByLabel('Tu celular con Tigo Money');
  await press(page);
  await expect(page.getByText('Escribí tu número de celular')).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill('021 441 000');
  await payButton(page).click();
  await expect(page.getByText('No parece un celular de este servicio. Revisá el número.')).toBeVisible();
  await expect(phone).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `phone-${colorScheme}.png`), fullPage: true });
    await expectAccessible(page);
  }
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await phone.fill('0981 123456');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await isPaid(page);
});

for (const width of [390, 1280]) {
  test(`a provider’s form is as high as what is in it, also after a reload, at ${width} px, light and dark`, async ({ page }) => {
    await mkdir(PICTURES, { recursive: true });
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    await openBuyScreen(page);
    await page.getByRole('radio', { name: 'Bancard' }).check();
    await press(page);
    await expect(heading(page, 'Terminá el pago en el formulario')).toBeVisible();
    await page.reload();
    const frame = page.getByTitle('Formulario de pago');
    const inside = page.frameLocator('iframe');
    await expect(inside.getByRole('button', { name: 'Pagar' })).toBeVisible();
    const wanted = await inside.locator('html').evaluate((html) => (html as HTMLElement).offsetHeight);
    await expect.poll(async () => Math.abs(((await frame.boundingBox())?.height ?? 0) - wanted)).toBeLessThanOrEqual(4);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(PICTURES, `frame-${width}-${colorScheme}.png`), fullPage: true });
      await expectAccessible(page, { frames: false });
    }
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    await inside.getByRole('button', { name: 'Pagar' }).click();
    await isPaid(page);
  });
}

test('a card is saved from the buy screen, pays with its bank’s question, and is deleted there (EN-110, CA-073, CA-074)', async ({
  page,
}) => {
  await mkdir(PICTURES, { recursive: true });
  await page.setViewportSize(PHONE);
  const look = async (name: string, frames = true) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true });
      await expectAccessible(page, { frames });
    }
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  };
  const saving = page.getByTitle('Formulario para guardar una tarjeta');
  const save = async (ending: string) => {
    await page.getByRole('button', { name: 'Guardar una tarjeta' }).click();
    await expect(saving).toBeVisible();
    await saving.contentFrame().getByText(`terminada en ${ending}`).click();
  };
  const kept = page.getByRole('group', { name: '¿Con qué tarjeta?' });

  await openBuyScreen(page);
  await page.getByRole('radio', { name: 'Bancard' }).check();
  await page.getByRole('button', { name: 'Guardar una tarjeta' }).click();
  await saving.contentFrame().getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('No se guardó ninguna tarjeta.')).toBeVisible();
  await expect(kept).toHaveCount(0);

  await save('0016');
  await look('save', false);
  await saving.contentFrame().getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('status').getByText('La tarjeta quedó guardada.')).toBeVisible();
  await save('0014');
  await saving.contentFrame().getByRole('button', { name: 'Guardar' }).click();
  await expect(kept.getByRole('radio')).toHaveCount(3);
  await expect(kept.getByRole('radio', { name: /terminada en 0014/ })).toBeChecked();
  await expect(page.locator('[data-brand="visa"]')).toBeVisible();
  await look('kept');

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
