import { texts } from '#db/array-literal';
import type { Db, Tx } from '#db/connect';

/** The link of this purchase is this one from now on. */
export const setPayLink = (tx: Tx, { purchaseId, codeHash, fromBalance }: NewPayLink) => tx`
  insert into pay_link (purchase_id, code_hash, from_balance) values (${purchaseId}, ${codeHash}, ${fromBalance})
  on conflict (purchase_id) do update
    set code_hash = excluded.code_hash, from_balance = excluded.from_balance, made_at = clock_timestamp()`;

interface NewPayLink {
  readonly purchaseId: string;
  readonly codeHash: string;
  /** What the buyer's balance pays, in minor units. */
  readonly fromBalance: number;
}

export const deletePayLink = (db: Db, purchaseId: string) => db`delete from pay_link where purchase_id = ${purchaseId}`;

/**
 * Ends the links of these customers' purchases. One that is being paid keeps its link, with which the payer finishes the payment that has
 * begun, but any later one gets nothing of the balance. The first statement waits for payments that are starting by a link, so that the
 * second sees their purchases as being paid.
 */
export async function endPayLinks(tx: Tx, customerIds: readonly string[]): Promise<void> {
  const ids = texts(customerIds);
  await tx`
    update pay_link set from_balance = 0 from purchase
     where purchase.id = purchase_id and customer_id = any (${ids}::text[])`;
  await tx`
    delete from pay_link using purchase
     where purchase.id = purchase_id and customer_id = any (${ids}::text[]) and stage in ('open', 'reserved')`;
}

/** What the balance pays of the price; undefined when the link has ended. Neither changes until the transaction ends. */
export const keepPayLink = async (tx: Tx, codeHash: string): Promise<number | undefined> =>
  (await tx<{ fromBalance: number }[]>`select from_balance as "fromBalance" from pay_link where code_hash = ${codeHash} for share`)[0]
    ?.fromBalance;

/** The purchase of a link, and what the buyer's balance pays of it; a purchase that ended more than a day ago has none. */
export const findPayLink = async (db: Db, codeHash: string): Promise<PayLinkRow | undefined> =>
  (
    await db<PayLinkRow[]>`
      select purchase_id as "purchaseId", from_balance as "fromBalance" from pay_link join purchase on purchase.id = purchase_id
       where code_hash = ${codeHash} and coalesce(ended_at, clock_timestamp()) > clock_timestamp() - interval '1 day'`
  )[0];

interface PayLinkRow {
  readonly purchaseId: string;
  readonly fromBalance: number;
}
