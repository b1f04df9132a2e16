import type { Tx } from '#db/connect';
import { endWithoutPlaces, type LockedPurchase } from '../checkout/queries-checkout.ts';
import { holdAllUntil } from './reopen-purchase.ts';
import type { Changes } from './sell-places.ts';

/** Paid too late: its places are somebody else's or not wanted, those it has lapse at once, and its money goes back. */
export async function cancelWithoutPlaces(tx: Tx, purchaseId: string, purchase: LockedPurchase): Promise<Changes> {
  await endWithoutPlaces(tx, purchaseId);
  return holdAllUntil(tx, purchaseId, { purchase, until: 'now' });
}
