import type { PlaceRow } from '../queries-places.ts';

const FREE = 0;
const HELD = 1;
const GONE = 2;

/**
 * What this process believes of a performance's places: good for choosing and for showing, never for deciding. A held
 * place whose time is over counts as free without anybody saying so.
 */
export class Snapshot {
  readonly placeCount: number;
  /** The database's clock minus this process's, in milliseconds. */
  clockOffsetMs = 0;
  readonly #state: Uint8Array;
  readonly #heldUntilMs: Float64Array;
  /** The purchase that has a place, by place. */
  readonly #owners = new Map<number, string>();
  readonly #meanwhile = new Set<PlaceRow[]>();

  constructor(placeCount: number) {
    this.placeCount = placeCount;
    this.#state = new Uint8Array(placeCount);
    this.#heldUntilMs = new Float64Array(placeCount);
  }

  /** Reads everything again; what is learnt meanwhile is learnt once more on top of what was read. */
  async reload(read: () => Promise<readonly PlaceRow[]>): Promise<void> {
    const meanwhile: PlaceRow[] = [];
    this.#meanwhile.add(meanwhile);
    const rows = await read().catch((error) => {
      this.#meanwhile.delete(meanwhile);
      throw error;
    });
    this.#meanwhile.delete(meanwhile);
    this.#state.fill(FREE);
    this.#owners.clear();
    this.apply([...rows, ...meanwhile]);
  }

  apply(rows: readonly PlaceRow[]) {
    for (const meanwhile of this.#meanwhile) meanwhile.push(...rows);
    for (const { placeId, state, heldUntilMs, purchaseId } of rows) {
      if (placeId >= this.placeCount) continue;
      this.#state[placeId] = state === 'free' ? FREE : state === 'held' ? HELD : GONE;
      this.#heldUntilMs[placeId] = heldUntilMs ?? 0;
      if (purchaseId === null) this.#owners.delete(placeId);
      else this.#owners.set(placeId, purchaseId);
    }
  }

  /** Whether a place is known to be sold, or held by another purchase for longer. */
  isTakenFor(purchaseId: string, placeId: number, now = Date.now()): boolean {
    const state = this.#state[placeId];
    if (state === FREE || this.#owners.get(placeId) === purchaseId) return false;
    return state !== HELD || (this.#heldUntilMs[placeId] ?? 0) >= now + this.clockOffsetMs;
  }

  /** One bit per place, set when it can be taken; bit i of word i >>> 5. */
  freeBits(now = Date.now()): Uint32Array {
    const bits = new Uint32Array((this.placeCount + 31) >>> 5);
    const databaseNow = now + this.clockOffsetMs;
    for (let place = 0; place < this.placeCount; place++) {
      const state = this.#state[place];
      if (state === FREE || (state === HELD && (this.#heldUntilMs[place] ?? 0) < databaseNow)) {
        bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
      }
    }
    return bits;
  }
}
