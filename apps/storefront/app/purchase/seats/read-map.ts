import { venueMapPath, venuePicturePath } from '@butaca/contract/places';
import { type CompiledMap, compileVenueMap, type VenueMap, type VenuePicture } from '@butaca/venue-map';
import { createSeatMapStore } from '../seat-map/store/seat-map-store.ts';

/** A venue's places and the store for them; loaded when a page needs them. */
export interface ReadMap {
  readonly source: VenueMap;
  readonly map: CompiledMap;
  readonly picture: VenuePicture;
  /** False without a drawing: then the places can only be listed. */
  readonly drawn: boolean;
  readonly createSeatMapStore: typeof createSeatMapStore;
}

/** Null when the map cannot be loaded. Without a `given` drawing it reads that too. */
export async function readMap(hash: string, given: VenuePicture | null): Promise<ReadMap | null> {
  try {
    const [source, found] = await Promise.all([
      readJson<VenueMap>(venueMapPath(hash)),
      given ?? readJson<VenuePicture>(venuePicturePath(hash)).catch(() => null),
    ]);
    const map = compileVenueMap(source);
    return { source, map, picture: found ?? undrawn(source, map), drawn: found !== null, createSeatMapStore };
  } catch {
    return null;
  }
}

async function readJson<T extends VenueMap | VenuePicture>(path: string): Promise<T> {
  const found = (await (await fetch(path)).json()) as T | object;
  // A refusal has no sections.
  if (!('sections' in found)) throw new TypeError(`no map at ${path}`);
  return found;
}

const undrawn = ({ categories }: VenueMap, { sections }: CompiledMap): VenuePicture => ({
  viewBox: '0 0 1 1',
  categories: categories.map(({ id, color }) => ({ id, ...(color ? { color } : {}) })),
  traits: [],
  decor: [],
  sections: sections.map(({ id, label, kind, categories: some }) => ({
    id,
    label,
    kind,
    path: '',
    labelAt: { x: 0, y: 0 },
    labelSize: 0,
    labelTurned: false,
    categories: some,
  })),
});
