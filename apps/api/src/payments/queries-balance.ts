import type { Db, Tx } from '#db/connect';

interface Owner {
  readonly customerId: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** What a customer has here, in minor units. The row is written by the ledger's trigger alone. */
export async function balanceOf(db: Db, { customerId, currency }: Owner): Promise<number> {
  const [row] = await db<{ amount: number }[]>`
    select amount from balance where customer_id = ${customerId} and currency = ${currency}`;
  return row?.amount ?? 0;
}

/** The same, which stays until the transaction ends; the last lock of all. */
export async function lockBalance(tx: Tx, { customerId, currency }: Owner): Promise<number> {
  const [row] = await tx<{ amount: number }[]>`
    select amount from balance where customer_id = ${customerId} and currency = ${currency} for update`;
  return row?.amount ?? 0;
}

export interface BalanceMovement {
  readonly purchaseId: string;
  readonly orderNumber: number | null;
  readonly at: Temporal.Instant;
  /** Minor units; what was spent is negative. */
  readonly amount: number;
}

/** What came and went, the newest first; what was set aside for a payment that came to nothing did neither. */
export const balanceMovements = (db: Db, { customerId, currency }: Owner, most: number) => db<BalanceMovement[]>`
  select moved.purchase_id as "purchaseId", order_number as "orderNumber", moved.at, -entry.amount as amount
    from purchase
    join ledger_entry as entry on entry.purchase_id = purchase.id and account = 'customer_balance'
    join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
   where customer_id = ${customerId} and entry.currency = ${currency} and moved.kind <> 'set_back'
     and not (moved.kind = 'set_aside' and exists (
       select from ledger_transaction as back
        where back.purchase_id = moved.purchase_id and back.reference = moved.reference and back.kind = 'set_back'))
   order by moved.at desc, moved.id limit ${most}`;
