import { expect, expectAccessible, test } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const answer = (purchase: object, cResultado: string) => ({
  nCode: 200,
  oData: { cResultado, fTotal: 11500, nCuotas: 1, oProceso: purchase },
});

test('/payConfirmPool asks again until the phone has paid, /payConfirmTigoMoney believes the server and not its own address, and both need a log-in (R-053, R-056)', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  const ofPhone = `/payConfirmPool?idProcesoDeCompra=${taken.purchaseId}`;
  const ofTigo = `/payConfirmTigoMoney?idProcesoDeCompra=${taken.purchaseId}&transactionStatus=success&mfsTransactionId=1&merchantTransactionId=x`;
  await page.goto(buyAddress(taken));
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await page.goto(ofTigo);
  await expect(page.getByRole('heading', { level: 1, name: 'Esta compra no se pagó' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Pagar' })).toBeVisible();
  await expectAccessible(page);

  let asked = 0;
  await page.route(/\/confirmacion\//, async (route) => {
    const real = await (await route.fetch()).json();
    asked += 1;
    await route.fulfill({ json: answer(real.oData.oProceso, asked < 3 ? 'PROCESANDO' : 'PENDIENTE') });
  });
  await page.goto(ofPhone);
  await expect(page.getByRole('heading', { level: 1, name: 'Tu pago está pendiente de confirmación' })).toBeVisible();
  expect(asked).toBeGreaterThanOrEqual(3);
  await expectAccessible(page);

  for (const address of [ofPhone, ofTigo]) {
    await otherVisitor.goto(address);
    await expect(otherVisitor).toHaveURL(/\/login\?/);
  }
});
