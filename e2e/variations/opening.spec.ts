import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { addressOf, importHall, importShow, inDays } from '../catalogue.ts';
import { lookedAt, ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { logInAsNewcomer, take } from '../purchases.ts';

/** Time enough to import the show and to open its pages. */
const OPENS_IN_MS = limit(60_000);

test('pages that are open when a sale opens change by themselves, on a device whose clock is slow, and the focus stays', {
  tag: '@once',
}, async ({ page, context }) => {
  test.slow();
  const seo = 'una-venta-que-abre';
  const onSaleAt = new Date(Date.now() + OPENS_IN_MS);
  await importShow(seo, 'Una venta que abre', [{ startsAt: inDays(30), state: 'announced', onSaleAt }]);
  await ownDeviceClock(context);
  await logInAsNewcomer(page);
  await setDeviceClock(page, -15);

  const { showId, performances } = await addressOf(page.request, seo);
  const [performance] = performances;
  await page.goto(`/landing/${seo}`);
  await hydrated(page);
  const places = await context.newPage();
  await places.goto(performance?.address ?? '');
  await hydrated(places);
  await expect(places.getByRole('heading', { name: 'La elección de lugares se habilita con la venta' })).toBeVisible();
  const back = places.getByRole('link', { name: 'Ver todas las fechas' });
  await back.focus();
  await page.bringToFront();
  const main = page.getByRole('main');
  await expect(main.getByText('Próximamente')).toBeVisible();
  const share = page.getByRole('link', { name: 'Agregar las funciones a tu calendario' });
  await share.focus();
  expect(Date.now()).toBeLessThan(onSaleAt.getTime());

  const asked: string[] = [];
  const documents: string[] = [];
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.resourceType() === 'document') documents.push(pathname);
    if (searchParams.has('desde')) asked.push(pathname);
  });
  const timeout = onSaleAt.getTime() - Date.now() + limit(30_000);
  await expect(main.getByRole('link', { name: /^Elegir la función/ })).toBeVisible({ timeout });
  expect(Date.now()).toBeGreaterThan(onSaleAt.getTime());
  await expect(main.getByText('Próximamente')).toBeHidden();
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Ya está a la venta la función del .+, \d\d:\d\d\.$/);
  await expect(share).toBeFocused();
  await expectAccessible(page);

  await places.bringToFront();
  await expect(places.getByRole('heading', { name: 'La elección de lugares se habilita con la venta' })).toBeHidden();
  await expect(places.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();
  await expect(places.locator('[data-msg="state news"]')).toHaveText(/^Ya está a la venta/);
  await expect(back).toBeFocused();
  expect(documents).toEqual([]);
  expect(asked.sort()).toEqual([`/v2/EspectaculoCartel/${showId}`, `/v2/Funcion/${performance?.id}`]);
});

test('cards of the billboard and of a search change by themselves when a sale opens, on devices whose clock is fast or slow', {
  tag: '@once',
}, async ({ page, context, otherVisitor }) => {
  test.slow();
  const name = 'Un estreno en la cartelera';
  const startsAt = inDays(400);
  const onSaleAt = new Date(Date.now() + OPENS_IN_MS);
  await importShow('un-estreno-en-la-cartelera', name, [{ startsAt, state: 'announced', onSaleAt }]);
  const day = startsAt.toISOString().slice(0, 10);
  const onDay = `?cuando=specific&dia=${day}`;
  const documents: string[] = [];

  const open = async (visitor: Page, address: string, minutesAhead: number) => {
    await visitor.goto('/readyz');
    await setDeviceClock(visitor, minutesAhead);
    await visitor.goto(address);
    await hydrated(visitor);
    const card = visitor.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await expect(card).toContainText(/A la venta el .+, \d\d:\d\d/);
    const link = card.getByRole('link');
    await link.focus();
    visitor.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()));
    return { visitor, card, link, place: await card.boundingBox() };
  };
  for (const each of [context, otherVisitor.context()]) await ownDeviceClock(each);
  const search = await context.newPage();
  const fast = await open(page, `/${onDay}`, 15);
  const slow = await open(otherVisitor, `/${onDay}`, -15);
  // A page of its own context is visible while others are.
  const found = await open(search, `/AdvancedSearch?cBuscar=${encodeURIComponent(name)}`, 15);
  await page.bringToFront();
  expect(Date.now()).toBeLessThan(onSaleAt.getTime());

  const timeout = onSaleAt.getTime() - Date.now() + limit(30_000);
  for (const { visitor, card, link, place } of [fast, slow, found]) {
    await visitor.bringToFront();
    await expect(card).toContainText('Ya está a la venta', { timeout });
    expect(Date.now()).toBeGreaterThan(onSaleAt.getTime());
    await expect(visitor.locator('[data-msg="card news"]')).toHaveText(`Ya está a la venta: ${name}.`);
    await expect(link).toBeFocused();
    expect(await card.boundingBox()).toEqual(place);
    await expectAccessible(visitor);
  }
  expect(documents).toEqual([]);

  await page.goto(`/${onDay}`);
  await expect(fast.card).toContainText('desde $');
  await expect(fast.card).not.toContainText('la venta');
});

test('a price that begins and ends, and a date that starts, change an open landing and the page of its places, each once', {
  tag: '@once',
}, async ({ page, context }) => {
  test.slow();
  const seo = 'fases-de-una-venta';
  const startsAt = new Date(Date.now() + OPENS_IN_MS);
  const until = new Date(startsAt.getTime() + limit(25_000));
  await importShow(
    seo,
    'Fases de una venta',
    [{ startsAt }, { startsAt: inDays(30) }],
    [{ name: 'Preventa de amigos', from: startsAt, until }],
  );
  const { performances } = await addressOf(page.request, seo);
  await logInAsNewcomer(page);
  await page.goto(`/landing/${seo}`);
  await hydrated(page);
  const places = await context.newPage();
  await places.goto(performances[0]?.address ?? '');
  await hydrated(places);
  await expect(places.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();
  await page.bringToFront();
  const dates = page.getByRole('main').getByRole('link', { name: /^Elegir la función/ });
  await expect(dates).toHaveCount(2);
  const main = page.getByRole('main');
  await expect(main.getByText('Preventa de amigos')).toBeHidden();
  expect(Date.now()).toBeLessThan(startsAt.getTime());

  const within = (at: Date) => ({ timeout: at.getTime() - Date.now() + limit(30_000) });
  await expect(main.getByText('Preventa de amigos')).toBeVisible(within(startsAt));
  expect(Date.now()).toBeGreaterThan(startsAt.getTime());
  await expect(dates).toHaveCount(1);
  await places.bringToFront();
  await expect(places.locator('[data-msg="performance news"]')).toHaveText('Esta función ya no está a la venta.');
  await expect(places.getByRole('heading', { name: 'Elegí tus entradas' })).toBeHidden();
  await expectAccessible(places);
  await page.bringToFront();
  await expect(main.getByText('Preventa de amigos')).toBeHidden(within(until));
  expect(Date.now()).toBeGreaterThan(until.getTime());
});

test('a date that is called off is seen when its page is looked at again, and where its places are chosen at once', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  const seo = 'una-fecha-que-se-cae';
  const [first, second] = [inDays(20), inDays(21)];
  await importShow(seo, 'Una fecha que se cae', [{ startsAt: first }, { startsAt: second }]);
  const { performances } = await addressOf(page.request, seo);
  await page.clock.install();
  await page.goto(`/landing/${seo}`);
  await hydrated(page);
  await logInAsNewcomer(otherVisitor);
  await otherVisitor.goto(performances[0]?.address ?? '');
  await hydrated(otherVisitor);
  await expect(otherVisitor.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();
  await lookedAt(page, false);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await importShow(seo, 'Una fecha que se cae', [{ startsAt: first, state: 'cancelled' }, { startsAt: second }]);
  await expect(otherVisitor.locator('[data-msg="performance news"]')).toHaveText('Esta función ya no está a la venta.');

  // Another tab is looked at for an hour: nothing is asked.
  await page.clock.fastForward(60 * 60_000);
  expect(asked.filter((path) => path.startsWith('/v2/EspectaculoCartel/'))).toEqual([]);
  await lookedAt(page, true);
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Se canceló la función del .+, \d\d:\d\d\.$/);
  await expect(page.getByRole('main').getByText('Cancelada')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/v2/EspectaculoCartel/'))).toHaveLength(1);
});

test('where others hold the last places, pages that were opened before and after it say when the date starts', {
  tag: '@once',
}, async ({ page, context, otherVisitor }) => {
  test.slow();
  const seo = 'una-sala-llena';
  const hall = await importHall('Sala angosta', 4);
  const startsAt = new Date(Date.now() + OPENS_IN_MS);
  await importShow(seo, 'Una sala llena', [{ startsAt }], [], hall);
  const { performances } = await addressOf(page.request, seo);
  const address = performances[0]?.address ?? '';
  await logInAsNewcomer(page);
  await page.goto(address);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();

  await logInAsNewcomer(otherVisitor);
  await take(otherVisitor, { show: seo, quantity: 4 });
  const later = await context.newPage();
  await later.goto(address);
  await hydrated(later);
  const soldOut = (visitor: Page) => visitor.locator('[data-msg="sold_out"]');
  await expect(soldOut(later)).toContainText('Agotado');
  await page.bringToFront();
  await expect(soldOut(page)).toContainText('Agotado');
  expect(Date.now()).toBeLessThan(startsAt.getTime());

  for (const visitor of [page, later]) {
    await visitor.bringToFront();
    const timeout = Math.max(0, startsAt.getTime() - Date.now()) + limit(30_000);
    await expect(visitor.locator('[data-msg="performance news"]')).toHaveText('Esta función ya no está a la venta.', { timeout });
    expect(Date.now()).toBeGreaterThan(startsAt.getTime());
    await expect(soldOut(visitor)).toBeHidden();
    await expect(visitor.getByRole('heading', { name: 'Este evento no está disponible' })).toBeVisible();
  }
});

test('where others hold the last places, an open page learns that the organiser marked the date as sold out, and that it was called off', {
  tag: '@once',
}, async ({ page, otherVisitor }) => {
  test.slow();
  const seo = 'una-sala-sin-lugares';
  const hall = await importHall('Sala chica', 4);
  const startsAt = inDays(20);
  const setState = (state: 'on_sale' | 'sold_out' | 'cancelled') =>
    importShow(seo, 'Una sala sin lugares', [{ startsAt, state }], [], hall);
  await setState('on_sale');
  const { performances } = await addressOf(page.request, seo);
  await logInAsNewcomer(otherVisitor);
  await take(otherVisitor, { show: seo, quantity: 4 });
  await logInAsNewcomer(page);
  await page.clock.install();
  await page.goto(performances[0]?.address ?? '');
  await hydrated(page);
  await expect(page.locator('[data-msg="sold_out"]')).toContainText('vuelven a la venta');

  const comeBack = async () => {
    await lookedAt(page, false);
    await page.clock.fastForward(2 * 60_000);
    await lookedAt(page, true);
  };
  await setState('sold_out');
  await comeBack();
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Se agotó la función del .+, \d\d:\d\d\.$/);
  await expect(page.getByRole('heading', { name: 'Agotado' })).toBeVisible();
  await expect(page.getByText('vuelven a la venta')).toBeHidden();
  await expectAccessible(page);

  await setState('cancelled');
  await comeBack();
  await expect(page.locator('[data-msg="performance news"]')).toHaveText('Esta función ya no está a la venta.');
});

test('a show that is added in front of a search leaves the cards of an open page as they were', {
  tag: '@once',
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/AdvancedSearch');
  await hydrated(page);
  await expect(page.getByRole('main').getByRole('link', { name: 'Siguiente' })).toBeVisible();
  const cards = page.getByRole('main').locator('[data-slot]').getByRole('link');
  const addresses = () => cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const before = await addresses();
  expect(before).toHaveLength(30);

  const seo = 'un-espectaculo-que-llega-primero';
  await importShow(seo, 'Un espectáculo que llega primero', [{ startsAt: inDays(0.1) }]);
  await lookedAt(page, false);
  await page.clock.fastForward(2 * 60_000);
  await lookedAt(page, true);
  await expect.poll(addresses).toContain(`/landing/${seo}`);
  // Other journeys may have added shows, too.
  expect((await addresses()).slice(0, before.length)).toEqual(before);
  await expect(page.getByText('Ya no está en cartelera')).toBeHidden();
  await expect(page.locator('[data-msg="card news"]')).toBeEmpty();
});
