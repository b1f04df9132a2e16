import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Challenge, isSolved } from '@butaca/fair-queue';
import { recentlyUsed } from '#http/recently-used';

/** About 50 ms of a phone. */
export const LEAST_BITS = 13;
/** A minute of a fast machine. */
const MOST_BITS = 22;
/** A household or a small office joins at the least work. */
const USUAL_NUMBERS = 8;
const WINDOW_MS = 10 * 60_000;
const MOST_COUNTED = 100_000;
const CHALLENGE_SECONDS = 600;

/** What was asked for of late under one name, a network or a mail address, in windows of ten minutes. */
class RecentCounts {
  #now = recentlyUsed<number>(MOST_COUNTED);
  #before = recentlyUsed<number>(MOST_COUNTED);
  #since = performance.now();

  count(name: string): number {
    if (performance.now() - this.#since > WINDOW_MS) {
      this.#before = this.#now;
      this.#now = recentlyUsed<number>(MOST_COUNTED);
      this.#since = performance.now();
    }
    const count = (this.#now.get(name) ?? 0) + 1;
    this.#now.set(name, count);
    return count + (this.#before.get(name) ?? 0);
  }
}

/**
 * Work that a browser does for its number, which grows with the numbers that its network or its mail address got from this process of late:
 * double the numbers, double the work. The challenge is signed and spent by one number, so nothing is kept for it.
 */
export class Suspicion {
  readonly #key: string;
  readonly #counts = new RecentCounts();
  /** Solutions that came with a presale code. */
  readonly #guesses = recentlyUsed<true>(MOST_COUNTED);

  constructor(secret: string) {
    this.#key = secret;
  }

  /** Counts one number for these names; the bits that it costs. */
  bitsFor(names: readonly string[]): number {
    const most = Math.max(1, ...names.map((name) => this.#counts.count(name)));
    return Math.min(MOST_BITS, LEAST_BITS + Math.max(0, Math.ceil(Math.log2(most / USUAL_NUMBERS))));
  }

  /** Whether this solution has not brought a presale code to this process before. */
  mayGuess(solution: string): boolean {
    if (this.#guesses.has(solution)) return false;
    this.#guesses.set(solution, true);
    return true;
  }

  challenge(room: { readonly performanceId: number; readonly epoch: number }, bits: number, nowMs: number): Challenge {
    const body = [room.performanceId, room.epoch, Math.floor(nowMs / 1000), bits, randomBytes(9).toString('base64url')].join('.');
    return { text: `${body}.${this.#mac(body)}`, bits };
  }

  /** What is spent by a solved challenge of this room; null when it is not ours, too old or not solved. */
  solutionOf(
    room: { readonly performanceId: number; readonly epoch: number },
    { text, counter }: { readonly text: string; readonly counter: number },
    nowMs: number,
  ): string | null {
    const [performanceId, epoch, second, bits, nonce, mac, ...rest] = text.split('.');
    const body = [performanceId, epoch, second, bits, nonce].join('.');
    if (mac === undefined || rest.length > 0 || !isEqual(mac, this.#mac(body))) return null;
    const isOfRoom = Number(performanceId) === room.performanceId && Number(epoch) === room.epoch;
    if (!isOfRoom || nowMs / 1000 - Number(second) > CHALLENGE_SECONDS) return null;
    return isSolved({ text, bits: Number(bits) }, counter) ? (nonce ?? null) : null;
  }

  #mac(body: string): string {
    return createHmac('sha256', this.#key).update(`waiting room challenge ${body}`).digest('base64url').slice(0, 22);
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
