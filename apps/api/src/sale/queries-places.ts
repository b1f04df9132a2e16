import { integers, texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { forUpdate, type PurchaseRow, type WhenLocked } from './queries-purchases.ts';

export interface PlaceRow {
  readonly placeId: number;
  /** Counts the changes of the place: of two rows of it, the one with the higher version is the newer. */
  readonly version: number;
  readonly state: 'free' | 'held' | 'sold' | 'blocked';
  readonly purchaseId: string | null;
  /** By the database's clock. */
  readonly heldUntilMs: number | null;
}

/** What a locked place becomes by its next change: its version goes up by one, as in the statements below. */
export const changed = <Place extends PlaceRow, const Change extends Partial<Omit<PlaceRow, 'placeId' | 'version'>>>(
  place: Place,
  change: Change,
): Place & Change => ({ ...place, ...change, version: place.version + 1 });

/** What a locked place becomes when it is freed. */
export const freed = (place: PlaceRow): PlaceRow => changed(place, { state: 'free', purchaseId: null, heldUntilMs: null });

/** Changed rows of places, by performance. */
export type PlaceChanges = ReadonlyMap<number, readonly PlaceRow[]>;

const columns = (db: Db | Tx) => db`
  place.place_id as "placeId", place.version, place.state, place.purchase_id as "purchaseId",
  (extract(epoch from place.held_until) * 1000)::float8 as "heldUntilMs"`;

/** Makes the rows of a performance's places, once; a place without a row cannot be sold. */
export const createPlaces = (db: Db, performanceId: number, placeCount: number) => db`
  insert into place (performance_id, place_id) select ${performanceId}, generate_series(0, ${placeCount - 1}) on conflict do nothing`;

export const countPlaces = async (db: Db, performanceId: number): Promise<number> =>
  (await db<{ places: number }[]>`select count(*)::integer as places from place where performance_id = ${performanceId}`)[0]?.places ?? 0;

/** The places of a range that differ from a new row: not free, or free again with a higher version. */
export const readTouchedPlaces = (db: Db, performanceId: number, from: number, to: number) => db<PlaceRow[]>`
  select ${columns(db)} from place
   where performance_id = ${performanceId} and place_id >= ${from} and place_id < ${to} and (state <> 'free' or version > 0)`;

/** Not locked; in no order. */
export const readPlaces = (db: Db | Tx, performanceId: number, placeIds: readonly number[]) => db<PlaceRow[]>`
  select ${columns(db)} from place where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;

/** In place order, so that two transactions never deadlock. */
export const lockPlaces = (tx: Tx, performanceId: number, placeIds: readonly number[], whenLocked: WhenLocked) => tx<PlaceRow[]>`
  select ${columns(tx)} from place
   where performance_id = ${performanceId} and place_id = any (${integers(placeIds)}::integer[])
   order by place_id ${forUpdate(tx, whenLocked)}`;

/** By performance, then by place. */
export type LockedPlaces = ReadonlyMap<number, ReadonlyMap<number, PlaceRow>>;

interface PlacesOfPerformance {
  readonly performanceId: number;
  readonly placeIds: readonly number[];
}

/** Places of several performances, locked by the ids of performances and places. All statements are sent at once. */
export const lockPlacesOf = (tx: Tx, wanted: readonly PlacesOfPerformance[], whenLocked: WhenLocked): Promise<LockedPlaces> =>
  byPerformance(wanted, (performanceId, placeIds) => lockPlaces(tx, performanceId, placeIds, whenLocked));

/** Like `lockPlacesOf`, without locks. */
export const readPlacesOf = (db: Db | Tx, wanted: readonly PlacesOfPerformance[]): Promise<LockedPlaces> =>
  byPerformance(wanted, (performanceId, placeIds) => readPlaces(db, performanceId, placeIds));

/** One statement for each performance, in the order of their ids (docs/sale.md#statements-name-one-performance). */
async function byPerformance(
  wanted: readonly PlacesOfPerformance[],
  select: (performanceId: number, placeIds: readonly number[]) => { execute(): PromiseLike<readonly PlaceRow[]> },
): Promise<LockedPlaces> {
  const groups = [...Map.groupBy(wanted, ({ performanceId }) => performanceId)].sort(([one], [other]) => one - other);
  const rows = groups.map(async ([performanceId, some]) => {
    const places = await select(
      performanceId,
      some.flatMap(({ placeIds }) => placeIds),
    ).execute();
    return [performanceId, new Map(places.map((place) => [place.placeId, place]))] as const;
  });
  return new Map(await Promise.all(rows));
}

/** The maps that performances have, by their ids. With places of theirs locked no import gives them others (`lock_places_for_another_map`). */
export const mapsOf = (tx: Db | Tx, performanceIds: readonly number[]) => tx`
  (select coalesce(jsonb_object_agg(id, (select hash from venue_map where venue_map.id = venue_map_id)), '{}')
     from performance where id = any (${integers(performanceIds)}::integer[]))`;

export const clockMs = (db: Db | Tx) => db`floor(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** The database's clock, in whole milliseconds. Sent after the locking statements of a transaction, it is read once they hold their locks. */
export const selectClock = (db: Db | Tx) => db<{ nowMs: number }[]>`select ${clockMs(db)} as "nowMs"`;

/** With the hash of the map that a performance has, as `mapsOf` reads it. */
export const readClockAndMap = (tx: Tx, performanceId: number) => tx<{ nowMs: number; mapHash: string | null }[]>`
  select ${clockMs(tx)} as "nowMs", ${mapsOf(tx, [performanceId])} ->> ${String(performanceId)}::text as "mapHash"`;

export const readClock = async (db: Db | Tx): Promise<number> => (await selectClock(db))[0]?.nowMs ?? 0;

/** A place that a purchase holds, and until when by the database's clock. */
export interface HeldPlace {
  readonly placeId: number;
  readonly purchaseId: string;
  readonly heldUntilMs: number;
}

/**
 * The places are locked beforehand, as for every statement below. Written so that the plan, and so the cost of a place, does not
 * depend on the statistics of a newly filled table: the list beside the join is looked up in the index, and the planner expects a
 * list with subscripts to be long, so it hashes it instead of comparing each entry with every place (decision 013).
 */
export const holdPlaces = (tx: Tx, performanceId: number, held: readonly HeldPlace[]) => {
  const placeIds = integers(held.map(({ placeId }) => placeId));
  return expectRows(
    held.length,
    tx`
      update place
         set state = 'held', purchase_id = held.purchase_id, held_until = to_timestamp(held.until_ms / 1000), version = version + 1
        from rows from (unnest(${placeIds}::integer[]), unnest(${texts(held.map(({ purchaseId }) => purchaseId))}::text[]),
                        unnest(${held.map(({ heldUntilMs }) => heldUntilMs)}::float8[]), generate_subscripts(${placeIds}::integer[], 1))
          as held (place_id, purchase_id, until_ms, turn)
       where place.performance_id = ${performanceId} and place.place_id = any (${placeIds}::integer[]) and place.place_id = held.place_id`,
  );
};

export const freePlaces = (tx: Tx, performanceId: number, placeIds: readonly number[]) =>
  expectRows(
    placeIds.length,
    tx`
      update place set state = 'free', purchase_id = null, held_until = null, version = version + 1
       where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`,
  );

/** Answers the changed rows: the same transaction may have changed them before, so the caller cannot compute their versions. */
export const sellPlaces = (tx: Tx, performanceId: number, sold: readonly { readonly placeId: number; readonly purchaseId: string }[]) => {
  const placeIds = integers(sold.map(({ placeId }) => placeId));
  return expectRows(
    sold.length,
    tx<PlaceRow[]>`
      update place set state = 'sold', purchase_id = sold.purchase_id, held_until = null, version = version + 1
        from rows from (unnest(${placeIds}::integer[]), unnest(${texts(sold.map(({ purchaseId }) => purchaseId))}::text[]),
                        generate_subscripts(${placeIds}::integer[], 1)) as sold (place_id, purchase_id, turn)
       where place.performance_id = ${performanceId} and place.place_id = any (${placeIds}::integer[]) and place.place_id = sold.place_id
      returning ${columns(tx)}`,
  );
};

/** Counts the places of a range that are free or whose hold has expired. */
export const countFree = async (db: Db, performanceId: number, from: number, to: number): Promise<number> =>
  (
    await db<{ free: number }[]>`
      select count(*)::integer as free from place
       where performance_id = ${performanceId} and place_id >= ${from} and place_id < ${to}
         and (state = 'free' or (state = 'held' and held_until < clock_timestamp()))`
  )[0]?.free ?? 0;

/** A purchase's hold in one performance. The caller has locked the purchase. */
export interface HoldChange {
  readonly purchaseId: string;
  readonly placeIds: readonly number[];
  /** One for each place, at the same position. */
  readonly priceTypeIds: readonly number[];
  readonly heldUntilMs: number;
  /** When the buyer joined the performance's waiting room, if there was one. */
  readonly promisedAtMs?: number | null;
}

const given = (tx: Tx, holds: readonly HoldChange[]) => tx`
  unnest(${texts(holds.map(({ purchaseId }) => purchaseId))}::text[], ${texts(holds.map(({ placeIds }) => integers(placeIds)))}::text[],
         ${texts(holds.map(({ priceTypeIds }) => integers(priceTypeIds)))}::text[], ${holds.map(({ heldUntilMs }) => heldUntilMs)}::float8[],
         ${holds.map(({ promisedAtMs }) => promisedAtMs ?? null)}::float8[])
    as given (purchase_id, place_ids, price_type_ids, until_ms, promised_ms)`;

/** The first holds of purchases that were started in the same transaction. */
export const startHolds = (tx: Tx, performanceId: number, holds: readonly HoldChange[]) =>
  expectRows(
    holds.length,
    tx`
      insert into hold (performance_id, purchase_id, place_ids, price_type_ids, held_until, promised_at)
      select ${performanceId}, purchase_id, place_ids::integer[], price_type_ids::integer[], to_timestamp(until_ms / 1000), to_timestamp(promised_ms / 1000)
        from ${given(tx, holds)}`,
  );

/** Appends places to holds, and makes the hold of a purchase that has none. An existing hold keeps its `held_until`. */
export const addToHolds = (tx: Tx, performanceId: number, holds: readonly HoldChange[]) =>
  expectRows(
    holds.length,
    tx`
      insert into hold as mine (performance_id, purchase_id, place_ids, price_type_ids, held_until, promised_at)
      select ${performanceId}, purchase_id, place_ids::integer[], price_type_ids::integer[], to_timestamp(until_ms / 1000), to_timestamp(promised_ms / 1000)
        from ${given(tx, holds)}
          on conflict (performance_id, purchase_id) do update
         set place_ids = mine.place_ids || excluded.place_ids, price_type_ids = mine.price_type_ids || excluded.price_type_ids,
             promised_at = coalesce(mine.promised_at, excluded.promised_at)`,
  );

/** Replaces the places and the end of a hold. */
export const writeHold = (tx: Tx, performanceId: number, hold: HoldChange) =>
  expectRows(
    1,
    tx`
      insert into hold as mine (performance_id, purchase_id, place_ids, price_type_ids, held_until, promised_at)
      select ${performanceId}, purchase_id, place_ids::integer[], price_type_ids::integer[], to_timestamp(until_ms / 1000), to_timestamp(promised_ms / 1000)
        from ${given(tx, [hold])}
          on conflict (performance_id, purchase_id) do update
         set place_ids = excluded.place_ids, price_type_ids = excluded.price_type_ids, held_until = excluded.held_until,
             promised_at = coalesce(mine.promised_at, excluded.promised_at)`,
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

/** The database's clock, and by it whether one of a purchase's performances was cancelled, and whether its channel has ended to sell one. */
export const findOver = (db: Db | Tx, { channel, holds }: Pick<PurchaseRow, 'channel' | 'holds'>) => {
  const ofPurchase = db`performance_id = any (${holds.map(({ performanceId }) => performanceId)}::integer[]) and channel = ${channel}`;
  return db<{ nowMs: number; isCancelled: boolean; isOver: boolean }[]>`
    select ${clockMs(db)} as "nowMs",
           exists (select from sale_now where ${ofPurchase} and obstacle = 'cancelled') as "isCancelled",
           exists (select from sale_now where ${ofPurchase} and is_over) as "isOver"`;
};

/** Until when the places of purchases are held, in epoch ms; those that are not held any more, or have none, are missing. */
export const readHoldEnds = async (db: Db, purchaseIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (purchaseIds.length === 0) return new Map();
  const rows = await db<{ purchaseId: string; untilMs: number }[]>`
    select purchase_id as "purchaseId", (extract(epoch from min(held_until)) * 1000)::float8 as "untilMs" from hold
     where purchase_id = any (${[...purchaseIds]}::text[]) and state = 'held'
     group by purchase_id having min(held_until) > clock_timestamp()`;
  return new Map(rows.map(({ purchaseId, untilMs }) => [purchaseId, untilMs]));
};

/** Sold holds never expire. */
export const sellHolds = (tx: Tx, performanceId: number, purchaseIds: readonly string[]) =>
  expectRows(
    purchaseIds.length,
    tx`update hold set state = 'sold' where performance_id = ${performanceId} and purchase_id = any (${[...purchaseIds]}::text[])`,
  );

/** Of a sold hold of a locked purchase: these places instead of those, each with its price type. */
export const moveSoldHold = (
  tx: Tx,
  performanceId: number,
  { purchaseId, placeIds }: { readonly purchaseId: string; readonly placeIds: readonly number[] },
) =>
  expectRows(
    1,
    tx`
      update hold set place_ids = ${integers(placeIds)}::integer[]
       where performance_id = ${performanceId} and purchase_id = ${purchaseId} and state = 'sold'`,
  );

export const deleteHolds = (tx: Tx, performanceId: number, purchaseIds: readonly string[]) =>
  expectRows(
    purchaseIds.length,
    tx`delete from hold where performance_id = ${performanceId} and purchase_id = any (${[...purchaseIds]}::text[])`,
  );

/** Performances with expired holds. */
export const findPerformancesToSweep = (db: Db) =>
  db<{ performanceId: number }[]>`
    select distinct performance_id as "performanceId" from hold where state = 'held' and held_until < clock_timestamp()`;

/** Locks expired holds of purchases that have ended; skips those that another transaction has locked. */
export const lockExpiredHolds = (tx: Tx, performanceId: number, most: number) =>
  tx<{ purchaseId: string; placeIds: number[] }[]>`
    select hold.purchase_id as "purchaseId", place_ids as "placeIds" from hold join purchase on purchase.id = hold.purchase_id
     where performance_id = ${performanceId} and hold.state = 'held' and held_until < clock_timestamp() and stage in ('expired', 'cancelled')
     order by held_until limit ${most} for update of hold skip locked`;

/** Tells the other processes; never inside a claiming transaction, where NOTIFY would serialise commits. */
export const notifyPlaces = (db: Db, payloads: readonly string[]) =>
  db`select count(pg_notify('places', payload)) from unnest(${[...payloads]}::text[]) as payload`;
