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

/** Of 32 places from `from`, those at which so many set ones within the range begin. */
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

/** Position of the lowest bit that is set. */
export const lowest = (bits: number) => 31 - Math.clz32(bits & -bits);

const wordEnd = (place: number, end: number) => Math.min(end, (place | 31) + 1);

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
