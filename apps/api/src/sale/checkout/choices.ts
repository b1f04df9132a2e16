import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { demandOpen, lockOwn, type Own } from '../own-purchase.ts';
import { withLockTimeout } from '../purchase.ts';
import { type ChoiceRow, setChoice, setChoices } from './queries-checkout.ts';

export interface Choice extends Own {
  readonly deliveryTypeId?: number;
  readonly paymentMethodId?: number;
}

/**
 * Keeps how the tickets are to be delivered and paid; choices that come together are kept together, with one commit. One
 * that cannot be kept at once is looked at alone: it is refused for its own reason, or waits for whoever changes its
 * purchase, and costs the others nothing.
 */
export function choices(db: Db): (choice: Choice) => Promise<void> {
  const batcher = new Batcher<ChoiceRow, 'kept' | 'left'>({
    keyOf: ({ purchaseId }) => purchaseId,
    work: async (rows) => {
      const kept = new Set((await setChoices(db, rows)).map(({ purchaseId }) => purchaseId));
      return rows.map(({ purchaseId }) => (kept.has(purchaseId) ? 'kept' : 'left'));
    },
  });
  return async ({ deliveryTypeId = null, paymentMethodId = null, ...own }) => {
    const row = { ...own, deliveryTypeId, paymentMethodId };
    if ((await batcher.add(row)) === 'kept') return;
    await withLockTimeout(db, async (tx) => {
      demandOpen(await lockOwn(tx, own));
      await setChoice(tx, row);
    });
  };
}
