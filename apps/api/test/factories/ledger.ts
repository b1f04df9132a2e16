import type { Db } from '../../src/db/connect.ts';

/** What stands on each account for a purchase, in minor units; collected amounts are negative, as credits are. */
export const balancesOf = (db: Db, purchaseId: string) => db<{ account: string; performanceId: number | null; balance: number }[]>`
  select account, performance_id as "performanceId", sum(amount)::bigint as balance
    from ledger_entry where purchase_id = ${purchaseId}
   group by account, performance_id having sum(amount) <> 0 order by account, performance_id`;
