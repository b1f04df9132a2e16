import type { Page } from '@playwright/test';
import { fillInCard, payButton, terms } from '../cards.ts';
import { expect } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, stageOf, take } from '../purchases.ts';
import { withEveryMethod as test } from './products.ts';

// Where the card is exchanged for a token, and where its bank asks.
test.use({ elsewhere: /^http:\/\/(127\.0\.0\.1|localhost):\d+\/mercadopago\// });

/** Pays with a test card, whose holder's name decides what becomes of it. */
async function payAs(page: Page, holder: string) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await page.getByRole('radio', { name: 'Tarjeta por Mercado Pago' }).check();
  await fillInCard(page, '4509953566233704');
  await page.getByRole('textbox', { name: 'Titular' }).fill(holder);
  await terms(page).check();
  await payButton(page).click();
  return taken;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const bank = (page: Page) => page.frameLocator('iframe');

test('a card is exchanged for a token at Mercado Pago and charged there', { tag: '@desktop' }, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.postData()?.includes('4509953566233704') && sent.push(new URL(request.url()).pathname));
  await payAs(page, 'APRO');
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect(sent).toEqual(['/mercadopago/v1/card_tokens']);
});

test('the card’s bank asks in a frame of the page, and the purchase is paid once it is answered', { tag: '@desktop' }, async ({ page }) => {
  await payAs(page, 'CHAL');
  await expect(heading(page, 'Tu banco quiere saber si sos vos')).toBeVisible();
  await bank(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
});

test('who says no to the card’s bank is told so, and the places are still there to be paid', { tag: '@desktop' }, async ({ page }) => {
  const taken = await payAs(page, 'CHAL');
  await bank(page).getByRole('button', { name: 'No soy yo' }).click();
  await expect(heading(page, 'El pago no se hizo')).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await page.getByRole('link', { name: 'Volver a pagar' }).click();
  await expect(payButton(page)).toBeVisible();
});
