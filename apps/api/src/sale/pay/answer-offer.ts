import { type PaymentResult, Refusal } from '@butaca/contract';
import type { Tx } from '#db/connect';
import { bookLateSale, lockAttempt, moveAttempt, returnMoney } from '../../payments/index.ts';
import type { LockedPurchase } from '../checkout/queries-checkout.ts';
import { lockOwn, type Own } from '../own-purchase.ts';
import { withLockTimeout } from '../purchase.ts';
import type { SaleWorld } from '../world.ts';
import { endUnwanted } from './end-offer.ts';
import { presentPayment } from './present-payment.ts';
import { endOffer, type OfferRow, readOffer } from './queries-offers.ts';
import { type Changes, hasAll, lockPlaces, sellPlaces } from './sell-places.ts';

interface Answered {
  readonly changes: Changes;
  /** Of the attempt whose money goes back. */
  readonly returning?: string;
}

const asBefore: Answered = { changes: new Map() };

/** Sells the places offered, for the money that is there already; an offer that is over is refused and its money goes back. */
export async function acceptOffer(world: SaleWorld, own: Own): Promise<PaymentResult> {
  const answered = await withLockTimeout(world.db, async (tx) => {
    const { purchase, offer } = await lockOffer(tx, own);
    if (offer.ending === 'accepted') return asBefore;
    if (offer.ending !== null) throw new Refusal('offer_over', { stage: purchase.stage });
    const key = { purchaseId: own.purchaseId, reference: offer.reference };
    const reachable = await lockPlaces(tx, own.purchaseId, purchase.holds);
    if (!offer.stands || !hasAll(reachable, purchase.holds))
      return { changes: await endUnwanted(tx, { key, purchase, ending: 'lapsed' }), returning: key.reference };
    const attempt = await lockAttempt(tx, key);
    const [sold] = await Promise.all([
      sellPlaces(tx, [purchase]),
      endOffer(tx, own.purchaseId, 'accepted'),
      moveAttempt(tx, attempt, { to: 'approved' }),
      bookLateSale(tx, attempt),
    ]);
    return { changes: sold.get(own.purchaseId) as Changes };
  });
  await follow(world, own, answered);
  if (answered.returning !== undefined) throw new Refusal('offer_over', { stage: 'cancelled' });
  return presentPayment(world, own);
}

/** Lets the places offered go and gives the money back; whoever asks for it after the offer has lapsed is told that it goes back. */
export async function declineOffer(world: SaleWorld, own: Own): Promise<PaymentResult> {
  const answered = await withLockTimeout(world.db, async (tx) => {
    const { purchase, offer } = await lockOffer(tx, own);
    if (offer.ending === 'accepted') throw new Refusal('offer_over', { stage: purchase.stage });
    if (offer.ending !== null) return asBefore;
    const key = { purchaseId: own.purchaseId, reference: offer.reference };
    const ending = offer.stands ? 'declined' : 'lapsed';
    return { changes: await endUnwanted(tx, { key, purchase, ending }), returning: key.reference };
  });
  await follow(world, own, answered);
  return presentPayment(world, own);
}

async function lockOffer(tx: Tx, own: Own): Promise<{ purchase: LockedPurchase; offer: OfferRow }> {
  const purchase = await lockOwn(tx, own);
  const offer = await readOffer(tx, own.purchaseId);
  if (!offer) throw new Refusal('offer_over', { stage: purchase.stage });
  return { purchase, offer };
}

/** Money that cannot go back just now is looked after by the worker. */
async function follow({ db, live, payments }: SaleWorld, { purchaseId }: Own, { changes, returning }: Answered) {
  for (const [performanceId, rows] of changes) live.changed(performanceId, rows);
  if (returning !== undefined && payments.card) await returnMoney(db, payments.card, { purchaseId, reference: returning });
}
