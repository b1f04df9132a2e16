/** What a claim is judged by. */
export interface Terms {
  /** From the first claim to the deadline. */
  readonly minutes: number;
  /** Longer than the deadline says, so that a click in the last second still counts. */
  readonly graceSeconds: number;
  /** Places that one purchase may hold in one performance. */
  readonly mostPlaces: number;
  /** Purchases that one customer of the shop may have going at a time. */
  readonly mostPurchases: number;
}

/** C-02; what may follow what stands in the purchase module. */
export type Stage = 'open' | 'paying' | 'offered' | 'paid' | 'expired' | 'cancelled';
export type Channel = 'online' | 'box_office';

/** One purchase's wish for places of one performance. */
export interface ClaimRequest {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly channel: Channel;
  /** Of the click: its repetition gets the first answer. */
  readonly claimKey: string | null;
  /** The purchase may have to be made. */
  readonly fresh: boolean;
  readonly placeIds: readonly number[];
  /** At the same positions as the places. */
  readonly priceTypeIds: readonly number[];
}

type Verdict = 'won' | 'repeated' | 'taken' | 'locked' | 'unknown' | 'paying' | 'over' | 'too_many_places' | 'too_many_purchases';

export interface ClaimRow {
  readonly purchaseId: string;
  readonly verdict: Verdict;
  readonly stage: Stage | null;
  /** The purchase did not exist before. */
  readonly started: boolean;
  readonly deadlineMs: number;
  readonly nowMs: number;
  /** Wanted places that are not to be had. */
  readonly taken: readonly number[];
  /** Places that were not the purchase's before this click, whose answer this may be once more. */
  readonly added: readonly number[];
}

export interface PlaceRow {
  readonly placeId: number;
  readonly state: 'free' | 'held' | 'sold' | 'blocked';
  readonly heldUntilMs: number | null;
  readonly purchaseId: string | null;
}
