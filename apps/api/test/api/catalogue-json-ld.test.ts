import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { describeChanges, importCatalogue } from '../../src/catalogue/import/index.ts';
import { freshDatabase } from '../database.ts';
import { aMap, haveCatalogue } from '../factories/catalogue.ts';

const { db, owner, close } = await freshDatabase();
afterAll(close);
beforeEach(async () => {
  await owner`truncate show, venue, venue_map, show_type, image restart identity cascade`;
  await haveCatalogue(db, { shows: [], maps: [aMap()] });
});

const importText = (text: string, timeZone?: string) =>
  importCatalogue(db, {
    file: 'agenda.html',
    bytes: Buffer.from(text),
    currency: 'ARS',
    language: 'es-AR',
    timeZone,
    taxClass: 'iva-21',
    readBeside: async () => null,
  });
const importJson = (value: unknown, timeZone?: string) => importText(JSON.stringify(value), timeZone);

const event = (properties: object = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'TheaterEvent',
  name: 'La gaviota',
  startDate: '2040-03-14T20:30:00-03:00',
  location: {
    '@type': 'Place',
    name: 'Teatro',
    address: { '@type': 'PostalAddress', addressLocality: 'Buenos Aires', addressCountry: 'AR' },
  },
  offers: { '@type': 'Offer', name: 'Platea', price: '42000.00', priceCurrency: 'ARS' },
  ...properties,
});

const shows = () => db`
  select show.seo, show.name, show_type.name as type, description, credits, age_note as age, duration_minutes as minutes, listed
    from show join show_type on show_type.id = show_type_id order by show.id`;
const performances = () => db`
  select show.seo as show, venue.seo as venue, to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI"Z"') as starts, state,
         array(select face_value::integer from price_level join price_type on price_level_id = price_level.id
                where performance_id = performance.id order by price_type.id) as prices
    from performance join show on show.id = show_id join venue on venue.id = performance.venue_id order by starts_at, venue.seo`;

describe('published events', () => {
  test("of one name are the dates of one show, at a known venue with the map's categories", async () => {
    const report = await importJson([event(), event({ startDate: '2040-03-15T20:30' })]);
    expect(report.understood).toEqual(['1 shows, 2 performances, 0 venues']);
    expect(await shows()).toMatchObject([{ seo: 'la-gaviota', name: 'La gaviota', type: 'Teatro', listed: true }]);
    expect(await performances()).toMatchObject([
      { starts: '2040-03-14T23:30Z', venue: 'teatro', state: 'on_sale', prices: [4_200_000] },
      { starts: '2040-03-15T23:30Z', state: 'on_sale' },
    ]);
    expect(describeChanges((await importJson([event(), event({ startDate: '2040-03-15T20:30' })])).changes)).toEqual([]);
  });

  test('are found in a single object, a graph, a list of items and the scripts of a page', async () => {
    const variants = [
      JSON.stringify(event({ startDate: '2040-01-01T20:00' })),
      JSON.stringify({ '@graph': [{ '@type': 'WebSite', name: 'x' }, event({ startDate: '2040-01-02T20:00' })] }),
      JSON.stringify({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: event({ startDate: '2040-01-03T20:00' }) }] }),
      `<!doctype html><script type="application/ld+json">${JSON.stringify(event({ startDate: '2040-01-04T20:00' }))}</script>
       <script>var x = 1</script><SCRIPT type='application/ld+json'>[${JSON.stringify(event({ startDate: '2040-01-05T20:00' }))}]</SCRIPT>`,
    ];
    for (const text of variants) await importText(text);
    expect((await performances()).map(({ starts }) => starts.slice(0, 10))).toEqual(
      ['01', '02', '03', '04', '05'].map((day) => `2040-01-${day}`),
    );
  });

  test('are found in a page whose first script says its format', async () => {
    const script = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
    await importText(`<!doctype html>${script({ '@type': 'WebPage', format: 'text/html' })}${script(event())}`);
    expect(await shows()).toMatchObject([{ seo: 'la-gaviota' }]);
  });

  test('of a series inherit its name, place and prices', async () => {
    await importJson(
      {
        ...event({ '@type': 'EventSeries', name: 'Ciclo Chéjov', startDate: undefined }),
        subEvent: [
          { '@type': 'Event', startDate: '2040-01-01T20:00' },
          { '@type': 'Event', name: 'Segunda noche', startDate: '2040-01-02T20:00', location: 'Otra sala, Rosario' },
        ],
      },
      'America/Argentina/Buenos_Aires',
    );
    expect(await performances()).toMatchObject([
      { show: 'ciclo-chejov', venue: 'teatro', prices: [4_200_000] },
      { show: 'ciclo-chejov', venue: 'otra-sala-rosario', state: 'announced' },
    ]);
  });

  test('name their series as superEvent, and refer to things by their id', async () => {
    await importJson({
      '@graph': [
        { '@type': 'EventSeries', '@id': '#ciclo', name: 'Ciclo' },
        { '@type': 'Place', '@id': '#sala', name: 'Teatro' },
        { ...event({ name: 'Noche uno', superEvent: { '@id': '#ciclo' }, location: { '@id': '#sala' } }) },
      ],
    });
    expect(await performances()).toMatchObject([{ show: 'ciclo', venue: 'teatro' }]);
  });

  test('that are cancelled, postponed, sold out or not on sale yet say so', async () => {
    const at = (day: number, properties: object) => event({ startDate: `2040-01-0${day}T20:00`, ...properties });
    const soldOut = { '@type': 'Offer', name: 'Platea', price: 1, priceCurrency: 'ARS', availability: 'https://schema.org/SoldOut' };
    const report = await importJson([
      at(1, { eventStatus: 'https://schema.org/EventCancelled' }),
      at(2, { eventStatus: 'EventPostponed' }),
      at(3, { offers: [soldOut, soldOut] }),
      at(4, { offers: { '@type': 'Offer', name: 'Platea', price: 1, validFrom: '2039-12-01T10:00' } }),
    ]);
    expect((await performances()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'sold_out', 'announced']);
    expect(report.notes).toEqual(['[1]: postponed: this date is taken as cancelled']);
  });

  test('may have prices as numbers, and as texts of several countries; a range, the lowest of many and another currency are left out by name', async () => {
    const offer = (price: unknown, rest: object = {}) =>
      event({ startDate: `2040-01-${10 + offers.length}T20:00`, offers: { price, name: 'Platea', ...rest } });
    const offers: object[] = [];
    for (const price of [1500, '1500.50', '1.500,50', '$ 1.500', '12,500.00']) offers.push(offer(price));
    offers.push(
      event({ startDate: '2040-02-01T20:00', offers: { '@type': 'AggregateOffer', name: 'Platea', lowPrice: '900', highPrice: '5000' } }),
    );
    const report = await importJson([
      ...offers,
      event({ startDate: '2040-02-02T20:00', offers: { price: 20, priceCurrency: 'EUR', name: 'Platea' } }),
      event({ startDate: '2040-02-03T20:00', offers: { '@type': 'AggregateOffer', lowPrice: 900, name: 'Platea' } }),
      event({ startDate: '2040-02-04T20:00', offers: { '@type': 'AggregateOffer', lowPrice: 900, highPrice: 900, name: 'Platea' } }),
      event({ startDate: '2040-02-05T20:00', offers: { price: '1500 - 3000', priceCurrency: 'ARS' } }),
      event({ startDate: '2040-02-06T20:00', offers: { price: 15.125, priceCurrency: 'ARS' } }),
      event({ startDate: '2040-02-07T20:00', inLanguage: 'en', offers: { price: '1,500', name: 'Platea' } }),
    ]);
    expect((await performances()).map(({ prices }) => prices[0])).toEqual([
      150_000,
      150_050,
      150_050,
      150_000,
      1_250_000,
      undefined,
      undefined,
      undefined,
      90_000,
      undefined,
      undefined,
      150_000,
    ]);
    expect(report.notes).toEqual([
      '[5]: the offer Platea "900 - 5000" is left out: a range is no price',
      '[6]: the offer Platea 20 EUR is left out: it is in another currency',
      '[7]: the offer Platea "desde 900" is left out: the lowest or highest of several prices is no price',
      '[9]: the offer "1500 - 3000" ARS is left out: a range is no price',
      '[10]: the offer 15.125 ARS is left out: it has more decimals than the currency',
    ]);
  });

  describe('with offers', () => {
    let day = 0;
    /** What becomes of an event with these offers: its prices by level, its state, and what is noted about it. */
    const prices = async (offers: unknown, given: object = {}) => {
      day += 1;
      const startDate = `2040-05-${String(day).padStart(2, '0')}T20:00`;
      const { notes } = await importJson(event({ startDate, offers, ...given }), 'America/Argentina/Buenos_Aires');
      const [row] = await db<{ id: number; state: string }[]>`select id, state from performance order by id desc limit 1`;
      const levels = await db<{ line: string }[]>`
        select concat_ws(' ', category, price_level.name, coalesce(color, '-'), price_type.name, face_value) as line
          from price_level join price_type on price_level_id = price_level.id where performance_id = ${row?.id ?? 0}
         order by price_level.position, price_type.position`;
      return { prices: levels.map(({ line }) => line), state: row?.state, notes };
    };
    const taken = (...lines: string[]) => ({ prices: lines, state: 'on_sale', notes: [] });
    const leftOut = (note: string) => ({ prices: [], state: 'on_sale', notes: [note] });
    const platea = 'platea Platea #1d3557 General';
    const spec = (price: number, priceCurrency?: string) => ({ price, priceCurrency });

    test.each<[string, unknown, object]>([
      ['beside what is none', ['x', 5, { name: 'Platea', price: 10 }], taken(`${platea} 1000`)],
      ['by their category', { category: 'PULLMAN', price: 10 }, taken('pullman Pullman - General 1000')],
      [
        'by the id of a category',
        [
          { name: 'pullman', price: 10 },
          { name: 'Platea', price: 20 },
        ],
        taken('pullman Pullman - General 1000', `${platea} 2000`),
      ],
      ['in a specification', { name: 'Platea', priceSpecification: ['x', spec(10, 'ARS'), spec(20)] }, taken(`${platea} 1000`)],
      [
        ...([
          'of another currency in a specification',
          { name: 'Platea', priceSpecification: ['x', spec(10, 'EUR'), spec(20, 'ARS')] },
        ] as const),
        leftOut('the offer Platea 10 EUR is left out: it is in another currency'),
      ],
      [
        'whose own currency counts',
        { name: 'Platea', price: 10, priceCurrency: 'ARS', priceSpecification: spec(20, 'EUR') },
        taken(`${platea} 1000`),
      ],
      ['without a price', { name: 'Platea' }, leftOut('the offer Platea is left out: it has no price')],
      [
        'with a word for a price',
        { name: 'Platea', price: 'gratis' },
        leftOut('the offer Platea "gratis" is left out: it is free; give it the price 0'),
      ],
      ['with a point for a price', { name: 'Platea', price: '.' }, leftOut('the offer Platea "." is left out: it has no price')],
      [
        'that cost too much',
        { name: 'Platea', price: '10000000000.01' },
        leftOut('the offer Platea "10000000000.01" is left out: it is too high'),
      ],
      ['that cost the most', { name: 'Platea', price: '10000000000' }, taken(`${platea} 1000000000000`)],
      ['that cost nothing', { name: 'Platea', price: 0 }, taken(`${platea} 0`)],
      ['in groups of thousands', { name: 'Platea', price: '1.500.000' }, taken(`${platea} 150000000`)],
      ['with one decimal', { name: 'Platea', price: '1,5' }, taken(`${platea} 150`)],
      [
        ...([
          'of which one is of no category of the map',
          [
            { name: 'Platea', price: 10 },
            { name: 'Palco', price: 20 },
          ],
        ] as const),
        leftOut('prices are left out, since they name other categories than the map: Platea, Pullman'),
      ],
      [
        'inside another',
        { '@type': 'AggregateOffer', name: 'Platea', lowPrice: 5, offers: { name: 'Pullman', price: 10 } },
        taken('pullman Pullman - General 1000'),
      ],
      [
        'inside another, which says the currency where they do not',
        {
          '@type': 'AggregateOffer',
          priceCurrency: 'EUR',
          offers: ['x', { name: 'Platea', price: 10 }, { name: 'Pullman', price: 20, priceCurrency: 'ARS' }],
        },
        { ...taken('pullman Pullman - General 2000'), notes: ['the offer Platea 10 EUR is left out: it is in another currency'] },
      ],
      ['none', [], taken()],
      ['that are gone', { name: 'Platea', price: 10, availability: 'OutOfStock' }, { ...taken(`${platea} 1000`), state: 'sold_out' }],
      [
        'that are gone, inside another that says so',
        {
          '@type': 'AggregateOffer',
          availability: 'https://schema.org/Discontinued',
          offers: [
            { name: 'Platea', price: 10 },
            { name: 'Pullman', price: 10 },
          ],
        },
        { ...taken(`${platea} 1000`, 'pullman Pullman - General 1000'), state: 'sold_out' },
      ],
      [
        'of which one is left',
        [
          { name: 'Platea', price: 10, availability: 'SoldOut' },
          { name: 'Pullman', price: 10, availability: 'InStock' },
        ],
        taken(`${platea} 1000`, 'pullman Pullman - General 1000'),
      ],
      [
        'of which the second says when the sale opens',
        [
          { name: 'Platea', price: 10 },
          { name: 'Pullman', price: 10, validFrom: '2040-04-30T10:00' },
        ],
        { ...taken(`${platea} 1000`, 'pullman Pullman - General 1000'), state: 'announced' },
      ],
    ])('%s', async (_, offers, expected) => {
      expect(await prices(offers)).toEqual(expected);
    });

    test('at a venue of one category are its prices, and without a map each is a level to be', async () => {
      const offers = [
        { name: 'General', price: 20 },
        { name: 'Jubilados', price: 10 },
        { price: 30, category: 'Palco' },
      ];
      const categories = [{ id: 'unica', name: 'Única', color: '#ABCDEF' }];
      await haveCatalogue(db, { shows: [], maps: [aMap({ hash: '1'.repeat(32), authoring: { categories } })] });
      const unica = 'unica Única #abcdef';
      expect(await prices(offers)).toEqual(taken(`${unica} General 2000`, `${unica} Jubilados 1000`, `${unica} Palco 3000`));
      expect(await prices([...offers, { price: 40 }], { location: 'Galpón' })).toEqual({
        ...taken('General General - General 4000', 'Jubilados Jubilados - General 1000', 'Palco Palco - General 3000'),
        state: 'announced',
      });
    });
  });

  test.each<[string, unknown]>([
    ['a word', 'EventCancelled'],
    ['an address', 'https://schema.org/EventCancelled'],
    ['an address with a slash at its end', 'http://schema.org/EventCancelled/'],
    ['a short address', 'schema:EventCancelled'],
    ['a list', ['https://schema.org/EventCancelled']],
    ['one of a list', ['https://schema.org/EventScheduled', 'https://schema.org/EventCancelled']],
    ['a thing', { '@id': 'https://schema.org/EventCancelled' }],
    ['a value', { '@type': 'xsd:anyURI', '@value': 'https://schema.org/EventCancelled' }],
    ['a list of things', [{ '@id': 'schema:EventCancelled' }]],
  ])('are cancelled where their status says so as %s, and sold out where their offers do', async (_, eventStatus) => {
    const availability = JSON.parse(
      JSON.stringify(eventStatus).replaceAll('EventCancelled', 'SoldOut').replaceAll('EventScheduled', 'SoldOut'),
    );
    await importJson([
      event({ eventStatus }),
      event({ startDate: '2040-03-15T20:30', offers: { price: 10, name: 'Platea', availability } }),
      event({ startDate: '2040-03-16T20:30' }),
    ]);
    expect((await performances()).map(({ state }) => state)).toEqual(['cancelled', 'sold_out', 'on_sale']);
  });

  test('bring texts without markup, people, age and length', async () => {
    await importJson(
      event({
        description: '<p>Un lago.</p><p>Una <b>gaviota</b> &amp; un &quot;arma&quot;.</p><script>',
        performer: [{ '@type': 'Person', name: 'Ana' }, 'Luis', { name: 'Ana' }],
        director: { name: 'Ulises' },
        typicalAgeRange: '13-',
        duration: 'PT2H5M',
      }),
    );
    expect(await shows()).toMatchObject([
      { description: 'Un lago.\nUna gaviota & un "arma".', credits: 'Ana · Luis · Ulises', age: '13-', minutes: 125 },
    ]);
  });

  test('that lack something are left out one by one, and reported with their position', async () => {
    const report = await importJson([
      event(),
      event({ name: undefined }),
      event({ name: 'Sin lugar', location: { '@type': 'VirtualLocation', url: 'https://a.example' } }),
      event({ name: 'Sin hora', startDate: '2040-03-14' }),
      event({ name: 'Sin fecha', startDate: undefined }),
      event({ name: 'Sin zona', location: 'Sala X' }),
      event({ name: 'Con foto', image: 'https://a.example/x.jpg' }),
    ]);
    expect(report.notes).toEqual([
      '[1]: left out, since it has no name',
      '[2]: left out, since Sin lugar has no place',
      '[3]: left out, since Sin hora has no date with a time: 2040-03-14',
      '[4]: left out, since Sin fecha has no date with a time: startDate is missing',
      '[5]: left out, since the time zone of Sala X is not known; give it with --time-zone',
      '[6]: the image is left out, since it is not beside the file: https://a.example/x.jpg',
    ]);
    expect((await shows()).map(({ seo }) => seo)).toEqual(['la-gaviota', 'con-foto']);
  });

  test('bring the whole address of a new venue, without a postcode that is none', async () => {
    const at = (name: string, postalCode: string) =>
      event({
        name,
        location: {
          name,
          address: { streetAddress: 'Mitre 40', addressLocality: 'Posadas', addressRegion: 'Misiones', postalCode, addressCountry: 'AR' },
        },
      });
    await importJson([at('Sala Uno', 'N3300'), at('Sala Dos', 'preguntar')]);
    expect(await db`select city, province, postcode from venue where seo like 'sala-%' order by seo desc`).toEqual([
      { city: 'Posadas', province: 'Misiones', postcode: 'N3300' },
      { city: 'Posadas', province: 'Misiones', postcode: null },
    ]);
  });

  test('do not overwrite what the house has entered itself', async () => {
    await importJson(event({ description: 'Nuestro texto.' }));
    await db`update venue set address = 'Corrientes 1'`;
    await importJson(event({ location: { name: 'Teatro', address: { streetAddress: 'Otra 2' } } }));
    expect(await shows()).toMatchObject([{ description: 'Nuestro texto.' }]);
    expect(await db`select address from venue`).toMatchObject([{ address: 'Corrientes 1' }]);
  });

  test('that contain no event, or none that can be imported, are refused; so is a page with a broken script, with its line', async () => {
    await expect(importJson({ '@type': 'Recipe' })).rejects.toThrow('agenda.html: neither butaca-catalogue/1 nor a schema.org Event');
    await expect(importJson(event({ name: '' }))).rejects.toThrow('agenda.html: none of the events can be taken');
    await expect(importText('<html></html>')).rejects.toThrow('agenda.html: the page has no <script type="application/ld+json">');
    await expect(importText('<html>\n<script type="application/ld+json">\n{"@type": "Event",}\n</script>')).rejects.toThrow(
      'agenda.html: line 3, column 19: a name in double quotes is expected here',
    );
    expect(await shows()).toEqual([]);
  });
});

describe('a date that its publisher moves', () => {
  const first = '2040-03-14T20:30:00-03:00';
  const moved = (properties: object) => event({ startDate: '2040-03-20T21:00:00-03:00', ...properties });
  const rescheduled = { eventStatus: 'https://schema.org/EventRescheduled' };

  test.each<[string, object, object]>([
    ['the start that it had', {}, moved({ previousStartDate: first, ...rescheduled })],
    ['one of the starts that it had', {}, moved({ previousStartDate: ['2040-01-01T20:30:00-03:00', first] })],
    ['its @id', { '@id': 'https://teatro.example/f/1' }, moved({ '@id': 'https://teatro.example/f/1' })],
    ['its identifier', { identifier: 4711 }, moved({ identifier: { '@type': 'PropertyValue', value: '4711' } })],
  ])('is known by %s: there is one date, at the new time, with its id and prices', async (_, given, later) => {
    await importJson(event(given));
    const ids = () => db`select id from performance order by id`;
    const before = await ids();
    await importJson(later);
    expect(await performances()).toEqual([expect.objectContaining({ starts: '2040-03-21T00:00Z', state: 'on_sale', prices: [4_200_000] })]);
    expect(await ids()).toEqual(before);
    expect(describeChanges((await importJson(later)).changes)).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['the same day at another hour', {}, { startDate: '2040-03-14T21:00:00-03:00' }],
    ['another day with the same address', { url: 'https://teatro.example/f/1' }, moved({ url: 'https://teatro.example/f/1' })],
  ])('is asked about on %s', async (_, given, later) => {
    await importJson(event(given));
    const before = await performances();
    await expect(importJson(event(later))).rejects.toThrow(
      /Has that moved, or is this one more\?\n {2}--answer 'la-gaviota:teatro:.*=moved'/,
    );
    expect(await performances()).toEqual(before);
  });

  test('is another one where all dates of the page have one address, one id of the page, or the number of their show', async () => {
    const same = { '@id': '#event', url: 'https://teatro.example/gaviota', identifier: 'gaviota' };
    await importJson([event(same), event({ ...same, startDate: '2040-03-15T20:30:00-03:00' })]);
    await importJson([
      event({ ...same, startDate: '2040-03-21T20:30:00-03:00' }),
      event({ ...same, startDate: '2040-03-22T20:30:00-03:00' }),
    ]);
    expect(await performances()).toHaveLength(4);
  });
});
