import { createHash } from 'node:crypto';
import { compileVenueMap, type VenueMap } from '@butaca/venue-map';
import { readSeatingPlan, readVenueMap } from '@butaca/venue-map/read';
import type { Db, Tx } from '#db/connect';
import { type Changes, changesOf, type ImageContent, type VenueEntry, type VenueMapEntry } from './entries.ts';
import { slug, textOf } from './file-values.ts';
import type { ReadBeside } from './images.ts';
import type { ImportReport } from './import-catalogue.ts';
import { inImportTransaction, orImportProblem } from './import-transaction.ts';
import { isNode } from './json-ld/node.ts';
import { readJson } from './json-text.ts';
import { storedPanoramas } from './panoramas.ts';
import { ImportProblem } from './problem.ts';
import { findUnknownTimeZones, findVenue, retireOtherMaps, stampChanges, writeMap, writeSectors, writeVenues } from './queries.ts';
import { writeImage } from './queries-shows.ts';

export interface VenueImport {
  readonly file: string;
  readonly bytes: Buffer;
  /** For the pictures that the file names. */
  readonly readBeside: ReadBeside;
  /** Instead of the name in the file; names the venue, and finds it again. */
  readonly name?: string | undefined;
  readonly city?: string | undefined;
  readonly address?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The default for a new venue without one. */
  readonly defaultTimeZone: string;
}

/** Reads a hall from a venue-map/1 file or a seating plan, in one transaction; a known venue gets the map as its new version. */
export async function importVenue(db: Db, request: VenueImport): Promise<ImportReport> {
  const { map: drawn, understood } = readHall(request);
  const { map, images, problems } = await storedPanoramas(drawn, request.readBeside);
  if (problems.length > 0) throw new ImportProblem(request.file, problems);
  const name = request.name?.trim() || map.name;
  const seo = slug(name);
  if (!seo) throw new ImportProblem(request.file, [{ at: 'name', reason: `${name} has no letter or digit; give a name with --name` }]);
  return inImportTransaction(db, async (tx) => {
    const venue = await venueOf(tx, seo, name, request);
    return orImportProblem(request.file, async () => {
      const venues = changesOf('venues', await writeVenues(tx, [venue]));
      return { understood, notes: [], changes: [venues, await writeVenueMap(tx, mapEntry(seo, map, images))] };
    });
  });
}

function readHall({ file, bytes }: VenueImport): { map: VenueMap; understood: readonly string[] } {
  const read = readJson(textOf(file, bytes));
  if ('problem' in read) throw new ImportProblem(file, [read.problem]);
  if (isNode(read.value) && read.value.schema === 'venue-map/1') {
    const map = readVenueMap(read.value);
    if (!map.ok) throw refusedBy(file, map.problems);
    return { map: map.value, understood: [`${map.value.name}: a map of ours`] };
  }
  const plan = readSeatingPlan(read.value);
  if (!plan.ok) throw refusedBy(file, plan.problems);
  return plan.value;
}

const refusedBy = (file: string, problems: readonly { readonly path: string; readonly reason: string }[]) =>
  new ImportProblem(
    file,
    problems.map(({ path, reason }) => ({ at: path, reason })),
  );

async function venueOf(tx: Tx, seo: string, name: string, request: VenueImport): Promise<VenueEntry> {
  const [known] = await findVenue(tx, seo);
  const timeZone = request.timeZone ?? known?.timeZone ?? request.defaultTimeZone;
  if ((await findUnknownTimeZones(tx, [timeZone])).length > 0) {
    throw new ImportProblem(request.file, [{ at: 'time zone', reason: `there is no time zone ${timeZone}` }]);
  }
  return {
    seo,
    name: request.name?.trim() || (known?.name ?? name),
    address: request.address ?? known?.address ?? '',
    city: request.city ?? known?.city ?? '',
    timeZone,
  };
}

/** Makes this version of a venue's map the current one; performances keep the version they were announced with. */
export async function writeVenueMap(tx: Tx, map: VenueMapEntry): Promise<Changes> {
  for (const image of map.images ?? []) await writeImage(tx, image);
  await retireOtherMaps(tx, map);
  const written = await writeMap(tx, map);
  for (const { id, created } of written) {
    if (created) await writeSectors(tx, id, map.sectors);
  }
  await stampChanges(tx);
  return changesOf('venue maps', written);
}

/** A venue's map as a version to be written: identified by the hash of its drawing, with its sections as sectors and its pictures. */
export function mapEntry(venue: string, map: VenueMap, images: readonly ImageContent[] = []): VenueMapEntry {
  const { placeCount, sections } = compileVenueMap(map);
  return {
    venue,
    hash: createHash('sha256').update(JSON.stringify(map)).digest('hex').slice(0, 32),
    authoring: map,
    placeCount,
    images,
    sectors: sections.map(({ id, label, kind, firstPlace, placeCount, categories }) => ({
      code: id,
      name: label,
      kind,
      firstPlace,
      placeCount,
      categories,
    })),
  };
}
