import type { Tx } from '#db/connect';
import type { SectorEntry, ShowTypeEntry, TaxClassEntry, VenueEntry, VenueMapEntry, Written } from './entries.ts';

export const writeTaxClasses = (tx: Tx, classes: readonly TaxClassEntry[]) => tx<Written[]>`
  insert into tax_class (code, name, rate)
  select code, name, rate from jsonb_to_recordset(${tx.json(classes)}) as entry (code text, name text, rate integer)
      on conflict (code) do update set name = excluded.name, rate = excluded.rate
   where (tax_class.name, tax_class.rate) is distinct from (excluded.name, excluded.rate)
  returning xmax = 0 as created`;

export const writeShowTypes = (tx: Tx, types: readonly ShowTypeEntry[]) => tx<Written[]>`
  insert into show_type (id, name, position)
  select id, name, "order" from jsonb_to_recordset(${tx.json(types)}) as entry (id integer, name text, "order" integer)
      on conflict (id) do update set name = excluded.name, position = excluded.position
   where (show_type.name, show_type.position) is distinct from (excluded.name, excluded.position)
  returning xmax = 0 as created`;

export const writeVenues = (tx: Tx, venues: readonly VenueEntry[]) => tx<Written[]>`
  insert into venue (seo, name, address, city, time_zone, province, postcode, transport, access)
  select entry.seo, entry.name, entry.address, entry.city, "timeZone", coalesce(entry.province, known.province),
         coalesce(entry.postcode, known.postcode), coalesce(entry.transport, known.transport), coalesce(entry.access, known.access)
    from jsonb_to_recordset(${tx.json(venues as never)})
           as entry (seo text, name text, address text, city text, "timeZone" text, province text, postcode text, transport text, access text)
    left join venue as known on known.seo = entry.seo
      on conflict (seo) do update
     set name = excluded.name, address = excluded.address, city = excluded.city, time_zone = excluded.time_zone,
         province = excluded.province, postcode = excluded.postcode, transport = excluded.transport, access = excluded.access
   where (venue.name, venue.address, venue.city, venue.time_zone, venue.province, venue.postcode, venue.transport, venue.access)
         is distinct from (excluded.name, excluded.address, excluded.city, excluded.time_zone, excluded.province, excluded.postcode,
          excluded.transport, excluded.access)
  returning xmax = 0 as created`;

/** Makes this version the current one; nothing when it is already. */
export const retireOtherMaps = (tx: Tx, { venue, hash }: VenueMapEntry) =>
  tx`update venue_map set current = false from venue where venue.seo = ${venue} and venue_id = venue.id and current and hash <> ${hash}`;

export const writeMap = (tx: Tx, { venue, hash, authoring, placeCount }: VenueMapEntry) => tx<(Written & { id: number })[]>`
  insert into venue_map (venue_id, hash, authoring, place_count)
  select id, ${hash}, ${tx.json(authoring as never)}, ${placeCount} from venue where seo = ${venue}
      on conflict (venue_id, hash) do update set current = true where not venue_map.current
  returning id, xmax = 0 as created`;

export const writeSectors = (tx: Tx, mapId: number, sectors: readonly SectorEntry[]) => tx`
  insert into sector (venue_map_id, position, code, name, kind, first_place, place_count, categories)
  select ${mapId}, position - 1, entry ->> 'code', entry ->> 'name', entry ->> 'kind', (entry ->> 'firstPlace')::integer, (entry ->> 'placeCount')::integer,
         array(select jsonb_array_elements_text(entry -> 'categories'))
    from jsonb_array_elements(${tx.json(sectors)}) with ordinality as list (entry, position)`;

export interface KnownCategory {
  readonly id: string;
  readonly name: string;
  readonly color?: string;
}

export interface KnownVenue {
  readonly seo: string;
  readonly name: string;
  readonly timeZone: string;
  /** The categories of its current map; null without a map. */
  readonly categories: readonly KnownCategory[] | null;
}

/** What an import may refer to without bringing it. */
export const findKnown = (tx: Tx) => tx<
  {
    venues: readonly KnownVenue[];
    /** Null: none. */
    taxClasses: readonly string[] | null;
    /** Null: none. */
    showTypes: readonly { id: number; name: string }[] | null;
    images: readonly { show: string; kind: string; sourceHash: string }[];
    gallery: readonly { show: string; sourceHash: string }[];
    products: readonly { key: string; sourceHash: string | null }[];
  }[]
>`
  select coalesce((select jsonb_agg(jsonb_build_object('seo', venue.seo, 'name', venue.name, 'timeZone', venue.time_zone, 'categories', (
                     select authoring -> 'categories' from venue_map where venue_map.venue_id = venue.id and current)))
                    from venue), '[]') as venues,
         (select jsonb_agg(code) from tax_class) as "taxClasses",
         (select jsonb_agg(jsonb_build_object('id', id, 'name', name)) from show_type) as "showTypes",
         coalesce((select jsonb_agg(jsonb_build_object('show', show.seo, 'kind', kind, 'sourceHash', source_hash))
                     from show_image join show on show.id = show_image.show_id), '[]') as images,
         coalesce((select jsonb_agg(jsonb_build_object('show', show.seo, 'sourceHash', source_hash))
                     from gallery_image join show on show.id = gallery_image.show_id), '[]') as gallery,
         coalesce((select jsonb_agg(jsonb_build_object('key', key, 'sourceHash', image_source))
                     from product), '[]') as products`;

/** Those of the given names that the database cannot reckon with. */
export const findUnknownTimeZones = (tx: Tx, names: readonly string[]) => tx<{ name: string }[]>`
  select name from unnest(${names as string[]}::text[]) as given (name)
   where not exists (select from pg_timezone_names as known where known.name = given.name)`;

/** Any number that nothing else locks. */
const IMPORT_LOCK = 7_283_002;

export const lockImports = (tx: Tx) => tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;

export const findVenueZones = (tx: Tx) => tx<{ seo: string; timeZone: string }[]>`select seo, time_zone as "timeZone" from venue`;

export const findVenue = (tx: Tx, seo: string) =>
  tx<VenueEntry[]>`select seo, name, address, city, time_zone as "timeZone" from venue where seo = ${seo}`;

/**
 * Gives shows and venues the time of this import where what their pages say is another than the last import left. The first import
 * since contents are compared tells nothing of the ones before.
 */
export const stampChanges = (tx: Tx) => tx`
  with shown as materialized (
    select show.id, md5(jsonb_build_array(
             to_jsonb(show) - 'changed_at' - 'content_hash', venue.name, venue.address, venue.city,
             (select jsonb_agg(to_jsonb(show_image) order by kind) from show_image where show_id = show.id),
             (select jsonb_agg(to_jsonb(gallery_image) order by position) from gallery_image where show_id = show.id),
             (select jsonb_agg(to_jsonb(promotion) - 'performance_ids' order by id) from promotion where show_id = show.id),
             (select jsonb_agg(to_jsonb(charge) order by id) from charge where show_id = show.id),
             (select jsonb_agg(jsonb_build_array(to_jsonb(performance) - 'key' - 'revision' - 'changed_at',
                       (select jsonb_agg(to_jsonb(charge) order by id) from charge where performance_id = performance.id),
                       (select jsonb_agg(jsonb_build_array(price_level.name, price_type.name, price_type.face_value, price_type.tax_class_id)
                                 order by price_level.id, price_type.id)
                          from price_level join price_type on price_type.price_level_id = price_level.id
                         where price_level.performance_id = performance.id)) order by performance.id)
                from performance where performance.show_id = show.id))::text) as hash
      from show join venue on venue.id = show.venue_id
  ), stamped_shows as (
    update show set content_hash = shown.hash, changed_at = case when content_hash is null then changed_at else now() end
      from shown where shown.id = show.id and show.content_hash is distinct from shown.hash
  ), hall as materialized (
    select venue.id, md5(jsonb_build_array(to_jsonb(venue) - 'changed_at' - 'content_hash',
             (select hash from venue_map where venue_id = venue.id and current))::text) as hash
      from venue
  )
  update venue set content_hash = hall.hash, changed_at = case when content_hash is null then changed_at else now() end
    from hall where hall.id = venue.id and venue.content_hash is distinct from hall.hash`;
