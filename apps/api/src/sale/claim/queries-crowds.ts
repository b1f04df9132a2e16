import { integers, texts } from '#db/array-literal';
import type { Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import type { Crowd } from './limits.ts';

type Network = Pick<Crowd, 'performanceId' | 'network'>;

const asked = (tx: Tx, crowds: readonly Network[]) => tx`
  unnest(${integers(crowds.map(({ performanceId }) => performanceId))}::integer[], ${integers(crowds.map(({ network }) => network))}::integer[])
    as crowd (performance, net)`;

/** One transaction at a time takes places for a crowd; locked before everything else, in one order, so that two never deadlock. */
export const lockCrowds = (tx: Tx, crowds: readonly Network[]) => tx`
  select pg_advisory_xact_lock(performance, net) from (select distinct performance, net from ${asked(tx, crowds)} order by 1, 2 offset 0) as crowd`;

/** Places that each crowd holds unpaid. */
export const readCrowds = (tx: Tx, crowds: readonly Network[]) => tx<(Network & { places: number })[]>`
  select performance as "performanceId", net as network, places
    from (select distinct performance, net from ${asked(tx, crowds)}) as crowd
         cross join lateral (
           select coalesce(sum(cardinality(place_ids)), 0)::integer as places from hold
            where performance_id = performance and network = net and network is not null and state = 'held'
              and held_until >= clock_timestamp()) as held`;

/** Those of these customers who have paid for something before. */
export const readProven = (tx: Tx, customerIds: readonly string[]) => tx<{ customerId: string }[]>`
  select distinct customer_id as "customerId" from bought_places where customer_id = any (${texts(customerIds)}::text[]) and paid`;

/** Counts these holds among their network's as long as they are unpaid; the purchases are locked. */
export const nameNetworks = (tx: Tx, holds: readonly (Network & { readonly purchaseId: string })[]) =>
  expectRows(
    holds.length,
    tx`
      update hold set network = net
        from unnest(${integers(holds.map(({ performanceId }) => performanceId))}::integer[], ${texts(holds.map(({ purchaseId }) => purchaseId))}::text[],
                    ${integers(holds.map(({ network }) => network))}::integer[]) as given (performance, purchase, net)
       where purchase_id = purchase and performance_id = performance`,
  );
