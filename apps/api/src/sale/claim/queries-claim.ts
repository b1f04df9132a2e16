import type { Db } from '#db/connect';
import type { ClaimRequest, ClaimRow, Terms } from '../rows.ts';

/**
 * Gives each purchase all the places it wants or none of them, in one statement; a purchase that does not exist yet is
 * made with its first places. Locks purchases, then places, each in the order of their ids, so that two statements never
 * wait for each other in a circle. Expiry is part of the condition, and the clock is the database's (design §5.2). Places are
 * named one by one, so that no plan reads all of a performance, whatever the statistics say of one that has just opened.
 *
 * Two limits would be read as they were before a lock was waited for, so the rows themselves keep them: of two purchases that
 * take the same slot of a customer one is not made, and a hold that outgrew its limit meanwhile fails the statement. A counter
 * has no such limit, and no slots.
 */
export const claimWanted = (db: Db, performanceId: number, requests: readonly ClaimRequest[], { skipLocked, ...terms }: ClaimTerms) => {
  const ids = requests.map(({ purchaseId }) => purchaseId);
  const places = requests.flatMap(({ purchaseId, placeIds, priceTypeIds }) =>
    placeIds.map((placeId, index) => ({ purchaseId, placeId, priceTypeId: priceTypeIds[index] ?? 0 })),
  );
  const lock = skipLocked ? db`for update skip locked` : db`for update`;
  return db<ClaimRow[]>`
    with patience as materialized (
      select set_config('lock_timeout', ${`${terms.lockTimeoutMs}ms`}, true)
    ), buyer as materialized (
      select buyer.* from patience, unnest(
               ${ids}::text[], ${requests.map(({ customerId }) => customerId)}::text[], ${requests.map(({ channel }) => channel)}::text[],
               ${requests.map(({ claimKey }) => claimKey)}::text[], ${requests.map(({ fresh }) => Number(fresh))}::integer[]
             ) with ordinality as buyer (purchase_id, customer_id, channel, claim_key, fresh, turn)
    ), wanted as materialized (
      select * from unnest(
               ${places.map(({ purchaseId }) => purchaseId)}::text[], ${places.map(({ placeId }) => placeId)}::integer[],
               ${places.map(({ priceTypeId }) => priceTypeId)}::integer[]
             ) with ordinality as wanted (purchase_id, place_id, price_type_id, turn)
    ), known as materialized (
      select old.* from (select purchase_id from buyer order by purchase_id) as buyer cross join lateral (
        select id, customer_id, stage, deadline, claim_key, claim_places from purchase where id = buyer.purchase_id ${lock}
      ) as old
    ), ranked as materialized (
      select buyer.*, sum(case when known.id is null then fresh else 0 end) over (partition by buyer.customer_id order by turn) as rank
        from buyer left join known on known.id = buyer.purchase_id
    ), seated as materialized (
      select ranked.*, case ranked.channel when 'online' then (
               select candidate from generate_series(1, ${terms.mostPurchases}) as candidate
                where candidate <> all (array(
                        select purchase.slot::integer from purchase
                         where purchase.customer_id = ranked.customer_id and purchase.slot is not null and stage in ('open', 'paying')))
                order by candidate offset greatest(ranked.rank - 1, 0) limit 1
             ) end as slot
        from ranked
    ), entitled as materialized (
      select buyer.purchase_id, buyer.customer_id, buyer.channel, buyer.claim_key, buyer.slot, known.id is null as fresh, known.stage,
             known.claim_places,
             coalesce(known.deadline, clock_timestamp() + ${terms.minutes}::integer * interval '1 minute') as deadline,
             case
               when known.id is null and buyer.fresh = 0 then
                 case when exists (select from purchase where purchase.id = buyer.purchase_id and purchase.customer_id = buyer.customer_id)
                      then 'locked' else 'unknown' end
               when known.id is null and buyer.slot is null and buyer.channel = 'online' then 'too_many_purchases'
               when known.id is null then 'entitled'
               when known.customer_id <> buyer.customer_id then 'unknown'
               when known.claim_key = buyer.claim_key then 'repeated'
               when known.stage = 'paying' then 'paying'
               when known.stage <> 'open' or known.deadline <= clock_timestamp() then 'over'
               else 'entitled'
             end as verdict
        from seated as buyer left join known on known.id = buyer.purchase_id
    ), had as (
      select old.* from entitled cross join lateral (
        select hold.purchase_id, cardinality(place_ids) as places from hold
         where performance_id = ${performanceId} and hold.purchase_id = entitled.purchase_id
      ) as old
       where verdict = 'entitled' and not fresh
    ), asked as materialized (
      select distinct place_id from wanted join entitled using (purchase_id) where verdict = 'entitled' order by place_id
    ), reachable as materialized (
      select spot.* from asked cross join lateral (
        select place_id, case when state = 'held' and held_until >= clock_timestamp() then purchase_id end as owner from place
         where performance_id = ${performanceId} and place_id = asked.place_id
           and (state = 'free' or (state = 'held' and (held_until < clock_timestamp() or purchase_id = any (${ids}::text[]))))
        ${lock}
      ) as spot
    ), judged as materialized (
      select wanted.purchase_id, bool_and(reachable.place_id is not null and coalesce(owner, wanted.purchase_id) = wanted.purchase_id) as free,
             coalesce(max(had.places), 0) + count(*) filter (where owner is distinct from wanted.purchase_id) as places
        from wanted
        join entitled using (purchase_id)
        left join reachable using (place_id)
        left join had using (purchase_id)
       where verdict = 'entitled'
       group by wanted.purchase_id
    ), won as materialized (
      select entitled.* from judged join entitled using (purchase_id) where free and places <= ${terms.mostPlaces}
    ), started as (
      insert into purchase (id, customer_id, channel, deadline, claim_key, claim_places, slot)
      select purchase_id, customer_id, channel, deadline, claim_key,
             array(select place_id from wanted where wanted.purchase_id = won.purchase_id order by turn), slot
        from won where fresh order by customer_id, slot
          on conflict (customer_id, slot) where slot is not null and stage in ('open', 'paying') do nothing
      returning id
    ), got as materialized (
      select wanted.*, won.deadline + ${terms.graceSeconds}::integer * interval '1 second' as held_until
        from wanted join won using (purchase_id) join reachable using (place_id) left join started on started.id = wanted.purchase_id
       where owner is null and (started.id is not null or not won.fresh)
    ), continued as (
      update purchase
         set claim_key = won.claim_key,
             claim_places = array(select place_id from got where got.purchase_id = won.purchase_id order by turn)
        from won where purchase.id = won.purchase_id and not won.fresh
    ), claimed as (
      update place set state = 'held', purchase_id = got.purchase_id, held_until = got.held_until
        from got where place.performance_id = ${performanceId} and place.place_id = got.place_id
         and place.place_id = any (${places.map(({ placeId }) => placeId)}::integer[])
    ), noted as (
      insert into hold as mine (performance_id, purchase_id, place_ids, price_type_ids, held_until)
      select ${performanceId}, purchase_id, array_agg(place_id order by turn), array_agg(price_type_id order by turn), max(held_until)
        from got group by purchase_id
          on conflict (performance_id, purchase_id) do update
         set place_ids = case when cardinality(mine.place_ids) + cardinality(excluded.place_ids) <= ${terms.mostPlaces}
                              then mine.place_ids || excluded.place_ids end,
             price_type_ids = mine.price_type_ids || excluded.price_type_ids
    )
    select entitled.purchase_id as "purchaseId",
           case when won.purchase_id is not null and won.fresh and not exists (select from started where started.id = won.purchase_id)
                then 'too_many_purchases'
                when won.purchase_id is not null then 'won'
                when entitled.verdict <> 'entitled' then entitled.verdict
                when judged.free then 'too_many_places'
                when ${skipLocked} and not exists (
                  select from wanted left join reachable using (place_id)
                    join place on place.performance_id = ${performanceId} and place.place_id = wanted.place_id
                   where wanted.purchase_id = entitled.purchase_id and reachable.place_id is null
                     and (state in ('sold', 'blocked') or (state = 'held' and place.held_until >= clock_timestamp()))
                ) then 'locked'
                else 'taken' end as verdict,
           entitled.stage, entitled.fresh as started, (extract(epoch from entitled.deadline) * 1000)::float8 as "deadlineMs",
           (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
           case when won.purchase_id is null and entitled.verdict = 'entitled' then array(
             select wanted.place_id from wanted left join reachable using (place_id)
              where wanted.purchase_id = entitled.purchase_id and coalesce(owner, case when reachable.place_id is null then '' end) <> entitled.purchase_id
           ) else '{}'::integer[] end as taken,
           case when entitled.verdict = 'repeated' then coalesce(entitled.claim_places, '{}')
                else array(select place_id from got where got.purchase_id = entitled.purchase_id order by turn) end as added
      from entitled
      left join won using (purchase_id)
      left join judged on judged.purchase_id = entitled.purchase_id`;
};

interface ClaimTerms extends Terms {
  readonly lockTimeoutMs: number;
  /** Passes over rows that somebody else has locked instead of waiting for them. */
  readonly skipLocked: boolean;
}

/** What this very click has got before; null when it was not answered, or not last. */
export const findAnswered = async (
  db: Db,
  { purchaseId, customerId, claimKey }: Pick<ClaimRequest, 'purchaseId' | 'customerId' | 'claimKey'>,
): Promise<readonly number[] | null> => {
  if (claimKey === null) return null;
  const [row] = await db<{ placeIds: number[] }[]>`
    select coalesce(claim_places, '{}') as "placeIds" from purchase
     where id = ${purchaseId} and customer_id = ${customerId} and claim_key = ${claimKey}`;
  return row?.placeIds ?? null;
};
