import type { Tx } from '#db/connect';
import { type PerformanceKey, performanceOfEntry } from './queries-performances.ts';
import type { Written } from './written.ts';

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
