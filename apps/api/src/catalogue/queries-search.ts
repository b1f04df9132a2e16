import { integers } from '#db/array-literal';
import type { Db } from '#db/connect';

/** Prefixes and infixes of one typed word; the shortest words come first, which are the nearest to it. */
const MOST_CONTAINING = 200;
const MOST_SIMILAR = 30;

export interface WordRow {
  /** Which of the typed words, from 1. */
  readonly turn: number;
  readonly typed: string;
  readonly id: number;
  readonly word: string;
}

/**
 * The words of shows that may be meant by each word of a text: those that contain it, or, where none does, those whose trigrams are the
 * most like its own. One row without a word for a typed word that nothing resembles.
 */
export const findWords = (db: Db, text: string) => db<(WordRow | { turn: number; typed: string; id: null; word: null })[]>`
  select typed.turn::integer as turn, typed.word as typed, found.id, found.word
    from words_of(${text}) with ordinality as typed (word, turn)
    left join lateral (
      with containing as materialized (
        select id, word from search_word where word like '%' || typed.word || '%' order by length(word), word limit ${MOST_CONTAINING})
      select * from containing
      union all
      (select id, word from search_word where not exists (select from containing) order by word <-> typed.word limit ${MOST_SIMILAR})
    ) as found on true`;

/** A word of shows that counts for a typed one, from 0 to 1. */
export interface MeantWord {
  readonly turn: number;
  readonly wordId: number;
  readonly closeness: number;
}

export interface SearchFilters {
  readonly typeIds: readonly number[] | null;
  readonly venueId: number | null;
  /** Days in the time of the venue, both included. */
  readonly from: string | null;
  readonly until: string | null;
  /** In minor units; prices are rounded to whole display units. */
  readonly maxPrice: number | null;
  readonly displayUnit: number;
}

/**
 * Ids of a page of listed shows with a performance to come that passes the filters, the best fit first, and how many there are in all.
 * A show fits when every typed word is one of its own. Null `meant`: no text, all of them fit.
 */
export const findMatches = (
  db: Db,
  { meant, typeIds, venueId, from, until, maxPrice, displayUnit }: SearchFilters & { meant: readonly MeantWord[] | null },
  { limit, offset }: { limit: number; offset: number },
) => {
  const types = typeIds && integers(typeIds);
  const isDated = from !== null || until !== null;
  return db<{ id: number; total: number }[]>`
    with ${maxPrice === null ? db`` : soldOut(db)}
    fit as materialized (${meant === null ? allShows(db) : showsThatFit(db, meant)}),
    playing as materialized (
      select fit.show_id as id, fit.score, next.starts_at
        from fit
        join show on show.id = fit.show_id
       cross join lateral (
         select min(performance.starts_at) as starts_at
           from performance ${isDated ? db`join venue on venue.id = performance.venue_id` : db``}
          where performance.show_id = fit.show_id and performance.starts_at > now() and performance.state <> 'cancelled'
            ${venueId === null ? db`` : db`and performance.venue_id = ${venueId}`}
            ${from === null ? db`` : db`and (performance.starts_at at time zone venue.time_zone)::date >= ${from}::date`}
            ${until === null ? db`` : db`and (performance.starts_at at time zone venue.time_zone)::date <= ${until}::date`}
            ${maxPrice === null ? db`` : isAffordable(db, maxPrice, displayUnit)}
       ) as next
       where show.listed and (${types}::integer[] is null or show.show_type_id = any (${types}::integer[])) and next.starts_at is not null
    )
    select id, (count(*) over ())::integer as total from playing order by score desc, starts_at, id limit ${limit} offset ${offset}`;
};

/**
 * Of the row `performance`. As on the billboard, one that is sold out has no price while its show has others that are not. The face value
 * alone excludes most of the expensive ones.
 */
const isAffordable = (db: Db, maxPrice: number, displayUnit: number) => db`
  and performance.cheapest_face <= ${maxPrice + displayUnit}::bigint
  and final_price(performance.cheapest_face, performance.cheapest_service, performance.cheapest_qr, ${displayUnit}::bigint) <= ${maxPrice}::bigint
  and (performance.id not in (select id from sold_out)
       or not exists (select from performance as other
                       where other.show_id = performance.show_id and other.starts_at > now() and other.state <> 'cancelled'
                         and other.id not in (select id from sold_out)))`;

/** Few of all performances, by an index over those that may be; the view says which ones are. */
const soldOut = (db: Db) => db`
    sold_out as materialized (
      select id from performance_shown
       where state = 'sold_out' and id in (
         select id from performance where state = 'sold_out'
         union all select performance_id from performance_stock where free = 0 and held = 0)
    ),`;

const allShows = (db: Db) => db`select id as show_id, 0 as score from show`;

/** For each typed word the best of a show's own words counts. */
const showsThatFit = (db: Db, meant: readonly MeantWord[]) => db`
  select show_id, sum(score) as score
    from (
      select show_id, turn, max(weight * closeness) as score
        from unnest(
               ${integers(meant.map(({ turn }) => turn))}::integer[],
               ${integers(meant.map(({ wordId }) => wordId))}::integer[],
               ${integers(meant.map(({ closeness }) => Math.round(closeness * 100)))}::integer[]) as meant (turn, word_id, closeness)
        join show_word using (word_id)
       group by show_id, turn
    ) as best
   group by show_id having count(*) = ${new Set(meant.map(({ turn }) => turn)).size}`;
