import { compileVenueMap } from '@butaca/venue-map';
import type { Db } from '#db/connect';
import { BoundedCache } from '#http/bounded-cache';
import { readVenueMap } from './sale.ts';

type PlacesByCategory = ReadonlyMap<string, number>;

const MOST_MAPS = 100;

/** How many places of a map have one of these categories, which are the ones with a price. A version of a map is read once. */
export function sellablePlaces(db: Db): (mapHash: string, categories: readonly string[]) => Promise<number> {
  const maps = new BoundedCache<PlacesByCategory>({ mostEntries: MOST_MAPS });
  return async (mapHash, categories) => {
    const places = await maps.get(mapHash, () => countPlaces(db, mapHash));
    return categories.reduce((sum, category) => sum + (places.get(category) ?? 0), 0);
  };
}

async function countPlaces(db: Db, mapHash: string): Promise<PlacesByCategory> {
  const map = await readVenueMap(db, mapHash);
  if (!map) throw new Error('a performance without its map');
  const counts = new Map<string, number>();
  for (const index of compileVenueMap(map).category) {
    const { id = '' } = map.categories[index] ?? {};
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
