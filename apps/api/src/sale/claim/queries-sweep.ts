import type { Db } from '#db/connect';

/** Ends purchases whose time is over; one that somebody works on just now is left for the next round. */
export const expirePurchases = (db: Db, graceSeconds: number, most: number) =>
  db<{ id: string }[]>`
    with over as (
      select id from purchase
       where stage = 'open' and deadline < clock_timestamp() - ${graceSeconds}::integer * interval '1 second'
       order by deadline limit ${most} for update skip locked
    )
    update purchase set stage = 'expired', ended_at = clock_timestamp() from over where purchase.id = over.id returning purchase.id`;

/** A payment that is still being looked into after its time keeps nobody from a new purchase. */
export const freeSlots = (db: Db) =>
  db`update purchase set slot = null where stage = 'paying' and slot is not null and deadline < clock_timestamp()`;

export const findPerformancesToSweep = (db: Db) =>
  db<{ performanceId: number }[]>`
    select distinct performance_id as "performanceId" from hold where state = 'held' and held_until < clock_timestamp()`;

/** Frees what ended purchases have left held in one performance. */
export const sweepHolds = (db: Db, performanceId: number, most: number) =>
  db<{ placeId: number }[]>`
    with lapsed as (
      select hold.purchase_id, place_ids from hold join purchase on purchase.id = hold.purchase_id
       where performance_id = ${performanceId} and hold.state = 'held' and held_until < clock_timestamp() and stage in ('expired', 'cancelled')
       order by hold.purchase_id limit ${most} for update of hold skip locked
    ), dropped as (
      delete from hold using lapsed where hold.performance_id = ${performanceId} and hold.purchase_id = lapsed.purchase_id
    ), mine as (
      select place.place_id from place
        join (select purchase_id, unnest(place_ids) as place_id from lapsed) as left_over using (place_id, purchase_id)
       where place.performance_id = ${performanceId} and state = 'held'
       order by place.place_id for update of place
    )
    update place set state = 'free', purchase_id = null, held_until = null from mine
     where place.performance_id = ${performanceId} and place.place_id = mine.place_id
    returning place.place_id as "placeId"`;
