import type { Db } from '#db/connect';
import { randomId } from '#db/random-id';
import { notifyPlaces } from './queries.ts';
import type { PlaceRow } from './rows.ts';

export interface Announcement {
  readonly performanceId: number;
  /** Null when there was too much to say: everything has to be read again. */
  readonly rows: readonly PlaceRow[] | null;
}

interface Ears {
  readonly heard: (announcement: Announcement) => void;
  /** Something may have been missed. */
  readonly lost: () => void;
}

const EVERY_MS = 50;
/** PostgreSQL takes 8,000 bytes. */
const MOST_BYTES = 7500;

/** Processes tell each other what has changed, after the commit and a few times a second at most (design §5.4). */
export class Announcer {
  readonly #db: Db;
  readonly #ears: Ears;
  readonly #self = randomId();
  #pending = new Map<number, PlaceRow[]>();
  #timer: NodeJS.Timeout | undefined;
  #listening: { unlisten: () => Promise<void> } | undefined;
  #alone = true;

  constructor(db: Db, ears: Ears) {
    this.#db = db;
    this.#ears = ears;
  }

  async listen(): Promise<void> {
    this.#alone = false;
    let connected = false;
    this.#listening = await this.#db.listen(
      'places',
      (payload) => this.#hear(payload),
      () => {
        if (connected) this.#ears.lost();
        connected = true;
      },
    );
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#listening?.unlisten();
  }

  say(performanceId: number, rows: readonly PlaceRow[]): void {
    if (this.#alone || rows.length === 0) return;
    const pending = this.#pending.get(performanceId);
    if (pending) pending.push(...rows);
    else this.#pending.set(performanceId, [...rows]);
    this.#timer ??= setTimeout(() => void this.#flush(), EVERY_MS);
  }

  async #flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    this.#timer = undefined;
    for (const [performanceId, rows] of pending) {
      const text = JSON.stringify([
        this.#self,
        performanceId,
        rows.map(({ placeId, state, heldUntilMs, purchaseId }) => [placeId, state, heldUntilMs, purchaseId]),
      ]);
      const short = text.length <= MOST_BYTES ? text : JSON.stringify([this.#self, performanceId, null]);
      // A message that does not get through is made up for when the listeners' connection comes back.
      await notifyPlaces(this.#db, short).catch(() => {});
    }
  }

  #hear(payload: string): void {
    const [from, performanceId, rows] = JSON.parse(payload) as [
      string,
      number,
      [number, PlaceRow['state'], number | null, string | null][] | null,
    ];
    if (from === this.#self) return;
    this.#ears.heard({
      performanceId,
      rows: rows?.map(([placeId, state, heldUntilMs, purchaseId]) => ({ placeId, state, heldUntilMs, purchaseId })) ?? null,
    });
  }
}
