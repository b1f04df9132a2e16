import type { Tx } from '#db/connect';
import type { Written } from './written.ts';

export type PerformanceRecord = {
  readonly show: string;
  readonly venue: string;
  readonly startsAt: string;
  readonly doorsAt: string | null;
  readonly onSaleAt: string | null;
  readonly state: string | null;
};

/** A known performance keeps its map, whose places may be sold, and its state unless the entry names one. */
export const writePerformanceRecords = (tx: Tx, performances: readonly PerformanceRecord[]) => tx<Written[]>`
  insert into performance (show_id, venue_id, venue_map_id, starts_at, doors_at, on_sale_at, state)
  select show.id, venue.id, coalesce(known.venue_map_id, venue_map.id), entry."startsAt", entry."doorsAt", entry."onSaleAt",
         coalesce(entry.state, known.state, case when entry."onSaleAt" > now() or venue_map.id is null then 'announced' else 'on_sale' end)
    from jsonb_to_recordset(${tx.json(performances)}) as entry (show text, venue text, "startsAt" timestamptz, "doorsAt" timestamptz,
           "onSaleAt" timestamptz, state text)
    join show on show.seo = entry.show
    join venue on venue.seo = entry.venue
    left join venue_map on venue_map.venue_id = venue.id and venue_map.current
    left join performance as known on known.show_id = show.id and known.venue_id = venue.id and known.starts_at = entry."startsAt"
      on conflict (show_id, starts_at, venue_id) do update
     set venue_map_id = excluded.venue_map_id, doors_at = excluded.doors_at, on_sale_at = excluded.on_sale_at, state = excluded.state
   where (performance.venue_map_id, performance.doors_at, performance.on_sale_at, performance.state)
         is distinct from (excluded.venue_map_id, excluded.doors_at, excluded.on_sale_at, excluded.state)
  returning xmax = 0 as created`;

/** Names a performance the way people do; it is unique. */
export type PerformanceKey = { readonly show: string; readonly venue: string; readonly startsAt: string };

/** Joins `show`, `venue` and `performance` to rows that carry a key, under the name `entry`. */
export const performanceOfEntry = (tx: Tx) => tx`
  join show on show.seo = entry.show
  join venue on venue.seo = entry.venue
  join performance on performance.show_id = show.id and performance.venue_id = venue.id and performance.starts_at = entry."startsAt"`;
