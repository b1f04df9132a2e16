export { isLinkHash, type Linked, linkHash } from './link-hash.ts';
export { type ChargeRule, type Component, type Quote, quote, type Ticket, type TicketLine } from './pricing.ts';
export { type CatalogueDeps, catalogueRoutes } from './routes.ts';
