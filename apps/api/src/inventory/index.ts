export { choosePlaces } from './choose-places.ts';
export { Inventory } from './inventory.ts';
export { inventoryOf } from './inventory-of.ts';
export { keepSwept } from './keep-swept.ts';
export { patiently } from './open-purchase.ts';
export type { Claimed, Wish } from './performance-places.ts';
export { inventoryRoutes } from './routes.ts';
export type { Channel, Stage } from './rows.ts';
export { priceTypeOf, type Stock, seatOf } from './stock.ts';
