import { integers } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import type {
  AgendaFilter,
  AgendaRow,
  Channel,
  ClosedPerformanceRow,
  CounterPerformanceRow,
  GalleryImageRow,
  PerformanceRow,
  ShowDetailRow,
  ShowPerformanceRow,
  ShowRow,
  VenueRow,
} from './rows.ts';

const imageFile = (db: Db) => db`'hash', image.hash, 'mediaType', image.media_type, 'width', image.width, 'height', image.height`;

/** The images of the row `show`, ordered by kind. */
export const imagesOfShow = (db: Db) => db`
  coalesce((
    select jsonb_agg(jsonb_build_object(
             'kind', show_image.kind, 'alt', show_image.alt, 'ink', show_image.ink, ${imageFile(db)},
             'variants', coalesce((
               select jsonb_agg(jsonb_build_object(${imageFile(db)}) order by image.media_type, image.width)
                 from show_image_variant as variant join image on image.hash = variant.image_hash
                where variant.show_id = show_image.show_id and variant.kind = show_image.kind), '[]')) order by show_image.kind)
      from show_image join image on image.hash = show_image.image_hash
     where show_image.show_id = show.id), '[]')`;

/** When the row `performance` was to start before it moved for the last time; null where only its venue changed, or nothing. */
export const movedFrom = (db: Db | Tx) => db`
  (select nullif(was.starts_at, performance.starts_at) from performance_move as was
    where was.performance_id = performance.id order by was.revision desc limit 1)`;

/** The row `venue` as JSON. */
const venueObject = (db: Db) => db`
  jsonb_build_object('id', venue.id, 'seo', venue.seo, 'name', venue.name, 'address', venue.address, 'city', venue.city,
    'province', venue.province, 'postcode', venue.postcode, 'timeZone', venue.time_zone, 'transport', venue.transport, 'access', venue.access,
    'mapHash', (select hash from venue_map where venue_map.venue_id = venue.id and venue_map.current),
    'capacity', (select place_count from venue_map where venue_map.venue_id = venue.id and venue_map.current),
    'sellsProducts', exists (select from product where product.venue_id = venue.id and not withdrawn))`;

/** Of the row `performance`. */
const chargesOfPerformance = (db: Db, channel: Channel) => db`
  coalesce((
    select jsonb_agg(jsonb_build_object('kind', kind, 'percent', percent, 'fixed', fixed, 'taxRate', tax_rate) order by kind desc)
      from performance_charge where performance_id = performance.id and channel = ${channel}), '[]')`;

/**
 * Of the performances in `upcoming`, the ticket with the lowest price: charges grow with the face value, so the lowest face has
 * the lowest final price.
 */
const cheapestTickets = (db: Db) => db`
  lowest as materialized (
    select distinct on (performance.id) performance.id as performance_id, price_type.face_value, tax_class.rate,
           max(price_type.face_value) over (partition by performance.id) as highest_face
      from upcoming as performance
      join price_level on price_level.performance_id = performance.id
      join price_type on price_type.price_level_id = price_level.id
      join tax_class on tax_class.id = price_type.tax_class_id
     order by performance.id, price_type.face_value, tax_class.rate
  ), charges as materialized (
    select upcoming.id as performance_id, charge.list
      from upcoming
     cross join lateral (
       select jsonb_agg(jsonb_build_object('kind', kind, 'percent', percent, 'fixed', fixed, 'taxRate', tax_rate) order by kind desc) as list
         from performance_charge where performance_id = upcoming.id and channel = 'online'
     ) as charge
  ), cheapest as materialized (
    select lowest.performance_id, lowest.highest_face,
           jsonb_build_object('faceValue', face_value, 'taxRate', rate, 'charges', coalesce(charges.list, '[]')) as ticket
      from lowest left join charges on charges.performance_id = lowest.performance_id
  )`;

/** Listed shows, all or some, each with the first performance that can still be bought, else the first at all. */
const listedShows = (db: Db, showIds: readonly number[] | null) => {
  const ids = showIds && integers(showIds);
  return db`
  with upcoming as materialized (
    select performance.*, row_number() over (
             partition by performance.show_id order by performance.state = 'sold_out', performance.starts_at, performance.id) as turn,
           bool_and(performance.state = 'sold_out') over (partition by performance.show_id) as none_left,
           bool_and(performance.state = 'sold_out' or performance.last_places) over (partition by performance.show_id) as few_left,
           bool_and(performance.state <> 'on_sale') over (partition by performance.show_id) as none_open,
           min(performance.starts_at) over (partition by performance.show_id) as next_start,
           min(performance.on_sale_at) filter (where performance.state = 'announced' and performance.venue_map_id is not null)
             over (partition by performance.show_id) as next_opening
      from performance_shown as performance
      join show on show.id = performance.show_id
     where show.listed and ${ids === null ? db`true` : db`performance.show_id = any (${ids}::integer[])`}
       and performance.starts_at > now() and performance.state <> 'cancelled'
  ), ${cheapestTickets(db)}, summary as materialized (
    select performance.show_id, count(*) as performance_count, max(performance.starts_at) as last_starts_at,
           (array_agg(venue.time_zone order by performance.starts_at desc))[1] as last_time_zone,
           array_agg(distinct (performance.starts_at at time zone venue.time_zone)::date::text) as days,
           jsonb_agg(distinct cheapest.ticket) filter (where performance.state <> 'sold_out' or none_left) as tickets
      from upcoming as performance
      join venue on venue.id = performance.venue_id
      left join cheapest on cheapest.performance_id = performance.id
     group by performance.show_id
  ), listed as (
    select show.*, show_type.name as "typeName", ${venueObject(db)} as venue, ${imagesOfShow(db)} as images,
           first.starts_at as "firstStartsAt", summary.last_starts_at as "lastStartsAt", summary.last_time_zone as "lastTimeZone",
           coalesce(summary.performance_count, 0) as "performanceCount", coalesce(summary.days, '{}') as days,
           coalesce(first.none_left, false) as "soldOut", coalesce(first.few_left and not first.none_left, false) as "lastPlaces",
           coalesce(first.none_open and not first.none_left, false) as announced, first.next_opening as "opensAt",
           least(first.next_start, first.next_opening) as "changesAt",
           coalesce(summary.tickets, '[]') as cheapest
      from show
      join show_type on show_type.id = show.show_type_id
      left join upcoming as first on first.show_id = show.id and first.turn = 1
      left join summary on summary.show_id = show.id
      join venue on venue.id = coalesce(first.venue_id, show.venue_id)
     where show.listed and (${ids}::integer[] is null or show.id = any (${ids}::integer[]))
  )`;
};

const showColumns = (db: Db) => db`
  id, seo, name, subtitle, show_type_id as "typeId", "typeName", venue, images, "firstStartsAt", "lastStartsAt", "lastTimeZone",
  "performanceCount", days, "soldOut", "lastPlaces", announced, "opensAt", "changesAt", cheapest`;

/** Shows with something to come: those of which nothing is left come last, and otherwise the next first. */
export const findBillboard = (db: Db) => db<ShowRow[]>`
  ${listedShows(db, null)}
  select ${showColumns(db)} from listed
   where "firstStartsAt" is not null
   order by "soldOut", "firstStartsAt", position, id`;

/** Some of them, in the order of their ids here. */
export const findShowsInOrder = (db: Db, showIds: readonly number[]) => db<ShowRow[]>`
  ${listedShows(db, showIds)}
  select ${showColumns(db)} from listed
   where "firstStartsAt" is not null
   order by array_position(${integers(showIds)}::integer[], id)`;

export const findListedShow = (db: Db, showId: number) => db<ShowDetailRow[]>`
  ${listedShows(db, [showId])}
  select ${showColumns(db)}, description, credits, age_note as "ageNote", duration_minutes as "durationMinutes", people, trailer_url as "trailerUrl" from listed`;

/** The further pictures of a show, in their order. */
export const findGallery = (db: Db, showId: number) => db<GalleryImageRow[]>`
  select image.hash, image.media_type as "mediaType", image.width, image.height, gallery_image.alt, gallery_image.ink,
         coalesce((select jsonb_agg(jsonb_build_object(${imageFile(db)}) order by image.media_type, image.width)
                     from image where image.hash = any (gallery_image.variant_hashes)), '[]') as variants
    from gallery_image join image on image.hash = gallery_image.image_hash
   where show_id = ${showId}
   order by position`;

/** Of the row `promotion`. */
const isOfferedOnline = (db: Db) => db`not withdrawn and (not needs_code or per_document is not null) and 'online' = any (channels)`;

/** Those that the shop has now, for any of its performances. */
export const findPromotionsOfShow = (db: Db, showId: number) => db<{ name: string; note: string | null; until: Temporal.Instant | null }[]>`
  select name, note, sold_until as until from promotion
   where show_id = ${showId} and ${isOfferedOnline(db)}
     and (sold_from is null or sold_from <= clock_timestamp()) and (sold_until is null or sold_until > clock_timestamp())
   order by position, id`;

/** When the shop begins or ends the next of them. */
export async function findNextPhase(db: Db, showId: number): Promise<Temporal.Instant | null> {
  const [next] = await db<{ at: Temporal.Instant | null }[]>`
    select min(at) as at
      from promotion cross join lateral (values (sold_from), (sold_until)) as phase (at)
     where show_id = ${showId} and ${isOfferedOnline(db)} and at > clock_timestamp()`;
  return next?.at ?? null;
}

/** To come, in order; a cancelled one stays visible so that its visitors learn of it. */
export const findPerformancesOfShow = (db: Db, showId: number) => db<ShowPerformanceRow[]>`
  with upcoming as materialized (
    select * from performance_shown where show_id = ${showId} and starts_at > now()
  ), ${pricedPerformances(db)}`;

/** Of listed shows, to come, in order, without the cancelled ones. */
export const findPerformancesAtVenue = (db: Db, venueId: number) => db<ShowPerformanceRow[]>`
  with upcoming as materialized (
    select performance.* from performance_shown as performance join show on show.id = performance.show_id
     where performance.venue_id = ${venueId} and show.listed and performance.starts_at > now() and performance.state <> 'cancelled'
  ), ${pricedPerformances(db)}`;

/** Of the performances in `upcoming`. */
const pricedPerformances = (db: Db) => db`${cheapestTickets(db)}
  select performance.id, performance.show_id as "showId", performance.starts_at as "startsAt", performance.state,
         performance.on_sale_at as "onSaleAt", performance.last_places as "lastPlaces", venue.id as "venueId", venue.name as "venueName",
         venue.address as "venueAddress", venue.city as "venueCity", venue.province as "venueProvince",
         venue.postcode as "venuePostcode", venue.time_zone as "timeZone",
         cheapest.ticket as cheapest, cheapest.highest_face as "highestFace", ${movedFrom(db)} as "movedFrom"
    from upcoming as performance
    join venue on venue.id = performance.venue_id
    left join cheapest on cheapest.performance_id = performance.id
   order by performance.starts_at, performance.id`;

/** The channel on which servers hear of imports, and of what has sold out. */
export const CHANGED = 'catalogue_changed';

/** Servers hear it with the commit, and not at all without one. */
export const announceChange = (db: Db | Tx) => db`select pg_notify(${CHANGED}, '')`;

/** Until the next announced performance goes on sale, or the shop begins or ends a promotion; null without one. */
export async function msToNextMoment(db: Db): Promise<number | null> {
  const [next] = await db<{ waitMs: number | null }[]>`
    select (extract(epoch from min(at) - clock_timestamp()) * 1000)::float8 as "waitMs"
      from (select on_sale_at as at from performance where state = 'announced' and venue_map_id is not null
            union all
            select phase.at from promotion cross join lateral (values (sold_from), (sold_until)) as phase (at)
             where ${isOfferedOnline(db)}) as moment
     where at > clock_timestamp()`;
  return next?.waitMs ?? null;
}

/** Performances of listed shows that a counter sells or will sell, the next one first. None is sold a day after its start: an index finds the others. */
export const findPerformancesToCome = (db: Db, most: number) => db<CounterPerformanceRow[]>`
  select performance.id, performance.starts_at as "startsAt", performance.state, performance.on_sale_at as "onSaleAt",
         show.name as "showName", venue.name as "venueName", venue.time_zone as "timeZone", ends_at as "sellsUntil"
    from performance_now as performance
    join sale_now on performance_id = performance.id and channel = 'box_office'
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where show.listed and not is_over and performance.starts_at > now() - interval '1 day'
   order by performance.starts_at, show.name, performance.id limit ${most}`;

/** How long calendars are told that a performance which they have takes place no more, or elsewhere. */
const toldFor = (db: Db) => db`interval '7 days'`;

/**
 * Those of one show or of one venue, where such an id is given. A cancelled one stays for a while, so that calendars which have it learn of it, and
 * so does one in the calendar of a venue that it has left; one that has moved is the same at another time.
 */
export const findAgenda = (db: Db, { showId, venueId }: AgendaFilter, most: number) => db<AgendaRow[]>`
  select performance.id, performance.starts_at as "startsAt", duration_minutes as "durationMinutes", show.name as "showName",
         show.seo as "showSeo", venue.id as "venueId", venue.name as "venueName", venue.address || ', ' || venue.city as "venueAddress",
         revision, performance.changed_at as "changedAt",
         performance.state = 'cancelled' or ${venueId === undefined ? db`false` : db`performance.venue_id <> ${venueId}`} as "isCancelled"
    from performance
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where show.listed and performance.starts_at > now()
     and (performance.state <> 'cancelled' or performance.changed_at > now() - ${toldFor(db)})
     and ${showId === undefined ? db`true` : db`performance.show_id = ${showId}`}
     and ${
       venueId === undefined
         ? db`true`
         : db`(performance.venue_id = ${venueId} or exists (
                select from performance_move as move
                 where move.performance_id = performance.id and move.venue_id = ${venueId} and moved_at > now() - ${toldFor(db)}))`
     }
   order by performance.starts_at, performance.id limit ${most}`;

export const findShowNames = (db: Db) =>
  db<{ id: number; seo: string; name: string; changedAt: Temporal.Instant | null }[]>`
    select id, seo, name, changed_at as "changedAt" from show where listed order by position, name, id`;

export const findShowTypes = (db: Db) =>
  db<{ id: number; name: string; order: number | null }[]>`
    select id, name, position as "order" from show_type order by position nulls last, name`;

/** A venue's page names its shows, too, so it changed when the last one of them did. */
export const findVenues = (db: Db) => db<{ venue: VenueRow; changedAt: Temporal.Instant | null }[]>`
  select ${venueObject(db)} as venue,
         greatest(changed_at, (select max(show.changed_at) from show
                                where listed and (show.venue_id = venue.id or exists (
                                        select from performance where show_id = show.id and performance.venue_id = venue.id)))) as "changedAt"
    from venue order by name, id`;

/** How the places of a show may be reserved; null when they may not. */
const reservationOfShow = (db: Db) => db`
  case when show.reservation_days is not null then jsonb_build_object('days', show.reservation_days, 'closesHours', show.reservation_closes_hours,
    'mostPerCustomer', show.reservation_most_per_customer, 'mostPercent', show.reservation_most_percent,
    'partPayable', show.reservation_part_payable) end`;

/**
 * A performance of a listed show that the channel sells or will sell, with everything needed to choose places in it. A counter may sell what
 * came back since its places were counted.
 */
export const findPerformance = (db: Db, performanceId: number, channel: Channel) => db<PerformanceRow[]>`
  select performance.id, show.id as "showId", performance.starts_at as "startsAt", performance.state, performance.on_sale_at as "onSaleAt",
         show.name as "showName", show.seo as "showSeo", show.show_type_id as "showTypeId", ends_at as "sellsUntil",
         (select hash from venue_map where venue_map.id = performance.venue_map_id) as "mapHash", show.most_per_customer as "mostPerCustomer",
         ${reservationOfShow(db)} as reservation, ${imagesOfShow(db)} as images, ${venueObject(db)} as venue,
         ${chargesOfPerformance(db, channel)} as charges,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', level.id, 'name', level.name, 'color', level.color, 'category', level.category, 'types', (
                    select coalesce(jsonb_agg(jsonb_build_object('id', price_type.id, 'name', price_type.name,
                             'faceValue', price_type.face_value, 'taxRate', tax_class.rate) order by price_type.position, price_type.id), '[]')
                      from price_type join tax_class on tax_class.id = price_type.tax_class_id
                     where price_type.price_level_id = level.id)) order by level.position, level.id)
             from price_level as level where level.performance_id = performance.id), '[]') as levels,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', sector.id, 'name', sector.name, 'kind', sector.kind, 'section', sector.code, 'capacity', sector.place_count,
                    'levelIds', (select coalesce(jsonb_agg(level.id order by level.position, level.id), '[]')
                                   from price_level as level
                                  where level.performance_id = performance.id and level.category = any (sector.categories)))
                    order by sector.position)
             from sector where sector.venue_map_id = performance.venue_map_id), '[]') as sectors
    from ${channel === 'online' ? db`performance_shown` : db`performance_now`} as performance
    join sale_now on performance_id = performance.id and channel = ${channel}
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where performance.id = ${performanceId} and show.listed and not is_over`;

/** What became of a performance that `findPerformance` leaves out; without a reason it is open. */
export const findClosedPerformance = (db: Db, performanceId: number, channel: Channel) => db<ClosedPerformanceRow[]>`
  select performance.starts_at as "startsAt", venue.time_zone as "timeZone", venue.name as "venueName", show.id as "showId",
         show.name as "showName", show.seo as "showSeo", show.listed,
         case when is_over or not show.listed then obstacle end as reason
    from performance
    join sale_now on performance_id = performance.id and channel = ${channel}
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where performance.id = ${performanceId}`;

/** The poster of each one's show, or its thumbnail; those of shows without either are left out. */
export const findPosters = (db: Db, performanceIds: readonly number[]) => db<
  { performanceId: number; hash: string; alt: string; ink: string | null }[]
>`
  select distinct on (performance.id) performance.id as "performanceId", image_hash as hash, alt, ink
    from performance join show_image on show_image.show_id = performance.show_id
   where performance.id = any (${integers(performanceIds)}::integer[]) and kind in ('poster', 'thumbnail')
   order by performance.id, kind`;

export const findImage = (db: Db, hash: string) =>
  db<{ mediaType: string; bytes: Buffer }[]>`select media_type as "mediaType", bytes from image where hash = ${hash}`;
