import type { Db } from '#db/connect';

/** Places of a performance whose payment may be confirmed later, those of buyers who are choosing at their provider just now among them. */
export const countWaiting = async (db: Db, performanceId: number): Promise<number> =>
  (
    await db<{ count: number }[]>`
      select coalesce(sum(cardinality(place_ids)), 0)::integer as count
        from attempt join hold on hold.purchase_id = attempt.purchase_id
       where slow_until is not null and settled_at is null
         and hold.performance_id = ${performanceId} and hold.state = 'held' and held_until > clock_timestamp()`
  )[0]?.count ?? 0;
