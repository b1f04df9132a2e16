import type { Page } from '@playwright/test';
import { cards, expiry, fillInCard, payButton, terms } from './cards.ts';
import { CARD_TOKENS, expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, stageOf, take, takeMore } from './purchases.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const summary = (page: Page) => page.getByRole('region', { name: 'Tus entradas' });
const amountIn = (text: string | null) => Number((text ?? '').replace(/.*\$\s*([\d.]+).*/s, '$1').replaceAll('.', ''));

/** On the buy screen with places of a show, as a new customer. */
async function buying(page: Page, quantity = 2) {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity });
  await page.goto(buyAddress(taken));
  await expect(heading(page, 'Completá tu compra')).toBeVisible();
  return taken;
}

/** Calls that were sent to a path, in order. */
function callsTo(page: Page, path: RegExp) {
  const calls: { url: string; body: string }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && path.test(new URL(request.url()).pathname))
      calls.push({ url: request.url(), body: request.postData() ?? '' });
  });
  return calls;
}

test('two places are paid by card in instalments, with one charge however often the button is pressed (GE-013, SC-006, SC-007)', {
  tag: '@desktop',
}, async ({ page }) => {
  const taken = await buying(page);
  const charges = callsTo(page, /\/Cobrar$/);
  await expect(summary(page).getByRole('listitem')).toHaveCount(2);
  await expect(summary(page).getByText('Precio sin impuestos nacionales')).toBeVisible();
  await expectAccessible(page);

  await fillInCard(page, cards.approved);
  const threeInstalments = page.getByRole('radio', { name: /^3 cuotas de .+ TEA .+ CFTEA .+ Total/ });
  await threeInstalments.check();
  await terms(page).check();
  await expect(page.getByText(/^3 cuotas de /).last()).toBeVisible();
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  const paid = (await payButton(page).innerText()).replace('Pagar', '').trim();
  await payButton(page).dblclick();

  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect(charges).toHaveLength(1);
  expect(JSON.parse(charges[0]?.body ?? '{}')).toMatchObject({ nCuotas: 3, cUltimosCuatro: '4905' });
  await expect(page.getByText('Visa terminada en 4905')).toBeVisible();
  await expect(page.getByText(/en 3 cuotas/).first()).toBeVisible();
  // What the button said is what was paid, wherever it is read.
  await expect(page.getByRole('definition').filter({ hasText: paid })).toHaveCount(2);
  await expectAccessible(page);

  await page.getByRole('main').getByRole('link', { name: 'Mis compras' }).click();
  await expect(heading(page, 'Mis compras')).toBeVisible();
  await expect(page.getByRole('main').getByText('Pagada')).toBeVisible();
  await expect(page.getByRole('main').getByText(paid)).toBeVisible();
});

test('number and code of the card go to the payments host alone and stay nowhere; tickets to be collected are paid with it, and no clock is left (EN-100, GE-012, PO-002)', {
  tag: '@once',
}, async ({ page }) => {
  const taken = await buying(page, 1);
  const charges = callsTo(page, /\/Cobrar$/);
  const tokens = callsTo(page, CARD_TOKENS);
  const invalidated = callsTo(page, /\/invalidar$/);
  await expect(page.getByRole('main').getByRole('radio', { name: /E-ticket|Retiro en boletería/ })).toHaveCount(2);
  const chosen = page.waitForResponse(/\/EntregaTipo\/Seleccionar$/);
  await page.getByRole('radio', { name: /^Retiro en boletería/ }).check();
  await chosen;

  const told: string[] = [];
  page.on('request', (request) => {
    const said = `${request.url()} ${request.postData() ?? ''}`;
    if (said.includes(cards.approved) || said.includes('"753"')) told.push(new URL(request.url()).pathname);
  });
  await fillInCard(page, cards.approved);
  await page.getByLabel('Vencimiento').fill('11/31');
  const code = page.getByLabel('Código de seguridad');
  await code.fill('753');
  // Nobody beside the buyer reads it.
  await expect(code).toHaveCSS('-webkit-text-security', 'disc');
  await page.getByLabel('Titular', { exact: true }).fill('Irene Vidal');
  await page.getByLabel('Documento del titular').selectOption('CUIL');
  await page.getByLabel('Número de documento').fill('27-30123456-4');
  await terms(page).check();
  await payButton(page).click();
  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Mis compras' })).toBeVisible();
  expect(await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`)).toMatchObject({ cEtapa: 'PAGADO', idEntregaTipo: 2 });

  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(CARD_TOKENS);
  const card = { card_number: cards.approved, card_expiration_month: '11', card_expiration_year: '31', security_code: '753' };
  expect(tokens.map(({ body }) => JSON.parse(body))).toMatchObject([card]);
  expect(charges.map(({ body }) => JSON.parse(body))).toMatchObject([
    { cTitular: 'Irene Vidal', cTipoDeDocumento: 'CUIL', cDocumento: '27301234564' },
  ]);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(stored).not.toMatch(new RegExp(`${cards.approved}|4507 9900|(?<!\\d)753(?!\\d)`));

  await expect(page.getByRole('timer')).toBeHidden();
  const left = await page.evaluate(() => [localStorage.getItem('butaca.purchase'), localStorage.getItem('butaca.process')]);
  expect(left).toEqual([null, null]);
  const timer = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.timer') ?? '{}'));
  expect(timer.cEstado).toBe('RESET');
  expect(timer).not.toHaveProperty('cMensaje');
  expect(invalidated).toEqual([]);
});

test('the card form is Argentina’s and knows its payer; a wrong field shows its error when it is left, all of them when the form is sent (CO-021, EN-108, EN-111)', {
  tag: '@once',
}, async ({ page }) => {
  const person = await logInAsNewcomer(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  const number = page.getByLabel('Número de tarjeta');

  await test.step('what stands there already', async () => {
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(person.email);
    await expect(page.getByLabel('Número de documento')).toHaveValue(person.document);
    await expect(page.getByLabel('Día', { exact: true })).toHaveValue(/0?5/);
    await expect(page.getByLabel('Titular', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Documento del titular').locator('option')).toHaveText(['DNI', 'CUIL', 'CUIT', 'Pasaporte']);
  });

  await test.step('cards of the country by name', async () => {
    const card = page.getByRole('main').getByRole('status');
    for (const [digits, name] of [
      ['589562', 'Naranja'],
      ['604201', 'Cabal'],
    ] as const) {
      await number.fill(digits);
      await expect(card.filter({ hasText: name })).toBeVisible();
      await expect(page.getByRole('radio', { name: /^1 pago de/ })).toBeVisible();
    }
  });

  await test.step('errors', async () => {
    await number.fill('4507 9900 0000 4906');
    await number.blur();
    await expect(page.locator('[data-msg="number.invalid"]')).toBeVisible();
    await number.fill('4507-9900-0000-4905');
    await expect(number).toHaveValue('4507 9900 0000 4905');
    await expect(page.locator('[data-msg="number.invalid"]')).toBeHidden();

    await number.fill('');
    await page.getByLabel('Vencimiento').fill(expiry.over);
    await payButton(page).click();
    for (const problem of ['number.missing', 'expiry.expired', 'code.missing', 'holder.missing']) {
      await expect(page.locator(`[data-msg="${problem}"]`)).toBeVisible();
    }
    await expect(number).toBeFocused();
    await expectAccessible(page);
  });
});

test('a declined card shows the reason on the screen and keeps the form; another one pays, and an answer that is lost is found by asking, never by charging again (ER-013, ER-015, PO-001)', {
  tag: '@desktop',
}, async ({ page }) => {
  await buying(page, 1);
  const tokens = callsTo(page, CARD_TOKENS);
  const charges = callsTo(page, /\/Cobrar$/);
  const notice = page.getByRole('alert').filter({ hasText: 'El pago no se hizo' });
  await fillInCard(page, cards.declined);
  await terms(page).check();
  // Once as wide as a desktop, once as narrow as a phone.
  for (const size of [page.viewportSize(), { width: 390, height: 844 }]) {
    if (size) await page.setViewportSize(size);
    const answered = page.waitForResponse(/\/Cobrar$/);
    await payButton(page).click();
    await answered;
    await expect(notice.getByText('La tarjeta informa el siguiente mensaje:')).toBeVisible();
    await expect(notice.getByText('No se te cobró nada')).toBeInViewport();
    await expect(page.locator(':focus')).toContainText('El pago no se hizo');
    await expect(page.getByLabel('Titular', { exact: true })).toHaveValue('Julia Paredes');
  }
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Probar con otra tarjeta' }).click();
  await expect(page.getByLabel('Número de tarjeta')).toBeFocused();
  await expect(page.getByLabel('Número de tarjeta')).toBeInViewport();

  await fillInCard(page, cards.approved);
  await page.route(/\/Cobrar$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payButton(page).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect([tokens.length, charges.length]).toEqual([3, 3]);
});

test('nothing is sent without the terms, nor while instalments of a new total are on their way, nor charged once the places were given back (VA-034)', {
  tag: '@once',
}, async ({ page }) => {
  const { purchaseId, performanceId } = await buying(page, 1);
  const sent = callsTo(page, /\/(Cobrar|PreValidacion|tokens)$/);
  await fillInCard(page, cards.approved);
  await payButton(page).click();
  await expect(page.locator('[data-msg="You must agree to continue"]')).toHaveText('Tenés que aceptar para continuar');
  await expect(terms(page)).toBeFocused();
  expect(sent).toEqual([]);

  await terms(page).check();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/Tarjetas\//, async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByLabel('Número de tarjeta').fill(cards.declined);
  await payButton(page).click({ force: true });
  await page.keyboard.press('Enter');
  answer();
  await expect(page.getByRole('radio', { name: /^1 pago de/ })).toBeVisible();
  expect(sent).toEqual([]);

  // As in another tab.
  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/Posiciones/SoltarFuncion`, { idFuncion: performanceId });
  await payButton(page).click();
  await expect(heading(page, 'No quedan lugares en tu compra')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Elegir otros lugares' })).toBeVisible();
  expect(sent.filter(({ url }) => url.endsWith('/Cobrar'))).toEqual([]);
  await expectAccessible(page);
});

test('a performance taken out of the cart, and a place that is given back, leave the total; the last place ends the purchase (CM-002, CM-004, CM-010)', {
  tag: '@once',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await takeMore(page, taken, { show: 'letras-de-madera', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(summary(page).getByRole('listitem')).toHaveCount(3);
  const toPay = async () => amountIn(await payButton(page).textContent());
  const withBoth = await toPay();

  await page.getByRole('banner').getByRole('button', { name: 'Ver tu compra' }).click();
  const menu = page.getByRole('dialog', { name: 'Tu compra' });
  await expect(menu.getByRole('listitem')).toHaveCount(2);
  for (const name of ['Hamlet', 'Letras de madera']) await expect(menu.getByRole('listitem').getByRole('heading', { name })).toBeVisible();
  await menu.getByRole('button', { name: /^Quitar Letras de madera/ }).click();
  await expect(menu.getByRole('listitem')).toHaveCount(1);
  await menu.getByRole('button', { name: 'Cerrar' }).click();
  await expect(summary(page).getByRole('listitem')).toHaveCount(2);
  await expect.poll(toPay).toBeLessThan(withBoth);
  const { oTotal } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
  await expect.poll(toPay).toBe(oTotal.fTotal);

  const giveBack = async () => {
    await summary(page)
      .getByRole('button', { name: /^Quitar/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click();
  };
  await giveBack();
  await expect(summary(page).getByRole('listitem')).toHaveCount(1);
  await expect.poll(toPay).toBe(oTotal.fTotal / 2);

  await giveBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog', { name: 'Compra cancelada' })).toBeVisible();
  expect(await stageOf(page, taken)).toBe('CANCELADO');
});
