import { batchedReader } from '#db/batched-reader';
import type { Db } from '#db/connect';
import { findPurchases, type PurchaseRow } from './queries.ts';

export type ReadPurchase = (purchaseId: string) => Promise<PurchaseRow | undefined>;

/** Purchases as they are when asked for. */
export const purchaseReader = (db: Db): ReadPurchase =>
  batchedReader({
    unbounded: true,
    read: (ids: readonly string[]) => findPurchases(db, ids),
    nameOfKey: (id) => id,
    nameOf: ({ id }) => id,
  });
