import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { endSession, logIn, sendLogIn } from '../customers.ts';
import { fingerprintReader } from '../fingerprint-reader.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

// Passkeys are offered after a log-in and after a purchase, and open the account in the middle of one.

const main = (page: Page) => page.getByRole('main');
const offer = (page: Page) => page.getByRole('region', { name: /La próxima vez, entrá sin contraseña|Tu llave de acceso/ });
const forgetPasskey = (page: Page) => page.evaluate(() => localStorage.removeItem('butaca.passkey'));
const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: /^Hola, / });

/** Logs in by the screen and waits for the page where it leads. */
async function enter(page: Page, person: { email: string; password: string }, next = '/FAQ') {
  await page.goto(`/login?nextUrl=${encodeURIComponent(next)}`);
  await hydrated(page);
  await sendLogIn(page, person);
  await expect(page).toHaveURL(next);
}

async function account(page: Page) {
  const person = await logInAsNewcomer(page);
  await endSession(page);
  return person;
}

test('after a log-in a passkey is offered; “Ahora no” is remembered, and one that was made is not offered again @phone', async ({
  page,
  context,
}) => {
  await fingerprintReader(context, page);
  const person = await account(page);
  await enter(page, person);
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await offer(page).getByRole('button', { name: 'Ahora no' }).click();
  await expect(offer(page)).toHaveCount(0);

  await endSession(page);
  await page.evaluate(() => localStorage.removeItem('butaca.known'));
  await enter(page, person);
  await expect(main(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  await endSession(page);
  await page.evaluate(() => localStorage.removeItem('butaca.known'));
  await forgetPasskey(page);
  await enter(page, person);
  await offer(page).getByRole('button', { name: 'Crear una llave' }).click();
  await expect(page.getByRole('heading', { name: 'Tu llave de acceso quedó guardada' })).toBeFocused();
  await offer(page).getByRole('button', { name: 'Listo' }).click();
  await expect(offer(page)).toHaveCount(0);
  await page.goto('/mySecurity');
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Creada el' })).toHaveCount(1);

  await endSession(page);
  await page.evaluate(() => localStorage.removeItem('butaca.known'));
  await page.goto('/login?nextUrl=%2FFAQ');
  // The browser suggests it at the address too, and the simulated person takes it at once.
  await page
    .getByRole('button', { name: 'Usar una llave de acceso' })
    .click({ timeout: limit(5000) })
    .catch(() => undefined);
  await expect(page).toHaveURL('/FAQ');
  await expect(offer(page)).toHaveCount(0);
});

test('an offer that is not answered goes with the next page; a browser without passkeys makes none', { tag: '@once' }, async ({
  page,
  context,
  otherVisitor,
}) => {
  const person = await account(page);
  await enter(page, person);
  await expect(main(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  await fingerprintReader(context, page);
  await endSession(page);
  await page.evaluate(() => localStorage.removeItem('butaca.known'));
  await enter(page, person);
  await expect(offer(page)).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await expect(offer(page)).toHaveCount(0);

  await logIn(otherVisitor, person);
  await expect(greeting(otherVisitor)).toHaveCount(0);
  await expect(offer(otherVisitor)).toHaveCount(0);
});

test('a finger that the device does not know is said so, and the offer stays', { tag: '@once' }, async ({ page, context }) => {
  const reader = await fingerprintReader(context, page);
  await reader.refuse();
  await enter(page, await account(page));
  await offer(page).getByRole('button', { name: 'Crear una llave' }).click();
  await expect(offer(page).getByRole('alert')).toContainText('La llave no se creó');
  await expect(offer(page).getByRole('button', { name: 'Probar de nuevo' })).toBeEnabled();
});

test('who is asked to log in while buying does so with a passkey and loses nothing; after the payment nothing is offered to them @phone', async ({
  page,
  context,
}) => {
  await fingerprintReader(context, page);
  await logInAsNewcomer(page);
  await page.goto('/mySecurity');
  await page.getByRole('button', { name: 'Crear una llave de acceso' }).click();
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Creada el' })).toHaveCount(1);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();

  // As when the session ends on this device meanwhile.
  await endSession(page);
  await page.goto(buyAddress(taken));
  await expect(page).toHaveURL(/\/login/);
  await page
    .getByRole('button', { name: 'Usar una llave de acceso' })
    .click({ timeout: limit(5000) })
    .catch(() => undefined);
  await expect(page).toHaveURL(buyAddress(taken));
  await expect(page.getByRole('region', { name: 'Tus entradas' }).getByRole('listitem')).toHaveCount(2);
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('in a purchase nothing is offered; after it a passkey is, once @phone', async ({ page, context }) => {
  await fingerprintReader(context, page);
  const person = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await endSession(page);
  await enter(page, person, buyAddress(taken));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
