import type { Locator, Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { expect, expectAccessible, holdScript, test, widthOverflow } from '../fixtures.ts';
import { chosen, chosenPlaces, holdOnMap, mapStandsStill, openBlock, openDate, touchMap } from '../hall.ts';
import { cart, cartMenu, clock, ended } from '../purchase-bar.ts';
import { ask, buyAddress, logInAsNewcomer, stageOf, take, takeMore } from '../purchases.ts';

const THEATRE = 'hamlet';
const CLUB = 'bajo-cero-trio';
const MUSEUM = 'letras-de-madera';

/** A newcomer at the places of a show. */
async function choosing(page: Page, show: string) {
  await logInAsNewcomer(page);
  await openDate(page, `/landing/${show}`);
  await expect(page.getByRole('heading', { name: 'Tu selección' })).toBeVisible();
}

const amount = async (text: Locator) => Number(((await text.textContent()) ?? '').replace(/\D/g, ''));
const map = (page: Page) => page.locator('[data-ready]');
const key = (page: Page) => page.getByRole('region', { name: 'Referencias del mapa' });
const takeButton = (page: Page) => page.getByRole('button', { name: /^Tomar / });
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('a finger that taps a seat of the map twice or three times takes it once', { tag: '@phone' }, async ({ page }) => {
  await logInAsNewcomer(page);
  const claims: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/Posiciones/')) claims.push(request.url());
  });
  for (const [date, taps] of [2, 3].entries()) {
    // Dates that no other journey takes places of.
    await openDate(page, '/landing/fuenteovejuna', 3 + date);
    await expect(map(page)).toBeVisible();
    await holdOnMap(page, 1, { taps });
    await expect(chosenPlaces(page)).toHaveCount(1);
    expect(claims).toHaveLength(1 + date);
  }
});

test('the map is on the first screen, its key in one line, and it covers the screen on request', async ({ page, isMobile }) => {
  await choosing(page, THEATRE);
  await expect(map(page).locator('canvas')).toBeVisible();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const box = await boxOf(map(page));
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  if (isMobile) expect(box.height).toBeGreaterThan(height * 0.55);
  expect((await boxOf(key(page))).height).toBeLessThan(60);
  if (isMobile)
    await test.step('its buttons lie over no seat, and it says where to begin', async () => {
      const start = map(page).getByText('Tocá un sector');
      await expect(start).toBeVisible();
      const beside = async () => {
        const seats = await boxOf(map(page).locator('canvas'));
        for (const name of ['Acercar', 'Alejar', 'Ver todo', 'Pantalla completa']) {
          const button = await boxOf(page.getByRole('button', { name, exact: true }));
          expect(button.y, name).toBeGreaterThanOrEqual(seats.y + seats.height);
          expect(button.height, name).toBeGreaterThanOrEqual(44);
        }
      };
      await beside();
      await page.getByRole('button', { name: 'Acercar', exact: true }).click();
      await expect(start).toBeHidden();
      await beside();
      await page.getByRole('button', { name: 'Ver todo', exact: true }).click();
      await expect(start).toBeVisible();
    });
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: 'Pantalla completa', exact: true }).click();
  await expect.poll(async () => (await boxOf(map(page))).height).toBe(height);
  // Beside the room of a scroll bar.
  expect((await boxOf(map(page))).width).toBeGreaterThanOrEqual(width - 20);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await boxOf(map(page))).height).toBe(box.height);
  if (isMobile) return;

  await test.step('the tip of a place under a mouse says the price that a click on it takes', async () => {
    const canvas = map(page).locator('canvas');
    const tip = page.locator('p').filter({ hasText: /^\w+ · .+ · \$\s[\d.]+$/ });
    await touchMap(page, { x: 0.5, y: 0.5 });
    await mapStandsStill(page);
    const place = await boxOf(canvas);
    // Not where the touch was: a second one there, soon after, counts as its repetition.
    const spots = [0.4, 0.6, 0.3, 0.7].flatMap((x) =>
      [0.5, 0.55, 0.6, 0.45, 0.65].map((y) => ({ x: place.width * x, y: place.height * y })),
    );
    let said: string | null = null;
    for (const position of spots) {
      await canvas.hover({ position });
      said = (await tip.count()) > 0 ? await tip.first().textContent() : null;
      if (said === null) continue;
      await canvas.click({ position });
      break;
    }
    const [, price = ''] = /(\$\s[\d.]+)$/.exec(said ?? '') ?? [];
    expect(price).not.toBe('');
    await expect(chosenPlaces(page)).toHaveCount(1);
    await expect(chosenPlaces(page).first()).toContainText(price.replace(/\s/, ' '));
  });
});

test('a section’s card closes by its button, Escape and a press outside, and messages never lie over it', async ({ page }) => {
  await choosing(page, CLUB);
  await expect(map(page).locator('canvas')).toBeVisible();
  // What is left of it under a mouse is the section's price.
  const card = page.getByRole('button', { name: 'Cerrar Pista' });
  const open = async () => {
    // A tap right after another one is its second half.
    await expect(async () => {
      await touchMap(page, { x: 0.5, y: 0.5 });
      await expect(card).toBeVisible({ timeout: limit(1000) });
    }).toPass();
  };
  await open();
  // A pinch on it must not zoom the page.
  const touches = await card.locator('xpath=../..').evaluate((element) => getComputedStyle(element).touchAction);
  expect(touches).toBe('pan-x pan-y');
  await card.click();
  await expect(card).toHaveCount(0);
  await open();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await open();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(card).toHaveCount(0);

  await open();
  const button = page.getByRole('button', { name: 'Elegir 2 entradas' });
  await button.click();
  const message = page.getByText(/^Tomaste 2 entradas: /);
  await expect(message).toBeVisible();
  const [told, pressed] = [await boxOf(page.locator('[data-msg="places_held"]')), await boxOf(button)];
  expect(told.y >= pressed.y + pressed.height || told.y + told.height <= pressed.y).toBe(true);
});

/** How much of the map is painted in the colours of prices. */
const colouredShare = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let coloured = 0;
    for (let at = 0; at < data.length; at += 4) {
      const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      if (Math.max(...rgb) - Math.min(...rgb) > 40) coloured += 1;
    }
    return coloured / (data.length / 4);
  });

/** The page's first free place in a block, taken by somebody else without the page hearing of it. */
async function outrun(page: Page, otherVisitor: Page, block: string) {
  await openBlock(page, block);
  const seat = page.locator('[data-place][data-state="free"]').first();
  const place = Number(await seat.getAttribute('data-place'));
  await page.route('**/Disponibilidad', (route) => route.abort());
  await logInAsNewcomer(otherVisitor);
  const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
  await ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: [place] });
  await page.locator(`[data-place="${place}"]`).click();
  return place;
}

/** Nothing of one part of the page lies over the other. */
async function expectApart(one: Locator, other: Locator) {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(a.height * b.height > 0 && isApart, JSON.stringify([a, b])).toBe(true);
}

test('who lost a race and had nothing is told so, and an equal place is held for them @phone', async ({ page, otherVisitor }) => {
  await choosing(page, 'fuenteovejuna');
  const lost = await outrun(page, otherVisitor, 'Bloque E');
  await expect(page.getByText('Otra persona tomó ese lugar antes')).toBeVisible();
  await expect(page.getByText('Ya actualizamos lo que queda libre: elegí otro lugar.')).toBeVisible();
  await expect(page.getByText('los que tenías siguen siendo tuyos')).toHaveCount(0);
  await expect(page.getByText('Te guardamos uno igual')).toBeVisible();
  await expect(chosenPlaces(page)).toHaveCount(1);
  for (const message of ['taken', 'instead']) await expectApart(page.locator(`[data-msg="${message}"]`), chosen(page));
  await page.getByRole('button', { name: 'Lo quiero' }).click();
  await expect(page.locator(`[data-place="${lost}"]`)).toHaveAccessibleName(/ocupado/);
  await expect(page.getByText('Te guardamos uno igual')).toHaveCount(0);
  await expect(chosenPlaces(page)).toHaveCount(1);

  await chosen(page)
    .getByRole('button', { name: /^Quitar / })
    .click();
  await expect(chosenPlaces(page)).toHaveCount(0);
  // Nothing is chosen, so no time runs, and nothing is called cancelled.
  await expect(clock(page)).toBeHidden();
  await expect(ended(page)).toBeHidden();
  // Taking it out can be undone for a few seconds.
  await page.locator('[data-msg="places_given"]').getByRole('button', { name: 'Deshacer' }).click();
  await expect(chosenPlaces(page)).toHaveCount(1);
  await expect(clock(page)).toBeVisible();
});

test('emptying the cart can be undone for a few seconds, with everything as it was @phone', async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: THEATRE, quantity: 2 });
  await takeMore(page, taken, { show: MUSEUM, quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(clock(page)).toBeVisible();
  await cart(page).click();
  const rows = cartMenu(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  // Its total is that of its rows.
  const sums = await Promise.all((await rows.locator('strong').all()).map(amount));
  await expect(cartMenu(page).getByText('Total', { exact: true })).toBeVisible();
  expect(await amount(cartMenu(page).locator('p:has(> span:text-is("Total")) strong'))).toBe(sums.reduce((sum, one) => sum + one, 0));
  await expectAccessible(page);

  await cartMenu(page).getByRole('button', { name: 'Vaciar' }).click();
  await expect(ended(page)).toBeVisible();
  await ended(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(ended(page)).toBeHidden();
  await expect(clock(page)).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
  await cart(page).click();
  await expect(rows).toHaveCount(2);
  // One performance leaves, and the rest stays.
  await cartMenu(page)
    .getByRole('button', { name: /^Quitar Hamlet/ })
    .click();
  await expect(rows).toHaveCount(1);
  await expect(clock(page)).toBeVisible();
  expect(await stageOf(page, taken)).toBe('ABIERTO');
});

/** Answers to changes come once they are let go: what is seen before did not wait for one. */
async function withoutAnswers(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/v2/**', async (route) => {
    if (route.request().method() !== 'GET') await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('a code, a product and the cart answer a touch before the server does', { tag: '@once' }, async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: 'carmen', quantity: 1 });
  await page.goto(buyAddress(taken));
  await expect(clock(page)).toBeVisible();
  let answer = await withoutAnswers(page);
  await page.getByLabel('Código de promoción').fill('NADA');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByRole('button', { name: 'Aplicar' })).toHaveAttribute('aria-busy', 'true');
  await answer();

  await page.getByRole('link', { name: 'Agregar productos' }).click();
  const more = page.getByRole('button', { name: 'Uno más de Programa de mano', exact: true });
  await expect(more).toBeVisible();
  answer = await withoutAnswers(page);
  await more.click();
  await expect(page.getByRole('group', { name: /Programa de mano/ }).getByRole('status')).toHaveText('1');
  await answer();

  await cart(page).click();
  answer = await withoutAnswers(page);
  const remove = cartMenu(page).getByRole('button', { name: /^Quitar / });
  await remove.click();
  await expect(remove).toBeHidden();
  await answer();
});

test('chosen places move together to another sector, and stay where they are when it has too few @phone', async ({ page }) => {
  await logInAsNewcomer(page);
  const taken = await take(page, { show: CLUB, quantity: 3 });
  await page.goto(buyAddress(taken));
  await expect(clock(page)).toBeVisible();
  await page.goto(taken.address);
  await expect(chosenPlaces(page)).toHaveCount(3);
  const before = await chosenPlaces(page).first().textContent();
  await chosen(page).getByText('Cambiar de sector').click();
  const sector = chosen(page).getByRole('combobox', { name: 'Sector nuevo' });
  const [to = ''] = await sector.getByRole('option').allTextContents();
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await chosen(page).scrollIntoViewIfNeeded();
  expect(before).not.toContain(to);
  await chosen(page).getByRole('button', { name: 'Cambiar mis lugares' }).click();
  await expect(chosenPlaces(page).filter({ hasText: to })).toHaveCount(3);
  const sectorsOf = async () => {
    const { listaFuncion } = await ask(page, 'GET', `/v2/Proceso/${taken.purchaseId}`);
    return listaFuncion[0].listaPosicion.map(({ cSectorNombre }: { cSectorNombre: string }) => cSectorNombre);
  };
  expect(await sectorsOf()).toEqual([to, to, to]);

  // Nobody can move to a sector that is said to be full.
  await page.route('**/CambiarParaSector', (route) =>
    route.fulfill({
      json: { nCode: 471, cError: 'not_enough_places', oData: { listaSector: [{ idSector: 1, cNombre: 'Barra', nLibres: 1 }] } },
    }),
  );
  await chosen(page).getByRole('button', { name: 'Cambiar mis lugares' }).click();
  await expect(page.getByText('Barra').first()).toBeVisible();
  await expect(chosenPlaces(page).filter({ hasText: to })).toHaveCount(3);
  expect(await sectorsOf()).toEqual([to, to, to]);
});

test('however often the button is pressed, the best places are taken once; going on without a network keeps them, and goes on later @phone', async ({
  page,
  context,
}) => {
  await choosing(page, MUSEUM);
  let claims = 0;
  page.on('request', (request) => {
    if (request.url().includes('/Posiciones/')) claims += 1;
  });
  await expect(page.getByText('Decinos cuántas entradas querés. No llevan lugar numerado.')).toBeVisible();
  await expect(page.getByText(/juntos/)).toHaveCount(0);
  await expect(page.getByText('Podés llevar hasta 10 entradas de esta función por compra.')).toBeVisible();
  await takeButton(page).evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 3; press += 1) button.click();
  });
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expect(page.getByText('Podés llevar hasta 10 entradas de esta función por compra. Ya tenés 2; podés sumar 8.')).toBeVisible();
  expect(claims).toBe(1);

  const address = page.url();
  await context.setOffline(true);
  await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).click();
  await expect(page.locator('[data-msg="offline"]')).toBeVisible();
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expectApart(page.locator('[data-msg="offline"]'), chosen(page));
  expect(page.url()).toBe(address);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
  await expect(page.locator('[data-msg="offline"]')).toHaveCount(0);
});

test('before anything is taken: a press before hydration counts later, each price counts its own places, and filters narrow map and list', {
  tag: '@once',
}, async ({ page }) => {
  await choosing(page, THEATRE);
  const arrive = await holdScript(page);
  await page.reload({ waitUntil: 'commit' });
  const best = page.getByRole('tab', { name: 'Mejores lugares' });
  await best.click();
  await expect(best).toHaveAttribute('aria-selected', 'false');
  arrive();
  await expect(best).toHaveAttribute('aria-selected', 'true');
  await expect(takeButton(page)).toBeVisible();

  await test.step('the cheapest of the best places is chosen until another one is', async () => {
    const levels = page.getByRole('group', { name: '¿Dónde?' }).locator('label');
    await expect(levels.getByText(/lugares? libres?|Agotado/)).toHaveCount(await levels.count());
    const texts = await levels.allTextContents();
    const numbers = (parts: readonly string[]) => parts.map((text) => Number(text.replace(/\D/g, '')));
    const counts = numbers(await levels.locator('> span:last-child').allTextContents());
    const prices = numbers(await levels.locator('> span:nth-last-child(2)').allTextContents());
    const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
    const { nLibres } = await ask(page, 'GET', `/v2/Funcion/${performanceId}/Disponibilidad`);
    // Other buyers of this run come and go meanwhile.
    expect(Math.abs(counts.reduce((sum, count) => sum + count, 0) - nLibres)).toBeLessThan(40);
    const [chosenLevel] = await levels.filter({ has: page.locator('input:checked') }).allTextContents();
    expect(chosenLevel).toBe(texts[prices.indexOf(Math.min(...prices.filter((_, index) => counts[index] !== 0)))]);
  });

  // Only this one press was repeated.
  await page.getByRole('tab', { name: 'Mapa' }).click();
  await expect(map(page)).toBeVisible();
  await expect(best).toHaveAttribute('aria-selected', 'false');

  const filter = (name: string | RegExp) => key(page).getByRole('button', { name });
  const stalls = filter(/Platea preferencial/);
  await expect.poll(() => colouredShare(page)).toBeGreaterThan(0.02);
  const all = await colouredShare(page);
  for (const one of [stalls, filter('Solo accesibles')]) {
    await one.click();
    await expect.poll(() => colouredShare(page)).toBeLessThan(all * 0.7);
    await one.click();
    await expect.poll(() => colouredShare(page)).toBeGreaterThan(all * 0.7);
  }

  await openBlock(page, 'Cazuela izquierda');
  const places = page.locator('[data-place]');
  const hidden = page.locator('[data-place][aria-label*="visibilidad parcial"]');
  await expect(hidden.first()).toBeVisible();
  await filter('Sin visibilidad parcial').click();
  await expect(hidden).toHaveCount(0);
  await expect(places.first()).toBeVisible();
  await stalls.click();
  await expect(page.getByText('En este sector no hay lugares con ese filtro.')).toBeVisible();
  await stalls.click();
  await expect(places.first()).toBeVisible();
});

test('with 400 ms to the server every touch answers before it, a click takes the price that a place says, and a companion needs a wheelchair', {
  tag: '@once',
}, async ({ page }) => {
  await choosing(page, THEATRE);
  await openBlock(page, 'Platea derecha');
  const place = page.locator('[data-place][data-state="free"]').first();
  const said = (await place.getAttribute('aria-label')) ?? '';
  const [, price = ''] = /, (\$\s[\d.]+), disponible$/.exec(said) ?? [];
  expect(price).not.toBe('');
  // The key says the same, and leaves this place in the list when that price is asked for.
  const id = await place.getAttribute('data-place');
  const seat = page.locator(`[data-place="${id}"]`);
  const inKey = key(page)
    .getByRole('button')
    .filter({ hasText: price.replace(/\s/, ' ') });
  await inKey.click();
  await expect(inKey).toHaveAttribute('aria-pressed', 'true');

  let answer = await withoutAnswers(page);
  await seat.click();
  await expect(seat).toHaveAttribute('data-state', 'pending');
  await page.getByRole('tab', { name: 'Mejores lugares' }).click();
  await expect(takeButton(page)).toHaveAttribute('aria-busy', 'true');
  await answer();
  await expect(chosenPlaces(page)).toHaveCount(1);
  await expect(chosenPlaces(page).first()).toContainText(price.replace(/\s/, ' '));

  // Other price types are chosen with the click.
  answer = await withoutAnswers(page);
  const type = chosenPlaces(page).first().getByRole('combobox');
  expect(await type.getByRole('option').count()).toBeGreaterThan(1);
  const other = (await type.getByRole('option').nth(1).getAttribute('value')) ?? '';
  await type.selectOption(other);
  await expect(type).toHaveValue(other);
  await answer();
  await expect(chosen(page).getByRole('combobox').first()).toHaveValue(other);

  answer = await withoutAnswers(page);
  await chosen(page)
    .getByRole('button', { name: /^Quitar / })
    .click();
  await expect(chosen(page)).toHaveAttribute('aria-busy', 'true');
  await expect(chosen(page).getByRole('button', { name: /^Quitar / })).toBeDisabled();
  await answer();
  await expect(chosenPlaces(page)).toHaveCount(0);

  await test.step('a companion’s seat without a wheelchair space is refused in words, and is taken with one', async () => {
    await openBlock(page, 'Platea centro');
    await inKey.click();
    await key(page).getByRole('button', { name: 'Solo accesibles' }).click();
    await expect(page.locator('[data-place]')).toHaveCount(6);
    const free = (trait: string) => page.locator(`[data-place][data-state="free"][aria-label*="${trait}"]`).first();
    await free('acompañante').click();
    await expect(page.getByText('Ese lugar es para quien acompaña')).toBeVisible();
    await expect(chosenPlaces(page)).toHaveCount(0);
    await free('espacio para silla').click();
    await expect(chosenPlaces(page)).toHaveCount(1);
    await free('acompañante').click();
    await expect(chosenPlaces(page)).toHaveCount(2);
  });
});
