import { LRUCache } from 'lru-cache';

interface Entry<Value> {
  readonly value: Value;
  freshUntil: number;
  usableUntil: number;
}

export interface BoundedCacheOptions {
  readonly mostEntries: number;
  /** Entries younger than this are fresh; without it, all are. */
  readonly freshMs?: number;
  /** Older than fresh and younger than this: used while it is made anew; without it, none is. */
  readonly staleMs?: number;
  /** Milliseconds by a clock that is never set: otherwise one that is set back would keep everything for as long. */
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
  /** Counts how often the source changed: what was begun before is not kept. */
  #version = 0;

  constructor({
    mostEntries,
    freshMs = Number.POSITIVE_INFINITY,
    staleMs = freshMs,
    now = performance.now.bind(performance),
  }: BoundedCacheOptions) {
    this.#entries = new LRUCache({ max: mostEntries });
    this.#options = { freshMs, staleMs, now };
  }

  get(key: string, make: () => Promise<Value>, keep: (value: Value) => boolean = () => true): Value | Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry) {
      const now = this.#options.now();
      if (now < entry.freshUntil) return entry.value;
      if (now < entry.usableUntil) {
        this.#make(key, make, keep).catch(() => {});
        return entry.value;
      }
    }
    return this.#make(key, make, keep);
  }

  /** The value if it is there and fresh; makes and renews nothing. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.peek(key);
    return entry && this.#options.now() < entry.freshUntil ? entry.value : undefined;
  }

  /** Whether `get` answers at once. */
  has(key: string): boolean {
    const entry = this.#entries.peek(key);
    return entry !== undefined && this.#options.now() < entry.usableUntil;
  }

  clear() {
    this.#changed();
    this.#entries.clear();
  }

  /** The source changed: every entry is made anew when it is next requested, and used for at most `graceMs` meanwhile. */
  expire(graceMs: number) {
    this.#changed();
    const now = this.#options.now();
    for (const entry of this.#entries.values()) {
      entry.freshUntil = Math.min(entry.freshUntil, now);
      entry.usableUntil = Math.min(entry.usableUntil, now + graceMs);
    }
  }

  #changed() {
    this.#version++;
    this.#making.clear();
  }

  #make(key: string, make: () => Promise<Value>, keep: (value: Value) => boolean): Promise<Value> {
    const running = this.#making.get(key);
    if (running) return running;
    const version = this.#version;
    const { now, freshMs, staleMs } = this.#options;
    const madeAt = now();
    const made = make()
      .then((value) => {
        if (version !== this.#version) return value;
        if (keep(value)) this.#entries.set(key, { value, freshUntil: madeAt + freshMs, usableUntil: madeAt + staleMs });
        else this.#entries.delete(key);
        return value;
      })
      .finally(() => {
        if (this.#making.get(key) === made) this.#making.delete(key);
      });
    this.#making.set(key, made);
    return made;
  }
}
