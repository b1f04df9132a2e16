import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { endSession, logIn, sendLogIn } from '../customers.ts';
import { fingerprintReader } from '../fingerprint-reader.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

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

/** Logs in again on a device that has forgotten who was there. */
async function enterAgain(page: Page, person: { email: string; password: string }) {
  await endSession(page);
  await page.evaluate(() => localStorage.removeItem('butaca.known'));
  await enter(page, person);
}

/** The browser suggests a passkey at the address too, and the simulated person takes it at once. */
const usePasskey = (page: Page) =>
  page
    .getByRole('button', { name: 'Usar una llave de acceso' })
    .click({ timeout: limit(5000) })
    .catch(() => undefined);

test('after a log-in a passkey is offered where the browser has them; what is answered is remembered, and one that was made is not offered again @phone', async ({
  page,
  context,
}) => {
  const person = await logInAsNewcomer(page);
  await endSession(page);
  await test.step('a browser without passkeys offers none', async () => {
    await logIn(page, person);
    await expect(greeting(page)).toHaveCount(0);
    await expect(main(page)).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });

  const reader = await fingerprintReader(context, page);
  await test.step('an offer that is not answered goes with the next page', async () => {
    await enterAgain(page, person);
    await expect(offer(page)).toBeVisible();
    await expectAccessible(page);
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
    await expect(offer(page)).toHaveCount(0);
  });
  await test.step('“Ahora no” is remembered', async () => {
    await enterAgain(page, person);
    await offer(page).getByRole('button', { name: 'Ahora no' }).click();
    await expect(offer(page)).toHaveCount(0);
    await enterAgain(page, person);
    await expect(main(page)).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });
  await test.step('a finger that the device does not know is said so, and the offer stays', async () => {
    await forgetPasskey(page);
    await reader.refuse();
    await enterAgain(page, person);
    await offer(page).getByRole('button', { name: 'Crear una llave' }).click();
    await expect(offer(page).getByRole('alert')).toContainText('La llave no se creó');
  });
  await reader.remove();
  await fingerprintReader(context, page);
  await offer(page).getByRole('button', { name: 'Probar de nuevo' }).click();
  await expect(page.getByRole('heading', { name: 'Tu llave de acceso quedó guardada' })).toBeFocused();
  await offer(page).getByRole('button', { name: 'Listo' }).click();
  await expect(offer(page)).toHaveCount(0);
  expect((await ask(page, 'GET', '/v2/Cliente/Llave')).listaLlave).toHaveLength(1);

  await endSession(page);
  await page.evaluate(() => localStorage.removeItem('butaca.known'));
  await page.goto('/login?nextUrl=%2FFAQ');
  await usePasskey(page);
  await expect(page).toHaveURL('/FAQ');
  await expect(offer(page)).toHaveCount(0);
});

/** Pays on the buy screen that is open. */
async function pay(page: Page, { purchaseId }: { purchaseId: string }) {
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${purchaseId}`);
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
}

test('in a purchase nothing is offered, after it a passkey is, once; who has one logs in with it while buying and loses nothing @phone', async ({
  page,
  context,
}) => {
  await fingerprintReader(context, page);
  const person = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await endSession(page);
  await enter(page, person, buyAddress(taken));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await pay(page, taken);
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);

  // As on a device that has made no offer yet.
  await forgetPasskey(page);
  await page.goto('/mySecurity');
  await page.getByRole('button', { name: 'Crear una llave de acceso' }).click();
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Creada el' })).toHaveCount(1);
  const more = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(more));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  // As when the session ends meanwhile, on a device that does not remember who logged in.
  await endSession(page);
  await page.evaluate(() => localStorage.removeItem('butaca.known'));
  // The suggestion at the address may have been taken before anybody looks: which pages there were is written down.
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto(buyAddress(more));
  await expect.poll(() => visited).toContain('/login');
  await usePasskey(page);
  await expect(page).toHaveURL(buyAddress(more));
  await expect(page.getByRole('region', { name: 'Tus entradas' }).getByRole('listitem')).toHaveCount(2);
  await pay(page, more);
  await expect(offer(page)).toHaveCount(0);
});
