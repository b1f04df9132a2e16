import type { Purchase } from '@butaca/contract';
import type { Performance } from './stage.ts';
import type { Run, SeenPurchase, Times, Witness } from './witness.ts';

/** A purchase in the hands of its customer. */
export interface Basket {
  readonly id: string;
  readonly run: Run;
  readonly performance: Performance;
  purchase: Purchase;
  /** A call about it may still be carried out, so its places are not known exactly. */
  unsure: boolean;
}

/** Keeps what an answer says about the basket's purchase, and reports it to the witness. */
export function see(basket: Basket, purchase: Purchase, { witness, times }: { readonly witness: Witness; readonly times: Times }): void {
  basket.purchase = purchase;
  witness.beliefs.see(seenOf(purchase), times);
}

export const placesOf = ({ performances }: Purchase) =>
  performances.flatMap(({ id, places = [] }) => places.map(({ placeId }) => ({ performanceId: id, placeId })));

export function seenOf(purchase: Purchase): SeenPurchase {
  const { id, stage, deadline = 0, serverNow = 0 } = purchase;
  const sold = stage === 'paid';
  return { purchaseId: id, sold, places: sold || stage === 'open' ? placesOf(purchase) : [], leftMs: deadline - serverNow };
}
