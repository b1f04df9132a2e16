import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, openSession, organiser, refundedAsBalance, take } from '../purchases.ts';

const main = (page: Page) => page.getByRole('main');

/** By day and by night. */
async function looksRight(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a refund as balance is in the account, pays the next purchase, and the order says so @phone', async ({
  page,
  otherVisitor: office,
}) => {
  const { amount } = await refundedAsBalance(page, office, 2);
  await page.goto('/myBalance');
  await expect(page.getByRole('heading', { level: 1, name: 'Mi saldo' })).toBeVisible();
  await expect(main(page).getByText(amount, { exact: true })).toBeVisible();
  await expect(main(page).getByText(`+${amount}`)).toBeVisible();
  await looksRight(page, 'balance');

  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  const own = page.getByRole('radio', { name: `Mi saldo Tenés ${amount}` });
  await expect(own).toBeChecked();
  await expect(main(page).getByText(/Se descuenta de tu saldo/)).toBeVisible();
  await looksRight(page, 'buy-with-balance');
  await terms(page).check();
  const spent = (await payButton(page).innerText()).replace('Pagar', '').trim();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(main(page).getByText('Saldo de tu cuenta')).toBeVisible();

  await page.goto('/myBalance');
  await expect(main(page).getByText(`−${spent}`)).toBeVisible();
  await expect(main(page).getByText(`+${amount}`)).toBeVisible();
  await page.goto('/myPrivacy');
  await expect(main(page).getByText(/de saldo: se pierde/)).toBeVisible();
});

test('a balance that was spent on another device meanwhile is refused in words, and the card is the next method @phone', async ({
  page,
  otherVisitor: device,
}) => {
  const { person } = await refundedAsBalance(page, device, 1);
  const first = await take(page, { show: 'hamlet', quantity: 1 });
  const second = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(second));
  await expect(page.getByRole('radio', { name: /^Mi saldo/ })).toBeChecked();
  await openSession(device, person);
  await device.goto(buyAddress(first));
  await terms(device).check();
  await payButton(device).click();
  await expect(device).toHaveURL(`/BuyTicket/ok/${first.purchaseId}`);
  await terms(page).check();
  await payButton(page).click();
  await expect(main(page).getByText(/Tu saldo ya no alcanza/)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Mi saldo/ })).toHaveCount(0);
  await expect(page.getByLabel('Número de tarjeta')).toBeVisible();
  await looksRight(page, 'balance-too-low');
});

test('a balance below the price pays part of it and the card the rest, which every screen says, the office too @phone', async ({
  page,
  otherVisitor: office,
}) => {
  // Two orders and a declined card, each screen by day and by night.
  test.slow();
  const { amount } = await refundedAsBalance(page, office, 1);
  const taken = await take(page, { show: 'hamlet', quantity: 3 });
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('radio', { name: /^Mi saldo/ })).toHaveCount(0);
  const beside = page.getByRole('checkbox', { name: `Usar mi saldo (${amount}) y pagar el resto` });
  await expect(beside).not.toBeChecked();
  const rest = /resto \((.+?)\)/.exec((await main(page).locator('label', { has: beside }).innerText()).trim())?.[1] ?? '';
  await looksRight(page, 'offered-beside-a-card');
  await fillInCard(page, cards.declined);
  const whole = await payButton(page).innerText();
  await beside.check();
  const parts = main(page).getByText(`${amount} con tu saldo y ${rest} con tarjeta.`);
  await expect(parts).toBeVisible();
  await expect(payButton(page)).toHaveText(whole);
  await terms(page).check();
  await payButton(page).click();
  await expect(page.locator('[data-msg="the card informs the following message"]')).toBeVisible();
  await expect(parts).toBeVisible();
  await fillInCard(page, cards.approved);
  await looksRight(page, 'beside-a-card');
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(main(page).getByText('Con tu saldo', { exact: true })).toBeVisible();
  await expect(main(page).getByText(`${rest} en 1 pago`)).toBeVisible();
  await looksRight(page, 'paid-in-parts');
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(main(page).getByText('Con tu saldo', { exact: true })).toBeVisible();
  await looksRight(page, 'order-in-parts');
  await page.goto('/myOrders');
  await expect(main(page).getByText(`${amount} con tu saldo`)).toBeVisible();
  await page.goto('/myBalance');
  await expect(main(page).getByText(`−${amount}`)).toBeVisible();

  await office.goto('/oficina/operaciones');
  await office.getByLabel('Correo electrónico').fill(organiser.email);
  await office.getByLabel('Contraseña', { exact: true }).fill(organiser.password);
  await office.getByRole('button', { name: 'Ingresar' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Operaciones' })).toBeFocused();
  await office.goto(`/oficina/operaciones?operacion=${taken.purchaseId}`);
  // Of the card that paid, and not of the declined one.
  await expect(office.getByText('Además, con saldo de la cuenta:')).toHaveCount(1);
  await office.getByRole('button', { name: 'Devolver toda la operación' }).click();
  await expect(office.getByText('De eso, al saldo de su cuenta')).toBeVisible();
  await looksRight(office, 'refund-in-parts');
  await office.getByLabel('Motivo').fill('Lo pidió por correo');
  await office.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(office.getByText('Como saldo')).toBeVisible();
  await looksRight(office, 'refunded-in-parts');
  await page.goto('/myBalance');
  await expect(main(page).getByText(amount, { exact: true })).toBeVisible();
});

test('an account without a balance says what it is for, and offers no such method @phone', async ({ page }) => {
  await logInAsNewcomer(page);
  await page.goto('/myBalance');
  await expect(page.getByRole('heading', { level: 2, name: 'No tenés saldo' })).toBeVisible();
  await looksRight(page, 'no-balance');
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Mi saldo/ })).toHaveCount(0);
});
