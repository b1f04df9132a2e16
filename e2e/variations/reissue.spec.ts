import type { Page, Route } from '@playwright/test';
import { newcomer } from '../customers.ts';
import { lookedAt } from '../device-clock.ts';
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
  await expectNew(page, before);
  const after = await codesOf(page);
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

test('an address that is not confirmed is confirmed in the dialog, and what else is refused says why @once', async ({ page, context }) => {
  const { orderId } = await paidOrder(page);
  await page.goto(`/myOrders/${orderId}`);
  const refuse = (json: object) => page.route('**/v2/Operacion/*/Reemitir', (route) => route.fulfill({ json }), { times: 1 });
  const tries = () => send(page, { password: 'Platea2026' });
  await open(page).click();
  for (const [cImpedimento, text] of [
    ['DEMASIADAS_VECES', 'Podés volver a hacerlo en 2 horas'],
    ['NINGUNA', 'No queda ninguna para emitir'],
    ['EN_PAPEL', 'Estas entradas se entregan impresas'],
  ] as const) {
    await refuse({ nCode: 494, cError: 'cannot_reissue', oData: { cImpedimento, nSegundos: 7200 } });
    await tries();
    await expect(dialog(page).getByRole('alert')).toContainText(text);
  }
  await refuse({ nCode: 486, cError: 'address_unconfirmed', oData: {} });
  await tries();
  await expect(dialog(page).getByRole('heading', { level: 2, name: 'Confirmá tu correo' })).toBeFocused();
  await expect(dialog(page)).toContainText('Antes de emitirlas te mandamos un código ahí');
  await expect(dialog(page)).not.toContainText('Tus lugares');
  // It is not where they go once another address is typed here.
  await expect(dialog(page)).not.toContainText('Las nuevas salen por correo');
  await looksRight(page, { widths: [320, 390, 1280] });
  await page.keyboard.press('Escape');
  await expect(open(page)).toBeFocused();

  await test.step('nothing was issued, so the codes are there without a connection too', async () => {
    const before = await codesOf(page);
    await page.getByRole('main').getByRole('link', { name: 'Mis compras' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mis compras' })).toBeVisible();
    await context.setOffline(true);
    await page.goBack();
    await expect(page.getByText('como las viste la última vez')).toBeVisible();
    expect(await codesOf(page)).toEqual(before);
    await context.setOffline(false);
  });
});

const act = '**/v2/Operacion/*/Reemitir';
/** Readings of an order. */
const readings = /\/v2\/Operacion\/[\w-]+$/;
const lose = (route: Route) => route.abort('connectionreset');
const newMails = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject === 'Tus entradas nuevas para Hamlet: las anteriores ya no sirven');
const send = async (page: Page, { password: typed }: { readonly password: string }) => {
  await password(page).fill(typed);
  await page.keyboard.press('Enter');
};

/** The page shows as many codes as before, and none of those, which are void. */
const expectNew = (page: Page, before: readonly (string | null)[]) =>
  expect
    .poll(async () => {
      const shown = await codesOf(page);
      return { shown: shown.length, void: shown.filter((code) => before.includes(code)).length };
    })
    .toEqual({ shown: before.length, void: 0 });

test('when the connection drops after the tickets were issued anew, the page says that it was done and shows no void code (EN-114)', async ({
  page,
  context,
}) => {
  const person = newcomer();
  const { orderId } = await paidOrder(page, 2, person);
  await page.goto(`/myOrders/${orderId}`);
  await expect(tickets(page)).toHaveCount(2);
  const before = await codesOf(page);

  await open(page).click();
  await page.route(
    act,
    async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await send(page, person);
  await expect(done(page)).toContainText('Emitimos de nuevo 2 entradas');
  await expect(done(page)).toContainText('Las nuevas salen por correo');
  await expect(done(page).locator('xpath=..')).toBeFocused();
  await expect(page.getByText('No pudimos volver a leer tus entradas')).toBeVisible();
  await expect(tickets(page)).toHaveCount(2);
  expect(await codesOf(page)).toEqual([]);
  await looksRight(page, { widths: [320, 390, 1280] });
  await context.setOffline(false);
  await expectNew(page, before);
  await expect(done(page)).toBeVisible();

  await test.step('a reading that fails leaves the page, without codes, until another one works', async () => {
    const since = await codesOf(page);
    await page.route(readings, lose);
    await open(page).click();
    await send(page, person);
    await expect(done(page)).toContainText('Emitimos de nuevo 2 entradas');
    await expect(page.getByText('No pudimos volver a leer tus entradas')).toBeVisible();
    expect(await codesOf(page)).toEqual([]);
    await page.unroute(readings);
    await page.getByRole('button', { name: 'Volver a leer' }).click();
    await expectNew(page, since);
  });
});

test('when the answer is lost the dialog says that it may have been done, and a click that is repeated happens once (EN-114)', async ({
  page,
}) => {
  const person = newcomer();
  const { orderId } = await paidOrder(page, 2, person);
  await page.goto(`/myOrders/${orderId}`);
  await expect(tickets(page)).toHaveCount(2);
  const before = await codesOf(page);
  const keys = new Set<string | undefined>();
  page.on('request', (request) => request.url().endsWith('/Reemitir') && keys.add(request.headers()['idempotency-key']));
  const loseAnswer = () =>
    page.route(
      act,
      async (route) => {
        await route.fetch();
        await lose(route);
      },
      { times: 1 },
    );

  await test.step('what did not arrive was not done, and is the same click when the dialog is opened again', async () => {
    await open(page).click();
    await page.route(act, lose, { times: 1 });
    await send(page, person);
    await expect(dialog(page).getByRole('alert')).toContainText('No sabemos si se hizo');
    await page.keyboard.press('Escape');
    await expect.poll(() => codesOf(page)).toEqual(before);
    await expect(done(page)).toHaveCount(0);
  });

  await open(page).click();
  await loseAnswer();
  await send(page, person);
  await expect(dialog(page).getByRole('alert')).toContainText('No sabemos si se hizo');
  expect(keys.size).toBe(1);
  await looksRight(page, { widths: [320, 390, 1280] });
  await page.route(readings, lose);
  await page.keyboard.press('Escape');
  await expect(page.getByText('No pudimos volver a leer tus entradas')).toBeVisible();
  expect(await codesOf(page)).toEqual([]);
  await page.unroute(readings);
  await page.getByRole('button', { name: 'Volver a leer' }).click();
  await expect(done(page)).toContainText('Emitimos de nuevo 2 entradas');
  await expectNew(page, before);

  await test.step('pressed again in the dialog, it is the same click', async () => {
    await open(page).click();
    await loseAnswer();
    await send(page, person);
    await expect(dialog(page).getByRole('alert')).toContainText('No sabemos si se hizo');
    await send(page, person);
    await expect(dialog(page)).toHaveCount(0);
    await expect(done(page)).toContainText('Emitimos de nuevo 2 entradas');
  });
  expect(keys.size).toBe(2);
  await expect.poll(async () => (await newMails(person.email)).length).toBe(2);
});

test('a page that was open elsewhere reads its order again when it is looked at (EN-114)', async ({ page, context }) => {
  const person = newcomer();
  const { orderId } = await paidOrder(page, 2, person);
  await page.goto(`/myOrders/${orderId}`);
  const other = await context.newPage();
  await other.clock.install();
  await other.goto(`/myOrders/${orderId}`);
  await expect(tickets(other)).toHaveCount(2);
  const before = await codesOf(other);
  await open(page).click();
  await send(page, person);
  await expect(done(page)).toBeVisible();

  let asked = 0;
  other.on('request', (request) => readings.test(request.url()) && asked++);
  await lookedAt(other, false);
  await other.clock.fastForward(10_000);
  await lookedAt(other, true);
  expect(asked).toBe(0);
  await lookedAt(other, false);
  await other.clock.fastForward(60_000);
  await lookedAt(other, true);
  await expectNew(other, before);
  await lookedAt(other, false);
  await lookedAt(other, true);
  expect(asked).toBe(1);
});
