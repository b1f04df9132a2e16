import type { Db } from '#db/connect';

export interface StockRow {
  /** That have a price. */
  readonly places: number;
  readonly free: number;
  readonly held: number;
}

/** Those that the shop sells and that somebody has taken places of; what was never touched has all of them left. An index leaves out what is long over. */
export const findPerformancesToCount = (db: Db) => db<{ id: number }[]>`
  select performance.id from performance join sale_now on sale_now.performance_id = performance.id and channel = 'online'
   where obstacle is null and performance.starts_at > now() - interval '1 day'
     and (exists (select from hold where performance_id = performance.id)
          or exists (select from performance_stock where performance_id = performance.id))
   order by id`;

/**
 * What is left is what there is less what is taken: rows of places are made when they are first asked for, so counting free ones would count an
 * untouched hall as nearly sold out. Sectors none of whose categories has a price are not for sale.
 */
export const countStock = async (db: Db, performanceId: number): Promise<StockRow> => {
  const [row] = await db<StockRow[]>`
    select coalesce(sum(place_count), 0)::integer as places, coalesce(sum(place_count - gone - held), 0)::integer as free,
           coalesce(sum(held), 0)::integer as held
      from performance
      join sector on sector.venue_map_id = performance.venue_map_id
     cross join lateral (
       select count(*) filter (where state in ('sold', 'blocked')) as gone,
              count(*) filter (where state = 'held' and held_until >= clock_timestamp()) as held
         from place where performance_id = ${performanceId} and place_id >= first_place and place_id < first_place + place_count) as taken
     where performance.id = ${performanceId}
       and exists (select from price_level where price_level.performance_id = ${performanceId} and category = any (sector.categories))`;
  return row as StockRow;
};

/** One row when the figures are others than before: whether nothing is left now and something was, or the other way round. */
export const putStock = (db: Db, performanceId: number, { places, free, held }: StockRow) => db<{ turned: boolean }[]>`
  insert into performance_stock as known (performance_id, places, free, held) values (${performanceId}, ${places}, ${free}, ${held})
  on conflict (performance_id) do update set places = excluded.places, free = excluded.free, held = excluded.held
   where (known.places, known.free, known.held) is distinct from (excluded.places, excluded.free, excluded.held)
  returning (coalesce(old.free + old.held, 1) = 0) <> (new.free + new.held = 0) as turned`;
