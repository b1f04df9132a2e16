import type { Page } from '@playwright/test';
import { logIn } from '../customers.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { cart, cartMenu, clock, ended } from '../purchase-bar.ts';
import { buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';

const open = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Dejar la compra/ }) });

test('whoever logs in on another device finds the purchase that runs in the account, and may pay it there or give it up, which ends it on both; a link to it leads to what is on, or to the show that was seen last @phone', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  const person = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await expect(clock(page)).toBeVisible();

  await logIn(otherVisitor, person);
  await expect(clock(otherVisitor)).toBeVisible();
  await otherVisitor.goto('/FAQ');
  await cart(otherVisitor).click();
  await expect(cartMenu(otherVisitor).getByRole('listitem')).toContainText('2 entradas');
  await cartMenu(otherVisitor).getByRole('link', { name: 'Ir a pagar' }).click();
  await expect(otherVisitor).toHaveURL(new RegExp(`idProcesoDeCompra=${taken.purchaseId}`));
  await expect(otherVisitor.getByRole('heading', { name: 'Tus entradas' })).toBeVisible();
  await cart(otherVisitor).click();
  await cartMenu(otherVisitor).getByRole('button', { name: 'Vaciar' }).click();
  await expect.poll(() => stageOf(page, taken)).toBe('CANCELADO');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Esta compra se canceló' })).toBeVisible();
  await ended(page).getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(buyAddress(taken));
  await page.getByRole('link', { name: 'Ver la cartelera' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(taken.address);
  // Kept once the page has its script.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('butaca.last-performance'))).toContain('/funcion/');
  await page.goto(buyAddress(taken));
  await page.getByRole('link', { name: 'Elegir otros lugares' }).click();
  await expect(page).toHaveURL(new RegExp(`idFuncion=${taken.performanceId}`));
});

test('who has too many open purchases sees them, goes on with one or gives one up, and may start another @phone', async ({ page }) => {
  await logInAsNewcomer(page);
  const show = 'letras-de-madera';
  const { address } = await take(page, { show, quantity: 1 });
  for (let more = 0; more < 2; more++) await take(page, { show, quantity: 1 });
  await page.goto(address);
  const takeOne = page.getByRole('button', { name: 'Tomar entradas' });
  await takeOne.click();
  const dialog = page.getByRole('dialog', { name: 'Tenés demasiadas compras abiertas' });
  await expect(dialog).toBeVisible();
  await expect(open(page)).toHaveCount(3);
  await expect(open(page).first()).toContainText(/(lun|mar|mié|jue|vie|sáb|dom) \d+ \p{L}+ \d\d:\d\d · 1 unidad/u);
  await expectAccessible(page);
  await open(page)
    .first()
    .getByRole('button', { name: /^Dejar/ })
    .click();
  await expect(dialog).toContainText('Dejaste esa compra');
  await expect(open(page)).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Volver a los lugares' }).last().click();
  await expect(dialog).toBeHidden();
  await takeOne.click();
  await expect(page.locator('[data-msg="places_held"]')).toBeVisible();
  await expect(clock(page)).toBeVisible();
});

test('my purchases of a new customer are empty; they begin with those that are not finished, one that is being paid is not given up, and another account that logs in here neither sees nor ends it (R-045) @phone', async ({
  page,
  otherVisitor,
}) => {
  await logInAsNewcomer(page);
  await page.goto('/myOrders');
  await expect(page.getByRole('heading', { level: 1, name: 'Mis compras' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Todavía no compraste nada' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'Compras sin terminar' })).toBeHidden();
  await expectAccessible(page);

  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto('/myOrders');
  const section = page.getByRole('region', { name: 'Compras sin terminar' });
  await expect(section.getByRole('listitem')).toContainText('Hamlet');
  await expectAccessible(page);
  await page.route('**/invalidar', (route) => route.fulfill({ json: { nCode: 476, cError: 'purchase_paying', oData: {} } }));
  await section.getByRole('button', { name: /^Dejar la compra/ }).click();
  await expect(section).toContainText('Esa compra se está pagando');
  await page.unrouteAll({ behavior: 'wait' });
  await section.getByRole('link', { name: /^Seguir con la compra/ }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*/buyTicket\\?idProcesoDeCompra=${taken.purchaseId}`));
  await expect(clock(page)).toBeVisible();

  await test.step('another account', async () => {
    const stranger = await logInAsNewcomer(otherVisitor);
    const mine = await page.evaluate(() => {
      const session = localStorage.getItem('butaca.session') ?? '';
      localStorage.removeItem('butaca.session');
      return session;
    });
    await logIn(page, stranger);
    await expect(clock(page)).toBeHidden();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('butaca.purchase'))).toBeNull();
    await page.evaluate((session) => localStorage.setItem('butaca.session', session), mine);
    expect(await stageOf(page, taken)).toBe('ABIERTO');
  });
});
