import { searchedEmail, typedIdentifier } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { Buyer } from '../../orders/index.ts';
import type { Channel, PricedPurchase, Stage } from '../queries-purchases.ts';

export interface ReservationRow {
  readonly purchaseId: string;
  /** Who made it; at a counter the account of its clerk. */
  readonly customerId: string;
  readonly performanceId: number;
  readonly channel: Channel;
  /** What was reserved, and what it cost that day. */
  readonly priced: PricedPurchase;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
}

const columns = (db: Db | Tx) => db`
  purchase_id as "purchaseId", reservation.customer_id as "customerId", performance_id as "performanceId", reservation.channel,
  reservation.priced, contact_name as "contactName", contact_phone as "contactPhone"`;

export const findReservations = (db: Db | Tx, purchaseIds: readonly string[]) =>
  db<ReservationRow[]>`select ${columns(db)} from reservation where purchase_id = any (${[...purchaseIds]}::text[])`;

/** Those of a customer, or those of all counters, the newest first. */
export const findReservationIds = (db: Db, { customerId, channel }: Buyer, most: number) =>
  db<{ id: string }[]>`
    select purchase_id as id from reservation
     where ${channel === 'box_office' ? db`channel = 'box_office'` : db`channel = 'online' and customer_id = ${customerId}`}
     order by reserved_at desc limit ${most}`;

/** Reservations of the shop that still keep places, of the customer with this whole address, or the one with this id; with whose they are. */
export const findKeptInShop = (db: Db, search: string, most: number) => db<{ id: string; name: string }[]>`
  select purchase_id as id, first_name || ' ' || last_name as name
    from reservation
    join purchase on purchase.id = purchase_id and stage in ('reserved', 'open')
    join customer on customer.id = reservation.customer_id and erased_at is null
   where reservation.channel = 'online' and (purchase_id = ${typedIdentifier(search)} or lower(email) = ${searchedEmail(search)})
   order by reserved_at desc limit ${most}`;

/** Reservations of a performance are made and counted one after the other; locked before every row. */
export const lockReserving = (tx: Tx, performanceId: number) =>
  tx`select pg_advisory_xact_lock(hashtextextended('reserve ' || ${performanceId}::integer, 0))`;

/** What a new reservation is judged by; times in milliseconds by the database's clock. */
export interface ReservedBefore {
  readonly nowMs: number;
  readonly startsAtMs: number;
  /** When the customer reserved places of the performance for the first time; null for a first one. */
  readonly firstMs: number | null;
  /** Places of the performance that the customer has reserved now, and that everybody has. */
  readonly byCustomer: number;
  readonly byAll: number;
}

export const readReservedBefore = (tx: Tx, { performanceId, customerId }: { performanceId: number; customerId: string }) =>
  expectRows(
    1,
    tx<ReservedBefore[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs", (extract(epoch from starts_at) * 1000)::float8 as "startsAtMs",
             (select (extract(epoch from min(reserved_at)) * 1000)::float8 from reservation
               where customer_id = ${customerId} and performance_id = ${performanceId} and channel = 'online') as "firstMs",
             reserved.*
        from performance cross join lateral (
          select coalesce(sum(cardinality(place_ids)), 0)::integer as "byAll",
                 coalesce(sum(cardinality(place_ids)) filter (where reservation.customer_id = ${customerId} and reservation.channel = 'online'), 0)::integer
                   as "byCustomer"
            from reservation
            join purchase on purchase.id = purchase_id and stage in ('open', 'reserved', 'paying')
            join hold on hold.purchase_id = purchase.id and hold.performance_id = ${performanceId}
           where reservation.performance_id = ${performanceId}
        ) as reserved
       where performance.id = ${performanceId}`,
  );

export interface ReservedPurchase {
  readonly purchaseId: string;
  readonly untilMs: number;
  /** Null at a counter: what it has reserved counts for none of its sales. */
  readonly slot: number | null;
}

/** Another clerk may resume it, and the price that somebody has lowered would count as theirs (decision 056). */
const withoutCounterPrice = (tx: Tx) => tx`counter_price = null, counter_price_reason = null`;

/** Only for `stages.ts`. */
export const updateReserved = (tx: Tx, { purchaseId, untilMs, slot }: ReservedPurchase) => tx`
  update purchase set stage = 'reserved', deadline = to_timestamp(${untilMs}::float8 / 1000), reserved_until = to_timestamp(${untilMs}::float8 / 1000),
         slot = ${slot}, counter = null, ${withoutCounterPrice(tx)}
   where id = ${purchaseId} and stage = 'open'`;

export interface ResumedPurchase {
  readonly purchaseId: string;
  /** Of a counter: the clerk who goes on with it, and at which log-in. */
  readonly clerk?: { readonly customerId: string; readonly counter: string } | undefined;
  readonly nowMs: number;
  readonly deadlineMs: number;
}

/**
 * Only for `stages.ts`. Its payment starts anew, with the times of a new purchase. At a counter it becomes the sale of whoever resumes it,
 * in a slot of theirs.
 */
export const updateResumed = (tx: Tx, { purchaseId, clerk, nowMs, deadlineMs }: ResumedPurchase) => tx`
  update purchase set stage = 'open', started_at = to_timestamp(${nowMs}::float8 / 1000), deadline = to_timestamp(${deadlineMs}::float8 / 1000), extended = false
         ${
           clerk
             ? tx`, customer_id = ${clerk.customerId}, counter = ${clerk.counter},
                    slot = (select coalesce(max(slot), 0) + 1 from purchase as other
                             where other.customer_id = ${clerk.customerId} and other.slot is not null and other.stage in ('open', 'paying', 'reserved'))`
             : tx``
         }
   where id = ${purchaseId} and stage = 'reserved'`;

/** Only for `stages.ts`. */
export const updateBackToReserved = (tx: Tx, purchaseIds: readonly string[]) => tx`
  update purchase set stage = 'reserved', deadline = reserved_until, counter = null, slot = case channel when 'online' then slot end,
         ${withoutCounterPrice(tx)}
   where id = any (${[...purchaseIds]}::text[]) and stage = 'open' and reserved_until is not null`;

interface NewReservation extends ReservationRow {
  readonly untilMs: number;
}

export const writeReservation = (tx: Tx, { priced, ...of }: NewReservation) => tx`
  insert into reservation (purchase_id, customer_id, performance_id, channel, until, priced, contact_name, contact_phone)
  values (${of.purchaseId}, ${of.customerId}, ${of.performanceId}, ${of.channel}, to_timestamp(${of.untilMs}::float8 / 1000),
          ${tx.json(priced as never)}, ${of.contactName}, ${of.contactPhone})`;

/**
 * Locks reservations that would last beyond the time at which their performance is not reserved any more, since it moved nearer: until then they last.
 * One that another transaction works on is left for the next round.
 */
export const lockReservationsToCut = (tx: Tx, most: number) => tx<{ id: string; nowMs: number; untilMs: number }[]>`
  select purchase.id, (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
         (extract(epoch from starts_at - make_interval(hours => coalesce(reservation_closes_hours, 0))) * 1000)::float8 as "untilMs"
    from purchase
    join reservation on purchase_id = purchase.id
    join performance on performance.id = performance_id
    join show on show.id = show_id
   where stage = 'reserved' and performance.state <> 'cancelled'
     and starts_at - make_interval(hours => coalesce(reservation_closes_hours, 0)) between clock_timestamp() and reserved_until - interval '1 second'
   order by purchase.id limit ${most} for update of purchase skip locked`;

export async function cutReservation(tx: Tx, { id, untilMs }: { readonly id: string; readonly untilMs: number }): Promise<void> {
  const until = tx`to_timestamp(${untilMs}::float8 / 1000)`;
  await Promise.all([
    expectRows(1, tx`update purchase set deadline = ${until}, reserved_until = ${until} where id = ${id} and stage = 'reserved'`),
    expectRows(1, tx`update reservation set until = ${until} where purchase_id = ${id}`),
  ]);
}

/**
 * Locks reservations that are over: past their time and grace, or of a performance that was cancelled, or moved so that its reservations
 * would be closed by now. One that another transaction works on is left for the next round.
 */
export const lockExpiredReservations = (tx: Tx, graceSeconds: number, most: number) => tx<{ id: string; stage: Stage }[]>`
  select purchase.id from purchase
    join reservation on purchase_id = purchase.id
    join performance on performance.id = performance_id
    join show on show.id = show_id
   where stage = 'reserved'
     and (deadline < clock_timestamp() - make_interval(secs => ${graceSeconds}) or performance.state = 'cancelled'
          or starts_at - make_interval(hours => coalesce(reservation_closes_hours, 0)) < clock_timestamp() - make_interval(secs => ${graceSeconds}))
   order by purchase.id limit ${most} for update of purchase skip locked`;
