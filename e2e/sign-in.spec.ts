import type { Page } from '@playwright/test';
import { limit } from '../scripts/test/limits.ts';
import { endSession, logInButton, sendLogIn } from './customers.ts';
import { fingerprintReader } from './fingerprint-reader.ts';
import { expect, expectAccessible, hydrated, test } from './fixtures.ts';
import { mailsTo } from './inbox.ts';
import { logInAsNewcomer } from './purchases.ts';

// Ways to log in beside the password: a remembered device, a passkey and a link by mail.

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');

test('who was here before goes on without the password, unless it is somebody else, and is not greeted after logging out', {
  tag: '@once',
}, async ({ page }) => {
  const person = await logInAsNewcomer(page);
  const { firstName, email } = person;
  await endSession(page);
  await page.goto('/login');
  // The password remembers the browser.
  await sendLogIn(page, person);
  await expect(page).toHaveURL('/');

  await test.step('the password is a press away; “No soy yo” asks for an account, also after a reload', async () => {
    await endSession(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Usar mi contraseña' }).click();
    await expect(logInButton(page)).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'No soy yo' }).click();
    await expect(title(page)).toHaveText('Ingresá');
    await page.reload();
    await expect(title(page)).toHaveText('Ingresá');
    await sendLogIn(page, person);
    await expect(page).toHaveURL('/');
  });

  await endSession(page);
  await page.goto('/login?nextUrl=%2FmyPhone');
  await expect(title(page)).toHaveText(`Hola de nuevo, ${firstName}`);
  await page.getByRole('button', { name: `Seguir como ${firstName}` }).click();
  await expect(page).toHaveURL('/myPhone');

  await test.step('what changes data asks for the password once; the change then goes on by itself', async () => {
    await page.getByRole('button', { name: 'Agregar un teléfono' }).click();
    await page.getByLabel(/^Número/).fill('11 5555-0199');
    await page.getByRole('button', { name: 'Guardar' }).click();
    const question = page.getByRole('dialog', { name: 'Confirmá que sos vos' });
    await expect(question.getByRole('link', { name: /no tengo contraseña/ })).toHaveAttribute(
      'href',
      '/recoverPassword?nextUrl=%2FmyPhone',
    );
    await question.getByLabel('Contraseña', { exact: true }).fill(person.password);
    await question.getByRole('button', { name: 'Confirmar' }).click();
    await expect(main(page).getByRole('listitem').filter({ hasText: '0199' })).toBeVisible();
  });

  await page.getByRole('banner').getByRole('button', { name: firstName }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/login');
  await expect(title(page)).toHaveText('Ingresá');
  await expect(main(page)).not.toContainText(email);
});

test('a passkey is created on the account’s page, logs in, and is removed', { tag: '@once' }, async ({ page, context }) => {
  await fingerprintReader(context, page);
  await logInAsNewcomer(page);
  await page.goto('/mySecurity');
  await page.getByRole('button', { name: 'Crear una llave de acceso' }).click();
  const keys = main(page).getByRole('listitem').filter({ hasText: 'Creada el' });
  await expect(keys).toHaveCount(1);

  await endSession(page);
  await page.goto('/login?nextUrl=%2FmySecurity');
  // The browser suggests it at the address too, and the simulated person takes it at once.
  await page
    .getByRole('button', { name: 'Usar una llave de acceso' })
    .click({ timeout: limit(5000) })
    .catch(() => undefined);
  await expect(page).toHaveURL('/mySecurity');
  await expect(keys).toContainText('usada el');

  await keys.getByRole('button', { name: /^Eliminar/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(keys).toHaveCount(0);
});

test('a link by mail logs in here and lets the waiting page go on; elsewhere it says so', { tag: '@once' }, async ({
  page,
  otherVisitor: stranger,
}) => {
  const { email } = await logInAsNewcomer(page, undefined, undefined, { confirmed: false });
  await endSession(page);
  await page.goto('/login?nextUrl=%2FFAQ');
  await hydrated(page);
  await page.getByRole('button', { name: 'Recibir un enlace por correo' }).click();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviarme el enlace' }).click();
  await expect(title(page)).toHaveText('Mirá tu correo');
  const mailed = async () => /href="([^"]+loginLink#[^"]+)"/.exec((await mailsTo(email)).map(({ html }) => html).join(''))?.[1] ?? '';
  await expect.poll(mailed).not.toBe('');
  const link = new URL(await mailed());
  const path = link.pathname + link.hash;

  await stranger.goto(new URL(path, page.url()).href);
  await stranger.getByRole('main').getByRole('button', { name: 'Ingresar' }).click();
  await expect(stranger.locator('[data-msg=link_of_another_browser]')).toBeVisible();

  const tab = await page.context().newPage();
  await tab.clock.install();
  await tab.goto(path);
  await hydrated(tab);
  // The page that it leads to takes longer than a notice needs to be read.
  await tab.route('**/assets/**', async (route) => {
    await tab.clock.runFor(2500);
    await route.continue();
  });
  await tab.getByRole('main').getByRole('button', { name: 'Ingresar' }).click();
  await expect(tab).toHaveURL('/FAQ');
  await tab.unroute('**/assets/**');
  await expect(page).toHaveURL('/FAQ');

  // The address was never confirmed, so the password that was chosen at the sign-up has ended.
  const claimed = tab.locator('[data-msg=account-claimed]');
  await expect(claimed).toContainText('Si la cuenta tenía una contraseña, dejó de valer.');
  await expectAccessible(tab);
  await claimed.getByRole('link', { name: 'Elegir una nueva' }).click();
  await expect(tab).toHaveURL(/\/recoverPassword/);
  await expect(title(tab)).toHaveText('Recuperá tu contraseña');
  await expect(tab.getByLabel('Correo electrónico')).toHaveValue(email);
});
