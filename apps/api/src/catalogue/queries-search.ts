import type { Db } from '#db/connect';

/**
 * The version of what the index is read from, the database's clock in milliseconds since 1970, and the words of a text, cut as those of shows
 * are.
 */
export const findSearchVersion = (db: Db, text: string) =>
  db<{ version: string; nowMs: number; typed: string[] }[]>`
    select version, (extract(epoch from now()) * 1000)::double precision as "nowMs", array(select words_of(${text})) as typed from search_version`;

/** Few of all performances, by an index over those that may be; the view says which ones are. */
export const findSoldOut = (db: Db) => db<{ id: number }[]>`
  select id from performance_shown
   where state = 'sold_out' and id in (
     select id from performance where state = 'sold_out'
     union all select performance_id from performance_stock where free = 0 and held = 0)`;

/** Columns as the binary form of arrays, null without rows: a hundred thousand rows would cost the driver too much. */
export interface SearchIndexRow {
  readonly version: string;
  /** Of listed shows, by id. */
  readonly showIds: Buffer | null;
  readonly showTypeIds: Buffer | null;
  /** Of listed shows, to come and not cancelled, by start, show and id. */
  readonly performanceIds: Buffer | null;
  readonly performanceShowIds: Buffer | null;
  readonly performanceVenueIds: Buffer | null;
  /** `timestamptz`: microseconds since 2000. */
  readonly startsAt: Buffer | null;
  /** `date` in the time of the venue: days since 2000. */
  readonly days: Buffer | null;
  /** `bigint` in minor units; -1 without a price. */
  readonly lowestPrices: Buffer | null;
  /** By word. */
  readonly showWordIds: Buffer | null;
  readonly showWordShowIds: Buffer | null;
  readonly showWordWeights: Buffer | null;
  /** Separated by spaces, the shortest first. */
  readonly words: string | null;
  readonly wordIds: Buffer | null;
}

/** All that the search reads of the catalogue, of one instant. Prices are rounded to whole display units. */
export const readSearchIndex = (db: Db, displayUnit: number) => db<SearchIndexRow[]>`
  select version, listed.*, to_come.*, show_words.*, every_word.*
    from search_version
   cross join (
     select array_send(array_agg(id)) as "showIds", array_send(array_agg(show_type_id)) as "showTypeIds"
       from (select id, show_type_id from show where listed order by id) as by_id
   ) as listed
   cross join (
     select array_send(array_agg(id)) as "performanceIds", array_send(array_agg(show_id)) as "performanceShowIds",
            array_send(array_agg(venue_id)) as "performanceVenueIds", array_send(array_agg(starts_at)) as "startsAt",
            array_send(array_agg(day)) as days, array_send(array_agg(price)) as "lowestPrices"
       from (
         select performance.id, show_id, performance.venue_id, starts_at, (starts_at at time zone time_zone)::date as day,
                coalesce(final_price(cheapest_face, cheapest_service, cheapest_qr, ${displayUnit}::bigint), -1) as price
           from performance join show on show.id = show_id join venue on venue.id = performance.venue_id
          where listed and starts_at > now() and state <> 'cancelled'
          order by starts_at, show_id, performance.id
       ) as by_start
   ) as to_come
   cross join (
     select array_send(array_agg(word_id)) as "showWordIds", array_send(array_agg(show_id)) as "showWordShowIds",
            array_send(array_agg(weight::integer)) as "showWordWeights"
       from (select word_id, show_id, weight from show_word order by word_id) as by_word
   ) as show_words
   cross join (
     select string_agg(word, ' ') as words, array_send(array_agg(id)) as "wordIds"
       from (select id, word from search_word order by length(word), word) as by_length
   ) as every_word`;
