import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, openSession, refundedAsBalance, take } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Of the sandbox's gateway: the card's bank asks its owner. */
const ASKED = '4456530000001096';

test.use({ elsewhere: /^http:\/\/localhost:\d+\/gateway\/three-ds\// });

test('a buyer has somebody without an account pay with a link, and both see the end of it (R-030, R-031, RO-007) @phone', async ({
  page,
  otherVisitor,
}, testInfo) => {
  const person = await logInAsNewcomer(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 2 })));
  await page.getByText('¿Paga otra persona?').click();
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  const address = await page.getByLabel('Link de pago').inputValue();
  expect(address).toMatch(/\/linkPago\/[\w-]{22}$/);
  await expectAccessible(page);
  await page.screenshot({ path: testInfo.outputPath('share.png'), fullPage: true });

  const opened = await otherVisitor.goto(address);
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expect(opened?.headers()['x-robots-tag']).toContain('noindex');
  await expect(heading(otherVisitor, 'Pagá estas entradas')).toBeVisible();
  await expect(otherVisitor.getByRole('main')).toContainText('Hamlet');
  await expect(otherVisitor.getByRole('main')).not.toContainText(person.firstName);
  await expect(otherVisitor.getByRole('main').getByText('Cargo por servicio')).toBeVisible();
  await expect(otherVisitor.getByRole('main').getByText(/sin impuestos nacionales/i)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await otherVisitor.emulateMedia({ colorScheme });
    await expectAccessible(otherVisitor);
    expect(await widthOverflow(otherVisitor)).toBe(0);
    await otherVisitor.screenshot({ path: testInfo.outputPath(`pay-${colorScheme}.png`), fullPage: true });
  }

  await pay(otherVisitor, cards.declined);
  await expect(otherVisitor.getByText(/El pago no se hizo\..*banco/)).toBeVisible();
  await pay(otherVisitor, cards.approved);
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();
  await expect(otherVisitor).toHaveURL(/\/payConfirmLinkPago$/);
  await expectAccessible(otherVisitor);
  await otherVisitor.screenshot({ path: testInfo.outputPath('paid.png'), fullPage: true });
  await otherVisitor.goto(address);
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();

  await expect(heading(page, '¡Listo! Tu compra está paga')).toBeVisible();
});

test('the buyer reads what the payer is doing: the bank asks, it was not finished, it was declined; and is asked nothing of it @phone', async ({
  page,
  otherVisitor,
}, testInfo) => {
  test.slow();
  await logInAsNewcomer(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  await page.getByText('¿Paga otra persona?').click();
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  const address = await page.getByLabel('Link de pago').inputValue();
  const told = page.locator('[data-payer]');
  await expect(told).toHaveText(/^Todavía nadie pagó/);

  await otherVisitor.goto(address);
  await pay(otherVisitor, ASKED);
  await expect(heading(otherVisitor, 'Tu banco quiere saber si sos vos')).toBeVisible();
  await expect(told).toHaveText(/^El banco le está pidiendo una confirmación a quien paga/);
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await told.scrollIntoViewIfNeeded();
  await page.screenshot({ path: testInfo.outputPath('share-asked.png') });
  await otherVisitor.frameLocator('iframe').getByRole('button', { name: 'Cancelar' }).click();
  await expect(told).toHaveText(/no se terminó\. No se cobró nada y el link sigue sirviendo\./);

  await otherVisitor.goto(address);
  await pay(otherVisitor, cards.declined);
  await expect(told).toHaveText('El pago no fue autorizado. No se cobró nada y el link sigue sirviendo.');
  await page.screenshot({ path: testInfo.outputPath('share-declined.png') });
});

async function pay(page: Page, card: string) {
  await fillInAll(page, card);
  await payButton(page).click();
}

async function fillInAll(page: Page, card: string) {
  await fillInCard(page, card);
  await page.getByLabel('Número de documento').fill('30123456');
  await page.getByLabel(/^Correo/).fill('tia@correo.example');
  await terms(page).check();
}

test('without a code the page asks for it, and a wrong or revoked one is said so (R-029) @phone', async ({
  page,
  otherVisitor,
}, testInfo) => {
  await otherVisitor.goto('/linkPago');
  await expect(heading(otherVisitor, 'Pagar con un link')).toBeVisible();
  await expectAccessible(otherVisitor);
  await otherVisitor.getByLabel('Link o código de pago').fill('algo');
  await otherVisitor.getByRole('button', { name: 'Continuar' }).click();
  await expect(otherVisitor.getByText('Eso no es un link de pago.')).toBeVisible();
  await otherVisitor.screenshot({ path: testInfo.outputPath('ask.png'), fullPage: true });

  await logInAsNewcomer(page);
  const { purchaseId } = await take(page, { show: 'hamlet', quantity: 1 });
  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/EntregaTipo/Seleccionar`, { idEntregaTipo: 1 });
  const { idLinkDePago } = await ask(page, 'POST', `/v2/Proceso/${purchaseId}/LinkDePago`, {});
  await otherVisitor.getByLabel('Link o código de pago').fill(` https://butaca.example/linkPago/${idLinkDePago} `);
  await otherVisitor.getByRole('button', { name: 'Continuar' }).click();
  await expect(heading(otherVisitor, 'Pagá estas entradas')).toBeVisible();

  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/LinkDePago/Anular`, {});
  await otherVisitor.reload();
  await expect(otherVisitor.getByText('Este link no existe o ya no sirve.')).toBeVisible();
});

test('a link that was revoked is told to the payer who presses and to the buyer who shows it, who makes another one @phone', async ({
  page,
  otherVisitor,
}) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(buyAddress(taken));
  await page.getByText('¿Paga otra persona?').click();
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  const address = await page.getByLabel('Link de pago').inputValue();
  await otherVisitor.goto(address);
  await fillInAll(otherVisitor, cards.approved);

  // As another tab does.
  await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/LinkDePago/Anular`, {});
  await payButton(otherVisitor).click();
  await expect(heading(otherVisitor, 'Este link de pago ya no sirve')).toBeInViewport();
  await expect(heading(otherVisitor, 'Este link de pago ya no sirve')).toBeFocused();
  await expect(otherVisitor.getByText('No se te cobró nada. Pedile otro a quien te lo mandó.')).toBeVisible();
  await expect(otherVisitor).toHaveURL(address);
  await expectAccessible(otherVisitor);

  await expect(page.getByText('El link de pago ya no sirve.')).toBeVisible();
  await expect(page.getByLabel('Link de pago')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  await expect(page.getByLabel('Link de pago')).toHaveValue(/\/linkPago\/[\w-]{22}$/);
  await expect(page.getByText('El link de pago ya no sirve.')).toHaveCount(0);
  expect(await page.getByLabel('Link de pago').inputValue()).not.toBe(address);
});

test('the number of a purchase in a link opens it for its owner alone (C-13) @phone', async ({ page, otherVisitor }) => {
  await logInAsNewcomer(page);
  const { purchaseId } = await take(page, { show: 'hamlet', quantity: 1 });
  await page.goto(`/linkPago/${purchaseId}`);
  await expect(page).toHaveURL(new RegExp(`/buyTicket\\?.*${purchaseId}`));
  await otherVisitor.goto(`/linkPago/${purchaseId}`);
  await expect(otherVisitor.getByText('Este link no existe o ya no sirve.')).toBeVisible();
  await logInAsNewcomer(otherVisitor);
  await otherVisitor.goto(`/linkPago/${purchaseId}`);
  await expect(otherVisitor.getByText('Este link no existe o ya no sirve.')).toBeVisible();
});

test('a cancelled payment of a reservation says that it can be resumed, and leads to the reservations', { tag: '@once' }, async ({
  page,
}) => {
  await logInAsNewcomer(page);
  const { purchaseId } = await take(page, { show: 'hamlet', quantity: 1 });
  const oProceso = await ask(page, 'GET', `/v2/Proceso/${purchaseId}`);
  await page.route(/\/v2\/proceso\/confirmacion\//, (route) =>
    route.fulfill({ json: { nCode: 200, oData: { cResultado: 'REANUDABLE', oProceso } } }),
  );
  await page.goto(`/payConfirm?idProcesoDeCompra=${purchaseId}`);
  await expect(heading(page, 'El pago de tu reserva se canceló')).toBeVisible();
  await expect(page.getByText('Podés retomar el pago más tarde')).toBeVisible();
  await page.getByRole('link', { name: 'Mis reservas' }).click();
  await expect(page).toHaveURL(/\/myBookings$/);
});

test('the buyer’s balance pays a part: whoever has the link reads both, pays the rest, and is refused once the balance is spent @phone', async ({
  page,
  otherVisitor,
}, testInfo) => {
  test.slow();
  const { amount, person } = await refundedAsBalance(page, otherVisitor, 1);
  await otherVisitor.evaluate(() => localStorage.clear());
  const shot = async (of: Page, name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await of.emulateMedia({ colorScheme });
      await expectAccessible(of);
      expect(await widthOverflow(of)).toBeLessThanOrEqual(0);
      await of.screenshot({ path: testInfo.outputPath(`${name}-${colorScheme}.png`), fullPage: true });
    }
    await of.emulateMedia({ colorScheme: 'light' });
  };
  const shared = await take(page, { show: 'hamlet', quantity: 3 });
  await page.goto(buyAddress(shared));
  await page.getByText('¿Paga otra persona?').click();
  await page.getByRole('checkbox', { name: /^Poner .* de mi saldo: con el link se pagan/ }).check();
  await shot(page, 'share-choice');
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  const address = await page.getByLabel('Link de pago').inputValue();
  await expect(page.getByText(/^Vos ponés .* de tu saldo y con el link se pagan/)).toContainText(amount);
  await shot(page, 'share-made');

  await otherVisitor.goto(address);
  const parts = otherVisitor.getByRole('definition');
  await expect(parts.filter({ hasText: amount }).last()).toBeVisible();
  const rest = (await payButton(otherVisitor).innerText()).replace('Pagar', '').trim();
  await expect(otherVisitor.getByText('Te falta pagar')).toBeVisible();
  await expect(parts.last()).toHaveText(rest);
  await shot(otherVisitor, 'pay-rest');

  // Spent on another purchase meanwhile: the payer is refused, and the buyer's page says why.
  const other = await take(page, { show: 'hamlet', quantity: 1 });
  await openSession(otherVisitor, person);
  await otherVisitor.goto(buyAddress(other));
  await expect(otherVisitor.getByRole('radio', { name: /^Mi saldo/ })).toBeChecked();
  await terms(otherVisitor).check();
  await payButton(otherVisitor).click();
  await expect(otherVisitor).toHaveURL(`/BuyTicket/ok/${other.purchaseId}`);
  await otherVisitor.evaluate(() => localStorage.clear());
  await otherVisitor.goto(address);
  await pay(otherVisitor, cards.approved);
  await expect(otherVisitor.getByText('Quien hizo la compra ya no tiene la parte que iba a poner.')).toBeVisible();
  await shot(otherVisitor, 'pay-refused');
  await expect(page.locator('[data-payer]')).toHaveText(/^Ya no tenés los .* de saldo que ibas a poner/);
  await shot(page, 'share-no-balance');
});

test('a payer who pays the rest of a balance sees both at the end @phone', async ({ page, otherVisitor }, testInfo) => {
  const { amount } = await refundedAsBalance(page, otherVisitor, 1);
  await otherVisitor.evaluate(() => localStorage.clear());
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 2 })));
  await page.getByText('¿Paga otra persona?').click();
  await page.getByRole('checkbox', { name: /^Poner .* de mi saldo/ }).check();
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  await otherVisitor.goto(await page.getByLabel('Link de pago').inputValue());
  await pay(otherVisitor, cards.approved);
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();
  await expect(otherVisitor.getByText(`${amount} los puso quien hizo la compra`)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await otherVisitor.emulateMedia({ colorScheme });
    await expectAccessible(otherVisitor);
    expect(await widthOverflow(otherVisitor)).toBeLessThanOrEqual(0);
    await otherVisitor.screenshot({ path: testInfo.outputPath(`paid-rest-${colorScheme}.png`), fullPage: true });
  }
  await expect(heading(page, '¡Listo! Tu compra está paga')).toBeVisible();
});
