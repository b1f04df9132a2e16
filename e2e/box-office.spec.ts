import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { limit } from '../scripts/test/limits.ts';
import { demoClerk, logInButton, sendLogIn } from './customers.ts';
import { expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, take, takenAtCounter } from './purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar por obra, sala, día u hora' });
const gift = (page: Page) => page.locator('header svg[data-icon="gift"]');
const amountIn = (text: string | null) => Number((text ?? '').replace(/.*\$\s*([\d.]+).*/s, '$1').replaceAll('.', ''));

test('the counter asks for a login first; a clerk sells two places for cash, sees the change, prints and serves the next one (R-041, C-09, S-12)', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/buyTicketBox?idFuncion=1');
  await expect(page).toHaveURL('/login?nextUrl=%2FbuyTicketBox%3FidFuncion%3D1');
  await expect(logInButton(page)).toBeEnabled();
  // No greeting: its seconds would not pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await sendLogIn(page, demoClerk);
  // To the page that was asked for, which is not the one where a clerk begins.
  await expect(async () => {
    // What the page itself waits for passes, all in all less than a greeting.
    await page.clock.runFor(50);
    expect(page.url()).toMatch(/\/buyTicketBox\?idFuncion=1$/);
  }).toPass({ intervals: [500], timeout: limit(20_000) });
  await page.clock.resume();

  await page.goto('/buyTicketBox');
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
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
  await expect(gift(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('complementary').getByRole('link', { name: 'Cobrar' }).click();

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
  await expect(page.getByRole('link', { name: 'Imprimir de nuevo', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Nueva venta' }).press('Enter');
  await expect(page).toHaveURL('/buyTicketBox');
  await expect(search(page)).toBeFocused();
  await expect(page.getByText('Hay una venta sin terminar')).toBeHidden();
});

test('in the middle of a sale the cart is a gift, nothing can be taken out, and a new one frees the places of the last at once, and what was left through the bar can be gone on with (RO-019, TB-035, TB-042)', {
  tag: '@desktop',
}, async ({ page }) => {
  await openSession(page, demoClerk);
  const { id: left } = await takenAtCounter(page, 2);
  const stage = async () => (await ask(page, 'GET', `/v2/Proceso/${left}`)).cEtapa;
  const cancels: string[] = [];
  page.on('request', (request) => /invalidar$/.test(request.url()) && cancels.push(request.url()));
  const unfinished = page.getByText('Hay una venta sin terminar');
  const account = page.getByRole('list').filter({ has: page.getByRole('button', { name: 'Cerrar sesión' }) });

  await test.step('the bar of the counter: the account has the bookings and the way out', async () => {
    await page.goto(`/buyTicketBox?idProcesoDeCompra=${left}`);
    await expect(heading(page, 'Cobrar')).toBeVisible();
    await expect(gift(page)).toBeVisible();
    await page.getByRole('button', { name: 'Ver la venta' }).click();
    const menu = page.getByRole('dialog');
    await expect(menu.getByRole('listitem')).toHaveCount(1);
    await expect(menu.getByRole('button', { name: /Quitar|Vaciar/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Bruno' }).click();
    await expect(account.getByRole('listitem')).toHaveText(['Reservas', 'Cerrar sesión']);
  });

  await test.step('a new sale gives the places of the last one back at once', async () => {
    await page.goto('/buyTicketBox');
    await expect(unfinished).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Nueva venta' }).click();
    await expect(unfinished).toBeHidden();
    await expect.poll(stage).toBe('CANCELADO');
    await search(page).fill('macbeth');
    await search(page).press('Enter');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Cobrar' })).toBeVisible();
  });

  await test.step('through the bar the counter begins anew, and its menu leads back to it (TB-003)', async () => {
    await expect(gift(page)).toBeVisible();
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
    await expect(unfinished).toBeHidden();
  });

  const leftSale = page.locator('[data-msg="left_sale"]');
  await test.step('what was left is said on every screen of the counter, with the way back and the way to free its places', async () => {
    await expect(leftSale).toContainText('Dejaste una venta de 2 entradas');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ventas' }).click();
    await expect(heading(page, 'Ventas')).toBeVisible();
    await leftSale.getByRole('link', { name: 'Seguir con ella' }).click();
    await expect(heading(page, 'Cobrar')).toBeVisible();
    await expect(gift(page)).toBeVisible();
    await expect(leftSale).toHaveCount(0);
    const again = new URL(page.url()).searchParams.get('idProcesoDeCompra');
    await page.getByRole('link', { name: 'Caja' }).click();
    await expect(leftSale).toBeVisible();
    await page.keyboard.press('F2');
    await expect(heading(page, '¿Qué función?')).toBeVisible();
    await expect(leftSale).toHaveCount(0);
    await expect.poll(async () => (await ask(page, 'GET', `/v2/Proceso/${again}`)).cEtapa).toBe('CANCELADO');
  });

  await page.goto(`/buyTicketBox?idProcesoDeCompra=${left}`);
  await expect(heading(page, 'Esta venta se dejó por otra')).toBeVisible();
  expect(cancels).toHaveLength(2);
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
