import type { Db, Tx } from '#db/connect';
import type { SplitPart } from './split.ts';

export const insertLedgerTransaction = (tx: Tx, row: { purchaseId: string; id: string; reference: string; kind: string }) => tx`
  insert into ledger_transaction (purchase_id, id, reference, kind) values (${row.purchaseId}, ${row.id}, ${row.reference}, ${row.kind})`;

export interface LedgerEntryRow extends SplitPart {
  readonly purchaseId: string;
  readonly transactionId: string;
  readonly position: number;
  readonly currency: string;
}

export const insertLedgerEntries = (tx: Tx, rows: readonly LedgerEntryRow[]) => tx`
  insert into ledger_entry (purchase_id, transaction_id, position, account, performance_id, amount, currency)
  select entry.purchase_id, entry.transaction_id, entry.position, entry.account, entry.performance_id, entry.amount, entry.currency
    from unnest(${rows.map(({ purchaseId }) => purchaseId)}::text[], ${rows.map(({ transactionId }) => transactionId)}::text[],
                ${rows.map(({ position }) => position)}::int[], ${rows.map(({ account }) => account)}::text[],
                ${rows.map(({ performanceId }) => performanceId)}::int[], ${rows.map(({ amount }) => amount)}::bigint[],
                ${rows.map(({ currency }) => currency)}::text[])
      as entry (purchase_id, transaction_id, position, account, performance_id, amount, currency)`;

/** What stands on each account for a purchase, in minor units; collected amounts are negative, as credits are. */
export const balancesOf = (db: Db, purchaseId: string) => db<{ account: string; performanceId: number | null; balance: number }[]>`
  select account, performance_id as "performanceId", sum(amount)::bigint as balance
    from ledger_entry where purchase_id = ${purchaseId}
   group by account, performance_id having sum(amount) <> 0 order by account, performance_id`;
