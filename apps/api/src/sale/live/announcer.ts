import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/connect';
import { randomId } from '#db/random-id';
import { notifyPlaces } from '../claim/queries-places.ts';
import type { PlaceRow } from '../rows.ts';
import { Neighbours, SILENT_MS } from './neighbours.ts';

export interface Announcement {
  readonly performanceId: number;
  /** Null when there was too much to say: everything has to be read again. */
  readonly rows: readonly PlaceRow[] | null;
}

interface Ears {
  readonly heard: (announcement: Announcement) => void;
  /** Something was missed, or may have been. */
  readonly lost: () => void;
}

type WireRow = readonly [placeId: number, state: PlaceRow['state'], heldUntilMs: number | null, purchaseId: string | null];
/** Who says it, the number of the change (or of the last one), and the change. Null says goodbye; 0 is a script that counts nothing. */
type Message = readonly [from: string, number: number | null, performanceId?: number, rows?: readonly WireRow[] | null];

const EVERY_MS = 50;
const BEAT_MS = 500;
/** PostgreSQL takes 8,000 bytes. */
const MOST_BYTES = 7500;
const CLOSE_WITHIN_MS = 1000;

/**
 * Processes tell each other what has changed, after the commit and a few times a second at most (design §5.4). Changes are
 * numbered and heartbeats repeat the last number, so whatever does not arrive is noticed.
 */
export class Announcer {
  readonly #db: Db;
  readonly #ears: Ears;
  readonly #self = randomId();
  readonly #neighbours = new Neighbours();
  #pending = new Map<number, PlaceRow[]>();
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #listening: { unlisten: () => Promise<void> } | undefined;
  #alone = true;
  #number = 0;
  #heardSelfAt = 0;
  /** Messages leave one by one, in the order of their numbers. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(db: Db, ears: Ears) {
    this.#db = db;
    this.#ears = ears;
  }

  /** Whether every change of a moment ago is known here: not while nothing is heard, nor after a neighbour fell silent. */
  get hearsAll(): boolean {
    return this.#alone || (Date.now() - this.#heardSelfAt <= SILENT_MS && !this.#neighbours.someMissing());
  }

  async listen(): Promise<void> {
    if (this.#listening) return;
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
    let beating = false;
    const beat = async () => {
      // A database that does not answer gets no heap of heartbeats.
      if (beating) return;
      beating = true;
      await this.#send(() => [this.#self, this.#number]);
      beating = false;
    };
    this.#beat = setInterval(() => void beat(), BEAT_MS).unref();
    await beat();
  }

  /** Says what is left to say, and that it was all. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    if (this.#alone) return;
    const goodbye = this.#flush().then(() => this.#send(() => [this.#self, null]));
    await Promise.race([goodbye, sleep(CLOSE_WITHIN_MS)]);
    await this.#listening?.unlisten();
    this.#alone = true;
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
      const said = rows.map(({ placeId, state, heldUntilMs, purchaseId }): WireRow => [placeId, state, heldUntilMs, purchaseId]);
      await this.#send(() => [this.#self, ++this.#number, performanceId, said]);
    }
  }

  /** What does not get through is missing in the numbers of the next one. */
  #send(message: () => Message): Promise<unknown> {
    this.#sending = this.#sending.then(() => notifyPlaces(this.#db, payloadOf(message()))).catch(() => {});
    return this.#sending;
  }

  #hear(payload: string): void {
    const [from, number, performanceId, rows] = JSON.parse(payload) as Message;
    if (from === this.#self) this.#heardSelfAt = Date.now();
    else if (number === null) this.#neighbours.leaves(from);
    else {
      const counts = number > 0 || performanceId === undefined;
      if (counts && this.#neighbours.hear(from, number, { beat: performanceId === undefined })) this.#ears.lost();
      if (performanceId !== undefined) this.#ears.heard({ performanceId, rows: rows?.map(rowOf) ?? null });
    }
  }
}

function payloadOf([from, number, performanceId, rows]: Message): string {
  const text = JSON.stringify(performanceId === undefined ? [from, number] : [from, number, performanceId, rows]);
  return text.length <= MOST_BYTES ? text : JSON.stringify([from, number, performanceId, null]);
}

const rowOf = ([placeId, state, heldUntilMs, purchaseId]: WireRow): PlaceRow => ({ placeId, state, heldUntilMs, purchaseId });
