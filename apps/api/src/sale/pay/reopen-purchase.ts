import type { Tx } from '#db/connect';
import { type HeldUntil, holdUntil, type LockedPurchase, reopen } from '../checkout/queries-checkout.ts';
import type { Changes } from './sell-places.ts';

/** After a payment that came to nothing the buyer may try again, a little longer than before when time was short (C-02). */
export async function reopenPurchase(
  tx: Tx,
  purchaseId: string,
  { purchase, graceSeconds }: { purchase: LockedPurchase; graceSeconds: number },
): Promise<Changes> {
  await reopen(tx, purchaseId);
  return holdAllUntil(tx, purchaseId, { purchase, until: { graceSeconds } });
}

/** Moves the end of everything that a purchase holds. */
export async function holdAllUntil(
  tx: Tx,
  purchaseId: string,
  { purchase, until }: { purchase: LockedPurchase; until: HeldUntil },
): Promise<Changes> {
  const changes = new Map<number, { placeId: number; state: 'held'; heldUntilMs: number; purchaseId: string }[]>();
  for (const hold of purchase.holds) {
    const places = await holdUntil(tx, { purchaseId, ...hold }, until);
    changes.set(
      hold.performanceId,
      places.map((place) => ({ ...place, state: 'held', purchaseId })),
    );
  }
  return changes;
}
