import type { Tx } from '#db/connect';
import { enqueueAll } from '#db/enqueue';
import {
  type Catalogue,
  type Changes,
  type ChargeEntry,
  changesOf,
  type DeliveryEntry,
  dropped,
  type ImageEntry,
  type PerformanceEntry,
  type ProductEntry,
  type ShowEntry,
  type Written,
} from './entries.ts';
import type { Identities } from './identify-performances.ts';
import { performancesAreKnown } from './known-performances.ts';
import { stampChanges, writeShowTypes, writeTaxClasses, writeVenues } from './queries.ts';
import { endOtherPlaces, writeDeliveryPoints, writeDeliveryTypes, writeDeliveryZones } from './queries-deliveries.ts';
import {
  type ChargeRecord,
  dropOtherCharges,
  dropOtherPrices,
  type LevelRecord,
  type TypeRecord,
  writeLevelRecords,
  writePerformanceCharges,
  writeShowCharges,
  writeTypeRecords,
} from './queries-prices.ts';
import {
  lockAllProducts,
  type ProductRecord,
  withdrawOtherProducts,
  writeProductRecords,
  writeProductVariants,
} from './queries-products.ts';
import {
  type PromotionRecord,
  withdrawOtherCodes,
  withdrawOtherPromotions,
  writeCodes,
  writePromotionRecords,
} from './queries-promotions.ts';
import {
  dropOtherGalleryImages,
  findMovedPurchases,
  type MovedPurchase,
  type PerformanceKey,
  type PerformanceRecord,
  writeGalleryImages,
  writeImage,
  writePerformanceLinks,
  writePerformanceRecords,
  writeShowImages,
  writeShowRecords,
  writeVariants,
} from './queries-shows.ts';

export interface CatalogueWritten {
  readonly changes: Changes[];
  /** Whose places have another date now. */
  readonly moved: readonly MovedPurchase[];
}

/**
 * Writes a catalogue of any size in a few statements; everything it refers to must exist. `identities`: of its performances; left out,
 * what would have to be asked is new. Online buyers with tickets or held places of a performance that moves get a mail.
 */
export async function writeCatalogue(tx: Tx, catalogue: Catalogue, identities?: Identities): Promise<CatalogueWritten> {
  const { taxClasses, showTypes, venues, deliveries = [], products = [], shows } = catalogue;
  const performances = shows.flatMap((show) => show.performances.map((performance) => keyed(show, performance)));
  const { ids, links, moves } = identities ?? (await performancesAreKnown(tx, catalogue));
  const changes = [
    changesOf('tax classes', await writeTaxClasses(tx, taxClasses)),
    changesOf('show types', await writeShowTypes(tx, showTypes)),
    changesOf('venues', await writeVenues(tx, venues)),
    ...(await writeDeliveries(tx, deliveries)),
    changesOf('shows', await writeShowRecords(tx, shows.map(showRecord))),
    changesOf('images', await writeImages(tx, shows)),
    ...(await writeGalleries(tx, shows)),
    changesOf(
      'performances',
      await writePerformanceRecords(
        tx,
        performances.map((one, turn) => performanceRecord(one, ids[turn] ?? null)),
      ),
    ),
    ...(await writePrices(tx, performances)),
    ...(await writeCharges(tx, shows, performances)),
    ...(await writePromotions(tx, shows)),
    // Last, so that purchases of products wait for their locks no longer than they must.
    ...(await writeProducts(tx, products)),
  ];
  await writePerformanceLinks(
    tx,
    performances.flatMap(({ key }, turn) => (links[turn] ?? []).map((link) => ({ ...key, ...link }))),
  );
  await stampChanges(tx);
  return { changes, moved: await tellOfMoves(tx, moves) };
}

/** One mail for each purchase, after those of who is buying just now. Answers all whose places go along, told or not. */
async function tellOfMoves(tx: Tx, moves: Identities['moves']): Promise<MovedPurchase[]> {
  const wasMs = new Map(
    moves.flatMap(({ known, given }) => (known.startsAt.equals(given.startsAt) ? [] : [[known.id, known.startsAt.epochMilliseconds]])),
  );
  const moved = await findMovedPurchases(tx, [...wasMs.keys()]);
  const told = Map.groupBy(
    moved.filter(({ isTold }) => isTold),
    ({ purchaseId }) => purchaseId,
  );
  await enqueueAll(
    tx,
    'tell-of-move',
    [...told.values()].map((some) =>
      some.map(({ purchaseId, performanceId }) => ({ purchaseId, performanceId, wasMs: wasMs.get(performanceId) ?? 0 })),
    ),
    { keyOf: ([first]) => `tell-of-move.${first?.purchaseId}`, isAfterOthers: true },
  );
  return moved;
}

async function writeDeliveries(tx: Tx, deliveries: readonly DeliveryEntry[]): Promise<Changes[]> {
  const points = deliveries.flatMap(({ id, points }) => points.map((point, position) => ({ ...point, deliveryTypeId: id, position })));
  const zones = deliveries.flatMap(({ id, zones }) => zones.map((zone, position) => ({ ...zone, deliveryTypeId: id, position })));
  return [
    changesOf('deliveries', await writeDeliveryTypes(tx, deliveries)),
    changesOf('points of sale', await writeDeliveryPoints(tx, points)),
    changesOf('zones', await writeDeliveryZones(tx, zones)),
    dropped('points of sale and zones', await endOtherPlaces(tx, deliveries)),
  ];
}

/** Products as rows, in the order of their list. */
export const productRecords = (products: readonly ProductEntry[]): ProductRecord[] =>
  products.map(({ image, ...product }, position) => ({
    ...product,
    position,
    imageHash: image?.made?.hash ?? null,
    imageAlt: image?.alt ?? '',
    imageSource: image?.sourceHash ?? null,
  }));

async function writeProducts(tx: Tx, products: readonly ProductEntry[]): Promise<Changes[]> {
  if (products.length === 0) return [];
  for (const { image } of products) if (image?.made) await writeImage(tx, image.made);
  const records = productRecords(products);
  await lockAllProducts(tx);
  return [
    changesOf('products', await writeProductRecords(tx, records)),
    changesOf('variants', await writeProductVariants(tx, records)),
    dropped('products and variants', await withdrawOtherProducts(tx, records)),
  ];
}

interface KeyedPerformance {
  readonly key: PerformanceKey;
  readonly performance: PerformanceEntry;
}

const keyed = (show: ShowEntry, performance: PerformanceEntry): KeyedPerformance => ({
  key: { show: show.seo, venue: performance.venue, startsAt: performance.startsAt.toString() },
  performance,
});

const showRecord = ({
  images: _images,
  gallery: _gallery,
  charges: _charges,
  promotions: _promotions,
  performances: _performances,
  ...record
}: ShowEntry) => record;

const performanceRecord = ({ key, performance }: KeyedPerformance, id: number | null): PerformanceRecord => ({
  ...key,
  id,
  key: performance.key ?? null,
  doorsAt: performance.doorsAt?.toString() ?? null,
  onSaleAt: performance.onSaleAt?.toString() ?? null,
  state: performance.state ?? null,
});

async function writePrices(tx: Tx, performances: readonly KeyedPerformance[]): Promise<Changes[]> {
  const priced = performances.flatMap(({ key, performance: { levels } }) => (levels ? [{ key, levels }] : []));
  const levels = priced.flatMap(({ key, levels }) =>
    levels.map(({ category, name, color }, position): LevelRecord => ({ ...key, position, category, name, color })),
  );
  const types = priced.flatMap(({ key, levels }) =>
    levels.flatMap(({ category, types }) => types.map((type, position): TypeRecord => ({ ...key, category, position, ...type }))),
  );
  return [
    changesOf('price levels', await writeLevelRecords(tx, levels)),
    changesOf('prices', await writeTypeRecords(tx, types)),
    dropped(
      'prices',
      await dropOtherPrices(
        tx,
        priced.map(({ key }) => key),
        types,
      ),
    ),
  ];
}

async function writeCharges(tx: Tx, shows: readonly ShowEntry[], performances: readonly KeyedPerformance[]): Promise<Changes[]> {
  const chargedShows = shows.filter(({ charges }) => charges !== undefined).map(({ seo }) => seo);
  const ofShows = shows.flatMap(({ seo, charges = [] }) =>
    charges.map((charge) => chargeRecord({ show: seo, venue: null, startsAt: null }, charge)),
  );
  const charged = performances.filter(({ performance }) => performance.charges !== undefined).map(({ key }) => key);
  const ofPerformances = performances.flatMap(({ key, performance: { charges = [] } }) =>
    charges.map((charge) => chargeRecord(key, charge)),
  );
  return [
    changesOf('charges', await writeShowCharges(tx, ofShows)),
    changesOf('charges', await writePerformanceCharges(tx, ofPerformances)),
    dropped('charges', await dropOtherCharges(tx, chargedShows, charged, [...ofShows, ...ofPerformances])),
  ];
}

const chargeRecord = (of: Pick<ChargeRecord, 'show' | 'venue' | 'startsAt'>, charge: ChargeEntry): ChargeRecord => ({ ...of, ...charge });

/** The promotions that shows name, in the order of their list. */
export const promotionRecords = (shows: readonly ShowEntry[]): PromotionRecord[] =>
  shows.flatMap(({ seo, promotions = [] }) => promotions.map((promotion, position) => ({ show: seo, position, ...promotion })));

async function writePromotions(tx: Tx, shows: readonly ShowEntry[]): Promise<Changes[]> {
  const named = shows.filter(({ promotions }) => promotions !== undefined).map(({ seo }) => seo);
  const promotions = promotionRecords(shows);
  return [
    changesOf('promotions', await writePromotionRecords(tx, promotions)),
    dropped('promotions', await withdrawOtherPromotions(tx, named, promotions)),
    changesOf('codes', await writeCodes(tx, promotions)),
    dropped('codes', await withdrawOtherCodes(tx, promotions)),
  ];
}

/** Writes the bytes first, each content once, then the images of each show. */
async function writeImages(tx: Tx, shows: readonly ShowEntry[]): Promise<readonly Written[]> {
  const images = shows.flatMap((show) => show.images.map((image) => ({ show: show.seo, ...image })));
  const made = images.flatMap(({ show, kind, made }) => (made ? [{ show, kind, ...made }] : []));
  await writeContents(tx, made);
  const written = await writeShowImages(
    tx,
    images.map(({ show, kind, alt, ink, sourceHash, made }) => ({ show, kind, alt, ink, sourceHash, imageHash: made?.image.hash ?? null })),
  );
  await writeVariants(
    tx,
    made.map(({ show, kind, variants }) => ({ show, kind, hashes: variants.map(({ hash }) => hash) })),
  );
  return written;
}

async function writeGalleries(tx: Tx, shows: readonly ShowEntry[]): Promise<Changes[]> {
  const named = shows.flatMap(({ seo, gallery }) => (gallery ? [{ show: seo, gallery }] : []));
  const images = named.flatMap(({ show, gallery }) => gallery.map((image, position) => ({ show, position, ...image })));
  await writeContents(
    tx,
    images.flatMap(({ made }) => made ?? []),
  );
  const records = images.map(({ show, position, alt, ink, sourceHash, made }) => ({
    ...{ show, position, alt, ink, sourceHash },
    imageHash: made?.image.hash ?? null,
    variantHashes: made?.variants.map(({ hash }) => hash) ?? [],
  }));
  return [
    changesOf('gallery images', await writeGalleryImages(tx, records)),
    dropped(
      'gallery images',
      await dropOtherGalleryImages(
        tx,
        named.map(({ show, gallery }) => ({ show, length: gallery.length })),
      ),
    ),
  ];
}

/** Each content once. */
async function writeContents(tx: Tx, made: readonly NonNullable<ImageEntry['made']>[]) {
  const contents = new Map(made.flatMap(({ image, variants }) => [image, ...variants]).map((content) => [content.hash, content]));
  for (const content of contents.values()) await writeImage(tx, content);
}
