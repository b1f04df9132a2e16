import type { Panorama, VenueMap } from '@butaca/venue-map';
import { mapEntry, storedPanoramas, writeCatalogue, writeVenueMap } from '../apps/api/src/catalogue/import/index.ts';
import { connect, type Db } from '../apps/api/src/db/connect.ts';
import { loadDemoAccounts } from './accounts.ts';
import type { Demo } from './demo.ts';
import { kept } from './kept.ts';
import { findDemo, findTaken } from './queries.ts';
import { loadSales } from './sales.ts';
import { galleryOf, imagesOf, productEntry, showEntry } from './show-entry.ts';
import { panoramaDrawer } from './venues/panorama.ts';

export interface LoadDemo {
  readonly demo: Demo;
  readonly databaseUrl: string;
  readonly log: (line: string) => void;
}

/**
 * Fills an empty database with the demo. Shows of the demo whose run is over get a new one, so that however old the database
 * is there is something to see; a database with a catalogue of its own is left alone.
 */
export async function loadDemo({ demo, databaseUrl, log }: LoadDemo): Promise<void> {
  const db = connect(databaseUrl, { connections: 4, applicationName: 'butaca-demo' });
  try {
    const [found] = await findDemo(
      db,
      demo.shows.map(({ slug }) => slug),
    );
    if (found?.shows === 0) await loadCatalogue(db, demo, log);
    else if (found && found.over.length > 0) await giveNewDates(db, demo, found.over, log);
    await loadDemoAccounts(db, demo.accounts);
    await loadSales(db, demo, log);
  } finally {
    await db.end({ timeout: 5 });
  }
}

async function loadCatalogue(db: Db, demo: Demo, log: (line: string) => void) {
  log('drawing posters and venues');
  const maps = mapsOf(demo);
  const drawn = demo.venues.map(async ({ slug, panoramas = [] }) => {
    const map = maps.get(slug);
    return map && { slug, ...(await withPanoramas(map, panoramas)) };
  });
  const shows = await Promise.all(
    demo.shows.map(async (show, position) => ({
      ...showEntry(show, { ...demo, position, maps, now: nowIn(demo) }),
      images: await imagesOf(show),
      gallery: await galleryOf(show),
    })),
  );
  const products = await Promise.all((demo.products ?? []).map(productEntry));
  const venueMaps = (await Promise.all(drawn)).filter((one) => one !== undefined);
  await db.begin(async (tx) => {
    await writeCatalogue(tx, {
      taxClasses: [],
      showTypes: demo.showTypes,
      venues: demo.venues.map(({ slug, map: _map, panoramas: _panoramas, ...venue }) => ({ seo: slug, ...venue })),
      ...(demo.deliveries && { deliveries: demo.deliveries }),
      shows: [],
    });
    for (const { slug, map, images } of venueMaps) await writeVenueMap(tx, mapEntry(slug, map, images));
    await writeCatalogue(tx, { taxClasses: [], showTypes: [], venues: [], shows, products });
  });
  log(`${shows.length} shows, ${shows.reduce((sum, show) => sum + show.performances.length, 0)} performances, ${maps.size} venues`);
}

async function giveNewDates(db: Db, demo: Demo, over: readonly string[], log: (line: string) => void) {
  const maps = mapsOf(demo);
  const taken = new Set((await findTaken(db)).map(({ venue, startsAt }) => `${venue} ${startsAt}`));
  const shows = demo.shows.flatMap((show, position) => {
    if (!over.includes(show.slug)) return [];
    const { performances, ...entry } = showEntry(show, { ...demo, position, maps, now: nowIn(demo) });
    return [{ ...entry, performances: performances.filter(({ venue, startsAt }) => !taken.has(`${venue} ${startsAt}`)) }];
  });
  await db.begin((tx) => writeCatalogue(tx, { taxClasses: [], showTypes: [], venues: [], shows }));
  log(`${shows.length} shows whose run was over have new dates`);
}

/** The map with its panoramas, drawn from the seats that they are of. */
async function withPanoramas(map: VenueMap, panoramas: readonly Omit<Panorama, 'image'>[]) {
  if (panoramas.length === 0) return { map, images: [] };
  const named = panoramas.map((panorama, index) => ({ ...panorama, image: String(index) }));
  const draw = panoramaDrawer(map);
  const drawings = named.map((panorama) => Buffer.from(draw(panorama)));
  const { problems, ...stored } = await kept(['panoramas', JSON.stringify(map), ...drawings], () =>
    storedPanoramas({ ...map, panoramas: named }, async (name) => drawings[Number(name)] ?? null),
  );
  if (problems[0]) throw new Error(`${problems[0].at}: ${problems[0].reason}`);
  return stored;
}

const mapsOf = ({ venues }: Demo) => new Map(venues.map(({ slug, map }) => [slug, map()]));

const nowIn = ({ timeZone }: Demo) => Temporal.Now.zonedDateTimeISO(timeZone);
