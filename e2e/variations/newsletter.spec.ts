import type { Page } from '@playwright/test';
import { newcomer } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';

const form = (page: Page) => page.getByRole('region', { name: 'Enterate primero' });
const name = (page: Page) => form(page).getByLabel('¿Cómo te llamás?');
const email = (page: Page) => form(page).getByLabel('¿A qué correo te escribimos?');
const button = (page: Page) => form(page).getByRole('button');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Subscripcion a Newsletter' });

/** The form is loaded when somebody scrolls near it. */
async function openFooter(page: Page) {
  await page.goto('/FAQ');
  await hydrated(page);
  await page.getByRole('contentinfo').getByRole('link').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('contentinfo').getByRole('region', { name: 'Enterate primero' })).toBeVisible();
}

/** The link of the newest mail to an address whose subject says so, as a path. */
async function linkTo(address: string, subject: string): Promise<string> {
  const link = async () =>
    /https?:\/\/[^/\s]+(\/novedades\S+)/.exec((await mailsTo(address)).find((mail) => mail.subject.includes(subject))?.text ?? '')?.[1] ??
    '';
  await expect.poll(link).not.toBe('');
  return link();
}

test('the footer takes a name and an address, and a dialog says what came of it (FT-023, FT-024, FT-025) @phone', async ({ page }) => {
  const address = newcomer().email;
  await openFooter(page);
  await expect(button(page)).toBeDisabled();
  await name(page).fill('Ana');
  await expect(button(page)).toBeDisabled();
  await email(page).fill('   ');
  await expect(button(page)).toBeDisabled();
  await email(page).fill('a@b');
  await expect(button(page)).toBeEnabled();
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/v2/NewsLetter/') && calls.push(request.postData() ?? ''));
  await button(page).click();
  await expect(form(page).locator('[data-msg="auth.E-mail must be valid"]')).toBeVisible();
  await expect(email(page)).toBeFocused();
  expect(calls).toEqual([]);
  await email(page).fill(address);
  await email(page).press('Enter');
  await expect(dialog(page)).toContainText('Te mandamos un correo');
  expect(calls).toEqual([JSON.stringify({ cNombre: 'Ana', cMail: address })]);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(name(page)).toHaveValue('');
  await expect(name(page)).toBeFocused();
  await expect(button(page)).toBeDisabled();

  await page.goto(await linkTo(address, '¿Querés recibir'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmá tu suscripción');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar la suscripción' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Listo, ya estás en la lista');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a refusal is told in the same dialog, as text, and what was typed stays; a link that is not whole says so, and leads on (FT-026, FT-027, RO-009)', {
  tag: '@phone',
}, async ({ page }) => {
  await openFooter(page);
  await page.route('**/v2/NewsLetter/Suscripcion', (route) => route.fulfill({ json: { nCode: 400, oData: '<b>Hoy no</b>' } }));
  await name(page).fill('Ana');
  await email(page).fill('ana@correo.example');
  await button(page).click();
  await expect(dialog(page)).toContainText('<b>Hoy no</b>');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(name(page)).toHaveValue('Ana');
  await expect(button(page)).toBeFocused();
  await page.unroute('**/v2/NewsLetter/Suscripcion');
  await page.route('**/v2/NewsLetter/Suscripcion', (route) => route.abort());
  await button(page).click();
  await expect(dialog(page)).toContainText('No pudimos enviar tu suscripción');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(email(page)).toHaveValue('ana@correo.example');
  await page.unroute('**/v2/NewsLetter/Suscripcion');
  await page.route('**/v2/NewsLetter/Suscripcion', (route) =>
    route.fulfill({ json: { nCode: 200, oData: { oMail: { oData: 'Gracias' } } } }),
  );
  await button(page).click();
  await expect(dialog(page)).toContainText('Gracias');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  for (const field of [name(page), email(page)]) await expect(field).toHaveValue('');
  await expect(button(page)).toBeDisabled();

  for (const [path, press] of [
    ['/novedades?enlace=x', 'Confirmar la suscripción'],
    ['/novedades/baja', 'Darme de baja'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: press }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace no sirve');
  }
  await expectAccessible(page);
});
