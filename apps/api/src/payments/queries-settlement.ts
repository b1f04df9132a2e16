import type { Db, Tx } from '#db/connect';
import type { AttemptKey } from './queries.ts';

/** Money of an attempt as the ledger has it; minor units. */
export interface SettledAttempt extends AttemptKey {
  /** What its provider knows it by: of a payment beside another one, that one's reference. */
  readonly named: string;
  /** The provider's own number of the payment. */
  readonly paymentId: string | null;
  readonly provider: string;
  readonly currency: string;
  /** Taken in by its provider. */
  readonly taken: number;
  /** Given back by its provider. */
  readonly returned: number;
}

/** The reference that an attempt is known by at its provider: its own, or that of the one which it was paid beside. */
const named = (db: Db | Tx) => db`
  coalesce((select facts ->> 'beside' from attempt_event as event
             where event.purchase_id = attempt.purchase_id and event.reference = attempt.reference
               and event.kind = 'settled' and facts ? 'beside' limit 1), attempt.reference)`;

/** What moved at the attempts of these references, and at those that were paid beside them. */
export const moneyOfAttempts = (db: Db, references: readonly string[]) => db<SettledAttempt[]>`
  select named, attempt.purchase_id as "purchaseId", attempt.reference, payment_id as "paymentId", provider, attempt.currency,
         coalesce(sum(entry.amount) filter (where moved.kind in ('sale', 'late_receipt') and account like 'clearing:%'), 0)::bigint as taken,
         coalesce(-sum(entry.amount) filter (where moved.kind in ('late_return', 'refund_paid', 'given_back') and account like 'clearing:%'), 0)::bigint as returned
    from attempt
   cross join lateral (select ${named(db)} as named) as known
    left join ledger_transaction as moved on moved.purchase_id = attempt.purchase_id and moved.reference = attempt.reference
    left join ledger_entry as entry on entry.purchase_id = moved.purchase_id and entry.transaction_id = moved.id
   where attempt.purchase_id in (select purchase_id from attempt where reference = any (${[...references]}::text[]))
     and named = any (${[...references]}::text[])
   group by 1, 2, 3, 4, 5, 6`;

/** Attempts that were paid beside this one. */
export const attemptsBeside = (db: Db | Tx, { purchaseId, reference }: AttemptKey) => db<(AttemptKey & { paymentId: string })[]>`
  select purchase_id as "purchaseId", reference, payment_id as "paymentId" from attempt
   where purchase_id = ${purchaseId} and reference <> ${reference} and ${named(db)} = ${reference}`;

/** Attempts of a provider that took money in this time; half open. */
export const attemptsTakenIn = (
  db: Db,
  { provider, from, until }: { readonly provider: string; readonly from: Temporal.Instant; readonly until: Temporal.Instant },
) => db<{ named: string; paymentId: string | null; amount: number }[]>`
  select ${named(db)} as named, payment_id as "paymentId", attempt.amount
    from attempt
   where provider = ${provider} and settled_at >= ${from} and settled_at < ${until}
     and state in ('approved', 'offered', 'secured', 'returning', 'reversed', 'refunded')
     and exists (select from ledger_transaction as moved where moved.purchase_id = attempt.purchase_id and moved.reference = attempt.reference)`;

/** Whether the card's bank took what an attempt owed to its buyer. */
export const wasTakenByBank = async (tx: Tx, { purchaseId, reference }: AttemptKey): Promise<boolean> =>
  (
    await tx`
      select from attempt_event
       where purchase_id = ${purchaseId} and reference = ${reference} and kind = 'returned' and facts -> 'chargeback' = 'true' limit 1`
  ).length > 0;
