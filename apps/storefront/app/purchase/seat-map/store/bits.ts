/** Whether place i is in the set: bit i & 31 of word i >>> 5. */
export const hasBit = (bits: Uint32Array, place: number): boolean => (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;

/** A copy in which these places are in the set, or are not. */
export function withBits(bits: Uint32Array, places: readonly number[], on: boolean): Uint32Array {
  const copy = bits.slice();
  for (const place of places) setBit(copy, place, on);
  return copy;
}

function setBit(bits: Uint32Array, place: number, on: boolean): void {
  const word = bits[place >>> 5] ?? 0;
  const mask = 1 << (place & 31);
  bits[place >>> 5] = on ? word | mask : word & ~mask;
}

/** How many of `count` places from `first` on are in the set. */
export function countBits(bits: Uint32Array, first: number, count: number): number {
  let sum = 0;
  const end = first + count;
  for (let word = first >>> 5; word << 5 < end; word += 1) sum += ones((bits[word] ?? 0) & maskOf(word, first, end));
  return sum;
}

/** Places in one set and not in the other. */
export function differingBits(one: Uint32Array, other: Uint32Array): number[] {
  const places: number[] = [];
  const words = Math.max(one.length, other.length);
  for (let word = 0; word < words; word += 1) {
    let rest = (one[word] ?? 0) ^ (other[word] ?? 0);
    while (rest !== 0) {
      places.push((word << 5) + 31 - Math.clz32(rest & -rest));
      rest &= rest - 1;
    }
  }
  return places;
}

/** The bits of a word that lie between two places. */
function maskOf(word: number, first: number, end: number): number {
  const from = Math.max(0, first - (word << 5));
  const to = Math.min(32, end - (word << 5));
  const upTo = to === 32 ? -1 : (1 << to) - 1;
  return from === 0 ? upTo : upTo & ~((1 << from) - 1);
}

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
