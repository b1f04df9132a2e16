import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { findPurchases, type PurchaseRow } from './queries.ts';

export type ReadPurchase = (purchaseId: string) => Promise<PurchaseRow | undefined>;

/** Purchases as they are when asked for; those that are asked for together are read together. */
export function purchaseReader(db: Db): ReadPurchase {
  const batcher = new Batcher<string, PurchaseRow | 'none'>({
    unbounded: true,
    work: async (ids) => {
      const rows = new Map((await findPurchases(db, ids)).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id) ?? 'none');
    },
  });
  return async (purchaseId) => {
    const row = await batcher.add(purchaseId);
    return row === 'none' ? undefined : row;
  };
}
