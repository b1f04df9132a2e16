import type { DrawnCounts, Lane } from './draw.ts';

/**
 * `pre`: people gather for the draw. `active`: they are let in. `paused`: for now nobody is let in. `draining`: no more numbers are given
 * out. `sold_out`: nothing is left. `closed`: the room is over, everybody may go in.
 */
export const phases = ['pre', 'active', 'paused', 'draining', 'sold_out', 'closed'] as const;
export type Phase = (typeof phases)[number];

/** What is left, without a number that a buyer could plan with. */
export const stockLevels = ['plenty', 'low', 'out'] as const;
export type StockLevel = (typeof stockLevels)[number];

export interface LaneCounts {
  /** Numbers given out. */
  readonly issued: number;
  /** Positions below it may go in. It may be ahead of `issued` while nobody waits. It never falls. */
  readonly serving: number;
  /** Positions below it were called so long ago that their turn is over. */
  readonly lapsed: number;
}

/**
 * What everybody in a room knows: the one document that all who wait read, the same for each of them. Times are epoch milliseconds by
 * the database's clock.
 */
export interface QueueDocument {
  readonly version: 1;
  readonly performanceId: number;
  readonly epoch: number;
  readonly phase: Phase;
  /** Show, date and venue, as people read it. */
  readonly title: string;
  /** When the sale starts: the draw; null for a room without one, where people queue in the order of their arrival. */
  readonly startsAt: number | null;
  readonly lanes: Readonly<Record<Lane, LaneCounts>>;
  /** Null before the draw. */
  readonly drawn: { readonly seed: string; readonly counts: DrawnCounts } | null;
  readonly commitment: string;
  /** Short keyed hashes of the networks whose numbers from before the draw stand in the last lane. */
  readonly demoted: readonly string[];
  /** How many numbers of the general lane those are; where they were drawn, nobody stands. */
  readonly demotedNumbers: number;
  /** Numbers called during the last minute; before there is one, the pace that is configured. */
  readonly perMinute: number;
  /** How long a turn is kept. */
  readonly graceSeconds: number;
  /** How long there is to choose places. */
  readonly passMinutes: number;
  readonly stock: StockLevel;
  /** The organiser's word, by language; empty where nothing was said. */
  readonly message: Readonly<Record<string, string>>;
  /** Whether each account gets one number, for which people have to be logged in. */
  readonly onePerAccount: boolean;
  /** Whether a presale code puts a number into the first lane. */
  readonly takesCodes: boolean;
  /** Whether buyers of accessible places have a lane of their own. */
  readonly accessibleLane: boolean;
  /** How often to ask again: below so many minutes of waiting, after so many seconds; the last one is for everybody else. */
  readonly askAgain: readonly (readonly [belowMinutes: number | null, seconds: number])[];
  readonly serverNow: number;
  /** Grows with every change but those of the clock. */
  readonly revision: string;
}
