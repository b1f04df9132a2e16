import { Refusal } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';
import { lockOpenPurchase } from '../open-purchase.ts';
import type { PlaceRow, Stage } from '../rows.ts';
import { cancelOpenPurchase, deleteHold, findPerformancesHeld, freePlaces, lockPurchase } from './queries-places.ts';
import { expirePurchases, findPerformancesToSweep, freeSlots, sweepHolds } from './queries-sweep.ts';
import { freePlace } from './set-places.ts';

/** Frees a purchase's places of one performance; answers what has changed. */
export async function releasePerformance(
  tx: Tx,
  { purchaseId, customerId, performanceId }: { purchaseId: string; customerId: string; performanceId: number },
): Promise<PlaceRow[]> {
  await lockOpenPurchase(tx, purchaseId, customerId);
  return dropHold(tx, performanceId, purchaseId);
}

export interface Cancelled {
  readonly stage: Stage;
  readonly freed: ReadonlyMap<number, readonly PlaceRow[]>;
}

/** Ends an open purchase and frees all its places; one that ended without payment stays as it ended; one that is being paid, or has been, is refused (C-02). */
export async function cancelPurchase(tx: Tx, purchaseId: string): Promise<Cancelled> {
  const [purchase] = await lockPurchase(tx, purchaseId);
  if (!purchase) throw new Refusal('not_found');
  if (purchase.stage === 'paying') throw new Refusal('purchase_paying');
  const freed = new Map<number, readonly PlaceRow[]>();
  if (purchase.stage === 'paid' || purchase.stage === 'offered') throw new Refusal('purchase_over', { stage: purchase.stage });
  if (purchase.stage !== 'open') return { stage: purchase.stage, freed };
  await cancelOpenPurchase(tx, purchaseId);
  for (const { performanceId } of await findPerformancesHeld(tx, purchaseId)) {
    freed.set(performanceId, await dropHold(tx, performanceId, purchaseId));
  }
  return { stage: 'cancelled', freed };
}

async function dropHold(tx: Tx, performanceId: number, purchaseId: string): Promise<PlaceRow[]> {
  const [hold] = await deleteHold(tx, performanceId, purchaseId);
  if (!hold) return [];
  return (await freePlaces(tx, performanceId, purchaseId, hold.placeIds)).map(({ placeId }) => freePlace(placeId));
}

const MOST_PURCHASES = 500;

/** Ends purchases whose time is over and frees their places; several processes may sweep at once. */
export async function sweepLapsed(
  db: Db,
  { graceSeconds }: { graceSeconds: number },
  freed: (performanceId: number, rows: readonly PlaceRow[]) => void,
): Promise<{ purchases: number; places: number }> {
  const purchases = (await expirePurchases(db, graceSeconds, MOST_PURCHASES)).length;
  await freeSlots(db);
  let places = 0;
  for (const { performanceId } of await findPerformancesToSweep(db)) {
    const rows = (await sweepHolds(db, performanceId, MOST_PURCHASES)).map(({ placeId }) => freePlace(placeId));
    places += rows.length;
    freed(performanceId, rows);
  }
  return { purchases, places };
}
