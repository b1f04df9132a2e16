import { createHash } from 'node:crypto';
import { compileVenueMap, type VenueMap } from '@butaca/venue-map';
import type { VenueMapEntry } from './entries.ts';

/** A venue's map as a version to be written: its hash is that of what was drawn, its sectors are its sections. */
export function mapEntry(venue: string, map: VenueMap): VenueMapEntry {
  const { placeCount, sections } = compileVenueMap(map);
  return {
    venue,
    hash: createHash('sha256').update(JSON.stringify(map)).digest('hex').slice(0, 32),
    authoring: map,
    placeCount,
    sectors: sections.map(({ id, label, kind, firstPlace, placeCount, categories }) => ({
      code: id,
      name: label,
      kind,
      firstPlace,
      placeCount,
      categories,
    })),
  };
}
