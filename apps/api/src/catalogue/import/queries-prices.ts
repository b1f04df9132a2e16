import type { Tx } from '#db/connect';
import type { Written } from './entries.ts';
import { type PerformanceKey, performanceOfEntry } from './queries-shows.ts';

export type LevelRecord = PerformanceKey & {
  readonly position: number;
  readonly category: string;
  readonly name: string;
  readonly color: string | null;
};
export type TypeRecord = PerformanceKey & {
  readonly category: string;
  readonly position: number;
  readonly name: string;
  readonly faceValue: number;
  readonly taxClass: string;
};

export const writeLevelRecords = (tx: Tx, levels: readonly LevelRecord[]) => tx<Written[]>`
  insert into price_level (performance_id, position, name, color, category)
  select performance.id, entry.position, entry.name, entry.color, entry.category
    from jsonb_to_recordset(${tx.json(levels)}) as entry (show text, venue text, "startsAt" timestamptz, position integer, name text,
           color text, category text)
    ${performanceOfEntry(tx)}
      on conflict (performance_id, category) do update set position = excluded.position, name = excluded.name, color = excluded.color
   where (price_level.position, price_level.name, price_level.color) is distinct from (excluded.position, excluded.name, excluded.color)
  returning xmax = 0 as created`;

export const writeTypeRecords = (tx: Tx, types: readonly TypeRecord[]) => tx<Written[]>`
  insert into price_type (price_level_id, position, name, face_value, tax_class_id)
  select price_level.id, entry.position, entry.name, entry."faceValue", tax_class.id
    from jsonb_to_recordset(${tx.json(types)}) as entry (show text, venue text, "startsAt" timestamptz, category text, position integer,
           name text, "faceValue" bigint, "taxClass" text)
    ${performanceOfEntry(tx)}
    join price_level on price_level.performance_id = performance.id and price_level.category = entry.category
    join tax_class on tax_class.code = entry."taxClass"
      on conflict (price_level_id, name) do update
     set position = excluded.position, face_value = excluded.face_value, tax_class_id = excluded.tax_class_id
   where (price_type.position, price_type.face_value, price_type.tax_class_id)
         is distinct from (excluded.position, excluded.face_value, excluded.tax_class_id)
  returning xmax = 0 as created`;

/** Levels and types of the named performances that the entries no longer have. */
export const dropOtherPrices = (tx: Tx, performances: readonly PerformanceKey[], types: readonly TypeRecord[]) => tx<{ id: number }[]>`
  with named as (
    select performance.id
      from jsonb_to_recordset(${tx.json(performances)}) as entry (show text, venue text, "startsAt" timestamptz)
      ${performanceOfEntry(tx)}
  ), wanted as (
    select performance.id as performance_id, entry.category, entry.name
      from jsonb_to_recordset(${tx.json(types)}) as entry (show text, venue text, "startsAt" timestamptz, category text, name text)
      ${performanceOfEntry(tx)}
  ), other_levels as (
    delete from price_level using named
     where price_level.performance_id = named.id
       and not exists (select from wanted where wanted.performance_id = named.id and wanted.category = price_level.category)
    returning price_level.id
  ), other_types as (
    delete from price_type using price_level, named
     where price_type.price_level_id = price_level.id and price_level.performance_id = named.id
       and price_level.id not in (select id from other_levels)
       and not exists (select from wanted where wanted.performance_id = named.id and wanted.category = price_level.category
                                            and wanted.name = price_type.name)
    returning price_type.id
  )
  select id from other_levels union all select id from other_types`;

export type KeptPrices = {
  readonly performanceId: number;
  /** Where in the file the performance stands. */
  readonly turn: number;
  readonly kept: readonly { readonly category: string; readonly name: string }[];
};

export interface PriceInUse {
  readonly turn: number;
  readonly level: string;
  /** Its level stays, with other prices. */
  readonly levelStays: boolean;
  readonly name: string;
  /** Places that are held, and that were sold, at this price. */
  readonly held: number;
  readonly sold: number;
}

/** Prices that the named performances would lose although places have them. */
export const findPricesInUse = (tx: Tx, performances: readonly KeptPrices[]) => tx<PriceInUse[]>`
  with lost as materialized (
    select entry.turn, performance.id as performance_id, price_level.name as level, price_level.position as level_position,
           price_type.id, price_type.name, price_type.position,
           exists (select from jsonb_array_elements(entry.kept) as price where price.value ->> 'category' = price_level.category) as level_stays
      from jsonb_to_recordset(${tx.json(performances)}) as entry ("performanceId" integer, turn integer, kept jsonb)
      join performance on performance.id = entry."performanceId"
      join price_level on price_level.performance_id = performance.id
      join price_type on price_type.price_level_id = price_level.id
     where not exists (select from jsonb_array_elements(entry.kept) as price
                        where price.value ->> 'category' = price_level.category and price.value ->> 'name' = price_type.name)
  )
  select turn, level, level_stays as "levelStays", lost.name,
         (count(*) filter (where hold.state = 'held'))::integer as held, (count(*) filter (where hold.state = 'sold'))::integer as sold
    from lost
    join hold on hold.performance_id = lost.performance_id and (hold.state = 'sold' or hold.held_until > clock_timestamp())
    join lateral unnest(hold.price_type_ids) as place (price_type_id) on place.price_type_id = lost.id
   group by turn, level_position, level, level_stays, lost.position, lost.id, lost.name
   order by turn, level_position, level, lost.position, lost.id`;

export type ChargeRecord = {
  readonly show: string;
  /** Null: of the show. */
  readonly venue: string | null;
  readonly startsAt: string | null;
  readonly kind: string;
  readonly channel: string;
  readonly percent: number;
  readonly fixed: number;
  readonly taxClass: string;
};

const chargeEntries = (tx: Tx, charges: readonly ChargeRecord[]) => tx`
  select case when entry."startsAt" is null then show.id end as show_id, performance.id as performance_id, entry.kind, entry.channel,
         entry.percent, entry.fixed, tax_class.id as tax_class_id
    from jsonb_to_recordset(${tx.json(charges)}) as entry (show text, venue text, "startsAt" timestamptz, kind text, channel text,
           percent integer, fixed bigint, "taxClass" text)
    join show on show.seo = entry.show
    left join venue on venue.seo = entry.venue
    left join performance on performance.show_id = show.id and performance.venue_id = venue.id and performance.starts_at = entry."startsAt"
    join tax_class on tax_class.code = entry."taxClass"`;

export const writeShowCharges = (tx: Tx, charges: readonly ChargeRecord[]) => tx<Written[]>`
  insert into charge (show_id, performance_id, kind, channel, percent, fixed, tax_class_id) ${chargeEntries(tx, charges)}
      on conflict (show_id, kind, channel) do update
     set percent = excluded.percent, fixed = excluded.fixed, tax_class_id = excluded.tax_class_id
   where (charge.percent, charge.fixed, charge.tax_class_id) is distinct from (excluded.percent, excluded.fixed, excluded.tax_class_id)
  returning xmax = 0 as created`;

export const writePerformanceCharges = (tx: Tx, charges: readonly ChargeRecord[]) => tx<Written[]>`
  insert into charge (show_id, performance_id, kind, channel, percent, fixed, tax_class_id) ${chargeEntries(tx, charges)}
      on conflict (performance_id, kind, channel) do update
     set percent = excluded.percent, fixed = excluded.fixed, tax_class_id = excluded.tax_class_id
   where (charge.percent, charge.fixed, charge.tax_class_id) is distinct from (excluded.percent, excluded.fixed, excluded.tax_class_id)
  returning xmax = 0 as created`;

/** Charges of the named shows, or of the named performances, that the entries no longer have. */
export const dropOtherCharges = (
  tx: Tx,
  shows: readonly string[],
  performances: readonly PerformanceKey[],
  charges: readonly ChargeRecord[],
) => tx<{ id: number }[]>`
  with wanted as (${chargeEntries(tx, charges)}), named as (
    select performance.id
      from jsonb_to_recordset(${tx.json(performances)}) as entry (show text, venue text, "startsAt" timestamptz)
      ${performanceOfEntry(tx)}
  )
  delete from charge
   where (show_id in (select id from show where seo = any (${shows as string[]})) or performance_id in (select id from named))
     and not exists (select from wanted
                      where (wanted.show_id, wanted.performance_id, wanted.kind, wanted.channel)
                            is not distinct from (charge.show_id, charge.performance_id, charge.kind, charge.channel))
  returning id`;
