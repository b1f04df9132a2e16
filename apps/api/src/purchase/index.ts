export { beginnings } from './beginnings.ts';
export type { Payments } from './checkout.ts';
export { checkoutRoutes } from './checkout-routes.ts';
export { choices } from './choices.ts';
export { deliveryTypes } from './delivery-types.ts';
export { purchaseReader } from './read-purchase.ts';
export { purchaseRoutes } from './routes.ts';
export { sales } from './sales.ts';
export { purchaseTasks } from './tasks.ts';
