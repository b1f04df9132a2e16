export { Inventory } from './inventory.ts';
export type { Channel, Stage, Terms } from './rows.ts';
export { priceTypeOf, type Stock, seatOf } from './stock.ts';
