import { expect, test } from 'vitest';
import { catalogueFile } from '../../src/catalogue/import/catalogue-file.ts';
import { categoryNamed, type Known, orImportProblem } from '../../src/catalogue/import/import-transaction.ts';
import { ImportProblem } from '../../src/catalogue/import/problem.ts';
import { readCatalogueFile } from '../../src/catalogue/import/read-catalogue-file.ts';

/** A theatre with a map, and a hall without one in another time zone. */
const known: Known = {
  venues: new Map(
    [
      {
        ...{ seo: 'teatro', name: 'Teatro', timeZone: 'America/Argentina/Buenos_Aires' },
        categories: [
          { id: 'platea', name: 'Platea', color: '#1D3557' },
          { id: 'pullman', name: 'Pullman' },
        ],
      },
      { seo: 'sala', name: 'Sala', timeZone: 'Europe/Madrid', categories: null },
    ].map((venue) => [venue.seo, venue]),
  ),
  taxClasses: new Set(['iva-21', 'exempt']),
  showTypes: [{ id: 1, name: 'Obra' }],
  imageSource: () => undefined,
  hasGalleryImage: () => false,
  productImageSource: () => undefined,
};
const read = (file: object) => readCatalogueFile(catalogueFile.parse({ format: 'butaca-catalogue/1', ...file }), known, 'iva-21');
const aShow = (given: object = {}) => ({ ...{ seo: 'la-gaviota', type: 1, venue: 'teatro', name: 'La gaviota' }, ...given });
const showOf = (given: object) => {
  const { catalogue, problems } = read({ shows: [aShow(given)] });
  expect(problems).toEqual([]);
  return catalogue.shows[0];
};
const at = (text: string) => Temporal.Instant.from(text);

test('a show that names little leaves the rest to what is there', () => {
  const unnamed = ['subtitle', 'description', 'credits', 'ageNote', 'durationMinutes', 'listed', 'position', 'limits', 'reservations'];
  expect(showOf({})).toEqual({
    ...{ seo: 'la-gaviota', typeId: 1, venue: 'teatro', name: 'La gaviota', images: [], performances: [] },
    ...Object.fromEntries([...unnamed, 'refunds', 'slowPayments', 'nominations'].map((name) => [name, null])),
    ...{ people: undefined, trailer: undefined, gallery: undefined, charges: undefined, promotions: undefined },
  });
  expect(showOf({ gallery: [{ file: 'a.jpg', alt: 'A' }] })?.gallery).toEqual([]);
});

test('a show that names everything has it', () => {
  const facts = {
    ...{
      subtitle: 'Comedia',
      description: 'En cuatro actos',
      credits: 'Elenco',
      ageNote: '13',
      durationMinutes: 90,
      listed: false,
      position: 4,
    },
    ...{ limits: { perCustomer: 4 }, refunds: { placesAreSoldAgain: false }, slowPayments: { hours: 24, mostPercent: 10 } },
    reservations: { days: 3, closesHours: 24, mostPerCustomer: 6, mostPercent: 50, partPayable: true },
    ...{ nominations: { closesHours: 5, oncePerDocument: true }, people: [{ name: 'Ana', role: 'Nina' }], trailer: 'https://a.example/1' },
  };
  expect(showOf(facts)).toMatchObject(facts);
});

test('times are those of their venue’s clock, or have an offset', () => {
  const performances = [
    { startsAt: '2040-03-14T20:30', doorsAt: '2040-03-14T20:30', onSaleAt: '2040-03-14T20:30', state: 'on_sale' },
    { startsAt: '2040-03-14T20:30', venue: 'sala', state: 'announced' },
    { startsAt: '2040-03-15T20:30:00-01:00' },
  ];
  const rest = { levels: undefined, charges: undefined };
  expect(showOf({ performances })?.performances).toEqual([
    {
      ...{ venue: 'teatro', startsAt: at('2040-03-14T23:30Z'), doorsAt: at('2040-03-14T23:30Z'), onSaleAt: at('2040-03-14T23:30Z') },
      ...{ state: 'on_sale', ...rest },
    },
    { venue: 'sala', startsAt: at('2040-03-14T19:30Z'), doorsAt: null, onSaleAt: null, state: 'announced', ...rest },
    { venue: 'teatro', startsAt: at('2040-03-15T21:30Z'), doorsAt: null, onSaleAt: null, state: undefined, ...rest },
  ]);
});

test('prices and charges of a show are those of each performance that has none of its own; a category is known by its id or its name', () => {
  const show = showOf({
    prices: [
      { category: 'PLATEA', types: [{ name: 'General', face: 420.5 }] },
      { category: 'pullman', name: 'Arriba', color: '#00ff00', types: [{ name: 'General', face: 1, taxClass: 'exempt' }] },
    ],
    charges: [
      { kind: 'service', percent: 12.5 },
      { kind: 'anti_fraud_qr', fixed: 3.25, channel: 'box_office', taxClass: 'exempt' },
    ],
    performances: [
      { startsAt: '2040-03-14T20:30' },
      { startsAt: '2040-03-15T20:30', prices: [{ category: 'Pullman', types: [{ name: 'Estreno', face: 2 }] }], charges: [] },
      { startsAt: '2040-03-16T20:30', venue: 'sala' },
    ],
  });
  const general = { name: 'General', faceValue: 42_050, taxClass: 'iva-21' };
  const exempt = { name: 'General', faceValue: 100, taxClass: 'exempt' };
  expect(show?.charges).toEqual([
    { kind: 'service', channel: 'online', percent: 1250, fixed: 0, taxClass: 'iva-21' },
    { kind: 'anti_fraud_qr', channel: 'box_office', percent: 0, fixed: 325, taxClass: 'exempt' },
  ]);
  expect(show?.performances.map(({ levels }) => levels)).toEqual([
    [
      { category: 'platea', name: 'Platea', color: '#1d3557', types: [general] },
      { category: 'pullman', name: 'Arriba', color: '#00ff00', types: [exempt] },
    ],
    [{ category: 'pullman', name: 'Pullman', color: null, types: [{ name: 'Estreno', faceValue: 200, taxClass: 'iva-21' }] }],
    // Where there is no map any category will do.
    [
      { category: 'PLATEA', name: 'PLATEA', color: null, types: [general] },
      { category: 'pullman', name: 'Arriba', color: '#00ff00', types: [exempt] },
    ],
  ]);
  expect(show?.performances.map(({ charges }) => charges)).toEqual([undefined, [], undefined]);
});

test('a promotion says what it takes off, where, when, and for whom', () => {
  const rules = [
    { key: 'a', name: 'A', percent: 12.5 },
    { key: 'b', name: 'B', note: 'Nota', price: 900, cards: { brands: ['visa'] }, perCustomer: 2, perCard: 1 },
    {
      ...{ key: 'c', name: 'C', take: 3, pay: 2, channels: ['box_office'], sectors: ['Platea'], priceTypes: ['General'], weekdays: [3] },
      ...{ from: '2039-01-01T00:00', until: '2039-01-01T00:01', performances: ['2040-03-14T20:30'] },
    },
    { key: 'd', name: 'D', percent: 100, codes: [{ code: 'AMIGOS', uses: 5 }, { code: 'TODOS' }], perCustomer: 1 },
    { key: 'e', name: 'E', price: 0, document: { perDocument: 2 } },
    { key: 'f', name: 'F', percent: 1, cards: { bins: ['450790-450799', '529991'] } },
  ];
  const none = {
    note: null,
    percent: null,
    take: null,
    pay: null,
    price: null,
    cards: null,
    sectors: null,
    priceTypes: null,
    weekdays: null,
  };
  const rest = { soldFrom: null, soldUntil: null, perCustomer: null, perCard: null, perDocument: null, codes: null, performances: null };
  const both = ['online', 'box_office'];
  expect(showOf({ promotions: rules })?.promotions).toEqual([
    { ...none, ...rest, key: 'a', name: 'A', kind: 'percentage', percent: 1250, channels: both },
    {
      ...{ ...none, ...rest, key: 'b', name: 'B', note: 'Nota', kind: 'fixed_price', price: 90_000, channels: ['online'] },
      ...{ cards: { brands: ['visa'], bins: null }, perCustomer: 2, perCard: 1 },
    },
    {
      ...{ ...none, ...rest, key: 'c', name: 'C', kind: 'n_for_m', take: 3, pay: 2, channels: ['box_office'], sectors: ['Platea'] },
      ...{ priceTypes: ['General'], weekdays: [3], soldFrom: '2039-01-01T03:00:00Z', soldUntil: '2039-01-01T03:01:00Z' },
      performances: [{ startsAt: '2040-03-14T23:30:00Z' }],
    },
    {
      ...{ ...none, ...rest, key: 'd', name: 'D', kind: 'percentage', percent: 10_000, channels: both, perCustomer: 1 },
      codes: [
        { code: 'AMIGOS', mostUses: 5 },
        { code: 'TODOS', mostUses: null },
      ],
    },
    { ...none, ...rest, key: 'e', name: 'E', kind: 'fixed_price', price: 0, channels: both, perDocument: 2 },
    {
      ...{ ...none, ...rest, key: 'f', name: 'F', kind: 'percentage', percent: 100, channels: ['online'] },
      cards: {
        brands: null,
        bins: [
          [450_790, 450_799],
          [529_991, 529_991],
        ],
      },
    },
  ]);
});

test('products have variants, or one of their own', () => {
  const { catalogue, problems } = read({
    products: [
      {
        ...{ key: 'remera', venue: 'sala', show: 'la-gaviota', name: 'Remera', description: 'Azul', taxClass: 'exempt', offered: false },
        ...{ performances: ['2040-03-14T20:30'], handover: 'with_order', mostPerPurchase: 3, mostPerTicket: 1, mostPerPerson: 2 },
        variants: [
          { key: 'm', name: 'M', price: 50.5, stock: 10 },
          { key: 'l', name: 'L', price: 55, stock: 0, taxClass: 'iva-21' },
        ],
      },
      { key: 'taza', venue: 'teatro', name: 'Taza', price: 5, stock: 7 },
    ],
  });
  expect(problems).toEqual([]);
  expect(catalogue.products).toEqual([
    {
      ...{ key: 'remera', venue: 'sala', show: 'la-gaviota', name: 'Remera', description: 'Azul', offered: false, image: null },
      ...{
        performances: [{ startsAt: '2040-03-14T19:30:00Z' }],
        handover: 'with_order',
        mostPerPurchase: 3,
        mostPerTicket: 1,
        mostPerPerson: 2,
      },
      variants: [
        { key: 'm', name: 'M', price: 5050, stock: 10, taxClass: 'exempt' },
        { key: 'l', name: 'L', price: 5500, stock: 0, taxClass: 'iva-21' },
      ],
    },
    {
      ...{ key: 'taza', venue: 'teatro', show: null, name: 'Taza', description: null, offered: true, image: null, performances: null },
      ...{ handover: 'pickup', mostPerPurchase: 10, mostPerTicket: null, mostPerPerson: null },
      variants: [{ key: 'unico', name: null, price: 500, stock: 7, taxClass: 'iva-21' }],
    },
  ]);
});

const point = { id: 1, name: 'Kiosco', address: 'Defensa 1', city: 'CABA' };
const zone = { id: 1, name: 'Centro', country: 'ar', price: 3000.5 };

test('deliveries have points with one price, or zones with one each', () => {
  const { catalogue, problems } = read({
    deliveries: [
      {
        id: 3,
        kind: 'point',
        name: 'Puntos',
        description: 'Con documento',
        closesHours: 48,
        price: 15.25,
        points: [point, { ...point, id: 2, hours: '9 a 18' }],
      },
      { id: 4, kind: 'home', name: 'A casa', taxClass: 'exempt', offered: false, zones: [zone] },
    ],
  });
  expect(problems).toEqual([]);
  expect(catalogue.deliveries).toEqual([
    {
      ...{
        id: 3,
        kind: 'point',
        name: 'Puntos',
        description: 'Con documento',
        closesHours: 48,
        offered: true,
        taxClass: 'iva-21',
        price: 1525,
      },
      points: [
        { ...point, hours: null },
        { ...point, id: 2, hours: '9 a 18' },
      ],
      zones: [],
    },
    {
      ...{ id: 4, kind: 'home', name: 'A casa', description: null, closesHours: null, offered: false, taxClass: 'exempt', price: 0 },
      points: [],
      zones: [{ ...zone, price: 300_050, provinces: [], postcodes: [] }],
    },
  ]);
});

test('what a file brings it may refer to', () => {
  const { catalogue, problems } = read({
    taxClasses: [{ code: 'iva-10', name: 'Reducido', percent: 10.5 }],
    showTypes: [{ id: 7, name: 'Circo' }],
    venues: [{ seo: 'carpa', name: 'Carpa', timeZone: 'Europe/Madrid' }],
    shows: [
      aShow({
        type: 7,
        venue: 'carpa',
        charges: [{ kind: 'service', percent: 1, taxClass: 'iva-10' }],
        performances: [{ startsAt: '2040-03-14T20:30' }],
      }),
    ],
  });
  expect(problems).toEqual([]);
  expect(catalogue.taxClasses).toEqual([{ code: 'iva-10', name: 'Reducido', rate: 1050 }]);
  expect(catalogue.shows[0]?.performances[0]?.startsAt).toEqual(at('2040-03-14T19:30Z'));
});

const ofShow = (given: object) => ({ shows: [aShow(given)] });
const promoted = (given: object) => ofShow({ promotions: [{ key: 'p', name: 'P', ...given }] });
const priced = (given: object) => ofShow({ performances: [{ startsAt: '2040-03-14T20:30' }, { startsAt: '2040-03-15T20:30' }], ...given });
const delivered = (...deliveries: object[]) => ({ deliveries });
const toPoints = (given: object) => ({ id: 3, kind: 'point', name: 'Puntos', points: [point], ...given });
const home = (given: object) => ({ id: 4, kind: 'home', name: 'A casa', zones: [zone], ...given });
const sold = (given: object) => ({ products: [{ key: 'taza', venue: 'teatro', name: 'Taza', price: 1, stock: 1, ...given }] });
const variant = { key: 'm', name: 'M', price: 1, stock: 1 };
const general = { name: 'General', face: 1 };
const twice = (entry: object) => [entry, entry];

test.each<[string, object, readonly string[]]>([
  ['a type', ofShow({ type: 9 }), ['shows[0].type: there is no show type 9']],
  ['a venue', ofShow({ venue: 'otro' }), ['shows[0].venue: there is no venue otro, neither in the file nor in the database']],
  [
    'a venue, whatever its dates are',
    {
      ...ofShow({
        venue: 'otro',
        performances: [{ startsAt: '2040-03-14T20:30' }],
        promotions: [{ key: 'p', name: 'P', percent: 1, from: '2039-01-01T00:00' }],
      }),
      ...sold({ venue: 'otro', performances: ['2040-03-14T20:30'] }),
    },
    ['shows[0].venue', 'products[0].venue'].map((place) => `${place}: there is no venue otro, neither in the file nor in the database`),
  ],
  [
    'a performance’s venue',
    ofShow({ performances: [{ startsAt: '2040-03-14T20:30', venue: 'otro' }] }),
    ['shows[0].performances[0].venue: there is no venue otro, neither in the file nor in the database'],
  ],
  ['a product’s venue', sold({ venue: 'otro' }), ['products[0].venue: there is no venue otro, neither in the file nor in the database']],
  [
    'a time zone',
    { venues: [{ seo: 'carpa', name: 'Carpa', timeZone: 'Europe/Nowhere' }] },
    ['venues[0].timeZone: there is no time zone Europe/Nowhere'],
  ],
  [
    'the tax class of a charge',
    ofShow({ charges: [{ kind: 'service', taxClass: 'nada' }] }),
    ['shows[0].charges[0].taxClass: there is no tax class nada'],
  ],
  [
    'the tax class of prices, once for all performances',
    priced({ prices: [{ category: 'Platea', types: [general, { ...general, name: 'B', taxClass: 'nada' }] }] }),
    ['shows[0].prices[0].types[1].taxClass: there is no tax class nada'],
  ],
  [
    'the tax class of a performance’s prices',
    ofShow({
      performances: [{ startsAt: '2040-03-14T20:30', prices: [{ category: 'Platea', types: [{ ...general, taxClass: 'nada' }] }] }],
    }),
    ['shows[0].performances[0].prices[0].types[0].taxClass: there is no tax class nada'],
  ],
  ['the tax class of a product', sold({ taxClass: 'nada' }), ['products[0].taxClass: there is no tax class nada']],
  [
    'the tax class of a variant',
    sold({ price: undefined, stock: undefined, variants: [variant, { ...variant, key: 'l', taxClass: 'nada' }] }),
    ['products[0].variants[1].taxClass: there is no tax class nada'],
  ],
  ['the tax class of a delivery', delivered(toPoints({ taxClass: 'nada' })), ['deliveries[0].taxClass: there is no tax class nada']],
  [
    'a category',
    priced({ prices: [{ category: 'Palco', types: [general] }] }),
    ['shows[0].prices[0].category: the map has no category Palco; it has Platea, Pullman'],
  ],
  [
    'a QR in percent',
    ofShow({ charges: [{ kind: 'anti_fraud_qr', percent: 1 }] }),
    ['shows[0].charges[0].percent: the anti-fraud QR has a fixed amount only'],
  ],
  [
    'a sale without a map',
    ofShow({ venue: 'sala', performances: [{ startsAt: '2040-03-14T20:30', state: 'on_sale' }] }),
    ['shows[0].performances[0].state: sala has no map, so it cannot be on sale'],
  ],
  [
    'doors and a sale after the start',
    ofShow({ performances: [{ startsAt: '2040-03-14T20:30', doorsAt: '2040-03-14T20:31', onSaleAt: '2040-03-14T20:31' }] }),
    ['shows[0].performances[0].doorsAt: doors open before the start', 'shows[0].performances[0].onSaleAt: the sale opens before the start'],
  ],
  [
    'a date that is none',
    ofShow({ performances: [{ startsAt: '2040-02-30T20:30' }] }),
    ['shows[0].performances[0].startsAt: 2040-02-30T20:30 is no date and time'],
  ],
  [
    'an hour that happens twice',
    ofShow({ venue: 'sala', performances: [{ startsAt: '2040-10-28T02:30' }] }),
    [
      'shows[0].performances[0].startsAt: 2040-10-28T02:30 happens not once in Europe/Madrid, where clocks are changed; write it with its offset',
    ],
  ],
  [
    'a product’s date that is none',
    sold({ performances: ['2040-02-30T20:30'] }),
    ['products[0].performances[0]: 2040-02-30T20:30 is no date and time'],
  ],
  ['a product without a price', sold({ price: undefined }), ['products[0]: it has variants, or a price and a stock of its own']],
  ['a product without a stock', sold({ stock: undefined }), ['products[0]: it has variants, or a price and a stock of its own']],
  [
    'variants beside a price',
    sold({ stock: undefined, variants: [variant] }),
    ['products[0]: it has variants, or a price and a stock of its own'],
  ],
  [
    'variants beside a stock',
    sold({ price: undefined, variants: [variant] }),
    ['products[0]: it has variants, or a price and a stock of its own'],
  ],
  ['a percentage of nothing', promoted({ percent: 0 }), ['shows[0].promotions[0].percent: it is more than nothing']],
  [
    'nothing off',
    promoted({}),
    [
      'shows[0].promotions[0]: it has exactly one of percent, take with pay, and price',
      'shows[0].promotions[0].take: take and pay go together',
    ],
  ],
  ['two ways', promoted({ percent: 1, price: 1 }), ['shows[0].promotions[0]: it has exactly one of percent, take with pay, and price']],
  ['take alone', promoted({ take: 2 }), ['shows[0].promotions[0].pay: take and pay go together']],
  ['pay alone', promoted({ pay: 2 }), ['shows[0].promotions[0].take: take and pay go together']],
  ['as many paid as taken', promoted({ take: 2, pay: 2 }), ['shows[0].promotions[0].pay: fewer are paid than are taken']],
  [
    'a limit per person of what applies by itself',
    promoted({ percent: 1, perCustomer: 1 }),
    ['shows[0].promotions[0].perCustomer: a limit per person needs codes or cards: what applies by itself is nobody’s'],
  ],
  [
    'a limit per card without cards',
    promoted({ percent: 1, perCard: 1 }),
    ['shows[0].promotions[0].perCard: a limit per card needs cards'],
  ],
  [
    'a card that pays nothing',
    promoted({ percent: 100, cards: { brands: ['visa'] } }),
    ['shows[0].promotions[0].cards: what costs nothing is charged to no card'],
  ],
  [
    'a card that pays a price of nothing',
    promoted({ price: 0, cards: { brands: ['visa'] } }),
    ['shows[0].promotions[0].cards: what costs nothing is charged to no card'],
  ],
  [
    'cards and codes',
    promoted({ percent: 1, cards: { brands: ['visa'] }, codes: [{ code: 'AAAA' }] }),
    ['shows[0].promotions[0].codes: it is for cards or for codes'],
  ],
  [
    'cards at a counter',
    promoted({ percent: 1, cards: { brands: ['visa'] }, channels: ['online', 'box_office'] }),
    ['shows[0].promotions[0].channels: a counter does not know the card before it is charged'],
  ],
  ['cards of neither kind', promoted({ percent: 1, cards: {} }), ['shows[0].promotions[0].cards: it names brands, bins or both']],
  [
    'an unknown brand',
    promoted({ percent: 1, cards: { brands: ['visa', 'nada'] } }),
    ['shows[0].promotions[0].cards.brands[1]: there is no brand of cards nada'],
  ],
  [
    'a range that is none',
    promoted({ percent: 1, cards: { bins: ['450790-450790', '450799-450790'] } }),
    ['shows[0].promotions[0].cards.bins[1]: it ends before it begins'],
  ],
  [
    'documents and codes',
    promoted({ percent: 1, document: { perDocument: 1 }, codes: [{ code: 'AAAA' }] }),
    ['shows[0].promotions[0].document: it is for documents, cards or codes'],
  ],
  [
    'documents and cards',
    promoted({ percent: 1, document: { perDocument: 1 }, cards: { brands: ['visa'] } }),
    ['shows[0].promotions[0].document: it is for documents, cards or codes'],
  ],
  [
    'a document for several tickets',
    promoted({ take: 2, pay: 1, document: { perDocument: 1 } }),
    ['shows[0].promotions[0].document: a document reduces one ticket: it goes with percent or price'],
  ],
  [
    'an end at the beginning',
    promoted({ percent: 1, from: '2039-01-01T00:00', until: '2039-01-01T00:00' }),
    ['shows[0].promotions[0].until: it ends before it begins'],
  ],
  [
    'a price that the show does not have',
    priced({
      prices: [{ category: 'Platea', types: [general] }],
      promotions: [{ key: 'p', name: 'P', percent: 1, priceTypes: ['General', 'Jubilados'] }],
    }),
    ['shows[0].promotions[0].priceTypes[1]: the show has no price Jubilados'],
  ],
  [
    'a promotion’s date that is none',
    promoted({ percent: 1, performances: ['2040-02-30T20:30'] }),
    ['shows[0].promotions[0].performances[0]: 2040-02-30T20:30 is no date and time'],
  ],
  [
    'a date twice',
    ofShow({ performances: twice({ startsAt: '2040-03-14T20:30' }) }),
    ['shows[0].performances[1]: teatro 2040-03-14T23:30:00Z is there twice'],
  ],
  [
    'one date twice, and another twice',
    ofShow({ performances: ['14', '14', '14', '15', '15'].map((day) => ({ startsAt: `2040-03-${day}T20:30` })) }),
    [
      'shows[0].performances[1]: teatro 2040-03-14T23:30:00Z is there twice',
      'shows[0].performances[2]: teatro 2040-03-14T23:30:00Z is there twice',
      'shows[0].performances[4]: teatro 2040-03-15T23:30:00Z is there twice',
    ],
  ],
  [
    'two things wrong at one place',
    promoted({ take: 2, pay: 1, document: { perDocument: 1 }, codes: [{ code: 'AAAA' }] }),
    [
      'shows[0].promotions[0].document: it is for documents, cards or codes',
      'shows[0].promotions[0].document: a document reduces one ticket: it goes with percent or price',
    ],
  ],
  ['a charge twice', ofShow({ charges: twice({ kind: 'service' }) }), ['shows[0].charges[1]: service online is there twice']],
  [
    'a performance’s charge twice',
    ofShow({ performances: [{ startsAt: '2040-03-14T20:30', charges: twice({ kind: 'service' }) }] }),
    ['shows[0].performances[0].charges[1]: service online is there twice'],
  ],
  ['a category twice', priced({ prices: twice({ category: 'Platea', types: [general] }) }), ['shows[0].prices[1]: Platea is there twice']],
  [
    'a price twice',
    priced({ prices: [{ category: 'Platea', types: twice(general) }] }),
    ['shows[0].prices[0].types[1]: General is there twice'],
  ],
  ['a promotion twice', ofShow({ promotions: twice({ key: 'p', name: 'P', percent: 1 }) }), ['shows[0].promotions[1]: p is there twice']],
  ['a code twice', promoted({ percent: 1, codes: twice({ code: 'AAAA' }) }), ['shows[0].promotions[0].codes[1]: AAAA is there twice']],
  [
    'a variant twice',
    sold({ price: undefined, stock: undefined, variants: twice(variant) }),
    ['products[0].variants[1]: m is there twice'],
  ],
  [
    'a product twice',
    { products: twice({ key: 'taza', venue: 'teatro', name: 'Taza', price: 1, stock: 1 }) },
    ['products[1]: taza is there twice'],
  ],
  ['a show twice', { shows: twice(aShow()) }, ['shows[1]: la-gaviota is there twice']],
  ['a venue twice', { venues: twice({ seo: 'carpa', name: 'Carpa', timeZone: 'Europe/Madrid' }) }, ['venues[1]: carpa is there twice']],
  ['a type twice', { showTypes: twice({ id: 7, name: 'Circo' }) }, ['showTypes[1]: 7 is there twice']],
  [
    'a tax class twice',
    { taxClasses: twice({ code: 'iva-10', name: 'Reducido', percent: 10.5 }) },
    ['taxClasses[1]: iva-10 is there twice'],
  ],
  ['a delivery twice', delivered(toPoints({}), home({ id: 3 })), ['deliveries[1]: 3 is there twice']],
  ['a point of two deliveries', delivered(toPoints({}), toPoints({ id: 5 })), ['points[1]: 1 is there twice']],
  ['a zone of two deliveries', delivered(home({}), home({ id: 5 })), ['zones[1]: 1 is there twice']],
])('%s is refused with its place and the reason, and nothing else is', (_, file, problems) => {
  expect(read(file).problems.map(({ at: place, reason }) => `${place}: ${reason}`)).toEqual(problems);
});

test('what the database refuses is a problem of the file, with its detail and its rule; any other error stays what it is', async () => {
  const refusedAs = (facts: object, message = 'integer out of range') =>
    orImportProblem('temporada.json', async () => {
      throw Object.assign(new Error(message), facts);
    });
  const said = 'temporada.json: the database refuses it: ';
  await expect(refusedAs({ code: '22003' })).rejects.toThrow(
    new ImportProblem('temporada.json', [{ at: '', reason: 'the database refuses it: integer out of range' }]),
  );
  await expect(
    refusedAs({ code: '23505', detail: 'Key (name)=(Teatro) already exists.', constraint_name: 'show_type_name_key' }),
  ).rejects.toThrow(`${said}Key (name)=(Teatro) already exists. (show_type_name_key)`);
  for (const code of ['40P01', '08006', '42501', undefined, 23505])
    await expect(refusedAs({ code })).rejects.not.toBeInstanceOf(ImportProblem);
  expect(await orImportProblem('temporada.json', async () => 7)).toBe(7);
});

test('a category is known by its id first, then by its name in any case', () => {
  const categories = [
    { id: 'platea', name: 'Pullman' },
    { id: 'pullman', name: 'Platea' },
  ];
  expect(['platea', 'PLATEA', 'Pullman', 'Palco'].map((name) => categoryNamed(categories, name)?.id)).toEqual([
    'platea',
    'pullman',
    'platea',
    undefined,
  ]);
});
