export type { Payments } from './checkout.ts';
export { checkoutRoutes } from './checkout-routes.ts';
export { deliveryPriceOf } from './deliveries.ts';
export { purchaseRoutes } from './routes.ts';
export { purchaseTasks } from './tasks.ts';
