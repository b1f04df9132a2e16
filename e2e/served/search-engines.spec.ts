import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { BROKEN_SHOW } from '../catalogue.ts';

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
const text = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');

const WHOLE_ADDRESS = {
  '@type': 'PostalAddress',
  streetAddress: expect.stringMatching(/./),
  addressLocality: 'Buenos Aires',
  addressRegion: 'Ciudad Autónoma de Buenos Aires',
  postalCode: expect.stringMatching(/^C\d{4}[A-Z]{3}$/),
  addressCountry: 'AR',
};

/** A busy server answers 503 and when to come again, as search engines do. */
async function pageAt(request: APIRequestContext, address: string) {
  let answer = await request.get(address);
  while (answer.status() === 503) {
    await sleep(1000);
    answer = await request.get(address);
  }
  return answer;
}

/** What a search engine reads of one page; no browser is needed for it. */
async function read(request: APIRequestContext, address: string) {
  const answer = await pageAt(request, address);
  const html = await answer.text();
  const property = (name: string) => text(attribute(html, new RegExp(`<meta property="${name}" content="([^"]*)"`)));
  return {
    status: answer.status(),
    language: attribute(html, /<html lang="([^"]*)"/),
    title: text(attribute(html, /<title>([^<]*)<\/title>/)),
    description: text(attribute(html, /<meta name="description" content="([^"]*)"/)),
    canonical: text(attribute(html, /<link rel="canonical" href="([^"]*)"/)),
    canonicals: html.split('rel="canonical"').length - 1,
    hidden: /<meta name="robots" content="[^"]*noindex/.test(html),
    shared: { title: property('og:title'), description: property('og:description'), url: property('og:url') },
    image: property('og:image'),
    facts: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(([, json = '']) => JSON.parse(json)),
  };
}

const addressesOf = async (request: APIRequestContext) =>
  [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>([^<]*)<\/loc>/g)]
    .map(([, address = '']) => text(address))
    .filter((address) => !address.endsWith(`/${BROKEN_SHOW}`));

test('every page of the sitemap is there, may be found, and has a title, a description and an address of its own', async ({ request }) => {
  const addresses = await addressesOf(request);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeGreaterThan(40);
  const pages = [];
  for (const address of addresses) pages.push({ address, ...(await read(request, address)) });

  for (const { address, status, language, title, description, canonical, canonicals, hidden, shared } of pages) {
    expect({ address, status, language, hidden, canonical, canonicals, url: shared.url }).toEqual({
      address,
      status: 200,
      language: 'es',
      hidden: false,
      canonical: address,
      canonicals: 1,
      url: address,
    });
    expect(title, address).toContain('Butaca');
    expect(shared.title.length, address).toBeGreaterThan(2);
    expect(description.length, address).toBeGreaterThan(10);
    expect(description.length, address).toBeLessThanOrEqual(161);
    expect(shared.description, address).toBe(description);
  }
  // Other journeys have the same show twice in one house, which then is the same title.
  type Listed = { readonly cSeo: string; readonly cEspectaculoCartelNombre: string };
  const { oData } = await (await request.get('/v2/EspectaculosCartel')).json();
  const nameAt = new Map<string, string>(oData.Lista.map((show: Listed) => [`/landing/${show.cSeo}`, show.cEspectaculoCartelNombre]));
  const titles = new Map<string, string>();
  for (const { address, title } of pages) {
    const name = nameAt.get(new URL(address).pathname);
    if (name !== undefined)
      expect([title.startsWith(`${name}, `), title.length > `${name},  · Butaca`.length], title).toEqual([true, true]);
    else expect(titles.get(title), address).toBeUndefined();
    titles.set(title, address);
  }
});

test('the sitemap has the information pages, the shop, and nothing behind a login', async ({ request }) => {
  const paths = (await addressesOf(request)).map((address) => new URL(address).pathname);
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/FAQ', '/termsAndConditions', '/arrepentimiento', '/arrepentimiento/autorizacion', '/tienda']),
  );
  expect(paths.filter((path) => /^\/(?:my|funcion|buyTicket|login|linkPago|AdvancedSearch)/i.test(path))).toEqual([]);
});

test('every show has pictures of pixels and its dates by the clocks of its venue', async ({ request }) => {
  // Other journeys have shows that begin meanwhile, and then have no date to tell of.
  const { oData } = await (await request.get('/v2/Cartelera')).json();
  const soon = Date.now() + 600_000;
  const toCome = oData.Lista.filter((show: { dPrimeraFuncion: string }) => Date.parse(show.dPrimeraFuncion) > soon);
  const seos = new Set(toCome.map((show: { cSeo: string }) => show.cSeo));
  const landings = (await addressesOf(request)).filter((address) => seos.has(/\/landing\/(.+)$/.exec(address)?.[1]));
  expect(landings.length).toBeGreaterThan(20);
  for (const address of landings) {
    const { facts, image } = await read(request, address);
    expect(image, address).not.toMatch(/\.svg$/);
    expect(facts.length, address).toBeGreaterThan(0);
    for (const fact of facts) {
      expect(fact, address).toMatchObject({
        '@type': 'Event',
        startDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00-0[23]:00$/),
        eventStatus: expect.stringContaining('https://schema.org/Event'),
        location: { '@type': 'Place', name: expect.any(String), address: WHOLE_ADDRESS },
        organizer: { name: 'Butaca' },
      });
      for (const picture of fact.image ?? []) expect(picture, address).not.toMatch(/\.svg$/);
    }
  }
});

test('every page that may be found is shared with a large picture of pixels, of the size it says and with a text', async ({ request }) => {
  const pictures = new Map<string, { readonly type: string; readonly size: readonly number[] }>();
  const pictureAt = async (address: string) => {
    const known = pictures.get(address);
    if (known) return known;
    const answer = await request.get(address);
    const type = answer.headers()['content-type'] ?? '';
    const { width, height } = await sharp(await answer.body()).metadata();
    const size = [width, height];
    const picture = { type, size };
    pictures.set(address, picture);
    return picture;
  };
  for (const address of await addressesOf(request)) {
    const html = await (await pageAt(request, address)).text();
    const content = (name: string) => text(attribute(html, new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`)));
    const image = content('og:image');
    const { type, size } = await pictureAt(image);
    expect(['image/png', 'image/jpeg', 'image/webp'], address).toContain(type);
    expect(size, address).toEqual([Number(content('og:image:width')), Number(content('og:image:height'))]);
    expect(size[0], address).toBeGreaterThanOrEqual(1200);
    expect(content('og:image:alt').length, address).toBeGreaterThan(2);
    expect([content('twitter:card'), content('twitter:image')], address).toEqual(['summary_large_image', image]);
    expect(new URL(image).origin, address).toBe(new URL(address).origin);
  }
  // Shows of the demo have pictures of their own.
  expect(pictures.size).toBeGreaterThan(40);
});

test('shows, venues and the billboard have their last change in the sitemap; pages whose changes are not known have none', async ({
  request,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const entries = [...xml.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/url>/g)];
  expect(entries.length).toBe(xml.match(/<loc>/g)?.length);
  for (const [, address = '', changed] of entries) {
    const { pathname } = new URL(text(address));
    const isOfCatalogue = pathname === '/' || /^\/(?:landing|establecimiento)\//.test(pathname);
    expect(changed === undefined, address).toBe(!isOfCatalogue);
    if (changed !== undefined) expect(Date.parse(changed), address).toBeLessThanOrEqual(Date.now() + 1000);
  }
  expect((await request.get('/sitemap.xml?parte=2')).status()).toBe(404);
});

test('the main page says what the site is, and a venue where it is', async ({ request }) => {
  const addresses = await addressesOf(request);
  const { facts } = await read(request, '/');
  expect(facts.map((fact) => fact['@type'])).toEqual(['WebSite', 'Organization']);
  expect(facts[0].potentialAction.target).toMatch(/^http.*\/AdvancedSearch\?cBuscar=\{text\}$/);
  const venues = addresses.filter((address) => address.includes('/establecimiento/'));
  expect(venues.length).toBeGreaterThan(1);
  for (const address of venues) {
    const [place] = (await read(request, address)).facts;
    expect(place, address).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Place',
      url: address,
      address: WHOLE_ADDRESS,
    });
  }
});

/** The addresses of a page's `<link>` elements with these attributes, in the order in which they stand. */
const linkIn = (html: string, ...attributes: readonly string[]) =>
  text(
    attribute(
      (html.match(/<link [^>]*>/g) ?? []).find((link) => attributes.every((wanted) => link.includes(wanted))) ?? '',
      /href="([^"]*)"/,
    ),
  );

test('the billboard can be read as a feed, and a phone finds what to put on its home screen', async ({ request, baseURL }) => {
  const html = await (await request.get('/')).text();
  const feed = await request.get(linkIn(html, 'rel="alternate"', 'type="application/rss+xml"'));
  expect(feed.headers()['content-type']).toContain('application/rss+xml');
  const xml = await feed.text();
  expect(XMLValidator.validate(xml)).toBe(true);
  const { rss } = new XMLParser({ isArray: (name) => name === 'item' }).parse(xml);
  const links = rss.channel.item.map(({ link }: { readonly link: string }) => link);
  const { oData } = await (await request.get('/v2/Cartelera')).json();
  expect(links).toEqual(oData.Lista.map(({ cSeo }: { cSeo: string }) => `${baseURL}/landing/${cSeo}`));
  expect(xml).toMatch(/<description>\p{L}+ \d+ de \p{L}+ de \d{4}, \d\d:\d\d · /u);

  const manifest = await request.get(linkIn(html, 'rel="manifest"'));
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { name, start_url, icons } = await manifest.json();
  expect({ name, start_url }).toEqual({ name: 'Butaca', start_url: '/' });
  for (const { src, type } of icons) expect((await request.get(src)).headers()['content-type'], src).toBe(type);
  expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
  expect((await request.get('/favicon.ico')).headers()['content-type']).toBe('image/x-icon');
  expect((await request.get(linkIn(html, 'rel="apple-touch-icon"'))).headers()['content-type']).toBe('image/png');
  const colour = (html.match(/<meta name="theme-color"[^>]*>/g) ?? []).find((meta) => meta.includes('light')) ?? '';
  expect(attribute(colour, /content="([^"]*)"/)).toBe('#faf6ee');
});

test('what plays can be followed in a calendar: of the billboard, and of one venue alone', async ({ request, baseURL }) => {
  const whole = await request.get(linkIn(await (await request.get('/')).text(), 'type="text/calendar"'));
  expect(whole.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  const eventsIn = (text: string) =>
    text
      .replace(/\r\n /g, '')
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => ({
        id: /^UID:(.*)\r$/m.exec(event)?.[1],
        where: /^LOCATION:(.*)\r$/m.exec(event)?.[1] ?? '',
        url: /^URL:(.*)\r$/m.exec(event)?.[1],
      }));
  const all = eventsIn(await whole.text());
  expect(all.length).toBeGreaterThan(40);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { url } of all) expect(url).toMatch(new RegExp(`^${baseURL}/landing/[a-z0-9-]+$`));

  const venue = await (await request.get('/establecimiento/x/1')).text();
  const name = text(attribute(venue, /<h1[^>]*>([^<]*)</));
  const link = (venue.match(/<a [^>]*>[^<]*/g) ?? []).find((part) => part.includes('Seguir las funciones en tu calendario')) ?? '';
  const own = eventsIn(await (await request.get(text(attribute(link, /href="([^"]*)"/)))).text());
  expect(own).toEqual(all.filter(({ where }) => where.startsWith(`${name}\\,`)));
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThan(all.length);
  expect((await request.get('/establecimiento/99999/agenda.ics')).status()).toBe(404);
});

test('a page that is not to be found says so, and no crawler is kept from reading it', async ({ request }) => {
  const rules = await (await request.get('/robots.txt')).text();
  const closed = [...rules.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path);
  expect(closed).toEqual(['/v2/', '/v3/']);
  expect(rules).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
  for (const path of [
    '/login',
    '/signUp',
    '/AdvancedSearch?cBuscar=hamlet',
    '/myOrders',
    '/buyTicket',
    '/linkPago/no-such-link',
    '/nada',
  ]) {
    expect((await read(request, path)).hidden, path).toBe(true);
  }
});

test('each performance has its date and hour in its title', async ({ request }) => {
  const { oData: shows } = await (await request.get('/v2/EspectaculosCartel')).json();
  const [show] = shows.Lista;
  const { oData } = await (await request.get(`/v2/EspectaculoCartel/${show.idEspectaculoCartel}?h=${show.h}`)).json();
  const dates = oData.listaFuncion.slice(0, 5);
  const titles = [];
  for (const { idFuncion, h } of dates) titles.push((await read(request, `/funcion?idFuncion=${idFuncion}&h=${h}`)).title);
  for (const title of titles) expect(title).toMatch(/ · (?:lun|mar|mié|jue|vie|sáb|dom) \d+ \w{3} · \d\d:\d\d · Butaca$/);
  expect(new Set(titles).size).toBe(titles.length);
});

test('a page that is asked for by another address leads to its one address', async ({ request }) => {
  for (const [asked, own] of [
    ['/faq', '/FAQ'],
    ['/FAQ/', '/FAQ'],
    ['/Landing/hamlet/?x=1', '/landing/hamlet?x=1'],
  ] as const) {
    const answer = await request.get(asked, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([301, own]);
  }
});
