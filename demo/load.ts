import type { Panorama, VenueMap } from '@butaca/venue-map';
import {
  inImportTransaction,
  mapEntry,
  type ShowEntry,
  storedPanoramas,
  writeCatalogue,
  writeVenueMap,
} from '../apps/api/src/catalogue/import/index.ts';
import { connect, type Db } from '../apps/api/src/db/connect.ts';
import { loadDemoAccounts } from './accounts.ts';
import type { Demo } from './demo.ts';
import { kept } from './kept.ts';
import { orLeaveOut } from './or-leave-out.ts';
import { findTaken, findWithoutDates, hasShows, ofDemo } from './queries.ts';
import { loadRegular } from './regular.ts';
import { openRooms } from './rooms.ts';
import { loadSales } from './sales.ts';
import { galleryOf, imagesOf, performancesOf, productEntry, showEntry } from './show-entry.ts';
import { panoramaDrawer } from './venues/panorama.ts';

export interface LoadDemo {
  readonly demo: Demo;
  readonly databaseUrl: string;
  readonly log: (line: string) => void;
}

/** Loads the demo over connections of its own. */
export async function loadDemo({ demo, databaseUrl, log }: LoadDemo): Promise<void> {
  const db = connect(databaseUrl, { connections: 4, applicationName: 'butaca-demo' });
  try {
    await completeDemo(db, demo, log);
  } finally {
    await db.end({ timeout: 5 });
  }
}

/**
 * Adds what the database lacks of the demo: at the first start all of it, later new dates for shows whose run is over, so that however
 * old the database is there is something to see. A database with a catalogue of its own gets the accounts alone.
 *
 * Runs at every start, on what people made of the demo and on what an earlier start left when it was killed. So each part is one
 * transaction, looks for what is missing, changes nothing that is there, and is left out where it can't be done.
 */
export async function completeDemo(db: Db, demo: Demo, log: (line: string) => void): Promise<void> {
  await orLeaveOut('the catalogue', log, () => loadCatalogue(db, demo, log));
  await orLeaveOut('new dates', log, () => giveNewDates(db, demo, log));
  await orLeaveOut('the accounts', log, () => loadDemoAccounts(db, demo.accounts));
  await orLeaveOut('the sales', log, () => loadSales(db, demo, log));
  await orLeaveOut('what a regular buyer has', log, () => loadRegular(db, demo, log));
  await orLeaveOut('a waiting room', log, () => openRooms(db, demo, log));
}

async function loadCatalogue(db: Db, demo: Demo, log: (line: string) => void) {
  if (await hasShows(db)) return;
  log('drawing posters and venues');
  const maps = mapsOf(demo);
  const drawn = demo.venues.map(async ({ slug, panoramas = [] }) => {
    const map = maps.get(slug);
    return map && { slug, ...(await withPanoramas(map, panoramas)) };
  });
  const shows = await Promise.all(
    demo.shows.map(async (show, position) => ({
      ...showEntry(show, position, { ...demo, maps, now: nowIn(demo) }),
      images: await imagesOf(show),
      gallery: await galleryOf(show),
    })),
  );
  const products = await Promise.all((demo.products ?? []).map(productEntry));
  const venueMaps = (await Promise.all(drawn)).filter((one) => one !== undefined);
  const isLoaded = await inImportTransaction(db, async (tx) => {
    // An import or another start may have been faster than the drawing.
    if (await hasShows(tx)) return false;
    await writeCatalogue(tx, {
      taxClasses: [],
      showTypes: demo.showTypes,
      venues: demo.venues.map(({ slug, map: _map, panoramas: _panoramas, ...venue }) => ({ seo: slug, ...venue })),
      ...(demo.deliveries && { deliveries: demo.deliveries }),
      shows: [],
    });
    for (const { slug, map, images } of venueMaps) await writeVenueMap(tx, mapEntry(slug, map, images));
    await writeCatalogue(tx, { taxClasses: [], showTypes: [], venues: [], shows: shows.map(asPlannedAtFirst), products });
    await writeCatalogue(tx, { taxClasses: [], showTypes: [], venues: [], shows: shows.filter(hasMoved).map(withoutImages) });
    return true;
  });
  if (isLoaded) log(`${shows.length} shows, ${countPerformances(shows)} performances, ${maps.size} venues`);
}

const hasMoved = ({ performances }: ShowEntry) => performances.some(({ previousStarts }) => previousStarts !== undefined);

/** Its dates before some of them moved. */
const asPlannedAtFirst = (show: ShowEntry): ShowEntry => ({
  ...show,
  performances: show.performances.map(({ previousStarts: [first] = [], ...performance }) => {
    if (!first) return performance;
    const by = performance.startsAt.until(first);
    return { ...performance, startsAt: first, doorsAt: performance.doorsAt?.add(by) ?? null };
  }),
});

/** For what is there already. */
const withoutImages = ({ gallery: _, ...show }: ShowEntry): ShowEntry => ({ ...show, images: [] });

/** Only dates: the rest of a show stays as an import may have changed it. Hours at which a venue is taken are left out. */
async function giveNewDates(db: Db, demo: Demo, log: (line: string) => void) {
  if ((await findWithoutDates(db, ofDemo(demo))).length === 0) return;
  const maps = mapsOf(demo);
  const shows = await inImportTransaction(db, async (tx) => {
    const without = new Map((await findWithoutDates(tx, ofDemo(demo))).map((show) => [show.seo, show]));
    const taken = new Set((await findTaken(tx)).map(({ venue, startsAt }) => `${venue} ${startsAt}`));
    const shows = demo.shows.flatMap((show) => {
      const known = without.get(show.slug);
      const now = nowIn(demo);
      const performances = performancesOf(show, { ...demo, maps, now })
        .filter(({ startsAt }) => Temporal.Instant.compare(startsAt, now.toInstant()) > 0)
        .map(({ previousStarts: _, ...performance }) => performance);
      const possible = performances.filter(({ venue, startsAt }) => !taken.has(`${venue} ${startsAt}`));
      return known && possible.length > 0 ? [{ ...unchanged, ...known, performances: possible }] : [];
    });
    if (shows.length > 0) await writeCatalogue(tx, { taxClasses: [], showTypes: [], venues: [], shows });
    return shows;
  });
  if (shows.length > 0) log(`${shows.length} shows whose run was over have ${countPerformances(shows)} new dates`);
}

const unchanged = {
  ...{ subtitle: null, description: null, credits: null, ageNote: null, durationMinutes: null, listed: null, position: null },
  ...{ limits: null, reservations: null, refunds: null, slowPayments: null, nominations: null, images: [] },
} as const;

const countPerformances = (shows: readonly Pick<ShowEntry, 'performances'>[]): number =>
  shows.reduce((sum, { performances }) => sum + performances.length, 0);

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
