import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { sandboxPorts } from '../config.ts';
import { expect, looksRight, test } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const organiser = { email: 'organizador@butaca.example', password: 'Organizador2026' };

/** Two places, paid by card. */
async function buy(page: Page) {
  const { email } = await logInAsNewcomer(page);
  const taken = await take(page, { show: 'hamlet', quantity: 2 });
  await page.goto(buyAddress(taken));
  await fillInCard(page, cards.approved);
  await terms(page).check();
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Listo|compra|entradas/i })).toBeVisible();
  return { email, orderId: taken.purchaseId };
}

async function enter(page: Page) {
  await page.goto('/oficina/operaciones');
  await page.getByLabel('Correo electrónico').fill(organiser.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(organiser.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operaciones' })).toBeFocused();
}

test('an organiser finds an order, sees in numbers what a refund does, gives a reason, and the buyer has it on their page and by mail @once', async ({
  page,
  otherVisitor: office,
}) => {
  const { email, orderId } = await buy(page);
  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await enter(office);
  await test.step('an order that does not exist, and a server that does not answer, say so', async () => {
    await office.getByLabel('Buscar una operación').fill('nadie@correo.example');
    await office.getByRole('button', { name: 'Buscar' }).click();
    await expect(office.getByText('No encontramos ninguna operación con “nadie@correo.example”.')).toBeVisible();
    await office.goto(`/oficina/operaciones?operacion=${'A'.repeat(22)}`);
    await expect(office.getByText('No encontramos esa operación.')).toBeVisible();
    await office.route('**/v2/Oficina/Operaciones*', (route) => route.abort());
    await office.getByLabel('Buscar una operación').fill(organiser.email);
    await office.getByRole('button', { name: 'Buscar' }).click();
    await expect(office.getByText(/No pudimos comunicarnos con el servidor/)).toBeVisible();
    await office.unrouteAll();
  });

  await office.getByLabel('Buscar una operación').fill(email);
  await office.keyboard.press('Enter');
  await office.getByRole('link', { name: /Hamlet/ }).click();
  await expect(office.getByRole('heading', { level: 2, name: 'Hamlet' })).toBeVisible();
  await looksRight(office);

  await office.getByRole('checkbox').first().check();
  await office.getByRole('button', { name: 'Devolver 1 entrada' }).click();
  const dialog = office.getByRole('dialog', { name: 'Devolver 1 entrada' });
  await expect(dialog.getByText('Lugares que vuelven a la venta')).toBeVisible();
  await expect(dialog.locator('dd').first()).toHaveText(/^\$\s[\d.]+$/);
  await looksRight(office);
  await dialog.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(dialog.getByText('Escribí el motivo')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Lo pidió por correo');
  await dialog.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(dialog).toBeHidden();
  await expect(office.getByText('las entradas quedaron anuladas')).toBeVisible();
  await expect(office.getByText('Anulada', { exact: true })).toBeVisible();
  await expect(office.getByText(/Lo pidió por correo/).first()).toBeVisible();

  await office.getByRole('button', { name: 'Reenviar las entradas' }).click();
  const again = office.getByRole('dialog', { name: 'Reenviar las entradas' });
  await expect(again.getByText(`Mandamos de nuevo 1 entrada a ${email}.`)).toBeVisible();
  await again.getByLabel('Motivo').fill('No le llegaron');
  await again.getByRole('button', { name: 'Reenviar' }).click();
  await expect(again).toBeHidden();
  await looksRight(office);

  await page.goto(`/myOrders/${orderId}`);
  await expect(page.getByText('Con esta entrada ya no se puede ingresar.')).toBeAttached();
  await expect(page.getByText('Te devolvimos', { exact: true })).toBeVisible();
  await looksRight(page);
  await expect
    .poll(async () => (await mailsTo(email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Te devolvemos \$.*Hamlet$/));
  await expect.poll(async () => (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Tus entradas')).length).toBe(2);

  await office.getByRole('navigation', { name: 'Pantallas' }).getByRole('link', { name: 'Dinero' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Dinero' })).toBeFocused();
  await expect(office.getByText('No hay devoluciones pendientes.')).toBeVisible();
  await looksRight(office);
});

/** The order's page in the office; answers its payment. */
async function openOrder(office: Page, orderId: string) {
  const order = office.waitForResponse((answer) => answer.url().endsWith(`/v2/Oficina/Operacion/${orderId}`));
  await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  const [{ cReferencia, fTotal }] = (await (await order).json()).oData.listaCobro;
  return { reference: cReferencia as string, paid: fTotal as number };
}

/** The gateway's people give a share of a payment back on a page of theirs. */
async function giveBack({ reference, paid }: { reference: string; paid: number }, share: number) {
  const given = await fetch(`http://127.0.0.1:${sandboxPorts().page}/gateway/control/give-back`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: paid * 100 * share }),
  });
  expect(given.status).toBe(200);
}

test('a paid payment is asked about at once, and goodwill of the processor is closed as for no ticket, with a reason in the log @once', async ({
  page,
  otherVisitor: office,
}) => {
  const { orderId } = await buy(page);
  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await enter(office);
  const payment = await openOrder(office, orderId);
  const ask = async () => {
    await office.getByRole('button', { name: /^Consultar a la procesadora/ }).click();
    const dialog = office.getByRole('dialog', { name: 'Consultar de nuevo' });
    await looksRight(office);
    await dialog.getByLabel('Motivo').fill('Avisó que le devolvieron');
    await office.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };
  await ask();
  await expect(office.getByText('la procesadora no devolvió nada que no esté acá')).toBeVisible();
  await giveBack(payment, 0.1);
  await ask();
  await expect(office.getByText('La procesadora devolvió dinero por su cuenta. Abajo ves cuánto.')).toBeVisible();

  const money = await office.context().newPage();
  await money.goto('/oficina/dinero');
  const group = money.getByRole('region', { name: /^Devuelto por las procesadoras/ });
  await expect(group.getByText(/Falta decidir de qué eran \$/).first()).toBeVisible();
  await looksRight(money);
  await money.close();

  await office.getByRole('button', { name: 'No era de ninguna entrada' }).click();
  const close = office.getByRole('dialog', { name: 'Lo devuelto no era de ninguna entrada' });
  await looksRight(office);
  await close.getByRole('button', { name: 'Dejarlo cerrado' }).click();
  await expect(close.getByText('Escribí el motivo')).toBeVisible();
  await expect(close.getByLabel('Motivo')).toBeFocused();
  await close.getByLabel('Motivo').fill('Atención por la demora');
  await office.keyboard.press('Enter');
  await expect(office.getByText('lo devuelto ya no espera una decisión')).toBeVisible();
  await expect(office.getByRole('button', { name: 'No era de ninguna entrada' })).toBeHidden();
  await expect(office.getByText('Cerrado: de ninguna entrada', { exact: true })).toBeVisible();
  await expect(office.getByText('Atención por la demora').first()).toBeVisible();
  await expect(office.getByText('Anulada', { exact: true })).toBeHidden();
  await looksRight(office);

  await test.step('closed by mistake, it is opened again and waits for a decision', async () => {
    await office.getByRole('button', { name: /^Deshacer/ }).click();
    const undo = office.getByRole('dialog', { name: 'Deshacer: lo devuelto era de alguna entrada' });
    await undo.getByLabel('Motivo').fill('Era por una entrada');
    await undo.getByRole('button', { name: 'Deshacer', exact: true }).click();
    await expect(office.getByText('Listo: lo devuelto espera otra vez una decisión.')).toBeVisible();
    await expect(office.getByRole('button', { name: 'No era de ninguna entrada' })).toBeVisible();
    await expect(office.getByText('Deshecho', { exact: true })).toBeVisible();
    await expect(office.getByRole('button', { name: /^Deshacer/ })).toHaveCount(0);
    await looksRight(office);
  });
});

test('what the processor gave back of itself is counted for tickets, in numbers before it is done, and nobody is paid twice @once', async ({
  page,
  otherVisitor: office,
}) => {
  const { email, orderId } = await buy(page);
  await office.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await enter(office);
  await giveBack(await openOrder(office, orderId), 0.5);
  const refundOne = async () => {
    await office.getByRole('checkbox').first().check();
    await office.getByRole('button', { name: 'Devolver 1 entrada' }).click();
    return office.getByRole('dialog', { name: 'Devolver 1 entrada' });
  };
  // Nobody has told us yet: the office asks as it gives back, and says what has changed.
  const first = await refundOne();
  await expect(first.getByText('Lugares que vuelven a la venta')).toBeVisible();
  await first.getByLabel('Motivo').fill('Lo pidió por correo');
  await first.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(first.getByRole('group', { name: /^De esta operación ya se devolvieron \$\s58\.240/ })).toBeVisible();
  const nothing = first.getByText('Se devuelve', { exact: true }).locator('xpath=following-sibling::dd');
  await expect(nothing).toHaveText(/^\$\s0$/);
  // The numbers were others, and the keyboard is where it was.
  await expect(first.getByRole('button', { name: 'Devolver y anular' })).toBeFocused();
  await looksRight(office);
  await first.getByRole('radio', { name: /No eran por estas entradas/ }).check();
  await expect(nothing).toHaveText(/^\$\s58\.240$/);
  await first.getByRole('radio', { name: /Eran por estas entradas/ }).check();
  await expect(nothing).toHaveText(/^\$\s0$/);
  await first.getByRole('button', { name: 'Devolver y anular' }).click();
  await expect(first).toBeHidden();
  await expect(office.getByText(/\$\s58\.240 ya devueltos antes/)).toBeVisible();
  await expect(office.getByText('Anulada', { exact: true })).toHaveCount(1);
  await expect
    .poll(async () => (await mailsTo(email)).map(({ text }) => text).join())
    .toMatch(/La procesadora del pago te devolvió \$\s58\.240/);
});
