import {
  type Catalogue,
  type ChargeEntry,
  type ImageEntry,
  type LevelEntry,
  type PerformanceEntry,
  type ProductEntry,
  type PromotionEntry,
  type ShowEntry,
  type VenueEntry,
  type VenueMapEntry,
  writeCatalogue,
  writeVenueMap,
} from '../../src/catalogue/import/index.ts';
import type { Db } from '../../src/db/connect.ts';

const TIME_ZONE = 'America/Argentina/Buenos_Aires';

/** Read once: a test that asks for the same day again after midnight means the day that it asked for before. */
const today = Temporal.Now.plainDateISO(TIME_ZONE);

/** An instant some days from the day of this run at that hour of Buenos Aires. */
export const inDays = (days: number, time = '20:30') =>
  today
    .add({ days })
    .toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from(time) })
    .toInstant();

export const aVenue = (given: Partial<VenueEntry> = {}): VenueEntry => ({
  seo: 'teatro',
  name: 'Teatro',
  address: 'Corrientes 1234',
  city: 'Buenos Aires',
  timeZone: TIME_ZONE,
  ...given,
});

/** Stalls of 100 numbered seats and a standing gallery of 50. */
export const aMap = (given: Partial<VenueMapEntry> = {}): VenueMapEntry => ({
  venue: 'teatro',
  hash: '0'.repeat(32),
  authoring: {
    categories: [
      { id: 'platea', name: 'Platea', color: '#1d3557' },
      { id: 'pullman', name: 'Pullman' },
    ],
  },
  placeCount: 150,
  sectors: [
    { code: 'A', name: 'Platea', kind: 'seated', firstPlace: 0, placeCount: 100, categories: ['platea'] },
    { code: 'B', name: 'Pullman', kind: 'standing', firstPlace: 100, placeCount: 50, categories: ['pullman'] },
  ],
  ...given,
});

/** One price of 10.000 pesos, tax-exempt, unless given; in minor units. */
export const aLevel = (given: Partial<LevelEntry> & { faceValue?: number; taxClass?: string } = {}): LevelEntry => {
  const { faceValue = 1_000_000, taxClass = 'exempt', ...level } = given;
  return { category: 'platea', name: 'Platea', color: null, types: [{ name: 'General', faceValue, taxClass }], ...level };
};

export const aPerformance = (given: Partial<PerformanceEntry> = {}): PerformanceEntry => ({
  venue: 'teatro',
  startsAt: inDays(7),
  doorsAt: null,
  onSaleAt: null,
  levels: [aLevel()],
  ...given,
});

export const aCharge = (given: Partial<ChargeEntry> = {}): ChargeEntry => ({
  kind: 'service',
  channel: 'online',
  percent: 1000,
  fixed: 0,
  taxClass: 'iva-21',
  ...given,
});

/** Twenty percent off, for everybody and everywhere, unless given. */
export const aPromotion = (given: Partial<PromotionEntry> = {}): PromotionEntry => ({
  key: 'veinte',
  name: '20 % de descuento',
  note: null,
  kind: 'percentage',
  percent: given.kind === undefined || given.kind === 'percentage' ? 2000 : null,
  take: null,
  pay: null,
  price: null,
  channels: ['online', 'box_office'],
  sectors: null,
  priceTypes: null,
  weekdays: null,
  performances: null,
  soldFrom: null,
  soldUntil: null,
  cards: null,
  perCustomer: null,
  perCard: null,
  perDocument: null,
  codes: null,
  ...given,
});

/** Two for the price of one. */
export const twoForOne = (given: Partial<PromotionEntry> = {}): PromotionEntry =>
  aPromotion({ key: 'dos-por-uno', name: '2x1', kind: 'n_for_m', take: 2, pay: 1, ...given });

/** A shirt of one size at $ 5.000 with 21 % in it, of which there are a hundred, for every show of the hall. */
export const aProduct = (
  given: Partial<Omit<ProductEntry, 'variants'>> & { variants?: readonly Partial<Variant>[] } = {},
): ProductEntry => {
  const { variants = [{}], ...product } = given;
  return {
    key: 'remera',
    venue: 'teatro-0',
    show: null,
    performances: null,
    name: 'Remera',
    description: null,
    handover: 'pickup',
    mostPerPurchase: 10,
    mostPerTicket: null,
    mostPerPerson: null,
    offered: true,
    image: null,
    ...product,
    variants: variants.map((variant, index) => ({
      ...{ key: `v${index}`, name: null, price: 500_000, taxClass: 'iva-21', stock: 100 },
      ...variant,
    })),
  };
};
type Variant = ProductEntry['variants'][number];

export const aShow = (given: Partial<ShowEntry> = {}): ShowEntry => ({
  seo: 'hamlet',
  typeId: 1,
  venue: 'teatro',
  name: 'Hamlet',
  subtitle: null,
  reservations: null,
  description: null,
  credits: null,
  ageNote: null,
  durationMinutes: null,
  listed: true,
  position: 0,
  // All visitors of the tests are of one network.
  limits: { newcomersPerNetwork: 100 },
  refunds: null,
  slowPayments: null,
  nominations: null,
  images: [],
  performances: [aPerformance()],
  ...given,
});

/** Writes shows, and around them what they need: a show type and a theatre with its map unless others are given. */
export async function haveCatalogue(db: Db, given: Partial<Catalogue> & { maps?: readonly VenueMapEntry[] } = {}): Promise<void> {
  const { maps = [aMap()], ...catalogue } = given;
  const venues = catalogue.venues ?? [aVenue()];
  const showTypes = catalogue.showTypes ?? [{ id: 1, name: 'Teatro', order: 1 }];
  await db.begin(async (tx) => {
    await writeCatalogue(tx, { taxClasses: [], showTypes, venues, shows: [] });
    for (const map of maps) await writeVenueMap(tx, map);
    await writeCatalogue(tx, {
      taxClasses: [],
      showTypes: [],
      venues: [],
      shows: catalogue.shows ?? [aShow()],
      products: catalogue.products ?? [],
    });
  });
}

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 12" width="8" height="12"><rect width="8" height="12"/></svg>',
);

export const anImage = (given: Partial<ImageEntry> = {}): ImageEntry => ({
  kind: 'poster',
  alt: 'Afiche',
  ink: '#102030',
  sourceHash: 'a'.repeat(32),
  made: { image: { hash: 'b'.repeat(32), mediaType: 'image/svg+xml', width: 8, height: 12, bytes: DRAWING }, variants: [] },
  ...given,
});
