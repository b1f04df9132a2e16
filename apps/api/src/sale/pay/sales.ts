import { Batcher } from '#db/batcher';
import { type Db, isRefusedByDatabase, type Tx } from '#db/connect';
import { type Approved, type AttemptRow, approveCharges, isOpen, lockAttempts } from '../../payments/index.ts';
import { type LockedPurchase, lockPurchases } from '../checkout/queries-checkout.ts';
import { lockOwnPlaces, placesOf } from './queries-own-places.ts';
import { type Changes, sellPlaces } from './sell-places.ts';

export interface Sale {
  readonly attempt: AttemptRow;
  readonly answer: Approved;
}

/** `alone`: not as usual, or somebody else is at it. */
type Verdict = Changes | 'alone';

/**
 * Ends what usually happens: an approved charge of a purchase that still has all its places. Those that come together end
 * in one transaction, with one commit. Anything else is left to whoever settles payments one by one.
 */
export function sales(db: Db): (sale: Sale) => Promise<Verdict> {
  const batcher = new Batcher<Sale, Verdict>({
    unbounded: true,
    keyOf: ({ attempt }) => attempt.purchaseId,
    work: async (batch) => {
      try {
        return await db.begin((tx) => sell(tx, batch));
      } catch (error) {
        if (!isRefusedByDatabase(error)) throw error;
        return batch.map(() => 'alone');
      }
    },
  });
  return (sale) => batcher.add(sale);
}

interface Usual extends Sale {
  readonly purchase: LockedPurchase;
}

/** Whatever else a sale brings is written here, in its transaction. */
export async function sell(tx: Tx, batch: readonly Sale[]): Promise<Verdict[]> {
  const keys = batch.map(({ attempt: { purchaseId, reference } }) => ({ purchaseId, reference }));
  const purchases = await lockPurchases(
    tx,
    keys.map(({ purchaseId }) => purchaseId),
    'leave-out',
  );
  const attempts = new Map((await lockAttempts(tx, keys)).map((attempt) => [attempt.reference, attempt]));
  const usual = batch.flatMap(({ attempt: { purchaseId, reference }, answer }): Usual[] => {
    const attempt = attempts.get(reference);
    const purchase = purchases.get(purchaseId);
    return attempt && purchase?.stage === 'paying' && isOpen(attempt.state) ? [{ purchase, attempt, answer }] : [];
  });
  const wanted = usual.flatMap(({ purchase: { id, holds } }) => placesOf(id, holds));
  const own = wanted.length === 0 ? [] : await lockOwnPlaces(tx, wanted, 'leave-out');
  const counts = Map.groupBy(own, ({ purchaseId }) => purchaseId);
  const complete = usual.filter(({ purchase: { id, holds } }) => counts.get(id)?.length === placesOf(id, holds).length);
  if (complete.length === 0) return keys.map(() => 'alone');
  const [sold] = await Promise.all([
    sellPlaces(
      tx,
      complete.map(({ purchase }) => purchase),
    ),
    approveCharges(tx, complete),
  ]);
  return keys.map(({ purchaseId }) => sold.get(purchaseId) ?? 'alone');
}
