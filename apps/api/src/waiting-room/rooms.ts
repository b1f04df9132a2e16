import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { momentText } from '@butaca/brand/dates';
import { Refusal } from '@butaca/contract';
import type { Phase, QueueDocument } from '@butaca/fair-queue';
import type { Db } from '#db/connect';
import { type KeptBody, keepBody } from '#http/kept-body';
import type { Watch } from '#watch/watch';
import { Arrivals } from './arrivals.ts';
import { QueueSigner } from './numbers.ts';
import { findRooms, type RoomRow } from './queries.ts';
import { ServedPace } from './served-pace.ts';
import { type LaneTable, noCounts, type QueueStore } from './store.ts';

/** A room as this process last saw it. */
export interface Room {
  readonly row: RoomRow;
  readonly lanes: LaneTable;
  readonly document: QueueDocument;
  /** The document as it is sent. */
  readonly body: KeptBody;
}

export interface WaitingRoomsOptions {
  readonly db: Db;
  readonly store: QueueStore;
  readonly secret: string;
  readonly watch: Watch;
  /** That dates in titles are written in. */
  readonly dateLanguage: string;
}

/** A turned knob is seen everywhere after this long. */
const EVERY_MS = 1000;
/** Minutes of waiting and seconds until the next question: more than half of a crowd is far away and asks seldom. */
export const ASK_AGAIN = [
  [0.5, 2],
  [2, 5],
  [10, 12],
  [null, 30],
] as const;
const DOCUMENT_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=1, s-maxage=2, stale-while-revalidate=10, stale-if-error=300',
  // Read by pages of every host of the brand, without credentials.
  'access-control-allow-origin': '*',
};
const BROTLI_STRENGTH = 6;
/** Clocks of two machines, and a claim that was under way. */
const PASS_LEEWAY_MS = 5000;

/** What a pass allows beyond taking places at all. */
export interface PassTerms {
  /** Null: as many as the show allows each customer. */
  readonly mostPlaces: number | null;
  readonly accessibleOnly: boolean;
  /** When the buyer joined: nothing costs more than then; null where they came without waiting. */
  readonly promisedAtMs: number | null;
}

/**
 * The waiting rooms as this process knows them: read once a second, so that nothing that a visitor asks for reads any store. While it
 * cannot be read the last state holds: passes are checked by their signatures, and no more people are called.
 */
export class WaitingRooms {
  readonly signer: QueueSigner;
  readonly store: QueueStore;
  readonly db: Db;
  readonly arrivals = new Arrivals();
  readonly #watch: Watch;
  readonly #dateLanguage: string;
  #rooms: ReadonlyMap<number, Room> = new Map();
  /** The database's clock less this process's monotonic one. */
  #clockOffsetMs = Date.now() - performance.now();
  readonly #paces = new Map<string, ServedPace>();
  #stop: AbortController | undefined;

  constructor({ db, store, secret, watch, dateLanguage }: WaitingRoomsOptions) {
    this.db = db;
    this.store = store;
    this.signer = new QueueSigner(secret);
    this.#watch = watch;
    this.#dateLanguage = dateLanguage;
  }

  /** Reads the rooms, and goes on reading them until `close`. The first reading must succeed: a gate that knows no rooms would be open. */
  async start(): Promise<void> {
    await this.read();
    const stop = new AbortController();
    this.#stop = stop;
    void this.#keepReading(stop.signal);
  }

  close(): void {
    this.#stop?.abort();
  }

  /** Of failures in a row the first is told. */
  async #keepReading(signal: AbortSignal) {
    let isFailing = false;
    for (;;) {
      try {
        await sleep(EVERY_MS, undefined, { signal, ref: false });
      } catch {
        return;
      }
      try {
        await this.read();
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.#watch.say('waiting-rooms-unread', { error });
        isFailing = true;
      }
    }
  }

  /** The rooms as they are now. */
  async read(): Promise<void> {
    await this.arrivals.write(this.db);
    const rows = await findRooms(this.db);
    this.arrivals.follow(rows.flatMap(({ performanceId, phase }) => (phase === 'standby' ? [performanceId] : [])));
    const at = performance.now();
    if (rows[0]) this.#clockOffsetMs = rows[0].nowMs - at;
    const lanes = await this.store.lanes(rows.filter(({ phase }) => phase !== 'standby'));
    const rooms = await Promise.all(rows.map((row) => this.#roomOf(row, lanes.get(row.performanceId) ?? noCounts)));
    this.#rooms = new Map(rooms.map((room) => [room.row.performanceId, room]));
  }

  /** Epoch milliseconds by the database's clock. */
  now(): number {
    return performance.now() + this.#clockOffsetMs;
  }

  /** Undefined where there is no room, or one that only stands by. */
  get(performanceId: number): Room | undefined {
    const room = this.#rooms.get(performanceId);
    return room?.row.phase === 'standby' ? undefined : room;
  }

  all(): readonly Room[] {
    return [...this.#rooms.values()];
  }

  /** Performances whose pages ask for a turn. */
  queued(): readonly number[] {
    return this.all().flatMap(({ row: { performanceId, phase } }) => (isGated(phase) ? [performanceId] : []));
  }

  /** The gate in front of everything that takes places: throws `turn_needed` without a pass of this account; null where there is no room. */
  requirePass(
    performanceId: number,
    { customerId, pass: text }: { readonly customerId: string; readonly pass: string | undefined },
  ): PassTerms | null {
    const room = this.#rooms.get(performanceId);
    if (!room || !isGated(room.row.phase)) return null;
    const pass = this.signer.readPass(text, performanceId);
    const refuse = (obstacle: 'missing' | 'over' | 'other_account') => new Refusal('turn_needed', { performanceId, obstacle });
    if (!pass) throw refuse('missing');
    if (pass.epoch !== room.row.epoch || pass.expiresAt + PASS_LEEWAY_MS < this.now()) throw refuse('over');
    if (pass.holder !== this.holderOf(customerId)) throw refuse('other_account');
    return { mostPlaces: pass.mostPlaces === 0 ? null : pass.mostPlaces, accessibleOnly: pass.accessible, promisedAtMs: pass.promisedAt };
  }

  /** The room that lets nobody in without a turn just now; undefined without one. */
  gateOf(performanceId: number): RoomRow | undefined {
    const row = this.#rooms.get(performanceId)?.row;
    return row && isGated(row.phase) ? row : undefined;
  }

  holderOf(customerId: string): string {
    return this.signer.hashOf(`account ${customerId}`);
  }

  async #roomOf(row: RoomRow, lanes: LaneTable): Promise<Room> {
    const { performanceId } = row;
    const document = this.#documentOf(row, lanes);
    const before = this.#rooms.get(performanceId);
    // The clock alone does not make another document of it within its lifetime.
    if (before?.document.revision === document.revision && document.serverNow - before.document.serverNow < EVERY_MS / 2)
      return { ...before, row, lanes };
    const body = await keepBody(200, DOCUMENT_HEADERS, Buffer.from(JSON.stringify(document)), BROTLI_STRENGTH);
    return { row, lanes, document, body };
  }

  #documentOf(row: RoomRow, counts: LaneTable): QueueDocument {
    const { performanceId, epoch, seed, drawnPriority, drawnGeneral } = row;
    const drawn = seed === null ? null : { seed, counts: { priority: drawnPriority ?? 0, general: drawnGeneral ?? 0, late: 0 } };
    // The last lane has the positions that the draw gave to its numbers among all others.
    const late = { ...counts.late, issued: row.demoted.length === 0 ? 0 : (drawnGeneral ?? 0) };
    const lanes = { ...counts, late };
    const facts = {
      version: 1,
      performanceId,
      epoch,
      phase: row.phase === 'standby' ? 'closed' : row.phase,
      title: [row.showName, this.#dateOf(row), row.venueName].join(' · '),
      startsAt: row.startsAtMs,
      lanes,
      drawn,
      commitment: row.commitment,
      demoted: row.demoted,
      demotedNumbers: row.demoted.length === 0 ? 0 : row.suspectNumbers,
      perMinute: this.#paceOf(row, lanes),
      graceSeconds: row.graceSeconds,
      passMinutes: row.passMinutes,
      stock: row.stock,
      message: row.message,
      onePerAccount: row.onePerAccount,
      takesCodes: row.takesCodes,
      accessibleLane: row.accessibleLane,
      askAgain: ASK_AGAIN,
    } as const;
    const revision = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);
    return { ...facts, revision, serverNow: Math.round(row.nowMs) };
  }

  #dateOf({ performanceAtMs, timeZone }: RoomRow): string {
    return momentText(performanceAtMs, { language: this.#dateLanguage, timeZone }, { weekday: 'long', day: 'numeric', month: 'long' });
  }

  /** As it was measured; the configured one until then. */
  #paceOf({ performanceId, epoch, perMinute, phase }: RoomRow, lanes: LaneTable): number {
    const key = `${performanceId} ${epoch}`;
    const measured = this.#paces.getOrInsertComputed(key, () => new ServedPace()).add(lanes, letsIn(phase), performance.now());
    return letsIn(phase) || phase === 'pre' ? (measured ?? perMinute) : 0;
  }
}

/** Phases in which places are taken with a pass alone. */
export const isGated = (phase: Phase | 'standby'): boolean => phase !== 'standby' && phase !== 'closed';

/** Phases in which people are called and go in. */
export const letsIn = (phase: RoomRow['phase']): boolean => phase === 'active' || phase === 'draining';

/** Whether the proof of its draw is public. */
export const isProved = ({ phase, seed }: Pick<RoomRow, 'phase' | 'seed'>): boolean => !isGated(phase) && seed !== null;
