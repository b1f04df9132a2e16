import type { Locator, Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { fillInSignUp, newcomer, sendLogIn, signUpButton } from '../customers.ts';
import { expect, expectAccessible, hydrated, widthOverflow } from '../fixtures.ts';
import { codeMailedTo } from '../inbox.ts';
import { buyAddress, take, takeMore } from '../purchases.ts';
import { withBothLogIns as test } from './products.ts';

// A brand with its own log-in and an external one side by side, where every buyer confirms their address first.
test.use({
  elsewhere: /^http:\/\/localhost:\d+\/((id|identity\/log-in)\/|recaptcha\/)|^https:\/\/club\.example\//,
});

const main = (page: Page) => page.getByRole('main');
const isAt = (pathname: string) => (url: URL) => url.pathname === pathname;

test('a member comes in through the club and finds which data are missing', async ({ page }) => {
  await page.goto('/login?nextUrl=%2FmyOrders');
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(main(page).getByLabel('Correo electrónico')).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Ingresar con Mi Club' })).toBeEnabled();
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  await main(page).getByRole('button', { name: 'Ingresar con Mi Club' }).click();
  await page.getByLabel('Correo electrónico').fill('socia.ambas@correo.example');
  await page.getByRole('button', { name: 'Ingresar', exact: true }).click();
  await expect(page).toHaveURL(isAt('/myOrders'));
  await page.goto('/myData');
  await main(page).getByRole('link', { name: 'Completalos' }).click();
  await expect(page).toHaveURL(isAt('/additionalData'));
  await page.goto('/changePassword');
  await expect(main(page)).toContainText('Entrás con Mi Club: esta cuenta no tiene contraseña.');
  await expect(main(page).getByLabel('Contraseña actual')).toHaveCount(0);
  await expect(main(page).getByRole('navigation').getByRole('link', { name: 'Sesiones abiertas' })).toBeVisible();
  await expect(main(page).getByRole('navigation').getByRole('link', { name: 'Cambiar contraseña' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a visitor sees the places of a performance, and logs in to take some (C-34, RO-018)', async ({ page }) => {
  await page.goto('/landing/hamlet');
  await hydrated(page);
  await page
    .getByRole('link', { name: /^Elegir la función/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/funcion\/hamlet\//);
  await expect(page.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();
  await page.getByRole('tab', { name: 'Mejores lugares' }).click();
  await page.getByRole('button', { name: /^Tomar / }).click();
  await expect(page).toHaveURL(
    (url) => url.pathname === '/login' && (url.searchParams.get('nextUrl') ?? '').startsWith('/funcion/hamlet/'),
  );
});

test('somebody else has a password, and confirms the address with a mailed code before the first payment, and never again', async ({
  page,
  secondProduct,
}) => {
  const person = newcomer();
  await page.goto('/signUp');
  await hydrated(page);
  await fillInSignUp(page, person);
  // Not without the terms, here (FL-019).
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/v2/Cliente/Insertar_v2') && sent.push(request.url()));
  await signUpButton(page).click();
  await expect(main(page).locator('[data-msg="You must agree to continue"]').last()).toHaveText('Tenés que aceptar para continuar');
  await expect(terms(page)).toBeFocused();
  await expectAccessible(page);
  expect(sent).toEqual([]);
  await terms(page).check();
  await signUpButton(page).click();
  await expect(page).not.toHaveURL(/signUp/);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login?nextUrl=%2FmyData');
  await hydrated(page);
  await sendLogIn(page, person);
  await expect(page).toHaveURL('/myData');
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(person.firstName);

  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await takeMore(page, taken, { show: 'letras-de-madera', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toBeVisible();
  await test.step('the cart stands beside the payment, and what is taken out of it is not paid (FL-009)', async () => {
    const cart = page.getByRole('region', { name: 'Tu compra', exact: true });
    await expect(cart.getByRole('listitem')).toHaveCount(2);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    expect(await topOf(cart)).toBeLessThan(await topOf(page.getByRole('heading', { name: 'Confirmá tu correo' })));
    expect(await topOf(cart)).toBe(await topOf(main(page).getByRole('region', { name: 'Tus entradas' })));
    await cart.getByRole('button', { name: /^Quitar Letras de madera/ }).click();
    await expect(cart.getByRole('listitem')).toHaveCount(1);
    await expect(cart).toContainText('Hamlet');
    await expect(main(page).getByRole('region', { name: 'Tus entradas' })).not.toContainText('Letras de madera');
    await expect(main(page).getByRole('heading', { name: 'Confirmá tu correo' })).toBeVisible();
  });
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  // The server refuses, too.
  await expect(page.locator('[data-msg="payment.address unconfirmed"]')).toBeVisible();
  await page.getByRole('button', { name: 'Mandarme el código' }).click();
  await page.getByLabel('Código de seis números').fill(await codeMailedTo(person.email, 6, secondProduct.sandbox));
  await page.getByRole('button', { name: 'Confirmar el correo' }).click();
  await expect(page.locator('[data-msg="address_confirmed"]')).toBeFocused();
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();

  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toHaveCount(0);
});
