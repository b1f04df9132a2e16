import type { Availability } from '@butaca/contract';
import { browserClient } from '../buy/browser-client.ts';

/** What is left, as far as this browser knows. */
export interface Left {
  readonly availability: Availability | null;
  /** One bit per place in map order, set when it can be taken; null until somebody asked for them. */
  readonly bits: Uint32Array | null;
}

const EVERY_MS = 2000;
/** So that browsers which opened the page together do not ask together. */
const JITTER_MS = 500;

/** Asks what is left every two seconds while the page is looked at; the places themselves only when they have changed. */
export function createAvailabilityFeed(performanceId: number, { withBits = false }: { withBits?: boolean } = {}) {
  let left: Left = { availability: null, bits: null };
  /** Of the bits, where they are wanted. */
  let version = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = true;
  const listeners = new Set<() => void>();

  async function look() {
    const { getAvailability, availabilityBitsPath } = await import('@butaca/contract/places');
    const availability = await (await browserClient()).ask(getAvailability, { params: { performanceId } });
    const known = availability?.version === left.availability?.version && availability?.version === version;
    if (!availability || known) return;
    const read = withBits ? await readBits(availabilityBitsPath(performanceId, availability.version)) : null;
    if (withBits && !read) return;
    // Of what another process knows: then the next round asks again, and both agree.
    version = read?.version ?? availability.version;
    left = { availability, bits: read?.bits ?? null };
    for (const listener of listeners) listener();
  }

  async function round() {
    if (document.visibilityState === 'visible') await look().catch(() => {});
    if (!stopped) timer = setTimeout(round, EVERY_MS + Math.random() * JITTER_MS);
  }

  return {
    get left() {
      return left;
    },
    /** Asks at once: something has just turned out otherwise. */
    refresh: () => look().catch(() => {}),
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (stopped) {
        stopped = false;
        void round();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopped = true;
        clearTimeout(timer);
      };
    },
  };
}

async function readBits(path: string): Promise<{ readonly version: string | null; readonly bits: Uint32Array } | null> {
  const { AVAILABILITY_VERSION } = await import('@butaca/contract/places');
  const response = await fetch(path);
  if (!response.ok || response.headers.get('content-type') !== 'application/octet-stream') return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  return { version: response.headers.get(AVAILABILITY_VERSION), bits: new Uint32Array(padded.buffer) };
}
