import { expect, expectAccessible, test } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';

test('places are reserved once the conditions are accepted, and part of them is paid later (VA-035, R-047)', async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'macbeth', quantity: 2 });
  // The browser learns of the purchase on its own page.
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { name: 'Tus entradas' })).toBeVisible();
  await page.goto(taken.address);
  await page.getByRole('button', { name: 'Reservar y pagar después' }).click();
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();
  await expect(page.getByText('Tenés que aceptar para continuar')).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await page.getByLabel('Acepto las condiciones de la reserva').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'Mis reservas' })).toBeVisible();
  const booking = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Macbeth' }) });
  await expect(booking).toContainText('Reservada');
  await expect(booking).toContainText('Guardada hasta el');
  expect(await stageOf(page, taken)).toBe('RESERVADO');
  await expectAccessible(page);

  await booking.getByRole('checkbox').first().uncheck();
  await expect(booking).toContainText('vuelven a la venta');
  await booking.getByRole('button', { name: 'Pagar la reserva de Macbeth' }).click();
  await expect(page).toHaveURL(/buyTicket/i);
  await expect(page.getByRole('heading', { name: 'Tus entradas' })).toBeVisible();
  await page.goto('/myBookings');
  await expect(booking.getByText('1 lugar')).toBeVisible();
  await booking.getByRole('button', { name: 'Cancelar la reserva de Macbeth' }).click();
  await booking.getByRole('button', { name: 'Sí, cancelarla' }).click();
  await expect(booking).toContainText('Reserva cancelada');
});
