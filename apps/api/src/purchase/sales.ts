import { Batcher } from '#db/batcher';
import { type Db, isRefusedByDatabase, type Tx } from '#db/connect';
import { type Approved, type AttemptRow, approveCharges, isOpen, lockAttempts } from '../payments/index.ts';
import { endPaid, lockPurchases } from './queries-checkout.ts';
import { lockOwnPlaces, type OwnPlace, placesOf, sellPlacesOf } from './queries-own-places.ts';
import type { Changes } from './sell-places.ts';

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
  readonly purchaseId: string;
  readonly places: readonly OwnPlace[];
}

async function sell(tx: Tx, batch: readonly Sale[]): Promise<Verdict[]> {
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
    if (!attempt || purchase?.stage !== 'paying' || !isOpen(attempt.state)) return [];
    return [{ purchaseId, attempt, answer, places: placesOf(purchaseId, purchase.holds) }];
  });
  const wanted = usual.flatMap(({ places }) => places);
  const own = wanted.length === 0 ? [] : await lockOwnPlaces(tx, wanted, 'leave-out');
  const counts = Map.groupBy(own, ({ purchaseId }) => purchaseId);
  const complete = usual.filter(({ purchaseId, places }) => counts.get(purchaseId)?.length === places.length);
  if (complete.length > 0) {
    const ids = complete.map(({ purchaseId }) => purchaseId);
    const places = complete.flatMap((one) => one.places);
    await Promise.all([sellPlacesOf(tx, places), endPaid(tx, ids), approveCharges(tx, complete)]);
  }
  const sold = new Map(complete.map((one) => [one.purchaseId, changesOf(one.places)]));
  return keys.map(({ purchaseId }) => sold.get(purchaseId) ?? 'alone');
}

function changesOf(places: readonly OwnPlace[]): Changes {
  const byPerformance = Map.groupBy(places, ({ performanceId }) => performanceId);
  return new Map(
    [...byPerformance].map(([performanceId, all]) => [
      performanceId,
      all.map(({ placeId, purchaseId }) => ({ placeId, state: 'sold' as const, heldUntilMs: null, purchaseId })),
    ]),
  );
}
