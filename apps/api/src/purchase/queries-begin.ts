import type { Tx } from '#db/connect';
import type { PricedPurchase } from './queries.ts';
import type { WhenLocked } from './queries-checkout.ts';
import { stagesBefore } from './stages.ts';

export interface OwnPlace {
  readonly purchaseId: string;
  readonly performanceId: number;
  readonly placeId: number;
}

export const columnsOf = (places: readonly OwnPlace[]) =>
  [
    places.map(({ purchaseId }) => purchaseId),
    places.map(({ performanceId }) => performanceId),
    places.map(({ placeId }) => placeId),
  ] as const;

/** Those of these places that are still held by their purchases. */
export function lockOwnPlaces(tx: Tx, places: readonly OwnPlace[], whenLocked: WhenLocked) {
  const [purchases, performances, ids] = columnsOf(places);
  return tx<OwnPlace[]>`
    select place.purchase_id as "purchaseId", place.performance_id as "performanceId", place.place_id as "placeId"
      from unnest(${purchases}::text[], ${performances}::integer[], ${ids}::integer[]) as wanted (purchase_id, performance_id, place_id)
      join place on place.performance_id = wanted.performance_id and place.place_id = wanted.place_id
       and place.purchase_id = wanted.purchase_id and place.state = 'held'
     order by place.performance_id, place.place_id for update of place ${whenLocked === 'wait' ? tx`` : tx`skip locked`}`;
}

export interface PaymentTerms {
  readonly purchaseId: string;
  readonly priced: PricedPurchase;
  readonly paymentMethodId: number;
}

export interface HeldPlace extends OwnPlace {
  readonly heldUntilMs: number;
}

/**
 * Fixes what purchases cost, and holds these places of theirs while they pay: at least so long from now, and at most twenty
 * minutes after the first claim (design §5.5).
 */
export function beginPaying(
  tx: Tx,
  terms: readonly PaymentTerms[],
  { places, holdSeconds }: { places: readonly OwnPlace[]; holdSeconds: number },
) {
  const [purchases, performances, ids] = columnsOf(places);
  const prices = terms.map(({ purchaseId, priced, paymentMethodId }) => ({
    purchaseId,
    priced,
    paymentMethodId,
    total: priced.totals.total,
  }));
  const until = tx`greatest(held_until, least(clock_timestamp() + make_interval(secs => ${holdSeconds}), started_at + interval '20 minutes'))`;
  return tx<HeldPlace[]>`
    with paying as (
      update purchase
         set stage = 'paying', total = terms.total, priced = terms.priced, payment_method_id = terms."paymentMethodId",
             paying_since = clock_timestamp()
        from jsonb_to_recordset(${tx.json(prices as never)}) as terms ("purchaseId" text, priced jsonb, "paymentMethodId" integer, total bigint)
       where id = terms."purchaseId" and stage = any (${stagesBefore('paying')}::text[])
      returning id, started_at
    ), held as (
      update hold set held_until = ${until} from paying where purchase_id = paying.id and state = 'held'
    )
    update place set held_until = ${until}
      from unnest(${purchases}::text[], ${performances}::integer[], ${ids}::integer[]) as wanted (purchase_id, performance_id, place_id), paying
     where paying.id = wanted.purchase_id and place.performance_id = wanted.performance_id and place.place_id = wanted.place_id
    returning place.purchase_id as "purchaseId", place.performance_id as "performanceId", place.place_id as "placeId",
              (extract(epoch from held_until) * 1000)::float8 as "heldUntilMs"`;
}
