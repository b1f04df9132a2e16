import type { Page } from '@playwright/test';
import { ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect, expectAccessible, hydrated, widthOverflow } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, stageOf } from '../purchases.ts';
import {
  choose,
  DESKTOP,
  decide,
  giveUp,
  heading,
  isPaid,
  looksRight,
  methods,
  openBuyScreen,
  PHONE,
  paymentsAt,
  press,
} from './payments.ts';
import { CARD, withEveryMethod as test } from './products.ts';

// The pages of the wallets that are left for.
test.use({ elsewhere: /^http:\/\/(127\.0\.0\.1|localhost):\d+\/(apay\/pay|paypal)\// });

const HALF_WAY = 'Te falta terminar el pago';

/** From the first to the last. */
const marks = (page: Page) =>
  page
    .getByRole('group', { name: 'Medio de pago' })
    .locator('[data-mark]')
    .evaluateAll((drawn) => drawn.map((mark) => mark.getAttribute('data-mark')));

test('a wallet’s page is left for and cancelled; /payError says that there was a problem, and leads back to the payment (GE-014, R-054)', async ({
  page,
  context,
  otherVisitor,
  secondProduct,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  const address = `/payError?idProcesoDeCompra=${taken.purchaseId}`;

  await test.step('it is chosen by keyboard, each method but a card has a mark of its own, and only a card has a form', async () => {
    await page.setViewportSize(DESKTOP);
    await hydrated(page);
    await expect(methods(page)).toHaveCount(8);
    await expect(page.getByRole('radio', { name: CARD })).toBeChecked();
    await page.getByRole('radio', { name: CARD }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'APay' })).toBeChecked();
    await expect(page.getByLabel('Número de tarjeta')).toBeHidden();
    await expect(page.getByText('seguís con APay')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    expect(await marks(page)).toEqual(['card', 'page', 'app', 'code', 'coins', 'abroad', 'card', 'card']);
    await page.setViewportSize(PHONE);
    // Wallets come first there.
    await expect(methods(page).nth(5)).toHaveAccessibleName(/Tarjeta de crédito/);
    expect(await marks(page)).toEqual(['page', 'app', 'code', 'coins', 'abroad', 'card', 'card', 'card']);
  });

  await press(page);
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(heading(page, 'El pago con APay se canceló')).toBeVisible();
  await looksRight(page);
  const before = await paymentsAt(secondProduct, 'apay');
  await page.goto(address);
  await expect(heading(page, 'Hubo un problema al hacer el pago')).toBeVisible();
  await expect(page.getByText('No se te cobró nada.')).toBeVisible();
  await looksRight(page);
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  expect(await paymentsAt(secondProduct, 'apay')).toBe(before);

  await test.step('back, reload and a second tab go on with the payment at its page, and it is one payment', async () => {
    await page.getByRole('link', { name: 'Volver a pagar' }).click();
    await expect(methods(page)).toHaveCount(8);
    await choose(page, 'APay');
    await press(page);
    await expect(page.getByRole('button', { name: 'Pagar', exact: true })).toBeVisible();
    await page.goBack();
    await expect(heading(page, HALF_WAY)).toBeVisible();
    await page.reload();
    await expect(heading(page, HALF_WAY)).toBeVisible();
    const second = await context.newPage();
    await second.goto(buyAddress(taken));
    await expect(heading(second, HALF_WAY)).toBeVisible();
    await second.getByRole('link', { name: 'Seguir con el pago' }).click();
    await second.getByRole('button', { name: 'Pagar', exact: true }).click();
    await isPaid(second);
    // The first tab goes on asking by itself.
    await isPaid(page);
    expect(await paymentsAt(secondProduct, 'apay')).toBe(before + 1);
  });

  // The address proves nothing: what was paid is paid. It needs a log-in.
  await page.goto(address);
  await isPaid(page);
  await otherVisitor.goto(address);
  await expect(otherVisitor).toHaveURL(/\/login\?/);
});

test('a code is shown with its time and a link to the app, and can be given up; reload, back and a second tab show the same one', async ({
  page,
  context,
  secondProduct,
}) => {
  await ownDeviceClock(context);
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  await choose(page, 'MODO');
  await press(page);
  const codeOn = (tab: Page) => tab.getByRole('img', { name: 'Código para pagar' }).locator('[data-code]').getAttribute('data-code');
  await expect(page.getByRole('img', { name: 'Código para pagar' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir la app' })).toHaveAttribute('href', /./);
  // A device whose clock is fast.
  await setDeviceClock(page, 12);
  await page.reload();
  await expect(page.getByText(/El código vale por \d+:\d\d/)).toBeVisible();
  await looksRight(page);
  await giveUp(page);
  expect(await stageOf(page, taken)).toBe('ABIERTO');

  const before = await paymentsAt(secondProduct, 'modo');
  await choose(page, 'MODO');
  await press(page);
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

test('PayPal: cancelled on its page, and paid again with the same places', async ({ page, secondProduct }) => {
  const fits = async (name: string) => expect(await widthOverflow(page), `${name} is wider than the screen`).toBeLessThanOrEqual(0);
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  const taken = await openBuyScreen(page);
  await choose(page, 'PayPal');
  await expect(page.getByText(/PayPal te cobra US\$\s?[\d,.]+, a 1\.450 por USD \(cotización del 20\/11\/2026\)/)).toBeVisible();
  await looksRight(page);
  await press(page);
  await expect(page.getByRole('button', { name: 'Aprobar el pago' })).toBeVisible();
  await fits('its page');
  await page.getByRole('button', { name: 'Cancelar y volver a la tienda' }).click();
  await expect(heading(page, 'El pago con PayPal se canceló')).toBeVisible();
  await fits('what was cancelled');
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await page.reload();
  await expect(heading(page, 'El pago con PayPal se canceló')).toBeVisible();

  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  const before = await paymentsAt(secondProduct, 'paypal');
  await choose(page, 'PayPal');
  await press(page);
  await page.getByRole('button', { name: 'Aprobar el pago' }).click();
  await isPaid(page);
  await fits('what was paid');
  await expectAccessible(page);
  expect(await paymentsAt(secondProduct, 'paypal')).toBe(before + 1);
});

test('a wallet that declines is named with what to do about it, no card is, and a wallet that is paid with is named in the result (PO-002, PO-003)', async ({
  page,
  secondProduct,
}) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await logInAsNewcomer(page);
  for (const [method, name] of [
    ['MODO', 'modo'],
    ['Pool', 'pool'],
  ] as const)
    await test.step(method, async () => {
      const taken = await openBuyScreen(page);
      await choose(page, method);
      await press(page);
      await expect(page.getByRole('button', { name: 'Cancelar este pago y usar otro medio' })).toBeVisible();
      await decide(secondProduct, name, 'declined');
      await expect(heading(page, `El pago con ${method} no se hizo`)).toBeVisible();
      await expect(page.getByText(`${method} informa el siguiente mensaje:`)).toBeVisible();
      await expect(page.getByText('El pago no fue autorizado. Volvé a intentar o pagá con otro medio.')).toBeVisible();
      await expect(page.getByRole('main').getByText(/tarjeta/i)).toHaveCount(0);
      expect(await stageOf(page, taken)).toBe('ABIERTO');
      await looksRight(page);

      await page.getByRole('link', { name: 'Volver a pagar' }).click();
      await choose(page, method);
      await press(page);
      await expect(page.getByRole('button', { name: 'Cancelar este pago y usar otro medio' })).toBeVisible();
      await decide(secondProduct, name, 'approved');
      await isPaid(page);
      await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${method}$`) })).toBeVisible();
      await looksRight(page);
    });
});
