import type { UnlikePayment } from '@butaca/contract';
import { booleans } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';
import { expectRows } from '#db/expect-rows';
import { type DeclineReason, type Facts, type NextStep, OURSELVES } from './provider.ts';
import type { TryKeys } from './queries-card-tries.ts';
import { isUnprovenIn, isUnprovenRefund } from './queries-unproven.ts';

export type Account =
  /** Money at a provider: each has its own account (decision 049). */
  | `clearing:${string}`
  | 'cash_drawer'
  | 'owed_to_buyer'
  | 'customer_balance'
  /** What a customer's balance is to pay of an attempt that is not over (decision 043). */
  | 'set_aside'
  | 'tickets'
  | 'service_charge'
  | 'anti_fraud_qr'
  | 'delivery'
  | 'products'
  | 'discounts'
  | 'financing';

/** One reason for part of an amount, in minor units; a discount's is negative. */
export interface SplitPart {
  readonly account: Account;
  /** The performance whose organiser it concerns; null for parts of the order as a whole. */
  readonly performanceId: number | null;
  readonly amount: number;
}

/** `started`: written before the provider is called. The transitions are in `mayMove`. */
export type AttemptState =
  | 'started'
  | 'unknown'
  | 'pending'
  | 'processing'
  | 'approved'
  | 'offered'
  /** Approved for a part of the price; waits for the card that pays the rest (decision 057). */
  | 'secured'
  | 'declined'
  | 'cancelled'
  | 'returning'
  | 'reversed'
  | 'refunded';

/** The reference alone is unique; the purchase id is the key that rows are distributed by. */
export interface AttemptKey {
  readonly purchaseId: string;
  readonly reference: string;
}

/** One try with one provider; amounts in minor units. The split is of `amount` and `fromBalance` together. */
export interface AttemptRow extends AttemptKey {
  /** Ours too, of 15 digits. */
  readonly number: number;
  readonly provider: string;
  readonly paymentMethodId: number;
  /** Asked of the provider. */
  readonly amount: number;
  /** Paid beside it with the customer's balance, which is set aside while the attempt is open (decision 043). */
  readonly fromBalance: number;
  /** What of the amount was taken in cash beside a card terminal; 0 for every other provider. */
  readonly cashAmount: number;
  /** Which of two cards it is; 0 where one attempt pays all. */
  readonly part: 0 | 1 | 2;
  /** Begun by whoever has the purchase's pay link: its steps are theirs, not the buyer's (decision 068). */
  readonly byLink: boolean;
  readonly currency: string;
  readonly split: readonly SplitPart[];
  readonly instalments: number;
  /** Null unless it is a card payment. */
  readonly brand: string | null;
  readonly lastFour: string | null;
  readonly state: AttemptState;
  /** The provider's own id of the payment, once it is known. */
  readonly paymentId: string | null;
  /** All that the provider's answers asked to keep. */
  readonly kept: Facts;
  /** What the browser has to do; null unless the attempt is `processing`. */
  readonly next: NextStep | null;
  /** Only of a declined one; null for a decline of before there were reasons. */
  readonly declineReason: DeclineReason | null;
  /** Which decline of its purchase it is, from 1. */
  readonly declineCount: number | null;
  /** By the database's clock when it was read. */
  readonly ageSeconds: number;
  /** When the worker looks after it next. */
  readonly checkAtMs: number | null;
  /** Until when it keeps its places if it is confirmed later; null where only means that are confirmed at once were asked for. */
  readonly slowUntilMs: number | null;
  /** Whether that is over. */
  readonly isOverdue: boolean;
  /** A performance of its purchase was cancelled before it was paid: nobody has to pay it any more. */
  readonly isPerformanceCancelled: boolean;
}

const columns = (db: Db | Tx) => db`
  purchase_id as "purchaseId", reference, number, provider, payment_method_id as "paymentMethodId", amount,
  from_balance as "fromBalance", cash_amount as "cashAmount", card_part as part, by_link as "byLink", currency, split, instalments,
  brand, last_four as "lastFour", state, payment_id as "paymentId", kept, next_step as next,
  decline_reason as "declineReason", decline_count as "declineCount", extract(epoch from clock_timestamp() - started_at)::float8 as "ageSeconds",
  (extract(epoch from check_at) * 1000)::float8 as "checkAtMs", (extract(epoch from slow_until) * 1000)::float8 as "slowUntilMs",
  coalesce(slow_until <= clock_timestamp(), false) as "isOverdue", performance_cancelled_at is not null as "isPerformanceCancelled"`;

/** Of a declined attempt. */
export interface Decline {
  readonly reason: DeclineReason;
  /** Which decline of its purchase it is, from 1. */
  readonly count: number;
}

/** How long a payment can be given back: Mercado Pago and PayPal allow 180 days. It is not looked at after that. */
const RETURNS_END = '180 days';

/** When the provider is first asked what it gave back of a paid attempt; spread over hours, since a sale's are paid at once. Null without a provider. */
const firstLook = (db: Db | Tx) => db`
  case when provider = any (${[...OURSELVES]}::text[]) then null else clock_timestamp() + interval '20 hours' + random() * interval '8 hours' end`;

const nextLook = (db: Db) => db`
  case when settled_at > clock_timestamp() - ${RETURNS_END}::interval
       then clock_timestamp() + least(greatest((clock_timestamp() - settled_at) / 2, interval '1 day'), interval '7 days') end`;

/**
 * When a payment beside one whose money went back is looked for: after an hour, then whenever it is twice as long ago, until its provider has answered
 * at the end of a week (`endSearch`). Not of one that was itself paid beside another, whose reference is ours alone.
 */
const firstSearch = (db: Db | Tx) => db`
  case when provider <> all (${[...OURSELVES]}::text[]) and idempotency_key not like ${`${BESIDE}%`} then clock_timestamp() + interval '1 hour' end`;

const nextSearch = (db: Db) => db`clock_timestamp() + greatest(clock_timestamp() - settled_at, interval '1 hour')`;

/** When a payment that was ended here while its provider went on with it is asked about again: money that comes after all goes back. For thirty days. */
const nextNews = (db: Db) => db`
  case when clock_timestamp() < settled_at + interval '30 days'
       then clock_timestamp() + least(greatest(clock_timestamp() - settled_at, interval '1 hour'), interval '1 day') end`;

/** A page may be paid after a try that was declined on it, and a wallet by its app; a card is charged by nobody but us. */
const lookAfterDecline = (db: Db | Tx) => db`
  case when provider <> all (${[...OURSELVES]}::text[]) and brand is null then clock_timestamp() + interval '1 hour' end`;

/** What the key of an attempt begins with that no click has started: no click's key has a space. */
const BESIDE = 'beside ';

/** Soon at first, then at half of its age, at least every ten minutes; one that may be confirmed for days every half hour, and when that is over. */
const nextCheck = (db: Db | Tx) => db`
  least(clock_timestamp() + least(greatest((clock_timestamp() - started_at) / 2, interval '5 seconds'),
                                  case when slow_until > clock_timestamp() then interval '30 minutes' else interval '10 minutes' end),
        case when slow_until > clock_timestamp() then slow_until end)`;

export interface NewAttempt extends AttemptKey {
  readonly number: number;
  readonly idempotencyKey: string;
  readonly provider: string;
  readonly paymentMethodId: number;
  readonly amount: number;
  readonly fromBalance: number;
  /** Left out it is 0. */
  readonly cashAmount?: number;
  /** Left out it is 0. */
  readonly part?: 0 | 1 | 2;
  /** Left out it is false. */
  readonly byLink?: boolean;
  readonly currency: string;
  readonly split: readonly SplitPart[];
  readonly instalments: number;
  /** Null unless it is a card payment. */
  readonly brand: string | null;
  readonly bin: string | null;
  readonly lastFour: string | null;
  /** When another process may query the provider, in case this one died; null without a provider. */
  readonly checkAfterSeconds: number | null;
  /** What a try to pay by card counts under; null for every other payment. */
  readonly tries: TryKeys | null;
  /** Left out it is null. */
  readonly slowUntilMs?: number | null;
}

export const insertAttempts = (tx: Tx, attempts: readonly NewAttempt[]) => {
  const each = <Value>(pick: (attempt: NewAttempt) => Value) => attempts.map(pick);
  return expectRows(
    attempts.length,
    tx`
      insert into attempt (purchase_id, reference, number, idempotency_key, provider, payment_method_id, amount, from_balance, currency, split,
                           instalments, brand, bin, last_four, cash_amount, card_part, by_link, check_at, slow_until)
      select purchase_id, reference, number, idempotency_key, provider, payment_method_id, amount, from_balance, currency, split::jsonb,
             instalments, brand, bin, last_four, cash_amount, card_part, by_link, clock_timestamp() + make_interval(secs => check_after),
             to_timestamp(slow_until_ms / 1000)
        from unnest(${each(({ purchaseId }) => purchaseId)}::text[], ${each(({ reference }) => reference)}::text[],
                    ${each(({ number }) => number)}::bigint[], ${each(({ idempotencyKey }) => idempotencyKey)}::text[], ${each(({ provider }) => provider)}::text[],
                    ${each(({ paymentMethodId }) => paymentMethodId)}::integer[], ${each(({ amount }) => amount)}::bigint[],
                    ${each(({ fromBalance }) => fromBalance)}::bigint[], ${each(({ currency }) => currency)}::text[], ${each(({ split }) => JSON.stringify(split))}::text[],
                    ${each(({ instalments }) => instalments)}::integer[], ${each(({ brand }) => brand)}::text[],
                    ${each(({ bin }) => bin)}::text[], ${each(({ lastFour }) => lastFour)}::text[],
                    ${each(({ cashAmount = 0 }) => cashAmount)}::bigint[],
                    ${each(({ part = 0 }) => part)}::smallint[], ${booleans(each(({ byLink = false }) => byLink))}::boolean[],
                    ${each(({ checkAfterSeconds }) => checkAfterSeconds)}::integer[],
                    ${each(({ slowUntilMs }) => slowUntilMs ?? null)}::float8[])
          as wanted (purchase_id, reference, number, idempotency_key, provider, payment_method_id, amount, from_balance, currency, split,
                     instalments, brand, bin, last_four, cash_amount, card_part, by_link, check_after, slow_until_ms)`,
  );
};

/** An attempt that has taken money and owes it: of a payment beside another one. Undefined when that payment has one already. */
export const insertReturning = async (
  tx: Tx,
  { purchaseId, reference, number, provider, paymentMethodId, amount, currency, split, paymentId }: ReturningAttempt,
): Promise<AttemptRow | undefined> =>
  (
    await tx<AttemptRow[]>`
      insert into attempt (purchase_id, reference, number, idempotency_key, provider, payment_method_id, amount, currency, split, instalments,
                           state, payment_id, settled_at, check_at)
      values (${purchaseId}, ${reference}, ${number}, ${`${BESIDE}${paymentId}`.slice(0, 64)}, ${provider}, ${paymentMethodId}, ${amount}, ${currency},
              ${tx.json(split as never)}, 1, 'returning', ${paymentId}, clock_timestamp(), clock_timestamp() + interval '1 minute')
          on conflict do nothing
      returning ${columns(tx)}`
  )[0];

type ReturningAttempt = Pick<
  AttemptRow,
  'purchaseId' | 'reference' | 'number' | 'provider' | 'paymentMethodId' | 'amount' | 'currency' | 'split'
> & { readonly paymentId: string };

export interface AttemptEvent extends AttemptKey {
  readonly kind: 'started' | 'answered' | 'settled' | 'returned' | 'notified';
  readonly facts: Facts;
}

/** Inserts events in this order. */
export const insertEvents = (tx: Tx, events: readonly AttemptEvent[]) =>
  expectRows(
    events.length,
    tx`
      insert into attempt_event (purchase_id, reference, kind, facts)
      select purchase_id, reference, kind, facts::jsonb
        from unnest(${events.map(({ purchaseId }) => purchaseId)}::text[], ${events.map(({ reference }) => reference)}::text[],
                    ${events.map(({ kind }) => kind)}::text[], ${events.map(({ facts }) => JSON.stringify(facts))}::text[])
          as event (purchase_id, reference, kind, facts)`,
  );

export interface ClickKey {
  readonly purchaseId: string;
  readonly key: string;
}

/** What these purchases have started by clicks of these keys, with the key of each. */
export const attemptsOfKeys = (db: Db | Tx, clicks: readonly ClickKey[]) => db<(AttemptRow & ClickKey)[]>`
  select ${columns(db)}, idempotency_key as key from attempt
   where purchase_id = any (${clicks.map(({ purchaseId }) => purchaseId)}::text[])
     and idempotency_key = any (${clicks.map(({ key }) => key)}::text[])`;

/** What went back of a purchase, or is on its way. */
export interface GivenBack {
  /** Minor units. */
  readonly amount: number;
  /** Of one that was never sold: when that began, in epoch ms. */
  readonly atMs?: number;
  readonly isUnderWay: boolean;
  /** No money of it is left here, or no valid ticket. */
  readonly isAll: boolean;
  /** What of it is of payments that their provider has not confirmed, or does not have: it may never have been charged. */
  readonly unproven: number;
}

export interface LatestAttempt extends AttemptRow {
  /** Null unless its money went back, or some of what is paid. */
  readonly givenBack: GivenBack | null;
}

/** For each purchase the attempt that counts, a second card before the first that waits for it, else one whose money is being returned, else the last failed one. */
export const latestAttempts = (db: Db | Tx, purchaseIds: readonly string[]) => db<LatestAttempt[]>`
  select distinct on (purchase_id) ${columns(db)}, ${givenBackOf(db)} as "givenBack"
    from attempt where purchase_id = any (${[...purchaseIds]}::text[])
   order by purchase_id, state in ('started', 'unknown', 'pending', 'processing', 'approved', 'offered') desc, state = 'secured' desc,
            state = 'returning' desc, started_at desc`;

/** Of the purchase of an attempt: within the statement that reads it, since a page of a payment asks for nothing else. */
const givenBackOf = (db: Db | Tx) => db`
  case when state in ('returning', 'reversed', 'refunded') then (
    select jsonb_build_object('amount', sum(late.amount), 'isUnderWay', bool_or(late.state = 'returning'), 'isAll', true,
                              'unproven', coalesce(sum(late.amount) filter (where ${isUnprovenIn(db, db`late.kept`)}), 0),
                              'atMs', (extract(epoch from max(late.settled_at)) * 1000)::bigint)
      from attempt as late where late.purchase_id = attempt.purchase_id and late.state in ('returning', 'reversed', 'refunded'))
  when state = 'approved' then (
    select jsonb_build_object(
            'amount', sum(refund.amount), 'isUnderWay', bool_or(refund.state = 'returning'),
            'unproven', coalesce(sum(refund.amount) filter (where ${isUnprovenRefund(db)}), 0),
            'isAll', sum(refund.amount) >= (select sum(paid.amount + paid.from_balance) from attempt as paid
                                             where paid.purchase_id = attempt.purchase_id and paid.state = 'approved')
                     or (exists (select from ticket where ticket.purchase_id = attempt.purchase_id)
                         and not exists (select from ticket where ticket.purchase_id = attempt.purchase_id and ticket.state = 'valid')))
      from refund where refund.purchase_id = attempt.purchase_id having count(*) > 0) end`;

/** Those of these purchases of which money went back, or is on its way, whatever was tried afterwards. */
export const findReturned = async (db: Db, purchaseIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db<{ purchaseId: string }[]>`
    select distinct purchase_id as "purchaseId" from attempt
     where purchase_id = any (${[...purchaseIds]}::text[]) and state in ('returning', 'reversed', 'refunded')`;
  return new Set(rows.map(({ purchaseId }) => purchaseId));
};

/** In the order of their keys, so that two transactions never deadlock. */
export const lockAttempts = (tx: Tx, keys: readonly AttemptKey[]) => tx<AttemptRow[]>`
  select ${columns(tx)} from attempt
   where purchase_id = any (${keys.map(({ purchaseId }) => purchaseId)}::text[])
     and reference = any (${keys.map(({ reference }) => reference)}::text[])
   order by purchase_id, reference for update`;

/**
 * Of an attempt that came to nothing: whether it was `pending` once, and whether its provider was going on with it when it last said anything of it, so
 * that money may still come.
 */
export async function readWait(db: Db, { purchaseId, reference }: AttemptKey): Promise<{ hasWaited: boolean; mayStillCome: boolean }> {
  const [row] = await db<{ hasWaited: boolean; mayStillCome: boolean }[]>`
    select exists (select from attempt_event
                    where purchase_id = ${purchaseId} and reference = ${reference} and kind = 'settled' and facts ->> 'to' = 'pending') as "hasWaited",
           coalesce((select 'pending' in (facts ->> 'result', facts ->> 'claimed') from attempt_event
                      where purchase_id = ${purchaseId} and reference = ${reference} and kind = 'answered'
                        and facts ->> 'result' in ('pending', 'declined', 'cancelled', 'returned', 'absent')
                      order by id desc limit 1), false) as "mayStillCome"`;
  if (!row) throw new Error('reading a wait returned no row');
  return row;
}

export const attemptOfReference = (db: Db, reference: string) => db<AttemptRow[]>`
  select ${columns(db)} from attempt where reference = ${reference}`;

export interface Try extends AttemptRow {
  readonly startedAt: Temporal.Instant;
  readonly isUnproven: boolean;
}

/** Every try of a purchase; the newest first. */
export const attemptsOf = (db: Db | Tx, purchaseId: string) => db<Try[]>`
  select ${columns(db)}, started_at as "startedAt", ${isUnprovenIn(db, db`kept`)} as "isUnproven" from attempt where purchase_id = ${purchaseId} order by attempt.started_at desc`;

export async function lockAttempt(tx: Tx, key: AttemptKey): Promise<AttemptRow> {
  const [row] = await expectRows(1, lockAttempts(tx, [key]));
  return row as AttemptRow;
}

/** The first of a purchase's two cards, locked, while it waits for the second. */
export const lockSecured = (tx: Tx, purchaseId: string) => tx<AttemptRow[]>`
  select ${columns(tx)} from attempt where purchase_id = ${purchaseId} and state = 'secured' for update`;

/** Has the worker look after an attempt at this moment. */
export const checkAttemptAt = (tx: Tx, { purchaseId, reference }: AttemptKey, atMs: number) =>
  expectRows(
    1,
    tx`update attempt set check_at = to_timestamp(${atMs / 1000}::float8) where purchase_id = ${purchaseId} and reference = ${reference}`,
  );

/**
 * One that was never found at its provider is looked for once more, an hour later; an offered one is looked after when the offer ends, the
 * first of two cards when its places are not held any more.
 */
export const setState = (
  tx: Tx,
  { purchaseId, reference }: AttemptKey,
  change: {
    state: AttemptState;
    paymentId: string | null;
    decline?: Decline | undefined;
    checkAt?: Temporal.Instant | undefined;
    next?: NextStep | null | undefined;
    keep?: Facts | undefined;
  },
) =>
  expectRows(
    1,
    tx`
      update attempt
         set state = ${change.state}, payment_id = coalesce(${change.paymentId}, payment_id), resuming_until = case when state = ${change.state} then resuming_until end,
             next_step = ${change.next ? JSON.stringify(change.next) : null}::text::jsonb, kept = kept || ${JSON.stringify(change.keep ?? {})}::text::jsonb,
             decline_reason = ${change.decline?.reason ?? null}, decline_count = ${change.decline?.count ?? null},
             settled_at = case when ${change.state} in ('started', 'unknown', 'pending', 'processing') then null
                               else coalesce(settled_at, clock_timestamp()) end,
             check_at = case when ${change.state} = 'approved' then ${firstLook(tx)}
                             when ${change.state} = 'declined' then ${lookAfterDecline(tx)}
                             when ${change.state} in ('reversed', 'refunded') then ${firstSearch(tx)}
                             when ${change.state} = 'cancelled' then clock_timestamp() + interval '1 hour'
                             when ${change.state} in ('offered', 'secured') then ${change.checkAt ?? null}::timestamptz
                             else ${nextCheck(tx)} end
       where purchase_id = ${purchaseId} and reference = ${reference}`,
  );

export interface Approval extends AttemptKey {
  readonly paymentId: string;
}

/** Locked and open attempts become approved. */
export const approveAttempts = (tx: Tx, approvals: readonly Approval[]) => {
  const purchaseIds = approvals.map(({ purchaseId }) => purchaseId);
  return expectRows(
    approvals.length,
    tx`
      update attempt
         set state = 'approved', payment_id = approval.payment_id, settled_at = clock_timestamp(), check_at = ${firstLook(tx)},
             next_step = null, resuming_until = null
        from rows from (unnest(${purchaseIds}::text[]), unnest(${approvals.map(({ reference }) => reference)}::text[]),
                        unnest(${approvals.map(({ paymentId }) => paymentId)}::text[]), generate_subscripts(${purchaseIds}::text[], 1))
          as approval (purchase_id, reference, payment_id, turn)
       where attempt.purchase_id = any (${purchaseIds}::text[])
         and attempt.purchase_id = approval.purchase_id and attempt.reference = approval.reference`,
  );
};

/** Declined attempts of a purchase that its caller has locked. */
export async function countDeclines(tx: Tx, purchaseId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from attempt where purchase_id = ${purchaseId} and state = 'declined'`;
  return row?.count ?? 0;
}

/** Whether this attempt's provider may be asked now: at most once a second, however many ask here, and not while a click has its turn there. */
export async function takeTurnToAsk(db: Db, { purchaseId, reference }: AttemptKey): Promise<boolean> {
  const turns = await db`
    update attempt set asked_at = clock_timestamp()
     where purchase_id = ${purchaseId} and reference = ${reference}
       and (asked_at is null or asked_at <= clock_timestamp() - interval '1 second') and ${isTurnFree(db)}
    returning 1`;
  return turns.length === 1;
}

/**
 * Whether this click may go on with an attempt now: one at a time, and a click that had its turn before has none. The turn ends with
 * the answer, or after a minute if its process died.
 */
export async function takeTurnToResume(db: Db, { purchaseId, reference }: AttemptKey, key: string): Promise<Turn | undefined> {
  const [turn] = await db<Turn[]>`
    update attempt set resume_key = ${key}, resuming_until = clock_timestamp() + interval '1 minute', asked_at = clock_timestamp()
     where purchase_id = ${purchaseId} and reference = ${reference} and state = 'processing'
       and resume_key is distinct from ${key} and ${isTurnFree(db)}
    returning purchase_id as "purchaseId", reference, resuming_until::text as "turnUntil"`;
  return turn;
}

const isTurnFree = (db: Db | Tx) => db`(resuming_until is null or resuming_until <= clock_timestamp())`;

/** A click's turn at an attempt's provider, until then. */
export interface Turn extends AttemptKey {
  readonly turnUntil: string;
}

/**
 * Takes the turn of a click that ends an attempt or asks about it: one at a time, and none while another one goes on with it. It ends with the answer,
 * or after longer than a few calls of a provider may take, if its process died. Undefined when it is another one's.
 */
export const takeTurn = async (db: Db, { purchaseId, reference }: AttemptKey): Promise<(AttemptRow & Turn) | undefined> =>
  (
    await db<(AttemptRow & Turn)[]>`
      update attempt set resuming_until = clock_timestamp() + interval '2 minutes', asked_at = clock_timestamp()
       where purchase_id = ${purchaseId} and reference = ${reference} and ${isTurnFree(db)}
      returning ${columns(db)}, resuming_until::text as "turnUntil"`
  )[0];

/** Ends this turn, and no later one: a step of the attempt may have ended it before. */
export const endTurn = (db: Db, { purchaseId, reference, turnUntil }: Turn) => db`
  update attempt set resuming_until = null
   where purchase_id = ${purchaseId} and reference = ${reference} and resuming_until = ${turnUntil}::text::timestamptz`;

/** Whether this turn still lasts, of an attempt that is locked: work that has outlived it may not write over what a later one found. */
export const lasts = async (tx: Tx, { purchaseId, reference, turnUntil }: Turn): Promise<boolean> =>
  (
    await tx`
      select from attempt
       where purchase_id = ${purchaseId} and reference = ${reference}
         and resuming_until = ${turnUntil}::text::timestamptz and not ${isTurnFree(tx)}`
  ).length > 0;

/** Whether a click has its turn at the attempt's provider. */
export const isInTurn = async (db: Db, { purchaseId, reference }: AttemptKey): Promise<boolean> =>
  (await db`select from attempt where purchase_id = ${purchaseId} and reference = ${reference} and not ${isTurnFree(db)}`).length > 0;

/** The attempt that a provider's server speaks of, if it is one of that provider. */
export const findAttempt = async (
  db: Db,
  provider: string,
  about: { readonly reference: string } | { readonly number: number },
): Promise<AttemptRow | undefined> =>
  (
    await db<AttemptRow[]>`
      select ${columns(db)} from attempt
       where provider = ${provider}
         and ${'reference' in about ? db`reference = ${about.reference}` : db`number = ${about.number}`}`
  )[0];

/** Keeps that a provider's server spoke of an attempt; what it said is kept with the answer. */
export const noticeOf = (db: Db, { purchaseId, reference }: AttemptKey, eventId: string) => db`
  insert into attempt_event (purchase_id, reference, kind, facts)
  values (${purchaseId}, ${reference}, 'notified', ${JSON.stringify({ event: eventId.slice(0, 100) })}::text::jsonb)`;

/** The longest wait between two unsigned notices. */
const LONGEST_NOTICE_WAIT_SECONDS = 900;

/**
 * Whether a notice that anybody can have sent is listened to now: the first few at once, then 1 s, 2 s, 4 s … up to a quarter of an hour apart
 * (decision 107). Of one that is not, the worker asks once it would be, if it asks about such an attempt at all.
 */
export async function takeTurnToHear(db: Db, { purchaseId, reference }: AttemptKey): Promise<boolean> {
  const turns = await db`
    update attempt
       set notices_heard = notices_heard + 1,
           next_notice_at = clock_timestamp() + make_interval(secs => least(${LONGEST_NOTICE_WAIT_SECONDS}::float8,
             case when notices_heard < 2 then 0 else power(2, least(notices_heard - 2, 20)) end))
     where purchase_id = ${purchaseId} and reference = ${reference} and (next_notice_at is null or next_notice_at <= clock_timestamp())
    returning 1`;
  if (turns.length === 1) return true;
  await db`
    update attempt set check_at = next_notice_at
     where purchase_id = ${purchaseId} and reference = ${reference} and state not in ('offered', 'secured', 'returning')
       and next_notice_at < coalesce(check_at, 'infinity')`;
  return false;
}

/** Has the worker ask soon, also about an attempt at rest: its provider has said something while somebody else was being answered. */
export const askSoon = (db: Db, { purchaseId, reference }: AttemptKey) => db`
  update attempt set check_at = least(coalesce(check_at, 'infinity'), clock_timestamp() + interval '1 second')
   where purchase_id = ${purchaseId} and reference = ${reference}`;

/** Attempts that are due to be checked, each for one caller alone; one that dies with them leaves them to the next. */
export const takeDueAttempts = (db: Db, are: 'open' | 'paid', most: number) => db<AttemptRow[]>`
  update attempt
     set asked_at = clock_timestamp(),
         check_at = ${
           are === 'open'
             ? db`case when state in ('reversed', 'refunded') then ${nextSearch(db)}
                                                 when state = 'cancelled' and slow_until is not null then ${nextNews(db)} else ${nextCheck(db)} end`
             : nextLook(db)
         }
   where (purchase_id, reference) in (
     select purchase_id, reference from attempt
      where check_at <= clock_timestamp() and ${are === 'open' ? db`state <> 'approved'` : db`state = 'approved'`}
      order by check_at limit ${most} for update skip locked)
  returning ${columns(db)}`;

/**
 * Marks payments that wait, for their provider, an answer to an offer or a second card, although a performance of their purchase was cancelled, and has the worker look after them at once. Each is one caller's alone.
 */
export const markCancelled = (tx: Tx, most: number) => tx<AttemptRow[]>`
  update attempt set performance_cancelled_at = clock_timestamp(), check_at = clock_timestamp()
   where (purchase_id, reference) in (
     select purchase_id, reference from attempt
      where check_at is not null and state in ('pending', 'processing', 'unknown', 'offered', 'secured') and performance_cancelled_at is null
        and exists (select from hold join performance on performance.id = hold.performance_id
                     where hold.purchase_id = attempt.purchase_id and performance.state = 'cancelled')
      limit ${most} for update skip locked)
  returning ${columns(tx)}`;

/** The same of a locked purchase that is not sold because of it. */
export const markCancelledOf = (tx: Tx, purchaseId: string) => tx`
  update attempt set performance_cancelled_at = clock_timestamp()
   where purchase_id = ${purchaseId} and performance_cancelled_at is null and state <> 'approved'`;

/** What its provider has nothing new to say of is not asked about again; an attempt that has moved on from this state stays as it is. */
export const leaveAtRest = (db: Db, { purchaseId, reference, state }: Pick<AttemptRow, 'purchaseId' | 'reference' | 'state'>) => db`
  update attempt set check_at = null where purchase_id = ${purchaseId} and reference = ${reference} and state = ${state}`;

/** The same of one whose money went back, once the next time would be more than a week after that. */
export const endSearch = (db: Db, { purchaseId, reference, state }: Pick<AttemptRow, 'purchaseId' | 'reference' | 'state'>) => db`
  update attempt set check_at = null
   where purchase_id = ${purchaseId} and reference = ${reference} and state = ${state} and check_at > settled_at + interval '7 days'`;

/** Clears the digits of cards that were paid with so long ago; the attempt keeps the brand and the amount. */
export const forgetCards = (db: Db, months: number) => db`
  update attempt set bin = null, last_four = null
   where bin is not null and (check_at is null or state = 'approved') and started_at < clock_timestamp() - make_interval(months => ${months}::int)`;

/** Whether staff have booked it as paid, by the number that they saw at its provider. */
export const isBookedByHand = async (tx: Tx, { purchaseId, reference }: AttemptKey): Promise<boolean> =>
  (
    await tx`
      select from attempt_event
       where purchase_id = ${purchaseId} and reference = ${reference} and kind = 'answered' and facts ? 'bookedBy' limit 1`
  ).length > 0;

/** Keeps what the provider says of an attempt that staff have booked as paid, and its number there, once that is known. */
export const keepProviderView = (
  tx: Tx,
  { purchaseId, reference }: AttemptKey,
  { said, paymentId }: { readonly said: string; readonly paymentId: string | null },
) =>
  expectRows(
    1,
    tx`
      update attempt
         set kept = case when ${said === 'same'} then kept - 'typed' else kept end || ${JSON.stringify({ byHand: said })}::text::jsonb,
             payment_id = coalesce(${paymentId}, payment_id)
       where purchase_id = ${purchaseId} and reference = ${reference}`,
  );

/** Whether a payment of this number is known as that of another attempt of the same provider. */
export const hasPayment = async (db: Db | Tx, { provider, reference }: Pick<AttemptRow, 'provider' | 'reference'>, paymentId: string) =>
  (
    await db`
      select from attempt
       where provider = ${provider} and payment_id = ${paymentId} and reference <> ${reference}
         and state in ('approved', 'offered', 'secured', 'returning', 'reversed', 'refunded') and not kept ? 'typed'`
  ).length > 0;

/** Keeps the number that a person has typed and its provider has not confirmed; false where it was typed for another attempt. */
export async function keepTyped(tx: Tx, { purchaseId, reference }: AttemptKey, typed: string): Promise<boolean> {
  try {
    await tx.savepoint(
      (part) => part`
        update attempt set kept = kept || ${JSON.stringify({ typed })}::text::jsonb
         where purchase_id = ${purchaseId} and reference = ${reference}`,
    );
    return true;
  } catch (error) {
    if (isViolationOf(error, 'attempt_typed')) return false;
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';

const isViolationOf = (error: unknown, index: string): boolean => {
  const { code, constraint_name: name } = error as { code?: unknown; constraint_name?: unknown };
  return code === UNIQUE_VIOLATION && name === index;
};

/** Whether a write was refused because the payment is that of another attempt. */
export const isOfAnotherAttempt = (error: unknown): boolean => isViolationOf(error, 'attempt_payment');

export const readAttempt = async (db: Db, { purchaseId, reference }: AttemptKey): Promise<AttemptRow> =>
  (
    await expectRows(1, db<AttemptRow[]>`select ${columns(db)} from attempt where purchase_id = ${purchaseId} and reference = ${reference}`)
  )[0] as AttemptRow;

interface DoubtfulAttempt {
  readonly reference: string;
  readonly orderId: string;
  readonly startedAt: Temporal.Instant;
  /** Minor units. */
  readonly amount: number;
  /** The provider answered about another amount, currency or reference. */
  readonly differs: boolean;
  /** The provider is looking at it, and has not decided. */
  readonly isInReview: boolean;
}

/**
 * Attempts that queries will not settle: their provider names another amount, has not known of them for longer than a purchase may last, or has
 * looked at them for so long without a decision; what its buyer has still to pay is none of these. Found among those that are still to be asked about, which are few.
 */
export const findDoubtfulAttempts = (db: Db, most: number) => db<DoubtfulAttempt[]>`
  select reference, purchase_id as "orderId", started_at as "startedAt", amount, differs, state = 'pending' as "isInReview"
    from attempt
   cross join lateral (
     select exists (select from attempt_event as event
                     where event.purchase_id = attempt.purchase_id and event.reference = attempt.reference
                       and event.kind = 'answered' and event.facts ? 'mismatch') as differs
   ) as told
   where check_at is not null and (state = 'unknown' or (state = 'pending' and slow_until is null))
     and (differs or started_at < now() - interval '20 minutes')
   order by started_at limit ${most}`;

interface UnlikeAttempt extends Omit<DoubtfulAttempt, 'differs' | 'isInReview'> {
  /** What its provider says of it. */
  readonly said: UnlikePayment;
}

/** Attempts that staff have booked as paid, of which their provider says something else, until all of them went back; the oldest first. */
export const findUnlikeAttempts = (db: Db, most: number) => db<UnlikeAttempt[]>`
  select attempt.reference, attempt.purchase_id as "orderId", started_at as "startedAt", amount, kept ->> 'byHand' as said
    from attempt
   where state = 'approved' and kept ->> 'byHand' <> 'same'
     and amount > (select coalesce(sum(refund.amount), 0) from refund
                    where refund.purchase_id = attempt.purchase_id and refund.reference = attempt.reference and refund.state = 'done')
   order by started_at limit ${most}`;

/** All that a person has to settle: what staff have booked and its provider does not have as that, then what is not known. */
export async function findDoubts(db: Db, most: number) {
  const [unlike, doubts] = await Promise.all([findUnlikeAttempts(db, most), findDoubtfulAttempts(db, most)]);
  return [...unlike.map(({ said, ...booked }) => ({ ...booked, differs: said === 'differs', unlike: said })), ...doubts];
}

interface WaitingAttempt extends Pick<AttemptRow, 'reference' | 'provider' | 'brand' | 'amount'> {
  readonly orderId: string;
  readonly startedAt: Temporal.Instant;
}

/** Payments that their buyers have still to make, such as in cash; the first to end first. */
export const findWaitingAttempts = (db: Db, most: number) => db<WaitingAttempt[]>`
  select reference, provider, brand, amount, purchase_id as "orderId", started_at as "startedAt"
    from attempt where slow_until is not null and settled_at is null and state = 'pending'
   order by slow_until, reference limit ${most}`;

interface Unsettled {
  readonly state: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** How many attempts are in each of these states; all of those are still to be asked about. */
export const countUnsettled = (db: Db, states: readonly string[]) => db<Unsettled[]>`
  select state, count(*)::integer as count, extract(epoch from clock_timestamp() - min(started_at))::float8 as "oldestSeconds"
    from attempt
   where check_at is not null and state <> 'approved' and state = any (${[...states]}::text[])
   group by state`;
