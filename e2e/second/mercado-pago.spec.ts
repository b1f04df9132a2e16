import type { Page } from '@playwright/test';
import { fillInCard, payButton } from '../cards.ts';
import { expect } from '../fixtures.ts';
import { logInAsNewcomer, stageOf } from '../purchases.ts';
import { choose, heading, isPaid, openBuyScreen, press } from './payments.ts';
import { withEveryMethod as test } from './products.ts';

// Where the card is exchanged for a token, and where its bank asks.
test.use({ elsewhere: /^http:\/\/(127\.0\.0\.1|localhost):\d+\/mercadopago\// });

const NUMBER = '4509953566233704';

/** Pays with a test card, whose holder's name decides what becomes of it. */
async function payAs(page: Page, holder: string) {
  await choose(page, 'Tarjeta por Mercado Pago');
  await fillInCard(page, NUMBER);
  await page.getByRole('textbox', { name: 'Titular' }).fill(holder);
  await press(page);
}

test('a card is exchanged for a token at Mercado Pago and charged there, after a question of its bank in a frame if it asks one', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.postData()?.includes(NUMBER) && sent.push(new URL(request.url()).pathname));
  const bank = page.frameLocator('iframe');
  await logInAsNewcomer(page);
  await openBuyScreen(page);
  await payAs(page, 'CHAL');
  await expect(heading(page, 'Tu banco quiere saber si sos vos')).toBeVisible();
  await bank.getByRole('button', { name: 'Confirmar' }).click();
  await isPaid(page);

  await test.step('a buyer who says no to the bank reads that nothing was paid, and pays the same places without a question', async () => {
    const places = await openBuyScreen(page);
    await payAs(page, 'CHAL');
    await bank.getByRole('button', { name: 'No soy yo' }).click();
    await expect(heading(page, 'El pago no se hizo')).toBeVisible();
    expect(await stageOf(page, places)).toBe('ABIERTO');
    await page.getByRole('link', { name: 'Volver a pagar' }).click();
    await expect(payButton(page)).toBeVisible();
    sent.length = 0;
    await payAs(page, 'APRO');
    await isPaid(page);
  });
  expect(sent).toEqual(['/mercadopago/v1/card_tokens']);
});
