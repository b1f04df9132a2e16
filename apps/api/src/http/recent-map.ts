/** Longer ones are not typed by people, and would let a stranger fill the memory. */
const LONGEST_KEY = 300;

/** Remembers what was made for the keys of late; when it is full it starts over, which is cheap where making is. */
export class RecentMap<Value> {
  readonly #most: number;
  readonly #entries = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => Value): Value {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (key.length > LONGEST_KEY) return made;
    if (this.#entries.size >= this.#most) this.#entries.clear();
    this.#entries.set(key, made);
    return made;
  }
}
