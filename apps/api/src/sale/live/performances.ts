import { Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { Watch } from '#watch/watch';
import type { Channel } from '../../catalogue/index.ts';
import { equalPlaces, type ReplacementRequest, type Replacements } from '../choose/equal-places.ts';
import {
  countFree,
  countPlaces,
  createPlaces,
  type PlaceChanges,
  type PlaceRow,
  readClock,
  readPlaces,
  readTouchedPlaces,
} from '../queries-places.ts';
import { type Announcement, Announcer } from './announcer.ts';
import { type Availability, availabilityOf } from './availability.ts';
import { LivePerformance } from './performance.ts';
import { type Checked, type PlaceRange, StaleCheck } from './stale-check.ts';
import { requireOnSale, type Stock, Stocks } from './stock.ts';

/** The shortest time between readings of the database when the snapshot has no free places. */
const RECHECK_MS = 500;
/** How old a snapshot may get while changes by other processes may have been missed; with what is kept of it, 2 s (docs/sale.md#what-a-process-knows). */
const UNHEARD_MS = 1000;
interface SectorCount {
  readonly sectorId: number;
  readonly name: string;
  readonly free: number;
}

/** The performances that this process sells: each is loaded when it is first asked for, kept up to date, and forgotten once no channel sells it any more. */
export class LivePerformances {
  readonly stocks: Stocks;
  readonly #db: Db;
  readonly #watch: Watch;
  readonly #performances = new Map<number, Promise<LivePerformance>>();
  /** When many claims fail at the same moment, the database counts once for all. */
  readonly #counts = new Map<number, { readonly at: number; readonly counts: Promise<readonly SectorCount[]> }>();
  readonly #announcer: Announcer;
  /** Runs while this process listens. */
  readonly staleCheck: StaleCheck;

  constructor(db: Db, watch: Watch) {
    this.#db = db;
    this.#watch = watch;
    this.stocks = new Stocks(db);
    this.staleCheck = new StaleCheck({
      performances: () => this.#loaded(),
      readRange: (live, range) => this.#readRange(live, range),
      readPlaces: ({ performanceId }, placeIds) => readPlaces(db, performanceId, placeIds),
      watch,
    });
    this.#announcer = new Announcer(db, {
      heard: (announcement) => this.#hear(announcement),
      lost: (reason) => {
        watch.say('announcement-lost', { reason });
        this.#reloadAll();
      },
      notSent: (error) => watch.say('announcement-not-sent', { error }),
    });
  }

  /** Starts to listen to other processes' changes and to announce its own. */
  listen(): Promise<void> {
    this.staleCheck.start();
    return this.#announcer.listen();
  }

  close(): Promise<void> {
    this.staleCheck.stop();
    return this.#announcer.close();
  }

  /** The stock of a performance that the channel may sell just now; refuses any other with the reason. */
  async onSale(performanceId: number, channel: Channel): Promise<Stock> {
    const stock = await this.stocks.get(performanceId);
    if (!stock) throw new Refusal('not_found');
    requireOnSale(stock, channel);
    return stock;
  }

  /** The stock of a performance whose places a purchase holds, and may pay within its own time, whether or not it has begun; refuses any other. */
  async payable(performanceId: number): Promise<Stock> {
    const stock = await this.stocks.get(performanceId);
    if (!stock) throw new Refusal('not_found');
    const { heldObstacle } = stock.sale;
    if (heldObstacle !== null) throw new Refusal('not_on_sale', { reason: heldObstacle });
    return stock;
  }

  /** A performance on sale with a snapshot that is fresh enough to choose from and to show. */
  async get(performanceId: number): Promise<LivePerformance> {
    const live = await this.#ofItsMap(performanceId);
    if (!this.#announcer.isUpToDate && performance.now() - live.reloadedAt >= UNHEARD_MS) await this.#reload(live);
    return live;
  }

  /** This process has changed places, and its transaction is committed. */
  changed(performanceId: number, rows: readonly PlaceRow[]): void {
    this.#performances.get(performanceId)?.then(({ snapshot }) => snapshot.apply(rows), ignore);
    this.announce(performanceId, rows);
  }

  /** The same of several performances. */
  changedAll(changes: PlaceChanges): void {
    for (const [performanceId, rows] of changes) this.changed(performanceId, rows);
  }

  /** Announces changes that this process has applied already. */
  announce(performanceId: number, rows: readonly PlaceRow[]): void {
    this.#announcer.announce(performanceId, rows);
  }

  /** Reads all places again, unless that was done a moment ago; answers whether it was done now. */
  async recheck(performanceId: number): Promise<boolean> {
    const live = await this.get(performanceId);
    if (performance.now() - live.reloadedAt < RECHECK_MS) return false;
    await this.#reload(live);
    return true;
  }

  /** Reads places again that turned out to be another purchase's. */
  async reread(performanceId: number, placeIds: readonly number[]): Promise<void> {
    if (await this.recheck(performanceId)) return;
    const { snapshot } = await this.get(performanceId);
    const before = snapshot.versionsOf(placeIds);
    this.wentBack(performanceId, snapshot.applyReading(await readPlaces(this.#db, performanceId, placeIds), before));
  }

  /** Of places that were read so many were older than what was known: whatever else was learnt of any place may be of no database any more. */
  wentBack(performanceId: number, places: number): void {
    if (places === 0) return;
    this.#watch.say('places-went-back', { performanceId, places });
    this.#reloadAll();
  }

  /**
   * Equal places for those of a choice that are gone, as far as this process knows; null when there are none, or when the
   * channel does not sell the performance. Locking them tells whether they are still free.
   */
  async equalPlaces(performanceId: number, channel: Channel, wanted: ReplacementRequest): Promise<Replacements | null> {
    const stock = await this.stocks.get(performanceId);
    if (!stock || stock.sale.obstacle(channel) !== null) return null;
    const { snapshot } = await this.get(performanceId);
    const found = equalPlaces(stock, snapshot.freeBits(), wanted);
    if (found !== null || !(await this.recheck(performanceId))) return found;
    return equalPlaces(stock, snapshot.freeBits(), wanted);
  }

  /** What is free, by sector, by the database's own count of a moment ago; for offers when a wish cannot be met. */
  freeBySector({ sale: { performanceId, sectors } }: Stock): Promise<readonly SectorCount[]> {
    const kept = this.#counts.get(performanceId);
    if (kept && performance.now() - kept.at < RECHECK_MS) return kept.counts;
    const counts = Promise.all(
      sectors.map(async ({ id, name, firstPlace, placeCount }) => ({
        sectorId: id,
        name,
        free: await countFree(this.#db, performanceId, firstPlace, firstPlace + placeCount),
      })),
    );
    this.#counts.set(performanceId, { at: performance.now(), counts });
    counts.catch(() => this.#counts.delete(performanceId));
    return counts;
  }

  /** Availability as buyers of a channel see it; a performance that it does not sell has nothing left. */
  async availability(performanceId: number, channel: Channel): Promise<Availability> {
    const stock = await this.stocks.get(performanceId);
    if (!stock) throw new Refusal('not_found');
    const isSold = stock.sale.obstacle(channel) === null;
    return availabilityOf(stock, isSold ? (await this.get(performanceId)).snapshot.freeBits() : null);
  }

  /** As it is kept, or loaded: also once it has moved to a hall with other places. */
  async #ofItsMap(performanceId: number): Promise<LivePerformance> {
    const kept = this.#performances.get(performanceId);
    if (!kept) return this.#load(performanceId);
    const [live, stock] = await Promise.all([kept, this.stocks.get(performanceId)]);
    if (!stock || (stock.sale.mapHash ?? undefined) === live.mapHash) return live;
    const now = this.#performances.get(performanceId);
    return now && now !== kept ? now : this.#load(performanceId);
  }

  #load(performanceId: number): Promise<LivePerformance> {
    this.#forgetEnded();
    const loading = this.#read(performanceId);
    this.#performances.set(performanceId, loading);
    loading.catch(() => this.#performances.delete(performanceId));
    return loading;
  }

  async #read(performanceId: number): Promise<LivePerformance> {
    // Who may sell to whom is asked before; places of what was sold are changed as long as counters sell, off the billboard, too.
    const stock = await this.payable(performanceId);
    if (stock.sale.hasEnded()) requireOnSale(stock, 'box_office');
    const { placeCount } = stock.venue.map;
    if ((await countPlaces(this.#db, performanceId)) < placeCount) await createPlaces(this.#db, performanceId, placeCount);
    const live = new LivePerformance(this.#announcer.self, stock);
    await this.#reload(live);
    return live;
  }

  #reload(live: LivePerformance): Promise<void> {
    live.reloading ??= this.#readAgain(live).finally(() => {
      live.reloading = undefined;
    });
    return live.reloading;
  }

  async #readAgain(live: LivePerformance): Promise<void> {
    await live.snapshot.reload(() => this.#readRange(live, { from: 0, to: live.snapshot.placeCount }));
    live.reloadedAt = performance.now();
  }

  /** Also measures the offset to the database's clock, because the clocks of two machines drift apart. */
  async #readRange({ performanceId, snapshot }: Checked, { from, to }: PlaceRange): Promise<readonly PlaceRow[]> {
    const readOffset = async () => {
      const databaseNow = await readClock(this.#db);
      snapshot.clockOffsetMs = databaseNow - performance.now();
    };
    const [rows] = await Promise.all([readTouchedPlaces(this.#db, performanceId, from, to), readOffset()]);
    return rows;
  }

  /** Answers the ones that could be read. */
  async #loaded(): Promise<LivePerformance[]> {
    const settled = await Promise.allSettled(this.#performances.values());
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  #hear({ from, performanceId, rows }: Announcement): void {
    if (rows === null) this.#reloadMissed(performanceId);
    else this.#performances.get(performanceId)?.then((live) => live.hear(from, rows), ignore);
  }

  #reloadAll(): void {
    for (const performanceId of this.#performances.keys()) this.#reloadMissed(performanceId);
  }

  /** Reads a performance again after missed changes; one that cannot be read is dropped, and loaded at the next request. */
  #reloadMissed(performanceId: number): void {
    this.#performances
      .get(performanceId)
      ?.then(async (live) => {
        if (live.hasEnded()) return this.#performances.delete(performanceId);
        // A reading in progress may have started before the missed change.
        await live.reloading?.catch(ignore);
        return this.#reload(live);
      })
      .catch(() => this.#performances.delete(performanceId));
  }

  #forgetEnded(): void {
    for (const [performanceId, live] of this.#performances)
      live.then(({ hasEnded }) => hasEnded() && this.#performances.delete(performanceId), ignore);
  }
}

const ignore = () => {};
