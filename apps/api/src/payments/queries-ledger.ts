import type { Db, Tx } from '#db/connect';
import type { AttemptKey } from './attempt.ts';
import type { SplitPart } from './split.ts';

interface LedgerEntryRow extends SplitPart {
  readonly purchaseId: string;
  readonly transactionId: string;
  readonly position: number;
  readonly currency: string;
}

interface LedgerTransactionRow extends AttemptKey {
  readonly id: string;
  readonly kind: string;
}

/** Transactions with all their entries; the database refuses those that do not sum to zero. */
export const insertLedger = (tx: Tx, transactions: readonly LedgerTransactionRow[], entries: readonly LedgerEntryRow[]) => tx`
  with booked as (
    insert into ledger_transaction (purchase_id, id, reference, kind)
    select "purchaseId", id, reference, kind
      from jsonb_to_recordset(${tx.json(transactions as never)}) as t ("purchaseId" text, id text, reference text, kind text)
  )
  insert into ledger_entry (purchase_id, transaction_id, position, account, performance_id, amount, currency)
  select "purchaseId", "transactionId", position, account, "performanceId", amount, currency
    from jsonb_to_recordset(${tx.json(entries as never)}) as entry (
      "purchaseId" text, "transactionId" text, position integer, account text, "performanceId" integer, amount bigint, currency text)`;

/** What stands on each account for a purchase, in minor units; collected amounts are negative, as credits are. */
export const balancesOf = (db: Db, purchaseId: string) => db<{ account: string; performanceId: number | null; balance: number }[]>`
  select account, performance_id as "performanceId", sum(amount)::bigint as balance
    from ledger_entry where purchase_id = ${purchaseId}
   group by account, performance_id having sum(amount) <> 0 order by account, performance_id`;
