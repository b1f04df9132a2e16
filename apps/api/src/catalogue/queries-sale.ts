import type { SaleObstacle } from '@butaca/contract';
import type { VenueMap } from '@butaca/venue-map';
import type { Db } from '#db/connect';
import type { ChargeRule } from './pricing.ts';
import { imagesOfShow } from './queries.ts';
import type { Channel, PerformanceCardRow, PromotionRow, SaleLevel, SaleSector, ShowReservation, SlowPayments } from './rows.ts';

/** What one channel may sell, by the view `sale_now`. */
interface SaleNow {
  /** Null where it sells. */
  readonly obstacle: SaleObstacle | null;
  /** Milliseconds until its end; negative after it. */
  readonly endsInMs: number;
  /** What stands in its way from then on. */
  readonly ending: SaleObstacle;
}

interface SaleRow {
  readonly performanceId: number;
  /** Milliseconds until the start by the database's clock; negative after it. */
  readonly startsInMs: number;
  /** By channel, what keeps it from selling now. */
  readonly channels: Readonly<Record<Channel, SaleNow>>;
  readonly heldObstacle: SaleObstacle | null;
  readonly mapHash: string | null;
  readonly mostPerCustomer: number | null;
  readonly newcomersPerNetwork: number | null;
  readonly reservation: ShowReservation | null;
  readonly slowPayments: SlowPayments | null;
  readonly sectors: readonly SaleSector[];
  readonly levels: readonly SaleLevel[];
  readonly charges: readonly (ChargeRule & { readonly channel: Channel })[];
  readonly promotions: readonly PromotionRow[];
}

export const findSale = (db: Db, performanceId: number) => db<SaleRow[]>`
  select performance.id as "performanceId", (extract(epoch from performance.starts_at - clock_timestamp()) * 1000)::float8 as "startsInMs",
         sale.channels, sale."heldObstacle", venue_map.hash as "mapHash", show.most_per_customer as "mostPerCustomer",
         show.newcomers_per_network as "newcomersPerNetwork",
         case when show.reservation_days is not null then jsonb_build_object('days', show.reservation_days,
           'closesHours', show.reservation_closes_hours, 'mostPerCustomer', show.reservation_most_per_customer,
           'mostPercent', show.reservation_most_percent, 'partPayable', show.reservation_part_payable) end as reservation,
         case when show.slow_payment_hours is not null then jsonb_build_object('hours', show.slow_payment_hours,
           'mostPercent', show.slow_payment_most_percent) end as "slowPayments",
         coalesce((
           select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'kind', kind, 'firstPlace', first_place, 'placeCount', place_count)
                    order by position)
             from sector where sector.venue_map_id = performance.venue_map_id), '[]') as sectors,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', level.id, 'name', level.name, 'category', level.category, 'types', (
                    select coalesce(jsonb_agg(jsonb_build_object('id', price_type.id, 'name', price_type.name,
                             'faceValue', price_type.face_value, 'taxRate', tax_class.rate) order by price_type.position, price_type.id), '[]')
                      from price_type join tax_class on tax_class.id = price_type.tax_class_id
                     where price_type.price_level_id = level.id)) order by level.position, level.id)
             from price_level as level where level.performance_id = performance.id), '[]') as levels,
         coalesce((
           select jsonb_agg(jsonb_build_object('channel', channel, 'kind', kind, 'percent', percent, 'fixed', fixed, 'taxRate', tax_rate)
                    order by kind desc)
             from performance_charge where performance_id = performance.id), '[]') as charges,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', promotion.id, 'name', promotion.name, 'note', note, 'kind', kind, 'percent', percent,
                    'take', take, 'pay', pay, 'price', price, 'channels', channels, 'priceTypes', price_types, 'needsCode', needs_code,
                    'cards', cards, 'perCustomer', per_customer, 'perCard', per_card, 'perDocument', per_document,
                    'sectorIds', case when sectors is not null then coalesce((select jsonb_agg(sector.id) from sector
                       where sector.venue_map_id = performance.venue_map_id and (code = any (sectors) or sector.name = any (sectors))), '[]') end,
                    'fromMs', extract(epoch from sold_from - clock_timestamp()) * 1000,
                    'untilMs', extract(epoch from sold_until - clock_timestamp()) * 1000) order by promotion.position, promotion.id)
             from promotion
            where promotion.show_id = performance.show_id and not withdrawn
              and (performance_ids is null or performance.id = any (performance_ids))
              and (weekdays is null or extract(isodow from performance.starts_at at time zone venue.time_zone)::integer = any (weekdays))
              and (sold_until is null or sold_until > clock_timestamp())), '[]') as promotions
    from performance_now as performance
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
    left join venue_map on venue_map.id = performance.venue_map_id
   cross join (
     select jsonb_object_agg(channel, jsonb_build_object('obstacle', obstacle, 'ending', ending,
              'endsInMs', extract(epoch from ends_at - clock_timestamp()) * 1000)) as channels,
            min(held_obstacle) as "heldObstacle"
       from sale_now where performance_id = ${performanceId}) as sale
   where performance.id = ${performanceId}`;

export const findVenueMap = (db: Db, hash: string) =>
  db<{ authoring: VenueMap }[]>`select authoring from venue_map where hash = ${hash} limit 1`;

/** What a purchase shows of its performances, over or not. */
export const findPerformanceCards = (db: Db, performanceIds: readonly number[]) => db<PerformanceCardRow[]>`
  select performance.id, performance.starts_at as "startsAt", venue.time_zone as "timeZone", venue.name as "venueName",
         show.name as "showName", show.seo as "showSeo", show.show_type_id as "showTypeId",
         performance.starts_at - make_interval(hours => nomination_closes_hours) as "namesUntil", ${imagesOfShow(db)} as images
    from performance
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where performance.id = any (${[...performanceIds]}::integer[])
   order by performance.starts_at, performance.id`;
