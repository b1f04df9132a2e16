import { integers, texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { forUpdate, type WhenLocked } from '../queries-purchases.ts';
import type { ClaimedPurchase } from './judge.ts';

/** In the order of their ids, so that two transactions never deadlock. */
export const lockClaimedPurchases = (tx: Tx, purchaseIds: readonly string[], whenLocked: WhenLocked) => tx<ClaimedPurchase[]>`
  select id, customer_id as "customerId", stage, (extract(epoch from deadline) * 1000)::float8 as "deadlineMs",
         claim_key as "claimKey", claim_places as "claimPlaces"
    from purchase where id = any (${texts(purchaseIds)}::text[]) order by id ${forUpdate(tx, whenLocked)}`;

/** Whichever transaction has them locked. */
export const findExisting = (tx: Tx, purchaseIds: readonly string[]) =>
  tx<{ id: string }[]>`select id from purchase where id = any (${texts(purchaseIds)}::text[])`;

/** The slots that the running purchases of these customers take. Another transaction may take one meanwhile: the index `purchase_slot` tells. */
export const readSlots = (tx: Tx, customerIds: readonly string[]) => tx<{ customerId: string; slot: number }[]>`
  select customer_id as "customerId", slot from purchase
   where customer_id = any (${texts(customerIds)}::text[]) and slot is not null and stage in ('open', 'paying')`;

export const readHoldSizes = (tx: Tx, performanceId: number, purchaseIds: readonly string[]) => tx<
  { purchaseId: string; places: number }[]
>`
  select purchase_id as "purchaseId", cardinality(place_ids) as places from hold
   where performance_id = ${performanceId} and purchase_id = any (${texts(purchaseIds)}::text[])`;

export interface NewPurchase {
  readonly id: string;
  readonly customerId: string;
  readonly channel: string;
  readonly claimKey: string | null;
  readonly placeIds: readonly number[];
  readonly slot: number | null;
  readonly startedAtMs: number;
  readonly deadlineMs: number;
}

/** Answers those that were started: one whose id or slot another transaction took meanwhile was not. */
export const startPurchases = (tx: Tx, purchases: readonly NewPurchase[]) => tx<{ id: string }[]>`
  insert into purchase (id, customer_id, channel, claim_key, claim_places, slot, started_at, deadline)
  select id, customer_id, channel, claim_key, claim_places::integer[], slot, to_timestamp(started_ms / 1000), to_timestamp(deadline_ms / 1000)
    from unnest(${texts(purchases.map(({ id }) => id))}::text[], ${texts(purchases.map(({ customerId }) => customerId))}::text[],
                ${texts(purchases.map(({ channel }) => channel))}::text[], ${texts(purchases.map(({ claimKey }) => claimKey))}::text[],
                ${texts(purchases.map(({ placeIds }) => integers(placeIds)))}::text[], ${integers(purchases.map(({ slot }) => slot))}::integer[],
                ${purchases.map(({ startedAtMs }) => startedAtMs)}::float8[], ${purchases.map(({ deadlineMs }) => deadlineMs)}::float8[])
      as started (id, customer_id, channel, claim_key, claim_places, slot, started_ms, deadline_ms)
      on conflict do nothing
  returning id`;

/** The click that purchases were claimed by last, and what it got. */
export const writeClaims = (
  tx: Tx,
  claims: readonly { readonly purchaseId: string; readonly claimKey: string | null; readonly placeIds: readonly number[] }[],
) =>
  expectRows(
    claims.length,
    tx`
      update purchase set claim_key = claim.key, claim_places = claim.place_ids::integer[]
        from unnest(${claims.map(({ purchaseId }) => purchaseId)}::text[], ${claims.map(({ claimKey }) => claimKey)}::text[],
                    ${texts(claims.map(({ placeIds }) => integers(placeIds)))}::text[]) as claim (purchase_id, key, place_ids)
       where purchase.id = claim.purchase_id`,
  );

/** What this very click was answered with before; null when it was not, or when a later click was answered since. */
export const findAnswered = async (
  db: Db,
  { purchaseId, customerId, claimKey }: { readonly purchaseId: string; readonly customerId: string; readonly claimKey: string | null },
): Promise<readonly number[] | null> => {
  if (claimKey === null) return null;
  const [row] = await db<{ placeIds: number[] }[]>`
    select coalesce(claim_places, '{}') as "placeIds" from purchase
     where id = ${purchaseId} and customer_id = ${customerId} and claim_key = ${claimKey}`;
  return row?.placeIds ?? null;
};
