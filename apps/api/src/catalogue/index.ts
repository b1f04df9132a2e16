export { isLinkHash, linkHash } from './link-hash.ts';
export { type PerformanceCard, performanceCards } from './performance-card.ts';
export { type ChargeRule, type Quote, quote, type TicketLine } from './pricing.ts';
export { catalogueRoutes } from './routes.ts';
export type { SaleLevel, SalePriceType, SaleSector } from './rows.ts';
export { readSale, readVenueMap, type Sale } from './sale.ts';
export { type Voice, voiceOf } from './voice.ts';
