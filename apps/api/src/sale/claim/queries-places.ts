import type { Db, Tx } from '#db/connect';
import type { PlaceRow, Stage } from '../rows.ts';

/** Makes the rows of a performance's places, once; a place without a row could not be sold. */
export const openPlaces = (db: Db, performanceId: number, placeCount: number) => db`
  insert into place (performance_id, place_id) select ${performanceId}, generate_series(0, ${placeCount - 1}) on conflict do nothing`;

export const countPlaces = async (db: Db, performanceId: number): Promise<number> =>
  (await db<{ places: number }[]>`select count(*)::integer as places from place where performance_id = ${performanceId}`)[0]?.places ?? 0;

/** Every place that is not simply free. */
export const readTakenPlaces = (db: Db, performanceId: number) => db<PlaceRow[]>`
  select place_id as "placeId", state, purchase_id as "purchaseId",
         (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"
    from place where performance_id = ${performanceId} and state <> 'free'`;

/** The truth about a few places. */
export const readPlaces = (db: Db, performanceId: number, placeIds: readonly number[]) => db<PlaceRow[]>`
  select place_id as "placeId", state, purchase_id as "purchaseId", (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"
    from place where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;

export const readClockMs = async (db: Db): Promise<number> =>
  (await db<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)[0]?.ms ?? 0;

/** The places of a purchase in one performance, locked with their hold. */
export const lockHold = (tx: Tx, performanceId: number, purchaseId: string) =>
  tx<{ placeIds: number[]; priceTypeIds: number[] }[]>`
    select place_ids as "placeIds", price_type_ids as "priceTypeIds" from hold
     where performance_id = ${performanceId} and purchase_id = ${purchaseId} for update`;

export const writeHold = (
  tx: Tx,
  performanceId: number,
  purchaseId: string,
  placeIds: readonly number[],
  priceTypeIds: readonly number[],
) => tx`
  update hold set place_ids = ${[...placeIds]}::integer[], price_type_ids = ${[...priceTypeIds]}::integer[]
   where performance_id = ${performanceId} and purchase_id = ${purchaseId}`;

export const insertHold = (
  tx: Tx,
  performanceId: number,
  purchaseId: string,
  hold: { placeIds: readonly number[]; priceTypeIds: readonly number[]; graceSeconds: number },
) => tx`
  insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
  select ${performanceId}, id, ${[...hold.placeIds]}::integer[], ${[...hold.priceTypeIds]}::integer[],
         deadline + ${hold.graceSeconds}::integer * interval '1 second'
    from purchase where id = ${purchaseId}`;

export const deleteHold = (tx: Tx, performanceId: number, purchaseId: string) =>
  tx<{ placeIds: number[] }[]>`
    delete from hold where performance_id = ${performanceId} and purchase_id = ${purchaseId} and state = 'held' returning place_ids as "placeIds"`;

/** Those of the wanted places that are free, or lapsed, or its own already; locked in the order of their ids. */
export const lockReachable = (tx: Tx, performanceId: number, purchaseId: string, placeIds: readonly number[]) =>
  tx<{ placeId: number }[]>`
    select place_id as "placeId" from place
     where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
       and (state = 'free' or (state = 'held' and (held_until < clock_timestamp() or purchase_id = ${purchaseId})))
     order by place_id for update`;

/** Locked beforehand. */
export const holdPlaces = (tx: Tx, performanceId: number, purchaseId: string, placeIds: readonly number[], graceSeconds: number) =>
  tx<PlaceRow[]>`
    update place set state = 'held', purchase_id = ${purchaseId},
           held_until = (select deadline from purchase where id = ${purchaseId}) + ${graceSeconds}::integer * interval '1 second'
     where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
    returning place_id as "placeId", state, purchase_id as "purchaseId", (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"`;

/** Only while they are this purchase's: what has lapsed may be somebody else's by now. */
export const freePlaces = (tx: Tx, performanceId: number, purchaseId: string, placeIds: readonly number[]) =>
  tx<{ placeId: number }[]>`
    with mine as (
      select place_id from place
       where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
         and state = 'held' and purchase_id = ${purchaseId}
       order by place_id for update
    )
    update place set state = 'free', purchase_id = null, held_until = null from mine
     where place.performance_id = ${performanceId} and place.place_id = mine.place_id
    returning place.place_id as "placeId"`;

export const waitAtMost = (tx: Tx, ms: number) => tx`select set_config('lock_timeout', ${`${ms}ms`}, true)`;

export const lockPurchase = (tx: Tx, purchaseId: string) =>
  tx<{ customerId: string; stage: Stage; inTime: boolean }[]>`
    select customer_id as "customerId", stage, deadline > clock_timestamp() as "inTime" from purchase where id = ${purchaseId} for update`;

export const cancelOpenPurchase = (tx: Tx, purchaseId: string) =>
  tx`update purchase set stage = 'cancelled', ended_at = clock_timestamp() where id = ${purchaseId} and stage = 'open'`;

export const findPerformancesHeld = (tx: Tx | Db, purchaseId: string) =>
  tx<{ performanceId: number }[]>`
    select performance_id as "performanceId" from hold where purchase_id = ${purchaseId} order by performance_id`;

/** How many places of a range can be had, by the database's own count. */
export const countFree = async (db: Db, performanceId: number, from: number, to: number): Promise<number> =>
  (
    await db<{ free: number }[]>`
      select count(*)::integer as free from place
       where performance_id = ${performanceId} and place_id >= ${from} and place_id < ${to}
         and (state = 'free' or (state = 'held' and held_until < clock_timestamp()))`
  )[0]?.free ?? 0;

/** Tells the other processes; never inside a claiming transaction, where it would put every commit in one line. */
export const notifyPlaces = (db: Db, payload: string) => db`select pg_notify('places', ${payload})`;
