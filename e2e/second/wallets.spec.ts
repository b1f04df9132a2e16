import type { Page } from '@playwright/test';
import { payButton, terms } from '../cards.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';
import type { SecondProduct } from './product.ts';
import { CARD, withEveryMethod as test } from './products.ts';

// The page of the wallet that is left for.
test.use({ elsewhere: /^http:\/\/127\.0\.0\.1:\d+\/apay\/pay\// });

const methods = (page: Page) => page.getByRole('group', { name: 'Medio de pago' }).getByRole('radio');
/** From the first to the last. */
const marks = (page: Page) =>
  page
    .getByRole('group', { name: 'Medio de pago' })
    .locator('[data-mark]')
    .evaluateAll((drawn) => drawn.map((mark) => mark.getAttribute('data-mark')));
const isPaid = (page: Page) => expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();

/** A purchase that is paid with this method, up to its step. */
async function payWith(page: Page, name: string) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await page.getByRole('radio', { name }).check();
  await expect(page.getByLabel('Número de tarjeta')).toBeHidden();
  await terms(page).check();
  await payButton(page).click();
  return taken;
}

/** What the person does in the wallet's app. */
async function decide({ sandbox }: SecondProduct, name: string, decision: string) {
  const origin = `http://127.0.0.1:${sandbox.page}`;
  const { payments } = await (await fetch(`${origin}/${name}/payments.json`)).json();
  const answered = await fetch(`${origin}/${name}/control/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference: payments[0].reference, decision }),
  });
  expect(answered.status).toBeLessThan(300);
}

test(
  'a buyer chooses by keyboard among all methods of the brand, each with a mark of its own, and only a card has a form',
  {
    tag: '@desktop',
  },
  async ({ page }, testInfo) => {
    await logInAsNewcomer(page);
    await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
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
    expect(await marks(page)).toEqual(['card', 'page', 'app', 'code', 'coins', 'abroad']);
    await page.screenshot({ path: testInfo.outputPath('methods-wide.png'), fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(methods(page).last()).toHaveAccessibleName(/Tarjeta de crédito/);
    expect(await marks(page)).toEqual(['page', 'app', 'code', 'coins', 'abroad', 'card']);
    await page.screenshot({ path: testInfo.outputPath('methods-narrow.png'), fullPage: true });
  },
);

test('a wallet with a page of its own is left for, paid there, and the result stands here (GE-014)', { tag: '@desktop' }, async ({
  page,
}) => {
  await payWith(page, 'APay');
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await isPaid(page);
});

test('who cancels at the wallet can pay the same places in another way', { tag: '@desktop' }, async ({ page }) => {
  const taken = await payWith(page, 'APay');
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'El pago se canceló' })).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await expect(methods(page)).toHaveCount(8);
});

test('a payment in the app of a wallet is waited for, also after a reload', { tag: '@desktop' }, async ({ page, secondProduct }) => {
  await payWith(page, 'Pool');
  const heading = page.getByRole('heading', { level: 1, name: 'Aprobá el pago en tu celular' });
  await expect(heading).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(heading).toBeVisible();
  await decide(secondProduct, 'pool', 'approved');
  await isPaid(page);
});

test('a code is shown with its time and a link to the app, and can be given up for another way', { tag: '@desktop' }, async ({
  page,
  secondProduct,
}) => {
  const taken = await payWith(page, 'MODO');
  await expect(page.getByRole('img', { name: 'Código para pagar' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir la app' })).toHaveAttribute('href', /./);
  await expect(page.getByText(/El código vale por \d+:\d\d/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancelar este pago y usar otro medio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'El pago se canceló' })).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');

  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await page.getByRole('radio', { name: 'MODO' }).check();
  await terms(page).check();
  await payButton(page).click();
  await expect(page.getByRole('img', { name: 'Código para pagar' })).toBeVisible();
  await decide(secondProduct, 'modo', 'approved');
  await isPaid(page);
});
