export { DeliveryTypes } from './checkout/delivery.ts';
export { liveRoutes } from './live/routes.ts';
export { type Stock, Stocks } from './live/stock.ts';
export { splitOf } from './pay/charge.ts';
export { type Prices, pricePurchase } from './price-purchase.ts';
export type { PricedPurchase } from './queries-purchases.ts';
export { saleRoutes } from './routes.ts';
export { purchaseTasks, startSweeper } from './tasks.ts';
export { createSaleWorld, type Payments, type SaleWorld } from './world.ts';
