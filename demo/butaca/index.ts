import type { ChargeEntry } from '../../apps/api/src/catalogue/import/index.ts';
import { demoAccounts, demoBuyers } from '../accounts.ts';
import type { Demo, PriceBook, Run } from '../demo.ts';
import type { PricedBy } from '../show-entry.ts';
import { demoVenues } from '../venues/index.ts';
import { demoProducts } from './products.ts';
import { type DemoShow, type DemoShowTypeId, type DemoVenueSlug, demoShowTypes } from './show-types.ts';
import { classicalShows, concertShows } from './shows/music.ts';
import { familyShows, museumShows, sportShows } from './shows/outings.ts';
import { comedyShows, operaShows, theatreShows } from './shows/stage.ts';

/** Every show of the demo catalogue, grouped by show type. */
export const demoShows: readonly DemoShow[] = [
  ...theatreShows,
  ...concertShows,
  ...classicalShows,
  ...operaShows,
  ...comedyShows,
  ...familyShows,
  ...sportShows,
  ...museumShows,
];

const MINOR_UNITS = 100;

/** What places of each category usually cost, in pesos; a name where the hall's own would not do here. */
const usual: Readonly<Record<DemoVenueSlug, PriceBook['usual'][string]>> = {
  'gran-teatro-alborada': { 'platea-a': [52_000], 'platea-b': [44_000], palco: [36_000], cazuela: [22_000], paraiso: [14_000] },
  'polideportivo-del-bajo': {
    c1: [32_000, 'Categoría 1'],
    c2: [27_000, 'Categoría 2'],
    c3: [21_000, 'Categoría 3'],
    c4: [16_000, 'Popular'],
    c5: [18_000, 'Sector C bajo'],
    c6: [45_000, 'Palco'],
  },
  'arena-parque-norte': { 'campo-a': [110_000], 'campo-b': [82_000], baja: [64_000], alta: [34_000] },
  'estadio-ribera-sur': { campo: [95_000], platea: [180_000], baja: [78_000], alta: [52_000], popular: [42_000] },
  'sotano-club': { pista: [18_000], barra: [16_000], entrepiso: [22_000] },
  'museo-de-la-estampa': { coleccion: [6_000], temporaria: [9_000] },
};

/** Beside the general price, of the show's own kind of public; as parts of it. */
const reduced: Partial<Readonly<Record<DemoShowTypeId, readonly (readonly [name: string, part: number])[]>>> = {
  1: [['Jubilados y estudiantes', 0.8]],
  3: [['Jubilados y estudiantes', 0.8]],
  5: [['Jubilados y estudiantes', 0.8]],
  6: [['Menores de 12 años', 0.7]],
  100: [
    ['Estudiantes', 0.6],
    ['Menores de 12 años', 0.4],
  ],
};

/** Theatre and museums are exempt, concerts and sport pay the reduced rate. */
const taxClasses: Readonly<Record<DemoShowTypeId, string>> = {
  1: 'exempt',
  2: 'iva-10.5',
  3: 'iva-10.5',
  4: 'exempt',
  5: 'exempt',
  6: 'exempt',
  7: 'iva-10.5',
  100: 'exempt',
};

const BIG_HOUSES: readonly string[] = ['arena-parque-norte', 'estadio-ribera-sur'];

/** Selling on line costs a part of the face value; the big houses print a QR that cannot be copied. The counter charges nothing. */
function charges({ venue, typeId }: Pick<PricedBy, 'venue' | 'typeId'>): ChargeEntry[] {
  const qr = { kind: 'anti_fraud_qr', percent: 0, fixed: 350 * MINOR_UNITS, taxClass: 'iva-21' } as const;
  return [
    { kind: 'service', channel: 'online', percent: typeId === 100 ? 500 : 1200, fixed: 0, taxClass: 'iva-21' },
    ...(BIG_HOUSES.includes(venue) ? [{ ...qr, channel: 'online' } as const, { ...qr, channel: 'box_office' } as const] : []),
  ];
}

const prices: PriceBook = { usual, unknown: 20_000, step: 500, reduced, taxClasses, charges };

/** A promotion without conditions, to be given what it is. */
const anyTicket: Omit<NonNullable<Run['promotions']>[number], 'key' | 'name' | 'kind'> = {
  ...{ note: null, percent: null, take: null, pay: null, price: null, sectors: null, priceTypes: null, weekdays: null, performances: null },
  ...{ soldFrom: null, soldUntil: null, cards: null, perCustomer: null, perCard: null, perDocument: null, codes: null },
  channels: ['online', 'box_office'],
};

/** Of a card that gateways publish for tests (docs/sandbox.md). */
const BANK_BIN = 529_991;

const promotionsOfCarmen: Run['promotions'] = [
  {
    ...anyTicket,
    key: 'cuatro-por-tres',
    name: '4x3',
    note: 'Llevás cuatro entradas y pagás tres, las más caras',
    kind: 'n_for_m',
    take: 4,
    pay: 3,
  },
  {
    ...anyTicket,
    key: 'arriba',
    name: '15 % en las alturas',
    note: 'En la platea alta, frente al escenario',
    kind: 'percentage',
    percent: 1500,
    sectors: [208, 209].map((block) => `Platea alta ${block}`),
  },
  {
    ...anyTicket,
    key: 'amigos',
    name: 'Amigos del teatro',
    kind: 'percentage',
    percent: 3000,
    codes: [
      { code: 'AMIGOS', mostUses: null },
      { code: 'ULTIMO', mostUses: 1 },
    ],
  },
  {
    ...anyTicket,
    key: 'vecinos',
    name: 'Vecinos de la sala',
    note: 'Una entrada por persona',
    kind: 'percentage',
    percent: 4000,
    perCustomer: 1,
    codes: [{ code: 'VECINOS', mostUses: null }],
  },
  {
    ...anyTicket,
    key: 'banco-alborada',
    name: '20 % con Banco Alborada',
    note: 'Pagando en línea con una tarjeta del banco',
    kind: 'percentage',
    percent: 2000,
    channels: ['online'],
    cards: { brands: null, bins: [[BANK_BIN, BANK_BIN]] },
  },
];

const promotionsOfMareaAlta: Run['promotions'] = [
  {
    ...anyTicket,
    key: 'jubilados',
    name: 'Jubilados',
    note: 'Hasta dos entradas por documento; con DNI y recibo de haberes en la puerta',
    kind: 'percentage',
    percent: 4000,
    perDocument: 2,
  },
];

const weekend: Run['slots'] = [
  [[4, 5, 6], '20:30'],
  [[7], '18:30'],
];
const matinees: Run['slots'] = [[[6, 7], '15:30']];
const midweek: Run['slots'] = [[[2, 3], '20:30']];
const mondays: Run['slots'] = [[[1], '20:30']];

/** One plan per show of the demo; no two shows of a venue meet at the same hour. */
const demoRuns: Readonly<Record<string, Run>> = {
  hamlet: { weeks: [0, 1], slots: weekend, soldOut: [0], demand: 0.3 },
  'el-cascanueces': { weeks: [2, 3], slots: weekend, priced: 1.5, demand: 0.08 },
  'don-giovanni': { weeks: [4, 4], slots: weekend, priced: 1.6, demand: 0.03 },
  'la-traviata': { weeks: [5, 5], slots: weekend, priced: 1.6 },
  macbeth: {
    weeks: [6, 7],
    slots: weekend,
    reservations: { days: 5, closesHours: 48, mostPerCustomer: 6, mostPercent: 20, partPayable: true },
  },
  'el-lago-de-los-cisnes': { weeks: [8, 8], slots: weekend, priced: 1.5 },
  'cyrano-de-bergerac': { weeks: [9, 12], slots: weekend, onSaleInDays: 14 },
  'la-casa-de-bernarda-alba': { weeks: [0, 4], slots: midweek, priced: 0.9, demand: 0.08 },
  'bodas-de-sangre': { weeks: [5, 8], slots: midweek, priced: 0.9, nominations: { closesHours: 24, oncePerDocument: true } },
  'la-vida-es-sueno': {
    weeks: [9, 12],
    slots: midweek,
    priced: 0.9,
    reservations: { days: 5, closesHours: 48, mostPerCustomer: 6, mostPercent: 20, partPayable: false },
    slowPayments: { hours: 48, mostPercent: 10 },
  },
  'requiem-de-mozart': { weeks: [1, 1], slots: mondays, priced: 1.2, demand: 0.12 },
  'las-cuatro-estaciones': { weeks: [2, 3], slots: mondays },
  'claro-de-luna': { weeks: [4, 4], slots: mondays },
  'la-niebla': { weeks: [5, 6], slots: mondays, priced: 1.1, moved: [0] },
  'el-gato-con-botas': { weeks: [0, 3], slots: matinees, priced: 0.7, demand: 0.06 },
  pinocho: { weeks: [4, 7], slots: matinees, priced: 0.7, cancelled: [1] },
  'caperucita-y-el-lobo': { weeks: [8, 11], slots: matinees, priced: 0.7 },
  'el-medico-a-palos': { weeks: [0, 11], slots: [[[5, 6], '23:30']], priced: 0.8, demand: 0.06 },
  'los-tranvias-electricos': { weeks: [3, 3], slots: [[[6], '21:00']], priced: 1.2, demand: 0.15 },
  'la-ballena-que-queria-volar': { weeks: [0, 4], slots: [[[7], '16:30']], priced: 0.6, demand: 0.05 },
  fuenteovejuna: { weeks: [1, 5], slots: [[[5], '21:00']], priced: 0.7 },
  'final-de-handball': { weeks: [5, 5], slots: [[[6], '19:00']] },
  'gala-de-ajedrez': { weeks: [6, 6], slots: [[[6, 7], '16:00']], priced: 0.5 },
  'hielo-en-ocho': {
    weeks: [1, 1],
    slots: [
      [[4, 5, 6], '20:00'],
      [[6, 7], '16:00'],
    ],
    demand: 0.02,
  },
  'neon-sur': { weeks: [0, 0], slots: [[[5, 6], '21:30']], soldOut: [0, 1], priced: 1.2 },
  'novena-de-beethoven': { weeks: [4, 4], slots: [[[6], '20:00']], priced: 0.9 },
  'dona-tormenta': {
    weeks: [6, 6],
    slots: [
      [[6], '21:00'],
      [[7], '20:00'],
    ],
    priced: 1.3,
    demand: 0.02,
  },
  carmen: { weeks: [8, 8], slots: [[[4, 6], '20:30']], priced: 1.4, promotions: promotionsOfCarmen },
  'el-clasico-de-la-ribera': { weeks: [2, 2], slots: [[[7], '17:00']], priced: 0.6, demand: 0.006 },
  'marea-alta': { weeks: [4, 4], slots: [[[5, 6], '21:00']], demand: 0.004, promotions: promotionsOfMareaAlta },
  aida: { weeks: [7, 7], slots: [[[6, 7], '20:30']], onSaleInDays: 4, hasRoom: true },
  'coro-de-satelites': { weeks: [10, 10], slots: [[[6], '21:00']], onSaleInDays: 11, priced: 1.1 },
  'variaciones-goldberg': { weeks: [1, 1], slots: [[[3], '23:00']], demand: 0.3 },
  'perdon-por-la-tardanza': { weeks: [0, 8], slots: [[[4], '21:30']], soldOut: [0], demand: 0.25 },
  'se-corto-la-luz': { weeks: [0, 10], slots: [[[5], '22:00']], demand: 0.2 },
  'las-cactaceas': { weeks: [1, 2], slots: [[[6], '23:45']], priced: 0.9, demand: 0.15 },
  'bajo-cero-trio': { weeks: [0, 7], slots: [[[6], '21:00']], priced: 1.1, demand: 0.25 },
  'la-gaviota': { weeks: [0, 9], played: 3, slots: [[[7], '20:00']], priced: 0.9, demand: 0.2 },
  'letras-de-madera': {
    weeks: [0, 3],
    slots: [
      [[2, 3, 4, 5, 6, 7], '11:00'],
      [[6, 7], '15:00'],
    ],
  },
  'los-caprichos-de-goya': { weeks: [0, 11], slots: [[[2, 3, 4, 5, 6, 7], '12:00']], priced: 1.3 },
  'bestiario-de-plomo': { weeks: [0, 11], slots: [[[6, 7], '14:00']], priced: 0.8 },
};

/** Tickets on paper: from the counters of three bookshops, and home in the city and around it. */
const deliveries: NonNullable<Demo['deliveries']> = [
  {
    id: 3,
    kind: 'point',
    name: 'Retiro en un punto de venta',
    description: 'Retirás las entradas impresas en el local que elijas, con tu documento.',
    closesHours: 48,
    taxClass: 'iva-21',
    offered: true,
    price: 1500 * MINOR_UNITS,
    points: [
      {
        id: 1,
        name: 'Librería El Entreacto',
        address: 'Avenida de los Telones 1410',
        city: 'Buenos Aires',
        hours: 'Lunes a sábados de 10 a 20',
      },
      { id: 2, name: 'Disquería La Púa', address: 'Pasaje del Coro 233', city: 'Buenos Aires', hours: 'Todos los días de 11 a 19' },
      { id: 3, name: 'Kiosco Bambalinas', address: 'Calle de la Platea 58', city: 'La Plata', hours: null },
    ],
    zones: [],
  },
  {
    id: 4,
    kind: 'home',
    name: 'Envío a domicilio',
    description: 'Te las llevamos impresas en sobre cerrado a un domicilio de tu cuenta.',
    closesHours: 120,
    taxClass: 'iva-21',
    offered: true,
    price: 0,
    points: [],
    zones: [
      { id: 1, name: 'Ciudad de Buenos Aires', country: 'ar', provinces: ['C'], postcodes: [], price: 4500 * MINOR_UNITS },
      { id: 2, name: 'Provincia de Buenos Aires', country: 'ar', provinces: ['B'], postcodes: [], price: 6800 * MINOR_UNITS },
    ],
  },
];

/** A season in Buenos Aires. */
export const butacaDemo: Demo = {
  brand: 'butaca',
  timeZone: 'America/Argentina/Buenos_Aires',
  showTypes: demoShowTypes,
  venues: demoVenues,
  shows: demoShows,
  runs: demoRuns,
  prices,
  deliveries,
  products: demoProducts,
  accounts: demoAccounts,
  regular: { seen: 'la-gaviota', reserved: 'macbeth' },
  buyers: demoBuyers,
};
