import type { Seating } from '@butaca/venue-map/best-available';
import { addPlaces, bitSet } from '@butaca/venue-map/bits';

/** One of several processes that choose places of the same performance at the same time. */
export interface Share {
  /** Which one, from 0. */
  readonly index: number;
  readonly of: number;
}

/**
 * The places that one process looks at first, as bits, so that processes do not choose the same ones at the same moment: every
 * `of`th row, counted from the best one, so that each has rows that are as good. Sectors without numbers are dealt out by 32 places.
 */
export function shareOf({ map, sections, bestFirst }: Seating, { index, of }: Share): Uint32Array {
  const bits = bitSet(map.placeCount);
  bestFirst.forEach(({ first, end }, rank) => {
    if (rank % of === index) addPlaces(bits, range(first, end));
  });
  for (const { seated, first, end } of sections) {
    if (!seated)
      addPlaces(
        bits,
        [...range(first, end)].filter((place) => (place >>> 5) % of === index),
      );
  }
  return bits;
}

function* range(first: number, end: number) {
  for (let place = first; place < end; place++) yield place;
}
