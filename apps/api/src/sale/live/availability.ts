import { createHash } from 'node:crypto';
import { add, bitSet, bytesOf, has } from '@butaca/venue-map/bits';
import type { Stock } from './stock.ts';

export interface Availability {
  readonly version: string;
  /** One bit per place in map order, set when it can be taken; bit i of byte i >> 3. */
  readonly bits: Buffer;
  readonly free: number;
  readonly sectors: readonly { readonly sectorId: number; readonly free: number }[];
}

/** Availability as the public sees it: places without a price are not for sale, and a performance that is not on sale has none. */
export function availabilityOf({ sale, venue, levelOf }: Stock, free: Uint32Array | null): Availability {
  const { placeCount } = venue.map;
  const offered = bitSet(placeCount);
  const sectors = sale.sectors.map(({ id, firstPlace, placeCount: places }) => {
    let count = 0;
    for (let place = firstPlace; free !== null && place < firstPlace + places; place++) {
      if (!has(free, place) || !levelOf(place)) continue;
      add(offered, place);
      count += 1;
    }
    return { sectorId: id, free: count };
  });
  const bits = Buffer.from(bytesOf(offered, placeCount));
  return {
    version: createHash('sha256').update(bits).digest('hex').slice(0, 16),
    bits,
    free: sectors.reduce((sum, sector) => sum + sector.free, 0),
    sectors,
  };
}
