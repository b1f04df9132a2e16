import type { Page } from '@playwright/test';
import { limit } from '../../scripts/test/limits.ts';
import { addressOf, importShow, inDays, OPENS_IN_MS } from '../catalogue.ts';
import { expect, hydrated, test } from '../fixtures.ts';
import { chosenPlaces } from '../hall.ts';
import { ask, logInAsNewcomer } from '../purchases.ts';

const SHOW = 'letras-de-madera';

/** The queue host's answers, as the journey wants them, and what it was asked. */
async function queueHost(page: Page) {
  const host = { list: [] as unknown, turn: { redirect_url: '' } as object, status: 200, asked: [] as string[] };
  await page.route('**/cola/**', (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    host.asked.push(`${request.method()} ${pathname}`);
    const json = request.method() === 'POST' ? host.turn : pathname.endsWith('/activas.json') ? host.list : {};
    return route.fulfill({ status: host.status, json });
  });
  await page.route('**/fila?*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Sala de espera</title>' }));
  return host;
}

/** A customer before the show's first performance on sale, in a queue when it is said to be. */
async function visitorOf(page: Page, { isQueued }: { isQueued: boolean }) {
  const host = await queueHost(page);
  await logInAsNewcomer(page);
  const landing = await (await page.request.get(`/landing/${SHOW}`)).text();
  const address = /href="(\/funcion\/[^"]+)"/.exec(landing)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const performanceId = Number(new URL(address, 'https://butaca.example').searchParams.get('idFuncion'));
  if (isQueued) host.list = [performanceId];
  await page.goto(`/landing/${SHOW}`);
  return { host, date: page.locator('main a[href^="/funcion/"]').first(), address, performanceId };
}

const waitingFor = (performanceId: number, target: string) =>
  `/fila?qid=${performanceId}&nextUrl=${encodeURIComponent(target).replaceAll('%20', '+')}`;

test('opening a queued performance opens its waiting room, by every address of it (GE-018, R-035, R-037)', { tag: '@once' }, async ({
  page,
}) => {
  const { host, date, address, performanceId } = await visitorOf(page, { isQueued: true });
  await expect(date).toHaveText('Ir a la fila');
  await date.click();
  await expect(page).toHaveURL(waitingFor(performanceId, address));
  expect(host.asked.filter((call) => call === 'POST /cola/turn')).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL(`/landing/${SHOW}`);

  for (const target of [`/funcion?idFuncion=${performanceId}`, `/funcionTienda?idFuncion=${performanceId}`, address]) {
    // The document itself is not kept back: its address stands for what the browser asks first.
    await page.goto(target, { waitUntil: 'commit' });
    await expect(page).toHaveURL(waitingFor(performanceId, target));
  }
  // The waiting room takes the place of the address that asked for it.
  await page.goBack();
  await expect(page).toHaveURL(waitingFor(performanceId, `/funcionTienda?idFuncion=${performanceId}`));
});

test('a queue that cannot be asked leads to the billboard, which says so (GU-010, GU-011)', { tag: '@once' }, async ({ page }) => {
  const { host, date, performanceId } = await visitorOf(page, { isQueued: false });
  await hydrated(page);
  // The landing's own list has come: an answer that came later would be the good copy that the click may go by.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('butaca.queued'))).not.toBeNull();
  host.status = 503;
  await page.evaluate(() => localStorage.removeItem('butaca.queued'));
  await date.click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="queue-unknown"]')).toHaveText(/^No pudimos consultar la sala de espera/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  host.status = 200;
  host.list = [performanceId];
  host.turn = {};
  await page.goto(`/funcion?idFuncion=${performanceId}`, { waitUntil: 'commit' });
  await expect(page).toHaveURL('/');
  await expect(page.locator('[data-msg="queue-unknown"]')).toBeVisible();
});

test('with a turn places are taken, a turn that ended is asked for once more, and the end of the purchase leaves the room (CA-026)', {
  tag: '@once',
}, async ({ page }) => {
  const { host, date, performanceId } = await visitorOf(page, { isQueued: true });
  const turn = (pass: string) => ({ redirect_url: '/', cPase: pass, dPaseHasta: new Date(Date.now() + 600_000).toISOString() });
  host.turn = turn('pase-1');
  const passes: (string | undefined)[] = [];
  let refusals = 1;
  await page.route('**/v2/Proceso/0/Posiciones/TomarGrupo', (route) => {
    passes.push(route.request().headers()['x-turno']);
    if (refusals-- <= 0) return route.fallback();
    host.turn = turn('pase-2');
    const oData = { idFuncion: performanceId, ctImpedimento: 'VENCIDO' };
    return route.fulfill({ json: { nCode: 610, cError: 'turn_needed', oData } });
  });
  await date.click();
  await page.getByRole('button', { name: /^Tomar / }).click();
  await expect(chosenPlaces(page)).toHaveCount(2);
  expect(passes).toEqual(['pase-1', 'pase-2']);
  const asked = ['POST /cola/turn', 'POST /cola/turn'];
  expect(host.asked.filter((call) => !call.endsWith('/activas.json'))).toEqual(asked);

  const { idProcesoDeCompra } = await page.evaluate(() => JSON.parse(localStorage.getItem('butaca.purchase') ?? '{}'));
  await ask(page, 'POST', `/v2/Proceso/${idProcesoDeCompra}/invalidar`, {});
  await page.reload();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect
    .poll(() => host.asked.filter((call) => !call.endsWith('/activas.json')))
    .toEqual([...asked, `GET /cola/delete/${performanceId}`]);
});

test('a page that is open when a sale with a waiting room opens says so, leads nobody away who types, and into the room by a click', {
  tag: ['@once', '@waits'],
}, async ({ page, context }) => {
  test.slow();
  const seo = 'una-venta-con-fila';
  const onSaleAt = new Date(Date.now() + OPENS_IN_MS);
  await importShow(seo, 'Una venta con fila', [{ startsAt: inDays(30), state: 'announced', onSaleAt }]);
  const { performances } = await addressOf(page.request, seo);
  const [{ id, address } = { id: 0, address: '' }] = performances;
  const host = await queueHost(page);
  await logInAsNewcomer(page);
  const places = await context.newPage();
  const placesHost = await queueHost(places);
  await places.goto(address);
  await hydrated(places);
  await expect(places.getByRole('heading', { name: 'La elección de lugares se habilita con la venta' })).toBeVisible();
  await page.goto(`/landing/${seo}`);
  await hydrated(page);
  await page.bringToFront();
  const main = page.getByRole('main');
  await expect(main.getByText('Próximamente')).toBeVisible();
  const box = page.getByRole('banner').getByRole('combobox');
  await box.pressSequentially('ham');
  // The organiser opens the room with the sale. A page that asked before, as one does that is open for minutes, would show it before.
  setTimeout(() => {
    for (const each of [host, placesHost]) each.list = [id];
  }, onSaleAt.getTime() - Date.now());
  expect(Date.now()).toBeLessThan(onSaleAt.getTime());
  const documents: string[] = [];
  context.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()));

  const intoRoom = main.getByRole('link', { name: /^Ir a la fila de la función/ });
  await expect(intoRoom).toBeVisible({ timeout: onSaleAt.getTime() - Date.now() + limit(30_000) });
  expect(Date.now()).toBeGreaterThan(onSaleAt.getTime());
  await expect(page.locator('[data-msg="state news"]')).toHaveText(/^Ya está a la venta/);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('ham');
  await places.bringToFront();
  await expect(places.locator('[data-msg="state news"]')).toHaveText(/^Ya está a la venta/);
  await expect(places).toHaveURL(address);
  expect(documents).toEqual([]);
  expect(host.asked.filter((call) => call.startsWith('POST'))).toEqual([]);

  await page.bringToFront();
  await intoRoom.click();
  await expect(page).toHaveURL(waitingFor(id, address));
});
