import { add, bitSet } from '@butaca/venue-map/bits';
import type { PlaceRow } from '../queries-places.ts';

const FREE = 0;
const HELD = 1;
const GONE = 2;

/** The known state of one place. */
export interface KnownState {
  readonly version: number;
  readonly state: number;
  readonly heldUntilMs: number;
  readonly purchaseId: string | null;
}

/** The driver's numbers are rounded to less than this. */
const SAME_MS = 1;

/**
 * The last known places of a performance: used to pick and to show places, never to decide a claim. Of two
 * versions of a place the higher one counts, in whatever order they arrive. A place whose hold has expired counts as free.
 */
export class Snapshot {
  readonly placeCount: number;
  /** The database's clock minus this process's, which is `performance.now()`: that of its machine may be moved. In milliseconds. */
  clockOffsetMs = 0;
  readonly #version: Int32Array;
  readonly #state: Uint8Array;
  readonly #heldUntilMs: Float64Array;
  /** The purchase that holds or bought a place, by place. */
  readonly #owners = new Map<number, string>();
  readonly #meanwhile = new Set<PlaceRow[]>();

  constructor(placeCount: number) {
    this.placeCount = placeCount;
    this.#version = new Int32Array(placeCount);
    this.#state = new Uint8Array(placeCount);
    this.#heldUntilMs = new Float64Array(placeCount);
  }

  /** Replaces everything by a new reading; changes that arrive during the reading are kept when they are newer. */
  async reload(read: () => Promise<readonly PlaceRow[]>): Promise<void> {
    const meanwhile: PlaceRow[] = [];
    this.#meanwhile.add(meanwhile);
    const rows = await read().catch((error) => {
      this.#meanwhile.delete(meanwhile);
      throw error;
    });
    this.#meanwhile.delete(meanwhile);
    this.#version.fill(0);
    this.#state.fill(FREE);
    this.#heldUntilMs.fill(0);
    this.#owners.clear();
    this.apply([...rows, ...meanwhile]);
  }

  /** Applies changed rows, which may arrive in any order. A row of the same version is applied too: it may have been read again. */
  apply(rows: readonly PlaceRow[]) {
    for (const meanwhile of this.#meanwhile) meanwhile.push(...rows);
    for (const row of rows) if (row.version >= (this.#version[row.placeId] ?? 0)) this.correct(row);
  }

  /** The versions of places as they are known: a reading that begins now has these or higher ones. */
  versionsOf(placeIds: readonly number[]): ReadonlyMap<number, number> {
    return new Map(placeIds.map((placeId) => [placeId, this.#version[placeId] ?? 0]));
  }

  /**
   * Applies rows of a reading that began when these versions were known. Versions are learnt from commits alone, so a row that has a lower one
   * proves that the database went back, by a restore or to a primary that had not heard of the commit: it counts all the same. Answers how many
   * did.
   */
  applyReading(rows: readonly PlaceRow[], knownBefore: ReadonlyMap<number, number>): number {
    this.apply(rows);
    const back = rows.filter(({ placeId, version }) => version < (knownBefore.get(placeId) ?? 0));
    for (const row of back) this.correct(row);
    return back.length;
  }

  /** Applies a row of the database even if its version is lower than the known one. */
  correct({ placeId, version, state, heldUntilMs, purchaseId }: PlaceRow) {
    if (placeId >= this.placeCount) return;
    this.#version[placeId] = version;
    this.#state[placeId] = stateOf(state);
    this.#heldUntilMs[placeId] = heldUntilMs ?? 0;
    if (purchaseId === null) this.#owners.delete(placeId);
    else this.#owners.set(placeId, purchaseId);
  }

  knownState(placeId: number): KnownState {
    return {
      version: this.#version[placeId] ?? 0,
      state: this.#state[placeId] ?? FREE,
      heldUntilMs: this.#heldUntilMs[placeId] ?? 0,
      purchaseId: this.#owners.get(placeId) ?? null,
    };
  }

  /** Whether the known state of a place is unchanged since then. */
  isUnchanged(placeId: number, then: KnownState): boolean {
    const now = this.knownState(placeId);
    return (
      now.version === then.version && now.state === then.state && now.heldUntilMs === then.heldUntilMs && now.purchaseId === then.purchaseId
    );
  }

  /** Whether the snapshot of a place agrees with its row. */
  agreesWith({ placeId, version, state, heldUntilMs, purchaseId }: PlaceRow): boolean {
    return (
      this.#version[placeId] === version &&
      this.#state[placeId] === stateOf(state) &&
      Math.abs((this.#heldUntilMs[placeId] ?? 0) - (heldUntilMs ?? 0)) < SAME_MS &&
      (this.#owners.get(placeId) ?? null) === purchaseId
    );
  }

  /** Whether a place is known to be sold, or held by another purchase for longer. */
  isTakenFor(purchaseId: string, placeId: number, now = performance.now()): boolean {
    const state = this.#state[placeId];
    if (state === FREE || this.#owners.get(placeId) === purchaseId) return false;
    return state !== HELD || (this.#heldUntilMs[placeId] ?? 0) >= now + this.clockOffsetMs;
  }

  /** One bit per place, set when it can be taken. */
  freeBits(now = performance.now()): Uint32Array {
    const bits = bitSet(this.placeCount);
    const databaseNow = now + this.clockOffsetMs;
    for (let place = 0; place < this.placeCount; place++) {
      const state = this.#state[place];
      if (state === FREE || (state === HELD && (this.#heldUntilMs[place] ?? 0) < databaseNow)) add(bits, place);
    }
    return bits;
  }
}

const stateOf = (state: PlaceRow['state']) => (state === 'free' ? FREE : state === 'held' ? HELD : GONE);
