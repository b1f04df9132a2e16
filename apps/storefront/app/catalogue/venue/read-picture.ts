import { venuePicturePath } from '@butaca/contract/places';
import type { VenuePicture } from '@butaca/venue-map';

/** A venue's drawing; null for a venue without one, and when it cannot be read. */
export async function readPicture(ask: typeof fetch, mapHash: string | undefined): Promise<VenuePicture | null> {
  if (!mapHash) return null;
  try {
    const answer = await ask(venuePicturePath(mapHash));
    const drawn = (await answer.json()) as VenuePicture | object;
    // A refusal has no sections.
    return 'sections' in drawn ? drawn : null;
  } catch {
    return null;
  }
}
