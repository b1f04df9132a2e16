import { createHmac } from 'node:crypto';
import type { Tx } from '#db/connect';
import { isOwnMachine, networkOf } from '#http/network';
import { recentlyUsed } from '#http/recently-used';
import { type Crowd, type CrowdHoldings, crowdKey, noCrowds } from './limits.ts';
import { lockCrowds, readCrowds, readProven } from './queries-crowds.ts';

/** A small hall still has room for a household, an office and their neighbours. */
const FEWEST = 40;
/** Of a network's share, what each process gives out before it asks the database. */
const UNCOUNTED = 1 / 8;
const WINDOW_MS = 10 * 60_000;
const MOST_COUNTED = 50_000;

/** Where a claim comes from. */
export interface Origin {
  /** A keyed hash of the network. */
  readonly network: number;
  /** Places of the performance that its accounts without a payment may hold unpaid together. */
  readonly share: number;
}

interface Given {
  readonly ip: string;
  /** Of the performance's places that a network's newcomers may hold. */
  readonly percent: number;
  readonly capacity: number;
}

/**
 * Counts in the memory of this process what was asked for from each network, whoever asked, in windows of ten minutes. That only
 * decides for which claims the database counts; what it counts decides. So a usual buyer costs nothing, and the share of a network is
 * an eighth larger for each process beyond the first.
 */
export class Crowds {
  readonly #secret: string;
  readonly #networks = recentlyUsed<number>(MOST_COUNTED);
  #asked = recentlyUsed<number>(MOST_COUNTED);
  #before = recentlyUsed<number>(MOST_COUNTED);
  #since = Number.NEGATIVE_INFINITY;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Undefined where one network may have the whole performance. */
  originOf({ ip, percent, capacity }: Given): Origin | undefined {
    if (percent >= 100 || isOwnMachine(ip)) return undefined;
    return { network: this.#hashOf(ip), share: Math.max(FEWEST, Math.ceil((percent / 100) * capacity)) };
  }

  #hashOf(ip: string): number {
    const known = this.#networks.get(ip);
    if (known !== undefined) return known;
    const network = createHmac('sha256', this.#secret)
      .update(`network ${networkOf(ip)}`)
      .digest()
      .readInt32BE(0);
    this.#networks.set(ip, network);
    return network;
  }

  /**
   * Counts a claim of so many places before it is judged, so that claims that come at once see each other. Answers the crowd that it
   * belongs to; undefined as long as few places were asked for from its network.
   */
  crowdOf(performanceId: number, from: Origin | undefined, places: number, now = performance.now()): Crowd | undefined {
    if (!from) return undefined;
    const { network, share } = from;
    this.#turn(now);
    const key = crowdKey({ performanceId, network });
    const asked = (this.#asked.get(key) ?? 0) + places;
    this.#asked.set(key, asked);
    const uncounted = Math.floor(share * UNCOUNTED);
    return asked + (this.#before.get(key) ?? 0) <= uncounted ? undefined : { performanceId, network, most: share - uncounted };
  }

  #turn(now: number): void {
    if (now - this.#since < WINDOW_MS) return;
    this.#before = now - this.#since < 2 * WINDOW_MS ? this.#asked : recentlyUsed(MOST_COUNTED);
    this.#asked = recentlyUsed(MOST_COUNTED);
    this.#since = now;
  }
}

/** Locks the crowds of these claims and counts what they hold; sends its statements at once, before all other locks. */
export async function lockCrowdHoldings(
  tx: Tx,
  claims: readonly { readonly customerId: string; readonly crowd?: Crowd | undefined }[],
): Promise<CrowdHoldings> {
  const crowds = claims.flatMap(({ crowd }) => crowd ?? []);
  if (crowds.length === 0) return noCrowds;
  const customerIds = claims.flatMap(({ customerId, crowd }) => (crowd ? [customerId] : []));
  const [, held, proven] = await Promise.all([
    lockCrowds(tx, crowds).execute(),
    readCrowds(tx, crowds).execute(),
    readProven(tx, customerIds).execute(),
  ]);
  return {
    held: new Map(held.map((crowd) => [crowdKey(crowd), crowd.places])),
    proven: new Set(proven.map(({ customerId }) => customerId)),
  };
}
