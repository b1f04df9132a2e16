import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** People of a lane queue among themselves; an earlier lane is let in before a later one. */
export const lanes = ['priority', 'general', 'late'] as const;
export type Lane = (typeof lanes)[number];

/** How many numbers each lane had given out when it was drawn. */
export type DrawnCounts = Readonly<Record<Lane, number>>;

const VERSION = 'butaca-draw-1';
/** Of the secret, and of the seed that follows from it. */
const KEY_BYTES = 32;
/** Half of the bits of a domain is at most 15, so that values stay within the signed 32 bits of JavaScript's operators. */
const MOST_NUMBERS = 2 ** 30;
/** Four are enough for a large domain; sixteen also mix rooms of a handful of people (docs/fair-queue.md#what-is-proven). */
const ROUNDS = 16;

/** What is published before the first number is given out: SHA-256 of the secret, both in hex. Throws for a secret that is not 32 bytes. */
export function commitmentOf(secretHex: string): string {
  return bytesToHex(sha256(bytesOf(secretHex, 'secret')));
}

/** A draw: the performance, the number of times its room was opened, and how many numbers had been given out when it happened. */
export interface Draw {
  readonly performanceId: number;
  readonly epoch: number;
  readonly counts: DrawnCounts;
}

/** The seed that the secret gives for this draw, in hex: HMAC-SHA256 of the text `butaca-draw-1|performance|epoch|priority|general|late`. */
export function seedOf(secretHex: string, { performanceId, epoch, counts }: Draw): string {
  const text = [VERSION, performanceId, epoch, ...lanes.map((lane) => counts[lane])].join('|');
  return bytesToHex(hmac(sha256, bytesOf(secretHex, 'secret'), utf8ToBytes(text)));
}

/** A bijection of `0..count-1`. */
export type Permutation = (number: number) => number;

/**
 * The drawn order of one lane: the position of each number that was given out before the draw (docs/fair-queue.md#definition). A balanced
 * Feistel network over `2 × half` bits, where `half` is the smallest number of at least 1 with `4 ** half >= count`; a result outside the
 * domain goes through it again. Results of the round functions are kept: a million numbers need sixteen thousand of them.
 */
export function drawnOrder(seedHex: string, lane: Lane, count: number): Permutation {
  if (!Number.isInteger(count) || count < 0 || count > MOST_NUMBERS) throw new RangeError(`a draw of ${count} numbers`);
  let half = 1;
  while (4 ** half < count) half++;
  const mask = 2 ** half - 1;

  const seeded = hmac.create(sha256, bytesOf(seedHex, 'seed'));
  /** The first four bytes of HMAC-SHA256(seed, `butaca-draw-1|lane|count|…`), big-endian. */
  const randomOf = (...rest: readonly (string | number)[]): number => {
    const text = [VERSION, lane, count, ...rest].join('|');
    const digest = seeded.clone().update(utf8ToBytes(text)).digest();
    return new DataView(digest.buffer, digest.byteOffset).getUint32(0);
  };
  const results = Array.from({ length: ROUNDS }, () => new Int32Array(mask + 1).fill(-1));
  const roundOf = (round: number, kept: Int32Array, right: number): number => {
    const before = kept[right] ?? -1;
    if (before >= 0) return before;
    const result = randomOf(round, right) & mask;
    kept[right] = result;
    return result;
  };
  const permute = (value: number): number => {
    let left = value >>> half;
    let right = value & mask;
    for (const [round, kept] of results.entries()) [left, right] = [right, left ^ roundOf(round, kept, right)];
    return (left << half) | right;
  };
  // Feistel networks of more than two bits are even permutations, so a coin is tossed for the first two positions: without it the last
  // two people of a small room could be told from the others.
  const swapped = count >= 2 ? randomOf('swap') & 1 : 0;

  return (number) => {
    if (!Number.isInteger(number) || number < 0 || number >= count) throw new RangeError(`number ${number} was not drawn`);
    let position = permute(number);
    while (position >= count) position = permute(position);
    return position < 2 ? position ^ swapped : position;
  };
}

function bytesOf(hex: string, what: 'secret' | 'seed'): Uint8Array {
  const bytes = hexToBytes(hex);
  if (bytes.length !== KEY_BYTES) throw new RangeError(`the ${what} of a draw has ${KEY_BYTES} bytes`);
  return bytes;
}
