import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sendLogIn } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { logInAsNewcomer, take } from '../purchases.ts';

const main = (page: Page) => page.getByRole('main');

test('a customer reads everything that is kept, and agrees to news and no longer; a running purchase says until when nothing can be erased', {
  tag: '@once',
}, async ({ page }) => {
  const { email } = await logInAsNewcomer(page);
  await page.goto('/myPrivacy');
  await expect(page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Privacidad' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectAccessible(page);

  const box = page.getByLabel(/^Quiero recibir por correo/);
  await expect(box).not.toBeChecked();
  await box.check();
  await expect(page.getByText('Listo: te vamos a escribir.')).toBeVisible();
  await page.reload();
  await expect(box).toBeChecked();
  await expect(page.getByText(/^Lo aceptaste el \d+ de /)).toBeVisible();
  await box.uncheck();
  await expect(page.getByText('Listo: no te escribimos más.')).toBeVisible();
  await page.reload();
  await expect(box).not.toBeChecked();
  await page.getByText('Ver el historial').click();
  await expect(main(page).locator('details li')).toHaveCount(2);

  await page.getByRole('button', { name: 'Preparar mi archivo' }).click();
  const download = page.getByRole('button', { name: 'Descargar (JSON)' });
  await expect(download).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toBe('mis-datos.json');
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text).cuenta).toMatchObject([{ correo: email }]);
  await expect.poll(async () => (await mailsTo(email)).map(({ subject }) => subject)).toContain('Tus datos de Butaca están listos');
  await page.getByRole('button', { name: 'Preparar uno nuevo' }).click();
  await expect(page.getByRole('alert')).toContainText(/Probá de nuevo en \d+ minutos/);
  await expectAccessible(page);

  await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto('/myPrivacy');
  await expect(page.getByText('Ahora no se puede eliminar')).toBeVisible();
  await expect(page.getByText(/^Tenés una compra en curso\..* a las \d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Eliminar mi cuenta' })).toHaveCount(0);
});

test('a customer erases the account with a mailed code, after it was said what is lost @phone', async ({ page }) => {
  const person = await logInAsNewcomer(page);
  await page.goto('/myPrivacy');
  await expect(page.getByText(/^Se borran para siempre/).first()).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' });
  await dialog.getByRole('button', { name: 'Enviarme un código' }).click();
  const field = dialog.getByLabel('Código');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click();
  await expect(dialog.getByText('Escribí el código que te enviamos.')).toBeVisible();
  await field.fill('000001');
  await field.press('Enter');
  await expect(dialog.getByText('Ese código no es, o ya venció.')).toBeVisible();
  await expect(field).toBeFocused();

  await expect.poll(async () => codeIn(await mailsTo(person.email))).toMatch(/^\d{6}$/);
  await field.fill(codeIn(await mailsTo(person.email)));
  await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tu cuenta ya no existe' })).toBeFocused();
  await expectAccessible(page);

  await page.goto('/myPrivacy');
  await expect(page).toHaveURL(/\/login\?/);
  await sendLogIn(page, person);
  await expect(page.getByText('El correo o la contraseña no son correctos.')).toBeVisible();
});

const codeIn = (mails: Awaited<ReturnType<typeof mailsTo>>): string =>
  mails.map(({ subject }) => /^(\d{6}) es tu código/.exec(subject)?.[1]).find(Boolean) ?? '';
