import type { Page } from '@playwright/test';
import { cards, expiry, payButton } from '../cards.ts';
import { expect, expectAccessible, looksRight, test } from '../fixtures.ts';
import { buying, clock } from '../purchase-bar.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const noConnection = (page: Page) => page.locator('[data-msg="no connection"]');
const onePayment = (page: Page) => page.getByRole('radio', { name: /^1 pago de/ });
const number = (page: Page) => page.getByLabel('Número de tarjeta');

/** Types into the form of a card without a connection, and finds it there when it is back, with the instalments. */
async function losesConnection(page: Page) {
  await page.getByLabel('Titular', { exact: true }).fill('Julia Paredes');
  await page.context().setOffline(true);
  await expect(noConnection(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ has: noConnection(page) })).toHaveCount(1);
  await number(page).fill(cards.approved);
  await page.getByLabel('Vencimiento').fill(expiry.good);
  await expect(page.getByText(/^No pudimos traer las cuotas de tu tarjeta/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buscar las cuotas' })).toBeVisible();
  await looksRight(page);
  await page.context().setOffline(false);
  await expect(noConnection(page)).toHaveCount(0);
  await expect(onePayment(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Volvió la conexión.' })).toHaveCount(1);
  await expect(number(page)).toHaveValue('4507 9900 0000 4905');
  await expect(page.getByLabel('Vencimiento')).toHaveValue(expiry.good);
  await expect(page.getByLabel('Titular', { exact: true })).toHaveValue('Julia Paredes');
}

test('without a connection the buy screen and the page before it say so, what was typed stays, and the instalments come back by themselves (SC-007)', async ({
  page,
  context,
}) => {
  await buying(page);
  await losesConnection(page);
  await page.getByRole('banner').getByRole('button', { name: 'Ver tu compra' }).click();
  await page.getByRole('link', { name: /^Agregar más/ }).click();
  await expect(page.getByRole('complementary', { name: 'Tu selección' })).toBeVisible();
  await context.setOffline(true);
  await expect(noConnection(page)).toBeVisible();
  // The time that is left stays in sight.
  await page.evaluate(() => window.scrollTo(0, 600));
  const [notice, time] = await Promise.all([noConnection(page).boundingBox(), clock(page).boundingBox()]);
  expect(notice && time && notice.y >= time.y + time.height).toBe(true);
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(noConnection(page)).toHaveCount(0);
});

test('who pays with a link reads the same', async ({ page, otherVisitor }) => {
  await logInAsNewcomer(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 2 })));
  await page.getByText('¿Paga otra persona?').click();
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  await otherVisitor.goto(await page.getByLabel('Link de pago').inputValue());
  await expect(number(otherVisitor)).toBeVisible();
  await losesConnection(otherVisitor);
});

test('the button that pays says what it waits for; instalments that the server did not give are asked for again with a press', {
  tag: '@once',
}, async ({ page }) => {
  await buying(page);
  let answers = () => {};
  const answered = new Promise<void>((resolve) => {
    answers = resolve;
  });
  let asked = 0;
  await page.route('**/FormaDePago/*/Tarjetas/*', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    await answered;
    return route.abort();
  });
  await number(page).fill(cards.approved);
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Esperá un momento: estamos buscando las cuotas de tu tarjeta.')).toBeVisible();
  answers();
  await page.getByRole('button', { name: 'Buscar las cuotas' }).click();
  await expect(onePayment(page)).toBeVisible();
  await expect(page.getByText(/^Esperá un momento/)).toHaveCount(0);
});
