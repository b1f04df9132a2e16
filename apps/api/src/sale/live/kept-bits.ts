import { setTimeout as sleep } from 'node:timers/promises';
import { AVAILABILITY_VERSION } from '@butaca/contract';
import { BoundedCache } from '#http/bounded-cache';
import { type KeptBody, keepBody } from '#http/kept-body';
import type { Availability } from './availability.ts';
import type { LivePerformances } from './performances.ts';

/** The content of an address with a version never changes. */
export const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Of brotli; bits are made anew every second. */
const STRENGTH = 5;
/** Versions that browsers may still ask for: the last minutes of what sells fast. */
const MOST_VERSIONS = 300;
/** Longer than an announcement of another process takes to arrive. */
const NEWS_MS = 100;
/** Requests for versions that are not known here share one answer for this long. */
const OF_NOW_MS = 200;

/** Places of performances, one bit each, as they are sent to browsers that know the version they want. */
export class KeptBits {
  readonly #live: LivePerformances;
  readonly #versions = new BoundedCache<KeptBody>({ mostEntries: MOST_VERSIONS });
  readonly #ofNow = new BoundedCache<KeptBody>({ mostEntries: MOST_VERSIONS, freshMs: OF_NOW_MS });

  constructor(live: LivePerformances) {
    this.#live = live;
  }

  peek(performanceId: number, version: string): KeptBody | undefined {
    return this.#versions.peek(keyOf(performanceId, version));
  }

  /** What is left now; its bits can be asked for from then on. */
  async current(performanceId: number): Promise<Availability> {
    const availability = await this.#live.availability(performanceId);
    await this.#versions.get(keyOf(performanceId, availability.version), () => bodyOf(availability, FOR_EVER));
    return availability;
  }

  /**
   * For a version that is not known here: another process has announced it. Once its news must have arrived, the
   * bits of now are known by their version, and are answered whatever it is, for this once (decision 015).
   */
  async ofNow(performanceId: number): Promise<KeptBody> {
    return this.#ofNow.get(String(performanceId), async () => {
      await sleep(NEWS_MS);
      return bodyOf(await this.current(performanceId), { 'cache-control': 'no-store' });
    });
  }
}

const keyOf = (performanceId: number, version: string) => `${performanceId} ${version}`;

const bodyOf = ({ version, bits }: Availability, caching: Readonly<Record<string, string>>): Promise<KeptBody> =>
  keepBody(200, { 'content-type': 'application/octet-stream', [AVAILABILITY_VERSION]: version, ...caching }, bits, STRENGTH);
