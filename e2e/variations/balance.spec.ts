import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, take } from '../purchases.ts';

const organiser = { email: 'organizador@butaca.example', password: 'Organizador2026' };
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

/** Whoever paid for so many places whose tickets were all refunded as balance, with the amount as people read it. */
async function refundedAsBalance(page: Page, office: Page, quantity: number) {
  const person = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity });
  await page.goto(buyAddress(taken));
  await fillInCard(page, cards.approved);
  await terms(page).check();
  const paid = (await payButton(page).innerText()).replace('Pagar', '').trim();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await openSession(office, organiser);
  const order = `/v2/Oficina/Operacion/${taken.purchaseId}`;
  const { listaEntrada } = await ask(office, 'GET', order);
  const asked = { aEntrada: listaEntrada.map(({ oEntrada }: { oEntrada: { idEntrada: string } }) => oEntrada.idEntrada), cMedio: 'SALDO' };
  const { fDevuelve } = await ask(office, 'POST', `${order}/Devolucion/Calcular`, asked);
  await ask(office, 'POST', `${order}/Devolucion`, { ...asked, fDevuelve, cMotivo: 'Lo pidió por correo' });
  return { amount: paid, person };
}

test('what was refunded as balance stands in the account, pays the next purchase, and is told with it', async ({
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

test('a balance that was spent on another device meanwhile is refused in words, and the card is the next method', async ({
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

test('an account without a balance says what it is for, and offers no such method', async ({ page }) => {
  await logInAsNewcomer(page);
  await page.goto('/myBalance');
  await expect(page.getByRole('heading', { level: 2, name: 'No tenés saldo' })).toBeVisible();
  await looksRight(page, 'no-balance');
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Mi saldo/ })).toHaveCount(0);
});
