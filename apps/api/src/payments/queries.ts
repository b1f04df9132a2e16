import type { Db, Tx } from '#db/connect';
import type { AttemptKey, AttemptRow, AttemptState } from './attempt.ts';
import type { Facts } from './provider.ts';
import type { SplitPart } from './split.ts';

const columns = (db: Db | Tx) => db`
  purchase_id as "purchaseId", reference, provider, amount, currency, split, instalments, brand, last_four as "lastFour", state,
  customer_text as "customerText", extract(epoch from clock_timestamp() - started_at)::float8 as "ageSeconds"`;

/** Soon at first, then at half of its age, at least every ten minutes. */
const nextCheck = (db: Db | Tx) => db`
  clock_timestamp() + least(greatest((clock_timestamp() - started_at) / 2, interval '5 seconds'), interval '10 minutes')`;

export interface NewAttempt {
  readonly purchaseId: string;
  readonly reference: string;
  readonly idempotencyKey: string;
  readonly provider: string;
  readonly paymentMethodId: number;
  readonly amount: number;
  readonly currency: string;
  readonly split: readonly SplitPart[];
  readonly instalments: number;
  /** Null for what is no card. */
  readonly brand: string | null;
  readonly bin: string | null;
  readonly lastFour: string | null;
  /** From when on somebody else may ask the provider, should this process be gone; null when there is nobody to ask. */
  readonly checkAfterSeconds: number | null;
}

/** Each with its first event. */
export const insertAttempts = (tx: Tx, attempts: readonly NewAttempt[]) => tx<AttemptRow[]>`
  with made as (
    insert into attempt (purchase_id, reference, idempotency_key, provider, payment_method_id, amount, currency, split, instalments,
                         brand, bin, last_four, check_at)
    select "purchaseId", reference, "idempotencyKey", provider, "paymentMethodId", amount, currency, split, instalments,
           brand, bin, "lastFour", clock_timestamp() + make_interval(secs => "checkAfterSeconds")
      from jsonb_to_recordset(${tx.json(attempts as never)}) as wanted (
        "purchaseId" text, reference text, "idempotencyKey" text, provider text, "paymentMethodId" integer, amount bigint, currency text,
        split jsonb, instalments integer, brand text, bin text, "lastFour" text, "checkAfterSeconds" integer)
    returning *
  ), noted as (
    insert into attempt_event (purchase_id, reference, kind, facts)
    select purchase_id, reference, 'started', jsonb_build_object('amount', amount, 'instalments', instalments) from made
  )
  select ${columns(tx)} from made`;

export const insertEvent = (
  tx: Tx,
  { purchaseId, reference }: AttemptKey,
  { kind, facts }: { kind: 'answered' | 'settled' | 'returned'; facts: Facts },
) => tx`insert into attempt_event (purchase_id, reference, kind, facts) values (${purchaseId}, ${reference}, ${kind}, ${tx.json(facts)})`;

export interface ClickKey {
  readonly purchaseId: string;
  readonly key: string;
}

/** What these clicks have begun, with the key of each. */
export const attemptsOfKeys = (db: Db | Tx, clicks: readonly ClickKey[]) => db<(AttemptRow & ClickKey)[]>`
  select ${columns(db)}, idempotency_key as key from attempt
   where (purchase_id, idempotency_key) in (
     select * from unnest(${clicks.map(({ purchaseId }) => purchaseId)}::text[], ${clicks.map(({ key }) => key)}::text[]))`;

/** Of each purchase the one that counts, else one whose money is on its way back, else the last of those that came to nothing. */
export const latestAttempts = (db: Db | Tx, purchaseIds: readonly string[]) => db<AttemptRow[]>`
  select distinct on (purchase_id) ${columns(db)} from attempt where purchase_id = any (${[...purchaseIds]}::text[])
   order by purchase_id, state in ('started', 'unknown', 'pending', 'processing', 'approved', 'offered') desc, state = 'returning' desc,
            started_at desc`;

/** In the order of their keys, so that two who want the same never wait in a circle. */
export const lockAttempts = (tx: Tx, keys: readonly AttemptKey[]) => tx<AttemptRow[]>`
  select ${columns(tx)} from attempt
   where (purchase_id, reference) in (
     select * from unnest(${keys.map(({ purchaseId }) => purchaseId)}::text[], ${keys.map(({ reference }) => reference)}::text[]))
   order by purchase_id, reference for update`;

export async function lockAttempt(tx: Tx, key: AttemptKey): Promise<AttemptRow> {
  const [row] = await lockAttempts(tx, [key]);
  if (!row) throw new Error('an attempt is never deleted');
  return row;
}

/** One that was never found at its provider is looked for once more, an hour later; an offered one is looked after when the offer ends. */
export const setState = (
  tx: Tx,
  { purchaseId, reference }: AttemptKey,
  change: { state: AttemptState; paymentId: string | null; customerText: string | null; checkAt?: Temporal.Instant | undefined },
) => tx`
  update attempt
     set state = ${change.state}, payment_id = coalesce(${change.paymentId}, payment_id), customer_text = ${change.customerText},
         settled_at = case when ${change.state} in ('started', 'unknown', 'pending', 'processing') then null
                           else coalesce(settled_at, clock_timestamp()) end,
         check_at = case when ${change.state} in ('approved', 'declined', 'reversed', 'refunded') then null
                         when ${change.state} = 'cancelled' then clock_timestamp() + interval '1 hour'
                         when ${change.state} = 'offered' then ${change.checkAt ?? null}::timestamptz
                         else ${nextCheck(tx)} end
   where purchase_id = ${purchaseId} and reference = ${reference}`;

/** Whether this attempt's provider may be asked now: at most once a second, however many ask here. */
export async function takeTurnToAsk(db: Db, { purchaseId, reference }: AttemptKey): Promise<boolean> {
  const turns = await db`
    update attempt set asked_at = clock_timestamp()
     where purchase_id = ${purchaseId} and reference = ${reference}
       and (asked_at is null or asked_at <= clock_timestamp() - interval '1 second')
    returning 1`;
  return turns.length === 1;
}

/** Attempts whose time to be checked has come, each for one caller alone; whoever dies with them leaves them to the next. */
export const takeDueAttempts = (db: Db, most: number) => db<AttemptRow[]>`
  update attempt
     set asked_at = clock_timestamp(),
         check_at = ${nextCheck(db)}
   where (purchase_id, reference) in (
     select purchase_id, reference from attempt where check_at <= clock_timestamp() order by check_at limit ${most} for update skip locked)
  returning ${columns(db)}`;

/** One that was given up, and that its provider has nothing new to say of. */
export const leaveAtRest = (db: Db, { purchaseId, reference }: AttemptKey) => db`
  update attempt set check_at = null where purchase_id = ${purchaseId} and reference = ${reference} and state = 'cancelled'`;

export const paymentIdOf = async (db: Db, { purchaseId, reference }: AttemptKey): Promise<string | null> =>
  (
    await db<{ paymentId: string | null }[]>`
      select payment_id as "paymentId" from attempt where purchase_id = ${purchaseId} and reference = ${reference}`
  )[0]?.paymentId ?? null;
