import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { expect, expectAccessible, looksRight, test, widthOverflow } from '../fixtures.ts';
import { enterOffice, payOff, refundAsBalance } from '../paid.ts';
import { ask, buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const told = (page: Page) => page.locator('[data-payer]');
const isOver = (page: Page) => expect(page.getByText('Este link no existe o ya no sirve.')).toBeVisible();

/** Of the sandbox's gateway: the card's bank asks its owner. */
const ASKED = '4456530000001096';

test.use({ elsewhere: /^http:\/\/localhost:\d+\/gateway\/three-ds\// });

/** The link that the button on the buy screen makes. */
async function makeLink(page: Page) {
  await page.getByRole('button', { name: 'Crear link de pago' }).click();
  return page.getByLabel('Link de pago').inputValue();
}

async function share(page: Page) {
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await page.getByText('¿Paga otra persona?').click();
  return { taken, address: await makeLink(page) };
}

async function fillInAll(page: Page, card: string) {
  await fillInCard(page, card);
  await page.getByLabel('Número de documento').fill('30123456');
  await page.getByLabel(/^Correo/).fill('tia@correo.example');
  await terms(page).check();
}

async function pay(page: Page, card: string) {
  await fillInAll(page, card);
  await payButton(page).click();
}

test('somebody without an account pays with a link; the buyer reads what the payer is doing, is asked nothing of it, and both see the end (R-030, R-031, RO-007) @phone', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  const person = await logInAsNewcomer(page);
  const { address } = await share(page);
  expect(address).toMatch(/\/linkPago\/[\w-]{22}$/);
  await expect(told(page)).toHaveText(/^Todavía nadie pagó/);
  const mail = new URL((await page.getByRole('link', { name: 'Mandar por correo' }).getAttribute('href')) ?? '');
  expect(mail.protocol).toBe('mailto:');
  expect(decodeURIComponent(mail.search)).toMatch(
    /Hamlet[\s\S]*elegí en Butaca[\s\S]*- Hamlet · .*\d{2}:\d{2}[\s\S]*\$\s*[\d.]+, hasta las \d{2}:\d{2}[\s\S]*\/linkPago\//,
  );
  await expectAccessible(page);

  const opened = await otherVisitor.goto(address);
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expect(opened?.headers()['x-robots-tag']).toContain('noindex');
  await expect(heading(otherVisitor, 'Pagá estas entradas')).toBeVisible();
  await expect(otherVisitor.getByRole('main')).toContainText('Hamlet');
  await expect(otherVisitor.getByRole('main')).not.toContainText(person.firstName);
  await expect(otherVisitor.getByRole('main')).toContainText(
    /Te las pide quien las eligió en Butaca.*Con tu tarjeta se pagan \$\s*[\d.]+\./,
  );
  await expect(otherVisitor.getByRole('main')).toContainText(/Podés pagar hasta las \d{2}:\d{2}\./);
  await expect(otherVisitor.getByRole('main').getByText('Cargo por servicio')).toBeVisible();
  await expect(otherVisitor.getByRole('main').getByText(/sin impuestos nacionales/i)).toBeVisible();
  await looksRight(otherVisitor);

  await test.step('the bank asks the payer, who gives up', async () => {
    await pay(otherVisitor, ASKED);
    await expect(heading(otherVisitor, 'Tu banco quiere saber si sos vos')).toBeVisible();
    await expect(told(page)).toHaveText(/^El banco le está pidiendo una confirmación a quien paga/);
    await expect(page.locator('iframe')).toHaveCount(0);
    await expectAccessible(page);
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    await otherVisitor.frameLocator('iframe').getByRole('button', { name: 'Cancelar' }).click();
    await expect(told(page)).toHaveText(/no se terminó\. No se cobró nada y el link sigue sirviendo\./);
  });

  await test.step('a card is declined', async () => {
    await otherVisitor.goto(address);
    await pay(otherVisitor, cards.declined);
    await expect(otherVisitor.getByText(/El pago no se hizo\..*banco/)).toBeVisible();
    await expect(told(page)).toHaveText('El pago no fue autorizado. No se cobró nada y el link sigue sirviendo.');
  });

  await pay(otherVisitor, cards.approved);
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();
  await expect(otherVisitor).toHaveURL(/\/payConfirmLinkPago$/);
  await expectAccessible(otherVisitor);
  await otherVisitor.goto(address);
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();
  await expect(heading(page, '¡Listo! Tu compra está paga')).toBeVisible();
});

test('the second of two strangers with one link reads that somebody else paid before and that their own card was not charged, after a reload too (R-031) @phone', async ({
  page,
  otherVisitor,
  browser,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const { address } = await share(page);
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'es-AR' });
  const third = await context.newPage();
  await third.goto(address);
  await expect(heading(third, 'Pagá estas entradas')).toBeVisible();
  await fillInAll(third, cards.approved);
  await otherVisitor.goto(address);
  await pay(otherVisitor, cards.approved);
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();

  const others = third.getByText('Otra persona lo pagó antes; a tu tarjeta no se le cobró nada.');
  await payButton(third).click();
  await expect(others).toBeVisible();
  await expect(heading(third, 'Estas entradas ya están pagas')).toBeFocused();
  await expectAccessible(third);
  await third.reload();
  await expect(others).toBeVisible();
  // The one who paid is thanked, after a reload too.
  await otherVisitor.reload();
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();
  // And in another tab, where it had been opened before.
  const besides = await otherVisitor.context().newPage();
  await besides.goto(address);
  await expect(heading(besides, '¡Listo! Ya está pago')).toBeVisible();
  await context.close();
});

test('a code is asked for, a wrong or revoked one is said so, to a payer who presses too, and its buyer makes another; a purchase’s number opens it for its owner alone (R-029, C-13) @phone', async ({
  page,
  otherVisitor,
}) => {
  await logInAsNewcomer(page);
  const { taken, address } = await share(page);
  await otherVisitor.goto('/linkPago');
  await expect(heading(otherVisitor, 'Pagar con un link')).toBeVisible();
  await expectAccessible(otherVisitor);
  const code = otherVisitor.getByLabel('Link o código de pago');
  await code.fill('algo');
  await otherVisitor.getByRole('button', { name: 'Continuar' }).click();
  await expect(otherVisitor.getByText('Eso no es un link de pago.')).toBeVisible();
  await code.fill(` https://butaca.example${new URL(address).pathname} `);
  await otherVisitor.getByRole('button', { name: 'Continuar' }).click();
  await expect(heading(otherVisitor, 'Pagá estas entradas')).toBeVisible();
  await fillInAll(otherVisitor, cards.approved);

  await test.step('the link is revoked while its payer looks at it', async () => {
    // As another tab does.
    await ask(page, 'POST', `/v2/Proceso/${taken.purchaseId}/LinkDePago/Anular`, {});
    await payButton(otherVisitor).click();
    await expect(heading(otherVisitor, 'Este link de pago ya no sirve')).toBeInViewport();
    await expect(heading(otherVisitor, 'Este link de pago ya no sirve')).toBeFocused();
    await expect(otherVisitor.getByText('No se te cobró nada. Pedile otro a quien te lo mandó.')).toBeVisible();
    await expect(otherVisitor).toHaveURL(address);
    await expectAccessible(otherVisitor);
    await otherVisitor.reload();
    await isOver(otherVisitor);

    await expect(page.getByText('El link de pago ya no sirve.')).toBeVisible();
    await expect(page.getByLabel('Link de pago')).toHaveCount(0);
    await expectAccessible(page);
    const another = await makeLink(page);
    expect(another).toMatch(/\/linkPago\/[\w-]{22}$/);
    await expect(page.getByText('El link de pago ya no sirve.')).toHaveCount(0);
    expect(another).not.toBe(address);
  });

  await test.step('the number of the purchase instead of a code', async () => {
    await otherVisitor.goto(`/linkPago/${taken.purchaseId}`);
    await isOver(otherVisitor);
    await logInAsNewcomer(otherVisitor);
    await otherVisitor.goto(`/linkPago/${taken.purchaseId}`);
    await isOver(otherVisitor);
    await page.goto(`/linkPago/${taken.purchaseId}`);
    await expect(page).toHaveURL(new RegExp(`/buyTicket\\?.*${taken.purchaseId}`));
  });
});

test('the buyer’s balance pays a part: a payer with the link reads both, is refused once the balance is spent, pays the rest when it is back, and sees both at the end @phone', async ({
  page,
  otherVisitor,
}) => {
  test.slow();
  await logInAsNewcomer(page);
  const returned = await take(page, { show: 'hamlet', quantity: 1 });
  await payOff(page, returned);
  await enterOffice(otherVisitor);
  const { amount } = await refundAsBalance(otherVisitor, returned);

  await page.goto(buyAddress(await take(page, { show: 'hamlet', quantity: 3 })));
  await page.getByText('¿Paga otra persona?').click();
  await page.getByRole('checkbox', { name: /^Poner .* de mi saldo: con el link se pagan/ }).check();
  await looksRight(page);
  const address = await makeLink(page);
  await expect(page.getByText(/^Vos ponés .* de tu saldo y con el link se pagan/)).toContainText(amount);
  await looksRight(page);

  const office = await otherVisitor.evaluate(() => localStorage.getItem('butaca.session') ?? '');
  await otherVisitor.evaluate(() => localStorage.clear());
  await otherVisitor.goto(address);
  const parts = otherVisitor.getByRole('definition');
  await expect(parts.filter({ hasText: amount }).last()).toBeVisible();
  const rest = (await payButton(otherVisitor).innerText()).replace('Pagar', '').trim();
  await expect(otherVisitor.getByText('Te falta pagar')).toBeVisible();
  await expect(parts.last()).toHaveText(rest);
  await looksRight(otherVisitor);

  // Spent on another purchase meanwhile: the payer is refused, and the buyer's page says why.
  const other = await take(page, { show: 'hamlet', quantity: 1 });
  await payOff(page, other, { by: 'SALDO' });
  await pay(otherVisitor, cards.approved);
  await expect(otherVisitor.getByText('Quien hizo la compra ya no tiene la parte que iba a poner.')).toBeVisible();
  await looksRight(otherVisitor);
  await expect(told(page)).toHaveText(/^Ya no tenés los .* de saldo que ibas a poner/);
  await looksRight(page);

  // That purchase is refunded as balance, too.
  await otherVisitor.evaluate((session) => localStorage.setItem('butaca.session', session), office);
  await refundAsBalance(otherVisitor, other);
  await otherVisitor.evaluate(() => localStorage.clear());
  await otherVisitor.goto(address);
  await pay(otherVisitor, cards.approved);
  await expect(heading(otherVisitor, '¡Listo! Ya está pago')).toBeVisible();
  await expect(otherVisitor.getByText(`${amount} los puso quien hizo la compra`)).toBeVisible();
  await looksRight(otherVisitor);
  await expect(heading(page, '¡Listo! Tu compra está paga')).toBeVisible();
});
