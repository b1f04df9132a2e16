import type { Db } from '#db/connect';

/** Money of an attempt as the ledger has it; minor units. */
export interface SettledAttempt {
  readonly reference: string;
  readonly provider: string;
  readonly currency: string;
  /** Taken in by its provider. */
  readonly taken: number;
  /** Given back by its provider. */
  readonly returned: number;
}

/** What moved at these attempts. */
export const moneyOfAttempts = (db: Db, references: readonly string[]) => db<SettledAttempt[]>`
  select attempt.reference, provider, attempt.currency,
         coalesce(sum(entry.amount) filter (where moved.kind in ('sale', 'late_receipt') and account like 'clearing:%'), 0)::bigint as taken,
         coalesce(-sum(entry.amount) filter (where moved.kind in ('late_return', 'refund_paid', 'given_back') and account like 'clearing:%'), 0)::bigint as returned
    from attempt
    left join ledger_transaction as moved on moved.purchase_id = attempt.purchase_id and moved.reference = attempt.reference
    left join ledger_entry as entry on entry.purchase_id = moved.purchase_id and entry.transaction_id = moved.id
   where attempt.reference = any (${[...references]}::text[])
   group by 1, 2, 3`;

/** Attempts of a provider that took money in this time; half open. */
export const attemptsTakenIn = (
  db: Db,
  { provider, from, until }: { readonly provider: string; readonly from: Temporal.Instant; readonly until: Temporal.Instant },
) => db<{ reference: string; amount: number }[]>`
  select attempt.reference, attempt.amount
    from attempt
   where provider = ${provider} and settled_at >= ${from} and settled_at < ${until}
     and state in ('approved', 'offered', 'secured', 'returning', 'reversed', 'refunded')
     and exists (select from ledger_transaction as moved where moved.purchase_id = attempt.purchase_id and moved.reference = attempt.reference)`;
