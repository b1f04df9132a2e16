import { type InputOf, searchShows } from '@butaca/contract';
import { closenessOf, editDistance } from '@butaca/contract/rules/typing-errors';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { quote } from '../../src/catalogue/pricing.ts';
import { freshDatabase } from '../database.ts';
import { aCharge, aLevel, aMap, aPerformance, aShow, aVenue, haveCatalogue, inDays } from '../factories/catalogue.ts';
import { clientOf } from '../factories/client.ts';
import { customersApp } from '../factories/customers.ts';

const { db, owner, close } = await freshDatabase();
const app = await customersApp(db, { answersFreshMs: 0 });
const visitor = clientOf(app);
afterAll(async () => {
  await app.close();
  await close();
});

type Body = NonNullable<InputOf<typeof searchShows>['body']>;
const search = (body: Body, query: InputOf<typeof searchShows>['query'] = {}) => visitor.ok(searchShows, { query, body });
const found = async (text: string, more: Body = {}) => (await search({ text, ...more })).items.map(({ seo }) => seo);

beforeEach(async () => {
  await owner`truncate show, venue, venue_map, show_type, image, search_word restart identity cascade`;
  await haveCatalogue(db, {
    venues: [aVenue(), aVenue({ seo: 'teatro-colon', name: 'Teatro Colón', city: 'Córdoba' })],
    shows: [
      aShow({
        seo: 'hamlet',
        name: 'Hamlet',
        credits: 'De William Shakespeare. Con Inés Ñandú.',
        performances: [aPerformance({ startsAt: inDays(3) })],
      }),
      aShow({
        seo: 'el-rey-lear',
        name: 'El rey Lear',
        credits: 'De William Shakespeare',
        performances: [aPerformance({ startsAt: inDays(2) })],
      }),
      aShow({
        seo: 'shakespeare-en-el-parque',
        name: 'Shakespeare en el parque',
        performances: [aPerformance({ startsAt: inDays(9), venue: 'teatro-colon' })],
      }),
      aShow({ seo: 'canon', name: 'Canción de otoño', subtitle: 'Un recital', performances: [aPerformance({ startsAt: inDays(30) })] }),
      aShow({ seo: 'pasado', name: 'Hamlet de ayer', performances: [aPerformance({ startsAt: inDays(-1) })] }),
      aShow({ seo: 'oculto', name: 'Hamlet oculto', listed: false, performances: [aPerformance({ startsAt: inDays(3) })] }),
    ],
  });
});

describe('the search for shows', () => {
  test('finds by name, artist, venue, city and type, the name first (CA-013)', async () => {
    expect(await found('hamlet')).toEqual(['hamlet']);
    expect(await found('shakespeare')).toEqual(['shakespeare-en-el-parque', 'el-rey-lear', 'hamlet']);
    expect(await found('colon')).toEqual(['shakespeare-en-el-parque']);
    expect(await found('cordoba')).toEqual(['shakespeare-en-el-parque']);
    expect((await found('teatro')).toSorted()).toEqual(['canon', 'el-rey-lear', 'hamlet', 'shakespeare-en-el-parque']);
    expect(await found('shakespeare lear')).toEqual(['el-rey-lear']);
    expect(await found('shakespeare otoño')).toEqual([]);
  });

  test.each([
    ['CANCION', 'canon'],
    ['canción', 'canon'],
    ['otono', 'canon'],
    ['ñandu', 'hamlet'],
    ['hamelt', 'hamlet'],
    ['hamle', 'hamlet'],
    ['amlet', 'hamlet'],
    ['wiliam hamlet', 'hamlet'],
    ['rey  lear!', 'el-rey-lear'],
  ])('forgives accents, capitals and typing errors: %s', async (text, seo) => {
    expect(await found(text)).toContain(seo);
  });

  test.each(['xyzw', '%', '_', '\\', "'; drop table show", '***', 'zz'])('finds nothing for %s', async (text) => {
    expect(await search({ text })).toEqual({ items: [], total: 0 });
  });

  test('a word without errors finds no other words beside it', async () => {
    await haveCatalogue(db, { shows: [aShow({ seo: 'camlet', name: 'Camlet', performances: [aPerformance({ startsAt: inDays(1) })] })] });
    expect(await found('hamlet')).toEqual(['hamlet']);
    expect((await found('jamlet')).toSorted()).toEqual(['camlet', 'hamlet']);
  });

  test('filters by type, days and venue, and without a text lists everything by date (CA-013)', async () => {
    const venueId = (await search({ text: 'colon' })).items[0]?.venueId;
    if (venueId === undefined) throw new Error('the second venue has no show');
    const day = (days: number) => inDays(days).toZonedDateTimeISO('America/Argentina/Buenos_Aires').toPlainDate().toString();
    expect(await found('')).toEqual(['el-rey-lear', 'hamlet', 'shakespeare-en-el-parque', 'canon']);
    expect(await found('shakespeare', { venueId })).toEqual(['shakespeare-en-el-parque']);
    expect(await found('', { from: day(3), until: day(9) })).toEqual(['hamlet', 'shakespeare-en-el-parque']);
    expect(await found('', { until: day(2) })).toEqual(['el-rey-lear']);
    expect(await found('', { typeIds: [1] })).toHaveLength(4);
    expect(await found('', { typeIds: [77] })).toEqual([]);
  });

  test('answers in pages, each show once, with the number of all, past the last page too (CA-013)', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => search({}, { perPage: 3, page })));
    expect(pages.map(({ items }) => items.length)).toEqual([3, 1, 0]);
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(4);
  });

  test('follows every change of the catalogue, and of one show only', async () => {
    await owner`update show set name = 'Macbeth', credits = null where seo = 'hamlet'`;
    expect(await found('macbeth')).toEqual(['hamlet']);
    expect(await found('ñandu')).toEqual([]);
    expect(await found('lear')).toEqual(['el-rey-lear']);
    await owner`update venue set name = 'Ópera' where seo = 'teatro-colon'`;
    expect(await found('opera')).toEqual(['shakespeare-en-el-parque']);
    expect(await found('colon')).toEqual([]);
    await owner`update show_type set name = 'Tragedia'`;
    expect(await found('tragedia lear')).toEqual(['el-rey-lear']);
  });
});

describe('what a server keeps of the catalogue for its searches', () => {
  const version = async () => (await db`select version from search_version`)[0]?.version;

  test('is never of before a change that was committed, whoever made it and whichever server is asked', async () => {
    const other = await customersApp(db, { answersFreshMs: 0 });
    const foundByBoth = async (body: Body) => {
      const [one, two] = await Promise.all([visitor, clientOf(other)].map((client) => client.ok(searchShows, { query: {}, body })));
      expect(one).toEqual(two);
      return one?.items.map(({ seo }) => seo);
    };
    const day = inDays(2).toZonedDateTimeISO('America/Argentina/Buenos_Aires').toPlainDate();
    const onThatDay = { from: day.toString(), until: day.toString() };
    try {
      expect(await foundByBoth({ text: 'shakespeare' })).toEqual(['shakespeare-en-el-parque', 'el-rey-lear', 'hamlet']);
      await owner`update show set listed = not listed where seo in ('hamlet', 'oculto')`;
      expect(await foundByBoth({ text: 'shakespeare' })).toEqual(['shakespeare-en-el-parque', 'el-rey-lear']);
      expect(await foundByBoth({ text: 'hamlet' })).toEqual(['oculto']);
      await owner`update performance set state = 'cancelled' where show_id = (select id from show where seo = 'shakespeare-en-el-parque')`;
      expect(await foundByBoth({ text: 'shakespeare' })).toEqual(['el-rey-lear']);
      expect(await foundByBoth(onThatDay)).toEqual(['el-rey-lear']);
      await owner`update venue set time_zone = 'Asia/Tokyo' where seo = 'teatro'`;
      expect(await foundByBoth(onThatDay)).toEqual([]);
      await owner`update performance set starts_at = now() - interval '1 minute' where show_id = (select id from show where seo = 'el-rey-lear')`;
      expect(await foundByBoth({ text: 'lear' })).toEqual([]);
      await owner`
        insert into performance (show_id, venue_id, starts_at, state)
        select id, venue_id, now() + interval '1 day', 'announced' from show where seo = 'pasado'`;
      expect(await foundByBoth({})).toEqual(['pasado', 'oculto', 'canon']);
      await owner`delete from performance where show_id = (select id from show where seo = 'pasado')`;
      expect(await foundByBoth({})).toEqual(['oculto', 'canon']);
    } finally {
      await other.close();
    }
  });

  test('is read anew for searches that come while it is being read', async () => {
    const underWay: Promise<unknown>[] = [];
    for (let turn = 0; turn < 20; turn++) {
      underWay.push(found('hamlet'), found('lear'));
      await owner`update show set name = ${`Turno${turn}`} where seo = 'hamlet'`;
      expect(await Promise.all([found(`turno${turn}`), found(`turno${turn}`)])).toEqual([['hamlet'], ['hamlet']]);
    }
    await Promise.all(underWay);
  });

  test('stays after an import that changed nothing', async () => {
    const catalogue = { shows: [aShow({ performances: [aPerformance({ startsAt: inDays(3) })] })] };
    await haveCatalogue(db, catalogue);
    const before = await version();
    await haveCatalogue(db, catalogue);
    expect(await version()).toBe(before);
    await owner`update show set listed = false`;
    expect(await version()).not.toBe(before);
  });
});

describe('the search by price', () => {
  const pesos = 100;
  const priced = (seo: string, ...performances: Parameters<typeof aPerformance>[0][]) =>
    aShow({ seo, name: seo, performances: performances.map((given, index) => aPerformance({ startsAt: inDays(5 + index), ...given })) });
  const upTo = (maxPrice: number, more: Body = {}) => found('', { maxPrice, ...more });
  const level = (faceValue: number) => aLevel({ faceValue });

  beforeEach(async () => {
    await owner`truncate show, venue, venue_map, show_type, image, search_word restart identity cascade`;
  });

  test('leaves out shows whose cheapest ticket costs more, charges included (CA-013)', async () => {
    await haveCatalogue(db, {
      shows: [
        priced('barato', { levels: [level(9_000 * pesos), { ...level(90_000 * pesos), category: 'pullman', name: 'Pullman' }] }),
        { ...priced('con-cargo', { startsAt: inDays(8), levels: [level(10_000 * pesos)] }), charges: [aCharge({ percent: 1000 })] },
        priced('caro', { startsAt: inDays(9), levels: [level(50_000 * pesos)] }),
        priced('sin-precio', { levels: [] }),
      ],
    });
    expect(await upTo(8_999 * pesos)).toEqual([]);
    expect(await upTo(10_000 * pesos)).toEqual(['barato']);
    expect(await upTo(10_999 * pesos)).toEqual(['barato']);
    expect(await upTo(11_000 * pesos)).toEqual(['barato', 'con-cargo']);
    expect(await upTo(1_000_000 * pesos)).toEqual(['barato', 'con-cargo', 'caro']);
    expect((await search({ maxPrice: 10_000 * pesos })).total).toBe(1);
  });

  test('is about one performance that passes the other filters too, and that is still to come', async () => {
    const today = (days: number) => inDays(days).toZonedDateTimeISO('America/Argentina/Buenos_Aires').toPlainDate().toString();
    await haveCatalogue(db, {
      shows: [
        priced('obra', { startsAt: inDays(2), levels: [level(30_000 * pesos)] }, { startsAt: inDays(3), levels: [level(10_000 * pesos)] }),
        priced('ayer', { startsAt: inDays(-1), levels: [level(1_000 * pesos)] }, { startsAt: inDays(4), levels: [level(30_000 * pesos)] }),
      ],
    });
    expect(await upTo(20_000 * pesos)).toEqual(['obra']);
    expect(await upTo(20_000 * pesos, { until: today(2) })).toEqual([]);
    expect(await upTo(20_000 * pesos, { from: today(3) })).toEqual(['obra']);
  });

  test('is about the price that the billboard shows: of what is not sold out, unless nothing is left', async () => {
    const cheap = { startsAt: inDays(2), levels: [level(10_000 * pesos)] };
    const expensive = { startsAt: inDays(3), levels: [level(30_000 * pesos)] };
    await haveCatalogue(db, { maps: [aMap()], shows: [priced('obra', cheap, expensive)] });
    const sellOut = (days: number) => owner`update performance set state = 'sold_out' where starts_at = ${inDays(days)}`;
    await sellOut(2);
    expect(await upTo(20_000 * pesos)).toEqual([]);
    expect(await upTo(30_000 * pesos)).toEqual(['obra']);
    await sellOut(3);
    expect(await upTo(20_000 * pesos)).toEqual(['obra']);
    await owner`update performance set state = 'announced' where starts_at = ${inDays(2)}`;
    expect(await upTo(20_000 * pesos)).toEqual(['obra']);
    expect((await search({ maxPrice: 20_000 * pesos })).items[0]?.lowestPrice).toBe(10_000 * pesos);
  });

  test('follows every change of prices and charges', async () => {
    const show = priced('obra', { levels: [level(10_000 * pesos)] });
    await haveCatalogue(db, { shows: [show] });
    expect(await upTo(10_000 * pesos)).toEqual(['obra']);
    await haveCatalogue(db, { shows: [{ ...show, charges: [aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 500 * pesos })] }] });
    expect(await upTo(10_000 * pesos)).toEqual([]);
    expect(await upTo(10_500 * pesos)).toEqual(['obra']);
    await haveCatalogue(db, { shows: [{ ...show, charges: [] }] });
    expect(await upTo(10_000 * pesos)).toEqual(['obra']);
    await haveCatalogue(db, { shows: [priced('obra', { levels: [level(20_000 * pesos)] })] });
    expect(await upTo(10_000 * pesos)).toEqual([]);
    expect(await upTo(20_000 * pesos)).toEqual(['obra']);
    await haveCatalogue(db, { shows: [priced('obra', { levels: [{ ...level(5_000 * pesos), category: 'pullman', name: 'Pullman' }] })] });
    expect(await upTo(5_000 * pesos)).toEqual(['obra']);
    await owner`delete from price_level`;
    expect(await upTo(1_000_000 * pesos)).toEqual([]);
  });

  test.each([-1, 10_000_000_001, Number.NaN, '5000', null, 0.001])('%s is refused as a price, by its field', async (fPrecioMaximo) => {
    const answer = await app.inject({ method: 'POST', url: searchShows.path, payload: { fPrecioMaximo } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ nCode: 400, oData: { listaCampo: [{ cCampo: 'fPrecioMaximo' }] } });
  });

  test('the database rounds a final price as the pricing function does', async () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_000 });
    const ticket = fc.record({
      face: fc.oneof(amount, fc.integer({ min: 0, max: 100_000 })),
      percent: fc.integer({ min: 0, max: 10_000 }),
      fixed: fc.integer({ min: 0, max: 1_000_000 }),
      qr: fc.integer({ min: 0, max: 1_000_000 }),
      unit: fc.constantFrom(1, 10, 100),
    });
    await fc.assert(
      fc.asyncProperty(ticket, async ({ face, percent, fixed, qr, unit }) => {
        const charges = [
          { kind: 'service', percent, fixed, taxRate: 0 },
          { kind: 'anti_fraud_qr', percent: 0, fixed: qr, taxRate: 0 },
        ] as const;
        const service = BigInt(face) * BigInt(percent) + BigInt(fixed) * 10_000n;
        const [row] =
          await db`select final_price(${face}::bigint, ${String(service)}::bigint, ${qr}::bigint, ${unit}::bigint)::text as final`;
        expect(row?.final).toBe(String(quote([{ faceValue: face, taxRate: 2100, charges, quantity: 1 }], unit).final));
      }),
    );
  });
});

test.each([
  ['', 'abc', 3],
  ['hamlet', 'hamlet', 0],
  ['hamelt', 'hamlet', 1],
  ['amlet', 'hamlet', 1],
  ['jamlet', 'hamlet', 1],
  ['kitten', 'sitting', 3],
])('from %s to %s are %i errors', (one, other, errors) => {
  expect(editDistance(one, other)).toBe(errors);
  expect(editDistance(other, one)).toBe(errors);
});

test('a word fits better the more of it was typed without errors', () => {
  const closeness = ['hamlet', 'haml', 'amle', 'hamelt'].map((typed) => closenessOf(typed, 'hamlet'));
  expect(closeness).toEqual(closeness.toSorted((a, b) => b - a));
  expect(closenessOf('ham', 'him')).toBe(0);
  expect(closenessOf('teatro', 'tango')).toBe(0);
});
