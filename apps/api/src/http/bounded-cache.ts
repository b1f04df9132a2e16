interface Entry<Value> {
  readonly value: Value;
  readonly madeAt: number;
}

export interface BoundedCacheOptions {
  readonly mostEntries: number;
  /** Younger entries are used as they are; left out, for ever. */
  readonly freshMs?: number;
  /** Older than fresh and younger than this: used at once and made anew behind it; left out, none is. */
  readonly staleMs?: number;
  readonly now?: () => number;
}

/**
 * Keeps the most recently used results. However many ask for the same key at once, it is made once;
 * a result that is getting old is served while the next one is made, so nobody waits at its renewal.
 */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #making = new Map<string, Promise<Value>>();
  readonly #options: Required<BoundedCacheOptions>;

  constructor({ mostEntries, freshMs = Number.POSITIVE_INFINITY, staleMs = freshMs, now = Date.now }: BoundedCacheOptions) {
    this.#options = { mostEntries, freshMs, staleMs, now };
  }

  get(key: string, make: () => Promise<Value>, keep: (value: Value) => boolean = () => true): Value | Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry) {
      const age = this.#options.now() - entry.madeAt;
      if (age < this.#options.freshMs) return this.#touched(key, entry);
      if (age < this.#options.staleMs) {
        this.#make(key, make, keep).catch(() => {});
        return this.#touched(key, entry);
      }
    }
    return this.#make(key, make, keep);
  }

  /** What is there and fresh; neither makes nor renews anything. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && this.#options.now() - entry.madeAt < this.#options.freshMs ? entry.value : undefined;
  }

  clear() {
    this.#entries.clear();
  }

  #touched(key: string, entry: Entry<Value>): Value {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  #make(key: string, make: () => Promise<Value>, keep: (value: Value) => boolean): Promise<Value> {
    const running = this.#making.get(key);
    if (running) return running;
    const madeAt = this.#options.now();
    const made = make()
      .then((value) => {
        if (keep(value)) this.#store(key, { value, madeAt });
        else this.#entries.delete(key);
        return value;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  #store(key: string, entry: Entry<Value>) {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    while (this.#entries.size > this.#options.mostEntries) {
      const oldest = this.#entries.keys().next().value;
      if (oldest === undefined) break;
      this.#entries.delete(oldest);
    }
  }
}
