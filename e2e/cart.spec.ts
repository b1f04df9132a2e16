import { expect, expectAccessible, test } from './fixtures.ts';
import { buying, cart, cartMenu, clock, ended, timer } from './purchase-bar.ts';
import { buyAddress, logInAsNewcomer, stageOf, take, takeMore } from './purchases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the buy page sums the purchase up and has no cart on it; the icon in the bar opens the cart, with what each performance has (SC-005, FL-009, CM-006)', {
  tag: '@desktop',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await takeMore(page, taken, { show: 'letras-de-madera', quantity: 2 });
  await page.goto(buyAddress(taken));
  const summary = page.getByRole('main').getByRole('region', { name: 'Tus entradas' });
  await expect(summary.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('heading', { name: 'Tu compra', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Vaciar' })).toBeHidden();
  await expect(page.getByRole('link', { name: /^Agregar más/ })).toBeHidden();

  await cart(page).click();
  await expect(cartMenu(page).getByRole('heading', { name: 'Tu compra', exact: true })).toBeVisible();
  await expect(cartMenu(page).getByRole('button', { name: 'Vaciar' })).toBeVisible();
  await expect(cartMenu(page).getByRole('listitem')).toHaveCount(2);
  const rowOf = (name: string) =>
    cartMenu(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) });
  await expect(rowOf('Hamlet')).toContainText('2 entradas');
  await expect(rowOf('Hamlet').locator('svg[data-icon="units"]')).toHaveCount(0);
  // What is sold by quantity stands there as units, under a sign of its own.
  await expect(rowOf('Letras de madera')).toContainText('2 unidades');
  await expect(rowOf('Letras de madera')).not.toContainText('entradas');
  await expect(rowOf('Letras de madera').locator('svg[data-icon="units"]')).toBeVisible();
  await expect(cartMenu(page).getByRole('link', { name: 'Ir a pagar' })).toHaveAttribute('href', buyAddress(taken));
  await expect(cartMenu(page).getByRole('link', { name: /^Agregar más: Hamlet/ })).toHaveAttribute(
    'href',
    new RegExp(`^/funcion/hamlet/${taken.performanceId}\\?idFuncion=${taken.performanceId}`),
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(cartMenu(page)).toBeHidden();
});

test('a row of the cart has day, time, price and venue; emptying the cart cancels the purchase at once, and a dialog shows it (CM-007, CM-008, CM-009)', {
  tag: '@once',
}, async ({ page }) => {
  await page.clock.install();
  const taken = await buying(page);
  await page.goto('/FAQ');
  await cart(page).click();
  const row = cartMenu(page).getByRole('listitem');
  await expect(row).toContainText(/(lun|mar|mié|jue|vie|sáb|dom) [1-9]\d? [a-z]{3} · \d\d:\d\d/);
  await expect(row).toContainText(/\$\s?\d{1,3}(\.\d{3})*(?!,)/);
  const venue = await page.evaluate(
    () => JSON.parse(localStorage.getItem('butaca.purchase') ?? '{}').listaFuncion[0].oEspectaculo.cEstablecimientoNombre,
  );
  expect(venue).toBeTruthy();
  await expect(row).toContainText(venue);

  await cartMenu(page).getByRole('button', { name: 'Vaciar' }).click();
  await expect(ended(page).locator('[data-msg="Your purchase process has been canceled"]')).toBeVisible();
  expect(await timer(page)).toMatchObject({ cEstado: 'RESET', cOrigen: 'INV001' });
  await expect(clock(page)).toBeHidden();
  // For some seconds it can be undone.
  await page.clock.runFor(10_000);
  await expect.poll(() => stageOf(page, taken)).toBe('CANCELADO');

  // Taking the last performance out empties it too.
  const another = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(another));
  await cart(page).click();
  await cartMenu(page)
    .getByRole('button', { name: /^Quitar Hamlet/ })
    .click();
  await expect(ended(page).locator('[data-msg="Your purchase process has been canceled"]')).toBeVisible();
  await page.clock.runFor(10_000);
  await expect.poll(() => stageOf(page, another)).toBe('CANCELADO');
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
