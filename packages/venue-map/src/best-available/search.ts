import { bitSet } from '../bits.ts';
import type { Seating } from './seating.ts';

/** For how many places are looked for, and where; sections and categories are indexes into the map's. */
export interface Party {
  readonly quantity: number;
  readonly sections?: readonly number[] | undefined;
  readonly categories?: readonly number[] | undefined;
  /** With a place for a wheelchair, and the party beside it. */
  readonly accessible?: boolean | undefined;
  /** Picks at random among this many nearly equal candidates, so that simultaneous buyers do not all get the same places. */
  readonly among?: number | undefined;
  /** From 0 to 1, 1 not included. */
  readonly random?: (() => number) | undefined;
}

/** One search, with the data that all its steps use. */
export interface Search {
  readonly seating: Seating;
  readonly quantity: number;
  /** Free seats that are not reserved for wheelchairs or companions: one that is left alone among them is an orphan. */
  readonly open: Uint32Array;
  /** Free places that match the request. */
  readonly eligible: Uint32Array;
  /** 1 for each section that the buyer may be seated in. */
  readonly inSection: Uint8Array;
  readonly among: number;
  readonly random: () => number;
}

export function searchFor(seating: Seating, free: Uint32Array, party: Party): Search {
  if (!Number.isInteger(party.quantity) || party.quantity < 1) throw new RangeError(`cannot choose ${party.quantity} places`);
  const open = both(free, seating.ordinary);
  const pool = party.accessible ? free : open;
  const inSection = new Uint8Array(seating.sections.length).fill(party.sections ? 0 : 1);
  for (const section of party.sections ?? []) inSection[section] = 1;
  return {
    seating,
    quantity: party.quantity,
    open,
    eligible: party.categories ? both(pool, placesOf(seating, party.categories)) : pool,
    inSection,
    among: Math.max(1, party.among ?? 1),
    random: party.random ?? Math.random,
  };
}

function placesOf({ map, categories }: Seating, wanted: readonly number[]): Uint32Array {
  if (wanted.length === 1) return categories[wanted[0] as number] ?? bitSet(map.placeCount);
  const all = bitSet(map.placeCount);
  for (const category of wanted) {
    const bits = categories[category];
    if (bits) for (let word = 0; word < all.length; word += 1) all[word] = (all[word] ?? 0) | (bits[word] ?? 0);
  }
  return all;
}

function both(a: Uint32Array, b: Uint32Array): Uint32Array {
  const bits = new Uint32Array(b.length);
  for (let word = 0; word < bits.length; word += 1) bits[word] = (a[word] ?? 0) & (b[word] ?? 0);
  return bits;
}
