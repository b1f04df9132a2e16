import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoClerk, sendLogIn } from '../customers.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { buyAddress, take } from '../purchases.ts';
import { journeysOf } from './product.ts';

const test = journeysOf('butaca', (brand) => {
  brand.login.mode = 'EXTERNAL_LOGIN';
  brand.login.external = { name: 'Mi Club', updateData: 'https://club.example/datos' };
});
test.use({
  elsewhere: /^http:\/\/localhost:\d+\/(id|identity\/log-in)\/|^https:\/\/club\.example\//,
});

const enter = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Ingresar a tu cuenta' });
let members = 0;

/** Fills in the provider's log-in as somebody whom it has not seen. */
async function logInAtProvider(page: Page, given: { alias?: string; email?: string } = {}) {
  members += 1;
  const { email = `socia.${members}@correo.example`, alias = '' } = given;
  await expect(page.getByRole('heading', { name: 'Ingreso externo' })).toBeVisible();
  await expect(page.getByText('Esto es una simulación.')).toBeVisible();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Alias (puede quedar vacío)').fill(alias);
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
}

const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-session', /./);
const accountMenu = (page: Page, name = 'Julia') => page.getByRole('banner').getByRole('button', { name });

test('a visitor logs in elsewhere and buys a ticket (GU-014, GU-015, GU-016)', async ({ page }) => {
  // The guard of a performance sends there, and back to it.
  const started = page.waitForRequest(/\/externalLogin\?/);
  await page.goto('/landing/hamlet');
  await page
    .getByRole('link', { name: /^Elegir la función/ })
    .first()
    .click();
  const { searchParams } = new URL((await started).url());
  expect(searchParams.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\/loginRedirect$/);
  await logInAtProvider(page);
  await expect(page).toHaveURL(/\/funcion\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hamlet');
  await expect(accountMenu(page)).toBeVisible();

  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await fillInCard(page, cards.approved);
  // The provider knows of no document.
  await page.getByRole('main').getByLabel('Número de documento').fill('30123456');
  await page.getByRole('main').getByLabel('Correo electrónico').fill('socia@correo.example');
  await terms(page).check();
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
});

test('the bar’s button leads there and back without a token or code in an address; a log-out there is one here (TB-020, TB-021, SE-010)', async ({
  page,
  context,
  secondProduct,
}) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && addresses.push(frame.url()));
  await page.goto('/FAQ');
  await expect(enter(page)).toBeVisible();
  await expectAccessible(page);
  await enter(page).click();
  await logInAtProvider(page);
  await expect(page).toHaveURL('/');
  await expect(accountMenu(page)).toBeVisible();
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.session') ?? '{}').token);
  expect(addresses.some((address) => address.includes('/loginRedirect'))).toBe(true);
  for (const address of addresses) expect(address).not.toMatch(new RegExp(`${token}|token=`));
  await page.goBack();
  await expect(page).not.toHaveURL(/code=/);

  const there = await context.newPage();
  await there.goto(`http://localhost:${secondProduct.sandbox.page}/id/session/end`);
  await there.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(there.getByRole('heading', { name: 'Cerraste la sesión' })).toBeVisible();
  await page.goto('/myOrders');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();
  await expect(page.getByRole('main').getByRole('button', { name: 'Ingresar con Mi Club' })).toBeVisible();
});

test('own data are the provider’s to change, and there is no password here (TB-027, RO-025, RO-026)', async ({ page, context }) => {
  await context.route('https://club.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Mi Club</h1>' }));
  await page.goto('/');
  await enter(page).click();
  await logInAtProvider(page);
  for (const address of ['/myAlias', '/changePassword']) {
    await page.goto(address);
    await expect(page).toHaveURL('/');
  }
  await accountMenu(page).click();
  const link = (name: string | RegExp) => page.getByRole('banner').getByRole('link', { name });
  await expect(link('Mis datos')).toBeVisible();
  await expect(link(/contraseña/)).toHaveCount(0);
  await expect(link('Mi alias')).toHaveCount(0);
  await link('Mis datos').click();
  await expect(page).toHaveURL(/^https:\/\/club\.example\/datos\?back_url=http%3A%2F%2Flocalhost%3A\d+%2F$/);
  await page.goBack();
});

test('an alias is for those who have one at the provider: a page of the account changes it (R-051, TB-028, EN-084)', async ({ page }) => {
  await page.goto('/');
  await enter(page).click();
  await logInAtProvider(page, { alias: 'La Negra' });
  await accountMenu(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Mi alias' }).click();
  const alias = page.getByRole('textbox', { name: 'Alias' });
  await expect(alias).toHaveValue('La Negra');
  await expectAccessible(page);
  await alias.fill(' ');
  await page.getByRole('main').getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Completá este dato.')).toBeVisible();
  await expect(alias).toBeFocused();
  await alias.fill('Mercedes');
  await page.getByRole('main').getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Tu alias quedó guardado.')).toBeVisible();
  await page.reload();
  await expect(alias).toHaveValue('Mercedes');
});

test('when the provider does not answer a page says so; a log-out here is one there, by a frame that nobody sees (R-008, SE-010, TB-046)', async ({
  page,
}) => {
  // Where the server sends a browser back to while it is so.
  await page.goto('/loginRedirect?error=temporarily_unavailable');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Club no responde');
  await expect(page).toHaveURL('/loginRedirect');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const frame = page.locator('iframe#external-log-out');
  expect(await frame.getAttribute('src')).toBeNull();
  expect(await frame.boundingBox()).toMatchObject({ width: 1, height: 1 });
  await expect(frame).toBeHidden();
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await logInAtProvider(page);
  await expect(page).toHaveURL('/');

  await accountMenu(page).click();
  const left = page.waitForResponse((response) => response.url().includes('/id/session/end/success'));
  await page.getByRole('banner').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  await left;
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).toBeNull();
  // The provider asks again who it is; cancelled there, the billboard says so.
  await enter(page).click();
  await expect(page.getByRole('heading', { name: 'Ingreso externo' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="external-login.cancelled"]')).toBeVisible();
  await page.goto('/loginRedirect');
  await expect(page.locator('[data-msg="external-login.failed"]')).toBeVisible();
});

test('the pages of one’s own login lead to the external one, and staff still log in with a password', async ({ page }) => {
  for (const address of ['/signUp', '/login']) {
    await page.goto(address);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('main').getByRole('button', { name: 'Ingresar con Mi Club' })).toBeEnabled();
      expect(await widthOverflow(page)).toBe(0);
    }
    await expectAccessible(page);
    await expect(page.getByLabel('Contraseña')).toHaveCount(0);
  }
  await hydrated(page);
  await page.getByRole('button', { name: 'Trabajo acá: ingresar con contraseña' }).click();
  await sendLogIn(page, demoClerk);
  await expect(page).toHaveURL('/buyTicketBox');
});
