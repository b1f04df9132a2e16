export type Account =
  | 'card_clearing'
  | 'cash_drawer'
  | 'owed_to_buyer'
  | 'tickets'
  | 'service_charge'
  | 'anti_fraud_qr'
  | 'delivery'
  | 'products'
  | 'discounts';

/** One reason for part of an amount, in minor units; a discount's is negative. */
export interface SplitPart {
  readonly account: Account;
  /** Whose organiser it concerns; null for what belongs to the order. */
  readonly performanceId: number | null;
  readonly amount: number;
}
