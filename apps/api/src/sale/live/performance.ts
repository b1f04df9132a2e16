import { type Share, shareOf } from '../choose/share.ts';
import type { PlaceRow } from '../queries-places.ts';
import { Snapshot } from './snapshot.ts';
import type { Stock } from './stock.ts';

/** How long another process counts as selling this performance after its last announced hold. */
const SELLER_MS = 3000;

/** What this process knows of a performance on sale. Only reads: claims are decided in the database. */
export class LivePerformance {
  readonly performanceId: number;
  readonly mapHash: string | undefined;
  readonly snapshot: Snapshot;
  readonly hasEnded: () => boolean;
  /** When all of it was read last, by `performance.now()`. */
  reloadedAt = Number.NEGATIVE_INFINITY;
  /** The reading under way, shared by all who need one. */
  reloading: Promise<void> | undefined;
  readonly #self: string;
  readonly #stock: Stock;
  /** Other processes that hold places of it, with the time of the last message about it. */
  readonly #sellers = new Map<string, number>();
  #share: { readonly key: string; readonly places: Uint32Array } | undefined;

  constructor(self: string, stock: Stock) {
    this.#self = self;
    this.#stock = stock;
    this.performanceId = stock.sale.performanceId;
    this.mapHash = stock.sale.mapHash ?? undefined;
    this.snapshot = new Snapshot(stock.venue.map.placeCount);
    this.hasEnded = stock.sale.hasEnded;
  }

  /** Another process has announced changes. */
  hear(from: string, rows: readonly PlaceRow[], now = performance.now()): void {
    this.snapshot.apply(rows);
    if (rows.some(({ state }) => state === 'held')) this.#sellers.set(from, now);
  }

  /** The places that this process looks at first, as bits; null while no other process holds any of this performance. */
  ownShare(now = performance.now()): Uint32Array | null {
    for (const [seller, at] of this.#sellers) if (now - at > SELLER_MS) this.#sellers.delete(seller);
    if (this.#sellers.size === 0) return null;
    const all = [this.#self, ...this.#sellers.keys()].sort();
    const share: Share = { index: all.indexOf(this.#self), of: all.length };
    const key = `${share.index}/${share.of}`;
    if (this.#share?.key !== key) this.#share = { key, places: shareOf(this.#stock.venue.seating, share) };
    return this.#share.places;
  }
}
