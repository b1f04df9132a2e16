import type { Purchase } from '@butaca/contract';
import { releaseGroup } from '@butaca/contract/places';
import { useState } from 'react';
import { newKey } from '../buy/new-key.ts';
import { messages } from './messages.ts';
import { purchaseClock } from './purchase-clock.ts';

/** Taking one performance or everything out of the cart, and what is under way or went wrong. */
export function useCartChanges() {
  const [removing, setRemoving] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);

  const empty = () => purchaseClock.cancel(messages.cancelled, 'cart');

  const remove = async (performanceId: number) => {
    const { purchase } = purchaseClock.get();
    if (!purchase || removing !== null) return;
    setRemoving(performanceId);
    setFailed(false);
    const left = await removePerformance(purchase.id, performanceId);
    setRemoving(null);
    setFailed(left === null);
    if (left === null) return;
    // The last one gone is an emptied cart (CM-010).
    if (left.quantity.total === 0) await empty();
    else await purchaseClock.updated(left);
  };

  return { removing, failed, remove, empty };
}

/** Gives back all places of one performance: the purchase as it is then, or null when it stayed as it was (C-20). */
async function removePerformance(purchaseId: string, performanceId: number): Promise<Purchase | null> {
  const { client } = await import('../../calls/browser-client.ts');
  const outcome = await client.call(
    releaseGroup,
    { params: { purchaseId }, body: { performanceId } },
    { purpose: 'page', idempotencyKey: newKey() },
  );
  return outcome.status === 'ok' ? outcome.data : null;
}
