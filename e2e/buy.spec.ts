import type { Page } from '@playwright/test';
import { cards, expiry, fillInCard, payButton, terms } from './cards.ts';
import { CARD_TOKENS, expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { ask, buyAddress, logInAsNewcomer, stageOf, take, takeMore } from './purchases.ts';

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

test('two places are paid by card in instalments, with one charge however often the button is pressed (GE-013, SC-006, SC-007)', async ({
  page,
}) => {
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
  await expectAccessible(page);
});

test('number and code of the card go to the payments host alone and stay nowhere (EN-100)', { tag: '@once' }, async ({ page }) => {
  await buying(page, 1);
  const told: string[] = [];
  page.on('request', (request) => {
    const said = `${request.url()} ${request.postData() ?? ''}`;
    if (said.includes(cards.approved) || said.includes('"753"')) told.push(new URL(request.url()).pathname);
  });
  await fillInCard(page, cards.approved);
  const code = page.getByLabel('Código de seguridad');
  await code.fill('753');
  // Nobody beside the buyer reads it, and no browser takes it for a password that it could save.
  await expect(code).toHaveAttribute('type', 'text');
  await expect(code).toHaveAttribute('autocomplete', 'cc-csc');
  await expect(code).toHaveCSS('-webkit-text-security', 'disc');
  await terms(page).check();
  await payButton(page).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(CARD_TOKENS);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(stored).not.toMatch(new RegExp(`${cards.approved}|4507 9900|(?<!\\d)753(?!\\d)`));
});

test('month, year and code of the card go to the payments host as they were typed (EN-101, EN-102, EN-103)', { tag: '@once' }, async ({
  page,
}) => {
  await buying(page, 1);
  const tokens = callsTo(page, CARD_TOKENS);
  await fillInCard(page, cards.approved);
  await page.getByLabel('Vencimiento').fill('11/31');
  await page.getByLabel('Código de seguridad').fill('175');
  await terms(page).check();
  await payButton(page).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect(tokens.map(({ body }) => JSON.parse(body))).toMatchObject([
    { card_number: cards.approved, card_expiration_month: '11', card_expiration_year: '31', security_code: '175' },
  ]);
});

test('the card form is Argentina’s: its documents, and the cards of the country by name (CO-021)', { tag: '@once' }, async ({ page }) => {
  await buying(page, 1);
  await expect(page.getByLabel('Documento del titular').locator('option')).toHaveText(['DNI', 'CUIL', 'CUIT', 'Pasaporte']);
  const card = page.getByRole('main').getByRole('status');
  for (const [digits, name] of [
    ['589562', 'Naranja'],
    ['604201', 'Cabal'],
  ] as const) {
    await page.getByLabel('Número de tarjeta').fill(digits);
    await expect(card.filter({ hasText: name })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^1 pago de/ })).toBeVisible();
  }
});

test('the holder’s name and document are asked for, and paid with (EN-105, EN-106, EN-107)', { tag: '@once' }, async ({ page }) => {
  await buying(page, 1);
  const charges = callsTo(page, /\/Cobrar$/);
  await fillInCard(page, cards.approved);
  await page.getByLabel('Titular', { exact: true }).fill('Irene Vidal');
  await page.getByLabel('Documento del titular').selectOption('CUIL');
  await page.getByLabel('Número de documento').fill('27-30123456-4');
  await terms(page).check();
  await payButton(page).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect(charges.map(({ body }) => JSON.parse(body))).toMatchObject([
    { cTitular: 'Irene Vidal', cTipoDeDocumento: 'CUIL', cDocumento: '27301234564' },
  ]);
});

test('tickets to be collected at the box office are paid, and no clock of the purchase is left (GE-012, PO-002)', {
  tag: '@once',
}, async ({ page }) => {
  const taken = await buying(page, 1);
  const deliveries = page.getByRole('main').getByRole('radio', { name: /E-ticket|Retiro en boletería/ });
  await expect(deliveries).toHaveCount(2);
  const chosen = page.waitForResponse(/\/EntregaTipo\/Seleccionar$/);
  await page.getByRole('radio', { name: /^Retiro en boletería/ }).check();
  await chosen;
  await fillInCard(page, cards.approved);
  await terms(page).check();
  const invalidated = callsTo(page, /\/invalidar$/);
  await payButton(page).click();

  await expect(page).toHaveURL(`/BuyTicket/ok/${taken.purchaseId}`);
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Mis compras' })).toBeVisible();
  await expect(page.getByRole('timer')).toBeHidden();
  const left = await page.evaluate(() => [localStorage.getItem('butaca.purchase'), localStorage.getItem('butaca.process')]);
  expect(left).toEqual([null, null]);
  const timer = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.timer') ?? '{}'));
  expect(timer.cEstado).toBe('RESET');
  expect(timer).not.toHaveProperty('cMensaje');
  expect(invalidated).toEqual([]);
  expect(await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`)).toMatchObject({ cEtapa: 'PAGADO', idEntregaTipo: 2 });
});

test('a declined card shows the reason on the screen, keeps the form, and another card pays (PO-003, ER-013, ER-015)', async ({ page }) => {
  await buying(page, 1);
  const tokens = callsTo(page, CARD_TOKENS);
  await fillInCard(page, cards.declined);
  await terms(page).check();
  await payButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'El pago no se hizo' });
  await expect(notice.getByText('La tarjeta informa el siguiente mensaje:')).toBeVisible();
  await expect(notice.getByText('No se te cobró nada')).toBeInViewport();
  await expect(page.locator(':focus')).toContainText('El pago no se hizo');
  await expect(page.getByLabel('Titular', { exact: true })).toHaveValue('Julia Paredes');
  await expectAccessible(page);

  await fillInCard(page, cards.approved);
  await payButton(page).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect(tokens).toHaveLength(2);
});

test('without the terms nothing is sent, and the box has the focus (VA-034)', { tag: '@once' }, async ({ page }) => {
  await buying(page, 1);
  const sent = callsTo(page, /\/(Cobrar|PreValidacion|tokens)$/);
  await fillInCard(page, cards.approved);
  await payButton(page).click();
  await expect(page.locator('[data-msg="You must agree to continue"]')).toHaveText('Tenés que aceptar para continuar');
  await expect(terms(page)).toBeFocused();
  expect(sent).toEqual([]);
});

test('a wrong field shows its error when it is left, all of them when the form is sent, and the first has the focus', {
  tag: '@once',
}, async ({ page }) => {
  await buying(page, 1);
  const number = page.getByLabel('Número de tarjeta');
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

test('the payer’s own data stand in the form already (EN-108, EN-109, EN-111)', { tag: '@once' }, async ({ page }) => {
  const person = await logInAsNewcomer(page);
  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 1 })));
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(person.email);
  await expect(page.getByLabel('Número de documento')).toHaveValue(person.document);
  await expect(page.getByLabel('Día', { exact: true })).toHaveValue(/0?5/);
  await expect(page.getByLabel('Titular', { exact: true })).toBeVisible();
});

test('a place that is given back leaves the total, the last one ends the purchase', { tag: '@once' }, async ({ page }) => {
  const taken = await buying(page);
  const before = amountIn(await payButton(page).textContent());
  const giveBack = async () => {
    await summary(page)
      .getByRole('button', { name: /^Quitar/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click();
  };
  await giveBack();
  await expect(summary(page).getByRole('listitem')).toHaveCount(1);
  await expect.poll(async () => amountIn(await payButton(page).textContent())).toBe(before / 2);

  await giveBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog', { name: 'Compra cancelada' })).toBeVisible();
  expect(await stageOf(page, taken)).toBe('CANCELADO');
});

test('a performance taken out of the cart leaves the summary and the total of the page below it', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await takeMore(page, taken, { show: 'letras-de-madera', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(summary(page).getByRole('listitem')).toHaveCount(3);
  const before = amountIn(await payButton(page).textContent());

  await page.getByRole('banner').getByRole('button', { name: 'Ver tu compra' }).click();
  const menu = page.getByRole('dialog', { name: 'Tu compra' });
  await menu.getByRole('button', { name: /^Quitar Hamlet/ }).click();
  await expect(menu.getByRole('listitem')).toHaveCount(1);
  await menu.getByRole('button', { name: 'Cerrar' }).click();
  await expect(summary(page).getByRole('listitem')).toHaveCount(1);
  await expect.poll(async () => amountIn(await payButton(page).textContent())).toBeLessThan(before);
});

test('an answer that is lost after the charge is found by asking, never by charging again (PO-001, PO-013)', { tag: '@once' }, async ({
  page,
}) => {
  await buying(page, 1);
  const charges = callsTo(page, /\/Cobrar$/);
  await page.route(/\/Cobrar$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(heading(page, /Tu compra está paga/)).toBeVisible();
  expect(charges).toHaveLength(1);
});

test('while the instalments of a new total are on their way nothing can be paid', { tag: '@once' }, async ({ page }) => {
  await buying(page, 1);
  const sent = callsTo(page, /\/(Cobrar|PreValidacion|tokens)$/);
  await fillInCard(page, cards.approved);
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
});

test('after places were given back in another tab, paying shows that nothing is left to pay, and charges nothing', {
  tag: '@once',
}, async ({ page }) => {
  const { purchaseId, performanceId } = await buying(page, 1);
  const charges = callsTo(page, /\/Cobrar$/);
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await ask(page, 'POST', `/v2/Proceso/${purchaseId}/Posiciones/SoltarFuncion`, { idFuncion: performanceId });
  await payButton(page).click();
  await expect(heading(page, 'No quedan lugares en tu compra')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Elegir otros lugares' })).toBeVisible();
  expect(charges).toEqual([]);
  await expectAccessible(page);
});
