import { isOwnMachine, networkOf } from '#http/network';
import { recentlyUsed } from '#http/recently-used';

/** Challenges of ten minutes that cost a network no more than usual: a family, or an office where some log in and pay. */
const FREE = 30;
/** Every so many further challenges cost twice as much each. */
const STEP = 15;
/** Some five seconds on a phone, in a worker while a form is filled in. */
const MOST = 16;
/** A declined card counts as this many challenges: whoever tries out cards solves one for each, and it gets dearer from the second decline on. */
const OF_A_DECLINE = 16;
const WINDOW_MS = 10 * 60_000;
const MOST_NETWORKS = 50_000;

/** By how much the work of a challenge grows after a network has asked for so many. */
export const effortAfter = (asked: number): number => (asked < FREE ? 1 : Math.min(MOST, 2 ** (1 + Math.floor((asked - FREE) / STEP))));

/**
 * How many challenges each network asked for of late, and how many cards were declined to it, counted in the memory of this process: challenges are asked for before anything is
 * known of a visitor, and a lost count only makes them as cheap as they are for others. A count runs out evenly in ten minutes.
 */
export class Effort {
  readonly #asked = recentlyUsed<{ readonly count: number; readonly at: number }>(MOST_NETWORKS);

  /** Counts a challenge for this address; answers by how much its work grows. */
  ask(ip: string, now = performance.now()): number {
    return effortAfter(Math.floor(this.#add(ip, 1, now)));
  }

  /** Counts a card that was declined to this address. */
  declined(ip: string, now = performance.now()): void {
    this.#add(ip, OF_A_DECLINE, now);
  }

  /** Answers the count before. */
  #add(ip: string, challenges: number, now: number): number {
    if (isOwnMachine(ip)) return 0;
    const network = networkOf(ip);
    const before = this.#asked.get(network);
    const count = before ? before.count * Math.max(0, 1 - (now - before.at) / WINDOW_MS) : 0;
    this.#asked.set(network, { count: count + challenges, at: now });
    return count;
  }
}
