import type { Db, Tx } from '#db/connect';
import { catalogueFile } from './catalogue-file.ts';
import type { Catalogue, Changes, ShowEntry } from './entries.ts';
import { textOf } from './file-values.ts';
import type { Identities } from './identify-performances.ts';
import {
  type NamedGalleryImage,
  type NamedImage,
  type NamedProductImage,
  type ReadBeside,
  readGalleries,
  readImages,
  readProductImages,
} from './images.ts';
import { inImportTransaction, type Known, orImportProblem, readKnown } from './import-transaction.ts';
import { documentsInHtml, findEvents, isHtml } from './json-ld/find-events.ts';
import { isNode } from './json-ld/node.ts';
import { type EventOptions, readEvents } from './json-ld/read-events.ts';
import { type JsonRead, readJson } from './json-text.ts';
import { type IdentifyOptions, performancesAreKnown } from './known-performances.ts';
import { ImportProblem, ImportQuestions, type Problem, pathText } from './problem.ts';
import { findUnknownTimeZones } from './queries.ts';
import { findOtherKinds } from './queries-deliveries.ts';
import { findPricesInUse, type PriceInUse } from './queries-prices.ts';
import { findStrayShows, findUnknownInProducts } from './queries-products.ts';
import { findUnknownInPromotions, findUnknownSectors } from './queries-promotions.ts';
import { lockForAnotherMap, type MovedPurchase } from './queries-shows.ts';
import { readCatalogueFile } from './read-catalogue-file.ts';
import { productRecords, promotionRecords, writeCatalogue } from './write-catalogue.ts';

export interface CatalogueImport extends EventOptions {
  /** To what an earlier run asked, by the key of the question. */
  readonly answers?: ReadonlyMap<string, string>;
  /** As messages name it. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly readBeside: ReadBeside;
}

export interface ImportReport {
  /** What the file was understood to hold, in sentences. */
  readonly understood: readonly string[];
  readonly notes: readonly string[];
  readonly changes: readonly Changes[];
}

/** Our own form: its `format` names it; everything else is read as schema.org events. */
const isOurs = (value: unknown) => isNode(value) && typeof value.format === 'string';

/** Reads shows and performances from a file in one transaction: all of it, or an ImportProblem and nothing. */
export async function importCatalogue(db: Db, request: CatalogueImport): Promise<ImportReport> {
  const documents = documentsOf(request);
  return inImportTransaction(db, async (tx) => {
    const known = await readKnown(tx);
    const [first] = documents;
    const read = documents.length === 1 && isOurs(first) ? readOurs(request, first, known) : readPublished(request, documents, known);
    const catalogue = await withImages(request, read, known);
    await refuseUnknownTimeZones(tx, request.file, catalogue);
    const identities = await performancesAreKnown(tx, catalogue, { answers: request.answers ?? new Map(), at: read.performanceAt });
    refuseWhatIsOpen(request, identities);
    const stuck = await pricesInUse(tx, catalogue, { ids: identities.ids, at: read.pricesAt });
    if (stuck.length > 0) throw new ImportProblem(request.file, stuck);
    const otherKinds = await findOtherKinds(tx, catalogue.deliveries ?? []);
    if (otherKinds.length > 0) throw new ImportProblem(request.file, otherKinds.map(kindProblem));
    const left = await stuckInTheirHalls(tx, identities);
    if (left.length > 0) throw new ImportProblem(request.file, left);
    const { changes, moved } = await orImportProblem(request.file, () => writeCatalogue(tx, catalogue, identities));
    // Looked for when the shows and their venues are there.
    const unknown = await findUnknownSectors(tx, promotionRecords(catalogue.shows));
    if (unknown.length > 0) throw new ImportProblem(request.file, unknown.map(sectorProblem));
    const stray = await findStrayShows(tx, productRecords(catalogue.products ?? []));
    if (stray.length > 0) throw new ImportProblem(request.file, stray.map(strayProblem));
    await refuseUnknownPerformances(tx, request.file, catalogue);
    return { understood: [counted(catalogue)], notes: [...read.notes, ...identities.moves.map((move) => moveNote(move, moved))], changes };
  });
}

function documentsOf({ file, bytes }: CatalogueImport): unknown[] {
  const text = textOf(file, bytes);
  const reads: readonly JsonRead[] = isHtml(text) ? documentsInHtml(text) : [readJson(text)];
  if (reads.length === 0) throw new ImportProblem(file, [{ at: '', reason: 'the page has no <script type="application/ld+json">' }]);
  const problems = reads.flatMap((read) => ('problem' in read ? [read.problem] : []));
  if (problems.length > 0) throw new ImportProblem(file, problems);
  return reads.map((read) => ('value' in read ? read.value : null));
}

interface Read {
  readonly catalogue: Catalogue;
  readonly performanceAt: PerformanceAt;
  readonly pricesAt: PerformanceAt;
  readonly images: readonly NamedImage[];
  readonly galleryImages: readonly NamedGalleryImage[];
  readonly productImages: readonly NamedProductImage[];
  readonly notes: readonly string[];
}

function readOurs({ file, taxClass }: CatalogueImport, value: unknown, known: Known): Read {
  const checked = catalogueFile.safeParse(value);
  if (!checked.success) {
    throw new ImportProblem(
      file,
      checked.error.issues.map(({ path, message }) => ({ at: pathText(path), reason: message })),
    );
  }
  const { catalogue, problems } = readCatalogueFile(checked.data, known, taxClass);
  if (problems.length > 0) throw new ImportProblem(file, problems);
  const images = checked.data.shows.flatMap((show, index) =>
    show.images.map((image, place) => ({
      ...image,
      show: show.seo,
      ink: image.ink ?? null,
      at: pathText(['shows', index, 'images', place, 'file']),
    })),
  );
  const performanceAt: PerformanceAt = (show, performance) => pathText(['shows', show, 'performances', performance]);
  const pricesAt: PerformanceAt = (show, performance) => {
    const own = checked.data.shows[show]?.performances[performance]?.prices !== undefined;
    return pathText(own ? ['shows', show, 'performances', performance, 'prices'] : ['shows', show, 'prices']);
  };
  const galleryImages = checked.data.shows.flatMap(({ seo, gallery = [] }, index) =>
    gallery.map((image, place) => ({ ...image, show: seo, at: pathText(['shows', index, 'gallery', place, 'file']) })),
  );
  const productImages = checked.data.products.flatMap(({ key, image }, index) =>
    image ? [{ key, ...image, at: pathText(['products', index, 'image', 'file']) }] : [],
  );
  return { catalogue, performanceAt, pricesAt, images, galleryImages, productImages, notes: [] };
}

function readPublished(request: CatalogueImport, documents: readonly unknown[], known: Known): Read {
  const found = documents.flatMap(findEvents);
  if (found.length === 0) throw new ImportProblem(request.file, [{ at: '', reason: 'neither butaca-catalogue/1 nor a schema.org Event' }]);
  const { catalogue, notes, images } = readEvents(found, known, request);
  if (catalogue.shows.length === 0) {
    throw new ImportProblem(request.file, [
      { at: '', reason: 'none of the events can be taken' },
      ...notes.map((reason) => ({ at: '', reason })),
    ]);
  }
  const posters = images.map(({ show, name, file }): NamedImage => ({ show, kind: 'poster', file, alt: name, ink: null, at: 'image' }));
  const performanceAt: PerformanceAt = (show, performance) => {
    const { seo, performances } = catalogue.shows[show] as ShowEntry;
    return `${seo} ${performances[performance]?.startsAt}`;
  };
  return { catalogue, performanceAt, pricesAt: performanceAt, images: posters, galleryImages: [], productImages: [], notes };
}

async function withImages({ file, readBeside }: CatalogueImport, read: Read, known: Known): Promise<Catalogue> {
  const { images, problems } = await readImages(read.images, known, readBeside);
  const inGalleries = await readGalleries(read.galleryImages, known, readBeside);
  const ofProducts = await readProductImages(read.productImages, known, readBeside);
  const all = [...problems, ...inGalleries.problems, ...ofProducts.problems];
  if (all.length > 0) throw new ImportProblem(file, all);
  return {
    ...read.catalogue,
    shows: read.catalogue.shows.map((show) => ({
      ...show,
      images: images.get(show.seo) ?? [],
      gallery: show.gallery && (inGalleries.galleries.get(show.seo) ?? []),
    })),
    ...(read.catalogue.products && {
      products: read.catalogue.products.map((product) => ({ ...product, image: ofProducts.images.get(product.key) ?? null })),
    }),
  };
}

async function refuseUnknownTimeZones(tx: Tx, file: string, { venues }: Catalogue) {
  const zones = [...new Set(venues.map(({ timeZone }) => timeZone))];
  const unknown = await findUnknownTimeZones(tx, zones);
  if (unknown.length > 0)
    throw new ImportProblem(
      file,
      unknown.map(({ name }) => ({ at: '', reason: `the database knows no time zone ${name}` })),
    );
}

const moveNote = ({ known, given }: Identities['moves'][number], moved: readonly MovedPurchase[]): string => {
  const when = (startsAt: Temporal.Instant) =>
    startsAt.toZonedDateTimeISO(given.timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' });
  const place = given.venue === known.venue ? '' : ` to ${given.venue}`;
  const concerned = moved.filter(({ performanceId }) => performanceId === known.id);
  return `${given.show}: ${known.key} moves from ${when(known.startsAt)} to ${when(given.startsAt)}${place}${concernedNote(concerned)}`;
};

/** Who has places of it, and who of them gets a mail: a counter has no address of whom it sold to. */
function concernedNote(concerned: readonly MovedPurchase[]): string {
  if (concerned.length === 0) return '';
  const counted = (some: readonly MovedPurchase[]) =>
    `${some.length} ${some.length === 1 ? 'purchase' : 'purchases'} (${some.reduce((sum, { places }) => sum + places, 0)} places)`;
  const { told = [], others = [] } = Object.groupBy(concerned, ({ isTold }) => (isTold ? 'told' : 'others'));
  const parts = [
    ...(told.length > 0 ? [`${counted(told)} ${told.length === 1 ? 'is' : 'are'} told by mail`] : []),
    ...(others.length > 0 ? [`${counted(others)} ${others.length === 1 ? 'is' : 'are'} not told`] : []),
  ];
  return `; ${parts.join(', ')}`;
}

/** Places belong to a map: what was taken since the performances were read keeps them from another one, too. */
async function stuckInTheirHalls(tx: Tx, { moves }: Identities): Promise<Problem[]> {
  const leaving = moves.filter(({ known, given }) => known.venue !== given.venue);
  const taken = await lockForAnotherMap(
    tx,
    leaving.map(({ known }) => known.id),
  );
  return leaving
    .filter(({ known }) => (taken.get(known.id) ?? 0) > 0)
    .map(({ known, given }) => ({
      at: given.at,
      reason: `${known.key} cannot move from ${known.venue} to ${given.venue} while ${taken.get(known.id)} of its places are taken`,
    }));
}

/** What the file leaves open is asked, and nothing of it is imported before it is answered. */
function refuseWhatIsOpen({ file, answers = new Map() }: CatalogueImport, { problems, questions, asked }: Identities) {
  const stray = [...answers.keys()]
    .filter((key) => !asked.has(key))
    .map((key): Problem => ({ at: key, reason: 'nothing is asked under this key' }));
  if (problems.length + stray.length > 0) throw new ImportProblem(file, [...problems, ...stray]);
  if (questions.length > 0) throw new ImportQuestions(file, questions);
}

async function refuseUnknownPerformances(tx: Tx, file: string, { shows, products = [] }: Catalogue) {
  const ofShows = await findUnknownInPromotions(tx, promotionRecords(shows));
  const ofVenues = await findUnknownInProducts(tx, productRecords(products));
  const problems = [
    ...ofShows.map(({ show, key, name }) => ({
      at: `${show} promotions ${key} performances`,
      reason: `the show has no performance ${name}`,
    })),
    ...ofVenues.map(({ key, name }) => ({ at: `products ${key} performances`, reason: `its venue has no performance ${name} for it` })),
  ];
  if (problems.length > 0) throw new ImportProblem(file, problems);
}

function counted({ shows, venues, products = [] }: Catalogue): string {
  const performances = shows.reduce((sum, show) => sum + show.performances.length, 0);
  return `${shows.length} shows, ${performances} performances, ${venues.length} venues${products.length > 0 ? `, ${products.length} products` : ''}`;
}

/** Where a performance, or what it has, stands in the file, by the turn of its show and its own. */
type PerformanceAt = NonNullable<IdentifyOptions['at']>;

/**
 * Prices that the file takes out although places are held at them: their buyers would be asked for another, or for none. A
 * whole level also stays once places of it are sold. What a price costs may change: its buyers are shown the new total.
 */
async function pricesInUse(
  tx: Tx,
  { shows }: Catalogue,
  { ids, at }: { readonly ids: Identities['ids']; readonly at: PerformanceAt },
): Promise<Problem[]> {
  const named = shows
    .flatMap(({ performances }, show) => performances.map(({ levels }, turn) => ({ levels, at: at(show, turn) })))
    .flatMap(({ levels, at }, turn) => {
      const performanceId = ids[turn] ?? null;
      return levels && performanceId !== null ? [{ performanceId, levels, at }] : [];
    });
  const inUse = await findPricesInUse(
    tx,
    named.map(({ performanceId, levels }, turn) => ({
      performanceId,
      turn,
      kept: levels.flatMap(({ category, types }) => types.map(({ name }) => ({ category, name }))),
    })),
  );
  return inUse
    .filter(({ levelStays, held }) => held > 0 || !levelStays)
    .map((price) => ({ at: named[price.turn]?.at ?? '', reason: reasonOf(price) }));
}

const kindProblem = ({ id, kind }: { id: number; kind: string }): Problem => ({
  at: `deliveries ${id} kind`,
  reason: `it is ${kind}, and purchases may have chosen it: end it with "offered": false and give the other kind an id of its own`,
});

const strayProblem = ({ key, show }: { key: string; show: string }): Problem => ({
  at: `products ${key} show`,
  reason: `there is no show ${show} at its venue`,
});

const sectorProblem = ({ show, key, sector }: { show: string; key: string; sector: string }): Problem => ({
  at: `${show} promotions ${key} sectors`,
  reason: `no map of its venues has a sector ${sector}`,
});

function reasonOf({ level, levelStays, name, held, sold }: PriceInUse): string {
  const what = levelStays ? `the price ${name} of ${level}` : `the level ${level} with its price ${name}`;
  const counts = [held > 0 ? `${held} held` : '', sold > 0 ? `${sold} sold` : ''].filter(Boolean).join(' and ');
  return `${what} cannot be taken out while places have it: ${counts}`;
}
