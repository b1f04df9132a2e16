import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { cards, fillInCard, payButton } from '../cards.ts';
import { ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, stageOf, type TakenPlaces, take } from '../purchases.ts';
import { choose, decide, giveUp, heading, isPaid, looksRight, openBuyScreen, PHONE, paymentsAt, press, setProvider } from './payments.ts';
import { CARD, withEveryMethod as test } from './products.ts';

const CHALLENGED = '4456530000001096';
const ASKED = 'Tu banco quiere saber si sos vos';

test.use({ elsewhere: /^http:\/\/(127\.0\.0\.1|localhost):\d+\/(apay\/pay|mercadopago\/pay|cybersource)\// });

test('a card that is declined is replaced by another one, which stays in the page alone while other methods are looked at (EN-100)', async ({
  page,
  secondProduct,
}) => {
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  await looksRight(page);
  await fillInCard(page, cards.declined);
  await press(page);
  await expect(page.getByText(/banco/).first()).toBeVisible();
  await looksRight(page);

  await fillInCard(page, cards.approved);
  for (const other of ['PayPal', 'Pool', 'APay']) {
    await choose(page, other);
    await expect(page.getByLabel('Número de tarjeta')).toBeHidden();
  }
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie, name]),
  );
  expect(kept.replace(/\s/g, '')).not.toMatch(new RegExp(`${cards.approved}|JuliaParedes`));

  await test.step('a method that is down says so, and places and card stay for another one', async () => {
    await setProvider(secondProduct, 'apay', { failNext: 3 });
    for (let time = 1; time <= 3; time++) {
      await press(page);
      await expect(page.getByText(/Este medio de pago no responde/)).toBeVisible();
    }
    await expect(page.getByText('APay no responde en este momento.')).toBeVisible();
    expect(await stageOf(page, taken)).toBe('ABIERTO');
    await looksRight(page);
  });
  await choose(page, CARD);
  await expect(page.getByLabel('Número de tarjeta')).toHaveValue('4507 9900 0000 4905');
  await expect(page.getByLabel('Código de seguridad')).toHaveValue('123');
  await expect(page.getByLabel('Titular', { exact: true })).toHaveValue('Julia Paredes');
  await expect(page.getByRole('radio', { name: /^1 pago de/ })).toBeVisible();
  await press(page);
  await isPaid(page);
  await looksRight(page);
});

test('what is decided elsewhere is waited for and can be given up: at a wallet’s page, in its app, in the frame of a bank', async ({
  page,
  context,
  secondProduct,
}) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  await openBuyScreen(page);
  await choose(page, 'APay');
  await press(page);
  await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'Te falta terminar el pago')).toBeVisible();
  await looksRight(page);
  await giveUp(page);

  const openFrame = async () => {
    await choose(page, 'Tarjeta internacional');
    await fillInCard(page, CHALLENGED);
    await press(page);
    await expect(heading(page, ASKED)).toBeVisible();
    await expect(page.frameLocator('iframe').getByRole('button').first()).toBeVisible();
  };
  await openFrame();
  // The bank's page in its frame is not ours.
  await looksRight(page, { frames: false });
  await giveUp(page);

  const inApp = heading(page, 'Aprobá el pago en tu celular');
  await choose(page, 'Pool');
  await press(page);
  await expect(inApp).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'En curso' })).toBeVisible();
  await looksRight(page);
  await giveUp(page);
  await choose(page, 'Pool');
  await press(page);
  await expect(inApp).toBeVisible();
  await page.reload();
  await expect(inApp).toBeVisible();
  await decide(secondProduct, 'pool', 'approved');
  await isPaid(page);

  await test.step('reload and a second tab show the bank’s question again, and it is one charge', async () => {
    const taken = await openBuyScreen(page);
    const before = await paymentsAt(secondProduct, 'cybersource');
    await openFrame();
    await page.reload();
    await expect(heading(page, ASKED)).toBeVisible();
    const second = await context.newPage();
    await second.goto(buyAddress(taken));
    await expect(heading(second, ASKED)).toBeVisible();
    await second.close();
    await page.frameLocator('iframe').getByRole('button').first().click();
    await isPaid(page);
    expect(await paymentsAt(secondProduct, 'cybersource')).toBe(before + 1);
  });
});

const outcomes = {
  declined: { cResultado: 'RECHAZADO', cMensaje: 'La tarjeta no tiene fondos suficientes.', nIntentos: 3 },
  unknown: { cResultado: 'DEMORADO' },
  pending: { cResultado: 'PENDIENTE' },
  processing: { cResultado: 'PROCESANDO' },
  cancelled: { cResultado: 'CANCELADO' },
  late: { cResultado: 'TARDIO' },
  refunded: { cResultado: 'DEVUELTO' },
  resumable: { cResultado: 'REANUDABLE' },
} as const;

/** The page of this outcome, as the server would answer it for as long as the address is routed. */
async function showOutcome(page: Page, taken: TakenPlaces, outcome: object) {
  await page.route(/\/confirmacion\//, async (route) => {
    const real = await (await route.fetch()).json();
    await route.fulfill({ json: { nCode: 200, oData: { fTotal: 11500, nCuotas: 1, oProceso: real.oData.oProceso, ...outcome } } });
  });
  await page.goto(`/payConfirm?idProcesoDeCompra=${taken.purchaseId}`);
  await expect(page.locator('main[data-outcome]')).toBeVisible();
}

test('a payment that is decided later says until when its places are kept, whatever the device’s clock says, and that they are not from then on', async ({
  page,
  context,
}) => {
  await ownDeviceClock(context);
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  await choose(page, 'APay');
  await press(page);
  await page.getByRole('button', { name: 'Dejarlo pendiente' }).click();
  await expect(heading(page, 'Tu pago está pendiente de confirmación')).toBeVisible();
  const kept = page.getByText(/^Guardamos tus lugares hasta (las|el .*,) \d{2}:\d{2}\.$/);
  await expect(kept).toBeVisible();
  await looksRight(page);
  const said = await kept.textContent();

  await setDeviceClock(page, 45);
  await page.reload();
  await expect(kept).toHaveText(said ?? '');
  await page.goto('/myOrders');
  await expect(kept).toHaveText(said ?? '');
  await setDeviceClock(page, 0);

  await page.route(/\/confirmacion\//, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...answer, oData: { ...answer.oData, dLugaresHasta: new Date(Date.now() + limit(4000)).toISOString() } },
    });
  });
  await page.goto(`/payConfirm?idProcesoDeCompra=${taken.purchaseId}`);
  await expect(kept).toBeVisible();
  await expect(page.getByText(/^Ya no guardamos tus lugares/)).toBeVisible();
  await expect(kept).toBeHidden();
});

/** Chooses cash on Mercado Pago's page, for a show that waits for it. */
async function payInCash(page: Page): Promise<TakenPlaces> {
  const taken = await openBuyScreen(page, 'la-vida-es-sueno');
  await chooseCash(page);
  return taken;
}

async function chooseCash(page: Page) {
  await page.getByRole('radio', { name: 'Mercado Pago', exact: true }).check();
  await press(page);
  await page.getByRole('button', { name: 'Dejarlo pendiente' }).click();
  await expect(heading(page, 'Tu pago está pendiente de confirmación')).toBeVisible();
}

test('a payment in cash that waits is cancelled by its buyer, who pays the same places in another way', async ({ page }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  const taken = await payInCash(page);
  await looksRight(page);
  const callOff = page.getByRole('button', { name: 'Pagar de otra forma' });
  const dialog = page.getByRole('dialog', { name: '¿Cancelar este pago?' });
  await callOff.click();
  await expect(dialog).toContainText(/Guardamos tus lugares hasta (las|el .*,) \d{2}:\d{2}, para que pagues de otra forma\./);
  await looksRight(page);
  await dialog.getByRole('button', { name: 'Seguir esperando' }).last().click();
  await expect(callOff).toBeFocused();
  expect(await stageOf(page, taken)).toBe('COBRANDO');

  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(page.getByText(/^Tu pago todavía se está verificando/)).toBeVisible();
  await expect(page.locator('[role=status] [role=status]')).toHaveCount(0);
  await looksRight(page);
  await callOff.click();
  await dialog.getByRole('button', { name: 'Cancelar el pago' }).click();
  await expect(heading(page, 'El pago con Mercado Pago se canceló')).toBeFocused();
  await expect(page.getByText(/^Guardamos tus lugares hasta (las|el .*,) \d{2}:\d{2}\.$/)).toBeVisible();
  await looksRight(page);
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await choose(page, CARD);
  await fillInCard(page, cards.approved);
  await press(page);
  await isPaid(page);
});

test('cash for a reservation is called off: every page names the reservation’s end, and it is paid at once or later', async ({ page }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  const { purchaseId } = await take(page, { show: 'la-vida-es-sueno', quantity: 1 });
  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/Reservar`, { lAceptaCondiciones: 'S' });
  await page.goto('/myBookings');
  await page.getByRole('button', { name: /^Pagar la reserva/ }).click();
  await chooseCash(page);
  const kept = page.getByText(/Guardamos tus lugares hasta el .*, \d{2}:\d{2}\.$/);
  const end = /hasta el (.*)\.$/.exec((await kept.textContent()) ?? '')?.[1] ?? 'nothing';
  await page.getByRole('button', { name: 'Pagar de otra forma' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Cancelar este pago?' });
  await expect(dialog).toContainText(`Guardamos tus lugares hasta el ${end}, para que pagues de otra forma.`);
  await dialog.getByRole('button', { name: 'Cancelar el pago' }).click();
  // There is still time to pay it here, as its button said.
  await expect(payButton(page)).toBeVisible();

  const myBookings = page.getByRole('main').getByRole('link', { name: 'Mis reservas' });
  const payAgain = page.getByRole('link', { name: 'Volver a pagar' });
  const result = `/payConfirm?idProcesoDeCompra=${purchaseId}`;
  await page.goto(result);
  await expect(heading(page, 'El pago con Mercado Pago se canceló')).toBeVisible();
  await expect(kept).toContainText(end);
  await expect(payAgain).toBeVisible();
  await expect(myBookings).toBeVisible();
  await looksRight(page);
  await page.goto(`/myOrders/${purchaseId}`);
  await expect(kept).toContainText(end);
  await expect(page.getByText(/^Todavía no la pagaste/)).toBeVisible();
  await looksRight(page);

  for (const later of [{ cResultado: 'REANUDABLE' }, { cResultado: 'RECHAZADO', lEstuvoPendiente: 'S' }])
    await test.step(`${later.cResultado}, when the minutes of its payment are over`, async () => {
      await page.route(/\/confirmacion\//, async (route) => {
        const { oData, ...answer } = await (await route.fetch()).json();
        const oProceso = { ...oData.oProceso, dMaxima: new Date(Date.now() - 60_000).toISOString() };
        await route.fulfill({ json: { ...answer, oData: { ...oData, ...later, oProceso } } });
      });
      await page.goto(result);
      await expect(kept).toContainText(end);
      await expect(myBookings).toBeVisible();
      await expect(payAgain).toBeHidden();
      await expect(page.getByRole('dialog')).toBeHidden();
      await looksRight(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});

test('an open page of a payment that waits says by itself that it was not made, and its order stays readable and leads to choosing again', async ({
  page,
  secondProduct,
}) => {
  test.slow();
  await page.clock.install();
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  const { purchaseId } = await payInCash(page);
  await page.getByRole('button', { name: 'Pagar de otra forma' }).focus();
  await decide(secondProduct, 'mercadopago', 'declined');
  // The page asks again after some seconds, and later every 30 to 40 s.
  await expect(async () => {
    await page.clock.fastForward('00:45');
    await expect(page.getByRole('status').filter({ hasText: 'El pago con Mercado Pago no se hizo' })).toHaveCount(1, {
      timeout: limit(2000),
    });
  }).toPass();
  await expect(heading(page, 'El pago con Mercado Pago no se hizo')).not.toBeFocused();
  await expect(page.getByText('La tarjeta informa')).toBeHidden();
  await looksRight(page);

  await page.goto(`/myOrders/${purchaseId}`);
  const notice = page.getByRole('status').filter({ hasText: 'Esta compra no se pagó' });
  await expect(notice).toContainText(/No se te cobró nada\. Guardamos tus lugares hasta/);
  await expect(notice.getByRole('link', { name: 'Volver a pagar' })).toBeVisible();
  await looksRight(page);
  await page.clock.fastForward('25:00');
  await expect(notice).toContainText('Ya no guardamos tus lugares.');
  await expect(page.locator('[role=status] [role=status]')).toHaveCount(0);
  await notice.getByRole('link', { name: 'Elegir de nuevo' }).click();
  await expect(page).toHaveURL(/\/funcion\?/);
});

test('every outcome of a payment is accessible, light and dark, and fits a phone and a desktop', async ({ page }) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  for (const [name, outcome] of Object.entries(outcomes))
    await test.step(name, async () => {
      await showOutcome(page, taken, outcome);
      await looksRight(page);
      // A page that asks again may be in the middle of it.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

  await page.route(new RegExp(`/v2/Proceso/${taken.purchaseId}$`), async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, oData: { ...answer.oData, cEtapa: 'VENCIDO' } } });
  });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('dialog', { name: 'Compra cancelada' })).toBeVisible();
  await looksRight(page);
});
