import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { Channel, PurchaseRow, Stage } from '../queries-purchases.ts';
import { stagesBefore } from '../stages.ts';

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

/** The purchases are locked. */
export const setChoices = (tx: Tx, chosen: readonly Pick<PurchaseRow, 'id' | 'deliveryTypeId' | 'paymentMethodId'>[]) =>
  expectRows(
    chosen.length,
    tx`
      update purchase set delivery_type_id = chosen.delivery_type_id, payment_method_id = chosen.payment_method_id
        from unnest(${chosen.map(({ id }) => id)}::text[], ${chosen.map(({ deliveryTypeId }) => deliveryTypeId)}::integer[],
                    ${chosen.map(({ paymentMethodId }) => paymentMethodId)}::integer[])
          as chosen (purchase_id, delivery_type_id, payment_method_id)
       where purchase.id = chosen.purchase_id`,
  );

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

export const endPaid = (tx: Tx, purchaseIds: readonly string[]) => tx`
  update purchase set stage = 'paid', ended_at = clock_timestamp()
   where id = any (${[...purchaseIds]}::text[]) and stage = any (${stagesBefore('paid')}::text[])`;

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

const untilDeadline = (db: Tx, graceSeconds: number) => db`deadline + make_interval(secs => ${graceSeconds})`;

export type HeldUntil = { readonly graceSeconds: number } | 'now';

const heldUntil = (tx: Tx, until: HeldUntil) => {
  return until === 'now' ? tx`clock_timestamp()` : untilDeadline(tx, until.graceSeconds);
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
