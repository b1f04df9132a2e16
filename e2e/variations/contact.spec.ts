import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { buy } from '../orders.ts';

const SUPPORT = 'entradas@butaca.example';
const form = (page: Page) => page.getByRole('region', { name: /^(Escribinos|Recibimos tu mensaje)$/ });
const send = (page: Page) => form(page).getByRole('button', { name: 'Enviar mensaje' });
const phoneNumber = () => `+54 11 ${randomInt(10_000_000, 100_000_000)}`;

/** The number on the page once the message was sent, without its blank. */
async function sentNumber(page: Page): Promise<string> {
  await expect(form(page).getByRole('heading', { name: 'Recibimos tu mensaje' })).toBeFocused();
  return /\d{4}\s\d{4}/.exec(await form(page).innerText())?.[0].replace(/\s/, ' ') ?? '';
}
/** What support got under this number. */
async function mailAbout(number: string) {
  const found = async () => (await mailsTo(SUPPORT)).find(({ subject }) => subject.includes(number));
  await expect.poll(async () => (await found())?.subject).toBeDefined();
  return (await found())?.text ?? '';
}

test('a visitor writes to support with kind, message, name and phone, and gets a reference number (SC-013, R-018, RO-008) @phone', async ({
  page,
}) => {
  await page.goto('/FAQ');
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Soporte técnico' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Soporte técnico' })).toBeVisible();
  await expect(send(page)).toBeEnabled();
  await send(page).click();
  await expect(form(page).getByLabel('Mensaje')).toBeFocused();
  await expect(form(page).getByText('Escribí un teléfono')).toBeVisible();
  await form(page).getByLabel('Motivo').selectOption('Reclamo');
  await form(page).getByLabel('Mensaje').fill('No me llegó el correo.\nCompré ayer.');
  await form(page).getByLabel('Nombre').fill('Ana 5');
  const phone = phoneNumber();
  await form(page).getByLabel('Teléfono').fill(phone);
  await send(page).click();
  await expect(form(page).getByLabel('Nombre')).toBeFocused();
  await form(page).getByLabel('Nombre').fill('Ana Núñez');
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await send(page).click();
  const number = await sentNumber(page);
  await expectAccessible(page);
  const text = await mailAbout(number);
  for (const fact of [
    `Reclamo ${number}`,
    'No me llegó el correo.\nCompré ayer.',
    'Nombre: Ana Núñez',
    `Teléfono: ${phone}`,
    'Página: /FAQ',
  ])
    expect(text).toContain(fact);
  await form(page).getByRole('button', { name: 'Escribir otro mensaje' }).click();
  await expect(form(page).getByLabel('Mensaje')).toHaveValue('');
});

test('from an order a customer finds name and order filled in; a lost connection keeps what was typed (EN-137) @once', async ({ page }) => {
  const { orderId } = await buy(page, { quantity: 1 });
  await page.goto(`/myOrders/${orderId}`);
  await page.getByRole('link', { name: 'Escribirnos por esta compra' }).click();
  // It begins at the form, below the advice.
  const title = form(page).getByRole('heading', { level: 2 });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  await expect(page.getByRole('link', { name: /^\+54 / }).first()).toHaveAttribute('href', /^tel:\+54\d+$/);
  await expect(form(page).getByLabel('Nombre')).toHaveValue('Julia');
  const chosen = form(page).getByLabel('¿Sobre qué compra?');
  await expect(chosen).toHaveValue(orderId);
  const [orderNumber = ''] = (await chosen.locator('option:checked').innerText()).split(' · ');
  await form(page).getByLabel('Mensaje').fill('¿Puedo cambiar de sector?');
  await form(page).getByLabel('Teléfono').fill(phoneNumber());
  await page.route('**/v2/Cliente/Contacto', (route) => route.abort());
  await send(page).click();
  await expect(form(page).locator('[data-msg="support.no_answer"]')).toBeVisible();
  await page.unroute('**/v2/Cliente/Contacto');
  await page.route('**/v2/Cliente/Contacto', (route) => route.fulfill({ json: { nCode: 429, oData: { nReintentarEn: 30 } } }), {
    times: 1,
  });
  await send(page).click();
  await expect(form(page).getByRole('alert')).toBeVisible();
  await expect(form(page).getByLabel('Mensaje')).toHaveValue('¿Puedo cambiar de sector?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await send(page).click();
  const text = await mailAbout(await sentNumber(page));
  for (const fact of ['Cuenta: ', `Compra: ${orderNumber}`, `Página: /myOrders/${orderId}`]) expect(text).toContain(fact);
  // Who bought has proved the account's address.
  expect(text).not.toContain('(sin confirmar)');
});
