import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Work that a browser does before it gets a number: find a counter with which the hash begins with `bits` zeros. */
export interface Challenge {
  /** What the server signed; it is spent by one number. */
  readonly text: string;
  /** At most 32; each one doubles the work. */
  readonly bits: number;
}

/** Whether SHA-256 of `text.counter` begins with so many zero bits. */
export function isSolved({ text, bits }: Challenge, counter: number): boolean {
  const digest = sha256(utf8ToBytes(`${text}.${counter}`));
  return Math.clz32(new DataView(digest.buffer, digest.byteOffset).getUint32(0)) >= bits;
}

const PER_SLICE = 2000;

/** Works in slices, between which the page stays alive; ends early when it is aborted. */
export async function solve(challenge: Challenge, signal?: AbortSignal): Promise<number | null> {
  for (let counter = 0; ; counter++) {
    if (isSolved(challenge, counter)) return counter;
    if (counter % PER_SLICE !== PER_SLICE - 1) continue;
    if (signal?.aborted) return null;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
