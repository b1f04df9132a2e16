import type { Tx } from '#db/connect';
import type { PromotionEntry, Written } from './entries.ts';
import { isNamed, namedIds, namedStarts, nameOf } from './queries-named.ts';

export type PromotionRecord = PromotionEntry & { readonly show: string; readonly position: number };

const entries = (tx: Tx, promotions: readonly PromotionRecord[]) => tx`
  jsonb_to_recordset(${tx.json(promotions as never)}) as entry (show text, position integer, key text, name text, note text, kind text,
    percent integer, take integer, pay integer, price bigint, channels text[], sectors text[], "priceTypes" text[], weekdays integer[],
    performances jsonb, "soldFrom" timestamptz, "soldUntil" timestamptz, "perCustomer" integer, cards jsonb, "perCard" integer,
    "perDocument" integer, codes jsonb)`;

const ofShow = (tx: Tx) => tx`performance.show_id = show.id`;

export const writePromotionRecords = (tx: Tx, promotions: readonly PromotionRecord[]) => tx<Written[]>`
  insert into promotion (show_id, key, position, name, note, kind, percent, take, pay, price, channels, sectors, price_types, weekdays,
                         performance_ids, performances, sold_from, sold_until, per_customer, cards, per_card, per_document, needs_code)
  select show.id, entry.key, entry.position, entry.name, entry.note, entry.kind, entry.percent, entry.take, entry.pay, entry.price,
         entry.channels, entry.sectors, entry."priceTypes", entry.weekdays, ${namedIds(tx, ofShow(tx))}, ${namedStarts(tx, ofShow(tx))},
         entry."soldFrom", entry."soldUntil",
         entry."perCustomer", entry.cards, entry."perCard", entry."perDocument", entry.codes is not null or entry."perDocument" is not null
    from ${entries(tx, promotions)}
    join show on show.seo = entry.show
      on conflict (show_id, key) do update
     set position = excluded.position, name = excluded.name, note = excluded.note, kind = excluded.kind, percent = excluded.percent,
         take = excluded.take, pay = excluded.pay, price = excluded.price, channels = excluded.channels, sectors = excluded.sectors,
         price_types = excluded.price_types, weekdays = excluded.weekdays,
         performance_ids = excluded.performance_ids, performances = excluded.performances,
         sold_from = excluded.sold_from, sold_until = excluded.sold_until, per_customer = excluded.per_customer, cards = excluded.cards,
         per_card = excluded.per_card, per_document = excluded.per_document, needs_code = excluded.needs_code, withdrawn = false
   where (promotion.position, promotion.name, promotion.note, promotion.kind, promotion.percent, promotion.take, promotion.pay,
          promotion.price, promotion.channels, promotion.sectors, promotion.price_types, promotion.weekdays, promotion.performance_ids,
          promotion.sold_from, promotion.sold_until, promotion.per_customer, promotion.cards, promotion.per_card, promotion.per_document,
          promotion.needs_code, promotion.withdrawn)
         is distinct from (excluded.position, excluded.name, excluded.note, excluded.kind, excluded.percent, excluded.take, excluded.pay,
          excluded.price, excluded.channels, excluded.sectors, excluded.price_types, excluded.weekdays, excluded.performance_ids,
          excluded.sold_from, excluded.sold_until, excluded.per_customer, excluded.cards, excluded.per_card, excluded.per_document, excluded.needs_code, false)
  returning xmax = 0 as created`;

/** Ends those of these shows that the entries no longer have. */
export const withdrawOtherPromotions = (tx: Tx, shows: readonly string[], promotions: readonly PromotionRecord[]) => tx<{ id: number }[]>`
  update promotion set withdrawn = true from show
   where show.id = promotion.show_id and show.seo = any (${[...shows]}::text[]) and not withdrawn
     and not exists (select from ${entries(tx, promotions)} where entry.show = show.seo and entry.key = promotion.key)
  returning promotion.id`;

const codeEntries = (tx: Tx, promotions: readonly PromotionRecord[]) => tx`
  select promotion.id as promotion_id, given.code ->> 'code' as code, (given.code ->> 'mostUses')::integer as most_uses
    from ${entries(tx, promotions)}
    join show on show.seo = entry.show
    join promotion on promotion.show_id = show.id and promotion.key = entry.key
   cross join jsonb_array_elements(entry.codes) as given (code)`;

export const writeCodes = (tx: Tx, promotions: readonly PromotionRecord[]) => tx<Written[]>`
  insert into promotion_code (promotion_id, code, most_uses) ${codeEntries(tx, promotions)}
      on conflict (promotion_id, code) do update set most_uses = excluded.most_uses, withdrawn = false
   where (promotion_code.most_uses, promotion_code.withdrawn) is distinct from (excluded.most_uses, false)
  returning xmax = 0 as created`;

/** Ends codes of these promotions that the entries no longer have. */
export const withdrawOtherCodes = (tx: Tx, promotions: readonly PromotionRecord[]) => tx<{ id: number }[]>`
  with wanted as (${codeEntries(tx, promotions)})
  update promotion_code set withdrawn = true
    from ${entries(tx, promotions)}
    join show on show.seo = entry.show
    join promotion on promotion.show_id = show.id and promotion.key = entry.key
   where promotion_code.promotion_id = promotion.id and not promotion_code.withdrawn
     and not exists (select from wanted where (wanted.promotion_id, wanted.code) = (promotion_code.promotion_id, promotion_code.code))
  returning promotion_code.id`;

/** Performances that promotions name and their show does not have. */
export const findUnknownInPromotions = (tx: Tx, promotions: readonly PromotionRecord[]) => tx<
  { show: string; key: string; name: string }[]
>`
  select entry.show, entry.key, ${nameOf(tx)} as name
    from ${entries(tx, promotions)}
    join show on show.seo = entry.show
   cross join jsonb_array_elements(entry.performances) as named (value)
   where not exists (select from performance where ${ofShow(tx)} and ${isNamed(tx)})`;

/** Sectors of promotions that no current map of a venue of their show has. */
export const findUnknownSectors = (tx: Tx, promotions: readonly PromotionRecord[]) => tx<{ show: string; key: string; sector: string }[]>`
  select entry.show, entry.key, named.sector
    from ${entries(tx, promotions)}
   cross join unnest(entry.sectors) as named (sector)
   where not exists (
     select from show
       join venue_map on current and venue_map.venue_id in (select show.venue_id union select venue_id from performance where show_id = show.id)
       join sector on sector.venue_map_id = venue_map.id
      where show.seo = entry.show and named.sector in (sector.code, sector.name))`;
