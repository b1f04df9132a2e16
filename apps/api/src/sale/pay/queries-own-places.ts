import type { Tx } from '#db/connect';
import type { WhenLocked } from '../checkout/queries-checkout.ts';

export interface OwnPlace {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly placeId: number;
}

export interface HeldPlace extends OwnPlace {
  readonly heldUntilMs: number;
}

export const placesOf = (
  purchaseId: string,
  holds: readonly { readonly performanceId: number; readonly placeIds: readonly number[] }[],
): OwnPlace[] => holds.flatMap(({ performanceId, placeIds }) => placeIds.map((placeId) => ({ purchaseId, performanceId, placeId })));

const columnsOf = (places: readonly OwnPlace[]) =>
  [places.map(({ purchaseId }) => purchaseId), places.map(({ placeId }) => placeId)] as const;

/** Every statement about places names one performance (design §5.6). */
async function byPerformance<Row>(
  places: readonly OwnPlace[],
  ask: (performanceId: number, some: readonly OwnPlace[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const groups = [...Map.groupBy(places, ({ performanceId }) => performanceId)].sort(([one], [other]) => one - other);
  for (const [performanceId, some] of groups) rows.push(...(await ask(performanceId, some)));
  return rows;
}

/** Those of these places that are still held by their purchases; locked in the order of their ids. */
export const lockOwnPlaces = (tx: Tx, places: readonly OwnPlace[], whenLocked: WhenLocked): Promise<OwnPlace[]> =>
  byPerformance(places, (performanceId, some) => {
    const [purchases, ids] = columnsOf(some);
    return tx<OwnPlace[]>`
      select place.purchase_id as "purchaseId", place.performance_id as "performanceId", place.place_id as "placeId"
        from unnest(${purchases}::text[], ${ids}::integer[]) as wanted (purchase_id, place_id)
        join place on place.performance_id = ${performanceId} and place.place_id = wanted.place_id
         and place.purchase_id = wanted.purchase_id and place.state = 'held'
       order by place.place_id for update of place ${whenLocked === 'wait' ? tx`` : tx`skip locked`}`;
  });

/**
 * Holds locked places of theirs for purchases that pay: at least so long from now, and at most twenty minutes after the
 * first claim (design §5.5).
 */
export const holdWhilePaying = (tx: Tx, places: readonly OwnPlace[], holdSeconds: number): Promise<HeldPlace[]> =>
  byPerformance(places, (performanceId, some) => {
    const [purchases, ids] = columnsOf(some);
    const until = tx`greatest(held_until, least(clock_timestamp() + make_interval(secs => ${holdSeconds}), started_at + interval '20 minutes'))`;
    return tx<HeldPlace[]>`
      with buyer as materialized (
        select id, started_at from purchase where id = any (${purchases}::text[])
      ), held as (
        update hold set held_until = ${until} from buyer where performance_id = ${performanceId} and purchase_id = buyer.id and state = 'held'
      )
      update place set held_until = ${until}
        from unnest(${purchases}::text[], ${ids}::integer[]) as wanted (purchase_id, place_id) join buyer on buyer.id = wanted.purchase_id
       where performance_id = ${performanceId} and place.place_id = wanted.place_id
      returning place.purchase_id as "purchaseId", performance_id as "performanceId", place.place_id as "placeId",
                (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"`;
  });

/** Locked places, for good. */
export const sellPlacesOf = (tx: Tx, places: readonly OwnPlace[]): Promise<unknown[]> =>
  byPerformance(places, (performanceId, some) => {
    const [purchases, ids] = columnsOf(some);
    return tx`
      with kept as (
        update hold set state = 'sold' where performance_id = ${performanceId} and purchase_id = any (${purchases}::text[])
      )
      update place set state = 'sold', purchase_id = wanted.purchase_id, held_until = null
        from unnest(${purchases}::text[], ${ids}::integer[]) as wanted (purchase_id, place_id)
       where performance_id = ${performanceId} and place.place_id = wanted.place_id`;
  });
