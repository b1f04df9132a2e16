import { venuePicturePath } from '@butaca/contract';
import type { VenuePicture } from '@butaca/venue-map';
import type { RouterContextProvider } from 'react-router';
import { worldOf } from '../../calls/server-call.ts';

/** A venue's drawing while its page is rendered; null for a venue without one, and when it cannot be had. */
export async function drawnVenue(context: Readonly<RouterContextProvider>, mapHash: string | undefined): Promise<VenuePicture | null> {
  if (!mapHash) return null;
  try {
    const answer = await worldOf(context).fetch(venuePicturePath(mapHash));
    const drawn = (await answer.json()) as VenuePicture | object;
    // A refusal has no sections.
    return 'sections' in drawn ? drawn : null;
  } catch {
    return null;
  }
}
