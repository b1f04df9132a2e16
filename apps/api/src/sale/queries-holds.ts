import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';

/** What a purchase has in one performance. Whoever changes it has locked the purchase. */
export interface HoldChange {
  readonly purchaseId: string;
  readonly placeIds: readonly number[];
  /** At the same positions. */
  readonly priceTypeIds: readonly number[];
  readonly heldUntilMs: number;
}

const arrays = (lists: readonly (readonly number[])[]) => lists.map((list) => `{${list.join()}}`);

const rowsOf = (tx: Tx, holds: readonly HoldChange[]) => tx`
  unnest(${holds.map(({ purchaseId }) => purchaseId)}::text[], ${arrays(holds.map(({ placeIds }) => placeIds))}::text[],
         ${arrays(holds.map(({ priceTypeIds }) => priceTypeIds))}::text[], ${holds.map(({ heldUntilMs }) => heldUntilMs)}::float8[])
    as given (purchase_id, place_ids, price_type_ids, until_ms)`;

/** Adds places to holds, at their end; a purchase that has none yet gets one. The end of an existing hold stays. */
export const addToHolds = (tx: Tx, performanceId: number, holds: readonly HoldChange[]) =>
  expectRows(
    holds.length,
    tx`
      insert into hold as mine (performance_id, purchase_id, place_ids, price_type_ids, held_until)
      select ${performanceId}, purchase_id, place_ids::integer[], price_type_ids::integer[], to_timestamp(until_ms / 1000)
        from ${rowsOf(tx, holds)}
          on conflict (performance_id, purchase_id) do update
         set place_ids = mine.place_ids || excluded.place_ids, price_type_ids = mine.price_type_ids || excluded.price_type_ids`,
  );

/** Makes these the places of a hold, and this its end. */
export const writeHold = (tx: Tx, performanceId: number, hold: HoldChange) =>
  expectRows(
    1,
    tx`
      insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until)
      select ${performanceId}, purchase_id, place_ids::integer[], price_type_ids::integer[], to_timestamp(until_ms / 1000)
        from ${rowsOf(tx, [hold])}
          on conflict (performance_id, purchase_id) do update
         set place_ids = excluded.place_ids, price_type_ids = excluded.price_type_ids, held_until = excluded.held_until`,
  );

export const setHoldEnds = (tx: Tx, performanceId: number, ends: readonly Pick<HoldChange, 'purchaseId' | 'heldUntilMs'>[]) => {
  const purchaseIds = ends.map(({ purchaseId }) => purchaseId);
  return expectRows(
    ends.length,
    tx`
      update hold set held_until = to_timestamp(until_ms / 1000)
        from rows from (unnest(${purchaseIds}::text[]), unnest(${ends.map(({ heldUntilMs }) => heldUntilMs)}::float8[]),
                        generate_subscripts(${purchaseIds}::text[], 1)) as given (purchase_id, until_ms, turn)
       where performance_id = ${performanceId} and hold.purchase_id = any (${purchaseIds}::text[])
         and hold.purchase_id = given.purchase_id`,
  );
};

/** What is sold lapses no more. */
export const sellHolds = (tx: Tx, performanceId: number, purchaseIds: readonly string[]) =>
  expectRows(
    purchaseIds.length,
    tx`update hold set state = 'sold' where performance_id = ${performanceId} and purchase_id = any (${[...purchaseIds]}::text[])`,
  );

export const deleteHolds = (tx: Tx, performanceId: number, purchaseIds: readonly string[]) =>
  expectRows(
    purchaseIds.length,
    tx`delete from hold where performance_id = ${performanceId} and purchase_id = any (${[...purchaseIds]}::text[])`,
  );

/** Performances in which holds have lapsed. */
export const findPerformancesToSweep = (db: Db) =>
  db<{ performanceId: number }[]>`
    select distinct performance_id as "performanceId" from hold where state = 'held' and held_until < clock_timestamp()`;

/** Locks lapsed holds of purchases that have ended; those that another transaction has locked are left for the next round. */
export const lockLapsedHolds = (tx: Tx, performanceId: number, most: number) =>
  tx<{ purchaseId: string; placeIds: number[] }[]>`
    select hold.purchase_id as "purchaseId", place_ids as "placeIds" from hold join purchase on purchase.id = hold.purchase_id
     where performance_id = ${performanceId} and hold.state = 'held' and held_until < clock_timestamp() and stage in ('expired', 'cancelled')
     order by hold.purchase_id limit ${most} for update of hold skip locked`;
