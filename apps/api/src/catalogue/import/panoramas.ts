import type { VenueMap } from '@butaca/venue-map';
import { addressOf } from '../images.ts';
import type { ImageContent } from './entries.ts';
import { ImageRefused, makePanorama, type ReadBeside } from './images.ts';
import type { Problem } from './problem.ts';

interface StoredPanoramas {
  /** Its panoramas name the addresses at which their pictures are served. */
  readonly map: VenueMap;
  readonly images: readonly ImageContent[];
  readonly problems: readonly Problem[];
}

/** Makes the pictures that a map names beside its file; one that several places share is made once. */
export async function storedPanoramas(map: VenueMap, readBeside: ReadBeside): Promise<StoredPanoramas> {
  if (!map.panoramas) return { map, images: [], problems: [] };
  const made = new Map<string, ImageContent>();
  const problems: Problem[] = [];
  for (const [index, { image }] of map.panoramas.entries()) {
    if (made.has(image)) continue;
    const at = `panoramas.${index}.image`;
    const bytes = await readBeside(image);
    if (!bytes) {
      problems.push({ at, reason: `there is no image ${image} beside the file` });
      continue;
    }
    try {
      made.set(image, await makePanorama(bytes));
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      problems.push({ at, reason: error.message });
    }
  }
  const panoramas = map.panoramas.flatMap((panorama) => {
    const content = made.get(panorama.image);
    return content ? [{ ...panorama, image: addressOf(content, 'panorama') }] : [];
  });
  return { map: { ...map, panoramas }, images: [...made.values()], problems };
}
