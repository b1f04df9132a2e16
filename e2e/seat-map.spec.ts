import type { Locator, Page } from '@playwright/test';
import { cards, fillInCard, payButton, terms } from './cards.ts';
import { expect, expectAccessible, test, widthOverflow } from './fixtures.ts';
import { chosen, chosenPlaces, holdOnMap, openBlock, openDate } from './hall.ts';
import { ask, logInAsNewcomer } from './purchases.ts';

/** Given in the real hall of the demo. */
const SHOW = 'fuenteovejuna';

/**
 * Journeys run side by side, so each of them takes its places in a block of its own: on the first date block B on the map, blocks A and F
 * by quick taps, C with forced colours, D and E by the journey of lost places. The purchase by keyboard alone has the second date.
 */
const PHONE_DATE = 2;
const NO_DRAWING_DATE = 4;

async function choosing(page: Page, later = 0) {
  await logInAsNewcomer(page);
  await openDate(page, `/landing/${SHOW}`, later);
  await expect(page.getByRole('tab', { name: 'Mapa' })).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
}

/** Holds back what such an address answers, or is asked, until the returned function is called. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** From the first seat on, a clock counts down. */
async function holdTwoByTheClock(page: Page) {
  const clock = page.getByRole('banner').getByRole('timer');
  await expect(clock).toBeHidden();
  await holdOnMap(page, 2);
  await expect(clock).toHaveText(/1[12]:\d\d$/);
  const timeLeft = (await clock.textContent()) ?? '';
  await expect(clock).not.toHaveText(timeLeft);
  await expect(clock).toHaveText(/1[012]:\d\d$/);
  await expectAccessible(page);
}

test('two seats of a real hall are taken with a finger on the map, paid in three instalments, and found as tickets (SC-002, GE-008, SC-009)', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow();
  const isNotTooWide = async () => expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  await choosing(page, PHONE_DATE);
  await expectAccessible(page);
  await isNotTooWide();
  await holdTwoByTheClock(page);
  await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).click();

  await fillInCard(page, cards.approved);
  await page.getByRole('radio', { name: /^3 cuotas de .+ TEA .+ CFTEA .+ Total/ }).check();
  await terms(page).check();
  await expectAccessible(page);
  await isNotTooWide();
  const charges: string[] = [];
  page.on('request', (request) => /\/Cobrar$/.test(request.url()) && charges.push(request.url()));
  await payButton(page).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: /Tu compra está paga/ })).toBeVisible();
  expect(charges).toHaveLength(1);
  await expect(page.getByText(/en 3 cuotas/).first()).toBeVisible();
  await expectAccessible(page);
  await isNotTooWide();

  await expect(page.getByText('Tus entradas van en camino a tu correo')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Ver mis entradas' }).click();
  await expect(page).toHaveURL(/\/myOrders\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('article', { name: /^Entrada \d de 2$/ })).toHaveCount(2);
});

test('two seats are taken with a mouse on the map, where nothing moves when it replaces its drawing, and an overview marks its visible part (SC-002, FL-007, GE-019)', {
  tag: '@desktop',
}, async ({ page }) => {
  test.slow();
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
  await expectAccessible(page);
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);

  await test.step('zoomed in, a click on the overview moves there', async () => {
    const overview = page.locator('svg:has(> rect:last-child)');
    const mark = overview.locator('> rect');
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

  await holdTwoByTheClock(page);
  await chosen(page).getByRole('link', { name: 'Continuar con la compra' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Completá tu compra' })).toBeVisible();
});

const placeAt = (page: Page, place: number) => page.locator(`[data-place="${place}"]`);

/** The first free places of the block whose list is open. */
async function freePlaces(page: Page, count: number): Promise<number[]> {
  const free = page.locator('[data-place][data-state="free"]');
  await expect(free.nth(count - 1)).toBeVisible();
  return Promise.all(Array.from({ length: count }, async (_, index) => Number(await free.nth(index).getAttribute('data-place'))));
}

test('a place that another buyer took first is explained and shown as taken, also among quick taps, whose others are held', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  await choosing(page);
  await logInAsNewcomer(otherVisitor);
  const performanceId = Number(new URL(page.url()).searchParams.get('idFuncion'));
  const takenByAnother = (place: number) =>
    ask(otherVisitor, 'POST', '/v2/Proceso/0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: [place] });
  await openBlock(page, 'Bloque E');
  const [lost = 0] = await freePlaces(page, 1);
  // The page learns nothing of what happens meanwhile.
  await page.route('**/Disponibilidad', (route) => route.abort());
  await takenByAnother(lost);
  await placeAt(page, lost).click();
  await expect(page.getByText('Otra persona tomó ese lugar antes')).toBeVisible();
  await expect(placeAt(page, lost)).toHaveAccessibleName(/ocupado/);
  // An equal one is held for who had nothing, until they say no.
  await page.getByRole('button', { name: 'No, gracias' }).click();
  await expect(chosenPlaces(page)).toHaveCount(0);

  await openBlock(page, 'Bloque D');
  const places = await freePlaces(page, 3);
  const [, second = 0] = places;
  await takenByAnother(second);
  const answer = await holdBack(page, /\/Posiciones\/Tomar$/);
  for (const place of places) await placeAt(page, place).click();
  answer();
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expect(page.getByText(/^Ya no está disponible: .+ Asiento \d+\.$/)).toBeVisible();
  await expect(page.getByText(/^Tomaste 2 lugares: /)).toBeVisible();
  await expect(placeAt(page, second)).toHaveAccessibleName(/ocupado/);
});

test('two quick taps hold both places, the second tap on one that waits takes it back, and another tab holds and gives back the same ones', {
  tag: '@once',
}, async ({ page, context }) => {
  await choosing(page);
  await openBlock(page, 'Bloque A');
  const [first, second, third] = (await freePlaces(page, 3)).map((place) => placeAt(page, place)) as [Locator, Locator, Locator];
  // At any speed of the machine fingers overtake the claims.
  const answer = await holdBack(page, /\/Posiciones\/Tomar$/);
  for (const place of [first, second, third]) await place.click();
  for (const place of [first, second, third]) await expect(place).toHaveAccessibleName(/tomando el lugar/);
  await third.click();
  await expect(third).toHaveAccessibleName(/disponible/);
  answer();
  await expect(chosenPlaces(page)).toHaveCount(2);
  await expect(page.getByText(/^Tomaste 2 lugares: /)).toBeVisible();
  await expect(third).toHaveAccessibleName(/disponible/);

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

  test('the sections of the hall are drawn, and each leads to what it costs', { tag: '@once' }, async ({ page }) => {
    await page.goto(`/landing/${SHOW}`);
    await page
      .getByRole('link', { name: /^Elegir la función/ })
      .first()
      .click();
    const section = page.getByRole('navigation', { name: 'Sectores de la sala' }).getByRole('link', { name: /^Bloque B: (desde )?\$/ });
    const entry = page.locator(':target');
    for (const size of [page.viewportSize(), { width: 390, height: 844 }]) {
      if (size) await page.setViewportSize(size);
      await expect(section).toBeVisible();
      await section.focus();
      await page.keyboard.press('Enter');
      await expect(entry).toHaveText('Bloque B');
      await expect(entry).toBeInViewport();
      await expect(page.getByText(/hace falta JavaScript/)).toBeVisible();
      await expect(page.getByRole('tab')).toHaveCount(0);
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
    }
  });
});

test('with forced colours a section of the picture leads to its places; it keeps the focus when they load, and stays until the map can replace it', {
  tag: '@once',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await logInAsNewcomer(page);
  const section = (block: string) =>
    page.getByRole('navigation', { name: 'Sectores de la sala' }).getByRole('link', { name: new RegExp(`^${block}: `) });
  const list = page.getByRole('combobox', { name: 'Sector' });

  await test.step('the places come after the map’s script', async () => {
    const send = await holdBack(page, /\/v2\/Mapa\/[0-9a-f]{32}$/);
    await openDate(page, `/landing/${SHOW}`);
    await section('Bloque C').focus();
    send();
    await expect(list).toBeVisible();
    await expect(section('Bloque C')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(list).toBeFocused();
    await expect(page.getByRole('grid', { name: 'Lugares de Bloque C' }).locator('[data-state="free"]').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(chosenPlaces(page)).toHaveCount(1);
  });

  await test.step('the map’s script comes after the places', async () => {
    await page.clock.install();
    const send = await holdBack(page, /\/MapViews-[^/]+\.js$/);
    const places = page.waitForResponse(/\/v2\/Mapa\/[0-9a-f]{32}$/);
    await page.reload();
    const drawn = await section('Bloque F').elementHandle();
    await (await places).finished();
    await page.clock.runFor(500);
    expect(await drawn?.evaluate((link) => link.isConnected && link.checkVisibility())).toBe(true);
    send();
    await expect(list).toBeVisible();
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

test('when the script of the map does not load, the best places are still taken', { tag: '@once' }, async ({ page }) => {
  await page.route(/\/MapViews-[^/]+\.js$/, (route) => route.abort());
  await logInAsNewcomer(page);
  await openDate(page, `/landing/${SHOW}`, NO_DRAWING_DATE);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.getByRole('button', { name: 'Tomar los mejores' }).click();
  await expect(chosenPlaces(page).first()).toBeVisible();
});
