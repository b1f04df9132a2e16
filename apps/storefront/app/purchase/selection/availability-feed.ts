import { createStore } from '@butaca/browser/create-store.ts';
import { pollWhileVisible } from '@butaca/browser/poll.ts';
import type { Availability } from '@butaca/contract';
import { bitsOfBytes, withPlaces } from '@butaca/venue-map/bits';
import { loadClient } from '../../calls/load-client.ts';

/** The free places, as far as this browser knows. */
export interface Left {
  readonly availability: Availability | null;
  /** One bit per place in map order, set when it can be taken; null until the first answer. */
  readonly bits: Uint32Array | null;
}

const nothingKnown: Left = { availability: null, bits: null };

const EVERY_MS = 2000;
const JITTER_MS = 500;

export type AvailabilityFeed = ReturnType<typeof createAvailabilityFeed>;

/** For a counter (`box`) or the shop. Asks for availability every two seconds while the page is visible; reads the bits only when their version has changed. */
export function createAvailabilityFeed(
  performanceId: number,
  { byPlace = false, type }: { byPlace?: boolean; type?: 'box' | undefined } = {},
) {
  const left = createStore(nothingKnown, { start: () => pollWhileVisible(look, { everyMs: EVERY_MS, jitterMs: JITTER_MS }) });
  /** Of the bits that were read last. */
  let version = '';

  async function look() {
    const [client, { getAvailability, availabilityBitsPath }] = await Promise.all([loadClient(), import('@butaca/contract/places')]);
    const availability = await client.ask(getAvailability, {
      params: { performanceId },
      query: { type },
    });
    const known = availability?.version === left.get().availability?.version && availability?.version === version;
    if (!availability || known) return;
    const read = byPlace ? await readBits(availabilityBitsPath(performanceId, availability.version)) : null;
    if (byPlace && !read) return;
    // Another process may have answered with another version: then the next round reads both again.
    version = read?.version ?? availability.version;
    left.set({ availability, bits: read?.bits ?? null });
  }

  return {
    get: left.get,
    subscribe: left.subscribe,
    /** Asks at once, after a claim's answer differed from what was known. */
    refresh: () => look().catch(() => {}),
    /** Applies what a claim's answer proved about its places; the next answer may still be older. */
    correct(places: readonly number[], free: boolean) {
      const { availability, bits } = left.get();
      if (bits && places.length > 0) left.set({ availability, bits: withPlaces(bits, places, free) });
    },
  };
}

async function readBits(path: string): Promise<{ readonly version: string | null; readonly bits: Uint32Array } | null> {
  const { AVAILABILITY_VERSION } = await import('@butaca/contract/places');
  const response = await fetch(path);
  if (!response.ok || response.headers.get('content-type') !== 'application/octet-stream') return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { version: response.headers.get(AVAILABILITY_VERSION), bits: bitsOfBytes(bytes) };
}
