import type { Db } from '#db/connect';
import type { Channel, PerformanceRow, ShowDetailRow, ShowPerformanceRow, ShowRow, VenueRow } from './rows.ts';

const imageFile = (db: Db) => db`'hash', image.hash, 'mediaType', image.media_type, 'width', image.width, 'height', image.height`;

/** Of the row `show`, in the order of the kinds' names. */
const imagesOfShow = (db: Db) => db`
  coalesce((
    select jsonb_agg(jsonb_build_object(
             'kind', show_image.kind, 'alt', show_image.alt, 'ink', show_image.ink, ${imageFile(db)},
             'variants', coalesce((
               select jsonb_agg(jsonb_build_object(${imageFile(db)}) order by image.media_type, image.width)
                 from show_image_variant as variant join image on image.hash = variant.image_hash
                where variant.show_id = show_image.show_id and variant.kind = show_image.kind), '[]')) order by show_image.kind)
      from show_image join image on image.hash = show_image.image_hash
     where show_image.show_id = show.id), '[]')`;

/** Of the row `venue`. */
const venueObject = (db: Db) => db`
  jsonb_build_object('id', venue.id, 'seo', venue.seo, 'name', venue.name, 'address', venue.address, 'city', venue.city,
    'timeZone', venue.time_zone,
    'capacity', (select place_count from venue_map where venue_map.venue_id = venue.id and venue_map.current))`;

/** Of the row `performance`. */
const chargesOfPerformance = (db: Db, channel: Channel) => db`
  coalesce((
    select jsonb_agg(jsonb_build_object('kind', kind, 'percent', percent, 'fixed', fixed, 'taxRate', tax_rate) order by kind desc)
      from performance_charge where performance_id = performance.id and channel = ${channel}), '[]')`;

/** Of the row `performance`; charges grow with the face value, so the lowest face has the lowest final price. */
const cheapestOfPerformance = (db: Db) => db`(
  select jsonb_build_object('faceValue', price_type.face_value, 'taxRate', tax_class.rate, 'charges', ${chargesOfPerformance(db, 'online')})
    from price_level
    join price_type on price_type.price_level_id = price_level.id
    join tax_class on tax_class.id = price_type.tax_class_id
   where price_level.performance_id = performance.id
   order by price_type.face_value, tax_class.rate, price_type.id
   limit 1)`;

/** Listed shows, all or one, each with the first performance that can still be bought, else the first at all. */
const listedShows = (db: Db, showId: number | null) => db`
  with upcoming as (
    select performance.*, row_number() over (
             partition by performance.show_id order by performance.state = 'sold_out', performance.starts_at, performance.id) as turn
      from performance_now as performance
      join show on show.id = performance.show_id
     where show.listed and (${showId}::integer is null or show.id = ${showId}::integer)
       and performance.starts_at > now() and performance.state <> 'cancelled'
  ), listed as (
    select show.*, show_type.name as "typeName", ${venueObject(db)} as venue, ${imagesOfShow(db)} as images,
           first.starts_at as "firstStartsAt", rest.last_starts_at as "lastStartsAt", rest.last_time_zone as "lastTimeZone",
           rest.performance_count as "performanceCount", coalesce(first.state = 'sold_out', false) as "soldOut",
           coalesce(rest.cheapest, '[]') as cheapest, (first.starts_at at time zone venue.time_zone)::date as first_day
      from show
      join show_type on show_type.id = show.show_type_id
      left join upcoming as first on first.show_id = show.id and first.turn = 1
      join venue on venue.id = coalesce(first.venue_id, show.venue_id)
     cross join lateral (
       select count(*) as performance_count, max(performance.starts_at) as last_starts_at,
              (array_agg(place.time_zone order by performance.starts_at desc))[1] as last_time_zone,
              jsonb_agg(distinct ${cheapestOfPerformance(db)}) filter (where (performance.state = 'sold_out') = (first.state = 'sold_out')) as cheapest
         from upcoming as performance
         join venue as place on place.id = performance.venue_id
        where performance.show_id = show.id) as rest
     where show.listed and (${showId}::integer is null or show.id = ${showId}::integer)
  )`;

const showColumns = (db: Db) => db`
  id, seo, name, subtitle, show_type_id as "typeId", "typeName", venue, images, "firstStartsAt", "lastStartsAt", "lastTimeZone",
  "performanceCount", "soldOut", cheapest`;

/** Shows with something to come: the next first; within a day of the venue, those that can be bought before the sold-out ones. */
export const findBillboard = (db: Db) => db<ShowRow[]>`
  ${listedShows(db, null)}
  select ${showColumns(db)} from listed
   where "firstStartsAt" is not null
   order by first_day, "soldOut", "firstStartsAt", position, id`;

export const findListedShow = (db: Db, showId: number) => db<ShowDetailRow[]>`
  ${listedShows(db, showId)}
  select ${showColumns(db)}, description, credits, age_note as "ageNote", duration_minutes as "durationMinutes" from listed`;

/** To come, in order; a cancelled one stays visible so that its visitors learn of it. */
export const findPerformancesOfShow = (db: Db, showId: number) => db<ShowPerformanceRow[]>`
  select performance.id, performance.starts_at as "startsAt", performance.state, performance.on_sale_at as "onSaleAt",
         venue.id as "venueId", venue.name as "venueName", venue.time_zone as "timeZone", ${cheapestOfPerformance(db)} as cheapest
    from performance_now as performance
    join venue on venue.id = performance.venue_id
   where performance.show_id = ${showId} and performance.starts_at > now()
   order by performance.starts_at, performance.id`;

export const findShowNames = (db: Db) =>
  db<{ id: number; seo: string; name: string }[]>`select id, seo, name from show where listed order by position, name, id`;

export const findShowTypes = (db: Db) =>
  db<{ id: number; name: string; order: number | null }[]>`
    select id, name, position as "order" from show_type order by position nulls last, name`;

export const findVenues = (db: Db) => db<{ venue: VenueRow }[]>`select ${venueObject(db)} as venue from venue order by name, id`;

/** A performance of a listed show that is neither over nor cancelled, with everything needed to choose places in it. */
export const findPerformance = (db: Db, performanceId: number, channel: Channel) => db<PerformanceRow[]>`
  select performance.id, performance.starts_at as "startsAt", performance.state, performance.on_sale_at as "onSaleAt",
         show.name as "showName", show.seo as "showSeo", show.show_type_id as "showTypeId",
         ${imagesOfShow(db)} as images, ${venueObject(db)} as venue, ${chargesOfPerformance(db, channel)} as charges,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', level.id, 'name', level.name, 'color', level.color, 'types', (
                    select coalesce(jsonb_agg(jsonb_build_object('id', price_type.id, 'name', price_type.name,
                             'faceValue', price_type.face_value, 'taxRate', tax_class.rate) order by price_type.position, price_type.id), '[]')
                      from price_type join tax_class on tax_class.id = price_type.tax_class_id
                     where price_type.price_level_id = level.id)) order by level.position, level.id)
             from price_level as level where level.performance_id = performance.id), '[]') as levels,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', sector.id, 'name', sector.name, 'kind', sector.kind, 'capacity', sector.place_count,
                    'levelIds', (select coalesce(jsonb_agg(level.id order by level.position, level.id), '[]')
                                   from price_level as level
                                  where level.performance_id = performance.id and level.category = any (sector.categories)))
                    order by sector.position)
             from sector where sector.venue_map_id = performance.venue_map_id), '[]') as sectors
    from performance_now as performance
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where performance.id = ${performanceId} and show.listed and performance.state <> 'cancelled' and performance.starts_at > now()`;

export const findImage = (db: Db, hash: string) =>
  db<{ mediaType: string; bytes: Buffer }[]>`select media_type as "mediaType", bytes from image where hash = ${hash}`;
