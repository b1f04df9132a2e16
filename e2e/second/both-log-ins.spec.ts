import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { fillInSignUp, newcomer, sendLogIn, signUpButton } from '../customers.ts';
import { expect, expectAccessible, hydrated, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';
import { journeysOf } from './product.ts';

// A brand with its own log-in and an external one side by side, where every buyer confirms their address first.

const test = journeysOf('butaca', (brand) => {
  brand.login.external = { name: 'Mi Club', updateData: 'https://club.example/datos' };
  brand.login.confirmAddress = 'all';
});
test.use({
  elsewhere: /^http:\/\/localhost:\d+\/(id|identity\/log-in)\/|^https:\/\/club\.example\//,
});

const main = (page: Page) => page.getByRole('main');
const isAt = (pathname: string) => (url: URL) => url.pathname === pathname;

test('a member comes in through the club and finds which data are missing; somebody else has a password', {
  tag: '@desktop',
}, async ({ page, otherVisitor }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/login?nextUrl=%2FmyOrders');
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

  const person = newcomer();
  await otherVisitor.goto('/signUp');
  await hydrated(otherVisitor);
  await fillInSignUp(otherVisitor, person);
  await signUpButton(otherVisitor).click();
  await expect(otherVisitor).not.toHaveURL(/signUp/);
  await otherVisitor.evaluate(() => localStorage.clear());
  await otherVisitor.goto('/login?nextUrl=%2FmyData');
  await hydrated(otherVisitor);
  await sendLogIn(otherVisitor, person);
  await expect(otherVisitor).toHaveURL('/myData');
  await expect(otherVisitor.getByLabel('Nombre', { exact: true })).toHaveValue(person.firstName);
});

test('every buyer confirms the address with a mailed code before the first payment, and never again', { tag: '@desktop' }, async ({
  page,
  secondProduct,
}) => {
  const { email } = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toBeVisible();
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  // The server refuses, too.
  await expect(page.locator('[data-msg="payment.address unconfirmed"]')).toBeVisible();
  await page.getByRole('button', { name: 'Mandarme el código' }).click();
  const code = async () =>
    /^\d{6}/.exec((await mailsTo(email, secondProduct.sandbox)).find(({ subject }) => subject.includes('código'))?.subject ?? '')?.[0] ??
    '';
  await expect.poll(code).toMatch(/^\d{6}$/);
  await page.getByLabel('Código de seis números').fill(await code());
  await page.getByRole('button', { name: 'Confirmar el correo' }).click();
  await expect(page.locator('[data-msg="address_confirmed"]')).toBeFocused();
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();

  const another = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(another));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirmá tu correo' })).toHaveCount(0);
});
