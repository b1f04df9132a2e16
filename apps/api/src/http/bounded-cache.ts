import { LRUCache } from 'lru-cache';

interface Entry<Value> {
  readonly value: Value;
  readonly madeAt: number;
}

export interface BoundedCacheOptions {
  readonly mostEntries: number;
  /** Entries younger than this are fresh; without it, all are. */
  readonly freshMs?: number;
  /** Older than fresh and younger than this: used while it is made anew; without it, none is. */
  readonly staleMs?: number;
  readonly now?: () => number;
}

/**
 * Keeps the most recently used results. A key that is requested many times at once is made once; a stale result is served while
 * the next one is made, so that no request waits for a renewal.
 */
export class BoundedCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #making = new Map<string, Promise<Value>>();
  readonly #options: Required<Omit<BoundedCacheOptions, 'mostEntries'>>;

  constructor({ mostEntries, freshMs = Number.POSITIVE_INFINITY, staleMs = freshMs, now = Date.now }: BoundedCacheOptions) {
    this.#entries = new LRUCache({ max: mostEntries });
    this.#options = { freshMs, staleMs, now };
  }

  get(key: string, make: () => Promise<Value>, keep: (value: Value) => boolean = () => true): Value | Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry) {
      const age = this.#options.now() - entry.madeAt;
      if (age < this.#options.freshMs) return entry.value;
      if (age < this.#options.staleMs) {
        this.#make(key, make, keep).catch(() => {});
        return entry.value;
      }
    }
    return this.#make(key, make, keep);
  }

  /** The value if it is there and fresh; makes and renews nothing. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.peek(key);
    return entry && this.#options.now() - entry.madeAt < this.#options.freshMs ? entry.value : undefined;
  }

  /** Whether `get` answers at once. */
  has(key: string): boolean {
    const entry = this.#entries.peek(key);
    return entry !== undefined && this.#options.now() - entry.madeAt < this.#options.staleMs;
  }

  clear() {
    this.#entries.clear();
  }

  #make(key: string, make: () => Promise<Value>, keep: (value: Value) => boolean): Promise<Value> {
    const running = this.#making.get(key);
    if (running) return running;
    const madeAt = this.#options.now();
    const made = make()
      .then((value) => {
        if (keep(value)) this.#entries.set(key, { value, madeAt });
        else this.#entries.delete(key);
        return value;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }
}
