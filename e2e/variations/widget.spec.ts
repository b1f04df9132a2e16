import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WidgetDocument } from '@butaca/contract/widget';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect, expectAccessible, widthOverflow } from '../fixtures.ts';

interface Site {
  /** The origin of the shop. */
  readonly shop: string;
  /** Puts this between the page's title and its end; `styles` are those of the site. */
  readonly show: (page: Page, body: string, styles?: string) => Promise<unknown>;
}

/** Somebody else's site, whose policy allows what the page about the widget says and no style or script in line. */
const test = base.extend<{ readonly site: Site }>({
  site: async ({ baseURL }, use) => {
    const shop = baseURL ?? '';
    let served = { body: '', styles: '' };
    const server = createServer((request, response) => {
      if (request.url === '/site.css') return response.writeHead(200, { 'content-type': 'text/css' }).end(served.styles);
      const policy = `default-src 'none'; style-src 'self'; script-src ${shop}; connect-src ${shop}; img-src ${shop}`;
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(
        `<!doctype html><html lang="es"><head><title>El teatro</title><link rel="icon" href="${shop}/favicon.ico"><link rel="stylesheet" href="/site.css"></head>
<body><main><h1>El teatro</h1>${served.body}</main></body></html>`,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const show = (page: Page, body: string, styles = '') => {
      served = { body, styles };
      return page.goto(`${origin}/`);
    };
    await use({ shop, show });
    server.closeAllConnections();
    server.close();
  },
});
test.use({ elsewhere: /^http:\/\/127\.0\.0\.1:\d+\// });

const embed = (shop: string, attributes: string) => `<script src="${shop}/widget.js" ${attributes} async></script>`;
const widget = (page: Page, venue: string) => page.getByRole('region', { name: `Funciones en ${venue}` });
const names = (list: Locator) => list.getByRole('heading', { level: 3 });

/** The two venues with most to come. */
async function venues(page: Page): Promise<readonly [WidgetDocument & { seo: string }, WidgetDocument & { seo: string }]> {
  const { oData } = await (await page.request.get('/v2/Establecimientos')).json();
  const documents = await Promise.all(
    oData.Lista.map(async ({ cSeo }: { cSeo: string }) => ({
      ...(await (await page.request.get(`/widget/${cSeo}.json`)).json()),
      seo: cSeo,
    })),
  );
  return documents.sort((one, other) => other.shows.length - one.shows.length) as never;
}

test('two widgets in another site list their venues’ shows, whatever its styles say, keep nothing, and lead into the shop', {
  tag: '@once',
}, async ({ page, context, site }) => {
  const [first, second] = await venues(page);
  expect(second.shows.length).toBeGreaterThan(1);
  await site.show(
    page,
    embed(site.shop, `data-establecimiento="${first.seo}" data-cantidad="2"`) +
      embed(site.shop, `data-establecimiento="${second.seo}" data-idioma="en"`),
    `* { color: rgb(255, 0, 0) !important; font-size: 60px !important; position: absolute !important; opacity: 0.01 !important; text-transform: uppercase !important; }
     h2, h3, ul, li, a, p, section, .widget, .state, .all { display: none !important; }`,
  );
  const list = widget(page, first.venue);
  await expect(names(list)).toHaveText(first.shows.slice(0, 2).map(({ name }) => name));
  const other = page.getByRole('region', { name: `Performances at ${second.venue}` });
  await expect(names(other)).toHaveText(second.shows.slice(0, 6).map(({ name }) => name));
  await expect(list.getByRole('listitem').first().getByRole('time').first()).toHaveAttribute('datetime', first.shows[0]?.dates[0] ?? '');
  const heading = list.getByRole('heading', { level: 2 });
  await expect(heading).toBeVisible();
  const look = await heading.evaluate((node) => {
    const { color, fontSize, textTransform, position } = getComputedStyle(node);
    return { color, fontSize, textTransform, position, opacity: getComputedStyle((node.getRootNode() as ShadowRoot).host).opacity };
  });
  expect(look).toEqual({ color: 'rgb(34, 29, 25)', fontSize: '20px', textTransform: 'none', position: 'static', opacity: '1' });
  // The widget's styles do not touch the page either.
  expect(await page.getByRole('heading', { level: 1 }).evaluate((node) => getComputedStyle(node).color)).toBe('rgb(255, 0, 0)');
  const picture = list.locator('img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);

  const link = list.getByRole('link', { name: first.shows[0]?.name ?? '', exact: true });
  await expect(link).toHaveAttribute('rel', 'noopener');
  await expect(link).toHaveAttribute('target', '_top');
  await link.click();
  await expect(page).toHaveURL(first.shows[0]?.page ?? '');
  expect(new URL(page.url()).origin).toBe(site.shop);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.shows[0]?.name ?? '');
});

test('a widget is accessible in light and dark, fits a phone, and its theme can be forced', { tag: '@once' }, async ({ page, site }) => {
  const [{ seo, venue }] = await venues(page);
  await site.show(page, embed(site.shop, `data-establecimiento="${seo}"`));
  await expect(names(widget(page, venue)).first()).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  const ground = () => widget(page, venue).evaluate((node) => getComputedStyle(node).backgroundColor);
  const [light, dark] = ['rgb(255, 253, 248)', 'rgb(30, 26, 23)'];
  expect(await ground()).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground()).toBe(dark);
  await expectAccessible(page);
  await site.show(page, embed(site.shop, `data-establecimiento="${seo}" data-tema="claro"`));
  expect(await ground()).toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  await site.show(page, embed(site.shop, `data-establecimiento="${seo}" data-tema="oscuro"`));
  expect(await ground()).toBe(dark);
  await expectAccessible(page);
});

test('a widget says in words what it cannot show, with a link to the shop', { tag: '@once' }, async ({ browser, site }) => {
  // A context of its own: the answer for an unknown venue is a 404, which no page of ours may have.
  const context = await browser.newContext({ locale: 'es-AR' });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const expectSaid = async (text: string) => {
    const region = page.getByRole('region', { name: 'Funciones' });
    await expect(region.getByRole('status')).toHaveText(text);
    await expect(region.getByRole('link')).toHaveAttribute('href', `${site.shop}/`);
    await expect(region).toHaveAttribute('aria-busy', 'false');
  };
  const document = `${site.shop}/widget/teatro.json`;
  const here = embed(site.shop, 'data-establecimiento="teatro"');

  await site.show(page, embed(site.shop, 'data-establecimiento="&lt;b&gt;no-existe"'));
  await expectSaid('No conocemos la sala «<b>no-existe».');
  await expectAccessible(page);
  await site.show(page, embed(site.shop, ''));
  await expectSaid('Falta decir de qué sala: data-establecimiento.');

  await page.route(document, (route) => route.abort());
  await site.show(page, here);
  await expectSaid('No pudimos cargar las funciones.');
  await page.unroute(document);
  const answer = (status: number, body: unknown) =>
    page.route(document, (route) => route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } }));
  await answer(503, {});
  await site.show(page, here);
  await expectSaid('No pudimos cargar las funciones.');
  await page.unroute(document);
  await answer(200, { venue: 'Teatro', page: `${site.shop}/`, shows: [] });
  await site.show(page, here);
  await expectSaid('Por ahora no hay funciones anunciadas.');
  await page.unroute(document);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(document, (route) => held.then(() => route.abort()));
  await site.show(page, here);
  await expect(page.getByRole('region', { name: 'Funciones' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('status')).toHaveText('Cargando las funciones…');
  release();
  await expectSaid('No pudimos cargar las funciones.');
  expect(errors).toEqual([]);
  await context.close();
});

test('a widget says what is sold out, what comes, how many dates there are, follows no script, and shows markup as text', {
  tag: '@once',
}, async ({ page, site }) => {
  const at = '2027-12-03T21:00-03:00';
  const show = { page: `${site.shop}/landing/x`, dates: [at], dateCount: 1, price: '$ 10.000' };
  const shows = [
    { ...show, name: 'Uno', state: 'on_sale', dateCount: 4 },
    { ...show, name: 'Dos', state: 'sold_out', dateCount: 2 },
    { ...show, name: 'Tres', state: 'coming_soon', onSaleAt: '2027-11-01T10:00-03:00' },
    { ...show, name: 'Cuatro', state: 'coming_soon', page: 'javascript:alert(1)' },
    { ...show, name: '<img src=x onerror=alert(1)>', state: 'on_sale', price: '<img src=x onerror=alert(2)>' },
  ];
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route(`${site.shop}/widget/teatro.json`, (route) =>
    route.fulfill({ json: { venue: 'Teatro', page: `${site.shop}/`, shows }, headers: { 'access-control-allow-origin': '*' } }),
  );
  await site.show(page, embed(site.shop, 'data-establecimiento="teatro"'));
  const items = widget(page, 'Teatro').getByRole('listitem');
  // Whatever the clock of the reader's browser shows.
  await expect(items.nth(0)).toHaveText(/vie, 3 dic, 21:00 y 3 funciones más.*desde \$ 10\.000/);
  await expect(items.nth(1)).toHaveText(/vie, 3 dic, 21:00 y 1 función más.*Agotado/);
  await expect(items.nth(1)).not.toContainText('$');
  await expect(items.nth(2)).toHaveText(/Próximamente · a la venta el lun, 1 nov, 10:00/);
  await expect(items.nth(3)).toHaveText(/Próximamente$/);
  await expect(items.nth(3).getByRole('link')).toHaveAttribute('href', `${site.shop}/`);
  await expect(items.nth(4).getByRole('link', { name: '<img src=x onerror=alert(1)>', exact: true })).toBeVisible();
  await expect(items.nth(4)).toContainText('desde <img src=x onerror=alert(2)>');
  expect(await widget(page, 'Teatro').locator('img').count()).toBe(0);
  expect(dialogs).toEqual([]);
});

test('the page about the widget has the line to copy, works as its own example, and fits a phone', { tag: '@once' }, async ({ page }) => {
  await page.goto('/reference/widget');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus funciones en tu sitio');
  await expect(
    page.getByRole('region', { name: 'Qué copiar' }).getByText(`<script src="${new URL(page.url()).origin}/widget.js"`),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Atributos' }).getByRole('rowheader')).toHaveText([
    'data-establecimiento',
    'data-idioma',
    'data-cantidad',
    'data-tema',
  ]);
  const example = page.getByRole('region', { name: 'Así se ve' }).getByRole('region', { name: /^Funciones en / });
  await expect(names(example).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});
