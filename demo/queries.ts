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
