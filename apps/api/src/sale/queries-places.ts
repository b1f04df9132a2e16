import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { forUpdate, type WhenLocked } from './queries-purchases.ts';

export interface PlaceRow {
  readonly placeId: number;
  readonly state: 'free' | 'held' | 'sold' | 'blocked';
  readonly purchaseId: string | null;
  /** By the database's clock. */
  readonly heldUntilMs: number | null;
}

/** What has become of places, by performance. */
export type PlaceChanges = ReadonlyMap<number, readonly PlaceRow[]>;

const columns = (db: Db | Tx) => db`
  place_id as "placeId", state, purchase_id as "purchaseId", (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"`;

/** Makes the rows of a performance's places, once; a place without a row cannot be sold. */
export const createPlaces = (db: Db, performanceId: number, placeCount: number) => db`
  insert into place (performance_id, place_id) select ${performanceId}, generate_series(0, ${placeCount - 1}) on conflict do nothing`;

export const countPlaces = async (db: Db, performanceId: number): Promise<number> =>
  (await db<{ places: number }[]>`select count(*)::integer as places from place where performance_id = ${performanceId}`)[0]?.places ?? 0;

/** Every place that is not simply free. */
export const readTakenPlaces = (db: Db, performanceId: number) => db<PlaceRow[]>`
  select ${columns(db)} from place where performance_id = ${performanceId} and state <> 'free'`;

/** Not locked; in no order. */
export const readPlaces = (db: Db | Tx, performanceId: number, placeIds: readonly number[]) => db<PlaceRow[]>`
  select ${columns(db)} from place where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`;

/** In place order, so that two transactions never deadlock. */
export const lockPlaces = (tx: Tx, performanceId: number, placeIds: readonly number[], whenLocked: WhenLocked) => tx<PlaceRow[]>`
  select ${columns(tx)} from place
   where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
   order by place_id ${forUpdate(tx, whenLocked)}`;

/** The database's clock, in whole milliseconds. Sent in its turn: after the locks that are asked for before it. */
export const selectClock = (db: Db | Tx) => db<{ nowMs: number }[]>`
  select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`;

export const readClock = async (db: Db | Tx): Promise<number> => (await selectClock(db))[0]?.nowMs ?? 0;

/** Those of the wanted places that are free, or lapsed, or its own already; locked in the order of their ids. */
export const lockReachable = (tx: Tx, performanceId: number, purchaseId: string, placeIds: readonly number[]) =>
  tx<{ placeId: number }[]>`
    select place_id as "placeId" from place
     where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])
       and (state = 'free' or (state = 'held' and (held_until < clock_timestamp() or purchase_id = ${purchaseId})))
     order by place_id for update`;

/** A place that a purchase holds, and until when by the database's clock. */
export interface HeldPlace {
  readonly placeId: number;
  readonly purchaseId: string;
  readonly heldUntilMs: number;
}

/** Locked beforehand, as for every statement below. */
export const holdPlaces = (tx: Tx, performanceId: number, held: readonly HeldPlace[]) =>
  expectRows(
    held.length,
    tx`
      update place set state = 'held', purchase_id = held.purchase_id, held_until = to_timestamp(held.until_ms / 1000)
        from unnest(${held.map(({ placeId }) => placeId)}::integer[], ${held.map(({ purchaseId }) => purchaseId)}::text[],
                    ${held.map(({ heldUntilMs }) => heldUntilMs)}::float8[]) as held (place_id, purchase_id, until_ms)
       where place.performance_id = ${performanceId} and place.place_id = held.place_id`,
  );

export const freePlaces = (tx: Tx, performanceId: number, placeIds: readonly number[]) =>
  expectRows(
    placeIds.length,
    tx`
      update place set state = 'free', purchase_id = null, held_until = null
       where performance_id = ${performanceId} and place_id = any (${[...placeIds]}::integer[])`,
  );

export const sellPlaces = (tx: Tx, performanceId: number, sold: readonly { readonly placeId: number; readonly purchaseId: string }[]) =>
  expectRows(
    sold.length,
    tx`
      update place set state = 'sold', purchase_id = sold.purchase_id, held_until = null
        from unnest(${sold.map(({ placeId }) => placeId)}::integer[], ${sold.map(({ purchaseId }) => purchaseId)}::text[])
          as sold (place_id, purchase_id)
       where place.performance_id = ${performanceId} and place.place_id = sold.place_id`,
  );

/** How many places of a range can be had, by the database's own count. */
export const countFree = async (db: Db, performanceId: number, from: number, to: number): Promise<number> =>
  (
    await db<{ free: number }[]>`
      select count(*)::integer as free from place
       where performance_id = ${performanceId} and place_id >= ${from} and place_id < ${to}
         and (state = 'free' or (state = 'held' and held_until < clock_timestamp()))`
  )[0]?.free ?? 0;

/** Tells the other processes; never inside a claiming transaction, where NOTIFY would serialise commits. */
export const notifyPlaces = (db: Db, payloads: readonly string[]) =>
  db`select count(pg_notify('places', payload)) from unnest(${[...payloads]}::text[]) as payload`;
