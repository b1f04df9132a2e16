import type { Db } from '../apps/api/src/db/connect.ts';

/** What the database holds of the demo: empty at first, then each show with whether it has anything to come. */
export const findDemo = (db: Db, seos: readonly string[]) => db<{ shows: number; over: string[] }[]>`
  select (select count(*) from show) as shows,
         array(select seo from show
                where seo = any (${seos as string[]}) and not exists (select from performance where show_id = show.id and starts_at > now())
                order by seo) as over`;

/** Hours at which a venue is taken. */
export const findTaken = (db: Db) => db<{ venue: string; startsAt: Temporal.Instant }[]>`
  select venue.seo as venue, starts_at as "startsAt" from performance join venue on venue.id = performance.venue_id where starts_at > now()`;

/** Makes purchases that are open as many minutes older, with what they hold; answers how many they are. */
export const ageOpenPurchases = (db: Db, minutes: number): Promise<number> =>
  db.begin(async (tx) => {
    const by = tx`make_interval(mins => ${minutes})`;
    const aged = await tx<{ id: string }[]>`
      update purchase set started_at = started_at - ${by}, deadline = deadline - ${by} where stage = 'open' returning id`;
    const ids = aged.map(({ id }) => id);
    const holds = await tx<{ performanceId: number; purchaseId: string; placeIds: number[] }[]>`
      update hold set held_until = held_until - ${by} where purchase_id = any (${ids}::text[]) and state = 'held'
      returning performance_id as "performanceId", purchase_id as "purchaseId", place_ids as "placeIds"`;
    for (const { performanceId, purchaseId, placeIds } of holds)
      await tx`
        update place set held_until = held_until - ${by}
         where performance_id = ${performanceId} and place_id = any (${placeIds}::integer[]) and purchase_id = ${purchaseId}`;
    return aged.length;
  });
