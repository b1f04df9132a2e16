import type { DrawnCounts, Lane, LaneCounts } from '@butaca/fair-queue';

/** One opening of a room. */
export interface RoomKey {
  readonly performanceId: number;
  readonly epoch: number;
}

/** Asks for a number at the end of a lane. */
export interface JoinRequest extends RoomKey {
  readonly lane: Lane;
  /** Names the new number. */
  readonly ticket: string;
  /** A hash of the account, where each gets one number; it gets the same one again, with all that it was given for. */
  readonly holder: string | null;
  /** The account's ticket whose turn is over, if the caller knows so: that account gets another number. */
  readonly instead: string | null;
  /** For accessible places alone. */
  readonly accessible: boolean;
  /** The solved challenge, which is spent by this number. */
  readonly solution: string | null;
  /** Of the network that it comes from; counted for the draw. */
  readonly group: string;
}

export type Joined =
  | {
      readonly kind: 'joined';
      readonly lane: Lane;
      readonly number: number;
      readonly ticket: string;
      readonly joinedAt: number;
      readonly accessible: boolean;
      readonly group: string;
    }
  /** Its challenge was spent before. */
  | { readonly kind: 'spent' };

export interface Redemption extends RoomKey {
  readonly lane: Lane;
  readonly position: number;
  readonly ticket: string;
  /** Null while nobody is logged in: the first account that comes with the number has it from then on. */
  readonly holder: string | null;
  readonly passSeconds: number;
  /** False where its turn is over: only somebody who went in before is still let in. */
  readonly mayStart: boolean;
}

export type Redeemed =
  | { readonly kind: 'inside'; readonly expiresAt: number }
  /** Its visitor left, or the time to choose is over. */
  | { readonly kind: 'over' }
  /** Another number or another account has this position. */
  | { readonly kind: 'taken' }
  /** It was never used, and its turn is over. */
  | { readonly kind: 'unused' };

export type LaneTable = Readonly<Record<Lane, LaneCounts>>;

const NOTHING: LaneCounts = { issued: 0, serving: 0, lapsed: 0 };
/** Of a room without numbers. */
export const noCounts: LaneTable = { priority: NOTHING, general: NOTHING, late: NOTHING };

/** Who went in. */
export interface PassCounts {
  /** Passes whose visitors have not left and whose time is not over. */
  readonly inside: number;
  /** Positions that ever went in. */
  readonly redeemed: number;
  /** Those of them whose turn is not over: what was called and is not among them is still expected. */
  readonly redeemedLately: number;
}

/** Serving and lapsed of each lane, as the leader wants them; neither ever falls, whatever it says. */
export type Advance = Readonly<Record<Lane, Pick<LaneCounts, 'serving' | 'lapsed'>>>;

/**
 * The counters of the rooms. PostgreSQL or Valkey; what the organiser set, and the draw, stand in PostgreSQL in any case. Every method
 * throws when the store does not answer. Times are epoch milliseconds by the store's clock.
 */
export interface QueueStore {
  /** Gives the room its lanes, if it has none; counters that are behind these are raised to them. */
  open(room: RoomKey, atLeast?: LaneTable): Promise<void>;
  /** In the order of the requests; numbers of a lane are given out without gaps. */
  join(requests: readonly JoinRequest[]): Promise<readonly Joined[]>;
  /** Fixes how many numbers the draw counts; the first answer is repeated ever after. */
  fixDraw(room: RoomKey): Promise<DrawnCounts>;
  /** Lets a position in, once. Whether it was called is known to the caller. */
  redeem(request: Redemption): Promise<Redeemed>;
  /** The visitor is gone: ends the pass of this number, if there is one. */
  leave(request: Pick<Redemption, 'performanceId' | 'epoch' | 'lane' | 'position' | 'ticket'>): Promise<void>;
  /** By performance. */
  lanes(rooms: readonly RoomKey[]): Promise<ReadonlyMap<number, LaneTable>>;
  passes(room: RoomKey): Promise<PassCounts>;
  /** Networks with more numbers than this, and how many. */
  crowdedNetworks(room: RoomKey, most: number): Promise<readonly { readonly network: string; readonly numbers: number }[]>;
  /** Makes this process the leader, or keeps it; its term, or null while another one leads. */
  lead(holder: string, seconds: number): Promise<number | null>;
  /** False when another process has led since. */
  advance(room: RoomKey, term: number, to: Advance): Promise<boolean>;
  close(): Promise<void>;
}
