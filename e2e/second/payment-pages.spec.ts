import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, widthOverflow } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, stageOf, type TakenPlaces, take } from '../purchases.ts';
import type { SecondProduct } from './product.ts';
import { CARD, withEveryMethod as test } from './products.ts';

const PICTURES = join(import.meta.dirname, '../../test-results/payments');
const CHALLENGED = '4456530000001096';

test.use({
  elsewhere: /^http:\/\/(127\.0\.0\.1|localhost):\d+\/(apay\/pay|paypal|cybersource)\//,
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const isPaid = (page: Page) => expect(heading(page, /Tu compra está paga/)).toBeVisible();
const HALF_WAY = 'Te falta terminar el pago';
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check();

async function openBuyScreen(page: Page) {
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(payButton(page)).toBeVisible();
  return taken;
}

async function press(page: Page) {
  await terms(page).check();
  await payButton(page).click();
}

const outside = ({ sandbox }: SecondProduct, path: string) => `http://127.0.0.1:${sandbox.page}/${path}`;
async function paymentsAt(product: SecondProduct, name: string): Promise<number> {
  const { payments, orders } = await (await fetch(outside(product, name === 'paypal' ? 'paypal/control' : `${name}/payments.json`))).json();
  return (payments ?? orders).length;
}
const set = (product: SecondProduct, name: string, body: object, { method = 'PUT', path = 'control' } = {}) =>
  fetch(outside(product, `${name}/${path}`), { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
async function decide(product: SecondProduct, name: string, decision: string) {
  const { payments } = await (await fetch(outside(product, `${name}/payments.json`))).json();
  await set(product, name, { reference: payments[0].reference, decision }, { method: 'POST', path: 'control/decide' });
}

test('a card that is typed stays while other methods are looked at, in the page alone (EN-100)', { tag: '@desktop' }, async ({ page }) => {
  await logInAsNewcomer(page);
  await openBuyScreen(page);
  await fillInCard(page, '4507990000004905');
  for (const other of ['APay', 'PayPal', 'Pool']) {
    await choose(page, other);
    await expect(page.getByLabel('Número de tarjeta')).toBeHidden();
  }
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie, name]),
  );
  expect(kept.replace(/\s/g, '')).not.toMatch(/4507990000004905|JuliaParedes/);
  await choose(page, CARD);
  await expect(page.getByLabel('Número de tarjeta')).toHaveValue('4507 9900 0000 4905');
  await expect(page.getByLabel('Código de seguridad')).toHaveValue('123');
  await expect(page.getByLabel('Titular', { exact: true })).toHaveValue('Julia Paredes');
  await expect(page.getByRole('radio', { name: /^1 pago de/ })).toBeVisible();
  await press(page);
  await isPaid(page);
});

test('a method that is down says so, and places and card stay for another one', { tag: '@desktop' }, async ({ page, secondProduct }) => {
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  await fillInCard(page, '4507990000004905');
  await choose(page, 'APay');
  await set(secondProduct, 'apay', { failNext: 3 });
  for (let time = 1; time <= 3; time++) {
    await press(page);
    await expect(
      page
        .getByRole('alert')
        .or(page.getByRole('main'))
        .getByText(/Este medio de pago no responde/),
    ).toBeVisible();
  }
  await expect(page.getByText('APay no responde en este momento.')).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await expectAccessible(page);
  await choose(page, CARD);
  await expect(page.getByLabel('Número de tarjeta')).toHaveValue('4507 9900 0000 4905');
  await press(page);
  await isPaid(page);
});

test('PayPal: cancelled on its page, and paid again with the same places', { tag: '@desktop' }, async ({ page, secondProduct }) => {
  await mkdir(PICTURES, { recursive: true });
  await page.setViewportSize({ width: 390, height: 844 });
  const look = async (name: string) => {
    await page.screenshot({ path: join(PICTURES, `paypal-${name}.png`), fullPage: true });
    expect(await widthOverflow(page), `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  };
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  await choose(page, 'PayPal');
  await expect(page.getByText(/PayPal te cobra US\$\s?[\d,.]+, a 1\.450 por USD \(cotización del 20\/11\/2026\)/)).toBeVisible();
  await press(page);
  await expect(page.getByRole('button', { name: 'Aprobar el pago' })).toBeVisible();
  await look('page');
  await page.getByRole('button', { name: 'Cancelar y volver a la tienda' }).click();
  await expect(heading(page, 'El pago se canceló')).toBeVisible();
  await look('cancelled');
  await expectAccessible(page);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await page.reload();
  await expect(heading(page, 'El pago se canceló')).toBeVisible();

  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  const before = await paymentsAt(secondProduct, 'paypal');
  await choose(page, 'PayPal');
  await press(page);
  await page.getByRole('button', { name: 'Aprobar el pago' }).click();
  await isPaid(page);
  await look('paid');
  await expectAccessible(page);
  expect(await paymentsAt(secondProduct, 'paypal')).toBe(before + 1);
});

test('back, reload and a second tab go on with the payment at a wallet’s page, and it is one payment', { tag: '@desktop' }, async ({
  page,
  context,
  secondProduct,
}) => {
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  const before = await paymentsAt(secondProduct, 'apay');
  await choose(page, 'APay');
  await press(page);
  await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeVisible();
  await page.goBack();
  await expect(heading(page, HALF_WAY)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(heading(page, HALF_WAY)).toBeVisible();
  const second = await context.newPage();
  await second.goto(buyAddress(taken));
  await expect(heading(second, HALF_WAY)).toBeVisible();
  await second.getByRole('link', { name: 'Seguir con el pago' }).click();
  await second.getByRole('button', { name: 'Pagar', exact: true }).click();
  await isPaid(second);
  await page.getByRole('button', { name: 'Verificar de nuevo' }).click();
  await isPaid(page);
  expect(await paymentsAt(secondProduct, 'apay')).toBe(before + 1);
});

test('reload, back and a second tab show the same code, and it is one payment', { tag: '@desktop' }, async ({
  page,
  context,
  secondProduct,
}) => {
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  const before = await paymentsAt(secondProduct, 'modo');
  await choose(page, 'MODO');
  await press(page);
  const codeOn = (tab: Page) => tab.getByRole('img', { name: 'Código para pagar' }).locator('[data-code]').getAttribute('data-code');
  const code = await codeOn(page);
  await page.reload();
  expect(await codeOn(page)).toBe(code);
  await page.goBack();
  await page.goto(buyAddress(taken));
  expect(await codeOn(page)).toBe(code);
  const second = await context.newPage();
  await second.goto(buyAddress(taken));
  expect(await codeOn(second)).toBe(code);
  await decide(secondProduct, 'modo', 'approved');
  await Promise.all([isPaid(page), isPaid(second)]);
  expect(await paymentsAt(secondProduct, 'modo')).toBe(before + 1);
});

test('reload and a second tab show the bank’s question again, and it is one charge', { tag: '@desktop' }, async ({
  page,
  context,
  secondProduct,
}) => {
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  const before = await paymentsAt(secondProduct, 'cybersource');
  await choose(page, 'Tarjeta internacional');
  await fillInCard(page, CHALLENGED);
  await press(page);
  const asked = 'Tu banco quiere saber si sos vos';
  await expect(heading(page, asked)).toBeVisible();
  await page.reload();
  await expect(heading(page, asked)).toBeVisible();
  const second = await context.newPage();
  await second.goto(buyAddress(taken));
  await expect(heading(second, asked)).toBeVisible();
  await second.close();
  await page.frameLocator('iframe').getByRole('button').first().click();
  await isPaid(page);
  expect(await paymentsAt(secondProduct, 'cybersource')).toBe(before + 1);
});

test('/payError says that there was a problem, charges nothing and leads back to the payment; it needs a log-in (R-054)', {
  tag: '@desktop',
}, async ({ page, otherVisitor, secondProduct }) => {
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  await choose(page, 'APay');
  await press(page);
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(heading(page, 'El pago se canceló')).toBeVisible();
  const before = await paymentsAt(secondProduct, 'apay');
  const address = `/payError?idProcesoDeCompra=${taken.purchaseId}`;
  await page.goto(address);
  await expect(heading(page, 'Hubo un problema al hacer el pago')).toBeVisible();
  await expect(page.getByText('No se te cobró nada.')).toBeVisible();
  await expectAccessible(page);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  expect(await paymentsAt(secondProduct, 'apay')).toBe(before);
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await choose(page, 'APay');
  await press(page);
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await isPaid(page);
  // The address proves nothing: what was paid is paid.
  await page.goto(address);
  await isPaid(page);
  await otherVisitor.goto(address);
  await expect(otherVisitor).toHaveURL(/\/login\?/);
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

test('every screen of the payment is accessible, light and dark, and fits a phone and a desktop', async ({ page, secondProduct }) => {
  test.setTimeout(limit(300_000));
  await mkdir(PICTURES, { recursive: true });
  const phone = { width: 390, height: 844 };
  await page.setViewportSize(phone);
  await logInAsNewcomer(page);
  const look = (name: string) =>
    test.step(name, async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(PICTURES, `${name}-390-${colorScheme}.png`), fullPage: true });
        // The bank's page in its frame is not ours.
        await expectAccessible(page, { frames: name !== 'challenge' });
      }
      expect(await widthOverflow(page), `${name} is wider than the screen`).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.screenshot({ path: join(PICTURES, `${name}-1280.png`), fullPage: true });
      expect(await widthOverflow(page), `${name} is wider than the screen`).toBeLessThanOrEqual(0);
      await page.setViewportSize(phone);
    });
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancelar este pago y usar otro medio' }).click();
    await expect(heading(page, 'El pago se canceló')).toBeVisible();
    await page.getByRole('link', { name: 'Volver a pagar' }).click();
    await expect(payButton(page)).toBeVisible();
  };

  const taken = await openBuyScreen(page);
  await look('choice-card');
  await choose(page, 'PayPal');
  await expect(page.getByText(/PayPal te cobra/)).toBeVisible();
  await look('choice-paypal');
  await choose(page, 'APay');
  await set(secondProduct, 'apay', { failNext: 3 });
  for (let time = 1; time <= 3; time++) {
    await press(page);
    await expect(page.getByText(/Este medio de pago no responde/)).toBeVisible();
  }
  await expect(page.getByText('APay no responde en este momento.')).toBeVisible();
  await look('down');

  await press(page);
  await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeVisible();
  await page.goBack();
  await expect(heading(page, HALF_WAY)).toBeVisible();
  await look('redirect-back');
  await cancel();

  await choose(page, 'MODO');
  await press(page);
  await expect(page.getByRole('img', { name: 'Código para pagar' })).toBeVisible();
  await look('qr');
  await cancel();

  await choose(page, 'Pool');
  await press(page);
  await expect(heading(page, 'Aprobá el pago en tu celular')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'En curso' })).toBeVisible();
  await look('poll');
  await cancel();

  await choose(page, 'Tarjeta internacional');
  await fillInCard(page, CHALLENGED);
  await press(page);
  await expect(heading(page, 'Tu banco quiere saber si sos vos')).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('button').first()).toBeVisible();
  await look('challenge');
  await cancel();

  for (const [name, outcome] of Object.entries(outcomes)) {
    await showOutcome(page, taken, outcome);
    await look(name);
    // A page that asks again may be in the middle of it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await page.goto(`/payError?idProcesoDeCompra=${taken.purchaseId}`);
  await expect(heading(page, 'Hubo un problema al hacer el pago')).toBeVisible();
  await look('pay-error');

  await page.goto(buyAddress(taken));
  await choose(page, CARD);
  await fillInCard(page, '4546400044997331');
  await press(page);
  await expect(page.getByText(/banco/).first()).toBeVisible();
  await look('declined-in-form');
  await fillInCard(page, '4507990000004905');
  await press(page);
  await isPaid(page);
  await look('approved');

  const expiring = await openBuyScreen(page);
  await page.route(new RegExp(`/v2/Proceso/${expiring.purchaseId}$`), async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, oData: { ...answer.oData, cEtapa: 'VENCIDO' } } });
  });
  await page.goto(buyAddress(expiring));
  await expect(page.getByRole('dialog', { name: 'Compra cancelada' })).toBeVisible();
  await look('expired');
});
