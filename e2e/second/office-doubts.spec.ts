import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';
import { heading, looksRight, openBuyScreen, press } from './payments.ts';
import { withEveryMethod as test } from './products.ts';

// Where its buyer chooses to pay in cash.
test.use({ elsewhere: /^http:\/\/127\.0\.0\.1:\d+\/mercadopago\// });

/** Approved at once, and its answer is lost. */
const LOST = '5200000000002235';
const REASON = 'Visto con la procesadora por teléfono';

async function control(gateway: string, switches: object) {
  const answered = await fetch(`${gateway}/gateway/control`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  });
  expect(answered.ok).toBe(true);
}

const silence = (gateway: string, silent: boolean) => control(gateway, { silent, silentMs: 200 });

/** The bank approved, nobody knows, and the gateway says nothing; or the payment never reached it. */
async function payInDoubt(page: Page, gateway: string, { isMade = true } = {}) {
  await control(gateway, isMade ? {} : { loseBeforeApproving: 1 });
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await fillInCard(page, LOST);
  await terms(page).check();
  // The buyer's own page does not ask, or it would settle the payment before anybody sees the doubt.
  await page.route('**/v2/proceso/confirmacion/**', (route) => route.abort());
  await payButton(page).click();
  await expect(page).toHaveURL(/\/payConfirm/);
  await silence(gateway, true);
  return taken.purchaseId;
}

async function enter(office: Page, orderId: string, show = 'Hamlet') {
  await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  const email = office.getByLabel('Correo electrónico');
  const order = office.getByRole('heading', { level: 2, name: show });
  await expect(email.or(order)).toBeVisible();
  if (await email.isVisible()) {
    await email.fill('organizador@butaca.example');
    await office.getByLabel('Contraseña', { exact: true }).fill('Organizador2026');
    await office.getByRole('button', { name: 'Ingresar' }).click();
    await expect(office.getByRole('heading', { level: 1, name: 'Operaciones' })).toBeFocused();
    await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  }
  await expect(order).toBeVisible();
}

interface Settling {
  readonly verb: string;
  readonly go: string;
  readonly paymentId?: string;
  /** Whether this dialog was checked with axe before. */
  readonly isKnown?: boolean;
  /** Runs right before the last click. The worker queries the provider too, and whoever gets the answer first settles the payment. */
  readonly beforeClick?: () => Promise<void>;
}

/** Opens the dialog, is asked for a reason, gives it, and does it. */
async function settle(office: Page, { verb, go, paymentId, isKnown = false, beforeClick }: Settling) {
  await office.getByRole('button', { name: verb }).click();
  const dialog = office.getByRole('dialog', { name: verb });
  await expect(dialog.locator('dd').first()).toHaveText(/^\$\s[\d.]+$/);
  expect(await widthOverflow(office)).toBeLessThanOrEqual(0);
  for (const colorScheme of isKnown ? [] : (['light', 'dark'] as const)) {
    await office.emulateMedia({ colorScheme });
    await expectAccessible(office);
  }
  await dialog.getByRole('button', { name: go, exact: true }).click();
  await expect(dialog.getByText('Escribí el motivo')).toBeVisible();
  await dialog.getByLabel('Motivo').fill(REASON);
  if (paymentId) await dialog.getByLabel('Número del pago en la procesadora').fill(paymentId);
  await beforeClick?.();
  await dialog.getByRole('button', { name: go, exact: true }).click();
  await expect(dialog).toBeHidden();
  const log = office.locator('section[aria-labelledby="log-title"]');
  await expect(log.getByRole('listitem').first()).toContainText(verb);
  await expect(log.getByRole('listitem').first()).toContainText(REASON);
}

test('a payment in doubt is asked about again on a phone, where silence changes nothing, or booked under the provider’s number', async ({
  page,
  otherVisitor: office,
  secondProduct,
}) => {
  const gateway = `http://localhost:${secondProduct.sandbox.page}`;
  await office.setViewportSize({ width: 390, height: 844 });
  await logInAsNewcomer(page);
  const orderId = await payInDoubt(page, gateway);
  await enter(office, orderId);
  await test.step('until it is settled the order says who buys, which places, and until when they are held', async () => {
    await expect(office.getByText(/^Julia .*@/)).toBeVisible();
    const places = office.getByRole('region', { name: 'Lugares' });
    await expect(places.getByRole('listitem')).toHaveCount(2);
    await expect(places.getByText(/^Guardados hasta: \d+ \w+ \d{4}, \d{2}:\d{2}$/)).toBeVisible();
  });
  await settle(office, { verb: 'Consultar de nuevo', go: 'Consultar' });
  await expect(office.getByText('En duda', { exact: true })).toBeVisible();
  await settle(office, { verb: 'Consultar de nuevo', go: 'Consultar', isKnown: true, beforeClick: () => silence(gateway, false) });
  await expect(office.getByText('Aprobado', { exact: true })).toBeVisible();
  await page.goto(`/myOrders/${orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: /Hamlet/ })).toBeVisible();

  const booked = await payInDoubt(page, gateway, { isMade: false });
  await test.step('a number that the provider does not have is refused; while it is silent it is booked as paid', async () => {
    await office.setViewportSize({ width: 1280, height: 800 });
    await enter(office, booked);
    await silence(gateway, false);
    await office.getByRole('button', { name: 'Dar por pagado' }).click();
    const dialog = office.getByRole('dialog', { name: 'Dar por pagado' });
    await dialog.getByLabel('Motivo').fill(REASON);
    await dialog.getByLabel('Número del pago en la procesadora').fill('4500123');
    await dialog.getByRole('button', { name: 'Dar por pagado', exact: true }).click();
    await expect(dialog.getByText(/La procesadora no tiene un cobro con ese número para esta compra/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Volver' }).click();
    await silence(gateway, true);
    await settle(office, { verb: 'Dar por pagado', go: 'Dar por pagado', paymentId: '4500123' });
    await expect(office.getByText('Aprobado', { exact: true })).toBeVisible();
    await expect(office.getByRole('checkbox')).toHaveCount(2);
    await silence(gateway, false);
  });

  await test.step('asked about, it has no such payment: it is in doubt again, and says what the provider says', async () => {
    await office.getByRole('button', { name: /^Consultar a la procesadora/ }).click();
    const dialog = office.getByRole('dialog', { name: 'Consultar de nuevo' });
    await dialog.getByLabel('Motivo').fill(REASON);
    await dialog.getByRole('button', { name: 'Consultar', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(office.getByText(/La procesadora no tiene este cobro como aprobado: sigue en duda/)).toBeVisible();
    await expect(office.getByText('En duda', { exact: true })).toBeVisible();
    await expect(office.getByText('Se dio por pagado a mano, y la procesadora dice otra cosa: no tiene este cobro.')).toBeVisible();
    await looksRight(office);
    await office.goto('/oficina/dinero');
    const doubts = office.getByRole('region', { name: 'Cobros en duda' });
    await expect(doubts.getByText(/dado por pagado a mano, y la procesadora dice: no tiene este cobro/)).toBeVisible();
    await looksRight(office);
    await office.goto('/oficina/');
    await expect(office.getByText(/dado por pagado a mano, y la procesadora dice: no tiene este cobro/)).toBeVisible();
    await expect(office.getByText(/Con los que se dieron por pagados a mano se vendieron entradas/)).toBeVisible();
  });

  await test.step('its refund is asked of nobody: it waits for a person, who closes it by hand', async () => {
    await office.goto(`/oficina/operaciones?operacion=${booked}`);
    await office.getByRole('button', { name: 'Devolver toda la operación' }).click();
    const refund = office.getByRole('dialog', { name: 'Devolver 2 entradas' });
    await refund.getByLabel('Motivo').fill(REASON);
    await refund.getByRole('button', { name: 'Devolver y anular' }).click();
    await expect(office.getByText(/La procesadora no tiene este cobro como se dio por pagado/)).toBeVisible();
    await looksRight(office);
    await office.getByRole('button', { name: 'Cerrarla sin la procesadora' }).click();
    const dialog = office.getByRole('dialog', { name: 'Cerrar una devolución sin la procesadora' });
    await dialog.getByLabel('Motivo').fill(REASON);
    await dialog.getByRole('button', { name: 'Cerrar la devolución' }).click();
    await expect(dialog).toBeHidden();
    await expect(office.getByText('Listo: la devolución quedó cerrada, sin dinero de la procesadora.')).toBeVisible();
    await expect(office.getByText('Cerrada a mano', { exact: true })).toBeVisible();
    await expect(office.getByText('Hecha', { exact: true })).toHaveCount(0);
    await looksRight(office);
  });
});

test('a payment that its buyer has still to make stands apart from the doubts: whose, of what, by which means, and until when', async ({
  page,
  otherVisitor: office,
}) => {
  await logInAsNewcomer(page);
  const { purchaseId } = await openBuyScreen(page, 'la-vida-es-sueno');
  await page.getByRole('radio', { name: 'Mercado Pago', exact: true }).check();
  await press(page);
  await page.getByRole('button', { name: 'Dejarlo pendiente' }).click();
  await expect(heading(page, 'Tu pago está pendiente de confirmación')).toBeVisible();

  await enter(office, purchaseId, 'La vida es sueño');
  await expect(office.getByText('Espera confirmación', { exact: true })).toBeVisible();
  await expect(office.getByRole('region', { name: 'Lugares' }).getByRole('listitem')).toHaveCount(1);
  await looksRight(office);
  await office.goto('/oficina/dinero');
  const ofOrder = office.locator(`a[href$="${purchaseId}"]`);
  const waiting = office.getByRole('region', { name: 'Esperan confirmación' }).getByRole('listitem').filter({ has: ofOrder });
  await expect(waiting).toHaveCount(1);
  await expect(office.getByRole('region', { name: 'Cobros en duda' }).locator(ofOrder)).toHaveCount(0);
  await expect(waiting).toContainText(/Julia .* · La vida es sueño/);
  await expect(waiting).toContainText(/Billetera · Mercado Pago · Guardados hasta: \d+ \w+ \d{4}/);
  await looksRight(office);
  await waiting.getByRole('link', { name: /^Operación/ }).click();
  await expect(office.getByRole('heading', { level: 2, name: 'La vida es sueño' })).toBeVisible();
});

test('a payment that was settled while its dialog was open is refused in words; one in doubt goes back with its money', async ({
  page,
  otherVisitor: office,
  secondProduct,
}) => {
  const gateway = `http://localhost:${secondProduct.sandbox.page}`;
  await logInAsNewcomer(page);
  await enter(office, await payInDoubt(page, gateway));
  await office.getByRole('button', { name: 'Dar por pagado' }).click();
  const dialog = office.getByRole('dialog', { name: 'Dar por pagado' });
  await dialog.getByLabel('Motivo').fill(REASON);
  await dialog.getByLabel('Número del pago en la procesadora').fill('4500123');
  await silence(gateway, false);
  await page.unroute('**/v2/proceso/confirmacion/**');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Dar por pagado', exact: true }).click();
  await expect(dialog.getByText('Este cobro ya se resolvió.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Volver' }).click();
  await expect(office.getByText('Aprobado', { exact: true })).toBeVisible();
  await expect(office.getByRole('checkbox')).toHaveCount(2);
  await expect(office.getByText(REASON)).toBeHidden();

  await test.step('the purchase ends, and the gateway has given the money back', async () => {
    await enter(office, await payInDoubt(page, gateway));
    await settle(office, { verb: 'Devolver el cobro', go: 'Devolver', beforeClick: () => silence(gateway, false) });
    await expect(office.getByText(/^(Anulado|Devuelto)$/)).toBeVisible();
    await expect(office.getByRole('button', { name: 'Consultar de nuevo' })).toHaveCount(0);
    await office.goto('/oficina/dinero');
    await expect(office.getByRole('heading', { level: 1, name: 'Dinero' })).toBeFocused();
    const file = office.waitForEvent('download');
    await office.getByRole('button', { name: 'Descargar las devoluciones (CSV)' }).click();
    expect((await file).suggestedFilename()).toBe('devoluciones.csv');
    await expect(office.getByText(REASON).first()).toBeVisible();
  });
});

test('a refund that the gateway does not do stands in the office with its answer, and is gone once the gateway has done it', async ({
  page,
  otherVisitor: office,
  secondProduct,
}) => {
  const gateway = `http://localhost:${secondProduct.sandbox.page}`;
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  const orderId = taken.purchaseId;
  await page.goto(buyAddress(taken));
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await enter(office, orderId);

  await silence(gateway, true);
  await office.getByRole('button', { name: 'Devolver toda la operación' }).click();
  const dialog = office.getByRole('dialog', { name: 'Devolver 2 entradas' });
  await dialog.getByLabel('Motivo').fill('Función reprogramada');
  await dialog.getByRole('button', { name: 'Devolver y anular' }).click();
  // The worker may have asked once more meanwhile.
  const answered = /^\d+ intentos?\. La procesadora contestó: \S/;
  await expect(office.getByText(answered)).toBeVisible();
  const stateOf = async () => (await ask(page, 'GET', `/v2/Operacion/${orderId}`)).cEstado;
  expect(await stateOf()).toBe('EN_DEVOLUCION');

  await office.goto('/oficina/dinero');
  // Money of another order may be on its way back meanwhile.
  const open = office.getByRole('region', { name: 'Devoluciones pendientes' });
  const pending = open.locator('div').filter({ has: office.locator(`a[href$="${orderId}"]`) });
  await expect(pending.getByText(answered)).toBeVisible();
  await expect(pending.getByText('Pendiente', { exact: true })).toBeVisible();
  await expect(pending.getByText(/2 entradas · Función reprogramada/)).toBeVisible();
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await office.setViewportSize(size);
    await expectAccessible(office);
    expect(await widthOverflow(office)).toBeLessThanOrEqual(0);
  }

  await silence(gateway, false);
  // Asked each time: a try that began while the gateway was silent puts the next one off again when it ends.
  await expect(async () => {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'refunds-due.ts')], { env: secondProduct.environment });
    await office.reload();
    await expect(open).toBeVisible();
    await expect(pending).toHaveCount(0, { timeout: limit(3000) });
  }).toPass();
  const { payments } = await (await fetch(`${gateway}/gateway/payments.json`)).json();
  // Annulled until midnight, refunded after it.
  expect(payments[0]).toMatchObject({ status: expect.stringMatching(/^(annulled|refunded)$/), refunded: payments[0].amount });
  expect(await stateOf()).toBe('DEVUELTA');
  await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  await expect(office.getByText('Hecha', { exact: true })).toBeVisible();
});
