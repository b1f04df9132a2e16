import type { Tx } from '#db/connect';
import { columnsOf, type OwnPlace } from './queries-begin.ts';
import { stagesBefore } from './stages.ts';

/** Purchases that are paid, with all their places, which are locked. */
export function sellAll(tx: Tx, purchaseIds: readonly string[], places: readonly OwnPlace[]) {
  const [purchases, performances, ids] = columnsOf(places);
  return tx`
    with paid as (
      update purchase set stage = 'paid', ended_at = clock_timestamp()
       where id = any (${[...purchaseIds]}::text[]) and stage = any (${stagesBefore('paid')}::text[])
    ), kept as (
      update hold set state = 'sold' where purchase_id = any (${[...purchaseIds]}::text[])
    )
    update place set state = 'sold', purchase_id = wanted.purchase_id, held_until = null
      from unnest(${purchases}::text[], ${performances}::integer[], ${ids}::integer[]) as wanted (purchase_id, performance_id, place_id)
     where place.performance_id = wanted.performance_id and place.place_id = wanted.place_id`;
}
