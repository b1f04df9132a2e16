import { Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import { equalPlaces, type Replacements, type Wanted } from '../choose/equal-places.ts';
import type { Claimed, Wish } from '../claim/performance-places.ts';
import { findAnswered } from '../claim/queries-claim.ts';
import { countFree, readPlaces } from '../claim/queries-places.ts';
import { cancelPurchase, releasePerformance, sweepLapsed } from '../claim/release-places.ts';
import { setPlaces, type WantedSet } from '../claim/set-places.ts';
import { patiently } from '../open-purchase.ts';
import type { PlaceRow, Stage, Terms } from '../rows.ts';
import { type Announcement, Announcer } from './announcer.ts';
import { type Availability, availabilityOf } from './availability.ts';
import { type Engine, Engines } from './engines.ts';
import { type Stock, Stocks } from './stock.ts';

export interface InventoryOptions {
  readonly db: Db;
  readonly terms: Terms;
}

/** The database is asked again at most this often when the snapshot says there is nothing left. */
const RECHECK_MS = 500;
/** How old the snapshot may get while other processes may have changed something unheard; with what is kept of it, 2 s (design §5.4). */
const UNHEARD_MS = 1000;

interface SectorCount {
  readonly sectorId: number;
  readonly name: string;
  readonly free: number;
}

/** The places of every performance that this process sells. */
export class Inventory {
  readonly terms: Terms;
  readonly stocks: Stocks;
  readonly #db: Db;
  readonly #engines: Engines;
  /** When everybody is too late at the same moment, the database counts once. */
  readonly #counts = new Map<number, { readonly at: number; readonly counts: Promise<readonly SectorCount[]> }>();
  readonly #announcer: Announcer;

  constructor({ db, terms }: InventoryOptions) {
    this.#db = db;
    this.terms = terms;
    this.stocks = new Stocks(db);
    this.#announcer = new Announcer(db, { heard: (announcement) => this.#hear(announcement), lost: () => this.#engines.catchUpAll() });
    this.#engines = new Engines({
      db,
      terms,
      onSale: (performanceId) => this.onSale(performanceId),
      claimed: (performanceId, rows) => this.#announcer.say(performanceId, rows),
    });
  }

  async listen(): Promise<void> {
    await this.#announcer.listen();
  }

  async close(): Promise<void> {
    await this.#announcer.close();
  }

  /** The stock of a performance that is on sale just now. */
  async onSale(performanceId: number): Promise<Stock> {
    const stock = await this.stocks.get(performanceId);
    if (!stock) throw new Refusal('not_found');
    if (!isOnSale(stock)) throw new Refusal('not_on_sale');
    return stock;
  }

  /** Null when a choice found too little, and the database agreed that there is too little. */
  async claim(performanceId: number, wish: Wish, departed: () => boolean): Promise<Claimed | null> {
    const engine = await this.#engine(performanceId);
    const claimed = await engine.places.claim(wish, departed);
    // A click that is repeated after the rest was sold still gets its first answer.
    const answered = claimed === null ? await findAnswered(this.#db, wish) : null;
    if (answered !== null) return { placeIds: answered, contiguous: true };
    if (claimed !== null || Date.now() - engine.reloadedAt < RECHECK_MS) return claimed;
    await this.#engines.reload(performanceId);
    return engine.places.claim(wish, departed);
  }

  /** Makes a purchase's places of one performance exactly these, or changes nothing. */
  async set(wanted: WantedSet): Promise<void> {
    const closed = await this.onSale(wanted.performanceId).then(
      () => null,
      (refusal: unknown) => refusal,
    );
    // Nothing is added to what is not on sale; what is held can be given back.
    const mayAdd = () => {
      if (closed !== null) throw closed;
    };
    if (closed === null) await this.#engine(wanted.performanceId);
    this.changed(wanted.performanceId, await patiently(this.#db, (tx) => setPlaces(tx, wanted, { ...this.terms, mayAdd })));
  }

  async release(wanted: { purchaseId: string; customerId: string; performanceId: number }): Promise<void> {
    this.changed(wanted.performanceId, await patiently(this.#db, (tx) => releasePerformance(tx, wanted)));
  }

  /** Answers the stage in which the purchase is now. */
  async cancel(purchaseId: string): Promise<Stage> {
    const { stage, freed } = await patiently(this.#db, (tx) => cancelPurchase(tx, purchaseId));
    for (const [performanceId, rows] of freed) this.changed(performanceId, rows);
    return stage;
  }

  sweep(): Promise<{ purchases: number; places: number }> {
    return sweepLapsed(this.#db, this.terms, (performanceId, rows) => this.changed(performanceId, rows));
  }

  /**
   * Equal places for those of a choice that are gone, as far as this process knows; null when there are none, or when the
   * performance is not on sale. Whoever holds them finds out whether they are still free.
   */
  async equalPlaces(performanceId: number, wanted: Wanted): Promise<Replacements | null> {
    const stock = await this.stocks.get(performanceId);
    if (!stock || !isOnSale(stock)) return null;
    const engine = await this.#engine(performanceId);
    const { snapshot } = engine.places;
    const found = equalPlaces(stock, snapshot.freeBits(), wanted);
    if (found !== null || Date.now() - engine.reloadedAt < RECHECK_MS) return found;
    await this.#engines.reload(performanceId);
    return equalPlaces(stock, snapshot.freeBits(), wanted);
  }

  /** Reads the truth when places turned out to be somebody else's: all of it, or theirs when all was read just now. */
  async lookAgain(performanceId: number, placeIds: readonly number[]): Promise<void> {
    const engine = await this.#engine(performanceId);
    if (Date.now() - engine.reloadedAt >= RECHECK_MS) await this.#engines.reload(performanceId);
    else engine.places.snapshot.apply(await readPlaces(this.#db, performanceId, placeIds));
  }

  /** What of it is free, by sector, by the database's own count of a moment ago; for offers when a wish cannot be met. */
  freeBySector(stock: Stock): Promise<readonly SectorCount[]> {
    const { performanceId } = stock.sale;
    const kept = this.#counts.get(performanceId);
    if (kept && Date.now() - kept.at < RECHECK_MS) return kept.counts;
    const counts = this.#countSectors(stock);
    this.#counts.set(performanceId, { at: Date.now(), counts });
    counts.catch(() => this.#counts.delete(performanceId));
    return counts;
  }

  #countSectors({ sale: { performanceId, sectors } }: Stock): Promise<SectorCount[]> {
    return Promise.all(
      sectors.map(async ({ id, name, firstPlace, placeCount }) => ({
        sectorId: id,
        name,
        free: await countFree(this.#db, performanceId, firstPlace, firstPlace + placeCount),
      })),
    );
  }

  /** Hears of changes that were made outside the claims: by this process after its commit, and by others. */
  changed(performanceId: number, rows: readonly PlaceRow[]): void {
    this.#engines.apply(performanceId, rows);
    this.#announcer.say(performanceId, rows);
  }

  async availability(performanceId: number): Promise<Availability> {
    const stock = await this.stocks.get(performanceId);
    if (!stock) throw new Refusal('not_found');
    return availabilityOf(stock, isOnSale(stock) ? (await this.#engine(performanceId)).places.snapshot.freeBits() : null);
  }

  async #engine(performanceId: number): Promise<Engine> {
    const engine = await this.#engines.get(performanceId);
    if (!this.#announcer.hearsAll && Date.now() - engine.reloadedAt >= UNHEARD_MS) await this.#engines.reload(performanceId);
    return engine;
  }

  #hear({ performanceId, rows }: Announcement): void {
    if (rows === null) this.#engines.catchUp(performanceId);
    else this.#engines.apply(performanceId, rows);
  }
}

const isOnSale = ({ sale }: Stock) => sale.state === 'on_sale' && !sale.hasBegun();
