import { expect, expectAccessible, test } from './fixtures.ts';
import { buying, cart, cartMenu, clock, ended, timer } from './purchase-bar.ts';
import { buyAddress, stageOf } from './purchases.ts';

test('the cart lists each performance with show, date, quantity, price and venue (CM-002, CM-004, CM-006)', async ({ page }) => {
  const taken = await buying(page);
  await cart(page).click();
  const row = cartMenu(page).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('heading')).toHaveText('Hamlet');
  await expect(row).toContainText('2 entradas');
  await expect(row.locator('svg[data-icon="units"]')).toHaveCount(0);
  await expectAccessible(page);
  await expect(cartMenu(page).getByRole('link', { name: 'Ir a pagar' })).toHaveAttribute('href', buyAddress(taken));
  await expect(cartMenu(page).getByRole('link', { name: /^Agregar más: Hamlet/ })).toHaveAttribute(
    'href',
    new RegExp(`^/funcion/hamlet/${taken.performanceId}\\?idFuncion=${taken.performanceId}`),
  );
});

test('a cart row has its day and time, its final price and its venue (CM-005, CM-007, CM-008)', { tag: '@once' }, async ({ page }) => {
  await buying(page);
  await cart(page).click();
  const row = cartMenu(page).getByRole('listitem');
  await expect(row).toContainText(/(lun|mar|mié|jue|vie|sáb|dom) \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await expect(row).toContainText(/\$\s?\d{1,3}(\.\d{3})*(?!,)/);
  const venue = await page.evaluate(
    () => JSON.parse(localStorage.getItem('butaca.purchase') ?? '{}').listaFuncion[0].oEspectaculo.cEstablecimientoNombre,
  );
  expect(venue).toBeTruthy();
  await expect(row).toContainText(venue);
});

test('what is sold by quantity stands in the cart as units, under a sign of its own (CM-016)', { tag: '@once' }, async ({ page }) => {
  await buying(page, 'letras-de-madera');
  await cart(page).click();
  const row = cartMenu(page).getByRole('listitem');
  await expect(row).toContainText('2 unidades');
  await expect(row).not.toContainText('entradas');
  await expect(row.locator('svg[data-icon="units"]')).toBeVisible();
});

test('the buy page sums the purchase up and has no cart on it; the icon in the bar opens the cart (SC-005, FL-009)', {
  tag: '@once',
}, async ({ page }) => {
  await buying(page);
  const summary = page.getByRole('main').getByRole('region', { name: 'Tus entradas' });
  await expect(summary.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Tu compra', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Vaciar' })).toBeHidden();
  await expect(page.getByRole('link', { name: /^Agregar más/ })).toBeHidden();

  await cart(page).click();
  await expect(cartMenu(page).getByRole('heading', { name: 'Tu compra', exact: true })).toBeVisible();
  await expect(cartMenu(page).getByRole('button', { name: 'Vaciar' })).toBeVisible();
  await expect(cartMenu(page).getByRole('link', { name: /^Agregar más: Hamlet/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cartMenu(page)).toBeHidden();
});

test('emptying the cart cancels the purchase at once, and a dialog shows it (CM-009, ER-003)', async ({ page }) => {
  const taken = await buying(page);
  await page.goto('/FAQ');
  await cart(page).click();
  await cartMenu(page).getByRole('button', { name: 'Vaciar' }).click();
  await expect(ended(page).locator('[data-msg="Your purchase process has been canceled"]')).toBeVisible();
  expect(await timer(page)).toMatchObject({ cEstado: 'RESET', cOrigen: 'INV001' });
  await expect(clock(page)).toBeHidden();
  await expect.poll(() => stageOf(page, taken)).toBe('CANCELADO');
});

test('taking the last performance out of the cart empties it (CM-010)', { tag: '@once' }, async ({ page }) => {
  const taken = await buying(page);
  await cart(page).click();
  await cartMenu(page)
    .getByRole('button', { name: /^Quitar Hamlet/ })
    .click();
  await expect(ended(page).locator('[data-msg="Your purchase process has been canceled"]')).toBeVisible();
  await expect.poll(() => stageOf(page, taken)).toBe('CANCELADO');
});

test('the contents of a cart are shown only to a customer who is logged in (CM-018, CM-013, RO-017)', { tag: '@once' }, async ({
  page,
}) => {
  await buying(page);
  await cart(page).click();
  await expect(cartMenu(page).getByRole('listitem').filter({ hasText: 'Hamlet' })).toHaveCount(1);
  await expect(cartMenu(page).locator('[data-msg="Empty shopping cart"]')).toBeHidden();
  await page.evaluate(() => localStorage.removeItem('butaca.session'));
  await page.goto('/FAQ');
  await cart(page).click();
  await expect(cartMenu(page).locator('[data-msg="Empty shopping cart"]')).toHaveText('Tu carrito está vacío');
  await expect(cartMenu(page).getByText('Hamlet')).toHaveCount(0);
});
