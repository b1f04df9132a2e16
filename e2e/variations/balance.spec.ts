import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, looksRight, test } from '../fixtures.ts';
import { enterOffice, payOff, refundAsBalance } from '../paid.ts';
import { buyAddress, logInAsNewcomer, type TakenPlaces, take } from '../purchases.ts';

const main = (page: Page) => page.getByRole('main');
const ofBalance = (page: Page) => page.getByRole('radio', { name: /^Mi saldo/ });
const hamlet = (page: Page, quantity: number) => take(page, { show: 'hamlet', quantity });

/** Pays these places and has them refunded as balance. */
async function getBalance(page: Page, office: Page, taken: TakenPlaces) {
  await payOff(page, taken);
  await enterOffice(office);
  return refundAsBalance(office, taken);
}

test('an account has no balance; a refund as balance is in it, pays the next purchase, and spent on another device is refused in words @phone', async ({
  page,
  otherVisitor: office,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  await page.goto('/myBalance');
  await expect(page.getByRole('heading', { level: 2, name: 'No tenés saldo' })).toBeVisible();
  await looksRight(page);
  const returned = await hamlet(page, 2);
  await page.goto(buyAddress(returned));
  await expect(payButton(page)).toBeVisible();
  await expect(ofBalance(page)).toHaveCount(0);

  const { amount } = await getBalance(page, office, returned);
  await page.goto('/myBalance');
  await expect(page.getByRole('heading', { level: 1, name: 'Mi saldo' })).toBeVisible();
  await expect(main(page).getByText(amount, { exact: true })).toBeVisible();
  await expect(main(page).getByText(`+${amount}`)).toBeVisible();
  await looksRight(page);

  const first = await hamlet(page, 1);
  await page.goto(buyAddress(first));
  await expect(page.getByRole('radio', { name: `Mi saldo Tenés ${amount}` })).toBeChecked();
  await expect(main(page).getByText(/Se descuenta de tu saldo/)).toBeVisible();
  await looksRight(page);
  await terms(page).check();
  const spent = (await payButton(page).innerText()).replace('Pagar', '').trim();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${first.purchaseId}`);
  await page.goto(`/myOrders/${first.purchaseId}`);
  await expect(main(page).getByText('Saldo de tu cuenta')).toBeVisible();
  await page.goto('/myBalance');
  await expect(main(page).getByText(`−${spent}`)).toBeVisible();
  await expect(main(page).getByText(`+${amount}`)).toBeVisible();
  await page.goto('/myPrivacy');
  await expect(main(page).getByText(/de saldo: se pierde/)).toBeVisible();

  await test.step('what is left is spent on another device while this one is about to pay with it', async () => {
    const elsewhere = await hamlet(page, 1);
    await page.goto(buyAddress(await hamlet(page, 1)));
    await expect(ofBalance(page)).toBeChecked();
    await payOff(page, elsewhere, { by: 'SALDO' });
    await terms(page).check();
    await payButton(page).click();
    await expect(main(page).getByText(/Tu saldo ya no alcanza/)).toBeVisible();
    await expect(ofBalance(page)).toHaveCount(0);
    await expect(page.getByLabel('Número de tarjeta')).toBeVisible();
    await looksRight(page);
  });
});

test('a balance below the price pays part of it and the card the rest, which every screen says, the office too @phone', async ({
  page,
  otherVisitor: office,
}) => {
  // A declined card, and each screen by day and by night.
  test.slow();
  await logInAsNewcomer(page);
  const { amount } = await getBalance(page, office, await hamlet(page, 1));
  const taken = await hamlet(page, 3);
  await page.goto(buyAddress(taken));
  const beside = page.getByRole('checkbox', { name: `Usar mi saldo (${amount}) y pagar el resto` });
  await expect(beside).not.toBeChecked();
  await expect(ofBalance(page)).toHaveCount(0);
  const rest = /resto \((.+?)\)/.exec((await main(page).locator('label', { has: beside }).innerText()).trim())?.[1] ?? '';
  await looksRight(page);
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
  await looksRight(page);
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(main(page).getByText('Con tu saldo', { exact: true })).toBeVisible();
  await expect(main(page).getByText(`${rest} en 1 pago`)).toBeVisible();
  await looksRight(page);
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(main(page).getByText('Con tu saldo', { exact: true })).toBeVisible();
  await looksRight(page);
  await page.goto('/myOrders');
  await expect(main(page).getByText(`${amount} con tu saldo`)).toBeVisible();
  await page.goto('/myBalance');
  await expect(main(page).getByText(`−${amount}`)).toBeVisible();

  await office.goto(`/oficina/operaciones?operacion=${taken.purchaseId}`);
  // Of the card that paid, and not of the declined one.
  await expect(office.getByText('Además, con saldo de la cuenta:')).toHaveCount(1);
  await office.getByRole('button', { name: 'Devolver toda la operación' }).click();
  await expect(office.getByText('De eso, al saldo de su cuenta')).toBeVisible();
  await looksRight(office);
  await office.getByLabel('Motivo').fill('Lo pidió por correo');
  await office.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(office.getByText('Como saldo')).toBeVisible();
  await looksRight(office);
  await page.goto('/myBalance');
  await expect(main(page).getByText(amount, { exact: true })).toBeVisible();
});
