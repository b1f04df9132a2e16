import { gzipSync } from 'node:zlib';
import type { WidgetDocument } from '@butaca/contract/widget';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { aCharge, aLevel, aMap, anImage, aPerformance, aShow, aVenue, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { customersApp } from '../factories/customers.ts';

const { db, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0, publicOrigin: 'https://entradas.example' });
afterAll(async () => {
  await app.close();
  await close();
});

const MARKUP = '<img src=x onerror="alert(1)">';
const elsewhere = { origin: 'https://teatro.example' };
const documentOf = async (venue: string): Promise<WidgetDocument> =>
  (await app.inject({ url: `/widget/${venue}.json`, headers: elsewhere })).json();
const localHour = (days: number, time: string) => {
  const at = inDays(days, time).toZonedDateTimeISO('America/Argentina/Buenos_Aires');
  return `${at.toPlainDate().toString()}T${time}-03:00`;
};

beforeAll(() =>
  haveCatalogue(db, {
    venues: [aVenue(), aVenue({ seo: 'otra', name: 'Otra sala' }), aVenue({ seo: 'vacia', name: MARKUP })],
    maps: [aMap(), aMap({ venue: 'otra', hash: '1'.repeat(32) })],
    shows: [
      aShow({
        charges: [aCharge({ percent: 1000 })],
        images: [anImage({ kind: 'featured' }), anImage()],
        performances: [
          aPerformance({ startsAt: inDays(-1) }),
          aPerformance({ startsAt: inDays(2), state: 'sold_out', levels: [aLevel({ faceValue: 100_000 })] }),
          ...[5, 6, 7, 8, 9].map((days) => aPerformance({ startsAt: inDays(days, '21:00') })),
          aPerformance({ startsAt: inDays(10), state: 'cancelled' }),
        ],
      }),
      aShow({ seo: 'agotada', name: 'Agotada', performances: [aPerformance({ startsAt: inDays(3, '20:00'), state: 'sold_out' })] }),
      aShow({
        seo: 'pronto',
        name: MARKUP,
        performances: [aPerformance({ startsAt: inDays(40, '20:00'), state: 'announced', onSaleAt: inDays(4, '10:00') })],
      }),
      aShow({
        seo: 'gira',
        name: 'Gira',
        venue: 'otra',
        performances: [
          aPerformance({ venue: 'otra', startsAt: inDays(1) }),
          aPerformance({ startsAt: inDays(30, '19:30'), onSaleAt: inDays(-30, '10:00') }),
        ],
      }),
      aShow({ seo: 'ajena', venue: 'otra', performances: [aPerformance({ venue: 'otra' })] }),
      aShow({ seo: 'oculta', listed: false }),
      aShow({ seo: 'pasada', performances: [aPerformance({ startsAt: inDays(-2) })] }),
      aShow({ seo: 'cancelada', performances: [aPerformance({ state: 'cancelled' })] }),
    ],
  }),
);

describe('the document of a venue', () => {
  test('has its shows to come and no others, by their next date, with state, final price, picture and absolute links', async () => {
    const { venue, page, shows } = await documentOf('teatro');
    expect({ venue, page }).toEqual({
      venue: 'Teatro',
      page: expect.stringMatching(/^https:\/\/entradas\.example\/establecimiento\/teatro\/\d+$/),
    });
    expect(shows).toEqual([
      {
        name: 'Agotada',
        page: 'https://entradas.example/landing/agotada',
        state: 'sold_out',
        dates: [localHour(3, '20:00')],
        dateCount: 1,
        price: '$\u00a010.000',
      },
      {
        name: 'Hamlet',
        page: 'https://entradas.example/landing/hamlet',
        image: { url: `https://entradas.example/images/${'b'.repeat(32)}/hamlet-poster.svg`, width: 8, height: 12 },
        state: 'on_sale',
        dates: [5, 6, 7].map((days) => localHour(days, '21:00')),
        dateCount: 5,
        price: '$\u00a011.000',
      },
      // On a tour: its dates in this hall alone.
      {
        name: 'Gira',
        page: 'https://entradas.example/landing/gira',
        state: 'on_sale',
        dates: [localHour(30, '19:30')],
        dateCount: 1,
        price: '$\u00a010.000',
      },
      {
        name: MARKUP,
        page: 'https://entradas.example/landing/pronto',
        state: 'coming_soon',
        dates: [localHour(40, '20:00')],
        dateCount: 1,
        price: '$\u00a010.000',
        onSaleAt: localHour(4, '10:00'),
      },
    ]);
  });

  test('is empty for a venue where nothing is to come', async () => {
    expect(await documentOf('vacia')).toMatchObject({ venue: MARKUP, shows: [] });
  });

  test('names the venue that there is not, for any site, and no cache keeps that', async () => {
    for (const [asked, named] of [
      ['no-existe.json', 'no-existe'],
      ['teatro', 'teatro'],
      [`${encodeURIComponent('"><script>')}.json`, '"><script>'],
      ['7', '7'],
    ]) {
      const answer = await app.inject({ url: `/widget/${asked}`, headers: elsewhere });
      expect(answer.statusCode, asked).toBe(404);
      expect(answer.json()).toEqual({ error: 'unknown_venue', venue: named });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
      });
    }
  });

  test('may be read by any site without credentials, and is kept for a moment', async () => {
    const { headers } = await app.inject({ url: '/widget/teatro.json', headers: elsewhere });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=2, stale-while-revalidate=2',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('a hundred readings, and made-up venues, cost no statements of their own', async () => {
    let statements = 0;
    const counting = new Proxy(db, {
      apply: (target, self, args) => {
        statements += 1;
        return Reflect.apply(target as never, self, args);
      },
    });
    const counted = await customersApp(counting, { answersFreshMs: 60_000 });
    const read = (venue: string) => counted.inject({ url: `/widget/${venue}.json` });
    await read('teatro');
    const first = statements;
    for (let time = 0; time < 100; time++) await read('teatro');
    // The list of venues is read again after a second.
    const venues = await Promise.all(Array.from({ length: 100 }, (_, index) => read(`no-existe-${index}`)));
    expect(new Set(venues.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    expect(statements - first).toBeLessThan(20);
    await counted.close();
  });
});

describe('the script', () => {
  test('is small, may run on any site, and is kept for five minutes', async () => {
    const { body, headers } = await app.inject({ url: '/widget.js', headers: elsewhere });
    expect(gzipSync(body).length).toBeLessThan(6000);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(body).toContain('Próximamente');
    // It has to run as a plain script of its page.
    expect(() => new Function(body)).not.toThrow();
    expect(body).not.toMatch(/document\.cookie|localStorage|sessionStorage|indexedDB|innerHTML|sendBeacon/);
  });

  test('is not sent again to a cache that has it', async () => {
    const first = await app.inject({ url: '/widget.js' });
    const ask = (etag: string) => app.inject({ url: '/widget.js', headers: { 'if-none-match': etag } });
    for (const etag of [String(first.headers.etag), `W/${first.headers.etag}`, `"another", ${first.headers.etag}`]) {
      const again = await ask(etag);
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ 'access-control-allow-origin': '*', etag: first.headers.etag });
    }
    expect((await ask('"another"')).statusCode).toBe(200);
  });
});

describe('the page that explains it', () => {
  test('has the snippet and every venue, shows their names as text, and allows what it tells hosts to allow', async () => {
    const { body, headers, statusCode } = await app.inject({ url: '/reference/widget' });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'sha256-/,
    );
    expect(body).toContain('&lt;script src=&quot;https://entradas.example/widget.js&quot; data-establecimiento=');
    for (const attribute of ['data-establecimiento', 'data-idioma', 'data-cantidad', 'data-tema']) expect(body).toContain(attribute);
    for (const seo of ['teatro', 'otra', 'vacia']) expect(body).toContain(`<code>${seo}</code>`);
    expect(body).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(body).not.toContain('<img');
  });

  test('is there where the API reference is not', async () => {
    const without = await customersApp(db, { referencePage: false });
    expect((await without.inject({ url: '/reference/widget' })).statusCode).toBe(200);
    await without.close();
  });
});

test('a picture of the widget may be shown by a site that asks every file for its consent', async () => {
  const { headers } = await app.inject({ url: `/images/${'b'.repeat(32)}/hamlet-poster.svg` });
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
});
