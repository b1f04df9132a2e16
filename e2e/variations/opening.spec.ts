import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { addressOf, importHall, importShow, inDays, OPENS_IN_MS } from '../catalogue.ts';
import { lookedAt, ownDeviceClock, setDeviceClock } from '../device-clock.ts';
import { expect, expectAccessible, hydrated, test } from '../fixtures.ts';
import { payOff } from '../paid.ts';
import { logInAsNewcomer, take } from '../purchases.ts';

/** What a row of a landing says of its opening, its heights, and how often a screen reader was told anything, until it is on sale. */
async function seenUntilOnSale(page: Page) {
  const seen = await page.evaluateHandle(() => {
    const found = { said: [] as string[], heights: [] as number[], announced: 0 };
    const row = document.querySelector('li[data-state="announced"]');
    const note = <Value>(values: Value[], value: Value | undefined) => {
      if (value !== undefined && values.at(-1) !== value) values.push(value);
    };
    const look = () => {
      if (row?.getAttribute('data-state') !== 'announced') return;
      note(found.said, row.querySelector('p > span > span:not([aria-hidden])')?.textContent ?? undefined);
      note(found.heights, row.getBoundingClientRect().height);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    // Related shows have news of their own, of other journeys.
    for (const region of document.querySelectorAll('[role=status]:not([data-msg="card news"]), [aria-live]:not([aria-live=off])'))
      new MutationObserver(() => found.announced++).observe(region, { subtree: true, childList: true, characterData: true });
    look();
    return found;
  });
  return () => seen.jsonValue();
}

/** What follows the cards comes some seconds after them, so that it is no part of a first visit. */
async function cardsFollow(page: Page) {
  await page.clock.fastForward(10_000);
  await expect(page.locator('[data-msg="card news"]')).toBeAttached();
}

test('pages that are open when a sale opens change by themselves, on a device whose clock is slow, and the focus stays', {
  tag: ['@once', '@waits'],
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
  const time = onSaleAt.toLocaleTimeString('es-AR', { timeStyle: 'short', hourCycle: 'h23', timeZone: 'America/Argentina/Buenos_Aires' });
  for (const visitor of [page, places])
    await expect(visitor.getByRole('main')).toContainText(new RegExp(`La venta abre a las ${time}, faltan 0\\d:[0-5]\\d min`));
  const seen = await seenUntilOnSale(page);
  const share = page.getByRole('link', { name: 'Agregar las funciones a tu calendario' });
  await share.focus();
  expect(Date.now()).toBeLessThan(onSaleAt.getTime());

  const asked: string[] = [];
  const documents: string[] = [];
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.resourceType() === 'document') documents.push(pathname);
    // Related shows have moments of their own.
    if (searchParams.has('desde') && pathname !== '/v2/Cartelera') asked.push(pathname);
  });
  const timeout = onSaleAt.getTime() - Date.now() + limit(30_000);
  await expect(main.getByRole('link', { name: /^Elegir la función/ })).toBeVisible({ timeout });
  expect(Date.now()).toBeGreaterThan(onSaleAt.getTime());
  await expect(main.getByText('Próximamente')).toBeHidden();
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Ya está a la venta la función del .+, \d\d:\d\d\.$/);
  const { said, announced, heights } = await seen();
  expect(said.slice(-2)).toEqual([expect.stringMatching(/faltan 00:01 min$/), 'Estamos abriendo la venta…']);
  expect([announced, heights.length]).toEqual([1, 1]);
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
  tag: ['@once', '@waits'],
}, async ({ page, context, otherVisitor }) => {
  test.slow();
  const name = 'Un estreno en la cartelera';
  const startsAt = inDays(400);
  const onSaleAt = new Date(Date.now() + OPENS_IN_MS);
  await importShow('un-estreno-en-la-cartelera', name, [{ startsAt, state: 'announced', onSaleAt }]);
  const day = startsAt.toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });
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
    // Other journeys' shows have news at the same time.
    await expect(visitor.locator('[data-msg="card news"]')).toContainText(`Ya está a la venta: ${name}.`);
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
  tag: ['@once', '@waits'],
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
  await expect(main.getByText('Ya empezó', { exact: true })).toBeVisible();
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Ya empezó la función del .+, \d\d:\d\d\.$/);
  await places.bringToFront();
  await expect(places.locator('[data-msg="performance news"]')).toHaveText(/^Ya empezó la función del .+, \d\d:\d\d\.$/);
  await expect(places.getByRole('heading', { name: 'Esta función ya empezó' })).toBeVisible();
  await expect(places.getByRole('main').getByRole('link', { name: /^Elegir la función/ })).toHaveCount(1);
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
  const back = otherVisitor.getByRole('link', { name: 'Ver todas las fechas' });
  await back.focus();
  await lookedAt(page, false);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await importShow(seo, 'Una fecha que se cae', [{ startsAt: first, state: 'cancelled' }, { startsAt: second }]);
  await expect(otherVisitor.locator('[data-msg="performance news"]')).toHaveText(/^Se canceló la función del .+, \d\d:\d\d\.$/);
  await expect(back).toBeFocused();
  await saysCalledOff(otherVisitor, 'Una fecha que se cae');
  // Opened from a bookmark it says the same, and nothing is news.
  await otherVisitor.goto(performances[0]?.address ?? '');
  await hydrated(otherVisitor);
  await saysCalledOff(otherVisitor, 'Una fecha que se cae');
  await expect(otherVisitor.locator('[data-msg="performance news"]')).toBeEmpty();
  await otherVisitor
    .getByRole('main')
    .getByRole('link', { name: /^Elegir la función/ })
    .click();
  await expect(otherVisitor.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();

  // Another tab is looked at for an hour: nothing is asked.
  await page.clock.fastForward(60 * 60_000);
  expect(asked.filter((path) => path.startsWith('/v2/EspectaculoCartel/'))).toEqual([]);
  await lookedAt(page, true);
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Se canceló la función del .+, \d\d:\d\d\.$/);
  await expect(page.getByRole('main').getByText('Cancelada')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/v2/EspectaculoCartel/'))).toHaveLength(1);
});

/** The page of a performance names it, says that it was called off, and leads to the money, the other date and the show. */
async function saysCalledOff(page: Page, name: string) {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(main).toContainText('Esta función se canceló');
  await expect(main).toContainText(/\d{1,2} [a-z]{3} · \d\d:\d\d/);
  for (const link of ['Ir a Mis compras', `Ver la página de ${name}`, /^Elegir la función/, 'Ver todas las fechas'])
    await expect(main.getByRole('link', { name: link })).toHaveCount(1);
  await expectAccessible(page);
}

test('where others hold the last places, pages that were opened before and after it say when the date starts', {
  tag: ['@once', '@waits'],
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
    await expect(visitor.locator('[data-msg="performance news"]')).toHaveText(/^Ya empezó la función del/, { timeout });
    expect(Date.now()).toBeGreaterThan(startsAt.getTime());
    await expect(soldOut(visitor)).toBeHidden();
    await expect(visitor.getByRole('heading', { name: 'Esta función ya empezó' })).toBeVisible();
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
  await expect(page.locator('[data-msg="performance news"]')).toHaveText(/^Se canceló la función del .+, \d\d:\d\d\.$/);
});

test('when the last places are sold, pages that are open and those that are opened then say that nothing is left', {
  tag: ['@once', '@waits'],
}, async ({ page, context, otherVisitor }) => {
  test.slow();
  const seo = 'una-sala-vendida';
  const name = 'Una sala vendida';
  const hall = await importHall('Sala vendida', 2);
  await importShow(seo, name, [{ startsAt: inDays(20) }], [], hall);
  const { showId, performances } = await addressOf(page.request, seo);
  await logInAsNewcomer(page);
  const [landing, found] = [await context.newPage(), await context.newPage()];
  const search = `/AdvancedSearch?cBuscar=${encodeURIComponent(name)}`;
  const open = async (visitor: Page, address: string) => {
    await visitor.clock.install();
    await visitor.goto(address);
    await hydrated(visitor);
  };
  await open(landing, `/landing/${seo}`);
  await open(found, search);
  await cardsFollow(found);
  await open(page, performances[0]?.address ?? '');
  await expect(page.getByRole('heading', { name: 'Elegí tus entradas' })).toBeVisible();

  await logInAsNewcomer(otherVisitor);
  await payOff(otherVisitor, await take(otherVisitor, { show: seo, quantity: 2 }));
  await expect(page.locator('[data-msg="sold_out"]')).toContainText('vuelven a la venta');
  // The worker counts what is left once a minute.
  const isSoldOut = async () => {
    const { oData } = await (await page.request.get('/v2/Cartelera')).json();
    return oData.Lista.find(({ idEspectaculoCartel }: { idEspectaculoCartel: number }) => idEspectaculoCartel === showId)?.lAgotado;
  };
  await expect.poll(isSoldOut, { timeout: limit(120_000) }).toBe('S');

  const says = async (visitor: Page, text: string) => {
    await visitor.bringToFront();
    await lookedAt(visitor, false);
    await visitor.clock.fastForward(2 * 60_000);
    await lookedAt(visitor, true);
    await expect(visitor.getByRole('main')).toContainText(text);
    await expectAccessible(visitor);
  };
  await says(page, 'No quedan lugares para esta función.');
  await expect(page.getByText('vuelven a la venta')).toBeHidden();
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Se agotó la función del .+, \d\d:\d\d\.$/);
  await says(landing, 'Agotado');
  await expect(landing.getByRole('link', { name: /^Elegir la función/ })).toBeHidden();
  await says(found, 'Agotado');
  await expect(found.locator('[data-msg="card news"]')).toHaveText(`Se agotó: ${name}.`);

  for (const [address, text] of [
    [performances[0]?.address ?? '', 'No quedan lugares para esta función.'],
    [`/landing/${seo}`, 'Agotado'],
    [search, 'Agotado'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('main')).toContainText(text);
    await expect(page.getByText('vuelven a la venta')).toBeHidden();
  }
});

test('a related show that sells out while a landing is open stays where it was and says so', {
  tag: '@once',
}, async ({ page }) => {
  const hall = await importHall('Sala de dos obras', 10);
  const name = 'La obra de al lado';
  const startsAt = inDays(20);
  const setState = (state: 'on_sale' | 'sold_out') => importShow('la-obra-de-al-lado', name, [{ startsAt, state }], [], hall);
  await importShow('la-obra-abierta', 'La obra abierta', [{ startsAt: inDays(21) }], [], hall);
  await setState('on_sale');
  await page.clock.install();
  await page.goto('/landing/la-obra-abierta');
  await hydrated(page);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await cardsFollow(page);
  const related = page.getByRole('region', { name: 'También te puede interesar' });
  const cards = related.locator('[data-slot]');
  await expect(cards.first()).toContainText(name);
  const before = await cards.allTextContents();

  await setState('sold_out');
  await lookedAt(page, false);
  await page.clock.fastForward(2 * 60_000);
  await lookedAt(page, true);
  await expect(cards.first()).toContainText('Agotado');
  await expect(cards.first()).toContainText(name);
  await expect(cards).toHaveCount(before.length);
  // Its neighbours are other journeys' shows, which have news at the same time.
  await expect(related.locator('[data-msg="card news"]')).toContainText(`Se agotó: ${name}.`);
  await expectAccessible(page);
});

test('a show that is added in front of a search leaves the cards of an open page as they were', {
  tag: '@once',
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/AdvancedSearch');
  await hydrated(page);
  await expect(page.getByRole('main').getByRole('link', { name: 'Siguiente' })).toBeVisible();
  await cardsFollow(page);
  const cards = page.getByRole('main').locator('[data-slot]').getByRole('link');
  const addresses = () => cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const before = await addresses();
  expect(before).toHaveLength(30);

  const [seo, name] = ['un-espectaculo-que-llega-primero', 'Un espectáculo que llega primero'];
  await importShow(seo, name, [{ startsAt: inDays(0.1) }]);
  await lookedAt(page, false);
  await page.clock.fastForward(2 * 60_000);
  await lookedAt(page, true);
  await expect.poll(addresses).toContain(`/landing/${seo}`);
  // Other journeys may have added shows, too.
  expect((await addresses()).slice(0, before.length)).toEqual(before);
  await expect(page.getByText('Ya no está en cartelera')).toBeHidden();
  // Nothing is said of it; other journeys' shows may have news.
  await expect(page.locator('[data-msg="card news"]')).not.toContainText(name);
});
