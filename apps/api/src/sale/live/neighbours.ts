/** Heartbeats come twice a second; one that is this late was lost. */
export const SILENT_MS = 1250;
/** Longer than any statement of ours takes: a process that was silent for so long has changed nothing either. */
const GONE_MS = 15_000;

interface Neighbour {
  /** The number of the last change that was received. */
  readonly last: number;
  readonly heardAt: number;
}

/** The other processes that announce changes, and whether all their messages have arrived. */
export class Neighbours {
  readonly #known = new Map<string, Neighbour>();

  /** Their change of this number, or with `beat` only the number of their last; answers whether some before it were missed. */
  hear(name: string, number: number, { beat }: { beat: boolean }, now = performance.now()): boolean {
    const before = this.#known.get(name);
    this.#known.set(name, { last: number, heardAt: now });
    return before !== undefined && number !== before.last + (beat ? 0 : 1);
  }

  /** It left after announcing all its changes. */
  leaves(name: string) {
    this.#known.delete(name);
  }

  /** Whether a process fell silent recently: it may have made changes that it did not announce. */
  someMissing(now = performance.now()): boolean {
    for (const [name, { heardAt }] of this.#known) if (now - heardAt > GONE_MS) this.#known.delete(name);
    return [...this.#known.values()].some(({ heardAt }) => now - heardAt > SILENT_MS);
  }
}
