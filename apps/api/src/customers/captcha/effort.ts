import { LRUCache } from 'lru-cache';
import { isOwnMachine, networkOf } from '#http/network';

/** Challenges of ten minutes that cost a network no more than usual: a family, or an office where some log in and pay. */
const FREE = 30;
/** Every so many further challenges cost twice as much each. */
const STEP = 15;
/** Some five seconds on a phone, in a worker while a form is filled in. */
const MOST = 16;
const WINDOW_MS = 10 * 60_000;
const MOST_NETWORKS = 50_000;

/** By how much the work of a challenge grows after a network has asked for so many. */
export const effortAfter = (asked: number): number => (asked < FREE ? 1 : Math.min(MOST, 2 ** (1 + Math.floor((asked - FREE) / STEP))));

/**
 * How many challenges each network asked for of late, counted in the memory of this process: challenges are asked for before anything is
 * known of a visitor, and a lost count only makes them as cheap as they are for others. A count runs out evenly in ten minutes.
 */
export class Effort {
  readonly #asked = new LRUCache<string, { readonly count: number; readonly at: number }>({ max: MOST_NETWORKS });

  /** Counts a challenge for this address; answers by how much its work grows. */
  ask(ip: string, now = performance.now()): number {
    if (isOwnMachine(ip)) return 1;
    const network = networkOf(ip);
    const before = this.#asked.get(network);
    const count = before ? before.count * Math.max(0, 1 - (now - before.at) / WINDOW_MS) : 0;
    this.#asked.set(network, { count: count + 1, at: now });
    return effortAfter(Math.floor(count));
  }
}
