import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { dayClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, stageOf, take } from '../purchases.ts';

/** Of the sandbox's gateway: the card's bank asks its owner. */
const ASKED = '4456530000001096';

test.use({ elsewhere: /^http:\/\/localhost:\d+\/gateway\/three-ds\// });

const bookingOf = (page: Page, show: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: show }) });

async function payWith(page: Page, number: string) {
  await fillInCard(page, number);
  await terms(page).check();
  await payButton(page).click();
}

test('places are reserved once the conditions are accepted, and part of them is paid later (VA-035, R-047) @phone', async ({ page }) => {
  test.slow();
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
  const booking = bookingOf(page, 'Macbeth');
  await expect(booking).toContainText('Reservada');
  await expect(booking).toContainText('Guardada hasta el');
  expect(await stageOf(page, taken)).toBe('RESERVADO');
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  // Another day.
  await page.goto('/');
  await page.goto('/myBookings');
  await booking.getByRole('checkbox').first().uncheck();
  await expect(booking).toContainText('vuelven a la venta');
  await booking.getByRole('button', { name: 'Pagar la reserva de Macbeth' }).click();
  await expect(page).toHaveURL(/buyTicket/i);
  await expect(page.getByRole('region', { name: 'Tus entradas' })).toContainText('1 entrada');
  await payWith(page, cards.approved);
  await expect(page).toHaveURL(/\/BuyTicket\/ok\//);
  const { Lista } = await ask(page, 'GET', '/v2/Historial2');
  expect(Lista.flatMap(({ listaEntrada }: { listaEntrada: object[] }) => listaEntrada)).toHaveLength(1);
  await page.goto('/myBookings');
  await expect(booking).toContainText('Pagada');
});

test('what a customer has reserved in the shop is found at the counter by their whole e-mail, with where it is paid', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  const { firstName, lastName, email } = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'macbeth', quantity: 2 });
  await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/Reservar`, { lAceptaCondiciones: 'S' });

  await openSession(otherVisitor, dayClerk);
  await otherVisitor.goto('/myBookingsBox');
  await hydrated(otherVisitor);
  const search = otherVisitor.getByRole('searchbox', { name: 'Buscar por nombre, teléfono o número' });
  await search.fill(email.slice(0, -2));
  await search.press('Enter');
  await expect(otherVisitor.getByText('Tampoco hay una de la tienda con ese correo.')).toBeVisible();
  await search.fill(email);
  await search.press('Enter');
  const booking = bookingOf(otherVisitor, 'Macbeth');
  await expect(booking).toContainText(`${firstName} ${lastName}`);
  await expect(booking).toContainText('Guardada hasta el');
  await expect(booking).toContainText('La hizo en la tienda: se paga o se cancela en su cuenta');
  await expect(booking.getByRole('button')).toHaveCount(0);
  await expectAccessible(otherVisitor);
  expect(await widthOverflow(otherVisitor)).toBeLessThanOrEqual(0);
  expect(await stageOf(page, taken)).toBe('RESERVADO');
});

test('a reservation is given up after a second look, and its places are free; one whose payment is called off at the bank is kept, and paid from the reservations (PO-009)', {
  tag: '@once',
}, async ({ page }) => {
  test.slow();
  await logInAsNewcomer(page);
  const reserve = async () => {
    const taken = await take(page, { show: 'macbeth', quantity: 1 });
    await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/Reservar`, { lAceptaCondiciones: 'S' });
    await page.goto('/myBookings');
    return taken;
  };
  const givenUp = await reserve();
  const booking = bookingOf(page, 'Macbeth');
  await booking.getByRole('button', { name: 'Cancelar la reserva de Macbeth' }).click();
  expect(await stageOf(page, givenUp)).toBe('RESERVADO');
  await booking.getByRole('button', { name: 'Sí, cancelarla' }).click();
  await expect(booking).toContainText('Reserva cancelada');
  expect(await stageOf(page, givenUp)).toBe('CANCELADO');

  const taken = await reserve();
  const pay = booking.getByRole('button', { name: 'Pagar la reserva de Macbeth' });
  await pay.click();
  await expect(page).toHaveURL(/buyTicket/i);
  await payWith(page, ASKED);
  await expect(page.getByRole('heading', { level: 1, name: 'Tu banco quiere saber si sos vos' })).toBeVisible();
  await page.frameLocator('iframe').getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'El pago de tu reserva se canceló' })).toBeVisible();
  await expect(page.getByText('Podés retomar el pago más tarde')).toBeVisible();
  await expect(page.getByText(/^Guardamos tus lugares hasta el .*, \d{2}:\d{2}\.$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Volver a pagar' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Mis reservas' }).click();
  await expect(page).toHaveURL('/myBookings');
  await pay.click();
  await expect(page).toHaveURL(/buyTicket/i);
  await payWith(page, cards.approved);
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
});
