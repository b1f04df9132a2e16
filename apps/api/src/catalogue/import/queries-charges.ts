import type { Tx } from '#db/connect';
import { type PerformanceKey, performanceOfEntry } from './queries-performances.ts';
import type { Written } from './written.ts';

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
