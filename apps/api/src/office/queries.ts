import type { OfficePerformance } from '@butaca/contract';
import type { Db } from '#db/connect';

export interface PerformanceRow extends Pick<OfficePerformance, 'id' | 'showName' | 'venueName' | 'timeZone' | 'state' | 'held' | 'sold'> {
  readonly startsAt: Temporal.Instant;
  readonly mapHash: string | null;
  /** Null: as the brand says. */
  readonly refundedPlacesSoldAgain: boolean | null;
  readonly asksForNames: boolean;
  /** The map's categories that have a price. */
  readonly categories: readonly string[];
  /** Minor units, as the ledger has them: what was collected less what went back. */
  readonly tickets: number;
  readonly serviceCharge: number;
  /** Sold in the last hour by how many whole spans of five minutes ago; spans without a sale are left out. */
  readonly lately: Readonly<Record<string, number>>;
  readonly countedAt: Temporal.Instant;
}

/**
 * Performances to come and of the last 30 days with what is held, sold and taken at this moment. Counted performance by
 * performance in covering indexes, and never in `place`: what is held are the live holds, what is sold are the valid tickets.
 */
export const countSales = (db: Db) => db<PerformanceRow[]>`
  with live as materialized (
    select performance_id, sum(cardinality(place_ids))::integer as held
      from hold where state = 'held' and held_until >= now()
     group by performance_id
  ), lately as materialized (
    select performance_id, jsonb_object_agg(span, sold) as spans
      from (
        select performance_id, greatest(floor(extract(epoch from now() - issued_at) / 300), 0)::integer as span, count(*)::integer as sold
          from ticket where state = 'valid' and issued_at > now() - interval '1 hour'
         group by 1, 2
      ) as counted
     group by performance_id
  )
  select performance.id, show.name as "showName", venue.name as "venueName", performance.starts_at as "startsAt",
         venue.time_zone as "timeZone", venue_map.hash as "mapHash", now() as "countedAt",
         show.refunded_places_sold_again as "refundedPlacesSoldAgain", show.nomination_closes_hours is not null as "asksForNames",
         case when obstacle = 'over' then 'over' else performance.state end as state,
         array(select category from price_level where performance_id = performance.id) as categories,
         coalesce(live.held, 0) as held, coalesce(lately.spans, '{}') as lately,
         (select count(*)::integer from ticket where performance_id = performance.id and state = 'valid') as sold,
         coalesce(taken.tickets, 0)::bigint as tickets, coalesce(taken.service_charge, 0)::bigint as "serviceCharge"
    from performance_now as performance
    join sale_now on sale_now.performance_id = performance.id and channel = 'box_office'
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
    left join venue_map on venue_map.id = performance.venue_map_id
    left join live on live.performance_id = performance.id
    left join lately on lately.performance_id = performance.id
   cross join lateral (
     select -sum(amount) filter (where account = 'tickets') as tickets,
            -sum(amount) filter (where account = 'service_charge') as service_charge
       from ledger_entry
      where performance_id = performance.id and account in ('tickets', 'service_charge')
   ) as taken
   where performance.starts_at > now() - interval '30 days'
   order by performance.starts_at, performance.id`;
