import type { Tx } from '#db/connect';
import type { ImageContent, ImportLink, ShowRecord, Written } from './entries.ts';
import type { KnownPerformance } from './identify-performances.ts';

/** In the order of their list, by which shows of one position are sorted. */
export const writeShowRecords = (tx: Tx, shows: readonly ShowRecord[]) => tx<Written[]>`
  insert into show (seo, show_type_id, venue_id, name, subtitle, description, credits, age_note, duration_minutes, listed, position,
                    most_per_customer, newcomers_per_network, refunded_places_sold_again,
                    reservation_days, reservation_closes_hours, reservation_most_per_customer, reservation_most_percent,
                    reservation_part_payable, slow_payment_hours, slow_payment_most_percent,
                    nomination_closes_hours, nomination_once_per_document, people, trailer_url)
  select entry.seo, entry."typeId", venue.id, entry.name, coalesce(entry.subtitle, known.subtitle),
         coalesce(entry.description, known.description), coalesce(entry.credits, known.credits), coalesce(entry."ageNote", known.age_note),
         coalesce(entry."durationMinutes", known.duration_minutes), coalesce(entry.listed, known.listed, true),
         coalesce(entry.position, known.position, 0),
         case when entry.limits is null then known.most_per_customer else (entry.limits ->> 'perCustomer')::integer end,
         case when entry.limits is null then known.newcomers_per_network else (entry.limits ->> 'newcomersPerNetwork')::integer end,
         case when entry.refunds is null then known.refunded_places_sold_again else (entry.refunds ->> 'placesAreSoldAgain')::boolean end,
         case when entry.reservations is null then known.reservation_days else (entry.reservations ->> 'days')::integer end,
         case when entry.reservations is null then known.reservation_closes_hours else (entry.reservations ->> 'closesHours')::integer end,
         case when entry.reservations is null then known.reservation_most_per_customer else (entry.reservations ->> 'mostPerCustomer')::integer end,
         case when entry.reservations is null then known.reservation_most_percent else (entry.reservations ->> 'mostPercent')::integer end,
         case when entry.reservations is null then known.reservation_part_payable else (entry.reservations ->> 'partPayable')::boolean end,
         case when entry."slowPayments" is null then known.slow_payment_hours else (entry."slowPayments" ->> 'hours')::integer end,
         case when entry."slowPayments" is null then known.slow_payment_most_percent else (entry."slowPayments" ->> 'mostPercent')::integer end,
         case when entry.nominations is null then known.nomination_closes_hours else (entry.nominations ->> 'closesHours')::integer end,
         case when entry.nominations is null then known.nomination_once_per_document else (entry.nominations ->> 'oncePerDocument')::boolean end,
         coalesce(entry.people, known.people, '[]'), coalesce(entry.trailer, known.trailer_url)
    from jsonb_to_recordset(${tx.json(shows.map((show, turn) => ({ ...show, turn })) as never)}) as entry (turn integer, seo text, "typeId" integer, venue text, name text, subtitle text, description text,
           credits text, "ageNote" text, "durationMinutes" integer, listed boolean, position integer, limits jsonb,
           refunds jsonb, reservations jsonb, "slowPayments" jsonb, nominations jsonb, people jsonb, trailer text)
    join venue on venue.seo = entry.venue
    left join show as known on known.seo = entry.seo
   order by entry.turn
      on conflict (seo) do update
     set show_type_id = excluded.show_type_id, venue_id = excluded.venue_id, name = excluded.name, subtitle = excluded.subtitle,
         description = excluded.description, credits = excluded.credits, age_note = excluded.age_note,
         duration_minutes = excluded.duration_minutes, listed = excluded.listed, position = excluded.position,
         most_per_customer = excluded.most_per_customer, newcomers_per_network = excluded.newcomers_per_network,
         refunded_places_sold_again = excluded.refunded_places_sold_again,
         reservation_days = excluded.reservation_days,
         reservation_closes_hours = excluded.reservation_closes_hours,
         reservation_most_per_customer = excluded.reservation_most_per_customer,
         reservation_most_percent = excluded.reservation_most_percent,
         reservation_part_payable = excluded.reservation_part_payable,
         slow_payment_hours = excluded.slow_payment_hours,
         slow_payment_most_percent = excluded.slow_payment_most_percent,
         nomination_closes_hours = excluded.nomination_closes_hours,
         nomination_once_per_document = excluded.nomination_once_per_document,
         people = excluded.people, trailer_url = excluded.trailer_url
   where (show.show_type_id, show.venue_id, show.name, show.subtitle, show.description, show.credits, show.age_note,
          show.duration_minutes, show.listed, show.position, show.most_per_customer, show.newcomers_per_network,
          show.refunded_places_sold_again, show.reservation_days, show.reservation_closes_hours, show.reservation_most_per_customer,
          show.reservation_most_percent, show.reservation_part_payable, show.slow_payment_hours, show.slow_payment_most_percent,
          show.nomination_closes_hours, show.nomination_once_per_document, show.people, show.trailer_url)
         is distinct from (excluded.show_type_id, excluded.venue_id, excluded.name, excluded.subtitle, excluded.description, excluded.credits,
          excluded.age_note, excluded.duration_minutes, excluded.listed, excluded.position, excluded.most_per_customer, excluded.newcomers_per_network,
          excluded.refunded_places_sold_again, excluded.reservation_days, excluded.reservation_closes_hours, excluded.reservation_most_per_customer,
          excluded.reservation_most_percent, excluded.reservation_part_payable, excluded.slow_payment_hours,
          excluded.slow_payment_most_percent, excluded.nomination_closes_hours,
          excluded.nomination_once_per_document, excluded.people, excluded.trailer_url)
  returning xmax = 0 as created`;

export const writeImage = (tx: Tx, { hash, mediaType, width, height, bytes }: ImageContent) => tx`
  insert into image (hash, media_type, width, height, bytes) values (${hash}, ${mediaType}, ${width}, ${height}, ${bytes})
      on conflict do nothing`;

export type ShowImageRecord = {
  readonly show: string;
  readonly kind: string;
  readonly alt: string;
  readonly ink: string | null;
  readonly sourceHash: string;
  /** Null: the image that is there stays, and its colour. */
  readonly imageHash: string | null;
};

/** An image that is replaced stays in the database, since pages that show it may still be kept somewhere. */
export const writeShowImages = (tx: Tx, images: readonly ShowImageRecord[]) => tx<Written[]>`
  insert into show_image (show_id, kind, alt, ink, source_hash, image_hash)
  select show.id, entry.kind, entry.alt, coalesce(entry.ink, known.ink), entry."sourceHash", coalesce(entry."imageHash", known.image_hash)
    from jsonb_to_recordset(${tx.json(images)}) as entry (show text, kind text, alt text, ink text, "sourceHash" text, "imageHash" text)
    join show on show.seo = entry.show
    left join show_image as known on known.show_id = show.id and known.kind = entry.kind
      on conflict (show_id, kind) do update
     set alt = excluded.alt, ink = excluded.ink, source_hash = excluded.source_hash, image_hash = excluded.image_hash
   where (show_image.alt, show_image.ink, show_image.source_hash, show_image.image_hash)
         is distinct from (excluded.alt, excluded.ink, excluded.source_hash, excluded.image_hash)
  returning xmax = 0 as created`;

export type VariantRecord = { readonly show: string; readonly kind: string; readonly hashes: readonly string[] };

/** Makes the other sizes of the named images exactly these. */
export const writeVariants = (tx: Tx, variants: readonly VariantRecord[]) => tx`
  with entry as (
    select show.id as show_id, entry.kind, array(select jsonb_array_elements_text(entry.hashes)) as hashes
      from jsonb_to_recordset(${tx.json(variants)}) as entry (show text, kind text, hashes jsonb)
      join show on show.seo = entry.show
  ), dropped as (
    delete from show_image_variant as variant using entry
     where variant.show_id = entry.show_id and variant.kind = entry.kind and variant.image_hash <> all (entry.hashes)
  )
  insert into show_image_variant (show_id, kind, image_hash)
  select show_id, kind, unnest(hashes) from entry
      on conflict do nothing`;

export type GalleryRecord = {
  readonly show: string;
  readonly position: number;
  readonly alt: string;
  readonly ink: string | null;
  readonly sourceHash: string;
  /** Null: what was made from the same file for this show stays, wherever it stood. */
  readonly imageHash: string | null;
  readonly variantHashes: readonly string[];
};

export const writeGalleryImages = (tx: Tx, images: readonly GalleryRecord[]) => tx<Written[]>`
  insert into gallery_image (show_id, position, alt, ink, source_hash, image_hash, variant_hashes)
  select show.id, entry.position, entry.alt, coalesce(entry.ink, known.ink), entry."sourceHash", coalesce(entry."imageHash", known.image_hash),
         case when entry."imageHash" is null then known.variant_hashes
              else array(select jsonb_array_elements_text(entry."variantHashes"))::content_hash[] end
    from jsonb_to_recordset(${tx.json(images)}) as entry (show text, position integer, alt text, ink text, "sourceHash" text,
           "imageHash" text, "variantHashes" jsonb)
    join show on show.seo = entry.show
    left join lateral (
      select ink, image_hash, variant_hashes from gallery_image where show_id = show.id and source_hash = entry."sourceHash" limit 1
    ) as known on true
      on conflict (show_id, position) do update
     set alt = excluded.alt, ink = excluded.ink, source_hash = excluded.source_hash, image_hash = excluded.image_hash,
         variant_hashes = excluded.variant_hashes
   where (gallery_image.alt, gallery_image.ink, gallery_image.source_hash, gallery_image.image_hash, gallery_image.variant_hashes)
         is distinct from (excluded.alt, excluded.ink, excluded.source_hash, excluded.image_hash, excluded.variant_hashes)
  returning xmax = 0 as created`;

/** Images behind the end of the named galleries. */
export const dropOtherGalleryImages = (tx: Tx, galleries: readonly { readonly show: string; readonly length: number }[]) => tx`
  delete from gallery_image
   using jsonb_to_recordset(${tx.json(galleries)}) as entry (show text, length integer)
    join show on show.seo = entry.show
   where gallery_image.show_id = show.id and gallery_image.position >= entry.length
  returning gallery_image.show_id`;

export type PerformanceRecord = {
  /** Null: a new one. */
  readonly id: number | null;
  readonly key: string | null;
  readonly show: string;
  readonly venue: string;
  readonly startsAt: string;
  readonly doorsAt: string | null;
  readonly onSaleAt: string | null;
  readonly state: string | null;
};

/** In the order of their list. */
const performanceEntries = (tx: Tx, performances: readonly PerformanceRecord[]) => tx`
  rows from (jsonb_to_recordset(${tx.json(performances)})
    as (id integer, key text, show text, venue text, "startsAt" timestamptz, "doorsAt" timestamptz, "onSaleAt" timestamptz, state text))
  with ordinality as entry (id, key, show, venue, "startsAt", "doorsAt", "onSaleAt", state, turn)`;

/**
 * A known performance keeps its state unless the entry names one, and its map, whose places may be sold, unless it moves to another venue.
 * Known ones are written first: a new one may have the start that one of them had.
 */
export async function writePerformanceRecords(tx: Tx, performances: readonly PerformanceRecord[]): Promise<Written[]> {
  const changed = await tx<Written[]>`
    update performance
       set key = coalesce(entry.key, performance.key), starts_at = entry."startsAt", doors_at = entry."doorsAt", on_sale_at = entry."onSaleAt",
           state = coalesce(entry.state, performance.state), venue_id = venue.id,
           venue_map_id = case when performance.venue_id = venue.id then coalesce(performance.venue_map_id, venue_map.id) else venue_map.id end
      from ${performanceEntries(tx, performances)}
      join venue on venue.seo = entry.venue
      left join venue_map on venue_map.venue_id = venue.id and venue_map.current
     where performance.id = entry.id
       and (performance.key, performance.starts_at, performance.doors_at, performance.on_sale_at, performance.state, performance.venue_id,
            performance.venue_map_id)
           is distinct from (coalesce(entry.key, performance.key), entry."startsAt", entry."doorsAt", entry."onSaleAt",
            coalesce(entry.state, performance.state), venue.id,
            case when performance.venue_id = venue.id then coalesce(performance.venue_map_id, venue_map.id) else venue_map.id end)
    returning false as created`;
  const created = await tx<Written[]>`
    insert into performance (key, show_id, venue_id, venue_map_id, starts_at, doors_at, on_sale_at, state)
    select entry.key, show.id, venue.id, venue_map.id, entry."startsAt", entry."doorsAt", entry."onSaleAt",
           coalesce(entry.state, case when entry."onSaleAt" > now() or venue_map.id is null then 'announced' else 'on_sale' end)
      from ${performanceEntries(tx, performances)}
      join show on show.seo = entry.show
      join venue on venue.seo = entry.venue
      left join venue_map on venue_map.venue_id = venue.id and venue_map.current
     where entry.id is null
     order by turn
    returning true as created`;
  return [...changed, ...created];
}

/** Those that shows have, cancelled and past ones too. */
export const findKnownPerformances = (tx: Tx, shows: readonly string[]) => tx<KnownPerformance[]>`
  select performance.id, show.seo as show, performance.key, venue.seo as venue, starts_at as "startsAt", time_zone as "timeZone",
         array(select starts_at from performance_move where performance_id = performance.id) as "formerStarts",
         coalesce((select jsonb_agg(jsonb_build_object('source', source, 'externalId', external_id)) from import_link
                    where kind = 'performance' and import_link.id = performance.id), '[]') as links,
         state = 'cancelled' as "isCancelled", starts_at <= clock_timestamp() as "isOver",
         coalesce((select sum(cardinality(place_ids)) from hold
                    where performance_id = performance.id and (state = 'sold' or held_until > clock_timestamp())), 0)::integer as taken
    from performance
    join show on show.id = performance.show_id
    join venue on venue.id = performance.venue_id
   where show.seo = any (${[...shows]}::text[])
   order by starts_at, performance.id`;

/**
 * Counts what is taken of performances that get another map, with the places locked until the import ends: a claim that waits for one of them finds
 * the other map then (`mapsOf` of the sale). A hold that has run out counts until it is swept, for its purchase may still be paid.
 */
export async function lockForAnotherMap(tx: Tx, performanceIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (performanceIds.length === 0) return new Map();
  for (const id of performanceIds.toSorted((a, b) => a - b)) await tx`select lock_places_for_another_map(${id})`;
  const rows = await tx<{ id: number; taken: number }[]>`
    select performance_id as id, sum(cardinality(place_ids))::integer as taken from hold
     where performance_id = any (${[...performanceIds]}::integer[]) group by performance_id`;
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

type PerformanceLink = PerformanceKey & ImportLink;

/** What others call performances: a name is that of one of them. */
export const writePerformanceLinks = (tx: Tx, links: readonly PerformanceLink[]) => tx`
  insert into import_link (source, external_id, kind, id)
  select entry.source, entry."externalId", 'performance', performance.id
    from jsonb_to_recordset(${tx.json(links)}) as entry (show text, venue text, "startsAt" timestamptz, source text, "externalId" text)
    ${performanceOfEntry(tx)}
      on conflict (source, kind, external_id) do update set id = excluded.id where import_link.id <> excluded.id`;

/** A purchase whose places of a performance go along when it moves. */
export interface MovedPurchase {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly places: number;
  /** Whether the buyer gets a mail: not for sales of a counter, which keep no address, nor for a performance that is cancelled or over. */
  readonly isTold: boolean;
}

/** Of these performances, as they are written by now: with valid tickets, or with places that are held or reserved. */
export const findMovedPurchases = (tx: Tx, performanceIds: readonly number[]) => tx<MovedPurchase[]>`
  select purchase.id as "purchaseId", performance.id as "performanceId", kept.places,
         channel = 'online' and erased_at is null and performance.state <> 'cancelled' and starts_at > clock_timestamp() as "isTold"
    from performance
    join hold on hold.performance_id = performance.id
    join purchase on purchase.id = hold.purchase_id
    join customer on customer.id = purchase.customer_id
    cross join lateral (
      select case when stage = 'paid'
                  then (select count(*) from ticket
                         where ticket.performance_id = performance.id and ticket.purchase_id = purchase.id and ticket.state = 'valid')
                  when hold.state = 'held' and held_until > clock_timestamp() then cardinality(place_ids) else 0 end::integer as places
    ) as kept
   where performance.id = any (${[...performanceIds]}::integer[]) and kept.places > 0
   order by performance.id, purchase.id`;

/** Names a performance the way people do; it is unique. */
export type PerformanceKey = { readonly show: string; readonly venue: string; readonly startsAt: string };

/** Joins `show`, `venue` and `performance` to rows that carry a key, under the name `entry`. */
export const performanceOfEntry = (tx: Tx) => tx`
  join show on show.seo = entry.show
  join venue on venue.seo = entry.venue
  join performance on performance.show_id = show.id and performance.venue_id = venue.id and performance.starts_at = entry."startsAt"`;
