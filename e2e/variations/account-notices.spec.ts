import type { Page } from '@playwright/test';
import { fingerprintReader } from '../fingerprint-reader.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { logInAsNewcomer } from '../purchases.ts';

// What is new in an account is told by mail, and a button on the page of its link ends it.

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');

/** The path of the mail about something new in an account; the next one to the same customer takes a minute. */
async function linkTo(address: string): Promise<string> {
  const link = async () => (await mailsTo(address)).map(({ text }) => /\/noFuiYo#[\w.-]+/.exec(text)?.[0]).find(Boolean) ?? '';
  await expect.poll(link).not.toBe('');
  return link();
}

/** Makes a passkey on the page of the account's security; answers its entry in the list. */
async function makePasskey(page: Page) {
  await page.goto('/mySecurity');
  await hydrated(page);
  await main(page).getByRole('button', { name: 'Crear una llave de acceso' }).click();
  const passkey = main(page).getByRole('listitem').filter({ hasText: 'Creada el' });
  await expect(passkey).toHaveCount(1);
  return passkey;
}

test('a passkey that somebody else made is removed by the link of the mail, which logs them out; of one that was removed meanwhile the page says so', {
  tag: '@once',
}, async ({ page, context, otherVisitor }) => {
  const { email } = await logInAsNewcomer(page);
  const device = await fingerprintReader(context, page);
  const passkey = await makePasskey(page);

  const link = await linkTo(email);
  await otherVisitor.goto(new URL(link, page.url()).href);
  await expect(title(otherVisitor)).toHaveText('¿No creaste esta llave de acceso?');
  await expect(main(otherVisitor)).toContainText('Llave de acceso “');
  await expect(otherVisitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  for (const colorScheme of ['light', 'dark'] as const) {
    await otherVisitor.emulateMedia({ colorScheme });
    await expectAccessible(otherVisitor);
  }
  for (const width of [320, 390, 1280]) {
    await otherVisitor.setViewportSize({ width, height: 800 });
    expect(await widthOverflow(otherVisitor)).toBeLessThanOrEqual(0);
  }
  // Opening it has ended nothing.
  await page.reload();
  await expect(passkey).toHaveCount(1);

  await main(otherVisitor).getByRole('button', { name: 'Quitar la llave y cerrar las sesiones' }).click();
  await expect(title(otherVisitor)).toHaveText('Listo, quitamos la llave');
  await expect(title(otherVisitor)).toBeFocused();
  await expectAccessible(otherVisitor);
  await page.goto('/myPhone');
  await expect(page).toHaveURL(/\/login/);
  await otherVisitor.reload();
  await expect(title(otherVisitor)).toHaveText('Ya no está en tu cuenta');
  await main(otherVisitor).getByRole('link', { name: 'Poner una contraseña nueva' }).click();
  await expect(otherVisitor).toHaveURL('/recoverPassword');

  await device.remove();
  await fingerprintReader(context, page);
  const another = await logInAsNewcomer(page);
  await makePasskey(page);
  const next = await linkTo(another.email);
  await passkey.getByRole('button', { name: /^Eliminar/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(passkey).toHaveCount(0);
  await otherVisitor.goto(new URL(next, page.url()).href);
  await expect(main(otherVisitor)).toContainText('La llave ya no está');
  await expectAccessible(otherVisitor);
  await main(otherVisitor).getByRole('button', { name: 'Cerrar todas las sesiones' }).click();
  await expect(title(otherVisitor)).toHaveText('Listo, cerramos todas las sesiones');
  await page.goto('/myPhone');
  await expect(page).toHaveURL(/\/login/);
});

test('without an answer the page of a link says so, and another try reads it again; one that is over or not whole says so and leads on', {
  tag: '@once',
}, async ({ page }) => {
  await page.route('**/v2/Cliente/Aviso/Leer', (route) => route.abort());
  await page.goto(`/noFuiYo#${'A'.repeat(22)}.${'A'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('No tuvimos respuesta');
  await page.unroute('**/v2/Cliente/Aviso/Leer');
  await main(page).getByRole('button', { name: 'Probar de nuevo' }).click();
  await expect(title(page)).toHaveText('Este enlace ya no sirve');
  await expect(main(page).getByRole('link', { name: 'Poner una contraseña nueva' })).toBeVisible();
  await expectAccessible(page);
  // Only its part after the hash is new, which alone loads no document.
  await page.goto('/noFuiYo#x');
  await page.reload();
  await expect(title(page)).toHaveText('Este enlace ya no sirve');
  await expect(main(page).getByRole('link', { name: 'Poner una contraseña nueva' })).toBeVisible();
});
