export { followMoments, listenForChanges } from './changes.ts';
export { type PerformanceCard, performanceCards } from './performance-card.ts';
export { presenterSettings } from './presenter-settings.ts';
export { percentOf, type Quote, quote, rounded } from './pricing.ts';
export { type ProductForSale, ProductShelf } from './products.ts';
export { findOnSaleProducts } from './queries-products.ts';
export { catalogueRoutes } from './routes.ts';
export type { PromotionCards, SaleLevel, SalePriceType, SaleSector, ShowReservation } from './rows.ts';
export { type Promotion, readSale, readVenueMap, type Sale, sellablePlaces } from './sale.ts';
