import type { PurchaseTotals } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { Quote } from '../catalogue/index.ts';
import type { PlaceLabel } from './place-label.ts';
import type { Channel, Stage } from './queries-purchases.ts';

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

export const findPurchases = (db: Db, purchaseIds: readonly string[]) => db<PurchaseRow[]>`
      select id, customer_id as "customerId", channel, stage, (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
             (extract(epoch from deadline) * 1000)::float8 as "deadlineMs", (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
             delivery_type_id as "deliveryTypeId", payment_method_id as "paymentMethodId", total, priced,
             coalesce((
               select jsonb_agg(jsonb_build_object('performanceId', performance_id, 'placeIds', place_ids, 'priceTypeIds', price_type_ids)
                        order by performance_id)
                 from hold where hold.purchase_id = purchase.id), '[]') as holds
        from purchase where id = any (${[...purchaseIds]}::text[])`;
