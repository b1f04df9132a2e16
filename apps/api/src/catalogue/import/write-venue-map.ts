import type { Tx } from '#db/connect';
import type { VenueMapEntry } from './entries.ts';
import { retireOtherMaps, writeMap, writeSectors } from './queries.ts';
import { type Changes, changesOf } from './written.ts';

/** Makes this version of a venue's map the current one; performances keep the version they were announced with. */
export async function writeVenueMap(tx: Tx, map: VenueMapEntry): Promise<Changes> {
  await retireOtherMaps(tx, map);
  const written = await writeMap(tx, map);
  for (const { id, created } of written) {
    if (created) await writeSectors(tx, id, map.sectors);
  }
  return changesOf('venue maps', written);
}
