import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/connect';
import { randomId } from '#db/random-id';
import { notifyPlaces, type PlaceRow } from '../queries-places.ts';
import { Neighbours, SILENT_MS } from './neighbours.ts';

export interface Announcement {
  /** The process that changed something. */
  readonly from: string;
  readonly performanceId: number;
  /** Null when there are too many changes to list: the receiver reads everything again. */
  readonly rows: readonly PlaceRow[] | null;
}

interface Ears {
  readonly heard: (announcement: Announcement) => void;
  /** Changes may have been missed. */
  readonly lost: (reason: 'gap' | 'reconnected') => void;
  /** What was announced did not leave; the others notice it by the numbers. Told once, however long the database is away. */
  readonly notSent: (error: unknown) => void;
}

/** Places that have become the same, so that a purchase's id is sent once; each with its version at the same position. */
type WireGroup = readonly [
  state: PlaceRow['state'],
  heldUntilMs: number | null,
  purchaseId: string | null,
  placeIds: readonly number[],
  versions: readonly number[],
];
/** The sender, the number of the change (or of its last one), and the change. Null announces that the sender leaves; 0 comes from a script without numbers. */
type Message = readonly [from: string, number: number | null, performanceId?: number, groups?: readonly WireGroup[] | null];

const EVERY_MS = 50;
const BEAT_MS = 500;
/** PostgreSQL limits a message to 8,000 bytes: this many places with their frame stay below that. */
const MOST_BYTES = 7500;
const MOST_PLACES_IN_A_GROUP = 300;
/** With more changes than this, reading everything again is cheaper than listing them. */
const MOST_MESSAGES = 40;
const CLOSE_WITHIN_MS = 1000;

/**
 * Processes announce changed places to each other, after the commit and a few times a second at most (docs/sale.md#what-a-process-knows). Changes are
 * numbered and heartbeats repeat the last number, so a lost message is noticed.
 */
export class Announcer {
  readonly #db: Db;
  readonly #ears: Ears;
  /** This process's name among those that announce. */
  readonly self = randomId();
  readonly #neighbours = new Neighbours();
  #pending = new Map<number, PlaceRow[]>();
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #listening: { unlisten: () => Promise<void> } | undefined;
  #alone = true;
  #number = 0;
  /** Since a message did not leave, and until one does. */
  #isCutOff = false;
  #heardSelfAt = Number.NEGATIVE_INFINITY;
  /** Messages leave one by one, in the order of their numbers. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(db: Db, ears: Ears) {
    this.#db = db;
    this.#ears = ears;
  }

  /** Whether all recent changes are known here: not while no message arrives, nor after a neighbour fell silent. */
  get isUpToDate(): boolean {
    return this.#alone || (performance.now() - this.#heardSelfAt <= SILENT_MS && !this.#neighbours.someMissing());
  }

  async listen(): Promise<void> {
    if (this.#listening) return;
    this.#alone = false;
    let connected = false;
    this.#listening = await this.#db.listen(
      'places',
      (payload) => this.#hear(payload),
      () => {
        if (connected) this.#ears.lost('reconnected');
        connected = true;
      },
    );
    let beating = false;
    const beat = async () => {
      // While the database does not answer, heartbeats do not pile up.
      if (beating) return;
      beating = true;
      await this.#send(() => [[this.self, this.#number]]);
      beating = false;
    };
    this.#beat = setInterval(() => void beat(), BEAT_MS).unref();
    await beat();
  }

  /** Sends the remaining changes and a farewell, so that the others expect nothing more. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    if (this.#alone) return;
    const goodbye = this.#flush().then(() => this.#send(() => [[this.self, null]]));
    await Promise.race([goodbye, sleep(CLOSE_WITHIN_MS)]);
    await this.#listening?.unlisten();
    this.#alone = true;
  }

  announce(performanceId: number, rows: readonly PlaceRow[]): void {
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
      const parts = partsOf(rows);
      await this.#send(() => parts.map((groups): Message => [this.self, ++this.#number, performanceId, groups]));
    }
  }

  /** A lost message leaves a gap before the number of the next one. */
  #send(messages: () => readonly Message[]): Promise<unknown> {
    this.#sending = this.#sending
      .then(() =>
        notifyPlaces(
          this.#db,
          messages().map((message) => JSON.stringify(message)),
        ),
      )
      .then(
        () => {
          this.#isCutOff = false;
        },
        (error: unknown) => {
          if (!this.#isCutOff) this.#ears.notSent(error);
          this.#isCutOff = true;
        },
      );
    return this.#sending;
  }

  #hear(payload: string): void {
    const [from, number, performanceId, groups] = JSON.parse(payload) as Message;
    if (from === this.self) this.#heardSelfAt = performance.now();
    else if (number === null) this.#neighbours.leaves(from);
    else {
      const counts = number > 0 || performanceId === undefined;
      if (counts && this.#neighbours.hear(from, number, { beat: performanceId === undefined })) this.#ears.lost('gap');
      if (performanceId !== undefined) this.#ears.heard({ from, performanceId, rows: rowsIn(groups) });
    }
  }
}

/** Changes in groups, as many in a message as fit; a single "read everything again" when there are too many. */
function partsOf(rows: readonly PlaceRow[]): (readonly WireGroup[] | null)[] {
  const parts: WireGroup[][] = [[]];
  let bytes = 0;
  for (const group of groupsOf(rows)) {
    const length = JSON.stringify(group).length + 1;
    if (bytes + length > MOST_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(group);
    bytes += length;
  }
  return parts.length > MOST_MESSAGES ? [null] : parts;
}

/** The latest change of each place, in groups with the same new state. */
function groupsOf(rows: readonly PlaceRow[]): WireGroup[] {
  const latest = new Map<number, PlaceRow>();
  for (const row of rows) if (row.version >= (latest.get(row.placeId)?.version ?? 0)) latest.set(row.placeId, row);
  const same = Map.groupBy(latest.values(), ({ state, heldUntilMs, purchaseId }) => `${state} ${heldUntilMs} ${purchaseId}`);
  return [...same.values()].flatMap((all) => {
    const { state, heldUntilMs, purchaseId } = all[0] as PlaceRow;
    const groups: WireGroup[] = [];
    for (let from = 0; from < all.length; from += MOST_PLACES_IN_A_GROUP) {
      const some = all.slice(from, from + MOST_PLACES_IN_A_GROUP);
      groups.push([state, heldUntilMs, purchaseId, some.map(({ placeId }) => placeId), some.map(({ version }) => version)]);
    }
    return groups;
  });
}

/** Also null for announcements without versions, which an older release still sends while it is being replaced: they prove nothing. */
const rowsIn = (groups: readonly WireGroup[] | null | undefined): PlaceRow[] | null =>
  groups?.every(({ length }) => length === 5)
    ? groups.flatMap(([state, heldUntilMs, purchaseId, placeIds, versions]) =>
        placeIds.map((placeId, index) => ({ placeId, version: versions[index] as number, state, heldUntilMs, purchaseId })),
      )
    : null;
