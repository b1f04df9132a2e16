import type { Db } from '#db/connect';
import { PerformancePlaces } from '../claim/performance-places.ts';
import { countPlaces, openPlaces, readClockMs, readTakenPlaces } from '../claim/queries-places.ts';
import type { PlaceRow, Terms } from '../rows.ts';
import { Snapshot } from './snapshot.ts';
import type { Stock } from './stock.ts';

/** Selling one performance: its claims, and what this process believes of its places. */
export interface Engine {
  readonly places: PerformancePlaces;
  /** Nothing is sold from then on. */
  readonly hasBegun: () => boolean;
  /** When all of it was read last, by this process's clock. */
  readonly reloadedAt: number;
}

interface KeptEngine extends Engine {
  reloadedAt: number;
  /** Under way; whoever needs one meanwhile waits for the same. */
  reload: Promise<void> | undefined;
}

interface EnginesOptions {
  readonly db: Db;
  readonly terms: Terms;
  /** Throws its refusal. */
  readonly onSale: (performanceId: number) => Promise<Stock>;
  /** Hears of places that were claimed here. */
  readonly claimed: (performanceId: number, rows: readonly PlaceRow[]) => void;
}

/** The performances that this process sells, each opened when it is first asked for and let go of after it has begun. */
export class Engines {
  readonly #options: EnginesOptions;
  readonly #engines = new Map<number, Promise<KeptEngine>>();

  constructor(options: EnginesOptions) {
    this.#options = options;
  }

  get(performanceId: number): Promise<Engine> {
    const known = this.#engines.get(performanceId);
    if (known) return known;
    this.#forgetBegun();
    const engine = this.#open(performanceId);
    this.#engines.set(performanceId, engine);
    engine.catch(() => this.#engines.delete(performanceId));
    return engine;
  }

  /** Learns what places have become; a performance that is not open, or could not be opened, has nobody to tell. */
  apply(performanceId: number, rows: readonly PlaceRow[]): void {
    this.#engines.get(performanceId)?.then(({ places }) => places.snapshot.apply(rows), ignore);
  }

  /** Reads all of its places again. */
  async reload(performanceId: number): Promise<void> {
    const engine = await this.#engines.get(performanceId);
    if (engine) await this.#reload(performanceId, engine);
  }

  /** Reads again after something was missed; what cannot be read now is forgotten, and opened anew by the next who asks. */
  catchUp(performanceId: number): void {
    this.#engines
      .get(performanceId)
      ?.then(async (engine) => {
        if (engine.hasBegun()) return this.#engines.delete(performanceId);
        // One that is under way may have read before what was missed.
        await engine.reload?.catch(ignore);
        return this.#reload(performanceId, engine);
      })
      .catch(() => this.#engines.delete(performanceId));
  }

  catchUpAll(): void {
    for (const performanceId of this.#engines.keys()) this.catchUp(performanceId);
  }

  #forgetBegun(): void {
    for (const [performanceId, engine] of this.#engines)
      engine.then(({ hasBegun }) => hasBegun() && this.#engines.delete(performanceId), ignore);
  }

  async #open(performanceId: number): Promise<KeptEngine> {
    const { db, terms, onSale, claimed } = this.#options;
    const { venue, sale } = await onSale(performanceId);
    const { placeCount } = venue.map;
    if ((await countPlaces(db, performanceId)) < placeCount) await openPlaces(db, performanceId, placeCount);
    const snapshot = new Snapshot(placeCount);
    const changed = (rows: readonly PlaceRow[]) => {
      snapshot.apply(rows);
      claimed(performanceId, rows);
    };
    const engine: KeptEngine = {
      places: new PerformancePlaces(db, performanceId, terms, snapshot, changed),
      hasBegun: sale.hasBegun,
      reloadedAt: 0,
      reload: undefined,
    };
    await this.#reload(performanceId, engine);
    return engine;
  }

  #reload(performanceId: number, engine: KeptEngine): Promise<void> {
    engine.reload ??= this.#readAgain(performanceId, engine).finally(() => {
      engine.reload = undefined;
    });
    return engine.reload;
  }

  async #readAgain(performanceId: number, engine: KeptEngine): Promise<void> {
    const { db } = this.#options;
    const { snapshot } = engine.places;
    await snapshot.reload(async () => {
      const [rows, databaseNow] = await Promise.all([readTakenPlaces(db, performanceId), readClockMs(db)]);
      snapshot.clockOffsetMs = databaseNow - Date.now();
      return rows;
    });
    engine.reloadedAt = Date.now();
  }
}

const ignore = () => {};
