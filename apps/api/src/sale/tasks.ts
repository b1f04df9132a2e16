import { reconcilePayments } from './pay/reconcile-payments.ts';
import type { SaleWorld } from './world.ts';

/** What the worker does on its own clock; without a gateway there is no provider to ask. */
export const purchaseTasks = (world: SaleWorld) => ({
  'reconcile-payments': async () => {
    const { card: gateway } = world.payments;
    if (gateway) await reconcilePayments({ ...world, gateway });
  },
});
