import { reconcilePayments } from './pay/reconcile-payments.ts';
import type { SettleWorld } from './pay/settle-payment.ts';

/** What the worker does on its own clock; without a gateway there is nobody to ask. */
export const purchaseTasks = ({ gateway, ...world }: Omit<SettleWorld, 'gateway'> & { gateway: SettleWorld['gateway'] | null }) => ({
  'reconcile-payments': async () => {
    if (gateway) await reconcilePayments({ ...world, gateway });
  },
});
