export { isLinkHash, linkHash } from './link-hash.ts';
export { type PerformanceCard, performanceCards } from './performance-card.ts';
export { type ChargeRule, type Quote, quote, type TicketLine } from './pricing.ts';
export { catalogueRoutes } from './routes.ts';
export { readSale, readVenueMap, type Sale, type SaleLevel, type SalePriceType, type SaleSector } from './sale.ts';
export { type Voice, voiceOf } from './voice.ts';
