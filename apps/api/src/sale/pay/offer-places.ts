import type { Tx } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { type AttemptRow, bookLateReceipt, moveAttempt, type ProviderAnswer } from '../../payments/index.ts';
import type { LockedPurchase } from '../checkout/queries-checkout.ts';
import type { PricedPurchase } from '../queries.ts';
import type { EqualPlaces } from './find-equal-places.ts';
import { beginOffer, freeOwn, holdOffered, insertOffer, type OfferedChange, readPriced } from './queries-offers.ts';
import type { Changes } from './sell-places.ts';

interface Offering {
  readonly purchase: LockedPurchase;
  readonly attempt: AttemptRow;
  readonly answer: ProviderAnswer;
  readonly equal: EqualPlaces;
  readonly graceSeconds: number;
}

/** A purchase's holds with the places that stand for those that are gone. */
export const holdsWith = ({ holds }: LockedPurchase, equal: EqualPlaces) =>
  holds.map((hold) => ({ ...hold, placeIds: hold.placeIds.map((place) => replacementOf(equal, hold.performanceId, place) ?? place) }));

const replacementOf = ({ replacements }: EqualPlaces, performanceId: number, placeId: number) =>
  replacements.get(performanceId)?.get(placeId);

/**
 * Holds equal places, locked beforehand, for a buyer whose own are gone, and says so by mail. The money is owed to the buyer
 * until they have answered (design §6).
 */
export async function offerPlaces(tx: Tx, { purchase, attempt, answer, equal, graceSeconds }: Offering): Promise<Changes> {
  const { purchaseId, reference } = attempt;
  const checkAt = await insertOffer(tx, { purchaseId, reference, changes: changesIn(purchase, equal) });
  await Promise.all([
    moveAttempt(tx, attempt, { to: 'offered', answer, checkAt }),
    bookLateReceipt(tx, attempt),
    beginOffer(tx, purchaseId, pricedWith(await readPriced(tx, purchaseId), equal)),
    enqueue(tx, 'tell-of-offer', { purchaseId }, { key: `tell-of-offer.${purchaseId}` }),
  ]);
  const changes = new Map<number, Changes extends ReadonlyMap<number, infer Rows> ? Rows : never>();
  for (const [index, { performanceId, placeIds }] of holdsWith(purchase, equal).entries()) {
    const left = purchase.holds[index]?.placeIds.filter((place) => !placeIds.includes(place)) ?? [];
    const freed = await freeOwn(tx, { purchaseId, performanceId, placeIds: left });
    const held = await holdOffered(tx, { purchaseId, performanceId, placeIds }, graceSeconds);
    changes.set(performanceId, [
      ...freed.map(({ placeId }) => ({ placeId, state: 'free' as const, heldUntilMs: null, purchaseId: null })),
      ...held.map((place) => ({ ...place, state: 'held' as const, purchaseId })),
    ]);
  }
  return changes;
}

const changesIn = ({ holds }: LockedPurchase, equal: EqualPlaces): OfferedChange[] =>
  holds.flatMap(({ performanceId, placeIds }) =>
    placeIds.flatMap((from) => {
      const to = replacementOf(equal, performanceId, from);
      return to === undefined ? [] : [{ performanceId, from, to }];
    }),
  );

/** Ticket by ticket the price that was paid, for the place that is offered. */
const pricedWith = (priced: PricedPurchase, equal: EqualPlaces): PricedPurchase => ({
  ...priced,
  tickets: priced.tickets.map((ticket) => {
    const { performanceId, placeId, row: _, seat: __, ...rest } = ticket;
    const other = replacementOf(equal, performanceId, placeId);
    return other === undefined ? ticket : { ...rest, performanceId, placeId: other, ...equal.labelOf(performanceId, other) };
  }),
});
