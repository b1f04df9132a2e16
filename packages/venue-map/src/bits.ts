/*
 * Sets of places, one bit each: place i is bit i & 31 of word i >>> 5, which is bit i & 7 of byte i >>> 3 where the lowest byte
 * of a word comes first, as on every processor that runs a browser or this server.
 */

/** A range of places, `end` not included. */
export interface Places {
  readonly first: number;
  readonly end: number;
}

export const bitSet = (placeCount: number) => new Uint32Array((placeCount + 31) >>> 5);

export const has = (bits: Uint32Array, place: number) => (((bits[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;

export function add(bits: Uint32Array, place: number) {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
}

export function remove(bits: Uint32Array, place: number) {
  bits[place >>> 5] = (bits[place >>> 5] ?? 0) & ~(1 << (place & 31));
}

export function addPlaces(bits: Uint32Array, places: Iterable<number>) {
  for (const place of places) add(bits, place);
}

export function removePlaces(bits: Uint32Array, places: Iterable<number>) {
  for (const place of places) remove(bits, place);
}

/** A copy in which these places are in the set, or are not. */
export function withPlaces(bits: Uint32Array, places: Iterable<number>, on: boolean): Uint32Array {
  const copy = bits.slice();
  (on ? addPlaces : removePlaces)(copy, places);
  return copy;
}

/** As many bytes as the places need. */
export const bytesOf = (bits: Uint32Array, placeCount: number): Uint8Array =>
  new Uint8Array(bits.buffer, bits.byteOffset, (placeCount + 7) >>> 3);

export function bitsOfBytes(bytes: Uint8Array): Uint32Array {
  const bits = new Uint32Array((bytes.length + 3) >>> 2);
  new Uint8Array(bits.buffer).set(bytes);
  return bits;
}

/** The bits of 32 places, that of `from` lowest; those outside the range are 0. */
export function bitsFrom(bits: Uint32Array, from: number, { first, end }: Places): number {
  const start = Math.max(from, first);
  const room = end - start;
  if (room <= 0 || start - from > 31) return 0;
  const word = start >>> 5;
  const shift = start & 31;
  let found = (bits[word] ?? 0) >>> shift;
  if (shift > 0) found |= (bits[word + 1] ?? 0) << (32 - shift);
  if (room < 32) found &= (1 << room) - 1;
  return found << (start - from);
}

/** A mask of the 32 places from `from`: the starts of this many set places in a row within the range. */
export function startsFrom(bits: Uint32Array, from: number, range: Places, quantity: number): number {
  let starts = bitsFrom(bits, from, range);
  for (let step = 1; step < quantity && starts !== 0; step += 1) starts &= bitsFrom(bits, from + step, range);
  return starts;
}

export function countIn(bits: Uint32Array, { first, end }: Places): number {
  let count = 0;
  for (let place = first; place < end; place += 32 - (place & 31))
    count += ones(bitsFrom(bits, place, { first, end: wordEnd(place, end) }));
  return count;
}

export function placesIn(bits: Uint32Array, { first, end }: Places): number[] {
  const places: number[] = [];
  for (let place = first; place < end; place += 1) if (has(bits, place)) places.push(place);
  return places;
}

/** Places in one set and not in the other. */
export function differingPlaces(one: Uint32Array, other: Uint32Array): number[] {
  const places: number[] = [];
  const words = Math.max(one.length, other.length);
  for (let word = 0; word < words; word += 1) {
    for (let rest = (one[word] ?? 0) ^ (other[word] ?? 0); rest !== 0; rest &= rest - 1) places.push((word << 5) + lowest(rest));
  }
  return places;
}

/** Position of the lowest bit that is set. */
export const lowest = (bits: number) => 31 - Math.clz32(bits & -bits);

const wordEnd = (place: number, end: number) => Math.min(end, (place | 31) + 1);

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
