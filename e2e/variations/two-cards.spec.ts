import type { Page } from '@playwright/test';
import { cards, expiry, fillInCard, payButton, terms } from '../cards.ts';
import { expect, looksRight, test } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const main = (page: Page) => page.getByRole('main');

/** One of two cards has no instalments to wait for. */
async function fillInPart(page: Page, number: string) {
  await page.getByLabel('Número de tarjeta').fill(number);
  await page.getByLabel('Vencimiento').fill(expiry.good);
  await page.getByLabel('Código de seguridad').fill('123');
  await page.getByLabel('Titular', { exact: true }).fill('Julia Paredes');
  await page.getByLabel('Número de documento').fill('30123456');
  await page.getByLabel(/^E-?mail|^Correo/).fill('julia@correo.example');
}

const isSecond = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Falta la segunda tarjeta' })).toBeVisible();
const pressPay = (page: Page) => page.getByRole('button', { name: /^Pagar/ }).click();

/** Two places, which two cards are to pay: the form of the first one. */
async function openFirst(page: Page) {
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await page.getByRole('checkbox', { name: 'Pagar con dos tarjetas' }).check();
  return taken;
}

test('an amount out of bounds is refused at its field; who does not go on with the second card has the first part back and may pay in another way @phone', async ({
  page,
}) => {
  await logInAsNewcomer(page);
  const taken = await openFirst(page);
  const first = page.getByLabel('Cuánto pagás con la primera');
  const half = await first.inputValue();
  await first.fill('1');
  await fillInPart(page, cards.approved);
  await terms(page).check();
  await pressPay(page);
  await expect(main(page).getByText('Escribí un importe dentro de esos límites')).toBeVisible();
  await expect(first).toBeFocused();
  await looksRight(page);

  await first.fill(half);
  await payButton(page).click();
  await isSecond(page);
  await looksRight(page);
  await page.getByRole('button', { name: 'Cancelar este pago y usar otro medio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'El pago no se hizo' })).toBeVisible();
  await expect(main(page).getByText(/^Visa terminada en 4905: se habían cobrado/)).toBeVisible();
  await expect(main(page).getByText(/^Guardamos tus lugares hasta/)).toBeVisible();
  await looksRight(page, { widths: [390, 768, 1280] });
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
});

test('two cards pay one purchase, each saved or a saved one; the second form is filled in from the account, and a declined one leaves the first (EN-110) @phone', async ({
  page,
}) => {
  test.slow();
  const person = await logInAsNewcomer(page);
  const taken = await openFirst(page);
  await fillInPart(page, cards.approved);
  const save = page.getByLabel(/^Guardar esta tarjeta/);
  await save.check();
  await terms(page).check();
  await payButton(page).click();
  await isSecond(page);
  // Who comes back later finds it where it was.
  await page.reload();
  await isSecond(page);

  // The card that has paid its part is saved by now, and is not proposed for the rest.
  const saved = page.getByRole('radio', { name: /Visa terminada en 4905/ });
  await expect(saved).not.toBeChecked();
  await expect(page.getByLabel('Número de documento')).toHaveValue(person.document);
  await expect(page.getByLabel(/^Correo/)).toHaveValue(person.email);
  await expect(save).not.toBeChecked();
  await looksRight(page);
  await saved.check();
  await expect(page.getByLabel('Número de tarjeta')).toBeHidden();
  await looksRight(page);

  await page.getByRole('radio', { name: 'Otra tarjeta' }).check();
  await fillInPart(page, cards.declined);
  await terms(page).check();
  await pressPay(page);
  await expect(main(page).locator('[data-msg="the card informs the following message"]').first()).toBeVisible();
  await looksRight(page);
  // They were accepted for this payment.
  await expect(terms(page)).toBeChecked();
  await fillInPart(page, cards.another);
  await save.check();
  await pressPay(page);
  await expect(main(page).getByText(/terminada en/)).toHaveCount(2);
  await looksRight(page);
  await page.goto(`/myOrders/${taken.purchaseId}`);
  await expect(main(page).getByText('Y una parte con')).toBeVisible();

  await test.step('both are saved, and pay the next purchase', async () => {
    await openFirst(page);
    await expect(page.getByRole('radio', { name: /terminada en (4905|6075)/ })).toHaveCount(2);
    for (const lastFour of ['4905', '6075']) {
      await page.getByRole('radio', { name: new RegExp(`terminada en ${lastFour}`) }).check();
      await page.getByLabel('Código de seguridad').first().fill('123');
      await terms(page).check();
      await pressPay(page);
      if (lastFour === '4905') await isSecond(page);
    }
    await expect(main(page).getByText(/terminada en/)).toHaveCount(2);
  });
});
