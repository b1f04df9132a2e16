import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { orImportProblem } from '../../src/catalogue/import/import-transaction.ts';
import {
  type Catalogue,
  describeChanges,
  type GalleryEntry,
  type ImageContent,
  ImportProblem,
  importCatalogue,
  importVenue,
  inImportTransaction,
  type LevelEntry,
  type PerformanceEntry,
  type ShowEntry,
  writeCatalogue,
  writeVenueMap,
} from '../../src/catalogue/import/index.ts';
import type { Tx } from '../../src/db/connect.ts';
import { freshDatabase, waitingForLocks } from '../database.ts';
import { aCharge, aMap, anImage, aPerformance, aProduct, aPromotion, aShow, aVenue, haveCatalogue } from '../factories/catalogue.ts';
import { whileLocked } from '../factories/locks.ts';

// Shows, nights, venues and products of the same names side by side, of which a file names one.

const { db, owner, close } = await freshDatabase();
afterAll(close);
beforeEach(() => owner`truncate show, venue, venue_map, show_type, image, product, delivery_point, delivery_zone restart identity cascade`);

const nothing: Catalogue = { taxClasses: [], showTypes: [], venues: [], shows: [] };
/** What an import writes, once its file is read; what changed. */
const write = async (given: Partial<Catalogue>) =>
  describeChanges((await inImportTransaction(db, (tx) => writeCatalogue(tx, { ...nothing, ...given }))).changes);
const beside = new Map<string, Buffer>();
const importJson = (value: unknown) =>
  importCatalogue(db, {
    file: 'temporada.json',
    bytes: Buffer.from(JSON.stringify(value)),
    currency: 'ARS',
    language: 'es-AR',
    timeZone: undefined,
    taxClass: 'iva-21',
    readBeside: async (name) => beside.get(name) ?? null,
  });
const refusal = (importing: Promise<unknown>) =>
  importing.then(
    () => 'taken',
    (error) => (error instanceof ImportProblem ? error.message : String(error)),
  );
const [early, late] = [Temporal.Instant.from('2040-03-14T23:30:00Z'), Temporal.Instant.from('2040-03-15T23:30:00Z')];
const boxes = (hash: string) =>
  aMap({
    venue: 'sala',
    hash: hash.repeat(32),
    sectors: [{ code: 'P', name: 'Palco', kind: 'seated', firstPlace: 0, placeCount: 150, categories: ['platea'] }],
  });
/** Two venues with a map each. */
const twoVenues = () =>
  haveCatalogue(db, {
    shows: [],
    venues: [aVenue(), aVenue({ seo: 'sala', name: 'Sala', city: 'Rosario' })],
    maps: [aMap({ hash: '1'.repeat(32) }), boxes('2')],
  });

describe('pictures', () => {
  const content = (digit: string): ImageContent => ({
    ...{ hash: digit.repeat(32), mediaType: 'image/svg+xml', width: 8, height: 12 },
    bytes: Buffer.from(`<svg>${digit}</svg>`),
  });
  const made = (digit: string, ...variants: string[]) => ({ image: content(digit), variants: variants.map(content) });
  const source = (digit: string) => digit.repeat(32);
  const gallery = (alt: string, of: string, as: GalleryEntry['made'], ink: string | null = null): GalleryEntry => ({
    ...{ alt, sourceHash: source(of), made: as, ink },
  });
  const images = async (seo: string, version = '') =>
    (
      await db<{ line: string }[]>`
        select concat_ws(' ', kind, alt, coalesce(ink, '-'), left(source_hash, 1), left(image_hash, 1),
                 (select string_agg(left(variant.image_hash, 1), ',' order by variant.image_hash) from show_image_variant as variant
                   where (variant.show_id, variant.kind) = (show_id, show_image.kind) and variant.show_id = show.id),
                 case when ${version} <> '' then show_image.xmin::text end) as line
          from show_image join show on show.id = show_id where seo = ${seo} order by kind`
    ).map(({ line }) => line);
  const galleryOf = async (seo: string) =>
    (
      await db<{ line: string }[]>`
        select concat_ws(' ', gallery_image.position, alt, coalesce(ink, '-'), left(source_hash, 1), left(image_hash, 1),
                 (select string_agg(left(hash, 1), ',') from unnest(variant_hashes) as hash)) as line
          from gallery_image join show on show.id = show_id where seo = ${seo} order by gallery_image.position`
    ).map(({ line }) => line);
  const stored = async () =>
    (await db<{ hash: string }[]>`select left(hash, 1) as hash from image order by 1`).map(({ hash }) => hash).join('');

  test('of one show are changed, made anew and taken away, and those of another of the same files stay', async () => {
    await twoVenues();
    const both = (digits: readonly string[], alt: string) => {
      const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = digits;
      return {
        images: [
          anImage({ kind: 'poster', alt: `${alt} afiche`, ink: '#111111', sourceHash: source('1'), made: made(a, b, c) }),
          anImage({ kind: 'header', alt: `${alt} cabecera`, ink: '#222222', sourceHash: source('2'), made: made(d, b, e) }),
        ],
        gallery: [
          gallery(`${alt} uno`, '3', made(f, g), '#333333'),
          gallery(`${alt} dos`, '4', made(g), '#444444'),
          // The same picture once more.
          gallery(`${alt} tres`, '3', made(f, g), '#333333'),
        ],
      };
    };
    await write({
      shows: [
        aShow({ seo: 'hamlet', ...both(['1', '2', '3', '4', '5', '6', '7'], 'H'), performances: [] }),
        aShow({ seo: 'otelo', ...both(['a', 'b', 'c', 'd', 'e', 'f', '0'], 'O'), performances: [] }),
      ],
    });
    expect(await images('hamlet')).toEqual(['header H cabecera #222222 2 4 2,5', 'poster H afiche #111111 1 1 2,3']);
    expect(await galleryOf('hamlet')).toEqual(['0 H uno #333333 3 6 7', '1 H dos #444444 4 7', '2 H tres #333333 3 6 7']);
    expect(await galleryOf('otelo')).toEqual(['0 O uno #333333 3 f 0', '1 O dos #444444 4 0', '2 O tres #333333 3 f 0']);
    expect(await stored()).toBe('01234567abcdef');
    const others = [await images('otelo', 'with version'), await galleryOf('otelo')];

    const changed = aShow({
      seo: 'hamlet',
      images: [
        // Its file is known: what was made of it stays, with its colour.
        anImage({ kind: 'poster', alt: 'Nuevo', ink: null, sourceHash: source('1'), made: null }),
        anImage({ kind: 'header', alt: 'Otra', ink: '#999999', sourceHash: source('5'), made: made('8', '2', '9') }),
      ],
      gallery: [gallery('Dos', '4', null), gallery('Uno', '3', null), gallery('Seis', '6', made('8', '9'), '#666666')],
      performances: [],
    });
    expect(await write({ shows: [changed] })).toEqual(['images: 2 changed', 'gallery images: 3 changed']);
    expect(await images('hamlet')).toEqual(['header Otra #999999 5 8 2,9', 'poster Nuevo #111111 1 1 2,3']);
    expect(await galleryOf('hamlet')).toEqual(['0 Dos #444444 4 7', '1 Uno #333333 3 6 7', '2 Seis #666666 6 8 9']);
    expect([await images('otelo', 'with version'), await galleryOf('otelo')]).toEqual(others);
    // What a page may still show stays.
    expect(await stored()).toBe('0123456789abcdef');

    const shorter = { ...changed, images: [], gallery: [gallery('Uno', '3', null)] };
    expect(await write({ shows: [shorter] })).toEqual(['gallery images: 1 changed, 2 removed']);
    expect(await galleryOf('hamlet')).toEqual(['0 Uno #333333 3 6 7']);
    expect(await images('hamlet')).toHaveLength(2);
    expect([await images('otelo', 'with version'), await galleryOf('otelo')]).toEqual(others);
    expect(await write({ shows: [shorter] })).toEqual([]);

    // Both at once, with files that both have: each keeps its own.
    const kept = (seo: string) => aShow({ seo, images: [], gallery: [gallery('Uno', '3', null)], performances: [] });
    await write({ shows: [kept('hamlet'), kept('otelo')] });
    expect([await galleryOf('hamlet'), await galleryOf('otelo')]).toEqual([['0 Uno #333333 3 6 7'], ['0 Uno #333333 3 f 0']]);
  });

  test('of a file that another show has, too, are made for each', async () => {
    await twoVenues();
    beside.set('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 12" width="8" height="12"/>'));
    const file = (seo: string) =>
      importJson({
        format: 'butaca-catalogue/1',
        shows: [
          {
            ...{ seo, type: 1, venue: 'teatro', name: seo, images: [{ kind: 'share', file: 'a.svg', alt: 'Afiche', ink: '#123456' }] },
            gallery: [{ file: 'a.svg', alt: 'Escena' }],
          },
        ],
      });
    const of = async (seo: string) =>
      db`
        select show_image.ink, media_type as type from show_image join show on show.id = show_id join image on hash = image_hash where seo = ${seo}
         union all select null, media_type from gallery_image join show on show.id = show_id join image on hash = image_hash where seo = ${seo}`;
    await write({ shows: ['hamlet', 'otelo'].map((seo) => aShow({ seo, performances: [] })) });
    for (const seo of ['hamlet', 'otelo', 'hamlet']) await file(seo);
    const both = [
      { ink: '#123456', type: 'image/png' },
      { ink: null, type: 'image/svg+xml' },
    ];
    expect([await of('hamlet'), await of('otelo')]).toEqual([both, both]);
  });

  test('of a product stay as long as their file does, and are gone with it', async () => {
    await twoVenues();
    const product = (key: string, image: ReturnType<typeof aProduct>['image']) => aProduct({ key, venue: 'teatro', image });
    const listed = async () =>
      (
        await db<{ line: string }[]>`
          select concat_ws(' ', key, coalesce(left(image_hash, 1), '-'), image_alt, coalesce(left(image_source, 1), '-')) as line
            from product order by key`
      ).map(({ line }) => line);
    const first = { alt: 'Azul', sourceHash: source('1'), made: content('a') };
    const other = product('taza', { alt: 'Blanca', sourceHash: source('1'), made: content('b') });
    await write({ products: [product('remera', first), other] });
    expect(await listed()).toEqual(['remera a Azul 1', 'taza b Blanca 1']);
    expect(await write({ products: [product('remera', { ...first, made: null }), other] })).toEqual([]);
    expect(await write({ products: [product('remera', { ...first, alt: 'Roja', made: null }), other] })).toEqual(['products: 1 changed']);
    expect(await listed()).toEqual(['remera a Roja 1', 'taza b Blanca 1']);
    await write({ products: [product('remera', { alt: 'Verde', sourceHash: source('2'), made: content('c') }), other] });
    expect(await listed()).toEqual(['remera c Verde 2', 'taza b Blanca 1']);
    await write({ products: [product('remera', null), other] });
    expect(await listed()).toEqual(['remera -  -', 'taza b Blanca 1']);
  });
});

describe('nights', () => {
  const level = (category: string, ...types: (readonly [string, number, string?])[]): LevelEntry => ({
    ...{ category, name: category.toUpperCase(), color: category === 'platea' ? '#aabbcc' : null },
    types: types.map(([name, faceValue, taxClass = 'exempt']) => ({ name, faceValue, taxClass })),
  });
  /** All that they say, in the order in which they were made. */
  const nightsOf = (shows: readonly ShowEntry[]) =>
    shows.flatMap((show) =>
      show.performances.map(({ venue, startsAt, doorsAt, onSaleAt, state, levels = [], charges = [] }) => ({
        ...{ show: show.seo, venue, startsAt: startsAt.toString(), doorsAt: doorsAt?.toString() ?? null },
        ...{ onSaleAt: onSaleAt?.toString() ?? null, state: state ?? 'on_sale' },
        levels: levels.map(({ category, name, color, types }) => ({
          ...{ category, name, color },
          types: types.map((type) => [type.name, type.faceValue, type.taxClass]),
        })),
        charges: charges.map(({ kind, channel, percent, fixed, taxClass }) => [kind, channel, percent, fixed, taxClass]).sort(),
      })),
    );
  const stored = async (where = db`true`) =>
    (
      await db<{ night: { startsAt: string; doorsAt: string | null; onSaleAt: string | null; charges: unknown[] } }[]>`
        select jsonb_build_object('show', show.seo, 'venue', venue.seo, 'startsAt', starts_at, 'doorsAt', doors_at, 'onSaleAt', on_sale_at,
                 'state', state,
                 'levels', coalesce((select jsonb_agg(jsonb_build_object('category', category, 'name', price_level.name, 'color', color,
                   'types', (select coalesce(jsonb_agg(jsonb_build_array(price_type.name, face_value, code) order by price_type.position), '[]')
                               from price_type join tax_class on tax_class.id = tax_class_id where price_level_id = price_level.id))
                   order by price_level.position) from price_level where performance_id = performance.id), '[]'),
                 'charges', coalesce((select jsonb_agg(jsonb_build_array(kind, channel, percent, fixed, code) order by kind, channel)
                   from charge join tax_class on tax_class.id = tax_class_id where performance_id = performance.id), '[]')) as night
          from performance join show on show.id = show_id join venue on venue.id = performance.venue_id where ${where} order by performance.id`
    ).map(({ night }) => {
      const instant = (text: string | null) => text && Temporal.Instant.from(text).toString();
      return { ...night, startsAt: instant(night.startsAt), doorsAt: instant(night.doorsAt), onSaleAt: instant(night.onSaleAt) };
    });
  const chargesOf = async (seo: string) =>
    (
      await db<{ line: string }[]>`
        select concat_ws(' ', kind, channel, percent, fixed, code) as line from charge join tax_class on tax_class.id = tax_class_id
          join show on show.id = show_id where seo = ${seo} order by 1`
    ).map(({ line }) => line);
  /** The version of each row of a show. */
  const versions = (seo: string) => db`
    with night as (select performance.id from performance join show on show.id = show_id where seo = ${seo})
    select 'night' as kind, id, xmin::text as version from performance where id in (select id from night)
     union all select 'level', id, xmin::text from price_level where performance_id in (select id from night)
     union all select 'type', price_type.id, price_type.xmin::text from price_type join price_level on price_level.id = price_level_id
                where performance_id in (select id from night)
     union all select 'charge', id, xmin::text from charge where performance_id in (select id from night)
                                                             or show_id in (select id from show where seo = ${seo})
     order by 1, 2`;

  const all = [level('platea', ['General', 900], ['Jubilados', 700]), level('pullman', ['General', 500], ['Jubilados', 300])];
  const service = (percent: number) => aCharge({ percent, taxClass: 'exempt' });
  const night = (venue: string, startsAt: Temporal.Instant, given: Partial<PerformanceEntry> = {}) =>
    aPerformance({
      venue,
      startsAt,
      levels: all,
      charges: [service(100), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 50 })],
      ...given,
    });
  // Not in the order of anything else.
  const nights = () => [night('sala', late), night('teatro', early), night('sala', early), night('teatro', late)];
  const of = (seo: string, given: Partial<ShowEntry> = {}) =>
    aShow({ seo, charges: [service(1000), aCharge({ channel: 'box_office' })], performances: nights(), ...given });

  test('of one show get other prices and charges each, in the order of their list, and those of others stay as they are', async () => {
    await twoVenues();
    const before = [of('otelo', { venue: 'sala' }), of('hamlet'), of('medea', { venue: 'sala' }), of('fedra')];
    expect(await write({ shows: before })).toEqual([
      ...['shows: 4 new', 'performances: 16 new', 'price levels: 32 new', 'prices: 64 new', 'charges: 40 new'],
    ]);
    expect((await db`select seo from show order by id`).map(({ seo }) => seo)).toEqual(['otelo', 'hamlet', 'medea', 'fedra']);
    expect(await stored()).toEqual(nightsOf(before));
    expect(await write({ shows: before })).toEqual([]);
    const others = [await versions('otelo'), await versions('medea'), await versions('fedra')];

    const doorsAt = early.subtract({ minutes: 45 });
    const onSaleAt = early.subtract({ hours: 2400 });
    const changed = of('hamlet', {
      charges: [
        aCharge({ channel: 'box_office', percent: 500, fixed: 20, taxClass: 'exempt' }),
        aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 7 }),
      ],
      performances: [
        night('teatro', early, {
          ...{ doorsAt, onSaleAt, state: 'cancelled' },
          levels: [level('palco', ['Única', 2000, 'iva-21']), level('platea', ['General', 950])],
          charges: [service(150)],
        }),
        night('sala', early, {
          levels: [
            level('pullman', ['Jubilados', 300]),
            { ...level('platea', ['Jubilados', 700, 'iva-10.5'], ['General', 900]), name: 'Otra', color: '#000000' },
          ],
          charges: [],
        }),
        // Its prices and charges are not named.
        night('sala', late, { levels: undefined, charges: undefined, state: 'sold_out' }),
      ],
    });
    expect(await write({ shows: [changed] })).toEqual([
      'performances: 2 changed',
      // A level that goes takes its prices with it: it is counted once.
      ...['price levels: 1 new, 3 changed', 'prices: 1 new, 4 changed, 3 removed', 'charges: 1 new, 2 changed, 4 removed'],
    ]);
    const [lateAtSala, atTeatro, atSala, untouched] = nightsOf([of('hamlet')]);
    const [changedAtTeatro, changedAtSala] = nightsOf([changed]);
    expect(await stored(db`show.seo = 'hamlet'`)).toEqual([
      { ...lateAtSala, state: 'sold_out' },
      { ...atTeatro, ...changedAtTeatro },
      { ...atSala, ...changedAtSala },
      untouched,
    ]);
    expect(await chargesOf('hamlet')).toEqual(['anti_fraud_qr online 0 7 iva-21', 'service box_office 500 20 exempt']);
    expect(await chargesOf('otelo')).toEqual(['service box_office 1000 0 iva-21', 'service online 1000 0 exempt']);
    expect([await versions('otelo'), await versions('medea'), await versions('fedra')]).toEqual(others);
    const mine = await versions('hamlet');
    expect(await write({ shows: [changed] })).toEqual([]);
    expect(await versions('hamlet')).toEqual(mine);
    // A show whose charges are not named keeps them, though its nights are named.
    await write({ shows: [{ ...of('hamlet'), charges: undefined, performances: [] }] });
    expect(await chargesOf('hamlet')).toHaveLength(2);
  });

  test('keep the map that they were announced with and what became of them; new ones get the map of today', async () => {
    await twoVenues();
    const states = async () =>
      (
        await db<{ line: string }[]>`
          select concat_ws(' ', show.seo, venue.seo, left(hash, 1), state) as line
            from performance join show on show.id = show_id join venue on venue.id = performance.venue_id
            left join venue_map on venue_map.id = venue_map_id order by performance.id`
      ).map(({ line }) => line);
    const [past, next] = [Temporal.Now.instant().subtract({ hours: 1 }), Temporal.Now.instant().add({ hours: 1 })];
    await write({
      venues: [aVenue({ seo: 'plaza', name: 'Plaza' })],
      shows: [
        of('hamlet', {
          performances: [night('teatro', early, { onSaleAt: past }), night('sala', early, { onSaleAt: next }), night('sala', late)],
        }),
        of('otelo', { performances: [night('teatro', early, { state: 'sold_out', onSaleAt: next }), night('plaza', early)] }),
      ],
    });
    const first = [
      'hamlet teatro 1 on_sale',
      'hamlet sala 2 announced',
      'hamlet sala 2 on_sale',
      'otelo teatro 1 sold_out',
      'otelo plaza announced',
    ];
    expect(await states()).toEqual(first);
    await db.begin((tx) => writeVenueMap(tx, aMap({ hash: '3'.repeat(32) })));
    await db`update performance set state = 'cancelled' where id = 3`;
    await write({ shows: [of('hamlet', { performances: [...nights(), night('sala', late.add({ hours: 24 }), { state: 'announced' })] })] });
    expect(await states()).toEqual([
      ...[
        'hamlet teatro 1 on_sale',
        'hamlet sala 2 announced',
        'hamlet sala 2 cancelled',
        'otelo teatro 1 sold_out',
        'otelo plaza announced',
      ],
      ...['hamlet teatro 3 on_sale', 'hamlet sala 2 announced'],
    ]);
    // One that was announced before its venue had a map gets the first.
    await db.begin((tx) => writeVenueMap(tx, aMap({ venue: 'plaza', hash: '4'.repeat(32) })));
    await write({ shows: [of('otelo', { performances: [night('teatro', early), night('plaza', early)] })] });
    expect((await states()).filter((each) => each.startsWith('otelo'))).toEqual(['otelo teatro 1 sold_out', 'otelo plaza 4 announced']);
  });
});

describe('promotions', () => {
  const codes = (...names: string[]) => names.map((code) => ({ code, mostUses: 5 }));
  const withCodes = (key: string, ...names: string[]) => aPromotion({ key, name: key, codes: codes(...names) });
  const listed = async (seo: string) =>
    (
      await db<{ line: string }[]>`
        select concat_ws(' ', promotion.key, needs_code, promotion.withdrawn,
                 (select string_agg(code || case when promotion_code.withdrawn then '-' else '+' end, ',' order by code)
                    from promotion_code where promotion_id = promotion.id)) as line
          from promotion join show on show.id = show_id where seo = ${seo} order by promotion.key`
    ).map(({ line }) => line);
  const of = (seo: string, ...promotions: ReturnType<typeof aPromotion>[]) => aShow({ seo, promotions, performances: [] });

  test('and their codes end in the show, and in the promotion, whose list no longer has them, and come back', async () => {
    await twoVenues();
    const all = [withCodes('a', 'UNO-1', 'DOS-2'), withCodes('b', 'UNO-1', 'DOS-2')];
    await write({ shows: [of('hamlet', ...all), of('otelo', ...all), of('medea', ...all)] });
    const everything = ['a t f DOS-2+,UNO-1+', 'b t f DOS-2+,UNO-1+'];
    const next = [of('hamlet', withCodes('a', 'UNO-1'), withCodes('b', 'DOS-2')), of('otelo', withCodes('b', 'UNO-1', 'DOS-2'))];
    expect(await write({ shows: next })).toEqual(['promotions: 1 changed, 1 removed', 'codes: 2 removed']);
    expect(await listed('hamlet')).toEqual(['a t f DOS-2-,UNO-1+', 'b t f DOS-2+,UNO-1-']);
    expect(await listed('otelo')).toEqual(['a t t DOS-2+,UNO-1+', 'b t f DOS-2+,UNO-1+']);
    expect(await listed('medea')).toEqual(everything);
    expect(await write({ shows: next })).toEqual([]);
    // One that needs no code any more has none.
    const open = aPromotion({ key: 'b', name: 'b', codes: null });
    expect(await write({ shows: [of('hamlet', withCodes('a', 'UNO-1'), open)] })).toEqual(['promotions: 1 changed', 'codes: 1 removed']);
    expect(await listed('hamlet')).toEqual(['a t f DOS-2-,UNO-1+', 'b f f DOS-2-,UNO-1-']);
    await write({ shows: [of('hamlet', ...all), of('otelo', ...all)] });
    expect([await listed('hamlet'), await listed('otelo'), await listed('medea')]).toEqual([everything, everything, everything]);
  });

  test('are for sectors, by code or name, of the venue of their show or of one of its nights', async () => {
    await twoVenues();
    // Another show is given where there are boxes, and one plays there tonight.
    await write({
      shows: [
        of('otelo'),
        aShow({ seo: 'medea', performances: [aPerformance({ venue: 'sala' })] }),
        aShow({ seo: 'fedra', venue: 'sala', performances: [] }),
      ],
    });
    const promotion = { key: 'p', name: 'P', percent: 20 };
    const show = (sectors: string[], given: object = {}) => ({
      format: 'butaca-catalogue/1',
      shows: [{ seo: 'otelo', type: 1, venue: 'teatro', name: 'Otelo', promotions: [{ ...promotion, sectors }], ...given }],
    });
    const performances = [{ startsAt: '2040-03-14T20:30', venue: 'sala' }];
    expect(await refusal(importJson(show(['Platea', 'B'])))).toBe('taken');
    expect(await refusal(importJson(show(['Platea', 'Palco'])))).toBe(
      'temporada.json: otelo promotions p sectors: no map of its venues has a sector Palco',
    );
    expect(await refusal(importJson(show(['Palco', 'P', 'A'], { performances })))).toBe('taken');
    const nowhere = 'no map of its venues has a sector Loma';
    expect(await refusal(importJson(show(['Loma', 'Palco'], { performances })))).toBe(
      `temporada.json: otelo promotions p sectors: ${nowhere}`,
    );
  });
});

describe('products', () => {
  test('are for a show that is given at their venue, on whichever night', async () => {
    await twoVenues();
    await write({
      shows: [
        aShow({ seo: 'otelo', performances: [] }),
        aShow({ seo: 'medea', performances: [aPerformance({ venue: 'sala' })] }),
        aShow({ seo: 'fedra', venue: 'sala', performances: [aPerformance({ venue: 'teatro' })] }),
      ],
    });
    const products = (...pairs: (readonly [string, string | undefined])[]) =>
      importJson({
        format: 'butaca-catalogue/1',
        products: pairs.map(([venue, show], index) => ({ key: `p${index}`, venue, show, name: 'P', price: 5, stock: 5 })),
      });
    expect(
      await refusal(products(['teatro', 'otelo'], ['sala', 'medea'], ['sala', 'fedra'], ['teatro', 'fedra'], ['sala', undefined])),
    ).toBe('taken');
    expect(await refusal(products(['sala', 'otelo'], ['teatro', 'medea'], ['sala', undefined], ['teatro', 'hamlet']))).toBe(
      ['p0 show: there is no show otelo', 'p3 show: there is no show hamlet']
        .map((text) => `temporada.json: products ${text} at its venue`)
        .join('\n'),
    );
    expect(await refusal(products(['sala', 'otelo']))).toBe('temporada.json: products p0 show: there is no show otelo at its venue');
    expect((await products(['sala', undefined])).understood).toEqual(['0 shows, 0 performances, 0 venues, 1 products']);
  });

  test('end with what their venue’s list has no more, once, and come back', async () => {
    await twoVenues();
    const product = (key: string, venue: string, ...variants: string[]) =>
      aProduct({ key, venue, variants: variants.map((each) => ({ key: each })) });
    const listed = async () =>
      (
        await db<{ line: string }[]>`
          select concat_ws(' ', product.key, product.withdrawn, string_agg(product_variant.key || case when product_variant.withdrawn then '-' else '+' end, ',' order by product_variant.key)) as line
            from product join product_variant on product_id = product.id group by product.id order by product.key`
      ).map(({ line }) => line);
    const all = [
      product('a', 'teatro', 'l', 'm'),
      product('b', 'teatro', 'l', 'm'),
      product('c', 'sala', 'l', 'm'),
      product('d', 'sala', 'l', 'm'),
    ];
    await write({ products: all });
    const next = [product('a', 'teatro', 'l'), product('c', 'sala', 'm')];
    expect(await write({ products: next })).toEqual([
      // The second ones stand first now.
      ...['products: 1 changed', 'variants: 1 changed', 'products and variants: 4 removed'],
    ]);
    expect(await listed()).toEqual(['a f l+,m-', 'b t l+,m+', 'c f l-,m+', 'd t l+,m+']);
    expect(await write({ products: next })).toEqual([]);
    // A list of one venue alone.
    expect(await write({ products: [product('a', 'teatro', 'l', 'm')] })).toEqual(['variants: 1 changed']);
    expect(await listed()).toEqual(['a f l+,m+', 'b t l+,m+', 'c f l-,m+', 'd t l+,m+']);
    await write({ products: all });
    expect(await listed()).toEqual(['a f l+,m+', 'b f l+,m+', 'c f l+,m+', 'd f l+,m+']);
  });

  test('are locked in the order in which purchases lock them, those of other venues too, and not by a file without any', async () => {
    await twoVenues();
    const products = [aProduct({ key: 'a', venue: 'teatro' }), aProduct({ key: 'b', venue: 'teatro' })];
    await write({ products: [...products, aProduct({ key: 'c', venue: 'sala' })] });
    await whileLocked(
      db,
      (tx) => tx`select from product where key = 'c' for update`,
      () => write({ products }),
    );
    // The first one lies behind the others now.
    const [{ first } = { first: 0 }] = await db<{ first: number }[]>`select min(id) as first from product`;
    await db`update product set description = 'Azul' where id = ${first}`;
    let importing: Promise<unknown> | undefined;
    await db.begin(async (tx: Tx) => {
      await tx`select from product where id = ${first} for update`;
      expect(await write({ shows: [aShow({ performances: [] })] })).toEqual(['shows: 1 new']);
      importing = write({ products });
      await expect.poll(() => waitingForLocks(db), { interval: 10 }).toBe(1);
      await tx`select from product where id > ${first} for update nowait`;
    });
    await importing;
  });
});

test('deliveries of another kind than they had are named in the order of their numbers', async () => {
  const point = { id: 1, name: 'Kiosco', address: 'Defensa 1', city: 'CABA' };
  const zone = { id: 1, name: 'Centro', country: 'ar', provinces: ['C'], price: 30 };
  const file = (...kinds: (readonly [number, 'point' | 'home'])[]) =>
    importJson({
      format: 'butaca-catalogue/1',
      deliveries: kinds.map(([id, kind]) => ({
        id,
        kind,
        name: `Entrega ${id}`,
        ...(kind === 'point' ? { points: [{ ...point, id }] } : { zones: [{ ...zone, id }] }),
      })),
    });
  await file([3, 'point'], [4, 'home'], [5, 'point']);
  const before = await db`select id, kind, xmin::text as version from delivery_type order by id`;
  expect((await refusal(file([5, 'home'], [4, 'home'], [3, 'home']))).split('\n').map((line) => line.slice(0, 53))).toEqual([
    'temporada.json: deliveries 3 kind: it is point, and p',
    'temporada.json: deliveries 5 kind: it is point, and p',
  ]);
  expect(await db`select id, kind, xmin::text as version from delivery_type order by id`).toEqual(before);
});

test('points and zones move to the delivery whose list names them, end once where none does, and come back; other deliveries keep theirs', async () => {
  const point = (id: number, name = 'Kiosco') => ({ id, name, address: `Defensa ${id}`, city: 'CABA', hours: '9 a 18' });
  const zone = (id: number, name = 'Centro') => ({ id, name, country: 'ar' as const, provinces: ['C'], postcodes: ['10'], price: 30 });
  const type = (id: number, given: { points?: object[]; zones?: object[] }) => ({
    ...{ id, name: `Entrega ${id}`, description: null, closesHours: null, taxClass: 'exempt', offered: true, price: 100 },
    ...{ kind: given.zones ? ('home' as const) : ('point' as const), points: [], zones: [], ...given },
  });
  const deliver = (...deliveries: ReturnType<typeof type>[]) => write({ deliveries: deliveries as never });
  const listed = async (table: string) =>
    (
      await db<{ line: string }[]>`
        select concat_ws(' ', delivery_type_id, position, id, name, active) as line from ${db(table)} order by delivery_type_id, position, id`
    ).map(({ line }) => line);
  const both = async () => [await listed('delivery_point'), await listed('delivery_zone')];
  await deliver(
    type(3, { points: [point(1), point(2)] }),
    type(4, { points: [point(3), point(4)] }),
    type(5, { zones: [zone(1), zone(2)] }),
    type(6, { zones: [zone(3), zone(4)] }),
    type(7, { points: [point(5)] }),
    type(8, { zones: [zone(5)] }),
  );
  const next = [
    type(3, { points: [point(4), point(2, 'Librería')] }),
    type(4, { points: [point(3)] }),
    type(5, { zones: [zone(4), zone(2, 'Sur')] }),
    type(6, { zones: [zone(3)] }),
  ];
  expect(await deliver(...next)).toEqual(['points of sale: 2 changed', 'zones: 2 changed', 'points of sale and zones: 2 removed']);
  const moved = (kind: 'Kiosco' | 'Centro', other: string, [one, two, three]: readonly [number, number, number]) => [
    ...[`${one} 0 1 ${kind} f`, `${one} 0 4 ${kind} t`, `${one} 1 2 ${other} t`],
    ...[`${two} 0 3 ${kind} t`, `${three} 0 5 ${kind} t`],
  ];
  expect(await both()).toEqual([moved('Kiosco', 'Librería', [3, 4, 7]), moved('Centro', 'Sur', [5, 6, 8])]);
  const versions = () => db`
    select 'type' as kind, id, xmin::text as version from delivery_type union all select 'point', id, xmin::text from delivery_point
     union all select 'zone', id, xmin::text from delivery_zone order by 1, 2`;
  const before = await versions();
  expect(await deliver(...next)).toEqual([]);
  expect(await versions()).toEqual(before);
  await deliver(type(3, { points: [point(1)] }), type(5, { zones: [zone(1)] }));
  expect((await listed('delivery_point')).slice(0, 3)).toEqual(['3 0 1 Kiosco t', '3 0 4 Kiosco f', '3 1 2 Librería f']);
  expect((await listed('delivery_zone')).slice(0, 3)).toEqual(['5 0 1 Centro t', '5 0 4 Centro f', '5 1 2 Sur f']);
});

describe('the time of a change', () => {
  const drawn = (alt: string, digit: string) => ({
    ...{ alt, ink: '#102030', sourceHash: digit.repeat(32) },
    made: {
      image: { hash: digit.repeat(32), mediaType: 'image/svg+xml', width: 8, height: 12, bytes: Buffer.from(digit) },
      variants: [],
    },
  });
  /** A show with two of everything that its page tells. */
  const full = (seo: string, venue: string, turn: number) =>
    aShow({
      ...{ seo, venue, name: `${seo} ${turn}` },
      images: [
        { kind: 'poster', ...drawn(`Afiche ${turn}`, 'a') },
        { kind: 'header', ...drawn(`Cabecera ${turn}`, 'b') },
      ],
      gallery: [drawn(`Uno ${turn}`, 'c'), drawn(`Dos ${turn}`, 'd')],
      charges: [aCharge({ percent: turn }), aCharge({ channel: 'box_office', percent: turn })],
      promotions: [aPromotion({ key: 'a', percent: turn }), aPromotion({ key: 'b', percent: turn })],
      performances: [early, late].map((startsAt) =>
        aPerformance({
          ...{ venue, startsAt, doorsAt: startsAt.subtract({ minutes: turn }) },
          charges: [aCharge({ percent: turn }), aCharge({ channel: 'box_office', percent: turn })],
          levels: ['platea', 'pullman'].map((category) => ({
            ...{ category, name: category, color: null },
            types: ['General', 'Jubilados'].map((name) => ({ name, faceValue: turn, taxClass: 'exempt' })),
          })),
        }),
      ),
    });
  const longAgo = async () => {
    await owner`update show set changed_at = '2020-01-01'`;
    await owner`update venue set changed_at = '2020-01-01'`;
  };
  /** What was changed since. */
  const changed = async () =>
    (
      await db<{ seo: string }[]>`
        select seo from (select seo, changed_at from show union all select seo, changed_at from venue) as dated where changed_at > '2020-01-01' order by 1`
    ).map(({ seo }) => seo);

  test('is that of the show and of the venue that a file changes, and of no other', async () => {
    await twoVenues();
    await write({ shows: [full('hamlet', 'teatro', 1), full('otelo', 'sala', 1)] });
    await longAgo();
    await write({ shows: [full('otelo', 'sala', 1)] });
    expect(await changed()).toEqual([]);
    await write({ shows: [full('otelo', 'sala', 2)] });
    expect(await changed()).toEqual(['otelo']);
    await longAgo();
    // One that a charge of one of its nights alone changes.
    const [night, ...nights] = full('otelo', 'sala', 2).performances;
    await write({ shows: [{ ...full('otelo', 'sala', 2), performances: [{ ...(night as PerformanceEntry), charges: [] }, ...nights] }] });
    expect(await changed()).toEqual(['otelo']);
    await longAgo();
    await write({ venues: [aVenue({ seo: 'sala', name: 'Sala Dos', city: 'Rosario' })] });
    expect(await changed()).toEqual(['otelo', 'sala']);
    await longAgo();
    await db.begin((tx) => writeVenueMap(tx, boxes('4')));
    expect(await changed()).toEqual(['sala']);
    await longAgo();
    await db.begin((tx) => writeVenueMap(tx, boxes('4')));
    expect(await changed()).toEqual([]);
  });

  test('is not that of rows that were written again as they were, wherever they lie now', async () => {
    await twoVenues();
    const shows = [full('hamlet', 'teatro', 1), full('otelo', 'sala', 1)];
    await write({ shows });
    await longAgo();
    // They are read in the order in which they lie, of which first the one and then the other comes last.
    await owner`analyze show_image, gallery_image, promotion, charge, performance, price_level, price_type`;
    for (const turn of [0, 1]) {
      await db`update show_image set alt = alt where kind = ${turn === 0 ? 'poster' : 'header'}`;
      await db`update gallery_image set alt = alt where position = ${turn}`;
      await db`update promotion set name = name where key = ${turn === 0 ? 'a' : 'b'}`;
      await db`update charge set percent = percent where channel = ${turn === 0 ? 'online' : 'box_office'}`;
      const startsAt = turn === 0 ? early : late;
      await db`update performance set state = 'sold_out' where starts_at = ${startsAt}`;
      await db`update performance set state = 'on_sale' where starts_at = ${startsAt}`;
      await db`update price_level set name = name where category = ${turn === 0 ? 'platea' : 'pullman'}`;
      await db`update price_type set name = name where name = ${turn === 0 ? 'General' : 'Jubilados'}`;
      expect(await write({ shows })).toEqual([]);
      expect(await changed()).toEqual([]);
    }
  });
});

describe('a hall', () => {
  const importHall = (text: string) =>
    importVenue(db, { file: 'sala.json', bytes: Buffer.from(text), readBeside: async () => null, defaultTimeZone: 'Europe/Madrid' });
  const seat = (number: string, x: number, category: string) => ({
    ...{ seat_number: number, seat_guid: crypto.randomUUID(), position: { x, y: 0 }, category },
  });
  const rows = () => [
    { row_number: '1', position: { x: 0, y: 0 }, seats: [seat('1', 0, 'Platea'), seat('2', 10, 'Platea')] },
    { row_number: '2', position: { x: 0, y: 10 }, seats: [seat('1', 0, 'Palco')] },
  ];
  const zones = ['Sala', 'Balcón'].map((name, index) => ({ name, zone_id: `z${index}`, position: { x: 0, y: index * 100 }, rows: rows() }));
  const categories = [
    { name: 'Platea', color: '#AA0000' },
    { name: 'Palco', color: '#00AA00' },
  ];
  const plan = { name: 'Teatro Nuevo', size: { width: 300, height: 200 }, categories, zones };

  test('of a seating plan has its zones as sectors, once, and another venue keeps its map', async () => {
    await twoVenues();
    const maps = () => db`
      select venue.seo, left(hash, 1) as hash, venue_map.xmin::text as version from venue_map join venue on venue.id = venue_id where seo <> 'teatro-nuevo' order by 1`;
    const sectors = () => db`
      select code, sector.name, kind, sector.position, first_place as first, sector.place_count as places, categories, current
        from sector join venue_map on venue_map.id = venue_map_id join venue on venue.id = venue_id where seo = 'teatro-nuevo' order by sector.position`;
    const before = await maps();
    const report = await importHall(JSON.stringify(plan));
    expect(describeChanges(report.changes)).toEqual(['venues: 1 new', 'venue maps: 1 new']);
    expect([report.understood.length > 0, report.notes]).toEqual([true, []]);
    const sector = { kind: 'seated', places: 3, categories: ['c1', 'c2'], current: true };
    expect(await sectors()).toEqual([
      { ...sector, code: 'z1', name: 'Sala', position: 0, first: 0 },
      { ...sector, code: 'z2', name: 'Balcón', position: 1, first: 3 },
    ]);
    expect(describeChanges((await importHall(JSON.stringify(plan))).changes)).toEqual([]);
    expect(await sectors()).toHaveLength(2);
    expect(await maps()).toEqual(before);
    expect(await db`select name, address, city, time_zone as zone from venue where seo = 'teatro-nuevo'`).toEqual([
      { name: 'Teatro Nuevo', address: '', city: '', zone: 'Europe/Madrid' },
    ]);
    // An earlier version that was retired is not written again by each import after it.
    await importHall(JSON.stringify({ ...plan, zones: zones.slice(1) }));
    const retired = () =>
      db`select hash, venue_map.xmin::text as version from venue_map join venue on venue.id = venue_id where seo = 'teatro-nuevo' and not current`;
    const old = await retired();
    expect(old).toHaveLength(1);
    await importHall(JSON.stringify({ ...plan, zones: zones.slice(1) }));
    expect(await retired()).toEqual(old);
    await importHall(JSON.stringify({ ...plan, zones: zones.slice(0, 1) }));
    expect((await retired()).filter(({ hash }) => hash === old[0]?.hash)).toEqual(old);
  });

  test.each([
    ['{"name": }', 'sala.json: line 1, column 10: a value is expected here'],
    ['null', 'sala.json: the file: Invalid input: expected object, received null'],
    ['[]', 'sala.json: the file: Invalid input: expected object, received array'],
    ['{"schema": "venue-map/1"}', 'sala.json: name: '],
  ])('that is %s is refused', async (text, reason) => {
    expect(await refusal(importHall(text))).toContain(reason);
    expect(await db`select from venue`).toHaveLength(0);
  });
});

describe('an import', () => {
  test('waits for the one before, of this version or another, and tells the servers when it is done', async () => {
    await twoVenues();
    let told = 0;
    const { unlisten } = await db.listen('catalogue_changed', () => {
      told += 1;
    });
    // The number is that of every version of the program.
    const report = await whileLocked(
      db,
      (tx) => tx`select pg_advisory_xact_lock(7283002)`,
      () => write({ shows: [aShow({ performances: [] })] }),
    );
    expect(report).toEqual(['shows: 1 new']);
    await expect.poll(() => told).toBe(1);
    await unlisten();
  });

  test('into a database that has nothing yet brings all of it', async () => {
    const { changes } = await importJson({
      format: 'butaca-catalogue/1',
      showTypes: [{ id: 1, name: 'Teatro' }],
      venues: [{ seo: 'teatro', name: 'Teatro', timeZone: 'America/Argentina/Buenos_Aires' }],
      shows: [{ seo: 'hamlet', type: 1, venue: 'teatro', name: 'Hamlet' }],
    });
    expect(describeChanges(changes)).toEqual(['show types: 1 new', 'venues: 1 new', 'shows: 1 new']);
  });

  test('names a time zone that only the database does not know', async () => {
    const venue = { seo: 'sala', name: 'Sala' };
    const of = (timeZone: string) => importJson({ format: 'butaca-catalogue/1', venues: [{ ...venue, timeZone }] });
    expect(await refusal(of('europe/madrid'))).toBe('temporada.json: the database knows no time zone europe/madrid');
    expect(await refusal(of('Europe/Madrid'))).toBe('taken');
  });

  test.each(['null', '[]', '"butaca-catalogue/1"', '{"format": 1}'])('of a file that is neither form is refused: %s', async (text) => {
    expect(await refusal(importJson(JSON.parse(text)))).toBe('temporada.json: neither butaca-catalogue/1 nor a schema.org Event');
  });

  test('says what the database refuses of a file, and lets other errors be errors', async () => {
    const of = (sql: (tx: Tx) => Promise<unknown>) => refusal(db.begin((tx) => orImportProblem('f.json', () => sql(tx))));
    expect(await of((tx) => tx`select 1 / 0`)).toBe('f.json: the database refuses it: division by zero');
    const twice = await of((tx) => tx`insert into tax_class (code, name, rate) select 'exempt', 'Exento', 0`);
    expect(twice).toBe('f.json: the database refuses it: Key (code)=(exempt) already exists. (tax_class_code_key)');
    expect(await of((tx) => tx`select from nowhere`)).toMatch(/relation "nowhere" does not exist/);
    expect(await of((tx) => tx`select from nowhere`)).not.toMatch(/the database refuses/);
    expect(await of(() => Promise.reject(new Error('broken')))).toBe('Error: broken');
    expect(await of(() => Promise.reject(Object.assign(new Error('odd'), { code: 23 })))).toBe('Error: odd');
  });
});
