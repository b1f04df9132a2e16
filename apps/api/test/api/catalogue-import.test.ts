import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listShows, listVenues } from '@butaca/contract';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { describeChanges, ImportProblem, importCatalogue, importVenue } from '../../src/catalogue/import/index.ts';
import { findGallery } from '../../src/catalogue/queries.ts';
import { freshDatabase } from '../database.ts';
import { aMap, haveCatalogue } from '../factories/catalogue.ts';
import { clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';

const { db, owner, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
afterAll(async () => {
  await app.close();
  await close();
});
const emptied = async () => {
  await owner`truncate show, venue, venue_map, show_type, image restart identity cascade`;
  await haveCatalogue(db, { shows: [], maps: [aMap()] });
};
beforeEach(emptied);

const beside = new Map<string, Buffer>();
const importText = (text: string | Buffer, file = 'temporada.json', taxClass = 'iva-21') =>
  importCatalogue(db, {
    file,
    bytes: Buffer.from(text),
    currency: 'ARS',
    language: 'es-AR',
    timeZone: undefined,
    taxClass,
    readBeside: async (name) => beside.get(name) ?? null,
  });
const importJson = (value: unknown) => importText(JSON.stringify(value));
const lines = async (report: Promise<Awaited<ReturnType<typeof importText>>>) => describeChanges((await report).changes);
const refusal = async (report: Promise<unknown>) => {
  const error = await report.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ImportProblem);
  return (error as ImportProblem).message;
};
const count = async (table: string) => (await db<{ count: number }[]>`select count(*) from ${db(table)}`)[0]?.count;

const season = (show: object = {}, performance: object = {}) => ({
  format: 'butaca-catalogue/1',
  shows: [
    {
      seo: 'la-gaviota',
      type: 1,
      venue: 'teatro',
      name: 'La gaviota',
      charges: [{ kind: 'service', percent: 12.5 }],
      prices: [{ category: 'Platea', types: [{ name: 'General', face: 42_000.5, taxClass: 'exempt' }] }],
      performances: [
        { startsAt: '2040-03-14T20:30', ...performance },
        { startsAt: '2040-03-15T20:30:00-03:00', state: 'sold_out' },
      ],
      ...show,
    },
  ],
});

describe('our own file', () => {
  test('what names no tax class has the usual one of the brand', async () => {
    await importText(JSON.stringify(season()), 'temporada.json', 'iva-10.5');
    expect(await db`select code from charge join tax_class on tax_class.id = tax_class_id`).toEqual([{ code: 'iva-10.5' }]);
  });

  test('brings shows, performances, prices and charges; a second run changes nothing', async () => {
    expect(await lines(importJson(season()))).toEqual([
      'shows: 1 new',
      'performances: 2 new',
      'price levels: 2 new',
      'prices: 2 new',
      'charges: 1 new',
    ]);
    const [row] = await db<{ startsAt: Temporal.Instant; state: string; faceValue: number; percent: number; color: string }[]>`
      select starts_at as "startsAt", state, face_value as "faceValue", charge.percent, price_level.color
        from performance join price_level on performance_id = performance.id join price_type on price_level_id = price_level.id
        join charge on charge.show_id = performance.show_id order by starts_at limit 1`;
    expect(row).toMatchObject({ state: 'on_sale', faceValue: 4_200_050, percent: 1250, color: '#1d3557' });
    expect(row?.startsAt.toString()).toBe('2040-03-14T23:30:00Z');
    expect(await lines(importJson(season()))).toEqual([]);
  });

  test('as the documentation shows it is imported', async () => {
    const documentation = await readFile(join(import.meta.dirname, '../../../../docs/import.md'), 'utf8');
    const example = /```json\n([\s\S]*?)```/.exec(documentation)?.[1] ?? '';
    const photograph = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#aa3311' } })
      .jpeg()
      .toBuffer();
    for (const name of ['gaviota.jpg', 'gaviota-acto-1.jpg', 'remera.jpg']) beside.set(name, photograph);
    expect((await importText(example)).understood).toEqual(['1 shows, 2 performances, 1 venues, 2 products']);
    expect(await lines(importText(example))).toEqual([]);
    expect(await db`select media_type as type from product join image on hash = image_hash`).toEqual([{ type: 'image/webp' }]);
  });

  test('changes what it names and leaves alone what it does not', async () => {
    await importJson(season({ subtitle: 'Comedia', position: 7 }));
    await db`update performance set state = 'sold_out'`;
    const report = importJson(
      season({ name: 'La gaviota blanca', prices: [{ category: 'pullman', types: [{ name: 'Única', face: 9 }] }] }),
    );
    expect(await lines(report)).toEqual(['shows: 1 changed', 'price levels: 2 new', 'prices: 2 new, 2 removed']);
    expect(await db`select name, subtitle, position from show`).toMatchObject([
      { name: 'La gaviota blanca', subtitle: 'Comedia', position: 7 },
    ]);
    expect(await db`select distinct state from performance`).toMatchObject([{ state: 'sold_out' }]);
  });

  test('brings the address of a venue, and keeps the parts that it leaves out', async () => {
    const named = { seo: 'sala', name: 'Sala', address: 'Mitre 40', city: 'Posadas', timeZone: 'America/Argentina/Buenos_Aires' };
    const of = (venue: object) => importJson({ format: 'butaca-catalogue/1', venues: [{ ...named, ...venue }] });
    const address = () => db`select province, postcode from venue where seo = 'sala'`;
    await of({ province: 'Misiones', postcode: 'N3300' });
    expect(await address()).toEqual([{ province: 'Misiones', postcode: 'N3300' }]);
    expect(await lines(of({}))).toEqual([]);
    expect(await lines(of({ postcode: 'N3301' }))).toEqual(['venues: 1 changed']);
    expect(await address()).toEqual([{ province: 'Misiones', postcode: 'N3301' }]);
    expect(await refusal(of({ postcode: 'sin código' }))).toContain('temporada.json: venues[0].postcode: must be 2 to 12 capitals');
    expect(await refusal(of({ province: '' }))).toContain('temporada.json: venues[0].province: ');
  });

  describe('says when it changed', () => {
    const changedAt = async () => {
      const { items: shows } = await clientOf(app).ok(listShows, {});
      const { items: venues } = await clientOf(app).ok(listVenues, {});
      return { show: shows[0]?.changedAt, venue: venues[0]?.changedAt };
    };
    /** As if everything so far had been imported long ago. */
    const longAgo = async () => {
      await owner`update show set changed_at = '2020-01-01'`;
      await owner`update venue set changed_at = '2019-01-01'`;
    };
    const then = { show: Date.UTC(2020, 0, 1), venue: Date.UTC(2020, 0, 1) };

    test('a show, and its venue with it, but not by a second run', async () => {
      const before = Date.now();
      await importJson(season());
      expect((await changedAt()).show).toBeGreaterThanOrEqual(before - 1000);
      await longAgo();
      await importJson(season());
      expect(await changedAt()).toEqual(then);
    });

    test.each<[string, object]>([
      ['a text', season({ subtitle: 'Comedia' })],
      ['a date more', season({ performances: [{ startsAt: '2040-03-16T20:30' }] })],
      ['a cancelled date', season({}, { state: 'cancelled' })],
      ['a price', season({ prices: [{ category: 'Platea', types: [{ name: 'General', face: 43_000, taxClass: 'exempt' }] }] })],
      ['a charge', season({ charges: [{ kind: 'service', percent: 13 }] })],
      ['a promotion', season({ promotions: [{ key: 'x', name: 'X', percent: 20 }] })],
      ['an image', season({ images: [{ kind: 'poster', file: 'cambio.svg', alt: 'Afiche' }] })],
      ['a gallery', season({ gallery: [{ file: 'cambio.svg', alt: 'Escena' }] })],
    ])('by %s', async (_, changed) => {
      beside.set('cambio.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 42" width="80" height="42"/>'));
      await importJson(season());
      await longAgo();
      const before = Date.now();
      await importJson(changed);
      const { show, venue } = await changedAt();
      expect(show).toBeGreaterThanOrEqual(before - 1000);
      expect(venue).toBe(show);
    });

    test('of another show alone leaves it as it was', async () => {
      await importJson(season());
      await longAgo();
      await importJson({ ...season(), shows: [{ ...season().shows[0], seo: 'otra', name: 'Otra', performances: [] }] });
      const { items } = await clientOf(app).ok(listShows, {});
      expect(items.find(({ seo }) => seo === 'la-gaviota')?.changedAt).toBe(then.show);
    });

    test('nothing of rows from before it was recorded', async () => {
      await importJson(season());
      await owner`update show set changed_at = null, content_hash = null`;
      await owner`update venue set changed_at = null, content_hash = null`;
      await importJson(season());
      expect(await changedAt()).toEqual({ show: undefined, venue: undefined });
    });
  });

  test('changes every part of a venue, a tax class and a kind of show, and leaves the others as they are', async () => {
    const file = (venue: object, taxClass: object, showType: object) => ({
      format: 'butaca-catalogue/1',
      shows: [],
      venues: [{ seo: 'sala', ...venue }],
      taxClasses: [{ code: 'iva-10', ...taxClass }],
      showTypes: [{ id: 7, ...showType }],
    });
    const others = () => db`
      select 'venue' as kind, seo as key, xmin::text as version from venue where seo <> 'sala'
       union all select 'class', code, xmin::text from tax_class where code <> 'iva-10'
       union all select 'type', id::text, xmin::text from show_type where id <> 7
       order by 1, 2`;
    const venue = (version: string) => ({
      ...{ name: `Sala ${version}`, address: `Lima ${version}`, city: `Ciudad ${version}`, province: version },
      ...{ postcode: `C100${version}`, transport: `Línea ${version}`, access: `Rampa ${version}` },
    });
    await importJson(file({ ...venue('A'), timeZone: 'Europe/Madrid' }, { name: 'Reducido', percent: 10.5 }, { name: 'Circo', order: 1 }));
    const before = await others();
    await importJson(file({ ...venue('B'), timeZone: 'America/Asuncion' }, { name: 'Mínimo', percent: 5 }, { name: 'Magia', order: 2 }));
    expect(
      await db`select name, address, city, province, postcode, transport, access, time_zone as zone from venue where seo = 'sala'`,
    ).toEqual([{ ...venue('B'), zone: 'America/Asuncion' }]);
    expect(await db`select name, rate from tax_class where code = 'iva-10'`).toEqual([{ name: 'Mínimo', rate: 500 }]);
    expect(await db`select name, position from show_type where id = 7`).toEqual([{ name: 'Magia', position: 2 }]);
    expect(await others()).toEqual(before);
  });

  test('sets the limits of a show, keeps them where it names none, and brings the brand’s back', async () => {
    const limit = async () => (await db`select most_per_customer as most from show`).map(({ most }) => most);
    await importJson(season({ limits: { perCustomer: 6 } }));
    expect(await limit()).toEqual([6]);
    expect(await lines(importJson(season()))).toEqual([]);
    expect(await limit()).toEqual([6]);
    await importJson(season({ limits: {} }));
    expect(await limit()).toEqual([null]);
    expect(await refusal(importJson(season({ limits: { perCustomer: 0 } })))).toMatch(/shows\[0\]\.limits\.perCustomer/);
  });

  test('sets what a show does with refunded places, keeps it where it names nothing, and brings the brand’s rule back', async () => {
    const rule = async () => (await db`select refunded_places_sold_again as again from show`).map(({ again }) => again);
    await importJson(season());
    expect(await rule()).toEqual([null]);
    await importJson(season({ refunds: { placesAreSoldAgain: false } }));
    expect(await lines(importJson(season()))).toEqual([]);
    expect(await rule()).toEqual([false]);
    await importJson(season({ refunds: {} }));
    expect(await rule()).toEqual([null]);
    expect(await refusal(importJson(season({ refunds: { placesAreSoldAgain: 'no' } })))).toMatch(/shows\[0\]\.refunds\.placesAreSoldAgain/);
  });

  test('sets how long payments of a show may take, keeps it where it names nothing, and ends it', async () => {
    const rule = async () => [...(await db`select slow_payment_hours as hours, slow_payment_most_percent as "mostPercent" from show`)];
    await importJson(season());
    expect(await rule()).toEqual([{ hours: null, mostPercent: null }]);
    await importJson(season({ slowPayments: { hours: 48, mostPercent: 10 } }));
    expect(await lines(importJson(season()))).toEqual([]);
    expect(await rule()).toEqual([{ hours: 48, mostPercent: 10 }]);
    await importJson(season({ slowPayments: false }));
    expect(await rule()).toEqual([{ hours: null, mostPercent: null }]);
    for (const given of [{ hours: 241, mostPercent: 10 }, { hours: 48, mostPercent: 0 }, { hours: 48 }, true])
      expect(await refusal(importJson(season({ slowPayments: given })))).toMatch(/shows\[0\]\.slowPayments/);
    expect(await rule()).toEqual([{ hours: null, mostPercent: null }]);
  });

  test('brings promotions, withdraws those that its list no longer has, and keeps all where it names none', async () => {
    const listed = async () => db`select key, kind, percent, take, pay, price, weekdays, withdrawn from promotion order by length(key)`;
    const none = { percent: null, take: null, pay: null, price: null, weekdays: null, withdrawn: false };
    const promotions = [
      { key: 'veinte', name: '20 %', percent: 20, sectors: ['Platea'], priceTypes: ['General'], until: '2040-03-01T00:00' },
      { key: 'tres-por-dos', name: '3x2', take: 3, pay: 2, weekdays: [3] },
      { key: 'joven', name: 'Joven', price: 900.5, channels: ['box_office'] },
    ];
    expect(await lines(importJson(season({ promotions })))).toContain('promotions: 3 new');
    const brought = [
      { ...none, key: 'joven', kind: 'fixed_price', price: 90_050 },
      { ...none, key: 'veinte', kind: 'percentage', percent: 2000 },
      { ...none, key: 'tres-por-dos', kind: 'n_for_m', take: 3, pay: 2, weekdays: [3] },
    ];
    expect(await listed()).toEqual(brought);
    expect(await lines(importJson(season({ promotions })))).toEqual([]);
    expect(await lines(importJson(season()))).toEqual([]);
    expect(await lines(importJson(season({ promotions: promotions.slice(1) })))).toEqual(['promotions: 2 changed, 1 removed']);
    expect(await listed()).toEqual(brought.map((each) => ({ ...each, withdrawn: each.key === 'veinte' })));
    expect(await lines(importJson(season({ promotions: promotions.slice(0, 1) })))).toEqual(['promotions: 1 changed, 2 removed']);
  });

  /** A season of which every part becomes another. */
  const [first, second] = ['2040-03-14T20:30', '2040-03-15T20:30'];
  const before = {
    ...season({
      ...{ name: 'La gaviota', subtitle: 'Antes', description: 'A', credits: 'A', ageNote: '13', trailer: 'https://a.example/1' },
      ...{
        people: [{ name: 'Ana', role: 'Nina' }],
        durationMinutes: 90,
        listed: true,
        position: 1,
        refunds: { placesAreSoldAgain: true },
      },
      ...{ limits: { perCustomer: 4, newcomersPerNetwork: 10 }, slowPayments: { hours: 24, mostPercent: 10 } },
      reservations: { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true },
      nominations: { closesHours: 5, oncePerDocument: true },
      charges: [{ kind: 'service', percent: 12.5 }],
      promotions: [
        {
          ...{ key: 'a', name: 'A', note: 'Antes', percent: 20, channels: ['online'], sectors: ['Platea'], priceTypes: ['General'] },
          ...{ weekdays: [3], performances: [first], from: '2039-01-01T00:00', until: '2039-02-01T00:00', perCustomer: 1 },
          codes: [{ code: 'AMIGOS', uses: 1 }],
        },
        { key: 'b', name: 'B', price: 900, cards: { brands: ['visa'] }, perCard: 1 },
        { key: 'c', name: 'C', take: 3, pay: 2, channels: ['box_office'] },
      ],
    }),
    products: [
      {
        ...{ key: 'remera', venue: 'teatro', name: 'Remera', description: 'Azul', handover: 'pickup', show: 'la-gaviota' },
        ...{ performances: [first], mostPerPurchase: 3, mostPerTicket: 1, mostPerPerson: 2 },
        variants: [
          { key: 'm', name: 'M', price: 50, stock: 10, taxClass: 'exempt' },
          { key: 'l', name: 'L', price: 55, stock: 1 },
        ],
      },
      { key: 'taza', venue: 'teatro', name: 'Taza', price: 5, stock: 5 },
    ],
  };
  const after = {
    ...season({
      ...{ name: 'Gaviotas', subtitle: 'Después', description: 'B', credits: 'B', ageNote: '16', trailer: 'https://b.example/2' },
      ...{
        people: [{ name: 'Luis', role: 'Tréplev' }],
        durationMinutes: 95,
        listed: false,
        position: 2,
        refunds: { placesAreSoldAgain: false },
      },
      ...{ limits: { perCustomer: 5, newcomersPerNetwork: 11 }, slowPayments: { hours: 25, mostPercent: 11 } },
      reservations: { days: 4, closesHours: 25, mostPerCustomer: 7, mostPercent: 51, partPayable: false },
      nominations: { closesHours: 6, oncePerDocument: false },
      charges: [{ kind: 'service', percent: 10, fixed: 5, taxClass: 'exempt' }],
      promotions: [
        { key: 'c', name: 'C 2', percent: 30, document: { perDocument: 2 } },
        {
          ...{ key: 'a', name: 'A 2', note: 'Después', take: 4, pay: 3, channels: ['online', 'box_office'], sectors: ['Pullman'] },
          ...{ weekdays: [4], performances: [second], from: '2039-01-02T00:00', until: '2039-02-02T00:00' },
        },
        { key: 'b', name: 'B 2', price: 800, cards: { bins: ['450799'] }, perCard: 2, perCustomer: 3 },
      ],
    }),
    products: [
      { key: 'taza', venue: 'teatro', name: 'Taza grande', price: 6, stock: 6, handover: 'with_order', show: 'la-gaviota' },
      {
        ...{ key: 'remera', venue: 'teatro', name: 'Remera lisa', description: 'Roja', handover: 'with_order', mostPerPurchase: 4 },
        ...{ performances: [second], mostPerTicket: 2, mostPerPerson: 3, offered: false },
        variants: [
          { key: 'l', name: 'Larga', price: 65, stock: 2, taxClass: 'exempt' },
          { key: 'm', name: 'Mediana', price: 60, stock: 20 },
        ],
      },
    ],
  };

  const rows = async () => ({
    shows: await db`select to_jsonb(show) - array['id', 'changed_at', 'content_hash'] as row from show`,
    charges: await db`select to_jsonb(charge) - array['id', 'show_id'] as row from charge`,
    promotions: await db`select to_jsonb(promotion) - array['id', 'show_id'] as row from promotion order by key`,
    products: await db`select to_jsonb(product) - array['id', 'show_id'] as row from product order by key`,
    variants: await db`
      select product.key, to_jsonb(product_variant) - array['id', 'product_id'] as row
        from product_variant join product on product.id = product_id order by product.key, product_variant.key`,
  });

  test('changes every part of shows, promotions and products as if they had been so from the start', async () => {
    await importJson(after);
    const fresh = await rows();
    await emptied();
    await importJson(before);
    for (const [name, list] of Object.entries(await rows())) expect(list, name).not.toEqual(fresh[name as keyof typeof fresh]);
    await importJson(after);
    expect(await rows()).toEqual(fresh);
  });

  test('leaves everything of a show, its promotions and products that it does not name', async () => {
    await importJson(before);
    const had = await rows();
    await importJson(season());
    expect(await rows()).toEqual(had);
    // Named as empty it is gone, and promotions and products end.
    const [show] = season().shows;
    await importJson({ format: before.format, shows: [{ ...show, promotions: [], people: [], charges: [] }] });
    expect(await rows()).toEqual({
      ...had,
      charges: [],
      shows: had.shows.map(({ row }) => ({ row: { ...row, people: [] } })),
      promotions: had.promotions.map(({ row }) => ({ row: { ...row, withdrawn: true } })),
    });
  });

  test('changes nothing of another show with the same names, and writes nothing that is so already', async () => {
    const alone = ({ format, shows }: ReturnType<typeof season>) => ({ format, shows });
    const twin = { ...alone(before), shows: before.shows.map((show) => ({ ...show, seo: 'el-jardin' })) };
    await importJson(before);
    await importJson(twin);
    /** With the version of each row. */
    const rowsOf = (seo: string) => db`
      with of as (select id from show where seo = ${seo})
      select 'show' as kind, id, xmin::text as version from show where id in (select id from of)
       union all select 'performance', id, xmin::text from performance where show_id in (select id from of)
       union all select 'level', id, xmin::text from price_level where performance_id in (select id from performance where show_id in (select id from of))
       union all select 'type', price_type.id, price_type.xmin::text from price_type join price_level on price_level.id = price_level_id
                  where performance_id in (select id from performance where show_id in (select id from of))
       union all select 'charge', id, xmin::text from charge
                  where show_id in (select id from of) or performance_id in (select id from performance where show_id in (select id from of))
       union all select 'promotion', id, xmin::text from promotion where show_id in (select id from of)
       union all select 'code', promotion_code.id, promotion_code.xmin::text from promotion_code join promotion on promotion.id = promotion_id
                  where show_id in (select id from of)
       order by 1, 2`;
    const theirs = await rowsOf('el-jardin');
    expect(new Set(theirs.map(({ kind }) => kind)).size).toBe(7);
    await importJson(after);
    expect(await rowsOf('el-jardin')).toEqual(theirs);
    const mine = await rowsOf('la-gaviota');
    expect(await lines(importJson(after))).toEqual([]);
    expect(await rowsOf('la-gaviota')).toEqual(mine);
    // One of its dates has charges and prices of its own.
    const [show] = alone(after).shows;
    const own = {
      charges: [{ kind: 'service', percent: 1 }],
      prices: [{ category: 'Platea', types: [{ name: 'Estreno', face: 50_000 }] }],
    };
    const [first, second] = show?.performances ?? [];
    await importJson({ ...alone(after), shows: [{ ...show, performances: [{ ...first, ...own }, second] }] });
    expect(await rowsOf('el-jardin')).toEqual(theirs);
  });

  test('products and deliveries leave those of another venue and another kind as they are, and nothing is written twice', async () => {
    const variants = (price: number) => [
      { key: 'm', name: 'M', price, stock: 10 },
      { key: 'l', name: 'L', price: 55, stock: 5 },
    ];
    const point = (id: number, given: object = {}) => ({
      id,
      name: 'Kiosco',
      address: 'Defensa 1',
      city: 'CABA',
      hours: '9 a 18',
      ...given,
    });
    const zone = (id: number, given: object = {}) => ({
      ...{ id, name: 'Centro', country: 'ar', provinces: ['C'], postcodes: ['10'], price: 30 },
      ...given,
    });
    const products = [
      { key: 'remera', venue: 'teatro', name: 'Remera', variants: variants(50) },
      { key: 'gorra', venue: 'sala', name: 'Gorra', variants: variants(50) },
    ];
    const deliveries = [
      { id: 3, kind: 'point', name: 'Puntos', price: 15, points: [point(1), point(2)] },
      { id: 4, kind: 'home', name: 'A casa', zones: [zone(1), zone(2)] },
      { id: 5, kind: 'point', name: 'Otros puntos', price: 15, points: [point(3), point(4)] },
      { id: 6, kind: 'home', name: 'Lejos', zones: [zone(3), zone(4)] },
    ];
    const venues = [{ seo: 'sala', name: 'Sala', timeZone: 'Europe/Madrid' }];
    await importJson({ ...season(), venues, products, deliveries });
    const rowsOf = (product: string, types: readonly number[]) => db`
      select 'product' as kind, id, xmin::text as version from product where key = ${product}
       union all select 'variant', product_variant.id, product_variant.xmin::text from product_variant join product on product.id = product_id
                  where product.key = ${product}
       union all select 'delivery', id, xmin::text from delivery_type where id = any (${[...types]}::integer[])
       union all select 'point', id, xmin::text from delivery_point where delivery_type_id = any (${[...types]}::integer[])
       union all select 'zone', id, xmin::text from delivery_zone where delivery_type_id = any (${[...types]}::integer[])
       order by 1, 2`;
    const others = await rowsOf('gorra', [5, 6]);
    expect(others).toHaveLength(9);
    const next = {
      ...season(),
      products: [{ key: 'remera', venue: 'teatro', name: 'Remera lisa', variants: variants(60).slice(0, 1) }],
      deliveries: [
        {
          ...{
            id: 3,
            kind: 'point',
            name: 'Puntos nuevos',
            description: 'Con documento',
            price: 16,
            closesHours: 48,
            taxClass: 'exempt',
            offered: false,
          },
          points: [point(1, { name: 'Otro', address: 'Lima 2', city: 'Rosario', hours: '10 a 12' })],
        },
        {
          ...{ id: 4, kind: 'home', name: 'A tu casa' },
          zones: [zone(1, { name: 'Sur', country: 'py', provinces: ['A'], postcodes: ['20'], price: 40 })],
        },
      ],
    };
    await importJson(next);
    expect(await rowsOf('gorra', [5, 6])).toEqual(others);
    expect(
      await db`select key, stock, price::int, withdrawn from product_variant where product_id = (select id from product where key = 'remera') order by key`,
    ).toEqual([
      { key: 'l', stock: 5, price: 5500, withdrawn: true },
      { key: 'm', stock: 10, price: 6000, withdrawn: false },
    ]);
    expect(
      await db`select delivery_type.name, description, price::int, active, closes_hours as hours, code from delivery_type join tax_class on tax_class.id = tax_class_id where delivery_type.id in (3, 4) order by delivery_type.id`,
    ).toMatchObject([
      { name: 'Puntos nuevos', description: 'Con documento', price: 1600, active: false, hours: 48, code: 'exempt' },
      { name: 'A tu casa', description: null, price: 0, active: true, hours: null },
    ]);
    expect(await db`select id, name, address, city, hours, active from delivery_point where id < 3 order by id`).toEqual([
      { id: 1, name: 'Otro', address: 'Lima 2', city: 'Rosario', hours: '10 a 12', active: true },
      { id: 2, name: 'Kiosco', address: 'Defensa 1', city: 'CABA', hours: '9 a 18', active: false },
    ]);
    expect(
      await db`select id, name, country, provinces, postcodes, price::int, active from delivery_zone where id < 3 order by id`,
    ).toEqual([
      { id: 1, name: 'Sur', country: 'py', provinces: ['A'], postcodes: ['20'], price: 4000, active: true },
      { id: 2, name: 'Centro', country: 'ar', provinces: ['C'], postcodes: ['10'], price: 3000, active: false },
    ]);
    const mine = await rowsOf('remera', [3, 4]);
    expect(await lines(importJson(next))).toEqual([]);
    expect(await rowsOf('remera', [3, 4])).toEqual(mine);
    // One that moves to another list is there, and what had ended is offered again.
    await importJson({
      ...season(),
      deliveries: [
        { ...deliveries[0], points: [point(2), point(1)] },
        { ...deliveries[1], zones: [zone(2), zone(1)] },
      ],
    });
    const order = (table: string) => db`select id from ${db(table)} where id < 3 and active order by position`;
    expect([await order('delivery_point'), await order('delivery_zone')]).toEqual([
      [{ id: 2 }, { id: 1 }],
      [{ id: 2 }, { id: 1 }],
    ]);
  });

  test('brings codes with their uses, and ends those that their list no longer has', async () => {
    const rule = (codes: object[]) => season({ promotions: [{ key: 'amigos', name: 'Amigos', percent: 30, perCustomer: 4, codes }] });
    const listed = async () => db`select code, most_uses as uses, withdrawn from promotion_code order by code`;
    expect(await lines(importJson(rule([{ code: 'A-27', uses: 5 }, { code: 'B-27' }])))).toContain('codes: 2 new');
    expect(await lines(importJson(rule([{ code: 'A-27', uses: 5 }, { code: 'B-27' }])))).toEqual([]);
    expect(await lines(importJson(rule([{ code: 'A-27', uses: 9 }])))).toEqual(['codes: 1 changed, 1 removed']);
    expect(await listed()).toEqual([
      { code: 'A-27', uses: 9, withdrawn: false },
      { code: 'B-27', uses: null, withdrawn: true },
    ]);
    expect(await db`select needs_code as needs, per_customer as most from promotion`).toEqual([{ needs: true, most: 4 }]);
  });

  test('brings promotions for documents, with how many tickets each may have', async () => {
    const rule = (perDocument: number) =>
      season({ promotions: [{ key: 'jubilados', name: 'Jubilados', percent: 40, document: { perDocument } }] });
    const listed = async () => db`select needs_code as needs, per_document as document, per_card as card from promotion`;
    expect(await lines(importJson(rule(2)))).toContain('promotions: 1 new');
    expect(await listed()).toEqual([{ needs: true, document: 2, card: null }]);
    expect(await lines(importJson(rule(2)))).toEqual([]);
    expect(await lines(importJson(rule(1)))).toEqual(['promotions: 1 changed']);
    expect(await listed()).toEqual([{ needs: true, document: 1, card: null }]);
  });

  test('brings promotions for cards, with their ranges and limits', async () => {
    const rule = (more: object) =>
      season({
        promotions: [
          { key: 'banco', name: 'Banco', percent: 20, perCustomer: 4, perCard: 2, cards: { bins: ['450790-450799', '529991'] }, ...more },
        ],
      });
    const listed = async () => db`select channels, cards, per_customer as person, per_card as card from promotion`;
    const cards = {
      brands: null,
      bins: [
        [450_790, 450_799],
        [529_991, 529_991],
      ],
    };
    expect(await lines(importJson(rule({})))).toContain('promotions: 1 new');
    expect(await listed()).toEqual([{ channels: ['online'], cards, person: 4, card: 2 }]);
    expect(await lines(importJson(rule({})))).toEqual([]);
    expect(await lines(importJson(rule({ cards: { brands: ['visa'] } })))).toEqual(['promotions: 1 changed']);
    expect(await listed()).toMatchObject([{ cards: { brands: ['visa'], bins: null } }]);
  });

  test.each([
    [{ percent: 20, price: 5 }, 'promotions[0]: it has exactly one of percent, take with pay, and price'],
    [{}, 'promotions[0]: it has exactly one of'],
    [{ take: 2 }, 'promotions[0].pay: take and pay go together'],
    [{ take: 2, pay: 2 }, 'promotions[0].pay: fewer are paid than are taken'],
    [{ percent: 0 }, 'promotions[0].percent: it is more than nothing'],
    [{ take: 2, pay: 1, document: { perDocument: 1 } }, 'promotions[0].document: a document reduces one ticket'],
    [
      { percent: 20, document: { perDocument: 1 }, codes: [{ code: 'A-27' }] },
      'promotions[0].document: it is for documents, cards or codes',
    ],
    [{ percent: 20, document: { perDocument: 0 } }, 'promotions[0].document.perDocument'],
    [{ percent: 20, perCustomer: 2 }, 'promotions[0].perCustomer: a limit per person needs codes or cards'],
    [{ percent: 20, perCard: 2 }, 'promotions[0].perCard: a limit per card needs cards'],
    [{ percent: 20, cards: {} }, 'promotions[0].cards: it names brands, bins or both'],
    [{ percent: 20, cards: { brands: ['nada'] } }, 'promotions[0].cards.brands[0]: there is no brand of cards nada'],
    [{ percent: 20, cards: { bins: ['45079912'] } }, 'promotions[0].cards.bins[0]: must be six digits'],
    [{ percent: 20, cards: { bins: ['450799-450790'] } }, 'promotions[0].cards.bins[0]: it ends before it begins'],
    [{ percent: 100, cards: { brands: ['visa'] } }, 'promotions[0].cards: what costs nothing is charged to no card'],
    [{ price: 0, cards: { brands: ['visa'] } }, 'promotions[0].cards: what costs nothing is charged to no card'],
    [{ percent: 20, cards: { brands: ['visa'] }, codes: [{ code: 'AAAA' }] }, 'promotions[0].codes: it is for cards or for codes'],
    [{ percent: 20, cards: { brands: ['visa'] }, channels: ['box_office'] }, 'promotions[0].channels: a counter does not know the card'],
    [{ percent: 20, codes: [{ code: 'con espacio' }] }, 'promotions[0].codes[0].code: must be 4 to 40 capitals, digits and hyphens'],
    [{ percent: 20, codes: [{ code: 'AAAA' }, { code: 'AAAA' }] }, 'promotions[0].codes[1]: AAAA is there twice'],
    [{ percent: 20, sectors: ['Palco'] }, 'la-gaviota promotions p sectors: no map of its venues has a sector Palco'],
    [{ percent: 20, priceTypes: ['Jubilados'] }, 'promotions[0].priceTypes[0]: the show has no price Jubilados'],
    [{ percent: 20, from: '2040-03-02T00:00', until: '2040-03-01T00:00' }, 'promotions[0].until: it ends before it begins'],
    [{ percent: 20, from: '2040-03-02T00:00', until: '2040-03-02T00:00' }, 'promotions[0].until: it ends before it begins'],
  ])('with the promotion %j is refused, and says where and why', async (rule, reason) => {
    expect(await refusal(importJson(season({ promotions: [{ key: 'p', name: 'P', ...rule }] })))).toContain(reason);
    expect(await count('show')).toBe(0);
    expect(await count('promotion')).toBe(0);
  });

  test('a promotion is for sectors that a venue of its show has now: one of an earlier map is refused', async () => {
    const [platea, pullman] = aMap().sectors;
    const box = { ...(pullman ?? {}), code: 'P', name: 'Palco' } as NonNullable<typeof pullman>;
    const boxes = () => importJson(season({ promotions: [{ key: 'p', name: 'P', percent: 20, sectors: ['Palco'] }] }));
    await haveCatalogue(db, { shows: [], maps: [aMap({ hash: '1'.repeat(32), sectors: platea ? [platea, box] : [] })] });
    await boxes();
    await haveCatalogue(db, { shows: [], maps: [aMap({ hash: '2'.repeat(32) })] });
    expect(await refusal(boxes())).toContain('la-gaviota promotions p sectors: no map of its venues has a sector Palco');
  });

  const shop = (...products: object[]) => ({ ...season(), products });
  const shirt = { key: 'remera', venue: 'teatro', name: 'Remera', price: 50.5, stock: 10 };

  test('brings products with variants and stock, and withdraws what a venue’s list no longer has, and nothing of a venue it does not name', async () => {
    const variants = [
      { key: 'm', name: 'M', price: 50, stock: 10 },
      { key: 'l', name: 'L', price: 55, stock: 0, taxClass: 'exempt' },
    ];
    const cup = { key: 'taza', venue: 'teatro', show: 'la-gaviota', name: 'Taza', variants, mostPerTicket: 1, handover: 'with_order' };
    const listed = async () =>
      db`select product.key || ' ' || product_variant.key as key, price::int, stock, product.withdrawn or product_variant.withdrawn as withdrawn
           from product join product_variant on product_id = product.id order by 1`;
    expect(await lines(importJson(shop(shirt, cup)))).toEqual(expect.arrayContaining(['products: 2 new', 'variants: 3 new']));
    expect(await lines(importJson(shop(shirt, cup)))).toEqual([]);
    expect(await lines(importJson(season()))).toEqual([]);
    const fewer = { ...cup, variants: [{ ...variants[0], stock: 4 }] };
    expect(await lines(importJson(shop(fewer)))).toEqual(
      expect.arrayContaining(['variants: 1 changed', 'products and variants: 2 removed']),
    );
    expect(await listed()).toEqual([
      { key: 'remera unico', price: 5050, stock: 10, withdrawn: true },
      { key: 'taza l', price: 5500, stock: 0, withdrawn: true },
      { key: 'taza m', price: 5000, stock: 4, withdrawn: false },
    ]);
    expect(await lines(importJson(shop({ ...shirt, offered: false }, cup)))).toContain('variants: 2 changed');
    expect((await listed()).filter(({ withdrawn }) => withdrawn).map(({ key }) => key)).toEqual(['remera unico']);
  });

  test.each([
    [{ stock: undefined }, 'products[0]: it has variants, or a price and a stock of its own'],
    [{ variants: [{ key: 'm', name: 'M', price: 1, stock: 1 }] }, 'products[0]: it has variants, or a price and a stock of its own'],
    [{ venue: 'otra' }, 'products[0].venue: there is no venue otra'],
    [{ show: 'hamlet' }, 'products remera show: there is no show hamlet at its venue'],
    [{ taxClass: 'nada' }, 'products[0].taxClass: there is no tax class nada'],
    [{ performances: ['Ayer'] }, 'products[0].performances[0]: must be the key of a performance, or its start'],
    [{ performances: ['estreno'] }, 'products remera performances: its venue has no performance estreno for it'],
    [{ performances: ['2040-01-01T20:30'] }, 'products remera performances: its venue has no performance 2040-01-01T23:30:00Z for it'],
    [{ image: { file: 'remera.png', alt: '' } }, 'products[0].image.file: there is no image remera.png beside the file'],
    [{ stock: -1 }, 'products[0].stock'],
  ])('with the product %j is refused, and says where and why', async (given, reason) => {
    expect(await refusal(importJson(shop({ ...shirt, ...given })))).toContain(reason);
    expect([await count('product'), await count('show')]).toEqual([0, 0]);
  });

  test('is imported whole or not at all, even if only the last record is wrong', async () => {
    const { format, shows } = season();
    const many = Array.from({ length: 50 }, (_, index) => ({ ...shows[0], seo: `show-${index}` }));
    const wrong = { ...shows[0], seo: 'ultimo', type: 99 };
    expect(await refusal(importJson({ format, shows: [...many, wrong] }))).toBe('temporada.json: shows[50].type: there is no show type 99');
    expect(await count('show')).toBe(0);
  });

  test('that only the database refuses leaves nothing behind either', async () => {
    const showTypes = [{ id: 5, name: 'Teatro' }];
    const message = await refusal(importJson({ ...season(), showTypes }));
    expect(message).toMatch(/^temporada\.json: the database refuses it: .*Teatro.*show_type_name_key/);
    expect([await count('show'), await count('show_type')]).toEqual([0, 1]);
  });

  test.each([
    ['a missing name', season({ name: undefined }), 'shows[0].name: Invalid input: expected string, received undefined'],
    ['a name of ten kilobytes', season({ name: 'x'.repeat(10_240) }), 'shows[0].name: Too big: expected string to have <=200 characters'],
    ['a name with a control character', season({ name: 'a\u0000b' }), 'shows[0].name: must be text without control characters'],
    ['half of a letter', season({ name: 'a\ud83d' }), 'shows[0].name: must be text without control characters'],
    ['an unknown field', season({ sinopsis: 'x' }), 'shows[0]: Unrecognized key: "sinopsis"'],
    ['an unknown venue', season({ venue: 'otro' }), 'shows[0].venue: there is no venue otro, neither in the file nor in the database'],
    [
      'an address that is none',
      season({ seo: 'La Gaviota' }),
      'shows[0].seo: must be lower-case letters, digits and hyphens, like la-gaviota',
    ],
    [
      'a date that is none',
      season({}, { startsAt: '2040-02-30T20:30' }),
      'shows[0].performances[0].startsAt: 2040-02-30T20:30 is no date and time',
    ],
    [
      'a date of another form',
      season({}, { startsAt: '14/3/2040' }),
      'shows[0].performances[0].startsAt: must be a date and time like 2027-03-14T20:30, local to the venue, or with its offset',
    ],
    ['doors after the start', season({}, { doorsAt: '2040-03-14T22:00' }), 'shows[0].performances[0].doorsAt: doors open before the start'],
    [
      'a sale that opens after the start',
      season({}, { onSaleAt: '2040-03-14T20:31' }),
      'shows[0].performances[0].onSaleAt: the sale opens before the start',
    ],
    [
      'the same hour twice',
      season({}, { startsAt: '2040-03-15T20:30' }),
      'shows[0].performances[1]: teatro 2040-03-15T23:30:00Z is there twice',
    ],
    [
      'a category the map does not have',
      season({ prices: [{ category: 'Palco', types: [{ name: 'G', face: 1 }] }] }),
      'shows[0].prices[0].category: the map has no category Palco; it has Platea, Pullman',
    ],
    [
      'a negative price',
      season({ prices: [{ category: 'Platea', types: [{ name: 'G', face: -1 }] }] }),
      'shows[0].prices[0].types[0].face: Too small: expected number to be >=0',
    ],
    [
      'a tax class that is none',
      season({ charges: [{ kind: 'service', taxClass: 'iva-99' }] }),
      'shows[0].charges[0].taxClass: there is no tax class iva-99',
    ],
    [
      'a percentage on the QR',
      season({ charges: [{ kind: 'anti_fraud_qr', percent: 1 }] }),
      'shows[0].charges[0].percent: the anti-fraud QR has a fixed amount only',
    ],
    [
      'an image that is not there',
      season({ images: [{ kind: 'poster', file: 'no.png', alt: '' }] }),
      'shows[0].images[0].file: there is no image no.png beside the file',
    ],
    [
      'a time zone that is none',
      { ...season(), venues: [{ seo: 'sala', name: 'Sala', timeZone: 'Mars/Olympus' }] },
      'venues[0].timeZone: there is no time zone Mars/Olympus',
    ],
    ['another format', { format: 'butaca-catalogue/2' }, 'format: Invalid input: expected "butaca-catalogue/1"'],
  ])('with %s is refused, naming file, place and reason', async (_, file, message) => {
    expect(await refusal(importJson(file))).toBe(`temporada.json: ${message}`);
    expect(await count('show')).toBe(0);
  });

  test.each([
    ['{"format": "butaca-catalogue/1",\n "shows": [}', 'line 2, column 12: a value is expected here'],
    ['{"format": "butaca-catalogue/1"', 'line 1, column 32: the file ends too early'],
    ['{\n  "a": 1,\n  "b" 2\n}', 'line 3, column 7: ":" is expected here'],
    ["{'a': 1}", 'line 1, column 2: a name in double quotes is expected here'],
    ['[1, 2] x', 'line 1, column 8: nothing may follow the value'],
    ['', 'line 1, column 1: the file ends too early'],
    ['['.repeat(5000), 'line 1, column 202: nested too deeply'],
  ])('that is no JSON is refused with line and column: %#', async (text, message) => {
    expect(await refusal(importText(text))).toBe(`temporada.json: ${message}`);
  });

  test('that is no text, or larger than 20 MB, is refused', async () => {
    expect(await refusal(importText(Buffer.from([0xff, 0xfe, 0x00])))).toBe('temporada.json: the file is not UTF-8 text');
    expect(await refusal(importText(Buffer.alloc(21 * 1024 * 1024, 32)))).toBe('temporada.json: the file is larger than 20 MB');
  });

  test('brings photographs as WebP and AVIF in three widths, and makes them once', async () => {
    beside.set(
      'foto.jpg',
      await sharp({ create: { width: 900, height: 1350, channels: 3, background: '#aa3311' } })
        .jpeg()
        .toBuffer(),
    );
    const file = season({ images: [{ kind: 'poster', file: 'foto.jpg', alt: 'Afiche' }] });
    await importJson(file);
    const variants = await db<{ mediaType: string; width: number }[]>`
      select media_type as "mediaType", width from show_image_variant join image on hash = image_hash order by media_type, width`;
    expect(variants.map(({ mediaType, width }) => `${mediaType} ${width}`)).toEqual([
      'image/avif 400',
      'image/avif 800',
      'image/avif 900',
      'image/webp 400',
      'image/webp 800',
      'image/webp 900',
    ]);
    expect((await db<{ ink: string }[]>`select ink from show_image`)[0]?.ink).toMatch(/^#a[0-9a-f]3[0-9a-f]1[0-9a-f]$/);
    expect(await lines(importJson(file))).toEqual([]);
  });

  describe('brings a picture to be shared', () => {
    const images = (...kinds: readonly (readonly [string, string])[]) =>
      season({ images: kinds.map(([kind, file]) => ({ kind, file, alt: file })) });
    const shared = () => db`
      select media_type as type, width, height, alt from show_image join image on hash = image_hash where kind = 'share'`;
    beforeEach(async () => {
      const photograph = (width: number, height: number) =>
        sharp({ create: { width, height, channels: 3, background: '#aa3311' } })
          .jpeg()
          .toBuffer();
      beside
        .set('afiche.jpg', await photograph(400, 600))
        .set('ancha.jpg', await photograph(1280, 720))
        .set('propia.jpg', await photograph(600, 315))
        .set('dibujo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 42" width="80" height="42"/>'));
    });

    test('from the best of its others, and makes it once', async () => {
      await importJson(images(['poster', 'afiche.jpg']));
      expect(await shared()).toEqual([{ type: 'image/jpeg', width: 1200, height: 630, alt: 'afiche.jpg' }]);
      expect(await lines(importJson(images(['poster', 'afiche.jpg'])))).toEqual([]);
      expect(await lines(importJson(images(['poster', 'afiche.jpg'], ['featured', 'ancha.jpg'])))).toEqual(['images: 1 new, 1 changed']);
      expect(await shared()).toMatchObject([{ alt: 'ancha.jpg' }]);
      // It was made from the better one.
      expect(await lines(importJson(images(['poster', 'afiche.jpg'])))).toEqual([]);
    });

    test('of its own, as wide as networks ask for, which its others never replace', async () => {
      await importJson(images(['share', 'propia.jpg'], ['poster', 'afiche.jpg']));
      expect(await shared()).toEqual([{ type: 'image/jpeg', width: 1200, height: 630, alt: 'propia.jpg' }]);
      expect(await lines(importJson(images(['featured', 'ancha.jpg'])))).toEqual(['images: 1 new']);
      expect(await shared()).toMatchObject([{ alt: 'propia.jpg' }]);
    });

    test('as pixels, when it is drawn or made from a drawing', async () => {
      await importJson(images(['share', 'dibujo.svg']));
      expect(await shared()).toMatchObject([{ type: 'image/png', width: 1200, height: 630 }]);
      await importJson({ ...images(['poster', 'dibujo.svg']), shows: [{ ...images(['poster', 'dibujo.svg']).shows[0], seo: 'otra' }] });
      expect(await shared()).toMatchObject([{ type: 'image/png' }, { type: 'image/jpeg', width: 1200, height: 630 }]);
    });
  });

  test('brings a gallery in its order, makes each of its images once, and takes away what a list no longer has', async () => {
    const photograph = (background: string) =>
      sharp({ create: { width: 1200, height: 800, channels: 3, background } })
        .jpeg()
        .toBuffer();
    beside.set('uno.jpg', await photograph('#aa3311')).set('dos.jpg', await photograph('#1133aa'));
    const [one, two] = [
      { file: 'uno.jpg', alt: 'El lago' },
      { file: 'dos.jpg', alt: 'Nina' },
    ];
    const gallery = async () => {
      const [row] = await db<{ id: number }[]>`select id from show`;
      const found = await findGallery(db, row?.id ?? 0);
      return found.map(({ alt, width, height, ink, variants }) => [
        ...[alt, width, height, ink?.slice(0, 2)],
        variants.map((variant) => `${variant.mediaType} ${variant.width}`).join(),
      ]);
    };
    const made = [1200, 800];
    const variants = 'image/avif 480,image/avif 960,image/avif 1200,image/webp 480,image/webp 960,image/webp 1200';

    expect(await lines(importJson(season({ gallery: [one, two] })))).toContain('gallery images: 2 new');
    const both = [
      ['El lago', ...made, '#a', variants],
      ['Nina', ...made, '#0', variants],
    ];
    expect(await gallery()).toEqual(both);
    const stored = await count('image');
    expect(await lines(importJson(season({ gallery: [one, two] })))).toEqual([]);
    // What a file leaves out stays.
    expect(await lines(importJson(season()))).toEqual([]);
    expect(await lines(importJson(season({ gallery: [two, one] })))).toEqual(['gallery images: 2 changed']);
    expect(await gallery()).toEqual([...both].reverse());
    expect(await lines(importJson(season({ gallery: [{ ...one, alt: 'El lago de noche' }] })))).toEqual([
      'gallery images: 1 changed, 1 removed',
    ]);
    expect(await gallery()).toEqual([['El lago de noche', ...made, '#a', variants]]);
    expect(await count('image')).toBe(stored);
    expect(await lines(importJson(season({ gallery: [] })))).toEqual(['gallery images: 1 removed']);
    expect(await gallery()).toEqual([]);
  });

  test.each<[string, readonly object[], string]>([
    ['that is not there', [{ file: 'no.jpg', alt: 'Nada' }], 'shows[0].gallery[0].file: there is no image no.jpg beside the file'],
    ['that says nothing', [{ file: 'uno.jpg', alt: ' ' }], 'shows[0].gallery[0].alt: '],
    ['too many', Array.from({ length: 13 }, () => ({ file: 'uno.jpg', alt: 'El lago' })), 'shows[0].gallery: '],
  ])('with an image of a gallery %s is refused', async (_, gallery, reason) => {
    expect(await refusal(importJson(season({ gallery })))).toContain(`temporada.json: ${reason}`);
    expect(await count('show')).toBe(0);
  });

  test.each([
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', '<script> is not allowed'],
    ['a handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>', 'onload is not allowed'],
    ['foreign content', '<svg><foreignObject/></svg>', '<foreignObject> is not allowed'],
    ['an address', '<svg><use href="https://a.example/x.svg#y"/></svg>', 'href may only point inside the image'],
    ['an address in a style', '<svg><style>a{fill:url(//a.example)}</style></svg>', 'url() may only point inside the image'],
    ['an entity', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'a document type, entity, CDATA or instruction is not allowed'],
    ['a hidden address', '<svg><rect fill="&#117;rl(//a)"/></svg>', 'fill hides letters behind references'],
  ])('with a drawing that has %s is refused', async (_, svg, reason) => {
    beside.set('dibujo.svg', Buffer.from(svg.startsWith('<!') ? `<!-- --> ${svg}` : svg));
    const message = await refusal(importJson(season({ images: [{ kind: 'poster', file: 'dibujo.svg', alt: '' }] })));
    expect(message).toBe(`temporada.json: shows[0].images[0].file: the drawing is not taken: ${reason}`);
  });

  test('with a file that is no image, or a truncated one, is refused', async () => {
    beside.set('a.png', Buffer.from('GIF89a'));
    beside.set('b.png', Buffer.from('89504e470d0a1a0a0000', 'hex'));
    const image = (file: string) => season({ images: [{ kind: 'poster', file, alt: '' }] });
    expect(await refusal(importJson(image('a.png')))).toMatch('the image is neither SVG, PNG, JPEG nor WebP');
    expect(await refusal(importJson(image('b.png')))).toMatch('the image cannot be read');
  });
});

describe('a hall', () => {
  const hall = {
    schema: 'venue-map/1',
    name: 'Sala Ñandú',
    size: { width: 10, height: 10 },
    focal: { x: 5, y: 0 },
    categories: [{ id: 'a', name: 'Única' }],
    sections: [{ id: 's', label: 'Sala', kind: 'standing', capacity: 80, category: 'a' }],
  };
  const pictures = new Map<string, Buffer>();
  const importHall = (value: unknown, extra: object = {}) =>
    importVenue(db, {
      file: 'sala.json',
      bytes: Buffer.from(JSON.stringify(value)),
      readBeside: async (name) => pictures.get(name) ?? null,
      defaultTimeZone: 'America/Asuncion',
      ...extra,
    });
  const changes = async (report: ReturnType<typeof importHall>) => describeChanges((await report).changes);

  test('becomes a venue with its map; again it changes nothing; another drawing is its next version', async () => {
    expect(await changes(importHall(hall, { city: 'Encarnación' }))).toEqual(['venues: 1 new', 'venue maps: 1 new']);
    expect(await changes(importHall(hall))).toEqual([]);
    expect(await changes(importHall({ ...hall, sections: [{ ...hall.sections[0], capacity: 90 }] }))).toEqual(['venue maps: 1 new']);
    expect(
      await db`select seo, name, city, time_zone, place_count from venue join venue_map on venue_id = venue.id where current and seo like 'sala%'`,
    ).toEqual([{ seo: 'sala-nandu', name: 'Sala Ñandú', city: 'Encarnación', time_zone: 'America/Asuncion', place_count: 90 }]);
    expect(await changes(importHall(hall))).toEqual(['venue maps: 1 changed']);
  });

  test('takes what is said of its venue, keeps what is known of it, and leaves the map of another venue', async () => {
    const maps = () => db<{ seo: string; hash: string }[]>`
      select seo, hash from venue_map join venue on venue.id = venue_id where current and seo <> 'sala-grande' order by 1`;
    const others = await maps();
    const venue = async () => (await db`select name, city, address, time_zone as zone from venue where seo = 'sala-grande'`)[0];
    const facts = { name: 'Sala Grande', city: 'Madrid', address: 'Mayor 1', zone: 'Europe/Madrid' };
    await importHall(hall, { name: ' Sala Grande ', city: 'Madrid', address: 'Mayor 1', timeZone: 'Europe/Madrid' });
    expect(await venue()).toEqual(facts);
    expect(await changes(importHall({ ...hall, name: 'Sala grande' }))).toEqual(['venue maps: 1 new']);
    expect(await venue()).toEqual(facts);
    await importHall({ ...hall, name: 'Sala grande' }, { address: 'Mayor 2', timeZone: 'America/Asuncion' });
    expect(await venue()).toEqual({ ...facts, address: 'Mayor 2', zone: 'America/Asuncion' });
    expect(await maps()).toEqual(others);
    expect(await refusal(importHall(hall, { name: 'Sala Grande', timeZone: 'Europe/Nowhere' }))).toBe(
      'sala.json: time zone: there is no time zone Europe/Nowhere',
    );
    expect(await refusal(importHall(hall, { name: '¿?' }))).toBe('sala.json: name: ¿? has no letter or digit; give a name with --name');
  });

  test('has pictures of everything around, which are served from our own addresses (SC-004)', async () => {
    const drawn = (width: number, height: number) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="9"/></svg>`);
    pictures
      .set('sala.svg', drawn(2048, 1024))
      .set('flat.svg', drawn(2048, 900))
      .set('small.svg', drawn(400, 200))
      .set('torn.svg', drawn(0, 0));
    const around = (...panoramas: readonly object[]) => ({ ...hall, panoramas });
    const before = await count('image');
    const refusals = await Promise.all(
      ['none.svg', 'flat.svg', 'small.svg', 'torn.svg'].map((image) => refusal(importHall(around({ section: 's', image })))),
    );
    expect(refusals).toEqual([
      'sala.json: panoramas.0.image: there is no image none.svg beside the file',
      'sala.json: panoramas.0.image: the image is 2048 × 900, not twice as wide as high',
      'sala.json: panoramas.0.image: the image is less than 1024 pixels wide',
      'sala.json: panoramas.0.image: the image cannot be read',
    ]);
    expect(await refusal(importHall(around({ section: 'x', image: 'sala.svg' })))).toBe('sala.json: panoramas.0.section: no section x');
    expect(await refusal(importHall(around({ section: 's', row: '9', image: 'sala.svg' })))).toBe(
      'sala.json: panoramas.0.row: no row 9 in section s',
    );
    expect(await count('image')).toBe(before);

    expect(await changes(importHall(around({ section: 's', image: 'sala.svg', facing: 10 })))).toEqual([
      'venues: 1 new',
      'venue maps: 1 new',
    ]);
    expect(await changes(importHall(around({ section: 's', image: 'sala.svg', facing: 10 })))).toEqual([]);
    const [stored] = await db`select authoring from venue_map join venue on venue.id = venue_id where current and seo = 'sala-nandu'`;
    expect(stored?.authoring.panoramas).toEqual([
      { section: 's', image: expect.stringMatching(/^\/images\/[0-9a-f]{32}\/panorama\.webp$/), facing: 10 },
    ]);
    const [, hash] = /images\/([0-9a-f]+)/.exec(stored?.authoring.panoramas[0].image) ?? [];
    expect(await db`select media_type, width, height from image where hash = ${hash ?? ''}`).toEqual([
      { media_type: 'image/webp', width: 2048, height: 1024 },
    ]);
  });

  test('that cannot be understood is refused with place and reason, and leaves nothing', async () => {
    expect(await refusal(importHall({ ...hall, sections: [{ ...hall.sections[0], category: 'b' }] }))).toBe(
      'sala.json: sections.0.category: no category b',
    );
    expect(await refusal(importHall({ name: 'x' }))).toMatch(/^sala\.json: /);
    expect(await refusal(importHall(hall, { timeZone: 'Mars/Olympus' }))).toBe('sala.json: time zone: there is no time zone Mars/Olympus');
    expect(await count('venue')).toBe(1);
  });
});
