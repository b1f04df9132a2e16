import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { importShow } from '../catalogue.ts';
import { heading, prepared, screens, search } from '../counter-screens.ts';
import { demoClerk } from '../customers.ts';
import { expect, expectAccessible, hydrated, looksRight, test, widthOverflow } from '../fixtures.ts';
import { onPhone } from '../on-phone.ts';
import { ask, openSession, takenAtCounter } from '../purchases.ts';

const keys = (page: Page) => page.getByRole('complementary', { name: 'Teclas' });

/** The counter's first screen, with its keys working. */
async function atTheCounter(page: Page) {
  await openSession(page, demoClerk);
  await page.goto('/buyTicketBox');
  await expect(search(page)).toBeFocused();
  await hydrated(page);
}

/** Presses keys and counts them. */
function keyboardOf(page: Page) {
  let pressed = 0;
  return {
    count: () => pressed,
    async press(...names: readonly string[]) {
      for (const name of names) await page.keyboard.press(name);
      pressed += names.length;
    },
  };
}

test('a performance that has begun says until when it is sold, and is sold for cash', { tag: '@desktop' }, async ({ page }) => {
  test.slow();
  const [seo, name] = [`recien-empezada-${Date.now()}`, 'Recién empezada'];
  const startsAt = new Date(Math.ceil((Date.now() + limit(10_000)) / 1000) * 1000);
  await importShow(seo, name, [{ startsAt }]);
  await atTheCounter(page);
  await search(page).fill(name);
  const line = page.getByRole('link', { name: new RegExp(name) });
  const begun = /Ya empezó\. Se vende hasta (las \d\d:\d\d|el .+)\./;
  await expect(line).toContainText(begun, { timeout: limit(30_000) });
  await expectAccessible(page);
  await line.click();
  await expect(page.locator('[data-msg="begun"]')).toContainText(begun);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: /^Tomar/ }).click();
  await page.getByRole('complementary').getByRole('link', { name: 'Cobrar' }).click();
  await page.getByRole('checkbox').check();
  await page.keyboard.press('F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();
});

test('Enter in the search opens no other performance than the first that it shows: of one that is sold out it says so @once', async ({
  page,
}) => {
  await page.route('**/v2/Boleteria/Funciones', async (route) => {
    const answer = await (await route.fetch()).json();
    const first = answer.oData.Lista.find((each: { cEspectaculoCartelNombre: string }) => each.cEspectaculoCartelNombre === 'Hamlet');
    first.cEstado = 'AGOTADA';
    await route.fulfill({ json: answer });
  });
  await atTheCounter(page);
  await search(page).fill('hamlet');
  await search(page).press('Enter');
  await expect(page.getByText(/^Hamlet, .+: agotada\. Con ↓ pasás a la que sigue\.$/)).toBeVisible();
  await expect(search(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Cantidad de entradas')).toBeVisible();
});

test('four tickets for cash at a price that is asked for, printed, and the next customer: at most twelve keys, and no pointer (VA-034)', {
  tag: '@desktop',
}, async ({ page }) => {
  await atTheCounter(page);
  const { press, count } = keyboardOf(page);
  // What the clerk types to find the show is part of the count.
  await press('m', 'a', 'c');
  await press('Enter');
  const quantity = page.getByLabel('Cantidad de entradas');
  await expect(quantity).toBeFocused();
  await press('4');
  await expect(quantity).toHaveValue('4');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await expect(keys(page).getByText('Tomar los lugares')).toBeVisible();
  await press('F6');
  await expect(page.getByRole('radio').first()).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Cobrar' })).toBeFocused();
  await expectAccessible(page);
  await press('F8');
  await expect(page.getByLabel('Recibido')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Entradas' }).getByRole('listitem')).toHaveCount(4);
  // Not without the terms (C-14): the first press asks for them, another one without them is refused.
  const terms = page.getByRole('checkbox');
  const agree = page.locator('[data-msg="You must agree to continue"]');
  await page.keyboard.press('F8');
  await expect(terms).toBeFocused();
  await expect(agree).toBeVisible();
  await expect(terms).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('F8');
  await expect(terms).toHaveAttribute('aria-invalid');
  await press('F3', 'F8');
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir', exact: true })).toBeFocused();
  await expectAccessible(page);
  const paper = page.waitForEvent('download');
  await press('Enter');
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
  await expect(page.getByRole('link', { name: 'Nueva venta' })).toBeFocused();
  await press('Enter');
  await expect(search(page)).toBeFocused();
  expect(count()).toBeLessThanOrEqual(12);
});

test('the best places of a counter ask for a price: none is chosen before, F6 goes through them, and digits are the quantity all the same @once', async ({
  page,
}) => {
  await atTheCounter(page);
  await search(page).fill('mcbeth');
  await search(page).press('Enter');
  const quantity = page.getByLabel('Cantidad de entradas');
  await expect(quantity).toBeFocused();
  const prices = page.getByRole('radio');
  await expect(page.getByRole('radio', { name: /lugares libres/ })).toHaveCount(await prices.count());
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  const taken: string[] = [];
  page.on('request', (request) => /Tomar/.test(request.url()) && request.method() === 'POST' && taken.push(request.postData() ?? ''));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Elegí un precio')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeInViewport({ ratio: 1 });
  await expect(prices.first()).toBeFocused();
  await expectAccessible(page);
  expect(taken).toEqual([]);

  // The price that has the focus is chosen by Enter; the complaint does not come again.
  await page.keyboard.press('Enter');
  await expect(prices.first()).toBeChecked();
  await expect(page.getByText('Elegí un precio')).toBeHidden();
  expect(taken).toEqual([]);

  await page.keyboard.press('F6');
  await expect(prices.nth(1)).toBeFocused();
  await expect(prices.nth(1)).toBeChecked();
  await expect(page.getByText('Elegí un precio')).toBeHidden();
  // Beside the sector, which came with the price.
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('3');
  await expect(quantity).toHaveValue('3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Cobrar' })).toBeFocused();
  expect(taken.map((body) => JSON.parse(body).listaSector)).toEqual([[{ idNivelDePrecio: expect.any(Number), nCantidad: 3 }]]);
  // The shop's words are a buyer's.
  await expect(page.getByRole('heading', { name: 'Lugares de la venta' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/\b(tu|tus|tuyos?|tuyas?|compra)\b/i);
});

test('a counter’s total and its button are in sight at 1280 × 800 and at 768 × 1024, whatever is scrolled or has the focus @once', async ({
  page,
}) => {
  await openSession(page, demoClerk);
  const { id } = await takenAtCounter(page, 4);
  for (const [width, height] of [
    [1280, 800],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/buyTicketBox?idProcesoDeCompra=${id}`);
    const sell = page.getByRole('button', { name: /^Cobrar \$/ });
    await expect(page.getByLabel('Recibido')).toBeFocused();
    await expect(sell).toBeInViewport({ ratio: 1 });
    await looksRight(page);
    const bar = page.locator('[data-bar=bottom]');
    const fields = page.getByRole('main').locator('input:not([type=checkbox]):visible, summary:visible');
    await expect(page.getByLabel('Recibido')).toBeInViewport({ ratio: 1 });
    for (const field of await fields.all()) {
      await field.focus();
      await expect(sell).toBeInViewport({ ratio: 1 });
      const [below, above] = [await field.boundingBox(), await bar.boundingBox()];
      expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0);
    }
  }
});

test('the counter has nothing of the shop around it and lists its keys, of which each does something, on every screen', {
  tag: '@desktop',
}, async ({ page }) => {
  test.slow();
  const ready = await prepared(page);
  for (const [name, { open, keys: pressed }] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page, ready);
      await expectFrame(page, { hasKeys: pressed.length > 0, isChecked: ['start', 'over', 'bookings'].includes(name) });
      const at = page.url();
      const listed = await keys(page).locator('kbd').allTextContents();
      expect(pressed.map(([key]) => key).toSorted()).toEqual([...new Set(listed)].toSorted());
      for (const [key, doesIt] of pressed) {
        if (page.url() !== at) await open(page, ready);
        const code = { '0–9': '2', '↓': 'ArrowDown', '↑': 'ArrowUp' }[key] ?? key;
        await test.step(key, () => doesIt(page, () => page.keyboard.press(code)));
      }
    });
  }
});

test('a sale of two performances adds up on the places of the second, where F8 charges it all @once', async ({ page }) => {
  await openSession(page, demoClerk);
  const { id } = await takenAtCounter(page, 2);
  const { Lista } = await ask(page, 'GET', '/v2/Boleteria/Funciones');
  const other = Lista.find(
    ({ cEstado, cEspectaculoCartelNombre }: Record<string, string>) => cEstado === 'EN_VENTA' && cEspectaculoCartelNombre === 'Macbeth',
  );
  await page.goto(`/buyTicketBox?idProcesoDeCompra=${id}`);
  await expect(heading(page, 'Cobrar')).toBeVisible();
  await page.goto(`/buyTicketBox?idFuncion=${other.idFuncion}&h=${other.h}`);
  const chosen = page.getByRole('complementary', { name: 'Lugares de la venta' });
  const first = chosen.getByRole('link', { name: /· 2 entradas$/ });
  await expect(first).toBeVisible();
  const { oTotal } = await ask(page, 'GET', `/v2/Proceso/${id}`);
  const digits = (text: string) => Number(text.replace(/\D/g, ''));
  expect(digits(await chosen.locator('strong').innerText())).toBe(oTotal.fTotal);
  await expectAccessible(page);
  await page.keyboard.press('F6');
  await page.keyboard.press('F4');
  await expect(chosen.getByRole('button', { name: /^Quitar / })).toHaveCount(2);
  // What is announced lies over nothing that is clicked next.
  const held = page.locator('[data-msg="places_held"]');
  const [notice, picker] = [await held.boundingBox(), await page.getByRole('tabpanel').boundingBox()];
  expect(notice?.x ?? 0).toBeGreaterThanOrEqual((picker?.x ?? 0) + (picker?.width ?? 0));
  // Each line, and what they come to.
  const shown = (await chosen.getByText(/^\$/).allInnerTexts()).map(digits);
  const total = digits(await chosen.locator('strong').innerText());
  expect(shown.reduce((sum, amount) => sum + amount, 0)).toBe(2 * total);
  await page.keyboard.press('F8');
  await expect(heading(page, 'Cobrar')).toBeVisible();
});

/** `isChecked`: with axe; the other screens have journeys of their own, which do. */
async function expectFrame(page: Page, { hasKeys, isChecked }: { hasKeys: boolean; isChecked: boolean }) {
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Boletería' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Categorías' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(keys(page)).toBeVisible({ visible: hasKeys });
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  if (isChecked) await expectAccessible(page);
  await onPhone(page, async () => {
    await expect(page.getByRole('navigation', { name: 'Boletería' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Categorías' })).toHaveCount(0);
    await expect(keys(page)).toBeHidden();
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    if (isChecked) await expectAccessible(page);
  });
}

test('digits set the quantity, a held key takes once, the account has its bookings alone, and a sale whose answers are lost is made once (RO-023, TB-034)', {
  tag: '@desktop',
}, async ({ page }) => {
  await atTheCounter(page);
  await search(page).fill('macbeth');
  await search(page).press('Enter');
  const quantity = page.getByLabel('Cantidad de entradas');
  await expect(quantity).toBeFocused();
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  const taken: string[] = [];
  page.on('request', (request) => /Tomar/.test(request.url()) && request.method() === 'POST' && taken.push(request.url()));
  // What was typed stays and is refused: no whole number, and more than one sale may have.
  for (const [typed, refused] of [
    ['2,5', /Escribí un número entero/],
    ['x', /Escribí un número entero/],
    ['99', /Hasta \d+ entradas/],
  ] as const) {
    await quantity.fill(typed);
    await page.keyboard.press('Enter');
    await expect(quantity).toHaveAccessibleDescription(refused);
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveValue(typed);
  }
  expect(taken).toEqual([]);
  await quantity.fill('1');
  await page.keyboard.press('F6');
  await page.keyboard.down('F4');
  await page.keyboard.down('F4');
  await page.keyboard.up('F4');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Cobrar' })).toBeFocused();
  expect(taken).toHaveLength(1);
  await page.keyboard.press('F8');
  await expect(heading(page, 'Cobrar')).toBeVisible();

  const account = page.getByRole('banner').getByRole('button', { name: 'Bruno' });
  await account.click();
  const entries = page.getByRole('list').filter({ has: page.getByRole('button', { name: 'Cerrar sesión' }) });
  await expect(entries.getByRole('listitem')).toHaveText(['Reservas', 'Cerrar sesión']);
  await page.keyboard.press('Escape');

  // A sum of more than ten times the total is asked about.
  await page.getByRole('checkbox').check();
  const received = page.getByLabel('Recibido');
  await received.fill('9.999.999');
  await received.press('Enter');
  await expect(received).toHaveAccessibleDescription(/Es más de diez veces el total/);
  await received.fill('');
  await page.getByRole('checkbox').uncheck();

  // What is sent again goes under its key, and the clerk is told.
  const sent: (string | null)[] = [];
  await page.route(/CobrarEfectivo$/, async (route) => {
    sent.push(await route.request().headerValue('idempotency-key'));
    // The first is lost on the way, the second reached the server and its answer is lost.
    if (sent.length === 1) return route.abort('connectionrefused');
    if (sent.length === 2) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  await page.getByRole('checkbox').check();
  await page.keyboard.press('F8');
  await expect(page.getByText('Sin respuesta del servidor')).toBeVisible();
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  expect(new Set(sent).size).toBe(1);
  expect(sent.length).toBeGreaterThanOrEqual(3);
  const purchaseId = new URL(page.url()).searchParams.get('idProcesoDeCompra');
  const { listaEntrada } = await ask(page, 'GET', `/v2/Operacion/${purchaseId}`);
  expect(listaEntrada).toHaveLength(1);
});

test('a counter reserves for a name and a phone, finds the reservation again and is paid for it (R-046) @once', async ({ page }) => {
  await page.goto('/myBookingsBox');
  await expect(page).toHaveURL(/\/login\?nextUrl=%2FmyBookingsBox/);
  await atTheCounter(page);
  await search(page).fill('macbeth');
  await search(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Tomar los mejores lugares' })).toBeEnabled();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Tomar los mejores lugares' }).click();
  await expect(page.getByRole('button', { name: 'Reservar sin cobrar' })).toBeVisible();
  await page.getByRole('button', { name: 'Reservar sin cobrar' }).click();
  const phone = `11 5555 ${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  await page.getByLabel('El cliente acepta las condiciones de la reserva').check();
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();
  await expect(page.getByText('Completá el nombre y el teléfono del cliente')).toBeVisible();
  await page.getByLabel('Nombre').fill('Elena Ruiz');
  await page.getByLabel('Teléfono').fill(phone);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();

  await expect(page).toHaveURL(/\/myBookingsBox$/);
  const made = page.locator('[data-msg="reserved"]');
  await expect(made).toContainText(/La reserva está hecha/);
  const number = (await made.innerText()).match(/Reserva (\S{8})/)?.[1] ?? 'none';
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(number);
  await expect(page.getByRole('listitem').filter({ hasText: phone })).toContainText(`Reserva ${number}`);
  await page.getByRole('main').getByRole('searchbox').fill(phone);
  const booking = page.getByRole('listitem').filter({ hasText: phone });
  await expect(booking).toHaveCount(1);
  await expect(booking).toContainText('Elena Ruiz');
  await expect(booking).toContainText('Reservada');
  await booking.getByRole('button', { name: 'Cobrar la reserva de Macbeth' }).click();
  await expect(heading(page, 'Cobrar')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Cobrar \$/ }).click();
  await expect(heading(page, 'Venta hecha')).toBeVisible();
  await page.goto('/myBookingsBox');
  await page.getByRole('main').getByRole('searchbox').fill(phone);
  await expect(booking).toContainText('Pagada');
});
