import type { Tx } from '#db/connect';
import { type AttemptKey, lockAttempt, moveAttempt, returnMoney } from '../../payments/index.ts';
import { type LockedPurchase, lockPurchase } from '../checkout/queries-checkout.ts';
import { cancelWithoutPlaces } from './cancel-without-places.ts';
import { endOffer, readOffer } from './queries-offers.ts';
import type { Changes } from './sell-places.ts';
import type { SettleWorld } from './settle-payment.ts';
import { tellOfReturn } from './tell-of-return.ts';

interface Unwanted {
  readonly key: AttemptKey;
  readonly purchase: LockedPurchase;
  readonly ending: 'declined' | 'lapsed';
}

/** The places offered are let go of, and the money is on its way back. */
export async function endUnwanted(tx: Tx, { key, purchase, ending }: Unwanted): Promise<Changes> {
  const attempt = await lockAttempt(tx, key);
  await endOffer(tx, key.purchaseId, ending);
  await moveAttempt(tx, attempt, { to: 'returning' });
  await tellOfReturn(tx, key);
  return cancelWithoutPlaces(tx, key.purchaseId, purchase);
}

/** Gives the money back when an offer does not stand any more; before that, and after it has ended, nothing happens. */
export async function lapseOffer({ db, live, gateway }: SettleWorld, { purchaseId }: { purchaseId: string }): Promise<void> {
  const lapsed = await db.begin(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    const offer = await readOffer(tx, purchaseId);
    if (!purchase || !offer || offer.ending !== null || offer.stands) return null;
    const key = { purchaseId, reference: offer.reference };
    return { key, changes: await endUnwanted(tx, { key, purchase, ending: 'lapsed' }) };
  });
  if (!lapsed) return;
  for (const [performanceId, rows] of lapsed.changes) live.changed(performanceId, rows);
  await returnMoney(db, gateway, lapsed.key);
}
