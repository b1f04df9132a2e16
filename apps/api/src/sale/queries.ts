import type { PurchaseTotals } from '@butaca/contract';
import type { Quote } from '../catalogue/index.ts';
import type { Channel, PlaceLabel, Stage } from './queries-purchases.ts';

export interface PricedTicket extends PlaceLabel {
  readonly performanceId: number;
  readonly placeId: number;
  readonly priceTypeId: number;
  readonly priceTypeName: string;
  /** Components of this one ticket, in minor units. */
  readonly quote: Quote;
}

export interface PricedPurchase {
  readonly totals: PurchaseTotals;
  readonly tickets: readonly PricedTicket[];
}

interface HoldRow {
  readonly performanceId: number;
  readonly placeIds: readonly number[];
  /** At the same positions. */
  readonly priceTypeIds: readonly number[];
}

export interface PurchaseRow {
  readonly id: string;
  readonly customerId: string;
  readonly channel: Channel;
  readonly stage: Stage;
  readonly startedAtMs: number;
  readonly deadlineMs: number;
  /** The database's clock at the reading. */
  readonly nowMs: number;
  readonly deliveryTypeId: number | null;
  readonly paymentMethodId: number | null;
  /** What is or was to be paid, in minor units; null until the payment begins. */
  readonly total: number | null;
  /** Fixed when the payment began; null while the purchase is open. */
  readonly priced: PricedPurchase | null;
  readonly holds: readonly HoldRow[];
}
