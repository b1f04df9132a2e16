import type { SplitPart } from './split.ts';

/** `started`: written down and about to be asked. `moves` says what the others come after. */
export type AttemptState =
  | 'started'
  | 'unknown'
  | 'pending'
  | 'processing'
  | 'approved'
  | 'offered'
  | 'declined'
  | 'cancelled'
  | 'returning'
  | 'reversed'
  | 'refunded';

/** The reference is unique alone; the purchase says where the row lives. */
export interface AttemptKey {
  readonly purchaseId: string;
  readonly reference: string;
}

/** One try with one provider; amounts in minor units. */
export interface AttemptRow extends AttemptKey {
  readonly provider: string;
  readonly amount: number;
  readonly currency: string;
  readonly split: readonly SplitPart[];
  readonly instalments: number;
  /** Null for what is no card. */
  readonly brand: string | null;
  readonly lastFour: string | null;
  readonly state: AttemptState;
  readonly customerText: string | null;
  /** By the database's clock at the reading. */
  readonly ageSeconds: number;
}

/**
 * Where an attempt may go from where it is. `offered`: approved for a purchase whose places were gone, so that others are
 * offered. `returning`: the money is owed back, for there are none or they are not wanted. A cancelled or declined one that
 * turns out to be approved goes there too.
 */
const moves: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  started: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  unknown: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  pending: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  processing: ['unknown', 'pending', 'processing', 'approved', 'offered', 'declined', 'cancelled', 'returning', 'reversed', 'refunded'],
  approved: [],
  offered: ['approved', 'returning'],
  declined: ['returning'],
  cancelled: ['returning'],
  returning: ['reversed', 'refunded'],
  reversed: [],
  refunded: [],
};

export const mayMove = (from: AttemptState, to: AttemptState): boolean => moves[from].includes(to);

/** The provider has not had its last word: the money may have moved. */
export const isOpen = (state: AttemptState): boolean => mayMove(state, 'unknown');
