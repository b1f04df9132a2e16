import type { Db, Tx } from '#db/connect';
import { deadlineIfUnpaid } from '../queries-purchases.ts';

interface Waiting {
  /** Places. */
  readonly all: number;
  /** Those of this customer's other purchases. */
  readonly own: number;
}

/** Places of a performance whose payment may be confirmed later, those of buyers who are choosing at their provider just now among them. */
export const countWaiting = async (
  db: Db,
  performanceId: number,
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<Waiting> =>
  (
    await db<Waiting[]>`
      select coalesce(sum(cardinality(place_ids)), 0)::integer as all,
             coalesce(sum(cardinality(place_ids)) filter (where customer_id = ${customerId} and purchase.id <> ${id}), 0)::integer as own
        from attempt
        join hold on hold.purchase_id = attempt.purchase_id
        join purchase on purchase.id = attempt.purchase_id
       where slow_until is not null and settled_at is null
         and hold.performance_id = ${performanceId} and hold.state = 'held' and held_until > clock_timestamp()`
  )[0] ?? { all: 0, own: 0 };

/** Until when places are kept, and may be paid in another way, if the payment that waits is called off now; in epoch ms. */
export const readPayableUntil = async (db: Db, purchaseId: string): Promise<number> =>
  (
    await db<{ untilMs: number }[]>`
      select (extract(epoch from greatest(reserved_until, ${deadlineIfUnpaid(db)})) * 1000)::float8 as "untilMs"
        from purchase where id = ${purchaseId}`
  )[0]?.untilMs ?? 0;

/** Payments that begin to wait in a performance are judged one after another. Several performances in the order of their ids, after places. */
export const lockWaiting = (tx: Tx, performanceId: number) =>
  tx`select pg_advisory_xact_lock(hashtextextended('slow payments ' || ${performanceId}::integer, 0))`;

/**
 * Whether more places of a performance wait for payments, these of a purchase among them, than its show allows, or another purchase of this customer
 * waits there: counted are those that their providers have said to be pending. A show that allows none any more had allowed these.
 */
export async function isOverfull(
  tx: Tx,
  performanceId: number,
  more: { readonly purchaseId: string; readonly customerId: string; readonly places: number },
): Promise<boolean> {
  const [row] = await tx<{ isOverfull: boolean }[]>`
    select ${more.places}::integer + waiting.places > floor(coalesce(slow_payment_most_percent, 100) / 100.0
             * (select sum(place_count) from sector where sector.venue_map_id = performance.venue_map_id)) or waiting.own > 0 as "isOverfull"
      from performance
      join show on show.id = show_id
     cross join lateral (
       select coalesce(sum(cardinality(place_ids)), 0) as places, count(*) filter (where customer_id = ${more.customerId}) as own
         from attempt
         join hold on hold.purchase_id = attempt.purchase_id
         join purchase on purchase.id = attempt.purchase_id
        where slow_until is not null and settled_at is null and attempt.state = 'pending' and attempt.purchase_id <> ${more.purchaseId}
          and hold.performance_id = performance.id and hold.state = 'held' and held_until > clock_timestamp()
     ) as waiting
     where performance.id = ${performanceId}`;
  return row?.isOverfull ?? true;
}
