import type { LanguageCode } from '@butaca/brand/languages';
import type { Db, Tx } from '#db/connect';
import type { ShowNews } from '#db/enqueue';

/** One statement whether or not the address has the alert, which keeps its language once it is confirmed; answers its row. `undefined` for a show that is not listed. */
export const putAlert = async (
  tx: Tx,
  { id, showId, email, isConfirmed, language }: { id: string; showId: number; email: string; isConfirmed: boolean; language: LanguageCode },
): Promise<{ id: string } | undefined> =>
  (
    await tx<{ id: string }[]>`
      insert into show_alert as known (id, show_id, email, language, confirmed_at)
      select ${id}, show.id, ${email}, ${language}, case when ${isConfirmed}::boolean then clock_timestamp() end
        from show where show.id = ${showId} and listed
      on conflict (show_id, email) do update
         set asked_at = clock_timestamp(), confirmed_at = coalesce(known.confirmed_at, excluded.confirmed_at),
             language = case when known.confirmed_at is null then excluded.language else known.language end
      returning id`
  )[0];

/** Whether it is confirmed by this call. */
export const markConfirmed = async (tx: Tx, id: string, hours: number): Promise<boolean> =>
  (
    await tx`
      update show_alert set confirmed_at = clock_timestamp()
       where id = ${id} and confirmed_at is null and asked_at > clock_timestamp() - make_interval(hours => ${hours}::integer)`
  ).count === 1;

export interface AlertRow {
  readonly id: string;
  readonly email: string;
  readonly isConfirmed: boolean;
  readonly askedAt: Temporal.Instant;
  readonly toldAt: Temporal.Instant | null;
  readonly language: LanguageCode | null;
  readonly showId: number;
  readonly showName: string;
  readonly showSeo: string;
  readonly venueName: string;
}

/** With its show; undefined when it is over, or the show is not listed any more. */
export const findAlert = async (db: Db | Tx, id: string): Promise<AlertRow | undefined> =>
  (
    await db<AlertRow[]>`
      select show_alert.id, email, confirmed_at is not null as "isConfirmed", asked_at as "askedAt", told_at as "toldAt", show_alert.language,
             show.id as "showId", show.name as "showName", show.seo as "showSeo", venue.name as "venueName"
        from show_alert join show on show.id = show_id join venue on venue.id = show.venue_id
       where show_alert.id = ${id} and show.listed`
  )[0];

/** Other shows that this address is told of. */
export const countOtherAlerts = async (tx: Tx, { id, email }: { id: string; email: string }): Promise<number> =>
  (
    await tx<{ alerts: number }[]>`
      select count(*)::integer as alerts from show_alert where email = ${email} and id <> ${id} and confirmed_at is not null`
  )[0]?.alerts ?? 0;

interface MovedAlert {
  readonly showId: number;
  readonly language: LanguageCode | null;
  readonly askedAt: Temporal.Instant;
  readonly confirmedAt: Temporal.Instant | null;
  readonly toldAt: Temporal.Instant | null;
}

/** Ends what an address has asked for, and answers what it had confirmed. */
export const takeAlertsOf = (tx: Tx, email: string) => tx<MovedAlert[]>`
  with taken as (delete from show_alert where email = lower(${email}) returning *)
  select show_id as "showId", language, asked_at as "askedAt", confirmed_at as "confirmedAt", told_at as "toldAt"
    from taken where confirmed_at is not null order by show_id`;

/** Goes on at another address as it was; where that one has confirmed an alert of its own about the show, this one stays. */
export const resumeAlert = (
  tx: Tx,
  { id, email, showId, language, askedAt, confirmedAt, toldAt }: MovedAlert & { readonly id: string; readonly email: string },
) => tx`
  insert into show_alert as own (id, show_id, email, language, asked_at, confirmed_at, told_at)
  values (${id}, ${showId}, lower(${email}), ${language}, ${askedAt}, ${confirmedAt}, ${toldAt})
  on conflict (show_id, email) do update set language = excluded.language, asked_at = excluded.asked_at, confirmed_at = excluded.confirmed_at,
                                             told_at = excluded.told_at
   where own.confirmed_at is null`;

export const deleteAlert = (tx: Tx | Db, id: string) => tx`delete from show_alert where id = ${id}`;

/** Performances that can be bought now, the next ones first. */
export const findDatesToTell = (db: Db, showId: number, most: number) => db<{ startsAt: Temporal.Instant; timeZone: string }[]>`
  select performance.starts_at as "startsAt", venue.time_zone as "timeZone"
    from performance_shown as performance join venue on venue.id = performance.venue_id
    join sale_now on performance_id = performance.id and channel = 'online'
   where show_id = ${showId} and state in ('on_sale', 'announced') and not is_over
   order by state = 'announced', performance.starts_at limit ${most}`;

/** What can be had of a show: places, none, or null while the last ones are in purchases that are not paid. */
const stateOfShow = (db: Db | Tx) => db`
  select coalesce(max(id), 0) as newest,
         coalesce(max(id) filter (where state in ('announced', 'on_sale') and not is_over), 0) as newest_to_come,
         case when bool_or(state = 'on_sale' and not is_over and coalesce(free > 0, true)) then true
              when bool_or(state = 'on_sale' and not is_over) then null
              else false end as has_places
    from performance_shown as performance
    join sale_now on sale_now.performance_id = performance.id and channel = 'online'
    left join performance_stock on performance_stock.performance_id = performance.id`;

/** Remembers how a show stands from now on, unless somebody waits for it already. */
export const watchShow = (tx: Tx, showId: number) => tx`
  insert into watched_show (show_id, has_places, newest_performance_id)
  select ${showId}, coalesce(has_places, false), newest from (${stateOfShow(tx)} where show_id = ${showId}) as now
  on conflict (show_id) do nothing`;

/** Shows that somebody waits for; what nobody waits for any more is forgotten. */
export const findWatchedShows = async (db: Db): Promise<number[]> => {
  await db`delete from watched_show where not exists (select from show_alert where show_id = watched_show.show_id and confirmed_at is not null)`;
  return (
    await db<{ showId: number }[]>`
      select distinct show_id as "showId" from show_alert join show on show.id = show_id
       where confirmed_at is not null and show.listed order by show_id`
  ).map(({ showId }) => showId);
};

/** What is new of a show since it was looked at last; another date says more than places. Locks its row until the mails are on their way. */
export async function readNews(tx: Tx, showId: number): Promise<ShowNews | null> {
  const [news] = await tx<{ hasPlaces: boolean; isNewDate: boolean; hadPlaces: boolean; newest: number }[]>`
    select watched_show.has_places as "hadPlaces", coalesce(now.has_places, watched_show.has_places) as "hasPlaces", now.newest,
           now.newest_to_come > newest_performance_id as "isNewDate"
      from watched_show cross join lateral (${stateOfShow(tx)} where performance.show_id = ${showId}) as now
     where watched_show.show_id = ${showId} for update of watched_show`;
  if (!news) return null;
  await tx`update watched_show set has_places = ${news.hasPlaces}, newest_performance_id = ${news.newest} where show_id = ${showId}`;
  if (news.isNewDate) return 'date';
  return news.hasPlaces && !news.hadPlaces ? 'places' : null;
}

/**
 * Ids of the alerts of a show that are due a mail about it, which counts from now: places that come and go are told of once in so many
 * hours, another date always.
 */
export const takeAlertsToTell = async (
  tx: Tx,
  showId: number,
  { news, quietHours }: { news: ShowNews; quietHours: number },
): Promise<string[]> =>
  (
    await tx<{ id: string }[]>`
      update show_alert set told_at = clock_timestamp()
       where show_id = ${showId} and confirmed_at is not null
         and (${news} = 'date' or told_at is null or told_at < clock_timestamp() - make_interval(hours => ${quietHours}::integer))
      returning id`
  ).map(({ id }) => id);
