import { reconcilePayments } from './reconcile-payments.ts';
import type { SettleWorld } from './settle-payment.ts';

/** What the worker does on its own clock. */
export const purchaseTasks = (world: SettleWorld) => ({
  'reconcile-payments': async () => {
    await reconcilePayments(world);
  },
});
