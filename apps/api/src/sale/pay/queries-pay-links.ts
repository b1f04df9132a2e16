import type { Db, Tx } from '#db/connect';

/** The link of this purchase is this one from now on. */
export const setPayLink = (tx: Tx, { purchaseId, codeHash }: { readonly purchaseId: string; readonly codeHash: string }) => tx`
  insert into pay_link (purchase_id, code_hash) values (${purchaseId}, ${codeHash})
  on conflict (purchase_id) do update set code_hash = excluded.code_hash, made_at = clock_timestamp()`;

export const deletePayLink = (db: Db, purchaseId: string) => db`delete from pay_link where purchase_id = ${purchaseId}`;

/** The purchase of a link; a purchase that ended more than a day ago has none. */
export const purchaseOfLink = async (db: Db, codeHash: string): Promise<string | undefined> =>
  (
    await db<{ purchaseId: string }[]>`
      select purchase_id as "purchaseId" from pay_link join purchase on purchase.id = purchase_id
       where code_hash = ${codeHash} and coalesce(ended_at, clock_timestamp()) > clock_timestamp() - interval '1 day'`
  )[0]?.purchaseId;
