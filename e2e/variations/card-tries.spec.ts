import type { Page } from '@playwright/test';
import { fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

/** Declined by the sandbox's gateway, each for a reason of its own, which the buyer is told twice at most. */
const declined = ['4258210000474094', '4456530000001005', '5418630110000014', '4907860500000016', '5455330200000016'] as const;

async function tryCard(page: Page, number: string) {
  await fillInCard(page, number);
  await payButton(page).click();
}

test('too many declined payments are answered with another card or a time to wait; a buyer whose cards are declined reads what to do, how many tries are left, and that the purchase is over', {
  tag: '@once',
}, async ({ page }) => {
  test.slow();
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await terms(page).check();
  const limits = {
    TARJETA: 'Esta tarjeta no se puede usar por ahora. No se te cobró nada: pagá con otra, o probá con esta en 58 min.',
    COMPRADOR: 'Hubo demasiados pagos sin autorizar. No se te cobró nada: probá de nuevo en 58 min o comprá en una boletería.',
  };
  await fillInCard(page, declined[0]);
  for (const [cAlcance, text] of Object.entries(limits)) {
    await page.route(/\/Cobrar$/, (route) =>
      route.fulfill({ json: { nCode: 485, cError: 'too_many_card_tries', oData: { nSegundos: 3430, cAlcance } } }),
    );
    await payButton(page).click();
    await expect(page.getByRole('main')).toContainText(text);
    await expect(payButton(page)).toBeEnabled();
    await page.unrouteAll();
  }

  const notice = page.locator('[data-msg="the card informs the following message"]');
  const says = ['fondos o límite', 'está vencida', 'no fue autorizado', 'no fue autorizado'];
  for (const [turn, text] of says.entries()) {
    await tryCard(page, declined[turn] as string);
    await expect(notice).toContainText(text);
    const left = ['', '', 'Podés intentarlo 2 veces más', 'Podés intentarlo una vez más'][turn] as string;
    if (left) await expect(notice).toContainText(left);
    else await expect(notice).not.toContainText('Podés intentarlo');
  }
  await tryCard(page, declined[4]);
  await expect(page.getByRole('heading', { level: 1, name: 'El pago no se hizo' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('La compra se canceló porque ningún pago fue autorizado');
  await expect(page.getByRole('link', { name: 'Volver a pagar' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Elegir otros lugares' })).toBeVisible();
  await expectAccessible(page);
  expect(await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`)).toMatchObject({ cEtapa: 'CANCELADO' });
});
