import type { Db, Tx } from '#db/connect';
import type { Channel, Stage } from '../queries-purchases.ts';

export interface LockedPurchase {
  readonly id: string;
  readonly customerId: string;
  readonly channel: Channel;
  readonly stage: Stage;
  /** Before its deadline, by the database's clock. */
  readonly inTime: boolean;
  readonly deliveryTypeId: number | null;
  readonly holds: readonly {
    readonly performanceId: number;
    readonly placeIds: readonly number[];
    readonly priceTypeIds: readonly number[];
  }[];
}

/** What to do about a row that somebody else has locked. */
export type WhenLocked = 'wait' | 'leave-out';
const forUpdate = (tx: Tx, whenLocked: WhenLocked) => (whenLocked === 'wait' ? tx`for update` : tx`for update skip locked`);

/**
 * With their holds; both stay as they are until the transaction ends, for whoever changes a hold locks the purchase first.
 * Two statements, because one that waited for a lock sees other tables as they were before it waited; sent together.
 * Locked in the order of their ids, so that two who want the same never wait in a circle.
 */
export async function lockPurchases(tx: Tx, ids: readonly string[], whenLocked: WhenLocked): Promise<Map<string, LockedPurchase>> {
  const locked = tx<{ id: string }[]>`
    select id from purchase where id = any (${[...ids]}::text[]) order by id ${forUpdate(tx, whenLocked)}`.execute();
  const read = tx<LockedPurchase[]>`
    select id, customer_id as "customerId", channel, stage, deadline > clock_timestamp() as "inTime", delivery_type_id as "deliveryTypeId",
           coalesce((
             select jsonb_agg(jsonb_build_object('performanceId', performance_id, 'placeIds', place_ids, 'priceTypeIds', price_type_ids)
                      order by performance_id)
               from hold where hold.purchase_id = purchase.id), '[]') as holds
      from purchase where id = any (${[...ids]}::text[])`;
  const [ours, all] = await Promise.all([locked, read]);
  const have = new Set(ours.map(({ id }) => id));
  return new Map(all.filter(({ id }) => have.has(id)).map((purchase) => [purchase.id, purchase]));
}

export const lockPurchase = async (tx: Tx, purchaseId: string): Promise<LockedPurchase | undefined> =>
  (await lockPurchases(tx, [purchaseId], 'wait')).get(purchaseId);

export interface ChoiceRow {
  readonly purchaseId: string;
  readonly customerId: string;
  /** Null leaves the one that was chosen. */
  readonly deliveryTypeId: number | null;
  readonly paymentMethodId: number | null;
}

/** Of purchases that are open, in time, their customer's and nobody is changing; answers which ones have it now. */
export const setChoices = (db: Db, rows: readonly ChoiceRow[]) => db<{ purchaseId: string }[]>`
  with wanted as materialized (
    select * from unnest(${rows.map(({ purchaseId }) => purchaseId)}::text[], ${rows.map(({ customerId }) => customerId)}::text[],
                         ${rows.map(({ deliveryTypeId }) => deliveryTypeId)}::integer[],
                         ${rows.map(({ paymentMethodId }) => paymentMethodId)}::integer[])
      as wanted (purchase_id, customer_id, delivery_type_id, payment_method_id)
  ), mine as materialized (
    select purchase.id from purchase join wanted on purchase.id = wanted.purchase_id
     where purchase.customer_id = wanted.customer_id and stage = 'open' and deadline > clock_timestamp()
     order by purchase.id for update of purchase skip locked
  )
  update purchase
     set delivery_type_id = coalesce(wanted.delivery_type_id, purchase.delivery_type_id),
         payment_method_id = coalesce(wanted.payment_method_id, purchase.payment_method_id)
    from wanted, mine where purchase.id = mine.id and wanted.purchase_id = mine.id
  returning purchase.id as "purchaseId"`;

export const setChoice = (tx: Tx, { purchaseId, deliveryTypeId, paymentMethodId }: ChoiceRow) => tx`
  update purchase
     set delivery_type_id = coalesce(${deliveryTypeId}, delivery_type_id), payment_method_id = coalesce(${paymentMethodId}, payment_method_id)
   where id = ${purchaseId}`;

interface PlacesOf {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly placeIds: readonly number[];
}

/** Those of its places that are somebody else's by now, or nobody's. */
export const findLostPlaces = (db: Db, { purchaseId, performanceId, placeIds }: PlacesOf) => db<
  { performanceId: number; placeId: number }[]
>`
  select ${performanceId}::integer as "performanceId", wanted.place_id as "placeId"
    from unnest(${[...placeIds]}::integer[]) as wanted (place_id)
    left join place on place.performance_id = ${performanceId} and place.place_id = wanted.place_id
     and place.state = 'held' and place.purchase_id = ${purchaseId}
   where place.place_id is null order by 1`;

export interface DeliveryRow {
  readonly id: number;
  readonly kind: 'eticket' | 'box_office';
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly taxRate: number;
  readonly active: boolean;
}

export const findDeliveryTypes = (db: Db) => db<DeliveryRow[]>`
  select delivery_type.id, kind, delivery_type.name, description, price, tax_class.rate as "taxRate", active
    from delivery_type join tax_class on tax_class.id = delivery_type.tax_class_id
   order by position, delivery_type.id`;
