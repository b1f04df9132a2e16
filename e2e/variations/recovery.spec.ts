import type { BrowserContext, Page } from '@playwright/test';
import { logInButton, newcomer, sendLogIn } from '../customers.ts';
import { fingerprintReader } from '../fingerprint-reader.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { ask, logInAsNewcomer } from '../purchases.ts';

const NEW = 'Candilejas2027';
const main = (page: Page) => page.getByRole('main');
const email = (page: Page) => page.getByLabel('Correo electrónico', { exact: true });
const recoveryLink = (page: Page) => main(page).getByRole('link', { name: '¿No te acordás de la contraseña?' });
const askButton = (page: Page) => main(page).getByRole('button', { name: 'Mandarme el código' });
const setButton = (page: Page) => main(page).getByRole('button', { name: 'Cambiar la contraseña' });
const codeField = (page: Page) => page.getByLabel('Código del correo');

/** The code that was mailed to an address, once it has come. */
async function mailedCode(address: string): Promise<string> {
  const code = async () =>
    /^\d{8}/.exec((await mailsTo(address)).find(({ subject }) => subject.includes('es tu código'))?.subject ?? '')?.[0] ?? '';
  await expect.poll(code).toMatch(/^\d{8}$/);
  return code();
}

async function typeNewPassword(page: Page, password: string, repeated = password) {
  await page.getByLabel('Contraseña nueva').fill(password);
  await page.getByLabel('Repetí la contraseña').fill(repeated);
}

/** An account whose owner is logged in nowhere in this browser. */
async function forgetful(page: Page) {
  const person = await logInAsNewcomer(page);
  await page.evaluate(() => localStorage.clear());
  return person;
}

/** Somebody who has confirmed their address, with a passkey on each of two devices; on the page of the account's security. */
async function withTwoPasskeys(page: Page, context: BrowserContext) {
  const person = await logInAsNewcomer(page);
  await ask(page, 'POST', '/v2/Cliente/Correo/Codigo', {});
  const subject = async () => (await mailsTo(person.email)).find((mail) => mail.subject.includes('es tu código'))?.subject ?? '';
  await expect.poll(subject).toMatch(/^\d{6} /);
  await ask(page, 'POST', '/v2/Cliente/Correo/Confirmar', { cCodigo: (await subject()).slice(0, 6) });
  await page.goto('/mySecurity');
  await hydrated(page);
  for (const count of [1, 2]) {
    const device = await fingerprintReader(context, page);
    await main(page).getByRole('button', { name: 'Crear una llave de acceso' }).click();
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Creada el' })).toHaveCount(count);
    await device.remove();
  }
  return person;
}

const passkeys = (page: Page) => page.getByRole('group', { name: 'Tus llaves de acceso' });
const boxes = (page: Page) => passkeys(page).getByRole('checkbox');
const passkeysLeft = async (page: Page) => (await ask(page, 'GET', '/v2/Cliente/Llave')).listaLlave.length;

test('a forgotten password is replaced by a code from the mail, passkeys that are ticked stay, and so does the way to where one was going (SC-012, RO-012, CA-020) @phone', async ({
  page,
  context,
}) => {
  const person = await withTwoPasskeys(page, context);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login?nextUrl=%2FFAQ');
  await expect(recoveryLink(page)).toBeVisible();
  await sendLogIn(page, { ...person, password: 'Equivocada1' });
  await expect(page.getByRole('alert')).toContainText('no son correctos');
  await recoveryLink(page).click();
  await expect(page).toHaveURL('/recoverPassword?nextUrl=%2FFAQ');
  await expect(email(page)).toHaveValue(person.email);
  await expectAccessible(page);
  await askButton(page).click();

  await expect(codeField(page)).toBeFocused();
  await expect(page.locator('[data-msg="recovery_code_sent"]')).toContainText(person.email);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  const code = await mailedCode(person.email);
  // A phone may throw the page away while its owner reads the mail.
  await page.reload();
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill('00000000');
  await typeNewPassword(page, NEW);
  await setButton(page).click();
  await expect(codeField(page)).toHaveAccessibleDescription(/Ese código no sirve/);
  await expect(passkeys(page)).toHaveCount(0);
  await codeField(page).fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await setButton(page).click();

  await expect(passkeys(page)).toBeFocused();
  await expect(passkeys(page)).toHaveAccessibleDescription(/Marcá solo las que reconozcas/);
  await expect(boxes(page)).toHaveCount(2);
  for (const box of await boxes(page).all()) await expect(box).not.toBeChecked();
  await expect(boxes(page).first()).toHaveAccessibleName(/Creada el .+, todavía sin usar/);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Tab');
  await expect(boxes(page).first()).toBeFocused();
  await page.keyboard.press('Space');
  await setButton(page).click();

  await expect(page).toHaveURL('/login?nextUrl=%2FFAQ');
  await expect(page.locator('[data-msg="password-changed"]')).toHaveText('Tu contraseña cambió. Ingresá con la nueva.');
  await expect(logInButton(page)).toBeEnabled();
  await expect(email(page)).toHaveValue(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(NEW);
  await logInButton(page).click();
  await expect(page).toHaveURL('/FAQ');
  expect(await passkeysLeft(page)).toBe(1);
  await expect.poll(async () => (await mailsTo(person.email)).map(({ subject }) => subject)).toContain('Cambió tu contraseña de Butaca');
});

test('what is wrong in a recovery is told at its field, and what was typed stays; an address without an account looks the same (VA-016, R-012)', {
  tag: '@once',
}, async ({ page }) => {
  const person = await forgetful(page);
  await page.goto('/recoverPassword');
  await hydrated(page);
  await askButton(page).click();
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAccessibleDescription(/Escribí tu correo electrónico/);
  await email(page).fill('julia@');
  await expect(page.locator('[data-msg="auth.E-mail must be valid"]')).toHaveText('El correo electrónico debe ser válido');

  await test.step('an address without an account', async () => {
    await email(page).fill(newcomer().email);
    await askButton(page).click();
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill('00000000');
    await typeNewPassword(page, NEW);
    await setButton(page).click();
    await expect(codeField(page)).toHaveAccessibleDescription(/Ese código no sirve/);
    await main(page).getByRole('button', { name: 'Usar otro correo' }).click();
  });
  await email(page).fill(person.email);
  await askButton(page).click();

  await expect(codeField(page)).toBeFocused();
  await setButton(page).click();
  await expect(codeField(page)).toHaveAccessibleDescription(/Escribí el código que te mandamos/);
  await expectAccessible(page);
  await codeField(page).fill('00000000');
  await typeNewPassword(page, 'Platea2026', 'Platea2027');
  await setButton(page).click();
  await expect(page.getByLabel('Repetí la contraseña')).toBeFocused();
  await expect(page.getByLabel('Repetí la contraseña')).toHaveAccessibleDescription(/Las dos contraseñas no son iguales/);
  await typeNewPassword(page, NEW);
  await setButton(page).click();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAccessibleDescription(/Ese código no sirve/);
  await expect(page.getByLabel('Contraseña nueva')).toHaveValue(NEW);

  await main(page).getByRole('button', { name: 'Pedir otro código' }).click();
  await expect(page.locator('[data-msg="recovery_code_sent"]')).toContainText('sigue valiendo el que ya te llegó');
  await codeField(page).fill(await mailedCode(person.email));
  await typeNewPassword(page, 'Password123');
  await setButton(page).click();
  await expect(page.getByLabel('Contraseña nueva')).toBeFocused();
  await expect(page.getByLabel('Contraseña nueva')).toHaveAccessibleDescription(/una de las contraseñas más usadas/);
  await typeNewPassword(page, NEW);
  await setButton(page).click();
  await expect(page).toHaveURL('/login');
});

test('a customer changes their password, stays logged in here and nowhere else, and keeps the passkeys but those that are unticked (R-049, TB-031, CA-085) @phone', async ({
  page,
  context,
  otherVisitor,
}) => {
  const person = await withTwoPasskeys(page, context);
  await otherVisitor.goto('/login');
  await sendLogIn(otherVisitor, person);
  await expect(otherVisitor.getByRole('heading', { level: 1, name: /^Hola, / })).toBeVisible();

  await page.getByRole('navigation', { name: 'Mi cuenta' }).getByRole('link', { name: 'Cambiar contraseña' }).click();
  await expect(page).toHaveURL('/changePassword');
  await expect(page.getByRole('heading', { level: 1, name: 'Cambiar contraseña' })).toBeVisible();
  await expect(boxes(page)).toHaveCount(2);
  for (const box of await boxes(page).all()) await expect(box).toBeChecked();
  await expect(passkeys(page)).toHaveAccessibleDescription(/Desmarcá las que no reconozcas/);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await boxes(page).first().uncheck();
  const current = page.getByLabel('Contraseña actual');
  await setButton(page).click();
  await expect(current).toBeFocused();
  await current.fill('Equivocada1');
  await typeNewPassword(page, NEW);
  await setButton(page).click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription(/No es la contraseña de tu cuenta/);
  await expectAccessible(page);
  await current.fill(person.password);
  await setButton(page).click();
  await expect(page.locator('[data-msg="password_changed"]')).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(boxes(page)).toHaveCount(1);
  // Still logged in.
  expect(await passkeysLeft(page)).toBe(1);

  await otherVisitor.goto('/myOrders');
  await expect(otherVisitor).toHaveURL(/\/login\?nextUrl=%2FmyOrders/);
  // It was remembered there, and is no longer.
  await otherVisitor.getByRole('button', { name: `Seguir como ${person.firstName}` }).click();
  await sendLogIn(otherVisitor, { ...person, password: NEW });
  await expect(otherVisitor.getByRole('heading', { level: 1, name: 'Mis compras' })).toBeVisible();

  await boxes(page).first().uncheck();
  await current.fill(NEW);
  await typeNewPassword(page, 'Bambalinas2027');
  await setButton(page).click();
  await expect(passkeys(page)).toHaveCount(0);
  await expect(page.locator('[data-msg="password_changed"]')).toBeVisible();
  expect(await passkeysLeft(page)).toBe(0);
});

test('the page to change a password asks for a log-in, leads to the recovery, and changes nothing where the passkeys cannot be read', {
  tag: '@once',
}, async ({ page }) => {
  // Where password managers look.
  await page.goto('/.well-known/change-password');
  await hydrated(page);
  await expect(page).toHaveURL((url) => url.pathname === '/recoverPassword');
  await expect(askButton(page)).toBeVisible();
  expect((await page.request.get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).status()).toBe(404);
  await page.goto('/changePassword');
  await expect(page).toHaveURL('/login?nextUrl=%2FchangePassword');

  const person = await logInAsNewcomer(page);
  await page.route('**/v2/Cliente/Llave', (route) => route.fulfill({ json: { nCode: 503, cError: 'busy', oData: { nSegundos: 1 } } }));
  await page.goto('/.well-known/change-password');
  await expect(page).toHaveURL('/changePassword');
  await expect(page.getByRole('alert')).toContainText('No pudimos traer tus llaves de acceso');
  await expect(setButton(page)).toHaveCount(0);
  await page.unroute('**/v2/Cliente/Llave');
  await main(page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(setButton(page)).toBeVisible();
  await recoveryLink(page).click();
  await expect(page).toHaveURL('/recoverPassword');
  await expect(email(page)).toHaveValue(person.email);
});
