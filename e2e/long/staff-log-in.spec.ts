import type { Page } from '@playwright/test';
import { sendLogIn } from '../customers.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { codeMailedTo } from '../inbox.ts';
import { codeOf, heading, newMember, press, setUpApp } from '../staff.ts';

async function openSecurity(page: Page, { password }: { password: string }) {
  await page.goto('/oficina/seguridad');
  await expect(heading(page, 'Seguridad')).toBeFocused();
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await press(page, 'Continuar');
}

test('an organiser sets up an app, logs in with its code and with a recovery code, and removes it', async ({ page }) => {
  const organiser = await newMember(page, 'organiser');
  await page.goto('/oficina');
  await expect(page).toHaveURL(/\/oficina\/ingresar$/);
  await sendLogIn(page, organiser);
  await expect(heading(page, 'Funciones')).toBeVisible();
  await expect(page).toHaveURL(/\/oficina$/);

  await page.getByRole('link', { name: 'Seguridad' }).click();
  await expectAccessible(page);
  await page.getByLabel('Contraseña', { exact: true }).fill('Equivocada1');
  await press(page, 'Continuar');
  await expect(page.getByRole('alert')).toContainText('La contraseña no es correcta.');
  await page.getByLabel('Contraseña', { exact: true }).fill(organiser.password);
  await press(page, 'Continuar');
  await press(page, 'Agregar un segundo paso');
  await expect(heading(page, 'Agregá un segundo paso')).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Usar una app');
  await expect(page.getByRole('img', { name: 'Código QR' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Código de la app').fill('000000');
  await press(page, 'Activar');
  await expect(page.getByRole('alert')).toContainText('Ese código no sirve');
  await page.getByLabel('Código de la app').fill(codeOf(secret));
  await press(page, 'Activar');
  await expect(heading(page, 'Códigos de recuperación')).toBeFocused();
  await expectAccessible(page);
  const codes = await page.locator('ol code').allTextContents();
  expect(codes).toHaveLength(10);
  await press(page, 'Ya los guardé');
  await expect(page.getByText('Te quedan 10 códigos.')).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBe(0);

  await page.getByRole('button', { name: 'Salir' }).click();
  await page.goto('/oficina');
  await sendLogIn(page, organiser);
  await expect(heading(page, 'Confirmá que sos vos')).toBeFocused();
  await expectAccessible(page);
  expect(await page.evaluate(() => localStorage.getItem('butaca.office'))).toBeNull();
  await press(page, 'Continuar');
  await expect(page.getByText('Escribí el código')).toBeVisible();
  await page.getByLabel('Código', { exact: true }).fill(codeOf(secret, 1));
  await press(page, 'Continuar');
  await expect(heading(page, 'Funciones')).toBeVisible();

  await openSecurity(page, organiser);
  await page.getByLabel('Código', { exact: true }).fill(codes[0] ?? '');
  await press(page, 'Continuar');
  await expect(page.getByText('Te quedan 9 códigos.')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar: App de autenticación' }).click();
  await press(page, 'Sí, quitar');
  await expect(page.getByText('Tu cuenta se abre solo con la contraseña.')).toBeVisible();
});

/** A device that confirms its owner by itself. */
async function withPasskeys(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a clerk sets up a passkey, and then uses it at the shop’s log-in; another person’s device is none of the clerk’s', async ({
  page,
  otherVisitor: thief,
}) => {
  for (const visitor of [page, thief]) await withPasskeys(visitor);
  const clerk = await newMember(page, 'box-office');
  await page.goto('/oficina/ingresar');
  await sendLogIn(page, clerk);
  await expect(page).toHaveURL(/\/buyTicketBox/i);

  await openSecurity(page, clerk);
  await press(page, 'Agregar un segundo paso');
  await press(page, 'Crear una llave');
  await expect(heading(page, 'Códigos de recuperación')).toBeFocused();
  await press(page, 'Ya los guardé');
  await expect(page.getByRole('heading', { level: 2, name: 'Llave de acceso' })).toBeVisible();

  await thief.goto('/oficina/ingresar');
  await sendLogIn(thief, clerk);
  await press(thief, 'Usar la llave de acceso');
  await expect(thief.getByRole('alert')).toContainText('El navegador no pudo usar la llave de acceso.');
  expect(await thief.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await sendLogIn(page, clerk);
  await expect(heading(page, 'Confirmá que sos vos')).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Usar la llave de acceso');
  await expect(page).toHaveURL('/buyTicketBox');
  await expect(heading(page, /.+/)).toBeVisible();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.session') ?? '{}').jUser.cRol)).toBe('BOX');
});

test('a clerk whose address is not confirmed types the mailed code, keeps the focus in its field, and sets up a factor', async ({
  page,
}) => {
  const clerk = await newMember(page, 'box-office', { confirmed: false });
  await page.goto('/oficina/ingresar');
  await sendLogIn(page, clerk);
  await expect(page).toHaveURL(/\/buyTicketBox/i);
  await openSecurity(page, clerk);
  await press(page, 'Agregar un segundo paso');
  await press(page, 'Usar una app');
  await expect(heading(page, 'Confirmá tu correo')).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Mandarme el código');
  const field = page.getByLabel('Código de seis números');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  const code = await codeMailedTo(clerk.email, 6);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let time = 0; time < 2; time++) {
    await field.fill(wrong);
    await press(page, 'Confirmar el correo');
    await expect(field).toHaveAccessibleDescription(/No es ese código/);
    await expect(field).toBeFocused();
  }
  await expectAccessible(page);
  await field.fill(code);
  await press(page, 'Confirmar el correo');
  await setUpApp(page);
  await expect(page.getByRole('heading', { level: 2, name: 'App de autenticación' })).toBeVisible();
});
