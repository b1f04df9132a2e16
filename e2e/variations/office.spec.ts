import type { Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from '../cards.ts';
import { demoCustomer } from '../customers.ts';
import { lookedAt, ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect, expectAccessible, test, widthOverflow } from '../fixtures.ts';
import { buyAddress, logInAsNewcomer, take } from '../purchases.ts';

const organiser = { email: 'organizador@butaca.example', password: 'Organizador2026' };
const LIST = '**/v2/Oficina/Funciones';

async function enter(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/oficina');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Funciones' });

async function atWork(page: Page) {
  await enter(page, organiser);
  await expect(title(page)).toBeVisible();
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible();
}

const heldToken = (page: Page) => page.evaluate(() => localStorage.getItem('butaca.office'));

test('an organiser sees places being taken and a sale with its money arrive, without a reload', { tag: '@desktop' }, async ({
  page,
  otherVisitor: buyer,
}) => {
  await atWork(page);
  // Nobody wants this show in the demo yet: an open purchase of the demo would expire while the places are counted.
  await page.getByLabel('Buscar función o sala').fill('bodas de sangre');
  const row = page.getByRole('row', { name: /Bodas de sangre/ }).first();
  await expect(row).toBeVisible();
  const counts = async () => {
    const [, , sold = '', held = '', free = '', money = ''] = await row.getByRole('cell').allTextContents();
    const number = (text: string) => Number(text.replace(/\D/g, ''));
    return { sold: number(sold), held: number(held), free: number(free), money: number(money.split('+')[0] ?? '') };
  };
  const before = await counts();

  await logInAsNewcomer(buyer);
  const taken = await take(buyer, { show: 'bodas-de-sangre', quantity: 2 });
  await expect.poll(counts).toEqual({ ...before, held: before.held + 2, free: before.free - 2 });

  await buyer.goto(buyAddress(taken));
  await fillInCard(buyer, cards.approved);
  await terms(buyer).check();
  await payButton(buyer).click();
  await expect(buyer.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await expect.poll(async () => (await counts()).sold).toBe(before.sold + 2);
  const after = await counts();
  expect(after).toMatchObject({ held: before.held, free: before.free - 2 });
  expect(after.money).toBeGreaterThan(before.money);
  await expect(row.getByRole('cell').last()).toHaveText(/[1-9]/);

  // And how to show a venue's performances on another site.
  await page.getByRole('link', { name: 'Mostrá la cartelera de una sala en tu sitio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tus funciones en tu sitio' })).toBeVisible();
});

test('a customer who logs in to the office sees that it is not theirs; an organiser selects spans with the arrow keys, and searches', {
  tag: '@once',
}, async ({ page }) => {
  const isAccessible = async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await enter(page, demoCustomer);
  await expect(page.getByRole('alert')).toContainText('no es de la organización');
  expect(await heldToken(page)).toBeNull();
  await isAccessible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();

  await atWork(page);
  const search = page.getByLabel('Buscar función o sala');
  await page.getByRole('radio', { name: /^Próximas/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^7 días/ })).toBeChecked();
  await search.fill('hamlet');
  await expect(page).toHaveURL('/oficina?buscar=hamlet&cuando=semana');
  await isAccessible();
  await page.reload();
  await expect(page.getByRole('radio', { name: /^7 días/ })).toBeChecked();
  await expect(search).toHaveValue('hamlet');
  await search.fill('zzz');
  await expect(page.getByText('Ninguna función coincide con “zzz”.')).toBeVisible();
  await expectAccessible(page);
});

test('a session that has lost its right or is over leads to the log-in and says why; logging out leaves the storefront’s alone', {
  tag: '@once',
}, async ({ page }) => {
  await logInAsNewcomer(page);
  await atWork(page);
  await page.route(LIST, (route) => route.fulfill({ json: { nCode: 403, cError: 'not_for_you', oData: {} } }));
  await expect(page.getByText('Tu cuenta ya no tiene acceso a la oficina.')).toBeVisible();
  expect(await heldToken(page)).toBeNull();
  await page.unrouteAll({ behavior: 'wait' });

  await atWork(page);
  await page.route(LIST, (route) => route.fulfill({ status: 401, json: { nCode: 401, cError: 'session_over', oData: {} } }));
  await expect(page.getByText('Tu sesión terminó.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });

  await atWork(page);
  const { token } = JSON.parse((await heldToken(page)) ?? '{}');
  const told = page.waitForResponse('**/v2/Cliente/Egreso');
  await page.getByRole('button', { name: 'Salir' }).click();
  await told;
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeVisible();
  const answer = await page.request.get('/v2/Oficina/Funciones', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  expect(await page.evaluate(() => localStorage.getItem('butaca.session'))).not.toBeNull();
});

test('without a first answer there is an error with a retry; stale numbers show their age; a hidden screen makes no calls', {
  tag: '@once',
}, async ({ page }) => {
  await page.clock.install();
  await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }));
  await enter(page, organiser);
  await expect(page.getByText('No pudimos traer las funciones')).toBeVisible();
  await expectAccessible(page);
  // A visible screen would ask again by itself.
  await lookedAt(page, false);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Intentar ahora' }).click();
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible();
  await lookedAt(page, true);

  await page.getByLabel('Buscar función o sala').fill('hamlet');
  await page.route(LIST, (route) => route.abort());
  await expect(page.getByText(/^Datos de hace \d+ s · reconectando…/)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Sin conexión con el servidor' })).toBeAttached();
  await expectAccessible(page);
  // Current again once the server is back.
  await page.unrouteAll();
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Conexión recuperada' })).toBeAttached();

  await lookedAt(page, false);
  // What was under way may still arrive.
  await page.clock.runFor(500);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/Oficina/Funciones')) asked += 1;
  });
  await page.clock.runFor(60_000);
  expect(asked).toBe(0);
  await lookedAt(page, true);
  await expect.poll(() => asked).toBeGreaterThan(0);
});

test('on a phone there are cards, and nothing is wider than the screen', { tag: '@phone' }, async ({ page }) => {
  await atWork(page);
  await expect(page.getByRole('list', { name: 'Funciones' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: /^Ver \d+ funciones más$/ }).click();
  await expect(page.getByRole('list', { name: 'Funciones' }).getByRole('listitem').nth(60)).toBeAttached();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await widthOverflow(page)).toBe(0);
  }
});

test('numbers of before a pause of the device are not live, and the device’s clock ends no session', { tag: '@once' }, async ({
  page,
  context,
}) => {
  await ownDeviceClock(context);
  await atWork(page);
  await page.route(LIST, (route) => route.abort());
  // As after a night on which the device slept, and its elapsed time with it.
  await setDeviceClock(page, 8 * 60);
  await expect(page.getByText('Datos de antes de una pausa · reconectando…')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByText('En vivo', { exact: true })).toBeVisible();

  for (const minutesAhead of [24 * 60, -24 * 60]) {
    await setDeviceClock(page, minutesAhead);
    await page.reload();
    await expect(title(page)).toBeVisible();
    await expect(page.getByText('En vivo', { exact: true })).toBeVisible();
  }
});
