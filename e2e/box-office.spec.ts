import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { limit } from '../scripts/test/limits.ts';
import { demoClerk, logInAtCounter, logInButton, sendLogIn } from './customers.ts';
import { expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, take } from './purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar por obra, sala u hora' });
const gift = (page: Page) => page.locator('header svg[data-icon="gift"]');
const amountIn = (text: string | null) => Number((text ?? '').replace(/.*\$\s*([\d.]+).*/s, '$1').replaceAll('.', ''));

/** At the counter with two places of the first performance that is found. */
async function selling(page: Page, show: string) {
  await openSession(page, demoClerk);
  await page.goto('/buyTicketBox');
  await expect(heading(page, '¿Qué función?')).toBeVisible();
  await search(page).fill(show);
  await search(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
  await page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' }).click();
  await expect(heading(page, 'Cobrar')).toBeVisible();
}

test('a clerk sells two places for cash, sees the change, prints and serves the next one (C-09, S-12)', { tag: '@once' }, async ({
  page,
}) => {
  await logInAtCounter(page, demoClerk);
  await expect(search(page)).toBeFocused();
  await expect(page.getByText(/^[\d.]+ libres$/).first()).toBeVisible();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  // The keyboard goes down the list, and Enter opens what it stands on.
  await search(page).fill('hamlet');
  await search(page).press('ArrowDown');
  await expect(page.getByRole('link', { name: /Hamlet/ }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Hamlet')).toBeVisible();
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
  await expect(gift(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' }).click();

  await expect(heading(page, 'Cobrar')).toBeVisible();
  const received = page.getByLabel('Recibido');
  await expect(received).toBeFocused();
  await expect(page.getByRole('region', { name: 'Entradas' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  const sell = page.getByRole('button', { name: /^Cobrar \$/ });
  const total = amountIn(await sell.textContent());
  await received.fill(String(total - 1));
  await received.press('Enter');
  await expect(page.getByText('Faltan $ 1').first()).toBeVisible();
  await received.fill(String(total + 3500));
  await expect(page.getByRole('status').getByText('$ 3.500')).toBeVisible();
  await received.press('Enter');
  await expect(page.locator('[data-msg="You must agree to continue"]')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByLabel('A nombre de').fill('Elena Ruiz');
  const sales: string[] = [];
  page.on('request', (request) => /CobrarEfectivo$/.test(request.url()) && sales.push(request.postData() ?? ''));
  await sell.dblclick();

  await expect(heading(page, 'Venta hecha')).toBeVisible();
  expect(sales).toHaveLength(1);
  expect(JSON.parse(sales[0] ?? '{}')).toMatchObject({ fTotal: total, cTitular: 'Elena Ruiz' });
  await expect(page.getByText('$ 3.500')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir', exact: true })).toBeFocused();
  await expectAccessible(page);

  // A browser without windows keeps the document; one with them opens its print dialog on it.
  const paper = page.waitForEvent('download');
  const asked = page.waitForRequest(/\/Entradas\/80mm$/);
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click();
  expect(await (await asked).headerValue('authorization')).toMatch(/^Bearer /);
  expect((await readFile(await (await paper).path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByRole('button', { name: 'Imprimir de nuevo', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Nueva venta' }).press('Enter');
  await expect(page).toHaveURL('/buyTicketBox');
  await expect(search(page)).toBeFocused();
  await expect(page.getByText('Hay una venta sin terminar')).toBeHidden();
});

test('a new sale cancels the one that was left unpaid; links of the bar start a new sale (C-09, TB-035, PT-016)', {
  tag: '@desktop',
}, async ({ page }) => {
  await selling(page, 'hamlet');
  const left = new URL(page.url()).searchParams.get('idProcesoDeCompra') ?? '';
  const cancels: string[] = [];
  page.on('request', (request) => /invalidar$/.test(request.url()) && cancels.push(request.url()));
  await page.goto('/buyTicketBox');
  await expect(page.getByText('Hay una venta sin terminar')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Nueva venta' }).click();
  await expect(page.getByText('Hay una venta sin terminar')).toBeHidden();
  expect((await ask(page, 'GET', `/v2/Proceso/${left}`)).cEtapa).toBe('ABIERTO');

  await search(page).fill('hamlet');
  await search(page).press('Enter');
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Continuar con la compra' })).toBeVisible();
  expect((await ask(page, 'GET', `/v2/Proceso/${left}`)).cEtapa).toBe('CANCELADO');
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${left}`);
  await expect(heading(page, 'Esta venta se dejó por otra')).toBeVisible();
  expect(cancels).toEqual([]);
});

test('in the middle of a sale the cart is a gift, nothing can be taken out, and the account has the bookings and the way out (RO-019, TB-042, CM-014)', {
  tag: '@desktop',
}, async ({ page }) => {
  await selling(page, 'hamlet');
  await expect(gift(page)).toBeVisible();
  await page.getByRole('button', { name: 'Ver tu compra' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('listitem')).toHaveCount(1);
  await expect(menu.getByRole('button', { name: /Quitar|Vaciar/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bruno' }).click();
  const account = page.getByRole('list').filter({ has: page.getByRole('button', { name: 'Cerrar sesión' }) });
  await expect(account.getByRole('listitem')).toHaveText(['Reservas', 'Cerrar sesión']);

  // Through the bar the counter begins anew, and its menu leads back to it (TB-003).
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Butaca: ir a la cartelera' }).click();
  await expect(gift(page)).toBeHidden();
  // The counter's bar, whose menu has the same button, is gone with its page.
  await expect(page.getByRole('navigation', { name: 'Categorías' })).toBeVisible();
  await page.getByRole('button', { name: 'Bruno' }).click();
  await expect(account.getByRole('listitem')).toHaveText([
    'Boletería',
    'Mis compras',
    'Mis reservas',
    'Mis datos',
    'Mis teléfonos',
    'Mis domicilios',
    'Cambiar contraseña',
    'Sesiones abiertas',
    'Privacidad',
    'Cerrar sesión',
  ]);
  await account.getByRole('link', { name: 'Boletería' }).click();
  await expect(heading(page, '¿Qué función?')).toBeVisible();
  await expect(page.getByText('Hay una venta sin terminar')).toBeHidden();
});

test('a customer of the shop sees that the counter is not for them, and pays no cash (C-09)', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto('/buyTicketBox');
  await expect(heading(page, 'Esta pantalla es de la boletería')).toBeVisible();
  await page.goto(buyAddress(taken).replace('buyTicket', 'buyTicketBox'));
  await expect(heading(page, 'Esta pantalla es de la boletería')).toBeVisible();
  expect(await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/CobrarEfectivo`, { fTotal: 1, lAceptaTerminos: 'S' })).toEqual({});
});

test('the counter asks for a login first, and opens afterwards (R-041)', { tag: '@once' }, async ({ page }) => {
  await page.goto('/buyTicketBox?idFuncion=1');
  await expect(page).toHaveURL('/login?nextUrl=%2FbuyTicketBox%3FidFuncion%3D1');
  await expect(logInButton(page)).toBeEnabled();
  // No greeting: its seconds would not pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await sendLogIn(page, demoClerk);
  await expect(async () => {
    // What the page itself waits for passes, all in all less than a greeting.
    await page.clock.runFor(50);
    expect(new URL(page.url()).pathname).toBe('/buyTicketBox');
  }).toPass({ intervals: [500], timeout: limit(20_000) });
});

test('a page asked for before the log-in is opened after it, for a clerk too', { tag: '@once' }, async ({ page }) => {
  await page.goto('/login?nextUrl=%2Flanding%2Fhamlet');
  await expect(logInButton(page)).toBeVisible();
  await sendLogIn(page, demoClerk);
  await expect(page).toHaveURL('/landing/hamlet');
});
