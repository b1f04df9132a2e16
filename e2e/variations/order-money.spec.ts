import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

/** A paid order of two places in six instalments; what the button said. */
async function paidInSix(page: Page) {
  const { email } = await logInAsNewcomer(page);
  const { purchaseId, ...taken } = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress({ purchaseId, ...taken }));
  await fillInCard(page, cards.approved);
  await page.getByRole('radio', { name: /^6 cuotas de .+ Total/ }).check();
  await terms(page).check();
  const paid = (await payButton(page).innerText()).replace('Pagar', '').trim();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${purchaseId}`);
  return { email, purchaseId, paid };
}

const main = (page: Page) => page.getByRole('main');

test('result, order, list and mail say the amount of the button, and the same number to read out; what cost nothing is nowhere said to be paid @phone', async ({
  page,
}) => {
  const { email, purchaseId, paid } = await paidInSix(page);
  await expect(main(page).getByText(paid)).toHaveCount(2);
  const number = (
    await main(page)
      .getByText(/^[0-9A-Z]{3}-[0-9A-Z]{3}-[0-9A-Z]{3}$/)
      .innerText()
  ).trim();
  await expect(main(page).getByText(/Costo de financiación en 6 cuotas/)).toBeVisible();

  await page.goto(`/myOrders/${purchaseId}`);
  await expect(main(page).getByText(number)).toBeVisible();
  // The total, what was paid, and the bill.
  await expect(main(page).getByText(paid)).toHaveCount(3);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await page.goto('/myOrders');
  await expect(main(page).getByText(paid)).toBeVisible();
  await expect(main(page).getByText(`Operación ${number}`)).toBeVisible();

  const mail = async () => (await mailsTo(email)).find(({ subject }) => subject.startsWith('Tus entradas'))?.text ?? '';
  await expect.poll(mail).toContain(`Total: ${paid}`);
  expect(await mail()).toContain(`Número de operación: ${number}`);

  // The demo gives nothing away: what the server answers of this order is changed into a free one.
  await page.route(/\/v2\/(Historial2|Operacion\/[\w-]{22})(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const order of body.oData.Lista ?? [body.oData]) {
      order.cFormaDePago = 'SIN_CARGO';
      order.fPagado = 0;
      delete order.listaComprobante;
      for (const totals of [order.oTotal, order.oProceso.oTotal]) for (const name of Object.keys(totals)) totals[name] = 0;
      for (const ticket of order.listaEntrada) ticket.fPrecioFinal = 0;
    }
    await route.fulfill({ response, json: body });
  });
  await page.goto(`/myOrders/${purchaseId}`);
  await expect(main(page).getByText('Sin cargo').first()).toBeVisible();
  await expect(main(page).getByText(/Pagada|Pagaste|\$/)).toHaveCount(0);
  await page.goto('/myOrders');
  await expect(main(page).getByText('Sin cargo').first()).toBeVisible();
  await expect(main(page).getByText(/Pagada|\$/)).toHaveCount(0);
});
