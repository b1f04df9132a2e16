import type { Locator, Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from './cards.ts';
import { expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { chosen, chosenPlaces, holdOnMap, openBlock, openDate } from './hall.ts';
import { ask, logInAsNewcomer } from './purchases.ts';

/** Given in the real hall of the demo. */
const SHOW = 'fuenteovejuna';

/**
 * Journeys run side by side, so each of them takes its places in a block of its own: on the first date blocks A, B, D, E and F by
 * one journey each and C by the one with forced colours; all others on a later date. The purchase by keyboard alone has the second.
 */
const SECOND_MAP_DATE = 2;
const OUTRUN_TAPS_DATE = 3;
const NO_DRAWING_DATE = 4;

async function choosing(page: Page, later = 0) {
  await logInAsNewcomer(page);
  await openDate(page, `/landing/${SHOW}`, later);
  await expect(page.getByRole('tab', { name: 'Mapa' })).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
}

/** Holds back the answers of such an address until the returned function is called. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('two seats of a real hall are taken on the map and paid in three instalments (SC-002, GE-008, GE-019)', async ({ page, isMobile }) => {
  test.slow();
  // Block B on the map; the phone's journey runs beside the desktop's.
  await choosing(page, isMobile ? SECOND_MAP_DATE : 0);
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  const clock = page.getByRole('banner').getByRole('timer');
  await expect(clock).toBeHidden();
  await holdOnMap(page, 2);
  await expect(clock).toHaveText(/1[12]:\d\d$/);
  const timeLeft = (await clock.textContent()) ?? '';
  await expect(clock).not.toHaveText(timeLeft);
  await expect(clock).toHaveText(/1[012]:\d\d$/);
  await expectAccessible(page);
  await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).click();

  await fillInCard(page, cards.approved);
  await page.getByRole('radio', { name: /^3 cuotas de .+ TEA .+ CFTEA .+ Total/ }).check();
  await terms(page).check();
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  await expect(page.getByText(/en 3 cuotas/).first()).toBeVisible();
});

test('by keyboard alone: two seats from the list, taken, one given back, and on to the purchase (GE-008, RO-013)', {
  tag: '@desktop',
}, async ({ page }) => {
  await choosing(page);
  const map = page.getByRole('tab', { name: 'Mapa' });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Lista' })).toBeFocused();
  const section = page.getByRole('combobox', { name: 'Sector' });
  await expect(section).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(section).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('grid', { name: /^Lugares de / })).toBeVisible();
  await page.keyboard.press('Tab');

  const focused = page.locator('[data-place]:focus');
  await expect(focused).toHaveAccessibleName(/asiento \d+.*\$\s[\d.]+, disponible/);
  await page.keyboard.press('Space');
  await expect(chosenPlaces(page)).toHaveCount(1);
  await expect(focused).toHaveAccessibleName(/elegido por vos/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await expect(chosenPlaces(page)).toHaveCount(1);
  await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
});

test('a place that another buyer took first is explained and shown as taken', { tag: '@once' }, async ({ page, otherVisitor }) => {
  await choosing(page);
  await openBlock(page, 'Bloque E');
  const seat = page.locator('[data-place][tabindex="0"]').first();
  const place = Number(await seat.getAttribute('data-place'));
  // The page learns nothing of what happens meanwhile.
  await page.route('**/Disponibilidad', (route) => route.abort());
  await logInAsNewcomer(otherVisitor);
  const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
  await ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: [place] });

  await seat.click();
  await expect(page.getByText('Otra persona tomó ese lugar antes')).toBeVisible();
  await expect(page.locator(`[data-place="${place}"]`)).toHaveAccessibleName(/ocupado/);
  // An equal one is held for who had nothing, until they say no.
  await page.getByRole('button', { name: 'No, gracias' }).click();
  await expect(chosenPlaces(page)).toHaveCount(0);
});

/** Claims wait until the returned function is called, so that fingers overtake them at any speed of the machine. */
async function holdClaims(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/Posiciones/Tomar', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('two quick taps on two places hold both, and the second tap on one that waits takes it back', { tag: '@once' }, async ({ page }) => {
  await choosing(page);
  await openBlock(page, 'Bloque A');
  const free = page.locator('[data-place][data-state="free"]');
  await expect(free.nth(2)).toBeVisible();
  const places = await Promise.all([0, 1, 2].map((index) => free.nth(index).getAttribute('data-place')));
  const [first, second, third] = places.map((place) => page.locator(`[data-place="${place}"]`));
  const answer = await holdClaims(page);
  await first?.click();
  await second?.click();
  await third?.click();
  for (const place of [first, second, third]) await expect(place as Locator).toHaveAccessibleName(/tomando el lugar/);
  await third?.click();
  await expect(third as Locator).toHaveAccessibleName(/disponible/);
  answer();
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expect(page.getByText(/^Tomaste 2 lugares: /)).toBeVisible();
  await expect(third as Locator).toHaveAccessibleName(/disponible/);
});

test('a lost place among quick taps is named, and the others are held', { tag: '@once' }, async ({ page, otherVisitor }) => {
  await choosing(page, OUTRUN_TAPS_DATE);
  await openBlock(page, 'Bloque B');
  const free = page.locator('[data-place][data-state="free"]');
  await expect(free.nth(2)).toBeVisible();
  const places = await Promise.all([0, 1, 2].map(async (index) => Number(await free.nth(index).getAttribute('data-place'))));
  await page.route('**/Disponibilidad', (route) => route.abort());
  await logInAsNewcomer(otherVisitor);
  const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
  await ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: [places[1]] });

  const answer = await holdClaims(page);
  for (const place of places) await page.locator(`[data-place="${place}"]`).click();
  answer();
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expect(page.getByText(/^Ya no está disponible: .+ Asiento \d+\.$/)).toBeVisible();
  await expect(page.getByText(/^Tomaste 2 lugares: /)).toBeVisible();
  await expect(page.locator(`[data-place="${places[1]}"]`)).toHaveAccessibleName(/ocupado/);
});

test('two tabs hold the same places, and one that is given back in the other leaves map and list', { tag: '@once' }, async ({
  page,
  context,
}) => {
  await choosing(page);
  await openBlock(page, 'Bloque F');
  const free = page.locator('[data-place][data-state="free"]');
  await expect(free.nth(1)).toBeVisible();
  const places = await Promise.all([0, 1].map((index) => free.nth(index).getAttribute('data-place')));
  const [first, second] = places.map((place) => page.locator(`[data-place="${place}"]`)) as [Locator, Locator];
  await first.click();
  await second.click();
  await expect(chosenPlaces(page)).toHaveCount(2);

  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await expect(chosenPlaces(otherTab)).toHaveCount(2);
  await chosen(otherTab)
    .getByRole('button', { name: /^Quitar / })
    .first()
    .click();
  await expect(chosenPlaces(otherTab)).toHaveCount(1);
  await expect(chosenPlaces(page)).toHaveCount(1);
  await expect(first).toHaveAccessibleName(/disponible/);
  await expect(second).toHaveAccessibleName(/elegido por vos/);
  await expect(chosen(page).getByRole('link', { name: 'Continuar con la compra' })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the sections of the hall are drawn, and each leads to what it costs', async ({ page }) => {
    await page.goto(`/landing/${SHOW}`);
    await page
      .getByRole('link', { name: /^Elegir la función/ })
      .first()
      .click();
    const section = page.getByRole('navigation', { name: 'Sectores de la sala' }).getByRole('link', { name: /^Bloque B: (desde )?\$/ });
    await expect(section).toBeVisible();
    await section.focus();
    await page.keyboard.press('Enter');
    const entry = page.locator(':target');
    await expect(entry).toHaveText('Bloque B');
    await expect(entry).toBeInViewport();
    await expect(page.getByText(/hace falta JavaScript/)).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  });
});

test('when the hall’s drawing does not load, its places can be taken from the list', { tag: '@once' }, async ({ page }) => {
  await page.route(/\/funcion\/.+\.data\?|\/Dibujo\//, (route) => route.abort());
  await logInAsNewcomer(page);
  await openDate(page, `/landing/${SHOW}`, NO_DRAWING_DATE);
  await expect(page.getByRole('tab', { name: 'Lista', selected: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Mapa' })).toHaveCount(0);
  await openBlock(page, 'Bloque C');
  await page.locator('[data-place][data-state="free"]').first().click();
  await expect(chosenPlaces(page)).toHaveCount(1);
});

test('nothing moves when the map replaces its drawing', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await choosing(page);
  await page.reload();
  await expect(page.locator('[data-ready] canvas')).toBeVisible();
  const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
  expect(moved).toBeLessThan(0.02);
});

test('with forced colours, a section of the picture leads to its places', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await logInAsNewcomer(page);
  await openDate(page, `/landing/${SHOW}`);
  await page
    .getByRole('navigation', { name: 'Sectores de la sala' })
    .getByRole('link', { name: /^Bloque C: / })
    .press('Enter');
  await expect(page.getByRole('combobox', { name: 'Sector' })).toBeFocused();
  await expect(page.getByRole('grid', { name: 'Lugares de Bloque C' }).locator('[data-state="free"]').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(chosenPlaces(page)).toHaveCount(1);
});

test('the focus stays on a section of the picture when the places load', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await logInAsNewcomer(page);
  const send = await holdBack(page, /\/v2\/Mapa\/[0-9a-f]{32}$/);
  await openDate(page, `/landing/${SHOW}`);
  const section = page.getByRole('navigation', { name: 'Sectores de la sala' }).getByRole('link', { name: /^Bloque B: / });
  await section.focus();
  send();
  await expect(page.getByRole('combobox', { name: 'Sector' })).toBeVisible();
  await expect(section).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Sector' })).toBeFocused();
});

test('a drawing that is being pressed stays until the map can replace it', { tag: '@once' }, async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ forcedColors: 'active' });
  await logInAsNewcomer(page);
  const send = await holdBack(page, /\/MapViews-[^/]+\.js$/);
  const places = page.waitForResponse(/\/v2\/Mapa\/[0-9a-f]{32}$/);
  await openDate(page, `/landing/${SHOW}`);
  const drawn = await page
    .getByRole('navigation', { name: 'Sectores de la sala' })
    .getByRole('link', { name: /^Bloque F: / })
    .elementHandle();
  await (await places).finished();
  await page.clock.runFor(500);
  expect(await drawn?.evaluate((link) => link.isConnected && link.checkVisibility())).toBe(true);
  send();
  await expect(page.getByRole('combobox', { name: 'Sector' })).toBeVisible();
});

test('zoomed in, a small overview marks the visible part of the map, and a click on it moves there (FL-007)', {
  tag: '@once',
}, async ({ page }) => {
  await choosing(page);
  const overview = page.locator('svg:has(> rect:last-child)');
  const mark = overview.locator('> rect');
  await expect(page.locator('[data-ready] canvas')).toBeVisible();
  await expect(overview).toBeHidden();
  await page.getByRole('button', { name: 'Acercar' }).click();
  await expect(overview).toBeVisible();
  // Every section of the hall is drawn in it.
  const { searchParams: query } = new URL(page.url());
  const { listaSector } = await ask(page, 'GET', `/v2/Funcion/${query.get('idFuncion')}?h=${query.get('h')}`);
  await expect(overview.locator('path[fill]')).toHaveCount(listaSector.length);

  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const whole = await boxOf(overview);
  await expect.poll(async () => (await boxOf(mark)).width).toBeLessThan(whole.width * 0.8);
  expect((await boxOf(mark)).width).toBeGreaterThan(0);
  const before = (await boxOf(mark)).x;
  await overview.click({ position: { x: whole.width * 0.9, y: whole.height * 0.5 } });
  await expect.poll(async () => (await boxOf(mark)).x).toBeGreaterThan(before);

  await page.getByRole('button', { name: 'Ver todo' }).click();
  await expect(overview).toBeHidden();
});
