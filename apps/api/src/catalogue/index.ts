export { type PerformanceCard, performanceCards } from './performance-card.ts';
export { presenterSettings } from './presenter-settings.ts';
export { type Quote, quote } from './pricing.ts';
export { catalogueRoutes } from './routes.ts';
export type { SaleLevel, SalePriceType, SaleSector } from './rows.ts';
export { readSale, readVenueMap, type Sale, sellablePlaces } from './sale.ts';
