import type { Page } from '@playwright/test';
import { newcomer } from '../customers.ts';
import { expect, looksRight, test } from '../fixtures.ts';
import { mailsTo } from '../inbox.ts';
import { tickets } from '../orders.ts';
import { enterOffice, paidOrder } from '../paid.ts';
import { ask, openSession } from '../purchases.ts';

const door = { email: 'puerta@butaca.example', password: 'PuertaDeSala2026' };

const open = (page: Page) => page.getByRole('button', { name: 'Emitir las entradas de nuevo' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Emitir las entradas de nuevo' });
const password = (page: Page) => dialog(page).getByLabel('Contraseña', { exact: true });
const done = (page: Page) => page.locator('[data-msg="tickets_reissued"]');
const codesOf = (page: Page) =>
  page.locator('main [data-code]').evaluateAll((codes) => codes.map((code) => code.getAttribute('data-code')));

test('a buyer has tickets issued anew with the password: the codes on the page and in the mail are new, the door refuses those before', async ({
  page,
  otherVisitor,
}) => {
  const person = newcomer();
  const { orderId } = await paidOrder(page, 2, person);
  await page.goto(`/myOrders/${orderId}`);
  await expect(tickets(page)).toHaveCount(2);
  const before = await codesOf(page);

  await open(page).click();
  await expect(password(page)).toBeFocused();
  await expect(dialog(page)).toContainText('deja de servir para entrar');
  await expect(dialog(page)).toContainText(`Las nuevas salen por correo a ${person.email}`);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await looksRight(page, { widths: [320, 390, 1280] });
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Escribí tu contraseña')).toBeVisible();
  await password(page).fill('Otra2026');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('La contraseña no es correcta.')).toBeVisible();
  expect(await codesOf(page)).toEqual(before);
  await password(page).fill(person.password);
  await page.keyboard.press('Enter');

  await expect(done(page)).toContainText('Emitimos de nuevo 2 entradas');
  await expect(done(page).locator('xpath=..')).toBeFocused();
  await expect(tickets(page)).toHaveCount(2);
  const after = await codesOf(page);
  expect(after).toHaveLength(2);
  for (const code of after) expect(before).not.toContain(code);
  await expect(page.getByText('Entradas emitidas de nuevo')).toBeVisible();
  await looksRight(page, { widths: [320, 390, 1280] });
  const subject = 'Tus entradas nuevas para Hamlet: las anteriores ya no sirven';
  await expect.poll(async () => (await mailsTo(person.email)).filter((mail) => mail.subject === subject)).toHaveLength(1);

  await openSession(otherVisitor, door);
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  const read = (code: string | null | undefined) =>
    ask(otherVisitor, 'POST', '/v2/Puerta/Leer', { idFuncion: listaEntrada[0].idFuncion, cCodigo: code });
  for (const code of before) expect(await read(code)).toMatchObject({ cResultado: 'ANULADA', lReemplazada: 'S' });
  expect(await read(after[0])).toMatchObject({ cResultado: 'VALIDA' });

  // Once somebody has entered with one of them the other is left.
  await open(page).click();
  await password(page).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Emitir de nuevo' }).click();
  await expect(done(page)).toContainText('Emitimos de nuevo 1 entrada');
  await expect(done(page)).toContainText('1 entrada quedó como estaba');
});

test('the office reads when tickets were issued anew, issues them itself with a reason, and keeps the numbers of before @once', async ({
  page,
  otherVisitor: office,
}) => {
  const person = newcomer();
  const { orderId } = await paidOrder(page, 2, person);
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${orderId}`);
  await enterOffice(office);
  await office.goto(`/oficina/operaciones?operacion=${orderId}`);
  await office.getByRole('button', { name: 'Emitir de nuevo' }).click();
  const asked = office.getByRole('dialog', { name: 'Emitir de nuevo' });
  await expect(asked).toContainText('no se puede deshacer');
  await asked.getByLabel('Motivo').fill('Perdió el teléfono');
  await looksRight(office, { widths: [390, 1280] });
  await asked.getByRole('button', { name: 'Emitir de nuevo' }).click();
  await expect(office.getByText('Listo: las entradas nuevas salen ahora por correo')).toBeVisible();
  await expect(office.getByText('Emitidas de nuevo')).toBeVisible();
  await office.getByText('2 entradas anteriores, que ya no sirven').click();
  await expect(office.getByText(listaEntrada[0].cNumero)).toBeVisible();
  await expect(office.getByText('Perdió el teléfono')).toBeVisible();
  await looksRight(office, { widths: [390, 1280] });
  // Whoever comes with a ticket of before is found by its number.
  await office.getByLabel('Buscar una operación').fill(listaEntrada[0].cNumero);
  await office.getByRole('button', { name: 'Buscar' }).click();
  await expect(office.getByRole('heading', { level: 2, name: 'Hamlet' })).toBeVisible();
  await page.goto(`/myOrders/${orderId}`);
  await expect(page.getByText('2 entradas, por atención al público')).toBeVisible();
});

test('an address that is not confirmed is confirmed in the dialog, and what else is refused says why @once', async ({ page }) => {
  const { orderId } = await paidOrder(page);
  await page.goto(`/myOrders/${orderId}`);
  const refuse = (json: object) => page.route('**/v2/Operacion/*/Reemitir', (route) => route.fulfill({ json }), { times: 1 });
  const send = async () => {
    await password(page).fill('Platea2026');
    await page.keyboard.press('Enter');
  };
  await open(page).click();
  for (const [cImpedimento, text] of [
    ['DEMASIADAS_VECES', 'Podés volver a hacerlo en 2 horas'],
    ['NINGUNA', 'No queda ninguna para emitir'],
    ['EN_PAPEL', 'Estas entradas se entregan impresas'],
  ] as const) {
    await refuse({ nCode: 494, cError: 'cannot_reissue', oData: { cImpedimento, nSegundos: 7200 } });
    await send();
    await expect(dialog(page).getByRole('alert')).toContainText(text);
  }
  await refuse({ nCode: 486, cError: 'address_unconfirmed', oData: {} });
  await send();
  await expect(dialog(page).getByRole('heading', { level: 2, name: 'Confirmá tu correo' })).toBeVisible();
  // It is not where they go once another address is typed here.
  await expect(dialog(page)).not.toContainText('Las nuevas salen por correo');
  await looksRight(page, { widths: [320, 390, 1280] });
  await page.keyboard.press('Escape');
  await expect(open(page)).toBeFocused();
});
