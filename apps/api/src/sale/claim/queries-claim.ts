import type { LanguageCode } from '@butaca/brand/languages';
import { booleans, integers, texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { clockMs, mapsOf } from '../queries-places.ts';
import { forUpdate, type WhenLocked } from '../queries-purchases.ts';
import type { Answered, AskedBefore, ClaimedPurchase, StageNow } from './judge.ts';

/** What a claim is looked up by: its purchase, the customer, and the idempotency key of its click. */
export interface ClaimKey {
  readonly purchaseId: string;
  readonly customerId: string;
  readonly claimKey: string;
}

/** A purchase with the key of the click that started it, and what that click got. */
interface StartedPurchase extends ClaimedPurchase, Answered, AskedBefore {
  readonly claimKey: string | null;
}

/** In the order of their ids, so that two transactions never deadlock. */
export const lockClaimedPurchases = (tx: Tx, purchaseIds: readonly string[], whenLocked: WhenLocked) => tx<StartedPurchase[]>`
  select id, customer_id as "customerId", channel, stage, (extract(epoch from deadline) * 1000)::float8 as "deadlineMs", claim_key as "claimKey",
         reserved_until is not null as "isReservation", claim_asked as asked,
         coalesce(claim_places, '{}') as "placeIds", coalesce(claim_contiguous, true) as contiguous
    from purchase where id = any (${texts(purchaseIds)}::text[]) order by id ${forUpdate(tx, whenLocked)}`;

/** Locks the running purchases of a customer, in the order of their ids. */
export const lockRunning = (tx: Tx, customerId: string) => tx<{ id: string }[]>`
  select id from purchase where customer_id = ${customerId} and slot is not null and stage in ('open', 'paying', 'reserved') order by id for update`;

/** Those of these purchases that exist, including locked ones. */
export const findExisting = (tx: Tx, purchaseIds: readonly string[]) =>
  tx<{ id: string }[]>`select id from purchase where id = any (${texts(purchaseIds)}::text[])`;

/** Clicks as rows. Each is looked up by itself (`lateral` with a limit), so that the plan does not depend on the statistics of a growing table. */
const claimKeyRows = (db: Db | Tx, clicks: readonly ClaimKey[]) => db`
  unnest(${texts(clicks.map(({ purchaseId }) => purchaseId))}::text[], ${texts(clicks.map(({ claimKey }) => claimKey))}::text[]) as click (id, clicked)`;

/** The kept answers of later clicks; the purchases are locked before this is sent. */
export const readAnswered = (tx: Tx, clicks: readonly ClaimKey[]) => tx<({ purchaseId: string } & Answered & AskedBefore)[]>`
  select click.id as "purchaseId", place_ids as "placeIds", contiguous, asked
    from ${claimKeyRows(tx, clicks)}
         cross join lateral (select place_ids, contiguous, asked from claim_key where purchase_id = click.id and key = clicked limit 1) as before`;

/** A click with a key that its client sent. */
export interface KeyedClick extends ClaimKey {
  /** The purchase that a click with this key would have started, when this one starts none. */
  readonly startedId: string | null;
}

/**
 * The database's clock, and in the same statement, so that no claim sends one more for it, what the keys of these clicks were used for by
 * other calls, and by the claims that started a purchase, whose ids follow from customer and key; and the maps of performances. Sent after the locking
 * statements of a transaction, as the clock alone.
 */
export const readClockAndKeys = (db: Db | Tx, clicks: readonly KeyedClick[], performanceIds: readonly number[] = []) => db<
  { nowMs: number; used: ({ purchaseId: string } & AskedBefore)[]; maps: Readonly<Record<string, string | null>> }[]
>`
  select ${clockMs(db)} as "nowMs", ${mapsOf(db, performanceIds)} as maps, coalesce((
           select jsonb_agg(jsonb_build_object('purchaseId', click.id, 'asked', before.asked))
             from unnest(${texts(clicks.map(({ purchaseId }) => purchaseId))}::text[], ${texts(clicks.map(({ customerId }) => customerId))}::text[],
                         ${texts(clicks.map(({ claimKey }) => claimKey))}::text[], ${texts(clicks.map(({ startedId }) => startedId))}::text[])
                    as click (id, customer_id, clicked, started_id)
                  cross join lateral (
                    select asked from used_key where caller_id = click.customer_id and key = clicked
                    union all
                    select claim_asked from purchase where id = started_id) as before), '[]') as used`;

/** What the claim asked that started this purchase. */
export const readClaimAsked = (tx: Db | Tx, id: string) => tx<AskedBefore[]>`select claim_asked as asked from purchase where id = ${id}`;

interface RunningRow {
  readonly customerId: string;
  readonly purchaseId: string;
  readonly slot: number;
  readonly stage: 'open' | 'paying' | 'reserved';
}

/**
 * The running purchases of these customers, reservations among them. Another transaction may start one at the same time: the unique index `purchase_slot`
 * decides.
 */
export const readRunning = (tx: Db | Tx, customerIds: readonly string[]) => tx<RunningRow[]>`
  select customer_id as "customerId", slot, id as "purchaseId", stage from purchase
   where customer_id = any (${texts(customerIds)}::text[]) and slot is not null and stage in ('open', 'paying', 'reserved')`;

/** How many places these purchases hold in each performance, and whether others may take them because the hold has expired. */
export const readHoldSizes = (tx: Db | Tx, purchaseIds: readonly string[]) => tx<
  { purchaseId: string; performanceId: number; places: number; hasExpired: boolean }[]
>`
  select purchase_id as "purchaseId", performance_id as "performanceId", cardinality(place_ids) as places,
         held_until < clock_timestamp() as "hasExpired" from hold
   where purchase_id = any (${texts(purchaseIds)}::text[])`;

/** What these customers have bought of these performances. */
export const readBought = (tx: Db | Tx, customerIds: readonly string[], performanceIds: readonly number[]) => tx<
  { customerId: string; performanceId: number; places: number }[]
>`
  select customer_id as "customerId", performance_id as "performanceId", places from bought_places
   where customer_id = any (${texts(customerIds)}::text[]) and performance_id = any (${integers(performanceIds)}::integer[])`;

export interface NewPurchase extends Answered, AskedBefore {
  readonly id: string;
  readonly customerId: string;
  readonly channel: string;
  readonly language: LanguageCode | null;
  readonly claimKey: string;
  readonly slot: number;
  readonly startedAtMs: number;
  readonly deadlineMs: number;
}

/**
 * Answers the ids that were started. An id or slot that another transaction took meanwhile is left out with `skip`, and breaks the
 * statement with `fail`, which costs a fifth less.
 */
export const startPurchases = (tx: Tx, purchases: readonly NewPurchase[], whenTaken: 'fail' | 'skip') => tx<{ id: string }[]>`
  insert into purchase (id, customer_id, channel, language, claim_key, claim_asked, claim_places, claim_contiguous, slot, started_at, deadline)
  select id, customer_id, channel, language, claim_key, asked, claim_places::integer[], contiguous, slot, to_timestamp(started_ms / 1000), to_timestamp(deadline_ms / 1000)
    from unnest(${texts(purchases.map(({ id }) => id))}::text[], ${texts(purchases.map(({ customerId }) => customerId))}::text[],
                ${texts(purchases.map(({ channel }) => channel))}::text[], ${texts(purchases.map(({ language }) => language))}::text[],
                ${texts(purchases.map(({ claimKey }) => claimKey))}::text[], ${texts(purchases.map(({ asked }) => asked))}::text[],
                ${texts(purchases.map(({ placeIds }) => integers(placeIds)))}::text[],
                ${booleans(purchases.map(({ contiguous }) => contiguous))}::boolean[], ${integers(purchases.map(({ slot }) => slot))}::integer[],
                ${purchases.map(({ startedAtMs }) => startedAtMs)}::float8[], ${purchases.map(({ deadlineMs }) => deadlineMs)}::float8[])
      as started (id, customer_id, channel, language, claim_key, asked, claim_places, contiguous, slot, started_ms, deadline_ms)
      ${whenTaken === 'skip' ? tx`on conflict do nothing` : tx``}
  returning id`;

/** Keeps the answers of later clicks; the purchases are locked. */
export const writeAnswered = (tx: Tx, clicks: readonly (Omit<ClaimKey, 'customerId'> & Answered & AskedBefore)[]) =>
  expectRows(
    clicks.length,
    tx`
      insert into claim_key (purchase_id, key, asked, place_ids, contiguous)
      select purchase_id, key, asked, place_ids::integer[], contiguous
        from unnest(${texts(clicks.map(({ purchaseId }) => purchaseId))}::text[], ${texts(clicks.map(({ claimKey }) => claimKey))}::text[],
                    ${texts(clicks.map(({ asked }) => asked))}::text[],
                    ${texts(clicks.map(({ placeIds }) => integers(placeIds)))}::text[],
                    ${booleans(clicks.map(({ contiguous }) => contiguous))}::boolean[]) as click (purchase_id, key, asked, place_ids, contiguous)`,
  );

/** A kept answer, with what says whether its purchase is over. */
interface AnsweredClaim extends Answered, AskedBefore, StageNow {}

/** The kept answers of these clicks, with the purchase's customer; a click without a kept answer is left out. */
export const findAnswered = (db: Db, clicks: readonly ClaimKey[]) => db<(ClaimKey & AnsweredClaim)[]>`
  select click.id as "purchaseId", customer_id as "customerId", clicked as "claimKey", place_ids as "placeIds", contiguous, asked,
         stage, "isLate"
    from ${claimKeyRows(db, clicks)}
         cross join lateral (
           select customer_id, stage, deadline <= clock_timestamp() as "isLate", coalesce(later.place_ids, claim_places, '{}') as place_ids, coalesce(later.contiguous, claim_contiguous, true) as contiguous,
                  case when later.key is null then claim_asked else later.asked end as asked
             from purchase left join claim_key as later on later.purchase_id = id and later.key = clicked
            where id = click.id and (claim_key = clicked or later.key is not null) limit 1) as before`;
