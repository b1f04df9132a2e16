import { useState } from 'react';
import { messages } from './messages.ts';
import { purchaseClock } from './purchase-clock.ts';
import { removePerformance } from './remove-performance.ts';

/** Taking one performance or everything out of the cart, and what is under way or went wrong. */
export function useCartChanges() {
  const [removing, setRemoving] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);

  const empty = () => purchaseClock.cancel(messages.cancelled, 'cart');

  const remove = async (performanceId: number) => {
    const { purchase } = purchaseClock.state;
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
