import type { Db, Tx } from '#db/connect';
import type { Stage } from '../inventory/index.ts';
import type { PricedPurchase } from './queries.ts';
import { stagesBefore } from './stages.ts';

export interface LockedPurchase {
  readonly customerId: string;
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

/**
 * With its holds; both stay as they are until the transaction ends, for whoever changes a hold locks the purchase first.
 * Two statements, because one that waited for a lock sees other tables as they were before it waited; sent together.
 */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<LockedPurchase | undefined> {
  const locked = tx`select from purchase where id = ${purchaseId} for update`.execute();
  const read = tx<LockedPurchase[]>`
    select customer_id as "customerId", stage, deadline > clock_timestamp() as "inTime", delivery_type_id as "deliveryTypeId",
           coalesce((
             select jsonb_agg(jsonb_build_object('performanceId', performance_id, 'placeIds', place_ids, 'priceTypeIds', price_type_ids)
                      order by performance_id)
               from hold where hold.purchase_id = purchase.id), '[]') as holds
      from purchase where id = ${purchaseId}`;
  const [, [purchase]] = await Promise.all([locked, read]);
  return purchase;
}

export const setDeliveryType = (tx: Tx, purchaseId: string, deliveryTypeId: number) =>
  tx`update purchase set delivery_type_id = ${deliveryTypeId} where id = ${purchaseId}`;

export const setPaymentMethod = (tx: Tx, purchaseId: string, paymentMethodId: number) =>
  tx`update purchase set payment_method_id = ${paymentMethodId} where id = ${purchaseId}`;

interface PlacesOf {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly placeIds: readonly number[];
}

/** Those of its places that are somebody else's by now, or nobody's. */
export const findLostPlaces = (db: Db, { purchaseId, performanceId, placeIds }: PlacesOf) => db<{ placeId: number }[]>`
  select wanted.place_id as "placeId"
    from unnest(${[...placeIds]}::integer[]) as wanted (place_id)
    left join place on place.performance_id = ${performanceId} and place.place_id = wanted.place_id
     and place.state = 'held' and place.purchase_id = ${purchaseId}
   where place.place_id is null order by 1`;

/** Its own, free ones and lapsed ones; locked in the order of their ids, so that two who want the same never wait in a circle. */
export const lockReachable = (tx: Tx, { purchaseId, performanceId, placeIds }: PlacesOf) => tx<{ placeId: number }[]>`
  select place_id as "placeId" from place
   where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
     and (state = 'free' or (state = 'held' and (purchase_id = ${purchaseId} or held_until < clock_timestamp())))
   order by place_id for update`;

export interface PaymentTerms {
  readonly priced: PricedPurchase;
  readonly paymentMethodId: number;
}

/** Fixes what it costs. */
export const beginPaying = (tx: Tx, purchaseId: string, { priced, paymentMethodId }: PaymentTerms) => tx`
  update purchase
     set stage = 'paying', total = ${priced.totals.total}, priced = ${tx.json(priced as never)}, payment_method_id = ${paymentMethodId},
         paying_since = clock_timestamp()
   where id = ${purchaseId} and stage = any (${stagesBefore('paying')}::text[])`;

export const endPaid = (tx: Tx, purchaseId: string) => tx`
  update purchase set stage = 'paid', ended_at = clock_timestamp()
   where id = ${purchaseId} and stage = any (${stagesBefore('paid')}::text[])`;

/** Its money goes back; what is left of its places lapses at once. */
export const endWithoutPlaces = (tx: Tx, purchaseId: string) => tx`
  update purchase set stage = 'cancelled', ended_at = clock_timestamp()
   where id = ${purchaseId} and stage = any (${stagesBefore('cancelled')}::text[])`;

/**
 * After a payment that came to nothing: the deadline is lengthened once, to three minutes from now, and never beyond
 * twenty minutes after the first claim (C-02).
 */
export const reopen = (tx: Tx, purchaseId: string) => tx`
  update purchase
     set stage = 'open', priced = null,
         deadline = case when extended then deadline else greatest(deadline, after_decline) end,
         extended = extended or after_decline > deadline
    from (select least(clock_timestamp() + interval '3 minutes', started_at + interval '20 minutes') as after_decline
            from purchase where id = ${purchaseId}) as chance
   where id = ${purchaseId} and stage = any (${stagesBefore('open')}::text[])`;

/** While somebody pays: at least this long from now, and at most twenty minutes after the first claim (design §5.5). */
const whilePaying = (db: Tx, seconds: number) => db`
  greatest(held_until, least(clock_timestamp() + make_interval(secs => ${seconds}), started_at + interval '20 minutes'))`;
const untilDeadline = (db: Tx, graceSeconds: number) => db`deadline + make_interval(secs => ${graceSeconds})`;

export type HeldUntil = { readonly whilePayingSeconds: number } | { readonly graceSeconds: number } | 'now';

const heldUntil = (tx: Tx, until: HeldUntil) => {
  if (until === 'now') return tx`clock_timestamp()`;
  return 'graceSeconds' in until ? untilDeadline(tx, until.graceSeconds) : whilePaying(tx, until.whilePayingSeconds);
};

/** Moves the end of a hold and of the places that are still its own; answers those. */
export async function holdUntil(tx: Tx, { purchaseId, performanceId, placeIds }: PlacesOf, until: HeldUntil) {
  const [places] = await Promise.all([
    tx<{ placeId: number; heldUntilMs: number }[]>`
      with mine as (
        select place_id from place
         where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
           and state = 'held' and purchase_id = ${purchaseId}
         order by place_id for update
      )
      update place set held_until = ${heldUntil(tx, until)} from mine, purchase
       where purchase.id = ${purchaseId} and performance_id = ${performanceId} and place.place_id = mine.place_id
      returning place.place_id as "placeId", (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"`,
    tx`
      update hold set held_until = ${heldUntil(tx, until)} from purchase
       where purchase.id = ${purchaseId} and performance_id = ${performanceId} and purchase_id = ${purchaseId} and state = 'held'`,
  ]);
  return places;
}

/** After `lockReachable` found every one of them. */
export const sellHold = (tx: Tx, { purchaseId, performanceId, placeIds }: PlacesOf) =>
  Promise.all([
    tx`update hold set state = 'sold' where performance_id = ${performanceId} and purchase_id = ${purchaseId}`,
    tx`
      update place set state = 'sold', purchase_id = ${purchaseId}, held_until = null
       where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`,
  ]);

export interface DeliveryRow {
  readonly id: number;
  readonly kind: 'eticket' | 'box_office';
  readonly name: string;
  readonly description: string | null;
  readonly price: number;
  readonly taxRate: number;
}

const deliveryColumns = (db: Db | Tx) => db`
  delivery_type.id, kind, delivery_type.name, description, price, tax_class.rate as "taxRate"
  from delivery_type join tax_class on tax_class.id = delivery_type.tax_class_id`;

export const findDeliveryTypes = (db: Db) =>
  db<DeliveryRow[]>`select ${deliveryColumns(db)} where active order by position, delivery_type.id`;

/** One that is no longer offered still has the price that its purchases were made with. */
export const findDeliveryType = async (db: Db, id: number): Promise<DeliveryRow | undefined> =>
  (await db<DeliveryRow[]>`select ${deliveryColumns(db)} where delivery_type.id = ${id}`)[0];

/** Paid, being verified, offered other places, or given back; the newest first. */
export const findOrders = (db: Db, customerId: string, most: number) => db<{ id: string; endedAtMs: number | null }[]>`
  select id, (extract(epoch from ended_at) * 1000)::float8 as "endedAtMs"
    from purchase
   where customer_id = ${customerId}
     and (stage in ('paid', 'paying', 'offered')
          or exists (select from attempt where purchase_id = purchase.id and state in ('returning', 'reversed', 'refunded')))
   order by started_at desc limit ${most}`;
